"""Matches that everybody at the table gave leave to study, as records without names: for `motherlode lab people`.

A match counts if no bot took part, it was played to its end from the first position, and everybody had given leave
before the table was made. Leave that is taken back holds for earlier matches too: they are not read any more.
"""

from pathlib import Path

import sqlalchemy as sa

from motherlode.core.errors import BadInput, Code, MotherlodeError
from motherlode.server.storage import schema
from motherlode.server.storage.storage import engine_for, newest_schema, schema_of
from motherlode.server.tables.live import read_log
from motherlode.server.tables.state import Setup, TableState, read_event, read_setup


def shared_records(url: str, game: str) -> list[tuple[str, str]]:
    """Records of matches of a game in the order in which they were begun; players are numbers."""
    engine = engine_for(url)
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").is_file():
        raise BadInput(Code.STORE_BAD, f"there is no database {url!r}")
    found: list[tuple[str, str]] = []
    numbers: dict[str, int] = {}
    try:
        with engine.connect() as connection:
            if (version := schema_of(connection)) != newest_schema():
                raise BadInput(
                    Code.STORE_VERSION,
                    f"this database has schema {version!r}, not {newest_schema()!r}: start the server with it once",
                )
            since = {row.person: row.since for row in connection.execute(sa.select(schema.sharing))}
            tables = schema.tables.c
            wanted = (
                sa.select(tables.id, tables.setup, tables.secret, tables.seed)
                .where(tables.game == game, tables.status == "over")
                .order_by(tables.created, tables.id)
            )
            for row in connection.execute(wanted).all() if since else ():
                setup = read_setup(row.setup)
                if not is_plain(setup):
                    continue
                told = [(at, read_event(data)) for at, data in read_log(connection, row.id, 0)]
                try:
                    state = TableState.restored(setup, bytes(row.secret), bytes(row.seed), told)
                except MotherlodeError:  # of rules that are not played any more
                    continue
                people = people_of(state)
                if people is None or any(since.get(person, setup.created + 1) > setup.created for person in people):
                    continue
                for person in people:
                    numbers.setdefault(person, len(numbers) + 1)
                found.append((f"match {len(found) + 1}", nameless(state, [numbers[person] for person in people])))
    finally:
        engine.dispose()
    return found


def is_plain(setup: Setup) -> bool:
    """Whether a table is of people only, and begins where the rules say."""
    return not any(setup.bots) and setup.entries is None and setup.position is None


def people_of(state: TableState) -> list[str] | None:
    """Who played, by seat; none unless all of them were people to the end, and different ones."""
    people = [seat.person for seat in state.seats if seat.person is not None and seat.stand_in is None]
    has_stand_ins = any(logged.event.bot is not None for logged in state.log)
    is_whole = len(people) == len(state.seats) == len(set(people))
    return people if is_whole and not has_stand_ins and state.match is not None and state.match.is_over else None


def nameless(state: TableState, numbers: list[int]) -> str:
    """The record of a match in which players are numbers, and nothing says which table it was."""
    match = state.match
    assert match is not None
    its = match.copy()
    its.chance = None
    its.names = tuple(f"Somebody {number}" for number in numbers)
    its.origin = ""
    its.untold = {}
    return its.record(is_whole=True)

"""The game of the day: the same map, card and dice for everyone on this server, one try for each person.

The seed of a day comes from a secret in the database, so nobody knows it before; and it is revealed when the day is
over, not with the first match that is. A strong bot has won from it before anybody plays.
"""

import asyncio
import datetime
import hmac
import secrets

import msgspec
import sqlalchemy as sa
from litestar import get, post
from litestar.status_codes import HTTP_201_CREATED

from motherlode.bots import names_of
from motherlode.bots.winning import wins
from motherlode.core.chance import SEED_BYTES, FairChance
from motherlode.core.contract import GameSpec
from motherlode.core.errors import MotherlodeError, NotFound
from motherlode.core.preparing import MORE
from motherlode.core.registry import find_game, game_names
from motherlode.server import moments
from motherlode.server.protocol.answers import Daily, DailyResult, Seated
from motherlode.server.services import Services, need_person
from motherlode.server.storage import schema
from motherlode.server.tables.access import Who, new_table_id
from motherlode.server.tables.live import LiveTable
from motherlode.server.tables.state import Setup, Stored, TableState, game_of
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, log, services_of, who_asks
from motherlode.table.game import Game
from motherlode.table.match import Match

MAX_RESULTS = 100
MAX_OPENED = 20  # finished tables that one request looks at; the next one looks at more
SECRET = "daily"


class Result(msgspec.Struct, frozen=True):
    """How a try ended, as it is kept."""

    name: str
    is_won: bool
    score: int
    rounds: int
    is_own: bool  # nobody stood in


def daily_spec() -> GameSpec:
    """The game that has a game of the day."""
    return next(spec for spec in map(find_game, game_names()) if spec.daily is not None)


def options_of(spec: GameSpec, day: datetime.date) -> dict[str, object]:
    """Map, card and difficulty of a day."""
    assert spec.daily is not None
    return spec.daily(day)[1]


def find_seed(game: Game, secret: bytes, date: str) -> bytes:
    """A seed of a day that a strong bot has won; without the secret of this server nobody can tell it."""
    number = 0
    while True:
        seed = hmac.digest(secret, f"{date} {number}".encode(), "sha256")
        if wins(start_day(game, date, seed)):
            return seed
        number += 1


def start_day(game: Game, date: str, seed: bytes) -> Match:
    """A match with the dice that tables of a day have."""
    return Match(game, FairChance(dice_of(date), seed))


def dice_of(date: str) -> str:
    """The name by which the dice of a day are drawn, the same at all its tables."""
    return f"daily {date}"


async def keep_secret(services: Services, name: str, value: bytes) -> bytes:
    """Note a secret under a name, unless one is noted there already; the one that is."""

    def find(connection: sa.Connection) -> bytes:
        kept = schema.secrets
        found = connection.execute(sa.select(kept.c.value).where(kept.c.name == name)).scalar()
        if found is None:
            found = value
            connection.execute(kept.insert().values(name=name, value=found))
        return bytes(found)

    try:
        return await services.storage.write(find)
    except sa.exc.IntegrityError:  # another process was first
        return await services.storage.write(find)


async def seed_of(services: Services, game: Game, date: str) -> bytes:
    """The seed of a day: one that can be won, looked for when the first person plays it, and kept."""
    name, kept = f"{SECRET} {date}", schema.secrets
    wanted = sa.select(kept.c.value).where(kept.c.name == name)
    async with services.choosing_day:
        found = await services.storage.read(lambda connection: connection.execute(wanted).scalar())
        if found is not None:
            return bytes(found)
        secret = await keep_secret(services, SECRET, secrets.token_bytes(SEED_BYTES))
        await services.hub.games.need(game.spec.name, MORE)
        return await keep_secret(services, name, await asyncio.to_thread(find_seed, game, secret, date))


def result_of(table: TableState) -> Result:
    """How somebody's try at the game of the day ended."""
    match = table.match
    assert match is not None
    rounds = getattr(match.seen(0), "round", 0)  # where the game counts them
    is_own = not any(logged.event.kind in ("stood_in", "timed_out") for logged in table.log)
    is_won = match.winners == [0]
    return Result(match.names[0], is_won, match.scores[0] if is_won else 0, rounds, is_own)


async def keep_result(services: Services, day: str, person: str, result: Result) -> None:
    """Note how a try ended."""
    tries = schema.daily
    note = (
        tries.update()
        .where(tries.c.day == day, tries.c.person == person)
        .values(result=msgspec.json.encode(result).decode())
    )
    await services.storage.write(lambda connection: connection.execute(note))


async def results_of(services: Services, day: str, who: Who) -> list[DailyResult]:
    """Who got how far today, best first; what is not noted yet is noted."""
    tries, tables = schema.daily, schema.tables

    def read(connection: sa.Connection) -> list[tuple[str, str, str | None]]:
        rows = connection.execute(
            sa.select(tries.c.person, tries.c.table_id, tries.c.result)
            .join(tables, tables.c.id == tries.c.table_id)
            .where(tries.c.day == day, tables.c.status == "over")
        )
        return [(row.person, row.table_id, row.result) for row in rows]

    found: list[DailyResult] = []
    num_opened = 0
    for person, table, kept in await services.storage.read(read):
        if kept is None:
            if num_opened == MAX_OPENED:
                continue
            num_opened += 1
            try:
                result = result_of((await services.hub.open(table)).state)
            except MotherlodeError as error:
                log.warning("cannot read result", table=table, why=str(error))
                continue
            await keep_result(services, day, person, result)
        else:
            result = msgspec.json.decode(kept, type=Result)
        if result.is_own:
            found.append(DailyResult(result.name, result.is_won, result.score, result.rounds, person == who.person))
    found.sort(key=lambda each: (-each.score, each.rounds if each.is_won else -each.rounds, each.name))
    return found[:MAX_RESULTS]


async def table_of_day(services: Services, day: str, person: str | None) -> str | None:
    """The table where somebody plays a day."""
    wanted = sa.select(schema.daily.c.table_id).where(schema.daily.c.day == day, schema.daily.c.person == person)
    found: str | None = await services.storage.read(lambda connection: connection.execute(wanted).scalar())
    return found


async def has_ended(services: Services, table: str) -> bool:
    """Whether nothing will happen any more at a table."""
    wanted = sa.select(schema.tables.c.status).where(schema.tables.c.id == table)
    return await services.storage.read(lambda connection: connection.execute(wanted).scalar()) in ("over", "abandoned")


async def begin(services: Services, who: Who, day: datetime.date) -> LiveTable:
    """The table where somebody plays the day: a new one, or the one that was begun."""
    person, date, spec = need_person(who), day.isoformat(), daily_spec()
    mine = await table_of_day(services, date, person)
    if mine is None:
        # Noted first, under a name that is chosen now: whoever asks twice at once gets one table.
        mine = new_table_id()
        note = schema.daily.insert().values(day=date, person=person, table_id=mine)
        try:
            await services.storage.write(lambda connection: connection.execute(note))
        except sa.exc.IntegrityError:
            mine = await table_of_day(services, date, person)
            assert mine is not None
    else:
        try:
            return await services.hub.open(mine)
        except NotFound:
            log.info("the table of the day was noted but not made", table=mine)
    game, levels = game_of(spec.name, spec.seats[0], options_of(spec, day)), names_of(spec)
    setup = Setup(
        id=mine,
        game=spec.name,
        rules=spec.version,
        ruleset=game.digest,
        options=options_of(spec, day),
        bots=[None] * spec.seats[0],
        host=person,
        created=moments.now_ms(),
        stand_in=levels[len(levels) // 2],
        name=date,
        daily=date,
        dice=dice_of(date),
    )
    try:
        sat = Stored("sat", 0, person=person, name=who.name)
        return await services.hub.create(setup, [sat], await seed_of(services, game, date))
    except sa.exc.IntegrityError:
        return await services.hub.open(mine)


@get("/daily", responses=PROBLEMS)
async def show_daily(request: Asked) -> Daily:
    """The game of the day, your table, and how others fared."""
    services, who, day, spec = services_of(request), await who_asks(request), moments.today(), daily_spec()
    after = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(), datetime.UTC)
    date = day.isoformat()
    table = None if who.person is None else await table_of_day(services, date, who.person)
    return Daily(
        date=date,
        game=spec.name,
        options=options_of(spec, day),
        ends=int(after.timestamp() * 1000),
        table=table,
        is_over=table is not None and await has_ended(services, table),
        results=await results_of(services, date, who),
    )


@post("/daily", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def play_daily(request: Asked) -> Seated:
    """Play the game of the day: once; whoever asks again gets the same table."""
    services, who = services_of(request), await who_asks(request)
    services.rate.take(f"tables {address_of(request)}", 2)
    return (await begin(services, who, moments.today())).seated(who)


HANDLERS = [show_daily, play_daily]

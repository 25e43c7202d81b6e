"""New tables: as somebody wishes, from a record, from a position of another match, or to play again."""

import asyncio
from functools import partial
from typing import Any

import msgspec

from motherlode.bots import bot_names
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.server.moments import now_ms
from motherlode.server.protocol.messages import VariantTag
from motherlode.server.protocol.requests import ContinueTable, CreateTable
from motherlode.server.services import Services, need_person
from motherlode.server.tables import deciding
from motherlode.server.tables.access import Who, new_table_id
from motherlode.server.tables.live import LiveTable
from motherlode.server.tables.state import Setup, Stored, game_of
from motherlode.table.game import replay
from motherlode.table.match import Match
from motherlode.table.record import is_about_chance, read_record

MAX_OPTION_BYTES = 32 * 1024  # a set of cards, or a map of hexes, is as long as that


async def create_table(services: Services, who: Who, wish: CreateTable, variant: VariantTag | None = None) -> LiveTable:
    """A new table as somebody wishes it; where it plays a `variant`, its options are those of the wish."""
    person = need_person(who)
    check_options(wish.options)
    services.hub.games.want(wish.game)
    game = await asyncio.to_thread(game_of, wish.game, len(wish.seats), wish.options)
    levels = bot_names(game)
    stand_in = wish.stand_in or usual_stand_in(game)
    bots, events = await read_seats(services, who, wish.seats, levels)
    if stand_in not in levels:
        raise BadInput(
            Code.UNKNOWN_BOT, f"unknown bot {stand_in!r} for {game.spec.title}: there are {', '.join(levels)}"
        )
    if wish.is_rated and (any(bots) or len(events) > 1 or len(bots) < 2):
        raise BadInput(Code.BAD_CHOICE, "a rated table has at least two people, each in one seat, and no bots")
    setup = Setup(
        id=new_table_id(),
        game=game.spec.name,
        rules=game.spec.version,
        ruleset=game.digest,
        options=changed_options(game.spec, game.options),
        bots=bots,
        host=person,
        created=now_ms(),
        stand_in=stand_in,
        name=table_name(wish.name),
        is_public=wish.is_public,
        is_rated=wish.is_rated,
        clock=wish.clock,
        starts=wish.starts,
        is_mixed=True,
        variant=variant,
    )
    return await services.hub.create(setup, events)


async def import_record(services: Services, who: Who, text: str, is_public: bool) -> LiveTable:
    """A table from a text record: over, or to go on with."""
    person = need_person(who)
    header = read_record(text).header
    await services.hub.games.need(header["game"])
    match: Match = await asyncio.to_thread(replay, text)
    game = match.ruleset
    told = {key: value for key, value in header.items() if is_about_chance(key)}
    start = None
    if not match.is_from_start:
        start = game.spec.notation.write_position(game.box, match.start)
    setup = Setup(
        id=new_table_id(),
        game=game.spec.name,
        rules=game.spec.version,
        ruleset=game.digest,
        options=changed_options(game.spec, game.options),
        bots=[None] * game.seats,
        host=person,
        created=now_ms(),
        stand_in=usual_stand_in(game),
        is_public=is_public,
        names=list(match.names),
        entries=[(entry.actor, entry.action) for entry in match.log],
        # Whoever goes on from a match that is not over plays for the win in any seat.
        given_up=[(each.seat, each.how, each.after) for each in match.given_up] if match.is_over else None,
        position=start,
        origin=match.origin,
        told=told if match.is_over else {"chance": "script"},
        is_mixed=not match.is_over,
    )
    return await services.hub.create(setup, [])


async def continue_table(services: Services, who: Who, live: LiveTable, wish: ContinueTable) -> LiveTable:
    """A new private table that goes on from a position of a finished match, with dice of its own."""
    person = need_person(who)
    match, old = need_finished(live), live.state.setup
    game, levels = match.ruleset, bot_names(match.ruleset)
    if wish.moves > len(match.log):
        raise BadInput(Code.BAD_CHOICE, f"moves {wish.moves}: the match has {len(match.log)}")
    if len(wish.seats) != game.seats:
        raise BadInput(Code.WRONG_SEATS, f"{len(wish.seats)} seats: this match has {game.seats}")
    position = match.position_at(wish.moves)
    if game.is_over(position):
        raise Barred(Code.TABLE_STATUS, f"nothing is left to play after {wish.moves} moves of table {live.id!r}")
    bots, events = await read_seats(services, who, wish.seats, levels)
    setup = Setup(
        id=new_table_id(),
        game=old.game,
        rules=old.rules,
        ruleset=old.ruleset,
        options=old.options,
        bots=bots,
        host=person,
        created=now_ms(),
        stand_in=usual_stand_in(game),
        name=table_name(wish.name),
        position=game.spec.notation.write_position(game.box, position),
        origin=f"table {live.id} after {wish.moves} entries",
        is_mixed=True,
    )
    return await services.hub.create(setup, events)


async def rematch(services: Services, who: Who, live: LiveTable, request: str) -> LiveTable:
    """Another table for the same players, everybody one seat on. Who asks first waits there; the others may follow.

    Nobody is seated without asking: the seats of the others are kept for them.
    """
    person = need_person(who)
    state = live.state
    if state.status not in ("over", "abandoned"):
        raise Barred(Code.TABLE_STATUS, f"table {live.id!r} is not over yet")
    if not any(seat.person == person for seat in state.seats):
        raise Barred(Code.SEAT_DENIED, "only who played may ask for a rematch")
    if state.rematch is not None:
        return await follow(services, who, state.rematch)
    turned = [state.seats[(number + 1) % len(state.seats)] for number in range(len(state.seats))]
    setup = msgspec.structs.replace(
        state.setup,
        id=new_table_id(),
        bots=[seat.bot for seat in turned],
        host=person,
        created=now_ms(),
        names=None,
        entries=None,
        given_up=None,
        position=None,
        origin="",
        daily="",
        dice="",
        told=None,
        is_mixed=True,
        kept_for=[seat.person for seat in turned],
        kept_names=[seat.name for seat in turned],
    )
    own = [
        Stored("sat", number, person=person, name=seat.name)
        for number, seat in enumerate(turned)
        if seat.person == person
    ]
    created = await services.hub.create(setup, own)
    try:
        told = partial(deciding.tell_rematch, table=created.id, person=person, name=own[0].name or who.name)
        await live.change(told, person, request)
    except Barred:
        if live.state.rematch is None:
            raise
        await created.change(deciding.abandon)
        return await follow(services, who, live.state.rematch)
    return created


async def follow(services: Services, who: Who, table: str) -> LiveTable:
    """Sit down at the table of a rematch, in every seat that is kept for who asks."""
    person, live = need_person(who), await services.hub.open(table)
    await live.freshen()
    for number, kept_for in enumerate(live.state.setup.kept_for or ()):
        if kept_for == person and live.state.seats[number].is_open and live.state.status == "open":
            name = (live.state.setup.kept_names or [])[number]
            await live.change(partial(deciding.sit, person=person, name=name, wanted=number), person)
    return live


async def read_seats(
    services: Services, who: Who, seats: list[str], levels: list[str]
) -> tuple[list[str | None], list[Stored]]:
    """Seats as they are asked for: the level of the bot in each, and who sits down."""
    bots: list[str | None] = []
    events: list[Stored] = []
    for number, words in enumerate(seats):
        kind, _, rest = words.partition(":")
        if kind == "bot" and rest in levels:
            bots.append(rest)
            continue
        bots.append(None)
        if kind == "me":
            name = await services.people.check_name(rest, need_person(who)) if rest else who.name
            events.append(Stored("sat", number, person=who.person, name=name))
        elif words != "open":
            raise BadInput(
                Code.BAD_CHOICE,
                f"bad seat {words!r}: expected me, me:NAME, open or bot:LEVEL; levels are {', '.join(levels)}",
            )
    if None not in bots:
        raise BadInput(Code.BAD_CHOICE, "a table of bots only: somebody has to play")
    return bots, events


def check_options(options: dict[str, Any]) -> None:
    """Raise if options from outside name what are no options, or are beyond reason."""
    if {"seats", "data", "name"} & options.keys():
        raise BadInput(Code.UNKNOWN_OPTION, "options may not name 'seats', 'data' or 'name'")
    if len(msgspec.json.encode(options)) > MAX_OPTION_BYTES:
        raise BadInput(Code.BAD_OPTION, f"options of more than {MAX_OPTION_BYTES} bytes")


def usual_stand_in(game: Ruleset) -> str:
    """A middling bot."""
    levels = bot_names(game)
    return levels[len(levels) // 2]


def table_name(given: str) -> str:
    """The name of a table, without space at either end."""
    name = given.strip()
    if name and not name.isprintable():
        raise BadInput(Code.BAD_CHOICE, f"bad table name {name!r}: expected printable text")
    return name


def need_finished(live: LiveTable) -> Match:
    """The match of a table; raise unless it has come to its end."""
    match = live.state.match
    if match is None or not match.is_over:
        raise Barred(Code.TABLE_STATUS, f"the match at table {live.id!r} is not over")
    return match

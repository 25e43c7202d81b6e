"""HTTP for tables: a client without WebSocket, such as a shell script, can play whole matches."""

import asyncio
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import MediaType, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from motherlode.bots import names_of
from motherlode.core.contract import GameSpec, Language
from motherlode.core.errors import BadInput, Barred, Code, MotherlodeError
from motherlode.core.options import describe_options
from motherlode.core.preparing import RULES
from motherlode.core.registry import find_game, game_names
from motherlode.server.protocol.answers import (
    Fairness,
    GameInfo,
    OptionInfo,
    OwnMatch,
    OwnMatches,
    Proof,
    Seated,
    TableList,
)
from motherlode.server.protocol.messages import MAX_RECORD_BYTES, TableInfo, Update
from motherlode.server.protocol.requests import (
    ActRequest,
    AnswerRequest,
    CreateTable,
    ImportRecord,
    Join,
    MuteRequest,
    OpenRequest,
    SayRequest,
    SealRequest,
    SeatRequest,
    StandIn,
    VerifyRecord,
)
from motherlode.server.services import Services, need_person
from motherlode.server.storage import schema
from motherlode.server.tables import deciding, making
from motherlode.server.tables.access import Who
from motherlode.server.tables.live import LiveTable
from motherlode.server.tables.telling import detail_of
from motherlode.server.wire.asking import (
    PROBLEMS,
    Asked,
    Key,
    Refusal,
    Seat,
    address_of,
    key_of,
    log,
    services_of,
    table_of,
    who_asks,
)
from motherlode.server.wire.connection import say
from motherlode.server.workshop import variants
from motherlode.table.game import verify
from motherlode.table.proof import write_proof
from motherlode.table.record import read_record

MAX_WAIT_S = 30
MAX_LISTED = 50
GOING_ON, ENDED = ("open", "running"), ("over", "abandoned")

_described: dict[str, tuple[GameSpec, GameInfo]] = {}


def describe_game(name: str) -> GameInfo:
    """A game as a client needs it to make a table; how strong its bots are by now is for others to say."""
    spec = find_game(name)
    known, described = _described.get(name, (None, None))
    if described is not None and known is spec:
        return described
    described = GameInfo(
        name=spec.name,
        title=spec.title,
        summary=spec.summary,
        rules=spec.version,
        fewest_seats=spec.seats[0],
        most_seats=spec.seats[1],
        is_hidden=spec.is_hidden,
        bots=names_of(spec),
        options=[OptionInfo(**option) for option in describe_options(spec)],
    )
    _described[name] = (spec, described)
    return described


@get("/games", responses=PROBLEMS, sync_to_thread=False)
def list_games(request: Asked) -> list[GameInfo]:
    """Games, their options and their bots, and whether bots and hints are at full strength already."""
    strength = services_of(request).hub.games.strength
    return [msgspec.structs.replace(describe_game(name), strength=strength(name)) for name in game_names()]


@post("/tables", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def create_table(request: Asked, data: JSONBody[CreateTable]) -> Seated:
    """Make a table; it starts when all seats are taken."""
    who = await who_asks(request)
    services = services_of(request)
    services.rate.take(f"tables {address_of(request)}", 2)
    if data.variant is None:
        return (await making.create_table(services, who, data)).seated(who)
    wish, tag = await variants.chosen(services, data)
    live = await making.create_table(services, who, wish, tag)
    await variants.count_play(services, tag.id)
    return live.seated(who)


@get("/tables", responses=PROBLEMS)
async def list_tables(
    request: Asked,
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    status: FromQuery[Literal["open", "running", "over", "abandoned"] | None] = None,
    mine: FromQuery[bool] = False,
    before: Annotated[str | None, QueryParameter(max_length=40)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 20,
) -> TableList:
    """Public tables, or your own (nobody has none); newest first.

    Where the machine code of a game is not there yet, only those that somebody has opened: plain rules take long over
    many logs.
    """
    services, tables = services_of(request), schema.tables.c
    person = (await who_asks(request)).person if mine else None
    if mine and person is None:
        return TableList([], None)
    created, _, last = (before or "").partition("-")
    if before is not None and not (created.isdigit() and len(created) < 16):
        raise BadInput(Code.BAD_CHOICE, f"bad before={before!r}: expected what `next` said")

    def read(connection: sa.Connection) -> list[tuple[str, int, str]]:
        wanted = sa.select(tables.id, tables.created, tables.game)
        if person is None:
            wanted = wanted.where(tables.is_public)
        else:
            wanted = wanted.join(schema.seatings, schema.seatings.c.table_id == tables.id).where(
                schema.seatings.c.person == person
            )
        if game is not None:
            wanted = wanted.where(tables.game == game)
        if status is not None:
            wanted = wanted.where(tables.status == status)
        if before is not None:
            wanted = wanted.where(
                sa.or_(tables.created < int(created), sa.and_(tables.created == int(created), tables.id < last))
            )
        rows = connection.execute(wanted.order_by(tables.created.desc(), tables.id.desc()).limit(limit + 1))
        return [(row.id, row.created, row.game) for row in rows]

    found = await services.storage.read(read)
    listed: list[TableInfo] = []
    for name, _, played in found[:limit]:
        if name not in services.hub.live and not services.hub.games.has(played, RULES):
            continue
        try:
            listed.append((await services.hub.open(name)).info())
        except MotherlodeError as error:
            log.warning("cannot list table", table=name, why=str(error))
    more = f"{found[limit - 1][1]}-{found[limit - 1][0]}" if len(found) > limit else None
    return TableList(listed, more)


@get("/me/matches", responses=PROBLEMS)
async def list_matches(
    request: Asked,
    is_over: FromQuery[bool] = False,
    before: Annotated[str | None, QueryParameter(max_length=40)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 20,
) -> OwnMatches:
    """Your matches, those that go on or those that are over, newest first; nobody has none.

    Names of tables begin with their time, so the key of `seatings` has them in the right order.
    """
    services, who, seatings = services_of(request), await who_asks(request), schema.seatings.c
    if who.person is None:
        return OwnMatches([], None)

    def read(connection: sa.Connection) -> list[tuple[str, str]]:
        tables = schema.tables.c
        wanted = (
            sa.select(seatings.table_id, tables.game)
            .join(schema.tables, tables.id == seatings.table_id)
            .where(seatings.person == who.person, tables.status.in_(ENDED if is_over else GOING_ON))
        )
        if before is not None:
            wanted = wanted.where(seatings.table_id < before)
        rows = connection.execute(wanted.order_by(seatings.table_id.desc()).limit(limit + 1))
        return [(row.table_id, row.game) for row in rows]

    found = await services.storage.read(read)
    matches: list[OwnMatch] = []
    for name, game in found[:limit]:
        if name not in services.hub.live and not services.hub.games.has(game, RULES):
            continue  # as for public tables: plain rules take long over many logs
        try:
            live = await services.hub.open(name)
        except MotherlodeError as error:
            log.warning("cannot list match", table=name, why=str(error))
            continue
        if live.seats_of(who):  # else got up before it began
            matches.append(live.own_match(who))
    return OwnMatches(matches, found[limit - 1][0] if len(found) > limit else None)


@get("/tables/{table:str}", responses=PROBLEMS)
async def show_table(request: Asked, table: FromPath[str], key: Key = None) -> TableInfo:
    """One table."""
    live, _ = await table_of(request, table, key)
    return live.info()


@get("/tables/{table:str}/seated", responses=PROBLEMS)
async def show_seated(request: Asked, table: FromPath[str]) -> Seated:
    """Your seat tokens again."""
    live, who = await table_of(request, table)
    return live.seated(who)


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=HTTP_200_OK)
async def join_table(request: Asked, table: FromPath[str], data: JSONBody[Join]) -> Seated:
    """Take a seat, or take yours back from its stand-in."""
    services, who = services_of(request), await who_asks(request)
    person, live = need_person(who), await services.hub.open(table)
    await live.freshen()
    seat = data.seat
    if data.token is not None:
        seat = Who(token=data.token).seat_by_token(live.state)
        if seat is None:
            raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
    else:
        live.may_watch(who, data.key or key_of(request))
    await live.change(partial(deciding.sit, person=person, name=who.name, wanted=seat), person)
    return live.seated(who)


async def ask(
    request: Asked,
    table: str,
    data: SeatRequest | ActRequest | AnswerRequest | SealRequest | OpenRequest,
    decide: Any,
    pick: Any = deciding.own_seat,
) -> Update:
    """Do something for one of one's seats; a refusal says how the table stands now."""
    live, who = await table_of(request, table)
    try:
        seat = pick(live.state, live.seats_of(who), data.seat)
        await live.change(partial(decide, seat=seat), who.key(seat), data.id)
    except MotherlodeError as error:
        raise Refusal(error, await live.fetch(who, None)) from None
    return await live.fetch(who, None, ack=data.id or None)


@post("/tables/{table:str}/leave", responses=PROBLEMS, status_code=HTTP_200_OK)
async def leave_table(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Update:
    """Get up; from a running match a bot takes over."""
    return await ask(request, table, data, deciding.leave)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=HTTP_200_OK)
async def start_table(request: Asked, table: FromPath[str]) -> Update:
    """Begin, where the host decides when."""
    live, who = await table_of(request, table)
    need_host(live, who)
    await live.change(deciding.call, need_person(who))
    return await live.fetch(who, None)


def need_host(live: LiveTable, who: Who) -> None:
    """Raise unless the table is one's own."""
    if not live.is_host(who):
        raise Barred(Code.TABLE_DENIED, f"only the host of table {live.id!r} may do this")


@post("/tables/{table:str}/actions", responses=PROBLEMS, status_code=HTTP_200_OK)
async def act(request: Asked, table: FromPath[str], data: JSONBody[ActRequest]) -> Update:
    """Play an action."""
    return await ask(request, table, data, partial(deciding.act, step=data.step, action=data.action))


@post("/tables/{table:str}/seal", responses=PROBLEMS, status_code=HTTP_200_OK)
async def seal(request: Asked, table: FromPath[str], data: JSONBody[SealRequest]) -> Update:
    """Before the start: bind your seat to the number that it will add to the dice."""
    return await ask(request, table, data, partial(deciding.seal, sealed=data.seal))


@post("/tables/{table:str}/open", responses=PROBLEMS, status_code=HTTP_200_OK)
async def open_number(request: Asked, table: FromPath[str], data: JSONBody[OpenRequest]) -> Update:
    """When the table is called: show the number that your seat has sealed; the last one starts the match."""
    await ask(request, table, data, partial(deciding.open_number, number=data.number))
    live, who = await table_of(request, table)
    await live.attendant.begin()
    return await live.fetch(who, None, ack=data.id or None)


@post("/tables/{table:str}/undo", responses=PROBLEMS, status_code=HTTP_200_OK)
async def undo(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Update:
    """Take back your last action, or ask the others to agree."""
    return await ask(request, table, data, deciding.undo)


@post("/tables/{table:str}/answer_undo", responses=PROBLEMS, status_code=HTTP_200_OK)
async def answer_undo(request: Asked, table: FromPath[str], data: JSONBody[AnswerRequest]) -> Update:
    """Agree to an undo, or not."""
    return await ask(
        request,
        table,
        data,
        partial(deciding.answer_undo, agree=data.agree),
        deciding.answering_seat,
    )


@post("/tables/{table:str}/resign", responses=PROBLEMS, status_code=HTTP_200_OK)
async def resign(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Update:
    """Give up."""
    return await ask(request, table, data, deciding.resign)


@post("/tables/{table:str}/say", responses=PROBLEMS, status_code=HTTP_200_OK)
async def say_something(request: Asked, table: FromPath[str], data: JSONBody[SayRequest]) -> Update:
    """Chat."""
    live, who = await table_of(request, table)
    decide, by = say(services_of(request), live, who, data.text)
    await live.change(decide, by, data.id)
    return await live.fetch(who, None, ack=data.id or None)


@post("/tables/{table:str}/stand_in", responses=PROBLEMS, status_code=HTTP_200_OK)
async def stand_in(request: Asked, table: FromPath[str], data: JSONBody[StandIn]) -> Update:
    """Let a bot play for your seat, or for one whose player is away."""
    live, who = await table_of(request, table)
    mine = live.seats_of(who)
    if not mine:
        raise Barred(Code.SEAT_DENIED, "only who plays here may call a stand-in")
    if data.seat >= len(live.state.seats):
        raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {data.seat}: seats are 0 to {len(live.state.seats) - 1}")
    if data.seat not in mine and not live.is_away(data.seat):
        raise Barred(Code.SEAT_DENIED, f"the player of seat {data.seat} is not away")
    why = "asked for" if data.seat in mine else "away"
    await live.change(
        partial(deciding.stand_in, seat=data.seat, why=why),
        who.key(data.seat if data.seat in mine else mine[0]),
        data.id,
    )
    return await live.fetch(who, None)


@post("/tables/{table:str}/mute", responses=PROBLEMS, status_code=HTTP_200_OK)
async def mute(request: Asked, table: FromPath[str], data: JSONBody[MuteRequest]) -> Update:
    """Keep a person from chatting at your table."""
    live, who = await table_of(request, table)
    need_host(live, who)
    await live.change(partial(deciding.mute, person=data.person, is_muted=data.is_muted), need_person(who), data.id)
    return await live.fetch(who, None)


@post("/tables/{table:str}/rematch", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def rematch(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Seated:
    """Wait at another table for the same people, everybody one seat on; or follow who waits there already."""
    live, who = await table_of(request, table)
    return (await making.rematch(services_of(request), who, live, data.id)).seated(who)


@get("/tables/{table:str}/updates", responses=PROBLEMS)
async def updates(
    request: Asked,
    table: FromPath[str],
    since: Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)] = None,
    wait: Annotated[float, QueryParameter(ge=0, le=MAX_WAIT_S)] = 0,
    seat: Seat = None,
    views: FromQuery[bool] = True,
    words: FromQuery[bool] = True,
    language: FromQuery[Language] = "en",
    key: Key = None,
) -> Update:
    """Events from a step on, with what is now; waits for one where there is none yet."""
    live, who = await table_of(request, table, key)
    if seat is not None:
        deciding.own_seat(live.state, live.seats_of(who), seat)
    if since is not None and wait > 0:
        await live.wait_beyond(since, wait)
        live, who = await table_of(request, table, key)  # who waited may have logged out meanwhile
    return await live.fetch(who, since, only=seat, detail=detail_of(views, words), language=language)


@get("/tables/{table:str}/record", responses=PROBLEMS, media_type=MediaType.TEXT)
async def record(request: Asked, table: FromPath[str], seat: Seat = None, key: Key = None) -> str:
    """The match as a text record: all of it once it is over."""
    live, who = await table_of(request, table, key)
    return live.record(who, seat)


@get("/tables/{table:str}/verify", responses=PROBLEMS)
async def verify_table(request: Asked, table: FromPath[str], key: Key = None) -> Fairness:
    """Draw every die and card again from the seed."""
    live, who = await table_of(request, table, key)
    state = live.state
    if state.match is None or not state.is_seed_open:
        return Fairness(False, f"{still_secret(live)}: its seed is still secret", state.commitment)
    found = await check_record(services_of(request), live.record(who, None))
    return msgspec.structs.replace(found, commitment=state.commitment, seed=state.seed.hex())


@get("/tables/{table:str}/proof", responses=PROBLEMS)
async def prove_table(request: Asked, table: FromPath[str], key: Key = None) -> Proof:
    """What is needed to check every die and card without the rules, once the seed is open."""
    live, _ = await table_of(request, table, key)
    state = live.state
    if state.match is None or not state.is_seed_open:
        raise Barred(Code.TABLE_STATUS, f"{still_secret(live)}: there is no proof yet")
    match = state.match.copy()
    return msgspec.convert(await asyncio.to_thread(write_proof, match), Proof)


def still_secret(live: LiveTable) -> str:
    """Why the seed of a table is not told."""
    what = "day" if live.state.setup.daily and live.state.status == "over" else "match"
    return f"the {what} is not over"


@post("/import", responses=PROBLEMS, status_code=HTTP_201_CREATED, request_max_body_size=MAX_RECORD_BYTES + 65536)
async def import_record(request: Asked, data: JSONBody[ImportRecord]) -> Seated:
    """Make a table from a text record."""
    who = await who_asks(request)
    services_of(request).rate.take(f"tables {address_of(request)}", 5)
    return (await making.import_record(services_of(request), who, data.record, data.is_public)).seated(who)


@post("/verify", responses=PROBLEMS, status_code=HTTP_200_OK, request_max_body_size=MAX_RECORD_BYTES + 65536)
async def verify_record(request: Asked, data: JSONBody[VerifyRecord]) -> Fairness:
    """Check the rules, the result and the dice of a text record."""
    services_of(request).rate.take(f"tables {address_of(request)}", 5)
    return await check_record(services_of(request), data.record)


async def check_record(services: Services, text: str) -> Fairness:
    """Replay a record and draw its chance again."""
    await services.hub.games.need(read_record(text).header["game"])
    found = await asyncio.to_thread(verify, text)
    return Fairness(found.has_proof, found.words, proof=list(found.proof))


HANDLERS = [
    list_games, create_table, list_tables, list_matches, show_table, show_seated, join_table, leave_table, start_table,
    act, seal, open_number, undo, answer_undo, resign, say_something, stand_in, mute, rematch, updates, record,
    verify_table, prove_table, import_record, verify_record,
]  # fmt: skip

"""Everything over plain HTTP: a client without WebSocket, such as a shell script, can play whole matches."""

import asyncio
import hmac
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
import structlog
from litestar import MediaType, Request, Response, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from motherlode import __version__
from motherlode.bots import names_of
from motherlode.core.contract import GameSpec, Language
from motherlode.core.errors import BadInput, Barred, Code, MotherlodeError
from motherlode.core.options import describe_options
from motherlode.core.registry import find_game, game_names
from motherlode.server import deciding, schema
from motherlode.server.people import Who
from motherlode.server.protocol import (
    MAX_RECORD_BYTES,
    ActRequest,
    AnswerRequest,
    CreateTable,
    Credentials,
    Fairness,
    GameInfo,
    Health,
    ImportRecord,
    Join,
    Leaderboard,
    MuteRequest,
    NewPerson,
    OptionInfo,
    Person,
    Problem,
    Rename,
    SayRequest,
    Seated,
    SeatRequest,
    Session,
    StandIn,
    TableInfo,
    TableList,
    Update,
    VerifyRecord,
)
from motherlode.server.ratings import read_leaders
from motherlode.server.security import COOKIE, bearer_token, check_origin, cookie_token, header
from motherlode.server.services import Services, need_person
from motherlode.server.tables import LiveTable
from motherlode.server.telling import detail_of
from motherlode.table.game import verify
from motherlode.table.record import read_record

MAX_WAIT_S = 30
MAX_LISTED = 50
COOKIE_S = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")

log = structlog.get_logger("motherlode.http")

Asked = Request[Any, Any, State]
Seat = Annotated[int | None, QueryParameter(ge=0, lt=12)]
Key = Annotated[str | None, QueryParameter(max_length=200)]

STATUS = {
    Code.UNKNOWN_GAME: 404,
    Code.UNKNOWN_TABLE: 404,
    Code.UNREADABLE_ACTION: 422,
    Code.ILLEGAL_ACTION: 422,
    Code.UNKNOWN_OPTION: 422,
    Code.BAD_OPTION: 422,
    Code.WRONG_SEATS: 422,
    Code.BAD_RECORD: 422,
    Code.UNFAIR_RECORD: 422,
    Code.UNKNOWN_SEAT: 422,
    Code.UNKNOWN_BOT: 422,
    Code.BAD_CHOICE: 422,
    Code.STALE_ACTION: 409,
    Code.OUT_OF_TURN: 409,
    Code.MATCH_OVER: 409,
    Code.UNDO_BARRED: 409,
    Code.TABLE_STATUS: 409,
    Code.TABLE_RULES: 409,
    Code.SEAT_TAKEN: 409,
    Code.PERSON_TAKEN: 409,
    Code.CHAT_BARRED: 403,
    Code.TABLE_DENIED: 403,
    Code.SEAT_DENIED: 403,
    Code.WRONG_ORIGIN: 403,
    Code.UNKNOWN_PERSON: 401,
    Code.TOO_FAST: 429,
    Code.LARGE_MESSAGE: 413,
    Code.STORE_AWAY: 503,
    Code.SERVER_STOPS: 503,
    Code.GAME_PREPARING: 503,
    Code.UNSOLVED: 422,
}
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=words)
    for status, words in {
        400: "unreadable",
        401: "who are you",
        403: "not yours",
        404: "unknown",
        405: "not in this way",
        409: "not now",
        413: "too large",
        422: "refused by the rules, or a bad option",
        429: "too fast",
        503: "the database is away, or a game is being prepared",
    }.items()
}


class Refusal(MotherlodeError):
    """An error with the state of the table at the time."""

    def __init__(self, error: MotherlodeError, now: Update | None) -> None:
        super().__init__(error.code, str(error))
        self.rule = getattr(error, "rule", "")
        self.now = now


def problem(code: Code, message: str, status: int, rule: str = "", now: Update | None = None) -> Response[Problem]:
    """An answer that says what is wrong."""
    return Response(Problem(str(code), message, rule, now), status_code=status, media_type=MediaType.JSON)


def on_refusal(request: Asked, error: MotherlodeError) -> Response[Problem]:
    """What the engine or the server refuses on purpose."""
    services_of(request).metrics.refused.labels(str(error.code)).inc()
    rule, now = getattr(error, "rule", ""), getattr(error, "now", None)
    status = 404 if isinstance(error, LookupError) else STATUS.get(error.code, 400)
    return problem(error.code, str(error), status, rule, now)


def on_http_error(request: Asked, error: HTTPException) -> Response[Problem]:
    """What Litestar refuses: unknown addresses, bodies that do not fit."""
    if error.status_code == 413:
        return problem(Code.LARGE_MESSAGE, "the request is too large", 413)
    if error.status_code >= 500:
        return on_fault(request, error)
    if error.status_code == 404:
        return problem(Code.BAD_MESSAGE, f"there is nothing at {request.url.path[:80]!r}", 404)
    extra = error.extra if isinstance(error.extra, list) else []
    where = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict))
    words = " ".join(f"{error.detail}{f' ({where})' if where else ''}".split())
    return problem(Code.BAD_MESSAGE, f"unreadable request: {words[:300]}", error.status_code)


def on_deep_body(_: Asked, __: RecursionError) -> Response[Problem]:
    """JSON that is nested beyond reason."""
    return problem(Code.BAD_MESSAGE, "unreadable request: it is nested too deeply", 400)


def on_fault(request: Asked, error: Exception) -> Response[Problem]:
    """A fault of ours: noted in the log, not told to clients."""
    log.error("fault", path=request.url.path, exc_info=error)
    return problem(Code.SERVER_FAULT, "a fault of the server: it was noted", 500)


async def before(request: Asked) -> None:
    """Limits and origins, before anything is read."""
    services = services_of(request)
    if request.url.path in ("/healthz", "/metrics"):
        return
    services.rate.take(address_of(request))
    headers = request.scope["headers"]
    if request.method not in SAFE and bearer_token(headers) is None:
        check_origin(headers, frozenset(services.settings.origins))


def services_of(request: Asked) -> Services:
    """The parts of the server."""
    found: Services = request.app.state.services
    return found


def address_of(request: Asked) -> str:
    """Where the request comes from."""
    return request.client.host if request.client else "?"


def token_of(request: Asked) -> str | None:
    """The token that came with the request."""
    headers = request.scope["headers"]
    return bearer_token(headers) or cookie_token(headers)


async def who_asks(request: Asked) -> Who:
    """Who asks; nobody without a token."""
    services = services_of(request)
    who = await services.people.recognise(token_of(request))
    if who.person is not None:
        services.rate.take(who.person)
    return who


def session_answer(request: Asked, person: Person, token: str, is_bearer: bool, status: int) -> Response[Session]:
    """The token in the body for programs, in a cookie for browsers."""
    if is_bearer:
        return Response(Session(person, token), status_code=status)
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=COOKIE_S,
        httponly=True,
        samesite="lax",
        secure=services_of(request).settings.is_secure,
        path="/",
    )
    return Response(Session(person), status_code=status, cookies=[cookie])


# Games


_described: dict[str, tuple[GameSpec, GameInfo]] = {}


def describe_game(name: str) -> GameInfo:
    """A game as a client needs it to make a table; whether it is ready is for others to say."""
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
    """Games, their options and their bots, and whether they can be played already."""
    state = services_of(request).hub.games.state
    return [msgspec.structs.replace(describe_game(name), state=state(name)) for name in game_names()]


# People


@post("/people", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def become_guest(request: Asked, data: JSONBody[NewPerson]) -> Response[Session]:
    """Become a guest."""
    services_of(request).rate.take(f"guests {address_of(request)}", 5)
    person, token = await services_of(request).people.new_guest(data.name)
    return session_answer(request, person, token, data.bearer, HTTP_201_CREATED)


@get("/me", responses=PROBLEMS)
async def who_am_i(request: Asked) -> Person:
    """Who you are."""
    return await services_of(request).people.find(need_person(await who_asks(request)))


@patch("/me", responses=PROBLEMS)
async def rename(request: Asked, data: JSONBody[Rename]) -> Person:
    """Take another name."""
    person = need_person(await who_asks(request))
    await services_of(request).people.rename(person, data.name)
    return await services_of(request).people.find(person)


@post("/me/account", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def make_account(request: Asked, data: JSONBody[Credentials]) -> Person:
    """Turn the guest you are into an account."""
    services = services_of(request)
    person = need_person(await who_asks(request))
    services.rate.take(f"password {address_of(request)}", 10)
    await services.people.make_account(person, data.name, data.password)
    return await services.people.find(person)


@post("/login", responses=PROBLEMS, status_code=HTTP_200_OK)
async def login(request: Asked, data: JSONBody[Credentials]) -> Response[Session]:
    """Log in to an account."""
    services = services_of(request)
    services.rate.take(f"password {address_of(request)}", 10)
    person, token = await services.people.login(data.name, data.password)
    return session_answer(request, person, token, data.bearer, HTTP_200_OK)


@post("/logout", responses=PROBLEMS, status_code=HTTP_200_OK)
async def logout(request: Asked) -> Response[None]:
    """End the session."""
    need_person(await who_asks(request))
    token = token_of(request)
    assert token is not None
    await services_of(request).people.logout(token)
    response: Response[None] = Response(None)
    response.delete_cookie(COOKIE)
    return response


@get("/people/{person:str}", responses=PROBLEMS)
async def find_person(request: Asked, person: FromPath[str]) -> Person:
    """Somebody, with ratings."""
    return await services_of(request).people.find(person)


@get("/leaderboards/{game:str}", responses=PROBLEMS)
async def leaderboard(
    request: Asked, game: FromPath[str], seats: Annotated[int, QueryParameter(ge=2, le=12)] = 2
) -> Leaderboard:
    """The best at a game with so many seats."""
    spec = find_game(game)
    leaders = await services_of(request).storage.read(
        lambda connection: read_leaders(connection, spec.name, seats, 100)
    )
    return Leaderboard(spec.name, seats, leaders)


# Tables


async def table_of(
    request: Asked, table: str, key: str | None = None, is_watching: bool = True
) -> tuple[LiveTable, Who]:
    """A table and who asks for it; raise if it is none of his business."""
    who = await who_asks(request)
    live = await services_of(request).hub.open(table)
    if is_watching:
        live.may_watch(who, key or header(request.scope["headers"], b"x-table-key"))
    if who.token is not None and not who.seats_at(live.state):
        raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
    return live, who


@post("/tables", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def create_table(request: Asked, data: JSONBody[CreateTable]) -> Seated:
    """Make a table; it starts when all seats are taken."""
    who = await who_asks(request)
    services_of(request).rate.take(f"tables {address_of(request)}", 2)
    live = await services_of(request).create_table(who, data)
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
    """Public tables, or your own; newest first. Those of games that are not ready yet are left out."""
    services, tables = services_of(request), schema.tables.c
    person = need_person(await who_asks(request)) if mine else None
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
        if not services.hub.games.is_ready(played):
            continue
        try:
            listed.append((await services.hub.open(name)).info())
        except MotherlodeError as error:
            log.warning("cannot list table", table=name, why=str(error))
    more = f"{found[limit - 1][1]}-{found[limit - 1][0]}" if len(found) > limit else None
    return TableList(listed, more)


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


async def sit_down(live: LiveTable, who: Who, data: Join) -> None:
    """Take a seat, and start the match when it was the last one."""
    person = need_person(who)
    state, seat = live.state, data.seat
    if data.token is not None:
        seat = Who(token=data.token).seat_by_token(state)
        if seat is None:
            raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
    else:
        live.may_watch(who, data.key)
    await live.change(person, None, lambda current: deciding.sit(current, person, who.name, seat))
    await start_if_full(live)


async def start_if_full(live: LiveTable) -> None:
    """Start a table that waits for nothing but its last player."""
    state = live.state
    if state.status == "open" and state.setup.starts == "full" and not any(seat.is_open for seat in state.seats):
        try:
            await live.change("table", None, deciding.start)
        except Barred as error:
            if error.code != Code.TABLE_STATUS:
                raise


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=HTTP_200_OK)
async def join_table(request: Asked, table: FromPath[str], data: JSONBody[Join]) -> Seated:
    """Take a seat, or take yours back from its stand-in."""
    services, who = services_of(request), await who_asks(request)
    live = await services.hub.open(table)
    await sit_down(live, who, data)
    return live.seated(who)


async def ask(
    request: Asked,
    table: str,
    data: SeatRequest | ActRequest | AnswerRequest,
    decide: Any,
    pick: Any = deciding.own_seat,
) -> Update:
    """Do something for one of one's seats; a refusal says how the table stands now."""
    live, who = await table_of(request, table)
    try:
        seat = pick(live.state, live.seats_of(who), data.seat)
        await live.change(who.key(seat), data.id or None, lambda state: decide(state, seat))
    except MotherlodeError as error:
        raise Refusal(error, await live.fetch(who, None)) from None
    return msgspec.structs.replace(await live.fetch(who, None), ack=data.id or None)


@post("/tables/{table:str}/leave", responses=PROBLEMS, status_code=HTTP_200_OK)
async def leave_table(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Update:
    """Get up; from a running match a bot takes over."""
    return await ask(request, table, data, deciding.leave)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=HTTP_200_OK)
async def start_table(request: Asked, table: FromPath[str]) -> Update:
    """Begin, where the host decides when."""
    live, who = await table_of(request, table)
    need_host(live, who)
    await live.change(need_person(who), None, deciding.start)
    return await live.fetch(who, None)


def need_host(live: LiveTable, who: Who) -> None:
    """Raise unless the table is one's own."""
    if who.person is None or who.person != live.state.setup.host:
        raise Barred(Code.TABLE_DENIED, f"only the host of table {live.id!r} may do this")


@post("/tables/{table:str}/actions", responses=PROBLEMS, status_code=HTTP_200_OK)
async def act(request: Asked, table: FromPath[str], data: JSONBody[ActRequest]) -> Update:
    """Play an action."""
    return await ask(request, table, data, lambda state, seat: deciding.act(state, seat, data.step, data.action))


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
        lambda state, seat: deciding.answer_undo(state, seat, data.agree),
        deciding.answering_seat,
    )


@post("/tables/{table:str}/resign", responses=PROBLEMS, status_code=HTTP_200_OK)
async def resign(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Update:
    """Give up."""
    return await ask(request, table, data, deciding.resign)


@post("/tables/{table:str}/say", responses=PROBLEMS, status_code=HTTP_200_OK)
async def say(request: Asked, table: FromPath[str], data: JSONBody[SayRequest]) -> Update:
    """Chat."""
    live, who = await table_of(request, table)
    await services_of(request).say(live, who, data.text, data.id, None)
    return msgspec.structs.replace(await live.fetch(who, None), ack=data.id or None)


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
        who.key(data.seat if data.seat in mine else mine[0]),
        data.id or None,
        lambda state: deciding.stand_in(state, data.seat, why),
    )
    return await live.fetch(who, None)


@post("/tables/{table:str}/mute", responses=PROBLEMS, status_code=HTTP_200_OK)
async def mute(request: Asked, table: FromPath[str], data: JSONBody[MuteRequest]) -> Update:
    """Keep a person from chatting at your table."""
    live, who = await table_of(request, table)
    need_host(live, who)
    await live.change(need_person(who), data.id or None, lambda state: deciding.mute(state, data.person, data.is_muted))
    return await live.fetch(who, None)


@post("/tables/{table:str}/rematch", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def rematch(request: Asked, table: FromPath[str], data: JSONBody[SeatRequest]) -> Seated:
    """Play again with the same people, everybody one seat on."""
    live, who = await table_of(request, table)
    return (await services_of(request).rematch(who, live, data.id)).seated(who)


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
    return await live.fetch(who, since, only=seat, detail=detail_of(views, words), language=language)


@get("/tables/{table:str}/record", responses=PROBLEMS, media_type=MediaType.TEXT)
async def record(request: Asked, table: FromPath[str], seat: Seat = None, key: Key = None) -> str:
    """The match as a text record: all of it once it is over."""
    live, who = await table_of(request, table, key)
    return await live.record(who, seat)


@get("/tables/{table:str}/verify", responses=PROBLEMS)
async def verify_table(request: Asked, table: FromPath[str], key: Key = None) -> Fairness:
    """Draw every die and card again from the seed."""
    live, who = await table_of(request, table, key)
    fair = live.state.fair
    is_revealed = live.info().seed is not None
    if live.state.match is None or not is_revealed:
        what = "day" if live.state.setup.daily and live.state.status == "over" else "match"
        return Fairness(False, f"the {what} is not over: its seed is still secret", fair.commitment)
    found = await check_record(services_of(request), await live.record(who, None))
    return Fairness(found.is_checked, found.message, fair.commitment, fair.seed.hex())


@post("/import", responses=PROBLEMS, status_code=HTTP_201_CREATED, request_max_body_size=MAX_RECORD_BYTES + 65536)
async def import_record(request: Asked, data: JSONBody[ImportRecord]) -> Seated:
    """Make a table from a text record."""
    who = await who_asks(request)
    services_of(request).rate.take(f"tables {address_of(request)}", 5)
    live = await services_of(request).import_record(who, data.record, data.is_public)
    return live.seated(who)


@post("/verify", responses=PROBLEMS, status_code=HTTP_200_OK, request_max_body_size=MAX_RECORD_BYTES + 65536)
async def verify_record(request: Asked, data: JSONBody[VerifyRecord]) -> Fairness:
    """Check the rules, the result and the dice of a text record."""
    services_of(request).rate.take(f"tables {address_of(request)}", 5)
    return await check_record(services_of(request), data.record)


async def check_record(services: Services, text: str) -> Fairness:
    """Replay a record and draw its chance again."""
    await services.hub.games.need(read_record(text).header["game"])
    found = await asyncio.to_thread(verify, text)
    return Fairness(found.has_proof, found.words)


# Operations


@get("/healthz", include_in_schema=False)
async def health(request: Asked) -> Response[Health]:
    """Whether the database and the bus answer."""
    services = services_of(request)
    try:
        await services.storage.read(lambda connection: connection.execute(sa.text("SELECT 1")).scalar())
        database = "well"
    except MotherlodeError:
        database = "away"
    bus = "well" if services.bus.is_well else "away"
    is_well = database == "well" and not services.is_stopping
    return Response(Health(is_well, database, bus, __version__), status_code=200 if is_well else 503)


@get("/metrics", responses=PROBLEMS, include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    """For Prometheus: from this machine, or with the token."""
    services = services_of(request)
    wanted, given = services.settings.metrics_token, bearer_token(request.scope["headers"]) or ""
    is_local = address_of(request) in ("127.0.0.1", "::1")
    if not (is_local and wanted is None) and not (wanted and hmac.compare_digest(wanted.encode(), given.encode())):
        raise Barred(Code.TABLE_DENIED, "metrics are for the operator: see --metrics-token")
    measured, stats = services.metrics, services.storage.stats
    measured.tables.set(len(services.hub.live))
    measured.events.set(stats.appends)
    measured.commits.set(stats.commits)
    measured.commit_seconds.set(stats.commit_s)
    measured.write_failures.set(stats.failures)
    measured.waiting.set(stats.waiting())
    return Response(measured.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [
    list_games, become_guest, who_am_i, rename, make_account, login, logout, find_person, leaderboard, create_table,
    list_tables, show_table, show_seated, join_table, leave_table, start_table, act, undo, answer_undo, resign, say,
    stand_in, mute, rematch, updates, record, verify_table, import_record, verify_record,
]  # fmt: skip

"""What all HTTP handlers share: who asks, for which table, and how a refusal is answered."""

from typing import Annotated, Any

import structlog
from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from motherlode.core.errors import Barred, Code, MotherlodeError
from motherlode.server.protocol.answers import Problem
from motherlode.server.protocol.messages import Update
from motherlode.server.services import Services
from motherlode.server.tables.access import Who
from motherlode.server.tables.live import LiveTable
from motherlode.server.wire.characters import check_address
from motherlode.server.wire.security import bearer_token, check_origin, cookie_token, header

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
    Code.SLOW_MESSAGE: 408,
    Code.STORE_AWAY: 503,
    Code.SERVER_STOPS: 503,
    Code.GAME_PREPARING: 503,
    Code.NO_LIBRARY: 503,
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
        408: "too slow",
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
    if error.code == Code.UNREADABLE_FILE:  # one of ours, for want of descriptors: where it is, is nobody's business
        log.error("file unreadable", path=request.url.path, why=str(error))
        return problem(Code.SERVER_FAULT, "the server cannot read its own files now: try again", 503)
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
    check_address(request.scope)
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


def key_of(request: Asked) -> str | None:
    """The key of a private table that came with the request."""
    return header(request.scope["headers"], b"x-table-key")


async def table_of(request: Asked, table: str, key: str | None = None) -> tuple[LiveTable, Who]:
    """A table and who asks for it; raise if it is none of his business."""
    who = await who_asks(request)
    live = await services_of(request).hub.open(table)
    await live.freshen()
    live.may_watch(who, key or key_of(request))
    if who.token is not None and not who.seats_at(live.state):
        raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
    return live, who

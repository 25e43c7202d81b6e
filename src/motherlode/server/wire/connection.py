"""A client at a table over WebSocket: hello, then requests answered in order, and updates as they happen."""

import asyncio
import time
from collections import deque
from functools import partial
from typing import Any

import msgspec
import structlog

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Barred, Code, MotherlodeError
from motherlode.server.moments import now_ms
from motherlode.server.protocol.messages import (
    MAX_MESSAGE_BYTES,
    PROTOCOL,
    Act,
    AnswerUndo,
    Bye,
    Fetch,
    FromClient,
    Hello,
    OpenNumber,
    Ping,
    Pong,
    Resign,
    Say,
    Seal,
    Undo,
)
from motherlode.server.services import Services
from motherlode.server.tables import deciding
from motherlode.server.tables.access import Who
from motherlode.server.tables.deciding import Decide
from motherlode.server.tables.live import Done, LiveTable, Request
from motherlode.server.tables.telling import Detail, detail_of, encode
from motherlode.server.wire.characters import check_address, check_message
from motherlode.server.wire.security import check_origin, cookie_token
from motherlode.server.wire.websocket import BAD_DATA, DENIED, FAULT, MAX_WAITING, TOO_LARGE, TRY_AGAIN, WebSocket

HELLO_S = 10.0
SOCKET_PREFIX, SOCKET_SUFFIX = "/api/tables/", "/play"
FAULT_WORDS = "a fault of the server: it was noted"
GOODBYE = encode(Bye(str(Code.SERVER_STOPS), "the server is restarting: connect again"))
CLOSE_CODES = {
    Code.BAD_MESSAGE: BAD_DATA,
    Code.LARGE_MESSAGE: TOO_LARGE,
    Code.STORE_AWAY: TRY_AGAIN,
    Code.GAME_PREPARING: TRY_AGAIN,
    Code.TOO_FAST: DENIED,
}

FromPlayer = Act | Seal | OpenNumber | AnswerUndo | Undo | Resign  # what a seat may ask for

decode = msgspec.json.Decoder(FromClient).decode
log = structlog.get_logger("motherlode.socket")


async def play(services: Services, scope: dict[str, Any]) -> None:
    """Serve a WebSocket from its first request to its end; its origin is checked before it is accepted."""
    socket: WebSocket = scope["state"]["socket"]
    address = scope["client"][0] if scope.get("client") else "?"
    try:
        check_address(scope)
        table = table_of(scope["path"])
        if table is None:
            raise BadInput(Code.BAD_MESSAGE, f"there is nothing at {scope['path'][:80]!r}")
        check_origin(scope["headers"], frozenset(services.settings.origins))
        services.rate.take(address)
    except MotherlodeError as error:
        socket.reject(429 if error.code == Code.TOO_FAST else 403, str(error.code))
        return
    socket.goodbye = GOODBYE
    socket.accept()
    await Connection(services, socket, address).run(table, cookie_token(scope["headers"]))


def table_of(path: str) -> str | None:
    """The table that a WebSocket with this path is for."""
    if path.startswith(SOCKET_PREFIX) and path.endswith(SOCKET_SUFFIX):
        return path[len(SOCKET_PREFIX) : -len(SOCKET_SUFFIX)]
    return None


class Connection:
    """A client at a table."""

    def __init__(self, services: Services, socket: WebSocket, address: str) -> None:
        self.services = services
        self.socket = socket
        self.address = address
        self.who = Who()
        self.seat: int | None = None
        self.detail: Detail = "full"
        self.language: Language = "en"
        self.sent = 0
        self.seats: list[int] = []
        self.seated = -1
        self._live: LiveTable | None = None
        self._waiting: deque[FromClient] = deque()  # what came while something before it waited or was being done
        self._is_busy = False
        self._hello: asyncio.Future[FromClient] = asyncio.get_running_loop().create_future()

    def push(self, message: bytes) -> None:
        """Send without waiting."""
        if not self.socket.transmit(message):
            self.services.metrics.dropped.inc()

    def lose(self) -> None:
        """End the connection: it could not be told something."""
        self._end(FAULT, Bye(str(Code.SERVER_FAULT), FAULT_WORDS))

    async def run(self, table: str, cookie: str | None) -> None:
        """Serve the client until it goes."""
        services = self.services
        services.metrics.connections.inc()
        try:
            self.socket.listen(self.receive)
            await self._greet(table, cookie)
            await self.socket.gone
        except TimeoutError:
            self._end(DENIED, Bye(str(Code.BAD_MESSAGE), f"no hello within {HELLO_S:g} seconds"))
        except MotherlodeError as error:
            self.refuse(error)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("fault", table=table)
            self._end(FAULT, Bye(str(Code.SERVER_FAULT), FAULT_WORDS))
        finally:
            services.metrics.connections.dec()
            services.forget_connection(self)
            if self._live is not None:
                self._live.part(self)
                self._live = None

    async def _greet(self, table: str, cookie: str | None) -> None:
        """Wait for hello, and let the client in."""
        done, _ = await asyncio.wait(
            (self._hello, self.socket.gone), timeout=HELLO_S, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            raise TimeoutError
        if self.socket.gone.done():
            self._hello.cancel()
            return
        hello = self._hello.result()
        if not isinstance(hello, Hello):
            raise BadInput(Code.BAD_MESSAGE, "expected hello first")
        if hello.protocol != PROTOCOL:
            raise BadInput(Code.BAD_MESSAGE, f"protocol {hello.protocol}: this server speaks {PROTOCOL}")
        self.who = await self.services.people.recognise(hello.token or cookie)
        self.services.remember_connection(self)
        self.seat, self.language = hello.seat, hello.language
        self.detail = detail_of(hello.views, hello.words)
        live = await self.services.hub.open(table)
        welcome = await live.welcome(self, hello.since, hello.key)
        self._live = live
        self.push(encode(welcome))
        live.enter()
        self._serve_waiting()

    # What the client sends

    def receive(self, payload: bytes, is_text: bool) -> None:
        """A message: served at once, or when those before it are."""
        try:
            message = read_message(payload, is_text)
            self.services.rate.take(self.address)
        except MotherlodeError as error:
            if self._hello.done():
                self.refuse(error)
            else:
                self._hello.set_exception(error)
            return
        if not self._hello.done():
            self._hello.set_result(message)
        elif self._live is None or self._is_busy or self._waiting:
            self._waiting.append(message)
            if len(self._waiting) > MAX_WAITING:
                self.socket.pause()
        else:
            self._serve(self._live, message)

    def _serve_waiting(self) -> None:
        while self._waiting and not self._is_busy and self._live is not None:
            self._serve(self._live, self._waiting.popleft())
        if not self._waiting:
            self.socket.resume()

    def _serve(self, live: LiveTable, message: FromClient) -> None:
        """Do what a message asks for; a refusal is answered, and the connection goes on."""
        started: float | None = None
        if isinstance(message, Act):  # nearly always
            started = time.perf_counter()
        elif isinstance(message, Ping):
            self.push(encode(Pong(now_ms())))
            return
        elif isinstance(message, Hello):
            self._done(live, None, None, BadInput(Code.BAD_MESSAGE, "hello is said once"))
            return
        elif isinstance(message, Fetch):
            self._is_busy = True
            self.services.hub.spawn(self._fetch(live, message))
            return
        self._is_busy = True
        # Not by the request, which has this function: the two would keep the table in memory until a full collection.
        done = partial(self._done, live, message.id, started)
        try:
            request = self._request(live, message, done)
        except MotherlodeError as error:
            done(error)
        else:
            live.submit(request)

    def _request(self, live: LiveTable, message: FromPlayer | Say, done: Done) -> Request:
        """What a message asks of its table."""
        if isinstance(message, Act):
            seat = deciding.own_seat(live.state, live.seats_for(self), message.seat)
        elif isinstance(message, AnswerUndo):
            seat = deciding.answering_seat(live.state, live.seats_for(self), message.seat)
        elif isinstance(message, Say):
            decide, by = say(self.services, live, self.who, message.text)
            return Request(decide, done, by, message.id, self)
        else:
            seat = deciding.own_seat(live.state, live.seats_for(self), message.seat)
        return Request(decision(message, seat), done, self.who.key(seat), message.id, self)

    def _done(self, live: LiveTable, request: str | None, started: float | None, result: int | Exception) -> None:
        """A request was done, or refused, or failed; `started`: when an action came."""
        if isinstance(result, int):
            if started is not None:
                self.services.metrics.action.observe(time.perf_counter() - started)
        elif isinstance(result, MotherlodeError):
            self.services.metrics.refused.labels(str(result.code)).inc()
            self.push(encode(live.refusal(result, request, self)))
        else:
            log.error("fault", table=live.id, exc_info=result)
            self._end(FAULT, Bye(str(Code.SERVER_FAULT), FAULT_WORDS))
        self._is_busy = False
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._serve_waiting)

    async def _fetch(self, live: LiveTable, message: Fetch) -> None:
        result: int | Exception = 0
        try:
            update = await live.fetch(
                self.who, message.since, only=self.seat, detail=self.detail, ack=message.id, language=self.language
            )
            self.push(encode(update))
        except Exception as error:
            result = error
        self._done(live, message.id, None, result)

    # Ending it

    def refuse(self, error: MotherlodeError) -> None:
        """Say goodbye because of what the client sent, or is no longer."""
        self._end(CLOSE_CODES.get(error.code, DENIED), Bye(str(error.code), str(error)))

    def _end(self, code: int, bye: Bye) -> None:
        self.socket.transmit(encode(bye))
        self.socket.close(code, bye.code)


def decision(message: FromPlayer, seat: int) -> Decide:
    """What a message of a seat wants to be decided."""
    if isinstance(message, Act):
        return partial(deciding.act, seat=seat, step=message.step, action=message.action)
    if isinstance(message, Seal):
        return partial(deciding.seal, seat=seat, sealed=message.seal)
    if isinstance(message, OpenNumber):
        return partial(deciding.open_number, seat=seat, number=message.number)
    if isinstance(message, AnswerUndo):
        return partial(deciding.answer_undo, seat=seat, agree=message.agree)
    return partial(deciding.undo if isinstance(message, Undo) else deciding.resign, seat=seat)


def read_message(payload: bytes, is_text: bool) -> FromClient:
    """A message of a client; raise where it is none."""
    if not is_text:
        raise BadInput(Code.BAD_MESSAGE, "unreadable message: expected text, found bytes")
    if len(payload) > MAX_MESSAGE_BYTES:
        raise BadInput(Code.LARGE_MESSAGE, f"message of {len(payload)} bytes: at most {MAX_MESSAGE_BYTES}")
    try:
        message: FromClient = decode(payload)
        check_message(payload)
        return message
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadInput(Code.BAD_MESSAGE, f"unreadable message: {' '.join(str(error).split())[:200]}") from None


def say(services: Services, live: LiveTable, who: Who, text: str) -> tuple[Decide, str]:
    """Chat, and who does: people by their name, holders of a seat token by their seat's."""
    seats, state = live.seats_of(who), live.state
    person = who.person or (state.seats[seats[0]].person if seats else None)
    if person is None:
        raise Barred(Code.CHAT_BARRED, "only people and players may chat: say who you are")
    name = state.seats[seats[0]].name if seats else who.name
    services.chat_rate.take(person)
    return partial(deciding.say, person=person, name=name, text=text), person

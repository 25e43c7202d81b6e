"""One WebSocket for each table and client: hello, then requests answered in order, and updates as they happen."""

import asyncio
import socket
import time
from collections.abc import Callable
from struct import Struct
from typing import Any

import msgspec
import structlog
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it is there
from websockets.protocol import State

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Barred, Code, MotherlodeError
from motherlode.server import deciding
from motherlode.server.neighbours import LocalBus
from motherlode.server.people import Who
from motherlode.server.protocol import (
    MAX_MESSAGE_BYTES,
    PROTOCOL,
    Act,
    AnswerUndo,
    Bye,
    Fetch,
    FromClient,
    Hello,
    Ping,
    Pong,
    Resign,
    Say,
    Undo,
)
from motherlode.server.services import Services
from motherlode.server.state import now_ms
from motherlode.server.tables import LiveTable
from motherlode.server.telling import Detail, detail_of, encode

HELLO_S = 10.0
CLOSE_S = 3.0  # for the client to answer a goodbye
MAX_UNSENT_BYTES = 256 * 1024
MAX_WAITING = 16  # messages of a client, before it is not read any further
TEXT_FRAME = 0x81  # a whole text message
MIDDLING, LONG = Struct("!BBH"), Struct("!BBQ")  # headers of messages whose size does not fit into one byte
MASKED = 0x80
BAD_DATA, DENIED, TOO_LARGE, FAULT, TRY_AGAIN = 1007, 1008, 1009, 1011, 1013  # close codes
SOCKET_PREFIX, SOCKET_SUFFIX = "/api/tables/", "/play"
FAULT_WORDS = "a fault of the server: it was noted"

GOODBYE = encode(Bye(str(Code.SERVER_STOPS), "the server is restarting: connect again"))

decode = msgspec.json.Decoder(FromClient).decode
log = structlog.get_logger("motherlode.socket")


class Outbox:
    """Sends at the end of a turn of the event loop what connections wrote in it.

    Every send may wake up who receives. A commit is followed by messages to all of its tables: written one after the
    other, without a pause, they wake up a proxy, or whoever has many of the connections, once and not each time.
    """

    def __init__(self) -> None:
        self._waiting: list[QuietTransport] = []

    def add(self, transport: "QuietTransport") -> None:
        """A connection has something to send."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(transport)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for transport in waiting:
            transport.flush()


_outbox = Outbox()


class QuietTransport:
    """A transport that writes at the end of the turn; all else is as it was."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Send soon."""
        if not self._parts:
            _outbox.add(self)
        self._parts.append(data)
        self._size += len(data)

    def flush(self) -> None:
        """Send now, unless the client has gone since: writing to it would fail, and others wait for theirs."""
        parts, self._parts, self._size = self._parts, [], 0
        if parts and not self._transport.is_closing():
            self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))

    def get_write_buffer_size(self) -> int:
        """What was not sent yet."""
        return self._size + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Send what is left, then close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._parts, self._size = [], 0
        self._transport.abort()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class PlayProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with short cuts for what tables do most: whole text messages, in and out.

    ASGI's `send` waits for a slow client; a table must not, so `transmit` drops who does not read. What comes in is cut
    into whole frames here: texts go to the application as bytes, to its `hear` where it takes them at once, else in
    events with a `payload`; a frame that is too long is skipped, however long it is, and the application is told its
    `size`. All other frames take uvicorn's way.
    """

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None, head: bytes = b""
    ) -> None:
        super().__init__(config, server_state, {**app_state, "protocol": self}, _loop)
        self._head = head  # of a connection that another process has handed over
        self._neighbours: LocalBus | None = None if head else app_state.get("neighbours")
        self.hear: Callable[[bytes], bool] = _wait  # false: the message has to wait its turn
        self.close_timeout = CLOSE_S
        self._is_odd = False  # frames cannot be told apart here any more: all takes uvicorn's way
        self._rest = b""  # the beginning of a frame
        self._skip = 0  # bytes that are still to come of a frame that is too long

    def transmit(self, message: bytes) -> bool:
        """Send a text message now; false if the client is gone, or dropped for not reading."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.transport.abort()
            return False
        size = len(message)
        if size < 126:
            header = bytes((TEXT_FRAME, size))
        elif size < 2**16:
            header = MIDDLING.pack(TEXT_FRAME, 126, size)
        else:
            header = LONG.pack(TEXT_FRAME, 127, size)
        self.transport.write(header + message)
        return True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, with what another process has read already."""
        super().connection_made(transport)
        self.transport = QuietTransport(self.transport)  # type: ignore[assignment]
        if self._head:
            self.data_received(self._head)

    def data_received(self, data: bytes) -> None:
        """Cut what comes in into frames."""
        # Nearly always one short text, whole, and nothing before it.
        if (
            self.hear is not _wait
            and data[0] == TEXT_FRAME
            and MASKED < data[1] < MASKED + 126
            and len(data) == data[1] - MASKED + 6
            and not (self._rest or self._skip or self._is_odd or self.close_sent)
            and self.conn.current_size is None
            and self.conn.state is State.OPEN
            and self.queue.empty()
        ):
            payload = apply_mask(data[6:], data[2:6])
            if not self.hear(payload):
                self._hand_over({"type": "websocket.receive", "payload": payload})
            return
        if not self.handshake_complete:
            if self._neighbours is not None and not self.handshake_initiated and self._hand_on(data):
                return
            # Frames before the handshake is answered, or in pieces behind it, are left to uvicorn.
            self._is_odd = self._is_odd or self.handshake_initiated or not data.endswith(b"\r\n\r\n")
        if not self.handshake_complete or self._is_odd:
            super().data_received(data)
            return
        if self._skip:
            skipped = min(self._skip, len(data))
            self._skip -= skipped
            data = data[skipped:]
        if self._rest:
            data = self._rest + data
        at = 0
        while at < len(data) and (size_and_start := _measure(data, at)) is not None:
            size, start = size_and_start
            if size < 0:
                self._is_odd, self._rest = True, b""
                super().data_received(data[at:])
                return
            end = start + size
            is_text = data[at] == TEXT_FRAME and self.conn.current_size is None and self.conn.state is State.OPEN
            if size > MAX_MESSAGE_BYTES:
                self._hand_over({"type": "websocket.receive", "size": size})
                self._skip = max(0, end - len(data))
            elif end > len(data):
                break
            elif is_text:
                payload = apply_mask(data[start:end], data[start - 4 : start])
                if self.close_sent or not self.queue.empty() or not self.hear(payload):
                    self._hand_over({"type": "websocket.receive", "payload": payload})
            else:
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def _hand_on(self, head: bytes) -> bool:
        """Let another process serve the connection, if its table is at home there."""
        table = table_of(head.split(b" ", 2)[1].partition(b"?")[0].decode("latin-1"))
        assert self._neighbours is not None
        return table is not None and self._neighbours.hand_over(table, head, self.transport)

    def send_receive_event_to_app(self) -> None:
        """A message that came in pieces, or bytes."""
        data, self.frames = b"".join(self.frames), []
        kind = "payload" if self.curr_msg_data_type == "text" else "bytes"
        self._hand_over({"type": "websocket.receive", kind: data})

    def _hand_over(self, event: Any) -> None:
        if self.close_sent:
            return
        self.queue.put_nowait(event)
        if not self.read_paused and self.queue.qsize() > MAX_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def shutdown(self) -> None:
        """The server stops: say so first."""
        self.transmit(GOODBYE)
        super().shutdown()

    def keepalive_timeout(self) -> None:
        """A client that does not answer does not read either: there is no use in waiting for it."""
        super().keepalive_timeout()
        self.transport.abort()


class Handed:
    """Serves connections that other processes have accepted."""

    def __init__(self, config: uvicorn.Config, app_state: dict[str, Any]) -> None:
        self._config = config
        self._app_state = app_state
        self._state = ServerState()
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, head: bytes, file: int) -> None:
        """Serve one."""
        task = asyncio.get_running_loop().create_task(self._take(head, socket.socket(fileno=file)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, head: bytes, taken: socket.socket) -> None:
        taken.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: PlayProtocol(self._config, self._state, self._app_state, head=head), taken
            )
        except OSError as error:
            log.info("a connection was lost on its way", why=str(error))

    async def close(self) -> None:
        """Say goodbye to all."""
        for connection in list(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=CLOSE_S)


def table_of(path: str) -> str | None:
    """The table that a WebSocket with this path is for."""
    if path.startswith(SOCKET_PREFIX) and path.endswith(SOCKET_SUFFIX):
        return path[len(SOCKET_PREFIX) : -len(SOCKET_SUFFIX)]
    return None


def _wait(_: bytes) -> bool:
    """Nobody takes messages at once."""
    return False


def _measure(data: bytes, at: int) -> tuple[int, int] | None:
    """Size and start of the payload of the frame at a place; none: it is not all there; size -1: not masked."""
    length = len(data) - at
    if length < 2:
        return None
    if data[at + 1] < MASKED:
        return -1, at
    size = data[at + 1] - MASKED
    if size < 126:
        return None if length < 6 else (size, at + 6)
    if size == 126:
        return None if length < 8 else (int.from_bytes(data[at + 2 : at + 4], "big"), at + 8)
    return None if length < 14 else (int.from_bytes(data[at + 2 : at + 10], "big"), at + 14)


class Connection:
    """A client at a table."""

    def __init__(self, services: Services, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.services = services
        self.receive = receive
        self.send = send
        self.address = scope["client"][0] if scope.get("client") else "?"
        self.who = Who()
        self.seat: int | None = None
        self.detail: Detail = "full"
        self.language: Language = "en"
        self.sent = 0
        self.seats: list[int] = []
        self.seated = -1
        self._protocol: PlayProtocol = scope["state"]["protocol"]
        self._live: LiveTable | None = None
        self._is_serving = False  # a message from the queue
        self._is_acting = False  # an action that did not go through the queue
        self._is_counted = False  # the rate limit knows of the next message in the queue
        self._acted: asyncio.Future[None] | None = None  # for who waits for its end

    def push(self, message: bytes) -> None:
        """Send without waiting."""
        if not self._protocol.transmit(message):
            self.services.metrics.dropped.inc()

    async def run(self, table: str, cookie: str | None) -> None:
        """Serve the client until it goes."""
        services = self.services
        services.metrics.connections.inc()
        live: LiveTable | None = None
        try:
            hello = await asyncio.wait_for(self._next(), HELLO_S)
            if not isinstance(hello, Hello):
                raise BadInput(Code.BAD_MESSAGE, "expected hello first")
            if hello.protocol != PROTOCOL:
                raise BadInput(Code.BAD_MESSAGE, f"protocol {hello.protocol}: this server speaks {PROTOCOL}")
            self.who = await services.people.recognise(hello.token or cookie)
            self.seat, self.language = hello.seat, hello.language
            self.detail = detail_of(hello.views, hello.words)
            live = await services.hub.open(table)
            welcome = await live.welcome(self, hello.since, hello.key)
            if self.who.token is not None and not welcome.seats:
                raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
            self.push(encode(welcome))
            live.enter()
            self._live, self._protocol.hear = live, self.hear
            while True:
                message = await self._next()
                self._is_serving = True
                if self._is_acting:  # requests are answered in order
                    self._acted = asyncio.get_running_loop().create_future()
                    await self._acted
                if not self._is_counted:
                    services.rate.take(self.address)
                self._is_counted = False
                await self._serve(live, message)
                self._is_serving = False
        except _Gone:
            pass
        except TimeoutError:
            await self._close(DENIED, Bye(str(Code.BAD_MESSAGE), f"no hello within {HELLO_S:g} seconds"))
        except MotherlodeError as error:
            await self._close(CLOSE_CODES.get(error.code, DENIED), Bye(str(error.code), str(error)))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("fault", table=table)
            await self._close(FAULT, Bye(str(Code.SERVER_FAULT), FAULT_WORDS))
        finally:
            self._live, self._protocol.hear = None, _wait
            services.metrics.connections.dec()
            if live is not None:
                live.part(self)

    def hear(self, payload: bytes) -> bool:
        """Let an action be played without a task of its own; false for other messages, and for what is refused."""
        live = self._live
        if live is None or self._is_serving or self._is_acting or len(payload) > MAX_MESSAGE_BYTES:
            return False
        try:
            message = decode(payload)
            if type(message) is not Act:
                return False
            self.services.rate.take(self.address)
            self._is_counted = True
            state = live.state
            seats = self.seats if self.seated == state.seated else live.seats_of(self.who, self.seat)
            seat = deciding.own_seat(state, seats, message.seat)
            started = time.perf_counter()
            self._is_acting = live.change_now(
                self.who.key(seat),
                message.id,
                lambda state: deciding.act(state, seat, message.step, message.action),
                self,
                lambda result: self._settle(message, started, result),
            )
        except Exception:
            return False  # it fails again, and is answered, in its turn
        self._is_counted = not self._is_acting
        return self._is_acting

    def _settle(self, message: Act, started: float, result: bool | Exception) -> None:
        """An action that was heard is stored and told; or it has to be tried again, or failed."""
        if result is True:
            self.services.metrics.action.observe(time.perf_counter() - started)
            self._rest()
        else:
            self.services.hub.spawn(self._recover(message, result))

    async def _recover(self, message: Act, result: bool | Exception) -> None:
        live = self._live
        try:
            if live is None:
                return
            if isinstance(result, MotherlodeError):
                await self._refuse(live, message.id, result)
            elif isinstance(result, Exception):
                log.error("fault", table=live.id, exc_info=result)
                await self._close(FAULT, Bye(str(Code.SERVER_FAULT), FAULT_WORDS))
            else:
                await self._serve(live, message)
        finally:
            self._rest()

    def _rest(self) -> None:
        self._is_acting = False
        if self._acted is not None:
            self._acted.set_result(None)
            self._acted = None

    async def _next(self) -> FromClient:
        event = await self.receive()
        if event["type"] == "websocket.disconnect":
            raise _Gone
        payload = event.get("payload")
        if payload is None:
            if "size" in event:
                raise BadInput(Code.LARGE_MESSAGE, f"message of {event['size']} bytes: at most {MAX_MESSAGE_BYTES}")
            raise BadInput(Code.BAD_MESSAGE, "unreadable message: expected text, found bytes")
        if len(payload) > MAX_MESSAGE_BYTES:
            raise BadInput(Code.LARGE_MESSAGE, f"message of {len(payload)} bytes: at most {MAX_MESSAGE_BYTES}")
        try:
            message: FromClient = decode(payload)
            return message
        except msgspec.ValidationError as error:
            raise BadInput(Code.BAD_MESSAGE, f"unreadable message: {_one_line(error)}") from None
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
            raise BadInput(Code.BAD_MESSAGE, f"unreadable message: {_one_line(error)}") from None

    async def _serve(self, live: LiveTable, message: FromClient) -> None:
        """Do what one message asks for; a refusal is answered, and the connection goes on."""
        request = getattr(message, "id", None)
        try:
            if isinstance(message, Act):
                started = time.perf_counter()
                await self._act(live, message)
                self.services.metrics.action.observe(time.perf_counter() - started)
            elif isinstance(message, Ping):
                self.push(encode(Pong(now_ms())))
            elif isinstance(message, Fetch):
                update = await live.fetch(
                    self.who,
                    message.since,
                    only=self.seat,
                    detail=self.detail,
                    ack=message.id,
                    language=self.language,
                )
                self.push(encode(update))
            elif isinstance(message, Hello):
                raise BadInput(Code.BAD_MESSAGE, "hello is said once")
            else:
                await self._ask(live, message)
        except MotherlodeError as error:
            await self._refuse(live, request, error)

    async def _refuse(self, live: LiveTable, request: str | None, error: MotherlodeError) -> None:
        self.services.metrics.refused.labels(str(error.code)).inc()
        self.push(encode(await live.refusal(error, self.who, request, self)))

    async def _act(self, live: LiveTable, message: Act) -> None:
        mine = live.seats_of(self.who, self.seat)
        seat = deciding.own_seat(live.state, mine, message.seat)
        await live.change(
            self.who.key(seat),
            message.id,
            lambda state: deciding.act(state, seat, message.step, message.action),
            self,
        )

    async def _ask(self, live: LiveTable, message: Undo | AnswerUndo | Resign | Say) -> None:
        if isinstance(message, Say):
            await self.services.say(live, self.who, message.text, message.id, self)
            return
        mine = live.seats_of(self.who, self.seat)
        if isinstance(message, AnswerUndo):
            seat = deciding.answering_seat(live.state, mine, message.seat)
            await live.change(
                self.who.key(seat), message.id, lambda state: deciding.answer_undo(state, seat, message.agree), self
            )
            return
        seat = deciding.own_seat(live.state, mine, message.seat)
        decide = deciding.undo if isinstance(message, Undo) else deciding.resign
        await live.change(self.who.key(seat), message.id, lambda state: decide(state, seat), self)

    async def _close(self, code: int, bye: Bye) -> None:
        self._protocol.transmit(encode(bye))
        await self.send({"type": "websocket.close", "code": code, "reason": bye.code})


class _Gone(Exception):
    """The client closed the connection."""


CLOSE_CODES = {
    Code.BAD_MESSAGE: BAD_DATA,
    Code.LARGE_MESSAGE: TOO_LARGE,
    Code.STORE_AWAY: TRY_AGAIN,
    Code.GAME_PREPARING: TRY_AGAIN,
    Code.TOO_FAST: DENIED,
}


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]

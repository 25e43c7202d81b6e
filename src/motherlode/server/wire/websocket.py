"""A WebSocket as uvicorn hands it over: frames are left to the library `websockets`, and sending never waits.

ASGI is used to begin a connection only (so that proxies are understood
as for HTTP): the application finds the socket in `scope["state"]["socket"]`, accepts or rejects it, and is told of
every message by a call. ASGI's own `send` waits for a slow client; a table must not.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import structlog
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from motherlode.server.wire.uvicorn_adapter import Host

CLOSE_S = 3.0  # for the client to answer a goodbye
PING_S = 20.0  # between two questions whether a silent client is still there
MAX_UNSENT_BYTES = 256 * 1024
MAX_WAITING = 16  # messages that nobody has taken yet, before the client is not read any further
RESTARTING = 1012  # close code
BAD_DATA, DENIED, TOO_LARGE, FAULT, TRY_AGAIN = 1007, 1008, 1009, 1011, 1013

log = structlog.get_logger("motherlode.socket")
_quiet = logging.getLogger("motherlode.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False

Payload = tuple[bytes, bool]  # and whether it is a text
OPEN, TEXT, BINARY, CONT = State.OPEN, Opcode.TEXT, Opcode.BINARY, Opcode.CONT  # looked up for every message


@lru_cache(4096)
def head_of(size: int) -> bytes:
    """What the library writes before a text message of so many bytes, which is the same before all of that length."""
    whole = Frame(TEXT, bytes(size)).serialize(mask=False)
    return whole[: len(whole) - size]


class Outbox:
    """Sends at the end of a turn of the event loop what sockets wrote in it.

    Every send may wake up who receives. A commit is followed by messages to all of its tables: written one after the
    other, without a pause, they wake up a proxy, or whoever has many of the connections, once and not each time.
    """

    def __init__(self) -> None:
        self._waiting: list[WebSocket] = []

    def add(self, socket: "WebSocket") -> None:
        """A connection has something to send."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(socket)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket in waiting:
            socket.flush()


_outbox = Outbox()


class WebSocket(asyncio.Protocol):
    """One connection."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._frames = ServerProtocol(max_size=host.max_bytes, logger=_quiet)
        self._transport: Any = None
        self._request: Request | None = None
        self._pieces: list[Any] = []  # of a message
        self._is_text = True
        self._texts: list[bytes] = []  # heads and messages that wait for the end of the turn
        self._unsent = 0  # bytes of them
        self._timer: asyncio.TimerHandle | None = None
        self._is_heard = True  # something came since the last ping
        self._is_paused = False
        self._waiting: list[Payload] = []  # messages that nobody has taken yet
        self.take: Callable[[bytes, bool], None] | None = None  # told of every message
        self.goodbye = b""  # the last message when the server stops
        self.gone: asyncio.Future[None] = self._loop.create_future()

    # For the application

    def accept(self) -> None:
        """Complete the handshake."""
        assert self._request is not None
        self._frames.send_response(self._frames.accept(self._request))
        self.flush()
        self._timer = self._loop.call_later(PING_S, self._ping)

    def reject(self, status: int, words: str) -> None:
        """Answer the handshake with an error."""
        self._frames.send_response(self._frames.reject(status, f"{words}\n"))
        self.flush()
        self._transport.close()

    def listen(self, take: Callable[[bytes, bool], None]) -> None:
        """Have every message taken by a function, those first that have come already."""
        self.take = take
        self._hand_over()

    def transmit(self, message: bytes) -> bool:
        """Send a text message soon; false if the client is gone, or dropped for not reading."""
        frames, transport = self._frames, self._transport
        if frames.state is not OPEN or transport.is_closing():
            return False
        if self._unsent + transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            transport.abort()
            return False
        if not self._texts:
            _outbox.add(self)
        size = len(message)
        self._texts += head_of(size), message
        self._unsent += size
        return True

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye; a client that does not answer is cut off."""
        if self._frames.state is OPEN:
            self._frames.send_close(code, reason)
            self.flush()
            self._set_timer(CLOSE_S, self._transport.abort)
            self._read_on()  # for the answer
        elif not self._transport.is_closing():
            self._transport.close()

    def flush(self) -> None:
        """Send now what was written."""
        parts = self._frames.data_to_send()
        if self._texts:  # before what the library has to say: nothing may follow a goodbye
            parts = self._texts + parts
            self._texts, self._unsent = [], 0
        if not parts or self._transport.is_closing():
            return
        self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))
        if parts[-1] == b"":  # there is no more to say; a client that is still sending is to read it all the same
            self._transport.write_eof()
            self._set_timer(CLOSE_S, self._transport.abort)

    def pause(self) -> None:
        """Read no further, until `resume`."""
        if not self._is_paused and not self._transport.is_closing():
            self._is_paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Read on."""
        self._read_on()

    # For the event loop and uvicorn

    def connection_made(self, transport: Any) -> None:
        """Uvicorn hands over a connection whose client asked for a WebSocket."""
        self._transport = transport
        self._host.enter(self)

    def data_received(self, data: bytes) -> None:
        """Bytes came: the request for a WebSocket first, then frames."""
        self._is_heard = True
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Frame):
                self._add(event)
            else:
                assert isinstance(event, Request)
                self._begin(event)
        if not self._texts:
            self.flush()  # pongs, and the answer to a goodbye

    def eof_received(self) -> None:
        """The client sends no more."""
        self._frames.receive_eof()

    def connection_lost(self, _: Exception | None) -> None:
        """The connection has ended."""
        self._host.leave(self)
        if self._timer is not None:
            self._timer.cancel()
        if not self.gone.done():
            self.gone.set_result(None)
        door = self._host.app_state.get("door")
        if door is not None:
            door.left()

    def shutdown(self) -> None:
        """The server stops."""
        if self.goodbye:
            self.transmit(self.goodbye)
        self.close(RESTARTING)
        if not self._transport.is_closing():
            self._transport.close()

    # Inside

    def _begin(self, request: Request) -> None:
        """Let the application decide about a request."""
        self._request = request
        raw_path, _, query = request.path.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": _address(self._transport, "sockname"),
            "client": _address(self._transport, "peername"),
            "root_path": "",
            "path": unquote(raw_path),
            "raw_path": raw_path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": {**self._host.app_state, "socket": self},
        }
        self._host.wait_for(self._loop.create_task(self._run(scope)))

    async def _run(self, scope: dict[str, Any]) -> None:
        async def receive() -> dict[str, Any]:
            await self.gone
            return {"type": "websocket.disconnect", "code": 1005}

        async def send(message: dict[str, Any]) -> None:
            raise AssertionError(f"sockets are not for ASGI's {message['type']!r}")

        try:
            await self._host.app(scope, receive, send)
        except Exception:
            log.exception("fault")
            self.close(FAULT)

    def _add(self, frame: Frame) -> None:
        """Take in a frame of a message; what the library answers by itself, such as a ping, is passed over."""
        opcode = frame.opcode
        if opcode is CONT:
            self._pieces.append(frame.data)
        elif opcode is TEXT or opcode is BINARY:
            self._pieces = [frame.data]
            self._is_text = opcode is TEXT
        else:
            return
        if frame.fin:
            payload = bytes(self._pieces[0]) if len(self._pieces) == 1 else b"".join(self._pieces)
            self._pieces = []
            if self.take is not None and not self._waiting:
                self.take(payload, self._is_text)
            else:
                self._waiting.append((payload, self._is_text))
                self._hand_over()

    def _hand_over(self) -> None:
        while self._waiting and self.take is not None:
            self.take(*self._waiting.pop(0))
        if len(self._waiting) > MAX_WAITING:
            self.pause()

    def _read_on(self) -> None:
        if self._is_paused and not self._transport.is_closing():
            self._is_paused = False
            self._transport.resume_reading()

    def _ping(self) -> None:
        """Ask a silent client whether it is there; cut off one that has not answered the last time."""
        if not self._is_heard:
            self._transport.abort()
            return
        self._is_heard = self._is_paused  # one that we do not read cannot answer
        if self._frames.state is OPEN:
            self._frames.send_ping(b"")
            self.flush()
            self._set_timer(PING_S, self._ping)

    def _set_timer(self, seconds: float, work: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, work)


def _address(transport: Any, which: str) -> tuple[str, int] | None:
    found = transport.get_extra_info(which)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) >= 2 else None

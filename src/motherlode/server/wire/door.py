"""The door: how many connections an address may have, and how long it may take to ask for something.

There is a `Door` for each connection; inside is uvicorn's own protocol for HTTP.
"""

import asyncio
from collections import Counter
from typing import Any

from motherlode.core.errors import BadInput, Code
from motherlode.server.wire.uvicorn_adapter import Host, is_trusted_by

REQUEST_S = 10.0  # for a request to come, and between two pieces of its body
BODY_S = 60.0  # for all of its body
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 10\r\nconnection: close\r\n"
    b"content-length: 85\r\n\r\n"
    b'{"code":"server/rate","message":"too many connections from your address: close some"}'
)


class Doors:
    """All connections of a process, counted by address."""

    def __init__(self, most: int, proxies: str | None) -> None:
        self.most = most  # connections of one address; 0: no limit
        self._is_proxy = is_trusted_by(proxies)  # these have the connections of many
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; false if there are too many."""
        if self.most and self._counts[address] >= self.most and not self._is_proxy(address):
            return False
        self._counts[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self._counts[address] -= 1
        if self._counts[address] <= 0:
            del self._counts[address]

    def open(self, host: Host) -> "Door":
        """A door for one connection."""
        return Door(self, host)


class Door(asyncio.Protocol):
    """One connection, until it becomes a WebSocket or ends."""

    def __init__(self, doors: Doors, host: Host) -> None:
        self._doors = doors
        self._loop = asyncio.get_running_loop()
        self._inner = host.http(door=self)
        self._transport: Any = None
        self._address: str | None = None  # counted under it
        self._timer: asyncio.TimerHandle | None = None
        self._is_asked = False  # a request is being answered

    def connection_made(self, transport: Any) -> None:
        """Count a new connection; refuse it where its address has too many."""
        self._transport = transport
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        if not self._doors.enter(address):
            transport.write(FULL)
            transport.close()
            return
        self._address = address
        self._wait()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """A request, or a part of one."""
        if self._address is None:
            return
        if self._timer is None and not self._is_asked:
            self._wait()
        self._inner.data_received(data)

    def eof_received(self) -> None:
        """The client sends no more."""
        if self._address is not None:
            self._inner.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        if self._address is not None:
            self._inner.connection_lost(error)
            self.left()

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._inner.resume_writing()

    # For the application

    def asked(self) -> None:
        """A request is there, whole but for its body."""
        self._is_asked = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def answered(self) -> None:
        """The request was answered: another may come."""
        self._is_asked = False

    def left(self) -> None:
        """The connection has ended, as HTTP or as a WebSocket."""
        self.asked()
        if self._address is not None:
            self._doors.leave(self._address)
            self._address = None

    def _wait(self) -> None:
        self._timer = self._loop.call_later(REQUEST_S, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        self._transport.abort()


def timed(receive: Any) -> Any:
    """ASGI's `receive`, for a body that must not be long in coming."""
    is_whole, deadline = False, asyncio.get_running_loop().time() + BODY_S

    async def receive_in_time() -> Any:
        nonlocal is_whole
        if is_whole:
            return await receive()
        left = deadline - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(receive(), min(REQUEST_S, left))
        except TimeoutError:
            raise BadInput(Code.SLOW_MESSAGE, f"the request did not come whole within {REQUEST_S:g} s") from None
        is_whole = not message.get("more_body", False)
        return message

    return receive_in_time

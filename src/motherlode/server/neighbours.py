"""Processes of one server on one machine: they tell each other by datagrams, and each table is at home in one of them.

Every process has a socket in a folder that all share. Any process can serve any table, but a table whose players are
connected to the same process is told of every action once, not twice: so a process hands a new connection to where its
table is at home, the socket itself and what was read from it. Where that fails, it serves the connection itself.
"""

import asyncio
import hashlib
import socket
import struct
from collections import deque
from collections.abc import Callable
from pathlib import Path

import structlog

from motherlode.server.bus import Hear, Resync

MAX_BYTES = 256 * 1024  # of a datagram
MAX_WAITING = 10_000  # notes for a process that is busy; the log has it all
AGAIN_S = 0.005
LOOK_S = 1.0  # how often the folder is looked at

log = structlog.get_logger("motherlode.neighbours")


class LocalBus:
    """A bus between processes of one machine, and the way of connections between them, whatever their bus is."""

    name = "local"

    def __init__(self, folder: Path, origin: str) -> None:
        self.folder = folder
        self.origin = origin
        self.is_well = True
        self.take: Callable[[bytes, int], None] = _refuse  # a connection that was handed over: what was read, the file
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(folder / origin))
        self._others: list[str] = []
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=MAX_WAITING)
        self._again: asyncio.TimerHandle | None = None
        self._has_gone = False  # somebody who may have stored something without telling
        self._look()

    # Notes

    def tell(self, note: str) -> None:
        """Send a note to all other processes, without waiting."""
        message = f"{self.origin} {note}".encode()
        for other in self._others:
            self._waiting.append((other, message))
        if self._again is None:
            self._send()

    def _send(self) -> None:
        self._again = None
        while self._waiting:
            other, message = self._waiting[0]
            try:
                self._socket.sendto(message, str(self.folder / other))
            except BlockingIOError:
                self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._send)
                return
            except OSError as error:
                self._forget(other, error)
            self._waiting.popleft()

    async def listen(self, hear: Hear, resync: Resync) -> None:
        """Hear notes and take connections until cancelled."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._socket, self._receive, hear)
        self.tell("hello")  # whoever hears of somebody new looks who is there
        try:
            while True:
                self._has_gone = False
                await resync()
                while not self._has_gone:
                    await asyncio.sleep(LOOK_S)
                    self._look()
        finally:
            loop.remove_reader(self._socket)

    def _receive(self, hear: Hear) -> None:
        try:
            while True:
                message, files, _, _ = socket.recv_fds(self._socket, MAX_BYTES, 1)
                if files:
                    self.take(message, files[0])
                    continue
                origin, _, words = message.decode().partition(" ")
                if origin not in self._others:
                    self._look()
                hear(origin, words)
        except BlockingIOError:
            return

    async def close(self) -> None:
        """Go out of sight first, so that nobody sends any more."""
        (self.folder / self.origin).unlink(missing_ok=True)
        self._socket.close()

    def _look(self) -> None:
        """Who is there now."""
        before, self._others = self._others, [path.name for path in self.folder.iterdir() if path.name != self.origin]
        self._has_gone = self._has_gone or not set(before) <= set(self._others)

    def _forget(self, other: str, error: OSError) -> None:
        """A process cannot be reached; where nobody listens any more, it was killed."""
        log.info("a process is away", process=other, why=error.strerror)
        if isinstance(error, ConnectionRefusedError):
            (self.folder / other).unlink(missing_ok=True)
        self._look()

    # Connections

    def home_of(self, table: str) -> str:
        """The process where a table is at home: the same for all, and most tables keep theirs when a process goes."""
        return max([self.origin, *self._others], key=lambda name: hashlib.sha256(f"{name}/{table}".encode()).digest())

    def hand_over(self, table: str, head: bytes, transport: asyncio.Transport) -> bool:
        """Let the process where a table is at home serve a connection; false: serve it here."""
        home = self.home_of(table)
        if home == self.origin:
            return False
        try:
            file = transport.get_extra_info("socket").fileno()
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", file))]
            self._socket.sendmsg([head], rights, 0, str(self.folder / home))
        except BlockingIOError:
            return False
        except OSError as error:
            self._forget(home, error)
            return False
        transport.abort()  # of this process alone: the other has the socket too
        return True


def _refuse(_: bytes, file: int) -> None:
    socket.close(file)

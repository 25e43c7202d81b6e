"""The process that writes to SQLite (`sqlite_writer`), as the event loop sees it.

Committing in the event loop would hold up everybody; and a thread that has waited for the disk has to wait again, for
the interpreter, which the event loop seldom lets go.
"""

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable

import structlog

from motherlode.server.storage import sqlite_writer
from motherlode.server.storage.sqlite_writer import READ_BYTES, Answer, Event, pack, unpack

END_S = 5.0  # for what is left when the server stops
GONE = "the process that writes is gone"

log = structlog.get_logger("motherlode.writing")

Done = Callable[[Answer], None]


class Writer:
    """Requests are answered in order; when the process is gone, those that were not are told so."""

    def __init__(self, database: str, note_commit: Callable[[float], None]) -> None:
        self._note_commit = note_commit  # told the seconds of every transaction
        self._waiting: deque[Done] = deque()
        self._unsent = b""
        self._rest = b""
        self._loop = asyncio.get_running_loop()
        self._door, theirs = socket.socketpair()
        self._door.setblocking(False)
        try:
            # In a session of its own: what ends the server from a terminal must not end it first.
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", sqlite_writer.__file__, database],
                stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        except OSError:
            self._door.close()
            raise
        finally:
            theirs.close()
        self._loop.add_reader(self._door, self._hear)
        self.is_well = True

    def ask(self, events: list[Event], done: Done) -> None:
        """Write events, and tell what came of it; no events ask for a checkpoint."""
        self._waiting.append(done)
        if self._unsent:
            self._unsent += pack(events)
            return
        self._unsent = pack(events)
        self._send()
        if self._unsent and self.is_well:
            self._loop.add_writer(self._door, self._send_on)

    def _send_on(self) -> None:
        self._send()
        if not self._unsent:
            self._loop.remove_writer(self._door)

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[self._door.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self._end()

    def _hear(self) -> None:
        try:
            data = self._door.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._answer(data)
        else:
            self._end()

    def _answer(self, data: bytes) -> None:
        messages, self._rest = unpack(self._rest + data)
        for seconds, answers in messages:
            self._note_commit(seconds)
            for answer in answers:
                self._waiting.popleft()(answer)

    def _end(self) -> None:
        """Let go of the process, and tell those who wait for it that it is gone."""
        if not self.is_well:
            return
        self.is_well = False
        self._unsent = b""
        self._loop.remove_reader(self._door)
        self._loop.remove_writer(self._door)
        self._door.close()
        while self._waiting:
            self._waiting.popleft()(GONE)
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Wait for the answers that are due, then end the process."""
        if self.is_well:
            self._door.settimeout(END_S)
            with contextlib.suppress(OSError):
                self._door.sendall(self._unsent)
                while self._waiting and (data := self._door.recv(READ_BYTES)):
                    self._answer(data)
            self._end()

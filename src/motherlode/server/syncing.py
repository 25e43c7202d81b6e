"""Brings a file to disk by a process of its own.

Waiting for the disk in the event loop would hold up everybody, and a thread that has waited for it has to wait again,
for the interpreter, which the event loop seldom lets go.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path

import structlog

# One letter for each request, and the same back when it is done. It opens the file each time because SQLite may have
# made it anew, and ends when the server does.
PROGRAM = """
import os, socket, sys
door = socket.socket(fileno=0)
while letters := door.recv(4096):
    file = os.open(sys.argv[1], os.O_RDONLY)
    os.fdatasync(file)
    os.close(file)
    door.sendall(letters)
"""
END_S = 5.0

log = structlog.get_logger("motherlode.syncing")

Done = Callable[[OSError | None], None]


def sync(path: Path) -> None:
    """Bring a file to disk here and now."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fdatasync(file)
    finally:
        os.close(file)


class Syncer:
    """The process, as the event loop sees it; where it fails, the event loop does its work."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: deque[Done] = deque()
        self._loop = asyncio.get_running_loop()
        self._door, theirs = socket.socketpair()
        self._door.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", PROGRAM, str(path)],
                stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        self._loop.add_reader(self._door, self._hear)
        self.is_well = True

    @property
    def is_busy(self) -> bool:
        """Whether something is on its way to disk."""
        return bool(self._waiting)

    def ask(self, done: Done) -> None:
        """Bring to disk what was written until now; `done` is told what failed, if anything did."""
        self._waiting.append(done)
        try:
            self._door.send(b".")
        except OSError:
            self._help_out()

    def _hear(self) -> None:
        try:
            letters = self._door.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            letters = b""
        if not letters:
            self._help_out()
        for _ in letters:
            self._waiting.popleft()(None)

    def _help_out(self) -> None:
        """The process is gone: do what it was asked for."""
        if self.is_well:
            self.is_well = False
            log.warning("the process that syncs is gone")
            self._loop.remove_reader(self._door)
        error = None
        try:
            if self._waiting:
                sync(self._path)
        except OSError as failure:
            error = failure
        while self._waiting:
            self._waiting.popleft()(error)

    def close(self) -> None:
        """Do what is left, and end the process."""
        if self.is_well:
            self.is_well = False
            self._loop.remove_reader(self._door)
            self._help_out()
        self._door.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

"""What is besieged: a server on SQLite, or workers on PostgreSQL and Redis, in a folder that is thrown away."""

import contextlib
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from benchmarks.server.databases import PostgreSQL, Redis, Service
from benchmarks.server.processes import ServerProcess, name_of
from benchmarks.server.subjects import family

NUM_WORKERS = 2
DISK = "64m"
BALLAST_BYTES = (1 << 20, 1 << 12, 1)  # written until nothing more fits
WAIT_S = 300.0  # for what comes by itself, on any machine
LOOK_S = 0.1
GLANCE_S = 0.005  # between two looks at what changes soon
FAULT_LETTERS = 4000  # that are shown of each
SMALL_BYTES = 1 << 12  # of any file, where the disk counts as full


def until(holds: Callable[[], object], what: str, patience: float = WAIT_S) -> float:
    """Wait until something holds; the seconds that it took."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > patience:
            raise TimeoutError(f"{what}: not within {patience:g} seconds")
        time.sleep(LOOK_S)
    return time.monotonic() - start


def send(processes: Iterable[int], how: signal.Signals) -> None:
    """Send a signal to processes; some may be gone."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, how)


def processes_with(root: int, word: str) -> list[int]:
    """Those processes of a family whose command has a word."""
    found = []
    for process in family(root):
        with contextlib.suppress(OSError):
            if word in Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8"):
                found.append(process)
    return found


class Place:
    """A server in a folder of its own, with all that it needs."""

    name: str
    server: ServerProcess
    database: str

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="motherlode-siege-")))
            self.open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def open(self, stack: ExitStack) -> None:
        """Start everything."""
        raise NotImplementedError

    def is_well(self) -> bool:
        """Whether the server says that it is well; not, if it does not answer."""
        return self.health() == 200

    def health(self) -> int:
        """The status of its health; 0: no answer."""
        try:
            return self.server.ask("GET", "/healthz", patience=WAIT_S)[0]
        except (OSError, ValueError):
            return 0

    def faults(self) -> list[str]:
        """What the server met that it did not expect, by its own log."""
        _, *faults = self.server.said().split("Traceback")
        return [" ".join(fault[:FAULT_LETTERS].split()) for fault in faults]


class OnSqlite(Place):
    """One process on SQLite, and the process that writes."""

    name = "sqlite"

    def open(self, stack: ExitStack) -> None:
        """On a small disk of its own where that is permitted."""
        data = self.folder / "data"
        data.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "motherlode-siege", str(data)]
        self.has_disk = shutil.which("mount") is not None and (
            subprocess.run(mount, check=False, capture_output=True).returncode == 0
        )
        if self.has_disk:
            stack.callback(lambda: subprocess.run(["umount", "--lazy", str(data)], check=False))
        self.file = data / "tables.db"
        self.database = f"sqlite:///{self.file}"
        self.server = stack.enter_context(
            ServerProcess(data, "--database", self.database, "--log", "warning", "--bot-threads", "1")
        )

    def writers(self) -> list[int]:
        """The process that writes; none where it is being replaced."""
        return processes_with(self.server.pid, "sqlite_writer")

    def fill_disk(self) -> None:
        """Leave no room: on the disk, or where there is none of its own by a limit to the size of files."""
        with contextlib.closing(sqlite3.connect(self.file, timeout=0)) as connection:
            while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # else SQLite's log has room
                time.sleep(GLANCE_S)  # somebody reads or writes just now
        if not self.has_disk:
            for process in (self.server.pid, *self.writers()):
                resource.prlimit(process, resource.RLIMIT_FSIZE, (SMALL_BYTES, resource.RLIM_INFINITY))
            return
        with (self.file.parent / "ballast").open("wb", buffering=0) as ballast:
            for size in BALLAST_BYTES:
                with contextlib.suppress(OSError):
                    while ballast.write(bytes(size)) == size:
                        pass

    def free_disk(self) -> None:
        """Make room again."""
        if self.has_disk:
            (self.file.parent / "ballast").unlink()
            return
        for process in (self.server.pid, *self.writers()):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class OnPostgresql(Place):
    """Workers on PostgreSQL that tell each other by Redis."""

    name = "postgresql"

    def open(self, stack: ExitStack) -> None:
        """The database and the bus first."""
        self.postgresql = stack.enter_context(PostgreSQL())
        self.redis = stack.enter_context(Redis())
        self.database = self.postgresql.url
        words = ("--database", self.database, "--bus", self.redis.url, "--workers", str(NUM_WORKERS))
        self.server = stack.enter_context(
            ServerProcess(self.folder / "data", *words, "--log", "warning", "--bot-threads", "1")
        )

    def workers(self) -> list[int]:
        """The processes that serve, are about to, or wait until one is needed."""
        return processes_with(self.server.pid, "operations.worker")

    def workers_called(self, name: str) -> list[int]:
        """Those that serve, or those that wait."""
        return [worker for worker in self.workers() if name_of(worker) == name]

    def serving(self) -> int | None:
        """The worker that takes a new connection; none where nobody does."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.server.port), 5) as connection:
            inode = ""
            start = time.monotonic()
            while inode in {"", "0"} and time.monotonic() - start < 1:  # 0: nobody has taken it yet
                time.sleep(GLANCE_S)
                inode = inode_of(self.server.port, connection.getsockname()[1])
            for worker in self.workers():
                if f"socket:[{inode}]" in files_of(worker):
                    return worker
        return None


def inode_of(port: int, peer: int) -> str:
    """What the system calls the server's end of a connection on 127.0.0.1."""
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        words = line.split()
        if words[1].endswith(f":{port:04X}") and words[2].endswith(f":{peer:04X}"):
            return words[9]
    return ""


def files_of(process: int) -> set[str]:
    """What a process has open."""
    found = set()
    with contextlib.suppress(OSError):
        for file in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                found.add(str(file.readlink()))
    return found


def kill_service(service: Service) -> None:
    """End all processes of a database or bus by kill -9."""
    others = family(service.process)[1:]
    service.kill()
    send(others, signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{process}").exists() for process in others), "processes that were killed end")


PLACES: tuple[type[Place], ...] = (OnSqlite, OnPostgresql)

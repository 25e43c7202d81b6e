"""A PostgreSQL and a Redis of our own, on 127.0.0.1, thrown away afterwards; for benchmarks and tests.

Each can be stopped and started again on the same port with the same data, so that tests can take it away.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

START_SECONDS = 600.0  # it only keeps what hangs from hanging for ever


def free_port() -> int:
    """A port on 127.0.0.1 that nobody uses now.

    Below those that the system gives to connections, so that nobody takes it while its server is away.
    """
    first = 10_000 + os.getpid() * 37 % 15_000
    for port in range(first, first + 5_000):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")


class Service(ABC):
    """A server program with a folder of its own."""

    name: str
    port: int

    @abstractmethod
    def command(self) -> list[str | Path]:
        """What starts it."""

    @abstractmethod
    def prepare(self) -> None:
        """What comes before the first start."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Whether it answers."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix=f"motherlode-{self.name}-"))
        try:
            self.prepare()
            self.port = free_port()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self.command(), cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if time.monotonic() > deadline or self._process.poll() is not None:
                self.stop()
                raise RuntimeError(f"{self.name} did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once, cutting its connections; what it stored stays."""
        self._process.send_signal(signal.SIGQUIT if self.name == "postgresql" else signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def kill(self) -> None:
        """End its first process by kill -9."""
        self._process.kill()
        self._process.wait()

    @property
    def process(self) -> int:
        """Its first process."""
        return self._process.pid


def program_of_postgresql(name: str) -> str:
    """Where a program of PostgreSQL is; Debian keeps them out of PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    where = str(found[-1]) if found else shutil.which(name)
    if where is None:
        raise RuntimeError("PostgreSQL is missing: apt-get install postgresql")
    return where


class PostgreSQL(Service):
    """A PostgreSQL with one empty database; `url` says how to reach it."""

    name = "postgresql"

    def __init__(self) -> None:
        # It refuses to run as root.
        is_root = os.geteuid() == 0
        self._prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if is_root else []

    def prepare(self) -> None:
        if self._prefix:
            shutil.chown(self.folder, "postgres", "postgres")
        made = subprocess.run(
            [
                *self._prefix, program_of_postgresql("initdb"), "-D", self.folder / "data", "-A", "trust",
                "-U", "motherlode", "-E", "UTF8", "--no-locale", "--no-sync",
            ],
            check=False, capture_output=True, text=True, cwd="/",
        )  # fmt: skip
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {made.stderr.strip()[-2000:]}")

    def command(self) -> list[str | Path]:
        return [
            *self._prefix, program_of_postgresql("postgres"), "-D", self.folder / "data", "-p", str(self.port),
            "-h", "127.0.0.1", "-k", self.folder,
        ]  # fmt: skip

    @property
    def url(self) -> str:
        """Where it is."""
        return f"postgresql://motherlode@127.0.0.1:{self.port}/postgres"

    def is_ready(self) -> bool:
        ask = [program_of_postgresql("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "motherlode"]
        return subprocess.run(ask, check=False).returncode == 0


class Redis(Service):
    """A Redis that keeps nothing; `url` says how to reach it."""

    name = "redis"

    def prepare(self) -> None:
        if shutil.which("redis-server") is None:
            raise RuntimeError("Redis is missing: apt-get install redis-server")

    def command(self) -> list[str | Path]:
        return [
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder, "--save", "",
            "--appendonly", "no",
        ]  # fmt: skip

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}"

    def is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

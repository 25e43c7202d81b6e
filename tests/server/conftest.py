"""A real server in this process, on each kind of database and bus."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from benchmarks.server import clients
from benchmarks.server.databases import PostgreSQL, Redis

from motherlode.core.preparing import MORE, is_on_disk, prepare, start_process
from motherlode.core.registry import find_game, game_names
from motherlode.server.app import Server, make_server, prepare_database, prepare_games
from motherlode.server.services import Services
from motherlode.server.settings import Settings, make_settings
from motherlode.server.tables import state
from server.playing import OPENED, PATIENCE_S, client_of

clients.PATIENCE_S = PATIENCE_S
state.NUMBER_MS = 300_000  # no seat adds its number to the dice too late because the machine is slow

BACKENDS = ("sqlite", "postgresql", "redis")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with PostgreSQL() as running:
        yield running


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with Redis() as running:
        yield running


@dataclass
class Running:
    """A server that runs."""

    url: str
    server: Server
    loop: asyncio.AbstractEventLoop
    folder: Path

    @property
    def services(self) -> Services:
        assert self.server.services is not None
        return self.server.services

    def client(self, **more: Any) -> httpx.Client:
        return client_of(self.url, **more)

    def do(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)


@contextmanager
def running(settings: Settings) -> Iterator[Running]:
    """Start a server and stop it afterwards."""
    prepare_database(settings)
    app = Server(settings)
    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(app)
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets=[listening])

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        with client_of(url) as client:
            client.get("/healthz")
        yield Running(url, app, loops[0], Path(settings.database.removeprefix("sqlite:///")).parent)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        listening.close()
        assert not thread.is_alive()


def fresh_database(backend: str, folder: Path, request: pytest.FixtureRequest) -> tuple[str, str | None]:
    """An empty database and a bus of a kind."""
    if backend == "sqlite":
        return f"sqlite:///{folder / 'tables.db'}", None
    postgresql = request.getfixturevalue("postgresql")
    name = f"test_{abs(hash(str(folder))) % 10**12}"
    engine = sa.create_engine(
        postgresql.url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    bus = request.getfixturevalue("redis").url if backend == "redis" else None
    return f"{postgresql.url.rpartition('/')[0]}/{name}", bus


@pytest.fixture(autouse=True)
def nothing_stays_open() -> Iterator[None]:
    """Close what the guests of a test opened."""
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture(scope="session", autouse=True)
def games() -> None:
    """Compiled once, so that no test waits for it in the middle."""
    prepare_games()
    for name in game_names():
        if not is_on_disk(find_game(name), MORE) and start_process(name, MORE).wait() != 0:
            prepare(find_game(name), MORE)  # a game that only this process knows


@pytest.fixture(scope="module", params=BACKENDS)
def everywhere(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on each kind of database and bus, without limits on rates."""
    database, bus = fresh_database(request.param, tmp_path_factory.mktemp(request.param), request)
    with running(make_settings(Settings(database, bus, rate=0, log="error"))) as server:
        yield server


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on SQLite, without limits on rates."""
    folder = tmp_path_factory.mktemp("sqlite")
    with running(make_settings(Settings(f"sqlite:///{folder / 'tables.db'}", rate=0, log="error"))) as server:
        yield server


@pytest.fixture(scope="module", params=["postgresql", "redis"])
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    """Two servers on the same PostgreSQL."""
    database, bus = fresh_database(request.param, tmp_path_factory.mktemp(request.param), request)
    settings = make_settings(Settings(database, bus, rate=0, log="error"))
    with running(settings) as first, running(settings) as second:
        yield first, second

"""The server put together: an ASGI application, and `serve` to run it."""

import asyncio
import ctypes
import gc
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import structlog
import uvicorn
from litestar import Litestar, Router
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from motherlode import __version__
from motherlode.core.errors import BadInput, Code, MotherlodeError
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import compiled
from motherlode.server import api, daily, studying, teaching
from motherlode.server.bus import Bus, MemoryBus, PostgresBus, RedisBus
from motherlode.server.metrics import Metrics
from motherlode.server.neighbours import LocalBus
from motherlode.server.pages import Pages, is_client
from motherlode.server.people import People
from motherlode.server.preparing import Games
from motherlode.server.protocol import MAX_BODY_BYTES
from motherlode.server.runner import BotRunner
from motherlode.server.security import HEADERS, check_origin, cookie_token
from motherlode.server.services import Services, Settings
from motherlode.server.socket import Connection, Handed, PlayProtocol, table_of
from motherlode.server.storage import Storage, describe, engine_for, migrate
from motherlode.server.tables import Hub

SETTINGS = "MOTHERLODE_SERVER_SETTINGS"  # the environment variable that tells worker processes
LOG_LEVELS = ("debug", "info", "warning", "error")
REDIS = ("redis://", "rediss://", "unix://")
GRACE_S = 3  # how long a stopping server waits for requests
WORKER_S = 120  # how long a worker may take to start before it is taken for dead
M_ARENA_MAX = -8  # as malloc.h has it
SOCKET_BYTES = 64 * 1024  # longer WebSocket messages are cut off below the protocol's own limit

log = structlog.get_logger("motherlode.server")


def share_heap() -> None:
    """Let all threads take memory from one heap.

    glibc gives threads heaps of their own, and what is freed in one is of no use to the others: over thousands of
    tables, each opened in some thread, memory would grow. Other C libraries are left alone.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


class Server:
    """The ASGI application: WebSockets and the pages of the client are served here, the API by Litestar."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.services: Services | None = None
        self.pages = Pages()
        self._state: dict[str, Any] = {}  # that uvicorn gives to every connection
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        self._litestar = Litestar(
            route_handlers=[
                Router("/api", route_handlers=[*api.HANDLERS, *studying.HANDLERS, *teaching.HANDLERS, *daily.HANDLERS]),
                api.health,
                api.metrics,
            ],
            exception_handlers={
                MotherlodeError: api.on_refusal,
                HTTPException: api.on_http_error,
                RecursionError: api.on_deep_body,
                Exception: api.on_fault,
            },
            before_request=api.before,
            lifespan=[self._lifespan],
            openapi_config=OpenAPIConfig(
                title="Motherlode",
                version=__version__,
                path="/api",
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
            ),
            request_max_body_size=MAX_BODY_BYTES,
            logging_config=None,
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection."""
        if scope["type"] == "websocket":
            await self._play(scope, receive, send)
        elif scope["type"] == "http" and is_client(scope["path"]):
            await self.pages(scope, self._with_headers(send))
        elif scope["type"] == "http":
            await self._litestar(scope, receive, self._with_headers(send))
        else:
            self._state = scope.get("state", {})
            await self._litestar(scope, receive, send)

    def _with_headers(self, send: Any) -> Any:
        async def send_more(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        return send_more

    async def _play(self, scope: Any, receive: Any, send: Any) -> None:
        """A WebSocket: its origin is checked before it is accepted."""
        services, path, headers = self.services, scope["path"], scope["headers"]
        assert services is not None
        await receive()
        try:
            table = table_of(path)
            if table is None:
                raise BadInput(Code.BAD_MESSAGE, f"there is nothing at {path[:80]!r}")
            check_origin(headers, frozenset(self.settings.origins))
            services.rate.take(scope["client"][0] if scope.get("client") else "?")
        except MotherlodeError as error:
            await send({"type": "websocket.close", "code": 1008, "reason": str(error.code)})
            return
        await send({"type": "websocket.accept"})
        await Connection(services, scope, receive, send).run(table, cookie_token(headers))

    @asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """All that runs while the server does."""
        settings, origin = self.settings, secrets.token_hex(4)
        # What was imported stays, and tables free themselves: only what is new is looked through often, in small
        # portions, because everybody waits meanwhile.
        gc.collect()
        gc.freeze()
        gc.set_threshold(2_000, 50, 20)
        share_heap()
        engine = engine_for(settings.database)
        storage = Storage(engine, is_notifying=settings.bus == "postgresql", origin=origin)
        metrics = Metrics()
        games = Games()
        runner = BotRunner(
            settings.bot_threads, games, lambda level, seconds: metrics.bot.labels(level).observe(seconds)
        )
        hub = Hub(storage, runner, metrics, origin, games)
        neighbours = None if settings.neighbours is None else LocalBus(Path(settings.neighbours), origin)
        bus = make_bus(settings.bus, storage, origin, neighbours)
        hub.announce, hub.is_alone = bus.tell, isinstance(bus, MemoryBus)
        if not isinstance(bus, MemoryBus | PostgresBus):
            storage.after_commit = lambda stored: bus.tell(" ".join(f"{table}:{step}" for table, step in stored))
        handed: Handed | None = None
        if neighbours is not None:
            handed = Handed(make_config(self, settings), self._state)
            neighbours.take, self._state["neighbours"] = handed.take, neighbours
        self.services = app.state.services = Services(settings, storage, hub, People(storage), bus, runner, metrics)
        tasks = [
            asyncio.create_task(games.run()),
            asyncio.create_task(hub.sweep_forever()),
            asyncio.create_task(bus.listen(hub.hear, hub.resync)),
            asyncio.create_task(metrics.watch_loop()),
            asyncio.create_task(hub.forget_forever()),
        ]
        if neighbours is not None and neighbours is not bus:
            tasks.append(asyncio.create_task(neighbours.listen(hub.hear, hub.resync)))
        if not isinstance(bus, MemoryBus):
            tasks.append(asyncio.create_task(hub.poll_forever(lambda: bus.is_well)))
        try:
            yield
        finally:
            self.services.is_stopping = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if handed is not None:
                await handed.close()
            await hub.stop()
            runner.close()
            await bus.close()
            if neighbours is not None and neighbours is not bus:
                await neighbours.close()
            await storage.close()
            log.info("stopped")


def make_bus(name: str, storage: Storage, origin: str, neighbours: LocalBus | None) -> Bus:
    """The bus of that name or URL."""
    if name == "memory":
        return MemoryBus()
    if name == LocalBus.name:
        assert neighbours is not None
        return neighbours
    return PostgresBus(storage) if name == "postgresql" else RedisBus(name, origin)


def make_config(app: Any, settings: Settings, workers: int = 1) -> uvicorn.Config:
    """How uvicorn is to serve the application, or what makes it in each worker."""
    return uvicorn.Config(
        app,
        factory=not isinstance(app, Server),
        ws=PlayProtocol,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_worker_healthcheck=WORKER_S,
        proxy_headers=settings.proxies is not None,
        forwarded_allow_ips=settings.proxies,
    )


def configure_logs(level: str) -> None:
    """One JSON object on each line of stderr."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def make_settings(
    database: str | None = None,
    bus: str | None = None,
    origins: tuple[str, ...] = (),
    bot_threads: int | None = None,
    rate: float = 20.0,
    metrics_token: str | None = None,
    log_level: str = "info",
    proxies: str | None = None,
    neighbours: str | None = None,
) -> Settings:
    """Check how a server is to be run, and fill in what was left out."""
    if log_level not in LOG_LEVELS:
        raise BadInput(Code.BAD_CHOICE, f"log {log_level!r}: expected one of {', '.join(LOG_LEVELS)}")
    if rate < 0:
        raise BadInput(Code.BAD_CHOICE, f"rate {rate}: must be at least 0")
    if bot_threads is not None and bot_threads < 1:
        raise BadInput(Code.BAD_CHOICE, f"{bot_threads} bot threads: must be at least 1")
    if database is None:
        folder = Path(os.environ.get("MOTHERLODE_DATA") or platformdirs.user_data_path("motherlode"))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
        database = f"sqlite:///{folder.resolve() / 'tables.db'}"
    is_postgres = engine_for(database).dialect.name == "postgresql"
    alone = "memory" if neighbours is None else LocalBus.name
    bus = bus or ("postgresql" if is_postgres else alone)
    if bus == "postgresql" and not is_postgres:
        raise BadInput(Code.BAD_CHOICE, "the bus 'postgresql' needs a database postgresql://...")
    if bus not in ("postgresql", "memory", alone) and not bus.startswith(REDIS):
        raise BadInput(Code.BAD_CHOICE, f"bad bus {bus!r}: expected memory, postgresql or redis://...")
    if neighbours is not None and bus == "memory":
        raise BadInput(Code.BAD_CHOICE, "the bus 'memory' is for one worker: leave it out, or --bus redis://...")
    return Settings(
        database=database,
        bus=bus,
        origins=origins,
        bot_threads=bot_threads or os.cpu_count() or 2,
        rate=rate,
        metrics_token=metrics_token,
        log=log_level,
        proxies=proxies,
        neighbours=neighbours,
        is_secure=any(origin.startswith("https://") for origin in origins),
    )


def create_app() -> Server:
    """The application of a worker process, as its environment says."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    configure_logs(settings.log)
    return Server(settings)


def prepare_games() -> None:
    """Load or compile the rules of every game at once."""
    for name in game_names():
        compiled(find_game(name))


def prepare_database(settings: Settings) -> str:
    """Bring the schema up to date before any worker starts; what was done, in one line."""
    engine = engine_for(settings.database)
    try:
        before, now = migrate(engine)
    finally:
        engine.dispose()
    shown = describe(engine)
    if before == now:
        return f"database {shown}, schema {now}"
    return (
        f"database {shown}: schema {now} made"
        if before is None
        else f"database {shown}: schema {before} brought to {now}"
    )

"""The server put together: an ASGI application, and how uvicorn runs it."""

import asyncio
import ctypes
import gc
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TextIO, cast

import msgspec
import structlog
from litestar import Litestar, Router
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from motherlode import __version__
from motherlode.core.errors import MotherlodeError
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import change_over_by, compiled
from motherlode.server.operations import http as operations_http
from motherlode.server.operations.metrics import Metrics
from motherlode.server.operations.outages import Outages
from motherlode.server.operations.readiness import BY_GAMES, Games
from motherlode.server.operations.supervisor import give_signs_of_life
from motherlode.server.people import http as people_http
from motherlode.server.people.people import People
from motherlode.server.protocol.messages import MAX_BODY_BYTES
from motherlode.server.services import Services
from motherlode.server.settings import SETTINGS, Settings
from motherlode.server.storage.bus import Bus, MemoryBus, PostgresBus, RedisBus
from motherlode.server.storage.storage import Note, Storage, describe, engine_for, migrate, write_notes
from motherlode.server.study import analysing, daily, days, packing, puzzling, retrying, reviewing, studying, teaching
from motherlode.server.tables import http as tables_http
from motherlode.server.tables.hub import Hub
from motherlode.server.tables.runner import BotRunner
from motherlode.server.wire import asking, connection
from motherlode.server.wire.characters import ReadableRequest
from motherlode.server.wire.docs import Docs, is_docs
from motherlode.server.wire.door import Doors, timed
from motherlode.server.wire.pages import Pages, is_client
from motherlode.server.wire.previews import make_preview
from motherlode.server.wire.security import HEADERS
from motherlode.server.wire.uvicorn_adapter import PoliteServer, make_uvicorn_config
from motherlode.server.wire.websocket import WebSocket
from motherlode.server.workshop import http as workshop_http

GRACE_S = 3  # how long a stopping server waits for requests
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
        self.docs = Docs()
        # Files, for everybody: all that is answered beside the framework.
        self.files = {"/docs/": (is_docs, self._give_docs), "/t/{table}": (is_client, self._give_page)}
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        self._litestar = Litestar(
            route_handlers=[
                Router(
                    "/api",
                    route_handlers=[
                        *people_http.HANDLERS,
                        *tables_http.HANDLERS,
                        *studying.HANDLERS,
                        *analysing.HANDLERS,
                        *reviewing.HANDLERS,
                        *retrying.HANDLERS,
                        *teaching.HANDLERS,
                        *daily.HANDLERS,
                        *puzzling.HANDLERS,
                        *packing.HANDLERS,
                        *days.HANDLERS,
                        *workshop_http.HANDLERS,
                    ],
                ),
                *operations_http.HANDLERS,
            ],
            exception_handlers={
                MotherlodeError: asking.on_refusal,
                HTTPException: asking.on_http_error,
                RecursionError: asking.on_deep_body,
                Exception: asking.on_fault,
            },
            before_request=asking.before,
            request_class=ReadableRequest,
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
        """One request, one WebSocket, or the life of the server."""
        if scope["type"] == "websocket":
            assert self.services is not None
            scope["state"]["door"].asked()
            await connection.play(self.services, scope)
        elif scope["type"] == "http":
            door = scope["state"]["door"]
            door.asked()
            try:
                await self._answer(scope, timed(receive), self._with_headers(send))
            finally:
                door.answered()
        else:
            await self._litestar(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        for is_theirs, give in self.files.values():
            if is_theirs(scope["path"]):
                await give(scope, send)
                return
        await self._litestar(scope, receive, send)

    async def _give_docs(self, scope: Any, send: Any) -> None:
        await self.docs(scope, send)

    async def _give_page(self, scope: Any, send: Any) -> None:
        preview = None if self.services is None else await make_preview(self.services, self.pages, scope)
        await self.pages(scope, send, preview)

    def _with_headers(self, send: Any) -> Any:
        async def send_more(message: Any) -> None:
            if message["type"] == "http.response.start":
                named = {name.lower() for name, _ in message["headers"]}
                ours = [header for header in self._headers if header[0] not in named]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        return send_more

    async def leave(self) -> None:
        """Behind a proxy: let it know, while everybody is answered as before."""
        if self.settings.proxies is not None and self.services is not None:
            await self.services.leaving.wait()

    @asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """All that runs while the server does."""
        settings, origin = self.settings, secrets.token_hex(4)
        # What was imported stays, and tables free themselves: only what is new is looked through often, in small
        # portions, because everybody waits meanwhile.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 10, 20)
        share_heap()
        engine = engine_for(settings.database)
        storage = Storage(engine, is_notifying=settings.bus == "postgresql", origin=origin)
        metrics = Metrics()
        games = Games()
        runner = BotRunner(
            settings.bot_threads, games, lambda level, seconds: metrics.bot.labels(level).observe(seconds)
        )
        bus = make_bus(settings.bus, storage, origin)
        is_alone = isinstance(bus, MemoryBus)
        outages = Outages(storage, is_alone)
        hub, people = Hub(storage, runner, metrics, origin, games, outages), People(storage)
        hub.announce = people.announce = bus.tell
        hub.is_alone = people.is_alone = is_alone
        hub.addresses = settings.addresses
        if isinstance(bus, RedisBus):
            storage.after_commit = lambda stored: bus.tell(write_notes([Note.about(event) for event in stored]))
        services = Services(settings, storage, hub, people, bus, runner, metrics, outages)
        self.services = app.state.services = services
        await outages.begin()
        tasks = [
            asyncio.create_task(games.run()),
            asyncio.create_task(hub.sweep_forever()),
            asyncio.create_task(bus.listen(services.hear, hub.resync)),
            asyncio.create_task(metrics.watch_loop()),
            asyncio.create_task(hub.forget_forever()),
            asyncio.create_task(outages.beat_forever()),
            asyncio.create_task(services.watch_sessions()),
            asyncio.create_task(give_signs_of_life()),
        ]
        if settings.is_measuring:
            tasks.append(asyncio.create_task(services.measurer.run()))
        if not is_alone:
            tasks.append(asyncio.create_task(hub.poll_forever(lambda: bus.is_well)))
            tasks.append(asyncio.create_task(hub.announce_forever()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hub.stop()
            runner.close()
            await bus.close()
            await storage.close()
            log.info("stopped")


def make_bus(name: str, storage: Storage, origin: str) -> Bus:
    """The bus of that name or URL."""
    if name == "memory":
        return MemoryBus()
    return PostgresBus(storage) if name == "postgresql" else RedisBus(name, origin)


def make_server(app: Server) -> PoliteServer:
    """The application as uvicorn serves it."""
    settings = app.settings
    config = make_uvicorn_config(
        app,
        Doors(settings.connections, settings.proxies).open,
        WebSocket,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=SOCKET_BYTES,
        timeout_graceful_shutdown=GRACE_S,
        proxy_headers=settings.proxies is not None,
        forwarded_allow_ips=settings.proxies,
        lifespan="on",
    )
    return PoliteServer(config, app.leave)


class LogFile:
    """Where the log goes. What cannot be written is lost: a full disk must not end whoever logs."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write if that can be done now."""
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what waits, if that can be done now."""
        with suppress(OSError):
            self._file.flush()


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
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, LogFile(sys.stderr))),
        cache_logger_on_first_use=True,
    )


def create_app() -> Server:
    """The application of a worker process, as its environment says."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    configure_logs(settings.log)
    change_over_by(BY_GAMES)
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

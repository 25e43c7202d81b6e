"""How processes tell each other what they stored (`Note`), and who is connected.

A note that is lost costs time, never an event: readers look in the log, and do so after every interruption.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import sqlalchemy as sa
import structlog

from motherlode.core.errors import BadInput, Code
from motherlode.server.storage.storage import CHANNEL, CONNECT_S, Storage, StoreAway

RETRY_S = 0.5

log = structlog.get_logger("motherlode.bus")

Hear = Callable[[str, str], None]  # (process, note)
Resync = Callable[[], Awaitable[None]]


class Bus(Protocol):
    """Carries notes between processes."""

    name: str
    is_well: bool

    def tell(self, note: str) -> None:
        """Send a note to all other processes, without waiting."""

    async def listen(self, hear: Hear, resync: Resync) -> None:
        """Hear notes until cancelled; after every interruption, resync."""

    async def close(self) -> None:
        """Let go."""


class MemoryBus:
    """For one process: there is nobody to tell."""

    name = "memory"
    is_well = True

    def tell(self, note: str) -> None:
        """Do nothing: there is no other process."""

    async def listen(self, hear: Hear, resync: Resync) -> None:  # noqa: ARG002
        """Wait until cancelled: nobody else sends a note."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing to do."""


class PostgresBus:
    """PostgreSQL's own notifications; those of events are sent by the transaction that stores them."""

    name = "postgresql"

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.is_well = False
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, note: str) -> None:
        """Queue the note; the thread that writes to the database sends it."""
        task = asyncio.get_running_loop().create_task(self._tell(note))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, note: str) -> None:
        select = sa.select(sa.func.pg_notify(CHANNEL, f"{self.storage.origin} {note}"))
        try:
            await self.storage.write(lambda connection: connection.execute(select))
        except StoreAway:
            log.info("note lost", why="the database is away")

    async def listen(self, hear: Hear, resync: Resync) -> None:
        """Listen on a connection of its own, made again whenever it breaks."""
        import psycopg

        url = self.storage.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_S)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.is_well = True
                    await resync()
                    async for note in connection.notifies():
                        origin, _, words = note.payload.partition(" ")
                        hear(origin, words)
            except (psycopg.Error, StoreAway, OSError) as error:
                log.warning("bus interrupted", why=" ".join(str(error).split())[:200])
            self.is_well = False
            await asyncio.sleep(RETRY_S)

    async def close(self) -> None:
        """Forget what was not sent."""
        for task in list(self._tasks):
            task.cancel()


class RedisBus:
    """Redis: publish and subscribe."""

    name = "redis"

    def __init__(self, url: str, origin: str) -> None:
        try:
            import redis.asyncio
        except ImportError:
            raise BadInput(Code.BAD_CHOICE, "Redis needs its driver: pip install 'motherlode[redis]'") from None
        self.origin = origin
        self.is_well = False
        try:
            self._redis: Any = redis.asyncio.from_url(url, socket_connect_timeout=CONNECT_S, socket_keepalive=True)
        except ValueError as error:
            raise BadInput(Code.BAD_CHOICE, f"bad bus {url!r}: {error}") from None
        self._errors: tuple[type[Exception], ...] = (redis.exceptions.RedisError, OSError, StoreAway)
        self._notes: asyncio.Queue[str] = asyncio.Queue(10_000)

    def tell(self, note: str) -> None:
        """Queue a note; the oldest is dropped when Redis is away for long, because the log has it all."""
        if self._notes.full():
            self._notes.get_nowait()
        self._notes.put_nowait(note)

    async def listen(self, hear: Hear, resync: Resync) -> None:
        """Subscribe and publish, anew after every interruption."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._publish())
            group.create_task(self._subscribe(hear, resync))

    async def _publish(self) -> None:
        while True:
            note = await self._notes.get()
            try:
                await self._redis.publish(CHANNEL, f"{self.origin} {note}")
            except self._errors as error:
                log.warning("note lost", why=" ".join(str(error).split())[:200])
                await asyncio.sleep(RETRY_S)

    async def _subscribe(self, hear: Hear, resync: Resync) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.is_well = True
                    await resync()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            origin, _, words = message["data"].decode().partition(" ")
                            hear(origin, words)
            except self._errors as error:
                log.warning("bus interrupted", why=" ".join(str(error).split())[:200])
            self.is_well = False
            await asyncio.sleep(RETRY_S)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.aclose()

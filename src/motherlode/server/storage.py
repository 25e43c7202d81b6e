"""The database: SQLite or PostgreSQL by URL, one writer that commits many appends at once, migrations.

Every write goes through one thread with one connection. It takes all that waits, writes it in one transaction and
answers when that is on disk, so the cost of a commit is shared by all tables that act at the time.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from alembic import command
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.server import schema

Result = TypeVar("Result")

BATCH = 512  # most requests in one transaction
RETRY_S = 5.0  # how long a batch is tried before its requests are refused
PAUSE_S = 0.2  # between two tries
BUSY_MS = 5000  # how long SQLite waits for another process
READERS = 4  # threads that read
CHANNEL = "motherlode"  # of PostgreSQL's notifications
MIGRATION_LOCK = 7_203_114  # PostgreSQL: processes that start together migrate one after the other

log = structlog.get_logger("motherlode.storage")


class StoreAway(Barred):
    """The database cannot be reached now."""

    def __init__(self) -> None:
        super().__init__(Code.STORE_AWAY, "the database is away: nothing was lost, try again with the same id")

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        return type(self), ()


@dataclass(slots=True)
class Append:
    """One event to add to the log, with what it changes about its table's row."""

    table: str
    step: int
    at: int
    data: str
    changes: dict[str, Any] | None = None
    person: str | None = None  # who sat down by it


@dataclass(slots=True)
class _Request:
    work: Append | Callable[[sa.Connection], Any]
    answer: "asyncio.Future[Any]"


@dataclass
class Stats:
    """What the writer did, for metrics."""

    commits: int = 0
    appends: int = 0
    failures: int = 0
    commit_s: float = 0.0
    waiting: Callable[[], int] = field(default=lambda: 0)


def engine_for(url: str) -> sa.Engine:
    """The engine of a database URL; the message for a bad one names it without its password."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise BadInput(
            Code.BAD_CHOICE, f"bad database {url!r}: expected sqlite:///FILE or postgresql://user:password@host/name"
        ) from None
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise BadInput(
                Code.BAD_CHOICE, "PostgreSQL needs its driver: pip install 'motherlode[postgres]'"
            ) from None
        return sa.create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            pool_size=READERS + 1,
            max_overflow=2,
            pool_pre_ping=True,
            connect_args={"connect_timeout": 3},
        )
    if parsed.drivername != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadInput(
            Code.BAD_CHOICE,
            f"bad database {parsed.render_as_string()!r}: expected sqlite:///FILE or postgresql://user:password@host/name",
        )
    engine = sa.create_engine(parsed, connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False})

    # The driver's own idea of transactions breaks savepoints: SQLAlchemy documents these two hooks.
    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "wal_autocheckpoint=4000"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        is_writer = connection.get_execution_options().get("is_writer", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def describe(engine: sa.Engine) -> str:
    """The database, without its password."""
    return engine.url.render_as_string()


def _alembic(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def newest_schema() -> str:
    """The version of the schema that this program knows."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return ScriptDirectory.from_config(config).get_current_head() or ""


def schema_of(connection: sa.Connection) -> str | None:
    """The version of the schema in a database; none in an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(engine: sa.Engine) -> tuple[str | None, str]:
    """Bring the schema up to date; what it was and what it is. A newer one is refused."""
    try:
        with engine.connect() as connection:
            with connection.begin():
                if engine.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                before, newest = schema_of(connection), newest_schema()
                known = {script.revision for script in ScriptDirectory.from_config(_alembic(connection)).walk_revisions()}
                if before is not None and before not in known:
                    raise BadInput(
                        Code.STORE_VERSION,
                        f"database {describe(engine)!r} has schema {before!r}, newer than {newest!r} that this "
                        "Motherlode knows: install the newer Motherlode",
                    )
                if before != newest:
                    command.upgrade(_alembic(connection), "head")
            return before, newest
    except sa.exc.SQLAlchemyError as error:
        why = " ".join(str(error.__cause__ or error).split())
        raise BadInput(Code.STORE_BAD, f"cannot use database {describe(engine)!r}: {why}") from None


class Storage:
    """The database as the server uses it."""

    def __init__(self, engine: sa.Engine, is_notifying: bool = False, origin: str = "") -> None:
        self.engine = engine
        self.is_postgres = engine.dialect.name == "postgresql"
        self.is_notifying = is_notifying  # tell other processes by PostgreSQL itself, in the same transaction
        self.origin = origin  # this process, in notifications
        self.after_commit: Callable[[list[tuple[str, int]]], None] = lambda _: None
        self.stats = Stats()
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self.stats.waiting = self._requests.qsize
        self._readers = ThreadPoolExecutor(READERS, "motherlode-read")
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="motherlode-write", daemon=True)
        self._thread.start()

    # For everybody

    def append(self, event: Append) -> "asyncio.Future[bool]":
        """Add an event; false if another has its step. Done when it is on disk."""
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._requests.put(_Request(event, answer))
        return answer

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function that writes, in the writer's thread; it is undone whole if it raises."""
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._requests.put(_Request(work, answer))
        return await answer

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function that reads."""

        def run() -> Result:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError) as error:
                log.warning("database away", why=_why(error))
                raise StoreAway from None

        return await self._loop.run_in_executor(self._readers, run)

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    # The writer

    def _run(self) -> None:
        connection: sa.Connection | None = None
        is_open = True
        while is_open:
            batch: list[_Request] = []
            request = self._requests.get()
            while request is not None:
                batch.append(request)
                if len(batch) == BATCH:
                    break
                try:
                    request = self._requests.get_nowait()
                except queue.Empty:
                    break
            is_open = request is not None
            if batch:
                connection = self._write_batch(connection, batch)
        if connection is not None:
            connection.close()

    def _write_batch(self, connection: sa.Connection | None, batch: list[_Request]) -> sa.Connection | None:
        """Write a batch, trying for a while; the connection to go on with."""
        deadline = time.monotonic() + RETRY_S
        while True:
            try:
                if connection is None:
                    connection = self.engine.connect().execution_options(is_writer=True)
                results, stored = self._try_batch(connection, batch)
            except (sa.exc.DBAPIError, sa.exc.TimeoutError) as error:
                self.stats.failures += 1
                log.warning("cannot write", why=_why(error), requests=len(batch))
                if connection is not None:
                    try:
                        connection.invalidate()
                        connection.close()
                    except sa.exc.SQLAlchemyError:
                        log.debug("closing a lost connection failed")
                connection = None
                if time.monotonic() < deadline:
                    time.sleep(PAUSE_S)
                    continue
                results, stored = [(request.answer, StoreAway()) for request in batch], []
            self._loop.call_soon_threadsafe(self._settle, results, stored)
            return connection

    def _try_batch(
        self, connection: sa.Connection, batch: list[_Request]
    ) -> tuple[list[tuple["asyncio.Future[Any]", Any]], list[tuple[str, int]]]:
        started = time.perf_counter()
        results: list[tuple[asyncio.Future[Any], Any]] = []
        # In the order of the key, so that two processes cannot wait for each other.
        appends = sorted(
            (request for request in batch if isinstance(request.work, Append)),
            key=lambda request: (request.work.table, request.work.step),  # type: ignore[union-attr]
        )
        stored: list[tuple[str, int]] = []
        with connection.begin():
            if appends:
                events = [request.work for request in appends]
                taken = self._insert(connection, events)  # type: ignore[arg-type]
                for request, is_first in zip(appends, taken, strict=True):
                    event = request.work
                    assert isinstance(event, Append)
                    results.append((request.answer, is_first))
                    if is_first:
                        stored.append((event.table, event.step))
                        self._change(connection, event)
            for request in batch:
                if not isinstance(request.work, Append):
                    results.append((request.answer, self._try_work(connection, request.work)))
            if stored and self.is_notifying:
                self._notify(connection, stored)
        self.stats.commits += 1
        self.stats.appends += len(stored)
        self.stats.commit_s += time.perf_counter() - started
        return results, stored

    def _insert(self, connection: sa.Connection, events: Sequence[Append]) -> list[bool]:
        """Which of the events are in the log now; an equal one that a lost answer left there counts."""
        driver: Any = connection.connection.dbapi_connection
        cursor = driver.cursor()
        try:
            if self.is_postgres:
                cursor.execute(
                    "INSERT INTO events (table_id, step, at, data) "
                    "SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[]) "
                    "ON CONFLICT DO NOTHING RETURNING table_id, step",
                    (
                        [event.table for event in events],
                        [event.step for event in events],
                        [event.at for event in events],
                        [event.data for event in events],
                    ),
                )
                inserted = set(cursor.fetchall())
                firsts = [(event.table, event.step) in inserted for event in events]
            else:
                firsts = []
                for event in events:
                    cursor.execute(
                        "INSERT OR IGNORE INTO events (table_id, step, at, data) VALUES (?, ?, ?, ?)",
                        (event.table, event.step, event.at, event.data),
                    )
                    firsts.append(cursor.rowcount == 1)
        except Exception as error:
            # Raw calls do not pass through SQLAlchemy's own translation of errors.
            if isinstance(error, self.engine.dialect.dbapi.Error):  # type: ignore[union-attr]
                raise sa.exc.OperationalError("append", None, error, connection_invalidated=True) from error
            raise
        finally:
            cursor.close()
        for number, event in enumerate(events):
            if not firsts[number]:
                same = connection.execute(
                    sa.select(schema.events.c.at, schema.events.c.data).where(
                        schema.events.c.table_id == event.table, schema.events.c.step == event.step
                    )
                ).first()
                firsts[number] = same is not None and tuple(same) == (event.at, event.data)
        return firsts

    def _change(self, connection: sa.Connection, event: Append) -> None:
        if event.changes:
            connection.execute(schema.tables.update().where(schema.tables.c.id == event.table).values(event.changes))
        if event.person is not None:
            seen = sa.select(schema.seatings).where(
                schema.seatings.c.person == event.person, schema.seatings.c.table_id == event.table
            )
            if connection.execute(seen).first() is None:
                connection.execute(schema.seatings.insert().values(person=event.person, table_id=event.table))

    def _try_work(self, connection: sa.Connection, work: Callable[[sa.Connection], Any]) -> Any:
        try:
            with connection.begin_nested():
                return work(connection)
        except sa.exc.OperationalError:
            raise
        except Exception as error:
            return error

    def _notify(self, connection: sa.Connection, stored: list[tuple[str, int]]) -> None:
        for first in range(0, len(stored), 100):  # a notification has at most 8000 bytes
            words = " ".join(f"{table}:{step}" for table, step in stored[first : first + 100])
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.origin} {words}")))

    def _settle(self, results: list[tuple["asyncio.Future[Any]", Any]], stored: list[tuple[str, int]]) -> None:
        for answer, result in results:
            if answer.cancelled():
                continue
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)
        if stored:
            self.after_commit(stored)


def _why(error: Exception) -> str:
    """One line, without SQL and without values."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]

"""The database: SQLite or PostgreSQL by URL, one writer that commits many appends at once, migrations.

Writes go through one thread with one connection. It takes all that waits, writes it in one transaction and answers when
that is on disk, so the cost of a commit is shared by all tables that act at the time. With SQLite, plain events go
through a process of their own (`writer.py`) in the same way; while that is away, the thread takes them.
"""

import asyncio
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from motherlode.core.errors import BadInput, Barred, Code
from motherlode.server import writer

Result = TypeVar("Result")

BATCH = 512  # most requests in one transaction
AWAY_S = 1.0  # until a writer process that ended is started again
RETRY_S = 5.0  # how long a batch is tried before its requests are refused
PAUSE_S = 0.2  # between two tries
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

    @property
    def row(self) -> writer.Row:
        """As the log has it."""
        return self.table, self.step, self.at, self.data


Settle = Callable[[Any], None]  # told what came of a request, or the error, in the thread of the event loop


@dataclass(slots=True)
class _Request:
    work: Append | Callable[[sa.Connection], Any]
    settle: Settle


Batch = list[tuple[Append, Settle]]


class Writer(asyncio.Protocol):
    """The writer process of SQLite, as the event loop sees it."""

    def __init__(
        self,
        path: str,
        answered: Callable[[Batch, writer.Answer], None],
        ended: Callable[[Batch], None],
    ) -> None:
        self._path = path
        self._answered = answered
        self._ended = ended
        self._sent: Batch = []  # without an answer yet
        self._waiting: Batch = []  # to be sent after that: fewer commits, each of more events
        self._rest = b""
        self._is_closing = False
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        """Start the process."""
        here, there = socket.socketpair()
        with there:
            program = [sys.executable, "-P", writer.__file__, self._path]
            self._process = subprocess.Popen(program, stdin=there.fileno(), stdout=subprocess.DEVNULL)
        await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=here)

    def send(self, batch: Batch) -> None:
        """Write events that change nothing but the log."""
        if self._sent:
            self._waiting += batch
        else:
            self._sent = batch
            self._transport.write(writer.framed([event.row for event, _ in batch]))

    def connection_made(self, transport: Any) -> None:
        """Asyncio: it can be written to."""
        self._transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        """Asyncio: answers came."""
        messages, self._rest = writer.cut(self._rest + data)
        for message in messages:
            batch, self._sent = self._sent, []
            if self._waiting and not self._is_closing:
                waiting, self._waiting = self._waiting, []
                self.send(waiting)
            self._answered(batch, writer.decode_answer(message))

    def connection_lost(self, _: Exception | None) -> None:
        """Asyncio: the process is gone, or was let go."""
        self._process.kill()
        self._process.wait()
        self._ended(self._sent + self._waiting)
        self._end.set_result(None)

    async def close(self) -> None:
        """Let the process do what it was sent, then end it; what waits is left over."""
        self._is_closing = True
        self._transport.write_eof()
        await self._end


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
            raise BadInput(Code.BAD_CHOICE, "PostgreSQL needs its driver: pip install 'motherlode[postgres]'") from None
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
    engine = sa.create_engine(parsed, connect_args={"timeout": writer.BUSY_MS / 1000, "check_same_thread": False})

    # The driver's own idea of transactions breaks savepoints: SQLAlchemy documents these two hooks.
    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.executescript(writer.SETTINGS)

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
                known = {
                    script.revision for script in ScriptDirectory.from_config(_alembic(connection)).walk_revisions()
                }
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
        self._events: Batch = []  # appends of this turn of the event loop
        self._writer: Writer | None = None
        self._starting: asyncio.Task[None] | None = None
        self._is_closing = False
        self._num_waiting = 0  # requests that are not answered yet
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self.stats.waiting = lambda: self._num_waiting
        self._readers = ThreadPoolExecutor(READERS, "motherlode-read")
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="motherlode-write", daemon=True)
        self._thread.start()
        if not self.is_postgres:
            self._start_writer()

    # For everybody

    def append(self, event: Append, settle: Settle) -> None:
        """Add an event. `settle` is told when it is on disk: true, or false if another has its step, or an error."""
        if not self._events:
            self._loop.call_soon(self._flush)
        self._events.append((event, settle))
        self._num_waiting += 1

    async def appended(self, event: Append) -> bool:
        """Add an event; false if another has its step. Done when it is on disk."""
        answer: asyncio.Future[bool] = self._loop.create_future()
        self.append(event, _answering(answer))
        return await answer

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function that writes, in the writer's thread; it is undone whole if it raises."""
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._num_waiting += 1
        self._requests.put(_Request(work, _answering(answer)))
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
        self._flush()
        self._is_closing = True
        if self._starting is not None:
            await self._starting
        if self._writer is not None:
            await self._writer.close()
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    # In the event loop

    def _flush(self) -> None:
        """Send the events of this turn on their way."""
        batch, self._events = self._events, []
        plain: Batch = []
        for event, settle in batch:
            if self._writer is None or event.changes or event.person:
                self._requests.put(_Request(event, settle))
            else:
                plain.append((event, settle))
        if plain and self._writer is not None:
            self._writer.send(plain)

    def _hand_over(self, batch: Batch) -> None:
        """Let the thread write what the writer process did not."""
        for event, settle in batch:
            self._requests.put(_Request(event, settle))

    def _start_writer(self) -> None:
        if not self._is_closing:
            self._starting = self._loop.create_task(self._connect_writer())

    async def _connect_writer(self) -> None:
        found = Writer(str(self.engine.url.database), self._answered, self._writer_ended)
        try:
            await found.start()
            self._writer = found
        except OSError as error:
            log.warning("no writer", why=str(error))
            self._loop.call_later(AWAY_S, self._start_writer)
        self._starting = None

    def _answered(self, batch: Batch, answer: writer.Answer) -> None:
        """The writer process is done with a batch."""
        if isinstance(answer, str):
            log.warning("cannot write", why=answer, requests=len(batch))
            self._hand_over(batch)
            return
        results: list[tuple[Settle, Any]] = []
        stored: list[tuple[str, int]] = []
        for (event, settle), is_first in zip(batch, answer, strict=True):
            results.append((settle, is_first))
            if is_first:
                stored.append((event.table, event.step))
        self.stats.commits += 1
        self.stats.appends += len(stored)
        self._settle(results, stored)

    def _writer_ended(self, left: Batch) -> None:
        """The writer process ended: the thread does what it left, and another is started."""
        self._writer = None
        self._hand_over(left)
        if not self._is_closing:
            log.warning("writer ended", requests=len(left))
            self._loop.call_later(AWAY_S, self._start_writer)

    def _settle(self, results: list[tuple[Settle, Any]], stored: list[tuple[str, int]]) -> None:
        self._num_waiting -= len(results)
        for settle, result in results:
            try:
                settle(result)
            except Exception:
                log.exception("fault")
        if stored:
            self.after_commit(stored)

    # The writer

    def _run(self) -> None:
        connection: sa.Connection | None = None
        is_open = True
        while is_open:
            request = self._requests.get()
            batch = []
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
                results, stored = [(request.settle, StoreAway()) for request in batch], []
            self._loop.call_soon_threadsafe(self._settle, results, stored)
            return connection

    def _try_batch(
        self, connection: sa.Connection, batch: list[_Request]
    ) -> tuple[list[tuple[Settle, Any]], list[tuple[str, int]]]:
        started = time.perf_counter()
        appends = [(request.work, request.settle) for request in batch if isinstance(request.work, Append)]
        # In the order of the key, so that two processes cannot wait for each other.
        appends.sort(key=lambda append: (append[0].table, append[0].step))
        events = [event for event, _ in appends]
        works = [(request.work, request.settle) for request in batch if not isinstance(request.work, Append)]
        if works:
            with connection.begin():
                firsts = self._append(connection, events, is_alone=False)
                results = [(settle, self._try_work(connection, work)) for work, settle in works]
        else:
            firsts, results = self._append(connection, events, is_alone=True), []
        results += [(settle, is_first) for (_, settle), is_first in zip(appends, firsts, strict=True)]
        stored = [(event.table, event.step) for event, is_first in zip(events, firsts, strict=True) if is_first]
        self.stats.commits += 1
        self.stats.appends += len(stored)
        self.stats.commit_s += time.perf_counter() - started
        return results, stored

    def _append(self, connection: sa.Connection, events: list[Append], *, is_alone: bool) -> list[bool]:
        """Which of the events are in the log now; `is_alone`: in a transaction of their own.

        Straight to the driver: for a handful of rows SQLAlchemy would cost more than the database does.
        """
        if not events:
            return []
        driver: Any = connection.connection.dbapi_connection
        append = self._append_to_postgres if self.is_postgres else self._append_to_sqlite
        try:
            return append(driver, events, is_alone)
        except Exception as error:
            # Raw calls do not pass through SQLAlchemy's own translation of errors.
            if isinstance(error, self.engine.dialect.dbapi.Error):  # type: ignore[union-attr]
                raise sa.exc.OperationalError("append", None, error, connection_invalidated=True) from error
            raise

    def _append_to_sqlite(self, driver: Any, events: list[Append], is_alone: bool) -> list[bool]:
        if is_alone:
            driver.execute("BEGIN IMMEDIATE")
        firsts = writer.append_rows(driver, [event.row for event in events])
        for event, is_first in zip(events, firsts, strict=True):
            if is_first:
                self._change(driver, event, "?")
        if is_alone:
            driver.execute("COMMIT")
        return firsts

    def _append_to_postgres(self, driver: Any, events: list[Append], is_alone: bool) -> list[bool]:
        columns = [
            [event.table for event in events],
            [event.step for event in events],
            [event.at for event in events],
            [event.data for event in events],
        ]
        notes = self._notes(events) if self.is_notifying else []
        # All in one round trip, where nothing depends on who was first. A note about an event of somebody else costs
        # its reader a look at the log.
        is_simple = is_alone and not any(event.changes or event.person for event in events)
        with driver.pipeline() if is_simple else nullcontext():
            cursor = driver.execute(
                "INSERT INTO events (table_id, step, at, data) "
                "SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[]) ON CONFLICT DO NOTHING",
                columns,
            )
            for note in notes:
                driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
            if is_simple:
                driver.commit()
        firsts = [True] * len(events)
        if cursor.rowcount != len(events):
            firsts = [self._is_stored(driver, event) for event in events]
        for event, is_first in zip(events, firsts, strict=True):
            if is_first:
                self._change(driver, event, "%s")
        if is_alone:
            driver.commit()
        return firsts

    def _is_stored(self, driver: Any, event: Append) -> bool:
        """Whether PostgreSQL has this event; an equal one that a lost answer left there is this one."""
        find = "SELECT at, data FROM events WHERE table_id = %s AND step = %s"
        return bool(driver.execute(find, event.row[:2]).fetchone() == event.row[2:])

    def _change(self, driver: Any, event: Append, mark: str) -> None:
        """What an event changes about its table's row, and who sat down by it."""
        if event.changes:
            columns = ", ".join(f"{column} = {mark}" for column in event.changes)
            driver.execute(f"UPDATE tables SET {columns} WHERE id = {mark}", (*event.changes.values(), event.table))
        if event.person is not None:
            driver.execute(
                f"INSERT INTO seatings (person, table_id) VALUES ({mark}, {mark}) ON CONFLICT DO NOTHING",
                (event.person, event.table),
            )

    def _notes(self, events: Sequence[Append]) -> list[str]:
        """What other processes are told; a notification has at most 8000 bytes."""
        words = [f"{event.table}:{event.step}" for event in events]
        return [f"{self.origin} {' '.join(words[first : first + 100])}" for first in range(0, len(words), 100)]

    def _try_work(self, connection: sa.Connection, work: Callable[[sa.Connection], Any]) -> Any:
        try:
            with connection.begin_nested():
                return work(connection)
        except sa.exc.OperationalError:
            raise
        except Exception as error:
            return error


def _answering(answer: "asyncio.Future[Any]") -> Settle:
    """Who waits for a future is told by it."""

    def settle(result: Any) -> None:
        if answer.cancelled():
            return
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    return settle


def _why(error: Exception) -> str:
    """One line, without SQL and without values."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]

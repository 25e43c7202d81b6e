"""The database: SQLite or PostgreSQL by URL, one writer that commits many appends at once, migrations.

Writes go through one thread with one connection. It takes all that waits, writes it in one transaction and answers when
that is on disk, so the cost of a commit is shared by all tables that act at the time. With SQLite, events are written
likewise by a process beside the server (`writing`), which costs the event loop least; where that fails, by the thread.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from msgspec.structs import astuple

from motherlode.core.errors import BadInput, Barred, Code
from motherlode.server.storage import sqlite_writer
from motherlode.server.storage.sqlite_writer import BUSY_MS, Answer
from motherlode.server.storage.writing import Writer

Result = TypeVar("Result")

BATCH = 512  # most requests in one transaction
AWAY_S = 1.0  # after the process that writes has failed, the thread does its work for so long
CONNECT_S = 10  # for PostgreSQL or Redis to take a connection: on a busy machine that takes seconds
RETRY_S = 5.0  # how long a batch is tried before its requests are refused
PAUSE_S = 0.2  # between two tries
CHECKPOINT_EVENTS = 4000  # after so many, SQLite's log is taken into its file
READERS = 4  # threads that read
CHANNEL = "motherlode"  # of PostgreSQL's notifications
STORED = "stored"  # the first word of what is told about events
MAX_NOTE = 3000  # bytes of an event that is told whole: PostgreSQL tells less than 8000 at once, in quotes here
INSERT = """
INSERT INTO events (table_id, step, at, data)
SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[]) ON CONFLICT DO NOTHING
"""
INSERT_AND_NOTIFY = f"""
WITH stored AS ({INSERT} RETURNING table_id, step, at, data), notes AS (
    SELECT CASE WHEN %s AND octet_length(data) <= %s THEN json_build_array(table_id, step, at, data)
           ELSE json_build_array(table_id, step) END AS note FROM stored
) SELECT pg_notify(%s, %s || json_build_array(note)::text) FROM notes
"""
MIGRATION_LOCK = 7_203_114  # PostgreSQL: processes that start together migrate one after the other

log = structlog.get_logger("motherlode.storage")


class StoreAway(Barred):
    """The database cannot be reached now."""

    def __init__(self) -> None:
        super().__init__(Code.STORE_AWAY, "the database is away: nothing was lost, try again with the same id")

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        return type(self), ()


class Append(msgspec.Struct, gc=False):
    """One event to add to the log, with what it changes about its table's row."""

    table: str
    step: int
    at: int
    data: str
    changes: dict[str, Any] | None = None
    person: str | None = None  # who sat down by it


class Note(msgspec.Struct, array_like=True, gc=False):
    """What other processes are told of a stored event; actions and chat whole, so that they need not read the log."""

    table: str
    step: int
    at: int = 0
    data: str = ""  # empty: to be found in the log

    @classmethod
    def about(cls, event: Append) -> "Note":
        """The note about a stored event; one that changes a row or seats somebody is to be read in the log."""
        if event.changes or event.person or len(event.data.encode()) > MAX_NOTE:
            return cls(event.table, event.step)
        return cls(event.table, event.step, event.at, event.data)


def write_notes(notes: Sequence[Note]) -> str:
    """Notes as one text for the bus."""
    return f"{STORED} {msgspec.json.encode(notes).decode()}"


def read_notes(words: str) -> list[Note]:
    """The notes in a text from the bus; none where it is about something else, or unreadable."""
    kind, _, notes = words.partition(" ")
    if kind != STORED:
        return []
    try:
        return msgspec.json.decode(notes, type=list[Note])
    except msgspec.DecodeError:
        log.warning("unreadable note", length=len(notes))
        return []


OnStored = Callable[[Any], None]  # told what came of a request, or the error, in the thread of the event loop


class _Request(msgspec.Struct):
    work: Append | Callable[[sa.Connection], Any]
    on_stored: OnStored


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
            connect_args={"connect_timeout": CONNECT_S},
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
        # Pages are in the cache of the operating system already: each connection keeps 256 KiB of its own.
        for pragma in (*sqlite_writer.PRAGMAS, "wal_autocheckpoint=8000", "cache_size=-256"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        is_writer = connection.get_execution_options().get("is_writer", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Have an SQLite file for oneself, as long as the process lives; refuse one that another server has."""
    engine = engine_for(url)
    if engine.dialect.name != "sqlite":
        yield
        return
    lock = FileLock(f"{engine.url.database}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BadInput(
            Code.STORE_BAD, f"database {describe(engine)!r} is in use by another server: SQLite is for one at a time"
        ) from None
    except OSError as error:
        raise BadInput(Code.STORE_BAD, f"cannot use database {describe(engine)!r}: {error.strerror}") from None
    with lock:
        yield


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
        self.after_commit: Callable[[list[Append]], None] = lambda _: None
        self.stats = Stats()
        self.database = engine.url.database or ""
        self._events: list[tuple[Append, OnStored]] = []  # of this turn of the event loop
        self._meanwhile: list[Callable[[], None]] = []  # what is done after the events of this turn are on their way
        self._num_handed = 0  # requests that the thread has not answered yet
        self._num_works = 0  # those of them that are no events
        # The process that writes events to SQLite, started now so that the first action need not wait for it.
        self._writer = None if self.is_postgres else self._start_writer()
        self._writer_after = time.monotonic() + AWAY_S  # when a new one may be started
        self._num_unchecked = 0  # events that it was given since the last checkpoint
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self.stats.waiting = lambda: self._num_handed + len(self._events)
        self._readers = ThreadPoolExecutor(READERS, "motherlode-read")
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="motherlode-write", daemon=True)
        self._thread.start()

    # For everybody

    def append(self, event: Append, on_stored: OnStored, meanwhile: Callable[[], None] | None = None) -> None:
        """Add an event. `on_stored` is told when it is on disk: true, or false if another has its step, or an error.

        `meanwhile` is called once it is on its way, to make use of the time.
        """
        self._events.append((event, on_stored))
        if meanwhile is not None:
            self._meanwhile.append(meanwhile)
        if len(self._events) == 1:
            self._loop.call_soon(self._flush)

    async def appended(self, event: Append) -> bool:
        """Add an event; false if another has its step. Done when it is on disk."""
        answer: asyncio.Future[bool] = self._loop.create_future()
        self.append(event, answering(answer))
        return await answer

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function that writes, in the writer's thread; it is undone whole if it raises."""
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._num_works += 1
        self._hand_over([_Request(work, answering(answer))])
        try:
            return await answer
        finally:
            self._num_works -= 1

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function that only reads, in a thread."""

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
        if self._writer is not None:
            self._writer.close()
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    # In the event loop

    def _flush(self) -> None:
        """Let the events of this turn be written, by the process or by the thread.

        By the thread while it writes something else: the process would have to wait for it, by trying again and again.
        """
        batch, self._events = self._events, []
        if batch and (self.is_postgres or self._num_works or not self._ask(batch)):
            self._leave_to_thread(batch)
        meanwhile, self._meanwhile = self._meanwhile, []
        for work in meanwhile:
            try:
                work()
            except Exception:
                log.exception("fault")

    def _leave_to_thread(self, batch: list[tuple[Append, OnStored]]) -> None:
        self._hand_over([_Request(event, on_stored) for event, on_stored in batch])

    def _hand_over(self, batch: list[_Request]) -> None:
        self._num_handed += len(batch)
        for request in batch:
            self._requests.put(request)

    def _ask(self, batch: list[tuple[Append, OnStored]]) -> bool:
        """Let the process write events; false if there is none now."""
        if self._writer is None or not self._writer.is_well:
            now = time.monotonic()
            if now < self._writer_after:
                return False
            self._writer_after = now + AWAY_S
            self._writer = self._start_writer()
            if self._writer is None:
                return False
        self._writer.ask([astuple(event) for event, _ in batch], lambda answer: self._answer_written(batch, answer))
        self._num_unchecked += len(batch)
        if self._num_unchecked >= CHECKPOINT_EVENTS:
            self._num_unchecked = 0
            self._loop.run_in_executor(self._readers, self._checkpoint)
        return True

    def _start_writer(self) -> Writer | None:
        """The process that writes; none where none can be started: then the thread does its work."""
        try:
            return Writer(self.database, self._note_commit)
        except OSError as error:  # no memory, no descriptors, no processes
            log.warning("no process that writes", why=str(error))
            return None

    def _checkpoint(self) -> None:
        """Take SQLite's log into its file, in a thread; what was added meanwhile is little, and the process does it.

        Only then is all of it in the file, and the log begins anew instead of growing.
        """
        try:
            with self.engine.connect() as connection:
                driver: Any = connection.connection.dbapi_connection
                driver.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except (sa.exc.DBAPIError, sqlite3.Error) as error:  # the next one takes more
            log.warning("no checkpoint", why=_why(error))
            return
        self._loop.call_soon_threadsafe(self._finish_checkpoint)

    def _finish_checkpoint(self) -> None:
        if self._writer is not None and self._writer.is_well:
            self._writer.ask([], lambda _: None)

    def _answer_written(self, batch: list[tuple[Append, OnStored]], answer: Answer) -> None:
        if isinstance(answer, str):
            log.warning("not written at once", why=answer, requests=len(batch))
            self._leave_to_thread(batch)
            return
        results = [(on_stored, is_first) for (_, on_stored), is_first in zip(batch, answer, strict=True)]
        stored = [event for (event, _), is_first in zip(batch, answer, strict=True) if is_first]
        self.stats.appends += len(stored)
        self._answer(results, stored)

    def _note_commit(self, seconds: float) -> None:
        self.stats.commits += 1
        self.stats.commit_s += seconds

    def _answer(self, results: list[tuple[OnStored, Any]], stored: list[Append]) -> None:
        for on_stored, result in results:
            try:
                on_stored(result)
            except Exception:
                log.exception("fault")
        if stored:
            self.after_commit(stored)

    def _answer_handed(self, results: list[tuple[OnStored, Any]], stored: list[Append]) -> None:
        self._num_handed -= len(results)
        self._answer(results, stored)

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
                try:
                    connection = self._write_batch(connection, batch)
                except Exception as error:  # whatever it is, somebody waits for an answer, and others come after
                    log.exception("fault")
                    failed = [(request.on_stored, error) for request in batch]
                    self._loop.call_soon_threadsafe(self._answer_handed, failed, [])
                    connection = None
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
                results, stored = [(request.on_stored, StoreAway()) for request in batch], []
            self._loop.call_soon_threadsafe(self._answer_handed, results, stored)
            return connection

    def _try_batch(
        self, connection: sa.Connection, batch: list[_Request]
    ) -> tuple[list[tuple[OnStored, Any]], list[Append]]:
        started = time.perf_counter()
        appends = [(request.work, request.on_stored) for request in batch if isinstance(request.work, Append)]
        if self.is_postgres:  # in the order of the key, so that two processes cannot wait for each other
            appends.sort(key=lambda append: (append[0].table, append[0].step))
        events = [event for event, _ in appends]
        works = [(request.work, request.on_stored) for request in batch if not isinstance(request.work, Append)]
        if works:
            with connection.begin():
                firsts = self._append(connection, events, is_alone=False)
                results = [(on_stored, self._try_work(connection, work)) for work, on_stored in works]
        else:
            firsts, results = self._append(connection, events, is_alone=True), []
        results += [(on_stored, is_first) for (_, on_stored), is_first in zip(appends, firsts, strict=True)]
        stored = [event for event, is_first in zip(events, firsts, strict=True) if is_first]
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
        firsts = sqlite_writer.append(driver, [astuple(event) for event in events])
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
        # All in one round trip, where nothing depends on who was first.
        is_simple = is_alone and not any(event.changes or event.person for event in events)
        with driver.pipeline() if is_simple else nullcontext():
            if self.is_notifying:
                # By the database, so that only what is in the log is told.
                start = f"{self.origin} {STORED} "
                cursor = driver.execute(INSERT_AND_NOTIFY, (*columns, is_simple, MAX_NOTE, CHANNEL, start))
            else:
                cursor = driver.execute(INSERT, columns)
            if is_simple:
                driver.commit()
        firsts = [True] * len(events)
        if cursor.rowcount != len(events):
            firsts = [sqlite_writer.is_stored(driver, astuple(event), "%s") for event in events]
        for event, is_first in zip(events, firsts, strict=True):
            if is_first:
                sqlite_writer.change(driver, astuple(event), "%s")
        if is_alone:
            driver.commit()
        return firsts

    def _try_work(self, connection: sa.Connection, work: Callable[[sa.Connection], Any]) -> Any:
        try:
            with connection.begin_nested():
                return work(connection)
        except sa.exc.OperationalError:
            raise
        except Exception as error:
            return error


def answering(answer: "asyncio.Future[Any]") -> OnStored:
    """A callback that hands the result, or the error, to whoever awaits the future."""

    def on_stored(result: Any) -> None:
        if answer.cancelled():
            return
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    return on_stored


def _why(error: Exception) -> str:
    """Why it failed, in one line, without SQL and without values."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]

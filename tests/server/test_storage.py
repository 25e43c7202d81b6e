"""The log: every step once, whole batches, schemas that are known."""

import asyncio
import errno
import gc
import resource
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from motherlode.core.errors import BadInput
from motherlode.server.app import prepare_database
from motherlode.server.settings import Settings, make_settings
from motherlode.server.storage import schema, sqlite_writer
from motherlode.server.storage.storage import (
    CHANNEL,
    MAX_NOTE,
    Append,
    Note,
    Storage,
    StoreAway,
    engine_for,
    migrate,
    newest_schema,
    read_notes,
    write_notes,
)
from server.conftest import fresh_database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path_factory):
    database, _ = fresh_database(request.param, tmp_path_factory.mktemp("storage"), request)
    return database


def make_schema(url: str) -> None:
    """An empty log."""
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()


def test_the_migrations_make_the_schema_that_is_used(url):
    engine = engine_for(url)
    assert migrate(engine) == (None, newest_schema())
    assert migrate(engine) == (newest_schema(), newest_schema())
    found = sa.inspect(engine)
    for table in schema.metadata.tables.values():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert columns == {column.name: column.nullable for column in table.columns}
        assert set(found.get_pk_constraint(table.name)["constrained_columns"]) == {
            column.name for column in table.primary_key
        }
        wanted = {index.name: bool(index.unique) for index in table.indexes}
        made = {index["name"]: bool(index["unique"]) for index in found.get_indexes(table.name)}
        assert wanted.items() <= made.items()
        assert all(is_unique for name, is_unique in made.items() if name not in wanted), "an index of a constraint"
    engine.dispose()


def test_a_newer_schema_is_refused(url):
    settings = make_settings(Settings(url))
    assert "made" in prepare_database(settings)
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadInput, match="newer than") as refused:
        prepare_database(settings)
    assert refused.value.code == "store/version"


@pytest.mark.parametrize("bad", ["nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_a_bad_database_gets_one_clear_line(bad):
    with pytest.raises(BadInput, match="expected sqlite:///FILE or postgresql://"):
        engine_for(bad)


def test_a_database_that_does_not_answer_is_named_without_its_password():
    with pytest.raises(BadInput) as refused:
        prepare_database(make_settings(Settings("postgresql://ada:secret@127.0.0.1:9/x")))
    assert refused.value.code == "store/unusable"
    assert "secret" not in str(refused.value)


def test_of_many_writers_one_is_first_at_every_step(url):
    make_schema(url)

    async def write() -> list[list[bool]]:
        stores = [Storage(engine_for(url)) for _ in range(2)]
        results = []
        for step in range(20):
            answers = [
                store.appended(Append("t", step, 1, f'{{"by": {number}, "try": {attempt}}}'))
                for attempt in range(3)
                for number, store in enumerate(stores)
            ]
            results.append(await asyncio.gather(*answers))
        again = [await store.appended(Append("t", 3, 1, "other")) for store in stores]
        assert again == [False, False]
        stored = await stores[0].read(
            lambda connection: connection.execute(sa.select(schema.events.c.step, schema.events.c.data)).all()
        )
        assert sorted(row.step for row in stored) == list(range(20))
        for store in stores:
            await store.close()
        return results

    assert all(sum(firsts) == 1 for firsts in asyncio.run(write()))


def test_an_append_that_was_stored_before_its_answer_was_lost_counts(url):
    make_schema(url)

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        event = Append("t", 0, 5, '{"kind": "said"}')
        answers = [await store.appended(event), await store.appended(event)]
        await store.close()
        return answers

    assert asyncio.run(write()) == [True, True]


def test_work_that_fails_is_undone_and_the_rest_of_its_batch_is_not(url):
    make_schema(url)

    def fail(connection: sa.Connection) -> None:
        connection.execute(schema.people.insert().values(id="x", name="x", created=1, likeness="x"))
        raise ZeroDivisionError

    async def write() -> list[object]:
        store = Storage(engine_for(url))
        good = schema.people.insert().values(id="y", name="y", created=1, likeness="y")
        results = await asyncio.gather(
            store.write(fail),
            store.appended(Append("t", 0, 1, "{}")),
            store.write(lambda connection: connection.execute(good) and "done"),
            return_exceptions=True,
        )
        kept = await store.read(lambda connection: connection.execute(sa.select(schema.people.c.id)).scalars().all())
        await store.close()
        return [*results, list(kept)]

    failed, appended, written, kept = asyncio.run(write())
    assert isinstance(failed, ZeroDivisionError)
    assert (appended, written, kept) == (True, "done", ["y"])


def test_events_wait_for_nobody_who_writes_to_sqlite_too(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    engine = engine_for(url)
    migrate(engine)

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        firsts = [await store.appended(Append("t", 0, 1, "{}"))]
        other = engine.connect().execution_options(is_writer=True)
        transaction = other.begin()
        waiting = asyncio.ensure_future(store.appended(Append("t", 1, 1, "{}")))
        # The loop runs on although the database is locked: the process that writes is the one that waits.
        await store.read(lambda connection: connection.execute(sa.select(sa.func.count()).select_from(schema.events)))
        assert not waiting.done()
        transaction.rollback()
        other.close()
        firsts += [await waiting, await store.appended(Append("t", 2, 1, "{}"))]
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 3
    engine.dispose()


HELD = f"""
import pathlib, socket, sys, time
sys.path.insert(0, {str(Path(sqlite_writer.__file__).parent)!r})
import sqlite_writer
real, count = sqlite_writer.append, 0

def append(driver, events):
    global count
    count += 1
    pathlib.Path(sys.argv[1] + "-begun").touch()
    while not pathlib.Path(sys.argv[1] + f"-go{{count}}").exists():
        time.sleep(0.01)
    open(sys.argv[1] + "-seen", "a").write(f"{{len(events)}} ")
    return real(driver, events)

sqlite_writer.append = append
sqlite_writer.serve(sys.argv[1], socket.socket(fileno=0))
"""


def test_nobody_is_told_of_an_event_before_it_is_on_disk(tmp_path, monkeypatch):
    program = tmp_path / "held.py"
    program.write_text(HELD)
    monkeypatch.setattr(sqlite_writer, "__file__", str(program))
    url, seen = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "tables.db-seen"
    begun, go = tmp_path / "tables.db-begun", [tmp_path / f"tables.db-go{number}" for number in (1, 2)]
    make_schema(url)

    async def write() -> list[str]:
        store = Storage(engine_for(url))
        told: list[str] = []

        def on_stored(result: object) -> None:
            assert result is True
            told.append("stored " + seen.read_text().strip())

        store.append(Append("t", 0, 1, "{}"), on_stored, lambda: told.append("meanwhile"))
        while not begun.exists():
            await asyncio.sleep(0.01)
        assert told == ["meanwhile"]
        for step in range(1, 4):  # they wait for the disk together
            store.append(Append("t", step, 1, "{}"), on_stored)
            await asyncio.sleep(0)  # it is sent
        for number, file in zip((2, 5), go, strict=True):
            file.touch()
            while len(told) < number:
                await asyncio.sleep(0.01)
        await store.close()
        return told

    assert asyncio.run(write()) == ["meanwhile", "stored 1", *["stored 1 3"] * 3]


def test_what_is_under_way_when_the_server_stops_is_stored_and_told(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> list[object]:
        store = Storage(engine_for(url))
        told: list[object] = []
        for step in range(3):
            store.append(Append("t", step, 1, "{}"), told.append)
            await asyncio.sleep(0)
        await store.close()
        return told

    assert asyncio.run(write()) == [True] * 3


def test_many_large_events_at_once_are_all_stored(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        # More than a socket takes at once.
        events = [Append("t", step, 1, f'{{"text": "{"x" * 4000}"}}') for step in range(500)]
        firsts = await asyncio.gather(*(store.appended(event) for event in events))
        firsts += await asyncio.gather(*(store.appended(event) for event in events))
        await store.close()
        return list(firsts)

    assert asyncio.run(write()) == [True] * 1000


@pytest.mark.parametrize("away", [0.0, 3600.0])
def test_a_killed_writer_loses_nothing_and_is_replaced(tmp_path, monkeypatch, away):
    monkeypatch.setattr("motherlode.server.storage.storage.AWAY_S", away)  # 3600: the thread does its work meanwhile
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> tuple[list[bool], bool]:
        store = Storage(engine_for(url))
        firsts = []
        for step in range(30):
            if step == 5 or (step % 10 == 5 and away == 0.0):
                assert store._writer is not None
                store._writer._process.kill()
            firsts.append(await store.appended(Append("t", step, 1, "{}")))
        assert store._writer is not None
        is_well = store._writer.is_well
        await store.close()
        return firsts, is_well

    assert asyncio.run(write()) == ([True] * 30, away == 0.0)


@pytest.mark.parametrize(
    ("what", "error"),
    [("subprocess.Popen", errno.ENOMEM), ("subprocess.Popen", errno.EAGAIN), ("socket.socketpair", errno.EMFILE)],
)
def test_a_writer_that_cannot_be_started_holds_up_nobody(tmp_path, monkeypatch, what, error):
    monkeypatch.setattr("motherlode.server.storage.storage.AWAY_S", 0.0)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    def fail(*_: object, **__: object) -> None:
        raise OSError(error, "not now")

    async def write() -> tuple[list[bool], bool]:
        store = Storage(engine_for(url))
        firsts = [await store.appended(Append("t", 0, 1, "{}"))]
        assert store._writer is not None
        with monkeypatch.context() as patched:
            patched.setattr(f"motherlode.server.storage.writing.{what}", fail)
            store._writer._process.kill()
            firsts += [await store.appended(Append("t", step, 1, "{}")) for step in range(1, 9)]
        firsts += [await store.appended(Append("t", step, 1, "{}")) for step in range(9, 12)]
        is_well = store._writer.is_well
        await store.close()
        return firsts, is_well

    assert asyncio.run(write()) == ([True] * 12, True)


def test_a_disk_that_is_full_is_said_and_goes_on_when_there_is_room(tmp_path, monkeypatch):
    monkeypatch.setattr("motherlode.server.storage.storage.RETRY_S", 0.3)
    monkeypatch.setattr("motherlode.server.storage.storage.AWAY_S", 0.0)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        firsts = [await store.appended(Append("t", 0, 1, "{}"))]
        assert store._writer is not None
        large = Append("t", 1, 1, f'{{"text": "{"x" * 200_000}"}}')
        try:
            for pid in (0, store._writer._process.pid):  # neither the process nor the thread can write any more
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 << 16, before[1]))
            with pytest.raises(StoreAway):
                await store.appended(large)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        firsts += [await store.appended(large), await store.appended(Append("t", 2, 1, "{}"))]
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 3


def test_a_checkpoint_for_which_there_is_no_room_waits_for_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr("motherlode.server.storage.storage.CHECKPOINT_EVENTS", 2)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    faults: list[dict[str, Any]] = []

    async def write() -> list[bool]:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        store = Storage(engine_for(url))
        large = [Append("t", step, 1, f'{{"text": "{"x" * 20_000}"}}') for step in range(8)]
        firsts = [await store.appended(large[0])]
        size = (tmp_path / "tables.db").stat().st_size  # the process that writes may write on to its log
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
            firsts += [await store.appended(event) for event in large[1:4]]
            await asyncio.get_running_loop().run_in_executor(store._readers, store._checkpoint)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        firsts += [await store.appended(event) for event in large[4:]]
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 8
    gc.collect()
    assert not faults


def test_sqlite_commits_are_on_disk(tmp_path):
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
    assert "synchronous=FULL" in sqlite_writer.PRAGMAS  # the process that writes uses the same
    engine.dispose()


def test_notes_are_about_what_is_in_the_log_and_nothing_else(request, tmp_path):
    """Who was second is told to nobody; what is long, or changes more than a match, is told without its text."""
    url, _ = fresh_database("postgresql", tmp_path, request)
    make_schema(url)
    short, long = '{"text": "Ä\\"b"}', "x" * (MAX_NOTE + 1)

    async def play() -> list[Note]:
        stores = [Storage(engine_for(url), is_notifying=True, origin=name) for name in "ab"]
        with psycopg.connect(url, autocommit=True) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            assert await stores[0].appended(Append("t", 0, 7, short))
            assert not await stores[1].appended(Append("t", 0, 8, "another"))
            assert await stores[1].appended(Append("t", 1, 9, long))
            assert await stores[0].appended(Append("t", 2, 9, short, {"status": "over"}))
            heard = [note.payload.split(" ", 1) for note in listening.notifies(timeout=600, stop_after=3)]
        for store in stores:
            await store.close()
        assert [origin for origin, _ in heard] == ["a", "b", "a"]
        return [note for _, words in heard for note in read_notes(words)]

    assert asyncio.run(play()) == [Note("t", 0, 7, short), Note("t", 1), Note("t", 2)]


@pytest.mark.parametrize(
    "event", [Append("t", 3, 5, '{"é": 1}'), Append("t", 4, 5, "{}", person="p"), Append("t", 4, 5, "y" * 9000)]
)
def test_a_note_says_the_same_over_any_bus(event):
    (note,) = read_notes(write_notes([Note.about(event)]))
    assert (note.table, note.step) == (event.table, event.step)
    is_whole = event.person is None and len(event.data) < MAX_NOTE
    assert (note.at, note.data) == ((event.at, event.data) if is_whole else (0, ""))


@pytest.mark.parametrize("words", ["", "stored", "stored nonsense", "stored [1]", "presence t 10 0", "stored {}"])
def test_an_unreadable_note_is_nothing(words):
    assert read_notes(words) == []

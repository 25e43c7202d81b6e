"""The log: every step once, whole batches, schemas that are known."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from motherlode.core.errors import BadInput
from motherlode.server import schema
from motherlode.server.app import make_settings, prepare_database
from motherlode.server.storage import Append, Storage, StoreAway, engine_for, migrate, newest_schema
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
        assert {index["name"] for index in found.get_indexes(table.name) if not index["unique"]} == {
            index.name for index in table.indexes
        }
    engine.dispose()


def test_a_newer_schema_is_refused(url):
    settings = make_settings(url)
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
        prepare_database(make_settings("postgresql://ada:secret@127.0.0.1:9/x"))
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
        connection.execute(schema.people.insert().values(id="x", name="x", created=1))
        raise ZeroDivisionError

    async def write() -> list[object]:
        store = Storage(engine_for(url))
        good = schema.people.insert().values(id="y", name="y", created=1)
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
        # The loop runs on although the database is locked: the thread is the one that waits.
        await store.read(lambda connection: connection.execute(sa.select(sa.func.count()).select_from(schema.events)))
        assert not waiting.done()
        transaction.rollback()
        other.close()
        firsts += [await waiting, await store.appended(Append("t", 2, 1, "{}"))]
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 3
    engine.dispose()


@pytest.mark.parametrize("limit", [0.0, 60.0])
def test_where_the_disk_is_slow_the_thread_commits(tmp_path, monkeypatch, limit):
    monkeypatch.setattr("motherlode.server.storage.QUICK_S", limit)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> tuple[list[bool], bool]:
        store = Storage(engine_for(url))
        threads = []
        store.after_commit = lambda _: threads.append(store._here_after > 0)
        firsts = [await store.appended(Append("t", step, 1, "{}")) for step in range(10)]
        await store.close()
        return firsts, threads[-1]

    assert asyncio.run(write()) == ([True] * 10, limit == 0.0)


SLOW = """
import os, socket, sys, time
door = socket.socket(fileno=0)
while letters := door.recv(4096):
    time.sleep(0.3)
    open(sys.argv[1] + "-synced", "ab").write(letters)
    door.sendall(letters)
"""


def test_nobody_is_told_of_an_event_before_it_is_on_disk(tmp_path, monkeypatch):
    monkeypatch.setattr("motherlode.server.syncing.PROGRAM", SLOW)
    url, synced = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "tables.db-wal-synced"
    make_schema(url)

    async def write() -> list[int]:
        store = Storage(engine_for(url))
        seen = []

        def settle(result: object) -> None:
            assert result is True
            seen.append(synced.stat().st_size)

        store.append(Append("t", 0, 1, "{}"), settle)
        await asyncio.sleep(0.1)
        assert not seen
        for step in range(1, 4):  # they wait for the disk together
            store.append(Append("t", step, 1, "{}"), settle)
            await asyncio.sleep(0.01)
        await asyncio.sleep(1.0)
        await store.close()
        return seen

    assert asyncio.run(write()) == [1, 2, 2, 2]


def test_a_killed_syncer_loses_nothing_and_is_replaced(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        firsts = []
        for step in range(30):
            if step % 10 == 5:
                assert store._syncer is not None
                store._syncer._process.kill()
            firsts.append(await store.appended(Append("t", step, 1, "{}")))
        assert store._syncer is not None
        assert store._syncer.is_well
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 30


def test_a_disk_that_fails_is_said(tmp_path, monkeypatch):
    def fail(path: Path) -> None:
        raise OSError(5, f"cannot write {path}")

    monkeypatch.setattr("motherlode.server.syncing.PROGRAM", "")
    monkeypatch.setattr("motherlode.server.syncing.sync", fail)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    make_schema(url)

    async def write() -> None:
        store = Storage(engine_for(url))
        with pytest.raises(StoreAway):
            await store.appended(Append("t", 0, 1, "{}"))
        await store.close()

    asyncio.run(write())


def test_sqlite_commits_are_on_disk(tmp_path):
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
    engine.dispose()

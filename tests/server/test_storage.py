"""The log: every step once, whole batches, schemas that are known."""

import asyncio
import socket
import subprocess
import sys

import pytest
import sqlalchemy as sa

from motherlode.core.errors import BadInput
from motherlode.server import schema, writer
from motherlode.server.app import make_settings, prepare_database
from motherlode.server.storage import Append, Storage, engine_for, migrate, newest_schema
from server.conftest import fresh_database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path_factory):
    database, _ = fresh_database(request.param, tmp_path_factory.mktemp("storage"), request)
    return database


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
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

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
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        event = Append("t", 0, 5, '{"kind": "said"}')
        answers = [await store.appended(event), await store.appended(event)]
        await store.close()
        return answers

    assert asyncio.run(write()) == [True, True]


def test_work_that_fails_is_undone_and_the_rest_of_its_batch_is_not(url):
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

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


def test_what_a_dying_writer_leaves_is_stored_all_the_same(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

    async def write() -> list[bool]:
        store = Storage(engine_for(url))
        assert store._starting is not None
        await store._starting
        assert await store.appended(Append("t", 0, 1, "{}"))
        answers = [asyncio.ensure_future(store.appended(Append("t", step, 1, "{}"))) for step in range(1, 40)]
        await asyncio.sleep(0)  # on their way
        assert store._writer is not None
        store._writer._process.kill()
        answers += [asyncio.ensure_future(store.appended(Append("t", step, 1, "{}"))) for step in range(40, 80)]
        firsts = await asyncio.gather(*answers)
        count = await store.read(
            lambda connection: connection.execute(sa.select(sa.func.count()).select_from(schema.events)).scalar()
        )
        assert count == 80
        await store.close()
        return firsts

    assert asyncio.run(write()) == [True] * 79


def test_the_writer_says_what_is_wrong_and_goes_on(tmp_path):
    path = tmp_path / "tables.db"
    here, there = socket.socketpair()
    program = [sys.executable, "-P", writer.__file__, str(path)]
    with here, there, subprocess.Popen(program, stdin=there.fileno()) as process:
        there.close()

        def ask(*rows: writer.Row) -> writer.Answer:
            here.sendall(writer.framed(rows))
            messages, rest = writer.cut(here.recv(2**16))
            assert not rest
            return writer.decode_answer(messages[0])

        assert ask(("t", 0, 1, "a")) == "no such table: events"
        engine = engine_for(f"sqlite:///{path}")
        migrate(engine)
        engine.dispose()
        assert ask(("t", 0, 1, "a"), ("t", 1, 1, "b")) == [True, True]
        assert ask(("t", 1, 1, "other"), ("t", 1, 1, "b"), ("t", 2, 1, "c")) == [False, True, True]
        process.terminate()  # as a terminal does to all processes of a group: it ends with its socket only
        assert ask(("t", 3, 1, "d")) == [True]
        here.shutdown(socket.SHUT_WR)
        assert process.wait(60) == 0


def test_sqlite_commits_are_on_disk(tmp_path):
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
    engine.dispose()

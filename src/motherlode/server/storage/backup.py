"""A copy of the database, made while the server runs, and the way back.

SQLite by its own backup, to a file that is an SQLite database; PostgreSQL by `pg_dump` and `pg_restore`.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from motherlode.core.errors import BadInput, Code
from motherlode.server.storage.storage import describe, engine_for, locked, newest_schema, schema_of

SQLITE, POSTGRES = b"SQLite format 3\x00", b"PGDMP"  # how the files begin
PAGES = 2_000  # copied at once, before the server may write again

Progress = Callable[[int, int], None]  # pages copied, and all of them


def back_up(url: str, target: Path, note: Progress = lambda _, __: None) -> str:
    """Copy a database to a file, whole or not at all; what it is, in words."""
    engine = engine_for(url)
    part = target.with_name(f".{target.name}.part")
    try:
        if engine.dialect.name == "sqlite":
            _copy_sqlite(Path(engine.url.database or ""), part, note)
        else:
            _run(engine.url, "pg_dump", "--format=custom", "--no-owner", f"--file={part}")
        _sync(part)
        part.replace(target)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(target)!r}: {error.strerror}") from None
    finally:
        engine.dispose()
        part.unlink(missing_ok=True)
    return f"{describe(engine)} is in {str(target)!r}, {target.stat().st_size:,} bytes"


def restore(url: str, source: Path, *, is_forced: bool = False) -> str:
    """Put a copy back; a database that has tables is replaced only by `is_forced`. What it is, in words."""
    engine = engine_for(url)
    kind, wanted = _kind_of(source), engine.dialect.name
    if kind != wanted:
        raise BadInput(Code.STORE_BAD, f"{str(source)!r} is a copy of {kind or 'nothing known'}, not of {wanted}")
    with locked(url):
        try:
            _check_idle(engine)
            if not is_forced and _has_tables(engine):
                raise BadInput(Code.STORE_BAD, f"database {describe(engine)!r} is not empty: --force replaces it")
            if kind == "sqlite":
                _restore_sqlite(source, Path(engine.url.database or ""))
            else:
                words = ("--clean", "--if-exists", "--no-owner", "--exit-on-error", "--single-transaction")
                _run(engine.url, "pg_restore", *words, str(source))
            with engine.connect() as connection:
                found = schema_of(connection)
                count = connection.execute(sa.text("SELECT count(*) FROM events")).scalar()
        except sa.exc.SQLAlchemyError as error:
            why = " ".join(str(getattr(error, "orig", None) or error).split())
            raise BadInput(Code.STORE_BAD, f"cannot restore to {describe(engine)!r}: {why}") from None
        finally:
            engine.dispose()
    note = "" if found == newest_schema() else f"; `motherlode serve` brings it to {newest_schema()}"
    return f"{describe(engine)} has {count:,} events of schema {found}{note}"


def _copy_sqlite(source: Path, target: Path, note: Progress) -> None:
    if not source.exists():
        raise BadInput(Code.STORE_BAD, f"there is no database {str(source)!r}")
    target.unlink(missing_ok=True)
    try:
        with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as here, sqlite3.connect(target) as there:
            here.backup(there, pages=PAGES, progress=lambda _, left, pages: note(pages - left, pages))
            there.execute("PRAGMA journal_mode=DELETE")  # one file, to be carried anywhere
        here.close()
        there.close()
    except sqlite3.Error as error:
        raise BadInput(Code.STORE_BAD, f"cannot copy {str(source)!r}: {error}") from None


def _restore_sqlite(source: Path, target: Path) -> None:
    """Write the copy beside the database, check it, and only then put it where the database was."""
    part = target.with_name(f".{target.name}.part")
    try:
        shutil.copyfile(source, part)
        problem = _damage_of(part)
        if problem:
            raise BadInput(Code.STORE_BAD, f"{str(source)!r} is damaged: {problem}")
        _sync(part)
        for end in ("-wal", "-shm"):
            Path(f"{target}{end}").unlink(missing_ok=True)
        part.replace(target)
    except OSError as error:
        raise BadInput(Code.STORE_BAD, f"cannot restore {str(target)!r}: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def _damage_of(file: Path) -> str:
    """What is wrong with an SQLite database; empty where nothing is."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            found = str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return "" if found == "ok" else " ".join(found.split())[:200]


def _kind_of(source: Path) -> str:
    """What a file is a copy of; nothing where it is none."""
    try:
        with source.open("rb") as file:
            head = file.read(len(SQLITE))
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(source)!r}: {error.strerror}") from None
    return "sqlite" if head == SQLITE else "postgresql" if head.startswith(POSTGRES) else ""


def _check_idle(engine: sa.Engine) -> None:
    """Raise if anybody else is connected; SQLite has a lock for that."""
    if engine.dialect.name == "sqlite":
        return
    with engine.connect() as connection:
        others = connection.execute(
            sa.text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
        ).scalar()
    if others:
        raise BadInput(
            Code.STORE_BAD, f"database {describe(engine)!r} is in use, {others} connections: stop the servers first"
        )


def _has_tables(engine: sa.Engine) -> bool:
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").exists():
        return False
    return bool(sa.inspect(engine).get_table_names())


def _sync(file: Path) -> None:
    """Wait until what was written to a file is on disk."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _run(url: sa.URL, name: str, *words: str) -> None:
    """One of PostgreSQL's programs, on a database; nobody reads the password in the list of processes."""
    program = shutil.which(name)
    if program is None:
        raise BadInput(Code.STORE_BAD, f"{name!r} is missing: install PostgreSQL's client programs")
    address = sa.URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    environment = os.environ | ({} if url.password is None else {"PGPASSWORD": str(url.password)})
    command = [program, f"--dbname={address.render_as_string()}", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise BadInput(Code.STORE_BAD, f"{name} failed: {' '.join(lines[:1])[:300]}")

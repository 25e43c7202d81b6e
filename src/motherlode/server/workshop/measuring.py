"""What a variant changes, measured by the server for its owner: a queue in the database, one measurement at a time.

It is played in processes of the lowest priority (or on a cluster), so tables do not wait for it. Whichever process of
the server is free takes the next one; one that dies is noticed by its silence, and what it had is measured again. A
measurement that is deleted is given up: whoever makes it finds, within a beat, that it is there no more.
"""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from zlib import decompress

import msgspec
import sqlalchemy as sa
import structlog

from motherlode.core.errors import Barred, Code, MotherlodeError, NotFound, shown
from motherlode.lab.beside import Wish
from motherlode.server.moments import now_ms
from motherlode.server.protocol.variants import Measurement, SeenFigure
from motherlode.server.settings import Settings
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Storage
from motherlode.server.workshop.measurer import Errand, News

MODULE = "motherlode.server.workshop.measurer"
MEASURE_S = 600.0  # a measurement ends after so long, with what is known
NICENESS = 19  # of the processes that measure: the lowest priority that a system gives
BEAT_S = 1.0  # how often what is known is written down, and whether it is still wanted is looked at
IDLE_S = 5.0  # how often one looks whether another process of the server was asked
SILENT_MS = 60_000  # who makes a measurement and says nothing for so long is gone
GRACE_S = 600.0  # beyond the time that it may take: to begin, and to write the pages
END_S = 5.0  # for the processes to end by themselves
MAX_LINE_BYTES = 1 << 26
MAX_WAITING = 20  # measurements of all people that wait
MAX_OF_VERSION = 12  # that are kept; more push out the oldest
MAX_OWN = 100  # of a person that are kept

MEASUREMENTS, PEOPLE = schema.measurements, schema.people
COLUMNS = [column for column in MEASUREMENTS.c if column.name != "pages"]
OPEN = ("waiting", "playing")

log = structlog.get_logger("motherlode.measuring")


# Reading


def measurements_of(connection: sa.Connection, variant: str) -> dict[int, list[Measurement]]:
    """All of a variant, by version; newest first."""
    wanted = sa.select(*COLUMNS).where(MEASUREMENTS.c.variant == variant).order_by(MEASUREMENTS.c.created.desc())
    found: dict[int, list[Measurement]] = {}
    for row in connection.execute(wanted):
        found.setdefault(row.version, []).append(_measurement(connection, row))
    return found


def _measurement(connection: sa.Connection, row: Any) -> Measurement:
    wish = msgspec.json.decode(row.wish, type=Wish)
    ahead = 0
    if row.state == "waiting":
        before = sa.and_(MEASUREMENTS.c.state.in_(OPEN), MEASUREMENTS.c.created < row.created)
        ahead = connection.execute(sa.select(sa.func.count()).select_from(MEASUREMENTS).where(before)).scalar_one()
    return Measurement(
        id=row.id,
        version=row.version,
        state=row.state,
        ahead=ahead,
        player=wish.bot,
        seats=wish.seats,
        most=wish.games,
        games=row.games,
        created=row.created,
        figures=msgspec.json.decode(row.figures, type=list[SeenFigure]),
        why=row.why,
    )


def _row(connection: sa.Connection, variant: str, measurement: str, columns: Sequence[Any]) -> Any:
    wanted = sa.and_(MEASUREMENTS.c.id == measurement, MEASUREMENTS.c.variant == variant)
    row = connection.execute(sa.select(*columns).where(wanted)).first()
    if row is None:
        raise NotFound(Code.BAD_CHOICE, f"unknown measurement {shown(measurement)} of variant {shown(variant)}")
    return row


async def read(storage: Storage, variant: str, measurement: str) -> Measurement:
    """One of them, for everybody who knows the variant."""
    return await storage.read(
        lambda connection: _measurement(connection, _row(connection, variant, measurement, COLUMNS))
    )


async def page(storage: Storage, variant: str, measurement: str, language: str) -> str:
    """The whole report as HTML."""
    row = await storage.read(
        lambda connection: _row(connection, variant, measurement, [MEASUREMENTS.c.state, MEASUREMENTS.c.pages])
    )
    if row.pages is None:
        raise Barred(Code.TABLE_STATUS, f"measurement {measurement!r} has no report yet: it is {row.state}")
    pages = await asyncio.to_thread(lambda: msgspec.json.decode(decompress(row.pages), type=dict[str, str]))
    return pages.get(language) or pages["en"]


# Writing


def add(connection: sa.Connection, person: str, variant: str, version: int, measurement: str, wish: Wish) -> None:
    """Put a measurement into the queue; raise unless its owner may ask now."""
    account = connection.execute(sa.select(PEOPLE.c.account).where(PEOPLE.c.id == person)).scalar()
    if account is None:
        raise Barred(Code.TABLE_DENIED, "the server measures for people with an account: POST /api/me/account")
    is_open = MEASUREMENTS.c.state.in_(OPEN)
    count = sa.select(sa.func.count()).select_from(MEASUREMENTS)
    if connection.execute(count.where(is_open, MEASUREMENTS.c.owner == person)).scalar_one():
        raise Barred(Code.TOO_FAST, "you have a measurement that is not done: wait for it, or delete it")
    if connection.execute(count.where(MEASUREMENTS.c.state == "waiting")).scalar_one() >= MAX_WAITING:
        raise Barred(Code.TOO_FAST, f"{MAX_WAITING} measurements wait already: try again later")
    now = now_ms()
    connection.execute(
        MEASUREMENTS.insert().values(
            id=measurement,
            variant=variant,
            version=version,
            owner=person,
            state="waiting",
            created=now,
            changed=now,
            wish=msgspec.json.encode(wish).decode(),
            games=0,
            figures="[]",
            why="",
        )
    )
    own = sa.and_(MEASUREMENTS.c.variant == variant, MEASUREMENTS.c.version == version)
    _keep_newest(connection, own, MAX_OF_VERSION)
    _keep_newest(connection, MEASUREMENTS.c.owner == person, MAX_OWN)


def _keep_newest(connection: sa.Connection, which: Any, number: int) -> None:
    newest = sa.select(MEASUREMENTS.c.id).where(which).order_by(MEASUREMENTS.c.created.desc()).limit(number)
    kept = [row.id for row in connection.execute(newest)]
    connection.execute(MEASUREMENTS.delete().where(which, MEASUREMENTS.c.id.not_in(kept)))


def remove(connection: sa.Connection, variant: str, measurement: str) -> None:
    """Delete one; if it waits or is played, it is given up."""
    _row(connection, variant, measurement, [MEASUREMENTS.c.id])
    connection.execute(MEASUREMENTS.delete().where(MEASUREMENTS.c.id == measurement))


# Measuring


class Measurer:
    """Makes one measurement after the other, as long as the server runs."""

    def __init__(self, settings: Settings, storage: Storage, origin: str) -> None:
        self._settings, self._storage, self._origin = settings, storage, origin
        self._asked = asyncio.Event()
        self.process: Process | None = None

    def wake(self) -> None:
        """Something was asked for."""
        self._asked.set()

    async def run(self) -> None:
        """Look for work, again and again."""
        while True:
            self._asked.clear()
            try:
                row = await self._take()
                if row is not None:
                    await self._make(row)
                    continue
            except MotherlodeError as error:  # the database is away
                log.warning("cannot measure", why=str(error))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), IDLE_S)

    async def _take(self) -> Any:
        """The next that nobody makes, which is ours now; none while another is made anywhere."""

        def work(connection: sa.Connection) -> Any:
            now, chosen = now_ms(), MEASUREMENTS.c
            is_silent = sa.and_(chosen.state == "playing", chosen.changed < now - SILENT_MS)
            is_made = sa.and_(chosen.state == "playing", sa.not_(is_silent))
            if connection.execute(sa.select(chosen.id).where(is_made).limit(1)).first() is not None:
                return None
            free = sa.or_(chosen.state == "waiting", is_silent)
            row = connection.execute(sa.select(*COLUMNS).where(free).order_by(chosen.created).limit(1)).first()
            if row is None:
                return None
            ours = sa.and_(chosen.id == row.id, chosen.state == row.state, chosen.changed == row.changed)
            values = {"state": "playing", "changed": now, "maker": self._origin}
            taken = connection.execute(MEASUREMENTS.update().where(ours).values(**values))
            return row if taken.rowcount else None

        return await self._storage.write(work)

    async def _note(self, measurement: str, **values: Any) -> bool:
        """Write down what is known; false if it is not ours, or not there, any more."""
        chosen = MEASUREMENTS.c
        ours = sa.and_(chosen.id == measurement, chosen.maker == self._origin, chosen.state == "playing")
        changed = MEASUREMENTS.update().where(ours).values(changed=now_ms(), **values)
        return bool(await self._storage.write(lambda connection: connection.execute(changed).rowcount))

    async def _make(self, row: Any) -> None:
        wish = msgspec.json.decode(row.wish, type=Wish)
        settings = self._settings
        errand = Errand(wish, settings.measure, settings.cluster, NICENESS)
        try:
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", MODULE, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=MAX_LINE_BYTES
            )
        except OSError as error:
            log.error("cannot start a process that measures", why=str(error))
            await self._note(row.id, why="no process could be started", state="failed")
            return
        heard: list[News] = []
        hearing = asyncio.create_task(_hear(process, errand, heard))
        ends = time.monotonic() + wish.seconds + GRACE_S
        try:
            is_wanted = True
            while is_wanted and not hearing.done() and time.monotonic() < ends:
                await asyncio.wait((hearing,), timeout=BEAT_S)
                is_wanted = await self._note(row.id, **_known(heard))
            if is_wanted:
                await self._finish(row.id, heard)
        except asyncio.CancelledError:  # the server stops: the next one, or another, measures it
            await self._note(row.id, state="waiting", maker=None, games=0, figures="[]")
            raise
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            await _end(process)
            self.process = None

    async def _finish(self, measurement: str, heard: list[News]) -> None:
        last = heard[-1] if heard else News()
        if last.pages:
            await self._note(measurement, **_known(heard), pages=last.pages, state="done")
            return
        why = last.why or "the process that measured it ended"
        log.warning("measurement failed", measurement=measurement, why=why)
        await self._note(measurement, why=why, state="failed")


def _known(heard: list[News]) -> dict[str, Any]:
    """The newest news, as it is stored."""
    if not heard or heard[-1].why:
        return {}
    return {"games": heard[-1].games, "figures": msgspec.json.encode(heard[-1].figures).decode()}


async def _hear(process: Process, errand: Errand, heard: list[News]) -> None:
    """Ask, and take in what is told until there is nothing more."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(errand) + b"\n")
    with suppress(ConnectionError):
        await process.stdin.drain()
    while line := await process.stdout.readline():
        heard[:] = [msgspec.json.decode(line, type=News)]


async def _end(process: Process) -> None:
    """End it, and all that it started."""
    if process.returncode is None:
        assert process.stdin is not None
        process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), END_S)
    with suppress(ProcessLookupError):
        process.kill()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()

"""All tables of one process: opened from their logs, looked after when they are due, let go when nobody needs them."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from motherlode.core.chance import SEED_BYTES
from motherlode.core.errors import Code, MotherlodeError, NotFound
from motherlode.core.preparing import RULES
from motherlode.server.moments import now_ms
from motherlode.server.operations.metrics import Metrics
from motherlode.server.operations.outages import Outages
from motherlode.server.operations.readiness import Games
from motherlode.server.people.ratings import rate_table
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Storage, read_notes
from motherlode.server.tables import deciding
from motherlode.server.tables.live import LiveTable, read_log
from motherlode.server.tables.runner import BotRunner
from motherlode.server.tables.state import (
    Setup,
    Stored,
    TableState,
    read_event,
    read_setup,
    read_snapshot,
    write_event,
    write_snapshot,
)

IDLE_S = 60.0  # a table without connections leaves memory after this
IDLE_OVER_S = 1.0  # one where nothing can happen any more
MAX_IDLE = 2000  # tables without connections that are kept in memory at most
POLL_S, POLL_AWAY_S = 10.0, 0.5  # how often the log is looked at for notes that never came: always, and without a bus
SWEEP_S = 5.0
SWEEP_TABLES = 50  # due tables that one process looks at in one sweep
PRESENCE_KEPT_S = 90.0  # how long what another process said about presence counts
MAX_TABLE_ID = 40

log = structlog.get_logger("motherlode.tables")


class Hub:
    """All tables of this process."""

    def __init__(
        self, storage: Storage, runner: BotRunner, metrics: Metrics, origin: str, games: Games, outages: Outages
    ) -> None:
        self.storage = storage
        self.games = games
        self.runner = runner
        self.metrics = metrics
        self.origin = origin
        self.outages = outages
        self.games.on_loaded = self._tell_warmth
        self.is_alone = True  # no other process stores anything
        self.addresses: tuple[str, ...] = ()  # as the settings have them
        self.live: dict[str, LiveTable] = {}
        self.announce: Callable[[str], None] = lambda _: None  # to the bus
        self._is_behind = False  # what another process stored could not be read
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in a task of its own; it is cancelled when the server stops."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task failed", exc_info=task.exception())

    def _tell_warmth(self, game: str) -> None:
        """Machine code of a game was loaded: its bots may be warm now."""
        for live in self.live.values():
            if live.state.setup.game == game and any(seat.driver is not None for seat in live.state.seats):
                live.tell_presence()

    async def open(self, table: str) -> LiveTable:
        """A table, from memory or from its log."""
        found = self.live.get(table)
        if found is not None:
            found.used = time.monotonic()
            return found
        task = self._opening.get(table)
        if task is None:
            task = self._opening[table] = asyncio.get_running_loop().create_task(self._open(table))
            task.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(task)

    async def _open(self, table: str) -> LiveTable:
        return self._take(await self.load(table))

    def _take(self, state: TableState) -> LiveTable:
        """The one table in memory: whoever makes a table and whoever finds it in the database may come here both."""
        table = state.setup.id
        live = self.live.get(table)
        if live is None:
            live = self.live[table] = LiveTable(self, state)
            live.attendant.attend()
        return live

    async def load(self, table: str) -> TableState:
        """Build the state of a table from its log."""

        def read(connection: sa.Connection) -> Any:
            row = connection.execute(
                sa.select(schema.tables.c.setup, schema.tables.c.secret, schema.tables.c.seed).where(
                    schema.tables.c.id == table
                )
            ).first()
            kept = connection.execute(
                sa.select(schema.snapshots.c.data).where(schema.snapshots.c.table_id == table)
            ).scalar()
            return row, read_log(connection, table, 0) if row is not None else [], kept

        if len(table) > MAX_TABLE_ID or not table.isascii():
            raise NotFound(Code.UNKNOWN_TABLE, f"unknown table {table[:MAX_TABLE_ID]!r}")
        row, events, kept = await self.storage.read(read)
        if row is None:
            raise NotFound(Code.UNKNOWN_TABLE, f"unknown table {table!r}")
        setup = read_setup(row.setup)
        self.games.want(setup.game)

        def restore() -> TableState:
            told = [(at, read_event(data)) for at, data in events]
            snapshot = None if kept is None else read_snapshot(kept)
            return TableState.restored(setup, bytes(row.secret), bytes(row.seed), told, snapshot)

        # Long logs must not hold up the others.
        return await asyncio.to_thread(restore)

    async def keep_snapshot(self, live: LiveTable) -> None:
        """Store what takes long to build from the log."""
        snapshot = live.state.snapshot()
        if snapshot is None:
            return
        data, snapshots = write_snapshot(snapshot), schema.snapshots

        def write(connection: sa.Connection) -> None:
            connection.execute(snapshots.delete().where(snapshots.c.table_id == live.id))
            connection.execute(snapshots.insert().values(table_id=live.id, step=snapshot.step, data=data))

        try:
            await self.storage.write(write)
        except MotherlodeError as error:
            log.warning("no snapshot", table=live.id, why=str(error))

    async def create(self, setup: Setup, events: list[Stored], seed: bytes | None = None) -> LiveTable:
        """Store a new table with its first events, and open it."""

        def begin() -> tuple[TableState, list[Stored]]:
            state = TableState(setup, secrets.token_bytes(SEED_BYTES), seed or secrets.token_bytes(SEED_BYTES))
            told = events
            for event in events:
                state = state.after(event, setup.created)
            if state.start_at() == setup.created:  # there is nothing to wait for
                event, state = deciding.start(state, setup.created)
                told = [*events, event]
            return state, told

        state, told = await asyncio.to_thread(begin)
        people = {event.person for event in told if event.kind == "sat"}

        def write(connection: sa.Connection) -> None:
            connection.execute(
                schema.tables.insert().values(
                    id=setup.id,
                    game=setup.game,
                    status=state.status,
                    is_public=setup.is_public,
                    created=setup.created,
                    setup=msgspec.json.encode(setup).decode(),
                    secret=state.secret,
                    seed=state.seed,
                    due=state.due(),
                )
            )
            for person in people:
                connection.execute(schema.seatings.insert().values(person=person, table_id=setup.id))
            if told:
                connection.execute(
                    schema.events.insert(),
                    [
                        {"table_id": setup.id, "step": step, "at": setup.created, "data": write_event(event).decode()}
                        for step, event in enumerate(told)
                    ],
                )

        await self.storage.write(write)
        return self._take(state)

    # Other processes

    def announce_presence(self, table: str, seats: list[bool], watchers: int) -> None:
        """Tell other processes who is connected here."""
        self.announce(f"presence {table} {''.join('1' if seat else '0' for seat in seats)} {watchers}")

    def hear(self, origin: str, note: str) -> None:
        """A note of another process: events that it stored, or who is connected there."""
        if note.startswith("presence "):
            words = note.split()
            if len(words) != 4:
                return
            live = self.live.get(words[1])
            if live is not None and words[3].isdigit():
                seats = [flag == "1" for flag in words[2]]
                live.note_presence(origin, seats, int(words[3]), time.monotonic() + PRESENCE_KEPT_S)
            return
        for stored in read_notes(note):
            live = self.live.get(stored.table)
            if live is None:
                continue
            if live.can_leave() and time.monotonic() - live.used > IDLE_OVER_S:  # nobody here wants to know
                self._forget(stored.table)
            elif not live.take_in(stored):
                self.spawn(self._catch_up(stored.table, stored.step))

    async def _catch_up(self, table: str, step: int) -> None:
        live = self.live.get(table)
        if live is None:
            return
        try:
            await live.catch_up(step)
        except MotherlodeError as error:
            log.warning("cannot catch up", table=table, why=str(error))
            self._is_behind = True

    async def resync(self) -> None:
        """Read in the log what other processes stored, in case their notes were lost."""
        known = {table: live.state.step for table, live in self.live.items()}
        if not known:
            return

        def read(connection: sa.Connection) -> list[tuple[str, int]]:
            events, names = schema.events.c, list(known)
            found: list[tuple[str, int]] = []
            for first in range(0, len(names), 500):
                rows = connection.execute(
                    sa.select(events.table_id, sa.func.max(events.step))
                    .where(events.table_id.in_(names[first : first + 500]))
                    .group_by(events.table_id)
                )
                found += [(row[0], row[1]) for row in rows]
            return found

        for table, last in await self.storage.read(read):
            if last >= known[table]:
                await self._catch_up(table, last)

    async def poll_forever(self, is_bus_well: Callable[[], bool]) -> None:
        """Look in the log for what other processes stored: often while the bus is away, or after a failure."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(POLL_AWAY_S)
            if not is_bus_well() or self._is_behind or time.monotonic() - looked > POLL_S:
                looked, self._is_behind = time.monotonic(), False
                try:
                    await self.resync()
                except MotherlodeError as error:
                    log.warning("cannot poll", why=str(error))
                    self._is_behind = True

    # Housekeeping

    async def sweep(self) -> None:
        """Look after tables that are due, whoever served them before."""
        now = now_ms()

        def read(connection: sa.Connection) -> list[tuple[str, str, str]]:
            tables = schema.tables.c
            rows = connection.execute(
                sa.select(tables.id, tables.status, tables.game)
                .where(tables.due <= now)
                .order_by(tables.due)
                .limit(SWEEP_TABLES)
            )
            return [(row.id, row.status, row.game) for row in rows]

        for table, status, game in await self.storage.read(read):
            if table not in self.live and not self.games.has(game, RULES):
                continue  # nobody asks for it, and plain rules take long over a log: its time comes
            try:
                if status in ("over", "abandoned"):
                    await self.rate(table)
                else:
                    await (await self.open(table)).attendant.look()
            except MotherlodeError as error:
                log.warning("cannot look after table", table=table, why=str(error))
                if error.code in (Code.TABLE_RULES, Code.UNKNOWN_BOT):
                    await self._never_due(table)

    async def sweep_forever(self) -> None:
        """Sweep again and again."""
        while True:
            try:
                await self.sweep()
            except MotherlodeError as error:
                log.warning("cannot sweep", why=str(error))
            await asyncio.sleep(SWEEP_S * (0.8 + 0.4 * secrets.randbelow(100) / 100))

    async def announce_forever(self) -> None:
        """Say again who is connected here, before other processes stop believing it."""
        while True:
            await asyncio.sleep(PRESENCE_KEPT_S / 3)
            self.announce_all()

    def announce_all(self) -> None:
        """Tell other processes who is connected to all tables here."""
        for live in list(self.live.values()):
            live.announce_presence()

    async def _never_due(self, table: str) -> None:
        """Never look again at a table that this version of Motherlode cannot play."""
        change = schema.tables.update().where(schema.tables.c.id == table).values(due=None)
        await self.storage.write(lambda connection: connection.execute(change))

    async def forget_idle(self) -> None:
        """Let tables leave memory that nobody needs there, one by one; the log has them."""
        now = time.monotonic()
        idle = sorted((live.used, table) for table, live in self.live.items() if live.can_leave())
        for number, (used, table) in enumerate(idle):
            live = self.live.get(table)
            if live is None or not live.can_leave():
                continue
            patience = IDLE_OVER_S if live.state.status in ("over", "abandoned") else IDLE_S
            if now - used > patience or number < len(idle) - MAX_IDLE:
                self._forget(table)
                del live
                await asyncio.sleep(0)  # freeing a table takes a while, and others wait

    async def forget_forever(self) -> None:
        """Keep memory small."""
        while True:
            await asyncio.sleep(IDLE_OVER_S)
            await self.forget_idle()

    def _forget(self, table: str) -> None:
        """Let a table leave memory."""
        self.live.pop(table).stop()

    def rate_soon(self, table: str) -> None:
        """Take the result of a rated table into the ratings."""
        self.spawn(self.rate(table))

    async def rate(self, table: str) -> None:
        """Take the result of a table into the ratings, once."""
        live = await self.open(table)
        await rate_table(self.storage, live.state)
        live.used = 0.0

    async def stop(self) -> None:
        """Cancel all tasks; what was acknowledged is stored already."""
        for live in self.live.values():
            live.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

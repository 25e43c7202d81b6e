"""When the server was away. Clocks stand still from its last sign of life to a little after the next one."""

import asyncio
from functools import partial

import sqlalchemy as sa
import structlog

from motherlode.core.errors import MotherlodeError
from motherlode.server.moments import DAY_MS, now_ms
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Storage
from motherlode.server.tables.state import TableState

BEAT_S = 1.0
GAP_MS = 6_000  # signs of life of a server that runs: further apart, and it was too busy to be played with
START_GAP_MS = 2_000  # a process that starts and finds the last one so old finds nobody at work
GRACE_MS = 10_000  # for players to come back
KEPT_MS = 40 * DAY_MS  # longer than any clock
ALIVE = "alive"  # the row that all processes write to

log = structlog.get_logger("motherlode.outages")


class Outages:
    """The outages of late, as this process knows them."""

    def __init__(self, storage: Storage, is_alone: bool = False) -> None:
        self.storage = storage
        # Where this process is alone, nobody served just before it; else others may have.
        self._gap_ms = 0 if is_alone else START_GAP_MS
        self.known: list[tuple[int, int]] = []  # since, until; the oldest first
        self._beating: asyncio.Future[None] | None = None

    def unheld(self, state: TableState) -> tuple[int, int] | None:
        """The first outage for which the clocks of a table have not been held yet: from when to when."""
        if state.setup.clock is None or not self.known or state.to_act < 0:
            return None
        if state.seats[state.to_act].driver is not None:
            return None
        for since, until in self.known:
            if until > state.held_until and until > state.action_since:
                return since, until
        return None

    async def beat(self) -> None:
        """Give a sign of life, and see whether the last one was long ago; raises where nothing can be written.

        The first one of a process ends an outage, unless another process serves. Whoever asks while one is being
        written waits for that one.
        """
        if self._beating is None:
            self._beating = asyncio.ensure_future(self._beat())
            self._beating.add_done_callback(self._rest)
        await asyncio.shield(self._beating)

    def _rest(self, beaten: "asyncio.Future[None]") -> None:
        self._beating = None
        if not beaten.cancelled():
            beaten.exception()  # whoever waits is told

    async def _beat(self) -> None:
        known = await self.storage.write(partial(note_life, gap_ms=self._gap_ms))
        self._gap_ms = GAP_MS
        if known != self.known:
            self.known = known
            log.warning("the server was away", since=known[-1][0], until=known[-1][1])

    async def begin(self) -> None:
        """The first sign of life of this process."""
        try:
            await self.beat()
        except MotherlodeError as error:
            log.warning("no sign of life", why=str(error))

    async def beat_forever(self) -> None:
        """Give signs of life for as long as the server runs."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self.beat()
            except MotherlodeError as error:
                log.warning("no sign of life", why=str(error))


def note_life(connection: sa.Connection, gap_ms: int = GAP_MS) -> list[tuple[int, int]]:
    """Write that the server is alive now; an outage ends by it, where the last sign is too old. All outages of late."""
    beats, outages, now = schema.heartbeats, schema.outages, now_ms()
    first = sa.text("INSERT INTO heartbeats (name, at) VALUES (:name, :at) ON CONFLICT DO NOTHING")
    connection.execute(first, {"name": ALIVE, "at": now})
    last = connection.execute(sa.select(beats.c.at).where(beats.c.name == ALIVE).with_for_update()).scalar_one()
    connection.execute(beats.update().where(beats.c.name == ALIVE, beats.c.at < now).values(at=now))
    if now - last > gap_ms:
        connection.execute(outages.insert().values(since=last, until=now + GRACE_MS))
        connection.execute(outages.delete().where(outages.c.until < now - KEPT_MS))
    rows = connection.execute(sa.select(outages.c.since, outages.c.until).order_by(outages.c.until))
    return [(row.since, row.until) for row in rows]

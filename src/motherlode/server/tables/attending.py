"""What happens at a table without anybody asking: bots act, clocks run out, the match starts, what is old is closed.

Each of these is a request like any other, decided and stored on the one road of `live`.
"""

import asyncio
import weakref
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from motherlode.core.errors import Barred, Code, MotherlodeError
from motherlode.server.moments import now_ms
from motherlode.server.storage import schema
from motherlode.server.tables import deciding
from motherlode.server.tables.runner import Sitting
from motherlode.server.tables.state import IDLE_MS, OPEN_MS, TableState

if TYPE_CHECKING:
    from motherlode.server.tables.live import LiveTable

log = structlog.get_logger("motherlode.tables")


class Attendant:
    """Looks after one table in memory; it does not keep the table there."""

    def __init__(self, table: "LiveTable") -> None:
        # Weakly: two objects that know each other would stay in memory until a full collection.
        self._table = weakref.ref(table)
        self.bot_task: asyncio.Task[None] | None = None
        self._sittings: dict[int, Sitting] = {}  # bots that play here, by seat
        self._timer: asyncio.TimerHandle | None = None  # for the clock, or for the start

    @property
    def table(self) -> "LiveTable":
        """The table, which stops its attendant before it goes."""
        table = self._table()
        assert table is not None
        return table

    @property
    def is_busy(self) -> bool:
        """Whether a bot is thinking."""
        return self.bot_task is not None and not self.bot_task.done()

    def stop(self) -> None:
        """Cancel timer and bot, and let bots go."""
        if self._timer is not None:
            self._timer.cancel()
        if self.bot_task is not None:
            self.bot_task.cancel()
        self._sittings.clear()

    @property
    def _is_followed(self) -> bool:
        """Whether a person plays or looks on: bots alone among themselves rest."""
        return self.table.state.has_people or bool(self.table.listeners)

    def attend(self) -> None:
        """Let the bot to act think; wait for the clock of the person to act, or for the start."""
        state = self.table.state
        if state.status == "open":
            moments = [moment for moment in (state.call_at(), state.start_at()) if moment is not None]
            if moments:
                self._wake_at(min(moments), self.begin)
            return
        seat = state.to_act
        if seat < 0:
            return
        if state.seats[seat].driver is not None:
            if not self.is_busy and self._is_followed:
                self.bot_task = self.table.hub.spawn(self._play_bots())
            return
        deadline = None if state.setup.clock is None else state.deadline()
        if deadline is not None:
            self._wake_at(deadline, self.time_out)

    def _wake_at(self, moment: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something at a moment; a later call replaces an earlier one."""
        if self._timer is not None:
            self._timer.cancel()
        delay = (moment - now_ms()) / 1000
        if delay <= 0:
            self._timer = None
            self.table.hub.spawn(work())
        else:
            self._timer = asyncio.get_running_loop().call_later(delay + 0.01, lambda: self.table.hub.spawn(work()))

    async def begin(self) -> None:
        """Call for the numbers of the seats, or start the match, where that is due."""
        table = self.table
        state, now = table.state, now_ms()
        call_at, start_at = state.call_at(), state.start_at()
        try:
            if start_at is not None and start_at <= now:
                await table.change(deciding.start)
            elif call_at is not None and call_at <= now:
                await table.change(deciding.call)
        except MotherlodeError as error:
            log.info("no start", table=table.id, why=str(error))
            if error.code == Code.STORE_AWAY:
                return  # the sweep comes back to the table
            await table.freshen()

    async def time_out(self) -> None:
        """Do what the table chose, if the seat to act is out of time."""
        table = self.table
        try:
            await table.change(deciding.time_out)
        except MotherlodeError as error:
            log.info("time-out not needed", table=table.id, why=str(error.code))
            if error.code == Code.TABLE_STATUS and table.state.status == "running":
                self.attend()

    async def _play_bots(self) -> None:
        """Let bots act until a person is to act."""
        table = self.table
        try:
            while (seat := table.state.to_act) >= 0 and self._is_followed:
                state, step = table.state, table.state.changed
                level, match = state.seats[seat].driver, state.match
                if level is None or match is None:
                    return
                seen = match.ruleset.hidden(match.position, seat)
                sitting = self._sitting_of(seat, level)
                runner = table.hub.runner
                action, used, why = await runner.choose(
                    state.game, sitting, seen, table.id, step, is_patient=state.is_counted
                )
                try:
                    if used != level:
                        await table.change(partial(deciding.change_bot, seat=seat, level=level, used=used, why=why))
                    await table.change(partial(act_for_bot, seat=seat, step=step, action=action))
                except Barred as error:
                    if error.code != Code.STALE_ACTION:
                        raise
        except MotherlodeError as error:
            # The sweep comes back to the table.
            log.warning("bot could not act", table=table.id, why=str(error))

    def _sitting_of(self, seat: int, level: str) -> Sitting:
        """The bot of that level in a seat: the same from its first choice to its last."""
        sitting = self._sittings.get(seat)
        if sitting is None or sitting.level != level:
            sitting = self._sittings[seat] = Sitting(seat, level)
        return sitting

    def let_bots_go(self) -> None:
        """Part with bots that play no more: the match is over, somebody took the seat back, or another level plays."""
        if not self._sittings:
            return
        seats, is_running = self.table.state.seats, self.table.state.status == "running"
        kept = {seat: one for seat, one in self._sittings.items() if is_running and seats[seat].driver == one.level}
        self._sittings = kept

    async def look(self) -> None:
        """The table is due: let its clock run out, let its bots act, start it, or close it."""
        table = self.table
        await table.freshen()
        state, now = table.state, now_ms()
        is_old = state.status == "open" and now >= state.setup.created + OPEN_MS
        is_idle = state.status == "running" and state.deadline() is None and now >= state.last_at + IDLE_MS
        if is_old or is_idle:
            await table.change(partial(abandon_if_still, step=state.step))
            return
        self.attend()
        due = table.due = state.due()
        await table.hub.storage.write(
            lambda connection: connection.execute(
                schema.tables.update()
                .where(schema.tables.c.id == table.id, schema.tables.c.status.in_(("open", "running")))
                .values(due=due if due is None else max(due, now + 1000))
            )
        )


def act_for_bot(state: TableState, now: int, seat: int, step: int, action: int) -> deciding.Decision:
    """Play what a bot has chosen, unless the position is another by now."""
    if state.to_act != seat or state.seats[seat].driver is None or state.changed != step:
        raise Barred(Code.STALE_ACTION, "the position changed while the bot was thinking")
    return deciding.act(state, now, seat, state.step, action, is_bot=True)


def abandon_if_still(state: TableState, now: int, step: int) -> deciding.Decision:
    """Close a table where nothing has happened since a step."""
    if state.step != step:
        raise Barred(Code.TABLE_STATUS, "something happened meanwhile")
    return deciding.abandon(state, now)

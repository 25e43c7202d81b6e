"""Live tables: each is a cache of its log, with one lock, its connections and its bots.

Any process may serve any table. An event is stored first, by compare-and-swap on (table, step); then it is taken into
the state and told. Whoever finds its step taken reads the log and decides again.
"""

import asyncio
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
import structlog

from motherlode.core.chance import SEED_BYTES
from motherlode.core.contract import Language
from motherlode.core.errors import Barred, Code, MotherlodeError, NotFound
from motherlode.server import deciding, schema
from motherlode.server.metrics import Metrics
from motherlode.server.people import Who, seat_token
from motherlode.server.preparing import Games
from motherlode.server.protocol import Presence, Refused, Seated, TableInfo, Update, Welcome
from motherlode.server.ratings import rate_table
from motherlode.server.runner import BotRunner
from motherlode.server.state import (
    BOT_DUE_MS,
    DAY_MS,
    IDLE_MS,
    OPEN_MS,
    Setup,
    Stored,
    TableState,
    now_ms,
    read_event,
    read_setup,
    read_snapshot,
    write_event,
    write_snapshot,
)
from motherlode.server.storage import Append, Storage
from motherlode.server.telling import Detail, Telling, acknowledged, encode

TRIES = 20  # how often a request is decided anew because another process was first
IDLE_S = 60.0  # a table without connections leaves memory after this
IDLE_OVER_S = 1.0  # one where nothing can happen any more
MAX_IDLE = 2000  # tables without connections that are kept in memory at most
SOON_MS = 600_000  # a table whose clock runs out sooner than this stays
POLL_S, POLL_AWAY_S = 10.0, 0.5  # how often the log is looked at for notes that never came: always, and without a bus
PRESENCE_S = 0.25  # changes of presence are told together
DUE_SLACK_MS = 10_000  # the row of a table may be that far behind about when it is due
SWEEP_S = 5.0
SNAPSHOT_STEPS = 200  # a snapshot for every so many events
PRESENCE_KEPT_S = 90.0  # how long what another process said about presence counts
SWEEP_TABLES = 50  # due tables that one process looks at in one sweep

log = structlog.get_logger("motherlode.tables")

Result = TypeVar("Result")


class Lock(asyncio.Lock):
    """A lock that can be taken without a task, if that needs no waiting."""

    _locked: bool  # as asyncio has it
    _waiters: deque[asyncio.Future[Any]] | None

    def take(self) -> bool:
        """Lock; false if it is locked, or somebody's turn already."""
        if self._locked or self._waiters:
            return False
        self._locked = True
        return True


class Listener(Protocol):
    """A connection, as a table sees it."""

    who: Who
    seat: int | None  # the only seat that it plays, where it said so
    detail: Detail
    language: Language
    sent: int  # how many events it was told
    seats: list[int]  # that it plays, as of
    seated: int  # the last change of seats; -1: never looked

    def push(self, message: bytes) -> None:
        """Send without waiting; a listener that does not read is dropped."""


class LiveTable:
    """One table in the memory of this process."""

    def __init__(self, hub: "Hub", state: TableState) -> None:
        self.hub = hub
        self.id = state.setup.id
        self.state = state
        self.telling = Telling(state)
        self.lock = Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[list[bool], int, float]] = {}  # presence by process: seats, watchers, until
        self.last_seen: dict[int, int] = {seat: now_ms() for seat in range(len(state.seats))}
        self.used = time.monotonic()
        self.due: int | None = state.due()  # as its row has it
        self._waiters: list[asyncio.Future[None]] = []
        self._is_lost = False  # what is in memory may not be what is stored
        self._num_ahead = 0  # events in memory that are not stored yet
        self._presence_timer: asyncio.TimerHandle | None = None
        self._bot_task: asyncio.Task[None] | None = None
        self._clock_timer: asyncio.TimerHandle | None = None

    # Who is there

    def seats_of(self, who: Who, only: int | None = None) -> list[int]:
        """The seats that somebody plays."""
        mine = who.seats_at(self.state)
        return mine if only is None else [seat for seat in mine if seat == only]

    def viewer_of(self, seats: list[int]) -> int | None:
        """Through whose eyes somebody sees; who plays several seats: through those of the one to act."""
        if len(seats) == 1:
            return seats[0]
        return self.state.to_act if self.state.to_act in seats else None

    def may_watch(self, who: Who, key: str | None) -> None:
        """Raise unless the table is public, or the key is right, or one plays here."""
        setup = self.state.setup
        if setup.is_public or who.person == setup.host or who.seats_at(self.state):
            return
        if key is None or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise Barred(Code.TABLE_DENIED, f"table {self.id!r} is private: its key is needed")

    @property
    def key(self) -> str:
        """Who has it may watch a private table and sit down."""
        return hmac.digest(self.state.secret, b"key", "sha256").hex()[:32]

    def presence(self) -> Presence:
        """Who is connected, here and at other processes."""
        present, watchers = self._present_here()
        now = time.monotonic()
        for seats, more, until in self.elsewhere.values():
            if until > now:
                present = [one or other for one, other in zip(present, seats, strict=True)]
                watchers += more
        return Presence(present, watchers)

    def _present_here(self) -> tuple[list[bool], int]:
        present, watchers = [False] * len(self.state.seats), 0
        for listener in self.listeners:
            seats = self.seats_of(listener.who, listener.seat)
            watchers += not seats
            for seat in seats:
                present[seat] = True
        return present, watchers

    def info(self) -> TableInfo:
        """The table as anybody may know it."""
        return self.telling.info(self.presence().seats)

    def seated(self, who: Who) -> Seated:
        """The table with what somebody needs to play there."""
        state, mine = self.state, who.seats_at(self.state)
        is_host = who.person == state.setup.host
        return Seated(
            table=self.info(),
            tokens=[
                seat_token(state, number) if number in mine or (is_host and seat.is_open) else None
                for number, seat in enumerate(state.seats)
            ],
            key=None if state.setup.is_public or not (is_host or mine) else self.key,
            link=f"/t/{self.id}" + ("" if state.setup.is_public else f"#{self.key}"),
        )

    # Listening

    async def welcome(self, listener: Listener, since: int | None, key: str | None) -> Welcome:
        """Let a connection in."""
        async with self.lock:
            await self._fresh()
            if not self.hub.is_alone:  # a note may still be on its way
                await self._read_on()
            self.may_watch(listener.who, key)
            seats = self.seats_of(listener.who, listener.seat)
            if listener.seat is not None and not seats:
                deciding.own_seat(self.state, seats, listener.seat)
            listener.sent = self.state.step
            self.listeners.add(listener)
            self.used = time.monotonic()
            update = self._update(seats, since, listener.detail, table=self.info(), language=listener.language)
            return Welcome(1, seats, update)

    def enter(self) -> None:
        """Tell the others about a new connection, and look after bots and clocks."""
        self._tell_presence_soon()
        self.drive()

    def part(self, listener: Listener) -> None:
        """A connection has ended."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        for seat in self.seats_of(listener.who, listener.seat):
            self.last_seen[seat] = now_ms()
        self.used = time.monotonic()
        self._tell_presence_soon()

    def _tell_presence_soon(self) -> None:
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE_S, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        here, watchers = self._present_here()
        self.hub.announce_presence(self.id, here, watchers)
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell all connections of this process who is there."""
        message = encode(self.presence())
        for listener in list(self.listeners):
            listener.push(message)

    def note_presence(self, origin: str, seats: list[bool], watchers: int, until: float) -> None:
        """Another process says who is connected there."""
        if len(seats) == len(self.state.seats):
            self.elsewhere[origin] = (seats, watchers, until)
            self.tell_presence()

    # Asking

    def _update(
        self,
        seats: list[int],
        since: int | None,
        detail: Detail,
        ack: str | None = None,
        table: TableInfo | None = None,
        language: Language = "en",
    ) -> Update:
        return self.telling.update(self.viewer_of(seats), since, detail, ack, table, language)

    async def fetch(
        self,
        who: Who,
        since: int | None,
        *,
        only: int | None = None,
        detail: Detail = "full",
        ack: str | None = None,
        language: Language = "en",
    ) -> Update:
        """Everything since a step, and what is now."""
        async with self.lock:
            await self._fresh()
            if not self.hub.is_alone:
                await self._read_on()
            if since is not None and since > self.state.step:
                since = self.state.step
            self.used = time.monotonic()
            seats = self.seats_of(who, only)
            for seat in seats:
                self.last_seen[seat] = now_ms()
            return self._update(seats, since, detail, ack, self.info(), language)

    async def wait_beyond(self, step: int, seconds: float) -> None:
        """Wait until there are more events than that, but not too long."""
        if self.state.step > step or seconds <= 0:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await asyncio.wait_for(waiter, seconds)
        except TimeoutError:
            return
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)

    async def refusal(self, error: MotherlodeError, who: Who, request: str | None, listener: Listener) -> Refused:
        """Why a request was refused, and how the table stands now."""
        try:
            now = await self.fetch(who, None, only=listener.seat, detail=listener.detail)
        except MotherlodeError:
            now = None
        return Refused(str(error.code), str(error), request, getattr(error, "rule", ""), now)

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat has not been seen for a while."""
        return not self.presence().seats[seat] and now_ms() - self.last_seen[seat] >= deciding.ABSENT_MS

    async def read(self, work: Callable[[TableState], Result]) -> Result:
        """What a function makes of the state, which nobody changes meanwhile."""
        async with self.lock:
            await self._fresh()
            self.used = time.monotonic()
            return work(self.state)

    async def record(self, who: Who, seat: int | None) -> str:
        """The match as a text record: what one's seat, or a spectator, may know; all of it once it is over."""
        async with self.lock:
            await self._fresh()
            match, mine = self.state.match, self.seats_of(who)
            if match is None:
                raise Barred(Code.TABLE_STATUS, f"table {self.id!r} has not started yet")
            viewer = deciding.own_seat(self.state, mine, seat) if seat is not None else self.viewer_of(mine)
            if self.state.setup.daily:
                fair = self.state.fair
                secret = {"chance": f"fair {fair.commitment}", "table": fair.table}
                match.untold = {} if self.state.is_seed_open else secret
            return match.record(viewer)

    # Changing

    async def change(
        self,
        by: str,
        request: str | None,
        decide: Callable[[TableState], Stored],
        asker: Listener | None = None,
    ) -> int:
        """Decide, store, tell; the number of events after it. A request that was done before is not done again."""
        async with self.lock:
            for _ in range(TRIES):
                if self._is_lost:
                    await self._fresh()
                done = self.state.seen.get(f"{by}/{request}") if request else None
                if done is not None:
                    if asker is not None:
                        seats = self.seats_of(asker.who, asker.seat)
                        asker.push(encode(self._update(seats, None, asker.detail, request)))
                    return done
                event, append = self._propose(by, request, decide)
                if await self.hub.storage.appended(append):
                    self._take_in(event, append, asker, request)
                    return self.state.step
            raise Barred(Code.STORE_AWAY, f"table {self.id!r} is too busy: try again with the same id")

    def change_now(
        self,
        by: str,
        request: str,
        decide: Callable[[TableState], Stored],
        asker: Listener,
        settle: Callable[[bool | Exception], None],
    ) -> bool:
        """`change` for what needs no waiting but for the disk, without a task; false, and nothing done, for all else.

        `settle` is told whether it was done, or what failed; if not, `change` has to try.
        """
        if self._is_lost or f"{by}/{request}" in self.state.seen or not self.lock.take():
            return False
        try:
            event, append = self._propose(by, request, decide)
        except BaseException:
            self.lock.release()
            raise
        messages: list[tuple[Listener, bytes]] | None = None

        def prepare() -> None:
            """While the disk works: nobody is told, and nobody looks, since the table is locked."""
            nonlocal messages
            if self.state.match is None or not self.state.match.is_over:  # else its seed would be open
                self._num_ahead = 1
                self.state.apply(event, append.at, is_played=True)
                messages = self._messages(append.step, asker, request)

        def store(result: bool | Exception) -> None:
            try:
                if result is True and messages is not None:
                    self._num_ahead = 0
                    self._is_lost = False
                    self._tell(messages)
                    self._go_on()
                elif result is True and self._num_ahead:
                    result = RuntimeError("what was stored could not be told")  # the log has it, and is read again
                elif result is True:
                    self._take_in(event, append, asker, request)
            except Exception as error:
                result = error
            self.lock.release()
            settle(result)

        self.hub.storage.append(append, store, prepare)
        return True

    def _propose(self, by: str, request: str | None, decide: Callable[[TableState], Stored]) -> tuple[Stored, Append]:
        """The event that a request leads to. From here until it is stored, memory is ahead of the log."""
        state = self.state
        length = 0 if state.match is None else len(state.match.log)
        try:
            event = decide(state)
        except BaseException:
            self._is_lost = (0 if state.match is None else len(state.match.log)) != length
            raise
        if request:
            event.by, event.id = by, request
        at = max(now_ms(), state.last_at)
        self._is_lost = True
        return event, Append(self.id, state.step, at, write_event(event).decode(), *self._row_changes(event, at))

    def _take_in(self, event: Stored, append: Append, asker: Listener | None, request: str | None) -> None:
        """An event of this process is on disk: it happened."""
        self.state.apply(event, append.at, is_played=True)
        self._is_lost = False
        self._after(append.step, asker, request)

    def _row_changes(self, event: Stored, at: int) -> tuple[dict[str, object] | None, str | None]:
        """What an event changes about the row of its table: its status, and when it is due."""
        state = self.state
        changes: dict[str, object] = {}
        is_over = state.match is not None and state.match.is_over
        if event.kind == "played" and not is_over and not state.setup.clock and self._is_due_later(at):
            return None, None
        if event.kind == "started":
            changes["status"] = "over" if is_over else "running"
        elif event.kind == "abandoned":
            changes["status"] = "abandoned"
        elif is_over and state.status == "running":
            changes["status"] = "over"
        elif event.kind == "resigned" and state.is_large:
            seats = enumerate(state.seats)
            if all(chair.bot or chair.has_resigned or number == event.seat for number, chair in seats):
                changes["status"] = "abandoned"
        # When it is due exactly is only known after the event; a row that is early costs a look, so early is right.
        due: int | None
        if changes.get("status") in ("over", "abandoned"):
            due = at if state.setup.is_rated else None
        else:
            due = self._due_after(event, at)
        if due != self.due and (
            due is None or self.due is None or abs(due - self.due) > DUE_SLACK_MS or due < self.due
        ):
            changes["due"] = self.due = due
        return changes or None, event.person if event.kind == "sat" else None

    def _is_due_later(self, at: int) -> bool:
        """Whether the row of a table without a clock need not be told about another action."""
        if self.due is None:
            return False
        if self.due > at + IDLE_MS - DAY_MS:
            return True
        has_bots = any(seat.bot or seat.stand_in for seat in self.state.seats)
        return has_bots and self.due > at + BOT_DUE_MS - DUE_SLACK_MS

    def _due_after(self, event: Stored, at: int) -> int | None:
        """A moment that is not after the one when the table will be due once the event is in."""
        state, clock = self.state, self.state.setup.clock
        if state.status == "open" and event.kind != "started":
            return state.due()
        if event.kind in ("said", "muted", "undo_offered", "undo_declined", "rematched"):
            return self.due
        times = [float(at + IDLE_MS)]
        if clock is not None:
            if clock.action_s is not None:
                times.append(at + clock.action_s * 1000)
            if clock.turn_days is not None:
                times.append((at if event.kind == "started" else state.turn_since) + clock.turn_days * DAY_MS)
            if state.left_ms is not None:
                times.append(at + max(0.0, min(state.left_ms)))
        if event.kind in ("stood_in", "resigned") or any(seat.driver for seat in state.seats):
            times.append(at + BOT_DUE_MS)
        return int(min(times))

    async def _fresh(self) -> None:
        """Build the state anew from the log, where what is in memory is in doubt; tell what is new."""
        if not self._is_lost:
            return
        before = self.state.step - self._num_ahead
        state = await self.hub.load(self.id)
        self.state = state
        self._num_ahead = 0
        self.telling = Telling(state)
        self._is_lost = False
        if state.step > before:
            self._after(before, None, None)

    async def catch_up(self, step: int) -> None:
        """Another process stored an event: read the log up to it."""
        if self.state.step > step and not self._is_lost:
            return
        async with self.lock:
            await self._fresh()
            if self.state.step <= step:
                await self._read_on()

    async def _read_on(self) -> None:
        """Take in what other processes stored since."""
        before = self.state.step
        for at, data in await self.hub.storage.read(lambda connection: read_log(connection, self.id, before)):
            self.state.apply(read_event(data), at)
            if self.state.match is not None and self.state.match.chance is None:
                self.state.give_chance()
        if self.state.step > before:
            self._after(before, None, None, is_mine=False)

    def _after(self, before: int, asker: Listener | None, request: str | None, is_mine: bool = True) -> None:
        """Tell everybody what happened, and let bots and clocks go on."""
        self._tell(self._messages(before, asker, request))
        if is_mine:
            self._go_on()

    def _messages(self, before: int, asker: Listener | None, request: str | None) -> list[tuple[Listener, bytes]]:
        """What everybody is to be told about the events since a step."""
        state = self.state
        messages: list[tuple[Listener, bytes]] = []
        told: dict[tuple[int | None, Detail, int, Language], bytes] = {}
        table = self.info() if state.seated > before else None
        for listener in self.listeners:
            if listener.seated != state.seated:
                listener.seats = self.seats_of(listener.who, listener.seat)
                listener.seated = state.seated
            viewer = self.viewer_of(listener.seats)
            key = (viewer, listener.detail, listener.sent, listener.language)
            message = told.get(key)
            if message is None:
                update = self.telling.update(viewer, listener.sent, listener.detail, None, table, listener.language)
                message = told[key] = encode(update)
            if listener is asker and request:
                message = acknowledged(message, request)
            messages.append((listener, message))
        return messages

    def _tell(self, messages: list[tuple[Listener, bytes]]) -> None:
        """Send to everybody what is new."""
        step, listeners = self.state.step, self.listeners
        for listener, message in messages:
            if listener in listeners:
                listener.sent = step
                listener.push(message)
        if self._waiters:
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(None)
            self._waiters.clear()

    def _go_on(self) -> None:
        """After an event of this process: ratings, snapshots, bots and clocks."""
        state = self.state
        if state.status == "over" and state.setup.is_rated and state.seated == state.step:
            self.hub.rate_soon(self.id)
        if state.step % SNAPSHOT_STEPS == 0:
            self.hub.spawn(self.hub.keep_snapshot(self))
        self.drive()

    # Bots and clocks

    @property
    def _is_followed(self) -> bool:
        """Whether a person plays or looks on: bots alone among themselves rest."""
        return self.state.has_people or bool(self.listeners)

    def drive(self) -> None:
        """Let the bot to act think, and wait for the clock of the person to act."""
        state = self.state
        seat = state.to_act
        if seat < 0:
            return
        if state.seats[seat].driver is not None:
            if (self._bot_task is None or self._bot_task.done()) and self._is_followed:
                self._bot_task = self.hub.spawn(self._play_bots())
            return
        deadline = None if state.setup.clock is None else state.deadline()
        if deadline is not None:
            if self._clock_timer is not None:
                self._clock_timer.cancel()
            delay = max(0.0, (deadline - now_ms()) / 1000)
            self._clock_timer = asyncio.get_running_loop().call_later(delay + 0.01, self._time_out_soon)

    def _time_out_soon(self) -> None:
        self._clock_timer = None
        self.hub.spawn(self.time_out())

    async def time_out(self) -> None:
        """Do what the table chose, if the seat to act is out of time."""
        try:
            state = self.state
            deadline, seat = state.deadline(), state.to_act
            if deadline is None or now_ms() < deadline:
                self.drive()
                return

            def decide(current: TableState) -> Stored:
                limit = current.deadline()
                if limit is None or current.to_act != seat or now_ms() < limit:
                    raise Barred(Code.TABLE_STATUS, "the clock does not run out now")
                assert current.setup.clock is not None
                if current.setup.clock.on_timeout == "resign":
                    return deciding.resign(current, seat)
                return deciding.stand_in(current, seat, "out of time")

            await self.change("clock", None, decide)
        except MotherlodeError as error:
            log.info("time-out not needed", table=self.id, why=str(error.code))

    async def _play_bots(self) -> None:
        """Let bots act until a person is to act."""
        try:
            while (seat := self.state.to_act) >= 0 and self._is_followed:
                async with self.lock:
                    await self._fresh()
                    state, step = self.state, self.state.changed
                    level = state.seats[seat].driver if state.to_act == seat else None
                    if level is None:
                        return
                    match = state.match
                    assert match is not None
                    seen = match.ruleset.hidden(match.position, seat)
                action, used, why = await self.hub.runner.choose(state.game, level, seen, seat, self.id, step)
                if used != level:
                    name = state.seats[seat].name
                    await self._change_bot(seat, level, used, why, name)

                def decide(current: TableState, seat: int = seat, step: int = step, action: int = action) -> Stored:
                    if current.to_act != seat or current.seats[seat].driver is None or current.changed != step:
                        raise Barred(Code.STALE_ACTION, "the position changed while the bot was thinking")
                    return deciding.act(current, seat, current.step, action, is_bot=True)

                try:
                    await self.change("bot", None, decide)
                except Barred as error:
                    if error.code != Code.STALE_ACTION:
                        raise
        except MotherlodeError as error:
            # The sweep comes back to the table.
            log.warning("bot could not act", table=self.id, why=str(error))

    async def _change_bot(self, seat: int, level: str, used: str, why: str, name: str) -> None:
        def decide(current: TableState) -> Stored:
            if current.seats[seat].driver != level:
                raise Barred(Code.STALE_ACTION, "the bot was changed already")
            return Stored("bot_changed", seat, bot=used, text=why, name=name)

        await self.change("bot", None, decide)

    async def look(self) -> None:
        """The table is due: let its clock run out, let its bots act, or close it."""
        async with self.lock:
            await self._fresh()
        state, now = self.state, now_ms()
        is_old = state.status == "open" and now >= state.setup.created + OPEN_MS
        is_idle = state.status == "running" and state.deadline() is None and now >= state.last_at + IDLE_MS
        if is_old or is_idle:

            def decide(current: TableState) -> Stored:
                if current.step != state.step:
                    raise Barred(Code.TABLE_STATUS, "something happened meanwhile")
                return Stored("abandoned")

            await self.change("sweep", None, decide)
            return
        deadline = state.deadline()
        if deadline is not None and now >= deadline:
            await self.time_out()
        else:
            self.drive()
        due = state.due()
        self.due = due
        await self.hub.storage.write(
            lambda connection: connection.execute(
                schema.tables.update()
                .where(schema.tables.c.id == self.id, schema.tables.c.status.in_(("open", "running")))
                .values(due=due if due is None else max(due, now + 1000))
            )
        )

    def can_leave(self) -> bool:
        """Whether nobody needs it in memory."""
        if self.listeners or self._waiters or self.lock.locked():
            return False
        if self._bot_task is not None and not self._bot_task.done():
            return False
        deadline = self.state.deadline()
        return deadline is None or deadline > now_ms() + SOON_MS

    def stop(self) -> None:
        """Wait for nothing any more."""
        for timer in (self._clock_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        if self._bot_task is not None:
            self._bot_task.cancel()


def read_log(connection: sa.Connection, table: str, since: int) -> list[tuple[int, str]]:
    """Events of a table from a step on: when and what."""
    events = schema.events.c
    rows = connection.execute(
        sa.select(events.at, events.data).where(events.table_id == table, events.step >= since).order_by(events.step)
    )
    return [(row.at, row.data) for row in rows]


class Hub:
    """All tables of this process."""

    def __init__(self, storage: Storage, runner: BotRunner, metrics: Metrics, origin: str, games: Games) -> None:
        self.storage = storage
        self.games = games
        self.runner = runner
        self.metrics = metrics
        self.origin = origin
        self.is_alone = True  # no other process stores anything
        self.live: dict[str, LiveTable] = {}
        self.announce: Callable[[str], None] = lambda _: None  # to the bus
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside; it is ended when the server stops."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task failed", exc_info=task.exception())

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
        state = await self.load(table)
        live = self.live[table] = LiveTable(self, state)
        live.drive()
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

        if len(table) > 40 or not table.isascii():
            raise NotFound(Code.UNKNOWN_TABLE, f"unknown table {table[:40]!r}")
        row, events, kept = await self.storage.read(read)
        if row is None:
            raise NotFound(Code.UNKNOWN_TABLE, f"unknown table {table!r}")
        setup = read_setup(row.setup)
        await self.games.need(setup.game)

        def fold() -> TableState:
            state = TableState(setup, bytes(row.secret), bytes(row.seed))
            state.restore(
                [(at, read_event(data)) for at, data in events], None if kept is None else read_snapshot(kept)
            )
            return state

        # Long logs must not hold up the others.
        return await asyncio.to_thread(fold)

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
        state = await asyncio.to_thread(
            TableState, setup, secrets.token_bytes(SEED_BYTES), seed or secrets.token_bytes(SEED_BYTES)
        )
        for event in events:
            state.apply(event, setup.created)
        if state.status == "open" and setup.starts == "full" and not any(seat.is_open for seat in state.seats):
            event = await asyncio.to_thread(deciding.start, state)
            events = [*events, event]
            state.apply(event, setup.created, is_played=True)
        people = {event.person for event in events if event.kind == "sat"}

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
            if events:
                connection.execute(
                    schema.events.insert(),
                    [
                        {"table_id": setup.id, "step": step, "at": setup.created, "data": write_event(event).decode()}
                        for step, event in enumerate(events)
                    ],
                )

        await self.storage.write(write)
        live = self.live[setup.id] = LiveTable(self, state)
        if state.match is not None:
            state.give_chance()
        live.drive()
        return live

    # Other processes

    def announce_presence(self, table: str, seats: list[bool], watchers: int) -> None:
        """Tell other processes who is connected here."""
        self.announce(f"presence {table} {''.join('1' if seat else '0' for seat in seats)} {watchers}")

    def hear(self, origin: str, note: str) -> None:
        """A note of another process: steps that it stored, or who is connected there."""
        if origin == self.origin:
            return
        words = note.split()
        if words and words[0] == "presence" and len(words) == 4:
            live = self.live.get(words[1])
            if live is not None:
                seats = [flag == "1" for flag in words[2]]
                live.note_presence(origin, seats, int(words[3]), time.monotonic() + PRESENCE_KEPT_S)
            return
        for word in words:
            table, _, step = word.rpartition(":")
            live = self.live.get(table)
            if live is None or not step.isdigit():
                continue
            if live.can_leave() and time.monotonic() - live.used > IDLE_OVER_S:  # nobody here wants to know
                self._forget(table)
            else:
                self.spawn(self._catch_up(table, int(step)))

    async def _catch_up(self, table: str, step: int) -> None:
        live = self.live.get(table)
        if live is None:
            return
        try:
            await live.catch_up(step)
        except MotherlodeError as error:
            log.warning("cannot catch up", table=table, why=str(error))

    async def resync(self) -> None:
        """Look in the log for what notes that never came would have told."""
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
            if not self.games.is_ready(game):
                continue  # its time comes
            try:
                if status in ("over", "abandoned"):
                    await self.rate(table)
                else:
                    await (await self.open(table)).look()
            except MotherlodeError as error:
                log.warning("cannot look after table", table=table, why=str(error))
                if error.code in (Code.TABLE_RULES, Code.UNKNOWN_BOT):
                    await self._never_due(table)

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

    def _forget(self, table: str) -> None:
        """Let a table leave memory."""
        self.live.pop(table).stop()

    async def forget_forever(self) -> None:
        """Keep memory small."""
        while True:
            await asyncio.sleep(IDLE_OVER_S)
            await self.forget_idle()

    async def poll_forever(self, is_bus_well: Callable[[], bool]) -> None:
        """Look in the log for what other processes stored: often while the bus is away."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(POLL_AWAY_S)
            if not is_bus_well() or time.monotonic() - looked > POLL_S:
                looked = time.monotonic()
                try:
                    await self.resync()
                except MotherlodeError as error:
                    log.warning("cannot poll", why=str(error))

    async def _never_due(self, table: str) -> None:
        """A table that this Motherlode cannot play is left as it is."""
        change = schema.tables.update().where(schema.tables.c.id == table).values(due=None)
        await self.storage.write(lambda connection: connection.execute(change))

    def rate_soon(self, table: str) -> None:
        """Take the result of a rated table into the ratings."""
        self.spawn(self.rate(table))

    async def rate(self, table: str) -> None:
        """Take the result of a table into the ratings, once."""
        live = await self.open(table)
        await rate_table(self.storage, live.state)
        live.used = 0.0

    async def sweep_forever(self) -> None:
        """Sweep again and again."""
        while True:
            try:
                await self.sweep()
            except MotherlodeError as error:
                log.warning("cannot sweep", why=str(error))
            await asyncio.sleep(SWEEP_S * (0.8 + 0.4 * secrets.randbelow(100) / 100))

    async def stop(self) -> None:
        """End all that runs beside; what was acknowledged is stored already."""
        for live in self.live.values():
            live.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

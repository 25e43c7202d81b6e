"""A table in the memory of one process: its state, what is asked of it, and who listens.

The state is what is stored. A request is decided on it, the event is stored by compare-and-swap on (table, step), and
the state after it becomes the table's; then everybody is told. One request after the other: while one is being stored,
the others wait, and what will be told is written. Any process may serve any table: whoever finds its step taken reads
the log and decides again.
"""

import asyncio
import hmac
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import sqlalchemy as sa
import structlog

from motherlode.bots import is_quick
from motherlode.core.contract import Language
from motherlode.core.errors import Barred, Code, MotherlodeError
from motherlode.core.preparing import MORE
from motherlode.server.moments import DAY_MS, now_ms
from motherlode.server.protocol.answers import OwnMatch, Seated
from motherlode.server.protocol.messages import Presence, Refused, TableInfo, Update, Welcome
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Append, Note, answering
from motherlode.server.tables import deciding
from motherlode.server.tables.access import Who, preview_of, seat_token
from motherlode.server.tables.attending import Attendant
from motherlode.server.tables.deciding import Decide
from motherlode.server.tables.state import BOT_DUE_MS, IDLE_MS, TableState, read_event, write_event
from motherlode.server.tables.telling import Detail, Sight, Telling, acknowledged, encode, sight_of

if TYPE_CHECKING:
    from motherlode.server.tables.hub import Hub

TRIES = 20  # how often a request is decided anew because another process was first
SOON_MS = 600_000  # a table whose clock runs out sooner than this stays in memory
PRESENCE_S = 0.25  # changes of presence are told together
DUE_SLACK_MS = 10_000  # the row of a table may be that far behind about when it is due, if that is soon
REMEMBERED = 256  # requests of a seat
SNAPSHOT_STEPS = 200  # a snapshot for every so many events

log = structlog.get_logger("motherlode.tables")

Done = Callable[[int | Exception], None]  # told how many events there are after the request, or why it was not done
Message = tuple["Listener", bytes]


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

    def lose(self) -> None:
        """End the connection: it could not be told something."""


class Request(msgspec.Struct):
    """Something that somebody wants to happen at a table."""

    decide: Decide
    done: Done
    by: str = ""  # who asks: a seat or a person
    id: str = ""  # the same again is done only once
    asker: Listener | None = None
    tries: int = 0

    @property
    def key(self) -> str:
        """The name by which a request that comes a second time is known."""
        return f"{self.by} {self.id}"


class Decided(msgspec.Struct):
    """A request that was decided and is being stored: nothing has changed yet, and nobody knows."""

    request: Request
    after: TableState  # that it leads to
    changes: dict[str, Any] | None  # of the table's row
    messages: list[Message] = []  # what everybody will be told


class LiveTable:
    """One table in the memory of this process."""

    def __init__(self, hub: "Hub", state: TableState) -> None:
        self.hub = hub
        self.id = state.setup.id
        self.state = state
        self._telling: Telling | None = None
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[list[bool], int, float]] = {}  # presence by process: seats, watchers, until
        self.last_seen: dict[int, int] = {seat: now_ms() for seat in range(len(state.seats))}
        self.used = time.monotonic()
        self.due: int | None = state.due()  # as its row has it
        self._answered: dict[str, int] = {}  # how many events there were after a request; oldest first
        self._note_answered(max(0, state.step - REMEMBERED * len(state.seats)))
        self._requests: deque[Request] = deque()
        self._is_storing = False
        self._waiters: list[asyncio.Future[None]] = []
        self._presence_timer: asyncio.TimerHandle | None = None
        self.attendant = Attendant(self)

    @property
    def telling(self) -> Telling:
        """The words and pictures of the state, from when somebody asks for them until the next event."""
        if self._telling is None:
            self._telling = Telling(self.state)
        return self._telling

    # Who is there

    def seats_of(self, who: Who, only: int | None = None) -> list[int]:
        """The seats that somebody plays."""
        mine = who.seats_at(self.state)
        return mine if only is None else [seat for seat in mine if seat == only]

    def seats_for(self, listener: Listener) -> list[int]:
        """The seats that a connection to this table plays; worked out again only when who sits where has changed."""
        if listener.seated != self.state.seated:
            listener.seats, listener.seated = self.seats_of(listener.who, listener.seat), self.state.seated
        return listener.seats

    def may_watch(self, who: Who, key: str | None) -> None:
        """Raise unless the table is public, or the key is right, or one plays here."""
        setup = self.state.setup
        if setup.is_public or self.is_host(who) or who.seats_at(self.state):
            return
        if who.person is not None and who.person in (setup.kept_for or ()):
            return
        if key is None or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise Barred(Code.TABLE_DENIED, f"table {self.id!r} is private: its key is needed")

    def is_host(self, who: Who) -> bool:
        """Whether the table is somebody's own."""
        return who.person is not None and who.person == self.state.setup.host

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
        return Presence(present, watchers, self.warming())

    def warming(self) -> list[bool]:
        """Which bots play simpler because their machine code is not there yet; where it counts, they wait for it."""
        state, games = self.state, self.hub.games
        if state.is_counted or state.status not in ("open", "running"):
            return [False] * len(state.seats)
        if games.has(state.setup.game, MORE):
            return [False] * len(state.seats)
        return [seat.driver is not None and not is_quick(state.game.spec, seat.driver) for seat in state.seats]

    def _present_here(self) -> tuple[list[bool], int]:
        present, watchers = [False] * len(self.state.seats), 0
        for listener in self.listeners:
            seats = self.seats_for(listener)
            watchers += not seats
            for seat in seats:
                present[seat] = True
        return present, watchers

    def info(self) -> TableInfo:
        """The table as anybody may know it."""
        return self.telling.info(self.presence().seats, self.warming())

    def seated(self, who: Who) -> Seated:
        """The table with what somebody needs to play there."""
        state, mine, is_host = self.state, who.seats_at(self.state), self.is_host(who)
        kept_for = state.setup.kept_for or [None] * len(state.seats)
        is_keeper = not state.setup.is_public and bool(is_host or mine)
        return Seated(
            table=self.info(),
            tokens=[
                seat_token(state, number)
                if number in mine or (is_host and seat.is_open and kept_for[number] is None)
                else None
                for number, seat in enumerate(state.seats)
            ],
            key=self.key if is_keeper else None,
            link=f"/t/{self.id}" + (f"?preview={preview_of(state.secret)}#{self.key}" if is_keeper else ""),
            addresses=list(self.hub.addresses) if is_host or mine else [],
        )

    def own_match(self, who: Who) -> OwnMatch:
        """The match as the list of somebody's own has it."""
        state, match = self.state, self.state.match
        is_over = match is not None and match.is_over
        return OwnMatch(
            table=self.info(),
            seats=self.seats_of(who),
            to_act=state.to_act if state.status == "running" and state.to_act >= 0 else None,
            winners=match.winners if match is not None and is_over else [],
            resigned=match.resigned if match is not None and is_over else None,
            ending=match.outcome.how if match is not None and is_over else "",
            at=state.logged(state.step - 1).at if state.step else state.setup.created,
        )

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat has not been seen for a while."""
        return not self.presence().seats[seat] and now_ms() - self.last_seen[seat] >= deciding.ABSENT_MS

    # Listening

    async def welcome(self, listener: Listener, since: int | None, key: str | None) -> Welcome:
        """Let a connection in."""
        await self.freshen()
        self.may_watch(listener.who, key)
        seats = self.seats_of(listener.who, listener.seat)
        if listener.seat is not None and not seats:
            deciding.own_seat(self.state, seats, listener.seat)
        if listener.who.token is not None and not seats:
            raise Barred(Code.SEAT_DENIED, "this seat token opens no seat here: somebody else sat down")
        listener.sent = self.state.step
        self.listeners.add(listener)
        self.used = time.monotonic()
        return Welcome(1, seats, self._update(listener, seats, since, table=self.info()))

    def enter(self) -> None:
        """Tell the others about a new connection, and look after bots and clocks."""
        self._tell_presence_soon()
        self.attendant.attend()

    def part(self, listener: Listener) -> None:
        """Forget a connection that has ended."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        for seat in self.seats_for(listener):
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
            known = self.elsewhere.get(origin)
            self.elsewhere[origin] = (seats, watchers, until)
            self.tell_presence()
            if known is None or known[2] <= time.monotonic():  # it may have opened the table after what was said here
                self.announce_presence()

    def announce_presence(self) -> None:
        """Tell other processes who is connected to this one, if anybody is."""
        if self.listeners:
            self.hub.announce_presence(self.id, *self._present_here())

    # Asking

    def _update(
        self, listener: Listener, seats: list[int], since: int | None, *, ack: str | None = None,
        table: TableInfo | None = None,
    ) -> Update:  # fmt: skip
        return self.telling.update(sight_of(self.state, seats), since, listener.detail, ack, table, listener.language)

    def now(self, listener: Listener, ack: str | None = None) -> Update:
        """How the table stands, for a connection."""
        return self._update(listener, self.seats_for(listener), None, ack=ack)

    async def fetch(
        self, who: Who, since: int | None, *, only: int | None = None, detail: Detail = "full",
        ack: str | None = None, language: Language = "en",
    ) -> Update:  # fmt: skip
        """Everything since a step, and what is now."""
        await self.freshen()
        if since is not None and since > self.state.step:
            since = self.state.step
        self.used = time.monotonic()
        seats = self.seats_of(who, only)
        for seat in seats:
            self.last_seen[seat] = now_ms()
        return self.telling.update(sight_of(self.state, seats), since, detail, ack, self.info(), language)

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

    def refusal(self, error: MotherlodeError, request: str | None, listener: Listener) -> Refused:
        """Why a request was refused, and how the table stands now."""
        now = self._update(listener, self.seats_for(listener), None, table=self.info())
        return Refused(str(error.code), str(error), request, getattr(error, "rule", ""), now)

    def record(self, who: Who, seat: int | None) -> str:
        """The match as a text record: what one's seat, or a spectator, may know; all of it once it is over."""
        state, mine = self.state, self.seats_of(who)
        if state.match is None:
            raise Barred(Code.TABLE_STATUS, f"table {self.id!r} has not started yet")
        viewer = deciding.own_seat(state, mine, seat) if seat is not None else sight_of(state, mine).reader
        match = state.match
        if state.setup.daily and not state.is_seed_open:
            match = match.copy()
            match.untold = {"chance": f"fair {state.commitment}", "table": state.dice_name}
        return match.record(viewer)

    # Changing

    async def change(self, decide: Decide, by: str = "", request: str = "", asker: Listener | None = None) -> int:
        """Decide, store, tell; the number of events after it. A request that was done before is not done again."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(Request(decide, answering(answer), by, request, asker))
        try:
            return await answer
        finally:
            del answer  # a refusal knows this call: the two would keep the table in memory until a full collection

    def submit(self, request: Request) -> None:
        """Take a request in; it is decided when those before it are through."""
        self._requests.append(request)
        self._go_through()

    def _go_through(self) -> None:
        while self._requests and not self._is_storing:
            self._decide(self._requests.popleft())

    def _decide(self, request: Request) -> None:
        """Find out what a request leads to, and have it stored."""
        state, now = self.state, max(now_ms(), self.state.last_at)
        known = self._answered.get(request.key) if request.id else None
        if known is not None:
            self._answer(request, known, is_told=True)
            return
        outage = None if state.setup.clock is None else self.hub.outages.unheld(state)
        if outage is not None:
            request = self._hold_first(request, *outage)
        try:
            event, after = request.decide(state, now)
        except MotherlodeError as error:
            # Without the calls that led to it: they know the request, which knows who is told.
            self._answer(request, error.with_traceback(None))
            return
        except Exception as error:
            self._answer(request, error)
            return
        if request.id:
            event.by, event.id = request.by, request.id
        is_routine = event.kind == "played" and after.status == "running" and self._is_due_later(after, now)
        changes = None if is_routine else self._row_changes(after, now)
        person = event.person if event.kind == "sat" else None
        append = Append(self.id, state.step, now, write_event(event).decode(), changes, person)
        decided = Decided(request, after, changes)
        self._is_storing = True
        self.hub.storage.append(append, partial(self._on_stored, decided), partial(self._write_messages, decided))

    def _write_messages(self, decided: Decided) -> None:
        """While the disk works: nobody is told yet."""
        decided.messages = self._messages(decided.after, decided.after.step - 1, decided.request)

    def _on_stored(self, decided: Decided, result: bool | Exception) -> None:
        """The event is on disk, or another has its step, or nobody knows."""
        request = decided.request
        try:
            if result is True:
                self._become(decided)
            elif result is False and request.tries < TRIES:
                request.tries += 1
                self.hub.spawn(self._decide_again(request))
                return
            else:
                self.hub.spawn(self._look_in_log())
                busy = Barred(Code.STORE_AWAY, f"table {self.id!r} is too busy: try again with the same id")
                self._answer(request, busy if result is False else result)
        except Exception:
            log.exception("fault", table=self.id)
        self._is_storing = False
        self._go_through()

    def _hold_first(self, request: Request, since: int, until: int) -> Request:
        """Instead of a request that comes after an outage: first hold the clocks for the outage, then decide it."""

        def done(result: int | Exception) -> None:
            if isinstance(result, Exception):
                self._answer(request, result)
            else:
                self._requests.appendleft(request)

        return Request(partial(deciding.hold, since=since, until=until), done)

    def _become(self, decided: Decided) -> None:
        """The event is on disk: from now on the state after it is the table's, and everybody is told."""
        request, after, changes = decided.request, decided.after, decided.changes
        if changes is not None and "due" in changes:
            self.due = changes["due"]
        is_told = self.state.step >= after.step  # it was found in the log meanwhile
        if not is_told:
            self.state, self._telling = after, None
            if request.id:
                self._answered[request.key] = after.step
                if len(self._answered) > REMEMBERED * len(after.seats):
                    del self._answered[next(iter(self._answered))]
            try:
                self._tell(decided.messages)
            except Exception:  # whoever was not told asks for it
                log.exception("fault", table=self.id)
        self._answer(request, after.step, is_told=is_told)
        self._go_on()

    def _note_answered(self, since: int) -> None:
        """Remember which requests the events since a step answer."""
        for number, logged in enumerate(self.state.log[since:], since + 1):
            if logged.event.id:
                self._answered[f"{logged.event.by or ''} {logged.event.id}"] = number
        while len(self._answered) > REMEMBERED * len(self.state.seats):
            del self._answered[next(iter(self._answered))]

    def _answer(self, request: Request, result: int | Exception, *, is_told: bool = False) -> None:
        """Tell whoever made a request what came of it.

        `is_told`: the asker was sent the event before, without the id of this request; the id is sent now.
        """
        try:
            if is_told and request.asker is not None and request.id:
                request.asker.push(encode(self.now(request.asker, request.id)))
            request.done(result)
        except Exception:
            log.exception("fault", table=self.id)

    async def _decide_again(self, request: Request) -> None:
        """Another process has stored an event at this step: read it, then decide the request anew."""
        try:
            await self._read_on()
        except Exception as error:
            self._answer(request, error)
        else:
            self._requests.appendleft(request)
        self._is_storing = False
        self._go_through()

    async def _look_in_log(self) -> None:
        """After a failure, read the log: the event may be stored though nobody said so."""
        try:
            await self._read_on()
        except MotherlodeError as error:
            log.info("cannot look in the log", table=self.id, why=str(error.code))  # the next request finds it

    def _row_changes(self, after: TableState, now: int) -> dict[str, Any] | None:
        """What a state changes about the row of its table: its status, and when it is due."""
        changes: dict[str, Any] = {}
        if after.status != self.state.status:
            changes["status"] = after.status
        due = after.due()
        if after.status in ("over", "abandoned") and after.setup.is_rated:
            due = now  # until its result is in the ratings
        if due is None or self.due is None:
            is_other = due != self.due
        else:  # a row that is early costs a look
            is_other = due < self.due or due > self.due + (DAY_MS if due > now + DAY_MS else DUE_SLACK_MS)
        if is_other:
            changes["due"] = due
        return changes or None

    def _is_due_later(self, after: TableState, now: int) -> bool:
        """Whether the row of the table, which says when it is due, need not change for another action."""
        if self.due is None or after.setup.clock is not None:
            return False
        if self.due > now + IDLE_MS - DAY_MS:
            return True
        return any(seat.driver for seat in after.seats) and self.due > now + BOT_DUE_MS - DUE_SLACK_MS

    # What other processes store

    async def freshen(self) -> None:
        """Take in what other processes stored, where there are any: a note may still be on its way."""
        if not self.hub.is_alone:
            await self._read_on()

    async def catch_up(self, step: int) -> None:
        """Another process stored an event: read the log up to it."""
        if self.state.step <= step:
            await self._read_on()

    def take_in(self, note: Note) -> bool:
        """Another process stored an event and says which; false if the log must be read for it."""
        if note.step < self.state.step:
            return True
        if note.step > self.state.step or not note.data:
            return False
        try:
            self._go_to(note.step, [(note.at, note.data)])
        except Exception:
            log.exception("fault", table=self.id)
            return False
        return True

    async def _read_on(self) -> None:
        """Take in what the log has beyond the state."""
        since = self.state.step
        self._go_to(since, await self.hub.storage.read(lambda connection: read_log(connection, self.id, since)))

    def _go_to(self, since: int, events: list[tuple[int, str]]) -> None:
        """Take in events of the log, the first of which has the number `since`, except those that are known already."""
        before = state = self.state
        for step, (at, data) in enumerate(events, since):
            if step == state.step:
                state = state.after(read_event(data), at)
        if state is not before:
            messages = self._messages(state, before.step, None)
            self.state, self._telling = state, None
            self._note_answered(before.step)
            self._tell(messages)
            self.attendant.let_bots_go()

    # Telling

    def _messages(self, state: TableState, before: int, request: Request | None) -> list[Message]:
        """What everybody is to be told about a state and the events that led to it.

        Words and pictures are let go with the last message, though somebody may ask for them again: memory that is
        freed at once is still in the processor's cache when the next table needs some.
        """
        telling = Telling(state)
        seated, is_reseated = state.seated, state.seated > before
        messages: list[Message] = []
        told: dict[tuple[Sight, Detail, int, Language], bytes] = {}
        table = telling.info(self.presence().seats, self.warming()) if is_reseated else None
        for listener in self.listeners:
            if not is_reseated:
                seats = listener.seats if listener.seated == seated else self.seats_for(listener)
            else:  # not yet so, and perhaps never
                mine = listener.who.seats_at(state)
                seats = mine if listener.seat is None else [seat for seat in mine if seat == listener.seat]
            sight = sight_of(state, seats)
            key = (sight, listener.detail, listener.sent, listener.language)
            message = told.get(key)
            if message is None:
                update = telling.update(sight, listener.sent, listener.detail, None, table, listener.language)
                message = told[key] = encode(update)
            if request is not None and listener is request.asker and request.id:
                message = acknowledged(message, request.id)
            messages.append((listener, message))
        return messages

    def _tell(self, messages: list[Message]) -> None:
        """Send to everybody what is new."""
        step, listeners = self.state.step, self.listeners
        for listener, message in messages:
            if listener in listeners:
                listener.sent = step
                listener.push(message)
        if len(messages) != len(listeners):  # some came while the event was being stored
            for listener in [each for each in listeners if each.sent < step]:
                try:
                    seats, since = self.seats_for(listener), listener.sent
                    message = encode(self._update(listener, seats, since, table=self.info()))
                except Exception:  # who comes again is told
                    log.exception("fault", table=self.id)
                    listener.lose()
                else:
                    listener.sent = step
                    listener.push(message)
        if self._waiters:
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(None)
            self._waiters.clear()

    def _go_on(self) -> None:
        """After an event of this process: ratings, snapshots, bots and clocks."""
        self.attendant.let_bots_go()
        state = self.state
        if state.status == "over" and state.setup.is_rated and state.seated == state.step:
            self.hub.rate_soon(self.id)
        if state.step % SNAPSHOT_STEPS == 0:
            self.hub.spawn(self.hub.keep_snapshot(self))
        self.attendant.attend()

    # Leaving memory

    def can_leave(self) -> bool:
        """Whether nobody needs it in memory."""
        if self.listeners or self._waiters or self._is_storing or self._requests:
            return False
        if self.attendant.is_busy:
            return False
        state = self.state
        moments = (state.deadline(), state.call_at(), state.start_at())
        return all(moment is None or moment > now_ms() + SOON_MS for moment in moments)

    def stop(self) -> None:
        """Cancel timers and bots: the table leaves memory."""
        if self._presence_timer is not None:
            self._presence_timer.cancel()
        self.attendant.stop()


def read_log(connection: sa.Connection, table: str, since: int) -> list[tuple[int, str]]:
    """Events of a table from a step on: when and what."""
    events = schema.events.c
    rows = connection.execute(
        sa.select(events.at, events.data).where(events.table_id == table, events.step >= since).order_by(events.step)
    )
    return [(row.at, row.data) for row in rows]

"""A table as its log tells it: seats, dice, match, undo offers, clocks. No input or output.

A state never changes: `after` gives the one that an event leads to. What may happen is decided in `deciding`: a
decision is the event to store and the state after it, which becomes the table's when the event is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from motherlode.core.chance import FairChance, Share
from motherlode.core.contract import OVER
from motherlode.core.errors import Barred, Code
from motherlode.server import moments
from motherlode.server.moments import DAY_MS
from motherlode.server.protocol.messages import Clock, EventKind, VariantTag
from motherlode.table.game import Game, find
from motherlode.table.match import FORFEITS, RESIGN, TIME_OUT, Entry, GivenUp, Match, added, unshared

OPEN_MS = DAY_MS  # a table that did not start
IDLE_MS = 14 * DAY_MS  # a match without a clock
BOT_DUE_MS = 30_000  # when another process looks after a bot
LOST = "lost"  # the text of an event: who ran out of time is last, and a bot plays on
NUMBER_MS = 10_000  # how long seats may take to seal their numbers, and again to open them

CHANGING = ("started", "played", "undone", "abandoned")  # kinds of events after which the position is another
# Kinds after which seats and status are as before.
PASSING = ("played", "said", "undo_offered", "undo_declined", "held")

Status = Literal["open", "running", "over", "abandoned"]


class Setup(Struct, frozen=True, omit_defaults=True):
    """All about a table that never changes; kept as JSON."""

    id: str
    game: str
    rules: int
    ruleset: str
    options: dict[str, Any]
    bots: list[str | None]  # by seat: the level of a bot; none: for a person
    host: str
    created: int
    stand_in: str
    name: str = ""
    is_public: bool = False
    is_rated: bool = False
    clock: Clock | None = None
    starts: Literal["full", "host"] = "full"
    names: list[str] | None = None  # of an imported match
    entries: list[tuple[int, int]] | None = None  # of an imported match, from its first position
    given_up: list[tuple[int, int, int]] | None = None  # of an imported match that is over: as in `GivenUp`
    position: str | None = None  # where an imported or continued match began
    origin: str = ""  # the match that it goes on from, as its record says it
    daily: str = ""  # the day whose game it is, in UTC
    dice: str = ""  # what its chance is called, where that is not its id
    told: dict[str, str] | None = None  # what an imported record says about its chance
    is_mixed: bool = False  # every seat adds a number to the dice
    kept_for: list[str | None] | None = None  # by seat: the only person who may sit there, of a rematch
    kept_names: list[str] | None = None  # and how they are called
    variant: VariantTag | None = None  # the designer's variant that is played


class Stored(Struct, omit_defaults=True, gc=False):
    """One event of the log, whole."""

    kind: EventKind
    seat: int | None = None
    person: str | None = None
    name: str | None = None
    entries: list[tuple[int, int]] | None = None  # (actor, action) added to the match, chance included
    agreed: list[int] | None = None
    text: str | None = None  # said: what; stood_in, bot_changed: why; sealed, opened: the seal, the number
    bot: str | None = None
    table: str | None = None
    is_muted: bool | None = None
    moves: int | None = None  # undone: entries that are left of the match's log
    until: int | None = None  # held: the end of the outage
    held_ms: int | None = None  # held: how long clocks stood still
    by: str | None = None  # who asked: a seat or a person
    id: str | None = None  # of the request


class Logged(Struct, frozen=True, gc=False):
    """One event of the log, and when it happened."""

    at: int
    event: Stored
    first: int | None = None  # the first entry of the match that it added; none: taken back, or it adds none


class Snapshot(Struct, frozen=True, array_like=True):
    """The match and the clocks of a table after so many events: what takes long to build from the log."""

    step: int
    log: list[tuple[int, int, str]]  # actor, action, notation
    position: bytes
    left_ms: list[float] | None
    action_since: int
    turn_since: int


write_snapshot = msgspec.msgpack.Encoder().encode
read_snapshot = msgspec.msgpack.Decoder(Snapshot).decode
write_event = msgspec.json.Encoder().encode
read_event = msgspec.json.Decoder(Stored).decode
read_setup = msgspec.json.Decoder(Setup).decode


class Seat(Struct, frozen=True, gc=False):
    """A chair at a table."""

    bot: str | None  # the level, if the seat is a bot's
    person: str | None = None
    name: str = ""
    stand_in: str | None = None  # the level that plays for a person who is away
    has_resigned: bool = False  # or run out of time
    generation: int = 0  # how often who plays the seat changed; seat tokens are of one generation
    seal: str | None = None  # of the number that it adds to the dice
    number: str | None = None  # once it is opened

    @property
    def is_open(self) -> bool:
        """Whether somebody may sit down."""
        return self.bot is None and self.person is None

    @property
    def driver(self) -> str | None:
        """The level of the bot that plays now, if one does."""
        return self.bot or self.stand_in

    @property
    def share(self) -> Share:
        """What the seat adds to the dice: its number, or why it has none."""
        if self.number is not None:
            return Share(self.number)
        return Share(None, "bot" if self.bot is not None else "late" if self.seal is None else "unopened")


_games: dict[tuple[str, int, bytes], Game] = {}


def game_of(name: str, seats: int, options: dict[str, Any]) -> Game:
    """A game with its options; the same object for all tables that play it."""
    key = (name, seats, msgspec.json.encode(options, order="sorted"))
    if key not in _games:
        if len(_games) > 500:
            _games.pop(next(iter(_games)))
        _games[key] = find(name, seats, **options)
    return _games[key]


class TableState:
    """A table as all events of its log leave it; never changed once others have it."""

    def __init__(self, setup: Setup, secret: bytes, seed: bytes) -> None:
        self.setup = setup
        self.secret = secret
        self.seed = seed
        self.game = game_of(setup.game, len(setup.bots), setup.options)
        if (self.game.spec.version, self.digest) != (setup.rules, setup.ruleset):
            raise Barred(
                Code.TABLE_RULES,
                f"table {setup.id!r} was begun by rules version {setup.rules} ({setup.ruleset}): this is version "
                f"{self.game.spec.version} ({self.digest})",
            )
        self.commitment = FairChance(self.dice_name, seed).commitment
        self.seats = [Seat(bot, name=_bot_name(setup.bots, number)) for number, bot in enumerate(setup.bots)]
        self.status: Status = "open"
        self.step = 0  # events so far
        self.changed = 0  # the step after the last event that changed the position
        self.seated = 0  # the step after the last event that changed seats or status
        self._log: list[Logged] = []  # in common with states before and after: only the first `step` are its own
        self.full_at: int | None = None  # when the last seat was taken, before the start
        self.called_at: int | None = None  # when the seats were asked to open their numbers
        self.match: Match | None = None
        self.moves = 0  # entries of its log
        self.undo: tuple[int, frozenset[int]] | None = None  # who asks, and who agreed
        self.muted: frozenset[str] = frozenset()
        self.rematch: str | None = None
        self.last_at = setup.created
        clock = setup.clock
        self.left_ms: list[float] | None = None
        if clock is not None and clock.total_s is not None:
            self.left_ms = [clock.total_s * 1000.0 for _ in self.seats]
        self.action_since = self.turn_since = setup.created
        self.held_until = 0  # the end of the last outage that clocks stood still for
        self.to_act = OVER  # the seat to act after the last event; less than 0: nobody
        self.__dict__ = unshared(self)
        if setup.entries is not None:
            self._begin_imported()
        self._note_full(setup.created)

    @property
    def log(self) -> list[Logged]:
        """What happened, from the first event on."""
        return self._log[: self.step]

    def logged(self, step: int) -> Logged:
        """One event of the log."""
        return self._log[step]

    @property
    def digest(self) -> str:
        """The name of the ruleset."""
        return self.game.digest

    @property
    def dice_name(self) -> str:
        """The name that the dice are drawn under, as the record has it."""
        return self.setup.dice or self.setup.id

    @property
    def is_seed_open(self) -> bool:
        """Whether anybody may know the seed: the match has ended, and so has the day that it is the game of."""
        if self.status not in ("over", "abandoned"):
            return False
        return not self.setup.daily or self.setup.daily < moments.today().isoformat()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.is_open for seat in self.seats)

    @property
    def is_void(self) -> bool:
        """Whether a rated match ended before everybody had acted: it does not count."""
        if not self.setup.is_rated or self.status != "over" or self.match is None:
            return False
        acted = {entry.actor for entry in self.match.log if entry.action not in FORFEITS}
        return not acted.issuperset(range(len(self.seats)))

    # The log, event by event

    def after(self, event: Stored, at: int, match: Match | None = None) -> "TableState":
        """The state that an event leads to; `match`: as the event leaves it, where that is known already."""
        after = object.__new__(TableState)
        after.__dict__ = self.__dict__.copy()
        after._take(event, at, match)
        return after

    @classmethod
    def restored(
        cls,
        setup: Setup,
        secret: bytes,
        seed: bytes,
        events: Sequence[tuple[int, Stored]],
        snapshot: Snapshot | None = None,
    ) -> "TableState":
        """The state that a log adds up to; a snapshot saves playing what came before it."""
        state = cls(setup, secret, seed)
        if snapshot is not None:
            unplayed = state.new_match(None)
            for at, event in events[: snapshot.step]:
                state._take(event, at, state.match or unplayed)
            state._go_on_from(snapshot)
            events = events[snapshot.step :]
        for at, event in events:
            state._take(event, at)
        return state

    def _take(self, event: Stored, at: int, match: Match | None = None) -> None:
        """Take in the next event: only for a state that nobody else has."""
        before = self.match
        if match is not None:
            self.match = match
        elif event.kind in PLAYS and event.bot is None:
            self.match = self._played(event)
        first = None
        if event.entries is not None:
            first, self.moves = self.moves, self.moves + len(event.entries)
        self._log = added(self._log, self.step, Logged(at, event, first))
        self.step += 1
        has_changed = event.kind in CHANGING or self.match is not before
        CHANGES.get(event.kind, TableState._nothing)(self, event, at)
        self.last_at = at
        if has_changed:
            self.changed = self.step
            self.undo = None
            self._charge(at)
        if event.kind in ("started", "returned"):
            self.action_since = self.turn_since = at
        if event.kind not in PASSING:
            self.seated = self.step
        if self.match is not None and self.status == "running" and self.match.is_over:
            self.status = "over"
            self.seated = self.step
        self._note_to_act()

    def _played(self, event: Stored) -> Match:
        """The match after an event of the log; chance acts as the log says."""
        match = self.new_match(None) if self.match is None else self.match.copy()
        assert event.seat is not None or event.kind == "started"
        if event.kind == "undone":
            match.undo(event.seat or 0, event.agreed or ())
        elif event.kind in ("resigned", "timed_out"):
            match.forfeit(event.seat or 0, RESIGN if event.kind == "resigned" else TIME_OUT)
        else:
            for actor, action in event.entries or ():
                match.append(actor, action)
        match.chance = match.chance or self.dice()
        return match

    def _go_on_from(self, snapshot: Snapshot) -> None:
        """Have the match and the clocks of a snapshot, after the events that led to it."""
        blank, given_up = self.new_match(None), () if self.match is None else self.match.given_up
        now = np.frombuffer(bytearray(snapshot.position), self.game.spec.state)
        log = [Entry(step, *entry) for step, entry in enumerate(snapshot.log)]
        self.match = Match.resumed(self.game, blank.names, None if blank.is_from_start else blank.start, log, now)
        self.match.untold, self.match.origin = self.setup.told or {}, self.setup.origin
        self.match.given_up = given_up
        self.match.chance = self.dice()
        self.left_ms = snapshot.left_ms
        self.action_since, self.turn_since = snapshot.action_since, snapshot.turn_since
        if self.status == "running" and self.match.is_over:
            self.status = "over"
        self._note_to_act()

    def snapshot(self) -> Snapshot | None:
        """What `restored` goes on from; none before the match starts."""
        if self.match is None:
            return None
        return Snapshot(
            self.step,
            [(entry.actor, entry.action, entry.text) for entry in self.match.log],
            self.match.position.tobytes(),
            self.left_ms,
            self.action_since,
            self.turn_since,
        )

    def _note_to_act(self) -> None:
        self.to_act = self.match.to_act if self.match is not None and self.status == "running" else OVER

    # What each kind of event changes

    def _nothing(self, _: Stored, __: int) -> None:
        """For events that only the match knows, or that change nothing."""

    def _change_seat(self, which: int | None, **changes: Any) -> None:
        assert which is not None
        changed = msgspec.structs.replace(self.seats[which], **changes)
        self.seats = [*self.seats[:which], changed, *self.seats[which + 1 :]]

    def _sat(self, event: Stored, at: int) -> None:
        generation = self.seats[event.seat or 0].generation + 1
        self._change_seat(event.seat, person=event.person, name=event.name or "", stand_in=None, generation=generation)
        self._note_full(at)

    def _left(self, event: Stored, _: int) -> None:
        generation = self.seats[event.seat or 0].generation + 1
        self._change_seat(event.seat, person=None, name="", generation=generation, seal=None)
        self.full_at = None

    def _renewed(self, event: Stored, _: int) -> None:
        self._change_seat(event.seat, generation=self.seats[event.seat or 0].generation + 1)

    def _sealed(self, event: Stored, at: int) -> None:
        self._change_seat(event.seat, seal=event.text)
        self._note_full(at)

    def _opened(self, event: Stored, _: int) -> None:
        self._change_seat(event.seat, number=event.text)

    def _called(self, _: Stored, at: int) -> None:
        self.called_at = at

    def _started(self, _: Stored, __: int) -> None:
        self.status = "running"

    def _undo_offered(self, event: Stored, _: int) -> None:
        assert event.seat is not None
        self.undo = (event.seat, frozenset(event.agreed or ()))

    def _undo_declined(self, _: Stored, __: int) -> None:
        self.undo = None

    def _undone(self, event: Stored, _: int) -> None:
        assert event.moves is not None
        self.moves = event.moves
        self._log = [
            msgspec.structs.replace(logged, first=None)
            if logged.first is not None and logged.first + len(logged.event.entries or ()) > self.moves
            else logged
            for logged in self.log
        ]

    def _forfeited(self, event: Stored, _: int) -> None:
        if event.bot is None:
            self._change_seat(event.seat, has_resigned=True)
            self.moves += 1
            return
        has_lost = event.kind == "resigned" or event.text == LOST
        self._change_seat(event.seat, has_resigned=has_lost, stand_in=event.bot)
        if has_lost:
            assert self.match is not None
            self.match = self.match.copy()
            self.match.give_up(event.seat or 0, RESIGN if event.kind == "resigned" else TIME_OUT, self.moves)
        if all(seat.bot or seat.has_resigned for seat in self.seats):
            self.status = "abandoned"

    def _stood_in(self, event: Stored, _: int) -> None:
        self._change_seat(event.seat, stand_in=event.bot)

    def _returned(self, event: Stored, _: int) -> None:
        self._change_seat(event.seat, stand_in=None)

    def _bot_changed(self, event: Stored, _: int) -> None:
        which = "bot" if self.seats[event.seat or 0].bot is not None else "stand_in"
        self._change_seat(event.seat, **{which: event.bot})

    def _muted(self, event: Stored, _: int) -> None:
        assert event.person is not None
        self.muted = self.muted | {event.person} if event.is_muted else self.muted - {event.person}

    def _rematched(self, event: Stored, _: int) -> None:
        self.rematch = event.table

    def _held(self, event: Stored, _: int) -> None:
        assert event.until is not None
        assert event.held_ms is not None
        self.held_until = event.until
        self.action_since += event.held_ms
        self.turn_since += event.held_ms

    def _abandoned(self, _: Stored, __: int) -> None:
        self.status = "abandoned"

    # The dice

    def _note_full(self, at: int) -> None:
        """Before the start: when the last seat was taken, and when all of them had sealed their numbers."""
        if self.full_at is None and self.is_full:
            self.full_at = at
        if self.setup.starts == "full" and self.is_full and not self.unsealed():
            self.called_at = at

    def unsealed(self) -> list[int]:
        """The seats of people who have not sealed a number."""
        return self._of_people(lambda seat: seat.seal is None)

    def unopened(self) -> list[int]:
        """The seats that have sealed a number and not opened it."""
        return self._of_people(lambda seat: seat.seal is not None and seat.number is None)

    def _of_people(self, is_wanted: Callable[[Seat], bool]) -> list[int]:
        if not self.setup.is_mixed:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.bot is None and is_wanted(seat)]

    def call_at(self) -> int | None:
        """When the seats are asked to open their numbers, sealed or not; none: not yet, or not any more."""
        is_waiting = self.status == "open" and self.setup.starts == "full" and self.called_at is None
        return self.full_at + NUMBER_MS if is_waiting and self.full_at is not None else None

    def start_at(self) -> int | None:
        """When the match starts by itself; none: not yet, or not any more."""
        if self.status != "open" or self.called_at is None:
            return None
        return self.called_at + (NUMBER_MS if self.unopened() else 0)

    def dice(self) -> FairChance:
        """Where chance comes from, once the match has started: the seed, and what the seats have added."""
        return FairChance(
            self.dice_name, self.seed, [seat.share for seat in self.seats] if self.setup.is_mixed else None
        )

    # The match

    def new_match(self, chance: FairChance | None) -> Match:
        """The match as it starts."""
        names = self.setup.names or [seat.name or f"Player {number}" for number, seat in enumerate(self.seats, 1)]
        start = None
        if self.setup.position is not None:
            start = self.game.spec.notation.read_position(self.game.box, self.setup.position)
        match = Match(self.game, chance, names, start)
        match.origin = self.setup.origin
        return match

    def _begin_imported(self) -> None:
        """What an imported record told is the start of the table's match; its chance cannot be answered for here."""
        self.match = self.new_match(None)
        self.match.untold = self.setup.told or {}
        for actor, action in self.setup.entries or ():
            if action in FORFEITS:
                self.match.forfeit(actor, action)
            else:
                self.match.append(actor, action)
        self.match.given_up = tuple(GivenUp(*each) for each in self.setup.given_up or ())
        for each in self.match.given_up:
            self._change_seat(each.seat, has_resigned=True)
        self.moves = self.match.step
        if self.match.is_over:
            self.status = "over"

    @property
    def is_counted(self) -> bool:
        """Whether the result is compared with others: rated, or of the game of the day."""
        return self.setup.is_rated or bool(self.setup.daily)

    @property
    def has_people(self) -> bool:
        """Whether anybody plays who is not a bot."""
        return any(seat.person is not None and seat.stand_in is None for seat in self.seats)

    # Clocks

    def _charge(self, at: int) -> None:
        """Take the time of who acted off his clock."""
        actor = self.to_act
        if self.setup.clock is None:
            return
        if actor >= 0:
            assert self.match is not None
            has_ended = self.match.to_act != actor
            if self.left_ms is not None and self.seats[actor].driver is None:
                left = self.left_ms[actor] - max(0, at - self.action_since)
                if has_ended:
                    left += self.setup.clock.increment_s * 1000
                self.left_ms = [*self.left_ms[:actor], left, *self.left_ms[actor + 1 :]]
            if has_ended:
                self.turn_since = at
        self.action_since = at

    def limits(self) -> tuple[float | None, float | None]:
        """When the seat to act runs out of time: by its total, and by this action or turn."""
        clock, seat = self.setup.clock, self.to_act
        if clock is None or seat < 0 or self.seats[seat].driver is not None:
            return None, None
        total = None if self.left_ms is None else self.action_since + self.left_ms[seat]
        each = [
            *([self.action_since + clock.action_s * 1000] if clock.action_s is not None else []),
            *([self.turn_since + clock.turn_days * DAY_MS] if clock.turn_days is not None else []),
        ]
        return total, min(each, default=None)

    def deadline(self) -> float | None:
        """When the seat to act runs out of time."""
        return _earliest(self.limits())

    def due(self) -> int | None:
        """When some process should look at the table; none: never again."""
        if self.status in ("over", "abandoned"):
            return None
        if self.status == "open":
            return int(_earliest((self.setup.created + OPEN_MS, self.call_at(), self.start_at())) or 0)
        has_bot = self.has_people and any(seat.driver is not None for seat in self.seats)
        times = (self.last_at + IDLE_MS, self.deadline(), self.last_at + BOT_DUE_MS if has_bot else None)
        return int(_earliest(times) or 0)


def _earliest(times: Iterable[float | None]) -> float | None:
    return min((moment for moment in times if moment is not None), default=None)


def _bot_name(bots: list[str | None], number: int) -> str:
    """What the bot of a seat is called; the second of a level has a number."""
    bot = bots[number]
    before = bots[:number].count(bot)
    return "" if bot is None else bot.capitalize() + (f" {before + 1}" if before else "")


PLAYS = ("started", "played", "undone", "resigned", "timed_out")  # kinds that change the match
CHANGES: dict[EventKind, Callable[[TableState, Stored, int], None]] = {
    "sat": TableState._sat,
    "left": TableState._left,
    "renewed": TableState._renewed,
    "sealed": TableState._sealed,
    "called": TableState._called,
    "opened": TableState._opened,
    "started": TableState._started,
    "undo_offered": TableState._undo_offered,
    "undo_declined": TableState._undo_declined,
    "undone": TableState._undone,
    "resigned": TableState._forfeited,
    "timed_out": TableState._forfeited,
    "stood_in": TableState._stood_in,
    "returned": TableState._returned,
    "bot_changed": TableState._bot_changed,
    "muted": TableState._muted,
    "rematched": TableState._rematched,
    "held": TableState._held,
    "abandoned": TableState._abandoned,
}

"""A table as its log tells it: seats, match, undo offers, clocks, chat. No input or output.

`TableState.apply` folds one event after the other; what may happen is decided in `tables.py`, before it is stored.
"""

import datetime
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from motherlode.core.chance import FairChance
from motherlode.core.contract import OVER
from motherlode.core.errors import Barred, Code
from motherlode.server.protocol import Clock, EventKind
from motherlode.table.game import Game, find
from motherlode.table.match import RESIGN, Entry, Match

REMEMBERED = 256  # request ids of a seat
DAY_MS = 86_400_000
OPEN_MS = DAY_MS  # a table that did not start
IDLE_MS = 14 * DAY_MS  # a match without a clock
BOT_DUE_MS = 30_000  # when another process looks after a bot

CHANGING = ("started", "played", "undone", "abandoned")  # kinds of events after which the position is another

Status = Literal["open", "running", "over", "abandoned"]


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


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
    position: str | None = None  # where an imported or continued match began
    origin: str = ""  # the match that it goes on from, as its record says it
    daily: str = ""  # the day whose game it is, in UTC
    dice: str = ""  # what its chance is called, where that is not its id
    told: dict[str, str] | None = None  # what an imported record says about its chance


class Stored(Struct, omit_defaults=True, gc=False):
    """One event of the log, whole."""

    kind: EventKind
    seat: int | None = None
    person: str | None = None
    name: str | None = None
    entries: list[tuple[int, int]] | None = None  # (actor, action) added to the match, chance included
    agreed: list[int] | None = None
    text: str | None = None
    bot: str | None = None
    table: str | None = None
    is_muted: bool | None = None
    moves: int | None = None  # undone: entries that are left of the match's log
    by: str | None = None  # who asked: a seat or a person
    id: str | None = None  # of the request


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


def today() -> datetime.date:
    """The day, in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


class Seat:
    """A chair at a table."""

    __slots__ = ("bot", "generation", "has_resigned", "name", "person", "stand_in")

    def __init__(self, bot: str | None) -> None:
        self.bot = bot  # the level, if the seat is a bot's
        self.person: str | None = None
        self.name = ""
        self.stand_in: str | None = None  # the level that plays for a person who is away
        self.has_resigned = False
        self.generation = 0  # how often who plays the seat changed; seat tokens are of one generation

    @property
    def is_open(self) -> bool:
        """Whether somebody may sit down."""
        return self.bot is None and self.person is None

    @property
    def driver(self) -> str | None:
        """The level of the bot that plays now, if one does."""
        return self.bot or self.stand_in


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
    """What a table's log adds up to."""

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
        self.fair = FairChance(setup.dice or setup.id, seed)
        self.seats = [Seat(bot) for bot in setup.bots]
        for number, seat in enumerate(self.seats):
            if seat.bot is not None:
                before = setup.bots[:number].count(seat.bot)
                seat.name = seat.bot.capitalize() + (f" {before + 1}" if before else "")
        self.status: Status = "open"
        self.step = 0  # events so far
        self.changed = 0  # the step after the last event that changed the position
        self.seated = 0  # the step after the last event that changed seats or status
        self.log: list[tuple[int, Stored]] = []  # when, what
        self.spans: dict[int, tuple[int, int]] = {}  # the entries of the match that an event added
        self.match: Match | None = None
        self.moves = 0  # entries of its log
        self.undo: tuple[int, set[int]] | None = None  # who asks, and who agreed
        self.muted: set[str] = set()
        self.rematch: str | None = None
        self.seen: OrderedDict[str, int] = OrderedDict()  # request ids and the step they led to
        self.last_at = setup.created
        clock = setup.clock
        self.left_ms: list[float] | None = None
        if clock is not None and clock.total_s is not None:
            self.left_ms = [clock.total_s * 1000.0 for _ in self.seats]
        self.action_since = self.turn_since = setup.created
        self.to_act = OVER  # the seat to act after the last event that was taken in; less than 0: nobody
        if setup.entries is not None:
            self._begin_imported()

    @property
    def digest(self) -> str:
        """The name of the ruleset."""
        return self.game.digest

    @property
    def is_seed_open(self) -> bool:
        """Whether anybody may know the seed: the match has ended, and so has the day that it is the game of."""
        if self.status not in ("over", "abandoned"):
            return False
        return not self.setup.daily or self.setup.daily < today().isoformat()

    # Folding

    def restore(self, events: Sequence[tuple[int, Stored]], snapshot: Snapshot | None) -> None:
        """Take in all events so far; a snapshot saves playing those before it."""
        skipped = snapshot.step if snapshot is not None else 0
        for at, event in events[:skipped]:
            self.apply(event, at, is_played=True, is_skipped=True)
        if snapshot is not None:
            blank = self.new_match(None)
            now = np.frombuffer(bytearray(snapshot.position), self.game.spec.state)
            log = [Entry(step, *entry) for step, entry in enumerate(snapshot.log)]
            start = None if blank.is_from_start else blank.start
            self.match = Match.resumed(self.game, blank.names, start, log, now)
            self.match.untold, self.match.origin = self.setup.told or {}, self.setup.origin
            self.left_ms = snapshot.left_ms
            self.action_since, self.turn_since = snapshot.action_since, snapshot.turn_since
            self._note_to_act()
        for at, event in events[skipped:]:
            self.apply(event, at)
        if self.match is not None:
            if self.status == "running" and self.match.is_over:
                self.status = "over"
            self._note_to_act()
            self.give_chance()

    def snapshot(self) -> Snapshot | None:
        """What `restore` goes on from; none before the match starts."""
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

    def apply(self, event: Stored, at: int, is_played: bool = False, is_skipped: bool = False) -> None:
        """Take in the next event. `is_played`: the match has been told already; `is_skipped`: a snapshot has it."""
        KINDS[event.kind](self, event, is_played)
        self.log.append((at, event))
        self.step += 1
        self.last_at = at
        if event.kind in CHANGING or (event.kind == "resigned" and not self.is_large):
            self.changed = self.step
            self.undo = None
            if not is_skipped:
                self._charge(at)
        if event.kind in ("started", "returned"):
            self.action_since = self.turn_since = at
        if event.kind not in ("played", "said", "undo_offered", "undo_declined"):
            self.seated = self.step
        if event.id:
            self.seen[f"{event.by}/{event.id}"] = self.step
            if len(self.seen) > REMEMBERED * len(self.seats):
                self.seen.popitem(last=False)
        if not is_skipped and self.match is not None and self.status == "running" and self.match.is_over:
            self.status = "over"
            self.seated = self.step
        if not is_skipped:
            self._note_to_act()

    def _note_to_act(self) -> None:
        self.to_act = self.match.to_act if self.match is not None and self.status == "running" else OVER

    def _sat(self, event: Stored, _: bool) -> None:
        seat = self._seat(event)
        seat.person, seat.name, seat.stand_in = event.person, event.name or "", None
        seat.generation += 1

    def _left(self, event: Stored, _: bool) -> None:
        seat = self._seat(event)
        seat.person, seat.name = None, ""
        seat.generation += 1

    def _started(self, event: Stored, is_played: bool) -> None:
        if not is_played:
            if self.match is None:  # an imported match is there already
                self.match = self.new_match(None)
            self._extend(event.entries or [])
        self.status = "running"
        self._span(event)

    def _played(self, event: Stored, is_played: bool) -> None:
        if not is_played:
            self._extend(event.entries or [])
        self._span(event)

    def _span(self, event: Stored) -> None:
        """Note which entries of the match's log an event added."""
        count = len(event.entries or [])
        self.spans[self.step] = (self.moves, count)
        self.moves += count

    def _undo_offered(self, event: Stored, _: bool) -> None:
        assert event.seat is not None
        self.undo = (event.seat, set(event.agreed or ()))

    def _undo_declined(self, _: Stored, __: bool) -> None:
        self.undo = None

    def _undone(self, event: Stored, is_played: bool) -> None:
        assert event.seat is not None
        if not is_played:
            self._match.undo(event.seat, event.agreed or ())
        assert event.moves is not None
        self.moves = event.moves
        self.spans = {step: span for step, span in self.spans.items() if sum(span) <= self.moves}
        self.undo = None

    def _resigned(self, event: Stored, is_played: bool) -> None:
        seat = self._seat(event)
        seat.has_resigned = True
        if self.is_large:
            seat.stand_in = event.bot
            if all(chair.bot or chair.has_resigned for chair in self.seats):
                self.status = "abandoned"
            return
        self.moves += 1
        if not is_played:
            assert event.seat is not None
            self._match.resign(event.seat)

    def _stood_in(self, event: Stored, _: bool) -> None:
        self._seat(event).stand_in = event.bot

    def _returned(self, event: Stored, _: bool) -> None:
        self._seat(event).stand_in = None

    def _bot_changed(self, event: Stored, _: bool) -> None:
        seat = self._seat(event)
        if seat.bot is not None:
            seat.bot = event.bot
        else:
            seat.stand_in = event.bot

    def _muted(self, event: Stored, _: bool) -> None:
        assert event.person is not None
        (self.muted.add if event.is_muted else self.muted.discard)(event.person)

    def _rematched(self, event: Stored, _: bool) -> None:
        self.rematch = event.table

    def _abandoned(self, _: Stored, __: bool) -> None:
        self.status = "abandoned"

    def _nothing(self, _: Stored, __: bool) -> None:
        """Told, but nothing changes."""

    def _extend(self, entries: list[tuple[int, int]]) -> None:
        for actor, action in entries:
            if action == RESIGN:
                self._match.resign(actor)
            else:
                self._match.append(actor, action)

    def _seat(self, event: Stored) -> Seat:
        assert event.seat is not None
        return self.seats[event.seat]

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

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
        self._extend(self.setup.entries or [])
        self.moves = len(self.match.log)
        if self.match.is_over:
            self.status = "over"

    def give_chance(self) -> None:
        """Let chance act in the match from now on, from the table's own seed."""
        self._match.chance = self.fair

    @property
    def is_large(self) -> bool:
        """Whether a match goes on when somebody resigns."""
        return len(self.seats) > 2

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
                self.left_ms[actor] -= max(0, at - self.action_since)
                if has_ended:
                    self.left_ms[actor] += self.setup.clock.increment_s * 1000
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
        return min((limit for limit in self.limits() if limit is not None), default=None)

    def due(self) -> int | None:
        """When some process should look at the table; none: never again."""
        if self.status in ("over", "abandoned"):
            return None
        if self.status == "open":
            return self.setup.created + OPEN_MS
        times = [float(self.last_at + IDLE_MS)]
        deadline = self.deadline()
        if deadline is not None:
            times.append(deadline)
        if self.has_people and any(seat.driver is not None for seat in self.seats):
            times.append(self.last_at + BOT_DUE_MS)
        return int(min(times))


KINDS = {
    "sat": TableState._sat,
    "left": TableState._left,
    "started": TableState._started,
    "played": TableState._played,
    "undo_offered": TableState._undo_offered,
    "undo_declined": TableState._undo_declined,
    "undone": TableState._undone,
    "resigned": TableState._resigned,
    "stood_in": TableState._stood_in,
    "returned": TableState._returned,
    "bot_changed": TableState._bot_changed,
    "said": TableState._nothing,
    "muted": TableState._muted,
    "rematched": TableState._rematched,
    "abandoned": TableState._abandoned,
}

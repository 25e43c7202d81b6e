"""What a client is told about a table: events, views and updates, each as one pair of eyes may know them.

Everything about a match comes from `Match`, which hides before it shows.
"""

from typing import Literal, NamedTuple

import msgspec

from motherlode.core.contract import CHANCE, Language
from motherlode.server.moments import now_ms
from motherlode.server.protocol.messages import (
    MAX_SEATS,
    ClockNow,
    Event,
    Move,
    Origin,
    SeatInfo,
    TableInfo,
    UndoOffer,
    Update,
    View,
)
from motherlode.server.tables.deciding import awaited
from motherlode.server.tables.state import Setup, TableState
from motherlode.table.match import FORFEITS, Ending
from motherlode.table.record import ORIGIN

MAX_EVENTS = 100  # in one update

Detail = Literal["full", "plain", "lean"]  # all there is; no words and no texts; no view either

encode = msgspec.json.Encoder().encode


class Sight(NamedTuple):
    """Through which seats' eyes a client sees; none: a spectator's."""

    viewer: int | None  # the view
    reader: int | None  # the log


OWN_SIGHTS = tuple(Sight(seat, seat) for seat in range(MAX_SEATS))  # of who plays one seat


def sight_of(state: TableState, seats: list[int]) -> Sight:
    """What who plays these seats may see.

    Several share a device: the view is that of the seat to act, which sits in front of it, and the log stays for all to
    read, so it has what everybody may know. Where a bot plays for the seat to act, nobody is in front.
    """
    if len(seats) == 1:
        return OWN_SIGHTS[seats[0]]
    is_in_front = state.to_act in seats and state.seats[state.to_act].driver is None
    return Sight(state.to_act if is_in_front else None, None)


WORDS = {
    "sat": "{name} sits down.",
    "left": "{name} gets up.",
    "started": "The match begins.",
    "undo_offered": "{name} asks to take back an action.",
    "undo_declined": "{name} does not agree.",
    "undone": "{name} takes back an action.",
    "resigned": "{name} resigns.",
    "timed_out": "{name} ran out of time.",
    "stood_in": "The bot {bot} plays for {name}: {text}.",
    "returned": "{name} is back.",
    "bot_changed": "The bot {bot} plays on for {name}: {text}.",
    "rematched": "{name} would like to play again.",
    "held": "The server was away: clocks stood still meanwhile.",
    "abandoned": "The table is abandoned.",
}  # in English only: clients have words of their own for what is not the match
FORFEITED = ("resigned", "timed_out")
TAKEN_BACK = {"en": "(taken back)", "de": "(zurückgenommen)"}


def detail_of(views: bool, words: bool) -> Detail:
    """How much a client wants to be told."""
    if not views:
        return "lean"
    return "full" if words else "plain"


class Telling:
    """The words and pictures of one state of a table, made once for everybody who sees the same."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._views: dict[tuple[int | None, bool], View] = {}  # by viewer, and whether in full
        self._positions: dict[int | None, msgspec.Raw] = {}  # by eyes
        self._legal: list[int] | None = None
        self._undoable: list[int] | None = None
        self._events: dict[tuple[int, int | None, bool, Language], Event] = {}  # the newest

    def view(self, viewer: int | None, is_full: bool = True) -> View | None:
        """The match as the viewer may know it, `is_full`: with what it may do; none before it starts."""
        match, state = self.state.match, self.state
        if match is None:
            return None
        view = self._views.get((viewer, is_full))
        if view is None:
            eyes, to_act = None if match.is_open else viewer, state.to_act
            position = self._positions.get(eyes)
            if position is None:
                position = self._positions[eyes] = msgspec.Raw(encode(match.seen(eyes)))
            scores: list[int] | None = None
            winners: list[int] = []
            resigned: int | None = None
            ending: Ending = "abandoned" if state.status == "abandoned" else ""
            if match.is_over:
                outcome = match.outcome
                scores, winners, resigned, ending = match.scores, outcome.winners, match.resigned, outcome.how
            view = self._views[viewer, is_full] = View(
                viewer,
                to_act if to_act >= 0 else None,
                match.step,
                scores,
                winners,
                resigned,
                ending,
                position,
                match.actions() if is_full and viewer == to_act else [],
            )
        return view

    def legal(self, viewer: int | None) -> list[int] | None:
        """The action numbers of the viewer, if it is to act."""
        match, state = self.state.match, self.state
        if match is None or viewer is None or viewer != state.to_act:
            return None
        if self._legal is None:
            self._legal = match.legal()
        return self._legal

    def undoable(self) -> list[int]:
        """The seats that may take back their last action, or ask to."""
        if self._undoable is None:
            state = self.state
            self._undoable = state.match.undoable() if state.match is not None and state.status == "running" else []
        return self._undoable

    def event(self, step: int, viewer: int | None, is_lean: bool = False, language: Language = "en") -> Event:
        """One event as the viewer may know it; the newest ones are made once for everybody who sees the same."""
        match = self.state.match
        eyes = None if match is None or match.is_open else viewer
        key = (step, eyes, is_lean, language)
        event = self._events.get(key)
        if event is None:
            event = self._event(step, eyes, is_lean, language)
            if step == self.state.step - 1:
                self._events[key] = event
        return event

    def _event(self, step: int, viewer: int | None, is_lean: bool, language: Language) -> Event:
        logged = self.state.logged(step)
        at, stored = logged.at, logged.event
        if stored.kind == "played":
            moves, words = self._moves(step, viewer, is_lean, language)
            return Event(step, at, "played", words, stored.seat, moves=moves)
        template = WORDS.get(stored.kind)
        words = []
        if template is not None and not is_lean:
            words = [template.format(name=stored.name or "Somebody", bot=stored.bot, text=stored.text)]
        if stored.kind == "timed_out" and stored.bot is not None and words:
            words.append(f"The bot {stored.bot} plays on.")
        moves = []
        if stored.kind == "started":
            moves, more = self._moves(step, viewer, is_lean, language)
            words += more
        elif stored.kind in FORFEITED and self.state.match is not None and self.state.match.is_over and not is_lean:
            words.append(self.state.match.conclude(language))
        return Event(
            step, at, stored.kind, words, stored.seat, stored.person, stored.name, moves, stored.text, stored.bot,
            stored.table, stored.is_muted,
        )  # fmt: skip

    def _moves(self, step: int, viewer: int | None, is_lean: bool, language: Language) -> tuple[list[Move], list[str]]:
        match, logged = self.state.match, self.state.logged(step)
        assert match is not None
        if logged.first is None:
            return [], [] if is_lean else [TAKEN_BACK[language]]
        first, count, is_open = logged.first, len(logged.event.entries or ()), match.is_open
        moves = []
        for entry in match.entries(first, count):
            actor, action = None if entry.actor == CHANCE else entry.actor, entry.action
            if is_open or match.is_seen(entry.step, viewer):
                moves.append(Move(actor, None if action in FORFEITS else action, entry.text))
            else:
                moves.append(Move(actor))
        if is_lean:
            return moves, []
        words = match.narrate_all(first, count, viewer, language)
        if match.is_over and first + count == match.step:
            words.append(match.conclude(language))
        return moves, words

    def update(
        self,
        sight: Sight,
        since: int | None,
        detail: Detail,
        ack: str | None = None,
        table: TableInfo | None = None,
        language: Language = "en",
    ) -> Update:
        """What happened since a step, and what is now."""
        state, is_full = self.state, detail == "full"
        viewer, reader = sight
        step, to_act, undo = state.step, state.to_act, state.undo
        if since == step - 1:  # nearly always
            last, events = step, [self.event(since, reader, not is_full, language)]
        else:
            last = step if since is None else min(step, since + MAX_EVENTS)
            first = step if since is None else since
            events = [self.event(number, reader, not is_full, language) for number in range(first, last)]
        return Update(
            step,
            events,
            to_act if to_act >= 0 else None,
            None if detail == "lean" else self.view(viewer, is_full),
            None if is_full else self.legal(viewer),
            None if undo is None else UndoOffer(undo[0], awaited(state)),
            self.undoable() if is_full else [],
            None if state.setup.clock is None else self.clocks(now_ms()),
            table,
            last < step,
            ack,
        )

    def clocks(self, now: int) -> list[ClockNow]:
        """What is left to each seat."""
        state = self.state
        total, each = state.limits()
        left: list[ClockNow] = []
        for seat in range(len(state.seats)):
            remaining = None if state.left_ms is None else state.left_ms[seat]
            if seat == state.to_act:
                remaining = remaining if total is None else total - now
                left.append(ClockNow(_whole(remaining), _whole(None if each is None else each - now)))
            else:
                left.append(ClockNow(_whole(remaining), None))
        return left

    def info(self, present: list[bool], warming: list[bool]) -> TableInfo:
        """The table as anybody may know it."""
        state, setup = self.state, self.state.setup
        return TableInfo(
            id=setup.id,
            game=setup.game,
            rules=setup.rules,
            ruleset=setup.ruleset,
            options=setup.options,
            name=setup.name,
            status=state.status,
            is_public=setup.is_public,
            is_rated=setup.is_rated,
            is_imported=setup.entries is not None,
            is_hidden=state.game.spec.is_hidden,
            host=setup.host,
            seats=[
                SeatInfo(
                    kind="bot" if seat.bot else "person" if seat.person else "open",
                    name=seat.name or (setup.kept_names or {number: ""})[number],
                    person=seat.person,
                    bot=seat.driver,
                    is_connected=present[number],
                    is_warming=warming[number],
                    has_resigned=seat.has_resigned,
                    kept_for=None if setup.kept_for is None or not seat.is_open else setup.kept_for[number],
                    seal=seat.seal,
                    number=seat.number,
                )
                for number, seat in enumerate(state.seats)
            ],
            sides=list(state.game.sides),
            clock=setup.clock,
            starts=setup.starts,
            is_mixed=setup.is_mixed,
            is_called=state.called_at is not None,
            is_void=state.is_void,
            commitment=state.commitment,
            seed=state.seed.hex() if state.is_seed_open else None,
            created=setup.created,
            step=state.step,
            rematch=state.rematch,
            origin=_origin(setup),
            daily=setup.daily or None,
            variant=setup.variant,
        )


def _origin(setup: Setup) -> Origin | None:
    """Where a match goes on from; what an imported record says about it is not about tables of this server."""
    found = ORIGIN.fullmatch(setup.origin) if setup.entries is None else None
    return None if found is None else Origin(found[1], int(found[2]))


def acknowledged(update: bytes, request: str) -> bytes:
    """An update that also answers a request: `ack` is the last field of the struct, and most clients get none."""
    return b'%b,"ack":%b}' % (update[:-1], encode(request))


def _whole(value: float | None) -> int | None:
    return None if value is None else max(0, int(value))

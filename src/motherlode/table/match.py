"""The authority over one match: seats, actions, chance, log, undo, views. No input or output of its own."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from motherlode.core.chance import Chance, is_name
from motherlode.core.contract import (
    ALLOWED,
    CHANCE,
    LANGUAGES,
    NO_SUCH_ACTION,
    OVER,
    Action,
    How,
    Language,
    Records,
    View,
)
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction, shown
from motherlode.core.layout import copied
from motherlode.core.reading import read_seat, whole_number
from motherlode.core.ruleset import Ruleset

RESIGN, TIME_OUT = -1, -2  # in the log, in place of an action: the seat gave up, or ran out of time
MAX_NAME = 80
FORFEITS = {RESIGN: "resigns", TIME_OUT: "runs out of time"}  # in notation
FORFEIT_WORDS = {
    RESIGN: {"en": "{name} resigns", "de": "{name} gibt auf"},
    TIME_OUT: {"en": "{name} ran out of time", "de": "{name} hat die Zeit überschritten"},
}
HAD_FORFEITED = {
    RESIGN: {"en": "{name} had resigned", "de": "{name} hatte aufgegeben"},
    TIME_OUT: {"en": "{name} had run out of time", "de": "{name} hatte die Zeit überschritten"},
}
Item = TypeVar("Item")
# How a match came to its end: by the rules, in one of the four ways of `How`, or by what a player did; nothing before.
Ending = Literal["", "played out", "nobody left", "capped", "trapped", "resigned", "time", "abandoned"]
ENDINGS: dict[How, Ending] = {
    How.PLAYED_OUT: "played out",
    How.NOBODY_LEFT: "nobody left",
    How.CAPPED: "capped",
    How.TRAPPED: "trapped",
}


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the log."""

    step: int  # from 0
    actor: int  # a seat or CHANCE
    action: int  # an action, an outcome of chance, RESIGN or TIME_OUT
    text: str  # notation


class GivenUp(msgspec.Struct, frozen=True, gc=False):
    """A seat that has lost for its side while others play on, and somebody else plays in it."""

    seat: int
    how: int  # RESIGN or TIME_OUT
    after: int  # so many entries of the log, whether or not they have been taken back since


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a match ended, and the seats that won: all of each side that did, none where nobody did."""

    how: Ending
    winners: list[int]


class MatchView(msgspec.Struct, frozen=True, gc=False):
    """A match as one seat, or a spectator, may know it; `msgspec.to_builtins` makes plain dicts of it."""

    game: str
    rules: int  # their version
    names: tuple[str, ...]  # by seat
    step: int  # entries of the log
    seat: int | None  # whose eyes; none: a spectator's
    to_act: int | None  # a seat; none at the end, and while chance is awaited
    scores: list[int] | None  # by seat, at the end
    winners: list[int]  # seats; none before the end, and where nobody wins
    resigned: int | None  # the seat that gave up or ran out of time
    ending: Ending  # how the match came to its end
    position: View  # the `Position` of the game's views.py
    actions: list[Action]  # what the seat may do, when it is to act


def added(items: list[Item], count: int, item: Item) -> list[Item]:
    """A list that begins with the first `count` of `items` and `item`.

    It is the same list where nobody has added to it yet: copies of a match have their past in common, and copying it
    for every action would cost more than the action. What is in it stays where it is, also while others add to it.
    """
    if len(items) == count:
        items.append(item)
        if items[count] is item:  # and no other thread was first
            return items
    return [*items[:count], item]


def unshared(thing: Any) -> dict[str, Any]:
    """The attributes of a thing in a dict of their own, for it to have instead of the one it was made with.

    Python lets all things of a class share the keys of their dicts. Once such a dict is looked at, as it is to copy a
    thing, its attributes are found by a search each time, which takes more than twice as long.
    """
    return dict(vars(thing))


def check_name(name: str) -> None:
    """Raise unless the name of a player fits on a line of a record."""
    if not is_name(name, MAX_NAME):
        raise BadInput(
            Code.BAD_CHOICE,
            f"bad name {shown(name)}: needs 1 to {MAX_NAME} printable characters, no space at either end",
        )


class Match:
    """One match of a ruleset, from its first position to its end.

    Every request is answered with a value or with an error that says why, and an error changes nothing. Chance acts by
    itself, from the source that the match was started with; without one it waits for `append`.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        chance: Chance | None = None,
        names: Sequence[str] | None = None,
        position: Records | None = None,
    ) -> None:
        spec = ruleset.spec
        self.ruleset = ruleset
        self.chance = chance
        if names is not None and not isinstance(names, list | tuple):
            raise BadInput(Code.WRONG_SEATS, f"names {shown(names)}: expected a list of {ruleset.seats}")
        if names is not None and len(names) != ruleset.seats:
            raise BadInput(Code.WRONG_SEATS, f"{len(names)} names for {ruleset.seats} seats: {shown(names)}")
        for name in names or ():
            check_name(name)
        default = spec.seat_names or tuple(f"Player {seat + 1}" for seat in range(ruleset.seats))
        self.names = tuple(names) if names is not None else default[: ruleset.seats]
        self.step = 0  # entries of the log
        self._log: list[Entry] = []  # in common with copies of this match: only the first `step` are its own
        self.is_from_start = position is None
        # What a record says about a source of chance that it does not reveal.
        self.untold: dict[str, str] = {}
        self.origin = ""  # the match that this one goes on from, as its record says it
        self.given_up: tuple[GivenUp, ...] = ()  # in their order; never whoever ended the match by it
        # Never changed, only replaced.
        self._states: Records = ruleset.new() if position is None else ruleset.copied(position)
        self._start: Records = self._states
        # The position before each entry of the log, from entry `_first` on; in common with copies, too.
        self._past: list[Records] = []
        self._first = 0
        self._note_to_act()
        self.__dict__ = unshared(self)
        self.let_chance_act()

    @classmethod
    def resumed(
        cls, ruleset: Ruleset, names: Sequence[str], position: Records | None, log: Sequence[Entry], now: Records
    ) -> "Match":
        """A match from a snapshot: where it began, its log and its position now, all taken on trust.

        Earlier positions are played again only when they are asked for.
        """
        match = cls(ruleset, None, names, position)
        match._log, match.step = list(log), len(log)
        match._states, match._first = now, match.step
        match._note_to_act(has_forfeited=match.step > 0 and log[-1].action in FORFEITS)
        return match

    def copy(self) -> "Match":
        """The same match, to be played on without changing this one."""
        twin = object.__new__(Match)
        twin.__dict__ = self.__dict__.copy()
        return twin

    # What there is to see

    @property
    def log(self) -> list[Entry]:
        """What happened, from the first action on."""
        return self._log[: self.step]

    def entries(self, first: int, count: int) -> list[Entry]:
        """So many entries of the log, from one on."""
        return self._log[first : min(first + count, self.step)]

    @property
    def position(self) -> Records:
        """A copy of the position: an array of one record."""
        return copied(self._states)

    @property
    def start(self) -> Records:
        """A copy of the position in which the match began."""
        return copied(self._start)

    def hidden_start(self, seat: int | None) -> Records:
        """The position in which the match began, as far as the seat (or a spectator) may know it."""
        return self._hidden(self.start, seat)

    @property
    def resigned(self) -> int | None:
        """The seat that gave up or ran out of time, if one did."""
        if not self.is_over or self.step == 0 or self._log[self.step - 1].action not in FORFEITS:
            return None
        return self._log[self.step - 1].actor

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far."""
        return self.ruleset.scores(self._states)

    @property
    def outcome(self) -> Outcome:
        """How the match ended and who won. Who resigns or is late loses for his side, at once or when it is played out.

        Where that ends the match, all sides win that did not. Else those win whom the rules say, without the sides that
        gave up; where that leaves nobody, the best of the others by score.
        """
        if not self.is_over:
            return Outcome("", [])
        resigned, ruleset = self.resigned, self.ruleset
        if resigned is not None:
            how: Ending = "resigned" if self._log[self.step - 1].action == RESIGN else "time"
            return Outcome(how, self._seats_without(resigned))
        ended, winners = ruleset.outcome(self._states)
        assert ended is not None
        if self.given_up and winners:
            others = self._seats_without()
            winners = [seat for seat in winners if seat in others] or self._best_of(others)
        return Outcome(ENDINGS[ended], winners)

    def _seats_without(self, *more: int) -> list[int]:
        """The seats of all sides but those of which a seat has given up, or of `more` seats."""
        lost = {seat for gone in (*(each.seat for each in self.given_up), *more) for seat in self.ruleset.side_of(gone)}
        return [seat for seat in range(self.ruleset.seats) if seat not in lost]

    def _best_of(self, seats: Sequence[int]) -> list[int]:
        """All seats of the sides with the highest score among some seats."""
        scores, sides = self.scores, self.ruleset.sides
        best = max((scores[seat] for seat in seats), default=0)
        won = {sides[seat] for seat in seats if scores[seat] == best}
        return [seat for seat in seats if sides[seat] in won]

    @property
    def winners(self) -> list[int]:
        """The seats that won; none before the end, and where nobody wins."""
        return self.outcome.winners

    def position_at(self, step: int) -> Records:
        """A copy of the position before entry `step` of the log."""
        number = _read_step(step, self.step)
        return self.position if number == self.step else copied(self._before(number))

    def actions(self) -> list[Action]:
        """What the seat to act may do; nothing when the match is over."""
        return self.ruleset.actions_unchecked(self._states) if self.to_act >= 0 else []

    def legal(self) -> list[int]:
        """The numbers of what the seat to act may do; nothing when the match is over."""
        return self.ruleset.legal_unchecked(self._states) if self.to_act >= 0 else []

    def why_not(self, thing: str, language: Language = "en") -> list[tuple[str, str]]:
        """Why the seat to act can do nothing with a thing: reasons with their rules, the most frequent first.

        Looks at everything that would touch the thing if it were allowed, as far as the seat to act may know.
        """
        _check_language(language)
        if self.to_act < 0:
            return []
        spec, box, seen = self.ruleset.spec, self.ruleset.box, self._hidden(self._states, self.to_act)
        found: Counter[tuple[str, str]] = Counter()
        for action in range(self.ruleset.limits.num_actions):
            reason = self.ruleset.refuse(seen, action)
            if reason in {ALLOWED, NO_SUCH_ACTION}:
                continue
            try:
                path = spec.views.path(box, seen, action)
            except (IndexError, KeyError, ValueError):
                continue  # it has no path where it makes no sense at all
            if thing in path:
                words = spec.notation.explain(box, seen, action, reason, language)
                found[words, spec.reasons(reason).rule] += 1
        return [words for words, _ in found.most_common()]

    def seen(self, seat: int | None = None) -> View:
        """The position as far as the seat (or a spectator) may know it: a `Position` of the game's views.py."""
        return self.ruleset.spec.views.view(self.ruleset.box, self._hidden(self._states, seat))

    def is_seen(self, step: int, seat: int | None = None) -> bool:
        """Whether the seat (or a spectator) saw which action or outcome an entry of the log is."""
        return self._sees(self._watcher(seat), self._log[_read_step(step, self.step - 1)])

    def view(self, seat: int | None = None) -> MatchView:
        """What the seat may know, and what it may do. No seat: what a spectator may see."""
        spec = self.ruleset.spec
        if seat is not None:
            seat = read_seat(seat, self.ruleset.seats)
        outcome = self.outcome
        return MatchView(
            game=spec.name,
            rules=spec.version,
            names=self.names,
            step=self.step,
            seat=seat,
            to_act=self.to_act if self.to_act >= 0 else None,
            scores=self.scores if self.is_over else None,
            winners=outcome.winners,
            resigned=self.resigned,
            ending=outcome.how,
            position=self.seen(seat),
            actions=self.actions() if seat == self.to_act else [],
        )

    def story(self, seat: int | None = None, since: int = 0, language: Language = "en") -> list[str]:
        """What happened since a step, in words, as far as the seat (or a spectator) may know."""
        first = _read_step(since, self.step)
        lines = self.narrate_all(first, self.step - first, seat, language)
        if self.is_over and self.resigned is None:
            lines.append(self.conclude(language))
        return lines

    def narrate(self, step: int, seat: int | None = None, language: Language = "en") -> str:
        """One entry of the log in words, as far as the seat (or a spectator) may know."""
        return self.narrate_all(_read_step(step, self.step - 1), 1, seat, language)[0]

    def narrate_all(self, first: int, count: int, seat: int | None = None, language: Language = "en") -> list[str]:
        """So many entries of the log in words, from one on."""
        watcher = self._watcher(seat)
        _check_language(language)
        ruleset, names, words = self.ruleset, self.names, []
        box, narrate, is_open = ruleset.box, ruleset.spec.narration.narrate, self.is_open
        shown = self._positions(first, count)
        if not is_open:
            shown = [ruleset.hidden(states, watcher) for states in shown]
        for number in range(len(shown) - 1):
            entry, before, after = self._log[first + number], shown[number], shown[number + 1]
            action: int | None = entry.action
            if action in FORFEITS:
                words.append(FORFEIT_WORDS[entry.action][language].format(name=names[entry.actor]) + ".")
                continue
            if not is_open and not self._sees(watcher, entry):
                action = None
            words.append(narrate(box, before, action, after, names, language))
        return words

    def _positions(self, first: int, count: int) -> list[Records]:
        """The positions before so many entries of the log, from one on, and the one after them; not to be changed."""
        if first < self._first:
            self._replay_past()
        found = self._past[first - self._first : min(first + count + 1, self.step) - self._first]
        if first + count >= self.step:
            found.append(self._states)
        return found

    @property
    def conclusion(self) -> str:
        """How the match ended, in English; empty before."""
        return self.conclude()

    def conclude(self, language: Language = "en") -> str:
        """How the match ended, in words; empty before."""
        _check_language(language)
        if not self.is_over:
            return ""
        resigned, winners = self.resigned, self.winners
        if resigned is not None:
            words = [FORFEIT_WORDS[self._log[self.step - 1].action][language].format(name=self.names[resigned])]
        else:
            by_rules = self.ruleset.outcome(self._states)[1]
            if winners == by_rules:
                return self.ruleset.spec.narration.conclude(self.ruleset.box, self._states, self.names, language)
            words = [
                HAD_FORFEITED[each.how][language].format(name=self.names[each.seat])
                for each in self.given_up
                if not set(by_rules).isdisjoint(self.ruleset.side_of(each.seat))
            ]
        won = [self.names[seat] for seat in winners]
        if won and language == "en":
            words.append(f"{' and '.join(won)} won")
        elif won:
            words.append(f"{' und '.join(won)} {'hat' if len(won) == 1 else 'haben'} gewonnen")
        return f"{'; '.join(words)}."

    def texts(self, seat: int | None = None, *, is_whole: bool = False) -> list[str]:
        """The log in notation, with `?` for what the seat (or a spectator) did not see; at the end all is told."""
        watcher = self._watcher(seat)
        return [entry.text if is_whole or self._sees(watcher, entry) else "?" for entry in self.log]

    # What may be done

    def play(self, action: Action | int | str | Sequence[str], seat: int | None = None) -> list[Entry]:
        """Play an action, given as itself, its number, its notation or its path; then chance acts.

        Returns the new entries of the log. `seat` says who asks; nobody: whoever is to act.
        """
        self._check_running()
        if seat is not None:
            seat = read_seat(seat, self.ruleset.seats)
        actor = self.to_act
        if actor == CHANCE or (seat is not None and seat != actor):
            who = "the seats" if seat is None else repr(self.names[seat])
            name = "chance" if actor == CHANCE else repr(self.names[actor])
            raise IllegalAction(
                Code.OUT_OF_TURN, f"out of turn: {who} may not act, {name} is to act, in {self._where(seat)}"
            )
        number = self._read(action)
        self._check_legal(number)
        since = self.step
        self._append(actor, number)
        try:
            self.let_chance_act()
        except BadInput:  # a script that ends or is impossible
            self._forget(since)
            raise
        return self._log[since : self.step]

    def resign(self, seat: int) -> Entry:
        """The seat gives up, in or out of turn; the match is over."""
        return self.forfeit(seat, RESIGN)

    def forfeit(self, seat: int, how: int) -> Entry:
        """The seat loses by RESIGN or TIME_OUT; the match is over."""
        seat = read_seat(seat, self.ruleset.seats)
        self._check_running()
        entry = Entry(self.step, seat, how, FORFEITS[how])
        self._add(entry)
        self._note_to_act(has_forfeited=True)
        return entry

    def goes_on_without(self, seat: int) -> bool:
        """Whether two sides are left to play for the win if a seat gives up for its own, too."""
        left = self._seats_without(read_seat(seat, self.ruleset.seats))
        return len({self.ruleset.sides[other] for other in left}) > 1

    def give_up(self, seat: int, how: int, after: int | None = None) -> None:
        """The seat loses by RESIGN or TIME_OUT, and the match goes on: whoever plays in it now cannot win.

        `after`: so many entries of the log; nothing: now.
        """
        seat = read_seat(seat, self.ruleset.seats)
        self._check_running()
        self.given_up = (*self.given_up, GivenUp(seat, how, self.step if after is None else after))

    def undo_barred_by(self, seat: int, agreed: Collection[int] = ()) -> str:
        """Why the seat may not take back its last action; empty if it may.

        Chance and secrets cannot be taken back. What other seats did since can, with their consent (`agreed`).
        """
        seat = read_seat(seat, self.ruleset.seats)
        if not isinstance(agreed, Collection):
            raise BadInput(Code.UNKNOWN_SEAT, f"agreed {shown(agreed)}: expected a list of seats")
        consenting = {read_seat(other, self.ruleset.seats) for other in agreed}
        if self.is_over:
            return "the match is over"
        mine = max((entry.step for entry in self.log if entry.actor == seat), default=None)
        if mine is None:
            return f"{self.names[seat]} has not acted yet"
        for entry in self.log[mine:]:
            if entry.actor == CHANCE:
                return "chance has acted since"
            if self.ruleset.spec.views.reveals(self.ruleset.box, self._before(entry.step), entry.action):
                return "a secret has been revealed since"
            if entry.actor != seat and entry.actor not in consenting:
                return f"{self.names[entry.actor]} has acted since"
        return ""

    def undoable(self) -> list[int]:
        """The seats that may take back their last action if all others agree; who acted last comes first."""
        found: list[int] = []
        if self.is_over:
            return found
        ruleset, log = self.ruleset, self._log
        box, reveals = ruleset.box, ruleset.spec.views.reveals
        for step in range(self.step - 1, -1, -1):
            entry = log[step]
            actor = entry.actor
            if actor == CHANCE or reveals(box, self._before(step), entry.action):
                break
            if actor not in found:
                found.append(actor)
                if len(found) == ruleset.seats:
                    break
        return found

    def undo(self, seat: int, agreed: Collection[int] = ()) -> int:
        """Take back the seat's last action and what followed; how many entries were taken off the log."""
        why = self.undo_barred_by(seat, agreed)
        if why:
            raise Barred(Code.UNDO_BARRED, f"no undo for {self.names[seat]!r}: {why}")
        step = max(entry.step for entry in self.log if entry.actor == int(seat))
        count = self.step - step
        self._forget(step)
        return count

    def append(self, actor: int, action: int) -> Entry:
        """Add an entry as a record has it, chance included; checked as strictly as `play`."""
        number = whole_number(action)
        if whole_number(actor) == CHANCE and self.to_act == CHANCE:
            if number is None or number not in [outcome for outcome, _ in self.ruleset.chance(self._states)]:
                raise IllegalAction(
                    Code.ILLEGAL_ACTION, f"impossible outcome {shown(action)} of chance, in {self._where(None)}"
                )
            return self._append(CHANCE, number)
        self._check_running()
        who = CHANCE if whole_number(actor) == CHANCE else read_seat(actor, self.ruleset.seats)
        if who != self.to_act:
            name = "chance" if who == CHANCE else self.names[who]
            raise IllegalAction(Code.OUT_OF_TURN, f"{name!r} is out of turn, in {self._where(None)}")
        if number is None:
            raise self._unreadable(action, "a number")
        self._check_legal(number)
        return self._append(who, number)

    def let_chance_act(self) -> None:
        """Draw from the source of chance, if there is one, until a seat is to act or the match is over."""
        chance, outcomes_of = self.chance, self.ruleset.chance_unchecked
        while chance is not None and self.to_act == CHANCE:
            self._append(CHANCE, chance.draw(self.step, outcomes_of(self._states)))

    def record(self, seat: int | None = None, *, is_whole: bool = False) -> str:
        """The match as a text record; while it runs, with only what the seat (or a spectator) may know.

        A whole record has all secrets, and the seed: for the host to keep, and to continue from.
        """
        from motherlode.table.record import write_record

        return write_record(self, seat, is_whole=is_whole)

    # Inside

    def _append(self, actor: int, action: int) -> Entry:
        ruleset, states, step = self.ruleset, self._states, self.step
        if actor == CHANCE:
            text = ruleset.spec.notation.write_outcome(ruleset.box, states, action)
        else:
            text = ruleset.action_unchecked(states, action).text
        entry = Entry(step, actor, action, text)
        self._add(entry)
        after = self._states = copied(states)
        ruleset.entries.apply(ruleset.box, after, 0, action)
        self._note_to_act()
        return entry

    def _add(self, entry: Entry) -> None:
        """Lengthen the log."""
        step = self.step
        self._past = added(self._past, step - self._first, self._states)
        self._log = added(self._log, step, entry)
        self.step = step + 1

    def _note_to_act(self, *, has_forfeited: bool = False) -> None:
        """Look who is to act: a seat, or OVER; CHANCE only where chance waits. At the end all is open."""
        to_act = self.to_act = OVER if has_forfeited else self._states["to_act"].item(0)
        self.is_over = to_act == OVER  # by the rules or by resignation
        self.is_open = to_act == OVER or not self.ruleset.spec.is_hidden  # everybody may know everything

    def _forget(self, step: int) -> None:
        """Go back to the position before an entry."""
        self._states = self._before(step)
        self.step = step  # what is beyond may be another's
        self._note_to_act()

    def _before(self, step: int) -> Records:
        """The position before an entry; not to be changed."""
        if step < self._first:
            self._replay_past()
        return self._past[step - self._first]

    def _replay_past(self) -> None:
        """Play again what came before a snapshot."""
        states, past = copied(self._start), []
        for entry in self._log[: self._first]:
            past.append(copied(states))
            if entry.action not in FORFEITS:
                self.ruleset.apply_unchecked(states, entry.action)
        self._past, self._first = past + self._past[: self.step - self._first], 0

    def _read(self, action: Action | int | str | Sequence[str]) -> int:
        if type(action) is int:
            return action
        if isinstance(action, Action):
            number = whole_number(action.id)
            if number is None:
                raise self._unreadable(action.id, "a number")
            now = next((candidate for candidate in self.actions() if candidate.id == number), action)
            if now.text != action.text:
                raise IllegalAction(
                    Code.ILLEGAL_ACTION,
                    f"stale action {shown(action.text)}: it would be {now.text!r} now, in {self._where(self.to_act)}",
                )
            return number
        if isinstance(action, str):
            seen = self._hidden(self._states, self.to_act)  # what is read, and said about it, tells no secrets
            return self.ruleset.read_action(seen, action)
        number = whole_number(action)
        if number is not None:
            return number
        if not isinstance(action, list | tuple):
            raise self._unreadable(action, "a number, notation or a path")
        path = tuple(action)
        for candidate in self.actions():
            if candidate.path == path:
                return candidate.id
        raise IllegalAction(
            Code.ILLEGAL_ACTION,
            f"illegal action {shown(list(path))}: nothing is done by touching these, in {self._where(self.to_act)}",
        )

    def _unreadable(self, action: Any, expected: str) -> IllegalAction:
        return IllegalAction(
            Code.UNREADABLE_ACTION,
            f"unreadable action {shown(action)}: expected {expected}, in {self._where(self.to_act)}",
        )

    def _watcher(self, seat: int | None) -> int:
        """Who looks on: a seat, or the one after the last for a spectator."""
        return self.ruleset.seats if seat is None else read_seat(seat, self.ruleset.seats)

    def _hidden(self, states: Records, seat: int | None) -> Records:
        """What the seat may know, to be read only; a spectator knows what no seat is told alone, and all at the end."""
        watcher = self._watcher(seat)
        return states if self.is_open else self.ruleset.hidden(states, watcher)

    def _sees(self, watcher: int, entry: Entry) -> bool:
        """Whether who looks on saw which action or outcome an entry of the log is."""
        if self.is_open or entry.action in FORFEITS:
            return True
        return self.ruleset.spec.views.is_seen(self.ruleset.box, self._before(entry.step), entry.action, watcher)

    def _where(self, seat: int | None) -> str:
        """The position as who asks may know it, for errors."""
        return repr(self.ruleset.spec.notation.write_position(self.ruleset.box, self._hidden(self._states, seat)))

    def _check_legal(self, action: int) -> None:
        last = self.ruleset.limits.num_actions - 1
        if not 0 <= action <= last:
            raise IllegalAction(
                Code.ILLEGAL_ACTION,
                f"illegal action {shown(action)}: actions are 0 to {last}, in {self._where(self.to_act)}",
            )
        reason = self.ruleset.entries.refuse(self.ruleset.box, self._states, 0, action)
        if reason == ALLOWED:
            return
        spec, box, seen = self.ruleset.spec, self.ruleset.box, self._hidden(self._states, self.to_act)
        text = spec.notation.write_action(box, seen, action)
        why = spec.notation.explain(box, seen, action, reason)
        raise IllegalAction(
            Code.ILLEGAL_ACTION,
            f"illegal action {text!r}: {why}, in {self._where(self.to_act)}",
            spec.reasons(reason).rule,
        )

    def _check_running(self) -> None:
        if self.is_over:
            raise IllegalAction(Code.MATCH_OVER, f"the match is over: {self.conclusion}")


def _read_step(given: Any, last: int) -> int:
    """The number of an entry of the log, or of the one that comes after the last."""
    step = whole_number(given)
    if step is None or not 0 <= step <= last:
        raise BadInput(Code.BAD_CHOICE, f"step {shown(given)}: must be from 0 to {last}")
    return step


def _check_language(language: Language) -> None:
    if language not in LANGUAGES:
        raise BadInput(Code.BAD_CHOICE, f"language {shown(language)}: must be one of {', '.join(LANGUAGES)}")

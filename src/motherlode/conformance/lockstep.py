"""Lock step: the engine and a plain reference play the same game, and the first difference is shown in full."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from motherlode.bots import Bot
from motherlode.conformance.elsewhere import ask_for_rules
from motherlode.conformance.references import Asked, New, begin
from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.core.errors import MotherlodeError
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams, pick
from motherlode.table.match import ENDINGS
from motherlode.table.rulebook import rules_of

ROUNDING = 1e-9  # by how much shares of weights may differ that are no whole numbers
NAMES = {CHANCE: "chance", OVER: "nobody: the game is over"}


class Choice(NamedTuple):
    """What may be played next: the engine's number, the reference's text, and a weight where chance is to act."""

    number: int
    text: str
    weight: int


class Extra(NamedTuple):
    """An action that only the reference offers, and why the engine does not."""

    text: str
    why: str
    rule: str  # its number; none: the engine cannot read the text, or chance is to act


class Difference(AssertionError):
    """The engine and a reference do not agree; `str()` is the whole report."""

    def __init__(self, both: "LockStep", what: str, is_about_position: bool = False) -> None:
        super().__init__(what)
        ruleset = both.ruleset
        self.what, self.is_about_position = what, is_about_position
        self.spec, self.seats = ruleset.spec, ruleset.seats
        self.options = changed_options(ruleset.spec, ruleset.options)
        self.source = both.asked.source
        self.position = ruleset.spec.notation.write_position(ruleset.box, both.states)
        self.states = both.states.copy()
        self.last = both.last
        self.log = list(both.log)
        self.only_here: list[str] = []
        self.only_there: list[Extra] = []
        self.values: dict[str, tuple[Any, Any]] = {}  # by name: here, there
        self.book = rules_of(ruleset.spec)

    @property
    def rules(self) -> list[str]:
        """The numbers of the rules that bar what only the reference offers."""
        return sorted({each.rule for each in self.only_there if each.rule})

    def rules_at_work(self) -> list[str]:
        """The rules that the engine carried out here: by what it offers or scores, else by the step that led here."""
        if self.is_about_position and self.last is not None:
            states, action = self.last
            return ask_for_rules(self.spec, self.options, self.seats, states.tobytes(), action)
        return ask_for_rules(self.spec, self.options, self.seats, self.states.tobytes(), None)

    def __str__(self) -> str:
        changed = f", {json.dumps(self.options)}" if self.options else ""
        after = f"after {len(self.log)} entries of the log" if self.log else "at the start"
        lines = [
            f"{self.spec.title}, {self.seats} seats{changed}: {self.source} differs {after} in {self.what}.",
            f"position    {self.position}",
        ]
        lines += [f"only here   {text}" for text in self.only_here]
        for text, why, rule in self.only_there:
            lines.append(f"only there  {text}: {why}{f' ({rule})' if rule else ''}")
        for name, (here, there) in self.values.items():
            lines += [f"{name}", f"  here      {here}", f"  there     {there}"]
        lines += [f"{number}  {self.book[number]}" for number in self.rules if number in self.book]
        return "\n".join([*lines, "log", *(f"  {entry}" for entry in self.log)])


class LockStep:
    """One game, played by the engine and by a reference beside it."""

    def __init__(self, ruleset: Ruleset, asked: Asked, states: Records | None = None) -> None:
        self.ruleset, self.asked = ruleset, asked
        self.states = ruleset.new() if states is None else states.copy()
        self.last: tuple[Records, int] | None = None  # the position before, and what was played there
        self.log: list[str] = []  # as the lines of a record

    def choices(self) -> list[Choice]:
        """What may be played next, by the engine's number; none at the end. Raises the first Difference."""
        here, there = self.ruleset.to_act(self.states), self.asked.to_act()
        self._demand("who is to act", {"to act": (_actor(here), _actor(there))}, True)
        self._compare_positions()
        if here == OVER:
            self._demand("the scores", {"scores": (self.ruleset.scores(self.states), self.asked.scores())})
            if self.asked.has_outcomes:
                self._compare_outcomes()
            return []
        return self._outcomes() if here == CHANCE else self._actions()

    def play(self, choice: Choice) -> None:
        """Play an action or outcome by the engine and by the reference."""
        actor, notation = self.ruleset.to_act(self.states), self.ruleset.spec.notation
        write = notation.write_outcome if actor == CHANCE else notation.write_action
        text = write(self.ruleset.box, self.states, choice.number)
        self.last = self.states.copy(), choice.number
        self.log.append(f"{'*' if actor == CHANCE else actor + 1} {text}")
        self.ruleset.apply(self.states, choice.number)
        self.asked.play(choice.text)

    def _demand(self, what: str, pairs: dict[str, tuple[Any, Any]], is_about_position: bool = False) -> None:
        """Raise unless both sides of each pair are the same."""
        found = {name: (here, there) for name, (here, there) in pairs.items() if here != there}
        if found:
            difference = Difference(self, what, is_about_position)
            difference.values = found
            raise difference

    def _compare_positions(self) -> None:
        """The position, what each seat and a spectator may know of it, and what the reference compares by itself."""
        ruleset, write = self.ruleset, self.ruleset.spec.notation.write_position
        if self.asked.has_positions:
            here = write(ruleset.box, self.states)
            self._demand("the position", {"position": (here, self.asked.position())}, True)
        if self.asked.has_views:
            for seat in range(ruleset.seats + 1):
                here = write(ruleset.box, ruleset.hidden(self.states, seat))
                who = f"seat {seat + 1}" if seat < ruleset.seats else "a spectator"
                self._demand(f"what {who} may know", {"view": (here, self.asked.view(seat))}, True)
        if self.asked.can_compare:
            found = self.asked.compare(ruleset, self.states)
            self._demand(
                "what it compares",
                {name: pair if isinstance(pair, tuple) else ("", pair) for name, pair in found.items()},
                True,
            )

    def _compare_outcomes(self) -> None:
        """How the game ended, and who won, which the scores alone do not say."""
        ended, winners = self.ruleset.outcome(self.states)
        assert ended is not None
        how, winners_there = self.asked.outcome()
        self._demand("the outcome", {"how": (ENDINGS[ended], how), "winners": (winners, winners_there)})

    def _actions(self) -> list[Choice]:
        """The actions of the seat to act, where both sides offer the same."""
        ruleset = self.ruleset
        texts = {action.text: action.id for action in ruleset.actions(self.states)}
        found: dict[int, str] = {}
        extras = []
        for text in self.asked.actions():
            number = texts.get(text)
            if number is None:
                number, why = self._read(text)
                if why is not None:
                    extras.append(why)
                    continue
            if number in found:
                extras.append(Extra(text, f"it is the same action as {found[number]!r}", ""))
            found.setdefault(number, text)
        missing = [text for text, number in texts.items() if number not in found]
        if missing or extras:
            difference = Difference(self, f"the actions of seat {ruleset.to_act(self.states) + 1}")
            difference.only_here, difference.only_there = missing, extras
            raise difference
        return [Choice(number, found[number], 1) for number in sorted(found)]

    def _read(self, text: str) -> tuple[int, Extra | None]:
        """The legal action that a text of the reference means, or why there is none."""
        ruleset = self.ruleset
        try:
            number = ruleset.read_action(self.states, text)
        except MotherlodeError as error:
            return -1, Extra(text, str(error), "")
        reason = ruleset.refuse(self.states, number)
        if not reason:
            return number, None
        words = ruleset.spec.notation.explain(ruleset.box, self.states, number, reason)
        return -1, Extra(text, words, ruleset.spec.reasons(reason).rule)

    def _outcomes(self) -> list[Choice]:
        """What chance may do, where both sides offer the same in the same shares."""
        ruleset, write = self.ruleset, self.ruleset.spec.notation.write_outcome
        here = {
            write(ruleset.box, self.states, number): (number, weight) for number, weight in ruleset.chance(self.states)
        }
        there = self.asked.outcomes()
        if here.keys() != there.keys():
            difference = Difference(self, "what chance may do")
            difference.only_here = [text for text in here if text not in there]
            difference.only_there = [Extra(text, "chance cannot do that", "") for text in there if text not in here]
            raise difference
        total_here, total_there = sum(weight for _, weight in here.values()), sum(there.values())
        unlike = {
            text: (f"{weight} of {total_here}", f"{there[text]} of {total_there}")
            for text, (_, weight) in here.items()
            if not _is_same(weight * total_there, there[text] * total_here)
        }
        self._demand("how likely is what chance may do", unlike)
        return [
            Choice(number, text, weight) for text, (number, weight) in sorted(here.items(), key=lambda each: each[1])
        ]


Choose = Callable[[LockStep, list[Choice]], Choice]


def at_random(seed: int) -> Choose:
    """Seats play any action, evenly; chance acts by its weights."""
    random = make_streams(seed)

    def choose(_: LockStep, choices: list[Choice]) -> Choice:
        weights = np.array([choice.weight for choice in choices], np.int64)
        return choices[int(pick(random, 0, weights, len(choices)))]

    return choose


def by_bot(bot: Bot, seed: int) -> Choose:
    """A bot plays all seats; chance acts by its weights."""
    random, dice = make_streams(seed, 1, 1), at_random(seed)

    def choose(both: LockStep, choices: list[Choice]) -> Choice:
        seat = both.ruleset.to_act(both.states)
        if seat == CHANCE:
            return dice(both, choices)
        number = bot.choose(both.ruleset, both.ruleset.hidden(both.states, seat), seat, random)
        return next(choice for choice in choices if choice.number == number)

    return choose


def by_numbers(numbers: Iterator[int]) -> Choose:
    """Each number, modulo how many things can be done; what chance does counts as often as it weighs."""

    def choose(_: LockStep, choices: list[Choice]) -> Choice:
        line = [choice for choice in choices for _ in range(choice.weight)]
        return line[next(numbers) % len(line)]

    return choose


def play_game(ruleset: Ruleset, new: New, choose: Choose, source: str = "the reference") -> LockStep:
    """One whole game on both sides, from its start; raises the first Difference."""
    asked = begin(new, ruleset.seats, changed_options(ruleset.spec, ruleset.options), source)
    return play_on(LockStep(ruleset, asked), choose)


def play_on(both: LockStep, choose: Choose) -> LockStep:
    """Go on to the end of a game; raises the first Difference."""
    try:
        for _ in range(both.ruleset.limits.max_length + 1):
            choices = both.choices()
            if not choices:
                return both
            both.play(choose(both, choices))
    except MotherlodeError as error:
        written = both.ruleset.spec.notation.write_position(both.ruleset.box, both.states)
        error.add_note(f"after {len(both.log)} entries of the log, in {written!r}")
        raise
    raise Difference(both, f"its length: it does not end within {both.ruleset.limits.max_length} actions")


def _actor(number: int) -> str:
    return NAMES.get(number, f"seat {number + 1}")


def _is_same(one: Any, other: Any) -> bool:
    """Whether two shares are the same; to the last digit only where both are whole numbers or fractions."""
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=ROUNDING)
    return bool(one == other)

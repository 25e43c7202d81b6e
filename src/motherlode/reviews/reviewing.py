"""`review`: a finished match, step by step, into a `Review`.

One function values every position of the match (`Values.whole`), so that what steps change adds up to the result. At
chance the change is split into luck and residual, at decisions into skill, what hidden cards did, and residual. Luck,
of dice and of hidden cards, is what came less the mean over all that could have come: its own mean is 0.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from motherlode.bots.causes import find_causes
from motherlode.bots.odds import Odds, result_of
from motherlode.core.contract import ALLOWED, CHANCE
from motherlode.core.errors import BadInput, Code, shown
from motherlode.core.reading import read_count
from motherlode.core.streams import make_streams
from motherlode.reviews import words
from motherlode.reviews.judging import (
    Effort,
    Stretch,
    Verdict,
    accuracy_of,
    find_stretches,
    judge,
    mark_of,
    play_line,
    possible_worlds,
)
from motherlode.reviews.report import DIGITS, MARKS, THRESHOLDS, Account, Decision, Review, Step, Told
from motherlode.reviews.valuing import BRIEF, QUICK, SEED, THOROUGH, Values
from motherlode.table.game import replay
from motherlode.table.match import FORFEITS, Match

FORMAT = 2  # of `Review`; raised when what is kept cannot be read any more, or means something else
TOTAL_ITERATIONS = 1_600_000  # of all searches of a review, about: a few seconds
MOST_BETTER = 3  # actions of a better line that a story tells
LONG = 10_000  # outcomes that chance might have had in a match: with more, everything is looked at but briefly
LEAST = Effort(100, 2, 2)
MOST = Effort(12_000, 16, 8)
Progress = Callable[[int, int], None]  # (steps done, steps)


def review(match: Match | str, *, iterations: int = TOTAL_ITERATIONS, progress: Progress | None = None) -> Review:
    """What was luck and what was skill in a finished match, given as itself or as its text record.

    `iterations` is how many all searches may have together, about; each position gets at least a few.
    """
    if isinstance(match, str):
        match = replay(match)
    if not isinstance(match, Match):
        raise BadInput(Code.BAD_RECORD, f"cannot review {shown(match)}: expected a match or a record")
    if not match.is_over:
        raise BadInput(Code.BAD_CHOICE, "cannot review a match that is not over: everybody would see its secrets")
    iterations = read_count(iterations, "iterations")
    return Reviewer(match, iterations, progress or (lambda _done, _total: None)).review()


class Change(NamedTuple):
    """What a step did to the odds of all seats, in parts; None: nothing."""

    luck: Odds | None = None
    skill: Odds | None = None
    hidden: Odds | None = None
    residual: Odds | None = None


class Reviewer:
    """A review in the making."""

    def __init__(self, match: Match, iterations: int, progress: Progress) -> None:
        self.match = match
        self.ruleset = match.ruleset
        self.ruleset.compile()
        self.positions = [match.position_at(step) for step in range(match.step + 1)]
        self.stretches = find_stretches(match)
        self.chances = {
            entry.step: self.ruleset.chance(self.positions[entry.step]) for entry in match.log if entry.actor == CHANCE
        }
        num_outcomes = sum(map(len, self.chances.values()))
        self.values = Values(self.ruleset, iterations_for(num_outcomes, iterations))
        left = iterations - num_outcomes * self.values.iterations
        self.effort = effort_for(len(self.stretches), left, self.values.iterations, self.ruleset.spec.is_hidden)
        self.progress = progress
        self.result = np.round(result_of(self.ruleset, match.winners), DIGITS)
        self.value = cache(self._value)

    def _value(self, step: int) -> Odds:
        """Odds before a step of the log, or at the end."""
        if step == self.match.step:
            return self.result
        return rounded(self._left(self.values.whole(self.positions[step]), step))

    def _left(self, odds: Odds, step: int) -> Odds:
        """Odds before a step among the sides that have not given up by then: who plays in such a seat cannot win."""
        lost = {self.ruleset.sides[each.seat] for each in self.match.given_up if each.after <= step}
        if not lost or not odds.any():
            return odds
        still = {side: seat for seat, side in enumerate(self.ruleset.sides) if side not in lost}  # a seat of each side
        total = sum(float(odds[seat]) for seat in still.values())
        share = odds / total if total > 0.0 else np.full(len(odds), 1.0 / max(1, len(still)))
        return np.where([side in still for side in self.ruleset.sides], share, 0.0)

    def review(self) -> Review:
        """All of it."""
        match, spec = self.match, self.ruleset.spec
        changes: dict[int, Change] = {}
        for step in self.chances:
            self.progress(len(changes), match.step)
            changes[step] = self._chance(step)
        decisions: list[Decision] = []
        of_step: dict[int, int] = {}
        for number, stretch in enumerate(self.stretches):
            self.progress(len(changes), match.step)
            verdict = self._judge(stretch)
            decision = self._decision(stretch, verdict)
            changes |= self._decided(stretch, verdict, decision.at)
            decisions.append(decision)
            of_step |= dict.fromkeys(range(stretch.first, stretch.last + 1), number)
        for entry in match.log:
            if entry.action in FORFEITS:
                changes[entry.step] = Change(skill=rounded(self.result - self.value(entry.step)))
        self.progress(match.step, match.step)
        steps = self._steps(changes, of_step)
        start = self.value(0).tolist()
        accounts = [self._account(seat, steps, decisions) for seat in range(self.ruleset.seats)]
        return Review(
            format=FORMAT,
            game=spec.name,
            rules=spec.version,
            seats=self.ruleset.seats,
            sides=list(self.ruleset.sides),
            names=list(match.names),
            how=match.outcome.how,
            winners=match.winners,
            source=self.values.source,
            iterations=self.values.iterations if self.values.source == "search" else 0,
            is_measured=self.values.is_measured,
            about=words.about(self.values.source, self.values.is_measured),
            start=start,
            result=self.result.tolist(),
            steps=steps,
            decisions=decisions,
            accounts=accounts,
            turning_points=words.turning_points(steps, decisions, match.names, self._tell_better),
        )

    def _chance(self, step: int) -> Change:
        """Luck is what came less the mean over all that could have come."""
        outcomes = self.chances[step]
        came, after = self.match.log[step].action, self.value(step + 1)
        total = sum(weight for _, weight in outcomes)
        mean = np.zeros(self.ruleset.seats)
        for outcome, weight in outcomes:
            if outcome == came and self.values.source == "search":
                odds = after
            else:
                states = self.ruleset.copied(self.positions[step])
                self.ruleset.apply_unchecked(states, outcome)
                odds = self.values.whole(states)
            mean += weight / total * (odds if odds is after else self._left(odds, step + 1))
        mean = rounded(mean)
        return Change(luck=rounded(after - mean), residual=rounded(mean - self.value(step)))

    def _judge(self, stretch: Stretch) -> Verdict:
        played = [entry.action for entry in self.match.entries(stretch.first, stretch.last - stretch.first + 1)]
        return judge(self.values, self.positions[stretch.first : stretch.last + 2], played, stretch.seat, self.effort)

    def _decided(self, stretch: Stretch, verdict: Verdict, at: int) -> dict[int, Change]:
        """What a decision changed, all of it at the step where it left the better line."""
        changes = dict.fromkeys(range(stretch.first, stretch.last + 1), Change())
        first = stretch.first
        skill = rounded(self._left(verdict.got, first) - self._left(verdict.expected, first))
        changed = rounded(self.value(stretch.last + 1) - self.value(first))
        hidden = self._hidden(stretch, changed)
        changes[at] = Change(
            skill=None if verdict.is_forced else skill,
            hidden=hidden,
            residual=rounded(changed - skill - (0.0 if hidden is None else hidden)),
        )
        return changes

    def _hidden(self, stretch: Stretch, changed: Odds) -> Odds | None:
        """What a decision changed, less the mean of that over worlds that its seat held possible; None: none hidden."""
        if not self.ruleset.spec.is_hidden:
            return None
        states = self.positions[stretch.first]
        count = self.effort.hidden_worlds
        # Each decision has streams of its own: what the same few would do to all of them would add up.
        worlds = possible_worlds(self.ruleset, states, stretch.seat, count, MOST.repeats * (1 + stretch.first))
        if all(world.tobytes() == states.tobytes() for world in worlds):
            return None
        played = [entry.action for entry in self.match.entries(stretch.first, stretch.last - stretch.first + 1)]
        after = [play_line(self.ruleset, world, played, stretch.seat) for world in worlds]
        changes = [
            self._left(self.values.whole(new), stretch.last + 1) - self._left(self.values.whole(old), stretch.first)
            for old, new in zip(worlds, after, strict=True)
        ]
        return rounded(changed - np.mean(changes, axis=0))

    def _decision(self, stretch: Stretch, verdict: Verdict) -> Decision:
        seat, log = stretch.seat, self.match.log
        loss = 0.0 if verdict.is_forced else verdict.loss(seat)
        played = [
            self.ruleset.action_unchecked(self.positions[step], log[step].action)
            for step in range(stretch.first, stretch.last + 1)
        ]
        same = 0
        while same < min(len(played) - 1, len(verdict.better)) and played[same].id == verdict.better[same].id:
            same += 1
        return Decision(
            seat=seat,
            first=stretch.first,
            last=stretch.last,
            at=stretch.first + same,
            mark=mark_of(verdict, seat),
            loss=loss,
            error=round(verdict.error, DIGITS),
            expected=round(float(verdict.expected[seat]), DIGITS),
            got=round(float(verdict.got[seat]), DIGITS),
            accuracy=round(accuracy_of(loss), 1),
            played=played,
            better=list(verdict.better),
            margin_lost=verdict.margin_lost,
            cause=self._cause(stretch, verdict, [action.id for action in played]),
        )

    def _cause(self, stretch: Stretch, verdict: Verdict, played: list[int]) -> Told | None:
        """Why the better line is better, by what its seat could know; only where it is beyond doubt that it is."""
        if not verdict.better or mark_of(verdict, stretch.seat) not in THRESHOLDS:
            return None
        states = self.ruleset.resampled(self.positions[stretch.first], stretch.seat, make_streams(SEED))
        lines = [action.id for action in verdict.better], played
        told = find_causes(self.ruleset, states, stretch.seat, lines, verdict.margin_lost)
        return Told(told["en"], told["de"]) if told else None

    def _tell_better(self, decision: Decision) -> Told:
        """The better line from where it was left, in words, as its seat would have seen it."""
        match = Match(self.ruleset, None, self.match.names, self.positions[decision.at])
        line = decision.better[decision.at - decision.first :]
        english: list[str] = []
        german: list[str] = []
        for action in line[:MOST_BETTER]:
            if match.to_act != decision.seat or self.ruleset.refuse(match.position, action.id) != ALLOWED:
                break
            match.append(decision.seat, action.id)
            english.append(match.narrate(match.step - 1, decision.seat))
            german.append(match.narrate(match.step - 1, decision.seat, "de"))
        if not english:  # it cannot be played in this world
            text = f"{', '.join(action.text for action in decision.better)}."
            return Told(text, text)
        more = " …" if len(line) > len(english) else ""
        return Told(" ".join(english) + more, " ".join(german) + more)

    def _steps(self, changes: dict[int, Change], of_step: dict[int, int]) -> list[Step]:
        match, steps = self.match, []
        told = [match.narrate_all(0, match.step, None, language) for language in ("en", "de")]
        now = self.value(0)
        for entry, english, german in zip(match.log, *told, strict=True):
            change = changes[entry.step]
            after = rounded(sum((part for part in change if part is not None), now))
            steps.append(
                Step(
                    step=entry.step,
                    actor=entry.actor,
                    action=entry.action,
                    text=entry.text,
                    told=Told(english, german),
                    before=now.tolist(),
                    after=after.tolist(),
                    luck=listed(change.luck),
                    skill=listed(change.skill),
                    hidden=listed(change.hidden),
                    residual=listed(change.residual),
                    decision=of_step.get(entry.step),
                )
            )
            now = after
        return steps

    def _account(self, seat: int, steps: Sequence[Step], decisions: Sequence[Decision]) -> Account:
        own = sum(step.skill[seat] for step in steps if step.skill and step.actor == seat)
        others = sum(step.skill[seat] for step in steps if step.skill and step.actor != seat)
        luck = sum(step.luck[seat] for step in steps if step.luck)
        hidden = sum(step.hidden[seat] for step in steps if step.hidden)
        residual = sum(step.residual[seat] for step in steps if step.residual)
        mine = [decision for decision in decisions if decision.seat == seat]
        counted = [decision for decision in mine if decision.mark != "forced"]
        accuracy = round(sum(each.accuracy for each in counted) / len(counted), 1) if counted else None
        result = float(self.result[seat])
        return Account(
            seat=seat,
            name=self.match.names[seat],
            start=float(self.value(0)[seat]),
            luck=round(luck, DIGITS),
            hidden=round(hidden, DIGITS),
            own=round(own, DIGITS),
            others=round(others, DIGITS),
            residual=round(residual, DIGITS),
            result=result,
            adjusted=round(result - luck - hidden, DIGITS),
            accuracy=accuracy,
            num_decisions=len(counted),
            lost=round(sum(decision.loss for decision in counted), DIGITS),
            marks={mark: sum(decision.mark == mark for decision in mine) for mark in MARKS},
            summary=words.summary(accuracy, luck + hidden),
        )


def iterations_for(num_outcomes: int, iterations: int) -> int:
    """Of the searches that value positions, of which there is one for everything that chance might have done."""
    if num_outcomes > LONG:
        return BRIEF
    return THOROUGH if num_outcomes * THOROUGH <= iterations // 2 else QUICK


def effort_for(num_decisions: int, iterations: int, each: int, is_hidden: bool) -> Effort:
    """How long to think about each of some decisions with so many iterations for all of them.

    `each` is how many iterations value a position. Where something is hidden, a third of them value other worlds.
    """
    if each == BRIEF:
        return LEAST
    share = max(0, iterations) // max(1, num_decisions) // 2
    thinking = min(max(share, LEAST.iterations), MOST.iterations)
    repeats = min(max(share // ((3 if is_hidden else 2) * each), LEAST.repeats), MOST.repeats)
    return Effort(thinking, repeats, min(max(repeats // 2, LEAST.hidden_worlds), MOST.hidden_worlds))


def rounded(odds: Odds) -> Odds:
    """Odds, or what changed them, to the digits that are kept."""
    return np.asarray(np.round(odds, DIGITS) + 0.0)  # without -0.0


def listed(odds: Odds | None) -> list[float]:
    """For a struct: by seat, or nothing."""
    return [] if odds is None or not odds.any() else odds.tolist()

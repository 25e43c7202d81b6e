"""How good a decision was, by what its seat could know.

A search from what the seat sees proposes a line. That line and what was played are then valued in the same worlds, by
searches with the same streams: their difference is the loss, and its spread over the worlds the error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from motherlode.bots.odds import Odds
from motherlode.bots.search import LEAST_VISITS, Tree
from motherlode.core.contract import ALLOWED, CHANCE, Action, Records
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.reviews.report import DIGITS, THRESHOLDS, Mark
from motherlode.reviews.valuing import SEED, Values, settings_of
from motherlode.table.match import FORFEITS, Match

TREE_NODES = 1 << 17  # of the search that proposes a line
SURE = 1.96  # standard errors to the lower end of a loss
ONLY = THRESHOLDS["mistake"]  # an action is the only one if any other loses as much


class Effort(NamedTuple):
    """How long to think about one decision."""

    iterations: int  # of the search that proposes a line
    repeats: int  # worlds in which lines are valued
    hidden_worlds: int = 2  # worlds of which the mean is taken that hidden cards are held against


class Stretch(NamedTuple):
    """The actions of one decision: steps of the log."""

    seat: int
    first: int
    last: int


@dataclass(frozen=True)
class Verdict:
    """What is found about a decision."""

    is_forced: bool
    better: tuple[Action, ...]  # the better line; none where nothing is better
    expected: Odds  # by seat, after the best line
    got: Odds  # by seat, after what was played
    error: float
    is_only: bool
    margin_lost: int | None

    def loss(self, seat: int) -> float:
        """What the decision lost of a seat's odds; below 0 if it gained."""
        return round(float(self.expected[seat] - self.got[seat]), DIGITS)


def find_stretches(match: Match) -> list[Stretch]:
    """All decisions of a match: actions of a seat in a row are one, until something is shown that it did not know."""
    found: list[Stretch] = []
    has_ended = True
    spec, box = match.ruleset.spec, match.ruleset.box
    for entry in match.log:
        if entry.actor == CHANCE or entry.action in FORFEITS:
            has_ended = True
            continue
        if not has_ended and found[-1].seat == entry.actor:
            found[-1] = found[-1]._replace(last=entry.step)
        else:
            found.append(Stretch(entry.actor, entry.step, entry.step))
        has_ended = spec.views.reveals(box, match.position_at(entry.step), entry.action)
    return found


def mark_of(verdict: Verdict, seat: int) -> Mark:
    """The mark of a decision: bad ones only where the loss is beyond doubt that large."""
    if verdict.is_forced:
        return "forced"
    if not verdict.better:
        return "only" if verdict.is_only else "best"
    least = verdict.loss(seat) - SURE * verdict.error
    return next((mark for mark, threshold in THRESHOLDS.items() if least >= threshold), "good")


def accuracy_of(loss: float) -> float:
    """0 to 100 for a loss of odds, as lichess has it for chess."""
    return float(np.clip(103.1668 * exp(-4.354 * max(0.0, loss)) - 3.1669, 0.0, 100.0))


def judge(values: Values, positions: Sequence[Records], played: Sequence[int], seat: int, effort: Effort) -> Verdict:
    """Judge the actions that a seat played in a row; `positions` are those before each of them, and after the last.

    Of the positions only what the seat may know of the first one counts.
    """
    ruleset = values.ruleset
    if all(len(ruleset.legal(states)) == 1 for states in positions[:-1]):
        nothing = np.zeros(ruleset.seats)
        return Verdict(True, (), nothing, nothing, 0.0, False, None)
    exact = values.exact(positions[0])
    if exact is not None:
        return _judge_exactly(values, positions, played, exact)
    seen = ruleset.hidden(positions[0], seat)
    tree = Tree(ruleset, seen, seat, settings_of(ruleset, TREE_NODES))
    tree.grow(effort.iterations, make_streams(SEED))
    first = sorted(tree.children(), key=lambda child: -int(tree.nodes["visits"][child]))
    lines = [_own_line(tree, child, seat) for child in first[:2]]
    best = lines[0]
    trials = Trials(values, seen, seat, effort.repeats)
    own = trials.value(played)
    if best == tuple(played[: len(best)]):
        is_only = len(lines) > 1 and _promises(tree, first, seat) and trials.is_worse(lines[1], own, ONLY)
        return Verdict(False, (), own.mean(axis=0), own.mean(axis=0), 0.0, is_only, None)
    other = trials.value(best)
    gaps = other[:, seat] - own[:, seat]
    if gaps.mean() <= 0.0:
        return Verdict(False, (), own.mean(axis=0), own.mean(axis=0), 0.0, False, None)
    error = float(gaps.std(ddof=1) / sqrt(len(gaps)))
    better = write_line(ruleset, trials.worlds[0], best, seat)
    return Verdict(False, better, other.mean(axis=0), own.mean(axis=0), error, False, None)


def _judge_exactly(
    values: Values, positions: Sequence[Records], played: Sequence[int], exact: dict[int, int]
) -> Verdict:
    """The same where the margin of every action is known; of actions with the same odds the larger margin is better."""
    ruleset = values.ruleset

    def after(action: int) -> Odds:
        states = ruleset.copied(positions[0])
        ruleset.apply_unchecked(states, action)
        return values.whole(states)

    best = max(exact, key=lambda action: exact[action])
    margin_lost = exact[best] - exact[played[0]]
    seat = ruleset.to_act(positions[0])
    got, expected = after(played[0]), after(best)
    is_as_good = expected[seat] <= got[seat]
    others = [after(action)[seat] for action in exact if action != played[0]]
    is_only = is_as_good and max(others) <= got[seat] - ONLY
    better = () if is_as_good else write_line(ruleset, positions[0], [best], seat)
    return Verdict(False, better, got if is_as_good else expected, got, 0.0, is_only, margin_lost)


class Trials:
    """Lines of a seat, each valued in the same worlds."""

    def __init__(self, values: Values, seen: Records, seat: int, repeats: int) -> None:
        self.values = values
        self.seat = seat
        self.worlds = possible_worlds(values.ruleset, seen, seat, repeats)

    def value(self, line: Sequence[int]) -> Odds:
        """Odds by world and seat."""
        found = [
            self.values.seen(play_line(self.values.ruleset, world, line, self.seat), self.seat, number)
            for number, world in enumerate(self.worlds)
        ]
        return np.array(found)

    def is_worse(self, line: Sequence[int], than: Odds, much: float) -> bool:
        """Whether a line is worse by so much, beyond doubt."""
        gaps = than[:, self.seat] - self.value(line)[:, self.seat]
        return bool(gaps.mean() - SURE * gaps.std(ddof=1) / sqrt(len(gaps)) >= much)


def possible_worlds(ruleset: Ruleset, states: Records, seat: int, count: int, first: int = 0) -> list[Records]:
    """Worlds that a seat must hold possible in a position, each as likely as any other by what it may know.

    Each is filled with a stream of its own, of those from `first` on.
    """
    if not ruleset.spec.is_hidden:
        return [states] * count
    return [ruleset.resampled(states, seat, make_streams(SEED, 1, first + number)) for number in range(count)]


def walk_line(ruleset: Ruleset, states: Records, line: Sequence[int], seat: int) -> Iterator[int]:
    """Play a line of a seat in place, as far as it goes in this world; each action is told before it is played.

    It ends where something is shown that the seat did not know.
    """
    for action in line:
        if ruleset.to_act(states) != seat or ruleset.refuse(states, action) != ALLOWED:
            return
        is_last = ruleset.spec.views.reveals(ruleset.box, states, action)
        yield action
        ruleset.apply_unchecked(states, action)
        if is_last:
            return


def play_line(ruleset: Ruleset, world: Records, line: Sequence[int], seat: int) -> Records:
    """Where a line of a seat leads in a world."""
    states = ruleset.copied(world)
    for _ in walk_line(ruleset, states, line, seat):
        pass
    return states


def write_line(ruleset: Ruleset, world: Records, line: Sequence[int], seat: int) -> tuple[Action, ...]:
    """A line with texts and paths."""
    states = ruleset.copied(world)
    return tuple(ruleset.action_unchecked(states, action) for action in walk_line(ruleset, states, line, seat))


def _own_line(tree: Tree, child: int, seat: int) -> tuple[int, ...]:
    """The action that leads to a child of the root and the most tried actions of the same seat after it."""
    actions = [int(tree.nodes["action"][child])]
    while True:
        following = tree.children(child)
        if not following or int(tree.nodes["actor"][following[0]]) != seat:
            return tuple(actions)
        child = max(following, key=lambda each: int(tree.nodes["visits"][each]))
        if int(tree.nodes["visits"][child]) < LEAST_VISITS:
            return tuple(actions)
        actions.append(int(tree.nodes["action"][child]))


def _promises(tree: Tree, children: Sequence[int], seat: int) -> bool:
    """Whether the first child looks so much better than the second that it may be the only one."""
    means = [float(tree.values[child, seat]) / max(1, int(tree.nodes["visits"][child])) for child in children[:2]]
    return means[0] - means[1] >= ONLY / 2

"""`lab compare`: two variants with the same dice, until each question has an answer.

Every block is played by both, and the difference of the two is what counts: what both have in common, above all the
dice, cancels. How much it does is the correlation, which is shown. The error is divided among all headlines (Holm); of
the other lines that are said to differ, at most that share is wrong (e-BH). A line is answered when its interval
excludes 0, or lies within what makes no difference.
"""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from motherlode.core.errors import BadInput, Code
from motherlode.lab.catalogue import FIRST, Direction, Unit
from motherlode.lab.estimating import LEAST_BLOCKS, Sequential, e_bh, holm
from motherlode.lab.experiments import Experiment
from motherlode.lab.figures import Measure, measures_of, metric_of
from motherlode.lab.journal import Line as Written
from motherlode.lab.running import Plan, Played
from motherlode.reviews.report import Told
from motherlode.table.game import Game, find

A, B = "A", "B"
ERROR = 0.05
SAME_SHARE = 0.02  # a difference of shares that nobody minds
SAME_PART = 0.05  # of the value of A, for what is no share
# The lines of a comparison; beyond these, the shares of bots.
ASKED = (
    FIRST, "won", "turns", "minutes", "capped", "drawn", "branching", "choices", "lead_changes", "drama", "comebacks",
    "decisive_at", "tension", "kingmaking", "margin",
)  # fmt: skip
HEADLINES = (FIRST, "won", "turns", "capped", "drawn")  # those that decide when it is over
Verdict = Literal["better", "worse", "different", "same", "not known yet"]


class Line(msgspec.Struct, frozen=True):
    """One question and its answer."""

    name: str
    title: Told
    unit: Unit
    direction: Direction
    one: float  # in A
    other: float  # in B
    difference: float  # B less A
    low: float
    high: float
    same: float  # within so much to each side nobody minds
    correlation: float | None  # of the blocks of A and B
    verdict: Verdict
    p_value: float
    blocks: int


class Comparison(msgspec.Struct):
    """All lines."""

    lab: int
    one: str
    other: str
    seed: int
    blocks: int
    games: int
    lines: list[Line]
    seconds: float = 0.0
    command: str = ""


class Comparer:
    """The questions of a comparison, and what blocks say about them so far."""

    def __init__(self, names: Sequence[str], measures: dict[str, Measure], even: float | None = None) -> None:
        self.names = [name for name in names if name in measures]
        self.measures, self.even = measures, even
        self.tests = {name: Sequential(metric_of(name).bound) for name in self.names}
        self.pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in self.names}
        self._taken = 0

    def take(self, one: Played, other: Played) -> None:
        """Add the blocks that are new, in their order."""
        for mine, theirs in zip(one[self._taken :], other[self._taken :], strict=False):
            for name in self.names:
                pair = self.measures[name](mine).value, self.measures[name](theirs).value
                if all(map(isfinite, pair)):
                    self.pairs[name].append(pair)
                    self.tests[name].add(pair[1] - pair[0])
            self._taken += 1

    def lines(self, error: float = ERROR) -> list[Line]:
        """All answers so far."""
        asked = [name for name in self.names if self.pairs[name]]
        first = [name for name in asked if is_headline(name)]
        rest = [name for name in asked if not is_headline(name)]
        fallen = dict(zip(first, holm([self.tests[name].p_value for name in first], error), strict=True))
        fallen |= dict(zip(rest, e_bh([self.tests[name].log_evidence for name in rest], error), strict=True))
        # Intervals of what e-BH selects hold but for a share `error` of them (Benjamini and Yekutieli, with e-values).
        selected = max(1, sum(fallen[name] for name in rest))
        each = {name: error / len(first) for name in first} | {name: error * selected / len(rest) for name in rest}
        return [self._line(name, fallen[name], each[name]) for name in asked]

    def is_done(self, error: float = ERROR) -> bool:
        """Whether every headline is answered."""
        lines = [line for line in self.lines(error) if is_headline(line.name)]
        return bool(lines) and all(line.verdict != "not known yet" for line in lines)

    def _line(self, name: str, has_fallen: bool, error: float) -> Line:
        metric, test = metric_of(name), self.tests[name]
        pairs = np.array(self.pairs[name])
        one, other = (float(mean) for mean in pairs.mean(axis=0))
        low, high = test.interval(error)
        same = SAME_SHARE if metric.bound is not None else SAME_PART * abs(one)
        correlation = None
        if len(pairs) > 2 and pairs.std(axis=0).min() > 1e-12:
            correlation = round(float(np.corrcoef(pairs.T)[0, 1]), 3)
        is_same = -same <= low and high <= same and len(pairs) >= LEAST_BLOCKS
        verdict: Verdict = "not known yet"
        if has_fallen and (low > 0 or high < 0):  # never against the interval that is shown
            verdict = self._judge(metric.direction, one, other)
        elif is_same:
            verdict = "same"
        return Line(
            name=name,
            title=metric.title,
            unit=metric.unit,
            direction=metric.direction,
            one=round(one, 5),
            other=round(other, 5),
            difference=round(test.mean, 5),
            low=round(low, 5),
            high=round(high, 5),
            same=round(same, 5),
            correlation=correlation,
            verdict=verdict,
            p_value=test.p_value,
            blocks=len(pairs),
        )

    def _judge(self, direction: Direction, one: float, other: float) -> Verdict:
        """Which way a difference is."""
        if direction == "even" and self.even is not None:
            return "better" if abs(other - self.even) < abs(one - self.even) else "worse"
        if direction in ("more", "less"):
            return "better" if (other > one) == (direction == "more") else "worse"
        return "different"


class Arm(NamedTuple):
    """What a folder of a report has: its first kind of players."""

    experiment: Experiment
    played: Played


def read_arm(folder: Path) -> Arm:
    """The blocks of a report, whatever version of the rules and of this program they were played with."""
    path = folder / "blocks.jsonl"
    try:
        head, *lines = path.read_bytes().splitlines()
        name, first = next(iter(msgspec.json.decode(head)["experiments"].items()))
        experiment = msgspec.convert(first, Experiment)
        found = [msgspec.json.decode(line, type=Written) for line in lines]
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    except (ValueError, KeyError, AttributeError, StopIteration, msgspec.MsgspecError) as error:
        raise BadInput(Code.BAD_JOURNAL, f"cannot use journal {str(path)!r}: {error}") from None
    blocks = {each.block: each.games for each in found if each.variant == name}
    played: Played = []
    while len(played) in blocks:
        played.append(blocks[len(played)])
    return Arm(experiment, played)


def compare_arms(one: Arm, other: Arm) -> Comparer:
    """What two reports say of each other: of the same game, seats and seed, so that their blocks have the same dice."""
    mine, theirs = one.experiment, other.experiment
    if (mine.game, mine.seats, mine.seed) != (theirs.game, theirs.seats, theirs.seed):
        raise BadInput(Code.BAD_CHOICE, "two reports are compared if they have the same game, seats and seed")
    games = [find(each.game, each.seats, **each.options) for each in (mine, theirs)]
    comparer = comparer_of(games[0], games[1], mine.bots, theirs.bots)
    comparer.take(one.played, other.played)
    return comparer


def is_headline(name: str) -> bool:
    """Whether a line decides when a comparison is over."""
    return name in HEADLINES or name.startswith("bot_share:")


def comparer_of(one: Game, other: Game, bots: Sequence[str], others: Sequence[str]) -> Comparer:
    """The questions that two variants have in common."""
    if one.spec is not other.spec or one.seats != other.seats or one.sides != other.sides:
        raise BadInput(
            Code.BAD_CHOICE, f"{one.spec.name} and {other.spec.name}: compared is one game, with the same seats"
        )
    shared = bots if set(bots) == set(others) else ("",)
    measures = measures_of(one.seats, one.sides, shared)
    names = [*ASKED, *(name for name in measures if name.startswith("bot_share:"))]
    num_sides = len(set(one.sides))
    if num_sides == 1:
        names.remove(FIRST)
    else:
        names.remove("won")
    return Comparer(names, measures, 1 / num_sides if num_sides > 1 else None)


def effect_plan(comparer: Comparer, most: int, error: float = ERROR) -> Plan:
    """Play until every headline is answered."""

    def is_done(found: dict[str, Played]) -> bool:
        comparer.take(found[A], found[B])
        return comparer.is_done(error)

    return Plan(most, is_done, lambda _: most)


def pair_up(one: Experiment, other: Experiment) -> dict[str, Experiment]:
    """Both arms: the same seed and the same curve, and only what is compared is noted."""
    brief = {"is_brief": True, "num_looks": 0, "is_forced": False}
    return {
        A: msgspec.structs.replace(one, **brief),
        B: msgspec.structs.replace(other, seed=one.seed, curve=one.curve, **brief),
    }


def worsened(lines: Sequence[Line], guarded: Sequence[str]) -> list[str]:
    """The guarded lines that got worse, or differ where no way is better; all headlines if none is named."""
    wanted = [line for line in lines if line.name in guarded or (not guarded and is_headline(line.name))]
    return [line.name for line in wanted if line.verdict in ("worse", "different")]


def check_guards(names: Sequence[str], comparer: Comparer) -> None:
    """Raise unless every guarded line is asked."""
    for name in names:
        if name not in comparer.names:
            raise BadInput(Code.BAD_CHOICE, f"--guard {name}: there are {', '.join(comparer.names)}")

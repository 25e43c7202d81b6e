"""Who proposes numbers to `lab tune` and is told what they were worth: Optuna, tuples, gradients, or plain chance."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import combinations
from math import log, sqrt
from random import Random
from typing import Any, Protocol

from motherlode.core.errors import Code, NotFound
from motherlode.lab.changes import Change
from motherlode.lab.dice import seed_of

OPTUNA, RANDOM, NTBEA, SPSA = "optuna", "random", "ntbea", "spsa"
NEIGHBOURS = 50  # that N-tuple bandits judge before each trial
EXPLORE = 2.0  # how much what was tried less is preferred by them, in parts of the spread of all misses
PARTS = 5  # of a number, in which tuples tell its values apart
STRIDE, SHIFT = 0.25, 0.15  # of a gradient: the first step, and how far to both sides it looks, in parts of the range
Values = tuple[float, ...]


class Proposer(Protocol):
    """Proposes numbers, and is told by how much they missed."""

    def propose(self) -> Values:
        """What to try next."""

    def tell(self, miss: float) -> None:
        """How that was."""


class Chance:
    """Any numbers, evenly: the yardstick."""

    def __init__(self, changes: Sequence[Change], start: Values, seed: int) -> None:  # noqa: ARG002
        self.changes, self.random = changes, Random(seed_of("random search", seed))

    def propose(self) -> Values:
        """Any."""
        return tuple(change.drawn(self.random) for change in self.changes)

    def tell(self, miss: float) -> None:
        """It learns nothing."""


class Estimators:
    """Optuna's tree of Parzen estimators."""

    def __init__(self, changes: Sequence[Change], start: Values, seed: int) -> None:  # noqa: ARG002
        if find_spec("optuna") is None:
            raise NotFound(Code.NO_LIBRARY, "tuning needs optuna: pip install 'motherlode[lab]'")
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32, n_startup_trials=max(4, 2 * len(changes)))
        self.changes, self.study = changes, optuna.create_study(sampler=sampler)
        self.asked: Any = None

    def propose(self) -> Values:
        """What it thinks is likely to be good."""
        self.asked = self.study.ask()
        return tuple(
            self.asked.suggest_int(each.text, int(each.low), int(each.high))
            if each.is_whole
            else each.near(self.asked.suggest_float(each.text, each.low, each.high))
            for each in self.changes
        )

    def tell(self, miss: float) -> None:
        """A trial is over."""
        self.study.tell(self.asked, miss)


class Tuples:
    """N-tuple bandits (Lucas, Liu and Perez-Liebana, 2018): the mean of each value, of each pair and of all together.

    From the best numbers so far steps are taken at random, many times; tried is what the means, and how seldom they
    were seen, promise most of.
    """

    def __init__(self, changes: Sequence[Change], start: Values, seed: int) -> None:
        self.changes, self.random = changes, Random(seed_of("tuples", seed))
        count = len(changes)
        whole = {tuple(range(count))}
        self.tuples = sorted({*((each,) for each in range(count)), *combinations(range(count), 2), *whole})
        self.seen: dict[tuple[Any, ...], tuple[int, float]] = {}
        self.misses: list[float] = []
        self.here = self.asked = start

    def propose(self) -> Values:
        """The best promise among neighbours of what is best so far."""
        near = [self._neighbour() for _ in range(NEIGHBOURS)]
        self.asked = max(near, key=self._promise)
        return self.asked

    def tell(self, miss: float) -> None:
        """All tuples of what was tried learn; then what is best of what is known is the place to go on from."""
        self.misses.append(miss)
        for key in self._keys(self.asked):
            count, total = self.seen.get(key, (0, 0.0))
            self.seen[key] = count + 1, total + miss
        self.here = max((self.here, self.asked), key=lambda values: self._promise(values, 0.0))

    def _neighbour(self) -> Values:
        nth = self.random.randrange(len(self.changes))
        return tuple(
            change.drawn(self.random) if number == nth or self.random.random() < 1 / len(self.changes) else value
            for number, (change, value) in enumerate(zip(self.changes, self.here, strict=True))
        )

    def _keys(self, values: Values) -> list[tuple[Any, ...]]:
        """Numbers with many values are told apart by parts of their range."""
        parts = [
            value if change.is_whole and change.high - change.low < PARTS
            else int(PARTS * (value - change.low) / (change.high - change.low + 1e-9))
            for change, value in zip(self.changes, values, strict=True)
        ]  # fmt: skip
        return [(its, *(parts[number] for number in its)) for its in self.tuples]

    def _promise(self, values: Values, explore: float = EXPLORE) -> float:
        count = len(self.misses)
        if count < 2:
            return 0.0
        mean = sum(self.misses) / count
        spread = sqrt(sum((miss - mean) ** 2 for miss in self.misses) / count)
        total = 0.0
        for key in self._keys(values):
            times, missed = self.seen.get(key, (0, 0.0))
            total -= missed / times if times else mean
            total += explore * spread * sqrt(log(1 + count) / (times + 1))
        return total / len(self.tuples)


class Gradient:
    """Simultaneous perturbation (Spall, 1992): all numbers are shifted at once, to both sides; then a step downhill."""

    def __init__(self, changes: Sequence[Change], start: Values, seed: int) -> None:
        self.changes, self.random = changes, Random(seed_of("gradient", seed))
        self.at = [self._part(change, value) for change, value in zip(changes, start, strict=True)]
        self.signs: list[int] = []
        self.one: float | None = None  # what the first side was worth
        self.steps = 0

    def propose(self) -> Values:
        """One side, then the other."""
        if self.one is None:
            self.signs = [self.random.choice((-1, 1)) for _ in self.changes]
        side = 1 if self.one is None else -1
        shift = SHIFT / (self.steps + 1) ** 0.101
        return tuple(
            change.near(change.low + (change.high - change.low) * (at + side * shift * sign))
            for change, at, sign in zip(self.changes, self.at, self.signs, strict=True)
        )

    def tell(self, miss: float) -> None:
        """After the second side a step is taken."""
        if self.one is None:
            self.one = miss
            return
        self.steps += 1
        slope = (self.one - miss) / (2 * SHIFT)
        reach = STRIDE / (self.steps + 1) ** 0.602
        step = max(-STRIDE, min(STRIDE, reach * slope))  # no noise throws it across the whole range
        self.at = [min(1.0, max(0.0, at - step * sign)) for at, sign in zip(self.at, self.signs, strict=True)]
        self.one = None

    @staticmethod
    def _part(change: Change, value: float) -> float:
        return (min(change.high, max(change.low, value)) - change.low) / (change.high - change.low)


PROPOSERS: dict[str, Callable[[Sequence[Change], Values, int], Proposer]] = {
    OPTUNA: Estimators,
    NTBEA: Tuples,
    SPSA: Gradient,
    RANDOM: Chance,
}

"""How sure one can be, with blocks as units: intervals for reports, and sequences for comparisons.

**A report stops on width.** The ordinary interval of a mean of blocks; it is played until half its width is small
enough (Chow and Robbins, 1965: with a least number of blocks and 1/n added to the variance the interval keeps its
promise). Looking often does no harm there, because nothing is decided by where the interval lies.

**A comparison stops on effect**, so its intervals must hold at every look: betting intervals of the arena where a
metric is a share, and for others the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
(Annals of Statistics 52, 2024), a normal mixture with the variance as it is found. Both give an e-value against "no
difference": its largest value so far, turned upside down, is a p-value at any time.

**Many questions.** Holm's correction of p-values for headlines; e-BH (Wang and Ramdas, 2022) of e-values for long
lists, where at most a share of what is called different is wrong.

**Luck taken out.** What chance gave a seat has mean 0 whoever plays: subtracting it, times the slope that fits best,
leaves the mean and takes off variance.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.arena.estimates import CONFIDENCE, GRID, BettingTest, wilson

LEAST_BLOCKS = 100  # before anything is stopped
LATER = 1.1  # looks are at so many times as many blocks as the one before
BEST_AT = 1000  # blocks for which the confidence sequence is tightest

Values = NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    blocks: int
    saved: float = 0.0  # the part of the variance that taking out luck saved

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2


def interval(values: Sequence[float] | Values, confidence: float = CONFIDENCE, is_share: bool = False) -> Estimate:
    """The ordinary interval of a mean; of shares that are all alike, Wilson's."""
    array = np.asarray(values, np.float64)
    count = len(array)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    mean = float(array.mean())
    spread = float(array.std(ddof=1)) if count > 1 else math.inf
    if is_share and (count == 1 or spread < 1e-12):
        low, high = wilson(mean * count, count, confidence)
        return Estimate(mean, low, high, count)
    half = z_of(confidence) * spread / math.sqrt(count)
    low, high = mean - half, mean + half
    return Estimate(mean, max(0.0, low), min(1.0, high), count) if is_share else Estimate(mean, low, high, count)


def z_of(confidence: float) -> float:
    """How many standard errors a confidence takes to both sides."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def without_luck(values: Sequence[float] | Values, luck: Sequence[float] | Values) -> tuple[Values, float]:
    """The values less the slope times luck, whose mean is 0; and the part of the variance that this saved."""
    mine, gave = np.asarray(values, np.float64), np.asarray(luck, np.float64)
    if len(mine) < 3 or gave.var() < 1e-12 or mine.var() < 1e-12:
        return mine, 0.0
    slope = float(np.cov(mine, gave)[0, 1] / gave.var(ddof=1))
    left = mine - slope * gave
    return left, max(0.0, 1.0 - float(left.var() / mine.var()))


def is_narrow(values: Sequence[float] | Values, half: float, confidence: float = CONFIDENCE) -> bool:
    """Chow and Robbins: whether the interval of a mean is at most so wide to each side."""
    array = np.asarray(values, np.float64)
    count = len(array)
    return count >= LEAST_BLOCKS and count >= (z_of(confidence) / half) ** 2 * (float(array.var(ddof=1)) + 1 / count)


def blocks_needed(values: Sequence[float] | Values, half: float, confidence: float = CONFIDENCE) -> int:
    """How many blocks it will take in all, as far as one knows."""
    array = np.asarray(values, np.float64)
    spread = float(array.var(ddof=1)) if len(array) > 1 else 0.25
    return max(LEAST_BLOCKS, math.ceil((z_of(confidence) / half) ** 2 * spread))


def looks_until(most: int) -> list[int]:
    """After how many blocks one looks: the same whoever plays them, and how fast."""
    found = [min(LEAST_BLOCKS, most)]
    while found[-1] < most:
        found.append(min(most, math.ceil(found[-1] * LATER)))
    return found


def ratio(over: Sequence[float] | Values, under: Sequence[float] | Values, confidence: float = CONFIDENCE) -> Estimate:
    """The ratio of two sums over blocks, with the interval of its linear part."""
    top, bottom = np.asarray(over, np.float64), np.asarray(under, np.float64)
    count, total = len(top), float(bottom.sum())
    if count < 2 or abs(total) < 1e-12:
        return Estimate(math.nan, -math.inf, math.inf, count)
    value = float(top.sum()) / total
    spread = float((top - value * bottom).std(ddof=1)) / (total / count)
    half = z_of(confidence) * abs(spread) / math.sqrt(count)
    return Estimate(value, value - half, value + half, count)


class Sequential:
    """A mean difference that may be looked at any time: its interval, and the strongest evidence so far against 0."""

    def __init__(self, bound: float | None) -> None:
        self.bound = bound  # differences are within it on both sides; none: there is no bound
        self.values: list[float] = []
        self.log_evidence = 0.0  # the largest logarithm of an e-value so far
        self._test = BettingTest(0.5)
        self._grid = BettingTest(
            (np.arange(GRID) + 0.5) / GRID
        )  # of all means, brought to 0..1; as the arena's interval
        self._peak = np.zeros(GRID)  # the most that anybody who bet against each of them ever had
        self._betted = 0
        self._sum = self._squares = 0.0

    def add(self, value: float) -> None:
        """The difference of one block."""
        self.values.append(value)
        self._sum += value
        self._squares += value * value
        if self.bound is not None:
            self._test.add(min(1.0, max(0.0, 0.5 + value / self.bound / 2)))
            now = float(np.logaddexp(self._test.above[0], self._test.below[0])) - math.log(2)
        else:
            now = self._mixture()
        if len(self.values) >= (2 if self.bound is not None else LEAST_BLOCKS):
            self.log_evidence = max(self.log_evidence, now)

    @property
    def mean(self) -> float:
        """Of all blocks."""
        return self._sum / max(1, len(self.values))

    @property
    def p_value(self) -> float:
        """Against "no difference", at any time."""
        return min(1.0, math.exp(-self.log_evidence))

    def interval(self, error: float) -> tuple[float, float]:
        """Holds at all times together, but with a probability of `error`."""
        count = len(self.values)
        if self.bound is not None:
            return self._betting(self.bound, error)
        if count < 2:
            return -math.inf, math.inf
        rho = _rho(error)
        grown = count * rho + 1
        half = math.sqrt(self._variance() * 2 * grown / (count * count * rho) * math.log(math.sqrt(grown) / error))
        return self.mean - half, self.mean + half

    def _betting(self, bound: float, error: float) -> tuple[float, float]:
        """The means that no bet has refuted at any time."""
        for value in self.values[self._betted :]:
            self._grid.add(min(1.0, max(0.0, 0.5 + value / bound / 2)))
            self._peak = np.maximum(self._peak, np.maximum(self._grid.above, self._grid.below))
        self._betted = len(self.values)
        left = np.flatnonzero(self._peak < math.log(2 / error))
        if len(left) == 0:  # beside the grid
            return self.mean, self.mean
        return (2 * int(left[0]) / GRID - 1) * bound, (2 * (int(left[-1]) + 1) / GRID - 1) * bound

    def _variance(self) -> float:
        count = len(self.values)
        return max(1e-12, (self._squares - count * self.mean**2) / max(1, count - 1))

    def _mixture(self) -> float:
        count, rho = len(self.values), _rho(1 - CONFIDENCE)
        if count < 2:
            return 0.0
        grown = count * rho + 1
        return count * count * rho * self.mean**2 / (2 * self._variance() * grown) - math.log(grown) / 2


def _rho(error: float) -> float:
    return (-2 * math.log(error) + math.log(-2 * math.log(error) + 1)) / BEST_AT


def holm(p_values: Sequence[float], error: float) -> list[bool]:
    """Which hypotheses fall, all together wrong with at most `error`."""
    order = sorted(range(len(p_values)), key=lambda each: p_values[each])
    fallen = [False] * len(p_values)
    for rank, each in enumerate(order):
        if p_values[each] > error / (len(p_values) - rank):
            break
        fallen[each] = True
    return fallen


def e_bh(log_evidence: Sequence[float], error: float) -> list[bool]:
    """Which hypotheses fall, so that at most a share `error` of them is wrong on average, however they depend."""
    count = len(log_evidence)
    order = sorted(range(count), key=lambda each: -log_evidence[each])
    most = max(
        (rank for rank, each in enumerate(order, 1) if log_evidence[each] >= math.log(count / (error * rank))),
        default=0,
    )
    return [order.index(each) < most for each in range(count)]


def isotonic(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The never falling numbers that are closest: neighbours that fall are pooled."""
    pools: list[list[float]] = []  # mean, weight, how many
    for value, weight in zip(values, weights, strict=True):
        pools.append([value, weight, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, more, number = pools.pop()
            last = pools[-1]
            last[0] = (last[0] * last[1] + mean * more) / (last[1] + more)
            last[1] += more
            last[2] += number
    return [pool[0] for pool in pools for _ in range(int(pool[2]))]

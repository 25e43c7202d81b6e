"""How sure one can be: intervals for a fixed number of games, and a test that may look after every game.

**Wilson.** The score interval for a share of wins. Where a win is shared, its parts are counted as they are: k is then
no whole number. A share between 0 and 1 varies no more than a coin of the same mean, so the interval is at least as
wide as it should be. It takes games as independent; games with the same dice are not quite, and where luck cancels
between them (the same dice, seats changed) it is too wide.

**Student.** The interval of the mean over blocks, where luck has been taken out of results: blocks are independent,
and what they say is no longer a share.

**Betting.** A test of "the mean of independent values between 0 and 1 is `even`" that keeps its promise however often
one looks and whenever one stops: a gambler bets against the hypothesis, at fair odds if it is true, with stakes that
depend on past values alone. By Ville's inequality he multiplies his money by 1/error with a probability of at most
`error`; so when he has, the hypothesis is rejected. This holds for any number of games and any kind of values, with no
approximation. (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", J. R. Stat. Soc. B
86, 2024; the stakes are their aGRAPA.) The values here are means over a block, which has dice of its own.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
MAX_STAKE = 0.75  # of the money that could be lost in one bet
LEAST_VALUES = 8  # of which an interval of the mean is made
GRID = 1000  # means that `betting_interval` tries

Values = NDArray[np.float64]


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a share of wins; everything is possible after no games."""
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = wins / games, z * z / games
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * math.sqrt(max(0.0, share * (1 - share)) / games + weight / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """Student's interval of the mean of independent values; None where there are too few, or all are the same.

    For values that are not wins and losses, such as blocks that luck was taken out of. Student's quantile is a series
    in 1 / degrees of freedom, right to a hundredth from 8 values on.
    """
    count = len(values)
    if count < LEAST_VALUES or max(values) == min(values):
        return None
    z, freedom = NormalDist().inv_cdf((1 + confidence) / 2), count - 1
    quantile = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    quantile += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    mean, reach = float(np.mean(values)), quantile * float(np.std(values, ddof=1)) / math.sqrt(count)
    return mean - reach, mean + reach


class BettingTest:
    """Bets that a mean is above, and that it is below, each of some values `even`; money begins at 1 (log 0)."""

    def __init__(self, even: float | Values) -> None:
        self.even = np.atleast_1d(np.asarray(even, np.float64))
        self.above = np.zeros_like(self.even)  # logarithm of the money of who bets on more
        self.below = np.zeros_like(self.even)
        self._count = 0
        self._sum = 0.0
        self._spread = 0.0  # sum of squares around the running mean

    def add(self, value: float) -> None:
        """Settle the bets on one value, between 0 and 1."""
        mean = (0.5 + self._sum) / (1 + self._count)
        variance = (0.25 + self._spread) / (1 + self._count)
        with np.errstate(divide="ignore"):
            edge = mean - self.even
            stake = edge / (variance + edge * edge)
            most, least = MAX_STAKE / self.even, MAX_STAKE / (1 - self.even)
            self.above += np.log1p(np.clip(stake, 0, most) * (value - self.even))
            self.below += np.log1p(np.clip(-stake, 0, least) * (self.even - value))
        self._count += 1
        self._sum += value
        self._spread += (value - (0.5 + self._sum) / (1 + self._count)) ** 2

    def verdict(self, error: float) -> int:
        """1: the mean is above the first `even`; -1: below; 0: undecided. Each wrong at most with error / 2."""
        limit = math.log(2 / error)
        return int(self.above[0] >= limit) - int(self.below[0] >= limit)


def betting_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The means that no bet has refuted at any time; valid whenever one stops."""
    test = BettingTest((np.arange(GRID) + 0.5) / GRID)
    alive = np.ones(GRID, bool)
    limit = math.log(2 / (1 - confidence))
    for value in values:
        test.add(value)
        alive &= (test.above < limit) & (test.below < limit)
    left = np.flatnonzero(alive)
    if len(left) == 0:  # beside the grid
        mean = sum(values) / len(values)
        return mean, mean
    return float(left[0] / GRID), float((left[-1] + 1) / GRID)

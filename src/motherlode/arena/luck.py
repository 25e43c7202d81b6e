"""Luck taken out of results: what chance gave each seat of a match, with a mean of exactly 0 whoever plays.

`luck_of(match)` adds up, over all that chance did, what came less the mean over all that could have come, by weight:
the luck of a review. What a position is worth to that end is fixed before the match and costs little: exact odds
where the game is solved, else a search of a few iterations, through its curve. A result less its luck has the same
expectation whatever that worth is, because each term has mean 0 by the weights of chance alone (MIVAT); the better
the worth, the less the rest varies. Where the chances of a bot's actions are known, as a random bot's are, the same
is done at its decisions (AIVAT).

Luck is that of good play: to bots that make nothing of it, it means little, and taking all of it out could add more
than it takes. So `LuckTaker` takes out a part of it, from none to all, that depends on earlier blocks alone: the mean
stays the same.

Luck is bounded: no set of seats gets more than `MOST_LUCK` out of a match, either way. An event that could lead
beyond counts in part, by as much as it may; that is decided before it falls, so the mean stays 0. A result less luck
therefore lies between -MOST_LUCK and 1 + MOST_LUCK, which is what a test that may stop at any time needs.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, KnownBot
from motherlode.bots.odds import Odds
from motherlode.core.contract import CHANCE, Records
from motherlode.core.ruleset import Ruleset
from motherlode.reviews.valuing import QUICK, Values
from motherlode.table.match import FORFEITS, Match

MOST_LUCK = 1.0  # of a match, for any set of seats
DIGITS = 6  # that are kept
PRIOR = 0.5  # sum of squares of luck by which the part of it that is taken out begins at all
LIMIT = MOST_LUCK - 1e-5  # so that rounding does not lead beyond

Luck = NDArray[np.float64]  # by seat, in parts of the win
Worth = Callable[[Records], Odds]  # each seat's odds in a position, by nothing but the position


def luck_of(match: Match, bots: Sequence[Bot | None] = (), worth: Worth | None = None) -> Luck:
    """What chance gave each seat, in parts of the win as `arena.Result.share` counts them: a side's seats share theirs.

    `bots` are those of the seats, where the chances of their actions may be known; `worth` is by default the game's
    usual one, and must be chosen without a look at the match.
    """
    ruleset = match.ruleset
    worth = worth or usual_worth(ruleset)
    sizes = np.array([len(ruleset.side_of(seat)) for seat in range(ruleset.seats)])
    total = np.zeros(ruleset.seats)
    for entry in match.log:
        if entry.action in FORFEITS:
            break
        before = match.position_at(entry.step)
        chances = _chances(ruleset, before, entry.actor, bots)
        if len(chances) < 2:
            continue
        weights = np.array([weight for _, weight in chances], np.float64)
        parts = np.array([worth(_after(ruleset, before, action)) for action, _ in chances]) / sizes
        luck = parts - weights @ parts / weights.sum()
        came = next(index for index, (action, _) in enumerate(chances) if action == entry.action)
        total += _allowed(total, luck) * luck[came]
    return np.asarray(np.round(total, DIGITS) + 0.0)


class LuckTaker:
    """Takes luck out of the values of blocks, one after the other."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0.0
        self._products = self._squares = PRIOR

    def take(self, value: float, luck: float) -> float:
        """A value less luck: by the part that would have varied least so far, all of it at first."""
        part = min(1.0, max(0.0, self._products / self._squares))
        mean = (self._sum + 0.5) / (self._count + 1)
        self._products += (value - mean) * luck
        self._squares += luck * luck
        self._sum += value
        self._count += 1
        return value - part * luck


def less_luck(values: Sequence[float], luck: Sequence[float]) -> list[float]:
    """The values of blocks less luck."""
    taker = LuckTaker()
    return [taker.take(*pair) for pair in zip(values, luck, strict=True)]


@lru_cache(maxsize=8)
def usual_worth(ruleset: Ruleset) -> Worth:
    """What positions of a ruleset are worth: exactly where it is solved, else by a search of a few iterations."""
    ruleset.compile()
    return Values(ruleset, QUICK).whole


def _chances(ruleset: Ruleset, states: Records, actor: int, bots: Sequence[Bot | None]) -> list[tuple[int, float]]:
    """What could come, with weights; nothing where they are not known."""
    if actor == CHANCE:
        return [*ruleset.chance_unchecked(states)]
    bot = bots[actor] if bots else None
    return bot.chances(ruleset, ruleset.hidden(states, actor), actor) if isinstance(bot, KnownBot) else []


def _after(ruleset: Ruleset, before: Records, action: int) -> Records:
    after = ruleset.copied(before)
    ruleset.apply_unchecked(after, action)
    return after


def _allowed(total: Luck, luck: NDArray[np.float64]) -> float:
    """How much of an event may count, whatever comes of it, so that no set of seats gets beyond MOST_LUCK."""
    reach = total + luck
    most = max(np.maximum(reach, 0.0).sum(1).max(), np.maximum(-reach, 0.0).sum(1).max())
    if most <= LIMIT:
        return 1.0
    now = max(np.maximum(total, 0.0).sum(), np.maximum(-total, 0.0).sum())
    if most <= now:
        return 0.0
    # Either sum is convex in the part that counts, so it stays below the straight line from `now` to `most`.
    return float(max(0.0, (LIMIT - now) / (most - now)))

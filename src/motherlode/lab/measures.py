"""From a game to numbers: plain functions, each with an answer that can be worked out by hand.

A curve is the odds of every seat at every moment: before each decision, and at the end the result, a row for each. Odds
are parts of the win from 0 to 1. A seat that won has a positive part in the last row. Where nobody won there is no
winner, and what is told of winners is not told: `None`.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import log, log2
from statistics import fmean, pvariance

Curve = Sequence[Sequence[float]]

TIE = 1e-9
HOPELESS = 0.05  # odds of a seat that can only decide who else wins
MADE_KING = 0.10  # by so much a decision changes the odds of others
COMEBACK = 0.5  # of an even share: who wins after having less came back
# Seconds of a person, by a model: Hick's law says that choosing takes longer with the logarithm of the choices.
CHOOSING_S, DOUBLING_S = 2.0, 2.0  # a choice, and twice as many to choose from
DOING_S = 2.0  # moving pieces, paying, telling the others: each action
CHANCE_S = 1.5  # a throw or a drawn card


def winners_of(curve: Curve) -> list[int]:
    """The seats that won, or share the win."""
    return [seat for seat, part in enumerate(curve[-1]) if part > TIE]


def leaders(curve: Curve) -> list[int]:
    """Who leads at each moment: whoever led before, until another has strictly more; at first the first of the best."""
    found: list[int] = []
    leader = None
    for row in curve:
        best = max(row)
        if leader is None or row[leader] < best - TIE:
            leader = row.index(best)
        found.append(leader)
    return found


def lead_changes(curve: Curve) -> float:
    """How often the leader changed, for each decision."""
    led = leaders(curve)
    return sum(one != other for one, other in pairwise(led)) / max(1, len(curve) - 1)


def drama(curve: Curve) -> float | None:
    """How far the later winner was behind the best, on average over all moments but the last."""
    won = winners_of(curve)
    if not won or len(curve) < 2 or len(curve[0]) < 2:
        return None
    return fmean(max(row) - max(row[seat] for seat in won) for row in curve[:-1])


def worst_odds(curve: Curve) -> float | None:
    """The lowest odds that the later winner ever had; of several winners, of whom was lowest."""
    won = winners_of(curve)
    return min(row[seat] for row in curve for seat in won) if won else None


def comeback(curve: Curve, sides: Sequence[int]) -> float | None:
    """1 if the winner once had less than half of an even share, else 0; alone nobody comes back."""
    worst = worst_odds(curve) if len(set(sides)) > 1 else None
    return None if worst is None else float(worst < COMEBACK / len(set(sides)))


def decisive_at(curve: Curve) -> float | None:
    """When it was over, 0 to 1: the first moment at which the winner's odds are above all that losers ever had."""
    won = winners_of(curve)
    lost = [seat for seat in range(len(curve[0])) if seat not in won]
    if not won or not lost or len(curve) < 2:
        return None
    highest = max(row[seat] for row in curve for seat in lost)
    first = next((moment for moment, row in enumerate(curve) if row[won[0]] > highest + TIE), len(curve) - 1)
    return first / (len(curve) - 1)


def stability(curve: Curve) -> float:
    """The sum over seats of the variance of their odds over time: 0 where nothing ever changed."""
    return sum(pvariance([row[seat] for row in curve]) for seat in range(len(curve[0])))


def tension(curve: Curve, sides: Sequence[int]) -> float | None:
    """How open it was, 0 to 1: the entropy of the odds over the most it can be, a mean of all moments but the last."""
    count = len(set(sides))
    if count < 2 or len(curve) < 2:
        return None
    firsts = [list(sides).index(side) for side in sorted(set(sides))]
    return fmean(sum(-row[s] * log(row[s]) for s in firsts if row[s] > 0.0) / log(count) for row in curve[:-1])


def kingmaking(curve: Curve, actors: Sequence[int], sides: Sequence[int]) -> float | None:
    """1 if a seat without hope decided between others, else 0; only where there are three sides and more.

    Without hope: its odds are at most 5 % before and after its decision, and those of another side change by 10 points.
    """
    if len(set(sides)) < 3:
        return None
    for before, after, seat in zip(curve, curve[1:], actors, strict=False):
        if max(before[seat], after[seat]) <= HOPELESS:
            others = [other for other in range(len(before)) if sides[other] != sides[seat]]
            if max(abs(after[other] - before[other]) for other in others) >= MADE_KING:
                return 1.0
    return 0.0


def num_turns(actors: Sequence[int]) -> int:
    """How often the seat to act changed, and one for the first."""
    return sum(one != other for one, other in pairwise(actors)) + bool(actors)


def minutes(counts: Sequence[int], num_draws: int) -> float:
    """How long people would sit, by a model: how many actions each decision had, and how often chance acted."""
    thinking = sum(CHOOSING_S + DOUBLING_S * log2(count) for count in counts if count > 1)
    return (thinking + DOING_S * len(counts) + CHANCE_S * num_draws) / 60


def decisions_share(counts: Sequence[int]) -> float:
    """The share of decisions in which there is more than one action."""
    return sum(count > 1 for count in counts) / len(counts) if counts else 0.0


def branching(counts: Sequence[int]) -> float | None:
    """How many actions there are where there is a choice, on average."""
    chosen = [count for count in counts if count > 1]
    return fmean(chosen) if chosen else None


def near_best(values: Sequence[float], noise: float) -> int:
    """How many actions are within noise of the best: the best itself included."""
    best = max(values)
    return sum(best - value <= noise + TIE for value in values)


def choice_gaps(values: Sequence[float]) -> tuple[float, float]:
    """The best less the second, and the best less the worst, of at least two values."""
    ranked = sorted(values, reverse=True)
    return ranked[0] - ranked[1], ranked[0] - ranked[-1]


def clarity(values: Sequence[float]) -> float:
    """The share of actions above mean + 0.75 (best - mean): few stand out where it is small."""
    mean, best = fmean(values), max(values)
    return sum(value > mean + 0.75 * (best - mean) - TIE for value in values) / len(values)


def margin(scores: Sequence[int], sides: Sequence[int]) -> float | None:
    """The best side's score less that of the next; a side has the mean of its seats."""
    means = [fmean(score for score, its in zip(scores, sides, strict=True) if its == side) for side in set(sides)]
    return sorted(means)[-1] - sorted(means)[-2] if len(means) > 1 else None

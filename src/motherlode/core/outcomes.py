"""Who won, and what learners get for it: by sides, which win or lose together."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from motherlode.core.compiling import plain, rule

PROGRESS_WEIGHT = (
    0.5  # of a lead in progress; so much that a side which wins alone always gets more than one that loses
)
GIVEN_UP = -1.0  # what a side gets that gives a game up
GIVEN_UP_PROGRESS = (
    GIVEN_UP - 2 * PROGRESS_WEIGHT
)  # where progress counts: as if the lead fell as far as a lead can fall


@rule
def mark_best(points: Any, num_seats: int) -> None:
    """Turn scores into who won: 1 for each seat with the highest, 0 for the others."""
    best = int(points[0])
    for seat in range(1, num_seats):
        best = max(best, int(points[seat]))
    for seat in range(num_seats):
        points[seat] = 1 if int(points[seat]) == best else 0


@rule
def reward_of(won: Any, sides: Any, num_seats: int, seat: int) -> float:
    """What a seat gets at the end: (n * share - 1) / (n - 1), where the n sides share 1 among those that won.

    So a sole winner gets 1, and the rewards of all sides add up to 0; where nobody wins, each is 0. A side alone gets
    1 for a win, else 0.
    """
    num_sides = 0
    winners = 0  # as bits
    for other in range(num_seats):
        num_sides = max(num_sides, int(sides[other]) + 1)
        if won[other] != 0:
            winners |= 1 << int(sides[other])
    if num_sides == 1:
        return 1.0 if winners != 0 else 0.0
    num_winners = 0
    for side in range(num_sides):
        num_winners += (winners >> side) & 1
    if num_winners == 0:
        return 0.0
    share = num_sides / float(num_winners) if won[seat] != 0 else 0.0
    return (share - 1.0) / (num_sides - 1)


@rule
def lead_of(came: Any, sides: Any, num_seats: int, seat: int) -> float:
    """How far a seat's side has come, the mean of its seats, less the mean of all seats of other sides.

    With sides of the same size the leads of all sides add up to 0. Alone, it is how far the side has come.
    """
    own = 0.0
    others = 0.0
    num_own = 0
    for other in range(num_seats):
        if sides[other] == sides[seat]:
            own += float(came[other])
            num_own += 1
        else:
            others += float(came[other])
    if num_own == num_seats:
        return own / num_own
    return own / num_own - others / (num_seats - num_own)


@rule
def gain_of(before: Any, after: Any, sides: Any, num_seats: int, seat: int) -> float:
    """What a seat gets for progress between two positions: the rise of its lead, times PROGRESS_WEIGHT."""
    return PROGRESS_WEIGHT * (lead_of(after, sides, num_seats, seat) - lead_of(before, sides, num_seats, seat))


@lru_cache(maxsize=256)
def _rewards(sides: tuple[int, ...], winners: tuple[int, ...]) -> tuple[float, ...]:
    won = [int(seat in winners) for seat in range(len(sides))]
    return tuple(plain(reward_of)(won, sides, len(sides), seat) for seat in range(len(sides)))


def rewards_of(sides: Sequence[int], winners: Sequence[int]) -> list[float]:
    """What `reward_of` gives each seat; `winners` are seats."""
    return list(_rewards(tuple(sides), tuple(winners)))

"""Strengths on one scale, by openskill's Plackett-Luce model, with its own measure of uncertainty.

A game is taken apart into duels: each winner has beaten each seat that did not win, and has drawn with who shares the
win, partners left out. Nothing is said about those who lost together: to rate them as drawn would pull them together.

openskill rates duel after duel, and early ones move a rating more than late ones. So all are rated in several random
orders, the same for the same games, and the means are taken: the order in which games ended plays no part. Bots do not
learn here, so nothing is added to the uncertainty between games (tau is 0). The duels of one game are not independent,
so at tables of three and more sigma is on the small side.

openskill comes with the extra `lab`: without it an arena tells shares of wins and who is better, but no ratings.
"""

import random
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

from motherlode.arena.fixtures import Result

ORDERS = 10
MAX_RATED = 400_000  # duels in all orders together: half a minute

Duel = tuple[str, str, bool]  # who won, who lost, and whether it was a draw


class Rating(NamedTuple):
    """How strong a bot is: everybody begins at 25, and 68% of the belief lies within one sigma of mu."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(bots: Sequence[str], results: Sequence[Result], teams: Sequence[int] = ()) -> dict[str, Rating]:
    """The rating of every bot from all games; needs openskill. Seats with the same number in `teams` are partners."""
    duels = sorted(find_duels(results, teams))
    sums = dict.fromkeys(bots, (0.0, 0.0))
    orders = max(2, min(ORDERS, MAX_RATED // max(1, len(duels))))
    for order in range(orders):
        random.Random(order).shuffle(duels)
        for bot, rating in _rate_once(bots, duels).items():
            sums[bot] = sums[bot][0] + rating.mu, sums[bot][1] + rating.sigma
    return {bot: Rating(mu / orders, sigma / orders) for bot, (mu, sigma) in sums.items()}


def find_duels(results: Sequence[Result], teams: Sequence[int] = ()) -> Iterator[Duel]:
    """Who has beaten whom; in solo games by who wins with the same dice."""
    solo: dict[int, list[tuple[str, bool]]] = {}
    for result in results:
        if len(result.seating) == 1:
            solo.setdefault(result.block, []).append((result.seating[0], bool(result.winners)))
            continue
        for (seat, one), (other_seat, other) in combinations(enumerate(result.seating), 2):
            has_won, has_other_won = seat in result.winners, other_seat in result.winners
            if teams and teams[seat] == teams[other_seat]:
                continue
            if one != other and (has_won or has_other_won):
                yield _duel(one, has_won, other, has_other_won)
    for block in solo.values():
        for (one, has_won), (other, has_other_won) in combinations(block, 2):
            yield _duel(one, has_won, other, has_other_won)


def _duel(one: str, has_won: bool, other: str, has_other_won: bool) -> Duel:
    if has_won == has_other_won:
        return min(one, other), max(one, other), True
    return (one, other, False) if has_won else (other, one, False)


def _rate_once(bots: Sequence[str], duels: Sequence[Duel]) -> dict[str, Rating]:
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = {bot: model.rating() for bot in bots}
    for winner, loser, is_draw in duels:
        ranks = [0.0, 0.0 if is_draw else 1.0]
        [ratings[winner]], [ratings[loser]] = model.rate([[ratings[winner]], [ratings[loser]]], ranks=ranks)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}

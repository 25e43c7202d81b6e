"""Strengths on one scale, by openskill's Plackett-Luce model, with its own measure of uncertainty.

openskill rates game after game, and early games move a rating more than late ones. So all games are rated in several
random orders, the same for the same games, and the means are taken: the order in which games ended plays no part.
Bots do not learn here, so nothing is added to the uncertainty between games (tau is 0).
"""

import random
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from openskill.models import PlackettLuce

from motherlode.arena.fixtures import Result

ORDERS = 10
LOST, WON = 1, 0  # ranks: who wins is first, all others are last together


class Rating(NamedTuple):
    """How strong a bot is: everybody begins at 25, and 68% of the belief lies within one sigma of mu."""

    mu: float
    sigma: float


def rate(bots: Sequence[str], results: Sequence[Result]) -> dict[str, Rating]:
    """The rating of every bot from all games; from solo games by who wins with the same dice."""
    games = sorted(_ranked(results))
    sums = dict.fromkeys(bots, (0.0, 0.0))
    for order in range(ORDERS):
        shuffled = list(games)
        random.Random(order).shuffle(shuffled)
        for bot, rating in _rate_once(bots, shuffled).items():
            sums[bot] = sums[bot][0] + rating.mu, sums[bot][1] + rating.sigma
    return {bot: Rating(mu / ORDERS, sigma / ORDERS) for bot, (mu, sigma) in sums.items()}


def _ranked(results: Sequence[Result]) -> list[tuple[int, tuple[str, ...], tuple[int, ...]]]:
    """Block, bots and ranks of every game; solo games of one block count as one game."""
    ranked = []
    solo: dict[int, list[tuple[str, int]]] = {}
    for result in results:
        ranks = tuple(WON if seat in result.winners else LOST for seat in range(len(result.seating)))
        if len(result.seating) == 1:
            solo.setdefault(result.block, []).append((result.seating[0], ranks[0]))
        else:
            ranked.append((result.block, result.seating, ranks))
    for block, pairs in solo.items():
        pairs.sort()
        ranked.append((block, tuple(bot for bot, _ in pairs), tuple(rank for _, rank in pairs)))
    return ranked


def _rate_once(bots: Sequence[str], games: Sequence[tuple[int, tuple[str, ...], tuple[int, ...]]]) -> dict[str, Rating]:
    model = PlackettLuce(tau=0.0)
    ratings = {bot: Rating(model.mu, model.sigma) for bot in bots}
    for _, seating, ranks in games:
        if len(seating) < 2:
            continue
        teams = [[model.create_rating([*ratings[bot]])] for bot in seating]
        rated = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]
        # A bot in several seats learns from each of them.
        for bot in dict.fromkeys(seating):
            before = ratings[bot]
            mine = [after for after, name in zip(rated, seating, strict=True) if name == bot]
            ratings[bot] = Rating(
                before.mu + sum(after.mu - before.mu for after in mine),
                before.sigma * prod(after.sigma / before.sigma for after in mine),
            )
    return ratings

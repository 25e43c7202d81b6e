"""Ratings of puzzles and of who solves them: an attempt is a match of a solver against a puzzle, by OpenSkill.

Numbers that people see are on Elo's scale: 400 points are odds of ten to one, where both ratings are sure.
"""

from collections.abc import Iterable
from functools import cache
from math import log, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

MIDDLE = 1500  # what OpenSkill's mean of a newcomer is shown as
# By how much levels differ is a scale of ours: a puzzle's rating says which of them solve it.
LEVEL_RATINGS = {"pebble": 1000, "prospector": 1250, "foreman": 1600, "mastermind": 2000}
SURE = 1.0  # OpenSkill's sigma of what is rated already: a puzzle that people meet, a level that tries one


class Standing(NamedTuple):
    """A rating as OpenSkill has it."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as a number on Elo's scale."""
        return round(MIDDLE + _points() * (self.mu - _model().mu))

    @property
    def error(self) -> int:
        """How unsure it is, on Elo's scale."""
        return round(_points() * self.sigma)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


@cache
def _points() -> float:
    """Points of Elo's scale in one of OpenSkill's."""
    return 400 / log(10) / (sqrt(2) * _model().beta)


def newcomer() -> Standing:
    """Who has not tried anything yet."""
    return Standing(_model().mu, _model().sigma)


def standing_of(shown: int) -> Standing:
    """A sure rating from a number of Elo's scale."""
    return Standing(_model().mu + (shown - MIDDLE) / _points(), SURE)


def after_try(solver: Standing, rating: int, has_solved: bool) -> Standing:
    """A solver's rating after a try at a puzzle; the puzzle keeps its own."""
    return _rated(solver, standing_of(rating), has_solved)


def rate_puzzle(tries: Iterable[tuple[str, int, int]]) -> int:
    """What a puzzle is rated, from (level, solved, tried): it wins where a level does not solve it."""
    puzzle = newcomer()
    for level, solved, tried in tries:
        other = standing_of(LEVEL_RATINGS[level])
        for number in range(tried):
            puzzle = _rated(puzzle, other, number >= solved)
    return puzzle.shown


def _rated(own: Standing, other: Standing, has_won: bool) -> Standing:
    model = _model()
    teams = [[model.create_rating(list(own))], [model.create_rating(list(other))]]
    found = model.rate(teams, ranks=[1.0, 2.0] if has_won else [2.0, 1.0])[0][0]
    return Standing(float(found.mu), float(found.sigma))

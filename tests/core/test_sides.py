"""Who won, by sides, and what learners get for it."""

from itertools import product

import numpy as np
import pytest

import motherlode
from motherlode.core.contract import How
from motherlode.core.outcomes import mark_best, reward_of, rewards_of

SIDES = [(0,), (0, 1), (0, 1, 2), (0, 1, 0, 1), (0, 1, 2, 0, 1, 2), (0, 1, 1)]


def ways_to_win(sides):
    """Every set of winning sides, as 1 and 0 by seat."""
    for won in product((0, 1), repeat=max(sides) + 1):
        yield np.array([won[side] for side in sides], np.int32)


@pytest.mark.parametrize("sides", SIDES)
def test_rewards_are_the_same_in_rules_and_in_python(sides):
    numbers = np.array(sides, np.int32)
    for won in ways_to_win(sides):
        winners = np.flatnonzero(won).tolist()
        wanted = [reward_of(won, numbers, len(sides), seat) for seat in range(len(sides))]
        assert rewards_of(sides, winners) == wanted


@pytest.mark.parametrize("sides", SIDES[1:])
def test_the_rewards_of_sides_add_up_to_nothing_and_partners_get_the_same(sides):
    for won in ways_to_win(sides):
        rewards = rewards_of(sides, np.flatnonzero(won).tolist())
        by_side = dict(zip(sides, rewards, strict=True))
        assert rewards == [by_side[side] for side in sides]
        assert sum(by_side.values()) == pytest.approx(0)
        assert (won.any() and not won.all()) or set(rewards) == {0.0}


def test_rewards_by_example():
    assert rewards_of((0,), [0]) == [1]
    assert rewards_of((0,), []) == [0]
    assert rewards_of((0, 1), [1]) == [-1, 1]
    assert rewards_of((0, 1), []) == [0, 0]
    assert rewards_of((0, 1, 2), [0]) == [1, -0.5, -0.5]
    assert rewards_of((0, 1, 2), [0, 2]) == [0.25, -0.5, 0.25]
    assert rewards_of((0, 1, 0, 1), [0, 2]) == [1, -1, 1, -1]


def test_the_best_scores_win():
    points = np.array([3, -1, 3], np.int32)
    mark_best(points, 3)
    assert points.tolist() == [1, 0, 1]
    points = np.array([-2, -1], np.int32)
    mark_best(points, 2)
    assert points.tolist() == [0, 1]


def test_sides_are_seats_but_where_there_are_teams():
    assert motherlode.game("trap_the_cap", 3).sides == (0, 1, 2)
    game = motherlode.game("trap_the_cap", 6, game="total")
    assert game.sides == (0, 1, 0, 1, 0, 1)
    assert [game.side_of(seat) for seat in (0, 1)] == [[0, 2, 4], [1, 3, 5]]
    assert motherlode.game("rockport_caverns").sides == (0,)


def test_there_is_no_outcome_before_the_end():
    game = motherlode.game("madcap")
    assert game.outcome(game.new()) == (None, [])
    assert game.outcome(game.start(seed=1).position) == (None, [])
    assert How.PLAYED_OUT == 0

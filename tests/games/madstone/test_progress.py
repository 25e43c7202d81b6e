"""How far each seat has come in Madstone: its points as things stand, of ninety."""

import pytest

from motherlode.core.compiling import IS_PLAIN
from motherlode.games.madstone.counting import points_of
from observing import assert_progress, positions_of

from . import cards
from .comparing import game

ALL = 90


def expected(game, states):
    points = [points_of(game.box[0], states[0], seat) for seat in range(game.seats)]
    return [min(1, max(0, number) / ALL) for number in points]


@pytest.mark.parametrize("name", ["two", "three", "four", "workshop two"])
def test_r10_2_points_as_things_stand_count(name):
    for states in positions_of(game(name), 1, every=40 if IS_PLAIN else 9):
        assert_progress(game(name), states, expected)


@pytest.mark.parametrize(("points", "share"), [(2, 2 / ALL), (3, 3 / ALL), (89, 89 / ALL), (90, 1), (95, 1)])
def test_r10_2_who_has_ninety_points_has_come_all_the_way(points, share):
    ruleset = cards.game(2)
    states = ruleset.read_position("seat 1: elf | seat 2: goblin | seat 1 acts")
    states[0].gold[0] = points - points_of(ruleset.box[0], states[0], 0)
    other = points_of(ruleset.box[0], states[0], 1)
    assert ruleset.progress(states).tolist() == pytest.approx([share, other / ALL])


def test_r10_2_nobody_has_come_anywhere_before_a_commander_is_chosen():
    assert game("three").progress(game("three").new()).tolist() == [0, 0, 0]

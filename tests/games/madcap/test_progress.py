"""How far each seat has come in Madcap: nuggets, of those that end the match or of what is much to collect."""

import pytest

import motherlode
from motherlode.core.contract import OVER
from motherlode.games.madcap import GAME
from observing import assert_progress, positions_of


def expected(game, states):
    now, options = states[0], game.options
    much = 2 * 3 * options.dice * max(1, *options.gold) * options.games // 4  # a quarter of what every trip could give
    whole = options.nuggets or much
    own = now.total if now.to_act == OVER else now.total + now.gold  # R7.1: what a game gave is in the total at its end
    return [min(1, int(nuggets) / whole) for nuggets in own]


@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_r6_1_nuggets_of_all_games_count(options):
    game = motherlode.game("madcap", **options)
    for states in positions_of(game, seed=2):
        assert_progress(game, states, expected)


@pytest.mark.parametrize("to_act", [0, OVER])
@pytest.mark.parametrize("options", [{}, {"nuggets": 25}, {"nuggets": 1}, {"dice": 1, "gold": [1] * 7}], ids=str)
def test_r7_2_nuggets_count_up_to_those_that_end_the_match(options, to_act):
    game = motherlode.game("madcap", **options)
    states = game.new()
    states[0].to_act = to_act
    for gold, total in (((0, 1), (0, 0)), ((3, 0), (20, 1)), ((9, 4), (500, 22))):
        states[0].gold[:], states[0].total[:] = gold, total
        assert_progress(game, states, expected)

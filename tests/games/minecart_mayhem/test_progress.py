"""How far each seat has come in Minecart Mayhem: rails in the lane of its cart, of twice as many as were laid."""

import pytest

import motherlode
from motherlode.games.minecart_mayhem import GAME
from motherlode.games.minecart_mayhem.components import numbers_of
from motherlode.games.minecart_mayhem.state import NOWHERE
from observing import assert_progress, positions_of

from .test_observation import cart_of


def expected(game, states):
    carts = [cart_of(states[0], seat) for seat in range(game.seats)]
    rails = numbers_of(game.options, game.seats).rails
    return [0 if cart is None else min(1, len(cart["rails"]) / (2 * rails)) for cart in carts]


@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_r10_5_rails_of_who_has_a_cart_count(options):
    game = motherlode.game("minecart_mayhem", **options)
    for states in positions_of(game, 3, every=5):
        assert_progress(game, states, expected)


def test_r1_2_who_has_twice_the_rails_has_come_all_the_way():
    game = motherlode.game("minecart_mayhem", 2)
    rails = game.options.rails
    states = game.new()
    now = states[0]
    for back, front, share in ((4, 4, 0.5 / rails), (0, 2 * rails - 1, 1), (0, 2 * rails, 1), (1, 2 * rails - 1, None)):
        now.lane[:2] = 1, NOWHERE
        now.back[1], now.front[1] = back, front
        assert_progress(game, states, expected)
        assert share is None or game.progress(states).tolist() == pytest.approx([share, 0])

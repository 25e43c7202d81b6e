"""What an observation of the Rockport Caverns says, by the words of its features; from a position as it is read."""

import random

import numpy as np
import pytest

import motherlode
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.components import MAX_PLACES, NOWHERE, NUM_ROWS, plan_of
from observing import assert_first_box_counts, assert_observed, one_of, positions_of

from .drawn import drawn

START_ROW = NUM_ROWS + 1


def expected(game, states, seat):
    """Every field of an observation by name."""
    now, rules, options = states[0], game.box[0], game.options
    circles = options.circles or plan_of(game.box).water  # by row, from row 1
    rows = [int(row) for row in rules.row]
    water, here, friend = int(now.water), int(now.here), int(now.friend)

    def danger(place):
        """R4.2, R4.3: circles fill from row 6 up; who is on a row is lost when the row above is flooded."""
        if place == NOWHERE or rows[place] == 1:
            return 1
        return min(1, max(0, (sum(circles[rows[place] - 2 :]) - water) / 20))

    return {
        "here": one_of(here, MAX_PLACES),
        "friend": one_of(friend, MAX_PLACES),
        "bear": one_of(now.bear, MAX_PLACES),
        "rocks": [int(now.rocks[place]) / max(1, int(rules.capacity[rows[place]])) for place in range(MAX_PLACES)],
        "blocked": [int(now.blocked) >> place & 1 for place in range(MAX_PLACES)],
        "start": one_of(now.start, MAX_PLACES),
        "flooded": [water >= sum(circles[row - 1 :]) for row in range(1, START_ROW)],
        "water": water / sum(circles),
        "danger": [danger(here), danger(friend)],
        "life": [max(0, int(life)) / options.most_life for life in (now.life, now.friend_life)],
        "together": here != NOWHERE and here == friend,
        "actions": [int(now.left) / 2, int(now.stored) / 6],
        "re-rolls": int(now.rerolls) / max(1, options.rerolls),
        "event": one_of(now.event - 1, 6),
        "phase": one_of(now.phase, 11),
        "slides": int(now.slides) / max(2, int(rules.slides)),
        "row die": one_of(now.row, START_ROW),
        "turn": [now.has_acted, now.has_led, now.is_sheltered, now.is_dry, now.is_disoriented],
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_an_observation_says_what_its_features_promise(options, seed):
    game = motherlode.game("rockport_caverns", **options)
    for states in positions_of(game, seed, every=2):
        assert_observed(game, states, expected)


@pytest.mark.parametrize(
    "options", [*GAME.variants, {"circles": [9] * 6, "most_life": 4, "rock_slides": [0, 4, 6]}], ids=str
)
def test_an_observation_of_any_position_does(options):
    game, source = motherlode.game("rockport_caverns", **options), random.Random(6)
    for _ in range(15):
        states = drawn(game, source)
        now = states[0]
        now.phase, now.event, now.row = source.randrange(11), source.randrange(7), source.randrange(7)
        now.slides = source.randint(0, max(2, int(game.box[0].slides)))
        now.life, now.friend_life = source.randint(-1, 4), source.randint(-1, 4)
        assert_observed(game, states, expected)


@pytest.mark.parametrize(
    "field", ["has_acted", "has_led", "is_sheltered", "is_dry", "is_disoriented", "left", "stored"]
)
def test_each_mark_of_a_turn_is_told(field):
    game = motherlode.game("rockport_caverns")
    states = game.new()
    bare = game.observe(states, 0)
    states[0][field] = 1
    assert_observed(game, states, expected)
    assert np.count_nonzero(game.observe(states, 0) != bare) == 1


@pytest.mark.parametrize("options", [{}, {"character": 3, "bear": True}], ids=str)
def test_only_the_first_box_counts(options):
    assert_first_box_counts(motherlode.game("rockport_caverns", **options), seed=1)

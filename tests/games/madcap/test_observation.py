"""What an observation of Madcap says, by the words of its features; from a position as a person would read it."""

import pytest

import motherlode
from motherlode.games.madcap import GAME
from observing import assert_first_box_counts, assert_observed, one_of, positions_of

NUM_FACES = 8
NUM_LEVELS = 12


def expected(game, states, seat):
    """Every field of an observation by name."""
    now, options, other = states[0], game.options, 1 - seat
    most = 2 * 3 * options.dice * max(1, *options.gold)  # two barrels on the richest level, every trip
    games = int(now.game) + 1
    return {
        "dice": [[int(now.dice[colour, face]) / options.dice for face in range(NUM_FACES)] for colour in range(3)],
        "barrels": [one_of(now.level[colour], NUM_LEVELS + 1) for colour in range(3)],
        "banned": one_of(now.banned, 3),
        "my turn": now.to_act == seat,
        "trips left": int(now.left) / (3 * options.dice),
        "my gold": int(now.gold[seat]) / most,
        "their gold": int(now.gold[other]) / most,
        "match": [
            (int(now.points[seat]) - int(now.points[other])) / (2 * games),
            (int(now.total[seat]) - int(now.total[other])) / (most * games),
        ],
    }


@pytest.mark.parametrize("options", [variant for variant in GAME.variants if "fair_rolls" not in variant], ids=str)
def test_an_observation_says_what_its_features_promise(options):
    game = motherlode.game("madcap", **options)
    for states in positions_of(game, seed=3):
        assert_observed(game, states, expected, signed=("match",))


def test_gold_of_both_seats_is_told_apart():
    game = motherlode.game("madcap")
    states = game.new()
    states[0].gold[:] = 7, 2
    most = 2 * 12 * 7  # twelve trips onto the richest level, where both other barrels stand
    names = [feature.name for feature in game.features for _ in range(feature.size)]
    for seat, (mine, theirs) in enumerate([(7, 2), (2, 7)]):
        seen = dict(zip(names, game.observe(states, seat).tolist(), strict=True))
        assert (seen["my gold"], seen["their gold"]) == pytest.approx((mine / most, theirs / most))


@pytest.mark.parametrize("options", [{}, {"games": 2}, {"nuggets": 9, "dice": 1}], ids=str)
def test_only_the_first_box_counts(options):
    assert_first_box_counts(motherlode.game("madcap", **options), seed=1)

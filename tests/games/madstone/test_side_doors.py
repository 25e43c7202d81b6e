"""What Madstone tells fast programs besides the contract: a draw of chance without a list, and kinds of work."""

from collections import Counter

import numpy as np
import pytest

from motherlode.core.contract import CHANCE, OVER
from motherlode.core.streams import make_streams
from motherlode.games.madstone import kernels
from motherlode.games.madstone.actions import CARD
from motherlode.games.madstone.state import ACT, AIM, CHOOSE
from observing import positions_of

from .comparing import game
from .test_secrecy import SMALL, small

NUM_DRAWS = 60
PLAYING = {
    "place": kernels.PLACING,
    "use": kernels.WITH_ABILITY,
    "kill": kernels.KILLING,
    "command": kernels.COMMANDING,
}


@pytest.mark.parametrize("name", SMALL)
def test_an_outcome_is_drawn_as_often_as_chance_weighs_it(name):
    ruleset, streams = small(name), make_streams(5)
    outcomes, weights = (np.zeros(ruleset.limits.num_outcomes, np.int64) for _ in range(2))
    statistic, freedom = 0.0, 0
    for seed in range(4):
        for states in positions_of(ruleset, seed):
            if ruleset.to_act(states) != CHANCE:
                continue
            shares = dict(ruleset.chance(states))
            found = Counter(
                int(kernels.draw_outcome(ruleset.box, states, 0, streams, 0, outcomes, weights))
                for _ in range(NUM_DRAWS)
            )
            assert set(found) <= set(shares)
            for outcome, weight in shares.items():
                likely = NUM_DRAWS * weight / sum(shares.values())
                statistic += (found[outcome] - likely) ** 2 / likely
            freedom += len(shares) - 1
    assert freedom > 50
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


def expected_kind(ruleset, states, action):
    """By the words of an action; without one, by what is listed."""
    now = states[0]
    if now.phase == CHOOSE and action >= 0:
        return kernels.CHOOSING
    if now.phase != ACT:
        return kernels.WITH_ABILITY if now.phase == AIM else kernels.OUTSIDE_TURN
    if action < 0:
        return kernels.IN_TURN + (2 if now.dark_down else 0) + (1 if now.has_begun else 0)
    text = ruleset.spec.notation.write_action(ruleset.box, states, action)
    if text == "draw":
        return kernels.DRAWING_CARDS
    return PLAYING.get(text.split()[0], kernels.IN_TURN)


@pytest.mark.parametrize("name", ["two", "workshop two"])
def test_kinds_of_work_are_told_apart(name):
    ruleset = game(name)
    for number, states in enumerate(positions_of(ruleset, 1)):
        to_act = ruleset.to_act(states)
        if number > 3 and number % 5:
            continue
        if states[0].phase == ACT:
            assert kernels.kind(ruleset.box, states, 0, CARD) == kernels.KILLING  # the first card, killed
        if to_act == OVER:
            return
        played = range(3) if to_act == CHANCE else ruleset.legal(states)
        for action in (-1, *played):
            assert kernels.kind(ruleset.box, states, 0, action) == expected_kind(ruleset, states, action)

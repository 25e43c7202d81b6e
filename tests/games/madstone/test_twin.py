"""Madstone's kernels against the twin in reference.py: legal actions, chances, every field, what is hidden, the result.

A game is a row of bytes, each taken modulo the number of things that can be done; it starts over when it is used up.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import CHANCE, OVER

from .comparing import BOXES, assert_equal, game, numbers_of_actions, numbers_of_outcomes, twin_of

choices = st.binary(min_size=40, max_size=40)
WORKSHOPS = [name for name in BOXES if name.startswith("workshop")]


def examples(count):
    """How many games to try; plain mode is far slower."""
    return settings(max_examples=max(1, count // 10) if IS_PLAIN else count, deadline=None)


def numbers_from(game_bytes):
    """The bytes over and over; another multiple each time round, so that no game repeats itself."""
    for number in range(1_000_000):
        yield game_bytes[number % len(game_bytes)] * (1 + number // len(game_bytes)) + number // 7


def play_both(name, choose, notes=None, hide_every=5):
    """A whole game by kernels and twin; `choose` picks from a dict of numbers with the twin's words."""
    ruleset, twin = game(name), twin_of(name, notes)
    states = ruleset.new()
    step = 0
    while True:
        assert_equal(name, states, twin)
        if step % hide_every == 0:
            for seat in range(ruleset.seats + 1):
                assert_equal(name, ruleset.hidden(states, seat), twin, seat)
        if ruleset.to_act(states) == OVER:
            break
        if ruleset.to_act(states) == CHANCE:
            found = numbers_of_outcomes(name, twin.chances())
            assert ruleset.chance(states) == [(number, found[number][1]) for number in sorted(found)]
            line = {number: words for number, (words, _) in found.items()}
        else:
            line = numbers_of_actions(name, twin.legal())
            legal = ruleset.legal(states)
            assert legal == sorted(line), (
                f"only kernels: {sorted(set(legal) - set(line))}; "
                f"only twin: {[words for number, words in line.items() if number not in legal]}"
            )
        action = choose(line)
        ruleset.apply(states, action)
        twin.take(line[action])
        step += 1
    assert ruleset.scores(states) == twin.result
    assert step <= ruleset.limits.max_length
    return twin


class Curious:
    """Chooses what was chosen least so far, most of the time."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.seen = Counter()

    def __call__(self, line):
        order = self.random.permutation(sorted(line)).tolist()
        if self.random.random() < 0.6:
            action = min(order, key=lambda number: self.seen[line[number]])
        else:
            action = order[0]
        self.seen[line[action]] += 1
        return action


@pytest.mark.parametrize("name", BOXES)
@examples(4)
@given(game_bytes=choices)
def test_kernels_and_twin_play_the_same_game(name, game_bytes):
    numbers = numbers_from(game_bytes)
    play_both(name, lambda line: sorted(line)[next(numbers) % len(line)])

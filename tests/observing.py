"""Observations held against a plain reading of positions, field by field; each game's test says how to read its own."""

import numpy as np

from motherlode.core.contract import CHANCE, OVER


def positions_of(game, seed, every=1):
    """One position in so many of a random game, and the last."""
    random = np.random.default_rng(seed)
    states = game.new()
    for number in range(game.limits.max_length + 1):
        to_act = game.to_act(states)
        if number % every == 0 or to_act == OVER:
            yield states.copy()
        if to_act == OVER:
            return
        choices = [outcome for outcome, _ in game.chance(states)] if to_act == CHANCE else game.legal(states)
        game.apply(states, int(random.choice(choices)))


def observed(game, states, seat):
    """What a seat sees, written over numbers that were there before."""
    out = np.full(game.observation_size, 7.0, np.float32)
    game.entries.observe(game.box, game.hidden(states, seat), 0, seat, out)
    return out


def assert_observed(game, states, expected, signed=()):
    """What every seat sees is what `expected(game, states, seat)` reads, a list or number for each feature by name.

    All are shares, and those that are `signed` may be negative.
    """
    for seat in range(game.seats):
        found = observed(game, states, seat)
        wanted = expected(game, states, seat)
        assert list(wanted) == [feature.name for feature in game.features]
        for feature in game.features:
            assert (feature.low, feature.high) == (-1 if feature.name in signed else 0, 1)
            field, found = found[: feature.size], found[feature.size :]
            values = np.ravel(wanted[feature.name])
            is_right = len(values) == feature.size and np.allclose(field, values, rtol=0, atol=1e-6)
            assert is_right, (
                f"{feature.name!r} of seat {seat} in {game.spec.notation.write_position(game.box, states)!r}: "
                f"{field.tolist()} for {values.tolist()}"
            )
        assert len(found) == 0


def one_of(number, size):
    """A row of zeros with a one at the number; none where it is out of range."""
    return [int(number == each) for each in range(size)]

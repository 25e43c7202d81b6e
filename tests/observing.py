"""Observations held against a plain reading of positions, field by field; each game's test says how to read its own."""

import copy

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


def assert_progress(game, states, expected):
    """How far each seat has come is what `expected(game, states)` reads, a share for each."""
    found, wanted = game.progress(states).tolist(), [float(share) for share in expected(game, states)]
    is_right = len(wanted) == game.seats and np.allclose(found, wanted, rtol=0, atol=1e-6)
    assert is_right, f"{game.spec.notation.write_position(game.box, states)!r}: {found} for {wanted}"


def one_of(number, size):
    """A row of zeros with a one at the number; none where it is out of range."""
    return [int(number == each) for each in range(size)]


def assert_first_box_counts(game, seed, every=1):
    """An empty box behind the own one changes nothing: kernels look at the first."""
    other = copy.copy(game)
    other.box = np.concatenate([game.box, np.zeros_like(game.box)])
    assert other.new().tobytes() == game.new().tobytes()
    assert game.spec.features(other.box) == game.features
    for states in positions_of(game, seed, every):
        numbers = range(-1, game.limits.num_actions + 1, 3)
        for found, wanted in (
            (other.legal(states), game.legal(states)),
            (other.chance(states), game.chance(states)),
            (other.scores(states), game.scores(states)),
            (other.outcome(states), game.outcome(states)),
            (other.evaluate(states).tolist(), game.evaluate(states).tolist()),
            (other.observe(states, 0).tolist(), game.observe(states, 0).tolist()),
            (other.progress(states).tolist(), game.progress(states).tolist()),
            *((other.refuse(states, number), game.refuse(states, number)) for number in numbers),
        ):
            assert found == wanted
        if not game.is_over(states):
            choice = (game.legal(states) or [outcome for outcome, _ in game.chance(states)])[0]
            here, there = states.copy(), states.copy()
            game.apply(here, choice)
            other.apply(there, choice)
            assert here.tobytes() == there.tobytes()

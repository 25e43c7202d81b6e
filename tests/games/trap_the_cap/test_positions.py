"""From positions drawn at random: the engine beside the twin, and what is refused."""

import random

import pytest

from motherlode.conformance.lockstep import LockStep
from motherlode.conformance.references import Asked
from motherlode.core.contract import ALLOWED

from .comparing import playable, twin_at
from .lockstep import Beside
from .test_properties import VARIANTS, ruleset


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_from_any_position_the_engine_goes_on_as_the_twin_does(seats, options):
    options, source = {"turns": 40, **options}, random.Random(repr(options))
    game = ruleset(seats, **options)
    for _ in range(5):
        states = playable(game, source)
        twin = twin_at(game, options, states)
        if len(twin.survivors()) == 1:
            continue
        step = LockStep(game, Asked(Beside(twin), seats, "the twin"), states)
        for _ in range(4):
            choices = step.choices()
            if not choices:
                break
            liked = [choice for choice in choices if "home" in choice.text or "turns" in choice.text]
            step.play(source.choice(liked if liked and source.random() < 0.7 else choices))


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_what_is_refused_is_what_is_not_listed(seats, options):
    options, source = {"turns": 40, **options}, random.Random(repr(options))
    game = ruleset(seats, **options)
    for _ in range(2):
        states = playable(game, source)
        game.apply(states, source.randrange(6))
        legal = set(game.legal(states))
        for action in range(-1, game.limits.num_actions + 1):
            assert (game.entries.refuse(game.box, states, 0, action) == ALLOWED) == (action in legal)

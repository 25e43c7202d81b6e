"""What many positions look worth at one look, without a search: cheap enough for every outcome of every die.

`look` is the game's own `evaluate`, of all that there is; `net` what the net that comes with the game expects, the mean
over what all seats see. Both rank positions; `motherlode.bots.odds` has curves that turn them into odds.
"""

from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.net import Net, find_net
from motherlode.core.contract import Records
from motherlode.core.nets import FENCE, MOST
from motherlode.core.ruleset import Ruleset

LookKind = Literal["look", "net"]
Values = NDArray[np.float64]  # a row for each position, by seat, from 0 to 1


def look_at(ruleset: Ruleset, states: Records, kind: LookKind) -> Values:
    """What each position looks worth to each seat; `net` needs a net that fits."""
    if kind == "net":
        net = find_net(ruleset)
        assert net is not None
        return _look_by_net(ruleset, states, net)
    found = np.zeros((len(states), ruleset.seats), np.float32)
    evaluate, box = ruleset.entries.evaluate, ruleset.box
    for index, row in enumerate(found):
        evaluate(box, states, index, row)
    return found.astype(np.float64)


def _look_by_net(ruleset: Ruleset, states: Records, net: Net) -> Values:
    """The mean over the eyes of all seats of what the net expects for each, brought from -1..1 to 0..1."""
    box, seats, (hide, observe) = ruleset.box, ruleset.seats, (ruleset.entries.hide, ruleset.entries.observe)
    is_blanked = ruleset.spec.is_hidden and ruleset.spec.observe_needs_hiding
    total = np.zeros((len(states), seats))
    for seat in range(seats):
        seen = states.copy() if is_blanked else states
        features = np.zeros((len(states), ruleset.observation_size), np.float32)
        for index, row in enumerate(features):
            if is_blanked:
                hide(box, seen, index, seat)
            observe(box, seen, index, seat, row)
        total += np.roll(think_of_all(net, features), seat, axis=1)
    return np.clip((1.0 + total / seats) / 2.0, 0.0, 1.0)


def think_of_all(net: Net, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a net expects for each seat, the observer first, in many observations: `core.nets.think`, a layer at once."""
    sizes, weights = net.facts.sizes, net.weights
    numbers = _held(features * weights[: sizes.features])
    at = sizes.features
    for before, after in pairwise(sizes.layers):
        matrix = weights[at : at + before * after].reshape(before, after)
        bias = weights[at + before * after : at + (before + 1) * after]
        at += (before + 1) * after
        if at == len(weights):  # of the last layer only what seats expect
            return np.asarray(numbers @ matrix[:, sizes.actions :] + bias[sizes.actions :])
        numbers = _held(np.maximum(numbers @ matrix + bias, np.float32(0.0)))
    raise AssertionError("a net has a last layer")


def _held(numbers: Any) -> NDArray[np.float32]:
    """Rounded as `core.nets.held` does."""
    return np.asarray((np.clip(numbers, -MOST, MOST) + FENCE) - FENCE, np.float32)

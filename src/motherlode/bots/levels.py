"""Levels: opponents with names people understand, from one that a child beats to the strongest there is.

What each does in a game is in `GameSpec.search`. Weaker levels err like people: they see less far, and among
candidates they take the better one more often, the more it is better; they never play at random.
"""

from math import exp

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, ExactBot, look_ahead
from motherlode.bots.drawing import draw
from motherlode.bots.net import NetBot, find_net
from motherlode.bots.search import Budget, SearchBot, prepare_search
from motherlode.core.contract import Records
from motherlode.core.ruleset import Ruleset

MOST_MILLISECONDS = 800  # for a decision, however slow the machine is


class OneStepBot:
    """Looks one action ahead and often takes what is nearly as good as the best."""

    samples = 4  # of chance and of what is hidden, for each action

    def __init__(self, noise: float) -> None:
        self.noise = noise

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """An action, the likelier the closer its value is to the best; what is close depends on how they differ."""
        values = look_ahead(ruleset, states, seat, random, self.samples)
        best = max(value for _, value in values)
        usual = sum(best - value for _, value in values) / len(values)
        if usual <= 0.0:
            return values[draw([1.0] * len(values), random)][0]
        weights = [exp((value - best) / (usual * max(self.noise, 1e-6))) for _, value in values]
        return values[draw(weights, random)][0]


def make_level(ruleset: Ruleset, name: str, is_timed: bool) -> Bot:
    """The bot of a level; timed, it answers within MOST_MILLISECONDS even where that costs strength."""
    level = ruleset.spec.search.levels[name]
    if level.is_exact:
        return ExactBot()
    net = find_net(ruleset) if level.net_iterations else None
    if net is not None and level.net_iterations == 1:
        return NetBot(net, level.noise)
    iterations = level.iterations if net is None else level.net_iterations
    if iterations:
        prepare_search(ruleset)
        return SearchBot(Budget(iterations, MOST_MILLISECONDS if is_timed else None), level.noise, net=net)
    return OneStepBot(level.noise)

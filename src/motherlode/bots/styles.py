"""Kinds of players: the greedy bot with other weights on what it likes one action ahead.

What an action leads to is worth the seat's own share by `evaluate`, and more or less for other things: how far it has
come by then (`progress`), how far the others have, and how much that hangs on chance and on what is hidden.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.core.chance import pick_outcome
from motherlode.core.contract import CHANCE, Records
from motherlode.core.layout import copied
from motherlode.core.ruleset import Ruleset

SAMPLES = 4  # of chance and of what is hidden, for each action
TIE = 1e-9


class Style(NamedTuple):
    """Weights beside the own share, which weighs 1."""

    own: float = 0.0  # how far the seat has come
    others: float = 0.0  # how far the best of the others has come
    spread: float = 0.0  # standard deviation of the share over samples


STYLES = {
    "aggressive": Style(others=-2.0),  # throws others back
    "hoarding": Style(own=2.0),  # takes what counts now
    "cautious": Style(spread=-2.0),  # leaves nothing to chance
}


class StyleBot:
    """Plays what looks best one action ahead, in its own way."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action with the best weighted mean; ties are broken at random."""
        actions = ruleset.legal(states)
        found = np.zeros((len(actions), SAMPLES, 3))
        others = [other for other in range(ruleset.seats) if ruleset.sides[other] != ruleset.sides[seat]]
        for sample in range(SAMPLES):
            world = ruleset.resampled(states, seat, random)
            for index, action in enumerate(actions):
                after = copied(world)
                ruleset.apply_unchecked(after, action)
                _let_chance_act(ruleset, after, random)
                came = ruleset.progress(after)
                found[index, sample] = (
                    ruleset.evaluate(after)[seat],
                    came[seat],
                    max((came[other] for other in others), default=0.0),
                )
        means = found.mean(axis=1)
        values = means[:, 0] + self.style.own * means[:, 1] + self.style.others * means[:, 2]
        values += self.style.spread * found[:, :, 0].std(axis=1)
        best = np.flatnonzero(values >= values.max() - TIE)
        return actions[int(best[ruleset.below(random, len(best))])]


def _let_chance_act(ruleset: Ruleset, states: Records, random: NDArray[np.uint32]) -> None:
    """Until a seat is to act or the game is over."""
    while states["to_act"].item(0) == CHANCE:
        outcomes = ruleset.chance_unchecked(states)
        ticket = ruleset.below(random, sum(weight for _, weight in outcomes))
        ruleset.apply_unchecked(states, pick_outcome(outcomes, ticket))

"""Lots: how bots that err choose among actions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.core.compiling import at_hand
from motherlode.core.streams import next_word


def draw(weights: Sequence[float], random: NDArray[np.uint32]) -> int:
    """An index, in proportion to the weights."""
    ticket = at_hand(next_word)(random, 0) / 2**32 * sum(weights)
    for index, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return index
    return 0

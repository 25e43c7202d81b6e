"""The observation of a game as a Gymnasium space."""

import numpy as np
from gymnasium import spaces

from motherlode.core.ruleset import Ruleset


def observation_box(ruleset: Ruleset) -> spaces.Box[np.float32]:
    """The space of observations: each number has the bounds of its feature."""
    bounds = [(feature.low, feature.high) for feature in ruleset.features for _ in range(feature.size)]
    low, high = np.array(bounds, np.float32).T
    return spaces.Box(low, high, dtype=np.float32)

"""Games for learners: PettingZoo, Gymnasium and OpenSpiel.

Importing this package registers the games with Gymnasium, where that is installed.
"""

from contextlib import suppress

from motherlode.core.errors import NotFound

with suppress(NotFound):
    from motherlode.envs import gymnasium as gymnasium

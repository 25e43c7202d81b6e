"""Games for learners: PettingZoo, Gymnasium and OpenSpiel.

Importing this package registers the games with Gymnasium, where that is installed.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from motherlode.envs import gymnasium as gymnasium

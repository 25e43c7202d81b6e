"""Play thousands of games side by side and measure how a policy does: `python examples/vectorised_rollout.py`.

The policy plays seat 0 against greedy opponents, inside one compiled call for each step. It is a random one here; give
`roll_out` your own function of observations and masks.
"""

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import motherlode
from motherlode.envs.vector import Step, VectorEnv

Policy = Callable[[Step], NDArray[np.int32]]


def play_at_random(step: Step) -> NDArray[np.int32]:
    """Any legal action; a network would use step.observations and step.mask."""
    return step.sampled


def roll_out(env: VectorEnv, policy: Policy, num_games: int) -> tuple[int, float]:
    """Step until so many games have ended; how many did, and the mean reward of seat 0."""
    step, ended, total = env.reset(), 0, 0.0
    while ended < num_games:
        step = env.step(policy(step))
        ended += int(step.is_over.sum())
        total += float(step.rewards[:, 0].sum())
    return ended, total / ended


def main(name: str = "madcap", num_games: str = "20000") -> None:
    """Measure the random policy."""
    env = VectorEnv(motherlode.game(name), 1024, seed=1, learner=0, opponent="greedy")
    ended, mean = roll_out(env, play_at_random, int(num_games))
    env.close()
    print(f"{ended} games of {name}: a random player gets {mean:+.3f} on average against greedy ones")


if __name__ == "__main__":
    main(*sys.argv[1:])

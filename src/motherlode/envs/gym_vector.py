"""Many games at once under Gymnasium's own API: `gymnasium.make_vec("motherlode/Madcap-v1", num_envs=1024)`.

The single-agent view of `motherlode.envs.vector`: one seat learns, the others play at random or greedily inside the
compiled step.
"""

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from motherlode.core.errors import BadInput, Code
from motherlode.envs.spaces import observation_box
from motherlode.envs.vector import Step, VectorEnv
from motherlode.table.game import find

SEEDS = 2**31  # environments that are given no seed draw one below this

Info = dict[str, Any]


class GymVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float32], NDArray[np.integer[Any]], NDArray[Any]]):
    """A vector environment in which one seat of each game learns.

    A game that ends begins anew in the same step: the observation is of the next game, and `info["final_obs"]` has the
    last one of the game that ended, in the rows that `info["_final_obs"]` marks. `info["action_mask"]` has 1 for each
    legal action, `info["sampled"]` a random one of them. A game that the rules cut off at a cap is truncated, not
    terminated. All but the rewards and terminations are the same arrays in every step, filled anew, unless `copy`.

    Args:
        num_envs: How many games run side by side.
        name: Of the game.
        seats: How many sit at each table; the fewest by default.
        seat: The learner's; None: environment i learns for seat i modulo the number of seats.
        opponents: "greedy" or "random".
        rewards: "end", "scores" or "progress", as for `vector.VectorEnv`.
        illegal: "forfeit": an illegal action loses the game for a reward of -1 (with progress -2); or "raise"
            IllegalAction.
        threads: How many threads share the work.
        copy: Whether each step returns fresh arrays.
        options: Of the game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  (Gymnasium's way)

    def __init__(  # parameters: gymnasium.make_vec hands every setting over by its name
        self,
        num_envs: int,
        name: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        opponents: str = "greedy",
        rewards: str = "end",
        illegal: str = "forfeit",
        threads: int | None = None,
        copy: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise BadInput(Code.BAD_CHOICE, f"render mode {render_mode!r}: vector environments are not drawn")
        game = find(name, seats, **options)
        self.num_envs = num_envs
        self.games = VectorEnv(
            game, num_envs, seed=secrets.randbelow(SEEDS), threads=threads, rewards=rewards,
            learner="each" if seat is None else seat, opponent=opponents, illegal=illegal, copy=copy,
        )  # fmt: skip
        self.single_observation_space = observation_box(game)
        self.single_action_space = spaces.Discrete(game.limits.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._always = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin every game anew; one seed is for all, since environment i draws from its stream i."""
        if seed is not None and not isinstance(seed, int):
            raise BadInput(Code.BAD_CHOICE, f"{len(seed)} seeds: one seed is for all environments")
        if options:
            raise BadInput(Code.BAD_CHOICE, f"options {options!r}: vector environments have none")
        super().reset(seed=seed)
        step = self.games.reset(seed)
        return step.observations, self._info(step)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play an action of every learner, then chance and the other seats until the learner is to act again."""
        step = self.games.step(actions)
        info = self._info(step)
        if step.is_over.any():
            finals = self.games.final_observations
            info |= {"final_obs": finals.copy() if self.games.copy else finals, "_final_obs": step.is_over}
        rewards = step.rewards[self._rows, self.games.learners]
        return step.observations, rewards, step.is_over & ~step.is_truncated, step.is_truncated, info

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.games.close()

    def _info(self, step: Step) -> Info:
        return {
            "action_mask": step.mask, "_action_mask": self._always, "sampled": step.sampled, "_sampled": self._always,
        }  # fmt: skip

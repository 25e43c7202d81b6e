"""Many games at once on the CPU: one compiled call a step, for self-play or against the engine's own players.

A step plays one action in every environment, then chance; a game that ends is rewarded and begins anew in the same
step (Gymnasium's `AutoresetMode.SAME_STEP`). What comes back is a `Step` of arrays that the environment owns and fills
again in the next step: nothing is allocated and nothing copied, unless `copy=True` asks for it. Environment i draws all
its chance from stream i of the seed, so results do not depend on the number of threads, nor on the number of
environments.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motherlode.core import playouts
from motherlode.core.contract import NOBODY, Records
from motherlode.core.errors import BadInput, Code, IllegalAction, shown
from motherlode.core.processors import num_processors
from motherlode.core.reading import read_actions, read_count, read_seed, whole_number
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

FEWEST_PER_THREAD = 512  # environments; fewer are not worth waking a thread
GREEDY_SAMPLES = 8  # how often a greedy opponent tries chance and what is hidden, for each action
OPPONENTS = {"random": playouts.RANDOM, "greedy": playouts.GREEDY}
ILLEGAL = {"raise": 0, "forfeit": 1}
REWARDS = {"end": playouts.END, "scores": playouts.SCORES, "progress": playouts.PROGRESS}


class Step(NamedTuple):
    """What every environment shows after a step; row i belongs to environment i."""

    observations: NDArray[np.float32]  # [envs, features]: what the seat to act sees
    mask: NDArray[np.int8]  # [envs, actions]: 1 where the seat to act may play the action
    to_act: NDArray[np.int32]  # [envs]: the seat to act
    rewards: NDArray[np.float32]  # [envs, seats]: of the step; 0 unless a game ended in it or progress is rewarded
    is_over: NDArray[np.bool_]  # [envs]: a game ended in this step; all else is of the next one
    counts: NDArray[np.int32]  # [envs]: how many actions are legal
    sampled: NDArray[np.int32]  # [envs]: one legal action, each equally likely
    is_truncated: NDArray[np.bool_]  # [envs]: the game that ended was cut off at a cap of its rules


class VectorEnv:
    """Many games of one ruleset, stepped together.

    Args:
        ruleset: The game, from `motherlode.game(...)`.
        num_envs: How many games run side by side.
        seed: Of all chance, and of the opponents.
        threads: How many threads share the work; by default one for each processor, if there is enough to do.
        rewards: "end": when a game is over, 1 for the sole winning side and -1 / (n - 1) for each other of n sides,
            shared firsts in between, so that rewards of sides add up to 0; partners get the same, and 0 is for
            everybody where nobody wins (alone: 1 for a win, else 0); "scores", as the rules count; or "progress": that
            of "end", and in every step what each side gained on the others (docs/research.md says how).
        learner: Who acts. None: every seat (self-play, `to_act` says which); a seat: that one alone; "each":
            environment i acts for seat i modulo the number of seats. The other seats play as `opponent` says.
        opponent: "random" or "greedy" (what looks best one step ahead).
        illegal: With a learner: "raise" IllegalAction and play nothing, or "forfeit" the game for a reward of -1 (with
            rewards for progress -2), for partners too. What is no action of the game at all is never played.
        copy: Whether each step returns fresh arrays.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        num_envs: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        rewards: str = "end",
        learner: int | str | None = None,
        opponent: str = "random",
        illegal: str = "raise",
        copy: bool = False,
    ) -> None:
        num_envs = read_count(num_envs, "environments")
        threads = None if threads is None else read_count(threads, "threads")
        self.ruleset = ruleset
        self.num_envs = num_envs
        self.copy = copy
        self.learners = _learners(ruleset, learner, num_envs)
        how_others_play = _choice("opponent", opponent, OPPONENTS)
        reward = _choice("rewards", rewards, REWARDS)
        self._can_forfeit = _choice("illegal", illegal, ILLEGAL)
        if self._can_forfeit and learner is None:
            raise BadInput(Code.BAD_CHOICE, "illegal 'forfeit' in self-play: it takes a learner who loses")
        limits, seats = ruleset.limits, ruleset.seats
        self.states: Records = np.zeros(num_envs, ruleset.spec.state)
        self.random = make_streams(read_seed(seed), num_envs)
        sides = np.array(ruleset.sides, np.int32)
        came = np.zeros((num_envs if reward == playouts.PROGRESS else 0, seats), np.float32)
        self._envs = playouts.Envs(self.states, self.random, self.learners, how_others_play, reward, sides, came)
        self._shown = playouts.Shown(
            observations=np.zeros((num_envs, ruleset.observation_size), np.float32),
            finals=np.zeros((0 if learner is None else num_envs, ruleset.observation_size), np.float32),
            mask=np.zeros((num_envs, limits.num_actions), np.int8),
            counts=np.zeros(num_envs, np.int32),
            to_act=np.zeros(num_envs, np.int32),
            rewards=np.zeros((num_envs, seats), np.float32),
            done=np.zeros(num_envs, np.int8),
            sampled=np.zeros(num_envs, np.int32),
            capped=np.zeros(num_envs, np.int8),
        )
        self.final_observations = self._shown.finals  # what the learner saw last of the game that ended; empty without
        self._current = _seen(self._shown)
        self._find_illegal = ruleset.later("find_illegal")
        self._step = ruleset.later("step_envs")
        most = max(1, num_envs // FEWEST_PER_THREAD)
        num_threads = min(most, num_processors()) if threads is None else threads
        bounds = [num_envs * part // num_threads for part in range(num_threads + 1)]
        self._spans = [(start, stop, *self._new_buffers()) for start, stop in pairwise(bounds) if start < stop]
        self._pool = ThreadPoolExecutor(len(self._spans) - 1, "motherlode-envs") if len(self._spans) > 1 else None
        self._advance(np.full(num_envs, playouts.RESTART, np.int32))

    @property
    def num_actions(self) -> int:
        """Actions are 0 to num_actions - 1."""
        return self.ruleset.limits.num_actions

    @property
    def current(self) -> Step:
        """What the last step or reset showed."""
        shown: tuple[Any, ...] = self._current
        return Step(*(array.copy() for array in shown)) if self.copy else self._current

    def reset(self, seed: int | None = None) -> Step:
        """Begin every game anew, with the chance of a seed where one is given."""
        if seed is not None:
            self.random[:] = make_streams(read_seed(seed), self.num_envs)
        self._advance(np.full(self.num_envs, playouts.RESTART, np.int32))
        return self.current

    def step(self, actions: ArrayLike) -> Step:
        """Play actions[i] in environment i: whole numbers, as an array of integers or a list.

        All are checked before any is played; `illegal` says what happens if one is not legal.
        """
        chosen = read_actions(actions, self.num_envs, "environment")
        index = self._find_illegal(self._shown.mask, chosen)
        if index != playouts.LEGAL:
            if self._can_forfeit:
                is_action = (chosen >= 0) & (chosen < self.num_actions)
                index = playouts.LEGAL if is_action.all() else int(np.argmin(is_action))
            if index != playouts.LEGAL:
                legal = np.flatnonzero(self._shown.mask[index]).tolist()
                raise IllegalAction(
                    Code.ILLEGAL_ACTION,
                    f"illegal action {shown(whole_number(actions[index]))} in environment {index}: "  # type: ignore[index]
                    f"seat {self._shown.to_act[index]} may play {shown(legal)}",
                )
            is_legal = self._shown.mask[np.arange(self.num_envs), chosen] == 1
            chosen = np.where(is_legal, chosen, np.int32(playouts.FORFEIT))
        self._advance(chosen)
        return self.current

    def step_unchecked(self, actions: NDArray[np.int32]) -> Step:
        """`step` for who knows that the actions, 32-bit integers, are legal: others may end the process."""
        chosen = np.ascontiguousarray(actions, np.int32)  # machine code looks at no types
        if chosen.shape != (self.num_envs,):
            raise BadInput(Code.BAD_CHOICE, f"actions of shape {chosen.shape} for {self.num_envs} environments")
        self._advance(chosen)
        return self.current

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _new_buffers(self) -> tuple[playouts.Scratch, playouts.Trial]:
        """The buffers of one thread."""
        worlds, samples = (GREEDY_SAMPLES, 1) if self.ruleset.spec.is_hidden else (1, GREEDY_SAMPLES)
        return self.ruleset.new_scratch(), self.ruleset.new_trial(worlds, samples)

    def _advance(self, chosen: NDArray[np.int32]) -> None:
        """One step, on all threads; this one takes the first span."""
        pool = self._pool
        waiting = [] if pool is None else [pool.submit(self._run, chosen, *span) for span in self._spans[1:]]
        self._run(chosen, *self._spans[0])
        for span in waiting:
            span.result()

    def _run(
        self, chosen: NDArray[np.int32], start: int, stop: int, scratch: playouts.Scratch, trial: playouts.Trial
    ) -> None:
        rules, box = self.ruleset.pointers, self.ruleset.box
        self._step(rules, box, self._envs, self._shown, chosen, start, stop, scratch, trial)


def _learners(ruleset: Ruleset, learner: int | str | None, num_envs: int) -> NDArray[np.int32]:
    """The seat that acts in each environment; NOBODY where all do."""
    if learner is None:
        return np.full(num_envs, NOBODY, np.int32)
    if learner == "each":
        return (np.arange(num_envs) % ruleset.seats).astype(np.int32)
    seat = whole_number(learner)
    if seat is None or not 0 <= seat < ruleset.seats:
        raise BadInput(
            Code.UNKNOWN_SEAT,
            f"learner {shown(learner)}: must be a seat from 0 to {ruleset.seats - 1}, 'each', or None for self-play",
        )
    return np.full(num_envs, seat, np.int32)


def _choice(what: str, name: str, among: dict[str, int]) -> int:
    if not isinstance(name, str) or name not in among:
        raise BadInput(Code.BAD_CHOICE, f"{what} {shown(name)}: must be one of {', '.join(among)}")
    return among[name]


def _seen(shown: playouts.Shown) -> Step:
    """What a step shows, for reading only."""
    return Step(
        *map(
            _read_only,
            (
                shown.observations, shown.mask, shown.to_act, shown.rewards, shown.done.view(np.bool_), shown.counts,
                shown.sampled, shown.capped.view(np.bool_),
            ),
        )
    )  # fmt: skip


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view

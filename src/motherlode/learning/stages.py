"""Stages: many games at once, as arrays of JAX, on a CPU or a GPU.

Environments fill the same memory again at every step, and JAX believes that its arrays never change. So what a stage
shows may be read only until its next step, and whoever keeps something must have finished copying it by then.
"""

from typing import Any, NamedTuple, Protocol

import jax
import numpy as np

from motherlode.core.ruleset import Ruleset
from motherlode.envs.vector import VectorEnv


class Seen(NamedTuple):
    """What a stage shows: the first axis is the game, but on a GPU the last one is."""

    observations: Any  # float32[envs, features]
    mask: Any  # int8[envs, actions]
    to_act: Any  # int32[envs]
    rewards: Any  # float32[envs, seats], of the last step
    is_over: Any  # int8[envs]
    is_capped: Any  # int8[envs]: a cap on its length ended the game


class Stage(Protocol):
    """Many games at once; every seat is played by who steps."""

    is_turned: bool  # the game is the last axis

    def look(self) -> Seen:
        """What every game shows now."""

    def step(self, actions: Any) -> None:
        """Play an action in every game."""


class CpuStage:
    """Games on the CPU."""

    is_turned = False

    def __init__(self, ruleset: Ruleset, num_envs: int, seed: int, rewards: str) -> None:
        self._env = VectorEnv(ruleset, num_envs, seed=seed, rewards=rewards)

    def look(self) -> Seen:
        """What every game shows now."""
        now = self._env.current
        return Seen(now.observations, now.mask, now.to_act, now.rewards, now.is_over, now.is_truncated)

    def step(self, actions: Any) -> None:
        """Play an action in every game."""
        self._env.step(np.asarray(actions))


class GpuStage:
    """Games on a GPU; nothing leaves it."""

    is_turned = True

    def __init__(self, ruleset: Ruleset, num_envs: int, seed: int, rewards: str) -> None:
        from motherlode.envs.gpu_vector import GpuVectorEnv

        self._env = GpuVectorEnv(ruleset, num_envs, seed=seed, rewards=rewards)
        now = self._env.current
        shown = (now.observations, now.mask, now.to_act, now.rewards, now.is_over, now.is_truncated)
        self._seen = Seen(*(jax.dlpack.from_dlpack(_Rows(each)) for each in shown))  # the memory of every later step

    def look(self) -> Seen:
        """What every game shows now."""
        self._env.synchronize()
        return self._seen

    def step(self, actions: Any) -> None:
        """Play an action in every game."""
        self._env.step(jax.block_until_ready(actions))


class _Rows:
    """An array of a `GpuVectorEnv` as it lies in memory, the game as its last axis, for DLPack."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.__cuda_array_interface__ = dict(array.base.__cuda_array_interface__)

    def __dlpack_device__(self) -> tuple[int, int]:
        where: tuple[int, int] = self._array.__dlpack_device__()
        return where

    def __dlpack__(self, **more: Any) -> Any:
        """A capsule; who asks has waited for the device."""
        from cuda.core.utils import StridedMemoryView

        more.pop("stream", None)
        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(stream=-1, **more)


def make_stage(ruleset: Ruleset, num_envs: int, seed: int, rewards: str, device: str) -> Stage:
    """A stage on "cpu" or "cuda"."""
    kind = CpuStage if device == "cpu" else GpuStage
    return kind(ruleset, num_envs, seed, rewards)

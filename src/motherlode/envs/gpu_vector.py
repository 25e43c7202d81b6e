"""Many games at once on a GPU: positions, observations, masks, rewards and resets stay on the device.

One kernel launch is one step of every environment, as in `motherlode.envs.vector`: the same seed and the same actions
give the same bytes. torch, JAX and CuPy take the arrays by DLPack without a copy, and see every later step in them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.core import gpu
from motherlode.core.errors import BadInput, Code, IllegalAction, shown
from motherlode.core.reading import NO_ACTION, read_actions, read_count, read_seed
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import STREAM_WORDS, make_streams
from motherlode.envs.vector import REWARDS

cuda: Any = gpu.cuda  # type: ignore[attr-defined]

MAX_ACTION = 2**31 - 1


class DeviceArray:
    """An array on the device, with the environment as its first axis; other libraries take it as it is.

    In memory the environment is the last axis, since neighbouring threads then write to neighbouring addresses.
    """

    def __init__(self, base: Any, num_envs: int) -> None:
        self.base = base  # [..., envs], rounded up to whole blocks
        self.shape = (num_envs, *base.shape[:-1])
        self.dtype = base.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = dict(self.base.__cuda_array_interface__)
        item = self.dtype.itemsize
        strides = (item,) if len(self.shape) == 1 else (item, self.base.shape[-1] * item)
        return interface | {"shape": self.shape, "strides": strides}

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, int(cuda.get_current_device().id))  # 2: kDLCUDA

    def __dlpack__(self, *, stream: int | None = None, **more: Any) -> Any:
        """A DLPack capsule. Waits for the device, unless the consumer says by -1 that it does so itself."""
        from cuda.core.utils import StridedMemoryView

        if stream != -1:
            cuda.synchronize()
        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(stream=-1, **more)

    def copy_to_host(self) -> NDArray[Any]:
        """A copy as a NumPy array, environments first."""
        return np.ascontiguousarray(np.moveaxis(self.base.copy_to_host(), -1, 0)[: self.shape[0]])


class DeviceStep(NamedTuple):
    """What every environment shows after a step, on the device; the fields are those of `vector.Step`."""

    observations: DeviceArray  # float32
    mask: DeviceArray  # int8
    to_act: DeviceArray  # int32
    rewards: DeviceArray  # float32
    is_over: DeviceArray  # int8
    counts: DeviceArray  # int32
    sampled: DeviceArray  # int32
    is_truncated: DeviceArray  # int8


class GpuVectorEnv:
    """Many games of one ruleset, stepped together on a GPU; every seat is played by the caller.

    Args:
        ruleset: The game, from `motherlode.game(...)`.
        num_envs: How many games run side by side; a device is full from about 2**18 on.
        seed: Of all chance.
        rewards: "end", "scores" or "progress", as for `vector.VectorEnv`.
        stream: The address of a CUDA stream (`torch.cuda.current_stream().cuda_stream`); 0 is the default one.
        block: The most threads in a block, a power of two; None: what suits the game.
        has_lists: Whether a step keeps its lists of actions in the block's memory too; None: if 128 threads have room.
        registers: The most registers for a thread; None: gpu.MAX_REGISTERS.
        parts: What a step shows, to measure what that costs.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        num_envs: int,
        *,
        seed: int = 0,
        rewards: str = "end",
        stream: int = 0,
        block: int | None = None,
        has_lists: bool | None = None,
        registers: int | None = None,
        parts: int = gpu.ALL,
    ) -> None:
        gpu.check_device()
        num_envs = read_count(num_envs, "environments")
        if not isinstance(rewards, str) or rewards not in REWARDS:
            raise BadInput(Code.BAD_CHOICE, f"rewards {shown(rewards)}: must be one of {', '.join(REWARDS)}")
        self.ruleset = ruleset
        self.num_envs = num_envs
        if has_lists is None:
            has_lists = gpu.shared_bytes(ruleset, block or gpu.THREADS_PER_BLOCK, True) <= gpu.SHARED_BYTES
        self._block = gpu.block_size(ruleset, block, has_lists, gpu.most_shared())
        self._num_blocks = -(-num_envs // self._block)
        width = self._num_blocks * self._block
        limits, state = ruleset.limits, ruleset.spec.state
        self._stream = cuda.external_stream(stream) if stream else 0
        words = cuda.device_array(width * state.itemsize // gpu.LONG_BYTES, np.uint64)
        streams = cuda.device_array((STREAM_WORDS, width), np.uint32)
        self._envs = gpu.DeviceEnvs(words, streams, num_envs)
        mask_words = cuda.device_array((limits.num_actions, width // gpu.LONG_BYTES), np.uint64)
        self._shown = gpu.DeviceShown(
            observations=cuda.device_array((ruleset.observation_size, width), np.float32),
            mask=mask_words.view(np.int8),
            mask_words=mask_words,
            counts=cuda.device_array(width, np.int32),
            to_act=cuda.device_array(width, np.int32),
            rewards=cuda.device_array((ruleset.seats, width), np.float32),
            done=cuda.device_array(width, np.int8),
            sampled=cuda.device_array(width, np.int32),
            capped=cuda.device_array(width, np.int8),
            illegal=cuda.to_device(np.array([0, num_envs], np.int32)),
        )
        self._chosen = cuda.device_array(width, np.int32)
        self._num_checked = 0  # illegal actions that `check` has spoken of
        self._shared_bytes = gpu.shared_bytes(ruleset, self._block, has_lists)
        self._kernel = _kernel(ruleset, self._block, has_lists, registers, parts, REWARDS[rewards], self._shared_bytes)
        out = self._shown
        arrays = (out.observations, out.mask, out.to_act, out.rewards, out.done, out.counts, out.sampled, out.capped)
        self.current = DeviceStep(*(DeviceArray(array, num_envs) for array in arrays))
        self.actions = DeviceArray(self._chosen, num_envs)  # write here, then `step()`, to avoid a copy
        self.reset(seed)

    def reset(self, seed: int | None = None) -> DeviceStep:
        """Begin every game anew, with the chance of a seed where one is given."""
        if seed is not None:
            width = self._num_blocks * self._block
            streams = np.ascontiguousarray(make_streams(read_seed(seed), width).T)
            self._envs.streams.copy_to_device(streams, stream=self._stream)
        return self._launch(self._chosen, True)

    def step(self, actions: Any = None) -> DeviceStep:
        """Play actions[i] in environment i: an array of integers, or else what was written to `self.actions`.

        Arrays of torch, JAX, CuPy and Numba are read where they are; 32-bit ones are not even copied on the device.

        The launch is asynchronous, so that nothing is raised for an illegal action, be it a number that is no action at
        all: it leaves its environment as it is, `num_illegal` counts it and `check` tells of it.
        """
        chosen = self._chosen if actions is None else self._read(actions)
        if chosen.dtype != np.int32 or chosen.strides[0] != gpu.WORD_BYTES:
            _convert[self._num_blocks, self._block, self._stream](chosen, self._chosen, self.num_envs)
            chosen = self._chosen
        return self._launch(chosen, False)

    def check(self) -> None:
        """Raise IllegalAction if an action since the last check was illegal; waits for the device."""
        self.synchronize()
        total, first = self._shown.illegal.copy_to_host().tolist()
        count = total - self._num_checked
        if count:
            self._num_checked = total
            self._shown.illegal[1] = self.num_envs
            words = ("illegal action", "it was") if count == 1 else ("illegal actions", "they were")
            raise IllegalAction(
                Code.ILLEGAL_ACTION,
                f"{count} {words[0]} since the last check, the first in environment {first}: {words[1]} not played",
            )

    @property
    def num_illegal(self) -> int:
        """How many illegal actions were asked for since the environments were made; waits for the device."""
        self.synchronize()
        return int(self._shown.illegal.copy_to_host()[0])

    def _read(self, actions: Any) -> Any:
        """Somebody's array as one of Numba's; only arrays on the host are copied."""
        if isinstance(actions, DeviceArray):
            shape, found = actions.shape, actions.base
        else:
            if hasattr(actions, "copy_to_host"):
                found = actions
            elif hasattr(actions, "__cuda_array_interface__"):
                found = cuda.as_cuda_array(actions)
            else:
                found = cuda.to_device(read_actions(actions, self.num_envs, "environment"))
            shape = found.shape
        if shape != (self.num_envs,) or found.dtype.kind not in "iu":
            raise IllegalAction(
                Code.UNREADABLE_ACTION,
                f"unreadable actions of type {found.dtype} and shape {shape}: "
                f"expected a whole number for each of {self.num_envs} environments",
            )
        return found

    def _launch(self, chosen: Any, is_new: bool) -> DeviceStep:
        """One step on the device, or with `is_new` a new game everywhere."""
        self._kernel[self._num_blocks, self._block, self._stream, self._shared_bytes](
            *self._envs, *self._shown, chosen, is_new
        )
        return self.current

    def states(self) -> NDArray[Any]:
        """A copy of the positions, on the host."""
        return self._envs.words.copy_to_host().view(self.ruleset.spec.state)[: self.num_envs]  # type: ignore[no-any-return]

    def synchronize(self) -> None:
        """Wait until every step so far is done."""
        cuda.synchronize()


@cuda.jit  # type: ignore[untyped-decorator]
def _convert(chosen: Any, out: Any, count: Any) -> None:
    """Integers of any width as 32-bit ones; NO_ACTION for those that do not fit."""
    env = cuda.grid(1)
    if env < count:
        action = chosen[env]
        if action >= 0 and action <= MAX_ACTION:
            out[env] = action
        else:
            out[env] = NO_ACTION


_kernels: dict[tuple[Any, ...], Any] = {}


def _kernel(
    ruleset: Ruleset, block: int, has_lists: bool, registers: int | None, parts: int, reward: int, shared_bytes: int
) -> Any:
    """The device kernel of a ruleset, compiled once in a process for all rulesets with the same box."""
    made_of = (ruleset.spec.name, ruleset.seats, ruleset.box.tobytes(), block, has_lists, registers, parts, reward)
    if made_of not in _kernels:
        step = gpu.step_kernel(ruleset, block, has_lists, parts, reward)
        most_registers = registers or gpu.MAX_REGISTERS
        _kernels[made_of] = gpu.compiled(step, gpu.step_signature(), most_registers, shared_bytes)
    return _kernels[made_of]

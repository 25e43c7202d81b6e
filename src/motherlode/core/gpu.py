"""GPU mode: the same rules, compiled for a CUDA device by numba-cuda (the extra `gpu`).

Each thread plays on records in its own local memory, with the streams of `motherlode.core.streams`, so that thread t
plays the same games, byte for byte, as stream t does on the CPU. Nothing here is imported unless it is asked for.

Without a device, `NUMBA_ENABLE_CUDASIM=1` with `MOTHERLODE_MODE=plain` runs this code slowly in Python, and
`compile_ptx` compiles it for a device that is not there: the tests do both.
"""

import contextlib
from types import SimpleNamespace
from unittest import mock

import numba
import numpy as np

from motherlode.core import playouts
from motherlode.core.errors import Barred, Code
from motherlode.core.streams import STREAM_WORDS, seed_stream

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda still names what NumPy 2.5 dropped
        setattr(np, _old, getattr(np, _new))

try:
    from numba import cuda
except ImportError as error:  # pragma: no cover  (the extra is installed in tests)
    raise Barred(Code.NO_GPU, f"GPU mode needs numba-cuda: pip install 'motherlode[gpu]' ({error})") from None

THREADS_PER_BLOCK = 128
HOPPER = (9, 0)


def check_device():
    """Raise unless a CUDA device (or the simulator) can be used."""
    if not cuda.is_available():
        raise Barred(Code.NO_GPU, "GPU mode needs a CUDA device and its driver: none was found")


def playout_kernel(ruleset):
    """A device kernel that plays whole random games of a ruleset, one stream for each thread."""
    kernels, limits, state_type = ruleset.spec.kernels, ruleset.limits, ruleset.spec.state
    setup, legal, chance, apply, scores = (
        kernels.setup,
        kernels.legal,
        kernels.chance,
        kernels.apply,
        kernels.scores,
    )
    play_many, num_seats = playouts.play_many, ruleset.seats
    max_legal, max_chance = max(1, limits.max_legal), max(1, limits.max_chance)

    def play(box, seed, num_games, limit, counts, totals, finals):
        thread = cuda.grid(1)
        if thread >= counts.shape[0]:
            return
        states = cuda.local.array(1, state_type)
        random = cuda.local.array((1, STREAM_WORDS), np.uint32)
        actions = cuda.local.array(max_legal, np.int32)
        outcomes = cuda.local.array(max_chance, np.int32)
        weights = cuda.local.array(max_chance, np.int64)
        out = cuda.local.array(num_seats, np.int32)
        sums = cuda.local.array(num_seats, np.int64)
        for seat in range(num_seats):
            sums[seat] = 0
        seed_stream(random, 0, seed, thread)
        counts[thread] = play_many(
            setup, legal, chance, apply, scores, box, states, random, 0, actions, outcomes, weights, out, sums,
            num_games, limit,
        )  # fmt: skip
        for seat in range(num_seats):
            totals[thread, seat] = sums[seat]
        finals[thread] = states[0]

    return play


_kernels = {}


def _compiled(ruleset):
    """The device kernel of a ruleset, compiled once in a process for all rulesets with the same sizes."""
    sizes = (ruleset.spec.name, ruleset.seats, ruleset.limits.max_legal, ruleset.limits.max_chance)
    if sizes not in _kernels:
        _kernels[sizes] = cuda.jit(playout_kernel(ruleset))
    return _kernels[sizes]


def random_games(ruleset, num_threads, games_per_thread, seed=0, limit=None, repeats=0):
    """Play random games on the device: actions and totals by thread, last positions, and kernel milliseconds.

    Thread t plays as stream t of the seed. With `limit`, only that many actions of each game are played. The time is
    the best of `repeats` more launches, measured by device events; 0 without any.
    """
    check_device()
    play = _compiled(ruleset)
    most = ruleset.limits.max_length if limit is None else limit
    box = cuda.to_device(ruleset.box.copy())
    counts = cuda.to_device(np.zeros(num_threads, np.int64))
    totals = cuda.to_device(np.zeros((num_threads, ruleset.seats), np.int64))
    finals = cuda.to_device(np.zeros(num_threads, ruleset.spec.state))
    blocks = -(-num_threads // THREADS_PER_BLOCK)
    play[blocks, THREADS_PER_BLOCK](box, seed, games_per_thread, most, counts, totals, finals)
    cuda.synchronize()
    times = []
    for _ in range(repeats):
        start, stop = cuda.event(), cuda.event()
        start.record()
        play[blocks, THREADS_PER_BLOCK](box, seed, games_per_thread, most, counts, totals, finals)
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop))
    return counts.copy_to_host(), totals.copy_to_host(), finals.copy_to_host(), min(times, default=0.0)


@contextlib.contextmanager
def imagined_device(capability=HOPPER):
    """Let numba-cuda compile for a device that is not there."""
    from numba.cuda import dispatcher

    with mock.patch.object(
        dispatcher, "get_current_device", return_value=SimpleNamespace(compute_capability=capability)
    ):
        yield


def compile_ptx(function, signature, capability=HOPPER):
    """The PTX text of a device kernel; needs libnvvm but no device."""
    with imagined_device(capability):
        text, _ = cuda.compile(function, signature, cc=capability, device=False, abi="numba")
    return text


def playout_signature(ruleset):
    """The argument types of `playout_kernel`."""
    boxes = numba.typeof(ruleset.box.copy())
    states = numba.typeof(np.zeros(1, ruleset.spec.state))
    number = numba.int64
    return numba.void(boxes, number, number, number, numba.int64[::1], numba.int64[:, ::1], states)

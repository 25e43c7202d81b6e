"""GPU mode: the same rules, compiled for a CUDA device by numba-cuda (the extra `gpu`).

Each thread plays on records in its own local memory, with the streams of `motherlode.core.streams`, so that thread t
plays the same games, byte for byte, as stream t does on the CPU. Nothing here is imported unless it is asked for.

Without a device, `NUMBA_ENABLE_CUDASIM=1` with `MOTHERLODE_MODE=plain` runs this code slowly in Python, and
`compile_ptx` compiles it for a device that is not there: the tests do both.
"""

from typing import Any, NamedTuple

import numpy as np

from motherlode.core import cuda_adapter
from motherlode.core.compiling import as_written
from motherlode.core.contract import CHANCE, NUM_KINDS, OVER, How, Kernels
from motherlode.core.errors import Barred, Code
from motherlode.core.outcomes import gain_of, reward_of
from motherlode.core.playouts import END, PROGRESS, RESTART, SCORES, Scratch, play_many
from motherlode.core.streams import STREAM_WORDS, below, pick, seed_stream

try:
    import numba
    from numba import cuda

    from motherlode.core.numba_adapter import HOW
except ImportError as error:  # pragma: no cover  (the extra is installed in tests)
    raise Barred(Code.NO_GPU, f"GPU mode needs numba-cuda: pip install 'motherlode[gpu]' ({error})") from None

HAS_COMPILER = not numba.config.ENABLE_CUDASIM  # the simulator runs Python
THREADS_PER_BLOCK = 128
THREADS_TO_GROUP = 512  # of a block, where threads are grouped by kind: the more of them, the more warps of one kind
MAX_REGISTERS = 128  # of a thread: with more of them a processor has room for fewer than four such blocks
HOPPER = (9, 0)
SHARED_BYTES = 47 * 1024  # what a block may use of its processor's own memory for this, of 48 KB without asking
KEPT_BYTES = 2 * 1024  # of that memory for the rest
LONG_BYTES, WORD_BYTES, SHORT_BYTES = 8, 4, 2
MASK, OBSERVATION = 1, 2  # parts of a step that can be left out to see what they cost
ALL = MASK | OBSERVATION


def check_device():
    """Raise unless a CUDA device (or the simulator) can be used."""
    if not cuda.is_available():
        raise Barred(Code.NO_GPU, "GPU mode needs a CUDA device and its driver: none was found")


def device_rules(ruleset):
    """The rules of a game for the closure of a device kernel; numba-cuda does not look for them inside a tuple."""
    if not HAS_COMPILER:
        return ruleset.spec.kernels
    return Kernels(*(cuda.jit(device=True, **HOW)(as_written(kernel)) for kernel in ruleset.spec.kernels))


class DeviceEnvs(NamedTuple):
    """Environments on a device: the games that run in them."""

    words: Any  # uint64: their positions, one after the other
    streams: Any  # uint32[STREAM_WORDS, envs]
    num_envs: Any  # int: how many there are; the arrays are rounded up to whole blocks


class DeviceShown(NamedTuple):
    """What environments on a device show after a step: `playouts.Shown` with the environment as the last axis."""

    observations: Any  # float32[features, envs]
    mask: Any  # int8[actions, envs]
    mask_words: Any  # uint64[actions, envs / 8]: the same memory as `mask`
    counts: Any  # int32[envs]
    to_act: Any  # int32[envs]
    rewards: Any  # float32[seats, envs]
    done: Any  # int8[envs]
    sampled: Any  # int32[envs]
    capped: Any  # int8[envs]
    illegal: Any  # int32[2]: how many chosen actions were not legal, and in which environment first


def playout_kernel(ruleset):
    """A device kernel that plays whole random games of a ruleset, one stream for each thread."""
    rules, limits, state_type = device_rules(ruleset), ruleset.limits, ruleset.spec.state
    num_seats = ruleset.seats
    max_legal, max_chance = max(1, limits.max_legal), max(1, limits.max_chance)

    def play(boxes, seed, num_games, limit, counts, totals, finals):
        thread = cuda.grid(1)
        if thread >= counts.shape[0]:
            return
        states = cuda.local.array(1, state_type)
        random = cuda.local.array((1, STREAM_WORDS), np.uint32)
        scratch = Scratch(
            cuda.local.array(max_legal, np.int32),
            cuda.local.array(max_chance, np.int32),
            cuda.local.array(max_chance, np.int64),
            cuda.local.array(num_seats, np.int32),
        )
        sums = cuda.local.array(num_seats, np.int64)
        for seat in range(num_seats):
            sums[seat] = 0
        seed_stream(random, 0, seed, thread)
        counts[thread] = play_many(rules, boxes, states, random, 0, scratch, sums, num_games, limit)
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


def shared_bytes(ruleset, block, has_lists):
    """The shared memory of a block: its positions and, with `has_lists`, its lists of legal actions."""
    return block * (ruleset.spec.state.itemsize + (SHORT_BYTES * ruleset.limits.max_legal if has_lists else 0))


def most_shared():
    """The memory that a block may use here, if it asks and there is a way to."""
    if not HAS_COMPILER or not cuda_adapter.fits():
        return SHARED_BYTES
    return cuda.get_current_device().MAX_SHARED_MEMORY_PER_BLOCK_OPTIN - KEPT_BYTES


def block_size(ruleset, most=None, has_lists=False, room=SHARED_BYTES):
    """How many threads a block may have so that what it shares fits into its memory; a power of two."""
    size = most or (THREADS_PER_BLOCK if ruleset.spec.kind is None else THREADS_TO_GROUP)
    while size > 32 and shared_bytes(ruleset, size, has_lists) > room:
        size //= 2
    return size


@cuda.jit(device=True)
def regroup(order, filled, lane, kind):
    """Which position of its block a thread takes on, so that those of one kind are with neighbouring threads."""
    if lane < NUM_KINDS:
        filled[lane] = 0
    cuda.syncthreads()
    rank = cuda.atomic.add(filled, kind, 1)
    cuda.syncthreads()
    for before in range(NUM_KINDS):
        rank += filled[before] if before < kind else 0
    order[rank] = lane
    cuda.syncthreads()
    return int(order[lane])


def step_kernel(ruleset, block, has_lists=False, parts=ALL, reward=END):
    """A device kernel for one step of many environments, one thread for each; see `motherlode.envs.gpu_vector`.

    The positions lie in device memory as records, one after the other. A block copies its own to shared memory word by
    word, neighbouring threads taking neighbouring words, and back after the step. Everything a thread writes out has
    the environment as its last axis, so that neighbouring threads write to neighbouring addresses. The mask is cleared
    by all threads of a block together, eight environments at a time, just before its ones are set: by then it would
    have left the cache. With `has_lists`, lists of legal actions are in shared memory too, else in each thread's.

    The box is part of the kernel, which is compiled for it alone: what rules read of it at a fixed index, such as the
    number of seats, is then a number in the code, and loops up to it have a known length.

    Threads of a warp that do different things wait for each other. Where a game says of which kind a position is, those
    of one kind are played, and then listed, by neighbouring threads: `slot` is the one that a thread has taken on.

    Every rule is called in one place only: each call is a copy of it, and a kernel that outgrows the memory for its
    instructions is slow. So what a reward is, END, SCORES or PROGRESS, is part of the kernel too; `progress` alone is
    called in two places, before and after the step, and only by a kernel that rewards it.
    """
    rules, limits, state_type = device_rules(ruleset), ruleset.limits, ruleset.spec.state
    num_seats, num_actions = ruleset.seats, limits.num_actions
    draw = ruleset.spec.draw or ruleset.spec.kernels.chance
    draws = ruleset.spec.draw is not None
    kind_of = ruleset.spec.kind or ruleset.spec.kernels.chance
    is_grouped = ruleset.spec.kind is not None
    is_hidden = ruleset.spec.is_hidden and ruleset.spec.observe_needs_hiding
    max_legal, max_chance = max(1, limits.max_legal), max(1, limits.max_chance)
    words_per_block = block * state_type.itemsize // LONG_BYTES
    mask_words_per_block = block // LONG_BYTES
    long_type, word_type = np.dtype(np.uint64), np.dtype(np.uint32)
    short_type, int_type, float_type = np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.float32)
    first_short = block * state_type.itemsize // SHORT_BYTES
    end_of_shorts = first_short + block * max_legal
    shows_mask, shows_observation = bool(parts & MASK), bool(parts & OBSERVATION)
    gives_scores = reward == SCORES
    gives_progress = reward == PROGRESS

    boxes = ruleset.box.copy()
    sides = np.array(ruleset.sides, np.int32)

    # parameters: the fields of DeviceEnvs and DeviceShown, since a launch looks up types: a tuple's takes it 0.1 ms
    def step(
        words, streams, num_envs, observations, mask, mask_words, counts, to_act, rewards, done, sampled,
        capped, illegal, chosen, restarts,
    ):  # fmt: skip
        lane = cuda.threadIdx.x
        first_word = cuda.blockIdx.x * words_per_block
        mask_word = cuda.blockIdx.x * mask_words_per_block + lane % mask_words_per_block
        first_env = cuda.blockIdx.x * block
        slot = lane
        env = first_env + lane
        states = cuda.shared.array(0, state_type)
        shared_words = cuda.shared.array(0, long_type)  # the same bytes as the records
        order = cuda.shared.array(block, short_type)
        filled = cuda.shared.array(NUM_KINDS, int_type)
        random = cuda.local.array((1, STREAM_WORDS), word_type)
        points = cuda.local.array(num_seats, int_type)
        before = cuda.local.array(num_seats, float_type)
        after = cuda.local.array(num_seats, float_type)
        if has_lists:
            actions = cuda.shared.array(0, short_type)[first_short + lane : end_of_shorts : block]
        else:
            actions = cuda.local.array(max_legal, short_type)[::1]
        outcomes = cuda.local.array(max_chance, short_type)
        weights = cuda.local.array(max_chance, int_type)
        for word in range(lane, words_per_block, block):
            shared_words[word] = words[first_word + word]
        cuda.syncthreads()
        if is_grouped:
            action = int(chosen[env]) if env < num_envs and not restarts else RESTART
            kind = kind_of(boxes, states, lane, action if action < num_actions else RESTART)
            slot = regroup(order, filled, lane, kind & (NUM_KINDS - 1))
            env = first_env + slot
        is_real = env < num_envs
        action = int(chosen[env]) if is_real and not restarts else RESTART
        is_legal = action >= 0 and action < num_actions and mask[action, env] != 0
        num_legal = 0
        ended = 0
        how = 0
        is_new = is_real and restarts
        is_waiting = not is_legal and not is_new
        if is_real:
            for word in range(STREAM_WORDS):
                random[0, word] = streams[word, env]
            if is_waiting:
                cuda.atomic.add(illegal, 0, 1)
                cuda.atomic.min(illegal, 1, env)
        is_looking = is_legal  # for the first position after the action in which a seat is to act, or nobody any more
        if gives_progress and is_legal:
            rules.progress(boxes, states, slot, before)
        while not is_waiting:
            if is_new:
                rules.setup(boxes, states, slot)
                is_new = False
            else:
                rules.apply(boxes, states, slot, action)
            if states[slot].to_act == CHANCE:
                if draws:
                    action = draw(boxes, states, slot, random, 0, outcomes, weights)
                else:
                    num_outcomes = rules.chance(boxes, states, slot, outcomes, weights)
                    action = int(outcomes[pick(random, 0, weights, num_outcomes)])
            elif states[slot].to_act == OVER:
                how = rules.outcome(boxes, states, slot, points)
                if gives_scores:
                    rules.scores(boxes, states, slot, points)
                ended = 1
                is_new = True
            else:
                is_waiting = True
            if gives_progress and is_looking and states[slot].to_act != CHANCE:
                rules.progress(boxes, states, slot, after)
                is_looking = False
        if is_real:
            for seat in range(num_seats):
                gain = 0.0
                if gives_progress and is_legal:
                    gain = gain_of(before, after, sides, num_seats, seat)
                if not ended:
                    rewards[seat, env] = gain
                elif gives_scores:
                    rewards[seat, env] = points[seat]
                else:
                    rewards[seat, env] = reward_of(points, sides, num_seats, seat) + gain
            done[env] = ended
            capped[env] = 1 if ended and how == How.CAPPED else 0
            if is_grouped:
                for word in range(STREAM_WORDS):
                    streams[word, env] = random[0, word]
        cuda.syncthreads()  # or else threads that left the loop early would go on alone, each with its own instructions
        if is_grouped:
            kind = kind_of(boxes, states, lane, RESTART)
            slot = regroup(order, filled, lane, kind & (NUM_KINDS - 1))
            env = first_env + slot
            is_real = env < num_envs
            if is_real:
                for word in range(STREAM_WORDS):
                    random[0, word] = streams[word, env]
        if is_real:
            num_legal = rules.legal(boxes, states, slot, actions)
            counts[env] = num_legal
            to_act[env] = states[slot].to_act
            sampled[env] = actions[below(random, 0, num_legal)]
            for word in range(STREAM_WORDS):
                streams[word, env] = random[0, word]
        cuda.syncthreads()
        if shows_mask:
            for action in range(lane // mask_words_per_block, num_actions, LONG_BYTES):
                mask_words[action, mask_word] = 0
        for word in range(lane, words_per_block, block):
            words[first_word + word] = shared_words[word]
        cuda.syncthreads()
        for nth in range(num_legal):
            mask[actions[nth], env] = 1
        env = first_env + lane
        if env < num_envs and shows_observation:
            seat = int(states[lane].to_act)
            if is_hidden:
                rules.hide(boxes, states, lane, seat)
            rules.observe(boxes, states, lane, seat, observations[:, env])

    return step


def compiled(function, signature, registers, shared):
    """A kernel of rules, compiled for the device: at most so many registers for a thread and bytes for a block."""
    if not HAS_COMPILER:
        return cuda.jit(function)
    kernel = cuda.jit(max_registers=registers)(function)
    with cuda_adapter.lean_code():
        kernel.compile(signature.args)
    if shared > SHARED_BYTES:
        cuda_adapter.ask_for_memory(kernel, shared)
    return kernel


def step_signature():
    """The argument types of `step_kernel`."""
    numbers, rows = numba.int32[::1], numba.float32[:, ::1]
    envs = DeviceEnvs(numba.uint64[::1], numba.uint32[:, ::1], numba.int64)
    shown = DeviceShown(
        rows, numba.int8[:, ::1], numba.uint64[:, ::1], numbers, numbers, rows, numba.int8[::1], numbers,
        numba.int8[::1], numbers,
    )  # fmt: skip
    return numba.void(*envs, *shown, numbers, numba.boolean)


def compile_ptx(function, signature, capability=HOPPER):
    """The PTX text of a device kernel; needs libnvvm but no device."""
    with cuda_adapter.imagined_device(capability), cuda_adapter.lean_code():
        text, _ = cuda.compile(function, signature, cc=capability, device=False, abi="numba")
    return text


def playout_signature(ruleset):
    """The argument types of `playout_kernel`."""
    boxes = numba.typeof(ruleset.box.copy())
    states = numba.typeof(np.zeros(1, ruleset.spec.state))
    number = numba.int64
    return numba.void(boxes, number, number, number, numba.int64[::1], numba.int64[:, ::1], states)

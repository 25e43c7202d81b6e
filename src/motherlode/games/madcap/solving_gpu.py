# mypy: ignore-errors
"""The whole game of Madcap solved on a GPU: `solving` with a block of threads for each pair of stands.

The threads of a block share a row: each takes stands of the third colour in strides of the block, so that
neighbours read and write neighbouring cells, and what the third colour's moves lead to lies in memory shared
by the block. A launch solves all pairs with the same number of dice. Imported only on demand; needs
numba-cuda.

tests/core/test_solving_gpu.py compares it, in the simulator, with `solving`.
"""

import numba
import numpy as np

from motherlode.core.gpu import check_device, cuda
from motherlode.games.madcap.components import MAX_FACES
from motherlode.games.madcap.solver import Whole, check_size, layers, read_numbers, whole_course
from motherlode.games.madcap.solving import LEVEL, NUM_MOVES, TARGETS

MAX_STANDS = 1476  # a table of 3 GiB has no more stands of a colour
MAX_MOVES = 2 * MAX_FACES
THREADS = 256
WARP = 32


def solve_layer(pairs, start, lines, across, num_dice, gold, size, values, lowest):
    """Solve the pair of stands that belongs to this block, for every stand of the third colour.

    Args:
        pairs: all pairs of stands.
        start: the first pair of this layer.
        lines: the course that all colours have.
        across: the same with a row for each column, so that neighbouring threads read neighbouring cells.
        num_dice: dice left in each stand.
        gold: nuggets by level.
        size: how many stands there are.
        values: the table, flat: banned stand, another, the third.
        lowest: lower than any value.
    """
    worth = cuda.shared.array(MAX_STANDS, numba.int16)
    first_moves = cuda.shared.array(MAX_STANDS, numba.int16)
    second_moves = cuda.shared.array(MAX_STANDS, numba.int16)
    row_starts = cuda.shared.array((2, MAX_MOVES), numba.int64)
    row_levels = cuda.shared.array((2, MAX_MOVES), numba.int32)
    row_gains = cuda.shared.array((2, MAX_MOVES), numba.int32)
    thread = cuda.threadIdx.x
    first = pairs[start + cuda.blockIdx.x, 0]
    second = pairs[start + cuda.blockIdx.x, 1]
    level_first = lines[first, LEVEL]
    level_second = lines[second, LEVEL]
    num_first = lines[first, NUM_MOVES]
    num_second = lines[second, NUM_MOVES]
    if thread < num_first:
        target = lines[first, TARGETS + thread]
        level = lines[target, LEVEL]
        row_starts[0, thread] = (numba.int64(target) * size + second) * size
        row_levels[0, thread] = level
        row_gains[0, thread] = gold[level] if level == level_second else 0
    if thread < num_second:
        target = lines[second, TARGETS + thread]
        level = lines[target, LEVEL]
        row_starts[1, thread] = (numba.int64(target) * size + first) * size
        row_levels[1, thread] = level
        row_gains[1, thread] = gold[level] if level == level_first else 0
    cuda.syncthreads()
    is_stuck = num_first == 0 and num_second == 0
    for third in range(thread, size, cuda.blockDim.x):
        level = across[LEVEL, third]
        nuggets = gold[level]
        best_first = lowest
        for move in range(num_first):
            value = row_gains[0, move] - values[row_starts[0, move] + third]
            if level == row_levels[0, move]:
                value += nuggets
            best_first = max(best_first, value)
        best_second = lowest
        for move in range(num_second):
            value = row_gains[1, move] - values[row_starts[1, move] + third]
            if level == row_levels[1, move]:
                value += nuggets
            best_second = max(best_second, value)
        first_moves[third] = best_first
        second_moves[third] = best_second
        if not is_stuck:
            worth[third] = explosion(level, nuggets, level_first, level_second) - max(best_first, best_second)
    cuda.syncthreads()
    if is_stuck:
        # R3.2: the third colour moves although it is banned, so its stands depend on those with fewer dice.
        for dice in range(num_dice[size - 1] + 1):
            for third in range(thread, size, cuda.blockDim.x):
                if num_dice[third] == dice:
                    level = across[LEVEL, third]
                    banned = 0
                    if across[NUM_MOVES, third] > 0:
                        banned = best_target(across, third, worth, lowest)
                    worth[third] = explosion(level, gold[level], level_first, level_second) - banned
            cuda.syncthreads()
    for third in range(thread, size, cuda.blockDim.x):
        best_third = best_target(across, third, worth, lowest)
        first_banned = max(second_moves[third], best_third)
        second_banned = max(first_moves[third], best_third)
        if across[NUM_MOVES, third] == 0:
            # R3.2: the banned colour moves if no other can; R5: if it cannot, nothing explodes any more.
            if num_second == 0:
                first_banned = first_moves[third] if num_first > 0 else 0
            if num_first == 0:
                second_banned = second_moves[third] if num_second > 0 else 0
        values[(numba.int64(first) * size + second) * size + third] = first_banned
        values[(numba.int64(second) * size + first) * size + third] = second_banned


def explosion(level, nuggets, level_first, level_second):
    """R6: the nuggets of a level for each of the two other barrels on it."""
    found = 0
    if level == level_first:
        found += nuggets
    if level == level_second:
        found += nuggets
    return found


def best_target(across, third, worth, lowest):
    """R2: the best that the third colour can do by moving, by what its stands are worth; `lowest` if it has no move."""
    best = lowest
    for move in range(across[NUM_MOVES, third]):
        best = max(best, worth[across[TARGETS + move, third]])
    return best


explosion, best_target = map(cuda.jit(device=True), (explosion, best_target))


def signature(dtype):
    """The argument types of `solve_layer` for values of a type."""
    number, line, lines = numba.int64, numba.int32[::1], numba.int32[:, ::1]
    return numba.void(lines, number, lines, lines, line, line, number, numba.from_dtype(dtype)[::1], numba.int32)


def solve_table_gpu(box, repeats=5):
    """Every value of the game, as `solver.Whole.values`, and the kernel milliseconds that it took.

    The table is that of a first run, which is not timed; the time is the best of `repeats` more, measured by
    device events, 0 without any.
    """
    check_device()
    numbers = read_numbers(box)
    check_size(numbers)
    course = whole_course(numbers)
    size = len(course)
    parts = layers(course)
    starts = np.cumsum([0, *map(len, parts)]).tolist()
    pairs = cuda.to_device(np.concatenate(parts))
    lines, across = cuda.to_device(course.lines), cuda.to_device(np.ascontiguousarray(course.lines.T))
    num_dice, gold = cuda.to_device(course.num_dice), cuda.to_device(np.array(numbers.gold, np.int32))
    values = cuda.to_device(np.zeros(size**3, numbers.dtype))
    kernel = cuda.jit(signature(numbers.dtype))(solve_layer)
    threads = min(THREADS, -(-size // WARP) * WARP)
    lowest = np.int32(numbers.lowest)

    def solve_layers():
        for start, part in zip(starts, parts, strict=False):
            kernel[len(part), threads](pairs, start, lines, across, num_dice, gold, size, values, lowest)

    solve_layers()
    table = values.copy_to_host().reshape(size, size, size)
    times = []
    for _ in range(repeats):
        begin, end = cuda.event(), cuda.event()
        begin.record()
        solve_layers()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return table, min(times, default=0.0)


def solve_all_gpu(box, repeats=5):
    """The value of every roll, as `solver.Whole.roll_values`, and the kernel milliseconds that it took."""
    table, milliseconds = solve_table_gpu(box, repeats)
    return Whole(box, table, milliseconds / 1e3).roll_values, milliseconds

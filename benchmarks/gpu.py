"""What the rules do on a GPU: `python -m benchmarks.gpu` on a machine with a CUDA device.

Checks first that the device plays byte for byte as the CPU does, then measures whole random playouts and the solution
of the whole game by device events, and writes benchmarks/results/<date>-<device>.json.
"""

import datetime
import json
import os
import platform
import sys
from pathlib import Path

import numpy as np

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # the equality check launches small grids

import motherlode
from motherlode.core import gpu
from motherlode.core.streams import make_streams

RESULTS = Path(__file__).parent / "results"
BAR_PLAYOUTS = 5e9  # actions a second
BAR_SOLVE_MS = 100.0
SHAPES = [(1 << 18, 256), (1 << 20, 64), (1 << 20, 256)]  # threads, games for each
SHAPES_OF_LONG_GAMES = [(1 << 16, 4), (1 << 18, 4), (1 << 20, 1)]
NUM_CHECKED = 1000  # streams compared with the CPU, after each of some numbers of actions
GAMES = {
    "madcap": 2,
    "madstone": 4,
    "minecart_mayhem": 4,
    "rockport_caverns": 1,
    "trap_the_cap": 4,
}  # with so many seats


def check_equal(game):
    """Positions on the device and on the CPU after some numbers of actions, for the same streams; how many compared."""
    num_compared = 0
    longest = game.limits.max_length
    for limit in sorted({*range(min(longest, 24) + 1), *(2**power for power in range(5, 12)), longest}):
        counts, _, finals, _ = gpu.random_games(game, NUM_CHECKED, 1, seed=2026, limit=limit)
        play_out, scratch = game.generic["play_out"], game.new_scratch()
        for stream in range(NUM_CHECKED):
            states = game.new()
            random = make_streams(2026, 1, stream)
            count = play_out(game.pointers, game.box, states, 0, random, 0, scratch, limit)
            if count != counts[stream] or states[0].tobytes() != finals[stream].tobytes():
                sys.exit(f"stream {stream} differs after {limit} actions")
            num_compared += 1
    return num_compared


def measure_playouts(game, shapes):
    """The best rate over a few launch shapes, with the shape."""
    best = (0.0, 0, 0)
    for num_threads, games_per_thread in shapes:
        counts, _, _, ms = gpu.random_games(game, num_threads, games_per_thread, seed=1, repeats=5)
        rate = int(counts.sum()) / ms * 1e3
        print(f"  {num_threads} threads x {games_per_thread} games: {rate / 1e9:.3f} billion actions/s, {ms:.2f} ms")
        best = max(best, (rate, num_threads, games_per_thread))
    return best


def measure_game(name, seats):
    """Equality with the CPU, and the rate of random playouts; two rows."""
    game = motherlode.game(name, seats)
    print(f"{game.spec.title}, {seats} seats")
    num_compared = check_equal(game)
    print(f"  {num_compared} positions are equal to the CPU's, byte for byte")
    shapes = SHAPES if name == "madcap" else SHAPES_OF_LONG_GAMES
    rate, num_threads, games_per_thread = measure_playouts(game, shapes)
    bar = BAR_PLAYOUTS if name == "madcap" else None
    return [
        {
            "subject": f"{name} random playouts, {seats} seats, GPU",
            "metric": "actions/s (chance included)",
            "ours": rate,
            "peer": "bar",
            "peer_figure": bar,
            "ratio": rate / bar if bar else None,
            "how": f"{num_threads} threads x {games_per_thread} games, best of 5 launches, device events",
        },
        {
            "subject": f"{name} positions, {seats} seats, GPU against CPU",
            "metric": "positions equal byte for byte",
            "ours": num_compared,
            "peer": "CPU mode",
            "peer_figure": num_compared,
            "ratio": 1.0,
        },
    ]


def measure_solution(game):
    """Solve the whole game on the device, and compare every value with the CPU's."""
    from motherlode.games.madcap.solver import solve_all
    from motherlode.games.madcap.solving_gpu import solve_all_gpu, solve_table_gpu

    _, ms = solve_all_gpu(game.box)
    whole = solve_all(game.box)
    table = solve_table_gpu(game.box)[0]
    if not np.array_equal(table, whole.values):
        sys.exit("the solutions differ")
    print(f"solved in {ms:.2f} ms of kernel time, all {whole.positions} positions as on the CPU")
    return {
        "subject": "madcap solved whole, GPU",
        "metric": "ms of kernel time (less is better)",
        "ours": ms,
        "peer": "bar",
        "peer_figure": BAR_SOLVE_MS,
        "ratio": BAR_SOLVE_MS / ms,
        "how": f"{whole.positions} positions, every value equal to the CPU's",
    }


def main():
    from numba import cuda

    gpu.check_device()
    device = cuda.get_current_device().name
    device = device.decode() if isinstance(device, bytes) else str(device)
    print(f"device {device}")
    rows = [row for name, seats in GAMES.items() for row in measure_game(name, seats)]
    rows.append(measure_solution(motherlode.game("madcap")))
    date = datetime.date.today().isoformat()
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{date}-{device.lower().replace('nvidia ', '').replace(' ', '-')}.json"
    target.write_text(
        json.dumps({"date": date, "device": device, "python": platform.python_version(), "rows": rows}, indent=2) + "\n"
    )
    print(f"wrote {target.name}")


if __name__ == "__main__":
    main()

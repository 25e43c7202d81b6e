"""Madstone: random playouts against the bar of its issue, and the size of a position.

    python -m benchmarks.madstone [--quick]

`rows` gives what `python -m benchmarks` puts into its table.
"""

import sys
import time
from statistics import median

import motherlode

BAR_ACTIONS = 0.5e6  # actions a second, chance included, on one core
BAR_BYTES = 1024  # a position is smaller
GAMES = 1500  # for one repetition
REPETITIONS = 7


def rate(game, num_games, repetitions):
    """The median rate of whole random games, in actions a second, chance included."""
    game.random_games(50, 1)
    rates = []
    for seed in range(repetitions):
        start = time.perf_counter()
        count, _ = game.random_games(num_games, seed)
        rates.append(count / (time.perf_counter() - start))
    return median(rates)


def rows(quick: bool) -> list[dict]:
    """One row for each number of seats, and one for the size of a position."""
    found = []
    for seats in (2, 3, 4):
        game = motherlode.game("madstone", seats)
        ours = rate(game, GAMES // 10 if quick else GAMES, 3 if quick else REPETITIONS)
        found.append(
            {
                "subject": f"madstone random playouts, {seats} seats",
                "metric": "actions/s (chance included)",
                "ours": ours,
                "peer": "bar",
                "peer_figure": BAR_ACTIONS,
                "ratio": ours / BAR_ACTIONS,
                "bar": 1.0,
            }
        )
    size = motherlode.game("madstone").spec.state.itemsize
    found.append(
        {
            "subject": "madstone position",
            "metric": "bytes (less is better)",
            "ours": size,
            "peer": "bar",
            "peer_figure": BAR_BYTES,
            "ratio": BAR_BYTES / size,
            "bar": 1.0,
        }
    )
    return found


def main():
    for row in rows("--quick" in sys.argv):
        print(f"{row['subject']}: {row['ours']:,.0f} {row['metric']}, {row['ratio']:.2f} of the bar")


if __name__ == "__main__":
    main()

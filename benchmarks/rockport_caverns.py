"""What the Rockport Caverns do on one core: random playouts, against the bar of 2 million actions a second."""

import time
from typing import Any

import motherlode

BAR_PLAYOUTS = 2e6  # actions a second, chance included
NAMES = ("easy, map 1, card 1", "hard with the bear, map 2, card 4")
SUBJECTS: tuple[dict[str, Any], ...] = (
    {},
    {"map": 2, "character": 4, "rocks": "hard", "water": "hard", "bear": True},
)


def playouts(options: dict[str, Any], num_games: int, rounds: int = 3) -> float:
    """The median rate of random playouts, in actions a second."""
    game = motherlode.game("rockport_caverns", **options)
    game.random_games(100)
    rates = []
    for seed in range(rounds):
        start = time.perf_counter()
        count, _ = game.random_games(num_games, seed)
        rates.append(count / (time.perf_counter() - start))
    return sorted(rates)[len(rates) // 2]


def rows(quick: bool) -> list[dict[str, Any]]:
    """Rows for the table of `python -m benchmarks`."""
    found = []
    for name, options in zip(NAMES, SUBJECTS, strict=True):
        rate = playouts(options, 5_000 if quick else 100_000)
        found.append(
            {
                "subject": f"rockport_caverns random playouts, {name}",
                "metric": "actions/s (chance included)",
                "ours": rate,
                "peer": "bar",
                "peer_figure": BAR_PLAYOUTS,
                "ratio": rate / BAR_PLAYOUTS,
                "bar": 1.0,
            }
        )
    return found


if __name__ == "__main__":
    for row in rows(quick=False):
        print(f"{row['subject']}: {row['ours'] / 1e6:.2f} million {row['metric']}, {row['ratio']:.1f} times the bar")

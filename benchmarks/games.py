"""Random playouts of the games that have no peer to be measured against, and the size of their positions.

    python -m benchmarks --only games

Each has a bar of actions a second, chance included, on one core; the middle of some repetitions counts.
"""

import time
from statistics import median
from typing import Any, NamedTuple

import motherlode

REPETITIONS = 7
MAX_BYTES = {"madstone": 1024, "minecart_mayhem": 512}  # a position is smaller


class Subject(NamedTuple):
    """One way to play a game."""

    game: str
    what: str
    options: dict[str, Any]
    bar: float  # actions a second
    num_games: int  # for one repetition


SUBJECTS = [
    *(Subject("madstone", f"{seats} seats", {"seats": seats}, 0.5e6, 1500) for seats in (2, 3, 4)),
    *(Subject("minecart_mayhem", f"{seats} seats", {"seats": seats}, 1.5e6, 2000) for seats in (2, 3, 4)),
    Subject("rockport_caverns", "easy, map 1, card 1", {}, 2e6, 20_000),
    Subject(
        "rockport_caverns",
        "hard with the bear, map 2, card 4",
        {"map": 2, "character": 4, "rocks": "hard", "water": "hard", "bear": True},
        2e6,
        20_000,
    ),
]


def measure(subject: Subject, quick: bool) -> float:
    """The middle rate of whole random games, in actions a second of processor time."""
    game = motherlode.game(subject.game, **subject.options)
    game.random_games(50, 1)
    rates = []
    for seed in range(3 if quick else REPETITIONS):
        start = time.process_time()
        count, _ = game.random_games(subject.num_games // (10 if quick else 1), seed)
        rates.append(count / (time.process_time() - start))
    return median(rates)


def row(subject: str, metric: str, ours: float, bar: float, ratio: float) -> dict[str, Any]:
    """One line of the table."""
    return {
        "subject": subject, "metric": metric, "ours": ours, "peer": "bar", "peer_figure": bar, "ratio": ratio,
        "bar": 1.0,
    }  # fmt: skip


def rows(quick: bool) -> list[dict[str, Any]]:
    """Rows for the table of `python -m benchmarks`."""
    found = []
    for subject in SUBJECTS:
        rate = measure(subject, quick)
        name = f"{subject.game} random playouts, {subject.what}"
        found.append(row(name, "actions/s (chance included)", rate, subject.bar, rate / subject.bar))
    for game, most in MAX_BYTES.items():
        size = motherlode.game(game).spec.state.itemsize
        found.append(row(f"{game} position", "bytes (less is better)", size, most, most / size))
    return found

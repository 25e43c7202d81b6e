"""What each level loses in a decision, by reviews of matches between them: `python -m benchmarks.loss --help`.

    python -m benchmarks.loss madcap --matches 100
    python -m benchmarks.loss minecart_mayhem --matches 30 --iterations 200000 --journal build/loss.jsonl

Every level plays every other, seats by turns; where a game is for one, all play with the same dice. A decision loses
what the best line promises less what was played promises, in points of the odds (docs/review.md); forced ones do not
count. The mean is over all decisions of a level, its interval that of a ratio over matches. A journal keeps what was
reviewed: the same command goes on where it ended, and more matches add to it.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.reviews.reviewing import TOTAL_ITERATIONS
from motherlode.table.game import Game

LEVELS = ("pebble", "prospector", "greedy", "foreman", "mastermind")
SEED = 8_000_000
Z = 1.96  # of a 95 % interval


def seatings(game: Game, matches: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Seeds, and who sits where."""
    if game.seats == 1:
        for number in range(matches):
            for level in LEVELS:
                yield SEED + number, (level,)
        return
    pairs = list(combinations(LEVELS, 2))
    for number in range(matches):
        one, other = pairs[number % len(pairs)]
        is_swapped = number // len(pairs) % 2
        yield SEED + number // len(pairs) // 2, (other, one) if is_swapped else (one, other)


def reviewed(game: Game, seed: int, seating: tuple[str, ...], iterations: int) -> list[tuple[str, float, int, int]]:
    """For each seat of a match: the level, all that its decisions lost, how many there were, and the margin they lost.

    The margin is known in Madcap alone, elsewhere it is 0.
    """
    match = game.start(seed=seed)
    players = [Player(make_bot(name, game, is_timed=False), seat, seed) for seat, name in enumerate(seating)]
    while not match.is_over:
        players[match.to_act].act(match)
    review = motherlode.review(match, iterations=iterations)
    margins = [
        sum(one.margin_lost or 0 for one in review.decisions if one.seat == seat and one.mark != "forced")
        for seat in range(game.seats)
    ]
    return [(seating[each.seat], each.lost, each.num_decisions, margins[each.seat]) for each in review.accounts]


def mean_of(rows: list[tuple[float, int]]) -> tuple[float, float]:
    """What a decision loses, and half its interval."""
    lost, counts = (np.array(column, np.float64) for column in zip(*rows, strict=True))
    mean = lost.sum() / counts.sum()
    error = sqrt(((lost - mean * counts) ** 2).sum() / (len(lost) - 1) * len(lost)) / counts.sum()
    return float(mean), Z * error


def main() -> None:
    """Play, review, and print a row for each level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=100, help="of all levels; for games for one, of each")
    parser.add_argument("--iterations", type=int, default=TOTAL_ITERATIONS, help="of each review")
    parser.add_argument("--journal", type=Path)
    asked = parser.parse_args()
    game = motherlode.game(asked.game)
    game.compile()
    known = {}
    if asked.journal and asked.journal.exists():
        for line in asked.journal.read_text(encoding="utf-8").splitlines():
            key, found = json.loads(line)
            known[json.dumps(key)] = found
    by_level: dict[str, list[tuple[float, int, int]]] = {level: [] for level in LEVELS}
    for seed, seating in seatings(game, asked.matches):
        key = [asked.game, asked.iterations, seed, list(seating)]
        found = known.get(json.dumps(key)) or reviewed(game, seed, seating, asked.iterations)
        if asked.journal and json.dumps(key) not in known:
            asked.journal.parent.mkdir(parents=True, exist_ok=True)
            with asked.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, found]) + "\n")
        for level, lost, count, margin in found:
            if count:
                by_level[level].append((100 * lost, count, margin))
    print(f"| {game.spec.title} | matches | decisions | points a decision | margin a decision |")
    table(by_level)


def table(by_level: dict[str, list[tuple[float, int, int]]]) -> None:
    """A row for each level, and whether it is apart from the level above: each mean outside the other's interval."""
    before: list[tuple[float, float]] = []
    for level, rows in by_level.items():
        both = [mean_of([(row[0], row[1]) for row in rows]), mean_of([(row[2], row[1]) for row in rows])]
        cells = []
        for number, (mean, half) in enumerate(both):
            is_apart = not before or mean + max(half, before[number][1]) < before[number][0]
            cells.append(f"{mean:.2f} ± {half:.2f}" + ("" if is_apart else " (not below the one above)"))
        print(f"| {level} | {len(rows)} | {sum(row[1] for row in rows)} | {' | '.join(cells)} |", flush=True)
        before = both


if __name__ == "__main__":
    main()

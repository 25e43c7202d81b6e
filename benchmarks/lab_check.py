"""The test of the test: how often `lab compare` finds what is there, and what is not.

    python -m benchmarks.lab_check --games 1500

Plays a pool of games of Madcap, then compares samples of it with each other, by the lab's own rule for stopping: 200
times two samples with dice of their own (nothing differs), and 100 times a sample with itself after 2 of 100 games of
the first player were turned into wins (paired). Writes benchmarks/results/lab_check.json.
"""

import argparse
import json
import random
from pathlib import Path

import msgspec

from motherlode.lab.comparing import Comparer
from motherlode.lab.estimating import looks_until
from motherlode.lab.experiments import make_experiment
from motherlode.lab.figures import measures_of
from motherlode.lab.tables import Table
from motherlode.table.game import find

MOST = 2000  # blocks of a comparison
NAMES = ("first_share",)
PLANTED = 0.02


def compare(one, other):
    """The verdict and the difference when a comparison of these blocks stops."""
    comparer = Comparer(NAMES, measures_of(2, (0, 1), ("greedy",)), even=0.5)
    for look in looks_until(len(one)):
        comparer.take(one[:look], other[:look])
        if comparer.is_done():
            break
    (line,) = comparer.lines()
    return line.verdict, line.difference, line.blocks


def with_more_wins(block, generator):
    """The block, with the first player's result turned into a win as often as raises his share by PLANTED."""
    (game,) = block
    lost = 1 - game.shares[game.first]
    if lost and generator.random() < PLANTED / 0.5:
        shares = [float(seat == game.first) for seat in range(2)]
        return [msgspec.structs.replace(game, shares=shares)]
    return block


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--bot", default="greedy")
    chosen = parser.parse_args()
    experiment = msgspec.structs.replace(make_experiment(find("madcap"), (chosen.bot,), 11, num_looks=0), is_brief=True)
    table = Table(experiment)
    pool = [table.play_block(block) for block in range(chosen.games)]
    called = 0
    for seed in range(200):
        generator = random.Random(seed)
        one, other = (generator.choices(pool, k=MOST // 2) for _ in range(2))
        called += compare(one, other)[0] in ("better", "worse", "different")
    found, sizes, blocks = 0, [], []
    for seed in range(100):
        generator = random.Random(1000 + seed)
        one = generator.choices(pool, k=MOST)
        verdict, difference, count = compare(one, [with_more_wins(block, generator) for block in one])
        found += verdict in ("better", "worse", "different")
        sizes.append(difference)
        blocks.append(count)
    result = {
        "pool": chosen.games,
        "bot": chosen.bot,
        "neutral_called_different_of_200": called,
        "two_points_found_of_100": found,
        "mean_difference_when_stopped": sum(sizes) / len(sizes),
        "mean_blocks_when_stopped": sum(blocks) / len(blocks),
    }
    print(json.dumps(result, indent=1))
    (Path(__file__).parent / "results" / "lab_check.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()

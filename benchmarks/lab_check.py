"""The test of the test: how often `lab compare` finds what is there, and what is not.

    python -m benchmarks.lab_check

A pool of real games of Madcap is played by the lab; repetitions draw from it with replacement, so that what is true is
known exactly, and are judged by the lab's own comparer with all headlines of the command, its rule for stopping and
its correction. Three questions:

- neutral: both arms are drawn apart, with dice of their own; 200 repetitions of at most 2,000 blocks. Any headline that
  is called different is wrong;
- two points, paired (here and below the first player's line alone, at its part of the error): arm B is arm A after some
  games that the first player lost were turned into wins, so many that his share rises by 2 points: 100 repetitions of
  at most 2,000 blocks;
- two points, apart: the same with dice of their own for both arms, the hardest case there is: no pairing helps. 100
  repetitions of at most 50,000 blocks, the command's default.

What it does not test: how far real variants stay paired; `lab compare` shows that as the correlation of each line.
Writes benchmarks/results/lab_check.json.
"""

import argparse
import json
import random
import time
from pathlib import Path

import msgspec

from motherlode.lab.comparing import ERROR, HEADLINES, Comparer
from motherlode.lab.estimating import looks_until
from motherlode.lab.experiments import make_experiment
from motherlode.lab.figures import measures_of
from motherlode.lab.tables import Table
from motherlode.table.game import find

NEUTRAL, PLANTED = 200, 100  # repetitions
MOST, MOST_APART = 2_000, 50_000  # blocks of a comparison
POINTS = 0.02
CALLED = ("better", "worse", "different")


def compare(one, other, names, error=ERROR):
    """All lines when a comparison of these blocks stops."""
    comparer = Comparer(names, measures_of(2, (0, 1), ("greedy",)), even=0.5)
    for look in looks_until(len(one)):
        comparer.take(one[:look], other[:look])
        if comparer.is_done(error):
            break
    return comparer.lines(error)


def with_more_wins(block, generator, chance):
    """The block, or one in which the first player won after all."""
    (game,) = block
    if generator.random() >= chance or game.shares[game.first] == 1:
        return block
    return [msgspec.structs.replace(game, shares=[float(seat == game.first) for seat in range(2)])]


def asked_of():
    """The headlines that such blocks answer: the first step of Holm's correction divides the error by their number."""
    measures = measures_of(2, (0, 1), ("greedy",))
    return [name for name in HEADLINES if name in measures and name != "won"]


def repeat(pool, chance, is_paired, most, count, seed):
    """How often the planted points are found, how large they seem, and after how many blocks."""
    found, sizes, blocks = 0, [], []
    for number in range(count):
        generator = random.Random(seed + number)
        one = generator.choices(pool, k=most)
        other = one if is_paired else generator.choices(pool, k=most)
        other = [with_more_wins(block, generator, chance) for block in other]
        (line,) = compare(one, other, ("first_share",), ERROR / len(asked_of()))
        found += line.verdict in CALLED
        sizes.append(line.difference)
        blocks.append(line.blocks)
    return {"found": found, "of": count, "mean_difference": sum(sizes) / count, "mean_blocks": sum(blocks) / count}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", default="greedy")
    chosen = parser.parse_args()
    start = time.process_time()
    experiment = msgspec.structs.replace(make_experiment(find("madcap"), (chosen.bot,), 11, num_looks=0), is_brief=True)
    table = Table(experiment)
    pool = [table.play_block(block) for block in range(chosen.games)]
    share = sum(game.shares[game.first] for (game,) in pool) / len(pool)
    chance = POINTS / (1 - share)  # of what he did not win
    called = 0
    for number in range(NEUTRAL):
        generator = random.Random(number)
        lines = compare(*(generator.choices(pool, k=MOST) for _ in range(2)), asked_of())
        called += any(line.verdict in CALLED for line in lines)
    result = {
        "pool": chosen.games,
        "bot": chosen.bot,
        "neutral_called_different": called,
        "neutral_of": NEUTRAL,
        "two_points_paired": repeat(pool, chance, True, MOST, PLANTED, 1000),
        "two_points_apart": repeat(pool, chance, False, MOST_APART, PLANTED, 2000),
        "seconds": round(time.process_time() - start, 1),
    }
    print(json.dumps(result, indent=1), flush=True)
    (Path(__file__).parent / "results" / "lab_check.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()

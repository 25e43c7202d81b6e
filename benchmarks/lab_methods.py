"""Ways to search noisy numbers, at equal games: `python -m benchmarks.lab_methods [--repetitions N]`.

A game of which everything is known stands for a real one: three numbers, two targets, and noise as large as that of
trials of 100 blocks (4 points of a share, and of a length what 100 games leave of it). The same model gives the answer
for every method, and what is compared is the true miss of that answer: what it would be with endless games.
"""

import argparse
import json
import random
import statistics
from pathlib import Path

from motherlode.lab.changes import Change
from motherlode.lab.crews import Alone
from motherlode.lab.tuning import METHODS, Trial, Tuner, read_target
from motherlode.table.game import find

TRIALS = (10, 20, 40)
NOISE = 4.0


class Known(Tuner):
    """An edge of |12 - 3 x - y + z / 2| points and a length of 24 + y - z, with noise."""

    def __init__(self, seed):
        changes = [
            Change(("crystals_by_place", 1), 0, 8),
            Change(("rounds",), 0, 10),
            Change(("crystals_by_place", 0), 0, 8),
        ]
        targets = [read_target("seat_edge<=2"), read_target("turns=18..22")]
        super().__init__(find("madstone", 2), ("greedy",), changes, targets, Alone(), seed)

    def start(self):
        return (0, 0, 0)

    def truth(self, values):
        x, y, z = values
        return {"seat_edge": abs(12 - 3 * x - y + z / 2), "turns": 24 + y - z}

    def trial(self, values, num_blocks, seed, stage=0):
        noise = random.Random(seed)
        found = {
            name: value + noise.gauss(0, NOISE / (4 if name == "turns" else 1))
            for name, value in self.truth(values).items()
        }
        found["seat_edge"] = abs(found["seat_edge"])
        return Trial(values, found, self.miss(found), num_blocks, stage)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=100)
    chosen = parser.parse_args()
    rows = {}
    for trials in TRIALS:
        for method in METHODS:
            misses, lucky = [], []
            for seed in range(chosen.repetitions):
                tuner = Known(seed)
                tried = tuner.search(method, trials, 100)
                misses.append(tuner.miss(tuner.truth(tuner.best(tried))))
                lucky.append(tuner.miss(tuner.truth(min(tried, key=lambda trial: trial.miss).values)))
            rows[f"{method} {trials}"] = {
                "model": round(statistics.fmean(misses), 3),
                "model_se": round(statistics.stdev(misses) / len(misses) ** 0.5, 3),
                "lucky": round(statistics.fmean(lucky), 3),
                "lucky_se": round(statistics.stdev(lucky) / len(lucky) ** 0.5, 3),
            }
            print(method, trials, rows[f"{method} {trials}"], flush=True)
    path = Path(__file__).parent / "results" / "lab_methods.json"
    path.write_text(json.dumps({"repetitions": chosen.repetitions, "true_miss": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()

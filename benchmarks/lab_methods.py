"""Ways to search noisy numbers, at equal games: `python -m benchmarks.lab_methods [--repetitions N] [--made-up]`.

A real game with its own noise: Madcap with other gold on its first and last level, whose winning margin and ties are
to be of a size. Of every variant so many games are played; trials draw from these with replacement, so that what is
true is known exactly. With --made-up a formula with noise stands for a game: three numbers, two targets. The same model
gives the answer for every method, and what is compared is the true miss of that answer: with endless games.
"""

import argparse
import json
import random
import statistics
from itertools import product
from pathlib import Path
from typing import ClassVar

import msgspec

from motherlode.lab.changes import Change
from motherlode.lab.crews import Alone
from motherlode.lab.tuning import METHODS, Trial, Tuner, read_target
from motherlode.table.game import find

TRIALS = (10, 20, 40)
NOISE = 4.0
POOL = 150  # games of each variant of the real game
DRAWN = 50  # of them in a trial


class MadeUp(Tuner):
    """An edge of |12 - 3 x - y + z / 2| points and a length of 24 + y - z, with noise as of trials of 100 blocks."""

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


class Real(Tuner):
    """Madcap, by the games that were played of each of its variants."""

    pools: ClassVar = {}

    def __init__(self, seed):
        changes = [Change(("gold", 0), 0, 6), Change(("gold", 6), 3, 12)]
        targets = [read_target("margin=4.5..5"), read_target("drawn<=7")]
        super().__init__(find("madcap"), ("greedy",), changes, targets, Alone(), seed)

    def play_all(self):
        """Every variant, so many games, of which no more is noted than the targets ask."""
        for values in product(*(change.values() for change in self.changes)):
            experiment = msgspec.structs.replace(self.experiment(values, 5), is_bare=True)
            self.experiment = lambda *_, its=experiment: its
            played = self.play(values, POOL, 5)
            del self.experiment
            self.pools[values] = [
                {"margin": game.values["margin"], "drawn": game.values["drawn"]} for (game,) in played
            ]

    def _mean(self, games):
        scale = {"margin": 1.0, "drawn": 100.0}
        return {name: statistics.fmean(game[name] for game in games) * its for name, its in scale.items()}

    def truth(self, values):
        return self._mean(self.pools[values])

    def trial(self, values, num_blocks, seed, stage=0):
        found = self._mean(random.Random(seed).choices(self.pools[values], k=num_blocks))
        return Trial(values, found, self.miss(found), num_blocks, stage)


def compare(kind, repetitions):
    """The true misses of all methods, by the number of trials."""
    rows = {}
    for trials in TRIALS:
        for method in METHODS:
            misses, lucky = [], []
            for seed in range(repetitions):
                tuner = kind(seed)
                tried = tuner.search(method, trials, DRAWN)
                misses.append(tuner.miss(tuner.truth(tuner.best(tried))))
                lucky.append(tuner.miss(tuner.truth(min(tried, key=lambda trial: trial.miss).values)))
            rows[f"{method} {trials}"] = {
                "model": round(statistics.fmean(misses), 3),
                "model_se": round(statistics.stdev(misses) / len(misses) ** 0.5, 3),
                "lucky": round(statistics.fmean(lucky), 3),
                "lucky_se": round(statistics.stdev(lucky) / len(lucky) ** 0.5, 3),
            }
            print(method, trials, rows[f"{method} {trials}"], flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=100)
    parser.add_argument("--made-up", action="store_true")
    chosen = parser.parse_args()
    path = Path(__file__).parent / "results" / "lab_methods.json"
    found = json.loads(path.read_text())
    if chosen.made_up:
        found |= {"repetitions": chosen.repetitions, "true_miss": compare(MadeUp, chosen.repetitions)}
    else:
        tuner = Real(0)
        tuner.play_all()
        truths = {values: tuner.miss(tuner.truth(values)) for values in tuner.pools}
        found["real"] = {
            "repetitions": chosen.repetitions,
            "games_of_a_trial": DRAWN,
            "variants": len(truths),
            "variants_that_meet_all": sum(miss == 0 for miss in truths.values()),
            "miss_at_the_start": round(truths[tuner.start()], 3),
            "mean_miss": round(statistics.fmean(truths.values()), 3),
            "true_miss": compare(Real, chosen.repetitions),
        }
    path.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

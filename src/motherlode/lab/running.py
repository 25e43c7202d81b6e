"""Experiments, played side by side until their answers are known.

One looks after fixed numbers of blocks, the same whoever plays and how fast: what counts does not depend on processes,
machines or interruptions.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from motherlode.lab.crews import Crew, Task
from motherlode.lab.dice import seed_of
from motherlode.lab.estimating import isotonic, looks_until
from motherlode.lab.experiments import Curve, Experiment
from motherlode.lab.journal import BlockJournal
from motherlode.lab.tables import Measured

TASK_S = 2.0  # of work in a task
MOST_IN_TASK = 64
PILOT_BLOCKS = 40
BINS = 12
CERTAIN = 0.99  # odds of a pilot are never closer to 1

Played = list[list[Measured]]  # blocks, in order
Done = Callable[[dict[str, Played]], bool]  # whether the answers are known
Report = Callable[[int, int], None]  # (blocks played, blocks in all as far as one knows)


class Plan(NamedTuple):
    """How long to play."""

    most: int  # blocks of each variant
    is_done: Done
    expect: Callable[[dict[str, Played]], int]  # how many blocks it will be in all, as far as one knows


def run(
    experiments: dict[str, Experiment], plan: Plan, journal: BlockJournal, crew: Crew, report: Report | None = None
) -> dict[str, Played]:
    """Play until the plan is done: the blocks that count, by variant."""
    found: dict[str, Played] = {variant: [] for variant in experiments}
    looks = iter(looks_until(plan.most))
    expected = plan.most
    batches = Batches(experiments, plan.most, journal, crew.jobs)
    done = crew.play(iter(batches))
    for look in looks:
        while True:
            for variant, blocks in found.items():
                while len(blocks) < look and (variant, len(blocks)) in journal.blocks:
                    blocks.append(journal.blocks[variant, len(blocks)])
            played = min(map(len, found.values()))
            if report is not None:
                report(played, max(expected, played))
            if played == look:
                break
            task, seconds, games = next(done)
            batches.learn(seconds / len(task.blocks))
            for block, its in zip(task.blocks, games, strict=True):
                journal.add(task.variant, block, its)
        if plan.is_done(found):
            break
        expected = min(plan.most, max(look, plan.expect(found)))
    batches.is_closed = True
    return found


class Batches:
    """Tasks that are not in the journal yet, all variants abreast; each a few seconds of work."""

    def __init__(self, experiments: dict[str, Experiment], most: int, journal: BlockJournal, jobs: int) -> None:
        self.experiments, self.most, self.journal, self.jobs = experiments, most, journal, jobs
        self.size = 1
        self.is_closed = False

    def learn(self, seconds: float) -> None:
        """What a block took."""
        self.size = max(1, min(MOST_IN_TASK, int(TASK_S / max(seconds, 1e-6))))

    def __iter__(self) -> Iterator[Task]:
        first = 0
        while first < self.most and not self.is_closed:
            last = min(first + self.size, self.most)
            for variant, experiment in self.experiments.items():
                wanted = tuple(each for each in range(first, last) if (variant, each) not in self.journal.blocks)
                if wanted:
                    yield Task(variant, experiment, wanted)
            first = last


def with_curve(experiment: Experiment, crew: Crew, num_blocks: int = PILOT_BLOCKS) -> Experiment:
    """The experiment with odds held against a pilot: games of the same kind, with seeds of their own."""
    pilot = msgspec.structs.replace(
        experiment, seed=seed_of("pilot", experiment.seed) >> 8, is_pilot=True, is_brief=True, num_looks=0
    )
    size = max(1, num_blocks // (4 * crew.jobs))
    tasks = (
        Task("pilot", pilot, tuple(range(first, min(first + size, num_blocks)))) for first in range(0, num_blocks, size)
    )
    found = sorted((done.task.blocks, done.games) for done in crew.play(iter(tasks)))
    pairs = [pair for _, blocks in found for games in blocks for game in games for pair in game.guesses]
    return msgspec.structs.replace(experiment, curve=fit_curve(pairs))


def fit_curve(pairs: Sequence[tuple[float, float]]) -> Curve:
    """How often seats won that `evaluate` gave so much: means of equal parts of all moments, never falling."""
    if len(pairs) < BINS:
        return Curve()
    ranked = np.array(sorted(pairs), np.float64)
    parts = [part for part in np.array_split(ranked, BINS) if len(part)]
    values = [float(part[:, 0].mean()) for part in parts]
    odds = isotonic([float(part[:, 1].mean()) for part in parts], [float(len(part)) for part in parts])
    points: dict[float, float] = {}
    for value, each in zip(values, odds, strict=True):
        points[round(value, 5)] = round(min(CERTAIN, max(1 - CERTAIN, each)), 5)
    return Curve(tuple(points), tuple(points.values()))

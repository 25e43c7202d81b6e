"""`lab tune`: search the numbers of a game for those that meet targets.

A trial is a handful of blocks, and noisy. So the answer is never the best trial: a smooth model of all trials (the mean
of near ones, weighted by distance and by games) says which numbers are best, and fresh seeds decide: what is there is
kept unless the interval of the difference, block by block with the same dice, leaves no doubt. `searching` has who
proposes; plain random search is the yardstick, at equal games.
"""

import re
from collections.abc import Sequence
from itertools import product
from math import exp, inf, prod
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.errors import BadInput, Code
from motherlode.lab.changes import Change, changed, value_at
from motherlode.lab.crews import Crew, Task
from motherlode.lab.dice import seed_of
from motherlode.lab.estimating import Estimate, interval, without_luck
from motherlode.lab.experiments import Bots, Experiment, game_of, make_experiment
from motherlode.lab.figures import columns, measures_of, metric_of, seat_edge
from motherlode.lab.journal import BlockJournal
from motherlode.lab.reporting import Asked, LabReport, describe, new_report
from motherlode.lab.running import Played, Report
from motherlode.lab.searching import OPTUNA, PROPOSERS, RANDOM, Values
from motherlode.reviews.report import Told
from motherlode.table.game import Game, find

TARGET = re.compile(r"(?P<name>[\w:]+)\s*(?P<how><=|>=|=)\s*(?P<low>-?\d+(?:\.\d+)?)(?:\.\.(?P<high>-?\d+(?:\.\d+)?))?")
NEAR = 0.15  # of the range of a number: how far a trial speaks for its neighbours
MODEL = "model"
METHODS = (MODEL, *PROPOSERS)
RIDGE = 1e-2  # of a model's weights, in units of whole ranges
CANDIDATES = 2000  # numbers that a model is asked about
DRAWN = 2000  # sets of blocks, drawn with replacement, behind the interval of a difference of misses
Columns = dict[str, NDArray[np.float64]]  # by target: a row for each block


class Target(NamedTuple):
    """What a metric should be: from low to high, shares in points of a hundred."""

    name: str
    low: float
    high: float

    def miss(self, value: float) -> float:
        """By how much a value misses it, in parts of what is allowed."""
        off = max(self.low - value, value - self.high, 0.0)
        return off / max(1.0, abs(self.high) if self.high < inf else abs(self.low))


class Trial(msgspec.Struct, frozen=True):
    """Numbers that were tried, and what came of them."""

    values: Values
    metrics: dict[str, float]
    miss: float  # of all targets together
    blocks: int
    stage: int = 0  # 0: searched; 1: confirmed with fresh seeds


class Sensitivity(msgspec.Struct, frozen=True):
    """What one step of a number changes in a metric, with the rest as it is."""

    change: str
    metric: str
    slope: float
    low: float
    high: float


class Tuned(msgspec.Struct):
    """What a search found."""

    targets: list[str]
    changes: list[str]
    incumbent: Trial  # what there is, with fresh seeds
    best: Trial  # what the model likes best, with fresh seeds
    is_better: bool  # else what there is is kept
    trials: list[Trial]
    front: list[Trial]  # trials that no other beats in every target
    sensitivity: list[Sensitivity]
    method: str
    rival_miss: float | None  # what plain random search came to at equal games, confirmed with the same seeds
    gain: list[float]  # by how much less than what there is the best one misses: mean, low, high, by blocks in pairs
    rival_gain: list[float] | None  # and less than random search
    games: int
    options: dict[str, Any]  # the designer's file
    seconds: float = 0.0
    command: str = ""
    intervals: dict[str, list[float]] = {}  # of the best one's metrics, with fresh seeds
    before: dict[str, list[float]] = {}  # the same of what there is


def read_target(text: str) -> Target:
    """`seat_edge<=2`, `turns>=10`, `minutes=18..25`; `length` is `minutes`."""
    found = TARGET.fullmatch(text.strip())
    if found is None:
        raise BadInput(Code.BAD_CHOICE, f"bad target {text!r}: expected NAME<=NUMBER, NAME>=NUMBER or NAME=LOW..HIGH")
    low = float(found["low"])
    name = "minutes" if found["name"] == "length" else found["name"]
    if found["how"] == "<=":
        return Target(name, -inf, low)
    if found["how"] == ">=":
        return Target(name, low, inf)
    return Target(name, low, float(found["high"] or low))


class Tuner:
    """A search over the numbers of a game."""

    def __init__(
        self,
        game: Game,
        bots: Bots,
        changes: Sequence[Change],
        targets: Sequence[Target],
        crew: Crew,
        seed: int,
        journal: BlockJournal | None = None,
        report: Report | None = None,
    ) -> None:
        self.game, self.bots, self.changes, self.targets = game, bots, changes, targets
        self.crew, self.seed, self.journal, self.report = crew, seed, journal, report
        self.measures = measures_of(game.seats, game.sides, bots)
        for target in targets:
            if target.name not in self.measures and target.name != "seat_edge":
                names = ", ".join(["seat_edge", *self.measures])
                raise BadInput(Code.BAD_CHOICE, f"unknown target {target.name!r}: there are {names}")
        self.games = self.blocks = 0
        self.expected = 0  # blocks in all, as far as one knows
        self.confirmed: dict[Values, Played] = {}  # with fresh seeds

    def start(self) -> Values:
        """The numbers as they are."""
        return tuple(value_at(self.game, change.path) for change in self.changes)

    def options(self, values: Values) -> dict[str, Any]:
        """The options of a trial."""
        return changed(self.game, self.changes, values)

    def experiment(self, values: Values, seed: int, is_whole: bool = False) -> Experiment:
        """What is played for a trial; whole: with all that a report tells."""
        game = find(self.game.spec.name, self.game.seats, **self.options(values))
        if is_whole:
            return make_experiment(game, self.bots, seed, is_forced=True)
        return msgspec.structs.replace(make_experiment(game, self.bots, seed, num_looks=0), is_brief=True)

    def play(self, values: Values, num_blocks: int, seed: int, is_whole: bool = False) -> Played:
        """Blocks of a trial."""
        experiment = self.experiment(values, seed, is_whole)
        name = msgspec.json.encode(experiment).decode()
        known = {} if self.journal is None else self.journal.blocks
        played = {number: known[name, number] for number in range(num_blocks) if (name, number) in known}
        wanted = [number for number in range(num_blocks) if number not in played]
        size = max(1, num_blocks // (4 * self.crew.jobs))
        tasks = (Task(name, experiment, tuple(wanted[at : at + size])) for at in range(0, len(wanted), size))
        self._tell(len(played))
        for task, _, games in self.crew.play(tasks):
            for number, its in zip(task.blocks, games, strict=True):
                played[number] = its
                if self.journal is not None:
                    self.journal.add(name, number, its)
            self._tell(len(task.blocks))
        self.games += sum(map(len, played.values()))
        return [played[number] for number in range(num_blocks)]

    def _tell(self, blocks: int) -> None:
        self.blocks += blocks
        if self.report is not None:
            self.report(self.blocks, max(self.expected, self.blocks))

    def estimates(self, played: Played) -> dict[str, Estimate]:
        """Each target's metric; shares in points of a hundred."""
        found = {}
        for target in self.targets:
            if target.name == "seat_edge":
                estimate = seat_edge(played, self.game.seats, len(set(self.game.sides)))
            else:
                estimate = interval(without_luck(*columns(played, self.measures[target.name]))[0])
            scale = 100.0 if target.name == "seat_edge" or self._is_share(target.name) else 1.0
            mean, low, high = (scale * each for each in estimate[:3])
            found[target.name] = Estimate(mean, low, high, estimate.blocks)
        return found

    def _is_share(self, name: str) -> bool:
        return metric_of(name).unit in ("share", "odds")

    def columns(self, played: Played) -> Columns:
        """Each target by blocks, luck taken out, shares in points; nan where a block says nothing.

        Of the edge of a turn order there is a column for each place in it: how far it is from even.
        """
        found = {}
        for target in self.targets:
            even, names = 0.0, [target.name]
            if target.name == "seat_edge":
                even, names = 1 / len(set(self.game.sides)), [f"order_share_{n + 1}" for n in range(self.game.seats)]
            rows = []
            for name in names:
                blocks = [self.measures[name](games) for games in played]
                values = np.array([block.value - even for block in blocks])
                is_told = np.isfinite(values)
                luck = np.array([block.luck for block in blocks])
                values[is_told] = without_luck(values[is_told], luck[is_told])[0]
                rows.append(values)
            scale = 100.0 if target.name == "seat_edge" or self._is_share(target.name) else 1.0
            found[target.name] = scale * np.column_stack(rows)
        return found

    def gain(self, one: Columns, other: Columns) -> tuple[float, float, float]:
        """By how much less the other misses than the one: as it is, and its interval at 95 %.

        Both have played the same blocks. Sets of blocks are drawn with replacement, the same for both, since misses are
        no means of blocks: a bootstrap.
        """
        count = len(next(iter(one.values())))
        drawn = np.random.default_rng(seed_of("gain", self.seed)).multinomial(count, np.full(count, 1 / count), DRAWN)
        weights = np.vstack([np.ones(count), drawn])
        gains = self._misses(one, weights) - self._misses(other, weights)
        low, high = np.quantile(gains[1:], [0.025, 0.975])
        return float(gains[0]), float(low), float(high)

    def _misses(self, columns: Columns, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The miss of all targets together, for each set of blocks."""
        total = np.zeros(len(weights))
        for target in self.targets:
            values = columns[target.name]
            is_told = np.isfinite(values)
            means = weights @ np.where(is_told, values, 0.0) / np.maximum(1.0, weights @ is_told)
            found = np.abs(means).max(axis=1) if target.name == "seat_edge" else means[:, 0]
            total += [target.miss(float(value)) for value in found]
        return total

    def trial(self, values: Values, num_blocks: int, seed: int, stage: int = 0) -> Trial:
        """Try some numbers."""
        found = {
            name: round(each.mean, 4) for name, each in self.estimates(self.play(values, num_blocks, seed)).items()
        }
        return Trial(values, found, round(self.miss(found), 5), num_blocks, stage)

    def confirm(self, values: Values, num_blocks: int, seed: int) -> tuple[Trial, dict[str, Estimate]]:
        """Play some numbers with fresh seeds, and keep the games for a report."""
        if values not in self.confirmed:
            self.confirmed[values] = self.play(values, num_blocks, seed, is_whole=True)
        estimates = self.estimates(self.confirmed[values])
        metrics = {name: round(each.mean, 4) for name, each in estimates.items()}
        return Trial(values, metrics, round(self.miss(metrics), 5), num_blocks, 1), estimates

    def miss(self, metrics: dict[str, float]) -> float:
        """By how much all targets together are missed."""
        return sum(target.miss(metrics[target.name]) for target in self.targets)

    def search(self, method: str, num_trials: int, num_blocks: int) -> list[Trial]:
        """So many trials, the numbers as they are among them; each has seeds of its own."""
        if method == MODEL:
            return self._search_by_model(num_trials, num_blocks)
        proposer = PROPOSERS[method](self.changes, self.start(), self.seed)
        trials = [self.trial(self.start(), num_blocks, seed_of("trial", method, self.seed, 0) >> 8)]
        for number in range(1, num_trials):
            values = proposer.propose()
            trials.append(self.trial(values, num_blocks, seed_of("trial", method, self.seed, number) >> 8))
            proposer.tell(trials[-1].miss)
        return trials

    def _search_by_model(self, num_trials: int, num_blocks: int) -> list[Trial]:
        """Thompson's sampling: a model of some of the trials, drawn with replacement, proposes what it likes best.

        Metrics are mostly close to quadratic in numbers, misses are not: so each metric has a model of its own.
        """
        random = Random(seed_of("model search", self.seed))
        trials: list[Trial] = []
        for number in range(num_trials):
            values = self.start()
            if 0 < number <= 2 * len(self.changes) + 1:
                values = tuple(change.drawn(random) for change in self.changes)
            elif number:
                drawn = random.choices(trials, k=len(trials))
                values = self._liked(drawn, random)
            trials.append(self.trial(values, num_blocks, seed_of("trial", MODEL, self.seed, number) >> 8))
        return trials

    def _liked(self, trials: Sequence[Trial], random: Random) -> Values:
        """The candidate with the smallest miss by a quadratic model of each target's metric."""
        spans = [change.values() for change in self.changes]
        if prod(map(len, spans)) <= CANDIDATES:
            asked = list(product(*spans))
        else:
            asked = [tuple(random.choice(span) for span in spans) for _ in range(CANDIDATES)]
        features = self._features(np.array([trial.values for trial in trials], np.float64))
        inverse = np.linalg.inv(features.T @ features + RIDGE * np.eye(features.shape[1])) @ features.T
        there = self._features(np.array(asked, np.float64))
        guessed = {
            target.name: there @ (inverse @ np.array([trial.metrics[target.name] for trial in trials]))
            for target in self.targets
        }
        misses = [self.miss({name: float(its[each]) for name, its in guessed.items()}) for each in range(len(asked))]
        least = min(misses)
        return random.choice([values for values, miss in zip(asked, misses, strict=True) if miss <= least + 1e-9])

    def _features(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """One, each number, and each square, in units of its range."""
        low = np.array([change.low for change in self.changes])
        wide = np.array([change.high - change.low for change in self.changes])
        scaled = (values - low) / wide
        return np.column_stack([np.ones(len(scaled)), scaled, scaled**2])

    def smoothed(self, trials: Sequence[Trial], values: Values) -> dict[str, float]:
        """What the model says of some numbers: the mean of near trials."""
        weights = [
            trial.blocks
            * exp(
                -sum(
                    ((one - other) / max(0.5 * change.is_whole, NEAR * (change.high - change.low))) ** 2 / 2
                    for one, other, change in zip(values, trial.values, self.changes, strict=True)
                )
            )
            for trial in trials
        ]
        total = sum(weights)
        return {
            target.name: sum(
                weight * trial.metrics[target.name] for weight, trial in zip(weights, trials, strict=True)
            ) / total
            for target in self.targets
        }  # fmt: skip

    def best(self, trials: Sequence[Trial]) -> Values:
        """What the model likes best of all that was tried; of equals what changes least."""
        start = self.start()

        def steps_from_start(values: Values) -> tuple[float, Values]:
            return sum(abs(one - other) for one, other in zip(values, start, strict=True)), values

        tried = sorted({trial.values for trial in trials}, key=steps_from_start)
        return min(tried, key=lambda each: round(self.miss(self.smoothed(trials, each)), 4))

    def front(self, trials: Sequence[Trial]) -> list[Trial]:
        """Trials that no other beats in every target."""

        def misses(trial: Trial) -> list[float]:
            return [target.miss(trial.metrics[target.name]) for target in self.targets]

        def beats(one: Trial, other: Trial) -> bool:
            pairs = list(zip(misses(one), misses(other), strict=True))
            return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)

        return [trial for trial in trials if not any(beats(other, trial) for other in trials)]

    def sensitivity(self, trials: Sequence[Trial]) -> list[Sensitivity]:
        """How much a step of each number matters to each metric: least squares over all trials."""
        steps = np.array([trial.values for trial in trials], np.float64)
        varied = [number for number in range(len(self.changes)) if steps[:, number].std() > 0]
        design = np.column_stack([np.ones(len(trials)), steps[:, varied]])
        found = []
        free = len(trials) - design.shape[1]
        if free < 1:
            return []
        inverse = np.linalg.pinv(design.T @ design)
        for target in self.targets:
            values = np.array([trial.metrics[target.name] for trial in trials])
            slopes = inverse @ design.T @ values
            spread = float(((values - design @ slopes) ** 2).sum() / free)
            for column, number in enumerate(varied, 1):
                half = 1.96 * (spread * float(inverse[column, column])) ** 0.5
                slope = float(slopes[column])
                numbers = (round(each, 4) for each in (slope, slope - half, slope + half))
                found.append(Sensitivity(self.changes[number].text, target.name, *numbers))
        return found


def tune(tuner: Tuner, num_trials: int, num_blocks: int, confirm_blocks: int, method: str = OPTUNA) -> Tuned:
    """Search, confirm with fresh seeds, and compare with plain random search at equal games."""
    searches = 1 if method == RANDOM else 2
    tuner.expected = searches * num_trials * num_blocks + (1 + searches) * confirm_blocks
    trials = tuner.search(method, num_trials, num_blocks)
    best, start = tuner.best(trials), tuner.start()
    fresh = seed_of("fresh", tuner.seed) >> 8
    incumbent, before = tuner.confirm(start, confirm_blocks, fresh)
    confirmed, estimates = tuner.confirm(best, confirm_blocks, fresh)
    mine = tuner.columns(tuner.confirmed[best])
    gain = tuner.gain(tuner.columns(tuner.confirmed[start]), mine)
    rival, rival_gain = None, None
    if method != RANDOM:
        liked = tuner.best(tuner.search(RANDOM, num_trials, num_blocks))
        theirs = tuner.play(liked, confirm_blocks, fresh)
        rival = round(tuner.miss({name: each.mean for name, each in tuner.estimates(theirs).items()}), 5)
        rival_gain = [round(each, 5) for each in tuner.gain(tuner.columns(theirs), mine)]
    is_better = best != start and gain[1] > 0
    return Tuned(
        targets=[f"{target.name}={target.low:g}..{target.high:g}" for target in tuner.targets],
        changes=[f"{change.text}={change.low:g}..{change.high:g}" for change in tuner.changes],
        incumbent=incumbent,
        best=confirmed,
        is_better=is_better,
        trials=trials,
        front=tuner.front(trials),
        sensitivity=tuner.sensitivity(trials),
        method=method,
        rival_miss=rival,
        gain=[round(each, 5) for each in gain],
        rival_gain=rival_gain,
        games=tuner.games,
        options=tuner.options(best if is_better else start),
        intervals={name: [round(each.low, 3), round(each.high, 3)] for name, each in estimates.items()},
        before={name: [round(each.low, 3), round(each.high, 3)] for name, each in before.items()},
    )


def tell(found: Tuned, changes: Sequence[Change]) -> list[Told]:
    """What was found, in plain sentences."""

    def named(values: Values) -> str:
        return ", ".join(f"{change.text} = {value:g}" for change, value in zip(changes, values, strict=True))

    told = []
    for metric, after in found.best.metrics.items():
        before, (low, high) = found.incumbent.metrics[metric], found.intervals[metric]
        least, most = found.before[metric]
        told.append(Told(
            f"{named(found.best.values)} brings {metric} from {before:.1f} ({least:.1f} to {most:.1f}) to {after:.1f} "
            f"({low:.1f} to {high:.1f}).",
            f"{named(found.best.values)} bringt {metric} von {before:.1f} ({least:.1f} bis {most:.1f}) auf {after:.1f} "
            f"({low:.1f} bis {high:.1f}).",
        ))  # fmt: skip
    mean, low, high = found.gain
    english, german = f"{mean:.3f} ({low:.3f} to {high:.3f})", f"{mean:.3f} ({low:.3f} bis {high:.3f})"
    told.append(
        Told(
            f"It is better: it misses by {english} less. The file has it.",
            f"Das ist besser: Es verfehlt um {german} weniger. Die Datei enthält es.",
        )
        if found.is_better
        else Told(
            "What there is is kept: nothing beat it beyond doubt.", "Was da ist, bleibt: Nichts war sicher besser."
        )
    )
    told += [
        Told(
            f"One more of {each.change}: {each.metric} {each.slope:+.2f} ({each.low:+.2f} to {each.high:+.2f}).",
            f"Eins mehr bei {each.change}: {each.metric} {each.slope:+.2f} ({each.low:+.2f} bis {each.high:+.2f}).",
        )
        for each in found.sensitivity
    ]
    if len(found.targets) > 1:
        for trial in found.front:
            metrics = ", ".join(f"{name} {value:.1f}" for name, value in trial.metrics.items())
            told.append(Told(
                f"On the front: {named(trial.values)} with {metrics} in {trial.blocks} blocks.",
                f"An der Front: {named(trial.values)} mit {metrics} in {trial.blocks} Blöcken.",
            ))  # fmt: skip
    if found.rival_miss is not None and found.rival_gain is not None:
        rival, mine = f"{found.rival_miss:.3f}", f"{found.best.miss:.3f}"
        mean, low, high = found.rival_gain
        told.append(Told(
            f"Plain random search at equal games misses by {rival}; this by {mine}: {mean:.3f} less "
            f"({low:.3f} to {high:.3f}).",
            f"Zufälliges Suchen mit ebenso vielen Spielen verfehlt um {rival}; dies um {mine}: {mean:.3f} weniger "
            f"({low:.3f} bis {high:.3f}).",
        ))  # fmt: skip
    return told


def report_of(tuner: Tuner, found: Tuned) -> LabReport:
    """The report of before and after, side by side, from the games that confirmed."""
    kinds = []
    for name, trial in (("before", found.incumbent), ("after", found.best)):
        experiment = tuner.experiment(trial.values, seed_of("fresh", tuner.seed) >> 8, is_whole=True)
        kind = describe(game_of(experiment), experiment, tuner.confirmed[trial.values], True)
        kind.bots = (f"{name}: {'&'.join(kind.bots)}",)
        kinds.append(kind)
        if found.best.values == found.incumbent.values:
            break
    asked = Asked((tuner.bots,), tuner.seed)
    report = new_report(tuner.game, asked, tuner.experiment(tuner.start(), 0), kinds, [])
    report.told = tell(found, tuner.changes)
    return report


def write_options(options: dict[str, Any]) -> str:
    """The designer's file: TOML with the options that differ from the rulebook."""
    lines = [f"{name} = {_toml(value)}" for name, value in options.items()]
    return "# Found by motherlode lab tune; play it with --data FILE.\n" + "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return msgspec.json.encode(value).decode()

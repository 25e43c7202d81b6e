"""`lab report`: one or several kinds of players, played until what was asked is known, and all that it shows."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from motherlode.arena.estimates import CONFIDENCE
from motherlode.lab import figures, people
from motherlode.lab.catalogue import FIRST
from motherlode.lab.crews import Crew
from motherlode.lab.estimating import blocks_needed, interval, is_narrow, without_luck, z_of
from motherlode.lab.experiments import Bots, Experiment, make_experiment, name_of
from motherlode.lab.figures import (
    Figure,
    Given,
    Spread,
    Thing,
    Way,
    all_figures,
    all_given,
    all_things,
    all_ways,
    columns,
    headlines,
    measures_of,
    spreads,
)
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, Played, Report, run, with_curve
from motherlode.lab.tables import Measured, Table
from motherlode.lab.wording import sentences
from motherlode.reviews.report import Told
from motherlode.table.game import Game
from motherlode.table.match import Match

FORMAT = 1
HISTOGRAM = 24  # bars
POINT = 0.01
DUEL_POINTS = 5.0  # to each side, at 95 %


class Asked(NamedTuple):
    """What a report is to find out."""

    kinds: tuple[Bots, ...]  # of players, side by side
    seed: int = 0
    precision: float = 1.0  # points to each side, at 95 %
    most: int = 20_000  # blocks of a kind
    duels: tuple[tuple[str, str], ...] = ()  # who plays whom for the skill curve and for depth
    duel_blocks: int = 400  # at most: a duel ends when it is known to DUEL_POINTS
    is_forced: bool = True
    num_looks: int = 3  # decisions of a game that are looked at and forced


class Histogram(msgspec.Struct, frozen=True):
    """How often values lie from one edge to the next."""

    edges: list[float]
    counts: list[int]


class Mean(msgspec.Struct, frozen=True):
    """A mean over games, and half the width of its interval."""

    mean: float
    half: float


class RuleCount(msgspec.Struct, frozen=True):
    """In how many games a numbered rule was carried out."""

    rule: str
    games: int
    of: int
    low: float  # of the share
    high: float


class Kind(msgspec.Struct):
    """What a kind of players showed."""

    bots: Bots
    variant: str
    blocks: int
    games: int
    is_known: bool  # as precisely as was asked
    sentences: list[Told]
    figures: list[Figure]
    things: list[Thing]
    never_used: list[str]
    points: dict[str, Mean]  # a game: where the points of all seats come from
    winner_points: dict[str, Mean]
    scores: Histogram
    lengths: Histogram
    # The share of wins of the first in the order after so many blocks: number, mean, low, high.
    curve: list[list[float]]
    matches: dict[str, str] = {}  # the files of records of typical and of extreme matches, by name
    spreads: list[Spread] = []
    given: list[Given] = []
    ways: list[Way] = []


class Duel(msgspec.Struct, frozen=True):
    """One bot alone against others that are all the same; in a game for one, just alone."""

    one: str
    other: str  # empty: nobody
    share: float
    low: float
    high: float
    even: float
    games: int
    blocks: int = 0
    is_known: bool = True  # to DUEL_POINTS
    typical: str = (
        ""  # a match that the one won, of usual length, by its name or file; and the one won from deepest down
    )
    extreme: str = ""


class LabReport(msgspec.Struct):
    """All of it, as JSON has it."""

    lab: int
    game: str
    title: str
    rules: int
    ruleset: str
    seats: int
    options: dict[str, Any]
    seed: int
    precision: float
    kinds: list[Kind]
    duels: list[Duel]
    seconds: float = 0.0
    command: str = ""
    told: list[Told] = []  # what a search found
    beside: list[Told] = []  # where people and bots differ
    aside: dict[str, int] = {}  # records of people that were set aside, by why
    rule_counts: list[RuleCount] = []
    matches: dict[str, str] = {}  # of the duels: files of records, by name


def make_experiments(game: Game, asked: Asked, crew: Crew) -> dict[str, Experiment]:
    """What is played: every kind of players, then the duels."""
    found: dict[str, Experiment] = {}
    for bots in asked.kinds:
        plain = make_experiment(game, bots, asked.seed, asked.num_looks, asked.is_forced)
        found["&".join(bots)] = with_curve(plain, crew)
    for one, other in asked.duels:
        bots = (one,) + (other,) * (game.seats - 1) if other else (one,)
        experiment = make_experiment(game, bots, asked.seed, num_looks=0)
        found[duel_name(one, other)] = msgspec.structs.replace(experiment, is_brief=True)
    return found


def duel_name(one: str, other: str) -> str:
    """The variant of a duel."""
    return f"{one} against {other}" if other else f"{one} alone"


def play_report(
    game: Game, asked: Asked, crew: Crew, keep: Callable[[dict[str, Any]], BlockJournal], report: Report | None = None
) -> LabReport:
    """Play and tell; `keep` opens the journal for a header."""
    experiments = make_experiments(game, asked, crew)
    with keep(make_header(game, experiments)) as journal:
        kinds, num_kinds = [], len(asked.kinds)
        for number, bots in enumerate(asked.kinds):
            experiment = experiments["&".join(bots)]
            plan = width_plan(game, bots, asked)
            played = run({"&".join(bots): experiment}, plan, journal, crew, _part(report, number, num_kinds))
            blocks = played["&".join(bots)]
            kinds.append(describe(game, experiment, blocks, plan.is_done(played)))
        duels: list[Duel] = []
        matches: dict[str, str] = {}
        for pair in asked.duels:
            duel, records = play_duel(game, pair, experiments[duel_name(*pair)], asked.duel_blocks, journal, crew)
            duels.append(duel)
            matches |= records
    found = new_report(game, asked, experiments["&".join(asked.kinds[0])], kinds, duels)
    found.matches = matches
    return found


def new_report(game: Game, asked: Asked, first: Experiment, kinds: list[Kind], duels: list[Duel]) -> LabReport:
    """A report with what all of them say at the top."""
    return LabReport(
        lab=FORMAT,
        game=game.spec.name,
        title=game.spec.title,
        rules=game.spec.version,
        ruleset=game.digest,
        seats=game.seats,
        options=first.options,
        seed=asked.seed,
        precision=asked.precision,
        kinds=kinds,
        duels=duels,
    )


def _part(report: Report | None, number: int, count: int) -> Report | None:
    if report is None or count == 1:
        return report
    return lambda done, total: report(number * total + done, count * total)


def width_plan(game: Game, bots: Bots, asked: Asked) -> Plan:
    """Play until every headline is as narrow as was asked."""
    measures = measures_of(game.seats, game.sides, bots)
    names = headlines(game.seats, game.sides, bots)
    half = asked.precision * POINT

    def left(found: dict[str, Played]) -> list[Any]:
        (played,) = found.values()
        return [without_luck(*columns(played, measures[name]))[0] for name in names]

    return Plan(
        asked.most,
        lambda found: all(is_narrow(values, half) for values in left(found)),
        lambda found: max(blocks_needed(values, half) for values in left(found)),
    )


def play_people(
    game: Game,
    groups: dict[str, list[Match]],
    asked: Asked,
    crew: Crew,
    keep: Callable[[dict[str, Any]], BlockJournal],
    report: Report | None = None,
) -> LabReport:
    """The same over matches of people, by groups, and over games of bots beside them; where they differ."""
    experiments = make_experiments(game, asked, crew)
    (bots,) = asked.kinds
    name = "&".join(bots)
    with keep(make_header(game, experiments)) as journal:
        beside = run(experiments, Plan(asked.most, lambda _: False, lambda _: asked.most), journal, crew, report)[name]
    kinds, told = [], []
    for group, matches in groups.items():
        its = msgspec.structs.replace(experiments[name], bots=(group,))
        played = people.play_matches(its, matches, group)
        if group == people.PEOPLE:
            told = people.differences(played, beside, game, bots)
        kinds.append(describe(game, its, played, True, has_matches=False))
    kinds.append(describe(game, experiments[name], beside, True))
    found = new_report(game, asked, experiments[name], kinds, [])
    found.beside = told
    return found


def describe(game: Game, experiment: Experiment, played: Played, is_known: bool, has_matches: bool = True) -> Kind:
    """All that blocks of one kind of players show; matches of people are not."""
    found = all_figures(played, game.seats, game.sides, experiment.bots)
    things = all_things(played)
    games = [each for block in played for each in block]
    matches: dict[str, str] = {}
    if has_matches:
        found, matches = with_matches(found, played, experiment)
    return Kind(
        bots=experiment.bots,
        variant=name_of(experiment.game, experiment.options, experiment.bots, experiment.seats),
        blocks=len(played),
        games=len(games),
        is_known=is_known,
        sentences=sentences(found, things),
        figures=found,
        things=things,
        never_used=figures.never_used(things),
        points=_per_game([each.points for each in games]),
        winner_points=_per_game([each.winner_points for each in games]),
        scores=histogram([float(score) for each in games for score in each.scores]),
        lengths=histogram([each.values["minutes"] for each in games]),
        curve=narrowing(played, measures_of(game.seats, game.sides, experiment.bots)),
        matches=matches,
        spreads=spreads(played),
        given=all_given(played, len(set(game.sides))),
        ways=all_ways(played),
    )


def with_matches(found: list[Figure], played: Played, experiment: Experiment) -> tuple[list[Figure], dict[str, str]]:
    """The figures, each with the names of a typical and of an extreme match; and these matches' records."""
    table = Table(experiment)
    names: dict[tuple[int, Bots], str] = {}
    records: dict[str, str] = {}

    def name_of_match(game: Measured) -> str:
        key = game.block, game.seating
        if key not in names:
            names[key] = f"match {len(names) + 1}"
            records[names[key]] = table.match_of(*key).record(is_whole=True)
        return names[key]

    shown = figures.examples(played, found)
    with_them = [
        msgspec.structs.replace(
            figure,
            typical=name_of_match(shown[figure.name].typical),
            extreme=name_of_match(shown[figure.name].extreme),
        )
        if figure.name in shown
        else figure
        for figure in found
    ]
    return with_them, records


def _per_game(points: Sequence[dict[str, int]]) -> dict[str, Mean]:
    total: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for each in points:
        total.update(each)
        squares.update({name: value * value for name, value in each.items()})
    found, count = {}, len(points)
    for name, value in total.most_common():
        mean = value / count
        spread = max(0.0, squares[name] / count - mean * mean)
        found[name] = Mean(round(mean, 3), round(z_of(CONFIDENCE) * (spread / count) ** 0.5, 3))
    return found


def histogram(values: Sequence[float]) -> Histogram:
    """Up to HISTOGRAM bars of equal width; whole numbers have bars of their own where there are few."""
    array = np.asarray(values, np.float64)
    low, high = float(array.min()), float(array.max())
    is_whole = bool((array == array.round()).all())
    bins = min(HISTOGRAM, int(high - low) + 1) if is_whole else HISTOGRAM
    counts, edges = np.histogram(array, bins, (low, high + 1e-9 if high > low else low + 1))
    return Histogram([round(float(edge), 3) for edge in edges], counts.tolist())


def narrowing(played: Played, measures: dict[str, Any]) -> list[list[float]]:
    """How the interval of the first headline closed in."""
    name = FIRST if FIRST in measures else "won"
    values, luck = columns(played, measures[name])
    found = []
    for share in (0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0):
        count = int(len(values) * share)
        if count >= 10:
            mean, low, high, *_ = interval(without_luck(values[:count], luck[:count])[0], is_share=True)
            found.append([count, round(mean, 4), round(low, 4), round(high, 4)])
    return found


def play_duel(
    game: Game, pair: tuple[str, str], experiment: Experiment, most: int, journal: BlockJournal, crew: Crew
) -> tuple[Duel, dict[str, str]]:
    """One bot alone against others until that is known, or so many blocks; and the records of two of its matches."""
    name = duel_name(*pair)

    def shares(found: dict[str, Played]) -> list[float]:
        return [
            sum(sum(g.shares[s] for s, n in enumerate(g.seating) if n == pair[0]) for g in block) / len(block)
            for block in found[name]
        ]

    def is_done(found: dict[str, Played]) -> bool:
        return is_narrow(shares(found), DUEL_POINTS * POINT)

    def expect(found: dict[str, Played]) -> int:
        return blocks_needed(shares(found), DUEL_POINTS * POINT)

    found = run({name: experiment}, Plan(most, is_done, expect), journal, crew)
    values, played = shares(found), found[name]
    mean, low, high, *_ = interval(values, is_share=True)
    even = 1 / len(set(game.sides)) if game.seats > 1 else 0.0
    shown = figures.won_by(played, pair[0])
    table, records, names = Table(experiment), {}, ["", ""]
    for number, each in enumerate(shown or ()):
        names[number] = f"{name} match {number + 1}"
        records[names[number]] = table.match_of(each.block, each.seating).record(is_whole=True)
    share, low, high = (round(value, 4) for value in (mean, low, high))
    games = sum(map(len, played))
    return Duel(*pair, share, low, high, even, games, len(played), is_done(found), names[0], names[1]), records


def write_matches(report: LabReport, folder: Path, write: Callable[[Path, str], None]) -> dict[str, str]:
    """The records of typical matches and of extreme ones, beside the report; by file."""
    records = {}
    for kind in report.kinds:
        for name, text in kind.matches.items():
            who = "-".join(kind.bots).replace(":", "_").replace("/", "_")
            path = folder / f"{who}-{name.replace(' ', '-')}.txt"
            write(path, text)
            records[path.name] = text
            kind.matches[name] = path.name
    for name, text in report.matches.items():
        path = folder / f"duel-{name.replace(':', '_').replace('/', '_').replace(' ', '-')}.txt"
        write(path, text)
        records[path.name] = text
        report.matches[name] = path.name
    return records

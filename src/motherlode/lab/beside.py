"""A variant beside the game as it is: both with the same dice, told while they are played, and a page at the end.

What a server measures for a designer. The intervals of differences hold whenever one looks (see `comparing`), so it
does no harm that somebody watches them close in; those of each of the two are ordinary ones.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import msgspec

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Code
from motherlode.lab.catalogue import shown
from motherlode.lab.comparing import A, B, Comparer, Line, comparer_of, is_headline
from motherlode.lab.crews import Crew
from motherlode.lab.estimating import interval, without_luck
from motherlode.lab.experiments import Experiment, make_experiment
from motherlode.lab.figures import Measure, columns, metric_of
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.pages import write_page
from motherlode.lab.reporting import Asked, LabReport, describe, new_report
from motherlode.lab.running import Plan, Played, run, with_curve
from motherlode.reviews.report import Told
from motherlode.table.game import Game, find

LEAST = 20  # games before anything is told
TELL_S = 1.0  # between two tellings
# What is measured by odds is left to the report, which has a curve for each of the two: with one curve for both, a
# change of what `evaluate` says would look like a change of the game; with two, their own noise would.
BY_ODDS = ("drama", "comebacks", "decisive_at", "tension", "kingmaking")
TELLING = 20  # playing takes at least so many times as long as telling

Known = Literal["more", "less", "same", "open"]


class Wish(msgspec.Struct, frozen=True):
    """What is to be measured."""

    game: str
    options: dict[str, Any]
    seats: int
    bot: str  # plays all seats
    games: int  # of each of the two
    seed: int
    name: str  # of the variant
    seconds: float  # then it ends with what is known


class Span(msgspec.Struct, frozen=True):
    """A number with its interval at 95 %."""

    value: float
    low: float
    high: float


class Beside(msgspec.Struct, frozen=True):
    """One figure of both."""

    name: str
    title: Told
    is_share: bool
    variant: Span
    original: Span
    difference: Span  # holds whenever one looks, all figures together
    verdict: Known


class Found(msgspec.Struct):
    """What is known at the end."""

    games: int
    figures: list[Beside]
    pages: dict[Language, str]


class Enough(Exception):
    """The time is over."""


def measure(
    wish: Wish,
    crew: Crew,
    folder: Path,
    tell: Callable[[int, list[Beside]], None],
    clock: Callable[[], float] = time.monotonic,
) -> Found:
    """Play both until the games or the time are over; `tell` hears what is known, now and then."""
    begun = clock()
    bots = (wish.bot,)
    original, variant = find(wish.game, wish.seats), find(wish.game, wish.seats, **wish.options)
    if original.sides != variant.sides:
        raise BadInput(Code.BAD_CHOICE, "the variant is played in other teams than the game as it is: nothing compares")
    asked = comparer_of(original, variant, bots, bots)
    comparer = Comparer([name for name in asked.names if name not in BY_ODDS], asked.measures, asked.even)
    arms = {
        arm: with_curve(make_experiment(game, bots, wish.seed, is_forced=True), crew)
        for arm, game in ((A, original), (B, variant))
    }
    played: dict[str, Played] = {A: [], B: []}
    last, pause = begun, 0.0

    with BlockJournal(folder / "blocks.jsonl", make_header(original, arms), False) as journal:

        def watch(done: int, _: int) -> None:
            nonlocal last, pause
            for arm, blocks in played.items():
                blocks += [journal.blocks[arm, number] for number in range(len(blocks), done)]
            now = clock()
            if done >= LEAST and now - last >= max(TELL_S, pause):
                tell(done, figures_of(comparer, played))
                last = clock()
                pause = TELLING * (last - now)
            if done >= LEAST and now - begun >= wish.seconds:
                raise Enough

        with suppress(Enough):
            run(arms, Plan(wish.games, lambda _: False, lambda _: wish.games), journal, crew, watch)
    found = figures_of(comparer, played)
    report = report_of(wish, (original, variant), arms, played, comparer.lines())
    return Found(len(played[A]), found, {language: page_of(report, language) for language in ("en", "de")})


def figures_of(comparer: Comparer, played: dict[str, Played]) -> list[Beside]:
    """Every question of a comparison, with what both of them show."""
    comparer.take(played[A], played[B])
    found = [beside(line, comparer.measures[line.name], played) for line in comparer.lines()]
    return [each for each in found if all(map(isfinite, _numbers(each)))]


def beside(line: Line, measure: Measure, played: dict[str, Played]) -> Beside:
    """One line of a comparison, with an interval for each of the two."""
    is_share = line.unit == "share"
    variant, original = (span_of(played[arm], measure, is_share) for arm in (B, A))
    verdict: Known = "open" if line.verdict == "not known yet" else "same"
    if line.verdict in ("better", "worse", "different"):
        verdict = "more" if line.difference > 0 else "less"
    difference = Span(line.difference, line.low, line.high)
    return Beside(line.name, line.title, line.unit in ("share", "odds"), variant, original, difference, verdict)


def span_of(played: Played, measure: Measure, is_share: bool) -> Span:
    """What blocks say about a metric, luck taken out."""
    mean, low, high, *_ = interval(without_luck(*columns(played, measure))[0], is_share=is_share)
    return Span(round(mean, 5), round(low, 5), round(high, 5))


def _numbers(figure: Beside) -> list[float]:
    spans = (figure.variant, figure.original, figure.difference)
    return [number for span in spans for number in (span.value, span.low, span.high)]


def report_of(
    wish: Wish,
    games: Sequence[Game],
    arms: dict[str, Experiment],
    played: dict[str, Played],
    lines: Sequence[Line],
) -> LabReport:
    """The whole report: the variant and the game as it is, side by side; what changed comes first."""
    original, variant = games
    kinds = []
    for name, game, arm in ((wish.name, variant, B), (original.spec.title, original, A)):
        kind = describe(game, arms[arm], played[arm], len(played[arm]) >= wish.games)
        kind.bots = (f"{name}: {wish.bot}",)
        kinds.append(kind)
    report = new_report(variant, Asked(((wish.bot,),), wish.seed, most=wish.games), arms[B], kinds, [])
    report.told = told_of(lines)
    return report


def told_of(lines: Sequence[Line]) -> list[Told]:
    """What is known to have changed, in sentences; what decides a comparison first."""
    changed = [line for line in lines if line.verdict in ("better", "worse", "different")]
    if not changed:
        return [Told("No change is beyond doubt.", "Keine Änderung ist sicher.")]
    found = []
    for line in sorted(changed, key=lambda each: not is_headline(each.name)):
        metric = metric_of(line.name)
        one, other, low, high = (shown(metric, each) for each in (line.one, line.other, line.low, line.high))
        english, german = line.title.en, line.title.de
        found.append(
            Told(
                f"{english[:1].upper()}{english[1:]}: {other}, where the game as it is has {one}"
                f" (the difference is from {low} to {high}).",
                f"{german}: {other}, im Spiel, wie es ist, {one} (der Unterschied liegt von {low} bis {high}).",
            )
        )
    return found


def page_of(report: LabReport, language: Language) -> str:
    """The page, with all in it: no file lies beside it."""
    shown_kinds = [msgspec.structs.replace(kind) for kind in report.kinds]
    records: dict[str, str] = {}
    for number, kind in enumerate(shown_kinds):
        kind.matches = {name: f"{number}: {name}" for name in kind.matches}
        records |= {f"{number}: {name}": text for name, text in report.kinds[number].matches.items()}
    return write_page(msgspec.structs.replace(report, kinds=shown_kinds), language, records)

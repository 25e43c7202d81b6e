"""Which mutants are tried, and the figures that come of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from motherlode.arena.estimates import wilson
from motherlode.core.registry import find_game
from mutants.equivalents import Equivalents, read_equivalents
from mutants.making import Mutant
from mutants.running import SURVIVED, Result


def draw(mutants: Sequence[Mutant], sample: int | None, seed: int) -> list[Mutant]:
    """So many of the mutants, each as likely as any other; all, if no number is given, in an order drawn anew."""
    return Random(seed).sample(mutants, len(mutants) if sample is None else min(sample, len(mutants)))


@dataclass
class Report:
    """How the tests of a game did."""

    game: str
    results: Sequence[Result]
    num_untried: int  # mutants that were not drawn, or for which there was no time
    equivalents: Equivalents
    seconds: float

    @property
    def survivors(self) -> list[Result]:
        """Faults that nobody noticed."""
        return [one for one in self.results if one.outcome == SURVIVED and not self.equivalents.reason(one.mutant)]

    @property
    def wrongly_listed(self) -> list[str]:
        """Entries of the list that are noticed, or that fit nothing."""
        noticed = [
            f"{one.mutant} is noticed by {one.by}"
            for one in self.results
            if one.outcome != SURVIVED and self.equivalents.reason(one.mutant)
        ]
        return noticed + self.equivalents.outdated([one.mutant for one in self.results])

    @property
    def row(self) -> dict[str, float]:
        """Figures; where not all mutants were tried, with the interval in which the score of all of them lies."""
        num_survived = len(self.survivors)
        num_equivalent = sum(one.outcome == SURVIVED for one in self.results) - num_survived
        num_killed = len(self.results) - num_survived - num_equivalent
        num_counted = num_killed + num_survived
        return {
            "mutants": len(self.results) + self.num_untried,
            "killed": num_killed,
            "equivalent": num_equivalent,
            "survived": num_survived,
            "untried": self.num_untried,
            **score(num_killed, num_counted, is_whole=not self.num_untried),
            "seconds": round(self.seconds),
        }


def score(num_killed: int, num_counted: int, *, is_whole: bool) -> dict[str, float]:
    """The share that was noticed, in percent, and the interval in which that of all lies."""
    share = num_killed / max(1, num_counted)
    low, high = (share, share) if is_whole else wilson(num_killed, num_counted)
    return {"score": round(100 * share, 1), "low": round(100 * low, 1), "high": round(100 * high, 1)}


def tried_again(kept: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """A row of the results after what had survived was tried again.

    What turned out to make no difference was no fault and is not counted. What a test notices now stays among those
    that nobody noticed when they were drawn, and it is noted who does: else the score would be that of tests which were
    written for the sample.
    """
    equal = {one.mutant.name for one in report.results if report.equivalents.reason(one.mutant)}
    names = [name for name in kept["survivors"] if name not in equal]
    found = {one.mutant.name: one.by for one in sorted(report.results, key=lambda one: one.outcome == SURVIVED)}
    num_equivalent = kept["equivalent"] + len(kept["survivors"]) - len(names)
    counted = {"equivalent": num_equivalent, "survived": len(names)}
    scores = score(kept["killed"], kept["killed"] + len(names), is_whole=not kept["untried"])
    since = {name: found[name] for name in names if name in found}
    return {**kept, **counted, **scores, "survivors": names, "since": since}


PAGE = """\
# Planted faults

`make mutants` changes the rules of a game in one place after another, a comparison, a number, a loop, by the operators
of the tool Cosmic Ray, and runs the game's tests against each: what no test notices is held by none. Some changes make
no difference, because they only cost time or meet what cannot be; they are listed with the reason in
`mutants/equivalents`, and not counted. This page is written from `benchmarks/results/mutants.json`; a test holds that.

All mutants of a game take hours, so of most games a sample was tried, each mutant as likely as any other. *Noticed* is
the share of those tried that are faults; the interval is where the share of all lies, in 95 of 100 samples. It is about
the tests as they were when the sample was drawn: tests written since for what it showed do not raise it. Long tests,
the exact solver and most checks of the conformance suite are left out, so whole test runs notice more. Rules have
changed since some of these samples, as their commits say.
"""


def write_page(kept: Mapping[str, Mapping[str, Any]]) -> str:
    """The scores of all games, and by name what nobody noticed, as a page of the docs."""
    lines = [
        PAGE,
        "| game | mutants | tried | make no difference | not noticed | noticed | interval | seed, commit |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for game, row in kept.items():
        num_tried = row["mutants"] - row["untried"]
        cells = [
            find_game(game).title, f"{row['mutants']:,}", f"{num_tried:,}", row["equivalent"], row["survived"],
            f"{row['score']}%", f"{row['low']}% to {row['high']}%", f"{row['seed']}, `{row['commit']}`",
        ]  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", "## Not noticed, by name", ""]
    for game, row in kept.items():
        title, names = find_game(game).title, row.get("survivors")
        if names is None and row["survived"]:
            lines.append(f"- {title}: {row['survived']}, whose names were not kept.")
        elif not names:
            lines.append(f"- {title}: none.")
        since, listed = row.get("since", {}), read_equivalents(game).names
        for name in names or ():
            fate = "not tried again" if name not in since else f"`{since[name]}`" if since[name] else "still by nobody"
            words = "Listed since as making no difference" if name in listed else f"Noticed since: {fate}"
            lines.append(f"- {title}: `{name}`. {words}.")
    return "\n".join([*lines, ""])


def write_table(rows: dict[str, dict[str, float]]) -> str:
    """The figures of each game, side by side."""
    columns = ["game", *next(iter(rows.values()))]
    lines = [columns] + [[game, *(f"{number:g}" for number in row.values())] for game, row in rows.items()]
    return "\n".join("  ".join(f"{word:>12}" for word in line) for line in lines)

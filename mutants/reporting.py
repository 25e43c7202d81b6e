"""Which mutants are tried, and the figures that come of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from motherlode.arena.estimates import wilson
from mutants.equivalents import Equivalents
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
        low, high = wilson(num_killed, num_counted) if self.num_untried else 2 * (num_killed / max(1, num_counted),)
        return {
            "mutants": len(self.results) + self.num_untried,
            "killed": num_killed,
            "equivalent": num_equivalent,
            "survived": num_survived,
            "untried": self.num_untried,
            "score": round(100 * num_killed / max(1, num_counted), 1),
            "low": round(100 * low, 1),
            "high": round(100 * high, 1),
            "seconds": round(self.seconds),
        }


def write_table(rows: dict[str, dict[str, float]]) -> str:
    """The figures of each game, side by side."""
    columns = ["game", *next(iter(rows.values()))]
    lines = [columns] + [[game, *(f"{number:g}" for number in row.values())] for game, row in rows.items()]
    return "\n".join("  ".join(f"{word:>12}" for word in line) for line in lines)

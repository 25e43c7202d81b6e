"""Odds: how likely each seat is to win, from what a search thinks of a position.

What a search finds is a mean of guesses: it ranks positions well, but where it says a quarter, half of the matches may
be won. A curve says how often seats did win that were worth so much, in many matches of bots; scripts/fit_odds.py
makes the curves and checks them on other matches. There is one for each game, number of seats, kind of value and number
of iterations, in odds_data: the more iterations a search has, the bolder it is. Where there is none, a value stands for
itself, and whoever shows it says so.

A win that several sides share counts in part; where nobody wins, nobody has a part of it.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.options import default_options
from motherlode.core.ruleset import Ruleset

# The mean value of a search of a position, all of it known; the same of what one seat may know; the value of the action
# that a hint shows.
Kind = Literal["whole", "seen", "hint"]
Odds = NDArray[np.float64]  # by seat, from 0 to 1
MOST_OFF = 0.03  # by so much odds may be off
FOLDER = Path(__file__).parent / "odds_data"


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often seats won whose value was so much: straight between its points, level beyond them."""

    seats: int
    kind: Kind
    iterations: int  # of the search
    players: str  # the bot that played all seats
    matches: int  # from which it was made
    values: tuple[float, ...]  # rising
    odds: tuple[float, ...]  # never falling
    off: float | None = None  # how far it was off in other matches, in the worst tenth of the odds; none: not checked

    @property
    def is_checked(self) -> bool:
        """Whether other matches have shown that it is right."""
        return self.off is not None and self.off <= MOST_OFF


class Curves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curves of a game: how often seats won to whom a bot gave a value."""

    game: str
    rules: int  # their version
    curves: tuple[Curve, ...]


@cache
def read_curves(name: str) -> Curves | None:
    """The curves of a game, if it has any."""
    path = FOLDER / f"{name}.json"
    return msgspec.json.decode(path.read_bytes(), type=Curves) if path.exists() else None


def find_curve(ruleset: Ruleset, kind: Kind, iterations: int) -> Curve | None:
    """The curve for a kind of value; other options than the rulebook's share it."""
    found = read_curves(ruleset.spec.name)
    if found is None or found.rules != ruleset.spec.version:
        return None
    if kind == "seen" and not ruleset.spec.is_hidden:  # who sees all of it sees the whole
        kind = "whole"
    wanted = ruleset.seats, kind, iterations
    return next((curve for curve in found.curves if (curve.seats, curve.kind, curve.iterations) == wanted), None)


def is_confirmed(ruleset: Ruleset, *curves: Curve | None) -> bool:
    """Whether odds by these curves are held against matches: all of them, by the options of the rulebook."""
    return all(curve is not None and curve.is_checked for curve in curves) and is_usual(ruleset)


def is_usual(ruleset: Ruleset) -> bool:
    """Whether the options are the rulebook's, for which curves are made."""
    options: dict[str, object] = msgspec.to_builtins(ruleset.options)
    return {**options, **default_options(ruleset.spec)} == options


def result_of(ruleset: Ruleset, winners: Sequence[int]) -> Odds:
    """Each seat's part of the win at the end: sides that won share it evenly."""
    won = {ruleset.sides[seat] for seat in winners}
    return np.array([(side in won) / max(1, len(won)) for side in ruleset.sides])


def odds_of(ruleset: Ruleset, values: Sequence[float] | NDArray[np.float64], curve: Curve | None) -> Odds:
    """The odds of all seats from their values; those of several sides add up to 1."""
    odds = np.clip(np.asarray(values, np.float64), 0.0, 1.0)
    if curve is not None:
        odds = np.interp(odds, curve.values, curve.odds)
    sides = np.asarray(ruleset.sides)
    num_sides = int(sides.max()) + 1
    if num_sides == 1:
        return odds
    by_side = np.bincount(sides, odds) / np.bincount(sides)  # seats of a side have the same odds
    total = by_side.sum()
    by_side = by_side / total if total > 0.0 else np.full(num_sides, 1.0 / num_sides)
    return np.asarray(by_side[sides])

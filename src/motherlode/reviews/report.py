"""What a review finds, as structs: the same for Python, JSON, HTTP and the page.

Odds are each seat's part of the win, from 0 to 1, as expected at that moment; a shared win counts in part. For each
seat, to the last digit: result = start + luck + hidden + own + others + residual.
"""

from typing import Literal

import msgspec

from motherlode.core.contract import Action, Language
from motherlode.table.match import Ending

DIGITS = 6  # of all odds: sums of so many digits are exact
# How good a decision was, by the odds that it lost. Forced: there was no other; only: every other one was a mistake.
Mark = Literal["forced", "only", "best", "good", "inaccuracy", "mistake", "blunder"]
Source = Literal["exact", "search"]  # where odds come from
THRESHOLDS: dict[Mark, float] = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}  # the largest first
MARKS: tuple[Mark, ...] = ("forced", "only", "best", "good", "inaccuracy", "mistake", "blunder")


class Told(msgspec.Struct, frozen=True):
    """Words for people."""

    en: str
    de: str

    def by(self, language: Language) -> str:
        """The words of a language."""
        return self.de if language == "de" else self.en


class Step(msgspec.Struct, frozen=True):
    """One entry of the log, and what it did to the odds.

    after = before + luck + skill + hidden + residual, for each seat. Each of these lists is by seat, and empty where
    the step has none of it.
    """

    step: int
    actor: int  # a seat; -1: chance
    action: int  # below 0: the seat resigned or ran out of time
    text: str  # notation
    told: Told
    before: list[float]
    after: list[float]
    luck: list[float]  # chance: what it gave, less the mean over all that it could have given
    skill: list[float]  # a decision: the played action's odds less the best one's; never above 0 for who decides
    hidden: list[float]  # a decision: what it changed, less the mean of that over what who decides held possible
    residual: list[float]  # the rest: what looking one step further changed
    decision: int | None  # which of `Review.decisions` it belongs to


class Decision(msgspec.Struct, frozen=True):
    """What a seat chose, judged by what it could know: all its actions in a row, until chance or another seat acts."""

    seat: int
    first: int  # steps of the log
    last: int
    at: int  # the first step that is not as in the better line; `first` where nothing is better
    mark: Mark
    loss: float  # odds of the seat that it lost
    error: float  # standard error of the loss; 0 where it is exact
    expected: float  # odds of the seat after the best line, by what it could know
    got: float  # the same after what it played
    accuracy: float  # 0 to 100
    played: list[Action]
    better: list[Action]  # empty where nothing is better
    margin_lost: int | None  # what it gave away of the margin at the end; only where that is known exactly
    cause: Told | None = None  # what the better line gains on what was played, in things that can be counted


class Account(msgspec.Struct, frozen=True):
    """A seat's match in one line: result = start + luck + hidden + own + others + residual."""

    seat: int
    name: str
    start: float  # odds before the first step
    luck: float  # of dice and draws
    hidden: float  # of cards that who decided could not know
    own: float  # what own decisions lost, and giving up
    others: float  # what decisions of others gave
    residual: float  # what the odds could not tell
    result: float  # the part of the win
    adjusted: float  # the result without luck
    accuracy: float | None  # 0 to 100, the mean over its decisions; none: it had none
    num_decisions: int  # forced ones are not counted
    lost: float  # all that its decisions lost, giving up aside
    marks: dict[Mark, int]
    summary: Told  # to who sat there


class TurningPoint(msgspec.Struct, frozen=True):
    """One of the steps that changed most."""

    step: int
    kind: Literal["luck", "decision", "hidden", "forfeit"]
    seat: int  # whose odds changed most
    before: float
    after: float
    decision: int | None
    told: Told


class Review(msgspec.Struct, frozen=True):
    """A match, looked at step by step."""

    format: int
    game: str
    rules: int  # their version
    seats: int
    sides: list[int]
    names: list[str]
    how: Ending
    winners: list[int]
    source: Source
    iterations: int  # of the searches in which odds are measured
    is_measured: bool  # whether odds were held against many matches; exact ones need not be
    about: Told  # what the odds are
    start: list[float]
    result: list[float]
    steps: list[Step]
    decisions: list[Decision]
    accounts: list[Account]
    turning_points: list[TurningPoint]

"""Over many matches: a player's luck, accuracy and most costly kind of mistake, by phase of the game and over time."""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from motherlode.reviews.report import DIGITS, THRESHOLDS, Account, Mark, Told

Phase = Literal["opening", "middle", "end"]  # thirds of a match, by steps
PHASES: tuple[Phase, ...] = get_args(Phase)


class Decided(msgspec.Struct, frozen=True):
    """What a tally needs of a `Decision`."""

    seat: int
    first: int
    last: int
    mark: Mark
    loss: float


class Reviewed(msgspec.Struct, frozen=True):
    """What a tally needs of a `Review`: it is read from the same JSON, which may have megabytes of steps."""

    game: str
    seats: int
    accounts: list[Account]
    decisions: list[Decided]


class OwnReview(msgspec.Struct, frozen=True):
    """One match of a player, in a line."""

    table: str
    game: str
    seats: int
    result: float  # the part of the win
    luck: float  # of dice, draws and hidden cards
    accuracy: float | None  # 0 to 100; none: there was nothing to decide
    lost: float  # all that decisions lost
    summary: Told  # how well it was played and what luck did, to who sat there


class Mistakes(msgspec.Struct, frozen=True):
    """What mistakes of one kind cost in one phase of a game."""

    phase: Phase
    mark: Mark
    count: int
    lost: float


class Tally(msgspec.Struct, frozen=True):
    """All reviewed matches of a player in one game, added up."""

    game: str
    matches: int
    result: float  # wins
    luck: float
    lost: float
    accuracy: float | None  # the mean over matches with decisions
    mistakes: list[Mistakes]  # the most costly first


def line_of(table: str, review: Reviewed, seat: int) -> OwnReview:
    """A match of a player in a line."""
    account = review.accounts[seat]
    luck = round(account.luck + account.hidden, DIGITS)
    return OwnReview(
        table, review.game, review.seats, account.result, luck, account.accuracy, account.lost, account.summary
    )


def tally(played: Iterable[tuple[OwnReview, Reviewed, int]]) -> list[Tally]:
    """Add up lines, reviews and the seat in each, by game; the game with the most matches first."""
    games: dict[str, list[tuple[OwnReview, Reviewed, int]]] = {}
    for match in played:
        games.setdefault(match[0].game, []).append(match)
    found = []
    for game, matches in games.items():
        lines = [line for line, _, _ in matches]
        accuracies = [line.accuracy for line in lines if line.accuracy is not None]
        found.append(
            Tally(
                game,
                len(lines),
                round(sum(line.result for line in lines), DIGITS),
                round(sum(line.luck for line in lines), DIGITS),
                round(sum(line.lost for line in lines), DIGITS),
                round(sum(accuracies) / len(accuracies), 1) if accuracies else None,
                _mistakes(matches),
            )
        )
    return sorted(found, key=lambda each: (-each.matches, each.game))


def _mistakes(matches: Iterable[tuple[OwnReview, Reviewed, int]]) -> list[Mistakes]:
    losses: dict[tuple[Phase, Mark], list[float]] = {}
    for _, review, seat in matches:
        length = 1 + max((decision.last for decision in review.decisions), default=0)
        for decision in review.decisions:
            if decision.seat == seat and decision.mark in THRESHOLDS:
                phase = PHASES[len(PHASES) * decision.first // length]
                losses.setdefault((phase, decision.mark), []).append(decision.loss)
    found = [Mistakes(*kind, len(each), round(sum(each), DIGITS)) for kind, each in losses.items()]
    return sorted(found, key=lambda each: (-each.lost, PHASES.index(each.phase), each.mark))

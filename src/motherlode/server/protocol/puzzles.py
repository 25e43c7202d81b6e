"""What is asked and answered about puzzles and the games of the day, as structs."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from motherlode.server.protocol.messages import Move, View

PuzzleLanguage = Literal["en", "de"]


class PuzzleAttempt(Struct, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    action: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    language: PuzzleLanguage = "en"


class PuzzleQuestion(Struct, forbid_unknown_fields=True):
    """Asks for the solution of a puzzle."""

    language: PuzzleLanguage = "en"


class PuzzleStanding(Struct, frozen=True):
    """How somebody does at the puzzles of a game."""

    game: str
    rating: int  # on Elo's scale; a newcomer has 1500
    error: int  # how unsure it is
    tries: int  # puzzles that were tried; only the first answer to each counts
    solved: int  # by the first answer
    streak: int  # solved in a row
    best_streak: int
    puzzles: int  # that there are


class PuzzleTheme(Struct, frozen=True):
    """What puzzles are about."""

    name: str
    words: str
    puzzles: int  # that there are


Numbers = Literal["exact", "measured", "guess"]


class PuzzleShown(Struct, frozen=True):
    """A puzzle as who solves it sees it: only what the seat knows."""

    id: str
    game: str
    seat: int  # the solver's
    names: list[str]
    rating: int
    theme: PuzzleTheme
    view: View  # with the actions of the seat
    is_tried: bool  # you have answered it before: it counts no more
    words: list[str]  # other options than the rulebook's, each as `name: value`
    numbers: Numbers  # what its odds are: exact, held against many matches, or what a search guesses


class PuzzleFrame(Struct, frozen=True):
    """The position after an entry of a line, as the solver's seat sees it."""

    view: View
    moves: list[Move]
    words: list[str]


class PuzzleTried(Struct, frozen=True):
    """What comes of an answer."""

    is_right: bool
    is_best: bool  # not only as good
    odds: float  # of the solver's seat after it, 0 to 1
    lost: float  # of the odds, against the best
    frames: list[PuzzleFrame]  # the answer and what follows: the line that beats it, or carries it on
    is_counted: bool  # it was the first answer of somebody
    change: int  # of the rating
    standing: PuzzleStanding


class PuzzleSolution(Struct, frozen=True):
    """The answer and what follows."""

    action: int
    text: str  # notation
    path: tuple[str, ...]  # what to touch for it
    odds: float
    frames: list[PuzzleFrame]
    levels: dict[str, float]  # which share of its tries each level of our bots solved it in
    standing: PuzzleStanding


class PackedAnswer(Struct, frozen=True):
    """An action of a puzzle that is taken along, and what comes of it."""

    action: int
    is_right: bool
    is_best: bool
    odds: float | None  # of the solver's seat after it; none: only a search could say
    lost: float | None  # of the odds, against the best
    frames: list[PuzzleFrame]  # the answer and what follows; none of what is wrong and tempts nobody


class PackedPuzzle(Struct, frozen=True):
    """A puzzle to be solved without a network."""

    shown: PuzzleShown
    answers: list[PackedAnswer]  # to each action that the seat has
    text: str  # the best of them, in notation
    path: tuple[str, ...]  # what to touch for it
    levels: dict[str, float]  # which share of its tries each level of our bots solved it in


class PuzzlePack(Struct, frozen=True):
    """Puzzles of a game to take along, the easiest first; the same for everybody."""

    game: str
    language: PuzzleLanguage
    puzzles: list[PackedPuzzle]


class DayResult(Struct, frozen=True):
    """How somebody fared today."""

    name: str
    marks: list[bool]  # by puzzle: whether the first answer was right; of a match: whether it was won
    score: int  # puzzles that were solved, or the score of a match
    is_you: bool


class Day(Struct, frozen=True):
    """What a game has for a day: the same for everyone, one try each."""

    date: str  # 2026-11-15, UTC
    game: str
    kind: Literal["puzzles", "match"]  # a match is played by POST /api/daily
    ends: int  # milliseconds since 1970
    puzzles: list[str]  # ids, the easiest first; none of a match
    marks: list[bool]  # yours, so far
    is_over: bool  # your try
    table: str | None  # of your match
    streak: int  # days in a row that you played, today or up to yesterday
    players: int  # who have finished today
    field: list[int]  # how many of them solved none, one, two ...; lost or won a match
    results: list[DayResult]  # best first

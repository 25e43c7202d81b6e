"""A puzzle, and the files that the package ships: one JSON object on each line of data/GAME.jsonl.

The position is written whole, because what a seat may know cannot be read back; whoever shows a puzzle shows what its
seat may know of it (`Puzzle.seat`, `Match.seen`).
"""

import datetime
import hashlib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from motherlode.core.errors import BadInput, Code, MotherlodeError, NotFound, shown
from motherlode.core.options import read_options
from motherlode.core.registry import check_seats, find_game
from motherlode.core.ruleset import Ruleset
from motherlode.table.game import Game
from motherlode.table.match import Match

FOLDER = Path(__file__).parent / "data"
ID_LENGTH = 8
SET_SIZE = 3  # puzzles of a day


class Refutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong try and what comes of it."""

    action: str  # notation
    line: list[str]  # what follows, as a record has it: "2 black 3 down", "* throws 4"
    odds: float  # of the solver's seat after the try


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A position in which one action is clearly best."""

    id: str  # a hash of seats, options and position
    rules: int  # their version
    seats: int
    options: dict[str, Any]
    position: str  # notation
    answer: str  # notation
    accepted: list[str]  # others that are as good
    line: list[str]  # what follows the answer, as in a refutation
    odds: float  # of the solver's seat after the answer
    gap: float  # how much of the odds the best action that is not accepted loses
    error: float  # the standard error of the gap; 0 where it is exact
    refutations: list[Refutation]  # of the wrong actions that tempt most
    theme: str  # a name of themes.py
    solved: dict[str, list[int]]  # by level: how often it found the answer, of how many tries
    rating: int  # as people's: higher is harder
    source: str  # where it was found: "seed 17 step 30", or the file of a record

    @property
    def right(self) -> frozenset[str]:
        """Every answer that counts, in notation."""
        return frozenset([self.answer, *self.accepted])


class Opened:
    """A puzzle with its game, ready to be looked at."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game = game_of(name, puzzle.seats, msgspec.json.encode(puzzle.options, order="sorted"))
        self.seat = self.match.to_act

    @cached_property
    def match(self) -> Match:
        """A match that stands at the position; copy it before anything is played."""
        return Match(self.game, None, None, self.game.read_position(self.puzzle.position))

    @cached_property
    def right(self) -> frozenset[int]:
        """The actions that solve it."""
        seen = self.game.hidden(self.match.position, self.seat)
        return frozenset(self.game.read_action(seen, text) for text in self.puzzle.right)

    @property
    def answer(self) -> int:
        """The action that solves it best."""
        return self.game.read_action(self.match.position, self.puzzle.answer)

    def refutation(self, action: int) -> Refutation | None:
        """What the data says about a wrong action, if anything."""
        text = self.game.action_unchecked(self.match.position, action).text
        return next((each for each in self.puzzle.refutations if each.action == text), None)

    def played(self, action: int, line: Sequence[str]) -> Match:
        """The match after an action and a line."""
        match = self.match.copy()
        match.play(action, self.seat)
        for entry in line:
            append_line(match, entry)
        return match


def append_line(match: Match, entry: str) -> None:
    """Play an entry as a record has it: `2 black 3 down`, `* throws 4`."""
    who, _, what = entry.partition(" ")
    if who == "*":
        match.append(-1, match.ruleset.read_outcome(match.position, what))
    else:
        match.append(int(who) - 1, match.ruleset.read_action(match.position, what))


def write_line(match: Match, since: int) -> list[str]:
    """The entries of a match from one on, as `append_line` takes them."""
    return [f"{'*' if entry.actor < 0 else entry.actor + 1} {entry.text}" for entry in match.log[since:]]


@cache
def game_of(name: str, seats: int, options: bytes) -> Game:
    """The game of a puzzle; puzzles with the same options share it."""
    spec = find_game(name)
    return Game(spec, read_options(spec, msgspec.json.decode(options)), check_seats(spec, seats))


def id_of(ruleset: Ruleset, position: str) -> str:
    """The name of a puzzle: the same position has the same name for ever."""
    return hashlib.sha256(f"{ruleset.digest} {position}".encode()).hexdigest()[:ID_LENGTH]


def read_puzzles(path: Path) -> list[Puzzle]:
    """All puzzles of a file; raise with the number of the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise BadInput(Code.BAD_DATA, f"bad puzzle file {str(path)!r}, line {number}: {error}") from None
    return found


def write_puzzle(puzzle: Puzzle) -> str:
    """A line of a puzzle file."""
    return msgspec.json.encode(puzzle).decode() + "\n"


@cache
def shipped(name: str) -> dict[str, Puzzle]:
    """The puzzles of a game that the package ships and that fit its rules today, by id, easiest first."""
    spec = find_game(name)
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        return {}
    fitting = [puzzle for puzzle in read_puzzles(path) if puzzle.rules == spec.version]
    return {puzzle.id: puzzle for puzzle in sorted(fitting, key=lambda each: (each.rating, each.id))}


def need_puzzles(name: str) -> dict[str, Puzzle]:
    """The shipped puzzles of a game; raise if it has none."""
    found = shipped(name)
    if not found:
        raise NotFound(Code.BAD_CHOICE, f"game {name!r} has no puzzles")
    return found


@cache
def open_puzzle(name: str, puzzle_id: str) -> Opened:
    """A shipped puzzle by its id."""
    puzzle = need_puzzles(name).get(puzzle_id)
    if puzzle is None:
        raise NotFound(Code.BAD_CHOICE, f"unknown puzzle {shown(puzzle_id)} of {name!r}")
    return Opened(name, puzzle)


def check_answer(opened: Opened, action: int) -> bool:
    """Whether an action solves a puzzle; raise unless the rules allow it."""
    if action not in opened.match.legal():
        raise BadInput(Code.ILLEGAL_ACTION, f"illegal action {shown(action)} in puzzle {opened.puzzle.id!r}")
    return action in opened.right


def set_of_day(name: str, day: datetime.date) -> list[Puzzle]:
    """The puzzles of a day, the same for everybody: an easy, a middling and a hard one.

    A puzzle does not come back before all of its third had their day.
    """
    try:
        puzzles = list(need_puzzles(name).values())
    except MotherlodeError:
        return []
    thirds = [puzzles[third * len(puzzles) // SET_SIZE : (third + 1) * len(puzzles) // SET_SIZE] for third in range(3)]
    found = []
    for third in thirds:
        if third:
            shuffled = sorted(third, key=lambda each: hashlib.sha256(f"day {each.id}".encode()).digest())
            found.append(shuffled[day.toordinal() % len(shuffled)])
    return found

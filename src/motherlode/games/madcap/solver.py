"""The exact solution of Madcap: of a position, of the whole game, in a file; and the rolls that are fair.

Gold is additive and zero-sum, so the best margin still to come (gold for the seat to act less gold for the
other) is the value of a position whatever was collected before, and it decides win, draw and loss for every
score.

A stand is where one colour stands: its level and its dice left. A course is every stand that a colour can
still come to. `solving` fills the values of all positions on three courses; here the courses are made and the
values are read. For the whole game the three courses are the same, and by the symmetry of the colours one
table is enough: values[banned, another, the third], where the last two may be exchanged.

`python -m motherlode.games.madcap.solver` solves the default game and writes data/fair_rolls.bin and
data/won_rolls.bin anew; that is to be done whenever the rules or the default numbers change (a test says so).
"""

import hashlib
import itertools
import math
import os
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games import madcap
from motherlode.games.madcap import kernels, solving
from motherlode.games.madcap.actions import MAX_LEGAL
from motherlode.games.madcap.components import (
    BOX,
    DOWN,
    FAIR_BYTES,
    LETTERS,
    MAX_FAIR_ROLLS,
    NUM_COLOURS,
    OUTSIDE,
    UP,
    stop_level,
)
from motherlode.games.madcap.rolls import WON_FILE, Rolls, pack_rolls, read_won_rolls, weigh_rolls

Stand: TypeAlias = tuple[int, tuple[int, ...]]  # level, and how many dice show each face
Values: TypeAlias = NDArray[Any]  # of the narrowest type that holds every value of the box
Progress: TypeAlias = Callable[[int, int], None]  # (how much is done, how much there is)

# Compiled, so without types of their own.
_legal: Callable[..., int] = kernels.legal
_apply: Callable[..., None] = kernels.apply
_solve_pairs: Callable[..., None] = solving.solve_pairs

MAX_TABLE_BYTES = 3 * 2**30
ROW_CELLS = 64  # rows of a small solution are this long or a multiple, so that many cells are filled at a time
PAIRS_PER_TASK = 2048  # some milliseconds of work
NUM_EXAMPLES = 5  # rolls shown in a report
FAIR_FILE = Path(__file__).parent / "data" / "fair_rolls.bin"
MAX_FAIR_WEIGHT = 2**31  # the weights of a chance node stay below this

TABLE_MAGIC = b"motherlode madcap table\n"
TABLE_VERSION = 1
CHECKSUM_BYTES = 32
SLABS_KEPT = 64  # unpacked parts of a table file, about 100 KiB each


@dataclass(frozen=True)
class Numbers:
    """The numbers of the box on which the solution depends."""

    levels: int
    dice: int
    faces: int
    gold: tuple[int, ...]  # by level; gold[OUTSIDE] is 0

    @property
    def num_rolls(self) -> int:
        """How many rolls of one colour there are, without order."""
        return math.comb(self.faces + self.dice - 1, self.dice)

    @property
    def num_stands(self) -> int:
        """How many stands a colour has: outside with any roll of all its dice, or on a level with any fewer dice."""
        return self.num_rolls + self.levels * math.comb(self.faces + self.dice - 1, self.faces)

    @property
    def num_positions(self) -> int:
        """How many positions there are: three stands and a banned colour; and every roll, before the first turn."""
        return 3 * self.num_stands**3 + self.num_rolls**3

    @property
    def dtype(self) -> np.dtype[Any]:
        """The narrowest type for values: nobody wins more than by the largest explosion in each of his turns."""
        most = 2 * max(self.gold) * -(-NUM_COLOURS * self.dice // 2)
        return np.dtype(np.int8 if most <= np.iinfo(np.int8).max else np.int16)

    @property
    def lowest(self) -> int:
        """A number lower than any value."""
        return int(np.iinfo(self.dtype).min)

    @property
    def text(self) -> str:
        """The numbers in words, for people and for the digest."""
        gold = " ".join(map(str, self.gold[1:]))
        return f"levels {self.levels}, dice {self.dice}, faces {self.faces}, gold {gold}"

    @property
    def digest(self) -> bytes:
        """A hash of the numbers and of the version of the rules."""
        return hashlib.sha256(f"madcap rules {madcap.GAME.version}: {self.text}".encode()).digest()[:16]


def read_numbers(box: Records) -> Numbers:
    """The numbers of a box."""
    levels = int(box["levels"][0])
    return Numbers(levels, int(box["dice"][0]), int(box["faces"][0]), tuple(box["gold"][0, : levels + 1].tolist()))


# Courses


def next_stands(numbers: Numbers, stand: Stand) -> tuple[list[Stand], list[Stand]]:
    """R2, R4, R5: the stands that a colour's moves lead to, and those that its discards lead to."""
    level, dice = stand
    moves: list[Stand] = []
    discards: list[Stand] = []
    for face in range(1, numbers.faces + 1):
        if dice[face - 1]:
            rest = (*dice[: face - 1], dice[face - 1] - 1, *dice[face:])
            stops = {stop_level(numbers.levels, level, face, direction) for direction in (UP, DOWN)}
            moves += [(stop, rest) for stop in sorted(stops - {level})]
            discards.append((level, rest))
    return moves, discards


class Course:
    """Stands that a colour can come to, fewest dice first, then by level, then by the number of the roll."""

    def __init__(self, numbers: Numbers, starts: Iterable[Stand]) -> None:
        following: dict[Stand, list[Stand]] = {}
        waiting = list(starts)
        while waiting:
            stand = waiting.pop()
            if stand not in following:
                following[stand], discards = next_stands(numbers, stand)
                waiting += following[stand] or discards
        # Dice compared from the highest face: the order of kernels.roll_number.
        self.stands = sorted(following, key=lambda stand: (sum(stand[1]), stand[0], stand[1][::-1]))
        self.index = {stand: number for number, stand in enumerate(self.stands)}
        self.num_dice = np.array([sum(stand[1]) for stand in self.stands], np.int32)
        lines = []
        for stand in self.stands:
            targets = [self.index[target] for target in following[stand]]
            unused = [0] * (2 * numbers.faces - len(targets))
            lines.append([stand[0], len(targets), *targets, *unused])
        self.lines = np.array(lines, np.int32)  # the layout is described in solving.py

    def __len__(self) -> int:
        return len(self.stands)

    def blasts(self, numbers: Numbers, width: int) -> Values:
        """R6.1: nuggets by level and stand: what is uncovered on that level if this colour stands there, else 0.

        Rows are `width` long; cells beyond the last stand are 0.
        """
        found = np.zeros((numbers.levels + 1, width), numbers.dtype)
        levels = self.lines[:, solving.LEVEL]
        found[levels, np.arange(len(self))] = np.array(numbers.gold)[levels]
        return found


@lru_cache(maxsize=256)
def course_from(numbers: Numbers, stand: Stand) -> Course:
    """The course of a colour from this stand on."""
    return Course(numbers, [stand])


@lru_cache(maxsize=4)
def whole_course(numbers: Numbers) -> Course:
    """The course of every stand of a colour; the rolls are the last of them, in the order of their numbers."""
    outside = [(OUTSIDE, dice) for dice in dice_sets(numbers.faces, numbers.dice)]
    inside = [
        (level, dice)
        for level in range(1, numbers.levels + 1)
        for size in range(numbers.dice)
        for dice in dice_sets(numbers.faces, size)
    ]
    return Course(numbers, outside + inside)


def dice_sets(faces: int, size: int) -> Iterator[tuple[int, ...]]:
    """All sets of so many dice, as how many show each face."""
    for shown in itertools.combinations_with_replacement(range(faces), size):
        yield tuple(shown.count(face) for face in range(faces))


def mine_of(numbers: Numbers, courses: tuple[Course, Course, Course], width: int) -> solving.Mine:
    """What `solving` takes: the courses of three colours and the gold, with rows of this width."""
    first, second, third = courses
    gold, blasts = np.array(numbers.gold, np.int64), third.blasts(numbers, width)
    return solving.Mine(first.lines, second.lines, third.lines, gold, blasts, numbers.lowest)


def stands_of(numbers: Numbers, states: Records, index: int) -> list[Stand]:
    """Where each colour stands in a position."""
    levels = states["level"][index].tolist()
    dice = states["dice"][index, :, : numbers.faces].tolist()
    return [(levels[colour], tuple(dice[colour])) for colour in range(NUM_COLOURS)]


# One position


@dataclass(frozen=True)
class Solution:
    """What perfect play makes of a position, in gold still to come in this game."""

    value: int  # for the seat to act less for the other; 0 where nobody acts
    actions: dict[int, int]  # by legal action: the same if it is played


def judge(box: Records, states: Records, index: int, value: Callable[[Records, int], int]) -> Solution:
    """The solution of a position: an action is worth the gold it brings, less the `value` of the position after it."""
    seat = int(states["to_act"][index])
    if seat == CHANCE:
        raise BadInput(Code.BAD_CHOICE, "cannot solve a position before all dice are rolled")
    if seat == OVER:
        return Solution(0, {})
    out = np.empty(MAX_LEGAL, np.int32)
    actions = out[: _legal(box, states, index, out)].tolist()
    children = np.repeat(states[index : index + 1], len(actions))
    for index_after, action in enumerate(actions):
        _apply(box, children, index_after, action)
    is_last = int(states["left"][index]) == 1
    before = int(states["gold"][index, seat])
    if is_last:  # the game's gold has been added to the total of the match
        before += int(states["total"][index, seat])
    gains = children["total" if is_last else "gold"][:, seat].tolist()
    found = {
        action: gains[index_after] - before - (0 if is_last else value(children, index_after))
        for index_after, action in enumerate(actions)
    }
    return Solution(max(found.values()), found)


class Prospect:
    """The values of everything that can still happen from one position, in this game."""

    def __init__(self, numbers: Numbers, stands: list[Stand]) -> None:
        self.numbers = numbers
        self.courses = [course_from(numbers, stand) for stand in stands]
        # The longest course is the third, since rows of it are filled at once.
        self.order = sorted(range(NUM_COLOURS), key=lambda colour: len(self.courses[colour]))
        first, second, third = (self.courses[colour] for colour in self.order)
        width = -(-len(third) // ROW_CELLS) * ROW_CELLS
        pairs = np.indices((len(first), len(second)), np.int32).reshape(2, -1).T.copy()
        self.by_first = np.zeros((len(first), len(second), width), numbers.dtype)
        self.by_second = np.zeros((len(second), len(first), width), numbers.dtype)
        self.rows = np.zeros((solving.NUM_ROWS, width), numbers.dtype)
        mine = mine_of(numbers, (first, second, third), width)
        # Pairs in rising order of both stands need no other order: a die played leads to a lower stand.
        _solve_pairs(mine, pairs, 0, len(pairs), self.by_first, self.by_second, self.rows)

    def after(self, states: Records, index: int) -> int:
        """The value of a position that one action leads to."""
        stands = stands_of(self.numbers, states, index)
        first, second, third = (self.courses[colour].index[stands[colour]] for colour in self.order)
        banned = self.order.index(int(states["banned"][index]))
        if banned == 0:
            return int(self.by_first[first, second, third])
        if banned == 1:
            return int(self.by_second[second, first, third])
        # Only the third colour has moved, so this is the row of the last pair.
        return int(self.rows[solving.THIRD_BANNED, third])


def solve(box: Records, states: Records, index: int = 0) -> Solution:
    """The exact value of a position and of each legal action, for the game being played."""
    if states["to_act"][index] < 0:
        return judge(box, states, index, lambda _states, _index: 0)
    numbers = read_numbers(box)
    return judge(box, states, index, Prospect(numbers, stands_of(numbers, states, index)).after)


def lead(states: Records, seat: int, index: int = 0) -> int:
    """How many nuggets a seat is ahead in the game being played."""
    gold = states["gold"][index].tolist()
    return int(gold[seat] - gold[1 - seat])


def margin(box: Records, states: Records, seat: int, index: int = 0) -> int | None:
    """By how much a seat wins the game being played, if both play perfectly; none before all dice are rolled."""
    actor = int(states["to_act"][index])
    if actor == CHANCE:
        return None
    value = solve(box, states, index).value
    return lead(states, seat, index) + (value if actor == seat else -value)


def odds(box: Records, states: Records, index: int = 0) -> list[float] | None:
    """Each seat's part of the win if both play perfectly, also before all dice are rolled; None where it is not known.

    Not known are matches of several games, and what is rolled where the numbers are not the default.
    """
    if int(box["games"][0]) > 1 or int(box["nuggets"][0]) > 0:
        return None
    ahead = margin(box, states, 0, index)
    if ahead is None:
        rolls = None if box["fair_rolls"][0] else find_rolls(read_numbers(box), box.tobytes())
        if rolls is None:
            return [0.5, 0.5] if box["fair_rolls"][0] else None
        first = int(states["first"][index])
        part = rolls.part(box, states, index)
        return [part, 1.0 - part] if first == 0 else [1.0 - part, part]
    part = 0.5 if ahead == 0 else float(ahead > 0)
    return [part, 1.0 - part]


@lru_cache(maxsize=8)
def find_rolls(numbers: Numbers, content: bytes) -> Rolls | None:
    """What rolls that are not whole are worth; nothing where that needs solving. `content` is the box."""
    won, fair = read_won_rolls(WON_FILE, numbers.digest), find_fair_rolls(numbers)
    return None if won is None or fair is None else weigh_rolls(won, fair.bits, np.frombuffer(content, BOX))


def best_actions(box: Records, states: Records, index: int = 0) -> list[int]:
    """The actions that keep the value; first the one after which the opponent can err most.

    That is the one with the largest share of replies that lose gold; among equals, the one whose replies lose most.
    """
    solution = solve(box, states, index)
    best = [action for action, value in solution.actions.items() if value == solution.value]
    if len(best) < 2 or states["left"][index] == 1:
        return best
    children = np.repeat(states[index : index + 1], len(best))
    temptation: dict[int, tuple[float, int]] = {}
    for index_after, action in enumerate(best):
        _apply(box, children, index_after, action)
        replies = solve(box, children, index_after)
        losses = [replies.value - value for value in replies.actions.values()]
        temptation[action] = (sum(loss > 0 for loss in losses) / len(losses), sum(losses))
    return sorted(best, key=lambda action: temptation[action], reverse=True)


# The whole game


class Whole:
    """The value of every position of the game."""

    def __init__(self, box: Records, values: Values, seconds: float) -> None:
        self.box = box
        self.numbers = read_numbers(box)
        self.course = whole_course(self.numbers)
        self.values = values  # by stand of the banned colour, of another, of the third
        self.seconds = seconds
        self.positions = self.numbers.num_positions

    @cached_property
    def roll_values(self) -> Values:
        """The value for the first player of every roll, by `kernels.roll_number` of its red, black and blue dice."""
        rolls = slice(len(self.course) - self.numbers.num_rolls, None)
        banned = self.values[rolls, rolls, rolls]
        # R3.3: nothing is banned, and what is allowed with red or with black banned is everything.
        return np.maximum(banned, banned.transpose(1, 0, 2))

    def after(self, states: Records, index: int) -> int:
        """The value of a position that one action leads to."""
        banned = int(states["banned"][index])
        stands = [self.course.index[stand] for stand in stands_of(self.numbers, states, index)]
        return int(self.values[stands.pop(banned), stands[0], stands[1]])

    def probe(self, states: Records, index: int = 0) -> Solution:
        """As `solve`, by looking it up."""
        return judge(self.box, states, index, self.after)

    def report(self) -> dict[str, Any]:
        """How the game comes out under perfect play, over real dice; and rolls worth a look.

        The fairest rolls are draws in which the largest share of first actions keeps the draw; among these,
        those whose worst first action loses least, then those with the most first actions, then likely ones.
        The most lopsided are those of the largest margin for each player.
        """
        values = self.roll_values
        orders = num_orders(self.numbers)
        by_value = {}
        weights = {}
        weighed = orders[:, None, None] * orders[:, None] * orders
        for value in np.unique(values).tolist():
            is_it = values == value
            by_value[value] = int(is_it.sum())
            weights[value] = int(weighed[is_it].sum())
        total = sum(weights.values())
        return {
            "first_player_wins": sum(weights[value] for value in weights if value > 0) / total,
            "draws": weights.get(0, 0) / total,
            "first_player_loses": sum(weights[value] for value in weights if value < 0) / total,
            "mean_margin": sum(value * weights[value] for value in weights) / total,
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "rolls_by_value": {str(value): count for value, count in by_value.items()},
            "fairest": self._fairest(),
            "most_lopsided": self._most_lopsided(),
        }

    def _distinct(self, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The wanted rolls, each once without regard to which colour has which dice, by the numbers of their dice."""
        rolls = np.argwhere(wanted)
        return rolls[(rolls[:, 0] <= rolls[:, 1]) & (rolls[:, 1] <= rolls[:, 2])]

    def _most_lopsided(self) -> list[dict[str, Any]]:
        """The rolls of the largest margin for either player."""
        extremes = [value for value in (int(self.roll_values.max()), int(self.roll_values.min())) if value != 0]
        return [
            {"roll": self._text(roll), "value": value}
            for value in dict.fromkeys(extremes)
            for roll in self._distinct(self.roll_values == value)[:NUM_EXAMPLES].tolist()
        ]

    def _fairest(self) -> list[dict[str, Any]]:
        """Drawn rolls that are hard to spoil with the first action."""
        rolls = self._distinct(self.roll_values == 0)
        offset = len(self.course) - self.numbers.num_rolls
        # R2.3: the first action places a barrel where its die says, and nothing explodes.
        entering = np.full((self.numbers.num_rolls, self.numbers.faces), -1)
        for roll in range(self.numbers.num_rolls):
            line = self.course.lines[offset + roll]
            for target in line[solving.TARGETS : solving.TARGETS + line[solving.NUM_MOVES]].tolist():
                entering[roll, self.course.stands[target][0] - 1] = target
        num_actions = np.zeros(len(rolls), np.int64)
        num_keeping = np.zeros(len(rolls), np.int64)
        worst = np.zeros(len(rolls), np.int64)
        for colour in range(NUM_COLOURS):
            one, other = (rolls[:, another] + offset for another in range(NUM_COLOURS) if another != colour)
            for face in range(self.numbers.faces):
                target = entering[rolls[:, colour], face]
                value = np.where(target >= 0, -self.values[target, one, other].astype(np.int64), 0)
                num_actions += target >= 0
                num_keeping += (target >= 0) & (value == 0)
                worst = np.minimum(worst, value)
        likely = num_orders(self.numbers)[rolls].prod(axis=1)
        ranked = np.lexsort((-likely, -num_actions, -worst, -num_keeping / num_actions))[:NUM_EXAMPLES].tolist()
        return [
            {
                "roll": self._text(rolls[number].tolist()),
                "value": 0,
                "first_actions": int(num_actions[number]),
                "that_keep_the_draw": int(num_keeping[number]),
                "worst": int(worst[number]),
            }
            for number in ranked
        ]

    def _text(self, roll: list[int]) -> str:
        """`r1336 k2245 b1556`, as notation.read_roll reads it."""
        offset = len(self.course) - self.numbers.num_rolls
        return " ".join(
            letter + "".join(str(face) * count for face, count in enumerate(self.course.stands[offset + number][1], 1))
            for letter, number in zip(LETTERS, roll, strict=True)
        )


def num_orders(numbers: Numbers) -> NDArray[np.int64]:
    """In how many orders the dice of one colour can show each roll."""
    rolls = whole_course(numbers).stands[-numbers.num_rolls :]
    return np.array(
        [math.factorial(numbers.dice) // math.prod(map(math.factorial, dice)) for _, dice in rolls], np.int64
    )


def check_size(numbers: Numbers) -> None:
    """Refuse numbers whose table would not fit."""
    size = numbers.num_stands**3 * numbers.dtype.itemsize
    if size > MAX_TABLE_BYTES:
        raise BadInput(
            Code.BAD_CHOICE,
            f"cannot solve all of madcap with {numbers.text}: the table takes {size / 2**30:.1f} GiB, "
            f"at most {MAX_TABLE_BYTES // 2**30} GiB are allowed",
        )


def layers(course: Course) -> list[NDArray[np.int32]]:
    """All pairs of stands, in one of two orders, by how many dice they have together; a layer needs those before."""
    first, second = np.tril_indices(len(course))
    pairs = np.stack((first, second), 1).astype(np.int32)
    together = course.num_dice[first] + course.num_dice[second]
    return [pairs[together == total] for total in range(int(together[-1]) + 1)]


def solve_all(box: Records, progress: Progress | None = None, threads: int = 2) -> Whole:
    """Solve every position of every roll; `progress` is told of pairs of stands done."""
    began = time.perf_counter()
    numbers = read_numbers(box)
    check_size(numbers)
    course = whole_course(numbers)
    size = len(course)
    mine = mine_of(numbers, (course, course, course), size)
    values = np.zeros((size, size, size), numbers.dtype)

    def solve_some(pairs: NDArray[np.int32], start: int) -> int:
        stop = min(start + PAIRS_PER_TASK, len(pairs))
        rows = np.zeros((solving.NUM_ROWS, size), numbers.dtype)
        _solve_pairs(mine, pairs, start, stop, values, values, rows)
        return stop - start

    total = size * (size + 1) // 2
    done = 0
    pool = ThreadPoolExecutor(threads, "madcap-solver")
    try:
        for pairs in layers(course):
            waiting: set[Future[int]] = {
                pool.submit(solve_some, pairs, start) for start in range(0, len(pairs), PAIRS_PER_TASK)
            }
            while waiting:
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                done += sum(task.result() for task in ready)
                if progress is not None:
                    progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
    return Whole(box, values, time.perf_counter() - began)


# Tables in files


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line of a table file, in JSON."""

    version: int
    numbers: str  # for people
    digest: str
    slabs: tuple[int, ...]  # bytes of each part, by stand of the banned colour


def kept_pairs(course: Course) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which pairs of stands of the other colours a file holds, if the banned one has an even or an odd number of dice.

    Of a pair and its mirror image one is enough. Of positions only those with an odd number of dice in all are held:
    the others are one action away from them.
    """
    together = course.num_dice[:, None] + course.num_dice
    in_order = np.triu(np.ones(together.shape, np.bool_))
    return in_order & (together % 2 == 1), in_order & (together % 2 == 0)


def save_table(whole: Whole, path: Path, threads: int = 2) -> None:
    """Write all values to a file, whole or not at all.

    The file is: a line that says what it is, a line of JSON (`Header`), a compressed slab of values for each
    stand in the mine of the banned colour, and the SHA-256 of all that.
    """
    kept = kept_pairs(whole.course)

    def pack(banned: int) -> bytes:
        return zlib.compress(whole.values[banned][kept[whole.course.num_dice[banned] % 2]].tobytes())

    # A banned barrel is in the mine: the stands outside are the last ones.
    with ThreadPoolExecutor(threads, "madcap-table") as pool:
        slabs = list(pool.map(pack, range(len(whole.course) - whole.numbers.num_rolls)))
    header = Header(TABLE_VERSION, whole.numbers.text, whole.numbers.digest.hex(), tuple(map(len, slabs)))
    content = b"".join([TABLE_MAGIC, msgspec.json.encode(header), b"\n", *slabs])
    write_whole(path, content + hashlib.sha256(content).digest())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name and rename it, so that nobody ever finds half of it."""
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = file.name
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
        Path(temporary).replace(path)
    except BaseException as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(path)!r}: {error.strerror}") from None
        raise


class Table:
    """The values of a table file; parts of it are unpacked when they are asked for."""

    def __init__(self, box: Records, content: bytes, bounds: list[int]) -> None:
        self.box = box
        self.numbers = read_numbers(box)
        self.course = whole_course(self.numbers)
        self._content = content
        self._bounds = bounds
        # Where the value of a pair is in a slab, as `kept_pairs` keeps it.
        self._indices = tuple(
            np.cumsum(kept, dtype=np.int32).reshape(kept.shape) - 1 for kept in kept_pairs(self.course)
        )
        self._slab = lru_cache(maxsize=SLABS_KEPT)(self._unpack)

    def _unpack(self, banned: int) -> Values:
        """The values with this stand of the banned colour."""
        packed = self._content[self._bounds[banned] : self._bounds[banned + 1]]
        return np.frombuffer(zlib.decompress(packed), self.numbers.dtype)

    def after(self, states: Records, index: int) -> int:
        """The value of a position that one action leads to."""
        if states["left"][index] % 2 == 0:
            return judge(self.box, states, index, self.after).value
        stands = [self.course.index[stand] for stand in stands_of(self.numbers, states, index)]
        banned = stands.pop(int(states["banned"][index]))
        nth = self._indices[self.course.num_dice[banned] % 2][min(stands), max(stands)]
        return int(self._slab(banned)[nth])

    def probe(self, states: Records, index: int = 0) -> Solution:
        """As `solve`, by looking it up."""
        return judge(self.box, states, index, self.after)


def load_table(path: Path, box: Records) -> Table:
    """The table in a file that `save_table` wrote for the numbers of this box; every byte is checked."""
    numbers = read_numbers(box)

    def wrong(why: str) -> BadInput:
        return BadInput(Code.BAD_SOLUTION, f"bad table {str(path)!r}: {why}")

    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    if not content.startswith(TABLE_MAGIC):
        raise wrong("it is not a table of madcap")
    end = content.find(b"\n", len(TABLE_MAGIC))
    try:
        header = msgspec.json.decode(content[len(TABLE_MAGIC) : max(end, 0)], type=Header)
    except msgspec.MsgspecError:
        raise wrong("its second line is damaged") from None
    if header.version != TABLE_VERSION:
        raise wrong(f"it has format {header.version}, and this program reads format {TABLE_VERSION}")
    bounds = [end + 1, *(end + 1 + size for size in itertools.accumulate(header.slabs))]
    if len(content) != bounds[-1] + CHECKSUM_BYTES:
        raise wrong(f"it has {len(content)} bytes instead of {bounds[-1] + CHECKSUM_BYTES}")
    if hashlib.sha256(content[:-CHECKSUM_BYTES]).digest() != content[-CHECKSUM_BYTES:]:
        raise wrong("its checksum does not fit, so it is damaged")
    if header.digest != numbers.digest.hex():
        raise wrong(f"it is for {header.numbers} or other rules, not for {numbers.text}")
    return Table(box, content, bounds)


# Fair rolls


@dataclass(frozen=True)
class FairRolls:
    """R8.3: which rolls are draws under perfect play."""

    bits: NDArray[np.uint8]  # one for each roll without order of colours, numbered as in kernels.is_fair
    red: NDArray[np.int64]  # how many ordered rolls of black and blue make each red roll fair


def fair_rolls_of(whole: Whole) -> FairRolls:
    """The fair rolls of a solved game."""
    is_fair = whole.roll_values == 0
    bits = pack_rolls(is_fair)
    red = np.zeros(MAX_FAIR_ROLLS, np.int64)
    orders = num_orders(whole.numbers)
    red[: whole.numbers.num_rolls] = np.einsum("rkb,k,b->r", is_fair.astype(np.int64), orders, orders)
    return FairRolls(bits, red)


def write_fair_rolls(path: Path, numbers: Numbers, rolls: FairRolls) -> None:
    """Write fair rolls for these numbers: a digest of the numbers, then bits and counts, compressed."""
    content = zlib.compress(rolls.bits.tobytes() + rolls.red.astype("<i8").tobytes(), 9)
    write_whole(path, numbers.digest + content)


def read_fair_rolls(path: Path, numbers: Numbers) -> FairRolls | None:
    """The fair rolls in a file; nothing if the file is for other numbers or rules."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    digest = numbers.digest
    if not content.startswith(digest):
        return None
    try:
        unpacked = zlib.decompress(content[len(digest) :])
    except zlib.error:
        unpacked = b""
    if len(unpacked) != FAIR_BYTES + 8 * MAX_FAIR_ROLLS:
        raise BadInput(Code.BAD_DATA, f"bad data file {str(path)!r}: it is damaged")
    return FairRolls(
        np.frombuffer(unpacked, np.uint8, FAIR_BYTES),
        np.frombuffer(unpacked, "<i8", MAX_FAIR_ROLLS, FAIR_BYTES),
    )


@lru_cache(maxsize=8)
def find_fair_rolls(numbers: Numbers) -> FairRolls | None:
    """The fair rolls for these numbers if they need no solving; kept for the process."""
    return read_fair_rolls(FAIR_FILE, numbers)


_solved_fair_rolls: dict[Numbers, FairRolls] = {}


def fill_fair_rolls(boxes: Records) -> None:
    """R8.3: write the fair rolls into a box; solves the whole game if its numbers are not the default."""
    numbers = read_numbers(boxes)

    def wrong(why: str) -> BadInput:
        return BadInput(Code.BAD_OPTION, f"bad option fair_rolls=True: {why}, in madcap with {numbers.text}")

    if numbers.num_rolls > MAX_FAIR_ROLLS:
        raise wrong(f"a colour has {numbers.num_rolls} rolls, and fair ones are known for at most {MAX_FAIR_ROLLS}")
    rolls = find_fair_rolls(numbers) or _solved_fair_rolls.get(numbers)
    if rolls is None:
        try:
            rolls = fair_rolls_of(solve_all(boxes))
        except BadInput as error:
            raise wrong(str(error)) from None
        _solved_fair_rolls[numbers] = rolls
    total = int(np.dot(rolls.red[: numbers.num_rolls], num_orders(numbers)))
    if total == 0:
        raise wrong("no roll is fair")
    if total >= MAX_FAIR_WEIGHT:
        raise wrong(f"{total} ordered rolls are fair, and the engine weighs fewer than {MAX_FAIR_WEIGHT}")
    boxes["fair"][0] = rolls.bits
    boxes["fair_red"][0] = rolls.red


def main() -> None:
    """Solve the default game and write data/fair_rolls.bin and data/won_rolls.bin anew."""
    from motherlode.core.options import read_options

    box = madcap.GAME.build_box(read_options(madcap.GAME, {}), 2)
    whole = solve_all(box)
    write_fair_rolls(FAIR_FILE, whole.numbers, fair_rolls_of(whole))
    won = zlib.compress(pack_rolls(whole.roll_values > 0).tobytes(), 9)
    write_whole(WON_FILE, whole.numbers.digest + won)
    print(f"solved {whole.positions:,} positions in {whole.seconds:.1f} s, wrote {FAIR_FILE} and {WON_FILE}")


if __name__ == "__main__":
    main()

"""What is in Madcap's box: a mine, dice, and the numbers printed on them."""

import math
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from motherlode.core.contract import Language, Records
from motherlode.core.layout import record

if TYPE_CHECKING:
    from motherlode.games.madcap.options import Options

Colour: TypeAlias = Literal["red", "black", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
COLOUR_WORDS: dict[Language, tuple[str, ...]] = {  # German ones end as the thing wants
    "en": COLOURS,
    "de": ("rot", "schwarz", "blau"),
}
LETTERS = ("r", "k", "b")
NUM_COLOURS = 3
RED, BLACK, BLUE = range(NUM_COLOURS)
MAX_LEVELS = 12
MAX_FACES = 8
MAX_DICE = 6
OUTSIDE = 0  # the level of a barrel that is not in the mine yet
UP, DOWN = 0, 1
MAX_MATCH_GAMES = 100  # a match for nuggets ends here even if nobody has them

# The number of ways to roll the dice of one colour, and of choosing three such rolls in any order, for the numbers of
# the rulebook; fair rolls are known for boxes of at most this size.
MAX_FAIR_ROLLS = 126
FAIR_BYTES = (MAX_FAIR_ROLLS * (MAX_FAIR_ROLLS + 1) * (MAX_FAIR_ROLLS + 2) // 6 + 7) // 8

BOX = record(
    [
        (
            "fair_red",
            np.int64,
            (MAX_FAIR_ROLLS,),
        ),  # how many ordered rolls of black and blue make each red roll fair
        ("most_gold", np.float64),  # more than one seat can collect in a game
        ("share", np.float32, (MAX_DICE + 1,)),  # by number of dice: what share of a colour's dice they are
        ("gold", np.int16, (MAX_LEVELS + 1,)),  # nuggets by level
        ("levels", np.int16),
        ("dice", np.int16),  # of each colour
        ("faces", np.int16),
        ("games", np.int16),
        ("nuggets", np.int16),  # 0: the match is for games
        ("fair_rolls", np.int16),  # 1: only fair rolls
        ("num_rolls", np.int16),  # of the dice of one colour, without order; 0 where there are too many
        ("roll_orders", np.int16, (MAX_FAIR_ROLLS,)),  # in how many orders the dice can show each roll
        (
            "roll_dice",
            np.int8,
            (MAX_FAIR_ROLLS, MAX_FACES),
        ),  # how many dice show each face (face - 1) in each roll
        ("stop", np.int8, (2, MAX_LEVELS + 1, MAX_FACES + 1)),  # where a barrel stops: direction, level, pips
        (
            "ways",
            np.int8,
            (MAX_LEVELS + 1, MAX_FACES + 1),
        ),  # how a barrel can move: level, pips; 1 up, 2 down, 3 both
        ("spare", np.int8, (9,)),
        ("fair", np.uint8, (FAIR_BYTES,)),  # one bit for each roll without order of colours: is it fair?
    ]
)


def stop_level(levels: int, level: int, pips: int, direction: int) -> int:
    """R2.3, R4.1, R4.2: where a barrel stops, after at most one bounce; the end level is counted once."""
    if level == OUTSIDE:
        return pips
    end = level + pips if direction == DOWN else level - pips
    if end > levels:
        return 2 * levels - end
    return 2 - end if end < 1 else end


def ways_to_move(up: int, down: int, level: int) -> int:
    """R2.2, R2.3, R4.3: how a barrel can move by a die: 0 not at all, 1 only up, 2 only down, 3 both.

    Entering the mine is up; so are both directions where they stop on the same level (R4.4).
    """
    if level == OUTSIDE:
        return 1
    return int(up != level) + 2 * int(down not in (level, up))


def list_rolls(faces: int, dice: int) -> list[tuple[int, ...]]:
    """All rolls of one colour without order, as how many dice show each face; few dice of the highest face first."""
    shown = combinations_with_replacement(range(faces), dice)
    return sorted((tuple(map(roll.count, range(faces))) for roll in shown), key=lambda roll: roll[::-1])


def build_box(options: "Options", seats: int) -> Records:
    """R1.1, R8.1: the box for these options; R8.3: with fair rolls, if they are wanted."""
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    for name in ("levels", "dice", "faces", "games", "nuggets", "fair_rolls"):
        box[name] = getattr(options, name)
    box.gold[1 : options.levels + 1] = options.gold
    # both other barrels on the richest level, every trip
    box.most_gold = 2.0 * max(1, *options.gold) * NUM_COLOURS * options.dice
    for count in range(options.dice + 1):
        box.share[count] = count / options.dice
    for direction in (UP, DOWN):
        for level in range(options.levels + 1):
            for pips in range(1, options.faces + 1):
                box.stop[direction, level, pips] = stop_level(options.levels, level, pips, direction)
    for level in range(options.levels + 1):
        for pips in range(1, options.faces + 1):
            up, down = (int(box.stop[direction, level, pips]) for direction in (UP, DOWN))
            box.ways[level, pips] = ways_to_move(up, down, level)
    rolls = list_rolls(options.faces, options.dice)
    if len(rolls) <= MAX_FAIR_ROLLS:
        box.num_rolls = len(rolls)
        box.roll_dice[: len(rolls), : options.faces] = rolls
        box.roll_orders[: len(rolls)] = [
            math.factorial(options.dice) // math.prod(map(math.factorial, roll)) for roll in rolls
        ]
    if options.fair_rolls:
        from motherlode.games.madcap.solver import fill_fair_rolls

        fill_fair_rolls(boxes)
    return boxes

"""What a client is sent about Madcap, and what it may touch."""

from functools import cache, lru_cache
from struct import Struct

import msgspec
import numpy as np

from motherlode.core.contract import CHANCE, NOBODY, OVER, Purpose, Records, View
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import BOX, COLOURS, NUM_COLOURS, OUTSIDE, Colour
from motherlode.games.madcap.notation import colour_of, face_of, way_of
from motherlode.games.madcap.state import numbers_of

assert BOX.fields is not None
FIXED = BOX.fields["gold"][1]  # where gold, levels, dice, faces, games and nuggets begin
_FIXED_BYTES = Struct(f"{BOX.fields['fair_rolls'][1] - FIXED}s")


class Level(msgspec.Struct, frozen=True, gc=False):
    """R1.1: a level of the mine."""

    level: int  # its number, from 1 at the top
    gold: int  # nuggets that a barrel brings from it


class Dice(msgspec.Struct, frozen=True, gc=False):
    """The faces of the dice that are left, ascending, by colour."""

    red: tuple[int, ...]
    black: tuple[int, ...]
    blue: tuple[int, ...]

    def __getitem__(self, colour: Colour) -> tuple[int, ...]:
        """The dice of one colour."""
        faces: tuple[int, ...] = getattr(self, colour)
        return faces


class Barrels(msgspec.Struct, frozen=True, gc=False):
    """The level on which each barrel stands; null: it is still outside."""

    red: int | None
    black: int | None
    blue: int | None

    def __getitem__(self, colour: Colour) -> int | None:
        """The level of one barrel."""
        level: int | None = getattr(self, colour)
        return level


class MatchPlay(msgspec.Struct, frozen=True, gc=False):
    """How a match of several games stands."""

    game: int  # which one this is, from 1
    games: int  # R7.1: how many are played
    nuggets: int  # R7.2: who has so many in all ends it; 0: it is over after the games
    points: tuple[int, int]  # by seat, for finished games: 2 for a win, 1 for a draw
    total: tuple[int, int]  # nuggets by seat in finished games


class Position(View, frozen=True, gc=False):
    """Everything on the table: nothing in Madcap is hidden."""

    levels: tuple[Level, ...]  # from the top down
    faces: int  # of a die
    dice_per_colour: int  # when all are there
    dice: Dice
    barrels: Barrels
    banned: Colour | None  # the barrel that was chosen last
    gold: tuple[int, int]  # nuggets by seat in this game
    trips_left: int  # dice still to be played in this game
    first: int  # the seat that began this game
    is_rolling: bool  # dice come next
    is_over: bool
    match: MatchPlay


@cache
def _faces(counts: bytes) -> tuple[int, ...]:
    """The dice of a colour, one by one."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


@lru_cache(100)
def _fixed(part: bytes) -> tuple[tuple[Level, ...], int, int, int, int]:
    """What is the same in all positions of a box: levels, dice of a colour, faces, games, nuggets."""
    numbers = np.frombuffer(part, np.int16).tolist()
    gold, (levels, dice, faces, games, nuggets) = numbers[:-5], numbers[-5:]
    return tuple(Level(level, gold[level]) for level in range(1, levels + 1)), dice, faces, games, nuggets


def view(box: Records, state: Records) -> Position:
    """Everything on the table: nothing in Madcap is hidden."""
    levels, dice, faces, games, nuggets = _fixed(*_FIXED_BYTES.unpack_from(box, FIXED))  # type: ignore[arg-type]
    (
        (first_total, second_total, first_gold, second_gold, first_points, second_points, game),
        (red, black, blue),
        rest,
    ) = numbers_of(state)
    red_level, black_level, blue_level, banned, _, left, first, to_act = rest
    return Position(
        levels,
        faces,
        dice,
        Dice(_faces(red), _faces(black), _faces(blue)),
        Barrels(
            None if red_level == OUTSIDE else red_level,
            None if black_level == OUTSIDE else black_level,
            None if blue_level == OUTSIDE else blue_level,
        ),
        None if banned == NOBODY else COLOURS[banned],
        (first_gold, second_gold),
        left,
        first,
        to_act == CHANCE,
        to_act == OVER,
        MatchPlay(
            game + 1,
            games,
            nuggets,
            (first_points, second_points),
            (first_total, second_total),
        ),
    )


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """The die, then the level where its barrel stops, or the case where a dead die goes."""
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    die = f"die:{COLOURS[colour]}:{face}"
    if way == DISCARD:
        return die, "case"
    return die, f"level:{box['stop'][0, way, state['level'][0, colour], face]}"


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every die and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False


def purpose(box: Records, state: Records) -> Purpose:
    """R1.2: the dice of each colour in each game of the match are rolled for all."""
    game, rolled = state["game"].item(0), state["rolled"].item(0)
    return Purpose(NUM_COLOURS * game + rolled // box["dice"].item(0), NOBODY)

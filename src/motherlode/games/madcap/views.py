"""What a client is sent about Madcap, and what it may touch."""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from motherlode.core.contract import CHANCE, NOBODY, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import BOX, COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of
from motherlode.games.madcap.state import numbers_of

assert BOX.fields is not None
FIXED = slice(BOX.fields["gold"][1], BOX.fields["fair_rolls"][1])  # gold, levels, dice, faces, games and nuggets


@cache
def _faces(counts: bytes) -> tuple[int, ...]:
    """The dice of a colour, one by one."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


@lru_cache(100)
def _fixed(part: bytes) -> tuple[list[dict[str, int]], int, int, int, int]:
    """What is the same in all positions of a box, to be read only: levels, dice of a colour, faces, games, nuggets."""
    numbers = np.frombuffer(part, np.int16).tolist()
    gold, (levels, dice, faces, games, nuggets) = numbers[:-5], numbers[-5:]
    return [{"level": level, "gold": gold[level]} for level in range(1, levels + 1)], dice, faces, games, nuggets


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Madcap is hidden."""
    levels, dice, faces, games, nuggets = _fixed(box.view(np.uint8)[FIXED].tobytes())
    (
        (first_total, second_total, first_gold, second_gold, first_points, second_points, game),
        (red, black, blue),
        rest,
    ) = numbers_of(state)
    red_level, black_level, blue_level, banned, _, left, first, to_act = rest
    return {
        "levels": levels,
        "faces": faces,
        "dice_per_colour": dice,
        "dice": {"red": [*_faces(red)], "black": [*_faces(black)], "blue": [*_faces(blue)]},
        "barrels": {
            "red": None if red_level == OUTSIDE else red_level,
            "black": None if black_level == OUTSIDE else black_level,
            "blue": None if blue_level == OUTSIDE else blue_level,
        },
        "banned": None if banned == NOBODY else COLOURS[banned],
        "gold": [first_gold, second_gold],
        "trips_left": left,
        "first": first,
        "is_rolling": to_act == CHANCE,
        "is_over": to_act == OVER,
        "match": {
            "game": game + 1,
            "games": games,
            "nuggets": nuggets,
            "points": [first_points, second_points],
            "total": [first_total, second_total],
        },
    }


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

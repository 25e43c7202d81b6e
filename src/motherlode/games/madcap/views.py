"""What a client is sent about Madcap, and what it may touch."""

from typing import Any

from motherlode.core.contract import CHANCE, NOBODY, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Madcap is hidden."""
    now, rules = state[0], box[0]
    return {
        "levels": [{"level": level, "gold": int(rules.gold[level])} for level in range(1, int(rules.levels) + 1)],
        "faces": int(rules.faces),
        "dice_per_colour": int(rules.dice),
        "dice": {
            COLOURS[colour]: [face + 1 for face, count in enumerate(now.dice[colour]) for _ in range(int(count))]
            for colour in range(NUM_COLOURS)
        },
        "barrels": {
            COLOURS[colour]: None if now.level[colour] == OUTSIDE else int(now.level[colour])
            for colour in range(NUM_COLOURS)
        },
        "banned": None if now.banned == NOBODY else COLOURS[now.banned],
        "gold": [int(now.gold[seat]) for seat in range(2)],
        "trips_left": int(now.left),
        "first": int(now.first),
        "is_rolling": bool(now.to_act == CHANCE),
        "is_over": bool(now.to_act == OVER),
        "match": {
            "game": int(now.game) + 1,
            "games": int(rules.games),
            "nuggets": int(rules.nuggets),
            "points": [int(now.points[seat]) for seat in range(2)],
            "total": [int(now.total[seat]) for seat in range(2)],
        },
    }


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """The die, then the level where its barrel stops, or the case where a dead die goes."""
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    die = f"die:{COLOURS[colour]}:{face}"
    if way == DISCARD:
        return die, "case"
    return die, f"level:{box[0].stop[way, state[0].level[colour], face]}"


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every die and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False

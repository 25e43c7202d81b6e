"""What a client is sent about Madcap, and what it may touch."""

from typing import Any

from motherlode.core.contract import CHANCE, NOBODY, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Madcap is hidden."""
    # Whole fields are read at once: a server makes a view for every action.
    gold, to_act, banned = box["gold"][0].tolist(), int(state["to_act"][0]), int(state["banned"][0])
    return {
        "levels": [{"level": level, "gold": gold[level]} for level in range(1, int(box["levels"][0]) + 1)],
        "faces": int(box["faces"][0]),
        "dice_per_colour": int(box["dice"][0]),
        "dice": {
            colour: [face for face, count in enumerate(counts, 1) for _ in range(count)]
            for colour, counts in zip(COLOURS, state["dice"][0].tolist(), strict=True)
        },
        "barrels": {
            colour: None if level == OUTSIDE else level
            for colour, level in zip(COLOURS, state["level"][0].tolist(), strict=True)
        },
        "banned": None if banned == NOBODY else COLOURS[banned],
        "gold": state["gold"][0].tolist(),
        "trips_left": int(state["left"][0]),
        "first": int(state["first"][0]),
        "is_rolling": to_act == CHANCE,
        "is_over": to_act == OVER,
        "match": {
            "game": int(state["game"][0]) + 1,
            "games": int(box["games"][0]),
            "nuggets": int(box["nuggets"][0]),
            "points": state["points"][0].tolist(),
            "total": state["total"][0].tolist(),
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

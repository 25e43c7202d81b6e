"""What a client is sent about Madcap, and what it may touch."""

from functools import cache
from typing import Any

from motherlode.core.contract import CHANCE, NOBODY, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of


@cache
def _faces(counts: bytes) -> tuple[int, ...]:
    """The dice of a colour, one by one."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Madcap is hidden."""
    # Whole fields are read at once: a server makes a view for every action.
    gold, to_act, banned = box["gold"][0].tolist(), state["to_act"].item(), state["banned"].item()
    red, black, blue = state["dice"][0]
    return {
        "levels": [{"level": level, "gold": gold[level]} for level in range(1, box["levels"].item() + 1)],
        "faces": box["faces"].item(),
        "dice_per_colour": box["dice"].item(),
        "dice": {
            "red": [*_faces(red.tobytes())],
            "black": [*_faces(black.tobytes())],
            "blue": [*_faces(blue.tobytes())],
        },
        "barrels": {
            colour: None if level == OUTSIDE else level
            for colour, level in zip(COLOURS, state["level"][0].tolist(), strict=True)
        },
        "banned": None if banned == NOBODY else COLOURS[banned],
        "gold": state["gold"][0].tolist(),
        "trips_left": state["left"].item(),
        "first": state["first"].item(),
        "is_rolling": to_act == CHANCE,
        "is_over": to_act == OVER,
        "match": {
            "game": state["game"].item() + 1,
            "games": box["games"].item(),
            "nuggets": box["nuggets"].item(),
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

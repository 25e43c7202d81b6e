"""What a client is sent about Madcap, and what it may touch."""

from typing import Any

from motherlode.core.contract import CHANCE, NOBODY, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Madcap is hidden."""
    # A server makes one for every move: whole fields as lists cost a tenth of reading attributes of a record.
    level_gold, dice, levels = box["gold"][0].tolist(), state["dice"][0].tolist(), state["level"][0].tolist()
    banned, to_act = state["banned"].item(), state["to_act"].item()
    return {
        "levels": [{"level": level, "gold": level_gold[level]} for level in range(1, box["levels"].item() + 1)],
        "faces": box["faces"].item(),
        "dice_per_colour": box["dice"].item(),
        "dice": {
            COLOURS[colour]: [face for face, count in enumerate(dice[colour], 1) for _ in range(count)]
            for colour in range(NUM_COLOURS)
        },
        "barrels": {
            COLOURS[colour]: None if levels[colour] == OUTSIDE else levels[colour] for colour in range(NUM_COLOURS)
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

"""What a client is sent about the Rockport Caverns, and what it may touch."""

from math import sqrt
from typing import Any

from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.games.rockport_caverns import kernels
from motherlode.games.rockport_caverns.actions import (
    LEAD,
    NUM_OUTCOMES,
    PASS,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
)
from motherlode.games.rockport_caverns.components import (
    KINDS,
    NOWHERE,
    NUM_ROWS,
    NUM_SIDES,
    PASSAGE,
    SIDES,
    SOUTHEAST,
    SOUTHWEST,
    START_ROW,
    cavern,
)
from motherlode.games.rockport_caverns.narration import EVENT_TITLES
from motherlode.games.rockport_caverns.notation import ENDINGS, PHASES, WORDS, place_name
from motherlode.games.rockport_caverns.state import ACTING, ENDED

CHANCE_OF_HEX = 1 / 36  # that one rock slide comes down on a given hex
EVENT_CHANCE = 1 / 6
EFFECTS = (
    "",
    "gain one life",
    "lose one life",
    "one rock slide",
    "one action next turn",
    "down one row where a path leads",
    "two rock slides",
)


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in the caverns is hidden. Coordinates are in hex sides, y downwards."""
    now, rules = state[0], box[0]
    plan = cavern(int(rules.map))
    is_revealed = bool(now.friend != NOWHERE)
    return {
        "map": int(rules.map),
        "title": plan.title,
        "rows": [_row(box, now, row) for row in range(1, NUM_ROWS + 1)],
        "hexes": [_hex(box, now, place) for place in plan.hexes],
        "water": {"filled": int(now.water), "total": int(rules.total), "is_dry_next": bool(now.is_dry)},
        "round": int(now.rounds),
        "most_rounds": int(rules.most_rounds),
        "character": {
            "card": int(rules.character),
            "place": _place(box, int(now.here)),
            "start": _place(box, int(now.start)),
            "life": int(now.life),
            "most_life": int(rules.most_life),
            "stored": int(now.stored),
            "most_stored": int(rules.most_stored),
            "left": int(now.left),
            "is_disoriented": bool(now.is_disoriented),
            "is_sheltered": bool(now.is_sheltered),
            "trigger_row": int(rules.trigger_row),
        },
        "friend": {
            "is_revealed": is_revealed,
            "place": _place(box, int(now.friend)),
            "life": int(now.friend_life),
            "is_together": bool(is_revealed and now.friend == now.here),
            "row": int(rules.friend_row) or None,
        },
        "bear": _place(box, int(now.bear)),
        "rerolls": {"left": int(now.rerolls), "total": int(rules.rerolls)},
        "event": EVENT_TITLES[now.event] or None,
        "slides": int(now.slides),
        "row_die": int(now.row) or None,
        "phase": "over" if now.phase == ENDED else PHASES[int(now.phase)],
        "is_rolling": bool(now.to_act == CHANCE),
        "steps": _steps(box, now),
        "odds": odds(box, state),
        "is_over": bool(now.to_act == OVER),
        "ending": ENDINGS.get(int(now.ending)),
    }


def _place(box: Records, place: int) -> str | None:
    return None if place == NOWHERE else place_name(box, place)


def _row(box: Records, now: Any, row: int) -> dict[str, Any]:
    rules = box[0]
    below = int(rules.full[row + 1]) if row < NUM_ROWS else 0
    circles = int(rules.full[row]) - below
    return {
        "row": row,
        "rocks": int(rules.capacity[row]),
        "circles": circles,
        "filled": min(max(int(now.water) - below, 0), circles),
        "is_flooded": bool(kernels.is_flooded(rules, now, row)),
        "is_marked": bool(row == rules.marked_row),
    }


def _hex(box: Records, now: Any, place: int) -> dict[str, Any]:
    rules = box[0]
    row, kind = int(rules.row[place]), int(rules.kind[place])
    return {
        "id": f"hex:{place_name(box, place)}",
        "name": place_name(box, place),
        "title": cavern(int(rules.map)).hexes[place].name,
        "kind": KINDS[kind],
        "row": row,
        "column": int(rules.column[place]) or None,
        "across": int(rules.across[place]),
        "x": round(int(rules.across[place]) * sqrt(3) / 2, 3),
        "y": row * 1.5,
        "paths": [SIDES[side] for side in range(NUM_SIDES) if rules.path[place, side] != NOWHERE],
        "rocks": int(now.rocks[place]),
        "capacity": int(rules.capacity[row]) if kind == PASSAGE else 0,
        "is_blocked": bool((int(now.blocked) >> place) & 1),
        "is_flooded": bool(row < START_ROW and kernels.is_flooded(rules, now, row)),
    }


def _steps(box: Records, now: Any) -> list[dict[str, Any]]:
    """Where paths lead from here, and what each step would cost."""
    if now.phase != ACTING:
        return []
    found = []
    for side in range(NUM_SIDES):
        place = int(box[0].path[int(now.here), side])
        if place != NOWHERE:
            found.append(
                {
                    "side": SIDES[side],
                    "place": place_name(box, place),
                    "cost": int(kernels.cost(box[0], now, place, kernels.STEP_COST)),
                    "cost_with_friend": int(kernels.cost(box[0], now, place, kernels.LEAD_COST)),
                    "is_climb": bool(now.rocks[place]),
                    "is_blocked": bool((int(now.blocked) >> place) & 1),
                }
            )
    return found


def odds(box: Records, state: Records) -> dict[str, Any]:
    """What may come: the six events, the chance to lose a life, rounds until the water arrives, the bear."""
    now, rules = state[0], box[0]
    here, friend = int(now.here), int(now.friend)
    found: dict[str, Any] = {
        "events": [
            {
                "face": face,
                "name": EVENT_TITLES[face],
                "effect": EFFECTS[face],
                "chance": round(EVENT_CHANCE, 4),
            }
            for face in range(1, NUM_OUTCOMES + 1)
        ]
    }
    if here == NOWHERE or now.phase == ENDED:
        return found
    row = int(rules.row[here])
    found["lose_life"] = round(EVENT_CHANCE + _rock_chance(box, now, here), 4)
    found["friend_loses_life"] = None
    if friend != NOWHERE:
        slip = EVENT_CHANCE if friend == here else 0.0
        found["friend_loses_life"] = round(slip + _rock_chance(box, now, friend), 4)
    ways = {int(kernels.way_down(rules, now, side)) for side in (SOUTHWEST, SOUTHEAST)} - {NOWHERE}
    found["slide_to"] = [place_name(box, place) for place in sorted(ways)]
    found["rounds_to_flood"] = None if row == START_ROW else _rounds_to(box, now, row)
    found["rounds_to_loss"] = _rounds_to(box, now, row - 1)
    if friend != NOWHERE:
        found["friend_rounds_to_loss"] = _rounds_to(box, now, int(rules.row[friend]) - 1)
    if now.bear != NOWHERE:
        meets = sum(int(kernels.bear_goes(rules, now, face)) == here != int(now.bear) for face in range(NUM_SIDES))
        found["bear_comes"] = round(meets / NUM_SIDES, 4)
    return found


def _rock_chance(box: Records, now: Any, place: int) -> float:
    """That the next event brings a rock slide down on this place."""
    if box[0].kind[place] != PASSAGE or (int(now.blocked) >> place) & 1:
        return 0.0
    return EVENT_CHANCE * (CHANCE_OF_HEX + 1 - (1 - CHANCE_OF_HEX) ** 2)


def _rounds_to(box: Records, now: Any, row: int) -> int:
    """Rounds until the row is flooded; above row 1: until no circle is left."""
    level = int(box[0].total) + 1 if row == 0 else int(box[0].full[row])
    return max(0, level - int(now.water)) + int(now.is_dry)


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """A hex, and whom to take along where there is a choice; or a button; or the hex to slide to."""
    now = state[0]
    if action in {SLIDE_LEFT, SLIDE_RIGHT}:
        place = int(box[0].path[int(now.here), SOUTHWEST if action == SLIDE_LEFT else SOUTHEAST])
        return (f"hex:{place_name(box, place)}",)
    if action >= PASS:
        return (f"button:{WORDS[action]}",)
    is_lead = action >= LEAD
    place = int(box[0].path[int(now.here), action - (LEAD if is_lead else STEP)])
    if now.friend != now.here:
        return (f"hex:{place_name(box, place)}",)
    return f"hex:{place_name(box, place)}", "with:friend" if is_lead else "with:nobody"


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every die and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False

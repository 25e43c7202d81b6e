"""What a client is sent about Trap the Cap, and what it may touch."""

from functools import cache
from typing import Any

import numpy as np

from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER, Records
from motherlode.games.trap_the_cap import kernels
from motherlode.games.trap_the_cap.components import (
    ENDING_NAMES,
    GAME_NAMES,
    KEPT,
    KIND_NAMES,
    TURN_CAP,
    names_of,
)
from motherlode.games.trap_the_cap.golden import STAY
from motherlode.games.trap_the_cap.notation import (
    base_colour,
    cap_name,
    cap_names,
    colour_of,
    golden_code,
    golden_ways,
    moved_cap,
    owner_of,
    space_name,
    stacks,
)


def cap_id(box: Records, cap: int) -> str:
    """`cap:red:3`, `cap:golden`."""
    return "cap:" + cap_name(box, cap).replace(" ", ":")


def place_id(box: Records, place: int) -> str:
    """`space:17`, `base:red`."""
    spaces = int(box[0].spaces)
    return f"space:{space_name(box, place)}" if place < spaces else f"base:{base_colour(box, place - spaces)}"


@cache
def _board(packed: bytes, dtype: np.dtype[Any]) -> dict[str, Any]:
    """R1: the board, which is the same in every position of a box."""
    box = np.frombuffer(packed, dtype)
    rules, spaces = box[0], int(box[0].spaces)
    names = names_of(int(rules.bases), int(rules.sector), int(rules.spoke))
    seats = {int(rules.seat_base[seat]): seat for seat in range(int(rules.seats))}

    def ways(place: int) -> list[str]:
        return [
            place_id(box, int(rules.to[way])) for way in range(int(rules.first[place]), int(rules.first[place + 1]))
        ]

    return {
        "spaces": [
            {
                "id": place_id(box, space),
                "name": names[space],
                "kind": KIND_NAMES[rules.kind[space]],
                "x": int(rules.x[space]),
                "y": int(rules.y[space]),
                "ways": ways(space),
            }
            for space in range(spaces)
        ],
        "bases": [
            {
                "id": place_id(box, spaces + base),
                "colour": base_colour(box, base),
                "seat": seats.get(base),
                "x": int(rules.x[spaces + base]),
                "y": int(rules.y[spaces + base]),
                "ways": ways(spaces + base),
            }
            for base in range(int(rules.bases))
        ],
    }


def view(box: Records, state: Records) -> dict[str, Any]:
    """Everything on the table: nothing in Trap the Cap is hidden. Coordinates are thousandths of the ring's radius."""
    now, rules = state[0], box[0]
    seats, num_caps, gold = int(rules.seats), int(rules.num_caps), int(rules.gold)
    scores = np.zeros(seats, np.int32)
    kernels.scores(box, state, 0, scores)
    names = [f"cap:{name.replace(' ', ':')}" for name in cap_names(box)]
    tops, places, ranks = (state[name][0].tolist() for name in ("top", "place", "rank"))
    owners = [int(owner_of(rules, now, cap)) for cap in range(num_caps)]
    board = _board(box.tobytes(), box.dtype)
    ids = [place["id"] for place in (*board["spaces"], *board["bases"])]
    caps = [
        {
            "id": names[cap],
            "colour": names[cap].split(":")[1],
            "seat": None if owners[cap] == NOBODY else owners[cap],
            "place": ids[places[cap]],
            "state": "free" if tops[cap] == cap else "kept" if tops[cap] == KEPT else "captive",
            "under": None if tops[cap] in (cap, KEPT) else names[tops[cap]],
            "order": ranks[cap],
        }
        for cap in range(num_caps)
    ]
    groups = [
        {
            "place": ids[places[top]],
            "top": names[top],
            "seat": None if owners[top] == NOBODY else owners[top],
            "captives": [names[cap] for cap in under],
        }
        for top, under in stacks(box, state).items()
    ]
    return {
        "game": GAME_NAMES[rules.game],
        "ending": ENDING_NAMES[rules.ending],
        "board": board,
        "seats": [
            {
                "seat": seat,
                "colour": colour_of(box, seat),
                "team": int(rules.team[seat]),
                "base": place_id(box, int(rules.spaces) + int(rules.seat_base[seat])),
                "score": int(scores[seat]),
            }
            for seat in range(seats)
        ],
        "caps": caps,
        "groups": groups,
        "seat": int(now.seat),
        "die": int(now.die) or None,
        "phase": _phase(state),
        "golden_ways": [[place_id(box, place), points] for place, points in golden_ways(box, state)]
        if gold >= 0
        else [],
        "golden_may_stay": bool(int(now.ways) & STAY),
        "turns_finished": int(now.turn),
        "turns": int(rules.turns),
        "is_ended_by_cap": bool(now.ended == TURN_CAP),
    }


def _phase(state: Records) -> str:
    now = state[0]
    if now.to_act == OVER:
        return "over"
    if now.to_act == CHANCE:
        return "throw"
    if now.die == 0:
        return "again"
    return "golden" if now.ways else "move"


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """The cap, then the space where it ends; its base in between, if it goes home; `turn:4` turns the Golden Cap."""
    rules, now, spaces = box[0], state[0], int(box[0].spaces)
    if action >= rules.again:
        return ("die",) if action == rules.again else ("stop",)
    code = golden_code(box, action)
    if code is not None:
        first = () if now.ways else ("cap:golden",)
        if code == spaces:
            return (*first, place_id(box, spaces + int(rules.seat_base[now.seat])))
        if code > spaces:
            return (*first, f"turn:{space_name(box, code - spaces - 1)}")
        return (*first, place_id(box, code))
    cap, code = moved_cap(box, state, action)
    if code < spaces:
        return cap_id(box, cap), place_id(box, code)
    base = int(rules.seat_base[rules.owner[cap]])
    home = cap_id(box, cap), place_id(box, spaces + base)
    if code > spaces:
        return (*home, place_id(box, int(rules.near[base, code - spaces - 1])))
    # Only on a designer's board can a cap both stay at home and come out again with one throw.
    onward = range(action + 1, action + 1 + int(rules.num_near[base]))
    if any(kernels.refuse(box, state, 0, other) == ALLOWED for other in onward):
        return (*home, "stay")
    return home


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every throw and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False

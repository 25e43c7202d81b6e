"""What a client is sent about Minecart Mayhem, and what it may touch."""

from collections.abc import Callable
from typing import Any

from motherlode.core.compiling import plain
from motherlode.core.contract import NOBODY, Records
from motherlode.games.minecart_mayhem import turn
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
)
from motherlode.games.minecart_mayhem.components import (
    DOUBLE,
    DYNAMITE,
    ENDS,
    FRONT,
    KINDS,
    NUM_KINDS,
    RAIL,
    ROCKET,
    ROWS,
    STALACTITE,
)
from motherlode.games.minecart_mayhem.notation import (
    FATES,
    kind_of,
    stalactite_ahead,
    stalactite_lane,
    stalactites,
    write_declared,
)
from motherlode.games.minecart_mayhem.state import (
    CHOOSE,
    COLLAPSE,
    DEAL,
    DRAW,
    END,
    FIRST,
    NOWHERE,
    PLAY,
    ROLL,
    SECOND,
)

PHASES = {
    DEAL: "deal", CHOOSE: "choose", PLAY: "play", FIRST: "declare first", SECOND: "declare second", ROLL: "roll",
    DRAW: "draw", COLLAPSE: "collapse", END: "over",
}  # fmt: skip

drawer: Callable[..., int] = plain(turn.drawer)


def odds_of(box: Records, kind: int, is_doubled: bool) -> dict[str, Any]:
    """R3.4, R9.3: what the die must show at least, and how likely that is."""
    value = int(box[0].value[kind]) + (int(box[0].double_adds) if is_doubled and kind != RAIL else 0)
    sides = int(box[0].die)
    return {"needs": value + 1, "odds": round(max(0, sides - value) / sides, 4)}


def view(box: Records, state: Records) -> dict[str, Any]:
    """The table, the viewer's hand, other hands and the pile as counts, and the odds of every card."""
    now, rules = state[0], box[0]
    spots = stalactites(state)
    seats, is_doubled = int(rules.seats), bool(now.is_doubled)
    lanes = []
    for lane in range(int(rules.lanes)):
        seat = int(now.cart[lane])
        rows = range(int(now.back[lane]), int(now.front[lane]) + 1) if seat != NOBODY else range(0)
        lanes.append(
            {
                "id": f"lane:{lane + 1}",
                "lane": lane + 1,
                "cart": None if seat == NOBODY else seat,
                "cart_row": None if seat == NOBODY else int(now.row[seat]),
                "rails": [
                    {
                        "id": f"rail:{lane + 1}:{row}",
                        "row": row,
                        "stalactites": spots.count(lane * ROWS + row),
                    }
                    for row in rows
                ],
                "end": {"id": f"end:{lane + 1}", "row": rows[-1] + 1} if rows else None,
                "has_torch": lane == int(now.torch),
            }
        )
    return {
        "lanes": lanes,
        "rows": _rows(state),
        "torch": int(now.torch) + 1,
        "round": int(now.round_number),
        "last_round": int(rules.rounds),
        "phase": PHASES[int(now.phase)],
        "order": [int(seat) for seat in now.order if seat != NOBODY],
        "turn": int(now.turn),
        "actor": _actor(box, state),
        "players": [_player(box, state, seat) for seat in range(seats)],
        "pile": int(now.pile_size),
        "discard": {KINDS[kind]: int(now.discard[kind]) for kind in range(NUM_KINDS) if now.discard[kind]},
        "declared": [_declared(box, state, half) for half in range(int(now.num_declared))],
        "is_doubled": is_doubled,
        "odds": {KINDS[kind]: odds_of(box, kind, is_doubled) for kind in range(NUM_KINDS) if kind != DOUBLE},
        "odds_doubled": {KINDS[kind]: odds_of(box, kind, True) for kind in range(NUM_KINDS) if kind != DOUBLE},
        "hand_size": int(rules.hand),
        "die": int(rules.die),
        "viewer": None if not 1 <= now.viewer <= seats else int(now.viewer) - 1,
        "result": [int(result) for result in now.result[:seats]] if now.phase == END else None,
    }


def _rows(state: Records) -> list[int]:
    """The lowest and the highest row with a rail; [0, 0] without any."""
    now = state[0]
    carts = [lane for lane, seat in enumerate(now.cart) if seat != NOBODY]
    if not carts:
        return [0, 0]
    return [min(int(now.back[lane]) for lane in carts), max(int(now.front[lane]) for lane in carts)]


def _actor(box: Records, state: Records) -> int | None:
    """The seat whose turn it is, also while chance acts for it."""
    now = state[0]
    if now.phase in (COLLAPSE, END):
        return None
    return int(now.to_act) if now.phase == CHOOSE else int(drawer(box[0], now))


def _player(box: Records, state: Records, seat: int) -> dict[str, Any]:
    now = state[0]
    size = int(now.hand_size[seat])
    is_shown = now.viewer in (0, seat + 1)
    return {
        "seat": seat,
        "id": f"cart:{seat + 1}",
        "lane": None if now.lane[seat] == NOWHERE else int(now.lane[seat]) + 1,
        "row": None if now.lane[seat] == NOWHERE else int(now.row[seat]),
        "fate": FATES[now.fate[seat]],
        "cards": size,
        "old_cards": int((now.age[seat] > 0).sum()),  # R12.3: drawn before the discard pile last became the pile
        "hand": sorted((KINDS[now.card[seat, slot]] for slot in range(size)), key=KINDS.index) if is_shown else None,
    }


def _declared(box: Records, state: Records, half: int) -> dict[str, Any]:
    now = state[0]
    kind, target, row = int(now.declared[half]), int(now.target[half]), int(now.target_row[half])
    if kind == RAIL:
        thing = f"end:{target + 1}"
    elif kind == DYNAMITE:
        lane = target // 2
        thing = f"rail:{lane + 1}:{now.front[lane] if target % 2 == FRONT else now.back[lane]}"
    elif kind == STALACTITE:
        thing = f"rail:{target + 1}:{row}"
    else:
        thing = f"cart:{target + 1}"
    words = {"kind": KINDS[kind], "text": write_declared(kind, target, row), "target": thing}
    return words | odds_of(box, kind, bool(now.is_doubled))


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """The card, then where it goes: the spot in front of a lane, an end rail, a rail ahead, a cart.

    Equal cards are the same thing. The only rail of a lane is both of its ends, so that Dynamite also needs the side. A
    Double is touched alone; then come the paths of its two cards.
    """
    now = state[0]
    if action < PLAY_RAIL:
        return (f"lane:{action - CHOOSE_LANE + 1}",)
    if action == PASS:
        return ("pass",)
    if DISCARD_CARD <= action < PASS:
        return f"card:{KINDS[action - DISCARD_CARD]}", "discard"
    kind = kind_of(action)
    card = f"card:{KINDS[kind]}"
    if kind == DOUBLE:
        return (card,)
    if kind == RAIL:
        return card, f"end:{action - PLAY_RAIL + 1}"
    if kind == DYNAMITE:
        lane, end = divmod(action - PLAY_DYNAMITE, 2)
        rail = f"rail:{lane + 1}:{now.front[lane] if end == FRONT else now.back[lane]}"
        return (card, rail, f"side:{ENDS[end]}") if now.front[lane] == now.back[lane] else (card, rail)
    if kind == STALACTITE:
        lane = stalactite_lane(box[0], action)
        row = int(now.row[int(now.cart[lane])]) + stalactite_ahead(box[0], action)
        return card, f"rail:{lane + 1}:{row}"
    return card, f"cart:{action - (PLAY_ROCKET if kind == ROCKET else PLAY_SWAP) + 1}"


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """R12.1: only the player who draws a card sees it; everything else is open."""
    return bool(state[0].phase not in (DEAL, DRAW) or int(drawer(box[0], state[0])) == seat)


def reveals(box: Records, state: Records, action: int) -> bool:
    """A card that leaves a hand is shown to all."""
    return bool(state[0].phase in (PLAY, FIRST, SECOND) and action != PASS)

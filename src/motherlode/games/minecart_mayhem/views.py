"""What a client is sent about Minecart Mayhem, and what it may touch."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from motherlode.core.compiling import plain
from motherlode.core.contract import NOBODY, Purpose, Records, View
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
    Kind,
)
from motherlode.games.minecart_mayhem.notation import (
    FATES,
    Fate,
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

Phase: TypeAlias = Literal[
    "deal", "choose", "play", "declare first", "declare second", "roll", "draw", "collapse", "over"
]
PHASES: dict[int, Phase] = {
    DEAL: "deal", CHOOSE: "choose", PLAY: "play", FIRST: "declare first", SECOND: "declare second", ROLL: "roll",
    DRAW: "draw", COLLAPSE: "collapse", END: "over",
}  # fmt: skip

drawer: Callable[..., int] = plain(turn.drawer)


class Rail(msgspec.Struct, frozen=True, gc=False):
    """A rail of a lane."""

    id: str  # as touch paths have it: rail:2:9
    row: int
    stalactites: int  # that lie on it


class End(msgspec.Struct, frozen=True, gc=False):
    """The spot in front of a lane where a new rail would go."""

    id: str  # as touch paths have it: end:2
    row: int


class Lane(msgspec.Struct, frozen=True, gc=False):
    """A lane of the cave."""

    id: str  # as touch paths have it: lane:2
    lane: int  # its number, from 1
    cart: int | None  # the seat whose cart stands here
    cart_row: int | None
    rails: list[Rail]  # from back to front; none without a cart
    end: End | None  # null: no cart stands here
    has_torch: bool


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player, as far as the viewer may know."""

    seat: int
    id: str  # of the cart, as touch paths have it: cart:1
    lane: int | None  # from 1; null: none yet, or out
    row: int | None
    fate: Fate
    cards: int  # in the hand
    old_cards: int  # R12.3: of them, those drawn before the discard pile last became the pile
    hand: list[Kind] | None  # in the order of the kinds; null: not for these eyes


class Odds(msgspec.Struct, frozen=True, gc=False):
    """R3.4, R9.3: how likely a card is to succeed."""

    needs: int  # what the die must show at least
    odds: float  # from 0 to 1


class Declared(msgspec.Struct, frozen=True, gc=False):
    """A card that is being played, before the die is rolled for it."""

    kind: Kind
    text: str  # notation
    target: str  # the thing that it is aimed at
    needs: int  # what the die must show at least
    odds: float  # from 0 to 1


class Position(View, frozen=True, gc=False):
    """The table, the viewer's hand, other hands and the pile as counts, and the odds of every card."""

    lanes: list[Lane]
    rows: tuple[int, int]  # the lowest and the highest row with a rail; 0 and 0 without any
    torch: int  # the lane that began the round, from 1
    round: int  # from 1; 0 at set-up
    last_round: int  # with which the game ends at the latest
    phase: Phase
    order: list[int]  # seats, as they act in this round
    turn: int  # how many of them have acted
    actor: int | None  # whose turn it is, also while chance acts for him
    players: list[Player]  # by seat
    pile: int  # cards in it
    discard: dict[Kind, int]  # cards in the discard pile, of the kinds that lie there
    declared: list[Declared]
    is_doubled: bool  # a Double was played in this turn
    odds: dict[Kind, Odds]  # of every kind that is rolled for
    odds_doubled: dict[Kind, Odds]  # the same under a Double
    hand_size: int  # up to which hands are filled
    die: int  # its sides
    viewer: int | None  # whose eyes; null: a spectator's, or everything is shown
    result: list[int] | None  # by seat, at the end: 2 for a win, 1 for a draw


def odds_of(box: Records, kind: int, is_doubled: bool) -> Odds:
    """R3.4, R9.3: what the die must show at least, and how likely that is."""
    value = int(box[0].value[kind]) + (int(box[0].double_adds) if is_doubled and kind != RAIL else 0)
    sides = int(box[0].die)
    return Odds(value + 1, round(max(0, sides - value) / sides, 4))


def view(box: Records, state: Records) -> Position:
    """The table, the viewer's hand, other hands and the pile as counts, and the odds of every card."""
    now, contents = state[0], box[0]
    spots = stalactites(state)
    seats, is_doubled = int(contents.seats), bool(now.is_doubled)
    return Position(
        lanes=[_lane(state, lane, spots) for lane in range(int(contents.lanes))],
        rows=_rows(state),
        torch=int(now.torch) + 1,
        round=int(now.round_number),
        last_round=int(contents.rounds),
        phase=PHASES[int(now.phase)],
        order=[int(seat) for seat in now.order if seat != NOBODY],
        turn=int(now.turn),
        actor=_actor(box, state),
        players=[_player(state, seat) for seat in range(seats)],
        pile=int(now.pile_size),
        discard={KINDS[kind]: int(now.discard[kind]) for kind in range(NUM_KINDS) if now.discard[kind]},
        declared=[_declared(box, state, half) for half in range(int(now.num_declared))],
        is_doubled=is_doubled,
        odds={KINDS[kind]: odds_of(box, kind, is_doubled) for kind in range(NUM_KINDS) if kind != DOUBLE},
        odds_doubled={KINDS[kind]: odds_of(box, kind, True) for kind in range(NUM_KINDS) if kind != DOUBLE},
        hand_size=int(contents.hand),
        die=int(contents.die),
        viewer=None if not 1 <= now.viewer <= seats else int(now.viewer) - 1,
        result=[int(result) for result in now.result[:seats]] if now.phase == END else None,
    )


def _lane(state: Records, lane: int, spots: list[int]) -> Lane:
    """A lane with what lies on its rails; `spots` are all stalactites, as lane * ROWS + row."""
    now = state[0]
    seat = int(now.cart[lane])
    rows = range(int(now.back[lane]), int(now.front[lane]) + 1) if seat != NOBODY else range(0)
    return Lane(
        id=f"lane:{lane + 1}",
        lane=lane + 1,
        cart=None if seat == NOBODY else seat,
        cart_row=None if seat == NOBODY else int(now.row[seat]),
        rails=[Rail(f"rail:{lane + 1}:{row}", row, spots.count(lane * ROWS + row)) for row in rows],
        end=End(f"end:{lane + 1}", rows[-1] + 1) if rows else None,
        has_torch=lane == int(now.torch),
    )


def _rows(state: Records) -> tuple[int, int]:
    """The lowest and the highest row with a rail; 0 and 0 without any."""
    now = state[0]
    carts = [lane for lane, seat in enumerate(now.cart) if seat != NOBODY]
    if not carts:
        return 0, 0
    return min(int(now.back[lane]) for lane in carts), max(int(now.front[lane]) for lane in carts)


def _actor(box: Records, state: Records) -> int | None:
    """The seat whose turn it is, also while chance acts for it."""
    now = state[0]
    if now.phase in (COLLAPSE, END):
        return None
    return int(now.to_act) if now.phase == CHOOSE else int(drawer(box[0], now))


def _player(state: Records, seat: int) -> Player:
    now = state[0]
    size = int(now.hand_size[seat])
    is_shown = now.viewer in (0, seat + 1)
    return Player(
        seat=seat,
        id=f"cart:{seat + 1}",
        lane=None if now.lane[seat] == NOWHERE else int(now.lane[seat]) + 1,
        row=None if now.lane[seat] == NOWHERE else int(now.row[seat]),
        fate=FATES[now.fate[seat]],
        cards=size,
        old_cards=int((now.age[seat] > 0).sum()),
        hand=sorted((KINDS[now.card[seat, slot]] for slot in range(size)), key=KINDS.index) if is_shown else None,
    )


def _declared(box: Records, state: Records, half: int) -> Declared:
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
    odds = odds_of(box, kind, bool(now.is_doubled))
    return Declared(KINDS[kind], write_declared(kind, target, row), thing, odds.needs, odds.odds)


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


def purpose(box: Records, state: Records) -> Purpose:
    """R1.4, R3.4, R3.5: cards are dealt and drawn, and the die is rolled, for a player; the cave collapses on all."""
    phase = state["phase"].item(0)
    seat = NOBODY if phase == COLLAPSE else int(drawer(box[0], state[0]))
    return Purpose(phase, seat, phase in (DEAL, DRAW))

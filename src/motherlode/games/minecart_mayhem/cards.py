"""What the cards are declared on and what they do: R4 to R9."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, NOBODY
from motherlode.games.minecart_mayhem.actions import (
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
    kind_of,
    stalactite_ahead,
    stalactite_lane,
)
from motherlode.games.minecart_mayhem.components import DOUBLE, DYNAMITE, RAIL, ROCKET, ROWS, STALACTITE, SWAP
from motherlode.games.minecart_mayhem.hands import take, throw_away
from motherlode.games.minecart_mayhem.lanes import drop_rail, eliminate, lay_stalactite, move
from motherlode.games.minecart_mayhem.state import BLASTED, EMPTY, FIRST, LAUNCHED, NOWHERE, ROLL, SECOND


@rule
def is_on_cart(kind: int) -> bool:
    """R7.1, R8.1: whether cards of this kind are declared on a cart; all other kinds are declared on a lane."""
    return kind == SWAP if kind != ROCKET else True


@rule
def has_rail_ahead(box: Any, state: Any) -> bool:
    """R6.1: whether some rail lies in front of some cart, so that a Stalactite can be declared."""
    for lane in range(int(box.lanes)):
        seat = int(state.cart[lane])
        if seat != NOBODY and int(state.front[lane]) > int(state.row[seat]):
            return True
    return False


@rule
def num_declarable(box: Any, state: Any, seat: int) -> int:
    """R3.1, R9.1: how many cards of a hand, other than Doubles, can be declared."""
    found = 0
    has_ahead = has_rail_ahead(box, state)
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0 and kind != DOUBLE and (kind != STALACTITE or has_ahead):
            found += 1
    return found


@rule
def declare(box: Any, state: Any, action: int) -> None:
    """R3.4, R9.2, R9.7: declare a card of the hand with its target, or play a Double, which declares nothing yet.

    The die is rolled when all cards of the turn are declared: one, or the two of a Double. R9.4: the target is kept as
    a lane (for a Stalactite with its row), an end of a lane or a cart; what is there then is looked up at the roll.
    """
    kind = kind_of(action)
    half = int(state.num_declared)
    take(state, int(state.to_act), kind)
    if kind == DOUBLE:
        throw_away(state, DOUBLE)  # R9.7
        state.is_doubled = 1
        state.phase = FIRST
        return
    state.declared[half] = kind
    state.num_declared = half + 1
    if kind == RAIL:
        state.target[half] = action - PLAY_RAIL
    elif kind == DYNAMITE:
        state.target[half] = action - PLAY_DYNAMITE
    elif kind == ROCKET:
        state.target[half] = action - PLAY_ROCKET
    elif kind == SWAP:
        state.target[half] = action - PLAY_SWAP
    else:
        lane = stalactite_lane(box, action)
        state.target[half] = lane
        state.target_row[half] = int(state.row[int(state.cart[lane])]) + stalactite_ahead(box, action)
    if state.phase == FIRST:
        state.phase = SECOND  # R9.2
    else:
        state.phase = ROLL
        state.to_act = CHANCE


@rule
def clear_declared(state: Any) -> None:
    """No card is declared any more, and no Double is being played."""
    for half in range(2):
        state.declared[half] = EMPTY
        state.target[half] = 0
        state.target_row[half] = 0
    state.num_declared = 0
    state.is_doubled = 0


@rule
def value_of(box: Any, state: Any, kind: int) -> int:
    """R3.4, R9.3: the number that the die must exceed for a card of this kind, in a Double or not."""
    value = int(box.value[kind])
    if state.is_doubled and kind != RAIL:
        value += int(box.double_adds)  # R9.3
    return value


@rule
def resolve(box: Any, state: Any, number: int) -> None:
    """R3.4, R9.2: the die shows a number: the first declared card succeeds or fails, and the second becomes the first.

    R3.9, R9.4: which lane is the player's own, where a cart stands and which rail is at the end of a lane is read now.
    """
    seat = int(state.order[int(state.turn)])
    kind = int(state.declared[0])
    target = int(state.target[0])
    row = int(state.target_row[0])
    has_succeeded = number > value_of(box, state, kind)
    state.declared[0] = state.declared[1]
    state.target[0] = state.target[1]
    state.target_row[0] = state.target_row[1]
    state.declared[1] = EMPTY
    state.target[1] = 0
    state.target_row[1] = 0
    state.num_declared = int(state.num_declared) - 1
    if kind == RAIL and has_succeeded:  # R4.2
        state.front[target] = int(state.front[target]) + 1
        return
    if kind == STALACTITE:
        lane = target if has_succeeded else int(state.lane[seat])  # R6.2, R6.3
        if int(state.back[lane]) <= row <= int(state.front[lane]):
            lay_stalactite(state, lane * ROWS + row)
        else:
            throw_away(state, STALACTITE)  # R6.4
        return
    throw_away(state, kind)  # R4.3, R7.4, R8.3: for these that is all, if they fail
    if kind == DYNAMITE:
        blast(state, target // 2 if has_succeeded else int(state.lane[seat]), target % 2)  # R5.2, R5.3
    elif kind == ROCKET and has_succeeded:  # R7.2
        move(state, target, LAUNCHED)
    elif kind == SWAP and has_succeeded:  # R8.2
        exchange(state, seat, target)


@rule
def blast(state: Any, lane: int, end: int) -> None:
    """R5.2, R5.4: discard the rail at an end of a lane, and eliminate the cart that stands on it."""
    row = drop_rail(state, lane, end)
    seat = int(state.cart[lane])
    if int(state.row[seat]) == row:
        eliminate(state, seat, BLASTED)  # R5.4


@rule
def exchange(state: Any, seat: int, other: int) -> None:
    """R6.6, R8.2: two carts exchange lane and row; no stalactite stops them."""
    lane = int(state.lane[seat])
    row = int(state.row[seat])
    state.lane[seat] = state.lane[other]
    state.row[seat] = state.row[other]
    state.lane[other] = lane
    state.row[other] = row
    state.cart[lane] = other
    state.cart[int(state.lane[seat])] = seat


@rule
def is_target_gone(state: Any) -> bool:
    """R9.5: whether the target of the first declared card (a lane with a cart, a rail or a cart) is no longer there."""
    kind = int(state.declared[0])
    target = int(state.target[0])
    if is_on_cart(kind):
        return int(state.lane[target]) == NOWHERE
    lane = target // 2 if kind == DYNAMITE else target
    if state.cart[lane] == NOBODY:
        return True
    if kind == STALACTITE:
        row = int(state.target_row[0])
        return row < int(state.back[lane]) or row > int(state.front[lane])
    return False

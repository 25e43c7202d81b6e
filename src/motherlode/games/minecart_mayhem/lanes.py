"""Lanes with their rails, stalactites and carts, and how a cart leaves them: R1, R6, R7, R10."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.minecart_mayhem.components import FRONT, MAX_SEATS, MAX_STALACTITES, RAIL, ROWS, STALACTITE
from motherlode.games.minecart_mayhem.hands import throw_away
from motherlode.games.minecart_mayhem.state import EMPTY, NOWHERE


@rule
def stalactites_at(state: Any, spot: int) -> int:
    """R6.2: how many stalactites lie on the rail at a spot, which is lane * ROWS + row."""
    found = 0
    for nth in range(int(state.num_stalactites)):
        if int(state.stalactite[nth]) == spot:
            found += 1
    return found


@rule
def lay_stalactite(state: Any, spot: int) -> None:
    """R6.2: lay a stalactite on the rail at a spot; the list of all stalactites stays in order."""
    nth = int(state.num_stalactites)
    state.num_stalactites = nth + 1
    while nth > 0 and int(state.stalactite[nth - 1]) > spot:
        state.stalactite[nth] = state.stalactite[nth - 1]
        nth -= 1
    state.stalactite[nth] = spot


@rule
def drop_stalactites(state: Any, first: int, last: int, most: int) -> None:
    """R5.5, R6.5: discard the stalactites on all spots from the first to the last, but at most `most` of them."""
    size = int(state.num_stalactites)
    kept = 0
    for nth in range(size):
        spot = int(state.stalactite[nth])
        if first <= spot <= last and nth - kept < most:
            throw_away(state, STALACTITE)
        else:
            state.stalactite[kept] = spot
            kept += 1
    for nth in range(kept, size):
        state.stalactite[nth] = 0
    state.num_stalactites = kept


@rule
def drop_rail(state: Any, lane: int, end: int) -> int:
    """R1.8, R5.2, R5.5, R10.2: discard the rail at an end of a lane and the stalactites on it; returns its row.

    A cart on that rail is left to the caller.
    """
    row = int(state.front[lane])
    if end == FRONT:
        state.front[lane] = row - 1
    else:
        row = int(state.back[lane])
        state.back[lane] = row + 1
    throw_away(state, RAIL)  # R1.8
    drop_stalactites(state, lane * ROWS + row, lane * ROWS + row, MAX_STALACTITES)
    return row


@rule
def move(state: Any, seat: int, fate: int) -> None:
    """R6.5, R7.3: move a cart one row forward; a stalactite stops it and breaks; beyond the front it is eliminated.

    R6.6: so a Rocket (R7.2) and the end of a round (R10.3) move carts; `fate` is what befalls one that is eliminated.
    """
    lane = int(state.lane[seat])
    row = int(state.row[seat]) + 1
    spot = lane * ROWS + row
    if stalactites_at(state, spot) > 0:
        drop_stalactites(state, spot, spot, 1)  # R6.5
    elif row > int(state.front[lane]):
        eliminate(state, seat, fate)  # R7.3
    else:
        state.row[seat] = row


@rule
def eliminate(state: Any, seat: int, fate: int) -> None:
    """R1.8, R10.5: eliminate a player: all cards of the lane and of the hand are discarded, and the lane is empty."""
    lane = int(state.lane[seat])
    rails = int(state.front[lane]) - int(state.back[lane]) + 1
    state.discard[RAIL] = int(state.discard[RAIL]) + rails  # R10.5
    drop_stalactites(state, lane * ROWS, lane * ROWS + ROWS - 1, MAX_STALACTITES)
    state.back[lane] = 0
    state.front[lane] = 0
    state.cart[lane] = NOBODY
    state.lane[seat] = NOWHERE
    state.row[seat] = 0
    state.fate[seat] = fate
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0:
            throw_away(state, kind)
        state.card[seat, slot] = EMPTY
        state.age[seat, slot] = 0
        state.ruled_out[seat, slot] = 0
    state.hand_size[seat] = 0


@rule
def num_alive(state: Any) -> int:
    """R11.1: how many players still stand."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found += 1
    return found


@rule
def who_stands(state: Any) -> int:
    """R11.2: which players still stand, as bits: bit `seat` is set."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found |= 1 << seat
    return found

"""Lanes with their rails, stalactites and carts, and how a cart leaves them: R1, R6, R7, R10."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.minecart_mayhem.components import FRONT, MAX_SEATS, MAX_STALACTITES, RAIL, ROWS, STALACTITE
from motherlode.games.minecart_mayhem.hands import throw_away
from motherlode.games.minecart_mayhem.state import EMPTY, NOWHERE


@rule
def stalactites_at(state: Any, spot: int) -> int:
    """How many stalactites lie on a rail; a spot is lane * ROWS + row."""
    found = 0
    for place in range(int(state.num_stalactites)):
        if int(state.stalactite[place]) == spot:
            found += 1
    return found


@rule
def lay_stalactite(state: Any, spot: int) -> None:
    """R6.2: one more on a rail; the list stays in order."""
    place = int(state.num_stalactites)
    state.num_stalactites = place + 1
    while place > 0 and int(state.stalactite[place - 1]) > spot:
        state.stalactite[place] = state.stalactite[place - 1]
        place -= 1
    state.stalactite[place] = spot


@rule
def drop_stalactites(state: Any, first: int, last: int, most: int) -> None:
    """Discard at most `most` of the stalactites from one spot to another."""
    size = int(state.num_stalactites)
    kept = 0
    for place in range(size):
        spot = int(state.stalactite[place])
        if first <= spot <= last and place - kept < most:
            throw_away(state, STALACTITE)
        else:
            state.stalactite[kept] = spot
            kept += 1
    for place in range(kept, size):
        state.stalactite[place] = 0
    state.num_stalactites = kept


@rule
def drop_rail(state: Any, lane: int, end: int) -> int:
    """R1.8, R5.2, R5.5, R10.2: the rail at an end of a lane goes, with what lies on it; the row where it was."""
    row = int(state.front[lane])
    if end == FRONT:
        state.front[lane] = row - 1
    else:
        row = int(state.back[lane])
        state.back[lane] = row + 1
    throw_away(state, RAIL)
    drop_stalactites(state, lane * ROWS + row, lane * ROWS + row, MAX_STALACTITES)
    return row


@rule
def move(state: Any, seat: int, fate: int) -> None:
    """R6.5, R7.3: one row forward, unless a stalactite stops the cart; off the rails it is eliminated.

    R6.6: by a Rocket (R7.2) or at the end of a round (R10.3).
    """
    lane = int(state.lane[seat])
    row = int(state.row[seat]) + 1
    spot = lane * ROWS + row
    if stalactites_at(state, spot) > 0:
        drop_stalactites(state, spot, spot, 1)
    elif row > int(state.front[lane]):
        eliminate(state, seat, fate)
    else:
        state.row[seat] = row


@rule
def eliminate(state: Any, seat: int, fate: int) -> None:
    """R1.8, R10.5: the cards of the lane and the hand go to the discard pile; the lane is empty."""
    lane = int(state.lane[seat])
    rails = int(state.front[lane]) - int(state.back[lane]) + 1
    state.discard[RAIL] = int(state.discard[RAIL]) + rails
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
    state.hand_size[seat] = 0


@rule
def num_alive(state: Any) -> int:
    """How many players still stand."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found += 1
    return found


@rule
def who_stands(state: Any) -> int:
    """The players who still stand, as bits."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found |= 1 << seat
    return found

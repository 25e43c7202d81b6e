"""The end of a round and the end of the game: R10, R11."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import OVER
from motherlode.games.minecart_mayhem.cards import clear_declared
from motherlode.games.minecart_mayhem.components import BACK
from motherlode.games.minecart_mayhem.lanes import drop_rail, eliminate, move, num_alive, who_stands
from motherlode.games.minecart_mayhem.state import COLLAPSED, DERAILED, END, NOWHERE, SHARE, WIN


@rule
def end_round(box: Any, state: Any) -> bool:
    """R10.2 to R10.4: end a round; returns whether another one follows.

    First the cave collapses in all lanes at once, then all carts move forward at once, then the torch moves on.
    """
    standing = 0
    for has_collapsed in range(2):
        standing = who_stands(state)
        for seat in range(int(box.seats)):
            if (standing >> seat) & 1:
                if has_collapsed == 0:
                    collapse(state, seat)
                else:
                    move(state, seat, DERAILED)  # R10.3
        if num_alive(state) < 2:
            end_game(box, state, standing)  # R11.1, R11.2
            return False
    state.torch = (int(state.torch) + 1) % int(box.lanes)  # R2.4
    if int(state.round_number) >= int(box.rounds):  # R11.3
        end_game(box, state, who_stands(state))
        return False
    return True


@rule
def collapse(state: Any, seat: int) -> None:
    """R10.2: the lane of a player loses its back rail, and a cart on that rail is eliminated."""
    if drop_rail(state, int(state.lane[seat]), BACK) == int(state.row[seat]):
        eliminate(state, seat, COLLAPSED)


@rule
def end_game(box: Any, state: Any, sharing: int) -> None:
    """R11.1 to R11.4: the last player standing wins; if there is none, the seats in `sharing` (bits) share a draw."""
    is_won = num_alive(state) == 1
    for seat in range(int(box.seats)):
        if is_won:
            state.result[seat] = WIN if int(state.lane[seat]) != NOWHERE else 0
        else:
            state.result[seat] = SHARE if (sharing >> seat) & 1 else 0
    clear_declared(state)
    state.phase = END
    state.to_act = OVER

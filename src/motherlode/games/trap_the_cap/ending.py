"""Who is left at the end, and who has trapped how much: R7, R8."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.trap_the_cap.components import KEPT
from motherlode.games.trap_the_cap.standing import owner_of


@rule
def has_free(box: Any, state: Any, seat: int) -> bool:
    """R7.4, R11.2: whether a seat has a free cap."""
    first = seat * int(box.caps)
    for cap in range(first, first + int(box.caps)):
        if int(state.top[cap]) == cap:
            return True
    return int(state.gold_owner) == seat


@rule
def has_free_team(box: Any, state: Any, team: int) -> bool:
    """R8.4: whether some seat of a team has a free cap."""
    for seat in range(int(box.seats)):  # noqa: SIM110  (not for a GPU)
        if int(box.team[seat]) == team and has_free(box, state, seat):
            return True
    return False


@rule
def is_one_left(box: Any, state: Any) -> bool:
    """R7.1, R8.4: whether only one colour, or one team, has a free cap."""
    team = NOBODY
    for seat in range(int(box.seats)):
        if has_free(box, state, seat):
            mine = int(box.team[seat])
            if team == NOBODY:
                team = mine
            elif team != mine:
                return False
    return True


@rule
def count_trapped(box: Any, state: Any, team: int, with_board: int) -> int:
    """R7.2, R7.5, R8.5, R11.9: captives of a team: kept in its bases and, where asked, under its caps on the board."""
    count = 0
    spaces = int(box.spaces)
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        if top == cap or cap == int(box.gold):
            continue
        if int(box.team[int(box.owner[cap])]) == team:
            continue
        if top == KEPT:
            base = int(state.place[cap]) - spaces
            for seat in range(int(box.seats)):
                if int(box.seat_base[seat]) == base and int(box.team[seat]) == team:
                    count += 1
        elif with_board:
            owner = owner_of(box, state, top)
            if owner != NOBODY and int(box.team[owner]) == team:
                count += 1
    return count


@rule
def count_free(box: Any, state: Any, team: int) -> int:
    """R8.6: free caps of a team, the Golden Cap not counted."""
    count = 0
    for cap in range(int(box.num_caps)):
        if cap != int(box.gold) and int(state.top[cap]) == cap and int(box.team[int(box.owner[cap])]) == team:
            count += 1
    return count


@rule
def gold_holder(box: Any, state: Any) -> int:
    """R11.10: the seat that owns the Golden Cap or carries it; NOBODY while it is neutral."""
    gold = int(box.gold)
    if int(state.top[gold]) == gold:
        return int(state.gold_owner)
    return owner_of(box, state, int(state.top[gold]))

"""The way into the own base, and out of it again: R5."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.trap_the_cap.components import KEPT
from motherlode.games.trap_the_cap.standing import has, high_bit, home_of, low_bit, owner_of
from motherlode.games.trap_the_cap.trapping import lift


@rule
def home_moves(box: Any, state: Any, cap: int, colour: int, low: int, high: int) -> tuple[int, int, int]:
    """R5.2, R5.4: where a laden cap can end if it goes through its base.

    Returns the set of spaces (two words), and 1 if it can stay in the base; `low` and `high` are where it may not end.
    """
    die = int(state.die)
    place = int(state.place[cap])
    base = int(box.seat_base[colour])
    home = int(box.spaces) + base
    steps = int(box.home_steps[base, place])
    end_low = 0
    end_high = 0
    stays = 0
    for needed in range(1, die + 1):
        if (steps >> (needed - 1)) & 1:
            left = die - needed
            found = 0
            if left > 0:
                for index in range(int(box.num_ends[home, left])):
                    end = int(box.ends[home, left, index])
                    if end == place or has(low, high, end) == 0:  # R3.5
                        end_low |= low_bit(end)
                        end_high |= high_bit(end)
                        found = 1  # R5.4
            if found == 0:
                stays = 1  # R5.2
    return end_low, end_high, stays


@rule
def come_home(box: Any, state: Any, cap: int) -> None:
    """R5.3, R8.3, R9.2, R11.2: a stack comes into the base of its top cap, which is bare then.

    Captives of others are kept; those of its own side are free in their own bases; the Golden Cap plays for its seat.
    """
    lift(box, state, cap)
    colour = owner_of(box, state, cap)
    home = home_of(box, colour)
    gold = int(box.gold)
    for other in range(int(box.num_caps)):
        if int(state.top[other]) == cap:
            state.rank[other] = 0
            state.place[other] = home
            if other == cap:
                continue
            if other == gold:
                state.top[other] = other
                state.gold_owner = colour  # R11.2
            else:
                owner = int(box.owner[other])
                if int(box.team[owner]) == int(box.team[colour]):
                    state.top[other] = other
                    state.place[other] = home_of(box, owner)  # R5.3, R8.3
                else:
                    state.top[other] = KEPT  # R5.3

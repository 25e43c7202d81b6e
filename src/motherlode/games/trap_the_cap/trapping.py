"""Putting a stack on a space, and what it traps there: R4."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.trap_the_cap.components import GREY, MAX_CAPS, NOWHERE
from motherlode.games.trap_the_cap.standing import owner_of


@rule
def move(box: Any, state: Any, cap: int, end: int) -> int:
    """R4.1, R4.3, R4.5, R11.4: put a cap with all under it on a space, above all there; returns 1 if it trapped any."""
    lift(box, state, cap)
    num_caps = int(box.num_caps)
    colour = owner_of(box, state, cap)
    gold = int(box.gold)
    traps = int(box.kind[end]) != GREY or cap == gold
    num_there = 0
    num_own = 0
    lowest_own = MAX_CAPS
    for other in range(num_caps):
        top = int(state.top[other])
        if int(state.place[other]) == end and top != cap:
            num_there += 1
            if owner_of(box, state, top) == colour:
                num_own += 1
                lowest_own = min(lowest_own, int(state.rank[other]))
    has_trapped = 0
    if traps and num_there > num_own:
        has_trapped = 1  # R4.1
        if num_own > 0 and lowest_own > 0:
            # Only where the Golden Cap turns on grey: the own group sinks below those that are trapped.
            for other in range(num_caps):
                top = int(state.top[other])
                if int(state.place[other]) == end and top != cap:
                    rank = int(state.rank[other])
                    if owner_of(box, state, top) == colour:
                        state.rank[other] = rank - lowest_own
                    elif rank < lowest_own:
                        state.rank[other] = rank + num_own
        trap(box, state, cap, colour, end)
    for other in range(num_caps):
        if int(state.place[other]) == NOWHERE:
            state.rank[other] = int(state.rank[other]) + num_there
            state.place[other] = end
    return has_trapped


@rule
def trap(box: Any, state: Any, cap: int, colour: int, end: int) -> None:
    """R4.1, R4.2, R4.4, R11.8: everything of other colours on a space comes under the cap, with the captives in it."""
    gold = int(box.gold)
    for top in range(int(box.num_caps)):
        if (
            int(state.top[top]) == top
            and top != cap
            and int(state.place[top]) == end
            and owner_of(box, state, top) != colour
        ):
            for other in range(int(box.num_caps)):
                if int(state.top[other]) == top:
                    state.top[other] = cap
            if top == gold:
                state.gold_owner = NOBODY  # R11.8


@rule
def lift(box: Any, state: Any, cap: int) -> None:
    """R4.5: take a cap with all under it into the hand (NOWHERE).

    Ranks are order of arrival: what arrived later on the space moves down, and the stack in the hand counts from 0.
    """
    place = int(state.place[cap])
    if place >= int(box.spaces):
        state.place[cap] = NOWHERE
        return
    size = 0
    lowest = MAX_CAPS
    for other in range(int(box.num_caps)):
        if int(state.top[other]) == cap:
            size += 1
            lowest = min(lowest, int(state.rank[other]))
    for other in range(int(box.num_caps)):
        if int(state.place[other]) == place:
            rank = int(state.rank[other])
            if int(state.top[other]) == cap:
                state.rank[other] = rank - lowest
                state.place[other] = NOWHERE
            elif rank > lowest:
                state.rank[other] = rank - size

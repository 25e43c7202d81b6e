"""Hands, the pile and the discard pile: R3."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.minecart_mayhem.components import NUM_KINDS
from motherlode.games.minecart_mayhem.state import EMPTY


@rule
def held(state: Any, seat: int) -> int:
    """The kinds in a hand, as bits."""
    found = 0
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0:
            found |= 1 << kind
    return found


@rule
def throw_away(state: Any, kind: int) -> None:
    """A card goes to the discard pile."""
    state.discard[kind] = int(state.discard[kind]) + 1


@rule
def take(state: Any, seat: int, kind: int) -> None:
    """R3.10: remove a card of the kind from a hand, the one that has been held longest."""
    size = int(state.hand_size[seat])
    slot = 0
    while slot < size and int(state.card[seat, slot]) != kind:
        slot += 1
    for place in range(slot, size - 1):
        state.card[seat, place] = state.card[seat, place + 1]
        state.age[seat, place] = state.age[seat, place + 1]
    if slot < size:
        state.card[seat, size - 1] = EMPTY
        state.age[seat, size - 1] = 0
        state.hand_size[seat] = size - 1


@rule
def draw(state: Any, seat: int, kind: int) -> None:
    """R3.5: a card from the pile into a hand, which stays in order: oldest first, then by kind."""
    state.pile[kind] = int(state.pile[kind]) - 1
    state.pile_size = int(state.pile_size) - 1
    slot = int(state.hand_size[seat])
    state.hand_size[seat] = slot + 1
    while slot > 0 and int(state.age[seat, slot - 1]) == 0 and int(state.card[seat, slot - 1]) > kind:
        state.card[seat, slot] = state.card[seat, slot - 1]
        slot -= 1
    state.card[seat, slot] = kind
    state.age[seat, int(state.hand_size[seat]) - 1] = 0


@rule
def refill(box: Any, state: Any) -> None:
    """R3.6, R3.7, R12.3: the discard pile, if there is one, becomes the pile; every hand is older than it.

    Ages are counted anew where no card of some age is left, so that they never grow beyond the number of cards held.
    """
    size = 0
    for kind in range(NUM_KINDS):
        state.pile[kind] = int(state.pile[kind]) + int(state.discard[kind])
        size += int(state.discard[kind])
        state.discard[kind] = 0
    if size == 0:
        return
    state.pile_size = size
    oldest = 0
    for seat in range(int(box.seats)):
        for slot in range(int(state.hand_size[seat])):
            age = int(state.age[seat, slot]) + 1
            state.age[seat, slot] = age
            oldest = max(oldest, age)
    next_age = 1
    for age in range(1, oldest + 1):
        is_used = False
        for seat in range(int(box.seats)):
            for slot in range(int(state.hand_size[seat])):
                if int(state.age[seat, slot]) == age:
                    state.age[seat, slot] = next_age
                    is_used = True
        if is_used:
            next_age += 1

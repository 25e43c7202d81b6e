"""Hands, the pile and the discard pile: R3."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.minecart_mayhem.components import NUM_KINDS
from motherlode.games.minecart_mayhem.state import EMPTY


@rule
def held(state: Any, seat: int) -> int:
    """The kinds of cards in a hand, as bits: bit `kind` is set if there is one; cards that are hidden do not count."""
    found = 0
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0:
            found |= 1 << kind
    return found


@rule
def throw_away(state: Any, kind: int) -> None:
    """Put a card of this kind on the discard pile; the caller has taken it from where it was."""
    state.discard[kind] = int(state.discard[kind]) + 1


@rule
def take(state: Any, seat: int, kind: int) -> None:
    """R3.10: take a card of this kind out of a hand, the one that has been held longest; nothing if there is none.

    R12.4: so no older card of the hand is of this kind. Of the pockets of its age the strictest goes that it may have
    lain on: then those that are left rule out what is proven of the cards that are left, and no more.
    """
    size = int(state.hand_size[seat])
    slot = 0
    while slot < size and int(state.card[seat, slot]) != kind:
        slot += 1
    if slot == size:
        return
    age = int(state.age[seat, slot])
    pocket = 0
    while int(state.age[seat, pocket]) > age:
        state.ruled_out[seat, pocket] = int(state.ruled_out[seat, pocket]) | (1 << kind)
        pocket += 1
    while pocket < size - 1 and (int(state.ruled_out[seat, pocket]) >> kind) & 1:
        pocket += 1
    for later in range(pocket, size - 1):
        state.ruled_out[seat, later] = state.ruled_out[seat, later + 1]
    for later in range(slot, size - 1):
        state.card[seat, later] = state.card[seat, later + 1]
        state.age[seat, later] = state.age[seat, later + 1]
    state.card[seat, size - 1] = EMPTY
    state.age[seat, size - 1] = 0
    state.ruled_out[seat, size - 1] = 0
    state.hand_size[seat] = size - 1


@rule
def rule_out(state: Any, seat: int, kinds: int) -> None:
    """R12.4: no card of a hand is of any of these kinds, which are given as bits."""
    for slot in range(int(state.hand_size[seat])):
        state.ruled_out[seat, slot] = int(state.ruled_out[seat, slot]) | kinds


@rule
def draw(state: Any, seat: int, kind: int) -> None:
    """R3.5: draw a card of this kind from the pile into a hand, which stays in order: oldest first, then by kind."""
    state.pile[kind] = int(state.pile[kind]) - 1
    state.pile_size = int(state.pile_size) - 1
    slot = int(state.hand_size[seat])
    state.hand_size[seat] = slot + 1
    while slot > 0 and int(state.age[seat, slot - 1]) == 0 and int(state.card[seat, slot - 1]) > kind:
        state.card[seat, slot] = state.card[seat, slot - 1]
        slot -= 1
    state.card[seat, slot] = kind
    state.age[seat, int(state.hand_size[seat]) - 1] = 0
    state.ruled_out[seat, int(state.hand_size[seat]) - 1] = 0


@rule
def refill(box: Any, state: Any) -> None:
    """R3.6, R3.7: shuffle the discard pile into a new pile; nothing happens if it is empty too.

    R12.3: all cards in hands were drawn before, so each becomes one older. Then the ages that some card has are
    numbered 1, 2, ... anew, so that no age is ever above the number of cards held.
    """
    size = 0
    for kind in range(NUM_KINDS):
        state.pile[kind] = int(state.pile[kind]) + int(state.discard[kind])
        size += int(state.discard[kind])
        state.discard[kind] = 0
    if size == 0:
        return  # R3.7
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

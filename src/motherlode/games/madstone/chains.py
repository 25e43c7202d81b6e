"""Cards in hands, armies and piles: R4, R5, R9.

Each of these is a chain: its first card is in `hand`, `army` or `top` of the position, and `next_card` leads on. Where
a loop along a chain stands in an `if` of its own, it is for a GPU: its threads leave a loop one after another, and wait
for each other at the end of the `if`.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.madstone.state import ARMY, FIELD, HELD, NONE, SPOILS


@rule
def is_field(zone: int) -> bool:
    """Whether cards of this zone lie in a pile of the field: zone - FIELD is the pile."""
    return FIELD <= zone < HELD


@rule
def is_hand(zone: int) -> bool:
    """Whether cards of this zone are in somebody's hand."""
    return HELD <= zone < ARMY


@rule
def is_army(zone: int) -> bool:
    """Whether cards of this zone are in an army: zone - ARMY is its seat."""
    return ARMY <= zone < SPOILS


@rule
def add_to_hand(state: Any, seat: int, card: int) -> None:
    """R4.4: put a card in a hand, however many are in it."""
    state.zone[card] = HELD + seat
    state.hand_size[seat] = int(state.hand_size[seat]) + 1
    before = NONE
    after = int(state.hand[seat])
    while after != NONE and after < card:
        before = after
        after = int(state.next_card[after])
    state.next_card[card] = after
    if before == NONE:
        state.hand[seat] = card
    else:
        state.next_card[before] = card


@rule
def take_from_hand(box: Any, state: Any, seat: int, card: int) -> None:
    """R4.1, R5.1: take a card out of a hand; the caller says where it goes.

    R12.3: it may be one of those that are surely no Darkness Falls; and, if it counts red, the one that surely does.
    """
    state.hand_size[seat] = int(state.hand_size[seat]) - 1
    if state.shows_counter[seat] != 0 and is_red_counter(box, card):
        state.shows_counter[seat] = 0
    state.sure_size[seat] = max(int(state.sure_size[seat]) - 1, int(state.shows_counter[seat]))
    if int(state.hand[seat]) == card:
        state.hand[seat] = state.next_card[card]
    else:
        before = int(state.hand[seat])
        while int(state.next_card[before]) != card:
            before = int(state.next_card[before])
        state.next_card[before] = state.next_card[card]
    state.next_card[card] = NONE


@rule
def add_to_army(state: Any, seat: int, card: int) -> None:
    """R5.1: put a card in an army."""
    state.zone[card] = ARMY + seat
    state.army_size[seat] = int(state.army_size[seat]) + 1
    before = NONE
    after = int(state.army[seat])
    while after != NONE and after < card:
        before = after
        after = int(state.next_card[after])
    state.next_card[card] = after
    if before == NONE:
        state.army[seat] = card
    else:
        state.next_card[before] = card


@rule
def take_from_table(state: Any, card: int) -> None:
    """R5.1, R9.2: take away the top card of a pile or a card of an army, with its tokens; the caller says where to."""
    zone = int(state.zone[card])
    if is_field(zone):
        state.top[zone - FIELD] = state.next_card[card]
    else:
        seat = zone - ARMY
        state.army_size[seat] = int(state.army_size[seat]) - 1
        if int(state.army[seat]) == card:
            state.army[seat] = state.next_card[card]
        else:
            before = int(state.army[seat])
            while int(state.next_card[before]) != card:
                before = int(state.next_card[before])
            state.next_card[before] = state.next_card[card]
    state.next_card[card] = NONE


@rule
def put_on_pile(state: Any, card: int, pile: int) -> None:
    """R4.1: put a card on top of a pile; R9.2: what it covers keeps its tokens."""
    state.zone[card] = FIELD + pile
    state.next_card[card] = state.top[pile]
    state.top[pile] = card


@rule
def is_red_counter(box: Any, card: int) -> bool:
    """R7.3: whether a card counts red crystals."""
    found = False
    for nth in range(int(box.num_red_counters)):
        found = found or int(box.red_counter[nth]) == card
    return found


@rule
def is_in_hand(state: Any, seat: int, card: int) -> bool:
    """Whether a card is in the hand of a player."""
    return int(state.zone[card]) == HELD + seat


@rule
def owner_of(state: Any, card: int) -> int:
    """The seat in whose army a card is; NOBODY elsewhere."""
    zone = int(state.zone[card])
    return zone - ARMY if is_army(zone) else NOBODY

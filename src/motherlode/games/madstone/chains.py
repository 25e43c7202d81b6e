"""Cards in hands, armies and piles: R4, R5, R9.

A loop along a chain stands in an `if` of its own where it matters: there the threads of a GPU, which leave a loop one
after the other, wait for each other.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.madstone.state import ARMY, DEALT, FIELD, HELD, NONE, SPOILS


@rule
def add_to_hand(state: Any, seat: int, card: int, where: int) -> None:
    """R4.4: a card into a hand, however many are in it; `where` is HELD or DEALT."""
    state.place[card] = where + seat
    state.hand_size[seat] = int(state.hand_size[seat]) + 1
    if where == DEALT:
        state.dealt_size[seat] = int(state.dealt_size[seat]) + 1
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
def take_from_hand(state: Any, seat: int, card: int) -> None:
    """A card out of a hand; the caller says where it goes."""
    state.hand_size[seat] = int(state.hand_size[seat]) - 1
    if int(state.place[card]) == DEALT + seat:
        state.dealt_size[seat] = int(state.dealt_size[seat]) - 1
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
    """A card into an army."""
    state.place[card] = ARMY + seat
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
    """R9.2: the top card of a pile, or a card in an army, away from there with its tokens; the caller says where to."""
    place = int(state.place[card])
    if place < HELD:
        state.top[place - FIELD] = state.next_card[card]
    else:
        seat = place - ARMY
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
    """R9.2: a card on top of a pile; what it covers keeps its tokens."""
    state.place[card] = FIELD + pile
    state.next_card[card] = state.top[pile]
    state.top[pile] = card


@rule
def is_in_hand(state: Any, seat: int, card: int) -> bool:
    """Whether a card is in the hand of a player."""
    place = int(state.place[card])
    if place == HELD + seat:
        return True
    return place == DEALT + seat


@rule
def owner_of(state: Any, card: int) -> int:
    """The seat in whose army a card is; NOBODY elsewhere."""
    place = int(state.place[card])
    return place - ARMY if ARMY <= place < SPOILS else NOBODY

"""Cards in other hands that a seat cannot tell apart: R12."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.streams import below
from motherlode.games.minecart_mayhem.components import NUM_KINDS

COUNT_BITS = 8  # of one kind, where the cards of each kind are counted in one number


@rule
def gather(box: Any, state: Any, seat: int, age: int) -> int:
    """R12.3: the cards of one age that all other seats hold, counted by kind in one number."""
    cards = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    cards += 1 << (COUNT_BITS * int(state.card[other, slot]))
    return cards


@rule
def spread(box: Any, state: Any, seat: int, age: int, cards: int) -> None:
    """Put cards counted by `gather` back, lowest kinds first."""
    kind = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    while (cards >> (COUNT_BITS * kind)) & 255 == 0:
                        kind += 1
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)


@rule
def deal_again(box: Any, state: Any, seat: int, age: int, cards: int, random: Any, stream: int) -> None:
    """Deal the cards of one age to the places of that age in all other hands, each order equally likely."""
    left = 0
    for kind in range(NUM_KINDS):
        left += (cards >> (COUNT_BITS * kind)) & 255
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    ticket = below(random, stream, left)
                    kind = 0
                    while ticket >= (cards >> (COUNT_BITS * kind)) & 255:
                        ticket -= (cards >> (COUNT_BITS * kind)) & 255
                        kind += 1
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)
                    left -= 1


@rule
def sort_hand(state: Any, seat: int) -> None:
    """Cards of one age lie by kind."""
    for last in range(1, int(state.hand_size[seat])):
        slot = last
        kind = int(state.card[seat, slot])
        age = int(state.age[seat, slot])
        while slot > 0 and int(state.age[seat, slot - 1]) == age and int(state.card[seat, slot - 1]) > kind:
            state.card[seat, slot] = state.card[seat, slot - 1]
            slot -= 1
        state.card[seat, slot] = kind

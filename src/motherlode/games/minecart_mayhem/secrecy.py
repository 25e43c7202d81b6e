"""Cards in other hands that a seat cannot tell apart: R12.

Of the cards of one age (drawn from the same pile) a seat knows how many of each kind all others hold together, but not
who holds which. So these are gathered, and then either spread in a fixed order, which hides who holds which, or dealt
again at random, which is one of the ways it may be.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.streams import below
from motherlode.games.minecart_mayhem.components import NUM_KINDS

# How many cards there are of each kind is one number, COUNT_BITS for each kind, the first kind lowest.
COUNT_BITS = 8
COUNT = (1 << COUNT_BITS) - 1


@rule
def gather(box: Any, state: Any, seat: int, age: int) -> int:
    """R12.3: the cards of one age that all other seats hold together, counted by kind (see COUNT_BITS)."""
    cards = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    cards += 1 << (COUNT_BITS * int(state.card[other, slot]))
    return cards


@rule
def spread(box: Any, state: Any, seat: int, age: int, cards: int) -> None:
    """R12.1, R12.3: give the gathered cards of one age to the other seats in a fixed order, lowest kinds first."""
    kind = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    while (cards >> (COUNT_BITS * kind)) & COUNT == 0:
                        kind += 1
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)


@rule
def deal_again(box: Any, state: Any, seat: int, age: int, cards: int, random: Any, stream: int) -> None:
    """R12.3: give the gathered cards of one age to the other seats at random, each way equally likely.

    Every seat gets as many cards of that age as it holds. Hands are not in order afterwards: see `sort_hand`.
    """
    left = 0
    for kind in range(NUM_KINDS):
        left += (cards >> (COUNT_BITS * kind)) & COUNT
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    ticket = below(random, stream, left)
                    kind = 0
                    while ticket >= (cards >> (COUNT_BITS * kind)) & COUNT:
                        ticket -= (cards >> (COUNT_BITS * kind)) & COUNT
                        kind += 1
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)
                    left -= 1


@rule
def sort_hand(state: Any, seat: int) -> None:
    """Put a hand in order: cards of one age by kind; ages already are, oldest first."""
    for last in range(1, int(state.hand_size[seat])):
        slot = last
        kind = int(state.card[seat, slot])
        age = int(state.age[seat, slot])
        while slot > 0 and int(state.age[seat, slot - 1]) == age and int(state.card[seat, slot - 1]) > kind:
            state.card[seat, slot] = state.card[seat, slot - 1]
            slot -= 1
        state.card[seat, slot] = kind

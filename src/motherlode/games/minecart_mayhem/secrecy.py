"""What a seat knows of other hands, and worlds that agree with it: R12.

Of the cards of one age (drawn from the same pile) a seat knows how many of each kind all others hold together, but not
who holds which. So these are gathered, and then either spread in a fixed order, which hides who holds which, or dealt
again at random, which is one of the ways it may be.

R12.4: what open events prove of a hand is in `ruled_out`: for each card held, the kinds that it cannot be, as bits.
Cards of one age are not told apart, so for these it says only that they can be laid in their pockets, none in a pocket
that rules it out. Pockets of one age are in order, those that rule out most first, and what a pocket rules out, all
pockets before it rule out too.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.streams import below
from motherlode.games.minecart_mayhem.cards import has_rail_ahead, num_declarable
from motherlode.games.minecart_mayhem.components import DOUBLE, NUM_KINDS, STALACTITE
from motherlode.games.minecart_mayhem.state import FIRST, SECOND

# How many cards there are of each kind is one number, COUNT_BITS for each kind, the first kind lowest.
COUNT_BITS = 8
COUNT = (1 << COUNT_BITS) - 1
ALL_KINDS = (1 << NUM_KINDS) - 1
MOST_TRIES = 200  # to deal at random; then once by a way that cannot fail
CERTAIN = 1 << 30  # as odds


# Cards, counted by kind


@rule
def num_of(cards: int, kind: int) -> int:
    """How many of the cards are of this kind."""
    return (cards >> (COUNT_BITS * kind)) & COUNT


@rule
def num_that_may_be(cards: int, ruled_out: int) -> int:
    """How many of the cards are of a kind that is not ruled out."""
    found = 0
    for kind in range(NUM_KINDS):
        if not (ruled_out >> kind) & 1:
            found += num_of(cards, kind)
    return found


@rule
def nth_kind(cards: int, ruled_out: int, nth: int) -> int:
    """The kind of the nth card, from 0, of those that are not ruled out."""
    kind = 0
    while (ruled_out >> kind) & 1 or nth >= num_of(cards, kind):
        if not (ruled_out >> kind) & 1:
            nth -= num_of(cards, kind)
        kind += 1
    return kind


@rule
def gather(box: Any, state: Any, seat: int, age: int) -> int:
    """R12.3: the cards of one age that all other seats hold together, and those in the pile if it is their age."""
    cards = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age and int(state.card[other, slot]) >= 0:
                    cards += 1 << (COUNT_BITS * int(state.card[other, slot]))
    if age == 0:
        for kind in range(NUM_KINDS):
            cards += int(state.pile[kind]) << (COUNT_BITS * kind)
    return cards


@rule
def spread(box: Any, state: Any, seat: int, age: int, cards: int) -> None:
    """R12.1, R12.3: give the gathered cards of one age to the other seats in a fixed order, lowest kinds first.

    Who may hold what is not looked at: nobody may take this for the truth.
    """
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    kind = nth_kind(cards, 0, 0)
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)


# Dealing at random


@rule
def num_ruled_out(ruled_out: int) -> int:
    """How many kinds are ruled out."""
    found = 0
    for kind in range(NUM_KINDS):
        found += (ruled_out >> kind) & 1
    return found


@rule
def num_within(box: Any, state: Any, seat: int, last: int, slot: int) -> int:
    """How many pockets of that age are surely filled before a pocket, by cards that it might have had.

    These are pockets that rule out as much and more; of those that rule out the same, the ones before it.
    """
    found = 0
    age = int(state.age[last, slot])
    ruled_out = int(state.ruled_out[last, slot])
    for other in range(int(box.seats)):
        if other != seat:
            for pocket in range(int(state.hand_size[other])):
                there = int(state.ruled_out[other, pocket])
                if int(state.age[other, pocket]) == age and there & ruled_out == ruled_out:
                    is_before = other < last or (other == last and pocket < slot)
                    if there != ruled_out or is_before:
                        found += 1
    return found


@rule
def odds_of_order(state: Any, other: int, age: int) -> float:
    """How likely a deal of one age to one hand is to be kept, so that how its cards lie in their pockets is no matter.

    A hand is dealt one by one, and there are more ways to deal it the more of its cards may lie in pockets that rule
    something out: so many times as often as the fewest it is dealt, and so many times less often it is kept.
    """
    odds = 1.0
    size = int(state.hand_size[other])
    first = 0
    while first < size and int(state.age[other, first]) != age:
        first += 1
    for slot in range(first, size):
        ruled_out = int(state.ruled_out[other, slot])
        if int(state.age[other, slot]) == age and ruled_out != 0:
            pockets = 0
            cards = 0
            for pocket in range(first, size):
                if int(state.age[other, pocket]) == age:
                    if int(state.ruled_out[other, pocket]) & ruled_out == ruled_out:
                        pockets += 1
                    if not (ruled_out >> int(state.card[other, pocket])) & 1:
                        cards += 1
            odds *= (pockets - (slot - first)) / float(cards - (slot - first))
    return odds


@rule
def try_to_deal(box: Any, state: Any, seat: int, age: int, cards: int, random: Any, stream: int) -> float:
    """Deal the gathered cards of one age at random where they are not ruled out, and say how likely to keep the deal.

    If it is kept so often, every way that agrees with what is ruled out is equally likely. 0: there was no card for
    some pocket.
    """
    strictest = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    strictest = max(strictest, num_ruled_out(int(state.ruled_out[other, slot])))
    odds = 1.0
    left = cards
    for strictness in range(strictest, -1, -1):
        for other in range(int(box.seats)):
            if other != seat:
                for slot in range(int(state.hand_size[other])):
                    ruled_out = int(state.ruled_out[other, slot])
                    if int(state.age[other, slot]) == age and num_ruled_out(ruled_out) == strictness:
                        fitting = num_that_may_be(left, ruled_out)
                        if fitting == 0:
                            return 0.0
                        if strictness > 0:
                            most = num_that_may_be(cards, ruled_out) - num_within(box, state, seat, other, slot)
                            odds *= fitting / float(most)
                        kind = nth_kind(left, ruled_out, below(random, stream, fitting))
                        state.card[other, slot] = kind
                        left -= 1 << (COUNT_BITS * kind)
    if strictest > 0:
        for other in range(int(box.seats)):
            if other != seat:
                odds *= odds_of_order(state, other, age)
    return odds


# Dealing where it is hard


@rule
def can_be_dealt(box: Any, state: Any, seat: int, age: int, cards: int, num_dealt: int) -> bool:
    """Whether the cards can be dealt to the pockets of one age, but the first few: for any kinds there are enough.

    By Hall's theorem they can if no set of kinds has fewer cards than there are pockets which rule out all others.
    """
    for kinds in range(1, ALL_KINDS):
        pockets = 0
        nth = 0
        for other in range(int(box.seats)):
            if other != seat:
                for slot in range(int(state.hand_size[other])):
                    if int(state.age[other, slot]) == age:
                        if nth >= num_dealt and int(state.ruled_out[other, slot]) | kinds == ALL_KINDS:
                            pockets += 1
                        nth += 1
        if pockets > num_that_may_be(cards, ALL_KINDS & ~kinds):
            return False
    return True


@rule
def deal_surely(box: Any, state: Any, seat: int, age: int, cards: int, random: Any, stream: int) -> None:
    """Deal the gathered cards of one age so that none lies where it is ruled out; not every way is equally likely."""
    num_dealt = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    num_dealt += 1
                    ruled_out = int(state.ruled_out[other, slot])
                    for kind in range(NUM_KINDS):
                        less = cards - (1 << (COUNT_BITS * kind))
                        if num_of(cards, kind) == 0 or not can_be_dealt(box, state, seat, age, less, num_dealt):
                            ruled_out |= 1 << kind
                    fitting = num_that_may_be(cards, ruled_out)
                    kind = nth_kind(cards, ruled_out, below(random, stream, fitting))
                    state.card[other, slot] = kind
                    cards -= 1 << (COUNT_BITS * kind)


@rule
def deal_again(box: Any, state: Any, seat: int, age: int, random: Any, stream: int) -> None:
    """R12.3, R12.4: deal the cards of one age to the other seats again, each way that agrees equally likely.

    Every seat gets as many as it holds; for those of the present pile, the pile is what is left. Hands are not in order
    afterwards: see `sort_hand`. If no deal is kept in MOST_TRIES, which play does not come near, one that agrees is
    made all the same.
    """
    cards = gather(box, state, seat, age)
    is_kept = False
    tries = 0
    while not is_kept and tries < MOST_TRIES:
        odds = try_to_deal(box, state, seat, age, cards, random, stream)
        is_kept = odds >= 1.0
        if odds > 0.0 and not is_kept:
            is_kept = below(random, stream, CERTAIN) < odds * CERTAIN
        tries += 1
    if not is_kept:
        deal_surely(box, state, seat, age, cards, random, stream)
    if age == 0:
        leave_in_pile(box, state, seat, cards)


@rule
def leave_in_pile(box: Any, state: Any, seat: int, cards: int) -> None:
    """The pile is what is left of the gathered cards of its age."""
    for kind in range(NUM_KINDS):
        state.pile[kind] = num_of(cards, kind)
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == 0:
                    kind = int(state.card[other, slot])
                    state.pile[kind] = int(state.pile[kind]) - 1


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


# In the middle of a Double


@rule
def num_needed(state: Any) -> int:
    """R9.1, R12.4: how many cards the seat that plays a Double must still be able to declare."""
    if state.phase == FIRST:
        return 2
    return 1 if state.phase == SECOND else 0


@rule
def can_finish(box: Any, state: Any) -> bool:
    """R9.1: whether the seat to act can declare all cards that are due."""
    needed = num_needed(state)
    return needed == 0 or num_declarable(box, state, int(state.to_act)) >= needed


@rule
def undeclarable(box: Any, state: Any) -> int:
    """R3.2, R9.1: the kinds that cannot be declared now, as bits: Doubles, and Stalactites without a rail ahead."""
    return 1 << DOUBLE if has_rail_ahead(box, state) else (1 << DOUBLE) | (1 << STALACTITE)


@rule
def deal_to_finish(box: Any, state: Any, seat: int, oldest: int, random: Any, stream: int) -> None:
    """R9.1: deal other hands so that the seat to act can finish its Double; not every way is equally likely.

    Some one or two of its cards can be declared: the first pockets for which that may be are ruled to.
    """
    actor = int(state.to_act)
    barred = undeclarable(box, state)
    size = int(state.hand_size[actor])
    for first in range(size):
        last = first + 1 if num_needed(state) == 1 else size
        for second in range(first if num_needed(state) == 1 else first + 1, last):
            kept_first = int(state.ruled_out[actor, first])
            kept_second = int(state.ruled_out[actor, second])
            state.ruled_out[actor, first] = kept_first | barred
            state.ruled_out[actor, second] = kept_second | barred
            is_possible = True
            for age in range(oldest + 1):
                if not can_be_dealt(box, state, seat, age, gather(box, state, seat, age), 0):
                    is_possible = False
            if is_possible:
                for age in range(oldest + 1):
                    cards = gather(box, state, seat, age)
                    deal_surely(box, state, seat, age, cards, random, stream)
                    if age == 0:
                        leave_in_pile(box, state, seat, cards)
            state.ruled_out[actor, second] = kept_second
            state.ruled_out[actor, first] = kept_first
            if is_possible:
                return

"""What a seat knows of other hands, and worlds that agree with it: R12.

Cards in hands are not told apart by when they came. So what is sure of a hand is two numbers: how many of its cards are
no Darkness Falls, at least (`sure_size`), and whether some card of it counts red (`shows_counter`).
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.streams import below
from motherlode.games.madstone.chains import add_to_hand, is_red_counter
from motherlode.games.madstone.state import NONE, UNSEEN

MOST_TRIES = 200  # to deal at random; then the last deal is kept
CERTAIN = 1 << 30  # as odds


@rule
def gather_hands(box: Any, state: Any, seat: int) -> None:
    """R12.1: all cards in other hands become UNSEEN; the sizes of the hands stay."""
    for other in range(int(box.seats)):
        if other != seat:
            card = int(state.hand[other])
            while card != NONE:
                after = int(state.next_card[card])
                state.zone[card] = UNSEEN
                state.next_card[card] = NONE
                card = after
            state.hand[other] = NONE
            state.dark_unseen = int(state.dark_unseen) + int(state.dark_held[other])
            state.dark_held[other] = 0


@rule
def give_back(state: Any, seat: int, card: int) -> None:
    """Put a card in a hand which counts it already: the size of a hidden hand stays as it is."""
    add_to_hand(state, seat, card)
    state.hand_size[seat] = int(state.hand_size[seat]) - 1


@rule
def deal_counters(box: Any, state: Any, seat: int, random: Any, stream: int) -> int:
    """R12.3: deal a card that counts red to each other hand that surely has one; returns how many were dealt."""
    num_dealt = 0
    for other in range(int(box.seats)):
        if other != seat and state.shows_counter[other] != 0:
            left = 0
            for nth in range(int(box.num_red_counters)):
                if int(state.zone[int(box.red_counter[nth])]) == UNSEEN:
                    left += 1
            ticket = below(random, stream, left)
            for nth in range(int(box.num_red_counters)):
                card = int(box.red_counter[nth])
                if int(state.zone[card]) == UNSEEN:
                    if ticket == 0:
                        give_back(state, other, card)
                        num_dealt += 1
                    ticket -= 1
    return num_dealt


@rule
def try_darkness(box: Any, state: Any, seat: int, slots: int, random: Any, stream: int) -> bool:
    """R12.4: say how many Darkness Falls each other hand has, as if all unseen cards were dealt to `slots` slots.

    Returns whether no hand has more than may be (R12.3).
    """
    dark = int(state.dark_unseen)
    may_be = True
    for other in range(int(box.seats)):
        if other != seat:
            held = 0
            for _ in range(int(state.hand_size[other]) - int(state.shows_counter[other])):
                if below(random, stream, slots) < dark:
                    dark -= 1
                    held += 1
                slots -= 1
            state.dark_held[other] = held
            if held > int(state.hand_size[other]) - int(state.sure_size[other]):
                may_be = False
    return may_be


@rule
def fewest_darkness(box: Any, state: Any, seat: int, num_distinct: int) -> None:
    """Give other hands Darkness Falls only where there are not cards enough besides, and where they may be."""
    for other in range(int(box.seats)):
        if other != seat:
            num_distinct -= int(state.hand_size[other]) - int(state.shows_counter[other])
    for other in range(int(box.seats)):
        if other != seat:
            held = min(max(-num_distinct, 0), int(state.hand_size[other]) - int(state.sure_size[other]))
            state.dark_held[other] = held
            num_distinct += held


@rule
def deal_hands(box: Any, state: Any, seat: int, random: Any, stream: int) -> None:
    """R12.3, R12.4: deal other hands at random so that they agree with what is sure, each way equally likely.

    First how many Darkness Falls each has, then which cards it has besides. A hand that surely has a card which counts
    red is dealt one first; the more of them it has then, the more ways there were to deal it, and the less often it is
    kept. If no deal is kept in MOST_TRIES, which play does not come near, the last one is: it agrees all the same.
    """
    is_kept = False
    tries = 0
    while not is_kept and tries < MOST_TRIES:
        gather_hands(box, state, seat)
        num_counters = deal_counters(box, state, seat, random, stream)
        num_left = 0
        for card in range(int(box.num_cards)):
            if int(state.zone[card]) == UNSEEN:
                num_left += 1
        may_be = False
        again = 0
        while not may_be and again < MOST_TRIES:
            may_be = try_darkness(box, state, seat, num_left + int(state.dark_unseen), random, stream)
            again += 1
        if not may_be:
            fewest_darkness(box, state, seat, num_left)
        for other in range(int(box.seats)):
            if other != seat:
                state.dark_unseen = int(state.dark_unseen) - int(state.dark_held[other])
                missing = int(state.hand_size[other]) - int(state.dark_held[other]) - int(state.shows_counter[other])
                for _ in range(missing):
                    give_back(state, other, nth_unseen(state, below(random, stream, num_left)))
                    num_left -= 1
        is_kept = num_counters == 0 or below(random, stream, CERTAIN) < odds_of_counters(box, state, seat) * CERTAIN
        tries += 1


@rule
def nth_unseen(state: Any, nth: int) -> int:
    """The nth card, from 0, of those that are unseen."""
    card = 0
    while int(state.zone[card]) != UNSEEN or nth > 0:
        if int(state.zone[card]) == UNSEEN:
            nth -= 1
        card += 1
    return card


@rule
def odds_of_counters(box: Any, state: Any, seat: int) -> float:
    """How likely a deal is to be kept: one in as many cards as count red, for each hand that surely has one."""
    odds = 1.0
    for other in range(int(box.seats)):
        if other != seat and state.shows_counter[other] != 0:
            count = 0
            card = int(state.hand[other])
            while card != NONE:
                if is_red_counter(box, card):
                    count += 1
                card = int(state.next_card[card])
            odds /= count
    return odds

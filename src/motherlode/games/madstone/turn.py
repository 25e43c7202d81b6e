"""A turn: what may be done in it, its steps, its end: R3, R4, R10."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, OVER
from motherlode.games.madstone.abilities import refuse_use
from motherlode.games.madstone.actions import (
    CARD,
    COMMAND,
    DARKNESS,
    DRAW_CARDS,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLACE,
    PLAY_DARKNESS,
    USE,
    card_of,
    is_attack,
    verb_of,
)
from motherlode.games.madstone.attack import SHUT, Standing, guard_of, price_in, refuse_target, standing_of
from motherlode.games.madstone.chains import (
    add_to_army,
    add_to_hand,
    is_hand,
    owner_of,
    take_from_hand,
    take_from_table,
)
from motherlode.games.madstone.components import FIRST_EFFECT, MAX_CARDS, MAX_SEATS, NOTHING, NUM_PILES
from motherlode.games.madstone.counting import INCOME_KINDS, add_constants, is_card_protected, tally
from motherlode.games.madstone.crystals import gain_red, has_choice_of_colour, pay, put_gold_first
from motherlode.games.madstone.darkness import lift
from motherlode.games.madstone.state import ACT, AWAITED, CLOSE, END, NONE, USED

# A set of cards is two numbers: bits for the cards below WORD in one, for the others in a second.
WORD = 62
# The next card of several chains ("heads") in one number: HEAD_BITS for each chain, NO_HEAD where it has no more.
# NO_HEAD is above every card, so that the lowest head is the next card of all, and is what HEAD_BITS leave of NONE.
HEAD_BITS = 7
NO_HEAD = (1 << HEAD_BITS) - 1
NO_HEADS = (1 << (HEAD_BITS * MAX_SEATS)) - 1


@rule
def begin_turn(box: Any, state: Any, seat: int) -> None:
    """R3.1, R3.2: the turn of a seat begins."""
    state.turn_number = int(state.turn_number) + 1
    state.actor = seat
    state.basic_left = box.basic_actions
    state.phase = ACT
    state.to_act = seat


@rule
def end_turn(box: Any, state: Any) -> None:
    """R3.6, R10.1, R10.4: end the turn: the next one begins, or the game is over.

    After the turn in which the draw pile became empty each player has one more.
    """
    seats = int(box.seats)
    clear_turn(state)
    is_over = int(state.turn_number) >= int(box.rounds) * seats
    if state.turns_left > 0:
        state.turns_left = int(state.turns_left) - 1
        is_over = is_over or state.turns_left == 0
    elif state.deck_size == 0:
        state.turns_left = seats  # R10.1
    if is_over:
        state.phase = END
        state.to_act = OVER
    else:
        begin_turn(box, state, (int(state.actor) + 1) % seats)


@rule
def is_cut_off(state: Any) -> bool:
    """R10.1, R10.4: whether a finished game ended by its number of rounds, before the last turns were over."""
    return int(state.deck_size) > 0 or int(state.turns_left) > 0


@rule
def clear_turn(state: Any) -> None:
    """R3.6: forget all that holds for one turn only."""
    state.basic_left = 0
    state.has_begun = 0
    state.due = 0
    state.pending = NONE
    state.closed = 0
    state.gold_first = 0
    state.is_silent = 0
    state.kill_discount = 0
    state.command_discount = 0
    for card in range(MAX_CARDS):
        state.mark[card] = 0


@rule
def act(box: Any, state: Any, seat: int, action: int) -> int:
    """R3.2, R4.3, R5.1, R6.1: begin what a player does in phase ACT; `apply` in kernels.py goes on with it.

    Returns the card that an attack kills, or NONE; it is paid for, but still where it was. A card that is placed or
    whose ability is used becomes `pending`. R6.1: power is counted with the Darkness Falls already on the table.
    """
    card = card_of(action) if action >= CARD else NONE
    verb = verb_of(action) if action >= CARD else NONE
    if is_attack(verb) or action in (PLAY_DARKNESS, PAY_GOLD):
        if action != PAY_GOLD:
            begin_basic(state)
        if action == PLAY_DARKNESS:
            state.dark_held[seat] = int(state.dark_held[seat]) - 1
            state.hand_size[seat] = int(state.hand_size[seat]) - 1
            state.dark_down = int(state.dark_down) + 1
        standing = standing_of(box, state, seat)
        if action == PLAY_DARKNESS:
            gain_red(state, seat, min(int(box.darkness_crystals), standing.power))  # R6.1
            return NONE
        if action == PAY_GOLD:
            put_gold_first(box, state, seat, standing)
            return NONE
        pay(state, seat, price_in(box, state, standing, card, verb))
        if verb == KILL:
            return card
        if is_hand(int(state.zone[card])):
            take_from_hand(box, state, seat, card)
        else:
            take_from_table(state, card)
        add_to_army(state, seat, card)
    elif action == DRAW_CARDS:  # R4.3
        begin_basic(state)
        state.due = min(int(box.draw_to) - int(state.hand_size[seat]), int(state.deck_size))
    elif action == LIFT:
        lift(state)
    elif action == END_TURN:  # R3.3
        state.basic_left = 0
        state.phase = CLOSE
    else:
        state.pending = card
        if verb == PLACE:
            begin_basic(state)
            take_from_hand(box, state, seat, card)
            state.zone[card] = AWAITED
    return NONE


@rule
def begin_basic(state: Any) -> None:
    """R3.2: one basic action less is left, and triggered abilities are over for this turn."""
    state.basic_left = int(state.basic_left) - 1
    state.has_begun = 1


@rule
def collect(box: Any, state: Any, seat: int, placed: int) -> None:
    """R4.1, R11.7, R11.11: a player gains red crystals for the card `placed`; if that is NONE, for a card killed."""
    its = add_constants(box, state, seat, tally(box, state, seat), INCOME_KINDS)
    if placed == NONE:
        gain_red(state, seat, its.bounty)  # R11.11
    else:
        gain_red(state, seat, min(int(box.crystals[placed]), its.power) + its.harvest)  # R4.1


@rule
def draw(state: Any, card: int) -> None:
    """R4.3: the player whose turn it is draws a card, or a Darkness Falls (DARKNESS), from the draw pile."""
    seat = int(state.actor)
    state.due = int(state.due) - 1
    state.deck_size = int(state.deck_size) - 1
    if card == DARKNESS:
        state.dark_unseen = int(state.dark_unseen) - 1
        state.dark_held[seat] = int(state.dark_held[seat]) + 1
        state.hand_size[seat] = int(state.hand_size[seat]) + 1
    else:
        add_to_hand(state, seat, card)


@rule
def can_act(box: Any, state: Any, seat: int) -> bool:
    """R3.3: whether some basic action is possible."""
    if int(state.hand_size[seat]) > 0:  # whatever is in a hand can be placed
        return True
    if int(state.hand_size[seat]) < int(box.draw_to) and state.deck_size > 0:
        return True
    purse = int(state.red[seat]) + int(state.gold[seat])
    standing = standing_of(box, state, seat)
    for card in range(int(box.num_cards)):
        if refuse_target(box, state, seat, standing, card) == ALLOWED:
            for verb in range(KILL, COMMAND + 1):
                if price_in(box, state, standing, card, verb) <= purse:
                    return True
    return False


@rule
def legal_in_turn(box: Any, state: Any, seat: int, standing: Standing, out: Any) -> int:
    """R3 to R7: list what a player may do in phase ACT, ascending.

    Actions without a card come first. Then one loop goes over the cards that may be attacked, placed or used, in the
    order of their numbers: open top cards of the piles, hand, own army and other armies are chains in that order
    already, and the next card is the lowest of their heads. It is one loop over nothing but these cards because the
    threads of a GPU then go through it together.
    """
    is_night = state.dark_down > 0
    seats = int(box.seats)
    count = 0
    basics = 0  # basic actions found
    if int(state.hand_size[seat]) < int(box.draw_to) and state.deck_size > 0:
        out[count] = DRAW_CARDS
        count += 1
        basics += 1
    if state.dark_held[seat] > 0:
        out[count] = PLAY_DARKNESS
        count += 1
        basics += 1
    if is_night and standing.is_lowest:
        out[count] = LIFT
        count += 1
    if has_choice_of_colour(box, state, seat, standing):
        out[count] = PAY_GOLD
        count += 1
    end_at = count  # where END_TURN belongs, if no basic action is found
    purse = int(state.red[seat]) + int(state.gold[seat])
    usable_low, usable_high = usable_cards(box, state, seat, standing)
    tops = open_tops(state)
    hand = int(state.hand[seat]) & NO_HEAD  # the next card of the hand
    mine = int(state.army[seat]) & NO_HEAD if state.has_begun == 0 else NO_HEAD  # of the own army
    heads = NO_HEADS  # of the other armies, by seat
    other = NO_HEAD  # the lowest of these
    if is_night:
        for owner in range(seats):
            if owner != seat and guard_of(standing.guards, owner) != SHUT:
                heads = set_head(heads, owner, int(state.army[owner]))  # R5.3
        other = lowest_head(heads, seats)
    card = min(tops & NO_HEAD, hand, mine, other)
    while card != NO_HEAD:
        action = CARD + NUM_VERBS * card
        after = int(state.next_card[card]) & NO_HEAD
        is_mine = card == mine
        is_held = card == hand
        is_top = card == tops & NO_HEAD
        is_open = not is_mine
        if card == other:
            owner = owner_of(state, card)
            heads = set_head(heads, owner, after)
            other = lowest_head(heads, seats)
            is_open = not is_card_protected(box, state, owner, card)
        mine = after if is_mine else mine
        hand = after if is_held else hand
        tops = tops >> HEAD_BITS if is_top else tops
        can_kill = is_open and not is_held and price_in(box, state, standing, card, KILL) <= purse
        can_command = is_open and price_in(box, state, standing, card, COMMAND) <= purse
        if can_kill:
            out[count] = action + KILL
            count += 1
        if can_command:
            out[count] = action + COMMAND
            count += 1
        if is_held:
            out[count] = action + PLACE
            count += 1
        if is_mine and has(usable_low, usable_high, card):
            out[count] = action + USE
            count += 1
        basics += 1 if can_kill or can_command or is_held else 0
        card = min(tops & NO_HEAD, hand, mine, other)
    if basics == 0:
        for later in range(count, end_at, -1):
            out[later] = out[later - 1]
        out[end_at] = END_TURN
        count += 1
    return count


@rule
def open_tops(state: Any) -> int:
    """R4.2: the top cards of the piles that are not closed, ascending, HEAD_BITS each; NO_HEAD for the rest.

    Sorted by comparing in pairs, without a loop or a branch. Above the four all bits are set, so that NO_HEAD comes
    after the last, however often the lowest is taken off.
    """
    closed = int(state.closed)
    first = int(state.top[0]) & NO_HEAD if closed & 1 == 0 else NO_HEAD
    second = int(state.top[1]) & NO_HEAD if closed & 2 == 0 else NO_HEAD
    third = int(state.top[2]) & NO_HEAD if closed & 4 == 0 else NO_HEAD
    fourth = int(state.top[3]) & NO_HEAD if closed & 8 == 0 else NO_HEAD
    first, second = min(first, second), max(first, second)
    third, fourth = min(third, fourth), max(third, fourth)
    first, third = min(first, third), max(first, third)
    second, fourth = min(second, fourth), max(second, fourth)
    second, third = min(second, third), max(second, third)
    tops = -1 << (HEAD_BITS * NUM_PILES)
    return tops | first | (second << HEAD_BITS) | (third << (2 * HEAD_BITS)) | (fourth << (3 * HEAD_BITS))


@rule
def lowest_head(heads: int, seats: int) -> int:
    """The lowest of the heads of all seats; NO_HEAD if there is none."""
    lowest = NO_HEAD
    for seat in range(seats):
        lowest = min(lowest, (heads >> (HEAD_BITS * seat)) & NO_HEAD)
    return lowest


@rule
def set_head(heads: int, seat: int, card: int) -> int:
    """The heads, where a card is that of a seat; NONE or NO_HEAD: it has no more."""
    return heads & ~(NO_HEAD << (HEAD_BITS * seat)) | ((card & NO_HEAD) << (HEAD_BITS * seat))


@rule
def usable_cards(box: Any, state: Any, seat: int, standing: Standing) -> tuple[int, int]:
    """R11.4: the set of cards (see WORD) whose abilities the player can use now."""
    low = 0
    high = 0
    if state.has_begun == 0:
        card = next_ability(box, state, int(state.army[seat]))
        while card != NONE:
            if refuse_use(box, state, seat, standing, card) == ALLOWED:
                low |= 1 << card if card < WORD else 0
                high |= 1 << (card - WORD) if card >= WORD else 0
            card = next_ability(box, state, int(state.next_card[card]))
    return low, high


@rule
def next_ability(box: Any, state: Any, card: int) -> int:
    """R3.1: from this card of an army on, the first with an ability that was not used in this turn; or NONE."""
    while card != NONE and (int(box.effect[card, FIRST_EFFECT]) == NOTHING or int(state.mark[card]) & USED):
        card = int(state.next_card[card])
    return card


@rule
def has(low: int, high: int, card: int) -> int:
    """1 if a card is in a set of cards (see WORD), else 0."""
    return (low >> card) & 1 if card < WORD else (high >> (card - WORD)) & 1

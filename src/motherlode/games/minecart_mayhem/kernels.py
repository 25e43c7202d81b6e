"""The rules of Minecart Mayhem. Numbers in brackets are those of RULES.md."""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER
from motherlode.core.streams import below
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DOUBLE,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_STALACTITE,
    PLAY_SWAP,
    encode_stalactite,
    num_actions,
    stalactite_ahead,
    stalactite_lane,
)
from motherlode.games.minecart_mayhem.components import (
    BACK,
    DOUBLE,
    DYNAMITE,
    FRONT,
    MAX_HAND,
    MAX_LANES,
    MAX_SEATS,
    MAX_STALACTITES,
    NUM_KINDS,
    RAIL,
    ROCKET,
    ROWS,
    STALACTITE,
    SWAP,
)
from motherlode.games.minecart_mayhem.state import (
    ALIVE,
    BLASTED,
    CHOOSE,
    COLLAPSE,
    COLLAPSED,
    DEAL,
    DERAILED,
    DRAW,
    EMPTY,
    END,
    FIRST,
    LAUNCHED,
    NOWHERE,
    PLAY,
    ROLL,
    SECOND,
    UNKNOWN,
)

# Why an action is refused; the texts are in notation.REASONS, in this order.
(
    NO_SUCH_ACTION, CHOOSE_FIRST, NOT_CHOOSING, NO_SUCH_LANE, LANE_TAKEN, NOT_IN_HAND, NO_CART_IN_LANE, NO_RAIL_THERE,
    CART_IS_GONE, OWN_CART, NO_SECOND_DOUBLE, DOUBLE_NEEDS_TWO, CAN_DECLARE, MUST_DISCARD, MUST_DECLARE,
) = range(1, 16)  # fmt: skip

WIN, SHARE = 2, 1  # results
COUNT_BITS = 8  # of one kind, where the cards of each kind are counted in one number


# Hands


@rule
def held(state, seat):
    """The kinds in a hand, as bits."""
    found = 0
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0:
            found |= 1 << kind
    return found


@rule
def take(state, seat, kind):
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
def draw(state, seat, kind):
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
def throw_away(state, kind):
    """A card to the discard pile."""
    state.discard[kind] = int(state.discard[kind]) + 1


@rule
def refill(box, state):
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


# Lanes


@rule
def stalactites_at(state, spot):
    """How many stalactites lie on a rail; a spot is lane * ROWS + row."""
    found = 0
    for place in range(int(state.num_stalactites)):
        if int(state.stalactite[place]) == spot:
            found += 1
    return found


@rule
def lay_stalactite(state, spot):
    """R6.2: one more on a rail; the list stays in order."""
    place = int(state.num_stalactites)
    state.num_stalactites = place + 1
    while place > 0 and int(state.stalactite[place - 1]) > spot:
        state.stalactite[place] = state.stalactite[place - 1]
        place -= 1
    state.stalactite[place] = spot


@rule
def drop_stalactites(state, first, last, most):
    """Discard at most `most` of the stalactites from one spot to another."""
    size = int(state.num_stalactites)
    kept = 0
    for place in range(size):
        spot = int(state.stalactite[place])
        if first <= spot <= last and place - kept < most:
            throw_away(state, STALACTITE)
        else:
            state.stalactite[kept] = spot
            kept += 1
    for place in range(kept, size):
        state.stalactite[place] = 0
    state.num_stalactites = kept


@rule
def drop_rail(state, lane, end):
    """R5.2, R5.5: the rail at an end of a lane goes, with what lies on it; the row where it was."""
    row = int(state.front[lane])
    if end == FRONT:
        state.front[lane] = row - 1
    else:
        row = int(state.back[lane])
        state.back[lane] = row + 1
    throw_away(state, RAIL)
    drop_stalactites(state, lane * ROWS + row, lane * ROWS + row, MAX_STALACTITES)
    return row


@rule
def eliminate(state, seat, fate):
    """R10.5: the cards of the lane and the hand go to the discard pile."""
    lane = int(state.lane[seat])
    rails = int(state.front[lane]) - int(state.back[lane]) + 1
    state.discard[RAIL] = int(state.discard[RAIL]) + rails
    drop_stalactites(state, lane * ROWS, lane * ROWS + ROWS - 1, MAX_STALACTITES)
    state.back[lane] = 0
    state.front[lane] = 0
    state.cart[lane] = NOBODY
    state.lane[seat] = NOWHERE
    state.row[seat] = 0
    state.fate[seat] = fate
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0:
            throw_away(state, kind)
        state.card[seat, slot] = EMPTY
        state.age[seat, slot] = 0
    state.hand_size[seat] = 0


@rule
def blast(state, lane, end):
    """R5.2, R5.4: a rail goes, and with it the cart that stands on it."""
    row = drop_rail(state, lane, end)
    seat = int(state.cart[lane])
    if int(state.row[seat]) == row:
        eliminate(state, seat, BLASTED)


@rule
def move(state, seat, fate):
    """R6.5, R7.2, R7.3, R10.3: one row forward, unless a stalactite stops the cart; off the rails it is eliminated."""
    lane = int(state.lane[seat])
    row = int(state.row[seat]) + 1
    spot = lane * ROWS + row
    if stalactites_at(state, spot) > 0:
        drop_stalactites(state, spot, spot, 1)
    elif row > int(state.front[lane]):
        eliminate(state, seat, fate)
    else:
        state.row[seat] = row


@rule
def num_alive(state):
    """How many players still stand."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found += 1
    return found


# Set-up


@rule
def setup(box, states, index):
    """R1: rails are laid when lanes are chosen; all cards are in the pile, to be dealt."""
    state = states[index]
    for place in range(MAX_STALACTITES):
        state.stalactite[place] = 0
    for lane in range(MAX_LANES):
        state.back[lane] = 0
        state.front[lane] = 0
        state.cart[lane] = NOBODY
    for seat in range(MAX_SEATS):
        state.row[seat] = 0
        state.hand_size[seat] = 0
        state.lane[seat] = NOWHERE
        state.order[seat] = NOBODY
        state.fate[seat] = ALIVE
        state.result[seat] = 0
        for slot in range(MAX_HAND):
            state.card[seat, slot] = EMPTY
            state.age[seat, slot] = 0
    size = 0
    for kind in range(NUM_KINDS):
        state.pile[kind] = box[0].deck[kind]
        state.discard[kind] = 0
        size += int(box[0].deck[kind])
    state.pile_size = size
    state.num_stalactites = 0
    state.round_number = 0
    state.turn = 0
    state.torch = 0
    state.viewer = 0
    state.spare = 0
    clear_declared(state)
    state.phase = DEAL
    state.to_act = CHANCE


@rule
def clear_declared(state):
    """No card lies on the table to be rolled for."""
    for half in range(2):
        state.declared[half] = EMPTY
        state.target[half] = 0
        state.target_row[half] = 0
    state.num_declared = 0
    state.is_doubled = 0


@rule
def drawer(box, state):
    """R1.4, R3.5: the seat that is dealt a card, draws or rolls."""
    if state.phase == DEAL:
        seat = 0
        while int(state.hand_size[seat]) >= int(box.hand):
            seat += 1
        return seat
    return int(state.order[int(state.turn)])


# What a seat may do


@rule
def has_rail_ahead(box, state):
    """R6.1: whether some rail lies in front of a cart."""
    for lane in range(int(box.lanes)):
        seat = int(state.cart[lane])
        if seat != NOBODY and int(state.front[lane]) > int(state.row[seat]):
            return True
    return False


@rule
def num_declarable(box, state, seat):
    """R3.1, R9.1: how many cards of a hand, other than Doubles, can be declared."""
    found = 0
    has_ahead = has_rail_ahead(box, state)
    for slot in range(int(state.hand_size[seat])):
        kind = int(state.card[seat, slot])
        if kind >= 0 and kind != DOUBLE and (kind != STALACTITE or has_ahead):
            found += 1
    return found


@rule
def legal(box, states, index, out):
    """R1.5, R3.1 to R3.3, R9.1: the actions of the seat to act."""
    state = states[index]
    seat = int(state.to_act)
    lanes = int(box[0].lanes)
    count = 0
    if state.phase == CHOOSE:
        for lane in range(lanes):
            if state.cart[lane] == NOBODY:
                out[count] = CHOOSE_LANE + lane
                count += 1
        return count
    kinds = held(state, seat)
    if kinds & (1 << RAIL):
        for lane in range(lanes):
            if state.cart[lane] != NOBODY:
                out[count] = PLAY_RAIL + lane
                count += 1
    if kinds & (1 << DYNAMITE):
        for lane in range(lanes):
            if state.cart[lane] != NOBODY:
                out[count] = PLAY_DYNAMITE + 2 * lane
                out[count + 1] = PLAY_DYNAMITE + 2 * lane + 1
                count += 2
    if kinds & (1 << ROCKET):
        for other in range(int(box[0].seats)):
            if int(state.lane[other]) != NOWHERE:
                out[count] = PLAY_ROCKET + other
                count += 1
    if kinds & (1 << SWAP):
        for other in range(int(box[0].seats)):
            if other != seat and int(state.lane[other]) != NOWHERE:
                out[count] = PLAY_SWAP + other
                count += 1
    is_whole = state.phase == PLAY
    if is_whole and kinds & (1 << DOUBLE) and num_declarable(box[0], state, seat) >= 2:
        out[count] = PLAY_DOUBLE
        count += 1
    before = count
    if kinds & (1 << STALACTITE):
        for lane in range(lanes):
            other = int(state.cart[lane])
            if other != NOBODY:
                for ahead in range(1, int(state.front[lane]) - int(state.row[other]) + 1):
                    out[count] = encode_stalactite(box[0], lane, ahead)
                    count += 1
    if count > 0 or not is_whole:
        return count
    if int(state.hand_size[seat]) == 0:
        out[0] = PASS
        return 1
    for kind in range(NUM_KINDS):
        if kinds & (1 << kind):
            out[before] = DISCARD_CARD + kind
            before += 1
    return before


@rule
def refuse(box, states, index, action):
    """Why the seat to act may not play the action; agrees with `legal`."""
    state = states[index]
    if action < 0 or action >= num_actions(box[0]) or state.to_act < 0:
        return NO_SUCH_ACTION
    seat = int(state.to_act)
    if action < CHOOSE_LANE + MAX_LANES:
        if state.phase != CHOOSE:
            return NOT_CHOOSING
        if action - CHOOSE_LANE >= int(box[0].lanes):
            return NO_SUCH_LANE
        return LANE_TAKEN if state.cart[action - CHOOSE_LANE] != NOBODY else ALLOWED
    if state.phase == CHOOSE:
        return CHOOSE_FIRST
    if action == PASS or (action >= DISCARD_CARD and action < DISCARD_CARD + NUM_KINDS):
        return refuse_nothing(box[0], state, seat, action)
    kinds = held(state, seat)
    kind = kind_of(action)
    if kind == DOUBLE and state.phase != PLAY:
        return NO_SECOND_DOUBLE
    if not kinds & (1 << kind):
        return NOT_IN_HAND
    if kind == DOUBLE:
        return ALLOWED if num_declarable(box[0], state, seat) >= 2 else DOUBLE_NEEDS_TWO
    if is_on_cart(kind):
        other = action - PLAY_ROCKET if kind == ROCKET else action - PLAY_SWAP
        if other >= int(box[0].seats) or int(state.lane[other]) == NOWHERE:
            return CART_IS_GONE
        return OWN_CART if kind == SWAP and other == seat else ALLOWED
    lane = action - PLAY_RAIL
    if kind == DYNAMITE:
        lane = (action - PLAY_DYNAMITE) // 2
    elif kind == STALACTITE:
        lane = stalactite_lane(box[0], action)
    if lane >= int(box[0].lanes):
        return NO_SUCH_LANE
    if state.cart[lane] == NOBODY:
        return NO_CART_IN_LANE
    if kind == STALACTITE:
        row = int(state.row[int(state.cart[lane])]) + stalactite_ahead(box[0], action)
        if row > int(state.front[lane]):
            return NO_RAIL_THERE
    return ALLOWED


@rule
def refuse_nothing(box, state, seat, action):
    """R3.2, R3.3: why a seat may not discard or pass."""
    if state.phase != PLAY:
        return MUST_DECLARE
    if action != PASS and not held(state, seat) & (1 << (action - DISCARD_CARD)):
        return NOT_IN_HAND
    if num_declarable(box, state, seat) > 0:
        return CAN_DECLARE
    if action == PASS and int(state.hand_size[seat]) > 0:
        return MUST_DISCARD
    return ALLOWED


@rule
def kind_of(action):
    """The kind of card that an action plays; for actions from PLAY_RAIL on, other than discards and PASS."""
    if action >= PLAY_STALACTITE:
        return STALACTITE
    if action >= PLAY_DOUBLE:
        return DOUBLE
    if action >= PLAY_SWAP:
        return SWAP
    if action >= PLAY_ROCKET:
        return ROCKET
    if action >= PLAY_DYNAMITE:
        return DYNAMITE
    return RAIL


@rule
def is_on_cart(kind):
    """R7.1, R8.1: whether a card is declared on a cart; the others on a lane."""
    return kind == SWAP if kind != ROCKET else True


# What chance may do


@rule
def chance(box, states, index, outcomes, weights):
    """R3.4: every side of the die is equally likely; R3.5: every card of the pile; R10.1: a collapse is certain.

    To a viewer the pile is mixed with the cards drawn from it that he cannot see: the next card is any of them.
    """
    state = states[index]
    if state.phase == ROLL:
        sides = int(box[0].die)
        for side in range(sides):
            outcomes[side] = side
            weights[side] = 1
        return sides
    if state.phase == COLLAPSE:
        outcomes[0] = 0
        weights[0] = 1
        return 1
    count = 0
    for kind in range(NUM_KINDS):
        cards = int(state.pile[kind])
        if cards > 0:
            outcomes[count] = kind
            weights[count] = cards
            count += 1
    return count


# Playing


@rule
def apply(box, states, index, action):
    """R1.4, R1.5 at set-up; R3 and R9 in a turn."""
    state = states[index]
    phase = int(state.phase)
    is_turn_over = False
    is_round_next = False
    if phase == DRAW:
        draw(state, drawer(box[0], state), action)
        is_turn_over = True
    elif phase == ROLL:
        resolve(box[0], state, action + 1)
        is_turn_over = is_nothing_left(box[0], state)
    elif phase == DEAL:
        deal(box[0], state, action)
    elif phase == CHOOSE:
        is_round_next = choose_lane(box[0], state, action - CHOOSE_LANE)
    elif phase == COLLAPSE:
        is_round_next = end_round(box[0], state)
    elif action >= DISCARD_CARD and action < PASS:
        take(state, int(state.to_act), action - DISCARD_CARD)
        throw_away(state, action - DISCARD_CARD)
        is_turn_over = True
    elif action == PASS:
        is_turn_over = True
    else:
        declare(box[0], state, action)
    if is_round_next:
        begin_round(box[0], state)
    elif is_turn_over:
        end_turn(box[0], state)


@rule
def deal(box, state, kind):
    """R1.4: the next card of the deal; after the last, seat 1 chooses a lane."""
    seat = drawer(box, state)
    draw(state, seat, kind)
    if seat == int(box.seats) - 1 and int(state.hand_size[seat]) == int(box.hand):
        state.phase = CHOOSE
        state.to_act = 0


@rule
def choose_lane(box, state, lane):
    """R1.1, R1.5, R1.6: rails and a cart in the lane; whether all have chosen."""
    seat = int(state.to_act)
    state.lane[seat] = lane
    state.cart[lane] = seat
    state.back[lane] = 1
    state.front[lane] = box.rails
    state.row[seat] = box.start
    state.to_act = seat + 1
    return seat + 1 == int(box.seats)


@rule
def begin_round(box, state):
    """R2.1: the order of turns, from the torch to the right."""
    state.round_number = int(state.round_number) + 1
    count = 0
    for step in range(int(box.lanes)):
        seat = int(state.cart[(int(state.torch) + step) % int(box.lanes)])
        if seat != NOBODY:
            state.order[count] = seat
            count += 1
    for place in range(count, MAX_SEATS):
        state.order[place] = NOBODY
    state.turn = 0
    state.phase = PLAY
    state.to_act = state.order[0]


@rule
def declare(box, state, action):
    """R3.4, R9.2, R9.7: a card with its target on the table; rolled for when all are declared."""
    kind = kind_of(action)
    half = int(state.num_declared)
    take(state, int(state.to_act), kind)
    if kind == DOUBLE:
        throw_away(state, DOUBLE)
        state.is_doubled = 1
        state.phase = FIRST
        return
    state.declared[half] = kind
    state.num_declared = half + 1
    if kind == RAIL:
        state.target[half] = action - PLAY_RAIL
    elif kind == DYNAMITE:
        state.target[half] = action - PLAY_DYNAMITE
    elif kind == ROCKET:
        state.target[half] = action - PLAY_ROCKET
    elif kind == SWAP:
        state.target[half] = action - PLAY_SWAP
    else:
        lane = stalactite_lane(box, action)
        state.target[half] = lane
        state.target_row[half] = int(state.row[int(state.cart[lane])]) + stalactite_ahead(box, action)
    if state.phase == FIRST:
        state.phase = SECOND
    else:
        state.phase = ROLL
        state.to_act = CHANCE


@rule
def value_of(box, state, kind):
    """R3.4, R9.3: what the die must exceed."""
    value = int(box.value[kind])
    if state.is_doubled and kind != RAIL:
        value += int(box.double_adds)
    return value


@rule
def resolve(box, state, number):
    """R3.4, R4 to R8: the first declared card succeeds or fails, and is declared no more."""
    seat = int(state.order[int(state.turn)])
    kind = int(state.declared[0])
    target = int(state.target[0])
    row = int(state.target_row[0])
    has_succeeded = number > value_of(box, state, kind)
    state.declared[0] = state.declared[1]
    state.target[0] = state.target[1]
    state.target_row[0] = state.target_row[1]
    state.declared[1] = EMPTY
    state.target[1] = 0
    state.target_row[1] = 0
    state.num_declared = int(state.num_declared) - 1
    if kind == RAIL and has_succeeded:
        state.front[target] = int(state.front[target]) + 1
        return
    if kind == STALACTITE:
        lane = target if has_succeeded else int(state.lane[seat])
        if int(state.back[lane]) <= row <= int(state.front[lane]):
            lay_stalactite(state, lane * ROWS + row)
        else:
            throw_away(state, STALACTITE)
        return
    throw_away(state, kind)
    if kind == DYNAMITE:
        blast(state, target // 2 if has_succeeded else int(state.lane[seat]), target % 2)
    elif kind == ROCKET and has_succeeded:
        move(state, target, LAUNCHED)
    elif kind == SWAP and has_succeeded:
        exchange(state, seat, target)


@rule
def exchange(state, seat, other):
    """R8.2: two carts exchange lane and row."""
    lane = int(state.lane[seat])
    row = int(state.row[seat])
    state.lane[seat] = state.lane[other]
    state.row[seat] = state.row[other]
    state.lane[other] = lane
    state.row[other] = row
    state.cart[lane] = other
    state.cart[int(state.lane[seat])] = seat


@rule
def is_target_gone(state):
    """R9.5: whether the lane, the rail or the cart of the next declared card is no longer there."""
    kind = int(state.declared[0])
    target = int(state.target[0])
    if is_on_cart(kind):
        return int(state.lane[target]) == NOWHERE
    lane = target // 2 if kind == DYNAMITE else target
    if state.cart[lane] == NOBODY:
        return True
    if kind == STALACTITE:
        row = int(state.target_row[0])
        return row < int(state.back[lane]) or row > int(state.front[lane])
    return False


@rule
def is_nothing_left(box, state):
    """R9.5, R9.6, R11.1: whether the turn ends after a roll; else the game does, or a second card is rolled for."""
    seat = int(state.order[int(state.turn)])
    is_last = num_alive(state) == 1
    if state.num_declared > 0:
        if not is_last and int(state.lane[seat]) != NOWHERE and not is_target_gone(state):
            return False
        throw_away(state, int(state.declared[0]))
    if is_last:
        end_game(box, state, 0)
    return not is_last


@rule
def end_turn(box, state):
    """R3.5 to R3.8, R2.3, R10.1: the next card is due, or the next player who still stands, or the collapse.

    The collapse is a step of its own, by chance: a card that is drawn unseen may be shown by it.
    """
    clear_declared(state)
    seat = int(state.order[int(state.turn)])
    if int(state.lane[seat]) != NOWHERE and int(state.hand_size[seat]) < int(box.hand):
        if state.pile_size == 0:
            refill(box, state)
        if state.pile_size > 0:
            state.phase = DRAW
            state.to_act = CHANCE
            return
    turn = int(state.turn) + 1
    while turn < MAX_SEATS and state.order[turn] != NOBODY:
        seat = int(state.order[turn])
        if int(state.lane[seat]) != NOWHERE:
            state.turn = turn
            state.phase = PLAY
            state.to_act = seat
            return
        turn += 1
    state.phase = COLLAPSE
    state.to_act = CHANCE


@rule
def end_round(box, state):
    """R10, R11: collapse, then advance, each in all lanes at once, then the torch; whether a round follows."""
    standing = 0
    for step in range(2):
        standing = who_stands(state)
        for seat in range(int(box.seats)):
            if (standing >> seat) & 1:
                if step == 0:
                    collapse(state, seat)
                else:
                    move(state, seat, DERAILED)
        if num_alive(state) < 2:
            end_game(box, state, standing)
            return False
    state.torch = (int(state.torch) + 1) % int(box.lanes)
    if int(state.round_number) >= int(box.rounds):
        end_game(box, state, who_stands(state))
        return False
    return True


@rule
def collapse(state, seat):
    """R10.2: a lane loses its back rail, and the cart on it."""
    if drop_rail(state, int(state.lane[seat]), BACK) == int(state.row[seat]):
        eliminate(state, seat, COLLAPSED)


@rule
def who_stands(state):
    """The players who still stand, as bits."""
    found = 0
    for seat in range(MAX_SEATS):
        if int(state.lane[seat]) != NOWHERE:
            found |= 1 << seat
    return found


@rule
def end_game(box, state, sharing):
    """R11: the last one standing wins; without one, the seats in `sharing` (bits) draw."""
    is_won = num_alive(state) == 1
    for seat in range(int(box.seats)):
        if is_won:
            state.result[seat] = WIN if int(state.lane[seat]) != NOWHERE else 0
        else:
            state.result[seat] = SHARE if (sharing >> seat) & 1 else 0
    clear_declared(state)
    state.phase = END
    state.to_act = OVER


@rule
def scores(box, states, index, out):
    """R11.4: 2 for the winner, 1 for a share in a draw."""
    for seat in range(int(box[0].seats)):
        out[seat] = int(states[index].result[seat])


# What a seat may know


@rule
def hide(box, states, index, seat):
    """R12: what the seat (or a spectator) cannot tell apart becomes the same bytes.

    Cards that others drew from the present pile are UNKNOWN and counted with the pile, which they are mixed with. Of
    earlier piles the seat knows which cards are left in other hands together: they are spread over these in a fixed
    order. `viewer` says from whom, so that nobody takes the fixed order for the truth.
    """
    state = states[index]
    state.viewer = seat + 1
    oldest = 0
    for other in range(int(box[0].seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                age = int(state.age[other, slot])
                oldest = max(oldest, age)
                kind = int(state.card[other, slot])
                if age == 0 and kind >= 0:
                    state.pile[kind] = int(state.pile[kind]) + 1
                    state.card[other, slot] = UNKNOWN
    for age in range(1, oldest + 1):
        spread(box[0], state, seat, age, gather(box[0], state, seat, age))


@rule
def gather(box, state, seat, age):
    """The cards of one age that all other seats hold, counted by kind in one number."""
    cards = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                if int(state.age[other, slot]) == age:
                    cards += 1 << (COUNT_BITS * int(state.card[other, slot]))
    return cards


@rule
def spread(box, state, seat, age, cards):
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
def resample(box, states, index, seat, random, stream):
    """R12: deal what the seat has not seen: each arrangement of the cards that it allows is equally likely."""
    state = states[index]
    state.viewer = 0
    oldest = 0
    left = 0
    for kind in range(NUM_KINDS):
        left += int(state.pile[kind])
    for other in range(int(box[0].seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                oldest = max(oldest, int(state.age[other, slot]))
                if int(state.card[other, slot]) == UNKNOWN:
                    ticket = below(random, stream, left)
                    kind = 0
                    while ticket >= int(state.pile[kind]):
                        ticket -= int(state.pile[kind])
                        kind += 1
                    state.card[other, slot] = kind
                    state.pile[kind] = int(state.pile[kind]) - 1
                    left -= 1
    for age in range(1, oldest + 1):
        deal_again(box[0], state, seat, age, gather(box[0], state, seat, age), random, stream)
    for other in range(int(box[0].seats)):
        if other != seat:
            sort_hand(state, other)


@rule
def deal_again(box, state, seat, age, cards, random, stream):
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
def sort_hand(state, seat):
    """Cards of one age lie by kind."""
    for last in range(1, int(state.hand_size[seat])):
        slot = last
        kind = int(state.card[seat, slot])
        age = int(state.age[seat, slot])
        while slot > 0 and int(state.age[seat, slot - 1]) == age and int(state.card[seat, slot - 1]) > kind:
            state.card[seat, slot] = state.card[seat, slot - 1]
            slot -= 1
        state.card[seat, slot] = kind

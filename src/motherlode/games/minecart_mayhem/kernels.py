"""The rules of Minecart Mayhem: what may be done, what it does, and what a seat knows.

The chapters of RULES.md are in hands.py, lanes.py, cards.py, turn.py, ending.py and secrecy.py.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, How
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DOUBLE,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
    encode_stalactite,
    kind_of,
    num_actions,
    stalactite_ahead,
    stalactite_lane,
)
from motherlode.games.minecart_mayhem.cards import clear_declared, declare, is_on_cart, num_declarable, resolve
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
    STALACTITE,
    SWAP,
)
from motherlode.games.minecart_mayhem.ending import end_round
from motherlode.games.minecart_mayhem.hands import draw, held, rule_out, take, throw_away
from motherlode.games.minecart_mayhem.lanes import num_alive
from motherlode.games.minecart_mayhem.reasons import Why
from motherlode.games.minecart_mayhem.secrecy import (
    ALL_KINDS,
    MOST_TRIES,
    can_finish,
    deal_again,
    deal_to_finish,
    gather,
    sort_hand,
    spread,
    undeclarable,
)
from motherlode.games.minecart_mayhem.state import (
    ALIVE,
    CHOOSE,
    COLLAPSE,
    DEAL,
    DRAW,
    EMPTY,
    NOWHERE,
    PLAY,
    ROLL,
    UNKNOWN,
)
from motherlode.games.minecart_mayhem.turn import begin_round, drawer, end_turn, finish_roll

# Set-up


@rule
def setup(boxes, states, index):
    """R1.3 to R1.5: the position before the deal: all cards in the pile; rails are laid when lanes are chosen."""
    box = boxes[0]
    state = states[index]
    for nth in range(MAX_STALACTITES):
        state.stalactite[nth] = 0
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
            state.ruled_out[seat, slot] = 0
    size = 0
    for kind in range(NUM_KINDS):
        state.pile[kind] = box.deck[kind]
        state.discard[kind] = 0
        size += int(box.deck[kind])
    state.pile_size = size
    state.num_stalactites = 0
    state.round_number = 0
    state.turn = 0
    state.torch = 0  # R1.7
    state.viewer = 0
    state.spare = 0
    clear_declared(state)
    state.phase = DEAL
    state.to_act = CHANCE


@rule
def deal(box, state, kind):
    """R1.4: deal a card of this kind to the seat whose turn it is; after the last one, seat 1 chooses a lane."""
    seat = drawer(box, state)
    draw(state, seat, kind)
    if seat == int(box.seats) - 1 and int(state.hand_size[seat]) == int(box.hand):
        state.phase = CHOOSE
        state.to_act = 0


@rule
def choose_lane(box, state, lane):
    """R1.1, R1.5, R1.6: lay the rails of a lane and put the player's cart there; returns whether all have chosen."""
    seat = int(state.to_act)
    state.lane[seat] = lane
    state.cart[lane] = seat
    state.back[lane] = 1
    state.front[lane] = box.rails
    state.row[seat] = box.start
    state.to_act = seat + 1
    return seat + 1 == int(box.seats)


# What a seat may do


@rule
def legal(boxes, states, index, out):
    """R1.5, R3.1 to R3.3, R9.1: what the seat to act may do.

    Choose a free lane; or declare a card, or play a Double; or, where nothing can be declared, discard or pass.
    """
    box = boxes[0]
    state = states[index]
    seat = int(state.to_act)
    lanes = int(box.lanes)
    count = 0
    if state.phase == CHOOSE:
        for lane in range(lanes):
            if state.cart[lane] == NOBODY:
                out[count] = CHOOSE_LANE + lane  # R1.5
                count += 1
        return count
    kinds = held(state, seat)
    if kinds & (1 << RAIL):  # R4.1
        for lane in range(lanes):
            if state.cart[lane] != NOBODY:
                out[count] = PLAY_RAIL + lane
                count += 1
    if kinds & (1 << DYNAMITE):  # R5.1
        for lane in range(lanes):
            if state.cart[lane] != NOBODY:
                out[count] = PLAY_DYNAMITE + 2 * lane + FRONT
                out[count + 1] = PLAY_DYNAMITE + 2 * lane + BACK
                count += 2
    if kinds & (1 << ROCKET):  # R7.1
        for other in range(int(box.seats)):
            if int(state.lane[other]) != NOWHERE:
                out[count] = PLAY_ROCKET + other
                count += 1
    if kinds & (1 << SWAP):  # R8.1
        for other in range(int(box.seats)):
            if other != seat and int(state.lane[other]) != NOWHERE:
                out[count] = PLAY_SWAP + other
                count += 1
    is_first_card = state.phase == PLAY  # of the turn: no Double has been played
    if is_first_card and kinds & (1 << DOUBLE) and num_declarable(box, state, seat) >= 2:
        out[count] = PLAY_DOUBLE  # R9.1
        count += 1
    if kinds & (1 << STALACTITE):  # R6.1
        for lane in range(lanes):
            other = int(state.cart[lane])
            if other != NOBODY:
                for ahead in range(1, int(state.front[lane]) - int(state.row[other]) + 1):
                    out[count] = encode_stalactite(box, lane, ahead)
                    count += 1
    if count > 0 or not is_first_card:
        return count
    if int(state.hand_size[seat]) == 0:
        out[0] = PASS  # R3.3
        return 1
    for kind in range(NUM_KINDS):
        if kinds & (1 << kind):
            out[count] = DISCARD_CARD + kind  # R3.2
            count += 1
    return count


@rule
def refuse(boxes, states, index, action):
    """Why the seat to act may not play the action; agrees with `legal`."""
    box = boxes[0]
    state = states[index]
    if action < 0 or action >= num_actions(box) or state.to_act < 0:
        return Why.NO_SUCH_ACTION
    seat = int(state.to_act)
    if action < CHOOSE_LANE + MAX_LANES:
        if state.phase != CHOOSE:
            return Why.NOT_CHOOSING
        if action - CHOOSE_LANE >= int(box.lanes):
            return Why.NO_SUCH_LANE
        return Why.LANE_TAKEN if state.cart[action - CHOOSE_LANE] != NOBODY else ALLOWED
    if state.phase == CHOOSE:
        return Why.CHOOSE_FIRST
    if action == PASS or (action >= DISCARD_CARD and action < DISCARD_CARD + NUM_KINDS):
        return refuse_discard(box, state, seat, action)
    kinds = held(state, seat)
    kind = kind_of(action)
    if kind == DOUBLE and state.phase != PLAY:
        return Why.NO_SECOND_DOUBLE
    if not kinds & (1 << kind):
        return Why.NOT_IN_HAND
    if kind == DOUBLE:
        return ALLOWED if num_declarable(box, state, seat) >= 2 else Why.DOUBLE_NEEDS_TWO
    if is_on_cart(kind):
        other = action - PLAY_ROCKET if kind == ROCKET else action - PLAY_SWAP
        if other >= int(box.seats) or int(state.lane[other]) == NOWHERE:
            return Why.CART_IS_GONE
        return Why.OWN_CART if kind == SWAP and other == seat else ALLOWED
    lane = action - PLAY_RAIL
    if kind == DYNAMITE:
        lane = (action - PLAY_DYNAMITE) // 2
    elif kind == STALACTITE:
        lane = stalactite_lane(box, action)
    if lane >= int(box.lanes):
        return Why.NO_SUCH_LANE
    if state.cart[lane] == NOBODY:
        return Why.NO_CART_IN_LANE
    if kind == STALACTITE:
        row = int(state.row[int(state.cart[lane])]) + stalactite_ahead(box, action)
        if row > int(state.front[lane]):
            return Why.NO_RAIL_THERE
    return ALLOWED


@rule
def refuse_discard(box, state, seat, action):
    """R3.2, R3.3: why a seat may not discard or pass: it can, if no card of its hand can be declared."""
    if state.phase != PLAY:
        return Why.MUST_DECLARE
    if action != PASS and not held(state, seat) & (1 << (action - DISCARD_CARD)):
        return Why.NOT_IN_HAND
    if num_declarable(box, state, seat) > 0:
        return Why.CAN_DECLARE
    if action == PASS and int(state.hand_size[seat]) > 0:
        return Why.MUST_DISCARD
    return ALLOWED


# What chance may do


@rule
def chance(boxes, states, index, outcomes, weights):
    """R3.4: every side of the die is equally likely; R3.5: every card of the pile; R10.1: a collapse is certain.

    In a hidden position the pile is counted with the cards that others drew from it unseen: to the viewer, the next
    card may be any of these. What is proven of them (R12.4) is not counted in: `resample` does.
    """
    box = boxes[0]
    state = states[index]
    if state.phase == ROLL:
        sides = int(box.die)
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
def apply(boxes, states, index, action):
    """Play an action or an outcome of chance: R1.4, R1.5 at set-up, R3 and R9 in a turn, R10 between rounds."""
    box = boxes[0]
    state = states[index]
    phase = int(state.phase)
    is_turn_over = False
    is_round_next = False
    if phase == DRAW:
        draw(state, drawer(box, state), action)
        is_turn_over = True
    elif phase == ROLL:
        resolve(box, state, action + 1)
        is_turn_over = finish_roll(box, state)
    elif phase == DEAL:
        deal(box, state, action)
    elif phase == CHOOSE:
        is_round_next = choose_lane(box, state, action - CHOOSE_LANE)
    elif phase == COLLAPSE:
        is_round_next = end_round(box, state)
    elif action >= DISCARD_CARD and action < PASS:
        take(state, int(state.to_act), action - DISCARD_CARD)
        throw_away(state, action - DISCARD_CARD)
        rule_out(state, int(state.to_act), ALL_KINDS & ~undeclarable(box, state))  # R12.4
        is_turn_over = True
    elif action == PASS:
        is_turn_over = True
    else:
        declare(box, state, action)
    if is_round_next:
        begin_round(box, state)
    elif is_turn_over:
        end_turn(box, state)


@rule
def scores(boxes, states, index, out):
    """R11.4: 2 for the winner, 1 for a share in a draw, 0 for all others."""
    box = boxes[0]
    for seat in range(int(box.seats)):
        out[seat] = int(states[index].result[seat])


@rule
def outcome(boxes, states, index, won):
    """R11.1 to R11.4: the last one standing wins; else those who share the draw, cut off at the cap if they stand."""
    state = states[index]
    for seat in range(int(boxes[0].seats)):
        won[seat] = 1 if state.result[seat] > 0 else 0
    standing = num_alive(state)
    if standing == 0:
        return How.NOBODY_LEFT
    return How.PLAYED_OUT if standing == 1 else How.CAPPED


# What a seat may know


@rule
def hide(boxes, states, index, seat):
    """R12.1: hide other hands from a seat (or a spectator); R12.2: the rest stays.

    Positions that look alike to the seat become the same bytes. Cards that others drew from the present pile become
    UNKNOWN and are counted with the pile: the seat cannot tell them from those still in it. Of the cards from earlier
    piles the seat knows which are left in other hands together, but not who holds which (R12.3): they are spread over
    these hands in a fixed order. `viewer` says that it was hidden, so that nobody takes that order for the truth. What
    is proven of hands (R12.4) follows from open events, and stays.
    """
    box = boxes[0]
    state = states[index]
    state.viewer = seat + 1
    oldest = 0
    for other in range(int(box.seats)):
        if other != seat:
            for slot in range(int(state.hand_size[other])):
                age = int(state.age[other, slot])
                oldest = max(oldest, age)
                kind = int(state.card[other, slot])
                if age == 0 and kind >= 0:
                    state.pile[kind] = int(state.pile[kind]) + 1
                    state.card[other, slot] = UNKNOWN
    for age in range(1, oldest + 1):
        spread(box, state, seat, age, gather(box, state, seat, age))


@rule
def resample(boxes, states, index, seat, random, stream):
    """R12.1, R12.3, R12.4: fill other hands at random with what the seat has not seen.

    Each way that agrees with all open events is equally likely. In the middle of another's Double the cards that are
    due can be declared.
    """
    box = boxes[0]
    state = states[index]
    state.viewer = 0
    oldest = 0
    for other in range(int(box.seats)):
        if other != seat and int(state.hand_size[other]) > 0:
            oldest = max(oldest, int(state.age[other, 0]))
    is_done = False
    tries = 0
    while not is_done and tries < MOST_TRIES:
        for age in range(oldest + 1):
            deal_again(box, state, seat, age, random, stream)
        is_done = int(state.to_act) == seat or can_finish(box, state)
        tries += 1
    if not is_done:
        deal_to_finish(box, state, seat, oldest, random, stream)
    for other in range(int(box.seats)):
        if other != seat:
            sort_hand(state, other)

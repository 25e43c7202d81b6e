"""What a learner sees of a position of Minecart Mayhem, from one seat's chair."""

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY, Feature, Records
from motherlode.games.minecart_mayhem.cards import is_on_cart
from motherlode.games.minecart_mayhem.components import (
    DYNAMITE,
    MAX_LANES,
    MAX_SEATS,
    NUM_KINDS,
    RAIL,
    ROWS,
    STALACTITE,
)
from motherlode.games.minecart_mayhem.heuristics import FARTHEST, has_acted, rounds_left
from motherlode.games.minecart_mayhem.state import CHOOSE, DRAW, NOWHERE, PLAY

NEAR = 8  # rows around a cart that are told apart
PHASES = 7  # CHOOSE to COLLAPSE

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order. Seats are counted from the observer's to the left."""
    return (
        Feature("my hand", NUM_KINDS, 0, 1, "cards of each kind that I hold, as a share of a full hand"),
        Feature("discard", NUM_KINDS, 0, 1, "share of all cards of each kind that lie in the discard pile"),
        Feature("unseen", NUM_KINDS, 0, 1, "share of all cards of each kind in the pile or in other hands"),
        Feature("pile", 1, 0, 1, "cards in the pile, as a share of all cards"),
        Feature("phase", PHASES, 0, 1, "one of: choose, play, declare first, declare second, roll, draw, collapse"),
        Feature("round", 1, 0, 1, "as a share of the last round"),
        Feature("acting", MAX_SEATS, 0, 1, "whose turn it is"),
        Feature("alive", MAX_SEATS, 0, 1, "who still stands"),
        Feature("acted", MAX_SEATS, 0, 1, "who has had his turn in this round"),
        Feature("hands", MAX_SEATS, 0, 1, "size of each hand, as a share of a full one"),
        Feature("lanes", MAX_SEATS * MAX_LANES, 0, 1, "for each seat the lane of its cart, counted from the torch"),
        Feature("behind", MAX_SEATS, 0, 1, "rails behind each cart, out of 8"),
        Feature("ahead", MAX_SEATS, 0, 1, "rails in front of each cart, out of 8"),
        Feature("rounds left", MAX_SEATS, 0, 1, "rounds each cart lives if nothing is played, out of 8"),
        Feature("stalactites", MAX_SEATS * NEAR, 0, 1, "on each of the 8 rows in front of each cart, out of 4"),
        Feature("level", MAX_SEATS, -1, 1, "rows each cart is ahead of mine, out of 8"),
        Feature("declared", 2 * NUM_KINDS, 0, 1, "kinds of the cards to be rolled for, first and second"),
        Feature("targets", 2 * MAX_SEATS, 0, 1, "the seats whose lane or cart they are declared on"),
    )


@rule
def seat_after(seat, step, seats):
    """The seat so many chairs to the left, the seat itself if there are not so many; no division, slow on a GPU."""
    if step >= seats:
        return seat
    return seat + step if seat + step < seats else seat + step - seats


@rule
def share_of(count, most):
    """Count / most, no more than 1; 0 where there is nothing."""
    if most <= 0:
        return 0.0
    return min(max(count / float(most), 0.0), 1.0)


@rule
def stones_near(state, spot):
    """How many stalactites lie on each of the 8 rails from a spot on, a byte for each."""
    found = 0
    for place in range(int(state.num_stalactites)):
        ahead = int(state.stalactite[place]) - spot
        if ahead >= 0 and ahead < NEAR:
            found += 1 << (8 * ahead)
    return found


@rule
def aim(state, half):
    """The seat that a declared card is aimed at; NOBODY where it is gone."""
    kind = int(state.declared[half])
    target = int(state.target[half])
    if is_on_cart(kind):
        return target
    return int(state.cart[target // 2 if kind == DYNAMITE else target])


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says, from the hidden position."""
    box = boxes[0]
    state = states[index]
    seats = int(box.seats)
    hand = int(box.hand)
    place = 0
    num_cards = 0
    for kind in range(NUM_KINDS):
        mine = 0
        for slot in range(int(state.hand_size[seat])):
            if int(state.card[seat, slot]) == kind:
                mine += 1
        declared = 0
        for half in range(int(state.num_declared)):
            if int(state.declared[half]) == kind:
                declared += 1
        on_table = 0
        if kind == STALACTITE:
            on_table = int(state.num_stalactites)
        elif kind == RAIL:
            for lane in range(int(box.lanes)):
                if state.cart[lane] != NOBODY:
                    on_table += int(state.front[lane]) - int(state.back[lane]) + 1
            for other in range(seats):
                if int(state.lane[other]) == NOWHERE and (state.phase < PLAY):
                    on_table += int(box.rails)
        total = int(box.total[kind])
        num_cards += total
        seen = mine + declared + on_table + int(state.discard[kind])
        out[place + kind] = share_of(mine, hand)
        out[place + NUM_KINDS + kind] = share_of(int(state.discard[kind]), total)
        out[place + 2 * NUM_KINDS + kind] = share_of(total - seen, total)
    place += 3 * NUM_KINDS
    out[place] = share_of(int(state.pile_size), num_cards)
    place += 1
    for phase in range(PHASES):
        out[place + phase] = 1.0 if int(state.phase) == CHOOSE + phase else 0.0
    place += PHASES
    out[place] = share_of(int(state.round_number), int(box.rounds))
    place += 1
    actor = int(state.to_act)
    if state.phase >= PLAY and state.phase <= DRAW:
        actor = int(state.order[int(state.turn)])
    my_row = int(state.row[seat])
    for step in range(MAX_SEATS):
        is_seat = step < seats
        other = seat_after(seat, step, seats)
        is_alive = is_seat and int(state.lane[other]) != NOWHERE
        out[place + step] = 1.0 if is_seat and actor == other else 0.0
        out[place + MAX_SEATS + step] = 1.0 if is_alive else 0.0
        out[place + 2 * MAX_SEATS + step] = 1.0 if is_alive and has_acted(state, other) else 0.0
        out[place + 3 * MAX_SEATS + step] = share_of(int(state.hand_size[other]), hand) if is_seat else 0.0
        lanes_at = place + 4 * MAX_SEATS + step * MAX_LANES
        near_at = place + 4 * MAX_SEATS + MAX_SEATS * MAX_LANES
        for lane in range(MAX_LANES):
            out[lanes_at + lane] = 0.0
        for which in range(3):
            out[near_at + which * MAX_SEATS + step] = 0.0
        stones_at = near_at + 3 * MAX_SEATS + step * NEAR
        for ahead in range(NEAR):
            out[stones_at + ahead] = 0.0
        level_at = near_at + 3 * MAX_SEATS + MAX_SEATS * NEAR
        out[level_at + step] = 0.0
        if is_alive:
            lane = int(state.lane[other])
            row = int(state.row[other])
            back = int(state.back[lane])
            front = int(state.front[lane])
            from_torch = lane - int(state.torch)
            out[lanes_at + from_torch + (int(box.lanes) if from_torch < 0 else 0)] = 1.0
            out[near_at + step] = share_of(row - back, NEAR)
            out[near_at + MAX_SEATS + step] = share_of(front - row, NEAR)
            out[near_at + 2 * MAX_SEATS + step] = share_of(rounds_left(state, lane, row, back, front, 0), FARTHEST)
            stones = stones_near(state, lane * ROWS + row + 1)
            for ahead in range(NEAR):
                out[stones_at + ahead] = share_of((stones >> (8 * ahead)) & 255, 4)
            if my_row > 0:
                out[level_at + step] = min(max((row - my_row) / float(NEAR), -1.0), 1.0)
    place += 4 * MAX_SEATS + MAX_SEATS * MAX_LANES + 3 * MAX_SEATS + MAX_SEATS * NEAR + MAX_SEATS
    for half in range(2):
        is_declared = half < int(state.num_declared)
        for kind in range(NUM_KINDS):
            out[place + half * NUM_KINDS + kind] = 1.0 if is_declared and int(state.declared[half]) == kind else 0.0
    place += 2 * NUM_KINDS
    for half in range(2):
        for step in range(MAX_SEATS):
            other = seat_after(seat, step, seats)
            is_aimed = half < int(state.num_declared) and step < seats and aim(state, half) == other
            out[place + half * MAX_SEATS + step] = 1.0 if is_aimed else 0.0

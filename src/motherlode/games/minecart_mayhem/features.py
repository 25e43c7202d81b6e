"""What a learner sees of a position of Minecart Mayhem, from one seat's chair, and how far each seat has come."""

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
from motherlode.games.minecart_mayhem.state import CHOOSE, COLLAPSE, DEAL, END, NOWHERE

NEAR = 8  # rows around a cart that are told apart
STONE_BITS = 8  # for the stalactites of one rail, where those of NEAR rails are counted in one number
STONES = (1 << STONE_BITS) - 1
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
        Feature("my seat", MAX_SEATS, 0, 1, "its number, as actions have it"),
        Feature("my lane", MAX_LANES, 0, 1, "its number, as actions have it"),
        Feature(
            "by lane",
            3 * MAX_LANES,
            0,
            1,
            "rails behind, rails in front and rounds left of the cart in each lane, "
            "which is not mine, as actions number lanes; out of 8",
        ),
        Feature("by seat", 3 * MAX_SEATS, 0, 1, "the same of each other seat, as actions number seats"),
    )


@rule
def seat_after(seat, chair, seats):
    """The seat so many chairs to the left of a seat; the seat itself where there are not so many chairs.

    Without a division, which is slow on a GPU.
    """
    if chair >= seats:
        return seat
    return seat + chair if seat + chair < seats else seat + chair - seats


@rule
def share_of(count, most):
    """Count / most, between 0 and 1; 0 where `most` is 0."""
    if most <= 0:
        return 0.0
    return min(max(count / float(most), 0.0), 1.0)


@rule
def stones_near(state, spot):
    """How many stalactites lie on each of the NEAR rails from a spot on, STONE_BITS each, the nearest rail lowest."""
    found = 0
    for nth in range(int(state.num_stalactites)):
        ahead = int(state.stalactite[nth]) - spot
        if ahead >= 0 and ahead < NEAR:
            found += 1 << (STONE_BITS * ahead)
    return found


@rule
def aim(state, half):
    """The seat on whose cart or lane the first or second declared card is declared; NOBODY where no cart is left."""
    kind = int(state.declared[half])
    target = int(state.target[half])
    if is_on_cart(kind):
        return target
    return int(state.cart[target // 2 if kind == DYNAMITE else target])


@rule
def number_carts(box, state, seat, at, out):
    """Fill `out` from `at` on with seats and lanes as actions number them, not as a chair counts them."""
    lane_at = at + MAX_SEATS
    by_lane_at = lane_at + MAX_LANES
    by_seat_at = by_lane_at + 3 * MAX_LANES
    for nth in range(at, by_seat_at + 3 * MAX_SEATS):
        out[nth] = 0.0
    out[at + seat] = 1.0
    for other in range(int(box.seats)):
        lane = int(state.lane[other])
        if lane == NOWHERE:
            continue
        if other == seat:
            out[lane_at + lane] = 1.0
            continue
        row = int(state.row[other])
        back = int(state.back[lane])
        front = int(state.front[lane])
        for which in range(3):
            number = row - back if which == 0 else front - row
            most = NEAR
            if which == 2:
                number = rounds_left(state, lane, row, back, front, 0)
                most = FARTHEST
            share = share_of(number, most)
            out[by_lane_at + which * MAX_LANES + lane] = share
            out[by_seat_at + which * MAX_SEATS + other] = share


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says, from the hidden position."""
    box = boxes[0]
    state = states[index]
    seats = int(box.seats)
    hand = int(box.hand)
    is_set_up = state.phase == DEAL or state.phase == CHOOSE
    is_between_rounds = state.phase == COLLAPSE or state.phase == END
    at = 0
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
                if int(state.lane[other]) == NOWHERE and is_set_up:  # rails still in the box
                    on_table += int(box.rails)
        total = int(box.total[kind])
        num_cards += total
        seen = mine + declared + on_table + int(state.discard[kind])
        out[at + kind] = share_of(mine, hand)
        out[at + NUM_KINDS + kind] = share_of(int(state.discard[kind]), total)
        out[at + 2 * NUM_KINDS + kind] = share_of(total - seen, total)
    at += 3 * NUM_KINDS
    out[at] = share_of(int(state.pile_size), num_cards)
    at += 1
    for phase in range(PHASES):
        out[at + phase] = 1.0 if int(state.phase) == CHOOSE + phase else 0.0
    at += PHASES
    out[at] = share_of(int(state.round_number), int(box.rounds))
    at += 1
    actor = int(state.to_act)
    if not is_set_up and not is_between_rounds:
        actor = int(state.order[int(state.turn)])
    my_row = int(state.row[seat])
    for chair in range(MAX_SEATS):
        is_seat = chair < seats
        other = seat_after(seat, chair, seats)
        is_alive = is_seat and int(state.lane[other]) != NOWHERE
        out[at + chair] = 1.0 if is_seat and actor == other else 0.0
        out[at + MAX_SEATS + chair] = 1.0 if is_alive else 0.0
        out[at + 2 * MAX_SEATS + chair] = 1.0 if is_alive and has_acted(state, other) else 0.0
        out[at + 3 * MAX_SEATS + chair] = share_of(int(state.hand_size[other]), hand) if is_seat else 0.0
        lanes_at = at + 4 * MAX_SEATS + chair * MAX_LANES
        near_at = at + 4 * MAX_SEATS + MAX_SEATS * MAX_LANES
        for lane in range(MAX_LANES):
            out[lanes_at + lane] = 0.0
        for which in range(3):
            out[near_at + which * MAX_SEATS + chair] = 0.0
        stones_at = near_at + 3 * MAX_SEATS + chair * NEAR
        for ahead in range(NEAR):
            out[stones_at + ahead] = 0.0
        level_at = near_at + 3 * MAX_SEATS + MAX_SEATS * NEAR
        out[level_at + chair] = 0.0
        if is_alive:
            lane = int(state.lane[other])
            row = int(state.row[other])
            back = int(state.back[lane])
            front = int(state.front[lane])
            from_torch = lane - int(state.torch)
            out[lanes_at + from_torch + (int(box.lanes) if from_torch < 0 else 0)] = 1.0
            out[near_at + chair] = share_of(row - back, NEAR)
            out[near_at + MAX_SEATS + chair] = share_of(front - row, NEAR)
            out[near_at + 2 * MAX_SEATS + chair] = share_of(rounds_left(state, lane, row, back, front, 0), FARTHEST)
            stones = stones_near(state, lane * ROWS + row + 1)
            for ahead in range(NEAR):
                out[stones_at + ahead] = share_of((stones >> (STONE_BITS * ahead)) & STONES, 4)
            if my_row > 0:
                out[level_at + chair] = min(max((row - my_row) / float(NEAR), -1.0), 1.0)
    at += 4 * MAX_SEATS + MAX_SEATS * MAX_LANES + 3 * MAX_SEATS + MAX_SEATS * NEAR + MAX_SEATS
    for half in range(2):
        is_declared = half < int(state.num_declared)
        for kind in range(NUM_KINDS):
            out[at + half * NUM_KINDS + kind] = 1.0 if is_declared and int(state.declared[half]) == kind else 0.0
    at += 2 * NUM_KINDS
    for half in range(2):
        for chair in range(MAX_SEATS):
            other = seat_after(seat, chair, seats)
            is_aimed = half < int(state.num_declared) and chair < seats and aim(state, half) == other
            out[at + half * MAX_SEATS + chair] = 1.0 if is_aimed else 0.0
    number_carts(box, state, seat, at + 2 * MAX_SEATS, out)


@rule
def progress(boxes, states, index, out):
    """R1.2, R10.5: the rails in the lane of a cart, where twice as many as were laid are all; none without a cart.

    When a player was eliminated is not remembered.
    """
    box = boxes[0]
    state = states[index]
    most = 2 * int(box.rails)
    for seat in range(int(box.seats)):
        lane = int(state.lane[seat])
        rails = 0
        if lane != NOWHERE:
            rails = int(state.front[lane]) - int(state.back[lane]) + 1
        out[seat] = min(rails, most) / float(most)

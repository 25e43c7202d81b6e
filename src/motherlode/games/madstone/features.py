"""What a learner sees of a position of Madstone, from one seat's chair, and how far each seat has come."""

import numpy as np

from motherlode.core.compiling import rule
from motherlode.core.contract import Feature, Records
from motherlode.games.madstone.components import (
    IN_ARMY,
    MAX_BASIC,
    MAX_SEATS,
    NUM_ENERGIES,
    NUM_FACTIONS,
    NUM_PILES,
    SHOWN,
    SHOWN_BITS,
    SHOWN_ZONES,
    TOP,
)
from motherlode.games.madstone.counting import WORTH_KINDS, add_constants, energy_in, members_in, points_of, tally
from motherlode.games.madstone.state import USED

PHASES = 10
BY_SEAT = 8  # numbers for each seat
MANY = 30  # crystals and points are told as a share of so many

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order. Seats are counted from the observer's to the left."""
    seats, cards = int(box[0].seats), int(box[0].num_cards)
    return (
        Feature(
            "cards", cards * (IN_ARMY + seats), 0, 1,
            "for each card where it is: unseen, top of a pile, under one, my hand, my spoils, other spoils, army of "
            "each seat",
        ),
        Feature("tokens", cards, 0, 1, "poison on each card, out of 5"),
        Feature("used", cards, 0, 1, "cards whose ability was used in this turn"),
        Feature("players", seats * BY_SEAT, 0, 1,
                "for each seat: red and gold crystals, power and points (out of 30 and 90), size of hand (out of 10), "
                "of army and spoils (out of 30), whether it is its turn"),
        Feature("commanders", seats * NUM_FACTIONS, 0, 1, "the Commander of each seat"),
        Feature("energy", seats * NUM_ENERGIES, 0, 1, "of each seat and kind, out of 8"),
        Feature("factions", seats * NUM_FACTIONS, 0, 1, "cards of each faction in each army, out of 12"),
        Feature("phase", PHASES, 0, 1,
                "one of: start, choose, deal, settle, pile, act, aim, draw, close, end"),
        Feature("table", 8, 0, 1,
                "night, may I lift it, Darkness Falls in my hand (out of 4), draw pile (share), last turns left (out "
                "of 4), basic actions left (out of 5), whether they have begun, poison tokens left (share)"),
        Feature("closed", NUM_PILES, 0, 1, "piles closed in this turn"),
    )  # fmt: skip


@rule
def share_of(count, most):
    """Count / most, at most 1; in 32 bits, and without a division, since a GPU is slow at both."""
    return np.float32(np.int32(min(count, most))) * np.float32(1.0 / most)


@rule
def sight_of(state, first, second, card):
    """What an observer sees of where a card is (UNSEEN_CARD, ...), from both numbers of his `shown_as` in the box."""
    zone = int(state.zone[card])
    is_top = int(state.top[zone & (NUM_PILES - 1)]) == card  # of any pile: only cards in the field are
    shown = second if zone >= SHOWN_ZONES else first
    shown = (shown >> (SHOWN_BITS * (zone & (SHOWN_ZONES - 1)))) & SHOWN
    return TOP if is_top else shown


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says, from the hidden position."""
    box = boxes[0]
    state = states[index]
    seats = int(box.seats)
    cards = int(box.num_cards)
    num_sights = IN_ARMY + seats
    at = cards * (num_sights + 2)  # where the next numbers go; cards, tokens and marks are written last
    block = seats * NUM_FACTIONS
    mine = 0
    lowest = 0
    for chair in range(seats):
        other = seat + chair if seat + chair < seats else seat + chair - seats  # a division is slow on a GPU
        army = tally(box, state, other)
        its = add_constants(box, state, other, army, WORTH_KINDS)
        power = its.power
        points = int(state.spoils_points[other]) + int(state.gold[other]) + power + its.points
        if chair == 0:
            mine = power
            lowest = power
        lowest = min(lowest, power)
        numbers = at + chair * BY_SEAT
        out[numbers] = share_of(int(state.red[other]), MANY)
        out[numbers + 1] = share_of(int(state.gold[other]), MANY)
        out[numbers + 2] = share_of(power, MANY)
        out[numbers + 3] = share_of(points, 3 * MANY)
        out[numbers + 4] = share_of(int(state.hand_size[other]), 10)
        out[numbers + 5] = share_of(int(state.army_size[other]), MANY)
        out[numbers + 6] = share_of(int(state.spoils_size[other]), MANY)
        out[numbers + 7] = 1.0 if int(state.actor) == other else 0.0
        kinds = at + seats * BY_SEAT + chair * NUM_FACTIONS
        for kind in range(NUM_FACTIONS):
            out[kinds + kind] = 1.0 if int(state.commander[other]) == kind else 0.0
            out[kinds + block + kind] = share_of(energy_in(army, kind), 8)
            out[kinds + 2 * block + kind] = share_of(members_in(army, kind), 12)
    at += seats * BY_SEAT + 3 * block
    for phase in range(PHASES):
        out[at + phase] = 1.0 if int(state.phase) == phase else 0.0
    at += PHASES
    out[at] = 1.0 if state.dark_down > 0 else 0.0
    out[at + 1] = 1.0 if state.dark_down > 0 and mine == lowest else 0.0
    out[at + 2] = share_of(int(state.dark_held[seat]), 4)
    out[at + 3] = share_of(int(state.deck_size), int(box.deck))
    out[at + 4] = share_of(int(state.turns_left), MAX_SEATS)
    out[at + 5] = share_of(int(state.basic_left), MAX_BASIC)
    out[at + 6] = 1.0 if state.has_begun != 0 else 0.0
    out[at + 7] = share_of(int(state.supply), max(int(box.poison_tokens), 1))
    at += 8
    for pile in range(NUM_PILES):
        out[at + pile] = 1.0 if (int(state.closed) >> pile) & 1 else 0.0
    first = int(box.shown_as[seat, 0])
    second = int(box.shown_as[seat, 1])
    sight = sight_of(state, first, second, 0)
    for card in range(cards):
        after = sight_of(state, first, second, min(card + 1, cards - 1))  # read before this card's is written
        for other in range(IN_ARMY):
            out[card * num_sights + other] = 1.0 if other == sight else 0.0
        for other in range(IN_ARMY, num_sights):
            out[card * num_sights + other] = 1.0 if other == sight else 0.0
        out[cards * num_sights + card] = share_of(int(state.tokens[card]), 5)
        out[cards * (num_sights + 1) + card] = 1.0 if int(state.mark[card]) & USED else 0.0
        sight = after


@rule
def progress(boxes, states, index, out):
    """R10.2: each player's points as things stand, as `observe` tells them."""
    box = boxes[0]
    for seat in range(int(box.seats)):
        points = max(0, points_of(box, states[index], seat))
        out[seat] = min(points, 3 * MANY) / float(3 * MANY)

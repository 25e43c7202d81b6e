"""What a learner sees of a position of Madstone, from one seat's chair."""

from motherlode.core.compiling import rule
from motherlode.core.contract import Feature, Records
from motherlode.games.madstone.components import (
    MAX_BASIC,
    MAX_CARDS,
    MAX_SEATS,
    NUM_ENERGIES,
    NUM_FACTIONS,
    NUM_PILES,
    NUM_PLACES,
)
from motherlode.games.madstone.kernels import WORTH_KINDS, add_constants, energy_in, members_in, tally
from motherlode.games.madstone.state import USED

PHASES = 10
PLACES = 10  # of a card: see components.UNSEEN_CARD
BY_SEAT = 8  # numbers for each seat
MANY = 30.0  # crystals and points are told as a share of so many

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order. Seats are counted from the observer's to the left."""
    return (
        Feature(
            "cards", MAX_CARDS * PLACES, 0, 1,
            "for each card where it is: unseen, top of a pile, under one, my hand, army of each seat, my spoils, "
            "other spoils",
        ),
        Feature("tokens", MAX_CARDS, 0, 1, "poison on each card, out of 5"),
        Feature("used", MAX_CARDS, 0, 1, "cards whose ability was used in this turn"),
        Feature("players", MAX_SEATS * BY_SEAT, 0, 1,
                "for each seat: red and gold crystals, power and points (out of 30 and 90), size of hand (out of 10), "
                "of army and spoils (out of 30), whether it is its turn"),
        Feature("commanders", MAX_SEATS * NUM_FACTIONS, 0, 1, "the Commander of each seat"),
        Feature("energy", MAX_SEATS * NUM_ENERGIES, 0, 1, "of each seat and kind, out of 8"),
        Feature("factions", MAX_SEATS * NUM_FACTIONS, 0, 1, "cards of each faction in each army, out of 12"),
        Feature("phase", PHASES, 0, 1,
                "one of: start, choose, deal, settle, pile, act, aim, draw, close, end"),
        Feature("table", 8, 0, 1,
                "night, may I lift it, Darkness Falls in my hand (out of 4), draw pile (share), last turns left (out "
                "of 4), basic actions left (out of 5), whether they have begun, poison tokens left (share)"),
        Feature("closed", NUM_PILES, 0, 1, "piles closed in this turn"),
    )  # fmt: skip


@rule
def share_of(count, most):
    """Count / most, between 0 and 1.

    For numbers of this size the product is the quotient once it is rounded to 32 bits, and takes no time to divide.
    """
    return min(max(count * (1.0 / most), 0.0), 1.0)


@rule
def place_of(box, state, seat, card):
    """Where a card is for the observer, as the feature `cards` tells it; NONE where it is nowhere."""
    place = int(state.place[card])
    is_top = int(state.top[place & (NUM_PILES - 1)]) == card  # if it is in a pile
    return int(box.shown_as[seat, place + (NUM_PLACES if is_top else 0)])


@rule
def observe(box, states, index, seat, out):
    """Fill `out` as `features` says, from the hidden position."""
    state = states[index]
    seats = int(box[0].seats)
    at = MAX_CARDS * (PLACES + 2)
    mine = 0
    lowest = 0
    for step in range(MAX_SEATS):
        is_seat = step < seats
        other = seat + step if seat + step < seats else seat + step - seats  # a division is slow on a GPU
        numbers = at + step * BY_SEAT
        kinds = at + MAX_SEATS * BY_SEAT + step * NUM_FACTIONS
        block = MAX_SEATS * NUM_FACTIONS
        if is_seat:
            army = tally(box[0], state, other)
            its = add_constants(box[0], state, other, army, WORTH_KINDS)
            power = its.power
            points = int(state.spoils_points[other]) + int(state.gold[other]) + power + its.points
            if step == 0:
                mine = power
                lowest = power
            lowest = min(lowest, power)
            out[numbers] = share_of(int(state.red[other]), MANY)
            out[numbers + 1] = share_of(int(state.gold[other]), MANY)
            out[numbers + 2] = share_of(power, MANY)
            out[numbers + 3] = share_of(points, 3.0 * MANY)
            out[numbers + 4] = share_of(int(state.hand_size[other]), 10)
            out[numbers + 5] = share_of(int(state.army_size[other]), MANY)
            out[numbers + 6] = share_of(int(state.spoils_size[other]), MANY)
            out[numbers + 7] = 1.0 if int(state.actor) == other else 0.0
            for kind in range(NUM_FACTIONS):
                out[kinds + kind] = 1.0 if int(state.commander[other]) == kind else 0.0
                out[kinds + block + kind] = share_of(energy_in(army, kind), 8)
                out[kinds + 2 * block + kind] = share_of(members_in(army, kind), 12)
        else:
            for place in range(BY_SEAT):
                out[numbers + place] = 0.0
            for kind in range(NUM_FACTIONS):
                out[kinds + kind] = 0.0
                out[kinds + block + kind] = 0.0
                out[kinds + 2 * block + kind] = 0.0
    at += MAX_SEATS * BY_SEAT + 3 * MAX_SEATS * NUM_FACTIONS
    for phase in range(PHASES):
        out[at + phase] = 1.0 if int(state.phase) == phase else 0.0
    at += PHASES
    out[at] = 1.0 if state.dark_down > 0 else 0.0
    out[at + 1] = 1.0 if state.dark_down > 0 and mine == lowest else 0.0
    out[at + 2] = share_of(int(state.dark_held[seat]), 4)
    out[at + 3] = share_of(int(state.deck_size), int(box[0].deck))
    out[at + 4] = share_of(int(state.turns_left), MAX_SEATS)
    out[at + 5] = share_of(int(state.basic_left), MAX_BASIC)
    out[at + 6] = 1.0 if state.has_begun != 0 else 0.0
    out[at + 7] = share_of(int(state.supply), max(int(box[0].poison_tokens), 1))
    at += 8
    for pile in range(NUM_PILES):
        out[at + pile] = 1.0 if (int(state.closed) >> pile) & 1 else 0.0
    here = place_of(box[0], state, seat, 0)
    for card in range(MAX_CARDS):
        after = place_of(box[0], state, seat, min(card + 1, MAX_CARDS - 1))  # read before `here` is written
        for place in range(PLACES):
            out[card * PLACES + place] = 1.0 if place == here else 0.0
        out[MAX_CARDS * PLACES + card] = share_of(int(state.tokens[card]), 5)
        out[MAX_CARDS * (PLACES + 1) + card] = 1.0 if int(state.mark[card]) & USED else 0.0
        here = after

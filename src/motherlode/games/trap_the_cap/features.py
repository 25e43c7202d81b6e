"""What a learner sees of a position of Trap the Cap, from one seat's chair, and how far each seat has come.

Seats are counted from the observer on, clockwise, and the board is turned so that the observer's base is the first.
"""

import numpy as np

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, NOBODY, Feature, Records
from motherlode.games.trap_the_cap.components import FACES, KEPT, OWN_GOLD, TOWER
from motherlode.games.trap_the_cap.ending import count_trapped, gold_holder

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order."""
    seats, spaces = int(box[0].seats), int(box[0].spaces)
    return (
        Feature("free", seats * spaces, 0, 1, "for each seat, the share of its caps that are free on each space"),
        Feature("captives", spaces, 0, 1, "share of all caps that lie under others on each space"),
        Feature("my captives", spaces, 0, 1, "share of the observer's caps that lie under others on each space"),
        Feature("home", seats, 0, 1, "for each seat, the share of its caps that are free in its base"),
        Feature("kept", seats, 0, 1, "for each seat, the share of all caps that it keeps in its base"),
        Feature("golden", spaces + 1, 0, 1, "where the Golden Cap is; the last place is any base"),
        Feature("golden owner", seats, 0, 1, "the seat that the Golden Cap plays for"),
        Feature("turn", seats, 0, 1, "whose turn it is"),
        Feature("die", FACES, 0, 1, "the throw to be moved"),
        Feature("phase", 3, 0, 1, "to be thrown; a choice to throw again; the Golden Cap in mid-move"),
        Feature("turns", 1, 0, 1, "share of the cap on turns that is used up"),
    )


@rule
def chair_of(other, seat, seats):
    """R1.7: how many seats another is after this one, clockwise; without a division, which is slow on a GPU."""
    return other - seat if other >= seat else other - seat + seats


@rule
def add_share(out, index, share):
    """Add a share to a number of the observation; equal shares may add up to a little more than 1, which is 1 then."""
    out[index] = min(np.float32(1.0), out[index] + share)


@rule
def count_before(state, first, cap, place):
    """How many of the caps from `first` up to `cap`, itself not counted, are free on a place."""
    count = 0
    for other in range(first, cap):
        count += 1 if int(state.place[other]) == place and int(state.top[other]) == other else 0
    return count


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says.

    A free cap writes how many of its seat's are free on its space, itself and those of lower numbers: the last to write
    is right. Adding up in `out` would do too, but a GPU has to wait for what it wrote; so only captives, which are few,
    are added up.
    """
    state = states[index]
    box = boxes[0]
    seats = int(box.seats)
    spaces = int(box.spaces)
    caps = int(box.caps)
    gold = int(box.gold)
    base = int(box.seat_base[seat])
    of_own = np.float32(1.0 / (float(box.caps) + (1.0 if gold >= 0 else 0.0)))
    of_all = np.float32(1.0 / int(box.num_caps))
    captives_at = seats * spaces
    mine_at = captives_at + spaces
    home_at = mine_at + spaces
    kept_at = home_at + seats
    gold_at = kept_at + seats
    owner_at = gold_at + spaces + 1
    turn_at = owner_at + seats
    die_at = turn_at + seats
    phase_at = die_at + FACES
    for nth in range(phase_at + 4):
        out[nth] = 0.0
    kept = 0  # in each base, 8 bits each
    for chair in range(seats):
        owner = seat + chair if seat + chair < seats else seat + chair - seats
        first = owner * caps
        home = 0
        for cap in range(first, first + caps):
            top = int(state.top[cap])
            place = int(state.place[cap])
            if top == KEPT:
                kept += 1 << (8 * (place - spaces))
            elif place >= spaces:
                home += 1
            else:
                seen = int(box.rotated[base, place])
                if top == cap:
                    count = 1 + count_before(state, first, cap, place)
                    out[chair * spaces + seen] = np.float32(count) * of_own
                else:
                    add_share(out, captives_at + seen, of_all)
                    if chair == 0:
                        add_share(out, mine_at + seen, of_own)
        out[home_at + chair] = np.float32(home) * of_own
    for keeper in range(seats):
        number = (kept >> (8 * int(box.seat_base[keeper]))) & 255
        out[kept_at + chair_of(keeper, seat, seats)] = np.float32(number) * of_all
    if gold >= 0:
        place = int(state.place[gold])
        seen = int(box.rotated[base, place]) if place < spaces else spaces
        out[gold_at + seen] = 1.0
        if int(state.gold_owner) != NOBODY:
            chair = chair_of(int(state.gold_owner), seat, seats)
            out[owner_at + chair] = 1.0
            add_share(out, chair * spaces + seen if place < spaces else home_at + chair, of_own)
        elif int(state.top[gold]) != gold:
            add_share(out, captives_at + seen, of_all)
    out[turn_at + chair_of(int(state.seat), seat, seats)] = 1.0
    if state.die > 0:
        out[die_at + int(state.die) - 1] = 1.0
    if state.to_act == CHANCE:
        out[phase_at] = 1.0
    elif state.to_act >= 0 and state.die == 0:
        out[phase_at + 1] = 1.0
    elif state.ways != 0:
        out[phase_at + 2] = 1.0
    out[phase_at + 3] = np.float32(int(state.turn)) * np.float32(1.0 / int(box.turns))


@rule
def progress(boxes, states, index, out):
    """R7.2, R8.5, R11.10: captives of each seat's side as a share of all caps of others, and the Golden Cap.

    A captive under a cap on the board counts half of one kept in a base; R10.1: whole where none is brought home. Where
    the Golden Cap decides, it is one half: whole for its owner, half for who carries it.
    """
    state = states[index]
    box = boxes[0]
    seats = int(box.seats)
    holder = NOBODY
    if box.ending == OWN_GOLD:
        holder = gold_holder(box, state)
    for seat in range(seats):
        side = int(box.team[seat])
        most = 0
        for other in range(seats):
            if int(box.team[other]) != side:
                most += 2 * int(box.caps)
        came = count_trapped(box, state, side, 1)
        if box.game == TOWER:
            came *= 2
        else:
            came += count_trapped(box, state, side, 0)
        whole = most
        if box.ending == OWN_GOLD:
            whole = 2 * most
            if holder == seat:
                came += most if int(state.gold_owner) == seat else most // 2
        out[seat] = came / float(whole)

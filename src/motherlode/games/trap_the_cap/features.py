"""What a learner sees of a position of Trap the Cap, from one seat's chair, and how far each seat has come.

Seats are counted from the observer on, clockwise; spaces and caps are numbered as actions number them, so that what an
action does can be seen where its number says.
"""

import numpy as np

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, NOBODY, Feature, Records
from motherlode.games.trap_the_cap.actions import cap_of
from motherlode.games.trap_the_cap.components import FACES, GREY, KEPT, OWN_GOLD, TOWER
from motherlode.games.trap_the_cap.ending import count_trapped, gold_holder
from motherlode.games.trap_the_cap.standing import has, high_bit, low_bit

BY_SLOT = 8  # numbers of a slot beside its space
MOST_STEPS = 32  # from a base that a number can tell
MOST_LOAD = 4  # captives under a cap that a number can tell
MOST_NEAR = 3  # caps in reach that a number can tell

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order."""
    seats, spaces, slots = int(box[0].seats), int(box[0].spaces), int(box[0].slots)
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
        Feature("seat", seats, 0, 1, "the number of the observer's seat"),
        Feature(
            "danger", spaces, 0, 1, "caps of others that reach each space with one throw, out of 3; 0 on grey ones"
        ),
        Feature("reach", spaces, 0, 1, "own caps that reach each space with one throw, out of 3; partners' too"),
        Feature("laden", seats, 0, 1, "for each seat, the share of all caps that it carries on the board"),
        Feature("slots", slots * spaces, 0, 1, "for each cap that the observer may move, the space where it stands"),
        Feature(
            "caps",
            slots * BY_SLOT,
            0,
            1,
            "for each of them: free, at home, captives under it out of 4, steps from home out of 32, caps of others "
            "that reach it with one throw out of 3, caps of others that it reaches with one throw out of 3, one that "
            "it reaches with this throw, home with captives in this throw",
        ),
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
def reached(box, state, seat, is_own):
    """R2.3: the spaces that one throw of others, or of the own side, reaches once, twice and three times or more.

    Of ordinary caps, whoever stands between; three sets of places, of two words each.
    """
    once_low = 0
    once_high = 0
    twice_low = 0
    twice_high = 0
    often_low = 0
    often_high = 0
    for cap in range(int(box.seats) * int(box.caps)):
        if int(state.top[cap]) != cap:
            continue
        is_friend = 1 if int(box.team[int(box.owner[cap])]) == int(box.team[seat]) else 0
        if is_friend == is_own:
            low = int(box.reach[int(state.place[cap]), 0])
            high = int(box.reach[int(state.place[cap]), 1])
            often_low |= twice_low & low
            often_high |= twice_high & high
            twice_low |= once_low & low
            twice_high |= once_high & high
            once_low |= low
            once_high |= high
    return once_low, once_high, twice_low, twice_high, often_low, often_high


@rule
def times(sets, place):
    """How often a place is in the three sets of `reached`: 0 to 3."""
    return has(sets[0], sets[1], place) + has(sets[2], sets[3], place) + has(sets[4], sets[5], place)


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
    seat_at = phase_at + 4
    danger_at = seat_at + seats
    laden_at = danger_at + 2 * spaces
    slots_at = laden_at + seats
    by_slot_at = slots_at + int(box.slots) * spaces
    for nth in range(by_slot_at):
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
            elif top == cap:
                count = 1 + count_before(state, first, cap, place)
                out[chair * spaces + place] = np.float32(count) * of_own
            else:
                add_share(out, captives_at + place, of_all)
                if chair == 0:
                    add_share(out, mine_at + place, of_own)
        out[home_at + chair] = np.float32(home) * of_own
    for keeper in range(seats):
        number = (kept >> (8 * int(box.seat_base[keeper]))) & 255
        out[kept_at + chair_of(keeper, seat, seats)] = np.float32(number) * of_all
    if gold >= 0:
        place = int(state.place[gold])
        seen = place if place < spaces else spaces
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
    out[seat_at + seat] = 1.0
    foes = reached(box, state, seat, 0)
    friends = reached(box, state, seat, 1)
    third = np.float32(1.0 / MOST_NEAR)
    for space in range(spaces):
        if int(box.kind[space]) != GREY:
            out[danger_at + space] = np.float32(times(foes, space)) * third
        out[danger_at + spaces + space] = np.float32(times(friends, space)) * third
    prey_low = 0  # where others stand who can be trapped
    prey_high = 0
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        place = int(state.place[cap])
        if top == KEPT or place >= spaces:
            continue
        if top != cap:
            carrier = int(state.gold_owner) if top == gold else int(box.owner[top])
            if carrier != NOBODY:
                add_share(out, laden_at + chair_of(carrier, seat, seats), of_all)
        elif cap != gold and int(box.team[int(box.owner[cap])]) != int(box.team[seat]) and int(box.kind[place]) != GREY:
            prey_low |= low_bit(place)
            prey_high |= high_bit(place)
    for slot in range(int(box.slots)):
        cap = cap_of(box, seat, slot)
        at = by_slot_at + slot * BY_SLOT
        for nth in range(BY_SLOT):
            out[at + nth] = 0.0
        if int(state.top[cap]) != cap:
            continue
        place = int(state.place[cap])
        out[at] = 1.0
        num_prey = 0
        hits = 0
        for target in range(int(box.num_caps)):
            there = int(state.place[target])
            if target != gold and int(state.top[target]) == target and has(prey_low, prey_high, there):
                is_foe = int(box.team[int(box.owner[target])]) != int(box.team[seat])
                if is_foe and has(int(box.reach[place, 0]), int(box.reach[place, 1]), there):
                    num_prey += 1
        if state.die > 0:
            for number in range(int(box.num_ends[place, int(state.die)])):
                hits |= has(prey_low, prey_high, int(box.ends[place, int(state.die), number]))
        out[at + 5] = np.float32(min(num_prey, MOST_NEAR)) * third
        out[at + 6] = np.float32(hits)
        if place >= spaces:
            out[at + 1] = 1.0
            continue
        out[slots_at + slot * spaces + place] = 1.0
        load = 0
        for under in range(int(box.num_caps)):
            load += 1 if under != cap and int(state.top[under]) == cap else 0
        base = int(box.seat_base[int(box.owner[cap])])
        steps = int(box.distance[place, spaces + base])
        out[at + 2] = np.float32(min(load, MOST_LOAD)) * np.float32(1.0 / MOST_LOAD)
        out[at + 3] = np.float32(min(steps, MOST_STEPS)) * np.float32(1.0 / MOST_STEPS)
        if int(box.kind[place]) != GREY:
            out[at + 4] = np.float32(times(foes, place)) * third
        if load > 0 and (int(box.home_steps[base, place]) & ((1 << int(state.die)) - 1)) != 0:
            out[at + 7] = 1.0


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

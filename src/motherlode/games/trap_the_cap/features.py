"""What a learner sees of a position of Trap the Cap, from one seat's chair.

Seats are counted from the observer on, clockwise, and the board is turned so that the observer's base is the first.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, NOBODY, Feature, Records
from motherlode.games.trap_the_cap.components import FACES, KEPT
from motherlode.games.trap_the_cap.kernels import owner_of

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
    """How many chairs another seat is from this one, clockwise; without a division, which is slow on a GPU."""
    return other - seat if other >= seat else other - seat + seats


@rule
def add_share(out, place, share):
    """Sums of equal shares may round to a little more than 1: they are 1."""
    out[place] = min(1.0, float(out[place]) + share)


@rule
def observe(box, states, index, seat, out):
    """Fill `out` as `features` says."""
    state = states[index]
    rules = box[0]
    seats = int(rules.seats)
    spaces = int(rules.spaces)
    num_caps = int(rules.num_caps)
    gold = int(rules.gold)
    base = int(rules.seat_base[seat])
    of_own = 1.0 / (float(rules.caps) + (1.0 if gold >= 0 else 0.0))
    of_all = 1.0 / num_caps
    captives_at = seats * spaces
    mine_at = captives_at + spaces
    home_at = mine_at + spaces
    kept_at = home_at + seats
    gold_at = kept_at + seats
    owner_at = gold_at + spaces + 1
    turn_at = owner_at + seats
    die_at = turn_at + seats
    phase_at = die_at + FACES
    for place in range(phase_at + 4):
        out[place] = 0.0
    for cap in range(num_caps):
        place = int(state.place[cap])
        seen = int(rules.rotated[base, place])
        top = int(state.top[cap])
        owner = owner_of(rules, state, cap)
        if cap == gold:
            out[gold_at + (seen if place < spaces else spaces)] = 1.0
            if owner == NOBODY:
                if top != cap:
                    add_share(out, captives_at + seen, of_all)
                continue
            out[owner_at + chair_of(owner, seat, seats)] = 1.0
        chair = chair_of(owner, seat, seats)
        if top == cap:
            if place < spaces:
                add_share(out, chair * spaces + seen, of_own)
            else:
                add_share(out, home_at + chair, of_own)
        elif top == KEPT:
            for keeper in range(seats):
                if int(rules.seat_base[keeper]) == place - spaces:
                    add_share(out, kept_at + chair_of(keeper, seat, seats), of_all)
        else:
            add_share(out, captives_at + seen, of_all)
            if owner == seat:
                add_share(out, mine_at + seen, of_own)
    out[turn_at + chair_of(int(state.seat), seat, seats)] = 1.0
    if state.die > 0:
        out[die_at + int(state.die) - 1] = 1.0
    if state.to_act == CHANCE:
        out[phase_at] = 1.0
    elif state.to_act >= 0 and state.die == 0:
        out[phase_at + 1] = 1.0
    elif state.ways != 0:
        out[phase_at + 2] = 1.0
    out[phase_at + 3] = int(state.turn) / int(rules.turns)

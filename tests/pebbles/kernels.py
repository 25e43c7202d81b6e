"""The rules of Pebbles."""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, OVER, How
from motherlode.core.outcomes import mark_best
from motherlode.core.streams import below
from pebbles.components import CHARM_WEIGHTS, MAX_SEATS
from pebbles.reasons import Why
from pebbles.state import UNKNOWN


@rule
def setup(box, states, index):
    """R1.1: the heap, and no charms yet."""
    state = states[index]
    for seat in range(MAX_SEATS):
        state.taken[seat] = 0
        state.charm[seat] = 0
    state.heap = box[0].heap
    state.drawing = 0
    state.spare = 0
    state.to_act = CHANCE


@rule
def legal(box, states, index, out):
    """R2.1: one or two."""
    out[0] = 0
    if states[index].heap < 2:
        return 1
    out[1] = 1
    return 2


@rule
def refuse(box, states, index, action):
    """R2.2: not more than there are."""
    if action < 0 or action > 1 or states[index].to_act < 0:
        return Why.NO_SUCH_ACTION
    return Why.TOO_MANY if action + 1 > states[index].heap else ALLOWED


@rule
def chance(box, states, index, outcomes, weights):
    """R1.2: low charms are common."""
    for charm in range(3):
        outcomes[charm] = charm
        weights[charm] = CHARM_WEIGHTS[charm]
    return 3


@rule
def apply(box, states, index, action):
    """R1.2, R2.1, R3.1."""
    state = states[index]
    if state.to_act == CHANCE:
        state.charm[state.drawing] = action + 1
        state.drawing = int(state.drawing) + 1
        if state.drawing == box[0].seats:
            state.to_act = 0
        return
    seat = int(state.to_act)
    state.taken[seat] = int(state.taken[seat]) + action + 1
    state.heap = int(state.heap) - action - 1
    state.to_act = OVER if state.heap == 0 else (seat + 1) % int(box[0].seats)


@rule
def scores(box, states, index, out):
    """R3.1: pebbles and the charm."""
    for seat in range(int(box[0].seats)):
        out[seat] = int(states[index].taken[seat]) + max(0, int(states[index].charm[seat]))


@rule
def outcome(box, states, index, won):
    """R3.1: the most win; equal ones share it."""
    scores(box, states, index, won)
    mark_best(won, int(box[0].seats))
    return How.PLAYED_OUT


@rule
def hide(box, states, index, seat):
    """R1.2: the charms of the others."""
    state = states[index]
    for other in range(int(box[0].seats)):
        if other != seat and state.charm[other] != 0:
            state.charm[other] = UNKNOWN


@rule
def resample(box, states, index, seat, random, stream):
    """R1.2: charms are drawn with replacement, so each is drawn anew."""
    state = states[index]
    for other in range(int(box[0].seats)):
        if state.charm[other] == UNKNOWN:
            state.charm[other] = max(1, below(random, stream, 4))

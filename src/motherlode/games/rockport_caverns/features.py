"""What a learner sees of a position of the Rockport Caverns, and how far it has come."""

from motherlode.core.compiling import rule
from motherlode.core.contract import Feature, Records
from motherlode.games.rockport_caverns.components import MAX_PLACES, NOWHERE, NUM_ROWS, START_ROW
from motherlode.games.rockport_caverns.kernels import ACTIONS, is_flooded
from motherlode.games.rockport_caverns.ways import count_steps, is_blocked, is_together

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.

NUM_EVENTS = 6
NUM_PHASES = 11
MOST_STORED = 6.0
ENOUGH_ROUNDS = 20.0
LONG_WAY = 12  # steps: who has so many to go, or more, has come nowhere


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order."""
    return (
        Feature("here", MAX_PLACES, 0, 1, "the character's place: seven rows of eight, the start circles last"),
        Feature("friend", MAX_PLACES, 0, 1, "the friend's place, none before it is revealed"),
        Feature("bear", MAX_PLACES, 0, 1, "the bear's place, none without it"),
        Feature("rocks", MAX_PLACES, 0, 1, "Xs of each place, as a share of what blocks it"),
        Feature("blocked", MAX_PLACES, 0, 1, "places that are blocked"),
        Feature("start", MAX_PLACES, 0, 1, "the start circle"),
        Feature("flooded", NUM_ROWS, 0, 1, "rows that are flooded, from row 1"),
        Feature("water", 1, 0, 1, "share of the circles that is filled"),
        Feature("danger", 2, 0, 1, "rounds until the character's and the friend's row is lost, 20 and more are 1"),
        Feature("life", 2, 0, 1, "of the character and of the friend, as a share of the most"),
        Feature("together", 1, 0, 1, "1 if the friend is with the character"),
        Feature("actions", 2, 0, 1, "actions left of this turn, and stored, as a share of 2 and of 6"),
        Feature("re-rolls", 1, 0, 1, "share of the re-rolls that is left"),
        Feature("event", NUM_EVENTS, 0, 1, "the event that is decided or carried out"),
        Feature("phase", NUM_PHASES, 0, 1, "what happens next"),
        Feature("slides", 1, 0, 1, "rock slides still to be rolled, as a share of those before play or 2"),
        Feature("row die", START_ROW, 0, 1, "the row die while its column is rolled; first: none"),
        Feature("turn", 5, 0, 1, "has acted, has moved the friend, is sheltered, no water next, disoriented next"),
    )


@rule
def danger(box, state, place):
    """R4.3: rounds until who stays on a place is lost, if water comes in each, as a share of 20; 1.0 for NOWHERE."""
    if place == NOWHERE:
        return 1.0
    rounds = int(box.full[int(box.row[place]) - 1]) - int(state.water)
    return min(max(rounds / ENOUGH_ROUNDS, 0.0), 1.0)


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says."""
    state = states[index]
    box = boxes[0]
    for place in range(MAX_PLACES):
        row = int(box.row[place])
        capacity = max(1, int(box.capacity[row]))
        out[place] = 1.0 if int(state.here) == place else 0.0
        out[MAX_PLACES + place] = 1.0 if int(state.friend) == place else 0.0
        out[2 * MAX_PLACES + place] = 1.0 if int(state.bear) == place else 0.0
        out[3 * MAX_PLACES + place] = int(state.rocks[place]) / capacity
        out[4 * MAX_PLACES + place] = 1.0 if is_blocked(state, place) else 0.0
        out[5 * MAX_PLACES + place] = 1.0 if int(state.start) == place else 0.0
    spot = 6 * MAX_PLACES
    for row in range(1, NUM_ROWS + 1):
        out[spot] = 1.0 if is_flooded(box, state, row) else 0.0
        spot += 1
    out[spot] = int(state.water) / float(box.total)
    out[spot + 1] = danger(box, state, int(state.here))
    out[spot + 2] = danger(box, state, int(state.friend))
    out[spot + 3] = max(0, int(state.life)) / float(box.most_life)
    out[spot + 4] = max(0, int(state.friend_life)) / float(box.most_life)
    out[spot + 5] = 1.0 if state.here != NOWHERE and is_together(state) else 0.0
    out[spot + 6] = int(state.left) / float(ACTIONS)
    out[spot + 7] = int(state.stored) / MOST_STORED
    out[spot + 8] = int(state.rerolls) / max(1.0, float(box.rerolls))
    spot += 9
    for event in range(1, NUM_EVENTS + 1):
        out[spot] = 1.0 if int(state.event) == event else 0.0
        spot += 1
    for phase in range(NUM_PHASES):
        out[spot] = 1.0 if int(state.phase) == phase else 0.0
        spot += 1
    out[spot] = int(state.slides) / max(2.0, float(box.slides))
    spot += 1
    for row in range(START_ROW):
        out[spot] = 1.0 if int(state.row) == row else 0.0
        spot += 1
    out[spot] = float(state.has_acted)
    out[spot + 1] = float(state.has_led)
    out[spot + 2] = float(state.is_sheltered)
    out[spot + 3] = float(state.is_dry)
    out[spot + 4] = float(state.is_disoriented)


@rule
def nearness(box, state, place, goals):
    """R6.2: how many steps short of LONG_WAY the way from a place to the nearest goal is; 0 where there is none."""
    barred = int(state.blocked) | int(box.row_mask[START_ROW])
    return LONG_WAY - min(count_steps(box, place, goals, barred), LONG_WAY)


@rule
def progress(boxes, states, index, out):
    """R9.2, R9.1, R10.1: a third for the way to the trigger row, to the friend, and from the friend to an exit.

    Each third is how near it is by hexes that are not blocked; the first is whole once the friend is found, and the
    others are nothing before. Lives and water are not counted. All three are whole where both are on an exit.
    """
    state = states[index]
    box = boxes[0]
    steps = 0
    if state.here != NOWHERE:
        here = int(state.here)
        if state.friend == NOWHERE:
            steps = nearness(box, state, here, int(box.row_mask[int(box.trigger_row)]))
        else:
            friend = int(state.friend)
            steps = LONG_WAY + nearness(box, state, here, 1 << friend)
            steps += nearness(box, state, friend, int(box.exit_mask))
    out[0] = steps / float(3 * LONG_WAY)

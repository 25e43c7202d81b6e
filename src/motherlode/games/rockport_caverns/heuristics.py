"""What a careful player would guess and do in the Rockport Caverns.

Distances are exact over the hexes that are not blocked. A set of places is a number of 56 bits, a bit for each place,
and all places one step from a set are found by a few shifts. `evaluate` turns distances into a chance to get out;
`advise` plays by them.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import OVER, Level, SearchSettings
from motherlode.games.rockport_caverns.actions import (
    KEEP,
    LEAD,
    PASS,
    REROLL,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
    STOP,
    STORE,
)
from motherlode.games.rockport_caverns.components import (
    NOWHERE,
    NUM_ROWS,
    NUM_SIDES,
    ROOM,
    SOUTHEAST,
    SOUTHWEST,
    START_ROW,
)
from motherlode.games.rockport_caverns.kernels import (
    LEAD_COST,
    PASS_COST,
    STEP_COST,
    cost,
    is_flooded,
    refuse_store,
)
from motherlode.games.rockport_caverns.state import (
    ACTING,
    DISORIENTED,
    REROLLING,
    ROCK_SLIDES,
    SLIDE,
    SLIDING,
    SLIP,
    WON,
)
from motherlode.games.rockport_caverns.ways import beside, is_blocked, is_together, way_down

FAR = 40  # steps: more than any way has
WET_PENALTY = 3  # steps that a way through water seems longer
CARRY_AHEAD = 8.0  # rounds that the way out takes with the friend, while nobody knows where it begins; rather too many
SEARCH_AHEAD = 3.0  # rounds from the trigger row to the friend
ROUNDS_SPREAD = 2.6  # rounds to spare that make getting out about three to one
LIFE_RISK = 0.62  # how much of the danger each further life takes away
BLOCKED_HOPE = 0.02
WET_HOPE = 0.8  # what is left of hope in a flooded row
STORED_WORTH = 0.4  # rounds that a stored action saves


@rule
def travel(box, state, place, goals, slow, pace, delay, depth):
    """R4, R6: steps from a place to the nearest goal, by a way that is open and dry when it is walked; FAR: none is.

    Args:
        box: the box.
        state: the position.
        place: where the way begins.
        goals: the set of places to come to.
        slow: the set of hexes that count as two steps, since a climb ends the turn.
        pace: how many steps make a round.
        delay: how many rounds from now the first step is taken.
        depth: 0: a row is closed from the round before it is flooded; 1: from the round before it is lost (R4.3).
    """
    if (goals >> place) & 1:
        return 0
    water = int(state.water) - int(state.is_dry) + delay
    lowest = NUM_ROWS  # the lowest row that is still open
    barred = int(state.blocked) | int(box.row_mask[START_ROW])
    newest = 1 << place
    waiting = 0  # slow hexes that were reached a step ago
    for steps in range(1, FAR):
        level = water + (steps + pace - 1) // pace
        while int(box.full[lowest - depth]) <= level:  # row 0 is never full
            barred |= int(box.row_mask[lowest])
            lowest -= 1
        found = beside(box, newest) & ~barred
        barred |= found
        newest = (found & ~slow) | waiting
        if newest & goals:
            return steps
        waiting = found & slow
        if newest == 0 and waiting == 0:
            return FAR
    return FAR


@rule
def distance(box, state, place, goals, slow, pace, delay):
    """Steps to the nearest goal on a dry way, else on a wet one and WET_PENALTY more, as `travel` counts them."""
    steps = travel(box, state, place, goals, slow, pace, delay, 0)
    if steps < FAR:
        return steps
    return min(FAR, travel(box, state, place, goals, slow, pace, delay, 1) + WET_PENALTY)


@rule
def rounds_left(box, state):
    """R4.4: rounds until no circle is left to fill."""
    return int(box.total) - int(state.water) + int(state.is_dry)


@rule
def safe_rounds(box, state, place):
    """R4.3, R4.4: rounds until who stays on a place is lost."""
    row = int(box.row[place])
    if row == 1:
        return int(box.total) + 1 - int(state.water) + int(state.is_dry)
    return int(box.full[row - 1]) - int(state.water) + int(state.is_dry)


@rule
def rounds_needed(box, state):
    """About how many more rounds it takes to get out; FAR where no way is open."""
    place = int(state.here)
    if place == NOWHERE:
        return CARRY_AHEAD + SEARCH_AHEAD + 0.5 * (START_ROW - int(box.trigger_row))
    slow = int(state.rocky)
    spare = STORED_WORTH * int(state.stored)
    if is_together(state):
        way = distance(box, state, place, int(box.exit_mask), 0, 1, -1)
        return float(FAR) if way >= FAR else way - spare
    if state.friend != NOWHERE:
        friend = int(state.friend)
        if is_blocked(state, friend):
            return float(FAR)
        to_friend = distance(box, state, place, 1 << friend, slow, 2, 0)
        if to_friend >= FAR:
            return float(FAR)
        way = distance(box, state, friend, int(box.exit_mask), 0, 1, (to_friend + 1) // 2 - 1)
        return float(FAR) if way >= FAR else 0.5 * to_friend + way - spare
    ahead = distance(box, state, place, int(box.row_mask[int(box.trigger_row)]), slow, 2, 0)
    if ahead >= FAR:
        return float(FAR)
    return 0.5 * ahead + SEARCH_AHEAD + CARRY_AHEAD - spare


@rule
def squash(value):
    """Any number as one between 0 and 1: half for 0, more for what is above it."""
    return 0.5 + 0.5 * value / (1.0 + abs(value))


@rule
def dying(life):
    """R11.1, R11.2: how likely it is, roughly, to run out of so much life before the end."""
    danger = 1.0
    for _ in range(life):
        danger *= 1.0 - LIFE_RISK
    return danger


@rule
def safety(rounds):
    """What is left of the chance to get out so many rounds before someone is lost to the water."""
    if rounds <= 0.0:
        return 0.02
    return min(1.0, 0.3 + 0.35 * rounds)


@rule
def evaluate(boxes, states, index, out):
    """The chance to get out, roughly: rounds to spare before the water, lives, and how near the water is."""
    state = states[index]
    box = boxes[0]
    if state.to_act == OVER:
        out[0] = 1.0 if state.ending == WON else 0.0
        return
    needed = rounds_needed(box, state)
    if needed >= FAR:
        out[0] = BLOCKED_HOPE * squash(float(int(state.life)))
        return
    # A round passes action by action, so that ending a turn costs nothing by itself.
    clock = 0.5 * int(state.left) - 1.0
    hope = squash((rounds_left(box, state) + clock - needed) / ROUNDS_SPREAD)
    danger = dying(int(state.life))
    if state.friend != NOWHERE:
        danger = max(danger, dying(int(state.friend_life)))
    hope *= 1.0 - danger
    if state.here != NOWHERE:
        hope *= safety(safe_rounds(box, state, int(state.here)) + clock)
        if is_flooded(box, state, int(box.row[int(state.here)])):
            hope *= WET_HOPE
    if state.friend != NOWHERE and not is_together(state):
        hope *= safety(safe_rounds(box, state, int(state.friend)) + clock)
    hope += 0.004 * int(state.rerolls)
    out[0] = min(hope, 0.99)


# A careful player in a hurry


@rule
def goals_of(box, state):
    """R9.2, R10.1: the set of places to go to now: the trigger row, then the friend, then, together, an exit."""
    if state.friend == NOWHERE:
        return int(box.row_mask[int(box.trigger_row)])
    if is_together(state):
        return int(box.exit_mask)
    return 1 << int(state.friend)


@rule
def best_side(box, state, goals, slow, pace):
    """The side through which the shortest way to the goals goes; NOWHERE without one.

    Of ways that are about as short a room next to here is preferred, and the bear avoided.
    """
    best = NOWHERE
    least = FAR * 4
    for side in range(NUM_SIDES):
        place = int(box.path[int(state.here), side])
        if place != NOWHERE and not is_blocked(state, place):
            way = distance(box, state, place, goals, slow, pace, 0)
            if way < FAR:
                way = 4 * (way + 1 + ((slow >> place) & 1))
                if box.kind[place] == ROOM:
                    way -= 3
                if place == int(state.bear):
                    way += 3
                if way < least:
                    least = way
                    best = side
    return best


@rule
def advise_turn(box, state):
    """R5: what to do in a turn: rest if weak and in no hurry, else the next step of the shortest way, store or stop."""
    together = is_together(state)
    slow = 0 if together else int(state.rocky)
    side = best_side(box, state, goals_of(box, state), slow, 1 if together else 2)
    dry = safe_rounds(box, state, int(state.here))
    spare = rounds_left(box, state) - rounds_needed(box, state)
    weakest = int(state.life)
    if together:
        weakest = min(weakest, int(state.friend_life))
    if weakest <= 1 and state.has_acted == 0 and state.left >= PASS_COST and dry > 2 and spare > 2.0:
        return PASS
    if side != NOWHERE:
        place = int(box.path[int(state.here), side])
        price = cost(box, state, place, LEAD_COST if together else STEP_COST)
        purse = int(state.left) + int(state.stored)
        if price <= purse:
            return (LEAD if together else STEP) + side
    if refuse_store(box, state) == 0:
        return STORE
    return STOP


@rule
def advise_reroll(box, state):
    """R8.3: whether to turn the event into No Action."""
    event = int(state.event)
    together = is_together(state)
    weakest = int(state.life)
    if together:
        weakest = min(weakest, int(state.friend_life))
    if event == SLIP:
        return REROLL if weakest <= 2 or state.rerolls > 1 else KEEP
    if event == SLIDE:
        is_sliding = way_down(box, state, SOUTHEAST) != NOWHERE or way_down(box, state, SOUTHWEST) != NOWHERE
        is_loss = together or safe_rounds(box, state, int(state.here)) <= 5
        return REROLL if is_sliding and (is_loss or state.rerolls > 1) else KEEP
    if event == DISORIENTED:
        return REROLL if together and state.rerolls > 1 else KEEP
    if event == ROCK_SLIDES:
        return REROLL if state.rerolls > 2 else KEEP
    return KEEP


@rule
def advise(boxes, states, index):
    """What a careful player in a hurry does here; always legal where a seat is to act."""
    state = states[index]
    box = boxes[0]
    if state.phase == ACTING:
        return advise_turn(box, state)
    if state.phase == REROLLING:
        return advise_reroll(box, state)
    if state.phase == SLIDING:
        goals = goals_of(box, state)
        left = distance(box, state, way_down(box, state, SOUTHWEST), goals, 0, 2, 0)
        right = distance(box, state, way_down(box, state, SOUTHEAST), goals, 0, 2, 0)
        return SLIDE_RIGHT if right <= left else SLIDE_LEFT
    return STOP


# A leaf is judged at once: `evaluate` is a better judge than whole games played by `advise`.
SEARCH = SearchSettings(
    rollout=0,
    temperature=0.05,
    explore=0.5,
    levels={
        "pebble": Level(noise=0.4),
        "prospector": Level(noise=0.3),
        "foreman": Level(iterations=60, noise=0.25),
        "mastermind": Level(iterations=5_000, net_iterations=1),
    },
)

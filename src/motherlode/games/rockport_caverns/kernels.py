"""The rules of the Rockport Caverns. Numbers in brackets are those of RULES.md."""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, OVER, How
from motherlode.games.rockport_caverns.actions import (
    KEEP,
    LEAD,
    NUM_ACTIONS,
    NUM_OUTCOMES,
    PASS,
    REROLL,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
    STOP,
    STORE,
)
from motherlode.games.rockport_caverns.components import (
    EXIT,
    MAX_COLUMNS,
    MAX_PLACES,
    NOWHERE,
    NUM_SIDES,
    ROOM,
    SOUTHEAST,
    SOUTHWEST,
    START_ROW,
)
from motherlode.games.rockport_caverns.reasons import Why
from motherlode.games.rockport_caverns.state import (
    ACTING,
    BURIED,
    DARK,
    DEAD,
    DISORIENTED,
    DROWNED,
    ENDED,
    FRIEND_DEAD,
    FRIEND_DROWNED,
    FULL,
    NO_ACTION,
    REROLLING,
    ROCK_SLIDE,
    ROCK_SLIDES,
    ROLLING_BEAR,
    ROLLING_COLUMN,
    ROLLING_EVENT,
    ROLLING_ROW,
    RUNNING,
    SEEKING_COLUMN,
    SEEKING_ROW,
    SLIDE,
    SLIDING,
    SLIP,
    STARTING,
    TRAPPED,
    WON,
)
from motherlode.games.rockport_caverns.ways import (
    is_barring,
    is_blocked,
    is_open,
    is_together,
    is_trapped,
    narrows,
    way_down,
    with_rocks,
)

YOU = 0  # the only seat
ACTIONS = 2  # R5.1
WATER_COST, LEAD_COST, STEP_COST, PASS_COST = 3, 2, 1, 2  # R5.4, R5.3, R5.2, R5.7
FRIEND_ROWS = 3  # R9.3, R9.4


@rule
def setup(boxes, states, index):
    """R1.1, R1.4, R1.5, R9.5: what card and levels say; R12.1: the bear is in its den, nobody else on the map yet."""
    state = states[index]
    box = boxes[0]
    state.rocky = 0
    state.blocked = 0
    state.water = int(box.filled)
    state.rounds = 0
    for place in range(MAX_PLACES):
        state.rocks[place] = 0
    state.here = NOWHERE
    state.friend = NOWHERE
    state.bear = int(box.den) if box.has_bear != 0 else NOWHERE
    state.start = NOWHERE
    state.life = int(box.health)
    state.friend_life = int(box.health)
    state.stored = int(box.stored)
    state.left = 0
    state.rerolls = int(box.rerolls)
    state.event = 0
    state.slides = int(box.slides)
    state.row = 0
    state.has_acted = 0
    state.has_led = 0
    state.has_climbed = 0
    state.is_sheltered = 0
    state.is_dry = 0
    state.is_disoriented = 0
    state.ending = RUNNING
    for spare in range(state.spare.shape[0]):
        state.spare[spare] = 0
    state.phase = STARTING
    state.to_act = CHANCE


# What may be done


@rule
def is_flooded(box, state, row):
    """R4.2: all circles of the row are filled."""
    return int(state.water) >= int(box.full[row])


@rule
def is_lost(box, state, row):
    """R4.3: the row above is flooded, so who is in this row is lost; above row 1 there is none."""
    return int(state.water) >= int(box.full[row - 1])


@rule
def cost(box, state, place, basic):
    """R5.2, R5.3, R5.4: the actions that a step to the place costs: `basic` if it is dry here and there."""
    if is_flooded(box, state, int(box.row[int(state.here)])) or is_flooded(box, state, int(box.row[place])):
        return WATER_COST  # R5.4
    return basic


@rule
def refuse_step(box, state, side, basic):
    """R2.6, R5.1, R6.2: why a step through a side is refused; leaving a blocked hex is not."""
    place = int(box.path[int(state.here), side])
    if place == NOWHERE:
        return Why.NO_PATH
    if is_blocked(state, place):
        return Why.BLOCKED  # R6.2
    if cost(box, state, place, basic) > int(state.left) + int(state.stored):
        return Why.TOO_DEAR
    return ALLOWED


@rule
def refuse_pass(state):
    """R5.7: a pass takes the whole turn and two actions."""
    if state.has_acted != 0:
        return Why.PASS_LATE
    if int(state.left) + int(state.stored) < PASS_COST:
        return Why.PASS_DEAR
    return ALLOWED


@rule
def refuse_store(box, state):
    """R1.1, R5.5, R5.6: why no action may be stored; a climb need not be looked for, since it leaves none to store."""
    if state.left == 0:
        return Why.NOTHING_LEFT
    if state.has_led != 0:
        return Why.STORE_LED  # R5.6
    if state.stored >= box.most_stored:
        return Why.STORE_FULL
    return ALLOWED


@rule
def legal(boxes, states, index, out):
    """R5.2 to R5.8: list steps alone, steps with the friend, pass, store, stop; R8.3, R8.6: or an event's choices."""
    state = states[index]
    box = boxes[0]
    count = 0
    if state.phase == REROLLING:
        out[0] = REROLL
        out[1] = KEEP
        return 2
    if state.phase == SLIDING:
        out[0] = SLIDE_RIGHT
        out[1] = SLIDE_LEFT
        return 2
    for side in range(NUM_SIDES):
        if refuse_step(box, state, side, STEP_COST) == ALLOWED:
            out[count] = STEP + side
            count += 1
    if is_together(state):
        for side in range(NUM_SIDES):
            if refuse_step(box, state, side, LEAD_COST) == ALLOWED:
                out[count] = LEAD + side
                count += 1
    if refuse_pass(state) == ALLOWED:
        out[count] = PASS
        count += 1
    if refuse_store(box, state) == ALLOWED:
        out[count] = STORE
        count += 1
    out[count] = STOP
    return count + 1


@rule
def refuse(boxes, states, index, action):
    """R5 to R9: why the action may not be played; ALLOWED for exactly what `legal` lists."""
    state = states[index]
    box = boxes[0]
    if action < 0 or action >= NUM_ACTIONS or state.to_act < 0:
        return Why.NO_SUCH_ACTION
    if REROLL <= action <= KEEP:
        return ALLOWED if state.phase == REROLLING else Why.NO_EVENT
    if SLIDE_RIGHT <= action <= SLIDE_LEFT:
        return ALLOWED if state.phase == SLIDING else Why.NO_SLIDE
    if state.phase != ACTING:
        return Why.NOT_NOW
    if action == PASS:
        return refuse_pass(state)
    if action == STORE:
        return refuse_store(box, state)
    if action == STOP:
        return ALLOWED
    if action < LEAD:
        return refuse_step(box, state, action - STEP, STEP_COST)
    if not is_together(state):
        return Why.APART
    return refuse_step(box, state, action - LEAD, LEAD_COST)


@rule
def chance(boxes, states, index, outcomes, weights):
    """R1.3, R7.1, R8.1, R9.3, R12.2: list the faces of the die, all equally likely.

    What would be rolled again is left out. R9.4: the friend cannot be there; R1.6: before play, the character would be
    trapped, but where every face would do that, all are listed.
    """
    state = states[index]
    box = boxes[0]
    narrow = narrows(box, state) if state.phase == ROLLING_COLUMN and state.rounds == 0 else 0
    count = 0
    for face in range(NUM_OUTCOMES):
        is_again = state.phase == SEEKING_COLUMN and not is_open(box, state, int(state.row), face)
        if narrow != 0 and is_barring(box, state, narrow, face):
            is_again = True  # R1.6
        if not is_again:
            outcomes[count] = face
            weights[count] = 1
            count += 1
    if count == 0:
        for face in range(NUM_OUTCOMES):
            outcomes[face] = face
            weights[face] = 1
        count = NUM_OUTCOMES
    return count


@rule
def open_row(box, state, row):
    """R9.4: the row itself, or else the next of rows 1, 2, 3, 1, where the friend can be; 0 where all are blocked."""
    for rows_on in range(FRIEND_ROWS):
        candidate = (row - 1 + rows_on) % FRIEND_ROWS + 1
        for face in range(MAX_COLUMNS):
            if is_open(box, state, candidate, face):
                return candidate
    return 0


# What happens


@rule
def apply(boxes, states, index, action):
    """Play an action, or what a die shows, and everything that follows of itself.

    R5.5: a store, R5.7: a pass, which skips the event, R5.8: a stop, R8.3: a re-roll, R8.6: the way of a slide.
    """
    state = states[index]
    box = boxes[0]
    if state.to_act == CHANCE:
        roll(box, state, action)
    elif action < PASS:
        take_step(box, state, action)
    elif action == PASS:
        pay(state, PASS_COST)  # R5.7
        gain_life(box, state)
        after_event(box, state)
    elif action == STORE:
        state.stored = int(state.stored) + 1  # R5.5
        end_actions(box, state)
    elif action == STOP:  # R5.8
        end_actions(box, state)
    elif action == REROLL:  # R8.3
        state.rerolls = int(state.rerolls) - 1
        state.event = NO_ACTION
        resolve(box, state)
    elif action == KEEP:
        resolve(box, state)
    else:
        slide_down(box, state, SOUTHEAST if action == SLIDE_RIGHT else SOUTHWEST)


@rule
def roll(box, state, face):
    """Carry out what a die shows, which is face + 1; the phase says which die it is.

    R1.3, R1.4: the start circle, then the rock slides before play; R7.1: row and column of a slide; R9.3, R9.4: those
    of the friend; R8.2, R8.3: the event, which may be turned into No Action; R12.2: the side of the bear.
    """
    phase = int(state.phase)
    if phase == STARTING:
        state.start = int(box.starts[face])
        state.here = int(box.starts[face])
        if state.slides > 0:
            state.phase = ROLLING_ROW
        else:
            begin_round(box, state)
    elif phase == ROLLING_ROW:
        state.row = face + 1
        state.phase = ROLLING_COLUMN
    elif phase == ROLLING_COLUMN:
        fall(box, state, int(box.counted[int(state.row), face]) if face < MAX_COLUMNS else NOWHERE)
    elif phase == SEEKING_ROW:
        seek(box, state, face % FRIEND_ROWS + 1)
    elif phase == SEEKING_COLUMN:
        find_friend(box, state, int(box.counted[int(state.row), face]))
    elif phase == ROLLING_EVENT:
        state.event = face + 1
        if state.rerolls > 0 and face + 1 != NO_ACTION:
            state.phase = REROLLING
            state.to_act = YOU
        else:
            resolve(box, state)
    else:
        move_bear(box, state, face)


@rule
def end(state, ending):
    """R10, R11: the game is over; what was under way is forgotten."""
    state.ending = ending
    state.phase = ENDED
    state.left = 0
    state.event = 0
    state.slides = 0
    state.row = 0
    state.has_acted = 0
    state.has_led = 0
    state.has_climbed = 0
    state.is_sheltered = 0
    state.is_dry = 0
    state.is_disoriented = 0
    state.to_act = OVER


@rule
def check_life(state):
    """R11.1, R11.2, R11.8: whether everyone lives, the character first; the game ends if not."""
    if state.life <= 0:
        end(state, DEAD)  # R11.1
        return False
    if state.friend_life <= 0:
        end(state, FRIEND_DEAD)  # R11.2
        return False
    return True


@rule
def check_water(box, state):
    """R4.3, R11.3, R11.4, R11.8: whether nobody is below the water, the character first; the game ends if not."""
    if is_lost(box, state, int(box.row[int(state.here)])):
        end(state, DROWNED)  # R11.3
        return False
    if state.friend != NOWHERE and is_lost(box, state, int(box.row[int(state.friend)])):
        end(state, FRIEND_DROWNED)  # R11.4
        return False
    return True


@rule
def check_way(box, state):
    """R11.9: whether rocks leave a way; the game ends if not."""
    if is_trapped(box, state, int(state.blocked)):
        end(state, TRAPPED)  # R11.9
        return False
    return True


@rule
def gain_life(box, state):
    """R5.7, R8.2, R8.4, R9.6: one life for the character, and for the friend if together, up to the highest face."""
    state.life = min(int(state.life) + 1, int(box.most_life))
    if is_together(state):  # R9.6
        state.friend_life = min(int(state.friend_life) + 1, int(box.most_life))


@rule
def begin_round(box, state):
    """R4.1, R5.1: one circle of water, then two actions.

    R3.1: no water after a room; R4.4, R11.5: lost without a circle; R8.2: one action fewer; R11.6: the last round.
    """
    state.event = 0
    state.has_acted = 0
    state.has_led = 0
    state.has_climbed = 0
    state.is_sheltered = 0
    if int(state.rounds) >= int(box.most_rounds):
        end(state, DARK)  # R11.6
        return
    state.rounds = int(state.rounds) + 1
    if state.is_dry != 0:  # R3.1
        state.is_dry = 0
    elif state.water >= box.total:
        end(state, FULL)  # R4.4, R11.5
        return
    else:
        state.water = int(state.water) + 1  # R4.1
        if not check_water(box, state):
            return
    state.left = ACTIONS - int(state.is_disoriented)
    state.is_disoriented = 0
    state.phase = ACTING
    state.to_act = YOU


@rule
def pay(state, price):
    """R5.1: actions of the turn first, then stored ones."""
    from_turn = min(price, int(state.left))
    state.left = int(state.left) - from_turn
    state.stored = int(state.stored) - (price - from_turn)


@rule
def take_step(box, state, action):
    """R5.2 to R5.4, R9.2: go one hex, alone or with the friend; R3.1: into a room, R6.1: or over rocks."""
    is_lead = action >= LEAD
    side = action - LEAD if is_lead else action - STEP
    place = int(box.path[int(state.here), side])
    pay(state, cost(box, state, place, LEAD_COST if is_lead else STEP_COST))
    state.has_acted = 1
    if is_lead:
        state.has_led = 1  # R5.3
    if (int(state.rocky) >> place) & 1:
        state.has_climbed = 1  # R6.1
        state.left = 0
    if box.kind[place] == ROOM:
        state.is_sheltered = 1
    if enter(box, state, place, is_lead):
        if state.friend == NOWHERE and box.row[place] == box.trigger_row:
            hear(box, state)  # R9.2
        else:
            go_on(box, state)


@rule
def enter(box, state, place, is_lead):
    """Arrive on a hex, by step or by slide, with the friend if `is_lead`; returns whether the game goes on.

    R3.1, R3.2: no water after a room; R3.3: the marked row; R12.3: the bear; R11.8: lives, water, R10.1: then the exit.
    R11.9: only who leaves a blocked hex or a start circle can lose the way, since there is no step back.
    """
    origin = int(state.here)
    state.here = place
    if is_lead:
        state.friend = place
    if box.row[place] == box.marked_row and box.row[origin] != box.marked_row:  # R3.3
        state.life = int(state.life) - 1
    if state.bear == place:  # R12.3
        state.life = int(state.life) - 1
    if box.kind[place] == ROOM:
        state.is_dry = 1
    if not check_life(state) or not check_water(box, state):
        return False
    if box.kind[place] == EXIT and is_together(state):
        end(state, WON)  # R10.1
        return False
    if is_blocked(state, origin) or box.row[origin] == START_ROW:
        return check_way(box, state)
    return True


@rule
def go_on(box, state):
    """R5.1, R6.1: go on with the turn while there are actions and no rock slide was climbed, else end it."""
    if state.has_climbed != 0 or int(state.left) + int(state.stored) == 0:
        end_actions(box, state)
    else:
        state.phase = ACTING
        state.to_act = YOU


@rule
def hear(box, state):
    """R1.2, R9.2, R9.3: the trigger row is entered for the first time: locate the friend, by card or by a row die."""
    state.to_act = CHANCE
    if box.friend_row == 0:
        state.phase = SEEKING_ROW  # R9.3
    else:
        seek(box, state, int(box.friend_row))


@rule
def seek(box, state, row):
    """R9.4, R11.7: the friend's row is known: roll the column there or in the next open row; lost if none is."""
    found = open_row(box, state, row)
    if found == 0:
        end(state, BURIED)  # R11.7
    else:
        state.row = found
        state.phase = SEEKING_COLUMN


@rule
def find_friend(box, state, place):
    """R9.2: the friend is on this hex, and the turn goes on, unless the water (R11.4) or rocks (R11.9) forbid it."""
    state.friend = place
    state.row = 0
    if check_water(box, state) and check_way(box, state):
        go_on(box, state)


@rule
def end_actions(box, state):
    """R5.5, R5.8: end the actions of a turn, the rest is lost; R3.1, R8.1: roll the event, if no room was entered."""
    state.left = 0
    state.has_acted = 0
    state.has_led = 0
    state.has_climbed = 0
    if state.is_sheltered != 0:
        after_event(box, state)
    else:
        state.phase = ROLLING_EVENT
        state.to_act = CHANCE


@rule
def resolve(box, state):
    """R8.2, R9.6: carry out the event; it strikes the friend too if they are together."""
    event = int(state.event)
    if event == ROCK_SLIDE:
        begin_slides(state, 1)
    elif event == ROCK_SLIDES:
        begin_slides(state, 2)
    elif event == SLIDE:
        slide(box, state)
    else:
        if event == NO_ACTION:
            gain_life(box, state)
        elif event == SLIP:
            state.life = int(state.life) - 1
            if is_together(state):  # R9.6
                state.friend_life = int(state.friend_life) - 1
            if not check_life(state):
                return
        elif event == DISORIENTED:
            state.is_disoriented = 1
        after_event(box, state)


@rule
def begin_slides(state, count):
    """R7.1: roll so many rock slides."""
    state.slides = count
    state.phase = ROLLING_ROW
    state.to_act = CHANCE


@rule
def slide(box, state):
    """R8.5, R8.6: slide down the only way, or the one nearer the start circle; the player chooses if both are."""
    left = way_down(box, state, SOUTHWEST)
    right = way_down(box, state, SOUTHEAST)
    if left == NOWHERE and right == NOWHERE:
        after_event(box, state)
    elif left == NOWHERE:
        slide_down(box, state, SOUTHEAST)
    elif right == NOWHERE:
        slide_down(box, state, SOUTHWEST)
    else:
        start = int(box.across[int(state.start)])
        to_left = abs(int(box.across[left]) - start)
        to_right = abs(int(box.across[right]) - start)
        if to_left < to_right:
            slide_down(box, state, SOUTHWEST)
        elif to_right < to_left:
            slide_down(box, state, SOUTHEAST)
        else:
            state.phase = SLIDING  # R8.6
            state.to_act = YOU


@rule
def slide_down(box, state, side):
    """R8.5: the character, and the friend if together, are one row lower; this is no climb."""
    if enter(box, state, int(box.path[int(state.here), side]), is_together(state)):
        after_event(box, state)


@rule
def fall(box, state, place):
    """R7.2 to R7.4: a rock slide falls on a hex, or on nothing where the dice give none; then the next, or the round.

    R1.4, R1.6: those before play hurt nobody, as a start circle is no hex of a row, and never trap; R11.9: others may.
    """
    state.row = 0
    state.slides = int(state.slides) - 1
    if place != NOWHERE and not is_blocked(state, place):
        blocked = with_rocks(box, state, place)
        is_trap = blocked != int(state.blocked) and is_trapped(box, state, blocked)
        if is_trap and state.rounds == 0:
            is_trap = False  # R1.6: nothing falls
        else:
            state.rocks[place] = int(state.rocks[place]) + 1
            state.rocky = int(state.rocky) | (1 << place)
            state.blocked = blocked  # R7.2
        if state.here == place:  # R7.4
            state.life = int(state.life) - 1
        if state.friend == place:  # R7.4
            state.friend_life = int(state.friend_life) - 1
        if not check_life(state):
            return
        if is_trap:
            end(state, TRAPPED)  # R11.9
            return
    if state.slides > 0:
        state.phase = ROLLING_ROW
    elif state.rounds == 0:
        begin_round(box, state)
    else:
        after_event(box, state)


@rule
def after_event(box, state):
    """R12.2: end the event, or a turn that has none: move the bear, if there is one, then begin the next round."""
    state.left = 0
    state.event = 0
    state.is_sheltered = 0
    if state.bear != NOWHERE:  # R12.1, R12.2
        state.phase = ROLLING_BEAR
        state.to_act = CHANCE
    else:
        begin_round(box, state)


@rule
def bear_goes(box, state, face):
    """R12.2: where the bear goes: through the side of the die, else clockwise to the first path."""
    bear = int(state.bear)
    for turn in range(NUM_SIDES):
        place = int(box.path[bear, (face + turn) % NUM_SIDES])
        if place != NOWHERE and box.kind[place] != EXIT and not is_blocked(state, place):
            return place
    return bear


@rule
def move_bear(box, state, face):
    """R12.2, R12.3: the bear moves one hex and costs a life where it meets the character."""
    place = bear_goes(box, state, face)
    if place != int(state.bear):
        state.bear = place
        if state.here == place:  # R12.3
            state.life = int(state.life) - 1
            if not check_life(state):
                return
    begin_round(box, state)


@rule
def scores(boxes, states, index, out):
    """R10.2: 1 for getting out together, else 0."""
    out[0] = 1 if states[index].ending == WON else 0


@rule
def outcome(boxes, states, index, won):
    """R10, R11: won by getting out together; R11.6: cut off when the lamp goes out; R11.7, R11.9: trapped."""
    ending = states[index].ending
    won[0] = 1 if ending == WON else 0
    if ending == DARK:
        return How.CAPPED
    return How.TRAPPED if ending >= BURIED else How.PLAYED_OUT


@rule
def hide(boxes, states, index, seat):
    """Nothing is hidden in the caverns."""


@rule
def resample(boxes, states, index, seat, random, stream):
    """Nothing is hidden in the caverns."""

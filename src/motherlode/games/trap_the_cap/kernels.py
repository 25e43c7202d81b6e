"""The rules of Trap the Cap, as the engine calls them; each chapter of RULES.md has its module."""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, How
from motherlode.core.outcomes import mark_best
from motherlode.core.streams import below
from motherlode.games.trap_the_cap.actions import cap_of
from motherlode.games.trap_the_cap.components import (
    EDGE_WORDS,
    FACES,
    FEWEST,
    GOLDEN,
    KEPT,
    LAST,
    MAX_CAPS,
    MOST,
    NOWHERE,
    ONE_LEFT,
    OWN_GOLD,
    RUNNING,
    TOTAL,
    TOWER,
    TURN_CAP,
)
from motherlode.games.trap_the_cap.ending import count_free, count_trapped, gold_holder, has_free, has_free_team
from motherlode.games.trap_the_cap.golden import list_golden, play_golden, refuse_golden
from motherlode.games.trap_the_cap.home import come_home
from motherlode.games.trap_the_cap.moving import blocked, first_colour, list_colour, refuse_move
from motherlode.games.trap_the_cap.reasons import Why
from motherlode.games.trap_the_cap.standing import has, home_of, laden_caps
from motherlode.games.trap_the_cap.trapping import move
from motherlode.games.trap_the_cap.turn import finish_throw, pass_turn
from motherlode.games.trap_the_cap.walks import golden_search, stop_of


@rule
def setup(boxes, states, index):
    """R1.5, R1.7, R11.1: all caps at home, the Golden Cap in the centre, the first seat to throw."""
    state = states[index]
    box = boxes[0]
    for row in range(2):
        for word in range(EDGE_WORDS):
            state.frontier[row, word] = 0
    for cap in range(MAX_CAPS):
        state.place[cap] = NOWHERE
        state.top[cap] = KEPT
        state.rank[cap] = 0
    for cap in range(int(box.num_caps)):
        state.top[cap] = cap
        if cap == int(box.gold):
            state.place[cap] = int(box.spaces) - 1
        else:
            state.place[cap] = home_of(box, int(box.owner[cap]))
    state.spare = 0
    state.gold_owner = NOBODY
    state.ways = 0
    state.course = 0
    state.start = 0
    state.throws = 0
    state.turn = 0
    state.seat = 0
    state.die = 0
    state.ended = RUNNING
    state.to_act = CHANCE


@rule
def legal(boxes, states, index, out):
    """R2 to R6, R9.1, R11: list the moves with the throw, caps by slot, each with its ends; or the choice after a 6."""
    state = states[index]
    box = boxes[0]
    if state.die == 0:
        out[0] = int(box.again)
        out[1] = int(box.again) + 1
        return 2
    if state.ways != 0:
        return list_golden(box, state, out, 0)
    seat = int(state.seat)
    count = 0
    laden = laden_caps(box, state)
    for colour in range(first_colour(box, seat), int(box.seats) if box.game == TOTAL else seat + 1, 2):
        count = list_colour(box, state, colour, laden, out, count)
    if box.game == GOLDEN and int(state.gold_owner) == seat:
        count = list_golden(box, state, out, count)
    return count


@rule
def can_move(box, state):
    """R2.5: whether the seat to act has a legal move with its throw."""
    seat = int(state.seat)
    die = int(state.die)
    laden = laden_caps(box, state)
    for colour in range(first_colour(box, seat), int(box.seats) if box.game == TOTAL else seat + 1, 2):
        low, high = blocked(box, state, colour)
        first = colour * int(box.caps)
        for cap in range(first, first + int(box.caps)):
            if int(state.top[cap]) != cap:
                continue
            place = int(state.place[cap])
            for number in range(int(box.num_ends[place, die])):
                end = int(box.ends[place, die, number])
                if end == place or has(low, high, end) == 0:
                    return True
            steps = int(box.home_steps[int(box.seat_base[colour]), place]) & ((1 << die) - 1)
            if steps != 0 and (laden >> cap) & 1 and box.game != TOWER:
                return True
    if box.game == GOLDEN and int(state.gold_owner) == seat:
        stop = stop_of(box, state)
        end_low, end_high, turn_low, turn_high, _, _, homes, _ = golden_search(box, state, stop, NOWHERE)
        return (end_low | end_high | turn_low | turn_high | homes) != 0
    return False


@rule
def chance(boxes, states, index, outcomes, weights):
    """R2.1: list the faces of the die, all equally likely."""
    for face in range(FACES):
        outcomes[face] = face
        weights[face] = 1
    return FACES


@rule
def draw_face(boxes, states, index, random, stream, outcomes, weights):
    """R2.1: draw one face of those that `chance` lists, without the list."""
    return below(random, stream, FACES)


@rule
def apply(boxes, states, index, action):
    """R2.1: throw the die for chance; R2 to R11: for a seat, move a cap, or say whether to throw again."""
    state = states[index]
    box = boxes[0]
    if state.to_act == CHANCE:
        throw(box, state, action + 1)
        return
    again = int(box.again)
    if action == again:
        state.to_act = CHANCE
    elif action > again:
        pass_turn(box, state)
    elif action >= int(box.gold_at):
        play_golden(box, state, action - int(box.gold_at))
    else:
        cap = cap_of(box, int(state.seat), action // int(box.block))
        code = action % int(box.block)
        spaces = int(box.spaces)
        has_trapped = 0
        if code >= spaces:
            come_home(box, state, cap)
            if code > spaces:
                base = int(box.seat_base[int(box.owner[cap])])
                has_trapped = move(box, state, cap, int(box.near[base, code - spaces - 1]))
        else:
            has_trapped = move(box, state, cap, code)
        finish_throw(box, state, has_trapped)


@rule
def throw(box, state, face):
    """R2.1, R2.5, R6.2: the die is cast; a throw that cannot be moved is lost."""
    state.throws = int(state.throws) + 1
    state.die = face
    if can_move(box, state):
        state.to_act = state.seat
    else:
        finish_throw(box, state, 0)  # R2.5


@rule
def refuse(boxes, states, index, action):
    """R2 to R11: why the seat to act may not play the action; ALLOWED for exactly what `legal` lists."""
    state = states[index]
    box = boxes[0]
    again = int(box.again)
    if action < 0 or action > again + 1 or state.to_act < 0:
        return Why.NO_SUCH_ACTION
    if action >= again:
        return ALLOWED if state.die == 0 else Why.NO_CHOICE_DUE
    if state.die == 0:
        return Why.CHOICE_DUE
    seat = int(state.seat)
    if action >= int(box.gold_at):
        if int(state.gold_owner) != seat:
            return Why.NOT_FREE
        return refuse_golden(box, state, action - int(box.gold_at))
    if state.ways != 0:
        return Why.NOT_GOLDEN
    cap = cap_of(box, seat, action // int(box.block))
    code = action % int(box.block)
    if int(state.top[cap]) != cap:
        return Why.NOT_FREE
    return refuse_move(box, state, cap, code)


@rule
def scores(boxes, states, index, out):
    """R7.2 to R7.5, R8.5, R8.6, R10.2, R11.10: write the scores by the ending; before the end, as if it came now."""
    state = states[index]
    box = boxes[0]
    ending = int(box.ending)
    if state.ended == TURN_CAP:
        ending = MOST
    for seat in range(int(box.seats)):
        team = int(box.team[seat])
        if ending == MOST:
            survives = state.ended == ONE_LEFT and has_free_team(box, state, team)
            out[seat] = count_trapped(box, state, team, survives)
        elif ending == FEWEST:  # R8.6
            out[seat] = count_free(box, state, team)
        elif ending == LAST:  # R7.3, R10.2
            out[seat] = 1 if state.ended == ONE_LEFT and has_free(box, state, seat) else 0
        elif ending == OWN_GOLD:  # R11.10
            out[seat] = 1 if gold_holder(box, state) == seat else 0


@rule
def outcome(boxes, states, index, won):
    """R7.2 to R7.5, R8.5, R8.6, R10.2: the highest score wins; R11.10: nobody does while the Golden Cap is neutral."""
    box = boxes[0]
    is_capped = states[index].ended == TURN_CAP
    scores(boxes, states, index, won)
    if is_capped or box.ending != OWN_GOLD:
        mark_best(won, int(box.seats))
    return How.CAPPED if is_capped else How.PLAYED_OUT


@rule
def hide(boxes, states, index, seat):
    """Nothing is hidden in Trap the Cap."""


@rule
def resample(boxes, states, index, seat, random, stream):
    """Nothing is hidden in Trap the Cap."""

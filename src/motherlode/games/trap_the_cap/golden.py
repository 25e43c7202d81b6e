"""The Golden Cap, which may turn back: R11."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED
from motherlode.games.trap_the_cap.components import GREY, NOWHERE
from motherlode.games.trap_the_cap.courses import CHOICE_BITS, begin_course, is_offered, start_of, taken_ends
from motherlode.games.trap_the_cap.home import come_home
from motherlode.games.trap_the_cap.reasons import Why
from motherlode.games.trap_the_cap.standing import has, home_of
from motherlode.games.trap_the_cap.trapping import move
from motherlode.games.trap_the_cap.turn import finish_throw
from motherlode.games.trap_the_cap.walks import STAY, golden_search, stop_of, ways_from_home


@rule
def list_golden(box: Any, state: Any, out: Any, count: int) -> int:
    """R11.7: append what the Golden Cap can choose next: ends, its base, turning points; returns the new count."""
    stop = stop_of(box, state)
    end_low, end_high, turn_low, turn_high, sure_low, sure_high, homes, _ = golden_search(box, state, stop, NOWHERE)
    action = int(box.gold_at)
    spaces = int(box.spaces)
    start = stop
    stays = (int(state.ways) & STAY) != 0
    if state.ways != 0:
        # Only before the first choice is what `golden_search` is sure of sure to be offered.
        sure_low = 0
        sure_high = 0
        start = start_of(box, state)
        taken_low, taken_high, taken_stay = taken_ends(box, state, start, int(state.course))
        end_low &= ~taken_low
        end_high &= ~taken_high
        stays = stays and taken_stay == 0
    for space in range(spaces):
        if has(end_low, end_high, space):
            out[count] = action + space
            count += 1
    if stays or (homes != 0 and is_next(box, state, start, spaces)):
        out[count] = action + spaces
        count += 1
    if turn_low != 0 or turn_high != 0:
        for space in range(spaces):
            if has(turn_low, turn_high, space) and (
                has(sure_low, sure_high, space) or is_next(box, state, start, space)
            ):
                out[count] = action + spaces + 1 + space
                count += 1
    return count


@rule
def is_next(box: Any, state: Any, start: Any, choice: int) -> bool:
    """R11.7: whether the course so far, from this start on, is offered with one more choice."""
    return is_offered(box, state, start, (int(state.course) << CHOICE_BITS) | (choice + 1))


@rule
def refuse_golden(box: Any, state: Any, code: int) -> int:
    """R11: why the Golden Cap may not do this next; `code` is the action, counted from the first of its actions."""
    stop = stop_of(box, state)
    _, _, is_laden, foe_low, foe_high, low, high = stop
    end_low, end_high, turn_low, turn_high, _, _, homes, _ = golden_search(box, state, stop, NOWHERE)
    spaces = int(box.spaces)
    start = start_of(box, state)
    if code < spaces:
        if has(end_low, end_high, code):
            taken_low, taken_high, _ = taken_ends(box, state, start, int(state.course))
            return Why.SAME_EFFECT if has(taken_low, taken_high, code) else ALLOWED
        if has(low, high, code):
            return Why.GREY_OWN if int(box.kind[code]) == GREY else Why.OWN_CAP
        return Why.NOT_THE_THROW
    if code == spaces:
        if (int(state.ways) & STAY) != 0:
            _, _, taken_stay = taken_ends(box, state, start, int(state.course))
            return Why.SAME_EFFECT if taken_stay else ALLOWED
        if homes != 0:
            return ALLOWED if is_next(box, state, start, code) else Why.SAME_EFFECT
        if int(state.place[int(box.gold)]) == home_of(box, int(state.seat)):
            return Why.MUST_GO_ON
        return Why.HOME_TOO_FAR if is_laden else Why.NOT_LADEN
    space = code - spaces - 1
    if has(turn_low, turn_high, space):
        return ALLOWED if is_next(box, state, start, space) else Why.SAME_EFFECT
    return Why.NO_TURN if has(foe_low, foe_high, space) else Why.NOTHING_TO_TRAP


@rule
def play_golden(box: Any, state: Any, code: int) -> None:
    """R11.3 to R11.7: the Golden Cap ends, visits its base or stays there, or turns and traps; `code` as above."""
    gold = int(box.gold)
    spaces = int(box.spaces)
    if code < spaces:
        move(box, state, gold, code)
        finish_throw(box, state, 1)
    elif code == spaces and (int(state.ways) & STAY) != 0:
        finish_throw(box, state, 1)
    else:
        choice = spaces if code == spaces else code - spaces - 1
        stop = stop_of(box, state)
        _, _, _, _, _, _, homes, ways = golden_search(box, state, stop, choice)
        if state.ways == 0:
            begin_course(state, stop)
        state.course = (int(state.course) << CHOICE_BITS) | (choice + 1)
        if choice == spaces:
            come_home(box, state, gold)
            ways = ways_from_home(box, state, stop, homes)
        else:
            move(box, state, gold, choice)
        state.ways = ways
        if ways == STAY:
            finish_throw(box, state, 1)

"""After a throw: another one after a 6, the next seat, or the end: R6, R7."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, OVER
from motherlode.games.trap_the_cap.components import FACES, ONE_LEFT, TOTAL, TURN_CAP
from motherlode.games.trap_the_cap.ending import has_free, is_one_left


@rule
def finish_throw(box: Any, state: Any, has_trapped: int) -> None:
    """R6.1 to R6.3, R7.1, R7.6: after a move or a lost throw: the end, a choice after a 6, or the next seat."""
    die = int(state.die)
    state.die = 0
    state.ways = 0
    state.course = 0
    state.start = 0
    if has_trapped and is_one_left(box, state):
        state.ended = ONE_LEFT  # R7.1
        state.to_act = OVER
    elif int(state.throws) >= 2 * int(box.turns):
        state.ended = TURN_CAP  # R7.6
        state.to_act = OVER
    elif die == FACES:  # R6.1
        state.to_act = state.seat
    else:
        pass_turn(box, state)


@rule
def pass_turn(box: Any, state: Any) -> None:
    """R1.7, R7.4, R7.5, R8.4, R9.3: end a turn; the next seat with free caps throws, or the cap ends the game."""
    turn = int(state.turn) + 1
    state.turn = turn
    if turn >= int(box.turns):
        state.ended = TURN_CAP  # R7.5
        state.to_act = OVER
        return
    seats = int(box.seats)
    seat = int(state.seat)
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if box.game == TOTAL or has_free(box, state, seat):
            break
    state.seat = seat
    state.to_act = CHANCE

"""Whose turn it is and how it ends: R2, R3."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, NOBODY
from motherlode.games.minecart_mayhem.cards import clear_declared, is_target_gone
from motherlode.games.minecart_mayhem.components import MAX_SEATS
from motherlode.games.minecart_mayhem.ending import end_game
from motherlode.games.minecart_mayhem.hands import refill, throw_away
from motherlode.games.minecart_mayhem.lanes import num_alive
from motherlode.games.minecart_mayhem.state import COLLAPSE, DEAL, DRAW, NOWHERE, PLAY


@rule
def begin_round(box: Any, state: Any) -> None:
    """R2.1, R2.2: begin a round: the order of turns goes from the lane with the torch to the right.

    It is kept as an order of players, so that carts which swap lanes do not change it.
    """
    state.round_number = int(state.round_number) + 1
    count = 0
    for to_right in range(int(box.lanes)):
        seat = int(state.cart[(int(state.torch) + to_right) % int(box.lanes)])
        if seat != NOBODY:
            state.order[count] = seat
            count += 1
    for turn in range(count, MAX_SEATS):
        state.order[turn] = NOBODY
    state.turn = 0
    state.phase = PLAY
    state.to_act = state.order[0]


@rule
def drawer(box: Any, state: Any) -> int:
    """R1.4, R3.5: the seat for which chance acts: the next one to be dealt a card, else the one whose turn it is."""
    if state.phase == DEAL:
        seat = 0
        while int(state.hand_size[seat]) >= int(box.hand):
            seat += 1
        return seat
    return int(state.order[int(state.turn)])


@rule
def finish_roll(box: Any, state: Any) -> bool:
    """R9.5, R9.6, R11.1: go on after a roll; returns whether the turn is over.

    It is not if the second card of a Double is still to be rolled for, nor if the game is over, which is ended here. A
    second card that cannot be rolled for any more is discarded.
    """
    seat = int(state.order[int(state.turn)])
    is_last = num_alive(state) == 1
    if state.num_declared > 0:
        if not is_last and int(state.lane[seat]) != NOWHERE and not is_target_gone(state):
            return False
        throw_away(state, int(state.declared[0]))  # R9.5, R9.6
    if is_last:
        end_game(box, state, 0)  # R11.1
    return not is_last


@rule
def end_turn(box: Any, state: Any) -> None:
    """R3.5 to R3.8, R2.3, R10.1: go on after a card was resolved or drawn: draw, next player, or end of the round.

    A player short of cards draws the next one if there is any. Else it is the turn of the next player who still stands;
    after the last one the cave collapses. The collapse is an outcome of chance of its own, not part of the last draw:
    it may show a card which only its player saw when it was drawn.
    """
    clear_declared(state)
    seat = int(state.order[int(state.turn)])
    if int(state.lane[seat]) != NOWHERE and int(state.hand_size[seat]) < int(box.hand):
        if state.pile_size == 0:
            refill(box, state)  # R3.6
        if state.pile_size > 0:
            state.phase = DRAW  # R3.5
            state.to_act = CHANCE
            return
    turn = int(state.turn) + 1
    while turn < MAX_SEATS and state.order[turn] != NOBODY:
        seat = int(state.order[turn])
        if int(state.lane[seat]) != NOWHERE:
            state.turn = turn
            state.phase = PLAY
            state.to_act = seat
            return
        turn += 1  # R2.3
    state.phase = COLLAPSE  # R10.1
    state.to_act = CHANCE

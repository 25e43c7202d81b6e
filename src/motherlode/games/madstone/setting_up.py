"""Set-up, after chance has named the starting player: R2."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE
from motherlode.games.madstone.chains import add_to_hand, put_on_pile, take_from_hand
from motherlode.games.madstone.components import ARTIFACT
from motherlode.games.madstone.state import AWAITED, DEAL, SETTLE
from motherlode.games.madstone.turn import begin_turn


@rule
def choose(box: Any, state: Any, faction: int) -> None:
    """R2.2: a player takes a Commander, and the one before him is next; after the starting player, cards are dealt."""
    seats = int(box.seats)
    seat = int(state.actor)
    state.commander[seat] = faction
    if seat != int(state.first):
        state.actor = (seat + seats - 1) % seats
        state.to_act = state.actor
    else:
        state.phase = DEAL
        state.to_act = CHANCE


@rule
def deal(box: Any, state: Any, card: int) -> None:
    """R2.3, R2.5: deal a card; when every hand is full, the starting player is first to place cards in the field.

    R12.3: no Darkness Falls is dealt.
    """
    seats = int(box.seats)
    seat = int(state.actor)
    add_to_hand(state, seat, card)
    state.sure_size[seat] = int(state.sure_size[seat]) + 1
    if int(state.hand_size[seat]) < int(box.dealt):
        return
    seat = (seat + 1) % seats
    state.actor = seat
    if seat == int(state.first):
        state.phase = SETTLE
        state.to_act = seat
        if box.placed == 0:
            begin_play(box, state)


@rule
def settle(box: Any, state: Any, card: int) -> None:
    """R2.5, R2.6: place a card of the hand in the field at set-up; the pile of an artifact is named next."""
    seat = int(state.actor)
    take_from_hand(box, state, seat, card)
    if int(box.faction[card]) == ARTIFACT:
        state.zone[card] = AWAITED
        state.pending = card  # R2.6
    else:
        put_on_pile(state, card, int(box.faction[card]))  # R2.5


@rule
def settle_next(box: Any, state: Any) -> None:
    """R2.5, R2.7: go on after a card was placed at set-up: the same player, the next one, or the first turn."""
    seat = int(state.actor)
    if int(state.hand_size[seat]) > int(box.dealt) - int(box.placed):
        state.phase = SETTLE
        state.to_act = seat
        return
    seat = (seat + 1) % int(box.seats)
    state.actor = seat
    state.to_act = seat
    state.phase = SETTLE
    if seat == int(state.first):
        begin_play(box, state)


@rule
def begin_play(box: Any, state: Any) -> None:
    """R2.7: every player takes red crystals, and the starting player begins the first turn."""
    seats = int(box.seats)
    for rank in range(seats):
        state.red[(int(state.first) + rank) % seats] = box.start_red[rank]  # R13.1
    begin_turn(box, state, int(state.first))

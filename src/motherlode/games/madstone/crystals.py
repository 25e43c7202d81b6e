"""Crystals gained and paid: R7."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED
from motherlode.games.madstone.attack import Standing, refuse_target
from motherlode.games.madstone.chains import is_in_hand
from motherlode.games.madstone.components import MAX_CRYSTALS
from motherlode.games.madstone.state import ARMY


@rule
def gain_red(state: Any, seat: int, amount: int) -> None:
    """R1.4: a player takes red crystals from the heap, up to MAX_CRYSTALS in all."""
    state.red[seat] = min(int(state.red[seat]) + amount, MAX_CRYSTALS)


@rule
def gain_gold(state: Any, seat: int, amount: int) -> None:
    """R1.4: a player takes gold crystals from the heap, up to MAX_CRYSTALS in all."""
    state.gold[seat] = min(int(state.gold[seat]) + amount, MAX_CRYSTALS)


@rule
def pay(state: Any, seat: int, cost: int) -> None:
    """R7.1 to R7.3: pay a cost in red: with red crystals first, then gold; the other way round after `gold first`."""
    if cost == 0:
        return
    red = int(state.red[seat])
    gold = int(state.gold[seat])
    from_red = min(cost, red)
    if state.gold_first != 0:  # R7.3
        from_red = cost - min(cost, gold)
        state.gold_first = 0
    state.red[seat] = red - from_red
    state.gold[seat] = gold - (cost - from_red)


@rule
def has_choice_of_colour(box: Any, state: Any, seat: int, standing: Standing) -> bool:
    """R7.3: whether a player may say `gold first`: he has both colours, and a card that counts red is within reach."""
    if state.gold_first != 0 or state.red[seat] == 0 or state.gold[seat] == 0:
        return False
    for nth in range(int(box.num_red_counters)):
        if is_in_hand(state, seat, int(box.red_counter[nth])):
            return True
    return has_counter_in_reach(box, state, seat, standing)


@rule
def has_counter_in_reach(box: Any, state: Any, seat: int, standing: Standing) -> bool:
    """R7.3: whether a card that counts red is in the player's army, or could be attacked by him now."""
    for nth in range(int(box.num_red_counters)):
        card = int(box.red_counter[nth])
        if int(state.zone[card]) == ARMY + seat or refuse_target(box, state, seat, standing, card) == ALLOWED:
            return True
    return False


@rule
def put_gold_first(box: Any, state: Any, seat: int, standing: Standing) -> None:
    """R7.3: the next payment takes gold first; R12.3: without a card in reach that counts red one is in the hand."""
    state.gold_first = 1
    if not has_counter_in_reach(box, state, seat, standing):
        state.shows_counter[seat] = 1
        state.sure_size[seat] = max(int(state.sure_size[seat]), 1)

"""Lifting the darkness: R6."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.madstone.counting import power_of


@rule
def can_lift(box: Any, state: Any, seat: int) -> bool:
    """R6.5: whether a player may lift the darkness: it is night and nobody's power is below his."""
    if state.dark_down == 0:
        return False
    mine = 0
    lowest = 0
    for other in range(int(box.seats)):
        power = power_of(box, state, other)
        if other == 0 or power < lowest:
            lowest = power
        if other == seat:
            mine = power
    return mine <= lowest


@rule
def lift(state: Any) -> None:
    """R6.5: all Darkness Falls on the table are removed from the game: it is day."""
    state.dark_gone = int(state.dark_gone) + int(state.dark_down)
    state.dark_down = 0

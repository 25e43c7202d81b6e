"""How Minecart Mayhem's actions are numbered.

First the actions that every box has room for, then one for each lane and distance of a Stalactite, as many as the box
has rails. Lanes count from 0, distances ahead of the cart from 1.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.minecart_mayhem.components import (
    DOUBLE,
    DYNAMITE,
    MAX_LANES,
    MAX_SEATS,
    NUM_KINDS,
    RAIL,
    ROCKET,
    STALACTITE,
    SWAP,
)

CHOOSE_LANE = 0
PLAY_RAIL = CHOOSE_LANE + MAX_LANES
PLAY_DYNAMITE = PLAY_RAIL + MAX_LANES
PLAY_ROCKET = PLAY_DYNAMITE + 2 * MAX_LANES
PLAY_SWAP = PLAY_ROCKET + MAX_SEATS
PLAY_DOUBLE = PLAY_SWAP + MAX_SEATS
DISCARD_CARD = PLAY_DOUBLE + 1
PASS = DISCARD_CARD + NUM_KINDS
PLAY_STALACTITE = PASS + 1


@rule
def num_actions(box: Any) -> int:
    """Actions are 0 .. num_actions - 1."""
    return PLAY_STALACTITE + int(box.lanes) * int(box.longest)


@rule
def kind_of(action: int) -> int:
    """The kind of card that an action plays; for actions from PLAY_RAIL on, other than discards and PASS."""
    if action >= PLAY_STALACTITE:
        return STALACTITE
    if action >= PLAY_DOUBLE:
        return DOUBLE
    if action >= PLAY_SWAP:
        return SWAP
    if action >= PLAY_ROCKET:
        return ROCKET
    if action >= PLAY_DYNAMITE:
        return DYNAMITE
    return RAIL


@rule
def encode_stalactite(box: Any, lane: int, ahead: int) -> int:
    """The action that declares a Stalactite on the rail `ahead` rows in front of the cart of a lane."""
    return PLAY_STALACTITE + lane * int(box.longest) + ahead - 1


@rule
def stalactite_lane(box: Any, action: int) -> int:
    """The lane of a Stalactite action."""
    return (action - PLAY_STALACTITE) // int(box.longest)


@rule
def stalactite_ahead(box: Any, action: int) -> int:
    """How many rows in front of the cart a Stalactite action goes."""
    return (action - PLAY_STALACTITE) % int(box.longest) + 1

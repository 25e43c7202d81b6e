"""How Minecart Mayhem's actions and the outcomes of chance are numbered.

| number | action | when (phase) |
| --- | --- | --- |
| CHOOSE_LANE + lane | put the own cart in that lane | CHOOSE |
| PLAY_RAIL + lane | declare a Rail on that lane | PLAY, FIRST, SECOND |
| PLAY_DYNAMITE + 2 * lane + end | declare a Dynamite on the FRONT or BACK rail of that lane | PLAY, FIRST, SECOND |
| PLAY_ROCKET + seat | declare a Rocket on the cart of that seat | PLAY, FIRST, SECOND |
| PLAY_SWAP + seat | declare a Swap with the cart of that seat | PLAY, FIRST, SECOND |
| PLAY_DOUBLE | play a Double; the two cards are declared next | PLAY |
| DISCARD_CARD + kind | discard a card, where none can be declared | PLAY |
| PASS | pass, with an empty hand | PLAY |
| PLAY_STALACTITE + lane * longest + ahead - 1 | declare a Stalactite so many rows ahead of the cart there | as a Rail |

Lanes count from 0, rows ahead of a cart from 1. Stalactites come last because how many there are depends on the box:
`longest` is the number of rails in it. All others have room for the most lanes and seats that any box has.

Chance: in phase ROLL the outcome is what the die shows, less 1. In DEAL and DRAW it is the kind of the card. In
COLLAPSE there is one outcome, 0.
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
    """The kind of card that an action plays; not for choosing a lane, discarding and passing."""
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
    """R6.1: the action that declares a Stalactite on the rail `ahead` rows in front of the cart of a lane."""
    return PLAY_STALACTITE + lane * int(box.longest) + ahead - 1


@rule
def stalactite_lane(box: Any, action: int) -> int:
    """The lane on which a Stalactite is declared."""
    return (action - PLAY_STALACTITE) // int(box.longest)


@rule
def stalactite_ahead(box: Any, action: int) -> int:
    """How many rows in front of the cart a Stalactite is declared."""
    return (action - PLAY_STALACTITE) % int(box.longest) + 1

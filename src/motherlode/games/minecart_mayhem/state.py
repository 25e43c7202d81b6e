"""A position of Minecart Mayhem."""

import numpy as np

from motherlode.core.layout import record
from motherlode.games.minecart_mayhem.components import (
    MAX_HAND,
    MAX_LANES,
    MAX_SEATS,
    MAX_STALACTITES,
    NUM_KINDS,
)

NOWHERE = -1  # the lane of a player who has not chosen or is eliminated
EMPTY = -1  # in a hand: no card
UNKNOWN = -2  # in a hand, to a viewer who may not see it: a card drawn from the present pile

# phase: what is to be done: deal, choose a lane, play a card, declare the first and the second card of a Double, roll
# for the first declared card, draw, let the cave collapse; END: nothing
DEAL, CHOOSE, PLAY, FIRST, SECOND, ROLL, DRAW, COLLAPSE, END = range(9)

WIN, SHARE = 2, 1  # R11.4: result of the last one standing, of each who shares a draw

# fate: how a player was eliminated: by a Dynamite, by a Rocket, with the rail that collapsed, by moving off the rails
ALIVE, BLASTED, LAUNCHED, COLLAPSED, DERAILED = range(5)

STATE = record(
    [
        (
            "stalactite",
            np.int16,
            (MAX_STALACTITES,),
        ),  # lane * ROWS + row of each on a rail, ascending; then zeros
        ("back", np.int16, (MAX_LANES,)),  # row of the back rail; 0 in lanes without a cart
        ("front", np.int16, (MAX_LANES,)),  # row of the front rail, likewise; R1.2: rails lie on all rows between
        ("row", np.int16, (MAX_SEATS,)),  # of the cart; 0 without one
        ("target_row", np.int16, (2,)),  # of a declared Stalactite; else 0
        ("round_number", np.int16),  # from 1; 0 before the first
        ("card", np.int8, (MAX_SEATS, MAX_HAND)),  # the hand, oldest first, then by kind; EMPTY, UNKNOWN
        ("age", np.int8, (MAX_SEATS, MAX_HAND)),  # 0: drawn from the present pile; higher: from earlier ones
        (
            "ruled_out",
            np.int8,
            (MAX_SEATS, MAX_HAND),
        ),  # R12.4: kinds that cards held cannot be, as bits: see secrecy.py
        ("hand_size", np.int8, (MAX_SEATS,)),
        ("pile", np.int8, (NUM_KINDS,)),  # by kind; to a viewer: with the UNKNOWN cards
        ("discard", np.int8, (NUM_KINDS,)),
        ("pile_size", np.int8),
        ("num_stalactites", np.int8),  # on rails
        ("lane", np.int8, (MAX_SEATS,)),  # where the cart of each seat stands; NOWHERE
        ("cart", np.int8, (MAX_LANES,)),  # the seat whose cart stands in each lane; NOBODY
        ("order", np.int8, (MAX_SEATS,)),  # the seats in the order of this round; then NOBODY
        ("turn", np.int8),  # whose turn it is: a number in `order`, from 0
        ("torch", np.int8),  # the lane with the turn marker, which begins this round
        ("declared", np.int8, (2,)),  # kinds of the cards to be rolled for; EMPTY
        (
            "target",
            np.int8,
            (2,),
        ),  # lane (Rail, Stalactite), 2 * lane + end (Dynamite), seat (Rocket, Swap); else 0
        ("num_declared", np.int8),
        ("is_doubled", np.int8),  # 1 while a Double is played
        ("fate", np.int8, (MAX_SEATS,)),  # ALIVE, or how the player was eliminated
        ("result", np.int8, (MAX_SEATS,)),  # at the end: WIN, SHARE or 0
        ("viewer", np.int8),  # 0: everything is shown; else 1 + the seat from which the rest is hidden
        ("phase", np.int8),
        ("to_act", np.int8),  # seat, CHANCE or OVER
        ("spare", np.int8),
    ]
)

"""A position of Madcap."""

import numpy as np

from motherlode.core.layout import record
from motherlode.games.madcap.components import MAX_FACES, NUM_COLOURS

STATE = record(
    [
        ("total", np.int32, (2,)),  # nuggets by seat in the games of the match that are finished
        ("gold", np.int16, (2,)),  # nuggets by seat in this game
        ("points", np.int16, (2,)),  # by seat, for finished games: 2 for a win, 1 for a draw
        ("game", np.int16),  # number of this game in the match, from 0
        ("dice", np.int8, (NUM_COLOURS, MAX_FACES)),  # how many dice of each colour show each face (face - 1)
        ("level", np.int8, (NUM_COLOURS,)),  # where each barrel stands; OUTSIDE before it enters
        ("banned", np.int8),  # colour of the barrel chosen in the turn before; NOBODY on the first turn
        ("rolled", np.int8),  # dice rolled in this game so far
        ("left", np.int8),  # dice still to be played in this game, rolled or not
        ("first", np.int8),  # seat that has the first turn of this game
        ("to_act", np.int8),  # seat, CHANCE or OVER
        ("spare", np.int8, (2,)),
    ]
)

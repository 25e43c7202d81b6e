"""A position of Madcap."""

from struct import Struct

import numpy as np

from motherlode.core.contract import Records
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

_LAYOUT = Struct(f"=2i2h2hh{MAX_FACES}s{MAX_FACES}s{MAX_FACES}s3b5b2x")
assert _LAYOUT.size == STATE.itemsize


def numbers_of(state: Records) -> tuple[tuple[int, ...], tuple[bytes, ...], tuple[int, ...]]:
    """The fields of a position as tuples, read at once: several times as fast as one by one, for a busy server.

    They are: (total, gold and points by seat, game); (dice by colour, a byte for each face); (level by colour, banned,
    rolled, left, first, to_act).
    """
    found = _LAYOUT.unpack(state.tobytes())
    return found[:7], found[7:10], found[10:]

"""A position of Trap the Cap."""

import numpy as np

from motherlode.core.layout import record
from motherlode.games.trap_the_cap.components import EDGE_WORDS, MAX_CAPS

STATE = record(
    [
        ("frontier", np.int64, (2, EDGE_WORDS)),  # scratch of `golden_search`; zero between calls
        (
            "ways",
            np.int64,
        ),  # how the Golden Cap may go on in mid-move, as bits (see `way_bit`); 0: it is not moving
        ("throws", np.int32),  # throws so far
        ("course", np.int32),  # R11.7: what the Golden Cap has chosen so far in mid-move: see courses.py; else 0
        ("turn", np.int16),  # turns finished so far
        (
            "place",
            np.int8,
            (MAX_CAPS,),
        ),  # where each cap is: a space, or spaces + base; NOWHERE if not in this game
        (
            "top",
            np.int8,
            (MAX_CAPS,),
        ),  # the free cap on top of its stack, itself if it is free; KEPT in a base
        ("rank", np.int8, (MAX_CAPS,)),  # R4.5: order of arrival on its space, 0 first and lowest; 0 in bases
        ("gold_owner", np.int8),  # seat that owns the Golden Cap; NOBODY while it is neutral or a captive
        ("seat", np.int8),  # whose turn it is
        ("die", np.int8),  # the throw to be moved; 0: none is
        ("ended", np.int8),  # RUNNING, ONE_LEFT or TURN_CAP
        ("to_act", np.int8),  # seat, CHANCE or OVER
        ("start", np.int8),  # in mid-move, where the Golden Cap set out, -1 - place if it was laden there; else 0
        ("spare", np.int8),
    ]
)

"""A position of the Rockport Caverns."""

import numpy as np

from motherlode.core.layout import record
from motherlode.games.rockport_caverns.components import MAX_PLACES

# What happens next; `to_act` says who does it.
STARTING, ROLLING_ROW, ROLLING_COLUMN, SEEKING_ROW, SEEKING_COLUMN, ACTING = range(6)
ROLLING_EVENT, REROLLING, SLIDING, ROLLING_BEAR, ENDED = range(6, 11)

# How a game ended. BURIED and what follows it: no way is left.
RUNNING, WON, DEAD, FRIEND_DEAD, DROWNED, FRIEND_DROWNED, FULL, DARK, BURIED, TRAPPED = range(10)

# Faces of the event die.
NO_ACTION, SLIP, ROCK_SLIDE, DISORIENTED, SLIDE, ROCK_SLIDES = range(1, 7)

STATE = record(
    [
        ("rocky", np.int64),  # places with at least one X, as bits
        ("blocked", np.int64),  # places that are blocked, as bits
        ("water", np.int16),  # circles filled
        ("rounds", np.int16),  # from 1; 0 before the first
        ("rocks", np.int8, (MAX_PLACES,)),  # Xs on each place
        ("here", np.int8),  # where the character stands; NOWHERE before the start roll
        ("friend", np.int8),  # where the friend is; NOWHERE before it is revealed
        ("bear", np.int8),  # where the bear is; NOWHERE without the variant
        ("start", np.int8),  # the start circle; NOWHERE before the start roll
        ("life", np.int8),
        ("friend_life", np.int8),
        ("stored", np.int8),  # stored actions
        ("left", np.int8),  # actions of this turn that are left, without the stored ones
        ("rerolls", np.int8),  # how often an event may still be turned into No Action
        ("phase", np.int8),  # what happens next
        ("event", np.int8),  # the event while it is decided or carried out, else 0
        ("slides", np.int8),  # rock slides still to be rolled
        ("row", np.int8),  # the row die, while its column is rolled, else 0
        ("has_acted", np.int8),  # 1: something was done this turn
        ("has_led", np.int8),  # 1: the friend was moved this turn
        (
            "has_climbed",
            np.int8,
        ),  # 1: a rock slide was climbed this turn, only while the friend is being located
        ("is_sheltered", np.int8),  # 1: a room was entered this turn: no event
        ("is_dry", np.int8),  # 1: no water at the start of the next round
        ("is_disoriented", np.int8),  # 1: one action fewer next turn
        ("ending", np.int8),  # how the game ended; RUNNING before
        ("to_act", np.int8),  # seat, CHANCE or OVER
        ("spare", np.int8, (7,)),
    ]
)

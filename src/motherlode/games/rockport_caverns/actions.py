"""How the actions of the Rockport Caverns are numbered: steps by hex side, then everything else."""

from motherlode.games.rockport_caverns.components import NUM_SIDES

STEP = 0  # and up: a step alone through side action - STEP
LEAD = NUM_SIDES  # and up: a step with the friend through side action - LEAD
PASS = 2 * NUM_SIDES
STORE = PASS + 1  # ends the turn and keeps one action
STOP = PASS + 2  # ends the turn and keeps none
REROLL = PASS + 3  # the event becomes No Action
KEEP = PASS + 4  # the event stays
SLIDE_RIGHT = PASS + 5  # which of two ways down, in the order of the sides
SLIDE_LEFT = PASS + 6
NUM_ACTIONS = PASS + 7
NUM_OUTCOMES = 6  # a die shows outcome + 1
MAX_LEGAL = 2 * NUM_SIDES + 3

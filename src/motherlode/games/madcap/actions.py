"""How Madcap's actions are numbered: one number for each colour, face and way."""

from motherlode.core.compiling import rule
from motherlode.games.madcap.components import MAX_FACES, NUM_COLOURS

GO_UP, GO_DOWN, DISCARD = 0, 1, 2  # entering the mine, and two ways that stop on the same level, are GO_UP
NUM_WAYS = 3
NUM_ACTIONS = NUM_COLOURS * MAX_FACES * NUM_WAYS
NUM_OUTCOMES = MAX_FACES  # a die of the next colour shows outcome + 1
MAX_LEGAL = NUM_COLOURS * MAX_FACES * 2


@rule
def encode(colour: int, face: int, way: int) -> int:
    """The number of an action; faces count from 1."""
    return (colour * MAX_FACES + face - 1) * NUM_WAYS + way


@rule
def colour_of(action: int) -> int:
    """The colour of the die that an action uses."""
    return action // (MAX_FACES * NUM_WAYS)


@rule
def face_of(action: int) -> int:
    """The face of the die that an action uses, from 1."""
    return action // NUM_WAYS % MAX_FACES + 1


@rule
def way_of(action: int) -> int:
    """GO_UP, GO_DOWN or DISCARD."""
    return action % NUM_WAYS

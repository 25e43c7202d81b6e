"""Why an action of Madcap is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Each with its rule and its sentence, whose blanks `notation.explain` fills."""

    NO_SUCH_ACTION = 1, "R2.1", "there is no such action"
    NO_SUCH_DIE = 2, "R2.1", "no {colour} die shows {face}"
    SAME_LEVEL = 3, "R4.3", "the barrel would stop on level {level}, where it started"
    BANNED = 4, "R3.1", "the opponent chose the {banned} barrel in the turn before, and another can move"
    ONE_WAY = 5, "R4.4", "up and down are the same here: {one_way}"
    NO_DISCARD = 6, "R5.3", "a die may not be discarded while a barrel can move"
    DISCARD_OTHER = 7, "R5.2", "a die of another colour must be discarded first"

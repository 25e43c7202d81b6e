"""Why an action of the Rockport Caverns is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Each with its rule and its sentence, whose blanks `notation.explain` fills."""

    NO_SUCH_ACTION = 1, "R5.1", "there is no such action"
    NOT_NOW = 2, "R8.3", "the event must be decided first"
    NO_PATH = 3, "R2.6", "no path leads {side} from {here}"
    BLOCKED = 4, "R6.2", "{place} is blocked"
    TOO_DEAR = 5, "R5.1", "it costs {price} actions, and there are {purse}"
    APART = 6, "R9.1", "the friend is {friend}"
    PASS_LATE = 7, "R5.7", "a pass takes the whole turn"
    PASS_DEAR = 8, "R5.7", "a pass takes two actions"
    NOTHING_LEFT = 9, "R5.5", "no action of this turn is left to store"
    STORE_FULL = 10, "R5.5", "the card holds {most_stored}"
    STORE_LED = 11, "R5.6", "nothing is stored in a turn with a move of the friend"
    NO_EVENT = 12, "R8.3", "there is no event to decide"
    NO_SLIDE = 13, "R8.6", "there is no slide to choose"

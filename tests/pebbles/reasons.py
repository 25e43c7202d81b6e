"""Why an action of Pebbles is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    NO_SUCH_ACTION = 1, "R2.1", "take one or two"
    TOO_MANY = 2, "R2.2", "there are not so many"

"""Why an action of Pebbles is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    NO_SUCH_ACTION = 1, "R2.1", {"en": "take one or two", "de": "nimm einen oder zwei"}
    TOO_MANY = 2, "R2.2", {"en": "there are not so many", "de": "so viele sind nicht da"}

"""Why an action of Trap the Cap is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Each with its rule and its sentence, whose blanks `notation.explain` fills."""

    NO_SUCH_ACTION = 1, "R2.6", "there is no such action"
    NO_CHOICE_DUE = 2, "R6.1", "there is no choice to throw again now"
    CHOICE_DUE = 3, "R6.1", "first say whether you throw again"
    NOT_FREE = 4, "R2.1", "{who} {bound}"
    EQUAL_CAP = 5, "R2.7", "an equal cap with a lower number is there: move that one"
    NOT_THE_THROW = 6, "R2.1", "{cap} does not get there from {place} with a {die}"
    OWN_CAP = 7, "R3.1", "a cap of its colour is on that space"
    GREY_OWN = 8, "R3.3", "a cap of its colour rests on that grey space"
    GREY_FULL = 9, "R3.3", "three groups rest on that grey space"
    PARTNER = 10, "R8.2", "a partner is on that space"
    NOT_LADEN = 11, "R5.1", "it has no captives to bring home"
    NO_RETURN = 12, "R10.1", "no cap goes back to its base in Trap the Tower"
    HOME_TOO_FAR = 13, "R5.2", "the base is too far for {cap} with a {die}"
    MUST_GO_ON = 14, "R5.4", "it must come out again with the points that are left"
    NOT_THROUGH_HOME = 15, "R5.4", "it cannot end there through its base"
    NOT_GOLDEN = 16, "R11.7", "the Golden Cap is in the middle of its move"
    NOTHING_TO_TRAP = 17, "R11.7", "there is nothing to trap by turning there"
    NO_TURN = 18, "R11.7", "it cannot turn there and finish its throw"
    SAME_EFFECT = 19, "R11.7", "the same comes of fewer turning points, or of others first: choose so"

"""Why an action of Minecart Mayhem is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Reasons, each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    NO_SUCH_ACTION = 1, "R3.1", "there is no such action"
    CHOOSE_FIRST = 2, "R1.5", "a lane must be chosen first"
    NOT_CHOOSING = 3, "R1.5", "lanes are chosen at set-up"
    NO_SUCH_LANE = 4, "R1.1", "lanes are 1 to {lanes}"
    LANE_TAKEN = 5, "R1.5", "another cart stands there"
    NOT_IN_HAND = 6, "R3.1", "no {card} is in the hand"
    NO_CART_IN_LANE = 7, "R4.1", "no cart is in that lane"
    NO_RAIL_THERE = (
        8,
        "R6.1",
        "no rail lies there, in front of the cart: lane {lane} has its cart on row {row} and its front on row {front}",
    )
    CART_IS_GONE = 9, "R7.1", "that cart is not in the game"
    OWN_CART = 10, "R8.1", "a cart cannot swap with itself"
    NO_SECOND_DOUBLE = 11, "R9.1", "a Double is not played with a Double"
    DOUBLE_NEEDS_TWO = 12, "R9.1", "a Double needs two other cards that can be declared"
    CAN_DECLARE = 13, "R3.1", "a card must be played, for one can be declared"
    MUST_DISCARD = 14, "R3.2", "a card must be discarded, for none can be declared"
    MUST_DECLARE = 15, "R9.2", "the cards of a Double must be declared"

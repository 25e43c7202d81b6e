"""Why an action of Madstone is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Reasons, each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    NO_SUCH_ACTION = 1, "R3.2", "there is no such action"
    CHOOSE_FIRST = 2, "R2.2", "a Commander must be chosen first"
    NOT_CHOOSING = 3, "R2.2", "Commanders are chosen at set-up"
    COMMANDER_TAKEN = 4, "R2.2", "another player has this Commander"
    NAME_PILE = 5, "R2.6", "the pile for the artifact must be named"
    NOT_NAMING = 6, "R2.6", "no artifact is being placed"
    NAME_TARGET = 7, "R11.5", "the target of the ability must be named"
    NOT_AIMING = 8, "R11.5", "no ability needs a target"
    PLACE_FIRST = 9, "R2.5", "cards are placed in the field first"
    NOT_IN_HAND = 10, "R4.1", "this card is not in the hand"
    TURN_IS_DONE = 11, "R3.5", "no basic action is left: only the darkness can be lifted"
    HAND_IS_FULL = 12, "R4.3", "the hand is full"
    PILE_IS_EMPTY = 13, "R4.3", "the draw pile is empty"
    NO_DARKNESS_HELD = 14, "R6.1", "no Darkness Falls is in the hand"
    IS_DAY = 15, "R6.2", "it is day"
    NOT_LOWEST = 16, "R6.5", "another player's power is lower: powers are {powers} by seat"
    NO_CHOICE_OF_COLOUR = 17, "R7.3", "the colour of the crystals does not matter now"
    MUST_ACT = 18, "R3.3", "a basic action is possible"
    NOT_A_TARGET = 19, "R5.2", "this card is not on the table or in the hand"
    NOT_ON_TOP = 20, "R5.2", "this card is covered by others"
    ONLY_AT_NIGHT = 21, "R5.3", "armies can be attacked at night only"
    OWN_ARMY = 22, "R5.3", "this card is in the player's own army"
    PILE_CLOSED = 23, "R4.2", "this pile is closed: the player placed a card on it in this turn"
    PROTECTED = 24, "R11.9", "this card cannot be killed or commanded"
    TOO_DEAR = (
        25,
        "R5.5",
        "there are not enough crystals: {points} points with power {power} cost {price}, and there are {purse}",
    )
    ONLY_COMMAND = 26, "R5.2", "a card in the hand can only be commanded"
    NOT_IN_ARMY = 27, "R11.4", "this card is not in the player's army"
    NO_ABILITY = 28, "R11.4", "this card has no triggered ability"
    ALREADY_USED = 29, "R3.1", "this ability was used in this turn"
    ACTIONS_BEGUN = 30, "R3.2", "basic actions have begun: abilities are over for this turn"
    CONDITION_FAILS = 31, "R11.2", "the condition of this ability does not hold"
    COST_UNPAID = 32, "R11.4", "the cost of this ability cannot be paid"
    NO_EFFECT = 33, "R11.4", "this ability would do nothing now"
    WRONG_TARGET = 34, "R11.6", "this is no target of the ability"
    TOO_STRONG = 35, "R11.6", "this card takes more points than the ability has"

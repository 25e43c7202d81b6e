"""Why an action of Minecart Mayhem is refused."""

from motherlode.core.contract import Language, Reason
from motherlode.games.minecart_mayhem.components import KINDS


class Why(Reason):
    """Each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    # fmt: off
    NO_SUCH_ACTION = 1, "R3.1", {"en": "there is no such action", "de": "einen solchen Zug gibt es nicht"}
    CHOOSE_FIRST = 2, "R1.5", {"en": "a lane must be chosen first", "de": "zuerst muss eine Spur gewählt werden"}
    NOT_CHOOSING = 3, "R1.5", {"en": "lanes are chosen at set-up", "de": "Spuren werden beim Aufbau gewählt"}
    NO_SUCH_LANE = 4, "R1.1", {"en": "lanes are 1 to {lanes}", "de": "es gibt die Spuren 1 bis {lanes}"}
    LANE_TAKEN = 5, "R1.5", {"en": "another cart stands there", "de": "dort steht schon eine Lore"}
    NOT_IN_HAND = 6, "R3.1", {"en": "no {card} is in the hand", "de": "auf der Hand ist {card}"}
    NO_CART_IN_LANE = 7, "R4.1", {"en": "no cart is in that lane", "de": "auf dieser Spur steht keine Lore"}
    NO_RAIL_THERE = 8, "R6.1", {
        "en": "no rail lies there, in front of the cart: lane {lane} has its cart on row {row} and its front on "
        "row {front}",
        "de": "dort vor der Lore liegt kein Gleis: Auf Spur {lane} steht die Lore in Reihe {row}, und vorn ist "
        "Reihe {front}",
    }
    CART_IS_GONE = 9, "R7.1", {"en": "that cart is not in the game", "de": "diese Lore ist nicht im Spiel"}
    OWN_CART = 10, "R8.1", {
        "en": "a cart cannot swap with itself",
        "de": "eine Lore kann nicht mit sich selbst tauschen",
    }
    NO_SECOND_DOUBLE = 11, "R9.1", {
        "en": "a Double is not played with a Double",
        "de": "ein Doppel wird nicht mit einem Doppel gespielt",
    }
    DOUBLE_NEEDS_TWO = 12, "R9.1", {
        "en": "a Double needs two other cards that can be declared",
        "de": "ein Doppel braucht zwei andere Karten, die sich spielen lassen",
    }
    CAN_DECLARE = 13, "R3.1", {
        "en": "a card must be played, for one can be declared",
        "de": "es muss eine Karte gespielt werden, denn eine ist spielbar",
    }
    MUST_DISCARD = 14, "R3.2", {
        "en": "a card must be discarded, for none can be declared",
        "de": "es muss eine Karte abgelegt werden, denn keine ist spielbar",
    }
    MUST_DECLARE = 15, "R9.2", {
        "en": "the cards of a Double must be declared",
        "de": "die Karten eines Doppels müssen gespielt werden",
    }
    # fmt: on


CARDS: dict[Language, tuple[str, ...]] = {  # by their kinds, for NOT_IN_HAND; in German with what negates it
    "en": KINDS,
    "de": ("kein Gleis", "kein Dynamit", "kein Stalaktit", "keine Rakete", "kein Doppel", "kein Tausch"),
}

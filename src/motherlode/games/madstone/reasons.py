"""Why an action of Madstone is refused."""

from motherlode.core.contract import Reason


class Why(Reason):
    """Each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    # fmt: off
    NO_SUCH_ACTION = 1, "R3.2", {"en": "there is no such action", "de": "einen solchen Zug gibt es nicht"}
    CHOOSE_FIRST = 2, "R2.2", {
        "en": "a Commander must be chosen first",
        "de": "zuerst muss ein Kommandant gewählt werden",
    }
    NOT_CHOOSING = 3, "R2.2", {"en": "Commanders are chosen at set-up", "de": "Kommandanten werden beim Aufbau gewählt"}
    COMMANDER_TAKEN = 4, "R2.2", {
        "en": "another player has this Commander",
        "de": "diesen Kommandanten hat schon jemand anders",
    }
    NAME_PILE = 5, "R2.6", {
        "en": "the pile for the artifact must be named",
        "de": "zuerst muss der Stapel für das Artefakt gewählt werden",
    }
    NOT_NAMING = 6, "R2.6", {"en": "no artifact is being placed", "de": "es wird gerade kein Artefakt ausgelegt"}
    NAME_TARGET = 7, "R11.5", {
        "en": "the target of the ability must be named",
        "de": "zuerst muss das Ziel der Fähigkeit gewählt werden",
    }
    NOT_AIMING = 8, "R11.5", {"en": "no ability needs a target", "de": "keine Fähigkeit braucht gerade ein Ziel"}
    PLACE_FIRST = 9, "R2.5", {"en": "cards are placed in the field first", "de": "zuerst werden Karten ins Feld gelegt"}
    NOT_IN_HAND = 10, "R4.1", {"en": "this card is not in the hand", "de": "diese Karte ist nicht auf der Hand"}
    TURN_IS_DONE = 11, "R3.5", {
        "en": "no basic action is left: only the darkness can be lifted",
        "de": "es ist keine Aktion mehr übrig: Nur die Dunkelheit kann noch beendet werden",
    }
    HAND_IS_FULL = 12, "R4.3", {"en": "the hand is full", "de": "die Hand ist voll"}
    PILE_IS_EMPTY = 13, "R4.3", {"en": "the draw pile is empty", "de": "der Nachziehstapel ist leer"}
    NO_DARKNESS_HELD = 14, "R6.1", {"en": "no Darkness Falls is in the hand", "de": "auf der Hand ist keine Dunkelheit"}
    IS_DAY = 15, "R6.2", {"en": "it is day", "de": "es ist Tag"}
    NOT_LOWEST = 16, "R6.5", {
        "en": "another player's power is lower: powers are {powers} by seat",
        "de": "jemand anders hat weniger Stärke: Nach Plätzen sind es {powers}",
    }
    NO_CHOICE_OF_COLOUR = 17, "R7.3", {
        "en": "the colour of the crystals does not matter now",
        "de": "auf die Farbe der Kristalle kommt es jetzt nicht an",
    }
    MUST_ACT = 18, "R3.3", {"en": "a basic action is possible", "de": "es ist noch eine Aktion möglich"}
    NOT_A_TARGET = 19, "R5.2", {
        "en": "this card is not on the table or in the hand",
        "de": "diese Karte ist weder auf dem Tisch noch auf der Hand",
    }
    NOT_ON_TOP = 20, "R5.2", {"en": "this card is covered by others", "de": "diese Karte liegt unter anderen"}
    ONLY_AT_NIGHT = 21, "R5.3", {"en": "armies can be attacked at night only", "de": "Heere sind nur nachts angreifbar"}
    OWN_ARMY = 22, "R5.3", {"en": "this card is in the player's own army", "de": "diese Karte ist im eigenen Heer"}
    PILE_CLOSED = 23, "R4.2", {
        "en": "this pile is closed: the player placed a card on it in this turn",
        "de": "dieser Stapel ist zu: In diesem Zug wurde schon eine Karte darauf ausgelegt",
    }
    PROTECTED = 24, "R11.9", {
        "en": "this card cannot be killed or commanded",
        "de": "diese Karte kann niemand töten oder befehligen",
    }
    TOO_DEAR = 25, "R5.5", {
        "en": "there are not enough crystals: {points} with power {power} cost {price}, and there are {purse}",
        "de": "die Kristalle reichen nicht: Bei Stärke {power} braucht es für {points} {price}, und es gibt nur "
        "{purse}",
    }
    ONLY_COMMAND = 26, "R5.2", {
        "en": "a card in the hand can only be commanded",
        "de": "eine Karte auf der Hand kann nur befehligt werden",
    }
    NOT_IN_ARMY = 27, "R11.4", {
        "en": "this card is not in the player's army",
        "de": "diese Karte ist nicht im eigenen Heer",
    }
    NO_ABILITY = 28, "R11.4", {
        "en": "this card has no triggered ability",
        "de": "diese Karte hat keine auslösbare Fähigkeit",
    }
    ALREADY_USED = 29, "R3.1", {
        "en": "this ability was used in this turn",
        "de": "diese Fähigkeit wurde in diesem Zug schon eingesetzt",
    }
    ACTIONS_BEGUN = 30, "R3.2", {
        "en": "basic actions have begun: abilities are over for this turn",
        "de": "die Aktionen haben begonnen: Mit Fähigkeiten ist es für diesen Zug vorbei",
    }
    CONDITION_FAILS = 31, "R11.2", {
        "en": "the condition of this ability does not hold",
        "de": "die Bedingung dieser Fähigkeit ist nicht erfüllt",
    }
    COST_UNPAID = 32, "R11.4", {
        "en": "the cost of this ability cannot be paid",
        "de": "die Kosten dieser Fähigkeit können nicht bezahlt werden",
    }
    NO_EFFECT = 33, "R11.4", {
        "en": "this ability would do nothing now",
        "de": "diese Fähigkeit würde jetzt nichts bewirken",
    }
    WRONG_TARGET = 34, "R11.6", {"en": "this is no target of the ability", "de": "das ist kein Ziel der Fähigkeit"}
    TOO_STRONG = 35, "R11.6", {
        "en": "this card takes more points than the ability has",
        "de": "diese Karte verlangt mehr Punkte, als die Fähigkeit hat",
    }
    # fmt: on

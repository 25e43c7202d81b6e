"""Why an action of Madcap is refused."""

from motherlode.core.contract import Language, Reason


class Why(Reason):
    """Each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    # fmt: off
    NO_SUCH_ACTION = 1, "R2.1", {"en": "there is no such action", "de": "einen solchen Zug gibt es nicht"}
    NO_SUCH_DIE = 2, "R2.1", {"en": "no {colour} die shows {face}", "de": "kein {colour}er Würfel zeigt {face}"}
    SAME_LEVEL = 3, "R4.3", {
        "en": "the barrel would stop on level {level}, where it started",
        "de": "das Fass würde auf Ebene {level} halten, wo es schon steht",
    }
    BANNED = 4, "R3.1", {
        "en": "the opponent chose the {banned} barrel in the turn before, and another can move",
        "de": "das {banned}e Fass hat die Gegenseite im Zug davor gewählt, und ein anderes kann fahren",
    }
    ONE_WAY = 5, "R4.4", {
        "en": "up and down are the same here: {one_way}",
        "de": "nach oben und nach unten ist hier dasselbe: {one_way}",
    }
    NO_DISCARD = 6, "R5.3", {
        "en": "a die may not be discarded while a barrel can move",
        "de": "ein Würfel darf nicht abgelegt werden, solange ein Fass fahren kann",
    }
    DISCARD_OTHER = 7, "R5.2", {
        "en": "a die of another colour must be discarded first",
        "de": "zuerst muss ein Würfel einer anderen Farbe abgelegt werden",
    }
    # fmt: on


ENTERS: dict[Language, str] = {  # why up and down are the same, for a barrel outside
    "en": "it enters on the level of its die",
    "de": "Das Fass kommt auf die Ebene, die der Würfel zeigt",
}
ONE_ACTION: dict[Language, str] = {"en": "they are one action", "de": "Beides ist ein und derselbe Zug"}  # for others

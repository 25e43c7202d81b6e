"""Why an action of Trap the Cap is refused."""

from motherlode.core.contract import Language, Reason


class Why(Reason):
    """Each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    # fmt: off
    NO_SUCH_ACTION = 1, "R2.6", {"en": "there is no such action", "de": "einen solchen Zug gibt es nicht"}
    NO_CHOICE_DUE = 2, "R6.1", {
        "en": "there is no choice to throw again now",
        "de": "noch einmal zu würfeln steht jetzt nicht zur Wahl",
    }
    CHOICE_DUE = 3, "R6.1", {"en": "first say whether you throw again", "de": "sag zuerst, ob du noch einmal würfelst"}
    NOT_FREE = 4, "R2.1", {"en": "{who} {bound}", "de": "{who} {bound}"}
    EQUAL_CAP = 5, "R2.7", {
        "en": "an equal cap with a lower number is there: move that one",
        "de": "dort steht ein gleicher Hut mit kleinerer Nummer: Zieh den",
    }
    NOT_THE_THROW = 6, "R2.1", {
        "en": "{cap} does not get there from {place} with a {die}",
        "de": "{cap} kommt von {place} aus mit einer {die} nicht dorthin",
    }
    OWN_CAP = 7, "R3.1", {
        "en": "a cap of its colour is on that space",
        "de": "auf diesem Feld steht ein Hut seiner Farbe",
    }
    GREY_OWN = 8, "R3.3", {
        "en": "a cap of its colour rests on that grey space",
        "de": "auf diesem grauen Feld rastet ein Hut seiner Farbe",
    }
    GREY_FULL = 9, "R3.3", {
        "en": "three groups rest on that grey space",
        "de": "auf diesem grauen Feld rasten schon drei Gruppen",
    }
    PARTNER = 10, "R8.2", {"en": "a partner is on that space", "de": "auf diesem Feld steht ein Partner"}
    NOT_LADEN = 11, "R5.1", {
        "en": "it has no captives to bring home",
        "de": "er hat keine Gefangenen, die er heimbringen könnte",
    }
    NO_RETURN = 12, "R10.1", {
        "en": "no cap goes back to its base in Trap the Tower",
        "de": "bei Fang den Turm kehrt kein Hut in seine Heimat zurück",
    }
    HOME_TOO_FAR = 13, "R5.2", {
        "en": "the base is too far for {cap} with a {die}",
        "de": "mit einer {die} kommt {cap} nicht bis in die Heimat",
    }
    MUST_GO_ON = 14, "R5.4", {
        "en": "it must come out again with the points that are left",
        "de": "er muss mit den übrigen Punkten wieder herauskommen",
    }
    NOT_THROUGH_HOME = 15, "R5.4", {
        "en": "it cannot end there through its base",
        "de": "durch seine Heimat kann er dort nicht landen",
    }
    NOT_GOLDEN = 16, "R11.7", {
        "en": "the Golden Cap is in the middle of its move",
        "de": "der Goldene Hut ist mitten in seinem Zug",
    }
    NOTHING_TO_TRAP = 17, "R11.7", {
        "en": "there is nothing to trap by turning there",
        "de": "dort ist mit Wenden nichts zu fangen",
    }
    NO_TURN = 18, "R11.7", {
        "en": "it cannot turn there and finish its throw",
        "de": "er kann dort nicht wenden und seinen Wurf noch zu Ende ziehen",
    }
    SAME_EFFECT = 19, "R11.7", {
        "en": "the same comes of fewer turning points, or of others first: choose so",
        "de": "dasselbe geht mit weniger Wendepunkten oder mit anderen zuerst: Wähl so",
    }
    # fmt: on


PARTS: dict[str, dict[Language, str]] = {  # what fills the blanks
    "golden": {"en": "the Golden Cap", "de": "der Goldene Hut"},
    "not yours": {"en": "does not play for you", "de": "spielt nicht für dich"},
    "kept": {"en": "is kept in a base", "de": "bleibt in einer Heimat gefangen"},
    "under": {"en": "lies under {cap}", "de": "liegt unter {cap}"},
    "base": {"en": "its base", "de": "seiner Heimat"},
    "space": {"en": "space {name}", "de": "Feld {name}"},
    "centre": {"en": "space {name}", "de": "der Mitte"},
}

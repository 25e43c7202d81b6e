"""Why an action of the Rockport Caverns is refused."""

from motherlode.core.contract import Language, Reason
from motherlode.games.rockport_caverns.components import SIDES


class Why(Reason):
    """Each with its number, its rule and its sentence, whose blanks `notation.explain` fills."""

    # fmt: off
    NO_SUCH_ACTION = 1, "R5.1", {"en": "there is no such action", "de": "einen solchen Zug gibt es nicht"}
    NOT_NOW = 2, "R8.3", {
        "en": "the event must be decided first",
        "de": "zuerst muss über das Ereignis entschieden werden",
    }
    NO_PATH = 3, "R2.6", {"en": "no path leads {side} from {here}", "de": "kein Weg führt {here} nach {side}"}
    BLOCKED = 4, "R6.2", {"en": "{place} is blocked", "de": "{place} ist versperrt"}
    TOO_DEAR = 5, "R5.1", {
        "en": "it costs {price}, and there are {purse}",
        "de": "das kostet {price}, und es gibt nur {purse}",
    }
    APART = 6, "R9.1", {"en": "the friend is {friend}", "de": "der Freund ist {friend}"}
    PASS_LATE = 7, "R5.7", {"en": "a pass takes the whole turn", "de": "Rasten braucht den ganzen Zug"}
    PASS_DEAR = 8, "R5.7", {"en": "a pass takes two actions", "de": "Rasten braucht zwei Aktionen"}
    NOTHING_LEFT = 9, "R5.5", {
        "en": "no action of this turn is left to store",
        "de": "von diesem Zug ist keine Aktion zum Aufheben übrig",
    }
    STORE_FULL = 10, "R5.5", {
        "en": "the card holds {most_stored}",
        "de": "mehr als {most_stored} fasst der Vorrat nicht",
    }
    STORE_LED = 11, "R5.6", {
        "en": "nothing is stored in a turn with a move of the friend",
        "de": "in einem Zug, in dem der Freund geführt wurde, wird nichts aufgehoben",
    }
    NO_EVENT = 12, "R8.3", {"en": "there is no event to decide", "de": "es gibt kein Ereignis zu entscheiden"}
    NO_SLIDE = 13, "R8.6", {"en": "there is no slide to choose", "de": "es gibt keinen Rutsch zu wählen"}
    # fmt: on


SIDE_WORDS: dict[Language, tuple[str, ...]] = {
    "en": SIDES,
    "de": ("Nordosten", "Osten", "Südosten", "Südwesten", "Westen", "Nordwesten"),
}
FRIEND: dict[Language, tuple[str, str]] = {  # not found yet; where the friend is
    "en": ("not found yet", "on {place}"),
    "de": ("noch nicht gefunden", "{place}"),
}
ACTIONS: dict[Language, tuple[str, str]] = {"en": ("action", "actions"), "de": ("Aktion", "Aktionen")}
STORED: dict[Language, tuple[str, str]] = {"en": ("stored action", "stored actions"), "de": ACTIONS["de"]}
# From where and where, in German, where rooms bring articles of their own; hexes have numbers.
GERMAN_PLACES = {
    "hex": ("von {number}", "auf {number}"),
    "exit": ("von Ausgang {number}", "an Ausgang {number}"),
    "start": ("von Startkreis {number}", "auf Startkreis {number}"),
    "den": ("von der Bärenhöhle", "in der Bärenhöhle"),
    "nest": ("von den Edelsteinen im Hennennest", "bei den Edelsteinen im Hennennest"),
    "rock": ("vom Patriotenfelsen", "am Patriotenfelsen"),
    "pouch": ("vom Beutel", "beim Beutel"),
    "ammo": ("von den Munitionsfelsen", "bei den Munitionsfelsen"),
}

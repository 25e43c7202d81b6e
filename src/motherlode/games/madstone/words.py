"""The words that tell a game of Madstone, English beside German, and what a card does in German.

Names of cards and Commanders are names, the same in every language; the other German words are those of the web client
(web/src/text/madstone.ts).
"""

from motherlode.core.contract import Records
from motherlode.games.madstone.components import (
    COUNTS,
    EFFECTS,
    ENERGIES,
    FIRST_CONSTANT,
    FIRST_EFFECT,
    NOTHING,
    UNCOUNTED,
)

TEXTS: dict[str, dict[str, str]] = {
    # Set-up
    "starts": {"en": "{player} will start.", "de": "{player} wird beginnen."},
    "takes Commander": {
        "en": "{player} takes {commander}, the {faction} Commander.",
        "de": "{player} nimmt {commander}, den Kommandanten der {faction}.",
    },
    "is dealt": {"en": "{player} is dealt {card}.", "de": "{player} bekommt {card}."},
    "draws": {"en": "{player} draws {card}.", "de": "{player} zieht {card}."},
    "a card": {"en": "a card", "de": "eine Karte"},
    "Darkness Falls": {"en": "Darkness Falls", "de": "Dunkelheit"},
    # What comes with an action
    "was last": {
        "en": " That was the last card: after this turn everyone has one more.",
        "de": " Das war die letzte Karte: Nach diesem Zug sind alle noch einmal dran.",
    },
    "begins": {
        "en": " Everyone takes red crystals, and {player} begins.",
        "de": " Alle nehmen rote Kristalle, und {player} beginnt.",
    },
    "next": {"en": " It is {player}'s turn.", "de": " {player} ist dran."},
    "next at last": {"en": " It is {player}'s turn, a last one.", "de": " {player} ist zum letzten Mal dran."},
    "settles": {
        "en": " {player} is first to place cards in the field.",
        "de": " Zuerst legt {player} Karten ins Feld.",
    },
    # What names no card
    "lifts": {
        "en": "{player} lifts the darkness: it is day.",
        "de": "{player} beendet die Dunkelheit: Es ist Tag.",
    },
    "ends": {"en": "{player} ends the turn.", "de": "{player} beendet den Zug."},
    "pays gold": {"en": "{player} will pay with gold first.", "de": "{player} zahlt zuerst mit Gold."},
    "draws from pile": {"en": "{player} draws from the pile.", "de": "{player} zieht vom Stapel."},
    "brings night": {
        "en": "{player} plays Darkness Falls, night falls, and gains {crystals}.",
        "de": "{player} spielt Dunkelheit und bekommt {crystals}: Die Nacht bricht an.",
    },
    "keeps night": {
        "en": "{player} plays Darkness Falls, it stays night, and gains {crystals}.",
        "de": "{player} spielt Dunkelheit und bekommt {crystals}: Es bleibt Nacht.",
    },
    "robs": {"en": "{player} takes {crystals} from {other}.", "de": "{player} nimmt {crystals} von {other}."},
    # What is done with a card, or to it
    "names pile": {
        "en": "{player} puts it on the {faction} pile.",
        "de": "{player} legt die Karte auf den Stapel der {faction}.",
    },
    "names pile for": {
        "en": "{player} puts it on the {faction} pile and gains {crystals}.",
        "de": "{player} legt die Karte auf den Stapel der {faction} und bekommt {crystals}.",
    },
    "will name pile": {
        "en": "{player} places {card} and will name a pile.",
        "de": "{player} legt {card} aus und wählt dann einen Stapel.",
    },
    "places": {
        "en": "{player} places {card} on the {faction} pile.",
        "de": "{player} legt {card} auf den Stapel der {faction}.",
    },
    "places for": {
        "en": "{player} places {card} on the {faction} pile and gains {crystals}.",
        "de": "{player} legt {card} auf den Stapel der {faction} und bekommt {crystals}.",
    },
    "uses": {"en": "{player} uses {card}: {ability}", "de": "{player} setzt {card} ein: „{ability}“"},
    "whose": {"en": "{player}'s {card}", "de": "{card} von {player}"},
    "kills for": {
        "en": "{player} kills {card} for {price}: {points}.",
        "de": "{player} tötet {card} für {price}: {points}.",
    },
    "kills with bounty": {
        "en": "{player} kills {card} for {price}: {points} and a bounty of {crystals}.",
        "de": "{player} tötet {card} für {price} und bekommt {points}, dazu {crystals} Kopfgeld.",
    },
    "kills": {"en": "{player} kills {card}: {points}.", "de": "{player} tötet {card}: {points}."},
    "commands for": {
        "en": "{player} commands {card} for {price}.",
        "de": "{player} befehligt {card} für {price}.",
    },
    "commands from hand": {
        "en": "{player} commands {card} from the hand for {price}.",
        "de": "{player} befehligt {card} aus der Hand für {price}.",
    },
    "commands": {
        "en": "{player} commands {card} without paying.",
        "de": "{player} befehligt {card}, ohne zu zahlen.",
    },
    "poisons": {
        "en": "{player} puts {tokens} on {card}: {total} in all.",
        "de": "{player} legt {tokens} auf {card}: insgesamt {total}.",
    },
    "negates": {
        "en": "The constants of {card} do not work in this turn.",
        "de": "{card}: Die Dauerfähigkeiten wirken in diesem Zug nicht.",
    },
    # The end
    "after rounds": {
        "en": "After {rounds} the game is scored. ",
        "de": "Nach {rounds} wird abgerechnet. ",
    },
    "wins": {"en": "{winner} wins. Points: {table}.", "de": "{winner} gewinnt. Punkte: {table}."},
    "share": {
        "en": "{winners} and {winner} share the win. Points: {table}.",
        "de": "{winners} und {winner} gewinnen gemeinsam. Punkte: {table}.",
    },
    # Factions: whose pile it is; in German the genitive of the plural
    "vampire": {"en": "vampire", "de": "Vampire"},
    "human": {"en": "human", "de": "Menschen"},
    "elf": {"en": "elf", "de": "Elfen"},
    "goblin": {"en": "goblin", "de": "Goblins"},
}
# One and many of what is counted; in German the accusative, for which all sentences but the last ask.
THINGS: dict[str, dict[str, tuple[str, str]]] = {
    "crystals": {"en": ("crystal", "crystals"), "de": ("Kristall", "Kristalle")},
    "red": {"en": ("red crystal", "red crystals"), "de": ("roten Kristall", "rote Kristalle")},
    "points": {"en": ("points", "points"), "de": ("Punkt", "Punkte")},
    "tokens": {"en": ("poison token", "poison tokens"), "de": ("Giftmarke", "Giftmarken")},
    "rounds": {"en": ("rounds", "rounds"), "de": ("Runde", "Runden")},  # the dative, which is the same
}


def tell(language: str, text: str, **parts: object) -> str:
    """A text in a language, with its parts."""
    return TEXTS[text][language].format(**parts)


def count(language: str, number: int, thing: str) -> str:
    """`1 red crystal`, `3 red crystals`."""
    one, many = THINGS[thing][language]
    return f"{number} {one if number == 1 else many}"


# What a triggered ability says in German, from the table that the kernels read, as `write_abilities` does in English.

ON_TARGET = "auf eine oberste Karte des Felds oder eine Karte in einem anderen Heer"
SENTENCES = {  # {n} is the amount with what it counts, {per} what it is multiplied by
    "red": "nimm {n}{per}",
    "gold": "nimm {n}{per}",
    "draw": "zieh {n}{per}",
    "poison": f"leg {{n}}{{per}} {ON_TARGET}",
    "arrow": (
        f"leg {{n}}{{per}} {ON_TARGET}; liegen dort mindestens so viele wie ihre Tötungszahl, kommt sie in deine Beute"
    ),
    "steal": "nimm jemandem bis zu {n}{per} weg",
    "slay": "töte ohne zu zahlen eine Karte, die du mit bis zu {n}{per} angreifen könntest",
    "recruit": "befehlige ohne zu zahlen eine Karte auf dem Tisch, die du mit bis zu {n}{per} angreifen könntest",
    "action": "du hast diesen Zug {n} mehr{per}",
    "silence": "diesen Zug wirkt keine Dauerfähigkeit",
    "negate": "die Dauerfähigkeiten einer Karte in einem anderen Heer wirken diesen Zug nicht",
    "lift": "die Dunkelheit endet",
    "kill_discount": "eine Karte zu töten kostet diesen Zug {n} weniger{per}",
    "command_discount": "eine Karte zu befehligen kostet diesen Zug {n} weniger{per}",
}
AMOUNTS = {  # one and many of what an effect counts, in the case that its sentence asks for
    "red": ("roten Kristall", "rote Kristalle"),
    "gold": ("goldenen Kristall", "goldene Kristalle"),
    "draw": ("Karte", "Karten"),
    "poison": ("Giftmarke", "Giftmarken"),
    "arrow": ("Giftmarke", "Giftmarken"),
    "steal": ("roten Kristall", "rote Kristalle"),
    "slay": ("Punkt", "Punkten"),
    "recruit": ("Punkt", "Punkten"),
    "action": ("Aktion", "Aktionen"),
    "kill_discount": ("Punkt", "Punkte"),
    "command_discount": ("Punkt", "Punkte"),
}
COUNTED = {  # one and many of what conditions and multipliers count
    "blood": ("Blutenergie", "Blutenergie"),
    "justice": ("Rechtsenergie", "Rechtsenergie"),
    "nature": ("Naturenergie", "Naturenergie"),
    "chaos": ("Chaosenergie", "Chaosenergie"),
    "vampire": ("Vampir in deinem Heer", "Vampire in deinem Heer"),
    "human": ("Mensch in deinem Heer", "Menschen in deinem Heer"),
    "elf": ("Elf in deinem Heer", "Elfen in deinem Heer"),
    "goblin": ("Goblin in deinem Heer", "Goblins in deinem Heer"),
    "artifact": ("Artefakt in deinem Heer", "Artefakte in deinem Heer"),
    "army": ("Karte in deinem Heer", "Karten in deinem Heer"),
    "spoils": ("Karte in deiner Beute", "Karten in deiner Beute"),
    "hand": ("Karte auf deiner Hand", "Karten auf deiner Hand"),
    "poison": ("Giftmarke auf Karten", "Giftmarken auf Karten"),
    "red": ("roter Kristall in deinem Besitz", "rote Kristalle in deinem Besitz"),
    "gold": ("goldener Kristall in deinem Besitz", "goldene Kristalle in deinem Besitz"),
}
TIMES = {"night": "Nacht", "day": "Tag"}


def write_german_ability(box: Records, card: int) -> str:
    """The triggered ability of a card as a sentence: `Wenn es Nacht ist: nimm 3 rote Kristalle.`."""
    contents = box[0]
    parts = [_write_condition(box, card)]
    cost = int(contents.cost[card])
    if cost:
        one, many = AMOUNTS["gold"] if contents.is_cost_gold[card] else THINGS["crystals"]["de"]
        parts.append(f"zahl {cost} {one if cost == 1 else many}")
    front = ", ".join(part for part in parts if part)
    effects = [
        _write_effect(box, card, slot) for slot in range(FIRST_CONSTANT) if contents.effect[card, slot] != NOTHING
    ]
    words = (f"{front}: " if front else "") + "; dann: ".join(effects) + "."
    return words[0].upper() + words[1:]


def _write_effect(box: Records, card: int, slot: int) -> str:
    do, amount = EFFECTS[box[0].effect[card, slot]], int(box[0].amount[card, slot])
    one, many = AMOUNTS.get(do, ("", ""))
    return SENTENCES[do].format(n=f"{amount} {one if amount == 1 else many}", per=_write_per(box, card, slot))


def _write_per(box: Records, card: int, slot: int) -> str:
    """` je Blutenergie (höchstens 4)`; empty where nothing is multiplied."""
    contents = box[0]
    per, each, most = int(contents.per[card, slot]), int(contents.each[card, slot]), int(contents.most[card, slot])
    if per == UNCOUNTED:
        return ""
    if COUNTS[per] in TIMES:
        words = f" bei {TIMES[COUNTS[per]]}"
    else:
        one, many = COUNTED[COUNTS[per]]
        words = f" je {one}" if each == 1 else f" je {each} {many}"
    return words + (f" (höchstens {most})" if most else "")


def _write_condition(box: Records, card: int) -> str:
    """`wenn mindestens 2 Elfen in deinem Heer sind`; empty without a condition."""
    needs, least = int(box[0].needs[card, FIRST_EFFECT]), int(box[0].least[card, FIRST_EFFECT])
    if needs == UNCOUNTED:
        return ""
    counted = COUNTS[needs]
    if counted in TIMES:
        return f"wenn es {TIMES[counted]} ist" if least == 1 else "nie"
    one, many = COUNTED[counted]
    if counted in ENERGIES:
        return f"wenn du mindestens {least} {many} hast"
    return f"wenn mindestens {least} {f'{one} ist' if least == 1 else f'{many} sind'}"

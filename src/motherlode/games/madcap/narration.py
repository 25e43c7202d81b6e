"""What happened in Madcap, in words."""

from collections.abc import Sequence
from functools import lru_cache

from motherlode.core.contract import CHANCE, OVER, Language, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOUR_WORDS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, name_way, way_of, write_dice
from motherlode.games.madcap.state import numbers_of

TEXTS = {
    "die": {"en": "A {colour} die shows {face}.", "de": "Ein {colour}er Würfel zeigt {face}."},
    "rolled": {
        "en": "The dice are rolled: {dice}. {name} begins.",
        "de": "Die Würfel sind gefallen: {dice}. {name} beginnt.",
    },
    "discard": {
        "en": "{name} can move nothing and discards a {colour} {face}.",
        "de": "{name} kann kein Fass bewegen und legt eine {colour}e {face} in den Kasten.",
    },
    "in": {
        "en": "{name} sends the {colour} barrel in on level {level}",
        "de": "{name} schickt das {colour}e Fass auf Ebene {level} ins Bergwerk",
    },
    "up": {
        "en": "{name} sends the {colour} barrel up {face} to level {level}",
        "de": "{name} schickt das {colour}e Fass um {face} nach oben auf Ebene {level}",
    },
    "down": {
        "en": "{name} sends the {colour} barrel down {face} to level {level}",
        "de": "{name} schickt das {colour}e Fass um {face} nach unten auf Ebene {level}",
    },
    "boom": {"en": ": BOOM! {nuggets}.", "de": ": RUMMS! {nuggets}."},
    "boom-boom": {"en": ": BOOM-BOOM! {nuggets}.", "de": ": RUMMS-RUMMS! {nuggets}."},
    "nugget": {"en": "1 nugget", "de": "1 Nugget"},
    "nuggets": {"en": "{n} nuggets", "de": "{n} Nuggets"},
    "next": {
        "en": " Game {game} ends {first}-{second}; {name} begins the next.",
        "de": " Spiel {game} endet {first}:{second}; {name} beginnt das nächste.",
    },
    "won nuggets": {"en": "{name} wins, {most}-{least} nuggets.", "de": "{name} gewinnt mit {most}:{least} Nuggets."},
    "won points": {
        "en": "{name} wins, {most}-{least} points after {games} games.",
        "de": "{name} gewinnt mit {most}:{least} Punkten nach {games} Spielen.",
    },
    "draw nuggets": {"en": "A draw, {most}-{least} nuggets.", "de": "Unentschieden mit {most}:{least} Nuggets."},
    "draw points": {
        "en": "A draw, {most}-{least} points after {games} games.",
        "de": "Unentschieden mit {most}:{least} Punkten nach {games} Spielen.",
    },
}
BOOMS = ("", "boom", "boom-boom")  # by the number of other barrels on the level


def say(text: str, language: Language, **values: object) -> str:
    """A text of TEXTS in a language, its blanks filled."""
    return TEXTS[text][language].format(**values)


@lru_cache(10_000)
def say_die(language: Language, colour: int, face: int) -> str:
    """R1.2: what one die shows; said for every die of every game, so remembered."""
    return say("die", language, colour=COLOUR_WORDS[language][colour], face=face)


@lru_cache(10_000)
def say_move(text: str, language: Language, name: str, colour: int, face: int, level: int) -> str:
    """R2, R5: how somebody sends a barrel, or that he discards a die."""
    return say(text, language, name=name, colour=COLOUR_WORDS[language][colour], face=face, level=level)


@lru_cache(1000)
def say_boom(language: Language, num_others: int, nuggets: int) -> str:
    """R6.1, R6.2: `: BOOM! 3 nuggets.` for one other barrel on the level, `BOOM-BOOM` for two."""
    gained = say("nugget" if nuggets == 1 else "nuggets", language, n=nuggets)
    return say(BOOMS[num_others], language, nuggets=gained)


def narrate(
    box: Records,
    before: Records,
    action: int | None,
    after: Records,
    names: Sequence[str],
    language: Language = "en",
) -> str:
    """`Ada sends the red barrel down 5 to level 3: BOOM! 3 nuggets.` and the like."""
    assert action is not None  # nothing is hidden in Madcap
    if before["to_act"].item() == CHANCE:
        then = after["to_act"].item()
        if then == CHANCE:
            return say_die(language, before["rolled"].item() // box["dice"].item(), action + 1)
        return say("rolled", language, dice=write_dice(box, after), name=names[then])
    _, _, (*levels, _, _, left, _, actor) = numbers_of(before)
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    level = OUTSIDE if way == DISCARD else box["stop"].item(0, way, levels[colour], face)
    text = "in" if levels[colour] == OUTSIDE and way != DISCARD else name_way(levels[colour], way)
    words = say_move(text, language, names[actor], colour, face, level)
    if way != DISCARD:
        num_others = levels.count(level) - (levels[colour] == level)
        words += say_boom(language, num_others, num_others * box["gold"].item(0, level)) if num_others else "."
    if left == 1 and after["to_act"].item() != OVER:
        was, now = before["total"][0].tolist(), after["total"][0].tolist()
        words += say(
            "next",
            language,
            game=before["game"].item() + 1,
            first=now[0] - was[0],
            second=now[1] - was[1],
            name=names[after["first"].item()],
        )
    return words


def conclude(box: Records, state: Records, names: Sequence[str], language: Language = "en") -> str:
    """Who won, and by how much."""
    now = state[0]
    is_match = box[0].games > 1
    result = [int(value) for value in (now.points if is_match else now.total)]
    winner = 0 if result[0] > result[1] else 1
    text = f"{'draw' if result[0] == result[1] else 'won'} {'points' if is_match else 'nuggets'}"
    most, least, games = result[winner], result[1 - winner], int(box[0].games)
    return say(text, language, name=names[winner], most=most, least=least, games=games)

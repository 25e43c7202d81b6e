"""What happens in Trap the Cap, told in English and in German."""

import random
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import motherlode
from golden import is_current
from motherlode.games.trap_the_cap import narration
from motherlode.games.trap_the_cap.narration import TEXTS
from motherlode.games.trap_the_cap.notation import GERMAN_COLOURS

from .comparing import ODD
from .test_rules import GOLD, TEAM, at

SMALL = {"board": ODD, "caps": 2}
PLAYED = {  # seats and options, played at random from two seeds
    "random basic": (2, {"turns": 60}),
    "random small": (2, SMALL),
    "random last": (3, SMALL | {"ending": "last"}),
    "random team": (4, {"game": "team", "turns": 60}),
    "random total": (4, {"game": "total", "ending": "fewest", "turns": 60}),
    "random tower": (3, SMALL | {"game": "tower"}),
    "random golden": (3, {"game": "golden", "board": ODD, "turns": 300}),
    "random six": (6, {"turns": 80}),
}
REPLAYS = Path(__file__).parent / "replays"
STORIES = ["rare", *PLAYED, *sorted(path.stem for path in filter(is_current, REPLAYS.glob("*.txt")))]
NAMES = ("Ada", "{Bo}", "Zoë", "Dan", "Eli", "Fay")
ENGLISH = (" the ", " and ", " is ", " to ", " of ")


def told(match):
    """English and German of every step and of the end."""
    box = match.ruleset.box
    pairs = []
    for entry in match.log:
        step = match.position_at(entry.step), entry.action, match.position_at(entry.step + 1)
        pairs.append([narration.narrate(box, *step, match.names, language) for language in ("en", "de")])
        assert pairs[-1][0] == match.narrate(entry.step)
    if match.is_over:
        pairs.append([narration.conclude(box, match.position, match.names, language) for language in ("en", "de")])
        assert pairs[-1][0] == match.conclusion
    return pairs


@cache
def story(name):
    """What is too rare to wait for, a golden replay, or two matches at random."""
    if name == "rare":
        held = {"r": "g2.g3.g4.g5.g6"}
        neutral = at("20=g1 22=b1 centre=*", "green has 2", 2, GOLD, kept={"g": "b2.b3.b4.b5.b6"})
        neutral.play("green 1 to 22")
        return [
            *told(at("18=b1 20=g1 22=b2", "green throws", options=TEAM, kept=held, script=[2, 1])),
            *told(at("14=b1 20=g1 26=b2", "green throws", options=TEAM, kept=held, script=[6, 1])),
            *told(neutral),
        ]
    if name not in PLAYED:
        return told(motherlode.replay((REPLAYS / f"{name}.txt").read_text(encoding="utf-8")))
    seats, options = PLAYED[name]
    pairs = []
    for seed in (1, 2):
        match = motherlode.game("trap_the_cap", seats, **options).start(seed=seed, names=NAMES[:seats])
        chooser = random.Random(seed)
        while not match.is_over:
            match.play(chooser.choice(match.legal()))
        pairs += told(match)
    return pairs


@pytest.mark.parametrize("name", STORIES)
def test_german_is_told_wherever_english_is(name):
    for english, german in story(name):
        assert german != english
        assert german.endswith(".")
        assert not any(word in german for word in ENGLISH), german
        assert not re.search(r"\{(?!Bo\})|(?<!\{Bo)\}", german), german
        assert not re.search(r"\b1 Gefangene\b|  ", german), german
        assert not any(re.search(rf"\b{colour}\b", german) for colour in GERMAN_COLOURS), german
        assert re.findall(r"\d+", german) == re.findall(r"\d+", english)


def test_every_text_has_both_languages_and_the_same_parts():
    for text, words in TEXTS.items():
        assert list(words) == ["en", "de"], text
        english, german = ({field for _, field, _, _ in Formatter().parse(one) if field} for one in words.values())
        assert english == german, text


def test_every_text_is_told_in_some_match():
    lines = "\n".join(german for name in STORIES for _, german in story(name))
    for text, words in TEXTS.items():
        assert re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(words["de"])), lines), text


def test_a_story_in_german():
    match = at("16=g1/r2/b3 18=r1/y2", "green has 2", 4, kept={"b": "g2"})
    match.play("green 1 to 18")
    assert told(match)[0][1] == "Grün 1 zieht um 2 mit 2 Gefangenen auf Feld 18 und fängt Rot 1 mit 1 Gefangenen."
    match = at("1=g1/r2/g2 a3=b1", "green has 5", 4)
    match.play("green 1 home to a3")
    assert told(match)[0][1] == (
        "Grün 1 zieht um 5 und bringt 2 Gefangene heim: Rot 2 bleibt gefangen, Grün 2 ist wieder frei; "
        "er kommt auf dem grauen Feld a3 wieder heraus."
    )


def test_a_colour_that_is_not_known_keeps_its_name():
    match = motherlode.game("trap_the_cap", 2, colours=["mauve", "red", "cyan", "teal"]).start(seed=1)
    match.play(match.legal()[0])
    step = match.position_at(0), match.log[0].action, match.position_at(1)
    words = narration.narrate(match.ruleset.box, *step, ("Ada", "Bo"), "de")
    assert words.startswith("Ada (mauve) würfelt eine ")


def why(match, text, language="de"):
    """Why an action is refused."""
    box, states, notation = match.ruleset.box, match.position, match.ruleset.spec.notation
    action = notation.read_action(box, states, text)
    return notation.explain(box, states, action, match.ruleset.refuse(states, action), language)


def test_why_not_is_told_in_german():
    match = at("16=g1/r2/b3 18=r1/y2", "green has 2", 4, kept={"b": "g2"})
    assert why(match, "green 2 to 18") == "Grün 2 bleibt in einer Heimat gefangen"
    assert why(match, "green 1 to 20") == "Grün 1 kommt von Feld 16 aus mit einer 2 nicht dorthin"
    assert why(match, "green 3 to 20") == "Grün 3 kommt von seiner Heimat aus mit einer 2 nicht dorthin"
    assert why(match, "stop") == "noch einmal zu würfeln steht jetzt nicht zur Wahl"
    golden = at("20=g1 centre=*", "green has 2", 2, GOLD)
    assert why(golden, "golden to 5") == "der Goldene Hut spielt nicht für dich"
    assert why(golden, "golden to 5", "en") == "the Golden Cap does not play for you"

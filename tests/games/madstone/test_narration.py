"""What happens in Madstone, told in English and in German."""

import random
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from golden import replay_as_now
from motherlode.games.madstone import narration
from motherlode.games.madstone.components import NOTHING, card_names
from motherlode.games.madstone.words import TEXTS, THINGS, count, write_german_ability

from .comparing import BOXES, game, number_of_cards

PLAYED = ("two", "three", "short", "workshop two", "workshop four", "nights", "archers")
SEEDS = (0, 1)
NAMES = ("Ada", "{Bo}", "Zoë", "Dan")
ENGLISH = (" the ", " and ", " is ", " to ", " of ")


@cache
def story(name, seed):
    """English and German of every step, as the first seat and as all see it, and of the end; without names of cards."""
    match = game(name).start(seed=seed, names=NAMES[: BOXES[name][0]])
    chooser = random.Random(seed)
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
    ruleset, box = match.ruleset, match.ruleset.box
    told = []
    for entry in match.log:
        before, after = match.position_at(entry.step), match.position_at(entry.step + 1)
        steps = [(before, entry.action, after)]
        if not match.is_seen(entry.step, 0):
            steps.append((ruleset.hidden(before, 0), None, ruleset.hidden(after, 0)))
        told += [[narration.narrate(box, *step, match.names, language) for language in ("en", "de")] for step in steps]
        assert told[-1][0] == match.narrate(entry.step, 0)
    told.append([narration.conclude(box, match.position, match.names, language) for language in ("en", "de")])
    assert told[-1][0] == match.conclusion
    names = re.compile("|".join(sorted(filter(None, card_names(box)), key=len, reverse=True)))
    return [tuple(names.sub("@", line) for line in pair) for pair in told]


@pytest.mark.parametrize("name", PLAYED)
def test_german_is_told_wherever_english_is(name):
    for english, german in (pair for seed in SEEDS for pair in story(name, seed)):
        assert german != english
        assert german[-1] in ".“"
        assert not any(word in german for word in ENGLISH), german
        assert not re.search(r"\{(?!Bo\})|(?<!\{Bo)\}", german), german
        assert not re.search(r"\b1 (rote|Kristalle|Punkte|Giftmarken|Runden)\b", german), german
        assert not re.search(r"\b([02-9]|\d\d+) (roten|Kristall|Punkt|Giftmarke|Runde)\b", german), german
        assert sorted(re.findall(r"\{Bo\}|Ada|Zoë|Dan", german)) == sorted(re.findall(r"\{Bo\}|Ada|Zoë|Dan", english))


def test_every_text_has_both_languages_and_the_same_parts():
    for text, words in TEXTS.items():
        assert list(words) == ["en", "de"], text
        english, german = ({field for _, field, _, _ in Formatter().parse(one) if field} for one in words.values())
        assert english == german, text
    assert all(list(words) == ["en", "de"] for words in THINGS.values())


def test_every_text_is_told_in_some_match():
    lines = "\n".join(german for name in PLAYED for seed in SEEDS for _, german in story(name, seed))
    for text, words in TEXTS.items():
        assert re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(words["de"])), lines), text


def test_a_story_in_german():
    text = (Path(__file__).parent / "replays" / "three_random.txt").read_text(encoding="utf-8")
    match = replay_as_now(text, 2)  # nothing that is played has changed since
    told = [
        narration.narrate(
            match.ruleset.box,
            match.position_at(entry.step),
            entry.action,
            match.position_at(entry.step + 1),
            match.names,
            "de",
        )
        for entry in match.log
    ]
    for line in (
        "Zoë: the #1 nimmt Marshal Aldous, den Kommandanten der Menschen.",
        "Cleo bekommt Gob Thief. Zuerst legt Zoë: the #1 Karten ins Feld.",
        "Zoë: the #1 legt Dice of Chaos aus und wählt dann einen Stapel.",
        "Zoë: the #1 legt die Karte auf den Stapel der Goblins und bekommt 4 rote Kristalle.",
        "Zoë: the #1 tötet Night Stalker von Cleo für 4 Kristalle: 4 Punkte. Bo ist dran.",
        "Cleo tötet Nosferatu für 6 Kristalle und bekommt 6 Punkte, dazu 2 rote Kristalle Kopfgeld.",
        "Bo setzt Archivist ein: „Zieh 1 Karte je 2 Rechtsenergie (höchstens 2).“",
        "Zoë: the #1 spielt Dunkelheit und bekommt 5 rote Kristalle: Die Nacht bricht an.",
        "Cleo beendet die Dunkelheit: Es ist Tag. Zoë: the #1 ist dran.",
    ):
        assert line in told


def test_counts_have_one_and_many():
    assert [count("de", number, "red") for number in (0, 1, 2)] == [
        "0 rote Kristalle",
        "1 roten Kristall",
        "2 rote Kristalle",
    ]
    assert [count("en", number, "red") for number in (0, 1, 2)] == ["0 red crystals", "1 red crystal", "2 red crystals"]


@pytest.mark.parametrize(
    ("card", "german"),
    {
        "Red First": "Nimm 3 rote Kristalle; dann: zieh 2 Karten.",
        "Gold First": "Nimm 2 goldene Kristalle; dann: nimm 1 roten Kristall je 2 goldene Kristalle in deinem Besitz.",
        "Draw Twice": "Zahl 1 Kristall: zieh 1 Karte; dann: zieh 3 Karten.",
        "Draw First": "Zieh 2 Karten; dann: eine Karte zu töten kostet diesen Zug 2 Punkte weniger.",
        "Ballista": (
            "Zahl 1 goldenen Kristall: leg 4 Giftmarken auf eine oberste Karte des Felds oder eine Karte in einem "
            "anderen Heer; liegen dort mindestens so viele wie ihre Tötungszahl, kommt sie in deine Beute; dann: die "
            "Dunkelheit endet."
        ),
        "Great Thief": (
            "Wenn mindestens 2 Goblins in deinem Heer sind: nimm jemandem bis zu 9 rote Kristalle je Goblin in deinem "
            "Heer weg."
        ),
        "Reaper": (
            "Wenn du mindestens 1 Blutenergie hast: töte ohne zu zahlen eine Karte, die du mit bis zu 2 Punkten je "
            "Blutenergie (höchstens 5) angreifen könntest."
        ),
        "Crimp": (
            "Wenn du mindestens 1 Chaosenergie hast, zahl 2 Kristalle: befehlige ohne zu zahlen eine Karte auf dem "
            "Tisch, die du mit bis zu 1 Punkt je Chaosenergie angreifen könntest."
        ),
        "Quick": (
            "Wenn mindestens 2 Karten auf deiner Hand sind, zahl 1 Kristall: du hast diesen Zug 1 Aktion mehr je Karte "
            "auf deiner Hand."
        ),
        "Hush": "Wenn es Tag ist: nimm 1 roten Kristall bei Tag; dann: diesen Zug wirkt keine Dauerfähigkeit.",
        "Witch": (
            "Wenn mindestens 1 Karte in deiner Beute ist: die Dauerfähigkeiten einer Karte in einem anderen Heer "
            "wirken diesen Zug nicht; dann: diesen Zug wirkt keine Dauerfähigkeit."
        ),
    }.items(),
)
def test_an_ability_in_german(card, german):
    assert write_german_ability(game("workshop two").box, number_of_cards("workshop two")[card]) == german


@pytest.mark.parametrize("name", ["two", "workshop two", "extremes"])
def test_every_ability_can_be_told_in_german(name):
    box = game(name).box
    for card in range(int(box[0].num_cards)):
        if box[0].effect[card, 0] != NOTHING:
            words = write_german_ability(box, card)
            assert not any(word in words for word in (*ENGLISH, "{", "  ")), words
            assert words[0].isupper()
            assert words.endswith(".")

"""Madcap in words: the same in both languages, and each of them whole."""

import re

import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE

ENGLISH = re.compile(r"\b(the|and|is|to|of|on|level|barrel|die|sends|wins|begins|BOOM|nuggets)\b")
VARIANTS = [
    {},
    {"levels": 3, "faces": 2, "dice": 5, "gold": [0, 50, 7]},  # dice are often dead
    {"games": 3},
    {"nuggets": 40},
]


def played(seed, **options):
    match = motherlode.game("madcap", **options).start(seed=seed, names=["Ada", "Bo"])
    random = np.random.default_rng(seed)
    while not match.is_over:
        legal = match.legal()
        match.play(legal[random.integers(len(legal))])
    return match


@pytest.mark.parametrize("options", VARIANTS)
def test_every_line_is_told_in_both_languages(options):
    for seed in range(5):
        match = played(seed, **options)
        english, german = match.story(), match.story(language="de")
        assert len(english) == len(german) == len(match.log) + 1
        assert german[-1] == match.conclude("de")
        for first, second in zip(english, german, strict=True):
            assert first != second
            assert sorted(re.findall(r"\d+", first)) == sorted(re.findall(r"\d+", second))
            assert "{" not in first + second
            assert second.endswith(".")
            assert not ENGLISH.search(second), second
        for entry, line in zip(match.log, german, strict=False):
            assert entry.actor == CHANCE or line.startswith(f"{match.names[entry.actor]} ")


def told(position, *actions, **options):
    match = motherlode.game("madcap", **options).start(seed=7, names=["Ada", "Bo"], position=position)
    for action in actions:
        match.play(action)
    return match.story(language="de")


def test_german_sentences():
    assert told("r4 k2 b1 | r13 k2 b1 | not b | gold 3-5 | seat 1", "red 3 down") == [
        "Ada schickt das rote Fass um 3 nach unten auf Ebene 7."
    ]
    assert told("r4 k2 b1 | r13 k2 b1 | not b | gold 3-5 | seat 1", "red 3 up") == [
        "Ada schickt das rote Fass um 3 nach oben auf Ebene 1: RUMMS! 1 Nugget."
    ]
    dice = motherlode.game("madcap").start(seed=7, names=["Ada", "Bo"])
    story = dice.story(language="de")
    assert re.fullmatch(r"Ein roter Würfel zeigt \d\.", story[0])
    assert re.fullmatch(r"Die Würfel sind gefallen: r\d{4} k\d{4} b\d{4}\. Ada beginnt\.", story[-1])
    dice.resign(0)
    assert dice.story(language="de")[-1] == "Ada gibt auf."
    assert dice.conclude("de") == "Ada gibt auf; Bo hat gewonnen."

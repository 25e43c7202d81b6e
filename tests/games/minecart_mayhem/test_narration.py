"""What is told of Minecart Mayhem, in English and in German."""

import random
from string import Formatter

import pytest

import motherlode
from motherlode.games.minecart_mayhem import GAME
from motherlode.games.minecart_mayhem.narration import TEXTS, conclude, narrate

from .test_rules import THREE, TWO, at

NAMES = ("Ada", "Bo", "Cleo", "Dimitri")
ENGLISH = (" the ", " and ", " is ", " to ", " of ")


def told(match, step, language, viewer=None):
    """An entry of the log, as all of it is known, or as far as a viewer may know."""
    ruleset, names = match.ruleset, NAMES[: match.ruleset.seats]
    before, after = match.position_at(step), match.position_at(step + 1)
    action = match.log[step].action
    if viewer is not None:
        action = action if GAME.views.is_seen(ruleset.box, before, action, viewer) else None
        before, after = ruleset.hidden(before, viewer), ruleset.hidden(after, viewer)
    return narrate(ruleset.box, before, action, after, names, language)


def ended(match, language):
    return conclude(match.ruleset.box, match.position, NAMES[: match.ruleset.seats], language)


def played(position, *actions, rolls=(), **options):
    match = at(f"{position} | seat 1 plays", *rolls, **options)
    for action in actions:
        match.play(action)
    return match


def check_pair(english, german):
    """The German line is whole, is another one, and no English is left in it."""
    assert german != english
    assert german.endswith(".")
    for line in (english, german):
        assert line == line.strip()
        assert not set("{}") & set(line)
        assert "  " not in line
    assert not [word for word in ENGLISH if word in german.lower()], german


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_is_there_in_both_languages_and_german_names_nothing_else(text):
    english, german = TEXTS[text]["en"], TEXTS[text]["de"]
    fields = [{field for _, field, _, _ in Formatter().parse(words) if field} for words in (english, german)]
    assert set(TEXTS[text]) == {"en", "de"}
    assert fields[1] <= fields[0]
    assert fields[0] - fields[1] <= {"player", "other"}  # whom German calls by "eigen"
    assert (english[0] == " ", english[-1] in ". ") == (german[0] == " ", german[-1] in ". ")


@pytest.mark.parametrize("number", range(len(GAME.variants)))
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_matches_are_told_in_both_languages(number, seed):
    options = dict(GAME.variants[number])
    match = motherlode.game("minecart_mayhem", options.pop("seats", 2), **options).start(seed=seed)
    choose = random.Random(seed)
    while not match.is_over:
        match.play(choose.choice(match.legal()))
    spectator = match.ruleset.seats
    for entry in match.log:
        for viewer in (None, 0, spectator):
            check_pair(*(told(match, entry.step, language, viewer) for language in ("en", "de")))
    check_pair(ended(match, "en"), ended(match, "de"))


def test_english_is_what_is_told_unless_german_is_asked_for():
    match = played(f"{TWO} | hand 1 R", "rail on lane 1", rolls=[3])
    box, states = match.ruleset.box, (match.position_at(0), match.position_at(1))
    assert narrate(box, states[0], match.log[0].action, states[1], NAMES[:2]) == told(match, 0, "en")
    assert told(match, 0, "en") == "Ada declares a Rail at the front of Ada's own lane 1; it needs 3 or more."


@pytest.mark.parametrize(
    ("letter", "action", "german"),
    [
        ("R", "rail on lane 1", "Ada spielt ein Gleis vorn an der eigenen Spur 1; nötig ist mindestens eine 3."),
        (
            "R",
            "rail on lane 2",
            "Ada spielt ein Gleis vorn an Spur 2, wo die Lore von Bo steht; nötig ist mindestens eine 3.",
        ),
        (
            "D",
            "dynamite on back of lane 2",
            "Ada spielt ein Dynamit auf das hintere Gleis von Spur 2, wo die Lore von Bo steht; nötig ist mindestens "
            "eine 9.",
        ),
        (
            "D",
            "dynamite on front of lane 1",
            "Ada spielt ein Dynamit auf das vordere Gleis der eigenen Spur 1; nötig ist mindestens eine 9.",
        ),
        (
            "S",
            "stalactite on lane 2 row 6",
            "Ada spielt einen Stalaktiten in Reihe 6 von Spur 2, wo die Lore von Bo steht; "
            "nötig ist mindestens eine 6.",
        ),
        ("K", "rocket on cart 2", "Ada spielt eine Rakete auf die Lore von Bo; nötig ist mindestens eine 6."),
        ("K", "rocket on cart 1", "Ada spielt eine Rakete auf die eigene Lore; nötig ist mindestens eine 6."),
        ("W", "swap with cart 2", "Ada spielt einen Tausch mit der Lore von Bo; nötig ist mindestens eine 9."),
    ],
)
def test_what_is_declared_in_german(letter, action, german):
    assert told(played(f"{TWO} | hand 1 {letter}", action, rolls=[20]), 0, "de") == german


@pytest.mark.parametrize(
    ("position", "action", "roll", "german"),
    [
        (f"{TWO} | hand 1 R", "rail on lane 2", 3, "Das Gleis hält, und Spur 2 reicht jetzt bis Reihe 8."),
        (f"{TWO} | hand 1 R", "rail on lane 2", 2, "Das Gleis hält nicht."),
        (f"{TWO} | hand 1 D", "dynamite on back of lane 2", 9, "Das Dynamit sprengt Reihe 1 hinten an Spur 2."),
        (f"{TWO} | hand 1 D", "dynamite on front of lane 2", 9, "Das Dynamit sprengt Reihe 7 vorn an Spur 2."),
        (
            f"{TWO} | hand 1 D",
            "dynamite on front of lane 2",
            8,
            "Das Dynamit misslingt und sprengt Reihe 7 vorn an der eigenen Spur 1.",
        ),
        (
            f"{TWO} | hand 1 D",
            "dynamite on back of lane 2",
            8,
            "Das Dynamit misslingt und sprengt Reihe 1 hinten an der eigenen Spur 1.",
        ),
        (
            f"{THREE.replace('cart 2 at 4', 'cart 2 at 1')} | hand 1 D",
            "dynamite on back of lane 2",
            9,
            "Das Dynamit sprengt Reihe 1 hinten an Spur 2. Bo scheidet aus.",
        ),
        (f"{TWO} | hand 1 S", "stalactite on lane 2 row 6", 6, "Der Stalaktit liegt in Reihe 6 von Spur 2."),
        (
            f"{TWO} | hand 1 S",
            "stalactite on lane 2 row 6",
            5,
            "Der Stalaktit misslingt und liegt in Reihe 6 der eigenen Spur 1.",
        ),
        (
            f"{TWO.replace('rows 1-7', 'rows 1-5', 1)} | hand 1 S",
            "stalactite on lane 2 row 7",
            5,
            "Der Stalaktit misslingt und findet kein Gleis in Reihe 7 von Spur 1.",
        ),
        (f"{TWO} | hand 1 K", "rocket on cart 2", 5, "Die Rakete misslingt."),
        (f"{TWO} | hand 1 K", "rocket on cart 2", 6, "Die Rakete schiebt die Lore von Bo nach vorn in Reihe 5."),
        (
            f"{TWO} stones 5 | hand 1 K",
            "rocket on cart 2",
            6,
            "Die Rakete schiebt die Lore von Bo gegen einen Stalaktiten, der zerbricht; die Lore bleibt stehen.",
        ),
        (
            f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K",
            "rocket on cart 2",
            6,
            "Die Rakete schiebt die Lore von Bo über das letzte Gleis hinaus. Bo scheidet aus.",
        ),
        (f"{TWO} | hand 1 W", "swap with cart 2", 8, "Der Tausch misslingt."),
        (
            "lane 1 rows 1-7 cart 1 at 2 | lane 2 rows 3-9 cart 2 at 6 | hand 1 W",
            "swap with cart 2",
            9,
            "Die Lore von Ada rollt in Reihe 6 von Spur 2 und die von Bo in Reihe 2 von Spur 1.",
        ),
    ],
)
def test_what_a_roll_does_in_german(position, action, roll, german):
    match = played(position, action, rolls=[roll], seats=3 if "lane 3" in position else 2)
    assert told(match, 1, "de") == f"Ada würfelt {roll}: {german}"


def test_a_double_in_german():
    position = f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 XKW"
    match = played(position, "double", "rocket on cart 2", "swap with cart 2", rolls=[20], seats=3)
    assert [told(match, step, "de") for step in range(4)] == [
        "Ada spielt ein Doppel: Zwei Karten folgen.",
        "Ada spielt als Erstes eine Rakete auf die Lore von Bo; nötig ist mindestens eine 8.",
        "Ada spielt als Zweites einen Tausch mit der Lore von Bo; nötig ist mindestens eine 11.",
        "Ada würfelt 20: Die Rakete schiebt die Lore von Bo über das letzte Gleis hinaus. Bo scheidet aus. "
        "Der Tausch wird ohne Wurf abgelegt.",
    ]


@pytest.mark.parametrize(
    ("letters", "first", "second", "german"),
    [
        ("KR", "rocket on cart 2", "rail on lane 2", "Das Gleis"),
        ("KD", "rocket on cart 2", "dynamite on back of lane 2", "Das Dynamit"),
        ("KK", "rocket on cart 2", "rocket on cart 2", "Die Rakete"),
        ("KW", "rocket on cart 2", "swap with cart 2", "Der Tausch"),
        ("DS", "dynamite on front of lane 1", "stalactite on lane 1 row 7", "Der Stalaktit"),
    ],
)
def test_a_second_card_without_a_target_in_german(letters, first, second, german):
    position = f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 X{letters}"
    match = played(position, "double", first, second, rolls=[20], seats=3)
    assert told(match, 3, "de").endswith(f" {german} wird ohne Wurf abgelegt.")


def test_nothing_to_play_in_german():
    assert told(played(TWO, "pass"), 0, "de") == "Ada hat keine Karten und passt."
    nothing = played(f"{TWO} | hand 1 XXXXX", "discard double")
    assert told(nothing, 0, "de") == "Ada kann nichts spielen und legt ein Doppel ab."


def test_cards_that_may_not_be_seen_are_told_as_cards():
    match = played(f"{TWO} | hand 1 RRDSK", "rail on lane 1", rolls=[20], draws=["stalactite"])
    assert [told(match, 2, "de", viewer) for viewer in (None, 0)] == ["Ada zieht einen Stalaktiten."] * 2
    assert [told(match, 2, "de", viewer) for viewer in (1, 2)] == ["Ada zieht eine Karte."] * 2
    assert told(match, 2, "en", 1) == "Ada draws a card."


def test_the_end_of_a_round_in_german():
    lanes = "lane 1 rows 1-7 cart 1 at 1 | lane 2 rows 1-7 cart 2 at 7 | lane 3 rows 1-7 cart 3 at 4 stones 5"
    position = f"{lanes} | lane 4 rows 1-7 cart 4 at 4 | order 2 3 4 1"
    match = played(position, rolls=[], seats=4)
    match.play("pass")
    step = next(entry.step for entry in match.log if entry.text == "collapse")
    assert told(match, step, "de") == (
        "Runde 1 endet, und hinter den Loren stürzt die Höhle ein. Die Lore von Ada stürzt mit dem letzten Gleis ab. "
        "Die Lore von Bo entgleist. Ein Stalaktit hält die Lore von Cleo auf und zerbricht. Runde 2 beginnt, die "
        "Fackel steht unter Spur 2."
    )


def test_the_end_of_a_game_in_german():
    won = played(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K", "rocket on cart 2", rolls=[20])
    assert ended(won, "de") == "Nur Ada steht noch und gewinnt in Runde 1."
    last = played(f"{THREE} | order 2 3 1", "pass", seats=3, rounds=1)
    assert ended(last, "de") == "Nach Runde 1 stehen Ada, Bo und Cleo noch: Remis."
    fallen = played(f"{TWO.replace('at 4', 'at 7')} | order 2 1", "pass")
    assert ended(fallen, "de") == "Ada und Bo scheiden in Runde 1 gemeinsam aus: Remis."

"""What is told of the Rockport Caverns, in English and in German; scenes are on the map that `test_rules` draws."""

import random
from pathlib import Path
from string import Formatter

import pytest

import motherlode
from golden import is_current
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.components import ROOM_NAMES, ROOMS, plan_of, short_name
from motherlode.games.rockport_caverns.narration import EVENT_TITLES, TEXTS, conclude, narrate
from motherlode.games.rockport_caverns.notation import ENDINGS, say_place
from motherlode.games.rockport_caverns.reasons import GERMAN_PLACES
from motherlode.games.rockport_caverns.state import BURIED

from .test_rules import at, event

ENGLISH = (" the ", " and ", " is ", " to ", " of ")
RECORDS = sorted(filter(is_current, (Path(__file__).parent / "replays").glob("*.txt")))
BOTH = ("en", "de")


def told(match, step, language):
    states = match.position_at(step), match.position_at(step + 1)
    return narrate(match.ruleset.box, states[0], match.log[step].action, states[1], ["Ada"], language)


def last(match, language="de"):
    return told(match, len(match.log) - 1, language)


def ended(match, language="de"):
    assert match.is_over
    return conclude(match.ruleset.box, match.position, ["Ada"], language)


def after(match, *actions):
    for action in actions:
        match.play(action)
    return match


def check_pair(english, german):
    """The German line is whole, is another one, and no English is left in it."""
    assert german != english
    assert german[-1] in ".!"
    for line in (english, german):
        assert line == line.strip()
        assert not set("{}") & set(line)
        assert "  " not in line
    assert not [word for word in ENGLISH if word in german.lower()], german


def check_match(match):
    for entry in match.log:
        check_pair(*(told(match, entry.step, language) for language in BOTH))
    check_pair(*(ended(match, language) for language in BOTH))


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_is_there_in_both_languages_and_names_the_same(text):
    english, german = TEXTS[text]["en"], TEXTS[text]["de"]
    fields = [{field for _, field, _, _ in Formatter().parse(words) if field} for words in (english, german)]
    assert set(TEXTS[text]) == set(BOTH)
    if text != "loses all":
        assert fields[0] == fields[1]
    assert (english[0] == " ", english[-1] in ".!") == (german[0] == " ", german[-1] in ".!")


def test_every_room_event_and_ending_has_its_text():
    rooms = {room for names in ROOMS.values() for room in names}
    wanted = {f"{way} {room}" for way in ("to", "in") for room in rooms} | set(EVENT_TITLES[1:]) | set(ENDINGS.values())
    assert wanted <= set(TEXTS)


@pytest.mark.parametrize("number", range(len(GAME.variants)))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_games_are_told_in_both_languages(number, seed):
    match = motherlode.game("rockport_caverns", **GAME.variants[number]).start(seed=seed)
    choose = random.Random(seed)
    while not match.is_over:
        match.play(choose.choice(match.legal()))
    check_match(match)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_are_told_in_both_languages(path):
    check_match(motherlode.replay(path.read_text(encoding="utf-8")))


def test_english_is_what_is_told_unless_german_is_asked_for():
    match = after(at("1-1", friend="1-1", water=17, rounds=12), "lead exit-1")
    box, states = match.ruleset.box, (match.position_at(0), match.position)
    assert narrate(box, states[0], match.log[0].action, states[1], ["Ada"]) == "Ada leads the friend to exit 1."
    assert conclude(box, states[1], ["Ada"]) == (
        "Ada and the friend get out by exit 1 in round 12, with 4 and 4 life and the water at 17 of 19."
    )


@pytest.mark.parametrize(
    ("scene", "action", "german"),
    [
        ({"here": "3-2"}, "go 3-3", "Ada geht nach 3-3."),
        ({"here": "4-2", "water": 10, "stored": 2}, "go 3-2", "Ada watet nach 3-2."),
        (
            {"here": "3-2", "rocks": "3-3:1", "script": [4]},
            "go 3-3",
            "Ada klettert über Felsen nach 3-3 und muss halten.",
        ),
        ({"here": "3-2", "friend": "3-2", "stored": 1}, "lead 3-3", "Ada führt den Freund nach 3-3."),
        (
            {"here": "4-2", "friend": "4-2", "water": 10, "stored": 2},
            "lead 3-2",
            "Ada führt den Freund und watet nach 3-2.",
        ),
        (
            {"here": "3-2", "friend": "3-2", "rocks": "3-3:1", "script": [4]},
            "lead 3-3",
            "Ada führt den Freund und klettert über Felsen nach 3-3 und muss halten.",
        ),
        ({"here": "3-2", "friend": "3-3"}, "go 3-3", "Ada geht nach 3-3. Ada hat den Freund erreicht."),
        ({"here": "2-3", "script": [4]}, "go 1-3", "Ada geht nach 1-3. Ein schwacher Hilferuf ist zu hören."),
        (
            {"here": "3-2"},
            "go 4-2",
            "Ada geht nach 4-2. Reihe 4 ist die markierte Reihe. Ada verliert 1 Leben und hat noch 3.",
        ),
        (
            {"here": "3-2", "bear": "3-3"},
            "go 3-3",
            "Ada geht nach 3-3. Der Bär ist hier! Ada verliert 1 Leben und hat noch 3.",
        ),
        ({"here": "1-1", "friend": "2-1"}, "go exit-1", "Ada geht zu Ausgang 1."),
        (
            {"here": "2-3"},
            "go den",
            "Ada geht in die Bärenhöhle. "
            "In der Bärenhöhle gibt es diesen Zug kein Ereignis und nächste Runde kein Wasser.",
        ),
        (
            {"here": "3-4"},
            "go pouch",
            "Ada geht zum Beutel. Beim Beutel gibt es diesen Zug kein Ereignis und nächste Runde kein Wasser.",
        ),
        (
            {"here": "6-5"},
            "go ammo",
            "Ada geht zu den Munitionsfelsen. Bei den Munitionsfelsen gibt es diesen Zug kein Ereignis und nächste "
            "Runde kein Wasser.",
        ),
        ({"here": "3-2"}, "store", "Ada hebt eine Aktion auf und hat 1 im Vorrat."),
        ({"here": "3-2"}, "stop", "Ada beendet den Zug."),
        (
            {"here": "3-2", "life": 3},
            "pass",
            "Ada rastet einen Zug lang: kein Ereignis. Ada gewinnt 1 Leben und hat jetzt 4. "
            "Runde 2: Das Wasser steigt auf 2 von 19.",
        ),
        (
            {"here": "3-2", "life": 6, "water": 3},
            "pass",
            "Ada rastet einen Zug lang: kein Ereignis. "
            "Runde 2: Das Wasser steigt auf 4 von 19; Reihe 6 ist überflutet.",
        ),
    ],
)
def test_what_the_player_does_in_german(scene, action, german):
    assert told(after(at(**scene), action), 0, "de") == german


@pytest.mark.parametrize(
    ("dice", "scene", "german"),
    [
        ([1], {"life": 3}, ["Ereignis 1, Nichts. Ada gewinnt 1 Leben und hat jetzt 4."]),
        ([2], {"life": 1}, ["Ereignis 2, Sturz. Ada verliert 1 Leben und hat keins mehr."]),
        (
            [2],
            {"friend": "3-2"},
            ["Ereignis 2, Sturz. Ada verliert 1 Leben und hat noch 3. Der Freund verliert 1 Leben und hat noch 3."],
        ),
        (
            [3, 4, 1],
            {},
            [
                "Ereignis 3, Steinschlag.",
                "Felsen stürzen herab: Der Reihenwürfel zeigt 4.",
                "Der Spaltenwürfel zeigt 1: Felsen auf 4-1, 1 von 2.",
            ],
        ),
        (
            [6, 6, 1, 6, 1],
            {},
            [
                "Ereignis 6, Steinschläge.",
                "Felsen stürzen herab: Der Reihenwürfel zeigt 6.",
                "Der Spaltenwürfel zeigt 1: Felsen versperren jetzt 6-1.",
                "Felsen stürzen herab: Der Reihenwürfel zeigt 6.",
                "Der Spaltenwürfel zeigt 1: 6-1 ist schon versperrt.",
            ],
        ),
        (
            [3, 5, 6],
            {},
            [
                "Ereignis 3, Steinschlag.",
                "Felsen stürzen herab: Der Reihenwürfel zeigt 5.",
                "Der Spaltenwürfel zeigt 6: In Reihe 5 gibt es keine solche Höhle.",
            ],
        ),
        ([5], {"here": "1-1"}, ["Ereignis 5, Rutsch. Es gibt keinen Weg hinunter."]),
        ([5], {"here": "2-1"}, ["Ereignis 5, Rutsch. Ada rutscht nach 3-1 hinunter."]),
        (
            [5],
            {"here": "2-1", "friend": "2-1"},
            ["Ereignis 5, Rutsch. Ada und der Freund rutschen nach 3-1 hinunter."],
        ),
        (
            [5],
            {"here": "3-1", "start": "start-1"},
            ["Ereignis 5, Rutsch. Ein Weg hinunter muss gewählt werden."],
        ),
        ([2], {"rerolls": 1}, ["Ereignis 2, Sturz. Ein Neuwurf könnte es abwenden."]),
    ],
)
def test_events_in_german(dice, scene, german):
    match = event(*dice, **{"here": "3-2"} | scene)
    lines = [told(match, step, "de").split(" Runde ")[0] for step in range(1, len(match.log))]
    assert lines == german


def test_decisions_on_events_in_german():
    again = after(event(2, here="3-2", rerolls=3), "re-roll")
    assert last(again).startswith(
        "Ada nutzt einen Neuwurf: „Nichts“ statt „Sturz“; Neuwürfe übrig: 2. Ada gewinnt 1 Leben und hat jetzt 5."
    )
    kept = after(event(4, here="3-2", rerolls=1), "keep")
    assert last(kept).startswith("Ada nimmt „Verwirrt“ hin. Für einen Augenblick ist der Weg verloren.")
    slid = after(event(5, here="3-1", start="start-1"), "slide left")
    assert last(slid).startswith("Ada wählt den Weg und rutscht nach 4-1 hinunter.")


@pytest.mark.parametrize(
    ("bear", "german"),
    [
        ("2-3", "Der Bär geht in die Bärenhöhle."),
        ("1-6", "Der Bär kann nirgendwohin."),
        ("6-3", "Der Bär geht nach 6-4."),
    ],
)
def test_the_bear_in_german(bear, german):
    match = after(at("6-2", bear=bear, rocks="2-6:3", script=[2]), "pass")
    assert told(match, 1, "de").startswith(f"Der Bärenwürfel zeigt 2: {german} Runde 2: ")


def test_the_friend_is_heard_in_german():
    match = after(at("3-2", life=3, friend_life=3, character=3, script=[5, 2]), "go 2-2")
    assert [told(match, step, "de") for step in (1, 2)] == [
        "Der Reihenwürfel für den Freund zeigt 5: Reihe 2.",
        "Der Spaltenwürfel für den Freund zeigt 2: Der Freund ist auf 2-2.",
    ]


@pytest.mark.parametrize(
    ("make", "german"),
    [
        (
            lambda: after(at("1-1", friend="1-1", water=17, rounds=12), "lead exit-1"),
            "Ada und der Freund kommen in Runde 12 durch Ausgang 1 hinaus, mit 4 und 4 Leben; "
            "das Wasser steht bei 17 von 19.",
        ),
        (
            lambda: event(2, here="3-2", life=1),
            "Verloren in Runde 1, bevor der Freund zu hören war: Ada hat kein Leben mehr.",
        ),
        (
            lambda: event(2, here="3-2", friend="3-2", friend_life=1),
            "Verloren in Runde 1: Der Freund hat kein Leben mehr.",
        ),
        (
            lambda: after(at("start-3", water=3, friend="2-1"), "pass"),
            "Verloren in Runde 2: Das Wasser stieg über Ada, auf dem Startkreis.",
        ),
        (
            lambda: after(at("4-1", water=12, friend="2-1"), "pass"),
            "Verloren in Runde 2: Das Wasser stieg über Ada, in Reihe 4.",
        ),
        (
            lambda: after(at("1-1", water=12, friend="4-1"), "pass"),
            "Verloren in Runde 2: Das Wasser stieg über den Freund, in Reihe 4.",
        ),
        (
            lambda: after(at("1-1", water=19, friend="1-2"), "pass"),
            "Verloren in Runde 2: Die Höhlen sind voll Wasser.",
        ),
        (
            lambda: after(at("1-1", rounds=60, friend="1-2"), "pass"),
            "Verloren in Runde 60: Die Lampe erlosch nach Runde 60.",
        ),
        (
            lambda: event(3, 5, 1, here="6-1", rocks="5-1:1"),
            "Verloren in Runde 1, bevor der Freund zu hören war: "
            "Ada ist eingeschlossen, Felsen lassen keinen Weg zu Reihe 1 und hinaus.",
        ),
        (
            lambda: event(3, 2, 1, here="3-2", friend="2-1", rocks="2-1:2"),
            "Verloren in Runde 1: Ada ist eingeschlossen, Felsen lassen keinen Weg zum Freund und hinaus.",
        ),
        (
            lambda: event(3, 1, 3, here="1-4", friend="1-4", rocks="1-3:1"),
            "Verloren in Runde 1: Ada und der Freund sind eingeschlossen, Felsen lassen keinen Weg hinaus.",
        ),
    ],
)
def test_endings_in_german(make, german):
    assert ended(make()) == german


def test_a_buried_friend_in_german():
    match = event(2, here="3-2", life=1)
    states = match.position
    states[0].ending = BURIED
    assert conclude(match.ruleset.box, states, ["Ada"], "de") == (
        "Verloren in Runde 1, bevor der Freund zu hören war: Felsen liegen überall, wo der Freund sein könnte."
    )


def why(action, language="de", **scene):
    """Why an action is refused."""
    match = at(**scene)
    box, states, notation = match.ruleset.box, match.position, GAME.notation
    number = notation.read_action(box, states, action)
    return notation.explain(box, states, number, match.ruleset.refuse(states, number), language)


def test_why_not_is_told_in_german():
    assert why("go E", here="start-2") == "kein Weg führt von Startkreis 2 nach Osten"
    assert why("re-roll", here="3-2") == "es gibt kein Ereignis zu entscheiden"
    assert why("lead SE", here="3-2") == "der Freund ist noch nicht gefunden"
    assert why("slide left", here="3-2") == "es gibt keinen Rutsch zu wählen"


def test_every_place_is_named_in_german_reasons():
    box = at(here="3-2").ruleset.box
    for place, name in plan_of(box).names.items():
        for is_left in (True, False):
            german = say_place(box, place, is_left, "de")
            assert german[0].islower()
            assert name.partition("-")[0] in GERMAN_PLACES or name in german
            assert not set("{}") & set(german)
    assert set(GERMAN_PLACES) - {"hex", "exit", "start"} == set(map(short_name, ROOM_NAMES))

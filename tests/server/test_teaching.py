"""Rules and lessons, as a client gets them."""

import dataclasses
import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import motherlode
from motherlode.core.errors import BadInput, MotherlodeError
from motherlode.core.registry import find_game, game_names
from motherlode.table.lesson import Lesson
from motherlode.table.rulebook import look_up
from server.playing import Guest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(("language", "file"), [("en", "RULES.md"), ("de", "RULES.de.md")])
@pytest.mark.parametrize("game", game_names())
def test_rules_are_all_there_each_with_its_number(here, game, language, file):
    with here.client() as client:
        answer = client.get(f"/api/games/{game}/rules", params={"language": language})
    rules = answer.json()
    assert rules["language"] == language
    text = (Path(find_game(game).folder) / file).read_text(encoding="utf-8")
    numbers = [rule["number"] for section in rules["sections"] for rule in section["rules"]]
    assert numbers == re.findall(r"^- \*\*(R[\d.]+)\*\*", text, re.MULTILINE)
    assert [f"## {each['number']} {each['heading']}" for each in rules["sections"]] == re.findall("^## .*", text, re.M)
    flat = " ".join(re.sub(r"[*`]", "", text).split())
    for section in rules["sections"]:
        assert section["html"] == ""
        for rule in section["rules"]:
            assert rule["number"].startswith(f"{section['number']}.")
            assert re.sub(r"[*`]", "", rule["text"]) in flat
            assert "<li>" not in rule["html"]
            assert rule["is_ruling"] == bool(re.search(r"\bruling\b", rule["text"]))
    assert rules["html"].startswith("<p>For " if language == "en" else "<p>Für ")
    assert "from R1" not in rules["html"] + "".join(section["html"] for section in rules["sections"])


def test_a_lesson_tells_what_happens_in_its_language(here):
    ada = Guest(here.url)
    english, german = (
        [line for frame in ada.get("/api/games/madcap/lesson", language=language)["frames"] for line in frame["words"]]
        for language in ("en", "de")
    )
    assert len(english) == len(german) > 0
    assert all(first != second for first, second in zip(english, german, strict=True))
    assert any("Fass" in line for line in german)


def test_a_rule_says_where_it_is_carried_out_and_which_tests_hold_it(here):
    guest = Guest(here.url)
    told = guest.get("/api/games/madcap/rules/R4.3")
    assert told["number"] == "R4.3"
    assert told["code"]
    for line in (*told["code"], *told["tests"]):
        root = ROOT / "src" if line["source"].startswith("motherlode/games/madcap/") else ROOT
        assert line["text"] in (root / line["source"]).read_text(encoding="utf-8").splitlines()[line["line"] - 1]
    assert all("R4." in line["text"] for line in told["code"])
    assert all("r4_3" in line["text"] for line in told["tests"])
    assert guest.get("/api/games/madcap/rules/r4.3") == told


def test_a_rule_without_tests_beside_the_server_says_so(tmp_path):
    folder = tmp_path / "lib" / "motherlode" / "games" / "madcap"
    shutil.copytree(find_game("madcap").folder, folder)
    found = look_up(dataclasses.replace(find_game("madcap"), folder=str(folder)), "R4.3")
    assert found.tests is None
    assert "motherlode/games/madcap/components.py" in {line.source.as_posix() for line in found.code}


@pytest.mark.parametrize("number", ["R4", "R99.1", "4.3", "R4.3x"])
def test_a_rule_that_is_not_there_is_refused(here, number):
    with here.client() as client:
        answer = client.get(f"/api/games/madcap/rules/{number}")
    assert (answer.status_code, answer.json()["code"]) == (422, "command/value")


def test_rules_are_fetched_once(here):
    with here.client() as client:
        tag = client.get("/api/games/madcap/rules").headers["etag"]
        again = client.get("/api/games/madcap/rules", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/api/games/trap_the_cap/rules", headers={"If-None-Match": tag}).status_code == 200
        assert client.get("/api/games/chess/rules").json()["code"] == "game/unknown"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", game_names())
def test_a_lesson_is_played_to_its_end_by_whoever_does_what_it_says(here, game, language):
    """The learner's clicks and what else happens, played again by the engine, lead to the same positions."""
    ada = Guest(here.url)
    lesson = ada.get(f"/api/games/{game}/lesson", language=language)
    script = Lesson(find_game(game)).script
    frames = lesson["frames"]
    assert 6 <= len(script.steps) <= 14
    assert [frame["say"] for frame in frames if frame["say"]] == [getattr(step.say, language) for step in script.steps]
    assert sum(frame["expected"] is not None for frame in frames) >= 4
    assert frames[-1]["expected"] is None
    assert lesson["language"] == language
    entries = [move for frame in frames for move in frame["moves"]]
    for before, after in pairwise(frames):
        if before["expected"] is not None:
            choice = next(each for each in before["view"]["actions"] if each["id"] == before["expected"])
            assert choice["path"] == before["path"]
            assert after["moves"][0]["action"] == before["expected"]
            assert after["moves"][0]["actor"] == lesson["seat"]
        assert bool(after["words"]) == bool(after["moves"])
        assert after["view"]["moves"] == before["view"]["moves"] + len(after["moves"])
    assert len(entries) == frames[-1]["view"]["moves"]
    rules = ada.get(f"/api/games/{game}/rules")
    numbers = {rule["number"] for section in rules["sections"] for rule in section["rules"]}
    assert {frame["rule"] for frame in frames} - {""} <= numbers
    for frame in frames:
        assert len(re.findall(r"[.!?:](?: |$)", frame["say"])) <= 4
        assert len(frame["say"]) <= 240


@pytest.mark.parametrize("game", game_names())
def test_a_lesson_shows_the_learner_what_his_seat_may_know(here, game):
    lesson = Lesson(find_game(game))
    shown = Guest(here.url).get(f"/api/games/{game}/lesson")["frames"]
    seat, spec, box = lesson.script.seat, lesson.game.spec, lesson.game.box
    for frame, scene in zip(shown, lesson.scenes("en"), strict=True):
        hidden = lesson.game.hidden(scene.match.position, seat) if not scene.match.is_over else scene.match.position
        assert frame["view"]["position"] == json.loads(msgspec.json.encode(spec.views.view(box, hidden)))
        assert frame["view"]["seat"] == frame["seat"] == seat


GOOD = """
seats = 2
names = ["Ada", "Bert"]
title = {en = "a", de = "b"}
[[steps]]
play = ["* red 1", "* red 3", "* red 4", "* red 6", "* black 2", "* black 4", "* black 5", "* black 6",
        "* blue 1", "* blue 3", "* blue 4", "* blue 5"]
say = {en = "c", de = "d"}
do = "red 4 in"
[[steps]]
say = {en = "e", de = "f"}
rule = "R2.1"
play = ["2 black 6 in"]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = "red 4 in"', 'do = "red 5 in"', "step 1, do: the rules do not allow 'red 5 in'"),
        ('do = "red 4 in"', 'do = "red"', "step 1, do: unreadable action 'red'"),
        ('"2 black 6 in"', '"2 black 3 in"', "step 2, play: illegal action 'black 3 in'"),
        ('"2 black 6 in"', '"black 6 in"', "step 2, play: expected '* OUTCOME' or '2 ACTION', found 'black 6 in'"),
        ('"2 black 6 in"', '"1 black 6 in"', "step 2, play: 'Ada' is out of turn"),
        ('"R2.1"', '"R2.9"', "step 2, rule: there is no rule 'R2.9'"),
        ('"* red 1", ', "", "step 1, play: "),
        ("seats = 2", "seats = 3", "Madcap with 3 seats: it has 2"),
        ('de = "d"', 'fr = "d"', "Object contains unknown field fr - at $.steps[0].say"),
        ('do = "red 4 in"', "", "step 2, play: 'Bert' is out of turn"),
        (
            'play = ["2 black 6 in"]',
            'play = ["2 black 6 in"]\ndo = "red 1 up"',
            "step 2, do: the last step has nothing",
        ),
    ],
)
def test_a_bad_lesson_is_refused_with_file_step_and_field(tmp_path, old, new, said):
    path = tmp_path / "lesson.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        list(Lesson(find_game("madcap"), path).scenes("en"))
    assert str(refused.value).startswith(f"bad data file '{path}'")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_good_lesson_of_these_tests_is_good_and_a_game_without_one_says_so(tmp_path):
    path = tmp_path / "lesson.toml"
    path.write_text(GOOD, encoding="utf-8")
    scenes = list(Lesson(find_game("madcap"), path).scenes("de"))
    assert [scene.say for scene in scenes] == ["d", "", "f"]
    with pytest.raises(MotherlodeError, match="Madcap has no lesson"):
        Lesson(find_game("madcap"), tmp_path / "none.toml")
    assert motherlode.game("madcap")

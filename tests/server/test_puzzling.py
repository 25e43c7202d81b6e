"""Puzzles and games of the day over HTTP: shown, answered once for the rating, refuted; three a day for everybody."""

import datetime

import pytest

from motherlode.core.registry import own_names
from motherlode.puzzles.puzzle import open_puzzle, set_of_day, shipped
from motherlode.server import moments
from motherlode.server.study.packing import MOST_PACKED
from server.playing import Guest

DAY = datetime.date(2032, 3, 4)


@pytest.fixture
def day(monkeypatch):
    """A day that the test decides on."""

    def set_day(day: datetime.date) -> None:
        monkeypatch.setattr(moments, "today", lambda: day)

    set_day(DAY)
    return set_day


def answer(guest: Guest, game: str, puzzle: str, is_right: bool) -> dict:
    """Answer a puzzle rightly, or as its file says that it is wrong."""
    opened = open_puzzle(game, puzzle)
    wrong = opened.game.read_action(opened.match.position, opened.puzzle.refutations[0].action)
    action = opened.answer if is_right else wrong
    return guest.post(f"/api/games/{game}/puzzles/{puzzle}/tries", action=action)


@pytest.mark.parametrize("game", sorted(own_names()))
def test_a_puzzle_of_every_game_is_shown_answered_and_refuted(here, day, game):
    ada = Guest(here.url)
    shown = ada.get(f"/api/games/{game}/puzzles/next")
    puzzle = shown["id"]
    opened = open_puzzle(game, puzzle)
    assert (shown["seat"], shown["view"]["to_act"]) == (opened.seat, opened.seat)
    assert {action["id"] for action in shown["view"]["actions"]} == set(opened.match.legal())
    again = ada.get(f"/api/games/{game}/puzzles/{puzzle}")
    assert again.keys() == {"id", "game", "seat", "names", "rating", "theme", "view", "is_tried", "words", "numbers"}
    wrong = answer(ada, game, puzzle, False)
    assert (wrong["is_right"], wrong["is_counted"]) == (False, True)
    assert wrong["change"] < 0
    assert wrong["lost"] > 0
    assert wrong["frames"][0]["words"]
    assert len(wrong["frames"]) == 1 + len(opened.puzzle.refutations[0].line)
    right = answer(ada, game, puzzle, True)  # retried: right, but it counts no more
    assert (right["is_right"], right["is_best"], right["is_counted"], right["change"]) == (True, True, False, 0)
    assert (right["standing"]["tries"], right["standing"]["solved"], right["standing"]["streak"]) == (1, 0, 0)
    told = ada.ask("POST", f"/api/games/{game}/puzzles/{puzzle}/solution", json={"language": "de"}).json()
    assert told["action"] == opened.answer
    assert told["text"] == opened.puzzle.answer
    assert told["levels"].keys() == {"pebble", "prospector", "foreman", "mastermind"}
    assert ada.get(f"/api/games/{game}/puzzles/{puzzle}")["is_tried"]


def test_the_first_answer_counts_on_every_database(everywhere, day):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    before = ada.get("/api/games/madcap/puzzles")
    assert (before["rating"], before["tries"], before["puzzles"]) == (1500, 0, len(shipped("madcap")))
    met = set()
    for number in range(1, 4):
        shown = ada.get("/api/games/madcap/puzzles/next")
        assert not shown["is_tried"]
        assert shown["id"] not in met
        met.add(shown["id"])
        found = answer(ada, "madcap", shown["id"], True)
        assert found["is_counted"]
        assert (found["standing"]["streak"], found["standing"]["solved"]) == (number, number)
    after = ada.get("/api/games/madcap/puzzles")
    assert after["rating"] > 1500
    assert after["error"] < before["error"]
    assert bob.get("/api/games/madcap/puzzles")["tries"] == 0
    shown = ada.get("/api/games/madcap/puzzles/next")["id"]
    ada.ask("POST", f"/api/games/madcap/puzzles/{shown}/solution", json={})  # who asks has not solved it
    now = ada.get("/api/games/madcap/puzzles")
    assert (now["streak"], now["best_streak"], now["tries"]) == (0, 3, 4)


def test_an_action_that_no_file_has_is_refuted_by_the_search(here, day):
    ada = Guest(here.url)
    game = "madcap"
    for puzzle in shipped(game):
        opened = open_puzzle(game, puzzle)
        rare = [
            action for action in opened.match.legal() if action not in opened.right and not opened.refutation(action)
        ]
        if rare:
            break
    found = ada.post(f"/api/games/{game}/puzzles/{puzzle}/tries", action=rare[0])
    assert not found["is_right"]
    assert len(found["frames"]) > 1


def test_themes_choose_what_comes_next(here, day):
    ada = Guest(here.url)
    themes = ada.get("/api/games/madcap/puzzles/themes", language="de")
    assert sum(theme["puzzles"] for theme in themes) == len(shipped("madcap"))
    bounce = next(theme for theme in themes if theme["name"] == "bounce")
    assert bounce["words"] == "Abprallen"
    assert ada.get("/api/games/madcap/puzzles/next", theme="bounce")["theme"]["name"] == "bounce"


def test_refusals(here, day):
    ada = Guest(here.url)
    puzzle = next(iter(shipped("madcap")))
    for path, status, code in (
        ("/api/games/chess/puzzles", 404, "game/unknown"),
        ("/api/games/madcap/puzzles/nothing", 404, "command/value"),
        ("/api/games/madcap/puzzles/next?theme=romance", 404, "command/value"),
        ("/api/days/chess", 404, "game/unknown"),
    ):
        refused = ada.ask("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (status, code), refused.text
    refused = ada.ask("POST", f"/api/games/madcap/puzzles/{puzzle}/tries", json={"action": 9999})
    assert (refused.status_code, refused.json()["code"]) == (422, "action/illegal")
    with here.client() as nobody:
        refused = nobody.post(f"/api/games/madcap/puzzles/{puzzle}/tries", json={"action": 1})
        assert refused.json()["code"] == "person/unknown"


def test_three_puzzles_a_day_are_the_same_for_everybody_and_count_once(everywhere, day):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    today = ada.get("/api/days/madcap")
    ids = [puzzle.id for puzzle in set_of_day("madcap", DAY)]
    assert (today["date"], today["kind"], today["puzzles"], today["marks"]) == ("2032-03-04", "puzzles", ids, [])
    assert bob.get("/api/days/madcap")["puzzles"] == ids
    assert ada.get("/api/games/madcap/puzzles/next")["id"] not in ids
    for number, is_right in enumerate((True, False, True)):
        answer(ada, "madcap", ids[number], is_right)
        answer(ada, "madcap", ids[number], True)  # then it is free
    answer(bob, "madcap", ids[0], True)
    today = ada.get("/api/days/madcap")
    assert (today["marks"], today["is_over"], today["streak"]) == ([True, False, True], True, 1)
    assert (today["players"], today["field"]) == (1, [0, 0, 1, 0])  # Bob has not finished
    assert [(result["name"], result["score"], result["is_you"]) for result in today["results"]] == [("Ada", 2, True)]
    day(DAY + datetime.timedelta(days=1))
    tomorrow = ada.get("/api/days/madcap")
    assert (tomorrow["marks"], tomorrow["streak"], tomorrow["players"]) == ([], 1, 0)
    assert not set(tomorrow["puzzles"]) & set(ids)
    for puzzle in tomorrow["puzzles"]:
        answer(ada, "madcap", puzzle, True)
    assert ada.get("/api/days/madcap")["streak"] == 2
    day(DAY + datetime.timedelta(days=3))
    assert ada.get("/api/days/madcap")["streak"] == 0


def test_every_game_has_a_day_and_the_cavern_joins(here, day):
    day(datetime.date(2032, 5, 5))
    ada = Guest(here.url)
    days = {each["game"]: each for each in ada.get("/api/days")}
    assert days.keys() == set(own_names())
    cavern = days.pop("rockport_caverns")
    assert (cavern["kind"], cavern["puzzles"], cavern["table"]) == ("match", [], None)
    assert all(each["kind"] == "puzzles" and len(each["puzzles"]) == 3 for each in days.values())
    assert {each["ends"] for each in days.values()} == {cavern["ends"]}
    table = ada.post("/api/daily")["table"]["id"]
    ada.post(f"/api/tables/{table}/resign")
    cavern = ada.get("/api/days/rockport_caverns")
    assert (cavern["table"], cavern["is_over"], cavern["marks"]) == (table, True, [False])
    assert (cavern["players"], cavern["field"], cavern["streak"]) == (1, [1, 0], 1)


@pytest.mark.parametrize("game", sorted(own_names()))
def test_a_pack_is_solved_without_a_server_and_says_what_the_server_says(here, day, game):
    ada = Guest(here.url)
    pack = ada.get(f"/api/games/{game}/puzzles/pack", language="de")
    ratings = [packed["shown"]["rating"] for packed in pack["puzzles"]]
    assert (pack["game"], len(ratings)) == (game, min(MOST_PACKED, len(shipped(game))))
    assert ratings == sorted(ratings)
    for packed in (pack["puzzles"][0], pack["puzzles"][-1]):
        name = packed["shown"]["id"]
        opened = open_puzzle(game, name)
        assert packed["shown"] == ada.get(f"/api/games/{game}/puzzles/{name}", language="de")
        assert [each["action"] for each in packed["answers"]] == opened.match.legal()
        assert {each["action"] for each in packed["answers"] if each["is_right"]} == opened.right
        refuted = opened.game.read_action(opened.match.position, opened.puzzle.refutations[0].action)
        for action in (opened.answer, refuted):
            kept = next(each for each in packed["answers"] if each["action"] == action)
            wish = {"action": action, "language": "de"}
            told = ada.ask("POST", f"/api/games/{game}/puzzles/{name}/tries", json=wish).json()
            assert kept == {"action": action} | {key: told[key] for key in kept if key != "action"}
        told = ada.ask("POST", f"/api/games/{game}/puzzles/{name}/solution", json={"language": "de"}).json()
        assert (packed["text"], packed["path"], packed["levels"]) == (told["text"], told["path"], told["levels"])


def test_a_pack_is_fetched_once(here):
    with here.client() as client:
        path = "/api/games/trap_the_cap/puzzles/pack"
        packed = client.get(path, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert client.get(path, headers={"if-none-match": packed.headers["etag"]}).status_code == 304
        whole = client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in whole.headers
        assert whole.json() == packed.json()
        assert client.get("/api/games/no_game/puzzles/pack").status_code == 404

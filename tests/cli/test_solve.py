"""`motherlode solve`."""

import json

import pytest
from cyclopts import App

from motherlode.cli.solve import solve
from motherlode.core.contract import GameSpec
from motherlode.core.errors import BadInput, Code, MotherlodeError
from motherlode.core.registry import find_game

SMALL = ("--option", "levels=4", "--option", "faces=3", "--option", "dice=2", "--option", "gold=[3,1,2,5]")


def run(*words):
    app = App(name="motherlode", result_action="return_value")
    app.command(solve)
    app(["solve", *words], exit_on_error=False, print_error=False)


def test_a_roll_as_json(capsys):
    run("madcap", "--roll", "r1336 k2245 b1556", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == -1
    assert found["actions"]["red 1 in"] == -1
    assert found["actions"]["blue 6 in"] == -7
    assert len(found["actions"]) == 9


def test_a_roll_for_people(capsys):
    run("madcap", "--roll", "r1336 k2245 b1556")
    out = capsys.readouterr().out
    assert "value -1" in out
    lines = [line.split() for line in out.splitlines() if " in " in line]
    assert lines[0] == ["red", "1", "in", "-1", "best"]
    assert lines[-1] == ["blue", "6", "in", "-7"]


def test_a_position_as_json(capsys):
    run("madcap", "--position", "r4 k4 b3 | r666 k666 b1 | not b | gold 0-0 | seat 2", "--json")
    assert json.loads(capsys.readouterr().out) == {"value": 8, "actions": {"blue 1 up": 0, "blue 1 down": 8}}


def test_all_as_json_has_the_promised_keys_and_nothing_else(capsys):
    run("madcap", "--all", "--json", *SMALL)
    report = json.loads(capsys.readouterr().out)
    assert set(report) == {
        "first_player_wins", "draws", "first_player_loses", "mean_margin", "positions", "seconds",
        "rolls_by_value", "fairest", "most_lopsided",
    }  # fmt: skip
    assert report["first_player_wins"] + report["draws"] + report["first_player_loses"] == pytest.approx(1)
    assert sum(report["rolls_by_value"].values()) == 6**3
    assert report["positions"] == 3 * 22**3 + 6**3


def test_all_for_people(capsys):
    run("madcap", "--all", *SMALL)
    out = capsys.readouterr().out
    for words in ("first player wins", "draws", "mean margin", "32,160", "rolls by margin", "█", "lopsided"):
        assert words in out


def test_a_saved_table_answers_as_the_solver_does(capsys, tmp_path):
    path = str(tmp_path / "small.table")
    run("madcap", "--all", "--json", "--save", path, *SMALL)
    capsys.readouterr()
    for words in (
        ("--roll", "r12 k13 b33"),
        ("--position", "r1 k- b2 | r2 k23 b1 | not b | gold 0-0 | seat 1"),
    ):
        run("madcap", *words, "--json", *SMALL)
        solved = capsys.readouterr().out
        run("madcap", *words, "--json", "--table", path, *SMALL)
        assert capsys.readouterr().out == solved


def test_options_from_a_file(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("levels = 4\nfaces = 3\ndice = 2\ngold = [3, 1, 2, 5]\n")
    run("madcap", "--roll", "r12 k13 b33", "--json", *SMALL)
    by_words = capsys.readouterr().out
    run("madcap", "--roll", "r12 k13 b33", "--json", "--data", str(path))
    assert capsys.readouterr().out == by_words


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("madcap",), Code.BAD_CHOICE, "give one of --all, --roll and --position"),
        (("madcap", "--all", "--roll", "r1"), Code.BAD_CHOICE, "give one of"),
        (("madcap", "--roll", "r1", "--save", "x"), Code.BAD_CHOICE, "--save needs --all"),
        (("madcap", "--all", "--table", "x"), Code.BAD_CHOICE, "--table is for"),
        (("madcop", "--all"), Code.UNKNOWN_GAME, "did you mean 'madcap'"),
        (("madcap", "--roll", "r1336 k2245"), Code.UNREADABLE_POSITION, "r1336 k2245"),
        (("madcap", "--roll", ""), Code.UNREADABLE_POSITION, "''"),
        (("madcap", "--position", "r4"), Code.UNREADABLE_POSITION, "r4"),
        (("madcap", "--all", "--option", "levels"), Code.BAD_OPTION, "expected name=value"),
        (("madcap", "--all", "--option", "lewels=3"), Code.UNKNOWN_OPTION, "lewels"),
        (("madcap", "--all", "--option", "dice=6", "--option", "faces=6"), Code.BAD_CHOICE, "at most 3 GiB"),
        (("madcap", "--roll", "r1336 k2245 b1556", "--table", "no/table"), Code.UNREADABLE_FILE, "no/table"),
        (("madcap", "--roll", "r1336 k2245 b1556", "--table", __file__), Code.BAD_SOLUTION, "not a table"),
    ],
)
def test_bad_input_is_one_line(words, code, reason):
    with pytest.raises(MotherlodeError) as caught:
        run(*words)
    assert caught.value.code == code
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_without_a_solution_is_one_line(monkeypatch):
    spec = find_game("madcap")
    unsolved = GameSpec(**{**vars(spec), "name": "unsolved", "solver": ""})
    monkeypatch.setattr("motherlode.core.registry._registered", {"unsolved": unsolved})
    with pytest.raises(BadInput, match="cannot solve 'unsolved'"):
        run("unsolved", "--all")

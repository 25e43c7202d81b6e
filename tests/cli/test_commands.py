"""`motherlode games`, help, versions, and every way to get it wrong."""

import importlib
import inspect
import json
import os
import subprocess
import sys

import pytest

import motherlode
from motherlode.cli import COMMANDS, LAB, LAB_MODULES
from motherlode.core.options import default_options
from motherlode.core.registry import find_game


def test_games_for_people(run):
    result = run("games")
    assert result.code == 0
    assert "madcap  Madcap, for 2 players" in result.out
    assert "--option fair_rolls=false" in result.out
    assert "bots: random, pebble, prospector, greedy, foreman, mastermind, exact" in result.out
    assert "foreman     An experienced player" in result.out


def test_a_rule_with_its_lines_and_tests(run):
    result = run("rule", "madcap", "r4.3")
    assert result.code == 0
    assert result.out.startswith("R4.3 A barrel must stop on another level than it left.")
    assert "motherlode/games/madcap/components.py:" in result.out
    assert "test_r4_3_a_barrel_may_not_stop_where_it_started" in result.out


@pytest.mark.parametrize(("number", "words"), [("R4", "R4.1, R4.2, R4.3, R4.4"), ("R99.1", "R1.1 to R8.3")])
def test_a_rule_that_is_not_there(run, number, words):
    result = run("rule", "madcap", number)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"motherlode: Madcap has no rule '{number}': expected one of {words}\n"


def test_games_for_machines(run):
    found = {game["name"]: game for game in json.loads(run("games", "--json").out)}
    assert sorted(found) == motherlode.game_names()
    spec, madcap = find_game("madcap"), found["madcap"]
    assert madcap["title"] == spec.title
    assert madcap["version"] == spec.version
    assert madcap["seats"] == {"fewest": 2, "most": 2}
    assert madcap["is_solved"] is True
    assert madcap["is_hidden"] is False
    assert {option["name"]: option["default"] for option in madcap["options"]} == default_options(spec)
    for option in madcap["options"]:
        assert set(option) == {"name", "default", "meaning", "schema"}
        assert option["meaning"], "data/options.toml says what each option means"
        assert option["schema"]["type"] in {"integer", "array", "boolean"}


def test_help_and_version(run):
    for words in (["--help"], ["-h"], []):
        result = run(*words)
        assert result.code == 0
        for command in ("play", "replay", "verify", "games", "solve"):
            assert command in result.out
    assert "--players" in run("play", "--help").out
    assert run("--version").out == f"{motherlode.__version__}\n"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "lab"])
def test_help_says_what_the_commands_say(name):
    command = getattr(importlib.import_module(f"motherlode.cli.{name}"), name)
    assert COMMANDS[name].splitlines()[0] == inspect.getdoc(command).splitlines()[0]


@pytest.mark.parametrize("name", LAB)
def test_help_says_what_the_commands_of_the_lab_say(name):
    command = getattr(importlib.import_module(f"motherlode.cli.{LAB_MODULES.get(name, 'lab')}"), name)
    assert LAB[name].splitlines()[0] == inspect.getdoc(command).splitlines()[0]


BAD = {
    "unknown command": ("dance", "unknown command"),
    "unknown game": ("play madkap", "unknown game 'madkap': did you mean 'madcap'?"),
    "no game": ("play", "which game?"),
    "unknown argument": ("play madcap --dance", "unknown option: --dance"),
    "too many arguments": ("play madcap again", "again"),
    "unknown option": ("play madcap --option foo=1", "unknown option 'foo': madcap has levels, dice,"),
    "reserved option": ("play madcap --option seats=3", "unknown option 'seats'"),
    "malformed option": ("play madcap --option games", "bad option 'games': expected name=value"),
    "bad option": ("play madcap --option levels=99", "bad option levels=99: expected"),
    "bad option type": ("play madcap --option levels=many", "bad option levels='many': expected"),
    "options that clash": (
        "play madcap --option faces=7",
        "bad option faces=7: must be below levels, which is 7",
    ),
    "too many seats": ("play madcap --seats 3", "Madcap with 3 seats: it has 2"),
    "too many players": ("play madcap --players human,human,human", "Madcap with 3 seats: it has 2"),
    "too few players": ("play madcap --seats 2 --players human", "wrong number of players 'human'"),
    "unknown bot": ("play madcap --players human,deepblue", "unknown player 'deepblue' for Madcap"),
    "no name": ("play madcap --players human:,random", "player 'human:': the name is missing"),
    "watching a person": ("play madcap --watch --players human,random", "only bots play with --watch"),
    "bad seed": ("play madcap --seed seven", "seven"),
    "seed out of range": ("play madcap --seed -1", "seed -1: must be from 0"),
    "two sources of chance": ("play madcap --fair --seed 3", "--fair does not go with --seed"),
    "bad delay": ("play madcap --delay -1", "--delay -1: must be from 0 to 60 seconds"),
    "malformed position": ("play madcap --position r4", "unreadable position 'r4'"),
    "malformed roll": ("solve madcap --roll r1", "malformed roll 'r1'"),
    "unreadable data": (
        "play madcap --data /no/such.toml",
        "cannot read '/no/such.toml': No such file or directory",
    ),
    "unreadable record": (
        "play --load /no/such.txt",
        "cannot read '/no/such.txt': No such file or directory",
    ),
    "a folder": ("verify /", "cannot read '/': Is a directory"),
    "an empty record": ("replay /dev/null", "bad record '/dev/null', line 1"),
    "an endless record": ("verify /dev/zero", "cannot read '/dev/zero': it is larger than 64 MiB"),
    "no record": ("verify", "FILE"),
    "no folder to save in": (
        "play madcap --save /no/such/file",
        "cannot write '/no/such/file': there is no folder",
    ),
    "no plain file to save in": (
        "play madcap --save /dev/null",
        "cannot write '/dev/null': it is not a plain file",
    ),
    "somebody else's file": (f"play madcap --save {__file__}", f"will not overwrite {__file__!r}"),
    "options of a record": ("play --load /dev/null --option games=2", "--option does not go with --load"),
    "seed zero of a record": ("play --load /dev/null --seed 0", "--seed does not go with --load"),
}


@pytest.mark.parametrize(("words", "complaint"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_exit_code_2(run, kept, words, complaint):
    result = run(*words.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("motherlode: ")
    assert complaint in result.err
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    assert not kept.exists()


def test_records_that_are_not_text_or_not_of_this_game(run, tmp_path):
    file = tmp_path / "game.txt"
    file.write_bytes(b"Motherlode record 1\n\xff")
    assert run("verify", file).err == f"motherlode: cannot read {str(file)!r}: it is not UTF-8 text, at byte 20\n"
    run("play", "madcap", "--watch", "--force", "--save", file)
    assert f"{str(file)!r} is a record of madcap, not of 'chess'" in run("play", "chess", "--load", file).err
    finished = run("play", "--load", file)
    assert finished.code == 2
    assert f"the match in {str(file)!r} is over: " in finished.err
    assert run("replay", file, "--step", 13).err == f"motherlode: --step 13: {str(file)!r} has actions 0 to 12\n"


def test_a_broken_data_file_is_named_with_its_line(run, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("levels = 8\ngold = [1, 2, 3]\n")
    assert (
        f"in {str(file)!r}, line 2: needs one number for each of 8 levels" in run("play", "madcap", "--data", file).err
    )
    file.write_text("levels = = 8\n")
    assert f"bad data file {str(file)!r}" in run("play", "madcap", "--data", file).err


def test_the_program_itself(program):
    process = program("play", "madkap")
    out, err = process.communicate(timeout=600)
    assert process.returncode == 2
    assert out == ""
    assert err == "motherlode: unknown game 'madkap': did you mean 'madcap'?\n"


def test_output_in_a_poorer_encoding():
    """Letters that the terminal cannot show become question marks."""
    code = "import sys; from motherlode.cli import main; sys.exit(main(['play', 'madcap', '--seed', '7']))"
    found = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True,
        input=b"red 4 \xff\n", check=False,
    )  # fmt: skip
    assert found.returncode == 0
    assert found.stderr == b""
    assert b"Your turn, Player." in found.stdout


def test_help_does_not_wait_for_rich_or_the_games():
    """Commands are imported when they are called."""
    code = (
        "import sys; from motherlode.cli import make_app; make_app();"
        "print([name for name in sys.modules if name.startswith(('motherlode.cli.', 'motherlode.games.'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"

"""`motherlode replay` and `motherlode verify`."""

import builtins
import io
import re
import sys

import pytest

import motherlode
from motherlode.cli.screen import Screen
from motherlode.cli.showing import Show

SMALL = {"levels": 2, "faces": 1, "dice": 1, "gold": [1, 2], "games": 2}


def played(num_actions=99, **options):
    """A match of first actions."""
    match = motherlode.game("madcap", **options).start(7, names=("Ada", "Bob"))
    while not match.is_over and num_actions:
        match.play(match.actions()[0])
        num_actions -= 1
    return match


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(played().record())
    return file


def test_verify_says_what_was_checked_and_what_follows(run, record):
    result = run("verify", record)
    assert result.code == 0
    assert result.out == (
        f"{record}: Madcap, Ada, Bob, 0-10: 24 entries follow the rules; 12 draws of chance match the seed\n"
        "Chance came from a number that was known before: whoever started the match could have chosen it.\n"
    )
    assert run("verify", "-", typed=record.read_text()).out == result.out.replace(str(record), "stdin")


def test_verify_a_running_match(run, tmp_path):
    file = tmp_path / "running.txt"
    file.write_text(played(3).record())
    result = run("verify", file)
    assert result.code == 0
    assert ", running: 15 entries" in result.out


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("* blue 3", "* blue 4", "line 33: illegal action 'blue 3 up': no blue die shows 3, in '.*'"),
        ("1 red 1 in", "1 red 2 in", "line 2\\d: .*"),
        ("result: 0-10", "result: 10-0", "line 10: the result is '0-10' by the rules, not '10-0'"),
        ("2 blue 6 discard\n", "", "line 10: the result is 'running' by the rules, not '0-10'"),
        (
            "1 red 1 in",
            "1 blue 1 in",
            r"line 25: illegal action 'blue 1 in': no blue die shows 1, in 'r- k- b- \|.*'",
        ),
        ("1 red 1 in", "2 red 1 in", "line 25: 'Bob' is out of turn, in '.*'"),
        ("rules: 1", "rules: 9", "line 3: rules version 9; this is version 1 of the rules"),
        ("game: madcap", "game: chess", "line 2: unknown game 'chess': .*"),
        ("options: {}", 'options: {"levls": 3}', "line 6: unknown option 'levls': .*"),
        ("seats: 2", "seats: 5", "line 5: Madcap with 5 seats: it has 2"),
        ("Motherlode record 1", "Motherlode", "line 1: expected 'Motherlode record 1', found 'Motherlode'"),
        ("* red 4", "* mauve", "line 13: unreadable roll 'mauve': .*"),
    ],
)
@pytest.mark.parametrize("command", ["verify", "replay", "play --load"])
def test_a_bad_record_is_one_line_and_exit_code_2(run, record, old, new, complaint, command):
    assert old in record.read_text()
    record.write_text(record.read_text().replace(old, new, 1))
    result = run(*command.split(), record)
    assert result.code == 2
    assert result.out == ""
    assert re.fullmatch(rf"motherlode: bad record {re.escape(repr(str(record)))}, {complaint}\n", result.err)


def test_verify_draws_again(run, tmp_path):
    """Another die than the seed's, in a match where nobody has used it yet."""
    file = tmp_path / "running.txt"
    file.write_text(played(3).record().replace("* blue 6", "* blue 5"))
    result = run("verify", file)
    assert result.code == 2
    assert result.err == f"motherlode: bad record {str(file)!r}, line 22: chance drew 'blue 6', not 'blue 5'\n"
    assert run("replay", file).code == 0, "it follows the rules"


def test_replay_through_a_pipe_tells_the_story_and_draws_the_end(run, record):
    result = run("replay", record)
    assert result.code == 0
    assert re.findall(r"^ +(\d+)  ", result.out, re.MULTILINE) == [str(number) for number in range(13)]
    assert "  0  The dice are rolled: r1245 k1256 b2356. Ada begins.\n" in result.out
    assert result.out.index("M A D C A P") > result.out.index(" 12  ")
    assert result.out.endswith("Bob wins, 10-0 nuggets.\nScores: Ada 0, Bob 10.\n")
    assert run("replay", "-", typed=record.read_text()) == result
    assert run("replay", record, "--narrate") == result


def test_replay_up_to_a_step(run, record):
    result = run("replay", record, "--step", 2)
    assert "  2  Bob sends the black barrel in on level 1: BOOM! 1 nugget.\n" in result.out
    assert "  3  " not in result.out
    assert "wins" not in result.out
    assert "10 trips left" in result.out


def test_replay_by_itself(run, record):
    result = run("replay", record, "--delay", 0, "--step", 9)
    assert re.findall(r"^action (\d+) of 12$", result.out, re.MULTILINE) == ["9", "10", "11", "12"]
    assert result.out.count("M A D C A P") == 4


def test_replay_shows_no_more_than_the_record_has(run, tmp_path):
    """A running record whose last draws were cut off: chance could go on from its seed, but is not shown."""
    match = played(3, **SMALL)
    lines = match.record().splitlines()
    cut = next(place for place, line in enumerate(lines) if line == "1 blue 1 in") + 1
    assert len(lines) > cut, "the dice of the second game"
    file = tmp_path / "cut.txt"
    file.write_text("\n".join(lines[:cut]) + "\n")
    result = run("replay", file)
    assert "The record ends here; the match was still running." in result.out
    assert "Game 2 of 2" in result.out
    assert "The dice are being rolled." in result.out


def test_a_match_given_up(run, tmp_path):
    match = played(2)
    match.resign(0)
    file = tmp_path / "given-up.txt"
    file.write_text(match.record())
    assert run("replay", file).out.endswith("Ada resigns; Bob won.\nScores: Ada 0, Bob 1.\n")
    assert "1 resigns: 15 entries" in run("verify", file).out


def test_walking_through_a_match(record, monkeypatch, capsys):
    match = motherlode.replay(record.read_text())
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    screen = Screen()
    screen.is_live = True
    typed = iter(["", "", "b", "12", "", "13", "b", "0", "b", "dance", "q"])
    monkeypatch.setattr(builtins, "input", lambda _: next(typed))
    Show(match, len(match.log), screen).browse(0)
    out = capsys.readouterr().out
    shown = re.findall(r"^action (\d+) of 12$", out, re.MULTILINE)
    assert shown == ["0", "1", "2", "1", "12", "11", "0"]
    assert out.count("there are actions 0 to 12") == 4
    assert next(typed, None) is None


def test_a_record_goes_round_through_every_door(run, record, tmp_path):
    """Played through the API, read by replay; played through the terminal, the same record."""
    match = motherlode.replay(record.read_text())
    typed = [entry.text for entry in match.log if entry.actor >= 0]
    again = tmp_path / "again.txt"
    run("play", "madcap", "--players", "human:Ada,human:Bob", "--seed", 7, "--save", again, typed=typed)
    assert again.read_text() == record.read_text()

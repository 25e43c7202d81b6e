"""`motherlode arena` as a user runs it: tables, files, interruptions."""

import json
import os
import shlex
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

GUESTS = Path(__file__).parent.parent / "arena" / "guests.py"
DEADLINE_S = 600  # it only keeps what hangs from hanging for ever


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work where other people's bots lie."""
    shutil.copy(GUESTS, tmp_path / "guests.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def read(path):
    report = json.loads(path.read_text())
    for row in report["standings"]:
        del row["ms_per_decision"]
    return report


def test_a_tournament_with_table_json_and_plot(run, folder):
    words = ("--bots", "random,greedy", "--games", 6, "--seed", 2, "--jobs", 2, "--option", "games=2")
    result = run("arena", "madcap", *words, "--out", "mad.json", "--plot", "mad.html")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].strip() == "madcap, 6 games"
    assert lines[2].split()[0] == "greedy"
    assert "one against another, fixed number of games" in result.out
    report = read(folder / "mad.json")
    assert report["command"] == (
        "motherlode arena madcap --bots random,greedy --games 6 --seats 2 --option games=2 --seed 2"
    )
    assert [game["chance_seed"] for game in report["games"]] == [2, 2, 3, 3, 4, 4]
    assert {row["bot"] for row in report["standings"]} == {"random", "greedy"}
    page = (folder / "mad.html").read_text()
    assert "Plotly.newPlot" in page
    assert "greedy" in page
    assert 'src="http' not in page
    again = run("arena", "madcap", *words, "--out", "mad.json")
    assert again.code == 2
    assert again.err == (
        "motherlode: cannot use journal 'mad.jsonl': it holds 6 games already; add --resume to go on, or remove it\n"
    )
    assert run("arena", "madcap", *words, "--out", "mad.json", "--resume").code == 0
    assert read(folder / "mad.json") == report


def test_the_command_in_the_json_repeats_the_games(run, folder):
    words = ("--bots", "random,greedy", "--games", 1, "--option", "turns=30")
    assert run("arena", "trap_the_cap", *words, "--out", "a.json").code == 0
    report = read(folder / "a.json")
    assert run(*shlex.split(report["command"])[1:], "--out", "b.json").code == 0
    assert read(folder / "b.json") == report


def test_without_a_file_nothing_is_left(run, folder):
    result = run("arena", "madcap", "--bots", "random,guests:Raises", "--games", 2, "--jobs", 1)
    assert result.code == 0
    assert "guests:Raises forfeited: ZeroDivisionError: seven by nothing" in result.out
    assert list((folder / "data" / "arena").iterdir()) == []


def wait_for_lines(path, count, process):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    raise AssertionError("no games were played")


def workers_of(folder):
    """Processes that work in this folder, besides this one."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            is_other = entry.name.isdigit() and int(entry.name) != os.getpid()
            if is_other and (entry / "cwd").resolve() == folder and (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


STAYS = """#!/bin/sh
read hello
echo ready 1
while read word rest; do
    case $word in
        action) first=${first:-${rest%%[!0-9]*}} ;;
        go) echo bestaction $first; first= ;;
        quit) exit ;;
    esac
done
sleep 1000
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_a_run_that_is_stopped_goes_on_as_if_it_had_not_been(run, program, folder, how):
    stays = folder / "stays.sh"  # a program that stays when nobody talks to it any more
    stays.write_text(STAYS)
    stays.chmod(0o755)
    words = ("--bots", "guests:Waits,exec:./stays.sh", "--games", "20", "--seed", "1", "--patience", "300")
    journal = folder / "stopped.jsonl"
    (folder / "wait").write_text(f"4 {journal.name}")  # with four games played, none comes to its end any more
    process = program("arena", "madcap", *words, "--jobs", "2", "--out", "stopped.json")
    wait_for_lines(journal, 4, process)
    process.send_signal(how)
    out, err = process.communicate(timeout=DEADLINE_S)
    assert not (folder / "stopped.json").exists()
    if how == signal.SIGINT:
        assert (process.returncode, out) == (130, "")
        assert "games are kept in 'stopped.jsonl'. To go on:" in err
        assert "Traceback" not in err
        command = "motherlode arena madcap --bots guests:Waits,exec:./stays.sh --games 20 --seats 2 --seed 1"
        assert err.strip().splitlines()[-1] == f"{command} --patience 300 --out stopped.json --resume"
    deadline = time.monotonic() + DEADLINE_S
    while workers_of(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert workers_of(folder) == []
    (folder / "wait").unlink()
    kept = journal.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 20
    assert run("arena", "madcap", *words, "--out", "stopped.json", "--resume").code == 0
    assert run("arena", "madcap", *words, "--out", "whole.json").code == 0
    assert read(folder / "stopped.json") == read(folder / "whole.json")


MISTAKES = {
    "--bots random": "1 bots for 2 seats: an arena needs at least 2",
    "--bots random,deep": "unknown bot 'deep' for Madcap",
    "--bots random,exec:./nothing": "bad bot 'exec:./nothing': the program './nothing' was not found",
    "--bots random,guests:Nobody": "bad bot 'guests:Nobody': AttributeError",
    "--bots random,guests:NoMethod": "NoMethod has no method choose(ruleset, states, seat, random)",
    "--bots random,guests:CannotBeMade": "bad bot 'guests:CannotBeMade': OSError: no licence",
    "--bots random,exec:/bin/true": "bot 'exec:/bin/true' failed: it ended (exit status 0) before it said 'ready'",
    "--bots random,greedy --games 0": "--games 0: must be from 1 to",
    "--bots random,greedy --jobs 0": "--jobs 0: must be from 1 to 1024",
    "--bots random,greedy --stop 1.5": "--stop 1.5: a chance of error is between 0 and 1",
    "--bots random,greedy --seed -1": "seed -1: must be from 0 to",
    "--bots random,greedy --out results": "--out 'results': expected a name that ends in .json",
    "--bots random,greedy --out no/where.json": "cannot write 'no/where.json': there is no folder 'no'",
    "--bots random,greedy --plot plot.svg": "--plot 'plot.svg': expected a name that ends in .html",
    "--bots random,greedy --lineup odd": "unknown line-up 'odd': there are mixed, alone, sides",
    "--bots random,greedy --option gold": "bad option 'gold': expected name=value",
    "--bots random,greedy --budget 0": "--budget 0: must be from 1",
    "--games 3": "bots",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_line(run, folder, words):
    before = sorted(path.name for path in folder.iterdir())
    result = run("arena", "madcap", *words.split())
    assert (result.code, result.out) == (2, "")
    assert MISTAKES[words] in result.err
    assert result.err.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir() if path.name not in {"data", "__pycache__"}) == before


def test_an_arena_without_openskill_tells_who_wins_and_what_ratings_need(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "openskill", None)
    out = tmp_path / "found.json"
    result = run("arena", "madcap", "--bots", "random,greedy", "--games", 4, "--jobs", 1, "--out", out)
    assert (result.code, result.err) == (0, "")
    assert "ratings need openskill: pip install 'motherlode[lab]'" in result.out
    report = json.loads(out.read_text())
    assert [row["bot"] for row in report["standings"]] == ["greedy", "random"]  # by wins
    assert {(row["rating"], row["sigma"]) for row in report["standings"]} == {(None, None)}
    assert "openskill" not in report["versions"]
    assert "±" not in result.out
    result = run("arena", "madcap", "--bots", "random,greedy", "--games", 4, "--plot", tmp_path / "page.html")
    assert (result.code, result.err) == (2, "motherlode: plots need openskill: pip install 'motherlode[lab]'\n")


def test_plots_without_plotly_are_one_line(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    result = run("arena", "madcap", "--bots", "random,greedy", "--plot", "plot.html")
    assert (result.code, result.err) == (2, "motherlode: plots need plotly: pip install 'motherlode[lab]'\n")


def test_a_person_plays_a_program_that_fails(run):
    result = run("play", "madcap", "--players", "human,exec:/bin/true", "--seed", 1, typed=["1", "1", "1"])
    assert result.code == 0
    assert "true cannot go on. bot 'exec:/bin/true' failed: it ended" in result.out
    assert "true resigns; Player won." in result.out


def test_a_person_plays_a_class(run):
    result = run("play", "madcap", "--players", "guests:First,guests:Waits", "--watch", "--seed", 1, "--delay", 0)
    assert result.code == 0
    assert "First" in result.out
    assert "Waits" in result.out


def test_a_record_starts_no_program(run, folder):
    words = ("play", "madcap", "--players", "human,exec:/bin/cat", "--seed", 1, "--save", "game.txt")
    assert run(*words, typed=["quit"]).code == 0
    text = (folder / "game.txt").read_text()
    assert "player 2: cat\n" in text
    (folder / "game.txt").write_text(text.replace("player 2: cat", "player 2: exec:touch started"))
    run("play", "--load", "game.txt", typed=["1", "1", "1", "1", "quit"])
    assert not (folder / "started").exists()

"""R13.1: the cavern of the day, through the command line, and that each has been won."""

import datetime
from pathlib import Path

import pytest
from benchmarks.rockport_caverns_days import prove

import motherlode
from motherlode.cli import main
from motherlode.games.rockport_caverns.options import candidate, daily, proven_days

A_DAY = datetime.timedelta(1)
# A day, the number of its seed, and what the strongest bot did when it won, a letter for each action.
WINS = [line.split() for line in (Path(__file__).parent / "wins.txt").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


@pytest.mark.compiled
def test_r13_1_everyone_gets_the_same_cavern_and_can_prove_the_result(run, tmp_path):
    file = tmp_path / "day.txt"
    day = ("--daily", "--date", "2026-11-15")
    code, out, _ = run("play", "rockport_caverns", *day, "--players", "greedy", "--delay", 0, "--save", file)
    assert code == 0
    match = motherlode.replay(file.read_text())
    assert f"Nightmare at the Rockport Caverns, 2026-11-15: {match.conclusion}" in " ".join(out.split())
    assert f"round {match.view().position.round}" in match.conclusion
    code, out, _ = run("verify", file, "--daily", "2026-11-15")
    assert code == 0
    assert "it is the game of 2026-11-15" in " ".join(out.split())
    code, _, err = run("verify", file, "--daily", "2026-11-16")
    assert code == 2
    assert "is not the game of 2026-11-16" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("madcap", "--daily"), "Madcap has no game of the day"),
        (("rockport_caverns", "--daily", "--seed", "3"), "--seed does not go with --daily"),
        (("rockport_caverns", "--daily", "--date", "yesterday"), "expected a day as YYYY-MM-DD"),
        (("rockport_caverns", "--date", "2026-11-15"), "goes with --daily"),
    ],
)
def test_r13_1_what_does_not_go_together_is_one_line(run, arguments, words):
    code, _, err = run("play", *arguments)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


def check_won(seed, options, actions):
    match = motherlode.game("rockport_caverns", **options).start(seed)
    for action in actions:
        match.play(action)
    assert match.scores == [1]


def check_day(date, letters):
    """The strongest bot's match wins again, from nothing but the date and what it did."""
    check_won(*daily(datetime.date.fromisoformat(date)), [ord(letter) - ord("a") for letter in letters])


def test_r13_1_every_day_of_the_table_has_a_match_that_was_won():
    first, numbers = proven_days()
    days = [(first + index * A_DAY).isoformat() for index in range(len(numbers))]
    assert [[date, str(number)] for date, number in zip(days, numbers, strict=True)] == [win[:2] for win in WINS]
    assert days[-1] >= "2026-11-30"


@pytest.mark.parametrize("part", range(3))
def test_r13_1_some_won_matches_win_again(part):
    for date, _, letters in WINS[part :: len(WINS) // 5]:
        check_day(date, letters)


@pytest.mark.compiled
def test_r13_1_all_won_matches_win_again():
    for date, _, letters in WINS:
        check_day(date, letters)


def test_r13_1_other_days_have_caverns_of_the_table():
    first, numbers = proven_days()
    length = len(numbers) * A_DAY
    for date in (first, first + 17 * A_DAY, first + length - A_DAY):
        assert daily(date) == daily(date + length) == daily(date - length) == daily(date + 30 * length)


@pytest.mark.long
def test_r13_1_the_strongest_bot_proves_another_day():
    day = datetime.date(2040, 2, 29)
    number, actions = prove(day)
    check_won(*candidate(day, number), actions)

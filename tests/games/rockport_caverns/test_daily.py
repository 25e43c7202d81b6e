"""R13.1: the cavern of the day, through the command line."""

import pytest

import motherlode
from motherlode.cli import main


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

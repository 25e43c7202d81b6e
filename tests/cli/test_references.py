"""`motherlode conformance` and `motherlode coverage` as a user runs them."""

import json
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent.parent / "docs" / "conformance.md").read_text()
[REFERENCE] = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
TWINS = Path(__file__).parent.parent / "games"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "reference.py").write_text(REFERENCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def test_a_reference_that_agrees(run):
    result = run("conformance", "madcap", "--against", "reference.py", "--games", 30)
    assert (result.code, result.err) == (0, "")
    assert result.out == "Madcap: 30 games, 720 steps, no difference from reference.py.\n"


def test_a_difference_is_shown_in_full_as_the_docs_show_it(run, folder):
    (folder / "reference.py").write_text(REFERENCE.replace("free or self.banned and self.moves(self.banned)", "free"))
    result = run("conformance", "madcap", "--against", "reference.py")
    assert (result.code, result.err) == (1, "")
    [shown] = re.findall(r"^```\n(Madcap, 2 seats.*?)\n  …\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert result.out.startswith(shown[0] + "\n")
    assert result.out.endswith(shown[1])
    again = result.out.splitlines()[-1].removeprefix("again: motherlode ")
    assert run(*again.split()).out == result.out


def test_a_long_log_is_shown_from_its_end(run, folder, monkeypatch):
    monkeypatch.setattr("motherlode.cli.conformance.MOST_LINES", 5)
    (folder / "reference.py").write_text(REFERENCE.replace("return self.gold", "return [99, 0]"))
    result = run("conformance", "madcap", "--against", "reference.py")
    lines = result.out.splitlines()
    assert result.code == 1
    assert lines[-7] == "  (19 entries before these)"
    assert [line[:4] for line in lines[-6:-1]] == ["  2 ", "  1 ", "  2 ", "  1 ", "  2 "]


BAD = {
    "no file": ("", "none.py", "cannot read 'none.py': there is no such file"),
    "a folder": ("", ".", "cannot read '.': it is a folder"),
    "no Python": ("", "reference.txt", "bad reference 'reference.txt': expected a Python file, NAME.py"),
    "no new": ("x = 1", "mine.py", "bad reference 'mine.py': it has no new(seats, options)"),
    "no such method": (
        "class Game:\n    def to_act(self): ...\n    def play(self, text): ...\ndef new(seats, options): return Game()",
        "mine.py",
        "bad reference 'mine.py': its games have no actions(), scores()",
    ),
}


@pytest.mark.parametrize(("text", "name", "complaint"), BAD.values(), ids=BAD)
def test_files_that_are_no_reference(run, folder, text, name, complaint):
    for each in ("mine.py", "reference.txt"):
        (folder / each).write_text(text)
    result = run("conformance", "madcap", "--against", name)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"motherlode: {complaint}\n"


def test_what_a_reference_raises_comes_with_its_traceback(run, folder):
    (folder / "syntax.py").write_text("def new(:\n")
    result = run("conformance", "madcap", "--against", "syntax.py")
    assert result.code == 2
    assert result.err.endswith(
        "motherlode: bad reference 'syntax.py': SyntaxError: invalid syntax (syntax.py, line 1)\n"
    )
    (folder / "weak.py").write_text(REFERENCE.replace("remove(int(face))", "remove(face)"))
    result = run("conformance", "madcap", "--against", "weak.py", "--seed", 4)
    assert result.code == 2
    assert result.err.startswith('Traceback (most recent call last):\n  File "')
    assert "motherlode/conformance" not in result.err
    assert "after 13 entries of the log, in '" in result.err
    assert "again: motherlode conformance madcap --against weak.py --games 1 --seed 4\n" in result.err
    assert "motherlode: reference 'weak.py' failed in play('" in result.err.splitlines()[-1]


@pytest.mark.parametrize(
    "words", [("--games", 0), ("--games", "many"), ("--seed", -1), ("--bots", "nobody"), ("--seats", 3)]
)
def test_bad_values_are_one_line(run, words):
    for command in (("conformance", "madcap", "--against", "reference.py"), ("coverage", "madcap")):
        result = run(*command, *words)
        assert (result.code, result.out) == (2, "")
        assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["madcap", "madstone", "minecart_mayhem", "rockport_caverns", "trap_the_cap"])
def test_the_twins_play_through_the_command(run, name):
    more = ("--option", "turns=30") if name == "trap_the_cap" else ()
    result = run("conformance", name, "--against", TWINS / name / "lockstep.py", "--games", 2, *more)
    assert (result.code, result.err) == (0, "")
    assert re.search(r": 2 games, \d+ steps, no difference from .*lockstep\.py\.\n$", result.out)


def test_coverage_for_people(run):
    result = run("coverage", "madcap", "--games", 60)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].strip() == "madcap, 60 games"
    [row] = [line.split() for line in lines if line.split()[:1] == ["R3.3"]]
    assert row[1:3] == ["60", "60"]
    assert re.search(r"^ R6\.2 +≤ 60 +≤ [\d,]+ +If both other barrels stand there", result.out, re.MULTILINE)
    assert "never met: R7.1, R7.2, R8.3" in lines
    assert "in the box or in words, nothing of it runs in play: R2.3, R4.1, R4.2, R8.1, R8.2" in lines


def test_coverage_for_machines(run):
    result = run("coverage", "madcap", "--games", 3, "--bots", "greedy,random", "--seed", 9, "--json")
    found = json.loads(result.out)
    assert (found["game"], found["games"], found["seed"], found["bots"]) == ("madcap", 3, 9, ["greedy", "random"])
    assert found["steps"] == 72
    [rule] = [each for each in found["rules"] if each["number"] == "R3.3"]
    assert set(rule) == {"number", "words", "kind", "shared", "games", "times", "barred"}
    assert (rule["kind"], rule["games"], rule["times"]) == ("line", 3, 3)


def test_variants_are_played_in_lock_step_by_turns(run):
    twin = TWINS / "madcap" / "lockstep.py"
    result = run("conformance", "madcap", "--against", twin, "--variants", "--games", 12)
    assert (result.code, result.err) == (0, "")
    one_by_one = [
        run("conformance", "madcap", "--against", twin, "--variants", "--games", 1, "--seed", seed)
        for seed in range(12)
    ]
    steps = [int(re.search(r"1 games, (\d+) steps", each.out)[1]) for each in one_by_one]
    assert result.out.startswith(f"Madcap: 12 games, {sum(steps)} steps, no difference from ")
    assert len(set(steps)) > 3  # matches of three games, big boards, small boards


def test_a_difference_in_a_variant_is_played_again_by_its_seed(run):
    result = run("conformance", "madcap", "--against", "reference.py", "--variants", "--games", 12)
    assert result.code == 1
    assert '{"games": 3}' in result.out  # seed 1; the reference of the docs knows no options
    again = result.out.splitlines()[-1].removeprefix("again: motherlode ")
    assert again.endswith("--variants --games 1 --seed 1")
    assert run(*again.split()).out == result.out


def test_variants_have_options_of_their_own(run):
    refused = "motherlode: --variants does not go with --seats, --option and --data: it has its own\n"
    result = run("conformance", "madcap", "--against", "reference.py", "--variants", "--option", "games=3")
    assert (result.code, result.err) == (2, refused)
    result = run("coverage", "madcap", "--variants", "--seats", 2)
    assert result.code == 2
    assert result.err == "motherlode: --variants does not go with --seats, --option and --data: it has its own\n"

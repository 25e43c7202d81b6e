"""The tool that plants faults: what it makes of a function, and which tests it chooses."""

import ast
import json
from collections import Counter
from pathlib import Path

import pytest
from mutants.equivalents import Equivalent, Equivalents, read_equivalents
from mutants.making import mutants_of, rule_files
from mutants.reporting import Report, draw, tried_again, write_page
from mutants.running import KILLED, SURVIVED, Clean, Result, Runner

from motherlode.core.registry import find_game, own_names

ROOT = Path(__file__).parent.parent
RESULTS, PAGE = ROOT / "benchmarks" / "results" / "mutants.json", ROOT / "docs" / "mutants.md"
SOURCE = '''
def largest(numbers):
    """The largest of some numbers, 0 where there is none."""
    best = 0
    for number in numbers:
        if (
            number
            > best
        ):
            best = number
    return best
'''


def planted(tmp_path):
    path = tmp_path / "toy.py"
    path.write_text(SOURCE)
    return list(mutants_of(path, "toy"))


def run(mutant, *numbers):
    space = {}
    exec(SOURCE, space)
    space["largest"].__code__ = mutant.code
    return space["largest"](numbers)


def test_a_mutant_differs_in_one_place_and_says_where(tmp_path):
    found = {(mutant.line, mutant.after): mutant for mutant in planted(tmp_path)}
    smallest = found[7, "number <= best"]
    assert (smallest.before, smallest.where, smallest.first, smallest.last) == ("number > best", "toy.largest", 6, 9)
    assert run(smallest, 3, -5, 2) == -5
    assert run(found[4, "best = -1"], 3) == 3
    assert run(found[5, "for number in []:"], 3) == 0
    assert not [mutant for mutant in found.values() if '"""' in mutant.before]
    assert len({mutant.key for mutant in found.values()}) == len(found)


def test_tests_that_reach_a_mutant_are_tried_and_the_likely_ones_first(tmp_path):
    mutant = next(mutant for mutant in planted(tmp_path) if mutant.line == 7)
    clean = {
        "elsewhere": Clean(0.1, {"toy": {4, 10}, "other": {7}}, is_passed=True),
        "slow": Clean(9.0, {"toy": {7}}, is_passed=True),
        "quick": Clean(0.1, {"toy": {8}}, is_passed=True),
        "middling": Clean(1.0, {"toy": {6}}, is_passed=True),
    }
    runner = Runner([mutant], 1, 1.0, print)
    assert runner._order(mutant, clean) == ["quick", "middling", "slow"]
    for _ in range(50):
        runner._learn(["quick", "middling", "slow"], "middling")
    assert runner._tries == Counter(quick=50, middling=50)
    assert runner._order(mutant, clean) == ["middling", "quick", "slow"]
    runner.known = {mutant.key: "slow"}
    assert runner._order(mutant, clean) == ["slow", "middling", "quick"]


def test_a_mutant_that_makes_no_difference_is_listed_with_a_reason(tmp_path):
    found = planted(tmp_path)
    mutant = next(mutant for mutant in found if mutant.after == "number >= best")
    listed = Equivalents(
        [Equivalent("toy.largest", "number > best", ["number >= best", "is best"], "an equal number is as large")]
    )
    assert listed.reason(mutant) == "an equal number is as large"
    assert not any(listed.reason(other) for other in found if other.after != "number >= best")
    assert listed.outdated(found) == ["toy.largest: 'number > best' became 'is best'"]


def test_a_sample_draws_every_mutant_alike_and_a_seed_draws_it_again(tmp_path):
    found = planted(tmp_path)
    few = draw(found, 3, 7)
    assert len(set(few)) == 3
    assert few == draw(found, 3, 7) != draw(found, 3, 8)
    assert set(draw(found, None, 7)) == set(draw(found, 1000, 7)) == set(found)
    times = Counter(mutant for seed in range(2000) for mutant in draw(found, 3, seed))
    expected = 2000 * 3 / len(found)
    assert set(times) == set(found)
    assert all(abs(number - expected) < 5 * expected**0.5 for number in times.values())


@pytest.mark.parametrize(("untried", "low", "high"), [(0, 75.0, 75.0), (5, 30.1, 95.4)])
def test_the_score_of_a_sample_has_an_interval(tmp_path, untried, low, high):
    *found, equal = planted(tmp_path)[:5]
    listed = Equivalents([Equivalent(equal.where, equal.before, [equal.after], "it makes none")])
    results = [*(Result(mutant, KILLED) for mutant in found[1:]), Result(found[0], SURVIVED), Result(equal, SURVIVED)]
    row = Report("toy", results, untried, listed, 1.0).row
    assert (row["killed"], row["survived"], row["equivalent"], row["mutants"]) == (3, 1, 1, 5 + untried)
    assert (row["score"], row["low"], row["high"]) == (75.0, low, high)


def test_what_nobody_noticed_is_tried_again_and_does_not_raise_the_score(tmp_path):
    noticed, equal, still, *_ = planted(tmp_path)
    gone = "toy.smallest: 'a' became 'b'"
    before = {
        "mutants": 20, "killed": 6, "equivalent": 1, "survived": 4, "untried": 9, "score": 60.0, "low": 31.3,
        "high": 83.2, "survivors": [noticed.name, equal.name, still.name, gone],
    }  # fmt: skip
    listed = Equivalents([Equivalent(equal.where, equal.before, [equal.after], "it makes none")])
    results = [Result(noticed, KILLED, "test_new"), Result(equal, SURVIVED), Result(still, SURVIVED)]
    after = tried_again(before, Report("toy", results, 0, listed, 1.0))
    assert after["survivors"] == [noticed.name, still.name, gone]
    assert after["since"] == {noticed.name: "test_new", still.name: ""}
    assert (after["killed"], after["survived"], after["equivalent"], after["score"]) == (6, 3, 2, 66.7)
    assert after["mutants"] == sum(after[name] for name in ("killed", "survived", "equivalent", "untried"))


def test_the_page_of_planted_faults_is_what_the_results_say():
    kept = json.loads(RESULTS.read_text())
    assert PAGE.read_text(encoding="utf-8") == write_page(kept), "python -m mutants writes it"
    assert set(kept) == set(own_names())
    for row in kept.values():
        assert row["mutants"] == sum(row[name] for name in ("killed", "survived", "equivalent", "untried"))
        assert len(row.get("survivors", range(row["survived"]))) == row["survived"]


def functions_of(game):
    """The text of every function in which mutants are planted, in one line, as the lists name it."""
    found = {}
    for source in rule_files(Path(find_game(game).folder)):
        text = source.read_text(encoding="utf-8")
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef):
                lines = text.splitlines()[function.lineno - 1 : function.end_lineno]
                found[f"{source.stem}.{function.name}"] = " ".join(" ".join(lines).split())
    return found


@pytest.mark.parametrize("game", own_names())
def test_what_makes_no_difference_is_about_rules_as_they_are(game):
    """Whether it is a mutant of theirs is asked where all are tried, which takes long."""
    functions = functions_of(game)
    listed = read_equivalents(game).equivalent
    assert listed
    assert [one for one in listed if one.before not in functions.get(one.function, "")] == []
    changes = Counter((one.function, one.before, after) for one in listed for after in one.after)
    assert [change for change, times in changes.items() if times > 1] == []

"""The benchmarks measure what they say: all subjects play the same rules, and rows compare the right way round."""

import json
import subprocess
import sys

import pytest
from benchmarks import agreement, comparing, measuring
from benchmarks.measuring import QUICK, ROOT, against_peer, at_least, at_most, take_turns

import motherlode

NUM_GAMES = 60
KEYS = {"subject", "metric", "ours", "peer", "peer_figure", "ratio", "bar", "meets_bar"}


@pytest.fixture(scope="module")
def game():
    return motherlode.game("madcap")


@pytest.fixture(scope="module")
def cpp():
    from benchmarks.peers import Cpp

    return Cpp()


def test_cpp_and_openspiel_play_our_rules(game, cpp):
    assert agreement.check_steps(game, cpp, NUM_GAMES) == NUM_GAMES * 25


def test_other_rules_are_noticed(game, cpp):
    class Faulty:
        def follow(self, games):
            steps = cpp.follow(games)
            steps[-1][-1][1] += 1
            return steps

    with pytest.raises(SystemExit, match=r"C\+\+ plays other rules"):
        agreement.check_steps(game, Faulty(), 3)


def test_random_games_of_all_subjects_have_the_same_mean_gold(game, cpp):
    from benchmarks import openspiel_madcap

    num_games = 4000
    actions, gold = game.random_games(num_games, 3)
    played = {"ours": (num_games, tuple(gold.tolist()))}
    theirs = cpp.play(num_games, 3)
    played["C++"] = (num_games, theirs.gold)
    count, openspiel_gold = openspiel_madcap.play_random_games(num_games // 10, 3)
    played["OpenSpiel"] = (num_games // 10, tuple(openspiel_gold))
    assert actions == theirs.actions == 10 * count == 24 * num_games
    agreement.check_means(played)


def test_another_mean_is_noticed():
    with pytest.raises(SystemExit, match="C\\+\\+ plays other rules"):
        agreement.check_means({"ours": (10**6, (5 * 10**6, 6 * 10**6)), "C++": (10**6, (5 * 10**6, 7 * 10**6))})


def test_uncompiled_rules_play_the_same_games(game):
    from benchmarks.peers import Plain

    _, gold = game.random_games(5, 11)
    with Plain() as plain:
        played = plain.play(5, 11)
    assert played.actions == 5 * 24
    assert list(played.gold) == gold.tolist()


def test_ratios_above_the_bar_are_good():
    assert against_peer("", "", 7.0, "C++", 10.0, 0.6).meets_bar
    assert not against_peer("", "", 5.0, "C++", 10.0, 0.6).meets_bar
    assert against_peer("", "", 5.0, "plain", 10.0, None).meets_bar is None
    assert at_least("", "", 6.0, 5.0).ratio == 1.2
    assert at_most("", "", 4.0, 8.0).ratio == 2.0
    assert at_most("", "", 4.0, 8.0).meets_bar
    assert not at_most("", "", 9.0, 8.0).meets_bar


def test_subjects_take_turns_and_the_median_counts():
    calls = []

    def subject(name, seconds):
        def play(amount):
            calls.append(name)
            return amount, amount * seconds

        return play

    speeds = take_turns(QUICK, {"slow": subject("slow", 0.5), "fast": subject("fast", 0.01)})
    assert speeds == {"slow": pytest.approx(2), "fast": pytest.approx(100)}
    assert calls[-2 * QUICK.rounds :] == ["slow", "fast"] * QUICK.rounds


def test_peak_memory_is_that_of_the_process():
    assert 10 * measuring.MIB < measuring.peak_memory() < 8 * measuring.GIB


def run_benchmarks(*words):
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_results_are_printed_and_written(tmp_path):
    done = run_benchmarks("--quick", "--only", "b*", "--results", str(tmp_path / "found.json"))
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    assert found.keys() == {"date", "commit", "machine", "rows"}
    assert found["machine"].keys() == {"cpu", "cores", "python", "numba", "numpy", "load_at_start"}
    assert [row["subject"].split(",")[0] for row in found["rows"]] == [
        "madcap batch of 4096", "madcap batch of 4096", "one action from Python", "one action from Python",
    ]  # fmt: skip
    assert all(row.keys() == KEYS and row["ours"] > 0 for row in found["rows"])
    assert "side by side" in done.stdout


def test_a_pattern_without_groups_is_refused():
    done = run_benchmarks("--only", "chess")
    assert done.returncode == 2
    assert "no group fits 'chess'" in done.stderr


def row(subject, ours, peer="bar", ratio=1.0, metric="actions/s"):
    return {"subject": subject, "metric": metric, "ours": ours, "peer": peer, "ratio": ratio}


def test_two_states_are_compared_row_by_row_and_what_is_lost_is_marked():
    before = [
        row("ours", 100.0), row("ours", 100.0, "theirs", 2.0), row("a delay", 10.0, metric="ms (less is better)"),
        row("batch, choose and step, one thread", 50.0), row("gone", 1.0),
    ]  # fmt: skip
    after = [
        row("ours", 94.0), row("ours", 94.0, "theirs", 2.2), row("a delay", 20.0, metric="ms (less is better)"),
        row("batch, choose and step_unchecked, one thread", 55.0), row("come", 1.0),
    ]  # fmt: skip
    changes, gone, come = comparing.compare({"rows": before}, {"rows": after})
    assert (gone, come) == (["gone"], ["come"])
    assert [change.factor for change in changes] == [0.94, 0.94, 0.5, 1.1]
    assert [change.has_lost for change in changes] == [True, False, True, False]  # by its peer, where there is one
    assert comparing.write_row(changes[2]) == "| a delay | ms (less is better) | 10 | 20 | **-50%** |  |  |"
    assert "| -6% | +10% |" in comparing.write_row(changes[1])


def test_the_page_before_and_after_is_what_the_results_say():
    assert comparing.PAGE.read_text(encoding="utf-8") == comparing.write_page(), "python -m benchmarks.comparing"


def test_it_is_told_beside_what_load_a_figure_was_measured():
    found = {"date": "2026-11-16T02:25:32+00:00", "commit": "abc", "machine": {"cores": 2}}
    assert comparing.describe(found) == "2026-11-16 02:25, commit `abc`, 2 cores, the load was not noted"
    found["machine"]["load_at_start"] = 0.25
    assert comparing.describe(found).endswith("load 0.2 when it began")

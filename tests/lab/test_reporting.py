"""Whole reports: the same for any number of processes, resumable, as a page, a JSON and a table."""

import re

import msgspec
import pytest

from motherlode.cli import main
from motherlode.core.errors import BadInput
from motherlode.lab.crews import Alone, Processes
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.pages import write_page
from motherlode.lab.reporting import Asked, LabReport, play_report
from motherlode.lab.running import Plan, run, with_curve
from motherlode.lab.tables import Table
from motherlode.table.game import find, replay


@pytest.fixture(scope="module")
def madcap():
    game = find("madcap")
    game.compile()
    return game


def keeper(path, is_resumed=False):
    return lambda header: BlockJournal(path, header, is_resumed)


def test_a_report_is_the_same_for_any_number_of_processes(madcap, tmp_path):
    asked = Asked((("random",),), precision=5.0, most=150)
    alone = play_report(madcap, asked, Alone(), keeper(tmp_path / "alone.jsonl"))
    crew = Processes(2, madcap.spec.home)
    try:
        together = play_report(madcap, asked, crew, keeper(tmp_path / "together.jsonl"))
    finally:
        crew.close()
    assert msgspec.json.encode(alone) == msgspec.json.encode(together)
    assert alone.kinds[0].blocks == 150
    assert not alone.kinds[0].is_known


def test_a_run_that_was_interrupted_goes_on_and_plays_nothing_twice(madcap, tmp_path):
    experiment = make_experiment(madcap, ("random",), 3, num_looks=0)
    plan = Plan(120, lambda _: False, lambda _: 120)
    header, path = make_header(madcap, {"a": experiment}), tmp_path / "blocks.jsonl"
    with BlockJournal(path, header, False) as journal:
        for block in (0, 1, 7, 30):
            journal.add("a", block, Table(experiment).play_block(block))
        assert not journal.add("a", 7, [])  # done twice: dropped
    played = []

    class Counting(Alone):
        def play(self, tasks):
            for done in super().play(tasks):
                played.extend(done.task.blocks)
                yield done

    with BlockJournal(path, header, True) as journal:
        found = run({"a": experiment}, plan, journal, Counting())["a"]
    assert sorted([*played, 0, 1, 7, 30]) == list(range(120))
    assert found == [Table(experiment).play_block(block) for block in range(120)]


def test_a_journal_of_another_experiment_is_refused(madcap, tmp_path):
    one, other = (make_experiment(madcap, ("random",), seed) for seed in (1, 2))
    BlockJournal(tmp_path / "j", make_header(madcap, {"a": one}), False).close()
    with pytest.raises(BadInput, match="it was made with a"):
        BlockJournal(tmp_path / "j", make_header(madcap, {"a": other}), True)


def test_a_pilot_holds_odds_against_results(madcap):
    experiment = with_curve(make_experiment(madcap, ("random",), 1), Alone(), 12)
    assert list(experiment.curve.odds) == sorted(experiment.curve.odds)
    assert experiment == with_curve(make_experiment(madcap, ("random",), 1), Alone(), 12)


def test_a_report_is_written_as_a_page_a_json_and_matches_to_watch(tmp_path, capsys):
    out = tmp_path / "out"
    words = ["lab", "report", "madcap", "--bots", "random,greedy&random", "--precision", "20", "--most", "100"]
    words += ["--duels", "2", "--levels", "random,pebble", "--rule-games", "2"]
    assert main([*words, "--jobs", "1", "--out", str(out), "--no-colour"]) == 0
    said = capsys.readouterr().out
    assert "First player wins" in said
    assert "greedy wins" in said
    found = msgspec.json.decode((out / "report.json").read_bytes(), type=LabReport)
    assert [kind.bots for kind in found.kinds] == [("random",), ("greedy", "random")]
    for kind in found.kinds:
        for name in kind.matches.values():
            assert replay((out / name).read_text()).is_over
        shown = [figure for figure in kind.figures if figure.typical]
        assert len(shown) > 20
        assert {figure.typical for figure in shown} | {figure.extreme for figure in shown} == set(kind.matches)
        for figure in kind.figures:
            assert figure.low <= figure.value <= figure.high
            assert figure.blocks > 0
            assert figure.games > 0
    page = (out / "report.html").read_text()
    anchors = set(re.findall(r'href="#([^"]+)"', page))
    assert len(anchors) > 20
    assert all(f'id="{anchor}"' in page for anchor in anchors)
    assert "Where points come from" in page
    assert "Side by side" in page
    assert {duel.one for duel in found.duels} == {"pebble", "search@200"}
    assert found.rule_counts
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page
    assert "Erster Spieler" in write_page(found, "de")
    assert main([*words, "--jobs", "1", "--out", str(out)]) == 2  # what is there is not played over


@pytest.mark.parametrize("words", [["--precision", "0"], ["--most", "0"], ["--jobs", "0"], ["--bots", "nobody"]])
def test_nonsense_is_one_line(words, tmp_path, capsys):
    assert main(["lab", "report", "madcap", "--out", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1

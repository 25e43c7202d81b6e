"""Tables: a row for each variant or each thing, and the columns that were asked for."""

import pytest

from motherlode.cli import main
from motherlode.core.errors import BadInput
from motherlode.lab.figures import Given, Spread, Thing, Way
from motherlode.lab.sheets import Found, Variant, cell, check_column, experiment_of, is_bare, read_vary, variants_of
from motherlode.lab.tables import Measured
from motherlode.reviews.report import Told
from motherlode.table.game import find


def won(block, turns):
    return [Measured(block, ("a", "a"), 0, [1.0, 0.0], [3, 1], "played out", [0.0, 0.0], {"turns": turns})]


@pytest.fixture
def found():
    thing = {
        "name": "card:gob-rider", "offered": 1.0, "offered_low": 0.9, "offered_high": 1.0, "taken": 0.4,
        "taken_low": 0.3, "taken_high": 0.5, "skipped": 0.6, "games": 50, "times": 3.0, "times_half": 0.1, "took": 0.25,
        "took_low": 0.2, "took_high": 0.3, "wins": 0.6, "wins_half": 0.02, "association": 0.0, "association_low": 0.0,
        "association_high": 0.0, "effect": 0.1, "effect_low": 0.05, "effect_high": 0.15,
    }  # fmt: skip
    other = {**thing, "name": "card:knight", "times": 1.0, "effect": None}
    things = {each["name"]: Thing(**each) for each in (thing, other)}
    spread = Spread("turns", 5, 8, 10, 12, 20, 4, 31, 10.25, 100)
    given = {"deal Gob Rider": Given("deal Gob Rider", 0.5, 0.03, 0.01, 0.05)}
    ways = [Way(Told("Drowned.", "Ertrunken."), 0.5, 0.4, 0.6, 7)]
    played = [won(number, 10.0) for number in range(4)]
    return Found(find("madstone", 2), ("a",), played, {"turns": spread}, things, given, ways)


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("turns.median", "10"), ("turns.middle", "8-12"), ("turns.nine", "5-20"), ("turns.most", "31"),
        ("turns.mean", "10.2"), ("games", "4"), ("ways", "Drowned 7"), ("first_share", "100.0 % (51.0-100.0)"),
        ("turns", "10.0 ± 0"), ("took:*", "25.0 % (20.0-30.0)"), ("times:*", "3.00 ± 0.10"), ("part:*", "75.0 %"),
        ("wins:*", "60.0 % ± 2.0"), ("effect:*", "+10.0 ± 5.0"), ("dealt:*", "+3.0 ± 2.0"), ("effect:card:knight", ""),
        ("took:card:nothing", ""), ("ending:played out", "100.0 % (51.0-100.0)"), ("seat_edge", "50.0 % ± 0.0"),
    ],
)  # fmt: skip
def test_a_cell_says_what_its_column_asks(found, column, text):
    check_column(column)
    assert cell(found, column, "card:gob-rider") == text


def test_rows_are_every_combination_with_the_first_slowest():
    varied = [read_vary("games=3,5"), read_vary("bots=random,greedy")]
    rows = variants_of("madcap", {}, varied, ("greedy",), None)
    assert [row.labels for row in rows] == [("3", "random"), ("3", "greedy"), ("5", "random"), ("5", "greedy")]
    assert [(row.game.options.games, row.bots) for row in rows[:2]] == [(3, ("random",)), (3, ("greedy",))]


def test_several_options_change_together():
    (easy, hard) = variants_of(
        "rockport_caverns", {}, [read_vary("rocks+water=easy+easy,hard+hard")], ("greedy",), None
    )
    assert (easy.game.options.rocks, easy.game.options.water) == ("easy", "easy")
    assert hard.game.options.water == "hard"


@pytest.mark.parametrize("text", ["games", "=1", "games=1,,2"])
def test_what_varies_has_a_name_and_values(text):
    with pytest.raises(BadInput, match="bad --vary"):
        read_vary(text)


@pytest.mark.parametrize("name", ["nothing", "turns.best", "took", "took:"])
def test_a_column_that_means_nothing_is_refused(name):
    with pytest.raises(BadInput, match="unknown column"):
        check_column(name)


def test_no_more_is_noted_than_is_asked():
    variant = Variant((), find("madcap"), ("greedy",))
    plain = experiment_of(variant, ["turns.median", "won"], 1)
    assert plain.is_bare
    assert plain.is_brief
    assert not is_bare(["luck_share"])
    assert not experiment_of(variant, ["took:x"], 1).is_brief
    assert not experiment_of(variant, ["real_choices"], 1).is_brief
    assert experiment_of(variant, ["effect:x"], 1).is_forced
    assert not experiment_of(variant, ["took:x"], 1).is_forced


def test_lengths_are_the_same_without_odds():
    from motherlode.lab.experiments import make_experiment
    from motherlode.lab.tables import Table

    variant = Variant((), find("madcap"), ("greedy",))
    bare = Table(experiment_of(variant, ["turns.median"], 1)).play_block(4)[0]
    whole = Table(make_experiment(variant.game, ("greedy",), 1)).play_block(4)[0]
    assert bare.shares == whole.shares
    assert bare.scores == whole.scores
    assert bare.values.items() <= whole.values.items()
    assert "drama" in whole.values
    assert "drama" not in bare.values


def test_a_table_is_written_in_markdown(tmp_path, capsys):
    words = ["lab", "table", "madcap", "--columns", "games,decisions.median", "--blocks", "5", "--jobs", "1"]
    assert main([*words, "--vary", "games=1,3", "--bots", "random"]) == 0
    assert capsys.readouterr().out == (
        "| games | games | decisions.median |\n| --- | --- | --- |\n| 1 | 5 | 12 |\n| 3 | 5 | 36 |\n"
    )
    out = tmp_path / "levels.md"
    assert main(["lab", "table", "madcap", "--rows", "level:", "--columns", "took:*", "--blocks", "5", "--jobs", "1",
                 "--out", str(out)]) == 0  # fmt: skip
    assert out.read_text().startswith("| level | took:* |\n| --- | --- |\n| 1 | ")
    assert main([*words, "--rows", "level:", "--vary", "games=1,3"]) == 2

"""Distributions, endings, what chance deals, where points come from, matches to watch: on matches made by hand."""

import pytest

from motherlode.core.contract import Action
from motherlode.lab.catalogue import pretty
from motherlode.lab.figures import all_figures, all_given, all_things, all_ways, examples, spread_of, spreads
from motherlode.lab.looking import Look
from motherlode.lab.plots import Row, bars, dots
from motherlode.lab.plots import histogram as draw
from motherlode.lab.reporting import Histogram, Mean, _per_game, histogram
from motherlode.lab.tables import Measured, source_of, things_of
from motherlode.reviews.report import Told

WON, DREW = Told("… wins in round ….", "… gewinnt in Runde …."), Told("A draw.", "Unentschieden.")


def game(block, shares=(1.0, 0.0), decisions=10.0, **more):
    values = {"decisions": decisions, "minutes": 1.0} | more.pop("values", {})
    return Measured(block, ("a",) * len(shares), 0, list(shares), [3, 1], "played out", [0.0, 0.0], values, **more)


def test_a_spread_is_made_of_numbers_that_occurred():
    spread = spread_of("turns", [float(each) for each in range(101)], 101)
    assert (spread.low, spread.lower, spread.median, spread.upper, spread.high) == (5, 25, 50, 75, 95)
    assert (spread.least, spread.most, spread.mean) == (0, 100, 50)
    # Half of 101 games, 9.8 percent to each side; and 1.96 standard errors of 29.3 / 10.
    assert (spread.median_low, spread.median_high, round(spread.half, 1)) == (40, 59, 5.7)


def test_scores_are_spread_over_all_seats_and_over_the_best():
    found = {each.name: each for each in spreads([[game(0)], [game(1)]])}
    assert (found["scores"].least, found["scores"].most, found["scores"].mean) == (1, 3, 2)
    assert found["best_score"].mean == 3
    assert "turns" not in found  # of which these games say nothing


def test_ways_of_ending_are_counted_in_the_games_words_with_their_rounds():
    played = [[game(0, why=WON, values={"rounds": 4})], [game(1, why=WON, values={"rounds": 8})], [game(2, why=DREW)]]
    won, drew = all_ways(played)
    assert (won.words, won.games, won.share, won.rounds) == (WON, 2, pytest.approx(2 / 3, abs=1e-4), 6)
    assert (drew.words, drew.games, drew.rounds) == (DREW, 1, None)


def test_what_chance_deals_is_held_against_an_even_share():
    # Dealt to seat 0 in 30 games, of which it wins 24; to nobody in as many.
    played = [[game(block, (1.0, 0.0) if block < 24 else (0.0, 1.0), given={"deal X": (1, 2)})] for block in range(30)]
    played += [[game(block)] for block in range(30, 60)]
    (found,) = all_given(played, 2)
    assert (found.name, found.games, found.wins) == ("deal X", 0.5, pytest.approx(0.3))
    assert found.low < 0.3 < found.high
    assert (found.times, found.times_half) == (1.0, pytest.approx(1.96 / 60**0.5, abs=1e-3))
    assert all_given(played[:29], 2) == []  # too seldom to say anything


def test_a_card_is_counted_by_how_often_it_was_taken_and_by_games():
    played = [[game(block, things={"card:x": (3, block % 2, 4 * (block % 2))})] for block in range(40)]
    (thing,) = all_things(played)
    assert (thing.times, thing.took, thing.taken, thing.wins) == (2.0, 0.5, 0.25, 1.0)
    assert thing.times_half == pytest.approx(1.96 * 2 / 40**0.5, abs=1e-3)
    # Of the two seats of a game one takes it, or none: games are what varies, 0 or half.
    assert thing.taken_high - thing.taken == pytest.approx(1.96 * (0.0625 / 39) ** 0.5, abs=1e-3)
    assert (round(thing.took_low, 3), round(thing.took_high, 3)) == (0.352, 0.648)  # Wilson's
    assert (round(thing.offered_low, 3), thing.offered_high) == (0.912, 1.0)


def test_what_nobody_ever_took_has_an_interval_too():
    (thing,) = all_things([[game(block, things={"card:x": (3, 0, 0)})] for block in range(40)])
    assert (thing.taken, thing.taken_low, round(thing.taken_high, 3)) == (0.0, 0.0, 0.088)


def test_choices_forced_in_one_game_are_one_value_of_the_effect():
    def looks(gains):
        return [Look(0, 2, 1, 0.0, 0.0, 0.5, {}, {"card:x": gain}) for gain in gains]

    things = {"card:x": (3, 1, 1)}
    played = [[game(block, things=things, looks=looks((1.0, 0.0) if block % 2 else (0.0, 0.0)))] for block in range(40)]
    (thing,) = all_things(played)
    assert (thing.effect, thing.forced) == (0.25, 80)
    assert thing.effect_high - thing.effect == pytest.approx(1.96 * (0.0625 / 39) ** 0.5, abs=1e-3)


def test_each_figure_has_a_match_in_the_middle_and_one_at_the_end():
    played = [[game(block, decisions=float(block), values={"worst_odds": 1 - block / 10})] for block in range(9)]
    found = examples(played, all_figures(played, 2, (0, 1), ("a",)))
    assert (found["decisions"].typical.block, found["decisions"].extreme.block) == (4, 8)
    # Of the matches that the first won: one of usual length, and the one in which he was deepest down.
    assert (found["first_share"].typical.block, found["first_share"].extreme.block) == (4, 8)
    assert "order_share_2" not in found  # nobody won so
    assert found["ending:played out"].extreme.block == 8


def test_of_matches_alike_the_one_of_usual_length_is_typical():
    played = [[game(block, decisions=float(9 - block), values={"capped": 0.0})] for block in range(9)]
    found = examples(played, all_figures(played, 2, (0, 1), ("a",)))
    assert found["capped"].typical.block == 4


def test_a_look_is_shown_by_the_match_it_was_taken_from():
    looks = [Look(0, 5, near, 0.1, 0.2, 0.5, {}) for near in (1, 2, 9)]
    played = [[game(block, looks=[look])] for block, look in enumerate(looks)]
    found = examples(played, all_figures(played, 2, (0, 1), ("a",)))
    assert (found["real_choices"].typical.block, found["real_choices"].extreme.block) == (1, 2)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("die:red:1", "level:7"), "level:7"), (("card:knight", "do:kill"), "kill"),
        (("card:rail", "end:1"), "card:rail"),
        (("cap:red:3", "space:17"), "cap"), (("commander:elf",), "commander"), ((), "stop"),
    ],
)  # fmt: skip
def test_points_come_from_what_is_done_else_from_the_card_or_level_else_from_the_kind(path, source):
    assert source_of(Action(1, "stop", path)) == source


def test_points_are_added_up_and_shared_out_among_games():
    found = _per_game([{"kill": 6, "command": 1}, {"kill": 4}])
    assert found == {
        "kill": Mean(5.0, 1.386),
        "command": Mean(0.5, 0.693),
    }  # 1.96 deviations over the root of two games


def test_a_thing_and_what_is_done_with_it_are_counted_together_too():
    assert things_of(("card:x", "do:kill")) == ["card:x", "do:kill", "card:x do:kill"]
    assert things_of(("cap:red:1", "space:3")) == ["cap:red:1", "space:3"]


def test_whole_numbers_have_bars_of_their_own():
    found = histogram([1.0, 1.0, 3.0])
    assert found.counts == [2, 0, 1]
    assert len(histogram([0.5, 1.5]).counts) > 2


def test_pictures_are_to_scale():
    picture = dots([Row("a", 0.5, 0.25, 0.75, "50 %")], 0.5, (0.0, 1.0))
    assert "left:25.00%;width:50.00%" in picture
    assert "off" not in picture
    assert "off" in dots([Row("a", 0.5, 0.4, 0.45, "50 %")], 0.5, (0.0, 1.0))
    assert "off" not in dots([Row("a", 0.5, 0.4, 0.45, "50 %", is_off=False)], 0.5, (0.0, 1.0))
    assert "width:100.00%" in bars([("a", 4.0, 1.0, "4")], ("x", "y"))
    assert "width:25.00%" in bars([("a", 4.0, 1.0, "4")], ("x", "y"))
    assert 'height="50.00"' in draw(Histogram([0, 1, 2], [1, 2]), "t", "w")


def test_names_are_written_as_people_do():
    assert pretty("card:gob-rider do:command") == "gob rider: command"
    assert pretty("die:blue:6") == "die blue 6"

"""Every metric on hand-made matches with known answers."""

import math

import pytest

from motherlode.lab import measures
from motherlode.lab.catalogue import METRICS, PER_GAME, PER_LOOK

# Odds of two seats before four decisions, then the result: seat 1 wins from behind.
BEHIND = [[0.5, 0.5], [0.7, 0.3], [0.8, 0.2], [0.4, 0.6], [0.0, 1.0]]
ALONE = (0, 1)
THREE = (0, 1, 2)


def test_the_leader_stays_until_another_has_strictly_more():
    assert measures.leaders([[0.5, 0.5], [0.4, 0.6], [0.5, 0.5], [0.6, 0.4]]) == [0, 1, 1, 0]


def test_lead_changes_are_counted_for_each_decision():
    assert measures.lead_changes(BEHIND) == 1 / 4


def test_drama_is_how_far_the_winner_was_behind_the_best():
    assert measures.drama(BEHIND) == pytest.approx((0 + 0.4 + 0.6 + 0) / 4)


def test_a_winner_who_always_led_made_no_drama():
    assert measures.drama([[0.5, 0.5], [0.6, 0.4], [1.0, 0.0]]) == 0


def test_the_winners_worst_odds_are_the_lowest_of_all_moments():
    assert measures.worst_odds(BEHIND) == 0.2


def test_of_two_who_share_the_win_the_lowest_counts():
    assert measures.worst_odds([[0.4, 0.5, 0.1], [0.2, 0.3, 0.5], [0.5, 0.5, 0.0]]) == 0.2


def test_a_comeback_begins_below_half_of_an_even_share():
    assert measures.comeback(BEHIND, ALONE) == 1
    assert measures.comeback([[0.5, 0.5], [0.7, 0.3], [0.0, 1.0]], ALONE) == 0


def test_nobody_comes_back_alone():
    assert measures.comeback([[0.1], [1.0]], (0,)) is None


def test_it_is_decided_where_the_winner_is_above_all_that_losers_ever_had():
    assert measures.decisive_at(BEHIND) == 1.0  # the loser once had 0.8
    assert measures.decisive_at([[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [0.9, 0.1], [1.0, 0.0]]) == 1 / 4


def test_without_a_winner_nothing_is_told_of_winners():
    nobody = [[0.5, 0.5], [0.0, 0.0]]
    assert measures.drama(nobody) is measures.worst_odds(nobody) is measures.decisive_at(nobody) is None


def test_stability_adds_up_the_variance_of_each_seat():
    assert measures.stability([[0.5, 0.5], [0.5, 0.5]]) == 0
    assert measures.stability([[0.0, 1.0], [1.0, 0.0]]) == pytest.approx(0.25 + 0.25)


def test_tension_is_1_where_all_is_open_and_0_where_all_is_decided():
    assert measures.tension([[0.5, 0.5], [0.5, 0.5], [1.0, 0.0]], ALONE) == pytest.approx(1)
    assert measures.tension([[1.0, 0.0], [1.0, 0.0]], ALONE) == 0
    half = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75)) / math.log(2)
    assert measures.tension([[0.25, 0.75], [0.0, 1.0]], ALONE) == pytest.approx(half)


def test_a_team_counts_once_for_tension():
    assert measures.tension([[0.5, 0.5, 0.5, 0.5], [1, 0, 1, 0]], (0, 1, 0, 1)) == pytest.approx(1)


def test_a_king_is_made_by_who_cannot_win():
    made = [[0.5, 0.48, 0.02], [0.7, 0.28, 0.02], [1.0, 0.0, 0.0]]
    assert measures.kingmaking(made, [2, 0], THREE) == 1
    assert measures.kingmaking(made, [1, 0], THREE) == 0  # seat 1 has hope
    assert measures.kingmaking([[0.5, 0.5], [1.0, 0.0]], [1], ALONE) is None


def test_a_king_is_not_made_by_a_small_change():
    assert measures.kingmaking([[0.5, 0.48, 0.02], [0.55, 0.43, 0.02], [1.0, 0.0, 0.0]], [2, 0], THREE) == 0


def test_turns_count_changes_of_the_seat_to_act():
    assert measures.num_turns([0, 0, 1, 1, 0]) == 3
    assert measures.num_turns([]) == 0
    assert measures.num_turns([0]) == 1


def test_minutes_follow_the_model_of_thinking():
    # Eight actions: 2 s and 2 s for each of three doublings; then 2 s to do it. One action: 2 s. Two throws: 3 s.
    assert measures.minutes([8, 1], 2) == pytest.approx((2 + 6 + 2 + 2 + 3) / 60)


def test_choices_and_branching_leave_forced_actions_out():
    assert measures.decisions_share([1, 4, 2, 1]) == 0.5
    assert measures.branching([1, 4, 2, 1]) == 3
    assert measures.branching([1, 1]) is None


def test_real_choices_are_those_within_noise_of_the_best():
    assert measures.near_best([0.5, 0.49, 0.3], 0.02) == 2
    assert measures.near_best([0.5, 0.49, 0.3], 0.0) == 1


def test_gaps_are_from_the_best_to_the_second_and_the_worst():
    assert measures.choice_gaps([0.1, 0.6, 0.4]) == pytest.approx((0.2, 0.5))


def test_clarity_counts_what_stands_out():
    assert measures.clarity([0.0, 0.0, 0.0, 1.0]) == 0.25  # above 0.25 + 0.75 * 0.75
    assert measures.clarity([0.5, 0.5]) == 1.0


def test_the_margin_is_between_sides():
    assert measures.margin([10, 7, 3], THREE) == 3
    assert measures.margin([10, 2, 6, 4], (0, 1, 0, 1)) == 8 - 3
    assert measures.margin([10], (0,)) is None


def test_every_metric_has_a_unit_a_direction_and_words_in_both_languages():
    for metric in METRICS.values():
        assert metric.unit
        assert metric.direction
        assert all((metric.title.en, metric.title.de, metric.meaning.en, metric.meaning.de))
    assert set(PER_GAME) | set(PER_LOOK) <= set(METRICS)

"""Reviews: every account adds up, marks are beyond doubt, and nobody is judged by what he could not know."""

import itertools
import re

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, Code
from motherlode.core.registry import game_names
from motherlode.core.streams import make_streams
from motherlode.reviews import writing
from motherlode.reviews.judging import Effort, Verdict, accuracy_of, find_stretches, judge, mark_of
from motherlode.reviews.report import MARKS, THRESHOLDS, Review
from motherlode.reviews.reviewing import LEAST, LONG, MOST, TOTAL_ITERATIONS, effort_for, iterations_for
from motherlode.reviews.valuing import BRIEF, QUICK, THOROUGH, Values
from motherlode.table.match import Match

FEW = 20_000  # iterations: what is true of a review is true of a hasty one
OPTIONS = {"trap_the_cap": {"turns": 40}}  # short matches


def play(name, bot="random", seed=1, seats=None, **options):
    game = motherlode.game(name, seats, **OPTIONS.get(name, {}), **options)
    match = game.start(seed=seed)
    players = [Player(make_bot(bot, game, is_timed=False), seat, seed) for seat in range(game.seats)]
    while not match.is_over:
        players[match.to_act].act(match)
    return match


def check_sums(review):
    """Each step leads from its odds before to those after, and all of them together from the start to the result."""
    now = review.start
    for step in review.steps:
        assert step.before == now
        for seat in range(review.seats):
            parts = [part[seat] for part in (step.luck, step.skill, step.hidden, step.residual) if part]
            assert step.after[seat] == pytest.approx(step.before[seat] + sum(parts), abs=1e-9)
        assert not step.luck or step.actor == CHANCE
        assert not step.skill or step.actor != CHANCE
        now = step.after
    assert now == review.result
    for account in review.accounts:
        parts = account.start, account.luck, account.hidden, account.own, account.others, account.residual
        assert sum(parts) == pytest.approx(account.result, abs=1e-9)
        assert account.own <= 0


def check_marks(review):
    for decision in review.decisions:
        assert decision.loss >= 0
        assert decision.first <= decision.at <= decision.last
        assert {review.steps[step].actor for step in range(decision.first, decision.last + 1)} == {decision.seat}
        if decision.mark in THRESHOLDS:
            assert decision.better
            assert decision.loss - 1.96 * decision.error >= THRESHOLDS[decision.mark] - 1e-5
        if decision.mark in ("best", "only", "forced"):
            assert decision.loss == 0
            assert decision.better == []
    for account in review.accounts:
        mine = [decision for decision in review.decisions if decision.seat == account.seat]
        assert sum(account.marks.values()) == len(mine)
        assert account.num_decisions == len(mine) - account.marks["forced"]


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("bot", ["random", "prospector"])
def test_result_is_start_and_luck_and_losses_for_each_seat(name, bot):
    match = play(name, bot)
    review = motherlode.review(match, iterations=FEW)
    check_sums(review)
    check_marks(review)
    assert [step.text for step in review.steps] == [entry.text for entry in match.log]
    assert review.result == [pytest.approx((seat in match.winners) / max(1, len(set(match.winners))), abs=1e-6)
                             for seat in range(review.seats)]  # fmt: skip
    assert 0 < len(review.turning_points) <= 3 or not any(step.luck or step.skill for step in review.steps)


@pytest.mark.parametrize(("name", "seats"), [("minecart_mayhem", 4), ("madstone", 3), ("trap_the_cap", 4)])
def test_with_several_seats_every_seat_has_its_own_account(name, seats):
    review = motherlode.review(play(name, "prospector", seats=seats), iterations=FEW)
    check_sums(review)
    check_marks(review)
    assert [account.seat for account in review.accounts] == list(range(seats))


def test_a_team_has_the_same_odds_and_wins_together():
    review = motherlode.review(play("trap_the_cap", "prospector", seats=4, game="team"), iterations=FEW)
    check_sums(review)
    assert sorted(set(review.sides)) == [0, 1]
    for step in review.steps:
        assert len({(side, odds) for side, odds in zip(review.sides, step.after, strict=True)}) <= 2


def test_a_review_can_be_made_again_from_its_record():
    match = play("minecart_mayhem", "prospector", seed=4)
    review = motherlode.review(match, iterations=FEW)
    assert motherlode.review(match.record(), iterations=FEW) == review
    assert msgspec.json.decode(msgspec.json.encode(review), type=Review) == review


def test_giving_up_costs_who_gives_up_what_he_still_had():
    match = motherlode.game("madcap").start(seed=3)
    match.play(match.actions()[0])
    match.resign(1)
    review = motherlode.review(match)
    check_sums(review)
    assert review.result == [1, 0]
    last = review.steps[-1]
    assert last.skill == [pytest.approx(last.before[1]), pytest.approx(-last.before[1])]
    assert review.accounts[1].own <= last.skill[1]


def test_what_is_not_over_is_not_reviewed():
    with pytest.raises(BadInput, match="is not over") as caught:
        motherlode.review(motherlode.game("madcap").start(seed=1))
    assert caught.value.code == Code.BAD_CHOICE
    with pytest.raises(BadInput, match="expected a match or a record"):
        motherlode.review(7)


def test_madcap_is_reviewed_exactly():
    game = motherlode.game("madcap")
    for seed in range(4):
        match = play("madcap", "prospector", seed)
        review = motherlode.review(match)
        assert (review.source, review.is_measured) == ("exact", True)
        assert not any(step.residual or step.hidden for step in review.steps)
        assert all(decision.error == 0 for decision in review.decisions)
        from motherlode.games.madcap import solver

        for step in review.steps:
            margin = solver.margin(game.box, match.position_at(step.step), 0)
            if margin is not None:
                assert step.before[0] == (0.5 if margin == 0 else float(margin > 0))
    perfect = motherlode.review(play("madcap", "exact", 5))
    assert all(account.own == 0 for account in perfect.accounts)
    assert all(decision.margin_lost in (0, None) for decision in perfect.decisions)


def test_luck_of_madcaps_dice_is_the_change_of_the_mean_over_all_rolls():
    from motherlode.games.madcap import kernels, solver
    from motherlode.games.madcap.rolls import ways_left

    game = motherlode.game("madcap")
    assert solver.odds(game.box, game.new()) == pytest.approx([0.614774, 0.385226], abs=1e-6)
    match = play("madcap")
    for step in range(12):
        states = match.position_at(step)
        after = []
        for outcome, _ in game.chance(states):
            child = states.copy()
            game.apply(child, outcome)
            after.append(solver.odds(game.box, child)[0])
        assert np.mean(after) == pytest.approx(solver.odds(game.box, states)[0], abs=1e-12)
        colour = int(states["rolled"][0]) // 4
        ways = ways_left(game.box, states["dice"][0, colour])
        left = [kernels.orders_left(game.box[0], states[0], colour, number) for number in range(len(ways))]
        assert ways.tolist() == left
    assert solver.odds(motherlode.game("madcap", games=3).box, game.new()) is None
    assert solver.odds(motherlode.game("madcap", fair_rolls=True).box, game.new()) == [0.5, 0.5]


def test_matches_of_several_games_are_reviewed_by_search():
    review = motherlode.review(play("madcap", games=3), iterations=FEW)
    assert (review.source, review.is_measured) == ("search", False)
    check_sums(review)


@pytest.mark.parametrize("name", ["minecart_mayhem", "madstone"])
def test_a_decision_is_judged_by_what_its_seat_could_know(name):
    match = play(name, "prospector", seed=2)
    ruleset, values = match.ruleset, Values(match.ruleset)
    assert ruleset.spec.is_hidden
    num_changed = 0
    for number, stretch in enumerate(find_stretches(match)[4:14]):
        positions = [match.position_at(step) for step in range(stretch.first, stretch.last + 2)]
        played = [match.log[step].action for step in range(stretch.first, stretch.last + 1)]
        other = [ruleset.resampled(positions[0], stretch.seat, make_streams(number))]
        for action in played:
            other.append(ruleset.copied(other[-1]))
            ruleset.apply(other[-1], action)
        num_changed += other[0].tobytes() != positions[0].tobytes()
        one, two = (judge(values, each, played, stretch.seat, Effort(300, 3)) for each in (positions, other))
        assert one.better == two.better
        assert (one.expected.tolist(), one.got.tolist(), one.error) == (
            two.expected.tolist(),
            two.got.tolist(),
            two.error,
        )
        assert mark_of(one, stretch.seat) == mark_of(two, stretch.seat)
    assert num_changed > 3, "otherwise nothing was hidden"


def test_actions_of_a_seat_in_a_row_are_one_decision():
    match = play("rockport_caverns", "prospector")
    stretches = find_stretches(match)
    steps = [step for stretch in stretches for step in range(stretch.first, stretch.last + 1)]
    assert steps == [entry.step for entry in match.log if entry.actor != CHANCE]
    assert any(stretch.last > stretch.first for stretch in stretches)
    for one, other in itertools.pairwise(stretches):
        between = match.log[one.last + 1 : other.first]
        views, box = match.ruleset.spec.views, match.ruleset.box
        assert between or views.reveals(box, match.position_at(one.last), match.log[one.last].action)


def off_by(changes):
    """How many standard errors a mean is off 0, of changes that have mean 0 whatever came before each of them."""
    return np.sum(changes) / np.sqrt(np.square(changes).sum())


@pytest.mark.parametrize(("name", "count", "iterations"), [("minecart_mayhem", 12, 20_000), ("madstone", 3, 20_000)])
def test_what_hidden_cards_did_to_who_decides_has_mean_0_and_the_rest_has_not(name, count, iterations):
    """All that a decision changed beyond its skill, which this was once taken for, is in favour of who decides."""
    hidden, rest = [], []
    for seed in range(count):
        review = motherlode.review(play(name, seed=500 + seed), iterations=iterations)
        for decision in review.decisions:
            step = review.steps[decision.at]
            hidden.append(step.hidden[decision.seat] if step.hidden else 0.0)
            rest.append(hidden[-1] + (step.residual[decision.seat] if step.residual else 0.0))
    assert np.count_nonzero(hidden) > len(hidden) / 4
    assert abs(off_by(hidden)) < 3
    assert off_by(rest) > 3, "otherwise this could not fail"


def test_very_long_matches_are_looked_at_but_briefly():
    assert iterations_for(LONG + 1, TOTAL_ITERATIONS) == BRIEF
    assert [iterations_for(count, TOTAL_ITERATIONS) for count in (LONG, 1000)] == [QUICK, THOROUGH]
    assert effort_for(3000, TOTAL_ITERATIONS, BRIEF, is_hidden=False) == LEAST
    some = effort_for(100, TOTAL_ITERATIONS, THOROUGH, is_hidden=True)
    assert LEAST.repeats < some.hidden_worlds < some.repeats <= MOST.repeats


def verdict(loss, error, better=("x",), *, is_only=False, is_forced=False):
    return Verdict(is_forced, better, np.array([0.9]), np.array([0.9 - loss]), error, is_only, None)


@pytest.mark.parametrize(
    ("found", "mark"),
    [
        (verdict(0.2, 0.01), "blunder"),
        (verdict(0.2, 0.03), "mistake"),  # its lower end is below the next threshold
        (verdict(0.2, 0.2), "good"),
        (verdict(0.12, 0.0), "mistake"),
        (verdict(0.06, 0.0), "inaccuracy"),
        (verdict(0.02, 0.0), "good"),
        (verdict(0.0, 0.0, ()), "best"),
        (verdict(0.0, 0.0, (), is_only=True), "only"),
        (verdict(0.0, 0.0, (), is_forced=True), "forced"),
    ],
)
def test_a_mark_is_given_only_where_the_loss_is_beyond_doubt(found, mark):
    assert mark_of(found, 0) == mark
    assert mark in MARKS


def test_accuracy_falls_with_the_loss():
    losses = [0, 0.05, 0.1, 0.3, 1]
    accuracy = [accuracy_of(loss) for loss in losses]
    assert accuracy == sorted(accuracy, reverse=True)
    assert (accuracy[0], accuracy[-1]) == (pytest.approx(100, abs=0.01), 0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_review_is_written_as_text_and_as_a_page_that_needs_nothing_else(language):
    review = motherlode.review(play("madcap", "prospector"), iterations=FEW)
    text = writing.write_report(review, language)
    assert review.about.by(language) in text
    assert all(point.told.by(language) in text for point in review.turning_points)
    page = writing.write_page(review, "<Ada> & Bo", language)
    assert "&lt;Ada&gt; &amp; Bo" in page
    assert "<svg" in page
    assert not re.search(r"<script|https?:|src=|@import|url\(", page)


def test_a_story_tells_the_better_line_as_the_game_tells_it():
    """In neither language is it notation."""
    match = play("trap_the_cap", "random", seed=2)
    review = motherlode.review(match, iterations=FEW)
    decisions = [review.decisions[point.decision] for point in review.turning_points if point.decision is not None]
    points = [point for point in review.turning_points if point.decision is not None]
    told = [(decision, point.told) for decision, point in zip(decisions, points, strict=True) if decision.better]
    assert told
    for decision, words in told:
        follows = Match(match.ruleset, None, match.names, match.position_at(decision.at))
        follows.append(decision.seat, decision.better[decision.at - decision.first].id)
        assert f"Better: {follows.narrate(0, decision.seat)}" in words.en
        assert f"Besser: {follows.narrate(0, decision.seat, 'de')}" in words.de


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_accounts_of_two_thousand_matches_of_each_game_add_up(name):
    for seed in range(2000):
        review = motherlode.review(play(name, "random" if seed % 2 else "prospector", seed), iterations=1)
        check_sums(review)
        check_marks(review)

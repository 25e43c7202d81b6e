"""Intervals against another library, and the promises of the sequential test on coins that are known."""

import numpy as np
import pytest
from scipy.stats import binomtest

from motherlode.arena.comparing import Agenda, Comparison, comparisons
from motherlode.arena.estimates import BettingTest, betting_interval, wilson
from motherlode.arena.fixtures import Result, Tournament, all_fixtures


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (0, 20), (20, 20), (7, 20), (501, 1000), (9_999, 10_000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_wilson_agrees_with_scipy(wins, games, confidence):
    wanted = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    assert wilson(wins, games, confidence) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


def test_wilson_of_shared_wins_lies_between_its_neighbours():
    low, high = wilson(7.5, 20)
    assert wilson(7, 20)[0] < low < wilson(8, 20)[0]
    assert wilson(7, 20)[1] < high < wilson(8, 20)[1]
    assert wilson(0, 0) == (0.0, 1.0)


def looks(values, even, error):
    """The verdict when one looks after every value, and when it fell."""
    test = BettingTest(even)
    for number, value in enumerate(values, 1):
        test.add(value)
        if test.verdict(error):
            return test.verdict(error), number
    return 0, len(values)


COINS = {
    "fair coins": (0.5, lambda random, count: random.integers(0, 2, count) * 1.0),
    "pairs of games": (0.5, lambda random, count: random.integers(0, 2, (count, 2)).mean(1)),
    "one of four seats": (0.25, lambda random, count: (random.random(count) < 0.25) * 1.0),
    "rare wins": (0.02, lambda random, count: (random.random(count) < 0.02) * 1.0),
    "shared wins": (1 / 3, lambda random, count: random.choice([0.0, 0.5, 1.0], count, p=[0.5, 1 / 3, 1 / 6])),
}


@pytest.mark.parametrize("name", COINS)
def test_a_true_hypothesis_is_rejected_no_more_often_than_promised(name):
    even, toss = COINS[name]
    error, runs = 0.1, 150
    random = np.random.default_rng(7)
    wrong = sum(looks(toss(random, 300), even, error)[0] != 0 for _ in range(runs))
    # More than this many would come with a probability below one in a thousand, were the promise kept exactly.
    assert binomtest(wrong, runs, error, alternative="greater").pvalue > 0.001


def test_an_ordinary_interval_would_not_keep_the_promise():
    """What the test is for: to look at a 95% interval after every game finds a difference far too often."""
    random = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        sums = np.cumsum(random.integers(0, 2, 300))
        bounds = [wilson(float(wins), games) for games, wins in enumerate(sums, 1)]
        wrong += any(low > 0.5 or high < 0.5 for low, high in bounds)
    assert wrong > 20


@pytest.mark.parametrize(("mean", "most"), [(0.9, 25), (0.65, 250), (0.35, 250)])
def test_a_difference_is_found_soon_and_in_the_right_direction(mean, most):
    random = np.random.default_rng(3)
    found = [looks((random.random(2000) < mean) * 1.0, 0.5, 0.05) for _ in range(40)]
    assert all(verdict == (1 if mean > 0.5 else -1) for verdict, _ in found)
    assert sorted(number for _, number in found)[20] < most


def test_the_interval_of_the_bets_holds_the_mean_at_all_times():
    random = np.random.default_rng(11)
    missed = 0
    for _ in range(60):
        values = ((random.random(150) < 0.7) * 1.0).tolist()
        intervals = [betting_interval(values[:count]) for count in (5, 20, 60, 150)]
        missed += any(not low <= 0.7 <= high for low, high in intervals)
        assert intervals[3][1] - intervals[3][0] < 0.4
    assert missed <= 8  # 3 are expected at most
    assert betting_interval([]) == (0.0, 1.0)
    assert betting_interval([1.0] * 500)[1] == 1.0


def tournament_of(bots, seats=2, lineup="mixed"):
    return Tournament("madcap", seats, {}, tuple(bots), lineup, 0, 1000, 10.0)


def result_of(fixture, winners):
    seats = len(fixture.seating)
    return Result(fixture.block, fixture.seating, [0] * seats, winners, 1, "", [0.0] * seats, [1] * seats)


def strongest(fixture):
    """Who comes last in the alphabet wins."""
    best = max(fixture.seating)
    return [seat for seat, bot in enumerate(fixture.seating) if bot == best]


def test_questions_of_each_kind_of_line_up():
    assert [(each.one, each.other, each.even) for each in comparisons(tournament_of("abc"))] == [
        ("a", "b", 0.5), ("a", "c", 0.5), ("b", "c", 0.5),
    ]  # fmt: skip
    alone = comparisons(tournament_of("ab", 4, "alone"))
    assert [(each.one, each.other, each.even) for each in alone] == [("a", "b", 0.25), ("b", "a", 0.25)]
    assert alone[0].lineups == (("a", "b", "b", "b"),)
    solo = comparisons(tournament_of("ab", 1))
    assert solo == [Comparison("a", "b", 0.5, (("a",), ("b",)))]
    mixed = comparisons(tournament_of("abcd", 3))
    assert [len(each.lineups) for each in mixed] == [2] * 6


def test_what_a_block_says():
    one, two = all_fixtures(tournament_of("ab"), 2)
    pair = comparisons(tournament_of("ab"))[0]
    assert pair.value([result_of(one, [0]), result_of(two, [1])]) == 1.0  # a sits in seat 0, then in seat 1
    assert pair.value([result_of(one, [0]), result_of(two, [0])]) == 0.5
    assert pair.value([result_of(one, [0, 1]), result_of(two, [0])]) == 0.25
    alone = comparisons(tournament_of("ab", 4, "alone"))[1]
    block = [each for each in all_fixtures(tournament_of("ab", 4, "alone"), 1) if each.lineup == alone.lineups[0]]
    assert alone.value([result_of(each, strongest(each)) for each in block]) == 1.0
    assert alone.value([result_of(each, [0]) for each in block]) == 0.25
    assert alone.value([result_of(each, []) for each in block]) == 0.25  # nobody wins
    sides = comparisons(tournament_of("ab", 4, "sides"))[0]
    assert sides.value([result_of(each, []) for each in all_fixtures(tournament_of("ab", 4, "sides"), 2)]) == 0.5
    solo = comparisons(tournament_of("ab", 1))[0]
    first, second = all_fixtures(tournament_of("ab", 1), 1)
    assert solo.value([result_of(first, [0]), result_of(second, [])]) == 1.0
    assert solo.value([result_of(first, []), result_of(second, [])]) == 0.5


@pytest.mark.parametrize(("seats", "bots", "lineup"), [(2, "abc", "mixed"), (3, "abcd", "mixed"), (4, "ab", "alone")])
def test_what_counts_does_not_depend_on_the_order_in_which_games_end(seats, bots, lineup):
    tournament = tournament_of(bots, seats, lineup)
    fixtures = list(all_fixtures(tournament, 200))
    random = np.random.default_rng(1)
    results = [
        result_of(each, strongest(each) if random.random() < 0.7 else [int(random.integers(seats))])
        for each in fixtures
    ]
    straight = Agenda(tournament, 200, 0.05)
    for result in results:
        if straight.needs(result.fixture):
            straight.add(result)
    ahead = Agenda(tournament, 200, 0.05)
    for place in random.permutation(len(results)):
        ahead.add(results[place])
    assert ahead.results() == straight.results()
    assert len(straight.results()) == straight.num_games < len(fixtures)
    assert ahead.verdicts == straight.verdicts
    assert straight.verdicts.count(0) <= 1  # who never wins is hard to tell from who hardly does
    for number in range(len(straight.comparisons)):
        assert ahead.values(number) == straight.values(number)


def test_without_a_bound_on_errors_everything_is_played():
    tournament = tournament_of("ab")
    agenda = Agenda(tournament, 100)
    for fixture in all_fixtures(tournament, 100):
        assert agenda.needs(fixture)
        agenda.add(result_of(fixture, strongest(fixture)))
    assert len(agenda.results()) == 100


def test_the_error_is_shared_among_all_questions():
    """Three bots that are alike: some difference is claimed no more often than promised for all together."""
    tournament, error, runs = tournament_of("abc"), 0.2, 60
    fixtures = list(all_fixtures(tournament, 120))
    random = np.random.default_rng(5)
    wrong = 0
    for _ in range(runs):
        agenda = Agenda(tournament, 120, error)
        for fixture in fixtures:
            agenda.add(result_of(fixture, [int(random.integers(2))]))
        assert agenda.error == pytest.approx(error / 3)
        wrong += any(agenda.verdicts)
    assert binomtest(wrong, runs, error, alternative="greater").pvalue > 0.001

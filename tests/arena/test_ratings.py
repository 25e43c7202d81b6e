"""Ratings: in the right order, the same for any order of games, less uncertain with more of them."""

import random

import pytest

from motherlode.arena.fixtures import Result, Tournament, all_fixtures
from motherlode.arena.ratings import find_duels, rate


def play(bots, seats, lineup, games, win):
    tournament = Tournament("madcap", seats, {}, tuple(bots), lineup, 0, 1000, 10.0)
    stream = random.Random(4)
    return [
        Result(each.block, each.seating, [], win(stream, each.seating), 1, "", [], [])
        for each in all_fixtures(tournament, games)
    ]


def by_strength(stream, seating):
    """Seats win in proportion to 1, 3, 9 for a, b, c."""
    weights = [3 ** (ord(bot) - ord("a")) for bot in seating]
    return [stream.choices(range(len(seating)), weights)[0]]


@pytest.mark.parametrize(
    ("seats", "bots", "lineup"), [(2, "abc", "mixed"), (3, "abc", "mixed"), (4, "abc", "alone"), (4, "abc", "sides")]
)
def test_stronger_bots_are_rated_higher(seats, bots, lineup):
    ratings = rate(bots, play(bots, seats, lineup, 120, by_strength))
    gaps = [ratings["b"].mu - ratings["a"].mu, ratings["c"].mu - ratings["b"].mu]
    assert all(gap > 2 * ratings["b"].sigma for gap in gaps)
    assert max(gaps) < 2.5 * min(gaps)  # equal odds are equal steps


@pytest.mark.parametrize(("seats", "lineup"), [(2, "mixed"), (4, "alone"), (4, "sides")])
def test_equal_bots_are_rated_alike(seats, lineup):
    ratings = rate("ab", play("ab", seats, lineup, 200, lambda stream, _: [stream.randrange(seats)]))
    assert abs(ratings["a"].mu - ratings["b"].mu) < 3 * ratings["a"].sigma


def test_a_game_is_taken_apart_into_duels():
    def game(seating, *winners):
        return Result(0, tuple(seating), [], list(winners), 1, "", [], [])

    assert list(find_duels([game("abc", 1)])) == [("b", "a", False), ("b", "c", False)]
    assert list(find_duels([game("abb", 0)])) == [("a", "b", False)] * 2
    assert list(find_duels([game("abb", 1)])) == [("b", "a", False)]
    assert list(find_duels([game("cab", 0, 1)])) == [("a", "c", True), ("c", "b", False), ("a", "b", False)]
    assert list(find_duels([game("a", 0), game("b"), game("c")])) == [
        ("a", "b", False), ("a", "c", False), ("b", "c", True),
    ]  # fmt: skip


def test_partners_have_no_duel():
    won = Result(0, tuple("abcd"), [], [0, 2], 1, "", [], [])
    assert list(find_duels([won], (0, 1, 0, 1))) == [
        ("a", "b", False),
        ("a", "d", False),
        ("c", "b", False),
        ("c", "d", False),
    ]
    assert list(find_duels([Result(0, tuple("ab"), [], [], 1, "", [], [])])) == []


def test_ties_bring_ratings_together():
    ratings = rate("ab", play("ab", 2, "mixed", 50, lambda *_: [0, 1]))
    assert ratings["a"].mu == pytest.approx(25, abs=0.5)
    assert ratings["b"].mu == pytest.approx(25, abs=0.5)


def test_the_order_of_games_plays_no_part():
    results = play("abc", 2, "mixed", 60, by_strength)
    shuffled = list(results)
    random.Random(9).shuffle(shuffled)
    assert rate("abc", results) == rate("abc", shuffled)


def test_more_games_leave_less_doubt():
    few, many = (rate("abc", play("abc", 2, "mixed", games, by_strength)) for games in (20, 200))
    assert all(many[bot].sigma < 0.75 * few[bot].sigma for bot in "abc")
    assert all(rating.sigma < 8.4 for rating in few.values())


def test_solo_games_are_compared_by_their_dice():
    solo = play("ab", 1, "mixed", 60, lambda _, seating: [0] if seating == ("b",) else [])
    ratings = rate("ab", solo)
    assert ratings["b"].mu > ratings["a"].mu + 4 * ratings["a"].sigma
    alone = rate("a", play("a", 1, "mixed", 5, lambda *_: [0]))
    assert alone["a"].mu == 25

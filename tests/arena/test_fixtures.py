"""Who plays whom: every bot in every seat equally often, the same dice for all."""

from collections import Counter

import pytest

import motherlode
from motherlode.arena.fixtures import (
    Fixture,
    Tournament,
    all_fixtures,
    bot_seed,
    chance_seed,
    check,
    lineups,
    plain_name,
    seatings,
    teams_of,
    told_apart,
    usual_lineup,
)
from motherlode.core.errors import BadInput

CASES = [(1, 3, "mixed"), (2, 2, "mixed"), (2, 5, "mixed"), (3, 4, "mixed"), (4, 4, "mixed"), (4, 2, "alone")]
CASES += [(3, 3, "alone"), (4, 3, "sides"), (6, 2, "sides"), (6, 6, "mixed"), (5, 7, "mixed"), (6, 2, "alone")]


def make(seats, num_bots, lineup, seed=5):
    return Tournament("madcap", seats, {}, tuple("abcdefg"[:num_bots]), lineup, seed, 1000, 10.0)


@pytest.mark.parametrize(("seats", "num_bots", "lineup"), CASES)
def test_every_bot_sits_in_every_seat_equally_often(seats, num_bots, lineup):
    tournament = make(seats, num_bots, lineup)
    check(tournament)
    taken = Counter((seat, bot) for fixture in all_fixtures(tournament, 30) for seat, bot in enumerate(fixture.seating))
    assert set(taken) == {(seat, bot) for seat in range(seats) for bot in tournament.bots}
    assert len(set(taken.values())) == 1


@pytest.mark.parametrize(("seats", "num_bots", "lineup"), CASES)
def test_line_ups_play_the_same_number_of_games_with_the_same_dice(seats, num_bots, lineup):
    tournament = make(seats, num_bots, lineup)
    played = list(all_fixtures(tournament, 30))
    assert len(played) == len(set(played))
    games = Counter(fixture.lineup for fixture in played)
    assert set(games) == set(lineups(tournament))
    assert len(set(games.values())) == 1
    assert 30 <= games[played[0].lineup] < 30 + len(seatings(played[0].lineup))
    dice = {
        each: Counter(chance_seed(tournament, fixture) for fixture in played if fixture.lineup == each)
        for each in games
    }
    assert all(seeds == dice[played[0].lineup] for seeds in dice.values())


@pytest.mark.parametrize(
    ("seats", "num_bots", "lineup", "num_lineups", "num_seatings"),
    [
        (2, 4, "mixed", 6, 2),
        (4, 5, "mixed", 5, 24),
        (4, 2, "alone", 2, 4),
        (4, 3, "sides", 3, 2),
        (1, 3, "mixed", 3, 1),
    ],
)
def test_how_many_line_ups_and_seatings(seats, num_bots, lineup, num_lineups, num_seatings):
    found = lineups(make(seats, num_bots, lineup))
    assert len(found) == num_lineups
    assert all(len(seatings(each)) == num_seatings for each in found)


def test_a_game_depends_on_nothing_but_seed_block_and_seating():
    few, many = make(2, 2, "mixed"), make(2, 5, "mixed")
    fixture = Fixture(3, ("a", "b"))
    assert bot_seed(few, fixture) == bot_seed(many, fixture)
    assert fixture in set(all_fixtures(few, 10)) & set(all_fixtures(many, 1000))
    others = [Fixture(4, ("a", "b")), Fixture(3, ("b", "a"))]
    seeds = {bot_seed(few, each) for each in (fixture, *others)} | {bot_seed(make(2, 2, "mixed", 6), fixture)}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize(
    ("seats", "bots", "lineup", "words"),
    [
        (2, "a", "mixed", "1 bots for 2 seats: an arena needs at least 2"),
        (2, "aa", "mixed", "bot 'a' is named twice"),
        (4, "ab", "mixed", "2 bots for 4 seats: 'mixed' needs one for every seat"),
        (3, "ab", "sides", "3 seats have no two sides: their number is odd"),
        (2, "ab", "alone", "line-up 'alone': it is for more than 2 seats, not for 2"),
        (1, "ab", "sides", "line-up 'sides': it is for more than 2 seats, not for 1"),
        (2, "ab", "round", "unknown line-up 'round': there are mixed, alone, sides"),
    ],
)
def test_what_cannot_be_played_is_one_clear_line(seats, bots, lineup, words):
    with pytest.raises(BadInput, match=words):
        check(Tournament("madcap", seats, {}, tuple(bots), lineup, 0, 1000, 10.0))


def test_partners_are_the_same_bot():
    teams = teams_of(motherlode.game("trap_the_cap", 4, game="team"))
    assert teams == (0, 1, 0, 1)
    assert seatings(("a", "a", "b", "b"), teams) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert seatings(("a", "a", "b", "b"), (0, 0, 1, 1)) == [("a", "a", "b", "b"), ("b", "b", "a", "a")]
    assert usual_lineup(2, 4, teams) == usual_lineup(5, 4, teams) == "sides"
    tournament = Tournament("trap_the_cap", 4, {}, ("a", "b", "c"), "sides", 0, 1000, 10.0, teams)
    check(tournament)
    for fixture in all_fixtures(tournament, 4):
        assert fixture.seating[0] == fixture.seating[2] != fixture.seating[1] == fixture.seating[3]


def test_without_teams_two_bots_sit_by_turns():
    assert teams_of(motherlode.game("trap_the_cap", 4)) == ()
    assert seatings(("a", "a", "b", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_sides_are_for_two_teams():
    with pytest.raises(BadInput, match="line-up 'sides': it is for two teams, not for 3"):
        check(Tournament("madcap", 6, {}, ("a", "b"), "sides", 0, 1000, 10.0, (0, 1, 2, 0, 1, 2)))


def test_a_bot_may_be_alone_with_a_solo_game():
    check(make(1, 1, "mixed"))


def test_usual_line_ups():
    assert [usual_lineup(2, 2), usual_lineup(2, 4), usual_lineup(4, 4), usual_lineup(1, 1)] == [
        "mixed", "alone", "mixed", "mixed",
    ]  # fmt: skip


def test_a_bot_that_plays_itself_has_two_names():
    assert told_apart(("greedy", "random", "greedy", "greedy")) == ("greedy", "random", "greedy#2", "greedy#3")
    assert [plain_name(name) for name in ("greedy#3", "greedy", "exec:./a#b")] == ["greedy", "greedy", "exec:./a#b"]

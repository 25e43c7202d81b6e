"""Madcap, R7: several games in a row."""

from functools import cache

import pytest

import motherlode
from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, IllegalAction


@cache
def game(**options):
    return motherlode.game("madcap", **options)


def play_out(match, choice=0):
    """Play until the match is over; what the view said after each finished game."""
    seen = []
    while not match.is_over:
        number = match.view().position.match.game
        actions = match.actions()
        match.play(actions[choice % len(actions)])
        after = match.seen().match
        if match.is_over or after.game != number:
            seen.append(after)
    return seen


def first_players(match):
    """The seat that acts first after each roll."""
    return [
        entry.actor
        for before, entry in zip(match.log, match.log[1:], strict=False)
        if before.actor == CHANCE and entry.actor != CHANCE
    ]


def last_die(games, gold, points, total, number=None, **options):
    """The last turn of a game of a match; the discard changes no gold."""
    first = 2 - (number or games) % 2
    seat = 3 - first
    return game(games=games, **options).start(
        seed=1,
        position=f"r4 k3 b2 | r6 k b | not b | gold {gold} | seat {seat} | game {number or games} | first {first} "
        f"| points {points} | total {total}",
    )


# R7.1 a number of games


@pytest.mark.parametrize("games", [2, 3, 6])
def test_r7_1_the_first_player_alternates(games):
    match = game(games=games).start(seed=4)
    play_out(match)
    assert first_players(match) == [number % 2 for number in range(games)]


def test_r7_1_the_dice_are_rolled_anew_for_each_game():
    match = game(games=2).start(seed=4)
    play_out(match)
    actors = [entry.actor == CHANCE for entry in match.log]
    assert actors == ([True] * 12 + [False] * 12) * 2


@pytest.mark.parametrize(("gold", "points"), [("5-4", [4, 2]), ("4-5", [2, 4]), ("4-4", [3, 3])])
def test_r7_1_a_win_brings_2_points_and_a_draw_1_to_each(gold, points):
    match = last_die(games=3, gold=gold, points="2-2", total="9-9")
    match.play("red 6")
    assert match.is_over
    assert match.scores == points


def test_r7_1_most_points_win_whatever_the_nuggets():
    match = last_die(games=3, gold="5-4", points="2-2", total="9-90")
    match.play("red 6")
    assert match.winners == [0]
    assert match.conclusion == "Player 1 wins, 4-2 points after 3 games."


def test_r7_1_equal_points_are_a_draw():
    match = last_die(games=2, gold="5-4", points="0-2", total="1-90")
    match.play("red 6")
    assert match.winners == [0, 1]
    assert match.conclusion == "A draw, 2-2 points after 2 games."


def test_r7_1_all_games_are_played_even_if_the_match_is_decided():
    match = last_die(games=5, gold="5-4", points="4-0", total="9-1", number=3)
    match.play("red 6")
    assert not match.is_over
    assert match.view().position.match.game == 4
    assert match.view().position.match.points == (6, 0)


def test_r7_1_the_end_of_a_game_is_told_with_its_gold():
    match = last_die(games=5, gold="5-4", points="4-0", total="9-1", number=3)
    match.play("red 6")
    assert match.story()[0] == (
        "Player 2 can move nothing and discards a red 6. Game 3 ends 5-4; Player 2 begins the next."
    )
    assert match.story()[-1].endswith("Player 2 begins.")


def test_r7_1_points_never_change_within_a_game():
    match = game(games=4).start(seed=9)
    seen = play_out(match, 1)
    assert [sum(after.points) for after in seen] == [2, 4, 6, 8]


def test_r7_1_a_single_game_is_a_match_of_one():
    match = game().start(seed=9)
    (after,) = play_out(match)
    assert tuple(match.scores) == after.total


# R7.2 a number of nuggets


def race(gold, total, number=2, points="1-1"):
    first = 2 - number % 2
    return game(nuggets=30).start(
        seed=1,
        position=f"r4 k3 b2 | r6 k b | not b | gold {gold} | seat {3 - first} | game {number} | first {first} "
        f"| points {points} | total {total}",
    )


def test_r7_2_nuggets_of_all_games_add_up():
    match = game(nuggets=60).start(seed=2)
    seen = play_out(match, 3)
    assert len(seen) > 1
    assert tuple(match.scores) == seen[-1].total
    assert [sum(after.total) for after in seen] == sorted(sum(after.total) for after in seen)


def test_r7_2_the_match_ends_after_the_game_in_which_somebody_reaches_the_number():
    match = game(nuggets=60).start(seed=2)
    seen = play_out(match, 3)
    assert max(seen[-1].total) >= 60
    assert all(max(after.total) < 60 for after in seen[:-1])


@pytest.mark.parametrize(("gold", "is_over"), [("9-0", False), ("10-0", True), ("0-10", True), ("11-0", True)])
def test_r7_2_reaching_the_number_exactly_is_enough(gold, is_over):
    match = race(gold, "20-20")
    match.play("red 6")
    assert match.is_over == is_over


def test_r7_2_the_game_is_played_to_its_end():
    match = game(nuggets=30).start(
        position="r4 k2 b1 | r13 k2 b1 | not b | gold 5-0 | seat 1 | game 1 | first 1 | points 0-0 | total 0-0"
    )
    rich = game(nuggets=6).start(
        position="r4 k2 b1 | r13 k2 b1 | not b | gold 5-0 | seat 1 | game 1 | first 1 | points 0-0 | total 0-0"
    )
    for each in (match, rich):
        each.play("black 2 down")
        assert not each.is_over
        assert each.scores == [9, 0]


def test_r7_2_more_nuggets_win_whatever_the_games():
    match = race("10-9", "20-22", points="0-2")
    match.play("red 6")
    assert match.scores == [30, 31]
    assert match.winners == [1]
    assert match.conclusion == "Player 2 wins, 31-30 nuggets."


def test_r7_2_equal_nuggets_are_a_draw():
    match = race("12-10", "20-22", points="0-2")
    match.play("red 6")
    assert match.winners == [0, 1]
    assert match.conclusion == "A draw, 32-32 nuggets."


def test_r7_2_the_first_player_alternates():
    match = game(nuggets=100).start(seed=2)
    play_out(match, 1)
    starts = first_players(match)
    assert len(starts) > 2
    assert starts == [number % 2 for number in range(len(starts))]


def test_r7_2_a_match_is_for_games_or_for_nuggets():
    with pytest.raises(BadInput, match="bad option nuggets=30: a match is for games or for nuggets, not both"):
        motherlode.game("madcap", games=3, nuggets=30)


# R7.3 the longest match


def test_r7_3_a_match_for_nuggets_that_nobody_gets_ends_after_100_games():
    barren = game(levels=2, faces=1, dice=1, gold=(0, 0), nuggets=1)
    match = barren.start(seed=1)
    seen = play_out(match)
    assert len(seen) == 100
    assert len(match.log) == barren.limits.max_length == 600
    assert match.winners == [0, 1]


@pytest.mark.parametrize(("gold", "winners"), [("2-0", [0]), ("0-2", [1]), ("0-0", [0, 1])])
def test_r7_3_then_more_nuggets_win(gold, winners):
    match = race(gold, "9-9", number=100, points="99-99")
    match.play("red 6")
    assert match.is_over
    assert match.winners == winners


def test_r7_3_the_99th_game_is_not_the_last():
    match = race("2-0", "9-9", number=99, points="98-98")
    match.play("red 6")
    assert not match.is_over


def test_r7_3_a_match_of_101_games_is_refused():
    assert game(games=100).limits.max_length == 2400
    with pytest.raises(BadInput, match=r"bad option games=101: expected int <= 100, in madcap"):
        motherlode.game("madcap", games=101)


def test_r7_3_nothing_is_played_after_a_match():
    match = last_die(games=2, gold="5-4", points="0-2", total="1-90")
    match.play("red 6")
    with pytest.raises(IllegalAction, match="the match is over: A draw, 2-2 points after 2 games"):
        match.play("red 6")

"""The Rockport Caverns against their twin, and what must hold in every game.

A game is a list of integers, each taken modulo the number of things that can happen next.
"""

import itertools
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.conformance.lockstep import by_numbers, play_game
from motherlode.core.contract import CHANCE
from motherlode.games.rockport_caverns import ways
from motherlode.games.rockport_caverns.components import MAX_PLACES, NOWHERE, SOLID, START
from motherlode.games.rockport_caverns.heuristics import advise

from . import lockstep

VARIANTS = [
    {},
    {
        "map": 2,
        "character": 3,
        "rocks": "hard",
        "water": "easy",
        "circles": [9, 9, 9, 9, 9, 9],
        "rock_slides": [2, 4, 24],
    },
    {"map": 2, "character": 2, "rocks": "medium", "water": "medium"},
    {"map": 1, "character": 3, "rocks": "hard", "water": "hard", "bear": True},
    {"map": 2, "character": 4, "rocks": "easy", "water": "hard", "bear": True},
    {"map": 2, "character": 3, "rocks": "hard", "water": "easy", "circles": [4, 4, 4, 4, 4, 5], "rerolls": 0},
    {"map": 1, "character": 4, "rocks": "hard", "water": "easy", "circles": [9, 9, 9, 9, 9, 9], "bear": True},
    {"set": 2, "map": 1, "character": 2, "bear": True},
    {"set": 2, "map": 2, "character": 3, "rocks": "medium", "water": "medium"},
    {"drawn": 1, "character": 4, "rocks": "hard", "water": "medium"},
]
games_of_integers = st.lists(st.integers(0, 10**6), min_size=60, max_size=400)
variants = pytest.mark.parametrize("number", range(len(VARIANTS)))


@cache
def game(number):
    return motherlode.game("rockport_caverns", **VARIANTS[number])


def next_actions(play, states):
    if play.to_act(states) == CHANCE:
        return [outcome for outcome, _ in play.chance(states)]
    return play.legal(states)


def run_beside_twin(number, integers, is_wise):
    """Play the integers in both; wise ones follow the advice three times in four, so that games get far."""
    numbers = itertools.cycle(integers)
    blind = by_numbers(numbers)

    def choose(step, choices):
        if not is_wise or step.ruleset.to_act(step.states) == CHANCE or next(numbers) % 4 == 0:
            return blind(step, choices)
        advice = int(advise(step.ruleset.box, step.states, 0))
        return next(choice for choice in choices if choice.number == advice)

    play_game(game(number), lockstep.new, choose)


@variants
@given(integers=games_of_integers)
@settings(max_examples=40, deadline=None)
def test_kernels_play_as_the_twin_does(number, integers):
    run_beside_twin(number, integers, is_wise=False)


@variants
@given(integers=games_of_integers)
@settings(max_examples=40, deadline=None)
def test_kernels_play_as_the_twin_does_far_into_the_game(number, integers):
    run_beside_twin(number, integers, is_wise=True)


@pytest.mark.long
@variants
@given(integers=games_of_integers)
@settings(max_examples=1000, deadline=None)
def test_kernels_play_as_the_twin_does_in_many_games(number, integers):
    run_beside_twin(number, integers, is_wise=True)


@variants
@given(integers=games_of_integers)
@settings(max_examples=40, deadline=None)
def test_what_holds_in_every_game(number, integers):
    """Life in range, water only rises, Xs within capacity, no way into blocked hexes, no friend moves alone."""
    play = game(number)
    states = play.new()
    rules = play.box[0]
    for integer in integers:
        if play.is_over(states):
            break
        before = states.copy()
        options = next_actions(play, states)
        play.apply(states, options[integer % len(options)])
        was, now = before[0], states[0]
        assert now.life <= rules.most_life
        assert now.friend_life <= rules.most_life
        assert play.is_over(states) or (now.life > 0 and now.friend_life > 0)
        assert int(was.water) <= int(now.water) <= min(int(rules.total), int(was.water) + 1)
        assert int(was.rounds) <= int(now.rounds) <= int(rules.most_rounds)
        assert 0 <= now.stored <= rules.most_stored
        assert 0 <= now.rerolls <= was.rerolls
        for place, count in enumerate(now.rocks):
            assert was.rocks[place] <= count <= rules.capacity[int(rules.row[place])]
            assert count == 0 or rules.column[place] > 0
        if was.here not in {now.here, NOWHERE}:
            assert not (int(was.blocked) >> int(now.here)) & 1
        if was.friend not in {now.friend, NOWHERE}:
            assert was.friend == was.here
            assert now.friend == now.here
        assert (now.friend == NOWHERE) or rules.row[int(now.friend)] <= 6


@pytest.mark.compiled
@variants
def test_games_end_within_the_declared_bound(number):
    play = game(number)
    count, totals = play.random_games(300, seed=number)
    assert count <= 300 * play.limits.max_length
    assert 0 <= totals[0] <= 300


@variants
@given(integers=games_of_integers)
@settings(max_examples=15, deadline=None)
def test_reading_a_written_position_gives_it_back(number, integers):
    play = game(number)
    states = play.new()
    for integer in integers:
        notation = play.spec.notation
        text = notation.write_position(play.box, states)
        assert notation.read_position(play.box, text).tobytes() == states.tobytes()
        if play.is_over(states):
            break
        options = next_actions(play, states)
        play.apply(states, options[integer % len(options)])


@pytest.mark.compiled
def test_the_greedy_bot_gets_out_far_more_often_than_random_play():
    from motherlode.bots import Player, make_bot

    play = game(0)
    wins = 0
    for seed in range(40):
        match = play.start(seed)
        player = Player(make_bot("greedy", play), 0, seed)
        while not match.is_over:
            player.act(match)
        wins += match.scores[0]
    _, totals = play.random_games(2000, seed=5)
    assert wins / 40 > 10 * int(totals[0]) / 2000
    assert wins >= 6


@pytest.mark.parametrize("number", [1, 2])
def test_a_known_way_is_open_only_where_a_search_finds_one(number):
    play = motherlode.game("rockport_caverns", map=number)
    random, contents, states = Random(number), play.box[0], play.new()
    hexes = [place for place in range(MAX_PLACES) if contents.kind[place] != SOLID]
    rocky = [int(place) for place in contents.counted.ravel() if place != NOWHERE]
    sure = 0
    for _ in range(400):
        states[0].here, friend = random.choices(hexes, k=2)
        states[0].friend = random.choice([NOWHERE, friend if contents.kind[friend] != START else NOWHERE])
        blocked = sum(1 << place for place in set(random.choices(rocky, k=random.randrange(12))))
        if ways.is_surely_free(contents, states[0], blocked):
            sure += 1
            assert not ways.has_no_way(contents, states[0], blocked)
    assert sure > 100

"""Fair bots: what a seat may not know changes nothing that its bot does."""

import pytest

import motherlode
import pebbles
from motherlode.bots import bot_names, make_bot
from motherlode.bots.levels import OneStepBot
from motherlode.bots.search import Budget, SearchBot
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.registry import register
from motherlode.core.streams import below, make_streams

ITERATIONS = 200 if not IS_PLAIN else 10
HIDDEN = [("pebbles", 2), ("pebbles", 3), ("minecart_mayhem", 2), ("minecart_mayhem", 4), ("madstone", 2)]
OPEN = [("madcap", 2), ("trap_the_cap", 2), ("trap_the_cap", 4), ("rockport_caverns", 1)]
NUM_POSITIONS = 12 if not IS_PLAIN else 3


def bots_of(game):
    """All bots by name, with searches cut short."""
    found = {}
    for name in bot_names(game):
        found[name] = make_bot(name, game, is_timed=False)
        if isinstance(found[name], SearchBot):
            found[name].budget = Budget(min(found[name].budget.iterations, ITERATIONS))
    found["search"] = SearchBot(Budget(ITERATIONS))
    found["search on two threads"] = SearchBot(Budget(ITERATIONS), threads=2)
    return found


def positions(game, num_positions):
    """Positions from random games in which a seat is to act."""
    match, random = game.start(1), make_streams(5)
    for number in range(num_positions):
        for _ in range(2):
            if match.is_over:
                match = game.start(number)
            legal = game.legal(match.position)
            match.play(legal[int(below(random, 0, len(legal)))])
        if not match.is_over:
            yield match.position.copy(), match.to_act


def test_there_are_games_with_secrets_and_all_games_are_tested():
    register(pebbles.GAME)
    assert {name for name, _ in HIDDEN + OPEN} == set(motherlode.game_names())
    assert all(motherlode.game(name, seats).spec.is_hidden for name, seats in HIDDEN)


@pytest.mark.parametrize(
    ("name", "seats"), [*HIDDEN, *(pytest.param(*each, marks=pytest.mark.compiled) for each in OPEN)]
)
def test_what_is_hidden_changes_neither_observation_nor_choice(name, seats):
    register(pebbles.GAME)
    game = motherlode.game(name, seats)
    num_changed = 0
    for states, seat in positions(game, NUM_POSITIONS):
        seen = game.hidden(states, seat)
        worlds = [game.resampled(seen, seat, make_streams(seed)) for seed in (1, 2)]
        num_changed += worlds[0].tobytes() != worlds[1].tobytes()
        views = [game.hidden(world, seat) for world in worlds]
        assert views[0].tobytes() == views[1].tobytes() == seen.tobytes()
        assert game.observe(worlds[0], seat).tobytes() == game.observe(worlds[1], seat).tobytes()
        for bot in bots_of(game):
            choices = [bots_of(game)[bot].choose(game, view, seat, make_streams(9)) for view in views]
            assert choices[0] == choices[1], bot
            assert choices[0] in game.legal(states), bot
    assert (num_changed > 0) == game.spec.is_hidden


@pytest.mark.parametrize(("name", "seats"), HIDDEN)
def test_a_bot_that_is_shown_everything_would_be_noticed(name, seats):
    """The test above can fail: given the whole position instead, some bot chooses by what it should not know."""
    register(pebbles.GAME)
    game = motherlode.game(name, seats)
    num_different = 0
    for states, seat in positions(game, 40):
        seen = game.hidden(states, seat)
        worlds = [game.resampled(seen, seat, make_streams(seed)) for seed in (1, 2)]
        values = [game.try_actions(world, make_streams(9)) for world in worlds]
        num_different += values[0] != values[1]
    assert num_different > 0


def test_a_bot_leaves_what_it_is_shown_as_it_is():
    game = motherlode.game("minecart_mayhem")
    for states, seat in positions(game, 4):
        seen = game.hidden(states, seat)
        before = seen.tobytes()
        for bot in (SearchBot(Budget(ITERATIONS)), OneStepBot(0.5)):
            bot.choose(game, seen, seat, make_streams(1))
            assert seen.tobytes() == before

"""Bots: legal, repeatable, fair, and in the right order of strength."""

import subprocess
import sys
from pathlib import Path

import pytest

import motherlode
import pebbles
from motherlode import games
from motherlode.bots import LEVELS, ORDERS, USUAL_ORDER, Player, bot_names, describe, make_bot
from motherlode.core.errors import NotFound
from motherlode.core.registry import register
from motherlode.core.streams import make_streams


@pytest.fixture(scope="module")
def madcap():
    return motherlode.game("madcap")


def play(game, names, seed):
    match = game.start(seed)
    players = [Player(make_bot(name, game, is_timed=False), seat, seed) for seat, name in enumerate(names)]
    while not match.is_over:
        players[match.to_act].act(match)
    return match


def share(game, first, second, num_games):
    """The share of points that `first` takes, each pair of games with the same dice and seats changed."""
    points = 0.0
    for seed in range(num_games // 2):
        for names in ((first, second), (second, first)):
            match = play(game, names, seed)
            if names.index(first) in match.winners:
                points += 1 / len(match.winners)
    return points / num_games


def test_names_and_words(madcap):
    levels = ["pebble", "prospector", "foreman", "mastermind"]
    assert bot_names(madcap) == ["random", *levels[:2], "greedy", *levels[2:], "exact"]
    assert all(describe(name) for name in bot_names(madcap))
    register(pebbles.GAME)
    assert bot_names(motherlode.game("pebbles")) == ["random", *levels[:2], "greedy", *levels[2:]]
    assert describe("search@20") == "Plays what a tree search tried most."


def test_each_game_of_ours_has_its_order_of_bots_levels_as_they_are_named():
    assert sorted(ORDERS) == sorted(path.parent.name for path in Path(games.__file__).parent.glob("*/RULES.md"))
    for order in (USUAL_ORDER, *ORDERS.values()):
        assert sorted(order) == sorted({*LEVELS, "random", "greedy"})
        assert [name for name in order if name in LEVELS] == list(LEVELS)
        assert order[0] == "random"
    # Where greedy beats foreman, the list says so.
    assert bot_names(motherlode.game("minecart_mayhem"))[-2:] == ["greedy", "mastermind"]


def test_an_unknown_bot_is_one_clear_line(madcap):
    with pytest.raises(NotFound, match="unknown bot 'deep' for Madcap: there are random, pebble, .*, exact, search@"):
        make_bot("deep", madcap)


@pytest.mark.parametrize("name", ["random", "greedy", "exact", "pebble", "foreman", "search@30"])
def test_bots_repeat_with_the_same_stream(madcap, name):
    first, second = (play(madcap, (name, "random"), 4).record() for _ in range(2))
    assert first == second


def test_greedy_beats_random_and_exact_beats_greedy(madcap):
    assert share(madcap, "greedy", "random", 200) > 0.75
    assert share(madcap, "exact", "greedy", 60) > 0.65
    assert share(madcap, "exact", "random", 60) > 0.95


def test_greedy_takes_the_pebbles_with_hidden_charms_and_three_seats():
    register(pebbles.GAME)
    game = motherlode.game("pebbles", 3)
    match = play(game, ("greedy", "random", "random"), 1)
    assert match.is_over
    states = game.hidden(game.start(1).position, 0)
    choices = {make_bot("greedy", game).choose(game, states, 0, make_streams(seed)) for seed in range(5)}
    assert choices == {1}  # two pebbles are more than one, whatever the charms are


def test_who_does_not_search_does_not_load_it():
    code = (
        "import sys, motherlode; from motherlode.bots import make_bot; game = motherlode.game('madcap'); "
        "[make_bot(name, game) for name in ('random', 'greedy', 'exact')]; "
        "assert 'motherlode.core.searching' not in sys.modules; make_bot('search@5', game); "
        "assert 'motherlode.core.searching' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""Levels: each plays, errs like people do, and keeps to its time."""

import itertools
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

import motherlode
from motherlode.bots import LEVELS, ExactBot, Player, look_ahead, make_bot
from motherlode.bots.levels import MOST_MILLISECONDS, OneStepBot
from motherlode.bots.search import Budget, SearchBot
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.streams import make_streams

GAMES = ["madcap", "madstone", "minecart_mayhem", "rockport_caverns", "trap_the_cap"]


@pytest.fixture(scope="module")
def madcap():
    return motherlode.game("madcap")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_every_level(name):
    assert list(motherlode.game(name).spec.search.levels) == list(LEVELS)


def test_the_top_level_of_madcap_is_exact(madcap):
    assert isinstance(make_bot("mastermind", madcap), ExactBot)


@pytest.mark.parametrize("name", GAMES)
def test_the_docs_say_what_the_top_level_does(name):
    spec = motherlode.game(name).spec
    level = spec.search.levels["mastermind"]
    page = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    begins = f"| {spec.title} | {'the solver' if level.is_exact else 'a '}"
    row = next(line for line in page.splitlines() if line.startswith(begins))
    if not level.is_exact:
        assert f"a search of {level.iterations:,} iterations" in row
    if level.net_iterations:
        assert ("a net at one look" if level.net_iterations == 1 else f"of {level.net_iterations:,} iterations") in row


@pytest.mark.parametrize("name", GAMES)
def test_the_top_level_has_room_for_its_iterations(name):
    """Before its tree is full, its iterations are done; a few nodes for each are usual."""
    search = motherlode.game(name).spec.search
    assert search.num_nodes >= 5 * search.levels["mastermind"].iterations


def test_levels_have_a_clock_unless_told_otherwise():
    game = motherlode.game("trap_the_cap", 2)
    assert make_bot("mastermind", game).budget.milliseconds == MOST_MILLISECONDS
    assert make_bot("mastermind", game, is_timed=False).budget.milliseconds is None


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_levels_answer_in_time(name, monkeypatch):
    """By a clock that moves 100 ms whenever it is read; the figures of a real one are in docs/bots.md."""
    game = motherlode.game(name)
    for level in LEVELS:
        readings = itertools.count()
        clock = SimpleNamespace(monotonic=lambda readings=readings: next(readings) / 10)
        monkeypatch.setattr("motherlode.bots.search.time", clock)
        match = game.start(3)
        Player(make_bot(level, game), match.to_act, 1).act(match)
        assert next(readings) <= MOST_MILLISECONDS / 100 + 1


def test_errors_are_the_likelier_the_smaller_they_are(madcap):
    states = madcap.start(7).position
    values = dict(look_ahead(madcap, states, 0, make_streams(0), 1))
    counts = Counter(OneStepBot(1.0).choose(madcap, states, 0, make_streams(seed)) for seed in range(600))
    ranked = sorted(values, key=values.get)
    assert values[ranked[0]] < values[ranked[-1]]
    worst, best = (sum(counts[action] for action in part) for part in (ranked[:3], ranked[-3:]))
    assert best > 0
    assert worst < best


def test_without_noise_the_best_is_taken(madcap):
    states = madcap.start(7).position
    values = dict(look_ahead(madcap, states, 0, make_streams(0), 1))
    chosen = {OneStepBot(0.0).choose(madcap, states, 0, make_streams(seed)) for seed in range(20)}
    assert all(values[action] == max(values.values()) for action in chosen)


def test_a_noisy_search_prefers_what_it_tried_more(madcap):
    match = madcap.start(7)
    for _ in range(6):
        match.play(match.actions()[0])
    states = match.position
    budget = Budget(300 if not IS_PLAIN else 40)
    best = SearchBot(budget).choose(madcap, states, 0, make_streams(1))
    chosen = Counter(SearchBot(budget, noise=1.0).choose(madcap, states, 0, make_streams(seed)) for seed in range(30))
    assert len(chosen) > 1
    assert IS_PLAIN or chosen[best] == max(chosen.values())


@pytest.mark.compiled
def test_levels_are_in_the_right_order_at_madcap(madcap):
    for strong, weak in (("mastermind", "foreman"), ("foreman", "prospector"), ("prospector", "pebble")):
        points = 0.0
        for seed in range(20):
            for names in ((strong, weak), (weak, strong)):
                match = madcap.start(seed)
                players = [
                    Player(make_bot(name, madcap, is_timed=False), seat, seed) for seat, name in enumerate(names)
                ]
                while not match.is_over:
                    players[match.to_act].act(match)
                points += (names.index(strong) in match.winners) / max(1, len(match.winners))
        assert points / 40 > 0.55, (strong, weak)

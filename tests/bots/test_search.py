"""Tree search: right where the right answer is known, repeatable, within its budget and its memory, never illegal."""

import itertools
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import motherlode
import pebbles
from motherlode.bots import Player, make_bot
from motherlode.bots.search import FIRST_SLICE, MAX_ITERATIONS, Budget, SearchBot, Tree, analyse, read_budget
from motherlode.core import searching
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import SearchSettings
from motherlode.core.errors import BadInput
from motherlode.core.registry import register
from motherlode.core.streams import below, make_streams

GAMES = ["madcap", "madstone", "minecart_mayhem", "rockport_caverns", "trap_the_cap"]


@pytest.fixture(scope="module")
def madcap():
    return motherlode.game("madcap")


def after(game, num_actions, seed):
    """A match after some random actions of seats."""
    match, random = game.start(seed), make_streams(seed)
    for _ in range(num_actions):
        if not match.is_over:
            legal = game.legal(match.position)
            match.play(legal[int(below(random, 0, len(legal)))])
    return match


def search(game, match, budget, seed=1, **more):
    seat = match.to_act
    return analyse(game, game.hidden(match.position, seat), seat, make_streams(seed), budget, **more)


def best_by_brute_force(game, states, seat):
    """The value of a position of Pebbles, whose heap is all that is left, for each seat, and the best actions."""
    if game.is_over(states):
        return game.evaluate(states).astype(float), []
    actor, found = game.to_act(states), []
    for action in game.legal(states):
        copy = states.copy()
        game.apply(copy, action)
        found.append((best_by_brute_force(game, copy, seat)[0], action))
    best = max(values[actor] for values, _ in found)
    chosen = [(values, action) for values, action in found if values[actor] > best - 1e-9]
    return chosen[0][0], [action for _, action in chosen]


def test_pebbles_are_taken_as_by_brute_force():
    game = motherlode.game(register(pebbles.GAME).name, 3, heap=5)
    states = game.new()
    for charm in (0, 0, 0):
        game.apply(states, charm)
    right = best_by_brute_force(game, states, 0)[1]
    # Every world is the same where all charms are known.
    found = analyse(game, states, 0, make_streams(3), Budget(3000 if not IS_PLAIN else 600))
    assert found.best in right
    assert sum(choice.visits for choice in found.choices) == found.iterations
    assert all(0 <= value <= 1 for choice in found.choices for value in choice.values)


@pytest.mark.compiled
def test_madcap_near_its_end_is_played_as_the_solver_does(madcap):
    from motherlode.games.madcap import solver

    num_unique = 0
    for seed in range(60):
        match = after(madcap, 7, seed)
        seat = match.to_act
        lead = int(match.position[0].gold[seat]) - int(match.position[0].gold[1 - seat])
        # The search counts wins, not nuggets: an action is right if no other ends better than it does.
        margins = solver.solve(madcap.box, match.position).actions
        results = {action: np.sign(lead + margin) for action, margin in margins.items()}
        right = [action for action, result in results.items() if result == max(results.values())]
        if len(right) == 1:
            num_unique += 1
            assert search(madcap, match, Budget(20_000), seed).best == right[0]
    assert num_unique >= 10


@pytest.mark.parametrize("name", GAMES)
def test_the_same_stream_gives_the_same_answer(name):
    game = motherlode.game(name)
    match = after(game, 5, 5)
    budget = Budget(300 if not IS_PLAIN else 10)
    assert search(game, match, budget, 1) == search(game, match, budget, 1)
    first = search(game, match, budget, 1, threads=2)
    assert first == search(game, match, budget, 1, threads=2)
    assert first.iterations == budget.iterations
    assert {choice.action for choice in first.choices} == set(game.legal(match.position))


def test_slices_do_not_change_the_answer(madcap):
    match = after(madcap, 2, 1)
    trees = [Tree(madcap, match.position, match.to_act, madcap.spec.search) for _ in range(2)]
    trees[0].grow(60, make_streams(1))
    random = make_streams(1)
    for _ in range(6):
        trees[1].grow(10, random)
    assert trees[0].used == trees[1].used
    assert trees[0].nodes[: trees[0].used].tobytes() == trees[1].nodes[: trees[1].used].tobytes()


def test_a_budget_of_time_ends_the_search(madcap, monkeypatch):
    """By a clock that moves 10 ms whenever it is read."""
    readings = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(readings) / 100)
    monkeypatch.setattr("motherlode.bots.search.time", clock)
    found = search(madcap, after(madcap, 2, 1), Budget(milliseconds=50))
    assert next(readings) == 6
    assert FIRST_SLICE < found.iterations < MAX_ITERATIONS


@pytest.mark.parametrize("text", ["", "fast", "10s", "-5", "0", "0ms", "1e3", "99999999999"])
def test_a_bad_budget_is_one_clear_line(text):
    with pytest.raises(BadInput, match="budget"):
        read_budget(text)


def test_budgets_are_read():
    assert read_budget("2000") == Budget(2000)
    assert read_budget("500ms") == Budget(milliseconds=500)


@pytest.mark.parametrize("name", GAMES)
def test_a_full_tree_stops_growing_and_goes_on_searching(name):
    game = motherlode.game(name)
    match = after(game, 8, 2)
    settings = replace(game.spec.search, num_nodes=150)
    seat = match.to_act
    tree = Tree(game, game.hidden(match.position, seat), seat, settings)
    tree.grow(2000 if not IS_PLAIN else 40, make_streams(1))
    assert tree.used <= 150
    assert int(tree.nodes["visits"][0]) == (2000 if not IS_PLAIN else 40)
    children = tree.children()
    assert children
    assert all(0 < child < tree.used for node in range(tree.used) for child in tree.children(node))
    assert int(tree.nodes["visits"][children].sum()) == int(tree.nodes["visits"][0])


def test_a_tree_too_small_for_the_first_actions_still_answers(madcap):
    match = after(madcap, 0, 2)
    found = search(madcap, match, Budget(20), settings=SearchSettings(num_nodes=2))
    assert found.best in madcap.legal(match.position)


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 4])
def test_hidden_hands_never_lead_to_illegal_actions(seats):
    game = motherlode.game("minecart_mayhem", seats)
    for seed in range(6):
        match = game.start(seed)
        players = [Player(SearchBot(Budget(60)), seat, seed) for seat in range(seats)]
        while not match.is_over:
            players[match.to_act].act(match)  # the match refuses what is illegal


def test_nodes_add_up(madcap):
    """The visits of a node are its own first one and those of its children; a visit adds 0 to 1 and a bit for leads."""
    match = after(madcap, 4, 3)
    tree = Tree(madcap, match.position, match.to_act, madcap.spec.search)
    tree.grow(500 if not IS_PLAIN else 60, make_streams(1))
    for node in range(tree.used):
        children = tree.children(node)
        visits = int(tree.nodes["visits"][node])
        bit = searching.MARGIN * visits + 1e-3
        assert -bit <= tree.values[node].min() <= tree.values[node].max() <= visits + bit
        if children:
            assert int(tree.nodes["visits"][children].sum()) == visits - (node != 0)
            assert int(tree.nodes["num_children"][node]) == len(children)


def test_a_tree_is_used_again_after_the_answer(madcap):
    match = after(madcap, 2, 1)
    tree = Tree(madcap, match.position, match.to_act, madcap.spec.search)
    tree.grow(2000 if not IS_PLAIN else 200, make_streams(1))
    first = max(tree.children(), key=lambda child: int(tree.nodes["visits"][child]))
    second = max(tree.children(first), key=lambda child: int(tree.nodes["visits"][child]))
    match.play(int(tree.nodes["action"][first]))
    match.play(int(tree.nodes["action"][second]))
    later = Tree(madcap, match.position, match.to_act, madcap.spec.search)
    assert later.adopt(tree)
    assert later.nodes["visits"][0] == tree.nodes["visits"][second]
    assert later.values[0].tolist() == tree.values[second].tolist()
    old = {int(tree.nodes["action"][child]): int(tree.nodes["visits"][child]) for child in tree.children(second)}
    new = {int(later.nodes["action"][child]): int(later.nodes["visits"][child]) for child in later.children()}
    assert old == new
    other = Tree(madcap, after(madcap, 2, 9).position, 0, madcap.spec.search)
    assert not other.adopt(tree)  # a roll that the tree has never seen


def test_trees_with_hidden_hands_are_not_used_again():
    game = motherlode.game("minecart_mayhem")
    match = after(game, 6, 1)
    states = game.hidden(match.position, match.to_act)
    tree = Tree(game, states, match.to_act, game.spec.search)
    tree.grow(50, make_streams(1))
    assert not Tree(game, states, match.to_act, game.spec.search).adopt(tree)


@pytest.mark.compiled
def test_a_bot_goes_on_with_the_tree_of_its_last_choice():
    game = motherlode.game("rockport_caverns")
    match, bot, random = game.start(3), SearchBot(Budget(500)), make_streams(1)
    num_reused = 0
    for _ in range(12):
        legal = game.legal(match.position)
        match.play(bot.choose(game, match.position, 0, random))
        if len(legal) > 1:
            [kept] = bot._kept
            num_reused += int(kept.nodes["visits"][0]) > 500
            assert bot.num_bytes == kept.used * (searching.NODE.itemsize + 4 * game.seats)
    assert num_reused >= 4


def test_of_a_large_tree_a_bot_keeps_what_is_nearest_after_its_choice(monkeypatch):
    monkeypatch.setattr("motherlode.bots.search.KEPT_NODES", 60)
    game = motherlode.game("trap_the_cap", 2)
    match = after(game, 20, 1)
    bot = SearchBot(Budget(2000 if not IS_PLAIN else 100))
    action = bot.choose(game, match.position, match.to_act, make_streams(1))
    [kept] = bot._kept
    assert 1 < kept.used <= 60
    assert bot.num_bytes == kept.used * (searching.NODE.itemsize + 8)
    match.chance = None  # so that the dice, if they come next, are not thrown
    match.play(action)
    assert kept.nodes["action"][0] == action
    assert kept.nodes["key"][0] == searching.hash_bytes(match.position.view(np.uint8).reshape(1, -1), 0)
    later = Tree(game, match.position, match.to_act, game.spec.search)
    assert later.adopt(kept)
    assert later.nodes["visits"][0] == kept.nodes["visits"][0]


def test_where_something_is_hidden_a_bot_keeps_nothing_and_chooses_as_if_it_were_new():
    game = motherlode.game("minecart_mayhem")
    budget = Budget(60 if not IS_PLAIN else 10)
    match, bot = after(game, 4, 1), SearchBot(budget)
    while not match.is_over:
        seat = match.to_act
        seen = game.hidden(match.position, seat)
        action = bot.choose(game, seen, seat, make_streams(len(match.log)))
        assert action == SearchBot(budget).choose(game, seen, seat, make_streams(len(match.log)))
        assert bot.num_bytes == 0
        match.play(action)


def test_a_bots_time_begins_with_its_choice(madcap, monkeypatch):
    now = 0.0
    monkeypatch.setattr("motherlode.bots.search.time.monotonic", lambda: now)
    bot = SearchBot(Budget(200, milliseconds=1))
    now = 1e6
    assert bot.choose(madcap, after(madcap, 2, 1).position, 0, make_streams(1)) is not None
    assert bot._kept[0].nodes["visits"][0] == 200  # all of it, because no time has passed since


def test_transplanting_into_a_small_tree_keeps_what_is_near(madcap):
    match = after(madcap, 0, 1)
    tree = Tree(madcap, match.position, match.to_act, madcap.spec.search)
    tree.grow(1000 if not IS_PLAIN else 150, make_streams(1))
    small = Tree(madcap, match.position, match.to_act, replace(madcap.spec.search, num_nodes=60))
    assert small.adopt(tree)
    assert len(small.children()) == len(tree.children())
    assert small.used <= 60
    small.grow(30, make_streams(2))
    assert small.nodes["visits"][0] == tree.nodes["visits"][0] + 30


def test_the_line_is_legal_and_long_enough(madcap):
    match = after(madcap, 6, 4)
    line = search(madcap, match, Budget(5000 if not IS_PLAIN else 100)).line
    assert len(line) >= 2
    for action in line:
        match.play(action)


def test_rare_outcomes_of_chance_get_no_node_of_their_own():
    game = motherlode.game("trap_the_cap", 2)
    match = after(game, 20, 1)
    narrow = replace(game.spec.search, widen=0.5, rollout=0)
    wide = replace(narrow, widen=0.0)
    iterations = 400 if not IS_PLAIN else 60
    counts = []
    for settings in (narrow, wide):
        tree = Tree(game, match.position, match.to_act, settings)
        tree.grow(iterations, make_streams(1))
        chance = [node for node in range(tree.used) if any(tree.nodes["actor"][tree.children(node)] < 0)]
        counts.append(sum(len(tree.children(node)) for node in chance) / max(1, len(chance)))
        for node in chance:
            most = settings.widen * (int(tree.nodes["visits"][node]) + 1) ** 0.5
            assert settings.widen == 0 or len(tree.children(node)) <= most + 1
    assert counts[0] < counts[1]


def test_hashes_tell_positions_apart(madcap):
    seen = {}
    for seed in range(40):
        match = after(madcap, seed % 10, seed)
        raw = match.position.view(np.uint8).reshape(1, -1)
        seen.setdefault(int(searching.hash_bytes(raw, 0)), set()).add(match.position.tobytes())
    assert all(len(positions) == 1 for positions in seen.values())
    assert len(seen) == 40


def test_a_search_plays_a_whole_game_of_each_kind():
    for name, seats in (("pebbles", 2), ("madcap", 2)):
        game = motherlode.game(register(pebbles.GAME).name if name == "pebbles" else name, seats)
        match = game.start(1)
        players = [Player(make_bot("search@20", game), seat, 1) for seat in range(seats)]
        while not match.is_over:
            players[match.to_act].act(match)

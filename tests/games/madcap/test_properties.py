"""Madcap at random: the kernels against the twin in reference.py, and what must hold in every game.

A game is a row of bytes, each taken modulo the number of things that can be done; it starts over when it is used up.
"""

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.conformance.lockstep import by_numbers, play_game
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import ALLOWED, CHANCE
from motherlode.core.errors import IllegalAction
from motherlode.table.match import RESIGN

from . import lockstep
from .lockstep import NOBODY

NUM_ACTIONS = 72

SINGLE = {
    "rulebook": {},
    "small": {"levels": 5, "faces": 4, "dice": 2, "gold": [1, 2, 3, 4, 5]},
    "large": {"levels": 12, "faces": 8, "dice": 6, "gold": list(range(1, 13))},
    "smallest": {"levels": 2, "faces": 1, "dice": 1, "gold": [3, 1]},
    "stuck": {
        "levels": 3,
        "faces": 2,
        "dice": 5,
        "gold": [0, 50, 7],
    },  # every other die is dead in the middle
    "uneven": {"dice": 3, "gold": [9, 0, 50, 1, 50, 0, 9]},
}
MATCHES = {
    "three games": {"games": 3},
    "thirty nuggets": {"nuggets": 30},
    "small match": {"levels": 3, "faces": 2, "dice": 2, "gold": [0, 3, 1], "games": 6},
    "small race": {"levels": 5, "faces": 4, "dice": 1, "gold": [1, 0, 2, 0, 1], "nuggets": 9},
}
ALL = SINGLE | MATCHES

choices = st.binary(min_size=30, max_size=30)


def examples(count):
    """How many games to try; plain mode is a hundred times slower."""
    return settings(max_examples=max(5, count // 8) if IS_PLAIN else count, deadline=None)


@cache
def game(name):
    return motherlode.game("madcap", **ALL[name])


def numbers_of(game_bytes):
    """The bytes over and over; a shift each time round, so that no match repeats itself."""
    for number in range(1_000_000):
        yield game_bytes[number % len(game_bytes)] + number // len(game_bytes)


def play_through(ruleset, game_bytes):
    """Each position of a game, before the action or outcome that comes with it; the last comes with none."""
    states = ruleset.new()
    for number in numbers_of(game_bytes):
        if ruleset.is_over(states):
            break
        line = ruleset.legal(states) or [outcome for outcome, _ in ruleset.chance(states)]
        action = line[number % len(line)]
        yield states, action
        ruleset.apply(states, action)
    yield states, None


# The kernels against the twin


@pytest.mark.parametrize("name", ALL)
@examples(150)
@given(game_bytes=choices)
@example(game_bytes=b"\5" * 30)  # every die a six, where there are six faces
def test_kernels_agree_with_the_twin_in_every_position(name, game_bytes):
    play_game(game(name), lockstep.new, by_numbers(numbers_of(game_bytes)))


@pytest.mark.parametrize("name", ["rulebook", "small", "stuck", "three games"])
@examples(150)
@given(game_bytes=choices)
def test_refuse_agrees_with_legal_for_every_number(name, game_bytes):
    ruleset = game(name)
    for states, _ in play_through(ruleset, game_bytes):
        legal = set(ruleset.legal(states))
        for action in range(-1, NUM_ACTIONS + 1):
            assert (ruleset.refuse(states, action) == ALLOWED) == (action in legal)


# What is conserved


@pytest.mark.parametrize("name", ALL)
@examples(80)
@given(game_bytes=choices)
def test_each_action_takes_exactly_the_die_that_it_names(name, game_bytes):
    ruleset, rolled, played = game(name), [], []
    for states, action in play_through(ruleset, game_bytes):
        on_table = [
            (colour, face) for colour in range(3) for face in range(8) for _ in range(states["dice"][0, colour, face])
        ]
        assert sorted(on_table + played) == sorted(rolled)
        if action is None:
            break
        if ruleset.to_act(states) == CHANCE:
            rolled.append((int(states["rolled"][0]) // int(ruleset.box[0].dice), action))
        else:
            played.append((action // 24, action // 3 % 8))
        if len(played) == 3 * ruleset.box[0].dice:
            assert sorted(played) == sorted(rolled)
            rolled, played = [], []
            if ruleset.box[0].games == 1 and ruleset.box[0].nuggets == 0:
                break


@pytest.mark.parametrize("name", ALL)
@examples(80)
@given(game_bytes=choices)
def test_gold_only_rises_and_is_what_exploded(name, game_bytes):
    ruleset = game(name)
    gold_of, seen, finished = ruleset.box[0].gold, np.zeros(2, int), np.zeros(2, int)
    for states, action in play_through(ruleset, game_bytes):
        now = states[0]
        is_new_game = now.rolled == 0
        if is_new_game or action is None:
            finished += seen
            assert now.total.tolist() == finished.tolist()
            seen[:] = 0
        if action is None:
            break
        assert now.gold.tolist() == seen.tolist()
        if now.to_act == CHANCE or action % 3 == 2:
            continue
        colour = action // 24
        before, seat = now.level.copy(), int(now.to_act)
        after = states.copy()
        ruleset.apply(after, action)
        if now.left > 1:
            level = int(after[0].level[colour])
            assert level != before[colour]
            assert np.delete(after[0].level, colour).tolist() == np.delete(before, colour).tolist()
            seen[seat] += gold_of[level] * np.delete(before, colour).tolist().count(level)
        elif ruleset.is_over(after):
            seen[:] = after[0].gold
        else:
            seen[:] = after[0].total - now.total
            assert (seen >= now.gold).all()


@pytest.mark.parametrize("name", ALL)
@examples(80)
@given(game_bytes=choices)
def test_games_end_at_exactly_the_bound(name, game_bytes):
    ruleset = game(name)
    dice, games, nuggets = (int(ruleset.box[0][field]) for field in ("dice", "games", "nuggets"))
    *before, last = (int(states["game"][0]) for states, _ in play_through(ruleset, game_bytes))
    assert len(before) == 6 * dice * (last + 1)
    assert all(before.count(number) == 6 * dice for number in range(last + 1))
    if nuggets:
        assert len(before) <= ruleset.limits.max_length == 600 * dice
    else:
        assert last + 1 == games
        assert len(before) == ruleset.limits.max_length


# What stays as it was


@pytest.mark.parametrize("name", ["rulebook", "stuck", "thirty nuggets"])
@examples(15)
@given(game_bytes=choices, depth=st.integers(0, 11))
def test_refused_actions_leave_every_byte_as_it_was(name, game_bytes, depth):
    match = game(name).start(seed=int.from_bytes(game_bytes[:4], "big"))
    for number in game_bytes[:depth]:
        match.play(match.actions()[number % len(match.actions())])
    before, log, legal = match.position.tobytes(), list(match.log), {action.id for action in match.actions()}
    for action in set(range(-2, NUM_ACTIONS + 2)) - legal:
        with pytest.raises(IllegalAction):
            match.play(action)
        assert match.position.tobytes() == before
        assert match.log == log
    assert {action.id for action in match.actions()} == legal


@examples(50)
@given(game_bytes=choices)
def test_past_positions_stay_as_they_were(game_bytes):
    match = game("three games").start(seed=game_bytes[0])
    seen = {}
    for number in numbers_of(game_bytes):
        seen[len(match.log)] = match.position.tobytes()
        shown = match.position
        shown["gold"] += 1  # what a caller does to its copy is its own affair
        if match.is_over:
            break
        match.play(match.actions()[number % len(match.actions())])
    assert all(match.position_at(step).tobytes() == content for step, content in seen.items())


@examples(40)
@given(game_bytes=choices)
def test_applying_to_one_record_leaves_its_neighbours_alone(game_bytes):
    ruleset = game("rulebook")
    pool = np.zeros(3, ruleset.spec.state)
    guard = pool[0].tobytes()
    pool[1] = ruleset.new()[0]
    for states, action in play_through(ruleset, game_bytes):
        assert pool[1].tobytes() == states[0].tobytes()
        assert ruleset.legal(pool, 1) == ruleset.legal(states)
        if action is not None:
            ruleset.apply(pool, action, 1)
        assert pool[0].tobytes() == pool[2].tobytes() == guard


# Reading what was written


@pytest.mark.parametrize("name", ALL)
@examples(50)
@given(game_bytes=choices)
def test_reading_a_position_gives_it_back(name, game_bytes):
    ruleset = game(name)
    notation = ruleset.spec.notation
    for states, _ in play_through(ruleset, game_bytes):
        text = notation.write_position(ruleset.box, states)
        assert notation.read_position(ruleset.box, text).tobytes() == states.tobytes(), text


@pytest.mark.parametrize("name", ["rulebook", "stuck", "large"])
@examples(50)
@given(game_bytes=choices)
def test_reading_an_action_or_an_outcome_gives_it_back(name, game_bytes):
    ruleset = game(name)
    notation, box = ruleset.spec.notation, ruleset.box
    for states, _ in play_through(ruleset, game_bytes):
        texts = [notation.write_action(box, states, action) for action in ruleset.legal(states)]
        assert [notation.read_action(box, states, text) for text in texts] == ruleset.legal(states)
        assert len(set(texts)) == len(texts)
        for outcome, _weight in ruleset.chance(states):
            assert notation.read_outcome(box, states, notation.write_outcome(box, states, outcome)) == outcome


@pytest.mark.parametrize("name", ALL)
@examples(10)
@given(game_bytes=choices, length=st.integers(0, 100), is_resigned=st.booleans())
def test_reading_a_record_gives_the_match_back(name, game_bytes, length, is_resigned):
    match = game(name).start(seed=game_bytes[0], names=["Ada", "Zoë: the #1"])
    for number, _ in zip(numbers_of(game_bytes), range(length), strict=False):
        if match.is_over:
            break
        match.play(match.actions()[number % len(match.actions())])
    if is_resigned and not match.is_over:
        match.resign(game_bytes[1] % 2)
        assert match.log[-1].action == RESIGN
    again = motherlode.replay(match.record())
    assert again.log == match.log
    assert again.names == match.names
    assert again.position.tobytes() == match.position.tobytes()
    assert again.record() == match.record()
    assert motherlode.verify(match.record()).has_proof


@examples(10)
@given(game_bytes=choices, step=st.integers(0, 11))
def test_a_match_may_begin_at_any_position_of_another(game_bytes, step):
    ruleset = game("rulebook")
    whole = ruleset.start(seed=game_bytes[0])
    while not whole.is_over:
        whole.play(whole.actions()[game_bytes[len(whole.log)] % len(whole.actions())])
    position = ruleset.spec.notation.write_position(ruleset.box, whole.position_at(12 + step))
    part = ruleset.start(position=position)
    for entry in whole.log[12 + step :]:
        part.play(entry.text, entry.actor)
    assert part.position.tobytes() == whole.position.tobytes()
    assert motherlode.replay(part.record()).record() == part.record()


# Symmetries


def swap_seats(states):
    swapped = states.copy()
    for field in ("total", "gold", "points"):
        swapped[field] = states[field][:, ::-1]
    swapped["first"] = 1 - states["first"]
    if states["to_act"][0] >= 0:
        swapped["to_act"] = 1 - states["to_act"]
    return swapped


@pytest.mark.parametrize("name", ["rulebook", "uneven", "three games", "small race"])
@examples(80)
@given(game_bytes=choices)
def test_swapping_seats_commutes_with_play(name, game_bytes):
    ruleset = game(name)
    other = None
    for states, action in play_through(ruleset, game_bytes):
        other = swap_seats(states) if other is None else other
        assert other.tobytes() == swap_seats(states).tobytes()
        assert ruleset.legal(other) == ruleset.legal(states)
        assert ruleset.scores(other) == ruleset.scores(states)[::-1]
        if action is not None:
            ruleset.apply(other, action)


def relabel(states, order):
    """The same position with the colours renamed: colour c becomes order[c]."""
    renamed = states.copy()
    for colour, new in enumerate(order):
        renamed["dice"][0, new] = states["dice"][0, colour]
        renamed["level"][0, new] = states["level"][0, colour]
    if states["banned"][0] != NOBODY:
        renamed["banned"] = order[states["banned"][0]]
    return renamed


@pytest.mark.parametrize("name", ["rulebook", "stuck", "uneven"])
@examples(80)
@given(game_bytes=choices, order=st.sampled_from(list(permutations(range(3)))))
def test_renaming_colours_commutes_with_play(name, game_bytes, order):
    def rename(action):
        return order[action // 24] * 24 + action % 24

    ruleset = game(name)
    other = None
    for states, action in play_through(ruleset, game_bytes):
        if ruleset.to_act(states) == CHANCE:
            continue
        other = relabel(states, order) if other is None else other
        assert other.tobytes() == relabel(states, order).tobytes()
        assert ruleset.legal(other) == sorted(map(rename, ruleset.legal(states)))
        if action is not None:
            ruleset.apply(other, rename(action))


@examples(80)
@given(
    levels=st.lists(st.integers(1, 7), min_size=3, max_size=3),
    dice=st.lists(st.lists(st.integers(1, 6), max_size=3), min_size=3, max_size=3),
    banned=st.integers(0, 2),
    gold=st.lists(st.integers(0, 9), min_size=4, max_size=4),
)
def test_turning_the_mine_upside_down_commutes_with_play(levels, dice, banned, gold):
    if not any(dice):
        return
    ruleset = motherlode.game("madcap", gold=[*gold, *gold[2::-1]])

    def after_each_action(is_turned):
        states = ruleset.new()
        now = states[0]
        for colour in range(3):
            now.level[colour] = 8 - levels[colour] if is_turned else levels[colour]
            for face in dice[colour]:
                now.dice[colour, face - 1] += 1
        now.banned, now.rolled, now.left, now.to_act = banned, 12, int(now.dice.sum()), 0
        found = set()
        for action in ruleset.legal(states):
            copy = states.copy()
            ruleset.apply(copy, action)
            stops = tuple(8 - level if is_turned else level for level in copy[0].level.tolist())
            found.add((action // 3, stops, int(copy[0].gold[0])))
        return found

    assert after_each_action(is_turned=False) == after_each_action(is_turned=True)


# Words


@pytest.mark.parametrize("name", ALL)
@examples(8)
@given(game_bytes=choices)
def test_every_entry_of_the_log_is_told_in_a_sentence(name, game_bytes):
    match = game(name).start(seed=game_bytes[0], names=["Ada", "Bo"])
    for number in numbers_of(game_bytes):
        if match.is_over:
            break
        match.play(match.actions()[number % len(match.actions())])
    story = match.story()
    assert len(story) == len(match.log) + 1
    assert all(line.endswith(".") and len(line) > 10 and "\n" not in line for line in story)
    for entry, line in zip(match.log, story, strict=False):
        if entry.actor != CHANCE:
            assert line.startswith(match.names[entry.actor])
    assert story[-1] == match.conclusion


@pytest.mark.parametrize("name", ["rulebook", "stuck", "large"])
@examples(20)
@given(game_bytes=choices)
def test_paths_tell_actions_apart_and_none_begins_another(name, game_bytes):
    ruleset = game(name)
    for states, _ in play_through(ruleset, game_bytes):
        paths = [ruleset.spec.views.path(ruleset.box, states, action) for action in ruleset.legal(states)]
        assert len(set(paths)) == len(paths)
        assert not any(a != b and b[: len(a)] == a for a in paths for b in paths)

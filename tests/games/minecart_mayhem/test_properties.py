"""Minecart Mayhem at random: the kernels against the twin in reference.py, and what must hold in every game.

A game is a row of bytes, each taken modulo the number of things that can be done; it starts over when it is used up.
"""

from collections import Counter
from functools import cache

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.conformance.lockstep import by_numbers, play_game
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem.components import KINDS, NUM_KINDS, ROWS
from motherlode.games.minecart_mayhem.state import (
    DRAW,
    NOWHERE,
)

from . import lockstep

# The game as the box has it, and boxes in which the rare things happen all the time.
BOXES = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "small deck": (
        4,
        {"rail_cards": 9, "dynamite_cards": 3, "stalactite_cards": 4, "rocket_cards": 2, "double_cards": 4,
         "swap_cards": 2},
    ),
    "tiny deck": (
        2,
        {"hand": 3, "rails": 3, "start": 2, "rail_cards": 3, "dynamite_cards": 0, "stalactite_cards": 6,
         "rocket_cards": 1, "double_cards": 4, "swap_cards": 0},
    ),
    "stones": (
        3,
        {"stalactite_cards": 24, "rail_cards": 20, "dynamite_cards": 2, "rocket_cards": 10, "double_cards": 6, "die": 6,
         "stalactite_value": 3, "rocket_value": 2, "dynamite_value": 3, "swap_value": 1, "rail_value": 0},
    ),
    "wide": (4, {"lanes": 6, "rails": 9, "start": 9, "hand": 8, "rail_cards": 40}),
    "one rail": (2, {"rails": 1, "start": 1, "rail_cards": 40, "lanes": 2}),
    "short": (3, {"rounds": 2}),
    "long": (2, {"rail_cards": 80, "dynamite_cards": 1, "stalactite_cards": 0, "rocket_cards": 0, "double_cards": 8,
                 "swap_cards": 2, "rail_value": 0, "rounds": 40}),
    "no cards": (2, {"hand": 1, "rails": 12, "start": 6, "rail_cards": 2, "dynamite_cards": 0, "stalactite_cards": 0,
                     "rocket_cards": 0, "double_cards": 0, "swap_cards": 0, "rail_value": 0}),
}  # fmt: skip

choices = st.binary(min_size=40, max_size=40)


def examples(count):
    """How many games to try; plain mode is far slower."""
    return settings(max_examples=max(3, count // 10) if IS_PLAIN else count, deadline=None)


@cache
def game(name):
    seats, options = BOXES[name]
    return motherlode.game("minecart_mayhem", seats, **options)


def twin_of(name):
    seats, options = BOXES[name]
    return lockstep.new(seats, options).twin


def numbers_of(game_bytes):
    """The bytes over and over; another multiple each time round, so that no game repeats itself."""
    for number in range(1_000_000):
        yield game_bytes[number % len(game_bytes)] * (1 + number // len(game_bytes)) + number // 7


def play_through(ruleset, game_bytes):
    """Each position of a game, before the action or outcome that comes with it; the last comes with none."""
    states = ruleset.new()
    for number in numbers_of(game_bytes):
        if ruleset.is_over(states):
            break
        line = ruleset.legal(states) or [outcome for outcome, weight in ruleset.chance(states) for _ in range(weight)]
        action = line[number % len(line)]
        yield states, action
        ruleset.apply(states, action)
    yield states, None


@pytest.mark.parametrize("name", BOXES)
@examples(25)
@given(game_bytes=choices)
def test_kernels_and_twin_play_the_same_game(name, game_bytes):
    play_game(game(name), lockstep.new, by_numbers(numbers_of(game_bytes)))


@pytest.mark.parametrize("name", ["four", "small deck", "stones", "tiny deck"])
@pytest.mark.long
@settings(max_examples=600, deadline=None)
@given(game_bytes=choices)
def test_kernels_and_twin_play_the_same_game_often(name, game_bytes):
    test_kernels_and_twin_play_the_same_game.hypothesis.inner_test(name, game_bytes)


def census(ruleset, states):
    """R10.5: all cards of the box, wherever they are."""
    now, box = states[0], ruleset.box[0]
    counts = [int(now.pile[kind]) + int(now.discard[kind]) for kind in range(NUM_KINDS)]
    for seat in range(ruleset.seats):
        for slot in range(int(now.hand_size[seat])):
            counts[now.card[seat, slot]] += 1
        if now.lane[seat] == NOWHERE and now.fate[seat] == 0:
            counts[0] += int(box.rails)  # not laid yet
    for half in range(int(now.num_declared)):
        counts[now.declared[half]] += 1
    for lane in range(int(box.lanes)):
        if now.cart[lane] != NOBODY:
            counts[0] += int(now.front[lane]) - int(now.back[lane]) + 1
    counts[2] += int(now.num_stalactites)
    return counts


@pytest.mark.parametrize("name", BOXES)
@examples(15)
@given(game_bytes=choices)
def test_cards_are_conserved_lanes_have_no_gaps_and_carts_stand_on_rails(name, game_bytes):
    ruleset = game(name)
    total = [int(count) for count in ruleset.box[0].total]
    for states, _ in play_through(ruleset, game_bytes):
        now = states[0]
        assert census(ruleset, states) == total
        assert int(now.pile.sum()) == int(now.pile_size)
        spots = [int(spot) for spot in now.stalactite]
        used = int(now.num_stalactites)
        assert spots[:used] == sorted(spots[:used])
        assert not any(spots[used:])
        for spot in spots[:used]:
            lane, row = divmod(spot, ROWS)
            assert now.cart[lane] != NOBODY
            assert now.back[lane] <= row <= now.front[lane]
        for seat in range(ruleset.seats):
            if now.lane[seat] != NOWHERE:
                assert now.cart[now.lane[seat]] == seat
                assert 1 <= now.back[now.lane[seat]] <= now.row[seat] <= now.front[now.lane[seat]]
        assert int(now.age.max()) <= 8 * 4


@pytest.mark.parametrize("name", BOXES)
@examples(6)
@given(game_bytes=choices)
def test_games_end_within_their_bound_and_the_last_one_standing_wins(name, game_bytes):
    ruleset = game(name)
    length = -1
    for states, action in play_through(ruleset, game_bytes):
        length += 1
        if action is None:
            scores = ruleset.scores(states)
            alive = [seat for seat in range(ruleset.seats) if states[0].lane[seat] != NOWHERE]
            assert sorted(scores, reverse=True)[0] in (1, 2)
            if len(alive) == 1:
                assert scores == [2 if seat in alive else 0 for seat in range(ruleset.seats)]
            else:
                assert set(scores) <= {0, 1}
                assert not alive or states[0].round_number == ruleset.box[0].rounds
    assert length <= ruleset.limits.max_length


@pytest.mark.parametrize("name", ["four", "small deck", "tiny deck", "one rail", "wide"])
@examples(5)
@given(game_bytes=choices)
def test_refused_actions_are_those_that_are_not_legal(name, game_bytes):
    ruleset = game(name)
    for place, (states, action) in enumerate(play_through(ruleset, game_bytes)):
        if action is None or place % 4 or ruleset.to_act(states) < 0:
            continue
        before = states.tobytes()
        allowed = [one for one in range(ruleset.limits.num_actions) if ruleset.refuse(states, one) == ALLOWED]
        assert allowed == ruleset.legal(states)
        assert states.tobytes() == before


# Secrets


def swapped(ruleset, states, seat, random):
    """Another position that the seat cannot tell from this one."""
    return ruleset.resampled(ruleset.hidden(states, seat), seat, random)


@pytest.mark.parametrize("name", ["two", "three", "four", "small deck", "tiny deck"])
@examples(10)
@given(game_bytes=choices, seed=st.integers(0, 1000))
def test_r12_1_what_a_seat_cannot_know_is_nowhere_in_what_it_is_shown(name, game_bytes, seed):
    ruleset = game(name)
    spec, box, random = ruleset.spec, ruleset.box, make_streams(seed)
    for place, (states, action) in enumerate(play_through(ruleset, game_bytes)):
        if place % 7 or action is None:
            continue
        for seat in range(ruleset.seats):
            other = swapped(ruleset, states, seat, random)
            assert census(ruleset, other) == census(ruleset, states)
            hidden = [ruleset.hidden(one, seat) for one in (states, other)]
            assert hidden[0].tobytes() == hidden[1].tobytes()
            assert spec.views.view(box, hidden[0]) == spec.views.view(box, hidden[1])
            assert spec.notation.write_position(box, hidden[0]) == spec.notation.write_position(box, hidden[1])
            assert (ruleset.observe(states, seat) == ruleset.observe(other, seat)).all()
            shown = spec.views.view(box, hidden[0]).players
            assert [player.hand is not None for player in shown] == [one == seat for one in range(ruleset.seats)]
        watched = spec.views.view(box, ruleset.hidden(states, ruleset.seats))
        assert all(player.hand is None for player in watched.players)
        assert watched.viewer is None


@pytest.mark.parametrize("name", ["three", "small deck", "tiny deck"])
@examples(10)
@given(game_bytes=choices)
def test_r12_3_what_a_seat_knows_of_other_hands_is_what_the_piles_leave(name, game_bytes):
    """The unseen cards of each pile, counted from the table by the twin, are those that `hide` keeps."""
    ruleset, twin = game(name), twin_of(name)
    notation, box = ruleset.spec.notation, ruleset.box
    for states, action in play_through(ruleset, game_bytes):
        if action is None:
            break
        for seat in range(ruleset.seats):
            hidden = ruleset.hidden(states, seat)[0]
            others = [player for player in twin.players if player.number != seat + 1]
            fresh = Counter(card.kind for card in twin.pile)
            fresh += Counter(card.kind for player in others for card in player.hand if card.pile == twin.pile_number)
            assert Counter({KINDS[kind]: int(hidden.pile[kind]) for kind in range(NUM_KINDS)}) == fresh
            old = Counter(card.kind for player in others for card in player.hand if card.pile != twin.pile_number)
            kept = Counter(
                KINDS[hidden.card[other, slot]]
                for other in range(ruleset.seats)
                for slot in range(int(hidden.hand_size[other]))
                if other != seat and hidden.age[other, slot] > 0
            )
            assert kept == old
        write = notation.write_outcome if ruleset.to_act(states) == CHANCE else notation.write_action
        twin.take(write(box, states, action))


def test_r12_1_filling_the_blanks_deals_every_card_as_often_as_it_should():
    """Each unseen card is equally likely in each unseen place: compared with the exact shares."""
    ruleset = motherlode.game("minecart_mayhem", 3)
    text = (
        "lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4 | lane 3 rows 1-7 cart 3 at 4 | hand 1 RRDSX | "
        "hand 2 RW@2 K@1 DD | hand 3 S@2 SX@1 RR | discard R20 K2 S2 | seat 1 plays"
    )
    states = ruleset.spec.notation.read_position(ruleset.box, text)
    hidden = ruleset.hidden(states, 0)
    random = make_streams(5)
    num_tries = 6000
    found = {"oldest": Counter(), "old": Counter(), "fresh": Counter(), "pair": Counter()}
    for _ in range(num_tries):
        now = ruleset.resampled(hidden, 0, random)[0]
        found["oldest"][KINDS[now.card[2, 0]]] += 1
        found["old"][KINDS[now.card[1, 2]]] += 1
        for slot in (3, 4):
            found["fresh"][KINDS[now.card[1, slot]]] += 1
        found["pair"][KINDS[now.card[1, 0]], KINDS[now.card[1, 1]]] += 1
    unseen = {KINDS[kind]: int(hidden[0].pile[kind]) for kind in range(NUM_KINDS)}
    size = sum(unseen.values())
    expected = {
        "oldest": dict.fromkeys(("rail", "stalactite", "swap"), 1 / 3),
        "old": dict.fromkeys(("stalactite", "rocket", "double"), 1 / 3),
        "fresh": {kind: 2 * count / size for kind, count in unseen.items()},
        "pair": dict.fromkeys((("rail", "swap"), ("rail", "stalactite"), ("stalactite", "swap")), 1 / 3),
    }
    for what, shares in expected.items():
        assert set(found[what]) <= set(shares)
        for key, share in shares.items():
            assert abs(found[what][key] / num_tries - share) < 5 * np.sqrt(max(share, 0.01) / num_tries), (
                what,
                key,
            )


def test_r12_3_the_next_card_is_as_likely_as_the_blanks_say():
    """In a hidden position chance answers with what the seat can know: the mean over all fillings."""
    ruleset = motherlode.game("minecart_mayhem", 2)
    match = ruleset.start(3)
    match.play("lane 1")
    match.play("lane 3")
    match.play(match.actions()[0])
    states = match.position_at(len(match.log) - 1)
    assert states[0].phase == DRAW
    hidden = ruleset.hidden(states, 0)
    exact = dict(ruleset.chance(hidden))
    size = sum(exact.values())
    random = make_streams(8)
    sums = Counter()
    num_tries = 3000
    for _ in range(num_tries):
        world = dict(ruleset.chance(ruleset.resampled(hidden, 0, random)))
        for kind, weight in world.items():
            sums[kind] += weight / sum(world.values()) / num_tries
    for kind, weight in exact.items():
        assert abs(sums[kind] - weight / size) < 0.01


@examples(6)
@given(game_bytes=choices)
def test_stories_and_views_are_told_for_every_seat(game_bytes):
    ruleset = game("small deck")
    match = ruleset.start(int.from_bytes(game_bytes[:3], "big"))
    for number in numbers_of(game_bytes):
        if match.is_over:
            break
        actions = match.actions()
        match.play(actions[number % len(actions)])
    assert all(line.endswith(".") and "\n" not in line for line in match.story())
    for step in range(0, len(match.log), 9):
        states = match.position_at(step)
        for seat in range(ruleset.seats + 1):
            view = ruleset.spec.views.view(ruleset.box, ruleset.hidden(states, seat))
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_a_position_is_small():
    assert game("four").spec.state.itemsize < 512

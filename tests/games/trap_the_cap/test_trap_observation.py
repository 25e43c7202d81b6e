"""What an observation of Trap the Cap says, by the words of its features; from a position as a person would read it."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import CHANCE, NOBODY, OVER
from motherlode.games.trap_the_cap import GAME
from motherlode.games.trap_the_cap.components import GREY, KEPT
from observing import assert_first_box_counts, observed

from .comparing import drawn


def expected(game, states, seat):
    """Every field of an observation by name."""
    now, rules, seats = states[0], game.box[0], game.seats
    spaces, gold = int(rules.spaces), int(rules.gold)
    fields = {feature.name: np.zeros(feature.size) for feature in game.features}
    own = int(rules.caps) + (gold >= 0)
    bases = {int(rules.seat_base[other]): other for other in range(seats)}

    def chair(other):
        return (other - seat) % seats

    for cap in range(int(rules.num_caps)):
        place, top = int(now.place[cap]), int(now.top[cap])
        owner = int(now.gold_owner) if cap == gold else int(rules.owner[cap])
        if cap == gold:
            fields["golden"][place if place < spaces else spaces] = 1
            if owner != NOBODY:
                fields["golden owner"][chair(owner)] = 1
        if top == KEPT:
            fields["kept"][chair(bases[place - spaces])] += 1 / int(rules.num_caps)
        elif top != cap:
            fields["captives"][place] += 1 / int(rules.num_caps)
            if owner == seat:
                fields["my captives"][place] += 1 / own
        elif owner != NOBODY and place < spaces:
            fields["free"][chair(owner) * spaces + place] += 1 / own
        elif owner != NOBODY:
            fields["home"][chair(owner)] += 1 / own
    fields["turn"][chair(int(now.seat))] = 1
    if now.die > 0:
        fields["die"][now.die - 1] = 1
    if now.to_act == CHANCE:
        fields["phase"][0] = 1
    elif now.to_act >= 0 and now.die == 0:
        fields["phase"][1] = 1
    elif now.ways != 0:
        fields["phase"][2] = 1
    fields["turns"][0] = int(now.turn) / int(rules.turns)
    fields["seat"][seat] = 1
    see_dangers(game, now, seat, fields)
    return fields


def see_dangers(game, now, seat, fields):
    """Who reaches whom with one throw, what caps carry and how far home is."""
    rules, spaces, gold = game.box[0], int(game.box[0].spaces), int(game.box[0].gold)
    side = game.sides[seat]
    ordinary = [cap for cap in range(game.seats * int(rules.caps)) if now.top[cap] == cap]
    foes = [cap for cap in ordinary if game.sides[rules.owner[cap]] != side]
    prey = [cap for cap in foes if now.place[cap] < spaces and rules.kind[now.place[cap]] != GREY]

    def ends(place, faces=range(1, 7)):
        return {int(end) for face in faces for end in rules.ends[place, face, : rules.num_ends[place, face]]}

    def share(count, most=3):
        return min(count, most) / most

    for space in range(spaces):
        reach = [space in ends(now.place[cap]) for cap in foes]
        fields["danger"][space] = 0 if rules.kind[space] == GREY else share(sum(reach))
        fields["reach"][space] = share(sum(space in ends(now.place[cap]) for cap in ordinary if cap not in foes))
    for cap in range(int(rules.num_caps)):
        top = int(now.top[cap])
        if top not in (cap, KEPT):
            carrier = int(now.gold_owner) if top == gold else int(rules.owner[top])
            if carrier != NOBODY:
                fields["laden"][(carrier - seat) % game.seats] += 1 / int(rules.num_caps)
    is_total = game.options.game == "total"
    colours = [other for other in range(game.seats) if game.sides[other] == side] if is_total else [seat]
    slots = [cap for colour in colours for cap in range(game.box[0].num_caps) if rules.owner[cap] == colour]
    for slot, cap in enumerate(slots):
        if now.top[cap] != cap:
            continue
        place, home = int(now.place[cap]), spaces + int(rules.seat_base[rules.owner[cap]])
        load = sum(now.top[other] == cap for other in range(int(rules.num_caps))) - 1
        throw = ends(place, [int(now.die)]) if now.die else set()
        is_out = place < spaces
        if is_out:
            fields["slots"][slot * spaces + place] = 1
        steps = [
            step
            for step in range(1, int(now.die) + 1)
            if is_out and rules.home_steps[home - spaces, place] >> step - 1 & 1
        ]
        fields["caps"][slot * 8 : slot * 8 + 8] = [
            1,
            not is_out,
            share(load, 4) if is_out else 0,
            share(int(rules.distance[place, home]), 32) if is_out else 0,
            fields["danger"][place] if is_out else 0,
            share(sum(int(now.place[other]) in ends(place) for other in prey)),
            any(int(now.place[other]) in throw for other in prey),
            is_out and load > 0 and bool(steps),
        ]


def assert_seen(game, states, seat):
    """What a seat sees is what was worked out; no share is above 1."""
    found = observed(game, states, seat)
    assert found.max() <= 1
    assert {(feature.low, feature.high) for feature in game.features} == {(0, 1)}
    for name, values in expected(game, states, seat).items():
        assert np.allclose(found[: len(values)], values, atol=1e-6), name
        found = found[len(values) :]
    assert len(found) == 0


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
@settings(max_examples=1 if IS_PLAIN else 4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_an_observation_says_what_its_features_promise(variant, seed):
    game = motherlode.game("trap_the_cap", **variant)
    random = np.random.default_rng(seed)
    states = game.new()
    for step in range(400):
        to_act = game.to_act(states)
        if to_act == OVER:
            for seat in range(game.seats):
                assert_seen(game, states, seat)
            break
        if step % 8 == 0:
            assert_seen(game, states, step // 8 % game.seats)
        choices = [outcome for outcome, _ in game.chance(states)] if to_act == CHANCE else game.legal(states)
        game.apply(states, int(random.choice(choices)))


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
def test_an_observation_of_any_position_does(variant):
    game, source = motherlode.game("trap_the_cap", **variant), random.Random(4)
    for _ in range(8):
        states = drawn(game, source)
        for seat in range(game.seats):
            assert_seen(game, states, seat)


def test_seven_sevenths_of_the_caps_are_no_more_than_all():
    game = motherlode.game("trap_the_cap", 2, game="golden")
    states = game.new()
    states[0].gold_owner = 0
    states[0].place[game.box[0].gold] = states[0].place[0]
    assert_seen(game, states, 0)


@pytest.mark.parametrize("kind", ["basic", "golden"])
def test_only_the_first_box_counts(kind):
    game = motherlode.game("trap_the_cap", 2, caps=1, turns=12, game=kind)
    assert_first_box_counts(game, seed=1, every=5)

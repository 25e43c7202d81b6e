"""Properties of every game of Madstone: a game is a list of integers taken modulo the number of legal actions."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.core.contract import CHANCE, OVER
from motherlode.games.madstone.actions import (
    AIM_AT,
    CARD,
    COMMAND,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PLACE,
    PLAY_DARKNESS,
    USE,
)
from motherlode.games.madstone.attack import points_to_attack
from motherlode.games.madstone.components import ARROW, BOUNTY, EFFECTS, MAX_CARDS, SLAY
from motherlode.games.madstone.counting import add_constants, holds, power_of, tally, value_of
from motherlode.games.madstone.state import ABSENT, ACT, AIM, ARMY, AWAITED, FIELD, HELD, SPOILS, UNSEEN

from .cards import CARDS, default, game, make

GAMES = st.lists(st.integers(0, 2**31 - 1), min_size=20, max_size=400)


@cache
def rich(seats):
    """Many crystals and nights, so that much happens."""
    return make(seats, crystals=15, darkness_cards=12, poison_tokens=7)


RULESETS = [(default, 2), (default, 3), (default, 4), (game, 2), (rich, 3), (rich, 4)]


def steps(ruleset, numbers):
    """The positions of a game with what is played in each: before, actor, action, after."""
    states = ruleset.new()
    for number in numbers:
        actor = ruleset.to_act(states)
        if actor == OVER:
            return
        if actor == CHANCE:
            choices = [outcome for outcome, weight in ruleset.chance(states) for _ in range(weight)]
        else:
            choices = ruleset.legal(states)
        action = choices[number % len(choices)]
        before = states.copy()
        ruleset.apply(states, action)
        yield before, actor, action, states


def chain(now, first):
    found = []
    while first >= 0:
        found.append(int(first))
        first = int(now.next_card[first])
    return found


def check_cards(ruleset, now):
    """Every card is in one zone, and chains, sizes and sums say the same."""
    box = ruleset.box[0]
    seats, num_cards = ruleset.seats, int(box.num_cards)
    zones = [int(zone) for zone in now.zone]
    assert all(zone == ABSENT for zone in zones[num_cards:])
    listed = []
    for seat in range(seats):
        hand, army = chain(now, now.hand[seat]), chain(now, now.army[seat])
        assert hand == sorted(card for card in range(num_cards) if zones[card] == HELD + seat)
        assert army == sorted(card for card in range(num_cards) if zones[card] == ARMY + seat)
        spoils = [card for card in range(num_cards) if zones[card] == SPOILS + seat]
        assert int(now.hand_size[seat]) == len(hand) + int(now.dark_held[seat])
        assert int(now.shows_counter[seat]) <= int(now.sure_size[seat]) <= len(hand)
        assert (int(now.army_size[seat]), int(now.spoils_size[seat])) == (len(army), len(spoils))
        assert int(now.spoils_points[seat]) == sum(int(box.kill[card]) for card in spoils)
        listed += hand + army + spoils
    for pile in range(4):
        cards = chain(now, now.top[pile])
        assert sorted(cards) == [card for card in range(num_cards) if zones[card] == FIELD + pile]
        assert all(int(box.faction[card]) in (pile, 4) for card in cards)
        listed += cards
    unseen = zones[:num_cards].count(UNSEEN)
    assert len(listed) + unseen + zones.count(AWAITED) == num_cards
    dark = int(now.dark_held.sum()) + int(now.dark_unseen) + int(now.dark_down) + int(now.dark_gone)
    assert dark == int(box.darkness_cards)
    if int(now.first) >= 0 and int(now.turn_number) > 0:
        assert 0 <= int(now.deck_size) <= unseen + int(now.dark_unseen)
    assert int(now.supply) + int(now.tokens.sum()) == int(box.poison_tokens)
    assert all(now.tokens[card] == 0 or FIELD <= zones[card] < HELD or ARMY <= zones[card] < SPOILS
               for card in range(MAX_CARDS))  # fmt: skip
    assert now.red.min() >= 0
    assert now.gold.min() >= 0


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
@settings(max_examples=12, deadline=None)
@given(numbers=GAMES)
def test_all_cards_are_always_accounted_for(make_game, seats, numbers):
    ruleset = make_game(seats)
    if make_game is default:
        assert int(ruleset.box[0].num_cards) + int(ruleset.box[0].darkness_cards) + 4 + 4 == 80
    for _, _, _, after in steps(ruleset, numbers):
        check_cards(ruleset, after[0])


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
@settings(max_examples=12, deadline=None)
@given(numbers=GAMES)
def test_costs_are_paid_exactly(make_game, seats, numbers):
    ruleset = make_game(seats)
    box = ruleset.box[0]
    for before, actor, action, after in steps(ruleset, numbers):
        was, now = before[0], after[0]
        if actor < 0 or was.phase != ACT or action < CARD:
            continue
        card, verb = divmod(action - CARD, NUM_VERBS)
        purse = int(was.red[actor]) + int(was.gold[actor])
        left = int(now.red[actor]) + int(now.gold[actor])
        others = [seat for seat in range(seats) if seat != actor]
        assert all(now.red[seat] == was.red[seat] and now.gold[seat] == was.gold[seat] for seat in others)
        if verb == COMMAND:
            points = int(points_to_attack(box, was, actor, card, COMMAND))
            price = points + max(0, points - int(power_of(box, was, actor)))
            assert purse - left == price
            assert now.zone[card] == ARMY + actor
        elif verb == KILL:
            points = int(points_to_attack(box, was, actor, card, KILL))
            price = points + max(0, points - int(power_of(box, was, actor)))
            its = add_constants(box, now, actor, tally(box, now, actor), 1 << BOUNTY)
            bounty = int(its.bounty) if now.actor == actor else None
            if bounty is not None and not box.effect[card].any():
                assert purse - left == price - bounty
            assert left >= purse - price
        if verb in (KILL, COMMAND) and not was.gold_first and now.gold[actor] < was.gold[actor]:
            assert was.red[actor] - price < 0, "red is spent first"


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
@settings(max_examples=12, deadline=None)
@given(numbers=GAMES)
def test_the_rules_of_darkness(make_game, seats, numbers):
    ruleset = make_game(seats)
    box = ruleset.box[0]
    for before, actor, action, after in steps(ruleset, numbers):
        was, now = before[0], after[0]
        if now.dark_down > was.dark_down:
            assert action == PLAY_DARKNESS
            assert was.dark_held[actor] == now.dark_held[actor] + 1
        if actor >= 0 and action == LIFT:
            powers = [int(power_of(box, was, seat)) for seat in range(seats)]
            assert powers[actor] == min(powers)
            assert (int(now.dark_down), int(now.dark_gone)) == (0, int(was.dark_gone) + int(was.dark_down))
        elif now.dark_down < was.dark_down:
            card = int(was.pending) if was.phase == AIM else (action - CARD) // NUM_VERBS
            assert "lift" in [EFFECTS[one] for one in box.effect[card]]
        if actor >= 0 and was.phase == ACT and action >= CARD and (action - CARD) % NUM_VERBS in (KILL, COMMAND):
            card = (action - CARD) // NUM_VERBS
            if ARMY <= was.zone[card] < SPOILS:
                assert was.dark_down > 0, "armies are attacked at night only"
                assert was.zone[card] != ARMY + actor


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
@settings(max_examples=12, deadline=None)
@given(numbers=GAMES)
def test_poison_never_kills_alone_except_by_an_arrow(make_game, seats, numbers):
    ruleset = make_game(seats)
    for before, actor, action, after in steps(ruleset, numbers):
        was, now = before[0], after[0]
        for card in range(int(ruleset.box[0].num_cards)):
            if now.zone[card] >= SPOILS > was.zone[card]:
                assert actor >= 0
                assert now.zone[card] == SPOILS + actor
                assert (action - CARD) // NUM_VERBS == card
                if (action - CARD) % NUM_VERBS == AIM_AT:
                    assert int(ruleset.box[0].effect[int(was.pending), 0]) in (ARROW, SLAY)
                else:
                    assert (action - CARD) % NUM_VERBS == KILL


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
def test_scoring_adds_up(make_game, seats):
    ruleset = make_game(seats)
    box = ruleset.box[0]
    for seed in range(3):
        numbers = np.random.default_rng(seed).integers(0, 2**31 - 1, 3000).tolist()
        last = None
        for *_, after in steps(ruleset, numbers):
            last = after
        assert ruleset.is_over(last)
        now = last[0]
        for seat, score in enumerate(ruleset.scores(last)):
            army = chain(now, now.army[seat])
            tallied = tally(box, now, seat)
            hearts = sum(int(box.kill[card]) for card in range(int(box.num_cards)) if now.zone[card] == SPOILS + seat)
            printed = int(box.commander_power[now.commander[seat]]) + sum(int(box.power[card]) for card in army)
            extra = {"power": 0, "points": 0}
            for card in army:
                for slot in (2, 3):
                    kind = EFFECTS[box.effect[card, slot]]
                    if kind in extra and holds(box, now, seat, tallied, card, slot):
                        extra[kind] += int(value_of(box, now, seat, tallied, card, slot))
            assert score == hearts + printed + int(now.gold[seat]) + sum(extra.values())


@pytest.mark.parametrize(("make_game", "seats"), RULESETS)
def test_last_turns_go_round_once_and_the_drawer_is_last(make_game, seats):
    ruleset = make_game(seats)
    numbers = np.random.default_rng(seats).integers(0, 2**31 - 1, 4000).tolist()
    order, drawer = [], None
    for before, actor, _, after in steps(ruleset, numbers):
        if drawer is None and actor == CHANCE and after[0].deck_size == 0:
            drawer = int(before[0].actor)
        if after[0].turns_left and after[0].turn_number != before[0].turn_number:
            order.append(int(after[0].actor))
    assert order == [(drawer + step) % seats for step in range(1, seats + 1)]


def test_abilities_are_used_once_and_before_basic_actions():
    ruleset = rich(4)
    for seed in range(4):
        numbers = np.random.default_rng(seed).integers(0, 2**31 - 1, 1500).tolist()
        used, turn = set(), 0
        for before, actor, action, _ in steps(ruleset, numbers):
            if int(before[0].turn_number) != turn:
                used, turn = set(), int(before[0].turn_number)
            if actor >= 0 and action >= CARD and (action - CARD) % NUM_VERBS == USE:
                card = (action - CARD) // NUM_VERBS
                assert card not in used
                assert not before[0].has_begun
                used.add(card)


def test_every_effect_is_in_the_test_set_and_random_games_use_all_of_them():
    ruleset = rich(3)
    box = ruleset.box[0]
    assert set(box.effect.flatten().tolist()) == set(range(len(EFFECTS)))
    seen = set()
    for seed in range(30):
        numbers = np.random.default_rng(100 + seed).integers(0, 2**31 - 1, 3000).tolist()
        for before, actor, action, _ in steps(ruleset, numbers):
            if actor >= 0 and before[0].phase == ACT and action >= CARD and (action - CARD) % NUM_VERBS == USE:
                seen.add(int(box.effect[(action - CARD) // NUM_VERBS, 0]))
            if action in (LIFT, END_TURN, PLAY_DARKNESS) or (action >= CARD and (action - CARD) % NUM_VERBS == PLACE):
                seen.add(-action if action < CARD else -1)
    assert set(box.effect[: len(CARDS), 0].tolist()) - {0} <= seen
    assert {-LIFT, -PLAY_DARKNESS} <= seen


def test_resampling_is_uniform_over_what_a_seat_can_know():
    """Five cards are unseen, one a Darkness Falls; another holds two of them, one of which is surely none."""
    ruleset = make(2, darkness_cards=1, without=[one.name for one in motherlode_cards()], cards=CARDS[:11])
    text = "deck 3 | seat 1: elf; army {} | seat 2: human; hand {}*, {} | seat 1 acts"
    names = [one["name"] for one in CARDS[:11]]
    states = ruleset.spec.notation.read_position(ruleset.box, text.format(", ".join(names[4:]), names[0], names[1]))
    hidden = ruleset.hidden(states, 0)
    random = motherlode.core.streams.make_streams(7, 1)
    counts = {}
    num_samples = 6400
    for _ in range(num_samples):
        now = ruleset.resampled(hidden, 0, random)[0]
        world = tuple(int(number) for number in np.flatnonzero(now.zone == HELD + 1))
        counts[world] = counts.get(world, 0) + 1
    assert len(counts) == 6 + 4  # two of four cards, or one with the Darkness Falls
    expected = num_samples / 10
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 27.9  # the 0.1% bound for 9


def motherlode_cards():
    """The default cards that are not among the first eleven of the test set."""
    from motherlode.games.madstone.components import default_cards

    kept = {one["name"] for one in CARDS[:11]}
    return [one for one in default_cards().cards if one.name not in kept]

"""What an observation of Madstone says, by the words of its features; from a position as a person would read it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import CHANCE, OVER
from motherlode.games.madstone.components import NUM_FACTIONS
from motherlode.games.madstone.counting import count_energy, members_in, points_of, power_of, tally
from motherlode.games.madstone.state import ARMY, FIELD, HELD, SPOILS, UNSEEN, USED


def place_seen(now, card, seat, seats):
    """The place of a card as the feature `cards` counts them; None for an artifact whose pile is being named."""
    place = int(now.place[card])
    if place == UNSEEN:
        return 0
    if FIELD <= place < HELD:
        return 1 if int(now.top[place - FIELD]) == card else 2
    if HELD <= place < ARMY:
        return 3 if place == HELD + seat else 0
    if ARMY <= place < SPOILS:
        return 6 + (place - ARMY - seat) % seats
    if place >= SPOILS:
        return 4 if place == SPOILS + seat else 5
    return None


def fields_of(game, seen):
    """The parts of an observation by their names."""
    ends = np.cumsum([feature.size for feature in game.features])
    assert ends[-1] == len(seen)
    return {
        feature.name: seen[end - feature.size : end] for feature, end in zip(game.features, ends, strict=True)
    }  # fmt: skip


def check(game, states, seat):
    now, box, seats = states[0], game.box, game.seats
    fields = fields_of(game, game.observe(states, seat))
    cards = fields["cards"].reshape(-1, 6 + seats)
    for card, row in enumerate(cards):
        place = place_seen(now, card, seat, seats)
        assert row.tolist() == [1.0 if number == place else 0.0 for number in range(6 + seats)]
    num_cards = len(cards)
    assert np.allclose(fields["tokens"], np.minimum(now.tokens[:num_cards], 5) / 5)
    assert fields["used"].tolist() == [1.0 if mark & USED else 0.0 for mark in now.mark[:num_cards]]
    players = fields["players"].reshape(seats, 8)
    powers = [power_of(box[0], now, other) for other in range(seats)]
    for step, row in enumerate(players):
        other = (seat + step) % seats
        counts = [
            now.red[other] / 30, now.gold[other] / 30, powers[other] / 30,
            points_of(box[0], now, other) / 90, now.hand_size[other] / 10,
            now.army_size[other] / 30, now.spoils_size[other] / 30, float(now.actor == other),
        ]  # fmt: skip
        assert np.allclose(row, np.minimum(counts, 1))
        for kind in range(NUM_FACTIONS):
            place = step * NUM_FACTIONS + kind
            assert fields["commanders"][place] == float(now.commander[other] == kind)
            energy = count_energy(box[0], now, other, kind)
            assert np.isclose(fields["energy"][place], min(energy / 8, 1))
            members = members_in(tally(box[0], now, other), kind)
            assert np.isclose(fields["factions"][place], min(members / 12, 1))
    assert fields["phase"].tolist() == [float(number == now.phase) for number in range(10)]
    is_night = now.dark_down > 0
    table = [
        is_night, is_night and powers[seat] == min(powers), now.dark_held[seat] / 4, now.deck_size / box[0].deck,
        now.turns_left / 4, now.basic_left / 5, now.has_begun, now.supply / box[0].poison_tokens,
    ]  # fmt: skip
    assert np.allclose(fields["table"], np.array(table, float))
    assert fields["closed"].tolist() == [float((now.closed >> pile) & 1) for pile in range(4)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=1 if IS_PLAIN else 8, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_an_observation_says_what_its_features_promise(seats, seed):
    game = motherlode.game("madstone", seats)
    assert game.observation_size == {2: 722, 3: 808, 4: 894}[seats]
    random = np.random.default_rng(seed)
    states = game.new()
    for _ in range(120):
        to_act = game.to_act(states)
        if to_act == OVER:
            break
        if to_act == CHANCE:
            outcomes, weights = zip(*game.chance(states), strict=True)
            action = random.choice(outcomes, p=np.array(weights) / sum(weights))
        else:
            for seat in range(seats):
                check(game, states, seat)
            action = random.choice(game.legal(states))
        game.apply(states, int(action))

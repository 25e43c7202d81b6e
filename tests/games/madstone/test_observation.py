"""What an observation of Madstone says, by the words of its features; from a position as a person would read it."""

import numpy as np
import pytest

from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import NOBODY
from motherlode.games.madstone.components import NUM_ENERGIES, NUM_FACTIONS
from motherlode.games.madstone.counting import Army, energy_in, members_in, points_of, power_of, tally
from motherlode.games.madstone.state import ARMY, FIELD, HELD, SPOILS, UNSEEN, USED
from observing import assert_observed, one_of, positions_of

from . import cards
from .comparing import game


def zone_seen(now, card, seat, seats):
    """The zone of a card as the feature `cards` counts them; None for an artifact whose pile is being named."""
    zone = int(now.zone[card])
    if zone == UNSEEN:
        return 0
    if FIELD <= zone < HELD:
        return 1 if int(now.top[zone - FIELD]) == card else 2
    if HELD <= zone < ARMY:
        return 3 if zone == HELD + seat else 0
    if ARMY <= zone < SPOILS:
        return 6 + (zone - ARMY - seat) % seats
    if zone >= SPOILS:
        return 4 if zone == SPOILS + seat else 5
    return None


NO_ARMY = Army(0, 0, 0)  # before a Commander is chosen


def expected(game, states, seat):
    """Every field of an observation by name."""
    now, box, seats = states[0], game.box[0], game.seats
    num_cards = int(box.num_cards)
    line = [(seat + step) % seats for step in range(seats)]
    powers = [power_of(box, now, other) for other in range(seats)]
    armies = [tally(box, now, other) if now.commander[other] != NOBODY else NO_ARMY for other in line]
    counts = {
        "tokens": now.tokens[:num_cards] / 5,
        "players": [
            [now.red[other] / 30, now.gold[other] / 30, powers[other] / 30, points_of(box, now, other) / 90,
             now.hand_size[other] / 10, now.army_size[other] / 30, now.spoils_size[other] / 30, now.actor == other]
            for other in line
        ],
        "energy": [[energy_in(army, kind) / 8 for kind in range(NUM_ENERGIES)] for army in armies],
        "factions": [[members_in(army, kind) / 12 for kind in range(NUM_FACTIONS)] for army in armies],
        "table": [
            now.dark_down, now.dark_down > 0 and powers[seat] == min(powers), now.dark_held[seat] / 4,
            now.deck_size / box.deck, now.turns_left / 4, now.basic_left / 5, now.has_begun,
            now.supply / max(1, box.poison_tokens),
        ],
    }  # fmt: skip
    shares = {name: np.minimum(np.array(numbers, float), 1) for name, numbers in counts.items()}
    return {
        "cards": [one_of(zone_seen(now, card, seat, seats), 6 + seats) for card in range(num_cards)],
        "tokens": shares["tokens"],
        "used": [mark & USED for mark in now.mark[:num_cards]],
        "players": shares["players"],
        "commanders": [one_of(now.commander[other], NUM_FACTIONS) for other in line],
        "energy": shares["energy"],
        "factions": shares["factions"],
        "phase": one_of(now.phase, 10),
        "table": shares["table"],
        "closed": [(now.closed >> pile) & 1 for pile in range(4)],
    }


@pytest.mark.parametrize(
    "name", ["two", "three", "four", "rich", "workshop two", "workshop four", "no tokens", "extremes"]
)
def test_an_observation_says_what_its_features_promise(name):
    for states in positions_of(game(name), 0, every=23 if IS_PLAIN else 9):
        assert_observed(game(name), states, expected)


def test_crowds_are_told_as_one():
    """More than the whole of which a feature is a share."""
    hand, army = (
        "Bat*, Rat, Cat, Wolf, Priest, Lord, Ghoul, Owl, Scout, Knight, Miser",
        "Elf, Oak, Ranger, Viper+9, Lamp",
    )
    ruleset = cards.game(2)
    text = f"seat 1: elf; red 31; gold 95; hand {hand}; army {army} | seat 2: goblin; red 30; army Mob+5 | seat 1 acts"
    assert_observed(ruleset, ruleset.read_position(text), expected)


def test_an_observation_has_a_number_for_each_card_and_place():
    sizes = {seats: game(name).observation_size for seats, name in ((2, "two"), (3, "three"), (4, "four"))}
    assert sizes == {2: 722, 3: 808, 4: 894}

"""Madstone's kernels against the twin in reference.py: legal actions, chances, every field, what is hidden, the result.

A game is a row of bytes, each taken modulo the number of things that can be done; it starts over when it is used up.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.conformance.lockstep import by_numbers, play_game
from motherlode.core.compiling import IS_PLAIN
from motherlode.games.madstone.components import CONSTANT, COUNTS, TARGETED, TRIGGERED, UNMEASURED

from . import lockstep
from .comparing import BOXES, game, number_of_cards, twin_of

choices = st.binary(min_size=40, max_size=40)
STEPS = {  # every kind of action or outcome in every phase where it can be
    "start": ["start"],
    "choose": ["commander"],
    "deal": ["card"],
    "settle": ["place"],
    "pile": ["pile"],
    "act": ["draw", "darkness", "lift", "gold first", "end", "kill", "command", "place", "use"],
    "aim": ["aim", "rob"],
    "draw": ["card", "darkness"],
    "close": ["lift", "end"],
}
NOT_AT_THE_END = sorted(set(CONSTANT) - {"kin", "points"})  # what silence and orbs can be seen to stop
WORTH_MEETING = {
    *(f"step {phase} {kind}" for phase, kinds in STEPS.items() for kind in kinds),
    *(f"effect {effect} first" for effect in TRIGGERED),
    *(f"effect {effect} second" for effect in TRIGGERED if effect not in TARGETED),
    *(f"needs {count} {end}" for count in COUNTS for end in ("met", "unmet")),
    *(f"per {count}" for count in COUNTS),
    *(f"constant {effect} any" for effect in CONSTANT if effect not in UNMEASURED),
    *(f"constant {effect} only" for effect in ("kill_discount", "command_discount")),
    *(f"silenced {effect}" for effect in NOT_AT_THE_END),
    *(f"{verb} in {zone} {when}" for verb in ("kill", "command") for zone in ("field", "hand", "army")
      for when in ("at night", "by day") if (verb, zone) != ("kill", "hand") and (zone, when) != ("army", "by day")),
    *(f"{verb} poisoned in {zone}" for verb in ("kill", "command") for zone in ("field", "army")),
    *(f"arrow kills in {zone} {when}" for zone in ("field", "army") for when in ("at night", "by day")),
    *(f"{effect} in {zone}" for effect in ("poison", "slay", "recruit") for zone in ("field", "army")),
    "constant kin", "constant nightsight", "protected", "each rounds down", "most limits", "power limits crystals",
    "negated power", "negated protect_army", "negated protect_self", "negated toll", "kill negated", "command negated",
    "red counted in army", "red counted in hand", "red counted in table", "silenced kin", "negated kin",
    "night changes what Darkness Falls gains", "pays gold", "pays gold first",
    "pays with red", "pays with gold", "pays with both", "beyond power",
    "points never below 1", "arrow stopped", "arrow by one who sees at night", "steals all", "steals less",
    "tokens run out", "draws fewer", "actions at their limit", "crystals at their limit",
    "several Darkness Falls lifted", "lifted with none as weak", "lifted with others as weak",
    "the turn lapses", "the turn lapses, able to lift", "the last card by drawing", "the last card by an ability",
    "the pile ends the game", "the rounds end the game",
}  # fmt: skip
GAMES = {"nights": 80, "archers": 40, "workshop two": 30, "workshop three": 30, "workshop four": 30, "extremes": 20}


def examples(count):
    """How many games to try; plain mode is far slower."""
    return settings(max_examples=max(1, count // 4) if IS_PLAIN else count, deadline=None, derandomize=True)


def numbers_from(game_bytes):
    """The bytes over and over; another multiple each time round, so that no game repeats itself."""
    for number in range(1_000_000):
        yield game_bytes[number % len(game_bytes)] * (1 + number // len(game_bytes)) + number // 7


def play_both(name, choose, notes=None, hide_every=6):
    """A whole game by kernels and twin."""
    play_game(game(name), lambda *_: lockstep.Beside(twin_of(name, notes), hide_every), choose)


class Curious:
    """Chooses what was chosen least so far, most of the time; seldom lifts the darkness, for more happens at night."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.seen = Counter()

    def __call__(self, _, choices):
        order = self.random.permutation(len(choices)).tolist()
        chosen = choices[order[0]]
        if self.random.random() < 0.8:
            chosen = min((choices[number] for number in order), key=lambda choice: self.seen[choice.text])
        self.seen[chosen.text] += 30 if chosen.text == "lift" else 1
        return chosen


@pytest.mark.parametrize("name", BOXES)
def test_the_twin_reads_the_same_cards(name):
    twin = twin_of(name)
    assert list(twin.cards) == list(number_of_cards(name))
    if BOXES[name] == (len(twin.players), {}):
        assert len(twin.unseen) + len(twin.commanders) + len(twin.piles) == 80


@pytest.mark.parametrize("name", BOXES)
@examples(6)
@given(game_bytes=choices)
def test_kernels_and_twin_play_the_same_game(name, game_bytes):
    play_both(name, by_numbers(numbers_from(game_bytes)))


@pytest.mark.compiled
def test_kernels_and_twin_agree_wherever_the_card_language_leads():
    """Curious players, until everything worth meeting was met."""
    notes = Counter()
    for name in BOXES:
        for number in range(GAMES.get(name, 10)):
            if number % 10 == 0:
                choose = Curious(number)
            play_both(name, choose, notes, hide_every=15)
    assert not WORTH_MEETING - set(notes)


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.long
@settings(max_examples=400, deadline=None)
@given(game_bytes=choices)
def test_kernels_and_twin_play_the_same_game_often(name, game_bytes):
    test_kernels_and_twin_play_the_same_game.hypothesis.inner_test(name, game_bytes)


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.long
def test_curious_players_find_nothing_in_many_games(name):
    for seed in range(40):
        choose = Curious(1000 + seed)
        for _ in range(10):
            play_both(name, choose, hide_every=3)

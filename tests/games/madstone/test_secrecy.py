"""R12: what a seat of Madstone can know, exactly: by enumeration of small games, and by chi-square in large ones.

Choices tell something about a hand only through what a player wants, which R12.4 leaves out. So the small games are
played by players who place any card of their hand with equal chance, and otherwise act by what everybody sees: then the
true posterior is the one that `resample` must draw from.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

import motherlode
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import CHANCE
from motherlode.core.streams import make_streams
from motherlode.games.madstone import actions
from motherlode.games.madstone.state import ACT, CHOOSE, DEAL, DEALT, DRAW, HELD, PILE, SETTLE, START, UNSEEN

from .comparing import DEFAULT_NAMES, card, game

FEW = [card(f"Card {letter}x", "artifact" if letter == "C" else "elf") for letter in "ABCDEF"]
# Seats, options, and how many steps of a game are followed.
SMALL = {
    "two": (2, {"dealt": 2, "placed": 1, "draw_to": 2, "darkness_cards": 2, "removed": [1, 0, 0]}, 14),
    "three": (3, {"dealt": 1, "placed": 0, "draw_to": 2, "darkness_cards": 2, "removed": [0, 1, 0]}, 18),
    "dark": (2, {"dealt": 2, "placed": 0, "draw_to": 3, "darkness_cards": 5, "removed": [2, 0, 0]}, 13),
}
SIGNIFICANT = 1e-4


@cache
def small(name):
    seats, options, _ = SMALL[name]
    rest = {"crystals": 0, "cards": FEW[: 5 if name == "three" else 6], "without": DEFAULT_NAMES}
    return motherlode.game("madstone", seats, **options, **rest)


def chances_of(ruleset, states):
    """What is done here, with the probability of each: chance, and players who do not care what they hold."""
    now = states[0]
    if ruleset.to_act(states) == CHANCE:
        if now.phase == START:
            return {0: Fraction(1)}  # no loss: seats are alike
        weights = dict(ruleset.chance(states))
        total = sum(weights.values())
        return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}
    legal = ruleset.legal(states)
    if now.phase in (CHOOSE, PILE):
        return {legal[-1]: Fraction(1)}
    for action in (actions.DRAW_CARDS, actions.END_TURN):
        if action in legal:
            return {action: Fraction(1)}
    assert now.phase in (SETTLE, ACT)
    seat = int(now.actor)
    held = [number for number in range(len(now.place)) if now.place[number] in (HELD + seat, DEALT + seat)]
    each = Fraction(1, int(now.hand_size[seat]))
    found = {actions.encode(number, actions.PLACE): each for number in held}
    if now.dark_held[seat]:
        found[actions.PLAY_DARKNESS] = each * int(now.dark_held[seat])
    assert sum(found.values()) == 1
    assert set(found) <= set(legal)
    return found


def enumerate_worlds(ruleset, length):
    """The probability of each (position, what each seat has seen) after so many steps, and at every step before."""
    layer = {(ruleset.new().tobytes(), (0,) * ruleset.seats): Fraction(1)}
    numbers = {}  # a short name for each line of hidden records
    for _ in range(length):
        yield layer
        following = defaultdict(Fraction)
        for (content, seen), share in layer.items():
            states = np.frombuffer(content, ruleset.spec.state).copy()
            for action, chance in chances_of(ruleset, states).items():
                after = states.copy()
                ruleset.apply(after, action)
                lines = tuple(
                    numbers.setdefault((seat, line, ruleset.hidden(after, seat).tobytes()), len(numbers) + 1)
                    for seat, line in enumerate(seen)
                )
                following[after.tobytes(), lines] += share * chance
        layer = following


def posteriors(ruleset, layer, seat):
    """For each hidden record the probability of each position, given all that the seat saw; equal for equal records."""
    by_line = defaultdict(lambda: defaultdict(Fraction))
    for (content, seen), share in layer.items():
        by_line[seen[seat]][content] += share
    found = {}
    for worlds in by_line.values():
        total = sum(worlds.values())
        shares = {content: share / total for content, share in worlds.items()}
        states = np.frombuffer(next(iter(shares)), ruleset.spec.state)
        hidden = ruleset.hidden(states, seat).tobytes()
        assert found.setdefault(hidden, shares) == shares, "the record says less than the seat saw"
    return found


@cache
def all_posteriors(name):
    """Seat, hidden record and the probability of each position, at every step of a small game."""
    found = []
    for layer in enumerate_worlds(small(name), SMALL[name][2]):
        assert sum(layer.values()) == 1
        for seat in range(small(name).seats):
            found += [(seat, *record) for record in sorted(posteriors(small(name), layer, seat).items())]
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("name", SMALL)
def test_r12_4_resample_draws_from_the_true_posterior(name):
    """Every line of a small game: the record tells all that was seen, and the worlds come as often as they should."""
    ruleset, random = small(name), make_streams(11)
    statistic, freedom, num_uneven = 0.0, 0, 0
    for seat, hidden, shares in all_posteriors(name)[::9]:
        num_tries = 30 * len(shares)
        states = np.frombuffer(hidden, ruleset.spec.state).copy()
        found = Counter(ruleset.resampled(states, seat, random).tobytes() for _ in range(num_tries))
        assert set(found) <= set(shares), "an impossible world"
        for content, share in shares.items():
            expected = float(share) * num_tries
            statistic += (found[content] - expected) ** 2 / expected
        freedom += len(shares) - 1
        num_uneven += len(set(shares.values())) > 1
    assert freedom > 500
    assert num_uneven > 10, "Darkness Falls, which are alike, make some worlds likelier than others"
    assert SIGNIFICANT < chi2.sf(statistic, freedom) < 1 - SIGNIFICANT


@pytest.mark.compiled
@pytest.mark.parametrize("name", SMALL)
def test_r12_4_the_next_card_is_as_likely_as_a_seat_can_know(name):
    """Chance in a hidden position is the mean over the true posterior."""
    ruleset = small(name)
    num_checked = 0
    for _, hidden, shares in all_posteriors(name):
        states = np.frombuffer(hidden, ruleset.spec.state)
        if states[0].phase not in (DEAL, DRAW):
            continue
        mean = defaultdict(Fraction)
        for content, share in shares.items():
            weights = dict(ruleset.chance(np.frombuffer(content, ruleset.spec.state)))
            for outcome, weight in weights.items():
                mean[outcome] += share * Fraction(weight, sum(weights.values()))
        weights = dict(ruleset.chance(states))
        total = sum(weights.values())
        assert {outcome: Fraction(weight, total) for outcome, weight in weights.items()} == mean
        num_checked += 1
    assert num_checked > 50


def position_in_play(ruleset, seed, num_steps):
    """A position of a random game in which hands have cards of both kinds."""
    random = np.random.default_rng(seed)
    states = ruleset.new()
    step = 0
    while step < num_steps or ruleset.to_act(states) == CHANCE:
        if ruleset.to_act(states) == CHANCE:
            outcomes, weights = zip(*ruleset.chance(states), strict=True)
            action = random.choice(outcomes, p=np.array(weights) / sum(weights))
        else:
            action = random.choice(ruleset.legal(states))
        ruleset.apply(states, int(action))
        step += 1
    return states


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["two", "three", "four"])
@pytest.mark.parametrize("num_steps", [45, 70])
def test_r12_4_in_the_whole_game_every_unseen_card_is_everywhere_as_often(name, num_steps):
    """Each card in each place, and how many Darkness Falls each hand has, against the exact shares."""
    ruleset = game(name)
    states = position_in_play(ruleset, 5, num_steps)
    num_tries, random = 3000, make_streams(21)
    for seat in range(ruleset.seats + 1):
        hidden = ruleset.hidden(states, seat)
        now = hidden[0]
        others = [other for other in range(ruleset.seats) if other != seat]
        unseen = [number for number in range(int(ruleset.box[0].num_cards)) if now.place[number] == UNSEEN]
        num_dark = int(now.dark_unseen)
        num_dealt = sum(int(now.dealt_size[other]) for other in others)
        num_free = len(unseen) + num_dark - num_dealt  # places where any card may be
        worlds = np.concatenate([ruleset.resampled(hidden, seat, random) for _ in range(num_tries)])
        assert num_free > 0
        for other in others:
            dealt, held = int(now.dealt_size[other]), int(now.hand_size[other] - now.dealt_size[other])
            share_dealt = dealt / len(unseen)
            share_held = held / num_free * (1 - num_dealt / len(unseen))
            for base, share, count in ((DEALT, share_dealt, dealt), (HELD, share_held, held)):
                places = (worlds["place"] == base + other).sum(axis=0)
                assert places[[number for number in range(len(places)) if number not in unseen]].sum() == 0
                if count:
                    variance = num_tries * share * (1 - share)
                    statistic = ((places[unseen] - num_tries * share) ** 2 / variance).sum()
                    assert chi2.sf(statistic, len(unseen)) > SIGNIFICANT
            assert ((worlds["place"] == DEALT + other).sum(axis=1) == dealt).all()
            in_hand = (worlds["place"] == HELD + other).sum(axis=1) + worlds["dark_held"][:, other]
            assert (in_hand == held).all()
            mean = held * num_dark / num_free
            spread = np.sqrt(max(mean, 0.01) / num_tries)
            assert abs(worlds["dark_held"][:, other].mean() - mean) < 5 * spread
        assert (worlds["dark_unseen"] + worlds["dark_held"][:, others].sum(axis=1) == num_dark).all()


@pytest.mark.parametrize("name", ["two", "four", "workshop three", "nights"])
@settings(max_examples=1 if IS_PLAIN else 6, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_r12_1_what_a_seat_cannot_know_is_nowhere_in_what_it_is_shown(name, seed):
    ruleset = game(name)
    spec, box, streams = ruleset.spec, ruleset.box, make_streams(seed)
    states = position_in_play(ruleset, seed, 20 + seed % 40)
    for seat in range(ruleset.seats + 1):
        other = ruleset.resampled(ruleset.hidden(states, seat), seat, streams)
        hidden = [ruleset.hidden(one, seat) for one in (states, other)]
        assert hidden[0].tobytes() == hidden[1].tobytes()
        assert other[0].viewer == 0
        assert spec.views.view(box, hidden[0]) == spec.views.view(box, hidden[1])
        assert spec.notation.write_position(box, hidden[0]) == spec.notation.write_position(box, hidden[1])
        if seat < ruleset.seats:
            assert (ruleset.observe(states, seat) == ruleset.observe(other, seat)).all()
            if ruleset.to_act(states) == seat:
                assert ruleset.legal(states) == ruleset.legal(other)
        chains = [other[0].hand[one] for one in range(ruleset.seats)]
        for one, first in enumerate(chains):
            cards = []
            while first >= 0:
                cards.append(int(first))
                assert other[0].place[first] in (HELD + one, DEALT + one)
                first = other[0].next_card[first]  # noqa: PLW2901  (along the chain)
            assert all(lower < higher for lower, higher in pairwise(cards))
            assert len(cards) + other[0].dark_held[one] == states[0].hand_size[one]

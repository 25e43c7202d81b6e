"""R12: what a seat of Madstone can know, exactly: by enumeration of small games, and by chi-square in large ones.

The small games are played by players who place any card of their hand, and otherwise act by what everybody sees. So
what a seat saw in them proves something, or nothing; and of the worlds that it does not exclude each is as likely as
there are ways to deal it.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

import motherlode
from motherlode.conformance import Subject
from motherlode.conformance.worlds import check_worlds
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import CHANCE
from motherlode.core.registry import find_game
from motherlode.core.streams import make_streams
from motherlode.games.madstone import actions
from motherlode.games.madstone.components import card_name
from motherlode.games.madstone.secrecy import fewest_darkness
from motherlode.games.madstone.state import ACT, CHOOSE, DEAL, DRAW, HELD, PILE, SETTLE, START, UNSEEN
from observing import positions_of

from .cards import constant
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
    held = [number for number in range(len(now.zone)) if now.zone[number] == HELD + seat]
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


def num_ways(ruleset, content, seat):
    """In how many ways the Darkness Falls, told apart, come to lie where a world has them; other cards are distinct."""
    now = np.frombuffer(content, ruleset.spec.state)[0]
    held = [int(now.dark_held[other]) for other in range(ruleset.seats) if other != seat]
    return factorial(sum(held) + int(now.dark_unseen)) // prod(map(factorial, [*held, int(now.dark_unseen)]))


def posteriors(ruleset, layer, seat):
    """For each hidden record the probability of each position that the seat cannot exclude; equal for equal records."""
    by_line = defaultdict(set)
    for content, seen in layer:
        by_line[seen[seat]].add(content)
    found = {}
    for worlds in by_line.values():
        ways = {content: num_ways(ruleset, content, seat) for content in worlds}
        shares = {content: Fraction(count, sum(ways.values())) for content, count in ways.items()}
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
def test_r12_4_resample_deals_all_worlds_that_may_be_as_often_as_it_should(name):
    """Every line of a small game: the record tells all that was seen, and the worlds come as often as they should."""
    ruleset, random = small(name), make_streams(11)
    statistic, freedom, num_uneven, num_partly_sure = 0.0, 0, 0, 0
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
        num_partly_sure += not is_all_or_none_sure(states[0], ruleset.seats, seat)
    assert freedom > 300
    assert num_uneven > 10, "Darkness Falls, which are alike, make some worlds likelier than others"
    assert num_partly_sure > 5, "of some hands something is sure, but not of all their cards"
    assert SIGNIFICANT < chi2.sf(statistic, freedom) < 1 - SIGNIFICANT


def is_all_or_none_sure(now, seats, seat):
    """Whether of each other hand all or no cards are surely no Darkness Falls."""
    return all(now.sure_size[other] in (0, now.hand_size[other]) for other in range(seats) if other != seat)


@pytest.mark.compiled
@pytest.mark.parametrize("name", SMALL)
def test_r12_4_the_next_card_is_as_likely_as_a_seat_can_know(name):
    """Chance in a hidden position is the mean over all worlds where all or none of a hand is sure, else close to it."""
    ruleset = small(name)
    num_checked = 0
    for seat, hidden, shares in all_posteriors(name):
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
        found = {outcome: Fraction(weight, total) for outcome, weight in weights.items()}
        assert set(found) == set(mean)
        if is_all_or_none_sure(states[0], ruleset.seats, seat):
            assert found == mean
            num_checked += 1
        else:
            assert max(abs(found[outcome] - mean[outcome]) for outcome in mean) < 0.15
    assert num_checked > 50


@pytest.mark.parametrize("name", SMALL)
def test_r12_3_cards_that_are_surely_no_darkness_falls_make_one_likelier_to_be_drawn(name):
    """By the formula of `chance`, for every observer."""
    ruleset, num_sure = small(name), 0
    for states in positions_of(ruleset, 2):
        if states[0].phase != DRAW:
            continue
        for seat in range(ruleset.seats + 1):
            hidden = ruleset.hidden(states, seat)
            now = hidden[0]
            sure = sum(int(now.sure_size[other]) for other in range(ruleset.seats) if other != seat)
            unseen = [number for number in range(int(ruleset.box[0].num_cards)) if now.zone[number] == UNSEEN]
            dark = Fraction(int(now.dark_unseen), len(unseen) + int(now.dark_unseen) - sure)
            shares = {number: (1 - dark) / len(unseen) for number in unseen} | {actions.DARKNESS: dark}
            weights = dict(ruleset.chance(hidden))
            found = {outcome: Fraction(weight, sum(weights.values())) for outcome, weight in weights.items()}
            assert found == {outcome: share for outcome, share in shares.items() if share}
            num_sure += sure > 0 and dark > 0
    assert num_sure


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
    """Each card in each zone, and how many Darkness Falls each hand has, against the exact shares."""
    ruleset = game(name)
    states = position_in_play(ruleset, 5, num_steps)
    num_tries, random = 3000, make_streams(21)
    for seat in range(ruleset.seats + 1):
        hidden = ruleset.hidden(states, seat)
        now = hidden[0]
        others = [other for other in range(ruleset.seats) if other != seat]
        unseen = [number for number in range(int(ruleset.box[0].num_cards)) if now.zone[number] == UNSEEN]
        num_dark = int(now.dark_unseen)
        worlds = np.concatenate([ruleset.resampled(hidden, seat, random) for _ in range(num_tries)])
        exact = darkness_by_hand(now, others, len(unseen), num_dark)
        found = Counter(tuple(int(world.dark_held[other]) for other in others) for world in worlds)
        assert set(found) <= set(exact)
        for held, share in exact.items():
            assert abs(found[held] / num_tries - share) < 5 * np.sqrt(max(share, 0.001) / num_tries)
        for nth, other in enumerate(others):
            size = int(now.hand_size[other])
            share = sum((size - held[nth]) * share for held, share in exact.items()) / len(unseen)
            counts = (worlds["zone"] == HELD + other).sum(axis=0)
            assert counts[[number for number in range(len(counts)) if number not in unseen]].sum() == 0
            if size:
                variance = num_tries * share * (1 - share)
                statistic = ((counts[unseen] - num_tries * share) ** 2 / variance).sum()
                assert chi2.sf(statistic, len(unseen)) > SIGNIFICANT
            in_hand = (worlds["zone"] == HELD + other).sum(axis=1) + worlds["dark_held"][:, other]
            assert (in_hand == size).all()
        assert (worlds["dark_unseen"] + worlds["dark_held"][:, others].sum(axis=1) == num_dark).all()


def darkness_by_hand(now, others, num_unseen, num_dark):
    """The exact share of each division of the Darkness Falls over hands: by how many ways there are to deal it."""
    ways = {}
    for held in product(*(range(int(now.hand_size[other] - now.sure_size[other]) + 1) for other in others)):
        sizes = [int(now.hand_size[other]) - dark for other, dark in zip(others, held, strict=True)]
        if sum(held) <= num_dark and sum(sizes) <= num_unseen:
            ways[held] = Fraction(
                factorial(num_dark) * factorial(num_unseen),
                prod(map(factorial, [*held, num_dark - sum(held), *sizes, num_unseen - sum(sizes)])),
            )
    return {held: float(count / sum(ways.values())) for held, count in ways.items()}


def with_counters():
    """A box of seven cards, two of which count red crystals."""
    counters = [
        card(f"Counter {letter}x", "elf", constant=[constant("power", 1, per="red", each=9)]) for letter in "AB"
    ]
    options = {"dealt": 1, "placed": 0, "darkness_cards": 2, "removed": [0, 0, 0], "without": DEFAULT_NAMES}
    return motherlode.game("madstone", 2, **options, cards=[*FEW[:5], *counters])


def test_r12_3_who_says_gold_first_without_a_card_in_reach_that_counts_red_holds_one():
    ruleset, random = with_counters(), make_streams(3)
    position = (
        "deck 3 | seat 1: vampire; red 1; gold 1; hand Card Ax, Card Bx, Counter Ax | seat 2: human; hand Card Cx | "
        "seat 1 acts"
    )
    match = ruleset.start(seed=1, position=position)
    match.play("gold first")
    assert int(match.position[0].shows_counter[0]) == 1
    text = ruleset.spec.notation.write_position(ruleset.box, match.position)
    assert "hand Card Ax, Card Bx, Counter Ax**" in text
    assert ruleset.read_position(text).tobytes() == match.position.tobytes()
    hidden = ruleset.hidden(match.position, 1)
    assert "hand ?**, ?, ?" in ruleset.spec.notation.write_position(ruleset.box, hidden)
    names = [card_name(ruleset.box, number) for number in range(int(ruleset.box[0].num_cards))]
    cards = [name for name in names if name != "Card Cx"] + ["dark 1", "dark 2"]
    exact = Counter()
    for hand in combinations(cards, 3):
        if any(name.startswith("Counter") for name in hand):
            exact[tuple(sorted(name.split(" 1")[0].split(" 2")[0] for name in hand))] += 1
    num_tries = 2000 if IS_PLAIN else 20_000
    found = Counter()
    for _ in range(num_tries):
        world = ruleset.resampled(hidden, 1, random)[0]
        hand = [names[number] for number in range(len(names)) if world.zone[number] == HELD]
        found[tuple(sorted(hand + ["dark"] * int(world.dark_held[0])))] += 1
    assert set(found) <= set(exact)
    shares = {hand: num_tries * count / sum(exact.values()) for hand, count in exact.items()}
    statistic = sum((found[hand] - share) ** 2 / share for hand, share in shares.items())
    assert chi2.sf(statistic, len(exact) - 1) > SIGNIFICANT


def test_r12_3_until_such_a_card_leaves_the_hand():
    ruleset = with_counters()
    position = (
        "deck 3 | seat 1: vampire; red 1; gold 1; hand Card Ax, Counter Ax, Counter Bx | seat 2: human | seat 1 acts"
    )
    for action, left in (("place Card Ax", "hand ?**, ?"), ("place Counter Bx", "hand ?, ?")):
        match = ruleset.start(seed=1, position=position)
        match.play("gold first")
        match.play(action)
        hidden = ruleset.hidden(match.position, 1)
        assert left in ruleset.spec.notation.write_position(ruleset.box, hidden)


def test_r12_3_nothing_is_proven_where_such_a_card_is_in_reach():
    ruleset = with_counters()
    position = "deck 3 | seat 1: vampire; red 1; gold 1; hand Counter Ax; army Counter Bx | seat 2: human | seat 1 acts"
    match = ruleset.start(seed=1, position=position)
    match.play("gold first")
    assert int(match.position[0].shows_counter[0]) == 0


@pytest.mark.parametrize("seat", range(4))
def test_r12_3_where_no_deal_is_kept_hands_have_as_few_darkness_falls_as_can_be(seat):
    """As many as there are cards too few, from the first hand on, none where a card is surely another."""
    ruleset = game("four")
    now = ruleset.new()[0]
    now.hand_size[:], now.sure_size[:], now.shows_counter[:] = [3, 2, 4, 1], [1, 2, 0, 1], [1, 0, 0, 1]
    for num_distinct in range(12):
        fewest_darkness(ruleset.box[0], now, seat, num_distinct)
        others = [other for other in range(4) if other != seat]
        needed = sum(int(now.hand_size[other]) - int(now.shows_counter[other]) for other in others) - num_distinct
        for other in others:
            held = max(0, min(needed, int(now.hand_size[other]) - int(now.sure_size[other])))
            assert int(now.dark_held[other]) == held
            needed -= held


@pytest.mark.parametrize("name", SMALL)
def test_r12_3_worlds_agree_with_every_open_event_for_every_observer(name):
    """As conformance has it, on boxes so small that all worlds can be listed."""
    subject = Subject(find_game("madstone"), num_games=1, most_worlds=150 if IS_PLAIN else 1500)
    subject.games = [small(name)]
    check_worlds(subject)


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
                assert other[0].zone[first] == HELD + one
                first = other[0].next_card[first]  # noqa: PLW2901  (along the chain)
            assert all(lower < higher for lower, higher in pairwise(cards))
            assert len(cards) + other[0].dark_held[one] == states[0].hand_size[one]

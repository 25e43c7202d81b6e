"""R12.4: the worlds that `resample` deals are those that agree with every open event, each as often as it should be.

`Watcher` lists all of them with the help of the twin, from the open events alone, one by one: it knows nothing of what
the engine keeps of a hand.
"""

import random
from collections import Counter
from math import factorial, prod, sqrt

import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem import secrecy
from motherlode.games.minecart_mayhem.components import KINDS
from motherlode.games.minecart_mayhem.state import FIRST, SECOND

from .reference import Card, Mayhem

pytestmark = pytest.mark.compiled  # thousands of worlds

# Small boxes in which piles run out, Doubles are played and hands have nothing to declare.
BOXES = {
    "two": (2, {"hand": 3, "rails": 9, "start": 5, "lanes": 2, "rail_value": 0, "rail_cards": 4, "dynamite_cards": 1,
                "stalactite_cards": 2, "rocket_cards": 1, "double_cards": 2, "swap_cards": 1}),
    "doubles": (2, {"hand": 4, "rails": 12, "start": 6, "lanes": 2, "rail_value": 0, "rail_cards": 5,
                    "dynamite_cards": 0, "stalactite_cards": 2, "rocket_cards": 0, "double_cards": 7, "swap_cards": 0}),
    "stones": (2, {"hand": 4, "rails": 6, "start": 3, "lanes": 2, "rail_value": 10, "stalactite_value": 0,
                   "rail_cards": 2, "dynamite_cards": 0, "stalactite_cards": 8, "rocket_cards": 0, "double_cards": 5,
                   "swap_cards": 0}),
    "three": (3, {"hand": 3, "rails": 8, "start": 4, "lanes": 3, "rail_value": 0, "rail_cards": 6, "dynamite_cards": 0,
                  "stalactite_cards": 2, "rocket_cards": 0, "double_cards": 4, "swap_cards": 2}),
}  # fmt: skip
NUM_GAMES = 5
NUM_WORLDS = 2000
MOST_COMPARED = 10  # positions of a box in which shares are compared


def twin_of(seats, options):
    deck = {key[:-6]: count for key, count in options.items() if key.endswith("_cards")}
    values = {key[:-6]: count for key, count in options.items() if key.endswith("_value")}
    rest = {key: count for key, count in options.items() if not key.endswith(("_cards", "_value"))}
    return Mayhem(seats, deck=deck, values=values, **rest)


def hand_of(player):
    """A hand as the numbers of the piles and the kinds of its cards."""
    return tuple(sorted((card.pile, card.kind) for card in player.hand))


class Watcher:
    """Who sees one hand, or none, and all worlds that agree with what was open: hands, and the cards of the pile."""

    def __init__(self, twin, seat):
        self.twin, self.seat = twin, seat
        self.worlds = {(tuple(() for _ in twin.players), self.pile())}

    def pile(self):
        return tuple(sorted(card.kind for card in self.twin.pile))

    def take(self, words):
        """See something happen, just before the twin does it; then call `after`."""
        twin = self.twin
        self.drawn = twin.actor is not None and words.startswith("draw ")
        self.before = {player: hand_of(player) for player in twin.players}
        self.number = twin.pile_number
        seat = twin.players.index(twin.actor) if twin.actor is not None else None
        if self.drawn:
            self.worlds = {
                world
                for hands, pile in self.worlds
                for kind in ([words[5:]] if seat == self.seat else set(pile))
                if kind in pile
                for world in [self.with_card(hands, pile, seat, kind)]
            }
        elif seat is not None and twin.doing in ("play", "declare"):
            self.worlds = {
                (tuple(hand if other == seat else hands[other] for other in range(len(hands))), pile)
                for hands, pile in self.worlds
                for hand in [self.after_play(hands[seat], twin.actor, words)]
                if hand is not None
            }

    def with_card(self, hands, pile, seat, kind):
        left = list(pile)
        left.remove(kind)
        hand = tuple(sorted([*hands[seat], (self.number, kind)]))
        return tuple(hand if other == seat else hands[other] for other in range(len(hands))), tuple(left)

    def after_play(self, hand, actor, words):
        """The hand without the card that is played: None if it could not be, or if another age would be seen to go."""
        real = actor.hand
        actor.hand = []
        for number, kind in hand:
            actor.hand.append(Card(kind))
            actor.hand[-1].pile = number
        try:
            if words not in self.twin.legal():
                return None
            if words == "pass":
                return hand
            kind = words.split()[1] if words.startswith("discard ") else words.split()[0]
            played = actor.give(kind)
            actor.hand, fake = real, actor.hand
            truly = min(card.pile for card in real if card.kind == kind)
            return tuple(sorted((card.pile, card.kind) for card in fake)) if played.pile == truly else None
        finally:
            actor.hand = real

    def after(self):
        """See what came of it: who is eliminated shows his hand, and a new pile is known."""
        for seat, player in enumerate(self.twin.players):
            if player.is_out and self.before[player]:
                shown = self.last_hand(seat)
                self.worlds = {
                    (tuple(() if other == seat else hands[other] for other in range(len(hands))), pile)
                    for hands, pile in self.worlds
                    if hands[seat] == shown
                }
        if self.twin.pile_number != self.number:
            self.worlds = {(hands, self.pile()) for hands, _ in self.worlds}
        assert (tuple(map(hand_of, self.twin.players)), self.pile()) in self.worlds

    def last_hand(self, seat):
        """The hand with which a player was eliminated: by a roll or a collapse, which play no card of it."""
        return self.before[self.twin.players[seat]]

    def hands(self):
        """How many ways there are to deal cards, all told apart, to each division of kinds over hands."""
        return {hands: ways(hands, pile) for hands, pile in self.worlds}


def ways(hands, pile):
    """In how many ways distinct cards come to lie so that hands and pile have these kinds."""
    shares = [Counter(hand) for hand in hands]
    rest = Counter(pile)
    total = sum(shares, Counter())
    newest = max((number for hand in hands for number, _ in hand), default=0)
    found = 1
    for card, count in total.items():
        number, kind = card
        in_pile = rest[kind] if number == newest else 0
        found *= factorial(count + in_pile)
        found //= factorial(in_pile) * prod(factorial(share[card]) for share in shares)
    return found


def told(ruleset, states, twin):
    """All hands of a position, with the numbers of the piles of the twin for the ages of the cards."""
    now = states[0]
    real = sorted({card.pile for player in twin.players for card in player.hand}, reverse=True)
    ages = sorted({int(now.age[seat, slot]) for seat in range(ruleset.seats) for slot in range(now.hand_size[seat])})
    number_of = dict(zip(ages, real, strict=True))
    return tuple(
        tuple(
            sorted(
                (number_of[int(now.age[seat, slot])], KINDS[now.card[seat, slot]])
                for slot in range(now.hand_size[seat])
            )
        )
        for seat in range(ruleset.seats)
    )


def games(name, count=NUM_GAMES, seed=1):
    """Every position of random games, with the twin and one watcher for each seat and one for spectators."""
    seats, options = BOXES[name]
    ruleset = motherlode.game("minecart_mayhem", seats, **options)
    notation, box = ruleset.spec.notation, ruleset.box
    for number in range(count):
        dice = random.Random(1000 * seed + number)
        states, twin = ruleset.new(), twin_of(seats, options)
        watchers = [Watcher(twin, seat) for seat in range(seats + 1)]
        while not ruleset.is_over(states):
            yield ruleset, states, twin, watchers
            if ruleset.to_act(states) == CHANCE:
                outcomes, weights = zip(*ruleset.chance(states), strict=True)
                action = dice.choices(outcomes, weights)[0]
                words = notation.write_outcome(box, states, action)
            else:
                action = dice.choice(ruleset.legal(states))
                words = notation.write_action(box, states, action)
            for watcher in watchers:
                watcher.take(words)
            twin.take(words)
            for watcher in watchers:
                watcher.after()
            ruleset.apply(states, action)


@pytest.mark.parametrize("name", BOXES)
def test_r12_4_only_worlds_that_agree_with_every_open_event_are_dealt(name):
    streams = make_streams(3)
    num_proven = 0
    for ruleset, states, twin, watchers in games(name):
        for watcher in watchers:
            possible = watcher.hands()
            hidden = ruleset.hidden(states, watcher.seat)
            num_proven += bool((states[0].ruled_out != 0).any())
            for _ in range(3):
                world = ruleset.resampled(hidden, watcher.seat, streams)
                assert told(ruleset, world, twin) in possible, ruleset.spec.notation.write_position(ruleset.box, states)
                assert ruleset.hidden(world, watcher.seat).tobytes() == hidden.tobytes()
                assert ruleset.to_act(world) < 0 or ruleset.legal(world)
    assert num_proven > 100


@pytest.mark.parametrize("name", BOXES)
def test_r12_4_each_way_that_agrees_is_equally_likely(name):
    """Sampled worlds against all there are, where something is proven of other hands."""
    streams = make_streams(4)
    compared = set()
    for ruleset, states, twin, watchers in games(name, seed=2):
        if len(compared) >= MOST_COMPARED:
            break
        for watcher in watchers:
            is_doubling = states[0].phase in (FIRST, SECOND) and int(states[0].to_act) != watcher.seat
            proven = [int(states[0].ruled_out[seat].max()) for seat in range(ruleset.seats) if seat != watcher.seat]
            if not (is_doubling or any(proven)) or len(compared) >= MOST_COMPARED:
                continue
            possible = watcher.hands()
            if not 2 <= len(possible) <= 60:
                continue
            hidden = ruleset.hidden(states, watcher.seat)
            if hidden.tobytes() in compared:
                continue
            compared.add(hidden.tobytes())
            found = Counter(
                told(ruleset, ruleset.resampled(hidden, watcher.seat, streams), twin) for _ in range(NUM_WORLDS)
            )
            where = ruleset.spec.notation.write_position(ruleset.box, states)
            assert set(found) <= set(possible), where
            shares = {hands: NUM_WORLDS * count / sum(possible.values()) for hands, count in possible.items()}
            distance = sum((found[hands] - share) ** 2 / share for hands, share in shares.items())
            freedom = len(possible) - 1
            assert distance < freedom + 5 * sqrt(2 * freedom) + 5, (where, watcher.seat, shares, found)
    assert len(compared) >= 3


@pytest.mark.parametrize("name", BOXES)
def test_r12_4_the_way_that_cannot_fail_deals_worlds_that_agree_too(name):
    streams = make_streams(5)
    num_doubles = 0
    for ruleset, states, twin, watchers in games(name, count=3 if name != "stones" else 12):
        for watcher in watchers:
            seat, possible = watcher.seat, watcher.hands()
            world = ruleset.hidden(states, seat)
            now = world[0]
            oldest = max(int(now.age[other].max()) for other in range(ruleset.seats) if other != seat)
            if int(now.to_act) != seat and now.phase in (FIRST, SECOND):
                num_doubles += 1
                before = now.ruled_out.copy()
                secrecy.deal_to_finish(ruleset.box[0], now, seat, oldest, streams, 0)
                assert (now.ruled_out == before).all()
            else:
                for age in range(oldest + 1):
                    cards = secrecy.gather(ruleset.box[0], now, seat, age)
                    secrecy.deal_surely(ruleset.box[0], now, seat, age, cards, streams, 0)
            assert told(ruleset, world, twin) in possible, ruleset.spec.notation.write_position(ruleset.box, states)
    assert num_doubles > 0


def test_r12_4_what_is_proven_is_the_same_in_every_world():
    """It follows from open events, so it tells a seat nothing that it may not know."""
    streams = make_streams(6)
    for ruleset, states, _, watchers in games("two", count=2):
        for watcher in watchers:
            world = ruleset.resampled(ruleset.hidden(states, watcher.seat), watcher.seat, streams)
            assert np.array_equal(world[0].ruled_out, states[0].ruled_out)

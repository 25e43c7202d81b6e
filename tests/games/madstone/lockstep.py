"""The twin by the protocol of docs/conformance.md, with every field of a position, also as each seat may know it."""

from collections import Counter

import numpy as np

from .comparing import fields, numbers_in
from .reference import Madstone

SINGLE = {"end": "end turn"}  # where notation has other words than the twin
CHANCES = ("start", "deal", "draw")


def census(twin):
    """R1.1: where each card is, a Darkness Falls too; each is in one zone only."""
    heaps = [twin.unseen, twin.night_cards, twin.gone, *twin.piles.values()]
    heaps += [heap for player in twin.players for heap in (player.hand, player.army, player.spoils)]
    heaps.append([twin.awaited] if twin.awaited else [])
    return Counter(id(card) for heap in heaps for card in heap)


class Beside:
    """A game of the twin; what seats may know is compared once in `hide_every` positions."""

    def __init__(self, twin, hide_every=6):
        self.twin, self.hide_every = twin, hide_every
        self.words = {}  # what the twin calls what can be played, by its text in notation
        self.numbers = None  # of cards, by their names
        self.num_compared = 0

    def to_act(self):
        if self.twin.doing == "over":
            return "over"
        return "chance" if self.twin.doing in CHANCES else self.twin.actor.seat

    def actions(self):
        if self.to_act() == "chance":
            weights = self.twin.chances()
            self.words = {self.write_outcome(*words): words for words in weights}
            return {text: weights[words] for text, words in self.words.items()}
        self.words = {self.write_action(*words): words for words in self.twin.legal()}
        return list(self.words)

    def write_outcome(self, kind, *what):
        if kind == "start":
            return f"start seat {what[0] + 1}"
        name = "Darkness Falls" if kind == "darkness" else what[0]
        return f"{self.twin.doing} {name}"

    def write_action(self, kind, *what):
        if kind == "rob":
            return f"target seat {what[0] + 1}"
        if not what:
            return SINGLE.get(kind, kind)
        return f"{'target' if kind == 'aim' else kind} {what[0]}"

    def play(self, text):
        self.twin.take(self.words[text])

    def scores(self):
        return self.twin.result

    def outcome(self):
        return self.twin.how, self.twin.winners()

    def compare(self, ruleset, states):
        if self.numbers is None:
            self.numbers = numbers_in(ruleset.box)
        found = self.differences(states, None)
        if self.num_compared % self.hide_every == 0:
            assert census(self.twin) == Counter(id(card) for card in [*self.twin.cards.values(), *self.twin.darkness])
            for seat in range(ruleset.seats + 1):
                found |= self.differences(ruleset.hidden(states, seat), seat)
        self.num_compared += 1
        return found

    def differences(self, states, viewer):
        """Every field of the position, as a seat may know it, against the twin."""
        now, expected = states[0], fields(self.numbers, self.twin, viewer)
        assert set(expected) == set(states.dtype.names) - {"spare"}
        assert not now.spare.any()
        eyes = "" if viewer is None else f" to seat {viewer + 1}"
        pairs = {field + eyes: (np.asarray(now[field]).tolist(), value) for field, value in expected.items()}
        return {field: pair for field, pair in pairs.items() if pair[0] != pair[1]}


def new(seats, options):
    return Beside(Madstone(seats, options))

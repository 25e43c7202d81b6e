"""The twin by the protocol of docs/conformance.md, with every field of a position in its words."""

from .comparing import of_twin, told, twin_of
from .reference import OVER, THROW

FACES = range(1, 7)


class Beside:
    """A game of the twin."""

    def __init__(self, twin):
        self.twin = twin

    def to_act(self):
        if self.twin.phase == OVER:
            return "over"
        return "chance" if self.twin.phase == THROW else self.twin.colours.index(self.twin.mover)

    def actions(self):
        return {f"throws {face}": 1 for face in FACES} if self.twin.phase == THROW else self.twin.legal()

    def play(self, text):
        if self.twin.phase == THROW:
            self.twin.throw(int(text.removeprefix("throws ")))
        else:
            self.twin.play(text)

    def scores(self):
        return self.twin.scores()

    def outcome(self):
        return "capped" if self.twin.ended_by == "cap" else "played out", self.twin.winners()

    def compare(self, ruleset, states):
        here, there = told(ruleset, states), of_twin(self.twin)
        assert here.keys() == there.keys()
        return {name: (here[name], there[name]) for name in here}


def new(seats, options):
    return Beside(twin_of(seats, **options))

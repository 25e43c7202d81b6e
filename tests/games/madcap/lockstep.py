"""The twin by the protocol of docs/conformance.md, and every field of a position as it sees it."""

from motherlode.core.contract import CHANCE, OVER

from .reference import COLOURS, DISCARD, DOWN, UP, Madcap

NOBODY = -1
WAYS = {"in": UP, "up": UP, "down": DOWN, "discard": DISCARD}


def fields_of(twin):
    """Every field of the state record, as the twin sees it."""
    to_act = OVER if twin.is_over else CHANCE if twin.is_rolling else twin.seat
    return {
        "total": twin.total,
        "gold": twin.gold,
        "points": twin.points,
        "game": twin.number - twin.is_over,
        "dice": [[twin.dice[colour].count(face) for face in range(1, 9)] for colour in COLOURS],
        "level": [twin.barrels[colour] or 0 for colour in COLOURS],
        "banned": NOBODY if twin.chosen_before is None else COLOURS.index(twin.chosen_before),
        "rolled": twin.num_rolled,
        "left": 3 * twin.dice_per_colour - twin.turns,
        "first": twin.first,
        "to_act": to_act,
        "spare": [0, 0],
    }


class Beside:
    """A game of the twin."""

    def __init__(self, twin):
        self.twin = twin

    def to_act(self):
        return "over" if self.twin.is_over else "chance" if self.twin.is_rolling else self.twin.seat

    def actions(self):
        if self.twin.is_rolling:
            return {f"{self.twin.next_colour()} {face}": 1 for face in range(1, self.twin.faces + 1)}
        return [self.write(*move) for move in self.twin.legal()]

    def write(self, colour, face, way):
        is_entering = way == UP and self.twin.barrels[colour] is None
        return f"{colour} {face} {'in' if is_entering else way}"

    def play(self, text):
        colour, face, *way = text.split()
        if way:
            self.twin.play((colour, int(face), WAYS[way[0]]))
        else:
            assert colour == self.twin.next_colour()
            self.twin.roll(int(face))

    def scores(self):
        if self.twin.games > 1:
            return self.twin.points
        pairs = zip(self.twin.total, self.twin.gold, strict=True)
        return [total + (0 if self.twin.is_over else gold) for total, gold in pairs]

    def outcome(self):
        return "played out", self.twin.winners()

    def compare(self, ruleset, states):
        """Every field, and the scores all the way."""
        found = {name: (states[name][0].tolist(), value) for name, value in fields_of(self.twin).items()}
        assert set(found) == set(states.dtype.names)
        found["scores"] = ruleset.scores(states), self.scores()
        return found


def new(seats, options):
    assert seats == 2
    return Beside(Madcap(**options))

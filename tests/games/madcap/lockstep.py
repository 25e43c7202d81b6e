"""The twin by the protocol of docs/conformance.md, and every field of a position as it sees it."""

from collections import Counter
from functools import cache
from math import factorial, prod

import numpy as np

import motherlode
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


class FairRolls:
    """R8.3: which rolls are fair says the box, which a solution of the game has filled; how likely is counted here."""

    def __init__(self):
        box = motherlode.game("madcap", fair_rolls=True).box[0]
        self.rolls = [Counter(dict(enumerate(row.tolist(), 1))) for row in box.roll_dice[: int(box.num_rolls)]]
        one = np.arange(len(self.rolls))
        low, middle, high = np.sort(np.stack(np.meshgrid(one, one, one, indexing="ij")), axis=0)
        bits = np.unpackbits(box.fair, bitorder="little")
        number = high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
        self.is_fair = bits[number].astype(np.float64)  # by red, black and blue roll

    def ways(self, shown, num_dice):
        """In how many orders the dice of a colour can go on from those that are rolled to each roll."""
        missing = [{face: roll[face] - shown.count(face) for face in roll} for roll in self.rolls]
        left = factorial(num_dice - len(shown))
        return np.array(
            [
                0 if min(each.values()) < 0 else left // prod(factorial(count) for count in each.values())
                for each in missing
            ],
            np.float64,
        )

    def weights(self, twin):
        """So many ordered fair rolls begin like this, by the face of the next die."""
        next_one, found = twin.next_colour(), {}
        others = [self.ways(twin.dice[colour], twin.dice_per_colour) for colour in COLOURS]
        for face in range(1, twin.faces + 1):
            others[COLOURS.index(next_one)] = self.ways([*twin.dice[next_one], face], twin.dice_per_colour)
            red, black, blue = others
            if count := int(red @ (self.is_fair @ blue @ black)):
                found[f"{next_one} {face}"] = count
        return found


@cache
def fair_rolls():
    return FairRolls()


class Beside:
    """A game of the twin."""

    def __init__(self, twin, fair=None):
        self.twin = twin
        self.fair = fair

    def to_act(self):
        return "over" if self.twin.is_over else "chance" if self.twin.is_rolling else self.twin.seat

    def actions(self):
        if self.twin.is_rolling and self.fair is not None:
            return self.fair.weights(self.twin)
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
    rest = dict(options)
    if rest.pop("fair_rolls", False):
        assert not rest.keys() & {"levels", "dice", "faces", "gold"}
        return Beside(Madcap(**rest), fair_rolls())
    return Beside(Madcap(**rest))

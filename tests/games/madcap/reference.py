"""A slow, plain twin of Madcap, written from RULES.md and the rulebook alone.

Nothing here looks at `motherlode`: dice are lists of numbers, barrels are counted level by level, and actions are
tuples (colour, face, way) with the words that RULES.md uses.
"""

COLOURS = ("red", "black", "blue")
UP, DOWN, DISCARD = "up", "down", "discard"
MOST_GAMES = 100  # R7.3


class Elevator:
    """R4: travels level by level and turns at the ends."""

    def __init__(self, levels):
        self.levels = levels

    def travel(self, level, pips, way):
        step = -1 if way == UP else 1
        for _ in range(pips):
            if not 1 <= level + step <= self.levels:
                step = -step
            level += step
        return level


class Madcap:
    """A match: one game after another, each rolled and then played die by die."""

    def __init__(self, levels=7, dice=4, faces=6, gold=None, games=1, nuggets=0):
        self.levels, self.dice_per_colour, self.faces = levels, dice, faces
        self.level_gold = {level: level for level in range(1, levels + 1)}
        if gold is not None:
            self.level_gold = dict(enumerate(gold, 1))
        self.games, self.nuggets = games, nuggets
        self.elevator = Elevator(levels)
        self.total = [0, 0]
        self.points = [0, 0]
        self.number = 0  # games finished
        self.is_over = False
        self.set_up()

    def set_up(self):
        """R1.1, R1.3, R7.1: barrels outside, no dice yet, the first player alternates."""
        self.dice = {colour: [] for colour in COLOURS}
        self.barrels = dict.fromkeys(COLOURS)  # None: outside
        self.gold = [0, 0]
        self.chosen_before = None
        self.first = self.number % 2
        self.seat = self.first
        self.turns = 0

    # Rolling

    @property
    def num_rolled(self):
        return sum(len(dice) for dice in self.dice.values()) + self.turns

    @property
    def is_rolling(self):
        return not self.is_over and self.turns == 0 and self.num_rolled < 3 * self.dice_per_colour

    def next_colour(self):
        """R1.2: red, then black, then blue."""
        for colour in COLOURS:
            if len(self.dice[colour]) < self.dice_per_colour:
                return colour
        raise AssertionError

    def roll(self, face):
        assert self.is_rolling
        assert 1 <= face <= self.faces
        self.dice[self.next_colour()].append(face)

    # Playing

    def stop(self, colour, face, way):
        """R2.3, R4.1: the level where the barrel of this colour would stop."""
        if self.barrels[colour] is None:
            return face
        return self.elevator.travel(self.barrels[colour], face, way)

    def moves_of(self, colour):
        """R2, R4: what the barrel could do if nothing were banned."""
        moves = []
        for face in sorted(set(self.dice[colour])):  # R2.4
            if self.barrels[colour] is None:
                moves.append((colour, face, UP))  # R2.3
                continue
            seen = []
            for way in (UP, DOWN):
                level = self.stop(colour, face, way)
                if level == self.barrels[colour] or level in seen:  # R4.3, R4.4
                    continue
                seen.append(level)
                moves.append((colour, face, way))
        return moves

    def legal(self):
        """R3, R5: the actions of the seat to act, in the order of colours, faces and ways."""
        assert not self.is_over
        assert not self.is_rolling
        banned = self.chosen_before
        others = [move for colour in COLOURS if colour != banned for move in self.moves_of(colour)]
        if others:
            return others
        if banned is not None and self.moves_of(banned):
            return self.moves_of(banned)
        discards = [(colour, face, DISCARD) for colour in COLOURS for face in sorted(set(self.dice[colour]))]
        free = [discard for discard in discards if discard[0] != banned]
        return free or discards

    def play(self, action):
        assert action in self.legal()
        colour, face, way = action
        if way != DISCARD:
            level = self.stop(colour, face, way)
            others = [other for other in COLOURS if other != colour and self.barrels[other] == level]
            for _ in others:
                self.gold[self.seat] += self.level_gold[level]
            self.barrels[colour] = level
        self.dice[colour].remove(face)
        self.chosen_before = colour
        self.turns += 1
        self.seat = 1 - self.seat
        if self.turns == 3 * self.dice_per_colour:
            self.finish_game()

    def finish_game(self):
        """R6.4, R7: count, then begin the next game or end the match."""
        self.number += 1
        for seat in range(2):
            self.total[seat] += self.gold[seat]
            if self.gold[seat] > self.gold[1 - seat]:
                self.points[seat] += 2
            elif self.gold[seat] == self.gold[1 - seat]:
                self.points[seat] += 1
        if self.nuggets:
            self.is_over = max(self.total) >= self.nuggets or self.number == MOST_GAMES
        else:
            self.is_over = self.number == self.games
        if not self.is_over:
            self.set_up()

    def winners(self):
        """R6.4, R7: the seats that share the first place."""
        result = self.points if self.games > 1 else self.total
        return [seat for seat in range(2) if result[seat] == max(result)]

"""A slow, plain twin of the Rockport Caverns, written from RULES.md and the rulebook alone.

Nothing here looks at `motherlode`: a map is read from its file into dictionaries by (row, across), and a game is one
generator that tells the story in order and asks for dice and choices as it goes: `request` is what it asks for
now, `answer` goes on.
"""

import tomllib
from collections import deque

SIDES = ("NE", "E", "SE", "SW", "W", "NW")
AWAY = {"NE": (-1, 1), "E": (0, 2), "SE": (1, 1), "SW": (1, -1), "W": (0, -2), "NW": (-1, -1)}
CARDS = {  # R1.1, R1.2: health, stored, most stored, trigger row, friend's row
    1: (4, 2, 2, 1, 2),
    2: (3, 1, 1, 2, 3),
    3: (3, 0, 2, 2, None),
    4: (4, 1, 1, 2, None),
}
LEVELS = ("easy", "medium", "hard")
SLIDES = (2, 4, 6)  # R1.4
FILLED = {"easy": 0, "medium": 1, "hard": 2}  # R1.5
ROCKS = [2, 3, 2, 2, 2, 1]  # R2.2
ROOMS = {
    "D": "Bear's Den",
    "N": "Hen's Nest Gemstones",
    "P": "The Patriot's Rock",
    "U": "The Pouch",
    "A": "Ammo Rocks",
}
MOST_LIFE = 6
MOST_ROUNDS = 60


class Over(Exception):
    """The game has ended; says how."""


def hexes_of(lines):
    """R2.10: the hexes of a sketch, by way of its lines: each joins the two letters at its ends."""
    letters = {(y, x): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign.isalpha()}
    sides = {spot: set() for spot in letters}
    for y, x in letters:
        for side, down, right, sign in (("E", 0, 4, "-"), ("SE", 2, 2, "\\"), ("SW", 2, -2, "/")):
            goal = (y + down, x + right)
            if goal in letters and lines[y + down // 2].ljust(x + 9)[x + right // 2] == sign:
                back = {"E": "W", "SE": "NW", "SW": "NE"}[side]
                sides[goal].add(back)
                if letters[goal] != "S":  # R2.6
                    sides[y, x].add(side)
    found = []
    for (y, x), letter in letters.items():
        hex_ = {"row": y // 2 + 1, "across": x // 2 - 1, "paths": " ".join(sorted(sides[y, x]))}
        hex_["kind"] = {"o": "passage", "E": "exit", "S": "start"}.get(letter, "room")
        found.append(hex_ | ({"name": ROOMS[letter]} if letter in ROOMS else {}))
    return found


class Cavern:
    """R2: a map."""

    def __init__(self, path, circles=None, drawn=0):
        content = dict(path) if isinstance(path, dict) else tomllib.loads(path.read_text(encoding="utf-8"))
        if drawn:  # R2.10
            content = content["caverns"][drawn - 1]
            content |= {"rocks": ROCKS, "hexes": hexes_of(content["sketch"].strip("\n").split("\n"))}
        self.rounds = content.get("rounds", MOST_ROUNDS)  # R11.6
        self.capacity = dict(enumerate(content["rocks"], 1))
        self.circles = dict(enumerate(circles or content["water"], 1))
        self.marked_row = content["marked_row"]
        self.kind, self.room, self.sides = {}, {}, {}
        for hex_ in content["hexes"]:
            spot = (hex_["row"], hex_["across"])
            self.kind[spot] = hex_["kind"]
            self.room[spot] = hex_.get("name")
            self.sides[spot] = hex_["paths"].split()

    def beyond(self, spot, side):
        """R2.6: where a path leads, or None."""
        if side not in self.sides[spot]:
            return None
        down, right = AWAY[side]
        return spot[0] + down, spot[1] + right

    def counted(self, row):
        """R2.5: the hexes that dice can count, from left to right."""
        return sorted(spot for spot, kind in self.kind.items() if spot[0] == row and kind == "passage")

    def starts(self):
        return sorted(spot for spot, kind in self.kind.items() if kind == "start")

    def den(self):
        return next(spot for spot, name in self.room.items() if name == "Bear's Den")


class Caverns:
    """A game, from the start roll to its end."""

    def __init__(
        self, path, card=1, rocks="easy", water="easy", bear=False, circles=None, rerolls=3, rock_slides=SLIDES, drawn=0
    ):  # parameters: a designer's numbers
        self.map = Cavern(path, circles, drawn)
        self.health, self.stored, self.most_stored, self.trigger, self.friend_row = CARDS[card]
        self.life = self.friend_life = self.health  # R9.5
        self.rocks = {}
        self.filled = FILLED[water]
        self.bear = self.map.den() if bear else None
        self.here = self.friend = self.start = None
        self.rounds = self.left = 0
        self.rerolls = rerolls
        self.is_dry = self.is_disoriented = False
        self.ending = None
        self.story = self.game(rock_slides[LEVELS.index(rocks)])
        self.request = next(self.story)

    def answer(self, given):
        """A face of the die that is asked for, or one of the choices."""
        assert given in self.request[1]
        try:
            self.request = self.story.send(given)
        except StopIteration:
            self.request = None

    # The story

    def game(self, slides):
        """R1: start roll, rocks, then round after round."""
        try:
            face = yield "start", range(1, 7)
            self.start = self.here = self.map.starts()[face - 1]
            for _ in range(slides):
                yield from self.rock_slide(is_setup=True)
            while True:
                yield from self.round()
        except Over as over:
            self.ending = str(over)

    def round(self):
        """R4, R5, R8, R12: water, turn, event, bear."""
        if self.rounds == self.map.rounds:
            raise Over("dark")
        self.rounds += 1
        if self.is_dry:
            self.is_dry = False
        elif self.filled == sum(self.map.circles.values()):
            raise Over("full")
        else:
            self.filled += 1
            self.look_at_water()
        self.left = 1 if self.is_disoriented else 2
        self.is_disoriented = False
        has_event = yield from self.turn()
        self.left = 0
        if has_event:
            yield from self.event()
        if self.bear is not None:
            yield from self.bear_moves()

    def turn(self):
        """R5, R6: the actions; whether an event follows."""
        has_acted = has_led = is_sheltered = False
        while self.left + self.stored > 0:
            choices = self.choices(has_acted, has_led)
            choice = yield "act", choices
            if choice == "pass":
                self.pay(2)
                self.gain()
                return False
            if choice == "store":
                self.stored += 1
                break
            if choice == "stop":
                break
            verb, side = choice
            goal = self.map.beyond(self.here, side)
            is_climb = self.rocks.get(goal, 0) > 0
            self.pay(self.price(goal, 2 if verb == "lead" else 1))
            has_acted = True
            has_led = has_led or verb == "lead"
            is_sheltered = is_sheltered or self.map.kind[goal] == "room"
            if is_climb:
                self.left = 0
            self.arrive(goal, verb == "lead")
            if self.friend is None and goal[0] == self.trigger:
                yield from self.locate()
            if is_climb:
                break
        return not is_sheltered

    def choices(self, has_acted, has_led):
        found = []
        for verb, basic in (("go", 1), ("lead", 2)):
            if verb == "lead" and self.friend != self.here:
                continue
            for side in SIDES:
                goal = self.map.beyond(self.here, side)
                if goal and not self.is_blocked(goal) and self.price(goal, basic) <= self.left + self.stored:
                    found.append((verb, side))
        if not has_acted and self.left + self.stored >= 2:
            found.append("pass")
        if self.left > 0 and not has_led and self.stored < self.most_stored:
            found.append("store")
        return [*found, "stop"]

    def locate(self):
        """R9.2 to R9.4."""
        row = self.friend_row
        if row is None:
            face = yield "friend row die", range(1, 7)
            row = {1: 1, 4: 1, 2: 2, 5: 2, 3: 3, 6: 3}[face]
        for candidate in (row, row % 3 + 1, (row + 1) % 3 + 1):
            hexes = self.map.counted(candidate)
            faces = [face for face in range(1, 7) if face <= len(hexes) and not self.is_blocked(hexes[face - 1])]
            if faces:
                face = yield "friend column", faces
                self.friend = hexes[face - 1]
                self.look_at_water()
                self.look_at_ways()
                return
        raise Over("buried")

    def event(self):
        """R8."""
        face = yield "event", range(1, 7)
        if face != 1 and self.rerolls > 0:
            choice = yield "choice", ["re-roll", "keep"]
            if choice == "re-roll":
                self.rerolls -= 1
                face = 1
        if face == 1:
            self.gain()
        elif face == 2:
            is_together = self.friend == self.here
            self.life -= 1
            self.friend_life -= is_together
            self.look_at_lives()
        elif face == 4:
            self.is_disoriented = True
        elif face == 5:
            yield from self.slide()
        else:
            for _ in range(1 if face == 3 else 2):
                yield from self.rock_slide()

    def slide(self):
        """R8.5, R8.6."""
        ways = [self.map.beyond(self.here, side) for side in ("SE", "SW")]
        ways = [way for way in ways if way and not self.is_blocked(way)]
        if not ways:
            return
        nearest = min(abs(way[1] - self.start[1]) for way in ways)
        ways = [way for way in ways if abs(way[1] - self.start[1]) == nearest]
        way = ways[0]
        if len(ways) == 2:
            choice = yield "slide", ["slide right", "slide left"]
            way = ways[0] if choice == "slide right" else ways[1]
        self.arrive(way, self.friend == self.here)

    def rock_slide(self, is_setup=False):
        """R7, R1.6."""
        row = yield "row", range(1, 7)
        hexes = self.map.counted(row)
        columns = list(range(1, 7))
        if is_setup:
            columns = [column for column in columns if column > len(hexes) or not self.would_trap(hexes[column - 1])]
        column = yield "column", columns or range(1, 7)
        if not columns or column > len(hexes) or self.is_blocked(hexes[column - 1]):
            return
        spot = hexes[column - 1]
        self.rocks[spot] = self.rocks.get(spot, 0) + 1
        self.life -= spot == self.here
        self.friend_life -= spot == self.friend
        self.look_at_lives()
        self.look_at_ways()

    def bear_moves(self):
        """R12.2, R12.3."""
        face = yield "bear", range(1, 7)
        clockwise = SIDES[face - 1 :] + SIDES[: face - 1]
        for side in clockwise:
            way = self.map.beyond(self.bear, side)
            if way and self.map.kind[way] != "exit" and not self.is_blocked(way):
                self.bear = way
                if way == self.here:
                    self.life -= 1
                    self.look_at_lives()
                return

    # Small things

    def pay(self, price):
        """R5.1."""
        while price:
            if self.left:
                self.left -= 1
            else:
                assert self.stored
                self.stored -= 1
            price -= 1

    def price(self, goal, basic):
        """R5.2 to R5.4."""
        return 3 if self.is_flooded(self.here[0]) or self.is_flooded(goal[0]) else basic

    def gain(self):
        """R8.4, R9.6."""
        self.life = min(MOST_LIFE, self.life + 1)
        if self.friend == self.here:
            self.friend_life = min(MOST_LIFE, self.friend_life + 1)

    def is_flooded(self, row):
        """R4.2: rows fill from the bottom; a start circle is in no row."""
        return 1 <= row <= 6 and self.filled >= sum(count for other, count in self.map.circles.items() if other >= row)

    def is_blocked(self, spot):
        """R7.2."""
        return self.map.kind[spot] == "passage" and self.rocks.get(spot, 0) >= self.map.capacity[spot[0]]

    def arrive(self, goal, is_with_friend):
        """R3, R10.1, R11.8, R12.3."""
        if goal[0] == self.map.marked_row != self.here[0]:
            self.life -= 1
        self.here = goal
        if is_with_friend:
            self.friend = goal
        if self.bear == goal:
            self.life -= 1
        if self.map.kind[goal] == "room":
            self.is_dry = True
        self.look_at_lives()
        self.look_at_water()
        if self.map.kind[goal] == "exit" and self.friend == goal:
            raise Over("won")
        self.look_at_ways()

    def look_at_lives(self):
        """R11.1, R11.2."""
        if self.life <= 0:
            raise Over("dead")
        if self.friend_life <= 0:
            raise Over("friend dead")

    def look_at_water(self):
        """R11.3, R11.4."""
        if self.is_flooded(self.here[0] - 1):
            raise Over("drowned")
        if self.friend is not None and self.is_flooded(self.friend[0] - 1):
            raise Over("friend drowned")

    def look_at_ways(self):
        """R11.9."""
        if self.is_trapped():
            raise Over("trapped")

    def is_trapped(self):
        """R11.9: walk to whatever must be reached first, then on from there to an exit."""
        goals = [spot for spot in self.map.kind if spot[0] == self.trigger] if self.friend is None else [self.friend]
        if self.here in goals:
            goals = [self.here]
        else:
            reached = self.walk(self.here)
            goals = [goal for goal in goals if goal in reached]
        return not any(self.map.kind[spot] == "exit" for goal in goals for spot in [goal, *self.walk(goal)])

    def walk(self, start):
        """R2.6, R6.2: every hex that can be entered on a way from a spot, and where it was entered from."""
        came_from, queue = {}, deque([start])
        while queue:
            spot = queue.popleft()
            for side in self.map.sides[spot]:
                goal = self.map.beyond(spot, side)
                if goal not in came_from and not self.is_blocked(goal):
                    came_from[goal] = spot
                    queue.append(goal)
        return came_from

    def would_trap(self, spot):
        """R1.6: whether one more rock slide on a hex traps the character."""
        before = self.rocks.get(spot, 0)
        self.rocks[spot] = before + 1
        is_trapped = self.is_trapped()
        self.rocks[spot] = before
        if not before:
            del self.rocks[spot]
        return is_trapped

"""A slow, plain twin of Trap the Cap, written from RULES.md and the rulebook alone.

Nothing here looks at `motherlode`. Spaces and caps are words ("17", "a4", "centre"; "red 3", "golden"), a group is a
list of caps from the bottom to the top, a space holds groups in the order in which they arrived, and every move is
found by walking all paths. `legal` answers in words: "red 3 to 17", "red 3 home", "red 3 home to 18", "golden to 5",
"golden turns on 9", "golden home", "golden stays home", "throw again", "stop".
"""

import itertools

GOLDEN = "golden"
THROW, MOVE, AGAIN, OVER = "throw", "move", "again", "over"


class Board:
    """R1: neighbours of each space, kinds, and the junction of each base."""

    def __init__(self, bases=4, sector=13, spoke=6, grey=3, yellow=("junctions", "centre"), links=(), cuts=()):
        self.bases, self.sector, self.spoke = bases, sector, spoke
        ring = [str(number) for number in range(1, bases * sector + 1)]
        self.junctions = [ring[base * sector] for base in range(bases)]
        spokes = [[f"{letter}{step}" for step in range(1, spoke + 1)] for letter in "abcdef"[:bases]]
        self.spaces = [*ring, *[name for one in spokes for name in one], "centre"]
        self.near = {name: [] for name in self.spaces}
        for place, name in enumerate(ring):
            self.join(name, ring[(place + 1) % len(ring)])
        for junction, one in zip(self.junctions, spokes, strict=True):
            line = [junction, *one, "centre"]
            for here, there in itertools.pairwise(line):
                self.join(here, there)
        for one, other in links:
            self.join(one, other)
        for one, other in cuts:
            self.near[one].remove(other)
            self.near[other].remove(one)
        self.grey = set()
        if grey:
            for base in range(bases):
                at = base * sector
                self.grey |= {ring[(at + grey) % len(ring)], ring[(at - grey) % len(ring)]}
                if grey <= spoke:
                    self.grey.add(spokes[base][grey - 1])
        words = {
            "junctions": self.junctions,
            "ring": [name for name in ring if name not in self.junctions],
            "spokes": [name for one in spokes for name in one],
        }
        self.yellow = {name for word in yellow for name in words.get(word, [word])} - self.grey

    def seen_from(self, base):
        """All spaces as the rules count them for the player at a base: first the ring from his junction on."""
        ring, spokes = self.bases * self.sector, self.bases * self.spoke
        at, of = base * self.sector, ring + base * self.spoke
        around = self.spaces[at:ring] + self.spaces[:at]
        inward = self.spaces[of : ring + spokes] + self.spaces[ring:of]
        return [*around, *inward, "centre"]

    def join(self, one, other):
        self.near[one].append(other)
        self.near[other].append(one)


class TrapTheCap:
    """A game from its set-up to its end."""

    def __init__(self, seats, board, game="basic", ending="most", caps=6, colours=None, turns=3000):
        self.board, self.game, self.ending, self.most_turns = board, game, ending, turns
        every = colours or ["green", "red", "blue", "yellow", "purple", "orange"]
        self.base_of = {every[seat * board.bases // seats]: seat * board.bases // seats for seat in range(seats)}
        self.colours = list(self.base_of)
        self.free_home = {colour: [f"{colour} {number}" for number in range(1, caps + 1)] for colour in self.colours}
        self.kept = {colour: [] for colour in self.colours}
        self.on = {name: [] for name in board.spaces}
        self.gold_owner = None
        if game == "golden":
            self.on["centre"].append([GOLDEN])
        self.mover = self.colours[0]
        self.phase = THROW
        self.die = None
        self.turns = self.throws = 0
        self.plans = None  # what is left of each way in which the Golden Cap can finish its move
        self.ended_by = None

    # Who is who

    def colour(self, cap):
        return self.gold_owner if cap == GOLDEN else cap.split()[0]

    def team(self, colour):
        if colour is None:
            return None
        return self.colours.index(colour) % 2 if self.game in {"team", "total"} else colour

    def is_mate(self, one, other):
        return one != other and one is not None and other is not None and self.team(one) == self.team(other)

    def free_caps(self, colour):
        """All free caps of a colour, the Golden Cap among them if it is his."""
        tops = [group[-1] for groups in self.on.values() for group in groups]
        return [cap for cap in tops + self.free_home[colour] if self.colour(cap) == colour]

    def group_of(self, cap):
        for name, groups in self.on.items():
            for group in groups:
                if group[-1] == cap:
                    return name, group
        return None, [cap]

    # What may be done

    def may_end(self, colour, start, name):
        """R3.1 to R3.3, R3.5, R8.2: for an ordinary cap."""
        if name == start:
            return True
        others = [self.colour(group[-1]) for group in self.on[name]]
        if name in self.board.grey:
            return colour not in others and len(others) < 3
        if any(self.is_mate(colour, other) for other in others):
            return False
        return name in self.board.yellow or colour not in others

    def ends(self, colour, start, place, before, left, is_laden, has_been_home):
        """R2.3, R5: (went through the base, last place) of every legal move; place None is the base."""
        if left == 0:
            if place is None or self.may_end(colour, start, place):
                yield has_been_home, place
            return
        junction = self.board.junctions[self.base_of[colour]]
        if place is None:
            yield from self.ends(colour, start, junction, "base", left - 1, is_laden, has_been_home)
            return
        for name in self.board.near[place]:
            if name != before:
                yield from self.ends(colour, start, name, place, left - 1, is_laden, has_been_home)
        if place == junction and is_laden and before != "base":
            found = set(self.ends(colour, start, None, place, left - 1, False, True))
            yield from found or {(True, None)}

    def moves_of(self, colour):
        """R2.7, R5, R10.1: the moves of one colour's ordinary caps, in words."""
        found = set()
        seen = set()
        mine = [cap for cap in self.free_caps(colour) if cap != GOLDEN]
        for cap in sorted(mine):
            place, group = self.group_of(cap)
            if len(group) == 1:
                if place in seen:
                    continue
                seen.add(place)
            is_laden = len(group) > 1 and self.game != "tower"
            for through, end in self.ends(colour, place, place, None, self.die, is_laden, False):
                if through:
                    found.add(f"{cap} home" + ("" if end is None else f" to {end}"))
                else:
                    found.add(f"{cap} to {end}")
        return found

    def golden_plans(self):
        """R11.7: of all plans with one effect the first: fewest turns, fewest visits, spaces from the own base on."""
        first = {}
        for plan in sorted(self.all_golden_plans(), key=self.rank_of_plan):
            first.setdefault(self.effect_of_plan(plan), plan)
        return set(first.values())

    def rank_of_plan(self, plan):
        seen = self.board.seen_from(self.base_of[self.mover])
        turns = sum("turns" in words for words in plan)
        visits = plan.count("golden home")
        return turns, visits, [seen.index(words.split()[-1]) if "home" not in words else len(seen) for words in plan]

    def effect_of_plan(self, plan):
        """Where the cap ends, whose groups it has brought home, whose it carries; their order is no difference."""
        home, carried, has_been_home = set(), set(), False
        for words in plan:
            if words == "golden home":
                home, carried, has_been_home = home | carried, set(), True
            elif words != "golden stays home":
                name = words.split()[-1]
                if name not in home and any(self.colour(group[-1]) != self.mover for group in self.on[name]):
                    carried.add(name)
        return plan[-1], frozenset(home), frozenset(carried), has_been_home

    def all_golden_plans(self):
        """R11.3 to R11.6: every way to finish the move, as a tuple of points to choose."""
        colour = self.mover
        junction = self.board.junctions[self.base_of[colour]]
        foes = {name for name, groups in self.on.items() if any(self.colour(group[-1]) != colour for group in groups)}
        own = {
            name
            for name, groups in self.on.items()
            if any(self.colour(group[-1]) == colour and group[-1] != GOLDEN for group in groups)
        }
        closed = own - self.board.yellow
        known = {}

        def plans(place, before, left, is_laden, cleared):
            key = place, before, left, is_laden, cleared
            if key in known:
                return known[key]
            found = set()
            if left == 0:
                if place not in closed:
                    found.add((f"golden to {place}",))
                known[key] = found
                return found
            onward = [junction] if place == "base" else list(self.board.near[place])
            if place == junction:
                onward.append("base")
            for name in onward:
                points, laden, gone = (), is_laden, cleared
                if name == before and place != "base" and place in foes - cleared:
                    points, laden, gone = (f"golden turns on {place}",), True, cleared | {place}
                if name == "base":
                    if not laden:
                        continue
                    rest = plans("base", None, left - 1, False, gone) if left > 1 else set()
                    tails = rest or {("golden stays home",)}
                    found |= {(*points, "golden home", *tail) for tail in tails}
                else:
                    found |= {points + tail for tail in plans(name, place, left - 1, laden, gone)}
            known[key] = found
            return found

        place, group = self.group_of(GOLDEN)
        return plans(place or "base", None, self.die, len(group) > 1, frozenset())

    def legal(self):
        """What the player to act may do, in words."""
        if self.phase == AGAIN:
            return {"throw again", "stop"}
        assert self.phase == MOVE
        if self.plans is not None:
            return {plan[0] for plan in self.plans}
        return self.all_moves()

    def all_moves(self):
        found = set()
        for colour in self.colours:
            if colour == self.mover or (self.game == "total" and self.is_mate(colour, self.mover)):
                found |= self.moves_of(colour)
        if self.gold_owner == self.mover:
            found |= {plan[0] for plan in self.golden_plans()}
        return found

    # What happens

    def throw(self, face):
        """R2.1, R2.5, R6.2."""
        assert self.phase == THROW
        self.throws += 1
        self.die = face
        self.phase = MOVE
        if not self.all_moves():
            self.finish(False)

    def play(self, words):
        assert words in self.legal()
        if words == "throw again":
            self.phase = THROW
            return
        if words == "stop":
            self.pass_on()
            return
        if words.startswith(GOLDEN):
            self.play_golden(words)
            return
        colour, number, *rest = words.split()
        cap = f"{colour} {number}"
        if rest[0] == "home":
            self.bring_home(cap)
        if "to" in rest:
            self.put(cap, rest[-1])
        self.finish(True)

    def play_golden(self, words):
        plans = self.plans if self.plans is not None else self.golden_plans()
        self.plans = {plan[1:] for plan in plans if plan[0] == words}
        if words == "golden home":
            self.bring_home(GOLDEN)
            if self.plans == {("golden stays home",)}:
                self.finish(True)
        elif words == "golden stays home":
            self.finish(True)
        else:
            self.put(GOLDEN, words.split()[-1])
            if words.startswith("golden to"):
                self.finish(True)

    def pick_up(self, cap):
        place, group = self.group_of(cap)
        if place is None:
            self.free_home[self.colour(cap)].remove(cap)
        else:
            self.on[place].remove(group)
        return group

    def put(self, cap, name):
        """R4, R11.4."""
        group = self.pick_up(cap)
        colour = self.colour(cap)
        if name not in self.board.grey or cap == GOLDEN:
            trapped = [other for other in self.on[name] if self.colour(other[-1]) != colour]
            for other in trapped:
                self.on[name].remove(other)
                if other[-1] == GOLDEN:
                    self.gold_owner = None
            group = [one for other in trapped for one in other] + group
        self.on[name].append(group)

    def bring_home(self, cap):
        """R5.3, R8.3, R11.2."""
        colour = self.colour(cap)
        for one in self.pick_up(cap):
            if one in (cap, GOLDEN):
                if one == GOLDEN:
                    self.gold_owner = colour
                self.free_home[colour].append(one)
            elif self.team(self.colour(one)) == self.team(colour):
                self.free_home[self.colour(one)].append(one)
            else:
                self.kept[colour].append(one)

    def survivors(self):
        return {self.team(colour) for colour in self.colours if self.free_caps(colour)}

    def finish(self, has_moved):
        """R6, R7.1, R7.6."""
        face, self.die, self.plans = self.die, None, None
        if has_moved and len(self.survivors()) == 1:
            self.phase, self.ended_by = OVER, "one left"
        elif self.throws == 2 * self.most_turns:
            self.phase, self.ended_by = OVER, "cap"
        elif face == 6:
            self.phase = AGAIN
        else:
            self.pass_on()

    def pass_on(self):
        """R1.7, R7.4, R7.5, R9.3."""
        self.turns += 1
        if self.turns == self.most_turns:
            self.phase, self.ended_by = OVER, "cap"
            return
        self.phase = THROW
        while True:
            self.mover = self.colours[(self.colours.index(self.mover) + 1) % len(self.colours)]
            if self.game == "total" or self.free_caps(self.mover):
                return

    # Who won

    def trapped_by(self, team, with_board):
        """R7.2, R8.5, R11.9."""
        caps = [cap for colour in self.colours if self.team(colour) == team for cap in self.kept[colour]]
        if with_board:
            for groups in self.on.values():
                for group in groups:
                    if self.team(self.colour(group[-1])) == team:
                        caps += group[:-1]
        return sum(cap != GOLDEN and self.team(cap.split()[0]) != team for cap in caps)

    def score(self, colour):
        """R7.2 to R7.5, R8.5, R8.6, R10.2, R11.10; at the end of the game."""
        team = self.team(colour)
        is_alive = any(self.free_caps(other) for other in self.colours if self.team(other) == team)
        if self.ended_by == "cap":
            return self.trapped_by(team, False)
        if self.ending == "most":
            return self.trapped_by(team, is_alive)
        if self.ending == "last":
            return int(is_alive)
        if self.ending == "fewest":
            mates = [other for other in self.colours if self.team(other) == team]
            return sum(cap != GOLDEN for other in mates for cap in self.free_caps(other))
        for groups in self.on.values():
            for group in groups:
                if GOLDEN in group[:-1]:
                    return int(self.colour(group[-1]) == colour)
        return int(self.gold_owner == colour)

    def scores(self):
        return [self.score(colour) for colour in self.colours]

    def winners(self):
        """R7.2 to R7.5, R8.5, R8.6, R10.2; R11.10: whoever has the Golden Cap, or nobody."""
        scores = self.scores()
        if self.ending == "golden" and self.ended_by != "cap":
            return [seat for seat, score in enumerate(scores) if score]
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

"""A slow, plain twin of Minecart Mayhem, written from RULES.md and the rulebook alone.

Nothing here looks at `motherlode`. Cards are objects that are moved from heap to heap, a lane is a row of rails with
things on them, and actions are sentences: `rail on lane 2`, `dynamite on back of lane 1`, `rocket on cart 3`. Lanes,
carts and rows are counted from 1, as players do.
"""

KINDS = ("rail", "dynamite", "stalactite", "rocket", "double", "swap")
VALUES = {"rail": 2, "dynamite": 8, "stalactite": 5, "rocket": 5, "swap": 8}
DECK = {"rail": 30, "dynamite": 10, "stalactite": 8, "rocket": 8, "double": 6, "swap": 6}


class Card:
    """One card. `pile` is the number of the pile that it was last drawn from."""

    def __init__(self, kind):
        self.kind = kind
        self.pile = None


class Rail:
    """A rail on the table: its own card, and the stalactites on it."""

    def __init__(self, card):
        self.card = card
        self.stalactites = []


class Player:
    """A player, the cart and the hand."""

    def __init__(self, number):
        self.number = number
        self.hand = []
        self.lane = None
        self.row = None
        self.is_out = False
        self.why = None

    def has(self, kind):
        return any(card.kind == kind for card in self.hand)

    def give(self, kind):
        """R3.10: of equal cards the one held longest."""
        card = min((card for card in self.hand if card.kind == kind), key=lambda card: card.pile)
        self.hand.remove(card)
        return card


class Declaration:
    """A card on the table with its target."""

    def __init__(self, card, words):
        self.card, self.words = card, words
        parts = words.split()
        self.end = parts[2] if card.kind == "dynamite" else None
        if card.kind in ("rocket", "swap"):
            self.cart, self.lane = int(parts[3]), None
        else:
            self.cart, self.lane = None, int(parts[parts.index("lane") + 1])
        self.row = int(parts[-1]) if card.kind == "stalactite" else None


class Mayhem:
    """A whole game, driven by `play`, `roll` and `draw`."""

    def __init__(
        self,
        seats=2,
        lanes=4,
        rails=7,
        start=4,
        hand=5,
        die=20,
        rounds=60,
        double_adds=2,
        deck=None,
        values=None,
    ):
        self.rails, self.start, self.full, self.die, self.last_round = rails, start, hand, die, rounds
        self.double_adds = double_adds
        self.values = VALUES | (values or {})
        counts = DECK | (deck or {})
        self.pile = [Card(kind) for kind in KINDS for _ in range(counts[kind])]
        self.pile_number = 0
        self.discard = []
        self.lanes = {number: {} for number in range(1, lanes + 1)}  # row -> Rail
        self.players = [Player(number) for number in range(1, seats + 1)]
        self.round = 0
        self.torch = 1
        self.order = []
        self.turn = 0
        self.doing = "deal"
        self.actor = self.players[0]
        self.is_doubled = False
        self.declared = []
        self.result = None  # by player: 2, 1 or 0
        self.how = None  # the game ended

    # What there is

    def standing(self):
        return [player for player in self.players if player.lane is not None]

    def cart_in(self, lane):
        for player in self.standing():
            if player.lane == lane:
                return player
        return None

    def front(self, lane):
        return max(self.lanes[lane])

    def back(self, lane):
        return min(self.lanes[lane])

    # What may be done

    def targets(self, kind):
        """R4.1, R5.1, R6.1, R7.1, R8.1: every way to declare a card of a kind."""
        found = []
        for player in sorted(self.standing(), key=lambda player: player.lane):
            if kind == "rail":
                found.append(f"rail on lane {player.lane}")
            if kind == "dynamite":
                found += [f"dynamite on {end} of lane {player.lane}" for end in ("front", "back")]
            if kind == "stalactite":
                found += [
                    f"stalactite on lane {player.lane} row {row}"
                    for row in sorted(self.lanes[player.lane])
                    if row > player.row
                ]
            if kind == "rocket":
                found.append(f"rocket on cart {player.number}")
            if kind == "swap" and player is not self.actor:
                found.append(f"swap with cart {player.number}")
        return found

    def legal(self):
        if self.doing == "choose":
            return {f"lane {lane}" for lane in self.lanes if self.cart_in(lane) is None}
        assert self.doing in ("play", "declare")
        hand = self.actor.hand
        words = {text for card in hand if card.kind != "double" for text in self.targets(card.kind)}
        if self.doing == "declare":
            return words
        ready = [card for card in hand if card.kind != "double" and self.targets(card.kind)]
        if self.actor.has("double") and len(ready) >= 2:  # R9.1
            words.add("double")
        if words:
            return words
        return {f"discard {card.kind}" for card in hand} or {"pass"}  # R3.2, R3.3

    def chances(self):
        """What chance may do, with weights."""
        if self.doing == "collapse":
            return {"collapse": 1}
        if self.doing == "roll":
            return {f"roll {number}": 1 for number in range(1, self.die + 1)}
        assert self.doing in ("deal", "draw")
        weights = {}
        for card in self.pile:
            weights[f"draw {card.kind}"] = weights.get(f"draw {card.kind}", 0) + 1
        return weights

    # Doing it

    def take(self, words):
        """One step, whoever acts."""
        if words.startswith("roll "):
            self.roll(int(words[5:]))
        elif words.startswith("draw "):
            self.draw(words[5:])
        elif words == "collapse":
            self.end_round()
        else:
            self.play(words)

    def draw(self, kind):
        assert self.doing in ("deal", "draw")
        card = next(card for card in self.pile if card.kind == kind)
        self.pile.remove(card)
        card.pile = self.pile_number
        self.actor.hand.append(card)
        if self.doing == "draw":
            self.fill_hand()
        elif len(self.actor.hand) == self.full:  # R1.4
            place = self.players.index(self.actor) + 1
            if place < len(self.players):
                self.actor = self.players[place]
            else:
                self.doing, self.actor = "choose", self.players[0]

    def play(self, words):
        assert words in self.legal(), words
        if self.doing == "choose":
            self.choose(int(words.split()[1]))
        elif words == "pass":
            self.fill_hand()
        elif words.startswith("discard "):
            self.discard.append(self.actor.give(words.split()[1]))
            self.fill_hand()
        elif words == "double":
            self.discard.append(self.actor.give("double"))  # R9.7
            self.is_doubled, self.doing = True, "declare"
        else:
            self.declared.append(Declaration(self.actor.give(words.split()[0]), words))
            self.doing = "roll" if len(self.declared) == 1 + self.is_doubled else "declare"

    def choose(self, lane):
        """R1.1, R1.5, R1.6."""
        self.actor.lane, self.actor.row = lane, self.start
        for row in range(1, self.rails + 1):
            self.lanes[lane][row] = Rail(Card("rail"))
        place = self.players.index(self.actor) + 1
        if place < len(self.players):
            self.actor = self.players[place]
        else:
            self.begin_round()

    def begin_round(self):
        """R2.1."""
        self.round += 1
        numbers = sorted(self.lanes)
        ring = numbers[self.torch - 1 :] + numbers[: self.torch - 1]
        self.order = [self.cart_in(lane) for lane in ring if self.cart_in(lane) is not None]
        self.turn = 0
        self.actor, self.doing = self.order[0], "play"

    def roll(self, number):
        assert self.doing == "roll"
        card = self.declared.pop(0)
        value = self.values[card.card.kind]
        if self.is_doubled and card.card.kind != "rail":  # R9.3
            value += self.double_adds
        getattr(self, card.card.kind)(card, number > value)
        if len(self.standing()) == 1:  # R11.1
            self.discard += [left.card for left in self.declared]
            self.finish({self.standing()[0].number: 2}, "played out")
            return
        if self.declared and self.actor.is_out:  # R9.6
            self.discard.append(self.declared.pop().card)
        if self.declared and self.is_gone(self.declared[0]):  # R9.5
            self.discard.append(self.declared.pop().card)
        if not self.declared:
            self.fill_hand()

    def is_gone(self, card):
        if card.cart is not None:
            return self.players[card.cart - 1].is_out
        if card.row is not None:
            return card.row not in self.lanes[card.lane]
        return not self.lanes[card.lane]

    # The cards

    def rail(self, card, has_succeeded):
        if has_succeeded:
            self.lanes[card.lane][self.front(card.lane) + 1] = Rail(card.card)
        else:
            self.discard.append(card.card)

    def dynamite(self, card, has_succeeded):
        lane = card.lane if has_succeeded else self.actor.lane
        self.discard.append(card.card)
        row = self.front(lane) if card.end == "front" else self.back(lane)
        driver = self.cart_in(lane)
        self.remove_rail(lane, row)
        if driver.row == row:  # R5.4
            self.eliminate(driver, "blasted")

    def stalactite(self, card, has_succeeded):
        lane = card.lane if has_succeeded else self.actor.lane
        if card.row in self.lanes[lane]:
            self.lanes[lane][card.row].stalactites.append(card.card)
        else:
            self.discard.append(card.card)  # R6.4

    def rocket(self, card, has_succeeded):
        self.discard.append(card.card)
        if has_succeeded:
            self.push(self.players[card.cart - 1], "launched")

    def swap(self, card, has_succeeded):
        self.discard.append(card.card)
        if has_succeeded:
            one, other = self.actor, self.players[card.cart - 1]
            one.lane, other.lane = other.lane, one.lane
            one.row, other.row = other.row, one.row

    def remove_rail(self, lane, row):
        rail = self.lanes[lane].pop(row)
        self.discard += [rail.card, *rail.stalactites]

    def push(self, player, why):
        """R6.5, R7.2, R7.3, R10.3."""
        rail = self.lanes[player.lane].get(player.row + 1)
        if rail is None:
            self.eliminate(player, why)
        elif rail.stalactites:
            self.discard.append(rail.stalactites.pop())
        else:
            player.row += 1

    def eliminate(self, player, why):
        """R10.5."""
        for row in list(self.lanes[player.lane]):
            self.remove_rail(player.lane, row)
        self.discard += player.hand
        player.hand = []
        player.lane = player.row = None
        player.is_out, player.why = True, why

    # The end of turns, rounds and the game

    def fill_hand(self):
        """R3.5 to R3.8."""
        if not self.actor.is_out and len(self.actor.hand) < self.full:
            if not self.pile and self.discard:
                self.pile, self.discard = self.discard, []
                self.pile_number += 1
            if self.pile:
                self.doing, self.is_doubled = "draw", False
                return
        self.is_doubled = False
        for place in range(self.turn + 1, len(self.order)):
            if not self.order[place].is_out:
                self.turn, self.actor, self.doing = place, self.order[place], "play"
                return
        self.doing = "collapse"

    def end_round(self):
        """R10, R11."""
        before = self.standing()
        for player in before:
            row = self.back(player.lane)
            self.remove_rail(player.lane, row)
            if player.row == row:
                self.eliminate(player, "collapsed")
        if self.is_decided(before):
            return
        before = self.standing()
        for player in before:
            self.push(player, "derailed")
        if self.is_decided(before):
            return
        self.torch = self.torch % len(self.lanes) + 1
        if self.round == self.last_round:
            self.finish({player.number: 1 for player in self.standing()}, "capped")
        else:
            self.begin_round()

    def is_decided(self, before):
        left = self.standing()
        if len(left) == 1:
            self.finish({left[0].number: 2}, "played out")
        elif not left:
            self.finish({player.number: 1 for player in before}, "nobody left")
        return len(left) < 2

    def finish(self, points, how):
        self.how = how
        self.result = [points.get(player.number, 0) for player in self.players]
        self.declared, self.is_doubled = [], False
        self.doing, self.actor = "over", None

    def winners(self):
        """R11.1 to R11.3: the last one, or those who share the draw."""
        return [seat for seat, points in enumerate(self.result) if points]

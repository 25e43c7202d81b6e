"""A slow, plain twin of Madstone, written from RULES.md and the rulebook alone.

Cards are objects that are moved from heap to heap, read from the game's TOML files. Actions are tuples of words:
`("kill", "Archer")`, `("pile", "elf")`, `("lift",)`. `notes` counts what happened, so that a test can tell that every
word of the card language was put to the test.
"""

import tomllib
from collections import Counter
from pathlib import Path

DATA = Path(__file__).parents[3] / "src" / "motherlode" / "games" / "madstone" / "data"
FACTIONS = ("vampire", "human", "elf", "goblin")
ENERGIES = ("blood", "justice", "nature", "chaos")
MOST_CRYSTALS = 9999
MOST_ACTIONS = 5
MOST_DISCOUNT = 100
TARGETED = ("poison", "arrow", "steal", "slay", "recruit", "negate")
UNMEASURED = ("silence", "negate", "lift")


class Card:
    """A card, a Darkness Falls included."""

    def __init__(self, printed=None):
        self.is_darkness = printed is None
        printed = printed or {"name": None, "faction": None}
        self.name = printed["name"]
        self.faction = printed["faction"]
        self.energy = printed.get("energy", [])
        self.trigger = printed.get("trigger")
        self.constants = printed.get("constant", [])
        for number, value in printed.get("numbers", {}).items():
            setattr(self, number, value)
        self.tokens = 0
        self.is_used = False
        self.is_negated = False

    def counts_red(self):
        """R7.3: `red` in its abilities."""
        effects = list(self.constants)
        if self.trigger:
            effects += [self.trigger, *self.trigger["effects"]]
        return any("red" in effect.get("needs", {}) or effect.get("per") == "red" for effect in effects)


class Player:
    """A player with all that lies before him."""

    def __init__(self, seat):
        self.seat = seat
        self.commander = None
        self.hand = []
        self.army = []
        self.spoils = []
        self.red = 0
        self.gold = 0
        self.num_sure = 0  # R12.3: cards of the hand that are surely no Darkness Falls
        self.shows_counter = False  # R12.3: one that counts red is surely among them

    def give(self, card):
        """A card other than a Darkness Falls leaves the hand; R12.3: it may be one of which something is sure."""
        self.hand.remove(card)
        self.num_sure = max(0, self.num_sure - 1)
        if card.counts_red():
            self.shows_counter = False
        if self.shows_counter:
            self.num_sure = max(1, self.num_sure)


class Madstone:
    """A whole game, driven by `take`."""

    def __init__(self, seats, options=None, notes=None):
        self.options = tomllib.loads((DATA / "options.toml").read_text()) | (options or {})
        content = tomllib.loads((DATA / "cards.toml").read_text())
        self.commanders = {one["faction"]: one for one in content["commanders"]}
        printed = {card["name"]: card for card in content["cards"]}
        printed.update({card["name"]: card for card in self.options["cards"]})
        for name in self.options["without"]:
            del printed[name]
        self.cards = {name: Card(card) for name, card in printed.items()}
        self.darkness = [Card() for _ in range(self.options["darkness_cards"])]
        self.notes = Counter() if notes is None else notes
        self.players = [Player(seat) for seat in range(seats)]
        self.unseen = [*self.cards.values(), *self.darkness]
        removed = self.options["removed"][seats - 2]
        self.deck_size = len(self.unseen) - seats * self.options["dealt"] - removed  # R2.4
        self.piles = {faction: [] for faction in FACTIONS}  # the top card last
        self.night_cards = []
        self.gone = []  # Darkness Falls that were lifted
        self.supply = self.options["poison_tokens"]
        self.first = None
        self.actor = None
        self.doing = "start"
        self.turn = 0
        self.last_turns = None
        self.due = 0
        self.awaited = None  # the artifact being placed
        self.ability = None  # the card whose ability needs a target
        self.result = None
        self.how = None  # the game ended
        self.clear_turn()

    def clear_turn(self):
        """R3.6."""
        self.basic_left = 0
        self.has_begun = False
        self.closed = set()
        self.is_gold_first = False
        self.is_silent = False
        self.kill_discount = 0
        self.command_discount = 0
        for card in self.cards.values():
            card.is_used = card.is_negated = False

    def note(self, *words):
        self.notes[" ".join(str(word) for word in words)] += 1

    # Counting

    def is_night(self):
        return bool(self.night_cards)

    def others(self):
        return [player for player in self.players if player is not self.actor]

    def kin(self, player):
        """R11.7, R11.10: the factions that all cards of an army have besides their own."""
        found = set()
        for card in player.army:
            for effect in card.constants:
                if effect["do"] != "kin":
                    continue
                if self.is_silent or card.is_negated:
                    self.note("silenced kin" if self.is_silent else "negated kin")
                else:
                    found.add(effect["only"])
        return found

    def count(self, player, what):
        """R11.2."""
        if what in ENERGIES:
            symbols = list(self.commanders[player.commander]["energy"])
            for card in player.army:
                symbols += card.energy
            return symbols.count(what)
        if what in (*FACTIONS, "artifact"):
            kin = self.kin(player)
            members = [player.commander, *(card.faction for card in player.army)]
            if what in kin and any(faction != what for faction in members):
                self.note("constant kin")
            return sum(faction == what or what in kin for faction in members)
        if what == "poison":
            return sum(card.tokens for card in self.cards.values())
        return {
            "army": len(player.army),
            "spoils": len(player.spoils),
            "hand": len(player.hand),
            "red": player.red,
            "gold": player.gold,
            "night": int(self.is_night()),
            "day": int(not self.is_night()),
        }[what]

    def holds(self, player, needs):
        for what, least in needs.items():
            is_met = self.count(player, what) >= least
            self.note("needs", what, "met" if is_met else "unmet")
            if not is_met:
                return False
        return True

    def value(self, player, effect):
        """R11.3."""
        if "per" not in effect:
            return effect["amount"]
        counted = self.count(player, effect["per"])
        each = effect.get("each", 1)
        value = effect["amount"] * (counted // each)
        if counted % each:
            self.note("each rounds down")
        if "most" in effect and value > effect["most"]:
            self.note("most limits")
            value = effect["most"]
        if value:
            self.note("per", effect["per"])
        return value

    def working(self, player, do):
        """R11.8: the constants of a kind in an army that work, with their cards."""
        found = []
        for card in player.army:
            for effect in card.constants:
                if effect["do"] != do:
                    continue
                if self.is_silent:
                    self.note("silenced", do)
                elif card.is_negated:
                    self.note("negated", do)
                elif self.holds(player, effect.get("needs", {})):
                    found.append((card, effect))
        return found

    def total(self, player, do, faction=None):
        """The values of all constants of a kind, added up."""
        total = 0
        for _, effect in self.working(player, do):
            if effect.get("only", faction) == faction:
                value = self.value(player, effect)
                total += value
                if value:
                    self.note("constant", do, "only" if "only" in effect else "any")
        return total

    def power(self, player):
        """R8.1."""
        printed = self.commanders[player.commander]["power"] + sum(card.power for card in player.army)
        return printed + self.total(player, "power")

    # Attacks

    def owner_of(self, card):
        """The player in whose army a card is."""
        for player in self.players:
            if card in player.army:
                return player
        return None

    def is_protected(self, card):
        """R11.7."""
        owner = self.owner_of(card)
        if owner is None:
            return False
        is_so = bool(self.working(owner, "protect_army")) or any(
            one is card for one, _ in self.working(owner, "protect_self")
        )
        if is_so:
            self.note("protected")
        return is_so

    def tops(self):
        return [pile[-1] for pile in self.piles.values() if pile]

    def in_armies(self):
        return [card for player in self.others() for card in player.army]

    def on_table(self):
        """R5.2, R5.3, R4.2: cards on the table that may be attacked, whatever it costs."""
        found = [pile[-1] for faction, pile in self.piles.items() if pile and faction not in self.closed]
        if self.is_night():
            found += [card for card in self.in_armies() if not self.is_protected(card)]
        return found

    def night_addition(self):
        """R6.4 and nightsight."""
        if not self.is_night():
            return 0
        if self.working(self.actor, "nightsight"):
            self.note("constant nightsight")
            return 0
        return self.options["night_adds"]

    def points(self, card, verb):
        """R5.4."""
        owner = self.owner_of(card)
        if card in self.actor.hand:
            points = card.command
        elif owner is not None:
            points = card.shield if verb == "kill" else card.seize
            points += self.total(owner, "toll")
        else:
            points = card.kill if verb == "kill" else card.command
            points += self.night_addition()
        if verb == "kill":
            points -= card.tokens
            points -= self.kill_discount + self.total(self.actor, "kill_discount", card.faction)
        else:
            points -= self.command_discount + self.total(self.actor, "command_discount", card.faction)
        if points < 1:
            self.note("points never below 1")
        return max(1, points)

    def price(self, points):
        """R5.5."""
        return points + max(0, points - self.power(self.actor))

    def can_pay(self, cost):
        """R7.1: a cost such as {"red": 2}."""
        for colour, amount in cost.items():
            has = self.actor.gold + (self.actor.red if colour == "red" else 0)
            if has < amount:
                return False
        return True

    def attacks(self):
        found = []
        for card in self.on_table():
            found += [(verb, card.name) for verb in ("kill", "command")]
        found += [("command", card.name) for card in self.actor.hand if not card.is_darkness]
        return {
            (verb, name)
            for verb, name in found
            if self.can_pay({"red": self.price(self.points(self.cards[name], verb))})
        }

    # What may be done

    def targets(self, card):
        """R11.6: what the first effect of an ability can be aimed at."""
        effect = card.trigger["effects"][0]
        do = effect["do"]
        if do in ("poison", "arrow"):
            return {("aim", one.name) for one in self.tops() + self.in_armies()}
        if do == "steal":
            return {("rob", player.seat) for player in self.others() if player.red}
        if do == "negate":
            return {("aim", one.name) for one in self.in_armies() if one.constants and not one.is_negated}
        verb = {"slay": "kill", "recruit": "command"}[do]
        value = self.value(self.actor, effect)
        return {("aim", one.name) for one in self.on_table() if self.points(one, verb) <= value}

    def can_use(self, card):
        """R11.4."""
        if not card.trigger or card.is_used or self.has_begun:
            return False
        if not self.holds(self.actor, card.trigger.get("needs", {})) or not self.can_pay(card.trigger.get("cost", {})):
            return False
        effect = card.trigger["effects"][0]
        do = effect["do"]
        if do not in UNMEASURED and self.value(self.actor, effect) < 1:
            return False
        if do == "draw":
            return self.deck_size > 0
        if do == "lift":
            return self.is_night()
        if do == "silence":
            return not self.is_silent
        if do in ("poison", "arrow") and not self.supply:
            return False
        return do not in TARGETED or bool(self.targets(card))

    def can_lift(self):
        """R6.5."""
        powers = [self.power(player) for player in self.players]
        return self.is_night() and self.power(self.actor) == min(powers)

    def basic_actions(self):
        found = self.attacks()
        for card in self.actor.hand:
            found.add(("darkness",) if card.is_darkness else ("place", card.name))
        if len(self.actor.hand) < self.options["draw_to"] and self.deck_size:
            found.add(("draw",))
        return found

    def legal(self):
        if self.doing == "choose":
            taken = [player.commander for player in self.players]
            return {("commander", faction) for faction in FACTIONS if faction not in taken}
        if self.doing == "settle":
            return {("place", card.name) for card in self.actor.hand}
        if self.doing == "pile":
            return {("pile", faction) for faction in FACTIONS}
        if self.doing == "aim":
            return self.targets(self.ability)
        if self.doing == "close":
            return {("lift",), ("end",)}
        assert self.doing == "act"
        found = self.basic_actions() or {("end",)}
        found |= {("use", card.name) for card in self.actor.army if self.can_use(card)}
        if self.can_lift():
            found.add(("lift",))
        if self.may_pay_gold_first():
            found.add(("gold first",))
        return found

    def may_pay_gold_first(self):
        """R7.3."""
        if not self.actor.red or not self.actor.gold or self.is_gold_first:
            return False
        zones = {"army": self.actor.army, "hand": self.actor.hand, "table": self.on_table()}
        found = [zone for zone, cards in zones.items() if any(card.counts_red() for card in cards)]
        if len(found) == 1:
            self.note("red counted in", *found)
        return bool(found)

    def chances(self):
        """What chance may do, with weights."""
        if self.doing == "start":
            return {("start", player.seat): 1 for player in self.players}
        assert self.doing in ("deal", "draw")
        weights = {("card", card.name): 1 for card in self.unseen if not card.is_darkness}
        darkness = sum(card.is_darkness for card in self.unseen)
        if self.doing == "draw" and darkness:
            weights["darkness",] = darkness
        return weights

    # Doing it

    def take(self, words):
        """One step, whoever acts."""
        if self.doing in ("start", "deal", "draw"):
            assert words in self.chances(), words
        else:
            assert words in self.legal(), words
        kind, *what = words
        self.note("step", self.doing, kind)
        step = {
            "start": self.start,
            "commander": self.choose,
            "pile": self.name_pile,
            "rob": self.aim_at_player,
            "aim": self.aim_at_card,
            "place": self.place,
            "darkness": self.play_darkness,
            "draw": self.draw_cards,
            "lift": self.lift,
            "gold first": self.pay_gold_first,
            "end": self.end_turn,
            "kill": self.attack_to_kill,
            "command": self.attack_to_command,
            "use": self.use,
        }
        if self.doing == "deal":
            self.deal(*what)
        elif self.doing == "draw":
            self.draw(*what)
        else:
            step[kind](*what)

    def after(self, player, steps=1):
        return self.players[(player.seat + steps) % len(self.players)]

    # Set-up

    def start(self, seat):
        """R2.1, R2.2."""
        self.first = self.players[seat]
        self.actor, self.doing = self.after(self.first, -1), "choose"

    def choose(self, faction):
        self.actor.commander = faction
        if self.actor is self.first:
            self.doing = "deal"
        else:
            self.actor = self.after(self.actor, -1)

    def deal(self, name):
        """R2.3."""
        card = self.cards[name]
        self.unseen.remove(card)
        self.actor.hand.append(card)
        self.actor.num_sure += 1
        if len(self.actor.hand) == self.options["dealt"]:
            self.actor = self.after(self.actor)
            if self.actor is self.first:
                self.doing = "settle"
                self.settle()

    def settle(self):
        """R2.5, R2.7: on to the next player who has cards to place, else to the first turn."""
        for _ in self.players:
            if len(self.actor.hand) > self.options["dealt"] - self.options["placed"]:
                self.doing = "settle"
                return
            self.actor = self.after(self.actor)
        self.actor = self.first
        player = self.first
        for rank in range(len(self.players)):
            player.red = self.options["crystals"] + sum(self.options["crystals_by_place"][rank : rank + 1])
            player = self.after(player)
        self.begin_turn()

    # Turns

    def begin_turn(self):
        self.turn += 1
        self.basic_left = self.options["basic_actions"]
        self.doing = "act"

    def begin_basic(self):
        """R3.2."""
        self.has_begun = True
        self.basic_left -= 1

    def go_on(self):
        """R3.5: after a step of a turn."""
        self.doing = "act"
        if self.basic_left == 0:
            if self.can_lift():
                self.doing = "close"
            else:
                self.end_turn()

    def end_turn(self):
        """R10.1, R10.4."""
        if self.basic_left:
            self.note("the turn lapses, able to lift" if self.can_lift() else "the turn lapses")
        self.clear_turn()
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self.deck_size == 0:
            self.last_turns = len(self.players)
        if self.last_turns == 0:
            self.note("the pile ends the game")
            self.finish("played out")
        elif self.turn == self.options["rounds"] * len(self.players):
            self.note("the rounds end the game")
            self.finish("capped")
        else:
            self.actor = self.after(self.actor)
            self.begin_turn()

    def finish(self, how):
        """R10.2."""
        self.doing, self.how = "over", how
        self.result = [
            sum(card.kill for card in player.spoils) + self.power(player) + player.gold + self.total(player, "points")
            for player in self.players
        ]

    def winners(self):
        """R10.3."""
        return [seat for seat, points in enumerate(self.result) if points == max(self.result)]

    # Crystals

    def gain(self, player, colour, amount):
        """R1.4."""
        if getattr(player, colour) + amount > MOST_CRYSTALS:
            self.note("crystals at their limit")
        setattr(player, colour, min(MOST_CRYSTALS, getattr(player, colour) + amount))

    def pay(self, cost):
        """R7."""
        for colour, amount in cost.items():
            if colour == "gold":
                self.note("pays gold")
                self.actor.gold -= amount
                continue
            if self.is_gold_first:
                self.note("pays gold first")
                gold = min(self.actor.gold, amount)
            else:
                gold = max(0, amount - self.actor.red)
            self.note("pays with", "both" if 0 < gold < amount else "gold" if gold else "red")
            self.actor.gold -= gold
            self.actor.red -= amount - gold
            self.is_gold_first = False

    def pay_gold_first(self):
        """R7.3; R12.3: where nothing in army and reach counts red, something in the hand does."""
        self.is_gold_first = True
        if not any(card.counts_red() for card in (*self.actor.army, *self.on_table())):
            self.actor.shows_counter = True
            self.actor.num_sure = max(1, self.actor.num_sure)

    # Basic actions

    def place(self, name):
        """R4.1, R2.5, R2.6."""
        card = self.cards[name]
        self.actor.give(card)
        if self.turn:
            self.begin_basic()
        if card.faction == "artifact":
            self.awaited, self.doing = card, "pile"
        else:
            self.put_down(card, card.faction)

    def name_pile(self, faction):
        card, self.awaited = self.awaited, None
        self.put_down(card, faction)

    def put_down(self, card, faction):
        self.piles[faction].append(card)
        if not self.turn:
            self.settle()
            return
        power = self.power(self.actor)
        if power < card.crystals:
            self.note("power limits crystals")
        self.gain(self.actor, "red", min(card.crystals, power) + self.total(self.actor, "harvest"))
        self.closed.add(faction)
        self.go_on()

    def play_darkness(self):
        """R6.1."""
        card = next(card for card in self.actor.hand if card.is_darkness)
        self.actor.hand.remove(card)
        before = self.power(self.actor)
        self.night_cards.append(card)
        power = self.power(self.actor)
        if power != before and min(power, before) < self.options["darkness_crystals"]:
            self.note("night changes what Darkness Falls gains")
        self.gain(self.actor, "red", min(self.options["darkness_crystals"], power))
        self.begin_basic()
        self.go_on()

    def draw_cards(self):
        """R4.3."""
        self.due = min(self.options["draw_to"] - len(self.actor.hand), self.deck_size)
        self.begin_basic()
        self.doing = "draw"

    def draw(self, name=None):
        card = next(card for card in self.unseen if card.name == name)
        self.unseen.remove(card)
        self.actor.hand.append(card)
        self.deck_size -= 1
        self.due -= 1
        if not self.deck_size:
            self.note("the last card by", "drawing" if self.has_begun else "an ability")
        if not self.due:
            self.go_on()

    def lift(self):
        """R6.5, R3.5."""
        self.remove_darkness()
        self.note("lifted with", "others" if self.is_tied() else "none", "as weak")
        if self.doing == "close":
            self.end_turn()

    def is_tied(self):
        powers = [self.power(player) for player in self.players]
        return powers.count(min(powers)) > 1

    def remove_darkness(self):
        if len(self.night_cards) > 1:
            self.note("several Darkness Falls lifted")
        self.gone += self.night_cards
        self.night_cards = []

    def attack_to_kill(self, name):
        self.pay_attack(name, "kill")
        self.kill(self.cards[name])
        self.go_on()

    def attack_to_command(self, name):
        self.pay_attack(name, "command")
        self.command(self.cards[name])
        self.go_on()

    def pay_attack(self, name, verb):
        card = self.cards[name]
        points = self.points(card, verb)
        zone = "hand" if card in self.actor.hand else "army" if self.owner_of(card) else "field"
        self.note(verb, "in", zone, "at night" if self.is_night() else "by day")
        if points > self.power(self.actor):
            self.note("beyond power")
        if card.tokens:
            self.note(verb, "poisoned in", zone)
        if card.is_negated:
            self.note(verb, "negated")
        self.pay({"red": self.price(points)})
        self.begin_basic()

    def pick_up(self, card):
        """A card leaves the zone where it is."""
        for player in self.players:
            if card in player.hand:
                player.give(card)
        for heap in (*self.piles.values(), *(player.army for player in self.players)):
            if card in heap:
                heap.remove(card)

    def kill(self, card):
        """R5.1, R5.6, R11.11."""
        self.pick_up(card)
        self.actor.spoils.append(card)
        self.supply += card.tokens
        card.tokens = 0
        card.is_negated = False
        self.gain(self.actor, "red", self.total(self.actor, "bounty"))

    def command(self, card):
        self.pick_up(card)
        self.actor.army.append(card)

    # Abilities

    def use(self, name):
        card = self.cards[name]
        if card.trigger["effects"][0]["do"] in TARGETED:
            self.ability, self.doing = card, "aim"
        else:
            self.carry_out(card, None)

    def aim_at_player(self, seat):
        self.carry_out(self.ability, self.players[seat])

    def aim_at_card(self, name):
        self.carry_out(self.ability, self.cards[name])

    def carry_out(self, card, target):
        """R11.5: all values are counted, the cost is paid, then one effect after another."""
        self.ability = None
        effects = card.trigger["effects"]
        values = [0 if effect["do"] in UNMEASURED else self.value(self.actor, effect) for effect in effects]
        self.pay(card.trigger.get("cost", {}))
        card.is_used = True
        for nth, (effect, value) in enumerate(zip(effects, values, strict=True)):
            if value or effect["do"] in UNMEASURED:
                self.note("effect", effect["do"], ("first", "second")[nth])
            getattr(self, "do_" + effect["do"])(value, target)
        if self.due:
            self.doing = "draw"
        else:
            self.go_on()

    def do_red(self, value, _target):
        self.gain(self.actor, "red", value)

    def do_gold(self, value, _target):
        self.gain(self.actor, "gold", value)

    def do_draw(self, value, _target):
        if self.due + value > self.deck_size:
            self.note("draws fewer")
        self.due = min(self.due + value, self.deck_size)

    def do_poison(self, value, target):
        if value > self.supply:
            self.note("tokens run out")
        value = min(value, self.supply)
        self.supply -= value
        target.tokens += value
        self.note("poison in", "army" if self.owner_of(target) else "field")

    def do_arrow(self, value, target):
        self.do_poison(value, target)
        owner = self.owner_of(target)
        if not owner and self.is_night() and self.working(self.actor, "nightsight"):
            self.note("arrow by one who sees at night")
        number = target.shield if owner else target.kill + self.night_addition()
        if target.tokens < number:
            return
        if self.is_protected(target):
            self.note("arrow stopped")
            return
        self.note("arrow kills in", "army" if owner else "field", "at night" if self.is_night() else "by day")
        self.kill(target)

    def do_steal(self, value, target):
        taken = min(value, target.red)
        self.note("steals", "less" if taken < value else "all")
        target.red -= taken
        self.gain(self.actor, "red", taken)

    def do_slay(self, _value, target):
        self.note("slay in", "army" if self.owner_of(target) else "field")
        self.kill(target)

    def do_recruit(self, _value, target):
        self.note("recruit in", "army" if self.owner_of(target) else "field")
        self.command(target)

    def do_action(self, value, _target):
        if self.basic_left + value > MOST_ACTIONS:
            self.note("actions at their limit")
        self.basic_left = min(MOST_ACTIONS, self.basic_left + value)

    def do_silence(self, _value, _target):
        self.is_silent = True

    def do_negate(self, _value, target):
        target.is_negated = True

    def do_lift(self, _value, _target):
        self.remove_darkness()

    def do_kill_discount(self, value, _target):
        self.kill_discount = min(MOST_DISCOUNT, self.kill_discount + value)

    def do_command_discount(self, value, _target):
        self.command_discount = min(MOST_DISCOUNT, self.command_discount + value)

    # What players know

    def zone_of(self, card, viewer=None):
        """R12.1: where a card is, as far as a seat can tell; without a viewer, as it is."""
        for player in self.players:
            if card in player.hand:
                if viewer not in (None, player.seat):
                    return ("unseen",)
                return ("held", player.seat)
            if card in player.army:
                return ("army", player.seat)
            if card in player.spoils:
                return ("spoils", player.seat)
        for faction, pile in self.piles.items():
            if card in pile:
                return ("field", faction)
        if card is self.awaited:
            return ("awaited",)
        if card in self.night_cards:
            return ("down",)
        if card in self.gone:
            return ("gone",)
        assert card in self.unseen
        return ("unseen",)

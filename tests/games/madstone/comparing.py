"""Madstone's kernels beside the twin: boxes to play with, and every field of a position."""

from functools import cache
from itertools import pairwise

import motherlode
from motherlode.core.contract import CHANCE, NOBODY, OVER
from motherlode.games.madstone import state
from motherlode.games.madstone.components import FACTIONS, MAX_CARDS, MAX_SEATS, card_name, default_cards

from .reference import Madstone

PLAIN = {"power": 1, "kill": 2, "command": 2, "shield": 2, "seize": 3, "crystals": 3}
PHASES = ("start", "choose", "deal", "settle", "pile", "act", "aim", "draw", "close", "over")


def card(name, faction, trigger=None, constant=(), energy=(), **numbers):
    """A card as the options have it."""
    made = {"name": name, "faction": faction, "numbers": PLAIN | numbers, "energy": list(energy)}
    if trigger:
        made["trigger"] = trigger
    if constant:
        made["constant"] = list(constant)
    return made


def use(*effects, **rest):
    """A triggered ability."""
    return {"effects": list(effects), **rest}


# Cheap cards with every word of the card language, and every count in a condition and as a multiplier.
WORKSHOP = [
    card("Red First", "vampire", use({"do": "red", "amount": 3}, {"do": "draw", "amount": 2}), energy=["blood"]),
    card("Gold First", "human", use({"do": "gold", "amount": 2}, {"do": "red", "amount": 1, "per": "gold", "each": 2})),
    card("Draw First", "elf", use({"do": "draw", "amount": 2}, {"do": "kill_discount", "amount": 2})),
    card("Draw Twice", "goblin", use({"do": "draw", "amount": 1}, {"do": "draw", "amount": 3}, cost={"red": 1})),
    card("Poisoner", "elf", use({"do": "poison", "amount": 3}, {"do": "gold", "amount": 1}), energy=["nature"]),
    card("Night Nurse", "elf", use({"do": "poison", "amount": 9}, needs={"night": 1}), energy=["nature", "chaos"]),
    card("Bowman", "elf", use({"do": "arrow", "amount": 2}, {"do": "red", "amount": 1, "per": "poison"}), kill=4),
    card("Longbow", "elf", use({"do": "arrow", "amount": 1, "per": "elf"}, needs={"elf": 2}), shield=4),
    card("Ballista", "artifact", use({"do": "arrow", "amount": 4}, {"do": "lift"}, cost={"gold": 1})),
    card("Thief", "goblin", use({"do": "steal", "amount": 2}, {"do": "draw", "amount": 1}), energy=["chaos"]),
    card("Great Thief", "goblin", use({"do": "steal", "amount": 9, "per": "goblin"}, needs={"goblin": 2})),
    card("Slayer", "vampire", use({"do": "slay", "amount": 3}, {"do": "lift"}, cost={"red": 1}), energy=["blood"]),
    card("Reaper", "vampire", use({"do": "slay", "amount": 2, "per": "blood", "most": 5}, needs={"blood": 1})),
    card("Recruiter", "human", use({"do": "recruit", "amount": 3}, {"do": "action", "amount": 1})),
    card("Crimp", "goblin", use({"do": "recruit", "amount": 1, "per": "chaos"}, cost={"red": 2}, needs={"chaos": 1})),
    card("Captain", "human", use({"do": "action", "amount": 2}, {"do": "action", "amount": 9})),
    card("Quick", "elf", use({"do": "action", "amount": 1, "per": "hand"}, needs={"hand": 2}, cost={"red": 1})),
    card("Cleric", "elf", use({"do": "silence"}, {"do": "red", "amount": 1, "per": "night"})),
    card("Hush", "human", use({"do": "red", "amount": 1, "per": "day"}, {"do": "silence"}, needs={"day": 1})),
    card("Orb", "artifact", use({"do": "negate"}, {"do": "command_discount", "amount": 1}, cost={"gold": 1})),
    card("Witch", "vampire", use({"do": "negate"}, {"do": "silence"}, needs={"spoils": 1}), energy=["blood"]),
    card("Ward", "artifact", use({"do": "negate"}), [{"do": "protect_self", "needs": {"poison": 2}}]),
    card("Dawn", "human", use({"do": "lift"}, {"do": "gold", "amount": 1}, needs={"justice": 1}), energy=["justice"]),
    card("Sharp", "goblin", use({"do": "kill_discount", "amount": 9, "per": "army"}, {"do": "gold", "amount": 9})),
    card("Herald", "human", use({"do": "command_discount", "amount": 1, "per": "human"}, needs={"human": 2})),
    card("Magnet", "artifact", use({"do": "red", "amount": 1, "per": "artifact"}, needs={"artifact": 2})),
    card("Miser", "elf", use({"do": "gold", "amount": 1, "per": "red", "each": 3}, cost={"red": 2}, needs={"red": 4})),
    card("Jeweller", "human", use({"do": "red", "amount": 5}, cost={"gold": 2}, needs={"gold": 3})),
    card("Nosferatu", "vampire", None, [{"do": "protect_army", "needs": {"vampire": 3}}], ["blood"]),
    card("Fort", "human", None, [{"do": "protect_army", "needs": {"poison": 4}}, {"do": "toll", "amount": 1}]),
    card("Shade", "vampire", None, [{"do": "protect_self"}, {"do": "bounty", "amount": 2, "per": "spoils", "most": 5}]),
    card("Gob Wiz", "goblin", None, [{"do": "kin", "only": "goblin"}, {"do": "power", "amount": 1, "per": "goblin"}]),
    card("Elf Wiz", "elf", None, [{"do": "kin", "only": "elf"}, {"do": "points", "amount": 2, "per": "elf"}]),
    card("Twin Wiz", "artifact", None, [{"do": "kin", "only": "vampire"}, {"do": "kin", "only": "human"}]),
    card("Count", "vampire", None, [{"do": "points", "amount": 1, "per": "vampire", "each": 2}, {"do": "nightsight"}]),
    card("Hoarder", "goblin", None, [{"do": "power", "amount": 1, "per": "red", "each": 4}]),
    card("Mint", "artifact", None, [{"do": "power", "amount": 1, "per": "gold", "each": 3, "most": 4}]),
    card("Stalker", "vampire", None, [{"do": "power", "amount": 3, "needs": {"night": 1}}]),
    card("Sunny", "elf", None, [{"do": "power", "amount": 2, "needs": {"day": 1}}, {"do": "nightsight"}]),
    card("Scribe", "human", None, [{"do": "power", "amount": 1, "per": "hand"}, {"do": "harvest", "amount": 2}]),
    card("Farmer", "human", None, [{"do": "harvest", "amount": 1, "per": "justice"}], ["justice", "justice"]),
    card("Gleaner", "goblin", None, [{"do": "harvest", "amount": 1, "per": "red", "each": 5, "most": 3}]),
    card("Tollgate", "artifact", None, [{"do": "toll", "amount": 1, "per": "nature"}], ["nature"]),
    card("Hunter", "elf", None, [{"do": "bounty", "amount": 1, "per": "red", "each": 2, "most": 4}]),
    card("Ghoul", "vampire", None, [{"do": "bounty", "amount": 1, "per": "poison"}]),
    card("Knife", "artifact", None, [{"do": "kill_discount", "amount": 1, "only": "artifact"}]),
    card("Axe", "goblin", None, [{"do": "kill_discount", "amount": 1, "needs": {"army": 3}}]),
    card("Feud", "goblin", None, [{"do": "kill_discount", "amount": 2, "only": "human"}], ["chaos"]),
    card("Crown", "artifact", None, [{"do": "command_discount", "amount": 1}]),
    card("Banner", "human", None, [{"do": "command_discount", "amount": 2, "only": "human"}], ["justice"]),
    card("Relic", "artifact", None, [{"do": "points", "amount": 3, "needs": {"gold": 2}}], power=0),
    card("Idol", "artifact", None, [{"do": "points", "amount": 1, "per": "spoils"}], crystals=9, kill=9, command=9),
    card("Wall", "elf", None, [{"do": "toll", "amount": 5, "needs": {"night": 1}}, {"do": "power", "amount": 1}]),
]  # fmt: skip
# Values far beyond what fits on a card: limits of crystals, actions and discounts.
MANY = {"per": "red", "amount": 9}
LOTS = {"per": "gold", "amount": 9}
EXTREMES = [
    card("Much Red", "human", use({"do": "red"} | MANY, {"do": "gold"} | MANY), command=1),
    card("Much Gold", "elf", use({"do": "gold"} | MANY, {"do": "red"} | LOTS), command=1),
    card("Much Draw", "goblin", use({"do": "draw"} | MANY, {"do": "draw"} | MANY, needs={"red": 99}), command=1),
    card("Much Poison", "elf", use({"do": "poison"} | MANY, {"do": "action"} | MANY)),
    card("Much Arrow", "elf", use({"do": "arrow"} | MANY, {"do": "kill_discount"} | MANY), shield=20),
    card("Much Theft", "goblin", use({"do": "steal"} | MANY, {"do": "command_discount"} | MANY)),
    card("Much Death", "vampire", use({"do": "slay"} | MANY, {"do": "kill_discount"} | MANY), kill=20),
    card("Much Love", "human", use({"do": "recruit"} | MANY, {"do": "kill_discount"} | LOTS), seize=20),
    card("Much Rage", "goblin", use({"do": "kill_discount"} | MANY, {"do": "command_discount"} | MANY)),
    card("Much Toll", "human", None, [{"do": "toll"} | MANY]),
    card("More Toll", "human", None, [{"do": "toll"} | LOTS, {"do": "bounty"} | MANY]),
    card("Much Harvest", "human", None, [{"do": "harvest"} | LOTS, {"do": "bounty"} | LOTS]),
    card("Much Power", "vampire", None, [{"do": "power"} | MANY, {"do": "power"} | LOTS]),
    card("Much Glory", "vampire", None, [{"do": "points"} | MANY, {"do": "points"} | LOTS]),
    card("Much Thrift", "artifact", None, [{"do": "kill_discount"} | MANY, {"do": "command_discount"} | LOTS]),
    card("Mad Count", "artifact", None, [{"do": "power"} | MANY, {"do": "toll"} | LOTS]),
    *(card(f"Filler {letter}b", "elf" if letter < "G" else "human", kill=9, command=1) for letter in "ABCDEFGHIJKLMN"),
]
# Long nights with arrows, orbs and eyes that see in the dark.
NIGHTS = [
    *(
        card(f"Bow {letter}w", "elf", use({"do": "arrow", "amount": 2 + nth}), shield=4, command=1, kill=1 + nth)
        for nth, letter in enumerate("ABCDE")
    ),
    *(card(f"Orb {letter}w", "artifact", use({"do": "negate"}), command=1, seize=1) for letter in "AB"),
    card("Wiz", "goblin", None, [{"do": "kin", "only": "elf"}], command=1),
    card("Elm", "elf", None, [{"do": "toll", "amount": 1, "per": "elf"}], command=1),
    card("Oak", "human", None, [{"do": "power", "amount": 1, "per": "elf"}], command=1),
    *(card(f"Eye {letter}w", "vampire", None, [{"do": "nightsight"}], command=1, kill=3) for letter in "AB"),
    *(
        card(f"Inn {letter}w", "human", None, [{"do": "protect_army", "needs": {"poison": nth}}], command=1, power=4)
        for nth, letter in enumerate("ABC", 1)
    ),
    *(
        card(f"Axe {letter}w", "goblin", use({"do": "slay", "amount": 4}), [{"do": "protect_self"}], command=1, seize=1)
        for letter in "AB"
    ),
    *(
        card(f"Pen {letter}w", "human", use({"do": "recruit", "amount": 4}), [{"do": "toll", "amount": 1}], command=1)
        for letter in "AB"
    ),
]
# A full field and archers, half of whom see at night.
ARCHERS = [
    *(
        card(f"Bow {letter}w", faction, use({"do": "arrow", "amount": 3}), shield=9, seize=9, command=1)
        for letter, faction in zip("ABCDE", FACTIONS, strict=True)
    ),
    *(
        card(f"Owl {letter}w", faction, use({"do": "arrow", "amount": 2}), [{"do": "nightsight"}], shield=9, seize=9)
        for letter, faction in zip("ABCDE", FACTIONS, strict=True)
    ),
    *(
        card(f"Elk {letter}w", faction, kill=2 + nth, command=9)
        for nth, (letter, faction) in enumerate(zip("ABCDEFGH", FACTIONS[:4] * 2, strict=True))
    ),
]
DEFAULT_NAMES = [one.name for one in default_cards().cards]
WORKSHOP_NAMES = {one["name"] for one in WORKSHOP}
OTHERS = [name for name in DEFAULT_NAMES if name not in WORKSHOP_NAMES]

# Seats and options: the game as the box has it, and boxes in which rare things happen all the time.
BOXES = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "rich": (3, {"crystals": 20, "removed": [0, 5, 0], "darkness_cards": 12, "poison_tokens": 4, "draw_to": 6,
                 "basic_actions": 4}),
    "short": (4, {"rounds": 2, "dealt": 1, "placed": 0, "darkness_cards": 0}),
    "workshop two": (2, {"cards": WORKSHOP, "without": OTHERS, "removed": [0, 0, 0], "crystals": 20,
                         "darkness_cards": 8, "darkness_crystals": 20, "rounds": 25}),
    "workshop three": (3, {"cards": WORKSHOP, "without": OTHERS, "removed": [0, 3, 0], "crystals": 12,
                           "darkness_cards": 12, "basic_actions": 3, "poison_tokens": 12, "rounds": 15}),
    "workshop four": (4, {"cards": WORKSHOP, "without": OTHERS, "removed": [0, 0, 11], "crystals": 9, "dealt": 7,
                          "placed": 4, "draw_to": 5, "night_adds": 1, "darkness_crystals": 9, "rounds": 12}),
    "no tokens": (2, {"cards": WORKSHOP, "without": OTHERS, "poison_tokens": 0, "removed": [30, 0, 0], "dealt": 3,
                      "placed": 3, "basic_actions": 5, "night_adds": 0, "crystals": 0, "draw_to": 1, "rounds": 20}),
    "nights": (2, {"cards": NIGHTS, "without": DEFAULT_NAMES, "removed": [0, 0, 0], "crystals": 8,
                   "darkness_cards": 12, "rounds": 20, "dealt": 4, "placed": 3}),
    "archers": (2, {"cards": ARCHERS, "without": DEFAULT_NAMES, "removed": [0, 0, 0], "crystals": 8, "dealt": 8,
                    "placed": 6, "darkness_cards": 12, "rounds": 15, "draw_to": 5}),
    "extremes": (2, {"cards": EXTREMES, "without": DEFAULT_NAMES, "removed": [0, 0, 0], "crystals": 20,
                     "poison_tokens": 100, "darkness_cards": 9, "rounds": 30, "basic_actions": 3}),
}  # fmt: skip


@cache
def game(name):
    seats, options = BOXES[name]
    return motherlode.game("madstone", seats, **options)


def twin_of(name, notes=None):
    seats, options = BOXES[name]
    return Madstone(seats, options, notes)


@cache
def number_of_cards(name):
    """The number of each card, by its name."""
    return numbers_in(game(name).box)


def numbers_in(box):
    return {card_name(box, number): number for number in range(int(box[0].num_cards))}


def fields(numbers, twin, viewer=None):
    """Every field of a position as the twin has it, seen by a seat; `numbers` of cards by their names."""
    seats = len(twin.players)
    none = state.NONE

    def by_seat(rest, found):
        return [*found, *[rest] * (MAX_SEATS - seats)]

    def is_seen(player):
        return viewer in (None, player.seat)

    def number(card):
        return none if card is None else numbers[card.name]

    zone, tokens, mark = [state.ABSENT] * MAX_CARDS, [0] * MAX_CARDS, [0] * MAX_CARDS
    bases = {"field": state.FIELD, "held": state.HELD, "army": state.ARMY}
    bases |= {"spoils": state.SPOILS, "unseen": state.UNSEEN, "awaited": state.AWAITED}
    for one in twin.cards.values():
        kind, *where = twin.zone_of(one, viewer)
        where = FACTIONS.index(where[0]) if kind == "field" else where[0] if where else 0
        zone[numbers[one.name]] = bases[kind] + where
        tokens[numbers[one.name]] = one.tokens
        mark[numbers[one.name]] = state.USED * one.is_used + state.NEGATED * one.is_negated
    following = [none] * MAX_CARDS
    chains = [[number(one) for one in reversed(pile)] for pile in twin.piles.values()]
    hands = [
        sorted(number(one) for one in player.hand if not one.is_darkness) if is_seen(player) else []
        for player in twin.players
    ]
    armies = [sorted(number(one) for one in player.army) for player in twin.players]
    for chain in chains + hands + armies:
        for one, under in pairwise(chain):
            following[one] = under
    over = twin.doing == "over"
    dark_hands = [sum(one.is_darkness for one in player.hand) for player in twin.players]
    dark_held = [count if is_seen(player) else 0 for player, count in zip(twin.players, dark_hands, strict=True)]
    actor = NOBODY if twin.actor is None else twin.actor.seat
    return {
        "red": by_seat(0, [player.red for player in twin.players]),
        "gold": by_seat(0, [player.gold for player in twin.players]),
        "spoils_points": by_seat(0, [sum(one.kill for one in player.spoils) for player in twin.players]),
        "turn_number": twin.turn,
        "zone": zone,
        "next_card": following,
        "tokens": tokens,
        "mark": mark,
        "top": [chain[0] if chain else none for chain in chains],
        "hand": by_seat(none, [hand[0] if hand else none for hand in hands]),
        "army": by_seat(none, [army[0] if army else none for army in armies]),
        "hand_size": by_seat(0, [len(player.hand) for player in twin.players]),
        "sure_size": by_seat(0, [player.num_sure for player in twin.players]),
        "shows_counter": by_seat(0, [int(player.shows_counter) for player in twin.players]),
        "army_size": by_seat(0, [len(player.army) for player in twin.players]),
        "spoils_size": by_seat(0, [len(player.spoils) for player in twin.players]),
        "commander": by_seat(
            NOBODY,
            [FACTIONS.index(player.commander) if player.commander else NOBODY for player in twin.players],
        ),
        "dark_held": by_seat(0, dark_held),
        "dark_unseen": sum(one.is_darkness for one in twin.unseen) + sum(dark_hands) - sum(dark_held),
        "dark_down": len(twin.night_cards),
        "dark_gone": len(twin.gone),
        "deck_size": twin.deck_size,
        "supply": twin.supply,
        "first": NOBODY if twin.first is None else twin.first.seat,
        "actor": actor,
        "turns_left": twin.last_turns or 0,
        "basic_left": twin.basic_left,
        "has_begun": int(twin.has_begun),
        "due": twin.due,
        "pending": number(twin.awaited or twin.ability),
        "closed": sum(1 << FACTIONS.index(faction) for faction in twin.closed),
        "gold_first": int(twin.is_gold_first),
        "is_silent": int(twin.is_silent),
        "kill_discount": twin.kill_discount,
        "command_discount": twin.command_discount,
        "viewer": 0 if viewer is None else viewer + 1,
        "phase": PHASES.index(twin.doing),
        "to_act": OVER if over else CHANCE if twin.doing in ("start", "deal", "draw") else actor,
    }

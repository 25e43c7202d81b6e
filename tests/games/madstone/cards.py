"""A set of cards with fixed numbers for the tests, so that tuning the default set breaks none of them."""

from functools import cache

import motherlode
from motherlode.games.madstone.components import card_names, default_cards


def card(
    name, faction, power=1, kill=3, command=3, shield=4, seize=5, crystals=2, energy=(), trigger=None, constant=()
):
    """One card as data."""
    numbers = {
        "power": power, "kill": kill, "command": command, "shield": shield, "seize": seize, "crystals": crystals,
    }  # fmt: skip
    content = {"name": name, "faction": faction, "numbers": numbers, "energy": list(energy), "constant": list(constant)}
    return content | ({"trigger": trigger} if trigger else {})


def trigger(do, amount=None, cost=None, needs=None, then=None, **more):
    """A triggered ability with one effect, or two."""
    effects = [{"do": do, **({"amount": amount} if amount else {}), **more}] + ([then] if then else [])
    return {"effects": effects, "cost": cost or {}, "needs": needs or {}}


def constant(do, amount=None, **more):
    """A constant."""
    return {"do": do, **({"amount": amount} if amount else {}), **more}


CARDS = [
    card("Bat", "vampire", kill=2, command=2, shield=3, seize=4, energy=["blood"]),
    card("Rat", "vampire", kill=5, command=4, shield=6, seize=7, crystals=5),
    card("Cat", "vampire", energy=["blood", "justice"]),
    card("Wolf", "vampire", power=3),
    card("Nosferatu", "vampire", constant=[constant("protect_army", needs={"vampire": 5})]),
    card("Priest", "vampire", trigger=trigger("red", 1, per="blood", most=3)),
    card("Lord", "vampire", trigger=trigger("slay", 3, cost={"red": 2})),
    card("Shade", "vampire", constant=[constant("protect_self")]),
    card("Ghoul", "vampire", constant=[constant("bounty", 2)]),
    card("Owl", "vampire", constant=[constant("nightsight"), constant("power", 2, needs={"night": 1})]),
    card("Blacksmith", "human", trigger=trigger("red", 2)),
    card("Scout", "human", trigger=trigger("draw", 1)),
    card("Knight", "human", power=3, kill=5, command=5, shield=6, seize=7, crystals=4),
    card("Miser", "human", constant=[constant("power", 1, per="red", each=3, most=2)]),
    card("Banker", "human", trigger=trigger("gold", 2, cost={"red": 3})),
    card("Captain", "human", trigger=trigger("action", 1)),
    card("Warden", "human", constant=[constant("toll", 2)]),
    card("Farmer", "human", constant=[constant("harvest", 1)]),
    card("Bishop", "human", trigger=trigger("lift", then={"do": "gold", "amount": 1})),
    card("Duke", "human", constant=[constant("points", 2, per="human", each=2, most=5)]),
    card("Archer", "elf", trigger=trigger("arrow", 1)),
    card("Cleric", "elf", trigger=trigger("silence")),
    card("Viper", "elf", trigger=trigger("poison", 3)),
    card("Ranger", "elf", trigger=trigger("kill_discount", 2)),
    card("Oak", "elf", constant=[constant("kill_discount", 1, only="goblin"), constant("command_discount", 1)]),
    card("Elf", "elf"),
    card("Gob Wiz", "goblin", constant=[constant("kin", only="goblin")]),
    card("Thief", "goblin", trigger=trigger("steal", 2)),
    card("Boss", "goblin", trigger=trigger("recruit", 3, cost={"red": 1})),
    card("Mob", "goblin", constant=[constant("power", 1, per="goblin", each=2)]),
    card("Grunt", "goblin", kill=1, command=1, shield=1, seize=2, crystals=0),
    card("Gnome", "goblin", trigger=trigger("command_discount", 1, needs={"chaos": 2})),
    card("Orb of Light", "artifact", trigger=trigger("negate", cost={"gold": 1})),
    card("Lamp", "artifact", power=0, energy=["chaos", "chaos"]),
    card("Crown", "artifact", constant=[constant("points", 3)]),
    card("Drum", "artifact", trigger=trigger("command_discount", 2)),
]  # fmt: skip


@cache
def default(seats=2):
    """The game as it is."""
    return motherlode.game("madstone", seats)


def make(seats=2, **options):
    """The game with the cards above, none of them removed."""
    names = {one["name"] for one in CARDS}
    without = [one.name for one in default_cards().cards if one.name not in names]
    given = {"cards": CARDS, "without": without, "removed": [0, 0, 0]} | options
    return motherlode.game("madstone", seats, **given)


@cache
def game(seats=2):
    """The same, made once."""
    return make(seats)


def number(name, box=None):
    """The number of a card; of a Darkness Falls as chance numbers it."""
    if name == "Darkness Falls":
        return 72
    return card_names(game().box if box is None else box).index(name)

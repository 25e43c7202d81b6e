"""What is in Madstone's box: Commanders, cards with their numbers and abilities, and the numbers of the table.

Cards are data (data/cards.toml). They are checked here, compiled into the table that the kernels interpret, and told in
words from that same table, so that text and effect cannot differ.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code, cut, shown
from motherlode.core.layout import record
from motherlode.core.options import read_toml

if TYPE_CHECKING:
    from motherlode.games.madstone.options import Options

MAX_SEATS = 4
MAX_CARDS = 72  # distinct ones; a position has room for so many
MAX_DARKNESS = 12
MAX_TOKENS = 100
MAX_BASIC = 5  # R3.4: basic actions left at a time
MAX_CRYSTALS = 9999  # R1.4: of one colour that a player can have
MAX_DISCOUNT = 100
MAX_NAME = 24

FACTIONS: "tuple[Faction, ...]" = ("vampire", "human", "elf", "goblin", "artifact")
NUM_FACTIONS = 4
NUM_PILES = 4
ARTIFACT = 4
ENERGIES: "tuple[Energy, ...]" = ("blood", "justice", "nature", "chaos")
NUM_ENERGIES = 4

# R11.2: what conditions and amounts can count. In the table a count is its number in COUNTS: COUNT_ENERGY + energy,
# COUNT_FACTION + faction (artifacts too), then the rest by name.
COUNTS = (
    "blood", "justice", "nature", "chaos", "vampire", "human", "elf", "goblin", "artifact", "army", "spoils", "hand",
    "poison", "red", "gold", "night", "day",
)  # fmt: skip
UNCOUNTED = -1  # in the table: no condition, or nothing to multiply by
COUNT_ENERGY = 0
COUNT_FACTION = 4
(
    COUNT_ARMY, COUNT_SPOILS, COUNT_HAND, COUNT_POISON, COUNT_RED, COUNT_GOLD, COUNT_NIGHT, COUNT_DAY,
) = range(9, 17)  # fmt: skip

# R11.6, R11.7: effects by their words in data/cards.toml and by number (their kind): first those that are triggered
# only, then both discounts, which are triggered or constant, then those that are constant only.
EFFECTS = (
    "", "red", "gold", "draw", "poison", "arrow", "steal", "slay", "recruit", "action", "silence", "negate", "lift",
    "kill_discount", "command_discount", "protect_army", "protect_self", "kin", "power", "points", "toll", "harvest",
    "bounty", "nightsight",
)  # fmt: skip
(
    NOTHING, GAIN_RED, GAIN_GOLD, DRAWING, POISON, ARROW, STEAL, SLAY, RECRUIT, EXTRA_ACTION, SILENCE, NEGATE, LIFTING,
    KILL_DISCOUNT, COMMAND_DISCOUNT, PROTECT_ARMY, PROTECT_SELF, KIN, POWER, POINTS, TOLL, HARVEST, BOUNTY, NIGHTSIGHT,
) = range(24)  # fmt: skip
TRIGGERED = EFFECTS[GAIN_RED : COMMAND_DISCOUNT + 1]
CONSTANT = EFFECTS[KILL_DISCOUNT:]
NO_TARGET, CARD_TARGET, SEAT_TARGET = range(3)  # R11.5: what is named after an ability is used
TARGETS = {
    "poison": CARD_TARGET, "arrow": CARD_TARGET, "steal": SEAT_TARGET, "slay": CARD_TARGET, "recruit": CARD_TARGET,
    "negate": CARD_TARGET,
}  # fmt: skip
TARGETED = tuple(TARGETS)
WITH_TOKENS = ("poison", "arrow")  # put poison tokens on a card, so one must be left
NO_VERB = -1  # in the table: the ability is not limited by the points of an attack on its target
UNMEASURED = ("silence", "negate", "lift", "protect_army", "protect_self", "kin", "nightsight")  # have no amount
WITH_ONLY = ("kin", "kill_discount", "command_discount")  # constants that may name a faction in `only`
KIN_SHIFT = len(EFFECTS)  # where kinds of effects are bits: those above them are for the factions of kin
NUM_SLOTS = 4  # effects of a card: the two of its triggered ability, then two constants
FIRST_EFFECT, SECOND_EFFECT, FIRST_CONSTANT = range(3)
ANY = -1  # in `only`: cards of every faction

# What a card adds to its army is packed, so that one addition counts all of it: in one number energy of each kind,
# ENERGY_BITS each, and power from POWER_SHIFT on; in another the cards of each faction, MEMBER_BITS each. ENERGY and
# MEMBERS take one of them out again.
ENERGY_BITS = 9
ENERGY = (1 << ENERGY_BITS) - 1
POWER_SHIFT = ENERGY_BITS * NUM_ENERGIES
MEMBER_BITS = 7
MEMBERS = (1 << MEMBER_BITS) - 1

# What an observer sees of where a card is (its sight): unseen, on top of a pile, under it, in his hand, in his spoils,
# in another's spoils, in an army (IN_ARMY + the seat, counted from his own to the left).
UNSEEN_CARD, TOP, UNDER, IN_HAND, IN_SPOILS, IN_OTHER_SPOILS, IN_ARMY = range(7)
# The sight of every zone of state.py, packed: SHOWN_BITS each, which SHOWN takes out again, SHOWN_ZONES in a number.
SHOWN_BITS = 4
SHOWN = (1 << SHOWN_BITS) - 1
SHOWN_ZONES = 16
SHOWN_NOWHERE = SHOWN  # the sight of a zone that is not to be seen at all

DATA = Path(__file__).parent / "data"

BOX = record(
    [
        ("sums", np.int64, (MAX_CARDS,)),  # power and energy of each card, see ENERGY_BITS
        ("commander_sums", np.int64, (NUM_FACTIONS,)),  # the same of each Commander
        ("shown_as", np.int64, (MAX_SEATS, 2)),  # for each observer the sight of every zone, see SHOWN_BITS
        ("constants", np.int32, (MAX_CARDS,)),  # kinds of a card's constants, as bits; from KIN_SHIFT factions of kin
        ("name", np.uint8, (MAX_CARDS, MAX_NAME)),  # ASCII, then zeros
        ("commander_name", np.uint8, (NUM_FACTIONS, MAX_NAME)),
        ("faction", np.int8, (MAX_CARDS,)),  # a number in FACTIONS
        ("power", np.int8, (MAX_CARDS,)),  # the green circle; R1.2 for this and the next five
        ("kill", np.int8, (MAX_CARDS,)),  # the heart: points to kill it in the field, and what it scores in spoils
        ("command", np.int8, (MAX_CARDS,)),  # points to command it from field or hand
        ("shield", np.int8, (MAX_CARDS,)),  # points to kill it in an army
        ("seize", np.int8, (MAX_CARDS,)),  # points to command it from an army
        ("crystals", np.int8, (MAX_CARDS,)),  # most red crystals for placing it
        ("energy", np.int8, (MAX_CARDS, NUM_ENERGIES)),  # symbols of each kind
        ("cost", np.int8, (MAX_CARDS,)),  # crystals that the triggered ability costs
        ("is_cost_gold", np.int8, (MAX_CARDS,)),  # 1: in gold; 0: in red, for which gold does as well
        ("target", np.int8, (MAX_CARDS,)),  # of the triggered ability: NO_TARGET, CARD_TARGET or SEAT_TARGET
        ("needs_tokens", np.int8, (MAX_CARDS,)),  # 1: the triggered ability puts poison tokens on its target
        (
            "aim_verb",
            np.int8,
            (MAX_CARDS,),
        ),  # whose points limit the targets: KILL for slay, COMMAND for recruit, NO_VERB
        # Effects of a card in its slots: FIRST_EFFECT and SECOND_EFFECT, then constants. R11.3 says what per, each and
        # most do, R11.2 what needs and least do.
        ("effect", np.int8, (MAX_CARDS, NUM_SLOTS)),  # a number in EFFECTS; NOTHING in slots that are not used
        ("amount", np.int8, (MAX_CARDS, NUM_SLOTS)),
        ("per", np.int8, (MAX_CARDS, NUM_SLOTS)),  # the amount is multiplied by this count; UNCOUNTED: by nothing
        ("each", np.int8, (MAX_CARDS, NUM_SLOTS)),  # ... once for so many of them
        ("most", np.int8, (MAX_CARDS, NUM_SLOTS)),  # ... up to this value; 0: no limit
        ("needs", np.int8, (MAX_CARDS, NUM_SLOTS)),  # the condition: this count ...; UNCOUNTED: there is none
        ("least", np.int8, (MAX_CARDS, NUM_SLOTS)),  # ... is at least this
        ("only", np.int8, (MAX_CARDS, NUM_SLOTS)),  # the faction of kin, or to which a discount is limited; ANY
        ("red_counter", np.int8, (MAX_CARDS,)),  # R7.3: the cards that count red crystals, ascending
        ("commander_power", np.int8, (NUM_FACTIONS,)),
        ("commander_energy", np.int8, (NUM_FACTIONS, NUM_ENERGIES)),
        ("num_cards", np.int8),  # distinct cards; the Darkness Falls are not among them
        ("seats", np.int8),
        ("dealt", np.int8),  # cards dealt to each player
        ("placed", np.int8),  # of which so many are placed in the field at set-up
        ("deck", np.int8),  # cards in the draw pile after set-up
        ("start_red", np.int8, (MAX_SEATS,)),  # red crystals to begin with: of the starting player, the next, ...
        ("basic_actions", np.int8),  # in a turn
        ("draw_to", np.int8),  # cards in hand after drawing
        ("darkness_cards", np.int8),  # Darkness Falls in the deck
        ("darkness_crystals", np.int8),  # most red crystals for playing one
        ("night_adds", np.int8),  # points of an attack in the field at night
        ("poison_tokens", np.int8),  # on cards and beside them
        ("rounds", np.uint8),  # after which the game is scored
        ("num_red_counters", np.int8),  # how many of `red_counter` are used
        ("spare", np.int8, (3,)),
    ]
)


# Cards as data

Faction = Literal["vampire", "human", "elf", "goblin", "artifact"]
Energy = Literal["blood", "justice", "nature", "chaos"]
Count = Literal[
    "blood", "justice", "nature", "chaos", "vampire", "human", "elf", "goblin", "artifact", "army", "spoils", "hand",
    "poison", "red", "gold", "night", "day",
]  # fmt: skip
Small = Annotated[int, Meta(ge=0, le=9)]
Points = Annotated[int, Meta(ge=1, le=20)]
Amount = Annotated[int, Meta(ge=1, le=9)]
Needs = dict[Count, Annotated[int, Meta(ge=1, le=99)]]


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R1.2: what is printed on a card."""

    power: Small
    kill: Points
    command: Points
    shield: Points
    seize: Points
    crystals: Small


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R11: one effect of an ability."""

    do: Annotated[str, Meta(extra_json_schema={"enum": list(EFFECTS[1:])})]
    amount: Amount | None = None
    per: Count | None = None
    each: Amount | None = None
    most: Annotated[int, Meta(ge=1, le=99)] | None = None
    needs: Needs = {}
    only: Faction | None = None


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R11.1: the triggered ability of a card."""

    effects: Annotated[list[Effect], Meta(min_length=1, max_length=2)]
    cost: dict[Literal["red", "gold"], Amount] = {}
    needs: Needs = {}


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R1.2, R11.1: one card."""

    name: str
    faction: Faction
    numbers: Numbers
    energy: Annotated[list[Energy], Meta(max_length=4)] = []
    trigger: Trigger | None = None
    constant: Annotated[list[Effect], Meta(max_length=2)] = []


class Commander(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1: a Commander."""

    name: str
    faction: Literal["vampire", "human", "elf", "goblin"]
    power: Small
    energy: Annotated[list[Energy], Meta(max_length=4)]


class CardSet(NamedTuple):
    """R1.1: the content of data/cards.toml, checked."""

    commanders: list[Commander]  # in the order of the factions
    cards: list[Card]


class _Bad(Exception):
    """What is wrong with a field of a card: field, why."""


def check_card(content: Any, number: int, source: str) -> Card:
    """R13.4: a card that makes sense; else an error with the source, the card and the field."""
    name = content.get("name") if isinstance(content, dict) else None
    label = f"card {shown(name)}" if isinstance(name, str) else f"card {number}"
    try:
        card = msgspec.convert(content, Card)
        _check_name(card.name)
        _check_abilities(card)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at `")
        field = re.sub(r"^(key in )?\$\.?", "", where.replace("`", ""))
        missing = re.search(r"required field `(\w+)`|unknown field `(\w+)`", why)
        if missing:
            field = f"{field}.{missing[1] or missing[2]}".lstrip(".")
        raise _wrong(source, label, field or "itself", why[:1].lower() + why[1:].replace("`", "'")) from None
    except _Bad as error:
        raise _wrong(source, label, *error.args) from None
    return card


def _wrong(source: str, label: str, field: str, why: str) -> BadInput:
    code = Code.BAD_OPTION if source.startswith("bad option") else Code.BAD_DATA
    return BadInput(code, f"{source}: {label}, field {shown(field)}: {cut(why)}")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[A-Z][A-Za-z' -]*[a-z]", name) or len(name) > MAX_NAME:
        raise _Bad("name", f"needs up to {MAX_NAME} letters, spaces, - or ', with a capital first")


def _check_abilities(card: Card) -> None:
    """R11: check that the parts of each ability make sense together."""
    if card.trigger is not None:
        _check_one(card.trigger.cost, "trigger.cost", "a cost is in red or in gold")
        _check_one(card.trigger.needs, "trigger.needs", "there is one condition at most")
        for nth, effect in enumerate(card.trigger.effects):
            field = f"trigger.effects[{nth}]"
            _check_effect(effect, field, TRIGGERED)
            if nth > 0 and effect.do in TARGETED:
                raise _Bad(f"{field}.do", f"{effect.do!r} has a target, so it must be the first effect")
            if effect.needs:
                raise _Bad(f"{field}.needs", "the condition belongs to the ability, not to its effect")
            if effect.only:
                raise _Bad(f"{field}.only", "triggered effects hold for all factions")
    for nth, effect in enumerate(card.constant):
        field = f"constant[{nth}]"
        _check_effect(effect, field, CONSTANT)
        _check_one(effect.needs, f"{field}.needs", "there is one condition at most")
        if effect.only and effect.do not in WITH_ONLY:
            raise _Bad(f"{field}.only", f"{effect.do!r} holds for all factions")
        if effect.do == "kin" and (effect.only in {None, "artifact"} or effect.needs):
            raise _Bad(f"{field}.only", "'kin' needs a faction in 'only', and no condition")


def _check_one(entries: dict[Any, int], field: str, why: str) -> None:
    if len(entries) > 1:
        raise _Bad(field, why)


def _check_effect(effect: Effect, field: str, known: tuple[str, ...]) -> None:
    if effect.do not in known:
        raise _Bad(f"{field}.do", f"{effect.do!r} is not one of {', '.join(known)}")
    if effect.do in UNMEASURED:
        for name in ("amount", "per", "each", "most"):
            if getattr(effect, name) is not None:
                raise _Bad(f"{field}.{name}", f"{effect.do!r} has no amount")
    elif effect.amount is None:
        raise _Bad(f"{field}.amount", f"{effect.do!r} needs an amount")
    elif effect.per is None:
        for name in ("each", "most"):
            if getattr(effect, name) is not None:
                raise _Bad(f"{field}.{name}", "makes sense only with 'per'")


def read_cards(path: Path) -> CardSet:
    """R13.4: a file of Commanders and cards, checked."""
    source = f"bad data file {path.name!r}"
    content = read_toml(path)
    for name in content:
        if name not in {"commanders", "cards"}:
            raise BadInput(Code.BAD_DATA, f"{source}: unknown part {name!r}: there are commanders and cards")
    try:
        commanders = msgspec.convert(content.get("commanders", []), list[Commander])
    except msgspec.ValidationError as error:
        raise BadInput(Code.BAD_DATA, f"{source}: commanders: {str(error).replace('`', chr(39))}") from None
    if sorted(one.faction for one in commanders) != sorted(FACTIONS[:NUM_FACTIONS]):
        raise BadInput(Code.BAD_DATA, f"{source}: commanders: needs one of each faction")
    commanders.sort(key=lambda one: FACTIONS.index(one.faction))
    cards = [check_card(card, number, source) for number, card in enumerate(content.get("cards", []), 1)]
    _check_names(cards, source)
    return CardSet(commanders, cards)


def slug(name: str) -> str:
    """A name as part of the id of a thing: `gob-king`."""
    return re.sub(r"[^a-z]+", "-", name.lower())


def _check_names(cards: list[Card], source: str) -> None:
    """Names must differ by more than capitals and signs: ids and notation do not tell these apart."""
    seen = {slug("Darkness Falls")}
    for card in cards:
        if slug(card.name) in seen:
            raise _wrong(source, f"card {card.name!r}", "name", "another card has this name")
        seen.add(slug(card.name))


@lru_cache(1)
def default_cards() -> CardSet:
    """The cards of data/cards.toml, read once."""
    return read_cards(DATA / "cards.toml")


def chosen_cards(options: "Options") -> CardSet:
    """R13.2: the default cards with what the options change."""
    commanders, cards = default_cards()
    changed = {card.name: card for card in cards}
    given = [check_card(card, number, "bad option cards") for number, card in enumerate(options.cards, 1)]
    _check_names(given, "bad option cards")
    for card in given:
        changed[card.name] = card
    for name in options.without:
        if changed.pop(name, None) is None:
            raise BadInput(Code.BAD_OPTION, f"bad option without={shown(name)}: there is no such card, in madstone")
    found = list(changed.values())
    _check_names(found, "bad option cards")
    if len(found) > MAX_CARDS:
        why = f"{len(found)} distinct cards, and there is room for {MAX_CARDS}"
        raise BadInput(Code.BAD_OPTION, f"bad option cards: {why}, in madstone")
    return CardSet(commanders, found)


# The table


def build_box(options: "Options", seats: int) -> Records:
    """R2.3, R2.4, R13.3: the box for these options; what depends on the number of seats is checked here."""
    commanders, cards = chosen_cards(options)
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    for name in (
        "dealt", "placed", "basic_actions", "draw_to", "darkness_cards", "darkness_crystals", "night_adds",
        "poison_tokens", "rounds",
    ):  # fmt: skip
        box[name] = getattr(options, name)
    box.seats, box.num_cards = seats, len(cards)
    for rank in range(MAX_SEATS):
        box.start_red[rank] = options.crystals + sum(options.crystals_by_place[rank : rank + 1])  # R13.1
    if len(cards) < seats * options.dealt:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option dealt={options.dealt}: {seats} hands need {seats * options.dealt} cards and there are "
            f"{len(cards)}, in madstone",
        )
    left = len(cards) + options.darkness_cards - seats * options.dealt
    removed = options.removed[seats - 2]
    if removed >= left:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option removed={options.removed}: {left} cards are left after the deal to {seats}, and one must "
            f"remain, in madstone",
        )
    box.deck = left - removed
    _write_sights(box)
    for faction, commander in enumerate(commanders):
        _write_name(box.commander_name[faction], commander.name)
        box.commander_power[faction] = commander.power
        for energy in commander.energy:
            box.commander_energy[faction, ENERGIES.index(energy)] += 1
        box.commander_sums[faction] = _pack(commander.power, commander.energy)
    box.effect[:] = NOTHING
    box.aim_verb[:] = NO_VERB
    box.per[:] = box.needs[:] = UNCOUNTED
    box.each[:] = 1
    box.only[:] = ANY
    for number, card in enumerate(cards):
        _write_card(box, number, card)
    return boxes


def _write_sights(box: Any) -> None:
    """R12: what each seat sees of the cards in each zone of state.py; those in other hands are unseen."""
    from motherlode.games.madstone.state import ARMY, FIELD, HELD, SPOILS, UNSEEN

    seats = int(box.seats)
    for seat in range(seats):
        shown = dict.fromkeys(range(2 * SHOWN_ZONES), SHOWN_NOWHERE)
        shown |= {UNSEEN: UNSEEN_CARD} | {FIELD + pile: UNDER for pile in range(NUM_PILES)}
        for owner in range(seats):
            is_mine = owner == seat
            shown[HELD + owner] = IN_HAND if is_mine else UNSEEN_CARD
            shown[ARMY + owner] = IN_ARMY + (owner - seat) % seats
            shown[SPOILS + owner] = IN_SPOILS if is_mine else IN_OTHER_SPOILS
        for zone, sight in shown.items():
            bits = np.uint64(sight << (SHOWN_BITS * (zone % SHOWN_ZONES)))
            box.shown_as[seat, zone // SHOWN_ZONES] |= bits.astype(np.int64)


def _write_name(letters: Any, name: str) -> None:
    letters[: len(name)] = np.frombuffer(name.encode("ascii"), np.uint8)


def _pack(power: int, energy: list[Energy]) -> int:
    """What a card or Commander adds to `Army.sums`: see ENERGY_BITS."""
    return (power << POWER_SHIFT) + sum(1 << (ENERGY_BITS * ENERGIES.index(one)) for one in energy)


def _write_card(box: Any, number: int, card: Card) -> None:
    """R1.2, R11: one card into the table that the kernels read."""
    from motherlode.games.madstone.actions import COMMAND, KILL

    _write_name(box.name[number], card.name)
    box.faction[number] = FACTIONS.index(card.faction)
    for field in Numbers.__struct_fields__:
        box[field][number] = getattr(card.numbers, field)
    for energy in card.energy:
        box.energy[number, ENERGIES.index(energy)] += 1
    box.sums[number] = _pack(card.numbers.power, card.energy)
    slots: list[tuple[int, Effect, Needs]] = []
    if card.trigger is not None:
        box.cost[number] = sum(card.trigger.cost.values())
        box.is_cost_gold[number] = "gold" in card.trigger.cost
        first = card.trigger.effects[0].do
        box.target[number] = TARGETS.get(first, NO_TARGET)
        box.needs_tokens[number] = first in WITH_TOKENS
        box.aim_verb[number] = {"slay": KILL, "recruit": COMMAND}.get(first, NO_VERB)
        slots += [(slot, effect, card.trigger.needs) for slot, effect in enumerate(card.trigger.effects)]
    slots += [(FIRST_CONSTANT + slot, effect, effect.needs) for slot, effect in enumerate(card.constant)]
    for slot, effect, needs in slots:
        box.effect[number, slot] = EFFECTS.index(effect.do)
        box.amount[number, slot] = effect.amount or 1
        box.each[number, slot] = effect.each or 1
        box.most[number, slot] = effect.most or 0
        if effect.per:
            box.per[number, slot] = COUNTS.index(effect.per)
        if effect.only:
            box.only[number, slot] = FACTIONS.index(effect.only)
        for count, least in needs.items():
            box.needs[number, slot] = COUNTS.index(count)
            box.least[number, slot] = least
        if slot >= FIRST_CONSTANT:
            box.constants[number] |= 1 << EFFECTS.index(effect.do)
            if effect.do == "kin":
                box.constants[number] |= 1 << (KIN_SHIFT + FACTIONS.index(effect.only))
    if any("red" in needs or effect.per == "red" for _, effect, needs in slots):
        box.red_counter[box.num_red_counters] = number
        box.num_red_counters += 1


# The table in words


@lru_cache(8)
def _read_names(raw: bytes) -> tuple[str, ...]:
    return tuple(
        raw[start : start + MAX_NAME].rstrip(b"\0").decode() for start in range(0, len(raw), MAX_NAME)
    )  # fmt: skip


def card_names(box: Records) -> tuple[str, ...]:
    """What all cards are called; empty where the box has none."""
    return _read_names(box["name"].tobytes())


def card_name(box: Records, card: int) -> str:
    """What a card is called."""
    return card_names(box)[card]


def commander_name(box: Records, faction: int) -> str:
    """What the Commander of a faction is called."""
    return bytes(box[0].commander_name[faction]).rstrip(b"\0").decode()


PLURALS = {"vampire": "vampires", "human": "humans", "elf": "elves", "goblin": "goblins", "artifact": "artifacts"}
COUNTED: dict[str, tuple[str, str]] = {  # one and many of what is counted
    **{energy: (f"{energy} energy", f"{energy} energy") for energy in ENERGIES},
    **{faction: (f"{faction} in your army", f"{many} in your army") for faction, many in PLURALS.items()},
    "army": ("card in your army", "cards in your army"),
    "spoils": ("card in your spoils", "cards in your spoils"),
    "hand": ("card in your hand", "cards in your hand"),
    "poison": ("poison token on any card", "poison tokens on any cards"),
    "red": ("red crystal you have", "red crystals you have"),
    "gold": ("gold crystal you have", "gold crystals you have"),
}
# {n} is the amount, {s} the s of its plural, {per} what it is multiplied by.
SENTENCES = {
    "red": "gain {n} red crystal{s}{per}",
    "gold": "gain {n} gold crystal{s}{per}",
    "draw": "draw {n} card{s}{per}",
    "poison": "put {n} poison token{s}{per} on a top card of the field or a card in another army",
    "arrow": (
        "put {n} poison token{s}{per} on a top card of the field or a card in another army; if its tokens are at least "
        "its kill number, it goes to your spoils"
    ),
    "steal": "take up to {n} red crystal{s}{per} from another player",
    "slay": "kill a card you could attack for up to {n} point{s}{per}, without paying",
    "recruit": "command a card on the table you could attack for up to {n} point{s}{per}, without paying",
    "action": "you have {n} more basic action{s} this turn{per}",
    "silence": "no constant of any army works this turn",
    "negate": "the constants of one card in another army do not work this turn",
    "lift": "lift the darkness",
    "protect_army": "your army cannot be killed or commanded",
    "protect_self": "this card cannot be killed or commanded",
    "kin": "all cards in your army are {only}",
    "power": "your power is {n} higher{per}",
    "points": "{n} point{s} at the end{per}",
    "toll": "attacks on your army have {n} point{s} more{per}",
    "harvest": "placing a card gains {n} red crystal{s} more{per}",
    "bounty": "whenever you kill a card, gain {n} red crystal{s}{per}",
    "nightsight": "cards in the field are not dearer for you at night",
}
DISCOUNTS = {"kill_discount": "killing", "command_discount": "commanding"}


def write_effect(box: Records, card: int, slot: int) -> str:
    """One effect in words, without its condition: `gain 1 red crystal for each blood energy (at most 4)`."""
    contents = box[0]
    do = EFFECTS[contents.effect[card, slot]]
    amount, only = int(contents.amount[card, slot]), int(contents.only[card, slot])
    if do in DISCOUNTS:
        whom = "a card" if only == ANY else f"a{'n' if FACTIONS[only][0] in 'ae' else ''} {FACTIONS[only]}"
        when = " this turn" if slot < FIRST_CONSTANT else ""
        words = f"{DISCOUNTS[do]} {whom} has {{n}} point{{s}} less{when}{{per}}"
    else:
        words = SENTENCES[do]
    return words.format(
        n=amount,
        s="" if amount == 1 else "s",
        per=_write_per(box, card, slot),
        only=PLURALS[FACTIONS[only]] if only != ANY else "",
    )


def _write_per(box: Records, card: int, slot: int) -> str:
    """What an amount is multiplied by, and its limit: ` for each blood energy (at most 4)`; empty without any."""
    contents = box[0]
    per, each, most = int(contents.per[card, slot]), int(contents.each[card, slot]), int(contents.most[card, slot])
    if per == UNCOUNTED:
        return ""
    if COUNTS[per] in {"night", "day"}:
        words = f" if it is {COUNTS[per]}"
    else:
        one, many = COUNTED[COUNTS[per]]
        words = f" for each {one}" if each == 1 else f" for every {each} {many}"
    return words + (f" (at most {most})" if most else "")


def write_condition(box: Records, card: int, slot: int) -> str:
    """The condition of an effect in words; empty without one."""
    contents = box[0]
    needs, least = int(contents.needs[card, slot]), int(contents.least[card, slot])
    if needs == UNCOUNTED:
        return ""
    if COUNTS[needs] in {"night", "day"}:
        return f"if it is {COUNTS[needs]}" if least == 1 else "never"
    one, many = COUNTED[COUNTS[needs]]
    return f"if there are at least {least} {many}" if COUNTS[needs] == "poison" else (
        f"if you have at least {least} {(one if least == 1 else many).removesuffix(' you have')}"
    )  # fmt: skip


def write_abilities(box: Records, card: int) -> list[str]:
    """What a card can do: its triggered ability first, then each constant; from the table that the kernels read."""
    contents = box[0]
    lines = []
    if contents.effect[card, FIRST_EFFECT] != NOTHING:
        cost = int(contents.cost[card])
        colour = "gold " if contents.is_cost_gold[card] else ""
        parts = [f"spend {cost} {colour}crystal{'' if cost == 1 else 's'}"] if cost else []
        condition = write_condition(box, card, FIRST_EFFECT)
        parts += [condition] if condition else []
        effects = "; then ".join(
            write_effect(box, card, slot) for slot in range(FIRST_CONSTANT) if contents.effect[card, slot] != NOTHING
        )
        lines.append("Trigger: " + (", ".join(parts) + ": " if parts else "") + effects + ".")
    for slot in range(FIRST_CONSTANT, NUM_SLOTS):
        if contents.effect[card, slot] != NOTHING:
            condition = write_condition(box, card, slot)
            lines.append("Constant: " + (f"{condition}, " if condition else "") + write_effect(box, card, slot) + ".")
    return lines

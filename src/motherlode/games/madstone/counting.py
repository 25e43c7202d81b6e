"""What an army comes to: energy, members, constants, power and points: R1, R8, R10, R11."""

from typing import Any, NamedTuple

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY
from motherlode.games.madstone.components import (
    ANY,
    ARTIFACT,
    BOUNTY,
    COMMAND_DISCOUNT,
    COUNT_ARMY,
    COUNT_ENERGY,
    COUNT_FACTION,
    COUNT_GOLD,
    COUNT_HAND,
    COUNT_NIGHT,
    COUNT_POISON,
    COUNT_RED,
    COUNT_SPOILS,
    ENERGY,
    ENERGY_BITS,
    FIRST_CONSTANT,
    HARVEST,
    KILL_DISCOUNT,
    KIN,
    KIN_SHIFT,
    MEMBER_BITS,
    MEMBERS,
    NIGHTSIGHT,
    NOTHING,
    NUM_FACTIONS,
    NUM_SLOTS,
    POINTS,
    POWER,
    POWER_SHIFT,
    PROTECT_ARMY,
    PROTECT_SELF,
    TOLL,
    UNCOUNTED,
)
from motherlode.games.madstone.state import NEGATED, NONE

# Kinds of constants that are added up together, as bits: bit `kind` stands for the effect of that number. For placing
# and killing; for points; against arrows; for all that an attack and lifting the darkness depend on.
INCOME_KINDS = (1 << POWER) | (1 << HARVEST) | (1 << BOUNTY)
WORTH_KINDS = (1 << POWER) | (1 << POINTS)
SHELTER_KINDS = (1 << PROTECT_ARMY) | (1 << NIGHTSIGHT)
BEARING_KINDS = SHELTER_KINDS | (1 << POWER) | (1 << TOLL) | (1 << KILL_DISCOUNT) | (1 << COMMAND_DISCOUNT)

# R11.7: discounts on attacks on cards of each faction, artifacts last. In each number the discount on killing has the
# bits below COMMAND_SHIFT (KILL_DISCOUNTS), that on commanding the bits from there on.
Discounts = tuple[int, int, int, int, int]
COMMAND_SHIFT = 32
KILL_DISCOUNTS = (1 << COMMAND_SHIFT) - 1


@rule
def is_working(state: Any, card: int) -> bool:
    """R11.8: whether the constants of a card in an army may work: they are neither silenced nor negated."""
    return state.is_silent == 0 and int(state.mark[card]) & NEGATED == 0


class Army(NamedTuple):
    """What an army adds up to, in one pass over its cards."""

    sums: int  # energy of each kind, and power from POWER_SHIFT on: see ENERGY_BITS in components.py
    members: int  # cards of each faction, MEMBER_BITS each, the Commander and kin included
    kinds: int  # kinds of constants that may work, as bits; from KIN_SHIFT on, a bit for each faction of kin


@rule
def tally(box: Any, state: Any, seat: int) -> Army:
    """R1.3, R8.1, R8.2, R11.8: add up an army: energy, printed power, cards of each faction, kinds of constants."""
    sums = 0
    members = 0
    kinds = 0
    commander = int(state.commander[seat])
    if commander != NOBODY:
        sums = int(box.commander_sums[commander])
        members = 1 << (MEMBER_BITS * commander)
    if state.army_size[seat] > 0:
        card = int(state.army[seat])
        while card != NONE:
            sums += int(box.sums[card])
            members += 1 << (MEMBER_BITS * int(box.faction[card]))
            if is_working(state, card):
                kinds |= int(box.constants[card])
            card = int(state.next_card[card])
    if kinds & (1 << KIN):
        members = add_kin(members, kinds, int(state.army_size[seat]) + 1)  # R11.10
    return Army(sums, members, kinds)


@rule
def add_kin(members: int, kinds: int, size: int) -> int:
    """R11.7, R11.10: the members of each faction, where for each faction of kin all cards of the army belong to it.

    `size` is the number of cards in the army, the Commander included.
    """
    for faction in range(NUM_FACTIONS):
        shift = MEMBER_BITS * faction
        if (kinds >> (KIN_SHIFT + faction)) & 1:
            members = members & ~(MEMBERS << shift) | (size << shift)
    return members


@rule
def energy_in(army: Army, energy: int) -> int:
    """R1.3: how much energy of one kind an army has."""
    return (army.sums >> (ENERGY_BITS * energy)) & ENERGY


@rule
def members_in(army: Army, faction: int) -> int:
    """R8.2, R11.2, R11.10: how many cards of a faction an army has, the Commander and kin included."""
    return (army.members >> (MEMBER_BITS * faction)) & MEMBERS


@rule
def count_energy(box: Any, state: Any, seat: int, energy: int) -> int:
    """R1.3: how much energy of one kind a player has."""
    return energy_in(tally(box, state, seat), energy)


@rule
def count_of(box: Any, state: Any, seat: int, army: Army, what: int) -> int:
    """R11.2: how many there are of what a condition or an amount counts (COUNT_...), for a player and his army."""
    if what < COUNT_FACTION:
        return energy_in(army, what - COUNT_ENERGY)
    if what < COUNT_ARMY:
        return members_in(army, what - COUNT_FACTION)
    if what == COUNT_ARMY:
        return int(state.army_size[seat])
    if what == COUNT_SPOILS:
        return int(state.spoils_size[seat])
    if what == COUNT_HAND:
        return int(state.hand_size[seat])
    if what == COUNT_POISON:
        return int(box.poison_tokens) - int(state.supply)
    if what == COUNT_RED:
        return int(state.red[seat])
    if what == COUNT_GOLD:
        return int(state.gold[seat])
    is_night = 1 if state.dark_down > 0 else 0
    return is_night if what == COUNT_NIGHT else 1 - is_night


@rule
def value_of(box: Any, state: Any, seat: int, army: Army, card: int, slot: int) -> int:
    """R11.3: the value of an effect for a player: its amount, times what it counts, up to its limit."""
    amount = int(box.amount[card, slot])
    per = int(box.per[card, slot])
    if per != UNCOUNTED:
        count = count_of(box, state, seat, army, per)
        if box.each[card, slot] > 1:
            count //= int(box.each[card, slot])
        amount *= count
        most = int(box.most[card, slot])
        if most > 0:
            amount = min(amount, most)
    return amount


@rule
def holds(box: Any, state: Any, seat: int, army: Army, card: int, slot: int) -> bool:
    """R11.2: whether the condition of an effect holds for a player."""
    needs = int(box.needs[card, slot])
    return needs == UNCOUNTED or count_of(box, state, seat, army, needs) >= int(box.least[card, slot])


@rule
def constant_value(box: Any, state: Any, seat: int, army: Army, card: int, slot: int) -> int:
    """R11.3, R11.8: the value of a constant for a player, 0 where its condition does not hold."""
    if not holds(box, state, seat, army, card, slot):
        return 0
    return value_of(box, state, seat, army, card, slot)


@rule
def covers(only: int, faction: int) -> bool:
    """R11.7: whether a discount is for cards of a faction; `only` is the faction it names, or ANY."""
    if only == ANY:
        return True
    return only == faction


class Constants(NamedTuple):
    """R11.7: what those constants of an army that work come to, the values of each kind added up."""

    power: int  # R8.1: printed power of the cards and the Commander included
    points: int
    toll: int
    harvest: int
    bounty: int
    protection: int  # above 0: the army cannot be attacked
    nightsight: int  # above 0: the night adds nothing
    discounts: Discounts


@rule
def add_discount(discounts: Discounts, only: int, value: int) -> Discounts:
    """R11.8: the discounts with one more, which is for cards of the faction `only`, or for all (ANY)."""
    return (
        discounts[0] + (value if covers(only, 0) else 0),
        discounts[1] + (value if covers(only, 1) else 0),
        discounts[2] + (value if covers(only, 2) else 0),
        discounts[3] + (value if covers(only, 3) else 0),
        discounts[4] + (value if covers(only, ARTIFACT) else 0),
    )


@rule
def next_bearer(box: Any, state: Any, card: int, kinds: int) -> int:
    """R11.8: from this card of an army on, the first with a constant of the kinds (bits) that may work; or NONE."""
    while card != NONE and (int(box.constants[card]) & kinds == 0 or not is_working(state, card)):
        card = int(state.next_card[card])
    return card


@rule
def add_constants(box: Any, state: Any, seat: int, army: Army, kinds: int) -> Constants:
    """R8.1, R11.8: add up the constants of an army, as far as they are of the kinds asked for (bits).

    One pass for all kinds, and not one for each: where everything is compiled into one piece, as for a GPU, there is a
    copy of this for every call, and a kernel must not outgrow the memory for its instructions.
    """
    power = army.sums >> POWER_SHIFT
    points = 0
    toll = 0
    harvest = 0
    bounty = 0
    protection = 0
    nightsight = 0
    discounts = (0, 0, 0, 0, 0)
    if army.kinds & kinds:
        card = next_bearer(box, state, int(state.army[seat]), kinds)
        while card != NONE:
            for slot in range(FIRST_CONSTANT, NUM_SLOTS):
                kind = int(box.effect[card, slot])
                value = constant_value(box, state, seat, army, card, slot) if kind != NOTHING else 0
                power += value if kind == POWER else 0
                points += value if kind == POINTS else 0
                toll += value if kind == TOLL else 0
                harvest += value if kind == HARVEST else 0
                bounty += value if kind == BOUNTY else 0
                protection += value if kind == PROTECT_ARMY else 0
                nightsight += value if kind == NIGHTSIGHT else 0
                discount = value if kind == KILL_DISCOUNT else 0
                discount = value << COMMAND_SHIFT if kind == COMMAND_DISCOUNT else discount
                discounts = add_discount(discounts, int(box.only[card, slot]), discount)
            card = next_bearer(box, state, int(state.next_card[card]), kinds)
    return Constants(power, points, toll, harvest, bounty, protection, nightsight, discounts)


@rule
def power_of(box: Any, state: Any, seat: int) -> int:
    """R8.1: a player's power."""
    return add_constants(box, state, seat, tally(box, state, seat), 1 << POWER).power


@rule
def is_army_protected(box: Any, state: Any, seat: int) -> bool:
    """R11.7: whether no card of an army can be killed or commanded."""
    return add_constants(box, state, seat, tally(box, state, seat), 1 << PROTECT_ARMY).protection > 0


@rule
def is_card_protected(box: Any, state: Any, seat: int, card: int) -> bool:
    """R11.7: whether a card in the army of a seat protects itself."""
    if int(box.constants[card]) & (1 << PROTECT_SELF) == 0 or not is_working(state, card):
        return False
    army = tally(box, state, seat)
    for slot in range(FIRST_CONSTANT, NUM_SLOTS):
        if int(box.effect[card, slot]) == PROTECT_SELF and holds(box, state, seat, army, card, slot):
            return True
    return False


@rule
def points_of(box: Any, state: Any, seat: int) -> int:
    """R10.2: a player's points as things stand."""
    its = add_constants(box, state, seat, tally(box, state, seat), WORTH_KINDS)
    return int(state.spoils_points[seat]) + int(state.gold[seat]) + its.power + its.points

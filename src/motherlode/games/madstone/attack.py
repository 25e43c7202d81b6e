"""Attacks: what can be attacked, the points and the price, and the kill: R5, R6, R9."""

from typing import Any, NamedTuple

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, NOBODY
from motherlode.games.madstone.actions import KILL
from motherlode.games.madstone.chains import is_army, is_field, is_in_hand, owner_of, take_from_table
from motherlode.games.madstone.components import ARTIFACT
from motherlode.games.madstone.counting import (
    BEARING_KINDS,
    COMMAND_SHIFT,
    KILL_DISCOUNTS,
    Army,
    Discounts,
    add_constants,
    is_card_protected,
    tally,
)
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import ARMY, FIELD, SPOILS

MAX_POWER = 1 << 40  # more than a player can have

# What guards the army of each seat at night: the points that its tolls add to attacks on it, or SHUT if the whole army
# is protected. 0 by day, and for the attacker himself.
Guards = tuple[int, int, int, int]
SHUT = -1


class Standing(NamedTuple):
    """What all armies together mean for what a player may do now, and what it costs him."""

    army: Army  # his own, added up
    power: int  # R8.1: his own
    discounts: Discounts  # on his attacks, by his constants
    night_adds: int  # points that the night adds to cards in the field, for him
    is_lowest: bool  # R6.5: nobody's power is below his; means something at night only
    guards: Guards  # of the other armies


@rule
def standing_of(box: Any, state: Any, seat: int) -> Standing:
    """R6.4, R11.7: how a player stands, counted once for all that is then asked of single cards."""
    is_night = state.dark_down > 0
    army = Army(0, 0, 0)
    power = 0
    discounts = (0, 0, 0, 0, 0)
    night_adds = 0
    guards = (0, 0, 0, 0)
    lowest = MAX_POWER
    for other in range(int(box.seats)):
        if other == seat or is_night:
            its = tally(box, state, other)
            all_its = add_constants(box, state, other, its, BEARING_KINDS)
            if other == seat:
                army = its
                power = all_its.power
                discounts = all_its.discounts
                if is_night and all_its.nightsight == 0:
                    night_adds = int(box.night_adds)  # R6.4
            else:
                guards = with_guard(guards, other, all_its.toll if all_its.protection == 0 else SHUT)
                lowest = min(lowest, all_its.power)
    return Standing(army, power, discounts, night_adds, power <= lowest, guards)


@rule
def with_guard(guards: Guards, seat: int, guard: int) -> Guards:
    """The same guards, but for one seat; tuples cannot be changed."""
    return (
        guard if seat == 0 else guards[0],
        guard if seat == 1 else guards[1],
        guard if seat == 2 else guards[2],
        guard if seat == 3 else guards[3],
    )


@rule
def of_faction(discounts: Discounts, faction: int) -> int:
    """The discounts on attacks on cards of a faction, both in one number: see COMMAND_SHIFT."""
    first = discounts[1] if faction == 1 else discounts[0]
    second = discounts[3] if faction == 3 else discounts[2]
    among = second if faction >= 2 else first
    return discounts[4] if faction == ARTIFACT else among


@rule
def guard_of(guards: Guards, seat: int) -> int:
    """What guards the army of a seat."""
    first = guards[1] if seat == 1 else guards[0]
    second = guards[3] if seat == 3 else guards[2]
    return second if seat >= 2 else first


@rule
def attack_points(box: Any, state: Any, standing: Standing, card: int, verb: int) -> int:
    """R5.4, R6.4, R9.1: the points of an attack: to kill or command a card on the table, or command one of the hand."""
    owner = owner_of(state, card)
    discount = of_faction(standing.discounts, int(box.faction[card]))
    if verb == KILL:
        points = int(box.kill[card]) if owner == NOBODY else int(box.shield[card])
        points -= int(state.tokens[card]) + int(state.kill_discount) + (discount & KILL_DISCOUNTS)
    else:
        points = int(box.command[card]) if owner == NOBODY else int(box.seize[card])
        points -= int(state.command_discount) + (discount >> COMMAND_SHIFT)
    in_field = standing.night_adds if is_field(int(state.zone[card])) else 0
    points += in_field if owner == NOBODY else guard_of(standing.guards, owner)
    return max(points, 1)


@rule
def points_to_attack(box: Any, state: Any, seat: int, card: int, verb: int) -> int:
    """R5.4: the points of an attack on one card; to ask about several, `attack_points` is faster."""
    return attack_points(box, state, standing_of(box, state, seat), card, verb)


@rule
def price_of(points: int, power: int) -> int:
    """R5.5: the crystals that so many points cost a player of this power."""
    return points + max(0, points - power)


@rule
def price_in(box: Any, state: Any, standing: Standing, card: int, verb: int) -> int:
    """R5.5: the crystals that killing or commanding a card costs."""
    return price_of(attack_points(box, state, standing, card, verb), standing.power)


@rule
def refuse_target(box: Any, state: Any, seat: int, standing: Standing, card: int) -> int:
    """R5.2, R5.3, R4.2, R11.9: why a card on the table cannot be attacked, whatever it costs; ALLOWED if it can."""
    zone = int(state.zone[card])
    if is_field(zone):
        if int(state.top[zone - FIELD]) != card:
            return Why.NOT_ON_TOP
        return Why.PILE_CLOSED if (int(state.closed) >> (zone - FIELD)) & 1 else ALLOWED
    if not is_army(zone):
        return Why.NOT_A_TARGET
    if zone - ARMY == seat:
        return Why.OWN_ARMY
    if state.dark_down == 0:
        return Why.ONLY_AT_NIGHT
    if guard_of(standing.guards, zone - ARMY) == SHUT or is_card_protected(box, state, zone - ARMY, card):
        return Why.PROTECTED  # R11.9
    return ALLOWED


@rule
def is_target(box: Any, state: Any, seat: int, card: int) -> bool:
    """R5.2, R5.3: whether a card on the table can be attacked, whatever it costs."""
    return refuse_target(box, state, seat, standing_of(box, state, seat), card) == ALLOWED


@rule
def refuse_attack(box: Any, state: Any, seat: int, card: int, verb: int) -> int:
    """R5.2, R5.5: why a player cannot kill or command (`verb`) a card; ALLOWED if he can, and can pay."""
    standing = standing_of(box, state, seat)
    if is_in_hand(state, seat, card):
        if verb == KILL:
            return Why.ONLY_COMMAND
    else:
        reason = refuse_target(box, state, seat, standing, card)
        if reason != ALLOWED:
            return reason
    price = price_in(box, state, standing, card, verb)
    return ALLOWED if price <= int(state.red[seat]) + int(state.gold[seat]) else Why.TOO_DEAR


@rule
def kill(box: Any, state: Any, seat: int, card: int) -> None:
    """R5.1, R5.6: a card on the table goes to the spoils of a player; its tokens go back to the others."""
    take_from_table(state, card)
    state.zone[card] = SPOILS + seat
    state.supply = int(state.supply) + int(state.tokens[card])
    state.tokens[card] = 0
    state.mark[card] = 0
    state.spoils_size[seat] = int(state.spoils_size[seat]) + 1
    state.spoils_points[seat] = int(state.spoils_points[seat]) + int(box.kill[card])

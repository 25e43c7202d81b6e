"""Attacks: what can be attacked, the points and the price, and the kill: R5, R6, R9."""

from typing import Any, NamedTuple

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, NOBODY
from motherlode.games.madstone.actions import KILL
from motherlode.games.madstone.chains import is_in_hand, owner_of, take_from_table
from motherlode.games.madstone.components import ARTIFACT
from motherlode.games.madstone.counting import (
    BEARING_KINDS,
    COMMAND_PLACE,
    KILL_DISCOUNTS,
    Army,
    Discounts,
    add_constants,
    is_card_protected,
    tally,
)
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import ARMY, FIELD, HELD, SPOILS

MAX_POWER = 1 << 40  # more than a player can have
SHUT = -1  # the guard of an army that cannot be attacked

Guards = tuple[int, int, int, int]  # at night, of each other seat: what its tolls add to attacks on it, or SHUT


class Standing(NamedTuple):
    """What the armies mean for all that a player may do now."""

    army: Army
    power: int
    discounts: Discounts  # by constants
    night_adds: int  # to the points of cards in the field
    is_lowest: bool  # at night: nobody's power is below the player's
    guards: Guards


@rule
def standing_of(box: Any, state: Any, seat: int) -> Standing:
    """R6.4, R11.7: a player's standing, counted once for all cards."""
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
                    night_adds = int(box.night_adds)
            else:
                guards = with_guard(guards, other, all_its.toll if all_its.protection == 0 else SHUT)
                lowest = min(lowest, all_its.power)
    return Standing(army, power, discounts, night_adds, power <= lowest, guards)


@rule
def with_guard(guards: Guards, seat: int, guard: int) -> Guards:
    """The guards, with that of one seat."""
    return (
        guard if seat == 0 else guards[0],
        guard if seat == 1 else guards[1],
        guard if seat == 2 else guards[2],
        guard if seat == 3 else guards[3],
    )


@rule
def of_faction(discounts: Discounts, faction: int) -> int:
    """The discount for a faction."""
    first = discounts[1] if faction == 1 else discounts[0]
    second = discounts[3] if faction == 3 else discounts[2]
    among = second if faction >= 2 else first
    return discounts[4] if faction == ARTIFACT else among


@rule
def guard_of(guards: Guards, seat: int) -> int:
    """The guard of a seat's army."""
    first = guards[1] if seat == 1 else guards[0]
    second = guards[3] if seat == 3 else guards[2]
    return second if seat >= 2 else first


@rule
def attack_points(box: Any, state: Any, standing: Standing, card: int, verb: int) -> int:
    """R5.4, R6.4, R9.1: the points of killing or commanding a card on the table, or of commanding one of the hand."""
    owner = owner_of(state, card)
    discount = of_faction(standing.discounts, int(box.faction[card]))
    if verb == KILL:
        points = int(box.kill[card]) if owner == NOBODY else int(box.shield[card])
        points -= int(state.tokens[card]) + int(state.kill_discount) + (discount & KILL_DISCOUNTS)
    else:
        points = int(box.command[card]) if owner == NOBODY else int(box.seize[card])
        points -= int(state.command_discount) + (discount >> COMMAND_PLACE)
    in_field = standing.night_adds if int(state.place[card]) < HELD else 0
    points += in_field if owner == NOBODY else guard_of(standing.guards, owner)
    return max(points, 1)


@rule
def points_to_attack(box: Any, state: Any, seat: int, card: int, verb: int) -> int:
    """The same for one card, with the standing counted for it alone."""
    return attack_points(box, state, standing_of(box, state, seat), card, verb)


@rule
def price_of(points: int, power: int) -> int:
    """R5.5: the crystals that points cost."""
    return points + max(0, points - power)


@rule
def price_in(box: Any, state: Any, standing: Standing, card: int, verb: int) -> int:
    """R5.5: the crystals that an attack costs."""
    return price_of(attack_points(box, state, standing, card, verb), standing.power)


@rule
def refuse_target(box: Any, state: Any, seat: int, standing: Standing, card: int) -> int:
    """R5.2, R5.3, R4.2, R11.9: why a card on the table cannot be attacked at all; ALLOWED if it can."""
    place = int(state.place[card])
    if FIELD <= place < HELD:
        if int(state.top[place - FIELD]) != card:
            return Why.NOT_ON_TOP
        return Why.PILE_CLOSED if (int(state.closed) >> (place - FIELD)) & 1 else ALLOWED
    if place < ARMY or place >= SPOILS:
        return Why.NOT_A_TARGET
    if place - ARMY == seat:
        return Why.OWN_ARMY
    if state.dark_down == 0:
        return Why.ONLY_AT_NIGHT
    if guard_of(standing.guards, place - ARMY) == SHUT or is_card_protected(box, state, place - ARMY, card):
        return Why.PROTECTED
    return ALLOWED


@rule
def is_target(box: Any, state: Any, seat: int, card: int) -> bool:
    """Whether a card on the table can be attacked."""
    return refuse_target(box, state, seat, standing_of(box, state, seat), card) == ALLOWED


@rule
def refuse_attack(box: Any, state: Any, seat: int, card: int, verb: int) -> int:
    """R5.2, R5.5: why a card cannot be killed or commanded."""
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
    """R5.1, R5.6: a card into the spoils of a player."""
    take_from_table(state, card)
    state.place[card] = SPOILS + seat
    state.supply = int(state.supply) + int(state.tokens[card])
    state.tokens[card] = 0
    state.mark[card] = 0
    state.spoils_size[seat] = int(state.spoils_size[seat]) + 1
    state.spoils_points[seat] = int(state.spoils_points[seat]) + int(box.kill[card])

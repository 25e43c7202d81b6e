"""Triggered abilities: when they can be used, on which targets, and what they do: R11."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, NOBODY
from motherlode.games.madstone.actions import AIM_AT, CARD, NUM_VERBS, ROB, card_of
from motherlode.games.madstone.attack import Standing, attack_points, refuse_target, standing_of
from motherlode.games.madstone.chains import add_to_army, is_army, is_field, owner_of, take_from_table
from motherlode.games.madstone.components import (
    ARROW,
    CARD_TARGET,
    COMMAND_DISCOUNT,
    DRAWING,
    EXTRA_ACTION,
    FIRST_EFFECT,
    GAIN_GOLD,
    GAIN_RED,
    KILL_DISCOUNT,
    LIFTING,
    MAX_BASIC,
    MAX_DISCOUNT,
    NEGATE,
    NO_VERB,
    NOTHING,
    NUM_PILES,
    RECRUIT,
    SEAT_TARGET,
    SECOND_EFFECT,
    SILENCE,
    SLAY,
)
from motherlode.games.madstone.counting import SHELTER_KINDS, add_constants, holds, is_card_protected, tally, value_of
from motherlode.games.madstone.crystals import gain_gold, gain_red, pay
from motherlode.games.madstone.darkness import lift
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import AIM, ARMY, FIELD, NEGATED, NONE, USED


@rule
def refuse_use(box: Any, state: Any, seat: int, standing: Standing, card: int) -> int:
    """R3.1, R7.1, R11.4: why a player cannot use the triggered ability of a card in his army; ALLOWED if he can."""
    kind = int(box.effect[card, FIRST_EFFECT])
    if kind == NOTHING:
        return Why.NO_ABILITY
    if int(state.mark[card]) & USED:
        return Why.ALREADY_USED
    if not holds(box, state, seat, standing.army, card, FIRST_EFFECT):
        return Why.CONDITION_FAILS
    purse = int(state.gold[seat])
    if box.is_cost_gold[card] == 0:
        purse += int(state.red[seat])
    if int(box.cost[card]) > purse:
        return Why.COST_UNPAID
    if kind == SILENCE:
        return ALLOWED if state.is_silent == 0 else Why.NO_EFFECT
    if kind == LIFTING:
        return ALLOWED if state.dark_down > 0 else Why.NO_EFFECT
    if kind != NEGATE and value_of(box, state, seat, standing.army, card, FIRST_EFFECT) < 1:
        return Why.NO_EFFECT
    if kind == DRAWING:
        return ALLOWED if state.deck_size > 0 else Why.NO_EFFECT
    if int(box.target[card]) == SEAT_TARGET:
        for other in range(int(box.seats)):
            if can_rob(box, state, seat, other):
                return ALLOWED
        return Why.NO_EFFECT
    if int(box.needs_tokens[card]) != 0 and state.supply == 0:
        return Why.NO_EFFECT
    if int(box.target[card]) == CARD_TARGET and not has_card_target(box, state, seat, standing, card):
        return Why.NO_EFFECT
    return ALLOWED


@rule
def can_use(box: Any, state: Any, seat: int, card: int) -> bool:
    """R11.4: whether a player can use the triggered ability of a card in his army."""
    return refuse_use(box, state, seat, standing_of(box, state, seat), card) == ALLOWED


@rule
def can_rob(box: Any, state: Any, seat: int, other: int) -> bool:
    """R7.4, R11.6: whether `other` is a player from whom something can be stolen: another one, with red crystals."""
    return other < int(box.seats) and other != seat and state.red[other] > 0


@rule
def next_target(box: Any, state: Any, seat: int, target: int, source: int) -> tuple[int, int]:
    """R11.6: go through the cards that may be targets: the top card of each pile, then the other armies.

    Takes a card and its source, and returns the next card and its source. A source is the number of a pile, or
    NUM_PILES + the seat of an army. Begins with NONE for both; after the last card the card is NONE.
    """
    target = int(state.next_card[target]) if source >= NUM_PILES else NONE
    while target == NONE and source + 1 < NUM_PILES + int(box.seats):
        source += 1
        if source < NUM_PILES:
            target = int(state.top[source])
        elif source != NUM_PILES + seat:
            target = int(state.army[source - NUM_PILES])
    return target, source


@rule
def has_card_target(box: Any, state: Any, seat: int, standing: Standing, card: int) -> bool:
    """R11.4: whether some card on the table is a target of the ability of `card`."""
    target, source = next_target(box, state, seat, NONE, NONE)
    while target != NONE and refuse_aim(box, state, seat, standing, card, target) != ALLOWED:
        target, source = next_target(box, state, seat, target, source)
    return target != NONE


@rule
def refuse_aim(box: Any, state: Any, seat: int, standing: Standing, card: int, target: int) -> int:
    """R11.6: why a card on the table is no target of the ability of `card`; ALLOWED if it is."""
    zone = int(state.zone[target])
    is_in_field = is_field(zone)
    is_in_army = is_army(zone)
    if int(box.target[card]) == SEAT_TARGET or (not is_in_field and not is_in_army):
        return Why.WRONG_TARGET
    if is_in_army and zone - ARMY == seat:
        return Why.OWN_ARMY
    if is_in_field and int(state.top[zone - FIELD]) != target:
        return Why.NOT_ON_TOP
    if int(box.effect[card, FIRST_EFFECT]) == NEGATE:
        if is_in_army and int(box.constants[target]) != 0 and int(state.mark[target]) & NEGATED == 0:
            return ALLOWED
        return Why.WRONG_TARGET
    verb = int(box.aim_verb[card])
    if verb != NO_VERB:
        reason = refuse_target(box, state, seat, standing, target)
        if reason != ALLOWED:
            return reason
        points = attack_points(box, state, standing, target, verb)
        return ALLOWED if points <= value_of(box, state, seat, standing.army, card, FIRST_EFFECT) else Why.TOO_STRONG
    return ALLOWED


@rule
def refuse_naming(box: Any, state: Any, seat: int, action: int) -> int:
    """R11.5: why an action cannot name the player or card that it does as the target of the ability that was used."""
    if state.phase != AIM:
        return Why.NOT_AIMING
    ability = int(state.pending)
    if action >= CARD:
        return refuse_aim(box, state, seat, standing_of(box, state, seat), ability, card_of(action))
    is_theft = int(box.target[ability]) == SEAT_TARGET
    return ALLOWED if is_theft and can_rob(box, state, seat, action - ROB) else Why.WRONG_TARGET


@rule
def legal_targets(box: Any, state: Any, seat: int, standing: Standing, out: Any) -> int:
    """R11.5, R11.6: list the actions that name a target of the ability that was used."""
    ability = int(state.pending)
    is_theft = int(box.target[ability]) == SEAT_TARGET
    count = 0
    for other in range(int(box.seats)):
        if is_theft and can_rob(box, state, seat, other):
            out[count] = ROB + other
            count += 1
    card, source = next_target(box, state, seat, NONE, NONE)
    while card != NONE:
        if refuse_aim(box, state, seat, standing, ability, card) == ALLOWED:
            out[count] = CARD + NUM_VERBS * card + AIM_AT
            count += 1
        card, source = next_target(box, state, seat, card, source)
    if count > 1:
        sort(out, count)
    return count


@rule
def sort(out: Any, count: int) -> None:
    """Put the first `count` actions of a list in ascending order."""
    for nth in range(1, count):
        action = int(out[nth])
        before = nth - 1
        while before >= 0 and int(out[before]) > action:
            out[before + 1] = out[before]
            before -= 1
        out[before + 1] = action


@rule
def resolve(box: Any, state: Any, seat: int, card: int, aimed: int) -> tuple[int, int]:
    """R11.5, R11.6: pay for the ability of a card and carry out its first effect; all values are counted before.

    `aimed` is the action that named the target; it means nothing if the ability has none. Returns the card that is
    killed, or NONE, and the value of the second effect: the caller carries out both, the kill first.
    """
    army = tally(box, state, seat)
    first = value_of(box, state, seat, army, card, FIRST_EFFECT)
    second = value_of(box, state, seat, army, card, SECOND_EFFECT)
    state.pending = NONE
    state.mark[card] = int(state.mark[card]) | USED
    if box.is_cost_gold[card] != 0:
        state.gold[seat] = int(state.gold[seat]) - int(box.cost[card])  # R7.1
    else:
        pay(state, seat, int(box.cost[card]))
    kind = int(box.effect[card, FIRST_EFFECT])
    victim = NONE
    if int(box.target[card]) == SEAT_TARGET:
        other = aimed - ROB  # R7.4
        booty = min(first, int(state.red[other]))
        state.red[other] = int(state.red[other]) - booty
        gain_red(state, seat, booty)
    elif int(box.target[card]) == CARD_TARGET:
        victim = resolve_on_card(box, state, seat, kind, first, card_of(aimed))
    else:
        resolve_untargeted(state, seat, kind, first)
    return victim, second


@rule
def resolve_on_card(box: Any, state: Any, seat: int, kind: int, value: int, target: int) -> int:
    """R1.5, R9.3, R11.6: carry out an effect on a card; returns the card if it is to be killed, else NONE.

    Of the effects that put tokens only an arrow kills.
    """
    if kind == NEGATE:
        state.mark[target] = int(state.mark[target]) | NEGATED
    elif kind == SLAY:
        return target
    elif kind == RECRUIT:
        take_from_table(state, target)
        add_to_army(state, seat, target)
    else:
        tokens = min(value, int(state.supply))
        state.supply = int(state.supply) - tokens
        state.tokens[target] = int(state.tokens[target]) + tokens
        if kind == ARROW and is_shot(box, state, seat, target):  # R9.3
            return target
    return NONE


@rule
def is_shot(box: Any, state: Any, seat: int, card: int) -> bool:
    """R6.4, R11.6, R11.9: whether an arrow of `seat` kills a card: it has tokens enough, and nothing protects it."""
    owner = owner_of(state, card)
    number = int(box.kill[card])
    if owner != NOBODY:
        number = int(box.shield[card])
        if is_card_protected(box, state, owner, card):  # R11.9
            return False
    seat = seat if owner == NOBODY else owner
    its = add_constants(box, state, seat, tally(box, state, seat), SHELTER_KINDS)
    if owner != NOBODY and its.protection > 0:  # R11.9
        return False
    if owner == NOBODY and state.dark_down > 0 and its.nightsight == 0:
        number += int(box.night_adds)  # R6.4
    return int(state.tokens[card]) >= number


@rule
def resolve_untargeted(state: Any, seat: int, kind: int, value: int) -> None:
    """R3.4, R11.6: carry out an effect that has no target; nothing if there is none (NOTHING)."""
    if kind == GAIN_RED:
        gain_red(state, seat, value)
    elif kind == GAIN_GOLD:
        gain_gold(state, seat, value)
    elif kind == DRAWING:
        state.due = min(int(state.due) + value, int(state.deck_size))
    elif kind == EXTRA_ACTION:  # R3.4
        state.basic_left = min(int(state.basic_left) + value, MAX_BASIC)
    elif kind == KILL_DISCOUNT:
        state.kill_discount = min(int(state.kill_discount) + value, MAX_DISCOUNT)
    elif kind == COMMAND_DISCOUNT:
        state.command_discount = min(int(state.command_discount) + value, MAX_DISCOUNT)
    elif kind == SILENCE:
        state.is_silent = 1
    elif kind == LIFTING:
        lift(state)

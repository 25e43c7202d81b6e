"""A cheap guess of who will have most points in Madstone.

A player's strength is his points as things stand and what the rest of the game may bring: crystals to spend, power and
abilities for the turns that are left, cards to place. The gaps to the strongest give the shares.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, NOBODY, OVER, Level, SearchSettings
from motherlode.games.madstone.abilities import refuse_use
from motherlode.games.madstone.attack import standing_of
from motherlode.games.madstone.components import (
    ARROW,
    BOUNTY,
    COMMAND_DISCOUNT,
    DRAWING,
    EXTRA_ACTION,
    FIRST_CONSTANT,
    FIRST_EFFECT,
    GAIN_GOLD,
    GAIN_RED,
    HARVEST,
    KILL_DISCOUNT,
    NIGHTSIGHT,
    NOTHING,
    NUM_PILES,
    NUM_SLOTS,
    POINTS,
    POISON,
    POWER,
    PROTECT_ARMY,
    PROTECT_SELF,
    RECRUIT,
    SECOND_EFFECT,
    SLAY,
    STEAL,
    TOLL,
)
from motherlode.games.madstone.counting import constant_value, holds, is_working, points_of, value_of
from motherlode.games.madstone.state import ACT, AIM, NONE, USED

CARDS_A_TURN = 1.4  # drawn by a player, about
MOST_TURNS = 8.0  # that are looked ahead
PER_RED = 0.55  # points that a red crystal is worth while there are turns to spend it
PER_RED_IN_LAST_TURN = 0.45
ENOUGH_RED = 14  # crystals beyond these are worth less
PER_SPARE_RED = 0.15
PER_POWER = 0.16  # points that one power brings in a turn
PER_HAND_CRYSTAL = 0.22  # of a card that could be placed
PER_DARKNESS = 0.6  # points that a Darkness Falls in hand is worth
PER_ABILITY = 0.55  # share of a triggered ability's worth that is had in a later turn
PER_TOKEN_ON_TOP = 0.4  # points that a token on a top card is worth to the player whose turn it is
PER_TOKEN_IN_ARMY = 0.15  # points that a token costs the owner of a card
NAMED = 0.05  # points for having named an ability: it is as good as carried out
PER_EXTRA_ACTION = 1.4  # points that a basic action beyond the usual is worth
ENOUGH_TO_ATTACK = 6  # crystals with which an army may be attacked
PER_OPENED = 0.7  # points that a defence which does not work in this turn is worth
GOLD_FIRST = 0.02  # points that saying `gold first` costs, since it is worth nothing by itself
SCALE = 9.0  # points of a gap that matters
DEFENCES = (1 << PROTECT_ARMY) | (1 << PROTECT_SELF) | (1 << TOLL)  # kinds of constants, as bits


@rule
def worth_of(kind, value):
    """About how many points a triggered effect of this kind and value is worth in one turn."""
    if kind == GAIN_RED:
        return PER_RED * value
    if kind == STEAL:
        return 0.7 * value
    if kind == GAIN_GOLD:
        return 1.1 * value
    if kind == DRAWING:
        return 0.5 * value
    if kind == SLAY:
        return 0.75 * value
    if kind == RECRUIT:
        return 0.6 * value
    if kind == EXTRA_ACTION:
        return 1.3 * value
    if kind == POISON:
        return 0.45 * value
    if kind == ARROW:
        return 0.6 * value
    if kind == KILL_DISCOUNT:
        return 0.35 * value
    if kind == COMMAND_DISCOUNT:
        return 0.35 * value
    return 0.05


@rule
def worth_of_ability(box, state, seat, army, card):
    """Points that the triggered ability of a card is worth in one turn, its cost taken off; never below 0."""
    worth = worth_of(int(box.effect[card, FIRST_EFFECT]), value_of(box, state, seat, army, card, FIRST_EFFECT))
    if int(box.effect[card, SECOND_EFFECT]) != NOTHING:
        worth += worth_of(int(box.effect[card, SECOND_EFFECT]), value_of(box, state, seat, army, card, SECOND_EFFECT))
    worth -= int(box.cost[card]) * (1.0 if box.is_cost_gold[card] != 0 else PER_RED)
    return max(worth, 0.0)


@rule
def worth_of_constant(kind, value):
    """Points that a constant is worth in one turn; power and points are counted elsewhere."""
    if kind == KILL_DISCOUNT:
        return 0.35 * value
    if kind == COMMAND_DISCOUNT:
        return 0.15 * value
    if kind == HARVEST:
        return 0.3 * value
    if kind == BOUNTY:
        return 0.3 * value
    if kind == PROTECT_ARMY:
        return 0.5
    if kind == PROTECT_SELF:
        return 0.1
    if kind == NIGHTSIGHT:
        return 0.1
    if kind == TOLL:
        return 0.05 * value
    return 0.0


@rule
def turns_ahead(box, state, seat):
    """R10.1: about how many more turns a player will have after the present one."""
    seats = int(box.seats)
    if state.turns_left > 0:
        after = (seat - int(state.actor) + seats) % seats
        return 1.0 if 0 < after < int(state.turns_left) else 0.0
    if state.deck_size == 0:
        return 1.0
    return min(1.0 + int(state.deck_size) / (CARDS_A_TURN * seats), MOST_TURNS)


@rule
def strength(box, state, seat):
    """R10.2: a player's points as they stand, and about how many the rest of the game may bring.

    Constants that are silenced or negated for this turn count as if they worked.
    """
    turns = turns_ahead(box, state, seat)
    standing = standing_of(box, state, seat)
    army = standing.army
    is_actor = int(state.actor) == seat
    is_early = is_actor and state.has_begun == 0 and (state.phase == ACT or state.phase == AIM)
    power = int(box.commander_power[int(state.commander[seat])])
    total = float(int(state.spoils_points[seat]) + int(state.gold[seat]))
    card = int(state.army[seat])
    while card != NONE:
        power += int(box.power[card])
        if int(box.effect[card, FIRST_EFFECT]) != NOTHING:
            worth = worth_of_ability(box, state, seat, army, card)
            if worth > 0.0 and holds(box, state, seat, army, card, FIRST_EFFECT):
                total += PER_ABILITY * worth * turns
            if is_early and int(state.mark[card]) & USED == 0:
                if int(state.pending) == card:
                    total += worth + NAMED
                elif worth > 0.0 and refuse_use(box, state, seat, standing, card) == ALLOWED:
                    total += worth
        if int(box.constants[card]) != 0:
            for slot in range(FIRST_CONSTANT, NUM_SLOTS):
                kind = int(box.effect[card, slot])
                value = constant_value(box, state, seat, army, card, slot) if kind != NOTHING else 0
                if value > 0:
                    if kind == POWER:
                        power += value
                    elif kind == POINTS:
                        total += value
                    else:
                        total += worth_of_constant(kind, value) * turns
        total -= PER_TOKEN_IN_ARMY * min(int(state.tokens[card]), 4)
        card = int(state.next_card[card])
    total += power + PER_POWER * power * turns
    red = int(state.red[seat])
    per_red = PER_RED
    if turns == 0.0:
        per_red = PER_RED_IN_LAST_TURN if is_actor and state.basic_left > 0 else 0.0
    total += per_red * min(red, ENOUGH_RED)
    if red > ENOUGH_RED:
        total += min(per_red, PER_SPARE_RED) * (red - ENOUGH_RED)
    if turns > 0.0 or (is_actor and state.basic_left > 0):
        card = int(state.hand[seat])
        while card != NONE:
            total += PER_HAND_CRYSTAL * min(int(box.crystals[card]), power)
            card = int(state.next_card[card])
        total += PER_DARKNESS * int(state.dark_held[seat])
    if is_actor and state.basic_left > 0:
        total += opportunities(box, state, seat)
    return total


@rule
def opportunities(box, state, seat):
    """About how many points the player whose turn it is can make of the moment, while a basic action is left."""
    total = 0.0
    if state.gold_first != 0:
        total -= GOLD_FIRST
    usual = int(box.basic_actions) - (1 if state.has_begun != 0 else 0)
    total += PER_EXTRA_ACTION * max(0, int(state.basic_left) - usual)
    for pile in range(NUM_PILES):
        top = int(state.top[pile])
        if top != NONE:
            total += PER_TOKEN_ON_TOP * min(int(state.tokens[top]), int(box.kill[top]) - 1)
    if state.dark_down > 0 and int(state.red[seat]) + int(state.gold[seat]) >= ENOUGH_TO_ATTACK:
        for other in range(int(box.seats)):
            card = int(state.army[other])
            while other != seat and card != NONE:
                if int(box.constants[card]) & DEFENCES and not is_working(state, card):
                    total += PER_OPENED
                card = int(state.next_card[card])
    return total


@rule
def evaluate(boxes, states, index, out):
    """Each seat's share: the closer to the strongest, the more; at the end the winners share all of it."""
    box = boxes[0]
    state = states[index]
    seats = int(box.seats)
    if state.actor == NOBODY or state.turn_number == 0:
        for seat in range(seats):
            out[seat] = 1.0 / seats
        return
    is_over = state.to_act == OVER
    best = -1.0
    for seat in range(seats):
        value = float(points_of(box, state, seat)) if is_over else strength(box, state, seat)
        out[seat] = value
        best = max(best, float(out[seat]))
    total = 0.0
    for seat in range(seats):
        gap = best - float(out[seat])
        share = 1.0 / ((1.0 + gap / SCALE) * (1.0 + gap / SCALE))
        if is_over:
            share = 1.0 if gap == 0.0 else 0.0
        out[seat] = share
        total += share
    for seat in range(seats):
        out[seat] = float(out[seat]) / total


# Leaves are judged at once. A draw may be any of a hundred cards: only those that come often get a node of their own.
# More thinking helps as long as there is time, so the top level has more iterations than mostly fit into it.
SEARCH = SearchSettings(
    rollout=0,
    temperature=0.05,
    explore=0.5,
    widen=1.0,
    num_nodes=1 << 20,
    levels={
        "pebble": Level(noise=1.5),
        "prospector": Level(noise=0.5),
        "foreman": Level(iterations=100, noise=0.3),
        "mastermind": Level(iterations=100_000, net_iterations=8_000),
    },
)

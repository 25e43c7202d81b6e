"""The rules of Madstone. Numbers in brackets are those of RULES.md."""

from typing import NamedTuple

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER
from motherlode.core.streams import below
from motherlode.games.madstone.actions import (
    AIM_AT,
    CARD,
    COMMAND,
    COMMANDER,
    DARKNESS,
    DRAW_CARDS,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLACE,
    PLAY_DARKNESS,
    ROB,
    TO_PILE,
    USE,
    card_of,
    num_actions,
    verb_of,
)
from motherlode.games.madstone.components import (
    ANY,
    ARROW,
    ARTIFACT,
    BOUNTY,
    COMMAND_DISCOUNT,
    COUNT_ARMY,
    COUNT_FACTION,
    COUNT_GOLD,
    COUNT_HAND,
    COUNT_NIGHT,
    COUNT_POISON,
    COUNT_RED,
    COUNT_SPOILS,
    DRAWING,
    ENERGY,
    ENERGY_BITS,
    EXTRA_ACTION,
    FIRST_CONSTANT,
    GAIN_GOLD,
    GAIN_RED,
    HARVEST,
    KILL_DISCOUNT,
    KIN,
    KIN_PLACE,
    LIFTING,
    MAX_BASIC,
    MAX_CARDS,
    MAX_CRYSTALS,
    MAX_DISCOUNT,
    MAX_SEATS,
    MEMBER_BITS,
    MEMBERS,
    NEGATE,
    NIGHTSIGHT,
    NOTHING,
    NUM_FACTIONS,
    NUM_PILES,
    NUM_SLOTS,
    POINTS,
    POISON,
    POWER,
    POWER_PLACE,
    PROTECT_ARMY,
    PROTECT_SELF,
    RECRUIT,
    SILENCE,
    SLAY,
    STEAL,
    TOLL,
    UNCOUNTED,
)
from motherlode.games.madstone.state import (
    ABSENT,
    ACT,
    AIM,
    ARMY,
    AWAITED,
    CHOOSE,
    CLOSE,
    DEAL,
    DEALT,
    DRAW,
    END,
    FIELD,
    HELD,
    NEGATED,
    NONE,
    PILE,
    SETTLE,
    SPOILS,
    START,
    UNSEEN,
    USED,
)

# Why an action is refused; the texts are in notation.REASONS, in this order.
(
    NO_SUCH_ACTION, CHOOSE_FIRST, NOT_CHOOSING, COMMANDER_TAKEN, NAME_PILE, NOT_NAMING, NAME_TARGET, NOT_AIMING,
    PLACE_FIRST, NOT_IN_HAND, TURN_IS_DONE, HAND_IS_FULL, PILE_IS_EMPTY, NO_DARKNESS_HELD, IS_DAY, NOT_LOWEST,
    NO_CHOICE_OF_COLOUR, MUST_ACT, NOT_A_TARGET, NOT_ON_TOP, ONLY_AT_NIGHT, OWN_ARMY, PILE_CLOSED, PROTECTED,
    TOO_DEAR, ONLY_COMMAND, NOT_IN_ARMY, NO_ABILITY, ALREADY_USED, ACTIONS_BEGUN, CONDITION_FAILS, COST_UNPAID,
    NO_EFFECT, WRONG_TARGET, TOO_STRONG,
) = range(1, 36)  # fmt: skip


# Kinds of constants that are added up together, as bits.
INCOME_KINDS = (1 << POWER) | (1 << HARVEST) | (1 << BOUNTY)
WORTH_KINDS = (1 << POWER) | (1 << POINTS)
SHELTER_KINDS = (1 << PROTECT_ARMY) | (1 << NIGHTSIGHT)
BEARING_KINDS = SHELTER_KINDS | (1 << POWER) | (1 << TOLL) | (1 << KILL_DISCOUNT) | (1 << COMMAND_DISCOUNT)

MAX_POWER = 1 << 40  # more than a player can have
COMMAND_PLACE = 32  # where discounts on killing and on commanding are one number, the bits from which the latter begin
KILL_DISCOUNTS = (1 << COMMAND_PLACE) - 1
SHUT = -1  # the guard of an army that cannot be attacked
WORD = 62  # bits of a set of cards that are kept in one signed 64-bit number
HEAD_BITS = 7
NO_HEAD = (1 << HEAD_BITS) - 1  # no card left: the last bits of NONE
NO_HEADS = (1 << (HEAD_BITS * MAX_SEATS)) - 1


# Chains of cards. A loop along a chain stands in an `if` of its own where it matters: there the threads of a GPU, which
# leave a loop one after the other, wait for each other.


@rule
def add_to_hand(state, seat, card, where):
    """A card into a hand; `where` is HELD or DEALT."""
    state.place[card] = where + seat
    state.hand_size[seat] = int(state.hand_size[seat]) + 1
    if where == DEALT:
        state.dealt_size[seat] = int(state.dealt_size[seat]) + 1
    before = NONE
    after = int(state.hand[seat])
    while after != NONE and after < card:
        before = after
        after = int(state.next_card[after])
    state.next_card[card] = after
    if before == NONE:
        state.hand[seat] = card
    else:
        state.next_card[before] = card


@rule
def take_from_hand(state, seat, card):
    """A card out of a hand; the caller says where it goes."""
    state.hand_size[seat] = int(state.hand_size[seat]) - 1
    if int(state.place[card]) == DEALT + seat:
        state.dealt_size[seat] = int(state.dealt_size[seat]) - 1
    if int(state.hand[seat]) == card:
        state.hand[seat] = state.next_card[card]
    else:
        before = int(state.hand[seat])
        while int(state.next_card[before]) != card:
            before = int(state.next_card[before])
        state.next_card[before] = state.next_card[card]
    state.next_card[card] = NONE


@rule
def add_to_army(state, seat, card):
    """A card into an army."""
    state.place[card] = ARMY + seat
    state.army_size[seat] = int(state.army_size[seat]) + 1
    before = NONE
    after = int(state.army[seat])
    while after != NONE and after < card:
        before = after
        after = int(state.next_card[after])
    state.next_card[card] = after
    if before == NONE:
        state.army[seat] = card
    else:
        state.next_card[before] = card


@rule
def take_from_table(state, card):
    """The top card of a pile, or a card in an army, away from there; the caller says where it goes."""
    place = int(state.place[card])
    if place < HELD:
        state.top[place - FIELD] = state.next_card[card]
    else:
        seat = place - ARMY
        state.army_size[seat] = int(state.army_size[seat]) - 1
        if int(state.army[seat]) == card:
            state.army[seat] = state.next_card[card]
        else:
            before = int(state.army[seat])
            while int(state.next_card[before]) != card:
                before = int(state.next_card[before])
            state.next_card[before] = state.next_card[card]
    state.next_card[card] = NONE


@rule
def put_on_pile(state, card, pile):
    """A card on top of a pile."""
    state.place[card] = FIELD + pile
    state.next_card[card] = state.top[pile]
    state.top[pile] = card


@rule
def is_in_hand(state, seat, card):
    """Whether a card is in the hand of a player."""
    place = int(state.place[card])
    if place == HELD + seat:
        return True
    return place == DEALT + seat


@rule
def owner_of(state, card):
    """The seat in whose army a card is; NOBODY elsewhere."""
    place = int(state.place[card])
    return place - ARMY if ARMY <= place < SPOILS else NOBODY


# Counting


@rule
def is_working(state, card):
    """R11.8: whether the constants of a card in an army are neither silenced nor negated."""
    return state.is_silent == 0 and int(state.mark[card]) & NEGATED == 0


class Army(NamedTuple):
    """What an army adds up to, in one pass over its cards."""

    sums: int  # energy of each kind and power, in places of their own: see components.ENERGY_BITS
    members: int  # cards of each faction, MEMBER_BITS each, the Commander and kin included
    kinds: int  # of the constants that work, as bits; from KIN_PLACE on, the factions of kin


@rule
def tally(box, state, seat):
    """R1.3, R8, R11.8: all that can be counted in an army."""
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
        members = add_kin(members, kinds, int(state.army_size[seat]) + 1)
    return Army(sums, members, kinds)


@rule
def add_kin(members, kinds, size):
    """R11.10: members, where all of so many cards, the Commander included, are of each faction that has kin."""
    for faction in range(NUM_FACTIONS):
        place = MEMBER_BITS * faction
        if (kinds >> (KIN_PLACE + faction)) & 1:
            members = members & ~(MEMBERS << place) | (size << place)
    return members


@rule
def energy_in(army, energy):
    """R1.3: the energy of one kind."""
    return (army.sums >> (ENERGY_BITS * energy)) & ENERGY


@rule
def members_in(army, faction):
    """R8.2, R11.2, R11.10: cards of a faction, the Commander and kin included."""
    return (army.members >> (MEMBER_BITS * faction)) & MEMBERS


@rule
def count_energy(box, state, seat, energy):
    """R1.3: a player's energy of one kind."""
    return energy_in(tally(box, state, seat), energy)


@rule
def count_of(box, state, seat, army, what):
    """R11.2: what conditions and amounts count; `army` is the player's, tallied."""
    if what < COUNT_FACTION:
        return energy_in(army, what)
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
def value_of(box, state, seat, army, card, slot):
    """R11.3: how much an effect does for a player."""
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
def holds(box, state, seat, army, card, slot):
    """R11.2: whether the condition of an effect holds for a player."""
    needs = int(box.needs[card, slot])
    return needs == UNCOUNTED or count_of(box, state, seat, army, needs) >= int(box.least[card, slot])


@rule
def constant_value(box, state, seat, army, card, slot):
    """R11.3, R11.8: the value of a constant for a player, 0 where its condition does not hold."""
    if not holds(box, state, seat, army, card, slot):
        return 0
    return value_of(box, state, seat, army, card, slot)


@rule
def covers(only, faction):
    """R11.7: whether a constant with `only` is for cards of a faction."""
    if only == ANY:
        return True
    return only == faction


class Constants(NamedTuple):
    """R11.7: what the constants of an army that work come to, each kind added up."""

    power: int  # of the cards and the Commander too
    points: int
    toll: int
    harvest: int
    bounty: int
    protection: int  # above 0: the army cannot be attacked
    nightsight: int  # above 0: the night adds nothing
    discounts: tuple[int, int, int, int, int]  # for a target of each faction: see COMMAND_PLACE


@rule
def add_discount(discounts, only, value):
    """Discounts by faction, and one more on cards of one faction or of any."""
    return (
        discounts[0] + (value if covers(only, 0) else 0),
        discounts[1] + (value if covers(only, 1) else 0),
        discounts[2] + (value if covers(only, 2) else 0),
        discounts[3] + (value if covers(only, 3) else 0),
        discounts[4] + (value if covers(only, ARTIFACT) else 0),
    )


@rule
def next_bearer(box, state, card, kinds):
    """From this card of an army on, the first with a constant that works and is of one of the kinds (bits); NONE."""
    while card != NONE and (int(box.constants[card]) & kinds == 0 or not is_working(state, card)):
        card = int(state.next_card[card])
    return card


@rule
def add_constants(box, state, seat, army, kinds):
    """R8.1, R11.8: the constants of an army, as far as they are of the kinds asked for (bits), in one pass.

    One pass for all kinds, and not one for each: where everything is compiled into one piece, as for a GPU, there is a
    copy of this for every call, and a kernel must not outgrow the memory for its instructions.
    """
    power = army.sums >> POWER_PLACE
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
                discount = value << COMMAND_PLACE if kind == COMMAND_DISCOUNT else discount
                discounts = add_discount(discounts, int(box.only[card, slot]), discount)
            card = next_bearer(box, state, int(state.next_card[card]), kinds)
    return Constants(power, points, toll, harvest, bounty, protection, nightsight, discounts)


@rule
def power_of(box, state, seat):
    """R8.1: a player's power."""
    return add_constants(box, state, seat, tally(box, state, seat), 1 << POWER).power


@rule
def is_army_protected(box, state, seat):
    """R11.7: whether no card of an army can be killed or commanded."""
    return add_constants(box, state, seat, tally(box, state, seat), 1 << PROTECT_ARMY).protection > 0


@rule
def is_card_protected(box, state, seat, card):
    """R11.7: whether a card in an army protects itself."""
    if int(box.constants[card]) & (1 << PROTECT_SELF) == 0 or not is_working(state, card):
        return False
    army = tally(box, state, seat)
    for slot in range(FIRST_CONSTANT, NUM_SLOTS):
        if int(box.effect[card, slot]) == PROTECT_SELF and holds(box, state, seat, army, card, slot):
            return True
    return False


@rule
def can_lift(box, state, seat):
    """R6.5: whether it is night and nobody's power is below the player's."""
    if state.dark_down == 0:
        return False
    mine = 0
    lowest = 0
    for other in range(int(box.seats)):
        power = power_of(box, state, other)
        if other == 0 or power < lowest:
            lowest = power
        if other == seat:
            mine = power
    return mine <= lowest


# The points of an attack


class Standing(NamedTuple):
    """What the armies mean for all that a player may do now."""

    army: Army
    power: int
    discounts: tuple[int, int, int, int, int]  # by constants, for a target of each faction: see COMMAND_PLACE
    night_adds: int  # to the points of cards in the field
    is_lowest: bool  # at night: nobody's power is below the player's
    guards: tuple[int, int, int, int]  # at night, of each other seat: what its tolls add to attacks on it, or SHUT


@rule
def standing_of(box, state, seat):
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
def with_guard(guards, seat, guard):
    """The guards, with that of one seat."""
    return (
        guard if seat == 0 else guards[0],
        guard if seat == 1 else guards[1],
        guard if seat == 2 else guards[2],
        guard if seat == 3 else guards[3],
    )


@rule
def of_faction(discounts, faction):
    """The discount for a faction."""
    first = discounts[1] if faction == 1 else discounts[0]
    second = discounts[3] if faction == 3 else discounts[2]
    among = second if faction >= 2 else first
    return discounts[4] if faction == ARTIFACT else among


@rule
def guard_of(guards, seat):
    """The guard of a seat's army."""
    first = guards[1] if seat == 1 else guards[0]
    second = guards[3] if seat == 3 else guards[2]
    return second if seat >= 2 else first


@rule
def attack_points(box, state, standing, card, verb):
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
def points_to_attack(box, state, seat, card, verb):
    """The same for one card, with the standing counted for it alone."""
    return attack_points(box, state, standing_of(box, state, seat), card, verb)


@rule
def price_of(points, power):
    """R5.5: the crystals that points cost."""
    return points + max(0, points - power)


@rule
def price_in(box, state, standing, card, verb):
    """R5.5: the crystals that an attack costs."""
    return price_of(attack_points(box, state, standing, card, verb), standing.power)


@rule
def refuse_target(box, state, seat, standing, card):
    """R5.2, R5.3, R4.2, R11.9: why a card on the table cannot be attacked at all; ALLOWED if it can."""
    place = int(state.place[card])
    if FIELD <= place < HELD:
        if int(state.top[place - FIELD]) != card:
            return NOT_ON_TOP
        return PILE_CLOSED if (int(state.closed) >> (place - FIELD)) & 1 else ALLOWED
    if place < ARMY or place >= SPOILS:
        return NOT_A_TARGET
    if place - ARMY == seat:
        return OWN_ARMY
    if state.dark_down == 0:
        return ONLY_AT_NIGHT
    if guard_of(standing.guards, place - ARMY) == SHUT or is_card_protected(box, state, place - ARMY, card):
        return PROTECTED
    return ALLOWED


@rule
def is_target(box, state, seat, card):
    """Whether a card on the table can be attacked."""
    return refuse_target(box, state, seat, standing_of(box, state, seat), card) == ALLOWED


# Set-up


@rule
def setup(box, states, index):
    """R2: all cards are unseen; chance names the starting player first."""
    state = states[index]
    for seat in range(MAX_SEATS):
        state.red[seat] = 0
        state.gold[seat] = 0
        state.spoils_points[seat] = 0
        state.hand[seat] = NONE
        state.army[seat] = NONE
        state.hand_size[seat] = 0
        state.dealt_size[seat] = 0
        state.army_size[seat] = 0
        state.spoils_size[seat] = 0
        state.commander[seat] = NOBODY
        state.dark_held[seat] = 0
    for pile in range(NUM_PILES):
        state.top[pile] = NONE
    for card in range(MAX_CARDS):
        state.place[card] = UNSEEN if card < int(box[0].num_cards) else ABSENT
        state.next_card[card] = NONE
        state.tokens[card] = 0
    state.turn_number = 0
    state.dark_unseen = box[0].darkness_cards
    state.dark_down = 0
    state.dark_gone = 0
    state.deck_size = box[0].deck
    state.supply = box[0].poison_tokens
    state.first = NOBODY
    state.actor = NOBODY
    state.turns_left = 0
    state.viewer = 0
    state.basic_left = 0
    state.has_begun = 0
    clear_turn(state)
    for place in range(2):
        state.spare[place] = 0
    state.phase = START
    state.to_act = CHANCE


@rule
def clear_turn(state):
    """R3.6: what holds for a turn is over."""
    state.basic_left = 0
    state.has_begun = 0
    state.due = 0
    state.pending = NONE
    state.closed = 0
    state.gold_first = 0
    state.is_silent = 0
    state.kill_discount = 0
    state.command_discount = 0
    for card in range(MAX_CARDS):
        state.mark[card] = 0


# What a seat may do


@rule
def next_target(box, state, seat, target, source):
    """The card that may be a target after this one, and where it is from: a pile, or a seat from NUM_PILES on.

    The top cards of the piles come first, then the other armies; NONE is before the first and after the last.
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
def has_card_target(box, state, seat, standing, card):
    """R11.4: whether a targeted ability has a card for a target."""
    target, source = next_target(box, state, seat, NONE, NONE)
    while target != NONE and refuse_aim(box, state, seat, standing, card, target) != ALLOWED:
        target, source = next_target(box, state, seat, target, source)
    return target != NONE


@rule
def refuse_aim(box, state, seat, standing, card, target):
    """R11.6: why a card is no target of an ability; ALLOWED if it is."""
    kind = int(box.effect[card, 0])
    place = int(state.place[target])
    is_in_field = FIELD <= place < HELD
    is_in_army = ARMY <= place < SPOILS
    if kind == STEAL or (not is_in_field and not is_in_army):
        return WRONG_TARGET
    if is_in_army and place - ARMY == seat:
        return OWN_ARMY
    if is_in_field and int(state.top[place - FIELD]) != target:
        return NOT_ON_TOP
    if kind == NEGATE:
        if is_in_army and int(box.constants[target]) != 0 and int(state.mark[target]) & NEGATED == 0:
            return ALLOWED
        return WRONG_TARGET
    if SLAY <= kind <= RECRUIT:
        reason = refuse_target(box, state, seat, standing, target)
        if reason != ALLOWED:
            return reason
        points = attack_points(box, state, standing, target, KILL if kind == SLAY else COMMAND)
        return ALLOWED if points <= value_of(box, state, seat, standing.army, card, 0) else TOO_STRONG
    return ALLOWED


@rule
def can_rob(box, state, seat, other):
    """R7.4, R11.6: whether there is something to steal from a player."""
    return other < int(box.seats) and other != seat and state.red[other] > 0


@rule
def refuse_use(box, state, seat, standing, card):
    """R3.1, R11.4: why the ability of a card in the player's army cannot be used; ALLOWED if it can."""
    kind = int(box.effect[card, 0])
    if kind == NOTHING:
        return NO_ABILITY
    if int(state.mark[card]) & USED:
        return ALREADY_USED
    if not holds(box, state, seat, standing.army, card, 0):
        return CONDITION_FAILS
    purse = int(state.gold[seat])
    if box.is_cost_gold[card] == 0:
        purse += int(state.red[seat])
    if int(box.cost[card]) > purse:
        return COST_UNPAID
    if kind == SILENCE:
        return ALLOWED if state.is_silent == 0 else NO_EFFECT
    if kind == LIFTING:
        return ALLOWED if state.dark_down > 0 else NO_EFFECT
    if kind != NEGATE and value_of(box, state, seat, standing.army, card, 0) < 1:
        return NO_EFFECT
    if kind == DRAWING:
        return ALLOWED if state.deck_size > 0 else NO_EFFECT
    if kind == STEAL:
        for other in range(int(box.seats)):
            if can_rob(box, state, seat, other):
                return ALLOWED
        return NO_EFFECT
    if POISON <= kind <= ARROW and state.supply == 0:
        return NO_EFFECT
    if is_aimed_at_card(kind) and not has_card_target(box, state, seat, standing, card):
        return NO_EFFECT
    return ALLOWED


@rule
def can_use(box, state, seat, card):
    """Whether the ability of a card in the player's army can be used."""
    return refuse_use(box, state, seat, standing_of(box, state, seat), card) == ALLOWED


@rule
def is_aimed_at_card(kind):
    """R11.5: whether an effect needs a card for a target."""
    if POISON <= kind <= RECRUIT:
        return kind != STEAL
    return kind == NEGATE


@rule
def is_aimed(kind):
    """R11.5: whether an effect needs a target."""
    if kind == STEAL:
        return True
    return is_aimed_at_card(kind)


@rule
def has_choice_of_colour(box, state, seat, standing):
    """R7.3: whether it can matter with which crystals the player pays."""
    if state.gold_first != 0 or state.red[seat] == 0 or state.gold[seat] == 0:
        return False
    for place in range(int(box.num_red_counters)):
        card = int(box.red_counter[place])
        if is_in_hand(state, seat, card) or refuse_target(box, state, seat, standing, card) == ALLOWED:
            return True
        if int(state.place[card]) == ARMY + seat:
            return True
    return False


@rule
def legal(box, states, index, out):
    """R2, R3: the actions of the seat to act."""
    state = states[index]
    seat = int(state.to_act)
    phase = int(state.phase)
    count = 0
    if ACT <= phase <= AIM:
        standing = standing_of(box[0], state, seat)
        if phase == ACT:
            return legal_in_turn(box[0], state, seat, standing, out)
        return legal_targets(box[0], state, seat, standing, out)
    if phase == CHOOSE:
        for faction in range(NUM_FACTIONS):
            if not is_taken(box[0], state, faction):
                out[count] = COMMANDER + faction
                count += 1
    elif phase == PILE:
        for pile in range(NUM_PILES):
            out[count] = TO_PILE + pile
            count += 1
    elif phase == CLOSE:
        out[0] = LIFT
        out[1] = END_TURN
        count = 2
    elif phase == SETTLE:
        card = int(state.hand[seat])
        while card != NONE:
            out[count] = CARD + NUM_VERBS * card + PLACE
            count += 1
            card = int(state.next_card[card])
    return count


@rule
def sort(out, count):
    """Put a few actions in order, in place."""
    for place in range(1, count):
        action = int(out[place])
        before = place - 1
        while before >= 0 and int(out[before]) > action:
            out[before + 1] = out[before]
            before -= 1
        out[before + 1] = action


@rule
def legal_targets(box, state, seat, standing, out):
    """R11.5, R11.6: the targets of the ability that was named."""
    ability = int(state.pending)
    is_theft = int(box.effect[ability, 0]) == STEAL
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
def open_tops(state):
    """The top cards of the piles that are not closed, ascending, HEAD_BITS each from the lowest on, then NO_HEAD."""
    closed = int(state.closed)
    first = int(state.top[0]) & NO_HEAD if closed & 1 == 0 else NO_HEAD
    second = int(state.top[1]) & NO_HEAD if closed & 2 == 0 else NO_HEAD
    third = int(state.top[2]) & NO_HEAD if closed & 4 == 0 else NO_HEAD
    fourth = int(state.top[3]) & NO_HEAD if closed & 8 == 0 else NO_HEAD
    first, second = min(first, second), max(first, second)
    third, fourth = min(third, fourth), max(third, fourth)
    first, third = min(first, third), max(first, third)
    second, fourth = min(second, fourth), max(second, fourth)
    second, third = min(second, third), max(second, third)
    tops = -1 << (HEAD_BITS * NUM_PILES)
    return tops | first | (second << HEAD_BITS) | (third << (2 * HEAD_BITS)) | (fourth << (3 * HEAD_BITS))


@rule
def lowest_head(heads, seats):
    """The lowest of the cards in `heads`, HEAD_BITS for each seat."""
    lowest = NO_HEAD
    for seat in range(seats):
        lowest = min(lowest, (heads >> (HEAD_BITS * seat)) & NO_HEAD)
    return lowest


@rule
def usable_cards(box, state, seat, standing):
    """The cards whose abilities the player can use now, as bits: cards below WORD, then the others."""
    low = 0
    high = 0
    if state.has_begun == 0:
        card = next_ability(box, state, int(state.army[seat]))
        while card != NONE:
            if refuse_use(box, state, seat, standing, card) == ALLOWED:
                low |= 1 << card if card < WORD else 0
                high |= 1 << (card - WORD) if card >= WORD else 0
            card = next_ability(box, state, int(state.next_card[card]))
    return low, high


@rule
def next_ability(box, state, card):
    """From this card of an army on, the first with an ability that was not used; NONE if there is none."""
    while card != NONE and (int(box.effect[card, 0]) == NOTHING or int(state.mark[card]) & USED):
        card = int(state.next_card[card])
    return card


@rule
def has(low, high, card):
    """Whether a set of cards, in two words, holds a card."""
    return (low >> card) & 1 if card < WORD else (high >> (card - WORD)) & 1


@rule
def legal_in_turn(box, state, seat, standing, out):
    """R3 to R7: what may be done between two steps of a turn.

    The cards that may be attacked or used come in the order of their numbers: the next one is the lowest of the next
    ones in the field, in the hand, in the own army and in the others. So there is one loop over nothing but these
    cards, through which the threads of a GPU go together.
    """
    is_night = state.dark_down > 0
    seats = int(box.seats)
    count = 0
    basics = 0
    if int(state.hand_size[seat]) < int(box.draw_to) and state.deck_size > 0:
        out[count] = DRAW_CARDS
        count += 1
        basics += 1
    if state.dark_held[seat] > 0:
        out[count] = PLAY_DARKNESS
        count += 1
        basics += 1
    if is_night and standing.is_lowest:
        out[count] = LIFT
        count += 1
    if has_choice_of_colour(box, state, seat, standing):
        out[count] = PAY_GOLD
        count += 1
    end_place = count
    purse = int(state.red[seat]) + int(state.gold[seat])
    usable_low, usable_high = usable_cards(box, state, seat, standing)
    tops = open_tops(state)
    hand = int(state.hand[seat]) & NO_HEAD
    mine = int(state.army[seat]) & NO_HEAD if state.has_begun == 0 else NO_HEAD
    heads = NO_HEADS  # of the other armies
    other = NO_HEAD
    if is_night:
        for owner in range(seats):
            if owner != seat and guard_of(standing.guards, owner) != SHUT:
                heads = set_head(heads, owner, int(state.army[owner]))
        other = lowest_head(heads, seats)
    card = min(tops & NO_HEAD, hand, mine, other)
    while card != NO_HEAD:
        action = CARD + NUM_VERBS * card
        after = int(state.next_card[card]) & NO_HEAD
        is_mine = card == mine
        is_held = card == hand
        is_top = card == tops & NO_HEAD
        is_open = not is_mine
        if card == other:
            owner = owner_of(state, card)
            heads = set_head(heads, owner, after)
            other = lowest_head(heads, seats)
            is_open = not is_card_protected(box, state, owner, card)
        mine = after if is_mine else mine
        hand = after if is_held else hand
        tops = tops >> HEAD_BITS if is_top else tops
        can_kill = is_open and not is_held and price_in(box, state, standing, card, KILL) <= purse
        can_command = is_open and price_in(box, state, standing, card, COMMAND) <= purse
        if can_kill:
            out[count] = action + KILL
            count += 1
        if can_command:
            out[count] = action + COMMAND
            count += 1
        if is_held:
            out[count] = action + PLACE
            count += 1
        if is_mine and has(usable_low, usable_high, card):
            out[count] = action + USE
            count += 1
        basics += 1 if can_kill or can_command or is_held else 0
        card = min(tops & NO_HEAD, hand, mine, other)
    if basics == 0:
        for later in range(count, end_place, -1):
            out[later] = out[later - 1]
        out[end_place] = END_TURN
        count += 1
    return count


@rule
def set_head(heads, seat, card):
    """Heads, where a card (NONE: no more) is the next one of a seat."""
    return heads & ~(NO_HEAD << (HEAD_BITS * seat)) | ((card & NO_HEAD) << (HEAD_BITS * seat))


@rule
def can_act(box, state, seat):
    """R3.3: whether some basic action is possible."""
    if int(state.hand_size[seat]) > 0:  # whatever is in a hand can be placed
        return True
    if int(state.hand_size[seat]) < int(box.draw_to) and state.deck_size > 0:
        return True
    purse = int(state.red[seat]) + int(state.gold[seat])
    standing = standing_of(box, state, seat)
    for card in range(int(box.num_cards)):
        if refuse_target(box, state, seat, standing, card) == ALLOWED:
            for verb in range(KILL, COMMAND + 1):
                if price_in(box, state, standing, card, verb) <= purse:
                    return True
    return False


@rule
def is_taken(box, state, faction):
    """R2.2: whether a Commander is chosen already."""
    for seat in range(int(box.seats)):
        if int(state.commander[seat]) == faction:
            return True
    return False


@rule
def refuse(box, states, index, action):
    """Why the seat to act may not play the action; agrees with `legal`."""
    state = states[index]
    if action < 0 or action >= num_actions(box[0]) or state.to_act < 0:
        return NO_SUCH_ACTION
    seat = int(state.to_act)
    phase = int(state.phase)
    if action < TO_PILE:
        if phase != CHOOSE:
            return NOT_CHOOSING
        return COMMANDER_TAKEN if is_taken(box[0], state, action - COMMANDER) else ALLOWED
    if phase == CHOOSE:
        return CHOOSE_FIRST
    if action < ROB:
        return ALLOWED if phase == PILE else NOT_NAMING
    if phase == PILE:
        return NAME_PILE
    if action < DRAW_CARDS or (action >= CARD and verb_of(action) == AIM_AT):
        return refuse_naming(box[0], state, seat, action)
    if phase == AIM:
        return NAME_TARGET
    if action >= CARD and verb_of(action) == PLACE and phase != CLOSE:
        return ALLOWED if is_in_hand(state, seat, card_of(action)) else NOT_IN_HAND
    if phase == SETTLE:
        return PLACE_FIRST
    if action == LIFT:
        if state.dark_down == 0:
            return IS_DAY
        return ALLOWED if can_lift(box[0], state, seat) else NOT_LOWEST
    if phase == CLOSE:
        return ALLOWED if action == END_TURN else TURN_IS_DONE
    if action == END_TURN:
        return MUST_ACT if can_act(box[0], state, seat) else ALLOWED
    if action == DRAW_CARDS:
        if int(state.hand_size[seat]) >= int(box[0].draw_to):
            return HAND_IS_FULL
        return ALLOWED if state.deck_size > 0 else PILE_IS_EMPTY
    if action == PLAY_DARKNESS:
        return ALLOWED if state.dark_held[seat] > 0 else NO_DARKNESS_HELD
    if action == PAY_GOLD:
        return (
            ALLOWED
            if has_choice_of_colour(box[0], state, seat, standing_of(box[0], state, seat))
            else NO_CHOICE_OF_COLOUR
        )
    card = card_of(action)
    if verb_of(action) == USE:
        if int(state.place[card]) != ARMY + seat:
            return NOT_IN_ARMY
        if state.has_begun != 0:
            return ACTIONS_BEGUN
        return refuse_use(box[0], state, seat, standing_of(box[0], state, seat), card)
    return refuse_attack(box[0], state, seat, card, verb_of(action))


@rule
def refuse_naming(box, state, seat, action):
    """R11.5: why a player or a card is not the target of the ability that was named."""
    if state.phase != AIM:
        return NOT_AIMING
    ability = int(state.pending)
    if action >= CARD:
        return refuse_aim(box, state, seat, standing_of(box, state, seat), ability, card_of(action))
    is_theft = int(box.effect[ability, 0]) == STEAL
    return ALLOWED if is_theft and can_rob(box, state, seat, action - ROB) else WRONG_TARGET


@rule
def refuse_attack(box, state, seat, card, verb):
    """R5: why a card cannot be killed or commanded."""
    standing = standing_of(box, state, seat)
    if is_in_hand(state, seat, card):
        if verb == KILL:
            return ONLY_COMMAND
    else:
        reason = refuse_target(box, state, seat, standing, card)
        if reason != ALLOWED:
            return reason
    price = price_in(box, state, standing, card, verb)
    return ALLOWED if price <= int(state.red[seat]) + int(state.gold[seat]) else TOO_DEAR


# What chance may do


@rule
def chance(box, states, index, outcomes, weights):
    """R2.1: any seat may start; R2.3, R12.4: every card not seen may be dealt or drawn, no Darkness Falls dealt.

    To a viewer n distinct cards and d Darkness Falls are unseen, and k of the former were dealt to others. The next
    card is a Darkness Falls with chance d / (n + d - k), and else any of the n.
    """
    state = states[index]
    if state.phase == START:
        for seat in range(int(box[0].seats)):
            outcomes[seat] = seat
            weights[seat] = 1
        return int(box[0].seats)
    count = 0
    for card in range(int(box[0].num_cards)):
        if int(state.place[card]) == UNSEEN:
            outcomes[count] = card
            weights[count] = 1
            count += 1
    if state.phase != DRAW or state.dark_unseen == 0:
        return count
    dealt = 0
    if state.viewer > 0:
        for seat in range(int(box[0].seats)):
            if seat != int(state.viewer) - 1:
                dealt += int(state.dealt_size[seat])
    outcomes[count] = DARKNESS
    weights[count] = int(state.dark_unseen)
    if dealt > 0:
        weights[count] = int(state.dark_unseen) * count
        for place in range(count):
            weights[place] = count - dealt
        if count == dealt:
            outcomes[0] = DARKNESS
            weights[0] = 1
            return 1
    return count + 1


@rule
def draw_outcome(box, states, index, random, stream, outcomes, weights):
    """What chance does in a position that hides nothing: as drawn from what `chance` lists, without the list."""
    state = states[index]
    if state.phase == START:
        return below(random, stream, int(box[0].seats))
    num_unseen = int(box[0].num_cards)
    num_dark = 0
    if state.phase == DRAW:
        num_dark = int(state.dark_unseen)
        num_unseen += int(box[0].darkness_cards) - num_dark - int(box[0].seats) * int(box[0].dealt)
        num_unseen -= int(box[0].deck) - int(state.deck_size)
    else:
        for seat in range(int(box[0].seats)):
            num_unseen -= int(state.hand_size[seat])
    ticket = below(random, stream, num_unseen + num_dark)
    if ticket >= num_unseen:
        return DARKNESS
    passed = 0  # cards before the one of the ticket; all are looked at, so that the threads of a GPU stay together
    for card in range(MAX_CARDS):
        if int(state.place[card]) == UNSEEN:
            ticket -= 1
        passed += 1 if ticket >= 0 else 0
    return passed


# Playing


@rule
def kind(box, states, index, action):
    """What is alike in playing an action; without one (below 0), in listing those that are legal."""
    state = states[index]
    phase = int(state.phase)
    if action < 0:
        if phase != ACT:
            return 1 if phase == AIM else 0
        return 2 + (2 if state.dark_down > 0 else 0) + (1 if state.has_begun != 0 else 0)
    if phase == CHOOSE:
        return 7
    if phase != ACT:
        return 1 if phase == AIM else 0
    if action == DRAW_CARDS:
        return 6
    if action < CARD:
        return 2
    verb = verb_of(action)
    if verb == PLACE:
        return 3
    if verb == USE:
        return 1
    return 4 if verb == KILL else 5


@rule
def apply(box, states, index, action):
    """R2 at set-up, R3 to R11 in a turn."""
    state = states[index]
    phase = int(state.phase)
    is_resolved = phase == AIM
    pile = action - TO_PILE if phase == PILE else NONE
    victim = NONE
    later = 0
    if phase == DRAW:
        draw(state, action)
    elif phase == ACT:
        victim = act(box[0], state, int(state.to_act), action)
        if state.pending != NONE:  # a card was placed or used
            card = int(state.pending)
            if int(state.place[card]) != AWAITED:
                is_resolved = not is_aimed(int(box[0].effect[card, 0]))
            elif int(box[0].faction[card]) != ARTIFACT:
                pile = int(box[0].faction[card])
    elif phase == CLOSE:
        if action == LIFT:
            lift(state)
    elif phase == DEAL:
        deal(box[0], state, action)
        return
    elif phase == SETTLE:
        settle(box[0], state, card_of(action))
    elif phase == START:
        state.first = action
        state.actor = (action + int(box[0].seats) - 1) % int(box[0].seats)
        state.phase = CHOOSE
        state.to_act = state.actor
        return
    elif phase == CHOOSE:
        choose(box[0], state, action - COMMANDER)
        return
    card = int(state.pending)
    seat = int(state.actor)
    if is_resolved:
        victim, later = resolve(box[0], state, seat, card, action)
    if victim != NONE:
        kill(box[0], state, seat, victim)
    elif pile != NONE:
        state.pending = NONE
        put_on_pile(state, card, pile)
        if state.turn_number > 0:
            state.closed = int(state.closed) | (1 << pile)
    if victim != NONE or (pile != NONE and state.turn_number > 0):
        collect(box[0], state, seat, card if victim == NONE else NONE)
    if is_resolved:
        resolve_plain(state, seat, int(box[0].effect[card, 1]), later)
    proceed(box[0], state)


@rule
def choose(box, state, faction):
    """R2.2: a Commander; after the starting player's, cards are dealt."""
    seats = int(box.seats)
    seat = int(state.actor)
    state.commander[seat] = faction
    if seat != int(state.first):
        state.actor = (seat + seats - 1) % seats
        state.to_act = state.actor
    else:
        state.phase = DEAL
        state.to_act = CHANCE


@rule
def deal(box, state, card):
    """R2.3, R2.5: the next card of the deal; after the last, the starting player places."""
    seats = int(box.seats)
    seat = int(state.actor)
    add_to_hand(state, seat, card, DEALT)
    if int(state.hand_size[seat]) < int(box.dealt):
        return
    seat = (seat + 1) % seats
    state.actor = seat
    if seat == int(state.first):
        state.phase = SETTLE
        state.to_act = seat
        if box.placed == 0:
            begin_play(box, state)


@rule
def settle(box, state, card):
    """R2.5, R2.6: a card placed at set-up."""
    seat = int(state.actor)
    take_from_hand(state, seat, card)
    if int(box.faction[card]) == ARTIFACT:
        state.place[card] = AWAITED
        state.pending = card
    else:
        put_on_pile(state, card, int(box.faction[card]))


@rule
def collect(box, state, seat, placed):
    """R4.1, R4.2, R11.11: the red crystals for a card placed in a turn; for a card killed, without `placed`."""
    its = add_constants(box, state, seat, tally(box, state, seat), INCOME_KINDS)
    if placed == NONE:
        gain_red(state, seat, its.bounty)
    else:
        gain_red(state, seat, min(int(box.crystals[placed]), its.power) + its.harvest)


@rule
def proceed(box, state):
    """R3.2, R3.5, R4.3: what comes after a step: a pile to be named, a draw, the next step, the next turn."""
    if state.pending != NONE:
        state.to_act = state.actor
        state.phase = AIM if int(state.place[int(state.pending)]) != AWAITED else PILE
        return
    if state.turn_number == 0:
        settle_next(box, state)
        return
    if state.due > 0 and state.deck_size > 0:
        state.phase = DRAW
        state.to_act = CHANCE
        return
    state.due = 0
    seat = int(state.actor)
    if state.basic_left > 0:
        state.phase = ACT
        state.to_act = seat
    elif state.phase != CLOSE and can_lift(box, state, seat):
        state.phase = CLOSE
        state.to_act = seat
    else:
        end_turn(box, state)


@rule
def settle_next(box, state):
    """R2.5, R2.7: the next card to be placed at set-up, or the first turn."""
    seat = int(state.actor)
    if int(state.hand_size[seat]) > int(box.dealt) - int(box.placed):
        state.phase = SETTLE
        state.to_act = seat
        return
    seat = (seat + 1) % int(box.seats)
    state.actor = seat
    state.to_act = seat
    state.phase = SETTLE
    if seat == int(state.first):
        begin_play(box, state)


@rule
def begin_play(box, state):
    """R2.7: crystals for all, and the first turn."""
    for seat in range(int(box.seats)):
        state.red[seat] = box.start_red
    begin_turn(box, state, int(state.first))


@rule
def begin_turn(box, state, seat):
    """R3.1, R3.2: a turn begins."""
    state.turn_number = int(state.turn_number) + 1
    state.actor = seat
    state.basic_left = box.basic_actions
    state.phase = ACT
    state.to_act = seat


@rule
def end_turn(box, state):
    """R3.6, R10.1, R10.4: the next turn, one of the last turns, or the end."""
    seats = int(box.seats)
    clear_turn(state)
    is_over = int(state.turn_number) >= int(box.rounds) * seats
    if state.turns_left > 0:
        state.turns_left = int(state.turns_left) - 1
        is_over = is_over or state.turns_left == 0
    elif state.deck_size == 0:
        state.turns_left = seats
    if is_over:
        state.phase = END
        state.to_act = OVER
    else:
        begin_turn(box, state, (int(state.actor) + 1) % seats)


@rule
def draw(state, card):
    """R4.3: a card from the draw pile into the hand of the player whose turn it is."""
    seat = int(state.actor)
    state.due = int(state.due) - 1
    state.deck_size = int(state.deck_size) - 1
    if card == DARKNESS:
        state.dark_unseen = int(state.dark_unseen) - 1
        state.dark_held[seat] = int(state.dark_held[seat]) + 1
        state.hand_size[seat] = int(state.hand_size[seat]) + 1
    else:
        add_to_hand(state, seat, card, HELD)


@rule
def begin_basic(state):
    """R3.2: a basic action is done, and triggered abilities are over."""
    state.basic_left = int(state.basic_left) - 1
    state.has_begun = 1


@rule
def act(box, state, seat, action):
    """R3: one step of a turn; the card that it kills, if any.

    A card that is placed or used becomes `pending`, and `apply` goes on with it.
    """
    card = card_of(action) if action >= CARD else NONE
    verb = verb_of(action) if action >= CARD else NONE
    if action == PLAY_DARKNESS or (card != NONE and verb <= COMMAND):
        begin_basic(state)
        if action == PLAY_DARKNESS:
            state.dark_held[seat] = int(state.dark_held[seat]) - 1
            state.hand_size[seat] = int(state.hand_size[seat]) - 1
            state.dark_down = int(state.dark_down) + 1
        standing = standing_of(box, state, seat)
        if action == PLAY_DARKNESS:
            gain_red(state, seat, min(int(box.darkness_crystals), standing.power))
            return NONE
        pay(state, seat, price_in(box, state, standing, card, verb))
        if verb == KILL:
            return card
        if int(state.place[card]) >= HELD and int(state.place[card]) < ARMY:
            take_from_hand(state, seat, card)
        else:
            take_from_table(state, card)
        add_to_army(state, seat, card)
    elif action == DRAW_CARDS:
        begin_basic(state)
        state.due = min(int(box.draw_to) - int(state.hand_size[seat]), int(state.deck_size))
    elif action == LIFT:
        lift(state)
    elif action == PAY_GOLD:
        state.gold_first = 1
    elif card == NONE:
        state.basic_left = 0
        state.phase = CLOSE
    else:
        state.pending = card
        if verb == PLACE:
            begin_basic(state)
            take_from_hand(state, seat, card)
            state.place[card] = AWAITED
    return NONE


@rule
def lift(state):
    """R6.5: all darkness goes."""
    state.dark_gone = int(state.dark_gone) + int(state.dark_down)
    state.dark_down = 0


@rule
def gain_red(state, seat, amount):
    """R1.4: red crystals from the heap."""
    state.red[seat] = min(int(state.red[seat]) + amount, MAX_CRYSTALS)


@rule
def gain_gold(state, seat, amount):
    """R1.4: gold crystals from the heap."""
    state.gold[seat] = min(int(state.gold[seat]) + amount, MAX_CRYSTALS)


@rule
def pay(state, seat, cost):
    """R7.1 to R7.3: a cost in red, with red first unless the player said otherwise."""
    if cost == 0:
        return
    red = int(state.red[seat])
    gold = int(state.gold[seat])
    from_red = min(cost, red)
    if state.gold_first != 0:
        from_red = cost - min(cost, gold)
        state.gold_first = 0
    state.red[seat] = red - from_red
    state.gold[seat] = gold - (cost - from_red)


@rule
def kill(box, state, seat, card):
    """R5.1, R5.6: a card into the spoils of a player."""
    take_from_table(state, card)
    state.place[card] = SPOILS + seat
    state.supply = int(state.supply) + int(state.tokens[card])
    state.tokens[card] = 0
    state.mark[card] = 0
    state.spoils_size[seat] = int(state.spoils_size[seat]) + 1
    state.spoils_points[seat] = int(state.spoils_points[seat]) + int(box.kill[card])


@rule
def resolve(box, state, seat, card, aimed):
    """R11.5, R11.6: an ability with its target, an action of AIM, where it has one; values come before the cost.

    Returns the card that it kills, if any, and the value of its second effect, which comes after that.
    """
    army = tally(box, state, seat)
    first = value_of(box, state, seat, army, card, 0)
    second = value_of(box, state, seat, army, card, 1)
    state.pending = NONE
    state.mark[card] = int(state.mark[card]) | USED
    if box.is_cost_gold[card] != 0:
        state.gold[seat] = int(state.gold[seat]) - int(box.cost[card])
    else:
        pay(state, seat, int(box.cost[card]))
    kind = int(box.effect[card, 0])
    victim = NONE
    if kind == STEAL:
        other = aimed - ROB
        booty = min(first, int(state.red[other]))
        state.red[other] = int(state.red[other]) - booty
        gain_red(state, seat, booty)
    elif is_aimed_at_card(kind):
        victim = resolve_on_card(box, state, seat, kind, first, card_of(aimed))
    else:
        resolve_plain(state, seat, kind, first)
    return victim, second


@rule
def resolve_on_card(box, state, seat, kind, value, target):
    """R11.6: an effect on a card; returns the card if it is killed."""
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
        if kind == ARROW and is_shot(box, state, seat, target):
            return target
    return NONE


@rule
def is_shot(box, state, seat, card):
    """R6.4, R11.6, R11.9: whether an arrow kills: the tokens reach heart or shield, and nothing protects."""
    owner = owner_of(state, card)
    number = int(box.kill[card])
    if owner != NOBODY:
        number = int(box.shield[card])
        if is_card_protected(box, state, owner, card):
            return False
    seat = seat if owner == NOBODY else owner
    its = add_constants(box, state, seat, tally(box, state, seat), SHELTER_KINDS)
    if owner != NOBODY and its.protection > 0:
        return False
    if owner == NOBODY and state.dark_down > 0 and its.nightsight == 0:
        number += int(box.night_adds)
    return int(state.tokens[card]) >= number


@rule
def resolve_plain(state, seat, kind, value):
    """R11.6: an effect without a target."""
    if kind == GAIN_RED:
        gain_red(state, seat, value)
    elif kind == GAIN_GOLD:
        gain_gold(state, seat, value)
    elif kind == DRAWING:
        state.due = min(int(state.due) + value, int(state.deck_size))
    elif kind == EXTRA_ACTION:
        state.basic_left = min(int(state.basic_left) + value, MAX_BASIC)
    elif kind == KILL_DISCOUNT:
        state.kill_discount = min(int(state.kill_discount) + value, MAX_DISCOUNT)
    elif kind == COMMAND_DISCOUNT:
        state.command_discount = min(int(state.command_discount) + value, MAX_DISCOUNT)
    elif kind == SILENCE:
        state.is_silent = 1
    elif kind == LIFTING:
        lift(state)


# The end


@rule
def points_of(box, state, seat):
    """R10.2: a player's points as things stand."""
    its = add_constants(box, state, seat, tally(box, state, seat), WORTH_KINDS)
    return int(state.spoils_points[seat]) + int(state.gold[seat]) + its.power + its.points


@rule
def scores(box, states, index, out):
    """R10.2, R10.3: each player's points."""
    for seat in range(int(box[0].seats)):
        out[seat] = points_of(box[0], states[index], seat)


# What a seat may know


@rule
def hide(box, states, index, seat):
    """R12: the cards of other hands are unseen; how many there are, and how many were dealt, stays."""
    state = states[index]
    state.viewer = seat + 1
    for other in range(int(box[0].seats)):
        if other != seat:
            card = int(state.hand[other])
            while card != NONE:
                after = int(state.next_card[card])
                state.place[card] = UNSEEN
                state.next_card[card] = NONE
                card = after
            state.hand[other] = NONE
            state.dark_unseen = int(state.dark_unseen) + int(state.dark_held[other])
            state.dark_held[other] = 0


@rule
def resample(box, states, index, seat, random, stream):
    """R12.4: deal what the seat has not seen: first what was dealt at set-up, no Darkness Falls, then the rest.

    Each arrangement that the seat allows is equally likely: however the first part falls, the rest has as many.
    """
    state = states[index]
    state.viewer = 0
    left = 0
    for card in range(int(box[0].num_cards)):
        if int(state.place[card]) == UNSEEN:
            left += 1
    for step in range(2):
        where = DEALT if step == 0 else HELD
        for other in range(int(box[0].seats)):
            if other == seat:
                continue
            dealt = int(state.dealt_size[other])
            wanted = dealt if step == 0 else int(state.hand_size[other]) - dealt
            for _ in range(wanted):
                dark = 0 if step == 0 else int(state.dark_unseen)
                ticket = below(random, stream, left + dark)
                if ticket >= left:
                    state.dark_unseen = int(state.dark_unseen) - 1
                    state.dark_held[other] = int(state.dark_held[other]) + 1
                    continue
                card = 0
                while int(state.place[card]) != UNSEEN or ticket > 0:
                    if int(state.place[card]) == UNSEEN:
                        ticket -= 1
                    card += 1
                left -= 1
                give_back(state, other, card, where)


@rule
def give_back(state, seat, card, where):
    """A card into a hand whose size already counts it."""
    add_to_hand(state, seat, card, where)
    state.hand_size[seat] = int(state.hand_size[seat]) - 1
    if where == DEALT:
        state.dealt_size[seat] = int(state.dealt_size[seat]) - 1

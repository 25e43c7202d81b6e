"""The rules of Madstone: what the engine asks of them. The chapters of the rulebook are modules beside this one.

Numbers such as R6.6 are those of RULES.md.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, How
from motherlode.core.outcomes import mark_best
from motherlode.core.streams import below
from motherlode.games.madstone.abilities import (
    legal_targets,
    refuse_naming,
    refuse_use,
    resolve,
    resolve_untargeted,
)
from motherlode.games.madstone.actions import (
    AIM_AT,
    CARD,
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
from motherlode.games.madstone.attack import kill, refuse_attack, standing_of
from motherlode.games.madstone.chains import is_in_hand, put_on_pile
from motherlode.games.madstone.components import (
    ARTIFACT,
    MAX_CARDS,
    MAX_SEATS,
    NO_TARGET,
    NUM_FACTIONS,
    NUM_PILES,
    SECOND_EFFECT,
)
from motherlode.games.madstone.counting import points_of
from motherlode.games.madstone.crystals import has_choice_of_colour
from motherlode.games.madstone.darkness import can_lift, lift
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.secrecy import deal_hands, gather_hands
from motherlode.games.madstone.setting_up import choose, deal, settle, settle_next
from motherlode.games.madstone.state import (
    ABSENT,
    ACT,
    AIM,
    ARMY,
    AWAITED,
    CHOOSE,
    CLOSE,
    DEAL,
    DRAW,
    NONE,
    PILE,
    SETTLE,
    START,
    UNSEEN,
)
from motherlode.games.madstone.turn import act, can_act, clear_turn, collect, draw, end_turn, is_cut_off, legal_in_turn

# Kinds of work that `kind` tells apart: playing an action. For listing legal actions in a turn the numbers from IN_TURN
# on mean something else: IN_TURN, with HAS_BEGUN and AT_NIGHT added where that holds.
OUTSIDE_TURN, WITH_ABILITY, IN_TURN, PLACING, KILLING, COMMANDING, DRAWING_CARDS, CHOOSING = range(8)
HAS_BEGUN, AT_NIGHT = 1, 2


@rule
def setup(boxes, states, index):
    """R2.1, R2.4: the position before anything happened: no card is seen, and chance names the starting player."""
    box = boxes[0]
    state = states[index]
    for seat in range(MAX_SEATS):
        state.red[seat] = 0
        state.gold[seat] = 0
        state.spoils_points[seat] = 0
        state.hand[seat] = NONE
        state.army[seat] = NONE
        state.hand_size[seat] = 0
        state.sure_size[seat] = 0
        state.shows_counter[seat] = 0
        state.army_size[seat] = 0
        state.spoils_size[seat] = 0
        state.commander[seat] = NOBODY
        state.dark_held[seat] = 0
    for pile in range(NUM_PILES):
        state.top[pile] = NONE
    for card in range(MAX_CARDS):
        state.zone[card] = UNSEEN if card < int(box.num_cards) else ABSENT
        state.next_card[card] = NONE
        state.tokens[card] = 0
    state.turn_number = 0
    state.dark_unseen = box.darkness_cards
    state.dark_down = 0
    state.dark_gone = 0
    state.deck_size = box.deck
    state.supply = box.poison_tokens
    state.first = NOBODY
    state.actor = NOBODY
    state.turns_left = 0
    state.viewer = 0
    state.basic_left = 0
    state.has_begun = 0
    clear_turn(state)
    for unused in range(2):
        state.spare[unused] = 0
    state.phase = START
    state.to_act = CHANCE


@rule
def legal(boxes, states, index, out):
    """R2, R3: what the seat to act may do."""
    box = boxes[0]
    state = states[index]
    seat = int(state.to_act)
    phase = int(state.phase)
    count = 0
    if state.phase == ACT or state.phase == AIM:
        standing = standing_of(box, state, seat)
        if phase == ACT:
            return legal_in_turn(box, state, seat, standing, out)
        return legal_targets(box, state, seat, standing, out)
    if phase == CHOOSE:
        for faction in range(NUM_FACTIONS):
            if not is_taken(box, state, faction):
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
def is_taken(box, state, faction):
    """R2.2: whether a player has taken the Commander of a faction."""
    for seat in range(int(box.seats)):
        if int(state.commander[seat]) == faction:
            return True
    return False


@rule
def refuse(boxes, states, index, action):
    """Why the seat to act may not play the action; agrees with `legal`.

    R6.6: where a pile or a target is to be named, nothing else comes first, nor can the darkness be lifted.
    """
    box = boxes[0]
    state = states[index]
    if action < 0 or action >= num_actions(box) or state.to_act < 0:
        return Why.NO_SUCH_ACTION
    seat = int(state.to_act)
    phase = int(state.phase)
    if action < TO_PILE:
        if phase != CHOOSE:
            return Why.NOT_CHOOSING
        return Why.COMMANDER_TAKEN if is_taken(box, state, action - COMMANDER) else ALLOWED
    if phase == CHOOSE:
        return Why.CHOOSE_FIRST
    if action < ROB:
        return ALLOWED if phase == PILE else Why.NOT_NAMING
    if phase == PILE:
        return Why.NAME_PILE
    if action < DRAW_CARDS or (action >= CARD and verb_of(action) == AIM_AT):
        return refuse_naming(box, state, seat, action)
    if phase == AIM:
        return Why.NAME_TARGET
    if action >= CARD and verb_of(action) == PLACE and phase != CLOSE:
        return ALLOWED if is_in_hand(state, seat, card_of(action)) else Why.NOT_IN_HAND
    if phase == SETTLE:
        return Why.PLACE_FIRST
    if action == LIFT:
        if state.dark_down == 0:
            return Why.IS_DAY
        return ALLOWED if can_lift(box, state, seat) else Why.NOT_LOWEST
    if phase == CLOSE:
        return ALLOWED if action == END_TURN else Why.TURN_IS_DONE
    if action == END_TURN:
        return Why.MUST_ACT if can_act(box, state, seat) else ALLOWED
    if action == DRAW_CARDS:
        if int(state.hand_size[seat]) >= int(box.draw_to):
            return Why.HAND_IS_FULL
        return ALLOWED if state.deck_size > 0 else Why.PILE_IS_EMPTY
    if action == PLAY_DARKNESS:
        return ALLOWED if state.dark_held[seat] > 0 else Why.NO_DARKNESS_HELD
    if action == PAY_GOLD:
        return (
            ALLOWED
            if has_choice_of_colour(box, state, seat, standing_of(box, state, seat))
            else Why.NO_CHOICE_OF_COLOUR
        )
    card = card_of(action)
    if verb_of(action) == USE:
        if int(state.zone[card]) != ARMY + seat:
            return Why.NOT_IN_ARMY
        if state.has_begun != 0:
            return Why.ACTIONS_BEGUN
        return refuse_use(box, state, seat, standing_of(box, state, seat), card)
    return refuse_attack(box, state, seat, card, verb_of(action))


@rule
def chance(boxes, states, index, outcomes, weights):
    """R2.1: any seat may start; R2.3, R12.4: every card not seen may be dealt or drawn, no Darkness Falls dealt.

    In a hidden position cards in other hands are unseen too, and some are surely no Darkness Falls (R12.3). If n
    distinct cards and d Darkness Falls are unseen to the viewer, and others hold k such cards, then the next card is a
    Darkness Falls with chance d / (n + d - k), else any of the n. This is exact if all or none of a hand are.
    """
    box = boxes[0]
    state = states[index]
    if state.phase == START:
        for seat in range(int(box.seats)):
            outcomes[seat] = seat
            weights[seat] = 1
        return int(box.seats)
    count = 0
    for card in range(int(box.num_cards)):
        if int(state.zone[card]) == UNSEEN:
            outcomes[count] = card
            weights[count] = 1
            count += 1
    if state.phase != DRAW or state.dark_unseen == 0:
        return count
    sure = 0
    if state.viewer > 0:
        for seat in range(int(box.seats)):
            if seat != int(state.viewer) - 1:
                sure += int(state.sure_size[seat])
    outcomes[count] = DARKNESS
    weights[count] = int(state.dark_unseen)
    if sure > 0:
        weights[count] = int(state.dark_unseen) * count
        for nth in range(count):
            weights[nth] = count - sure
        if count == sure:
            outcomes[0] = DARKNESS
            weights[0] = 1
            return 1
    return count + 1


@rule
def draw_outcome(boxes, states, index, random, stream, outcomes, weights):
    """R2.1, R2.3, R4.3: draw an outcome of chance, as likely as `chance` says, without listing all; not if hidden."""
    box = boxes[0]
    state = states[index]
    if state.phase == START:
        return below(random, stream, int(box.seats))
    num_unseen = int(box.num_cards)
    num_dark = 0
    if state.phase == DRAW:
        num_dark = int(state.dark_unseen)
        num_unseen += int(box.darkness_cards) - num_dark - int(box.seats) * int(box.dealt)
        num_unseen -= int(box.deck) - int(state.deck_size)
    else:
        for seat in range(int(box.seats)):
            num_unseen -= int(state.hand_size[seat])
    ticket = below(random, stream, num_unseen + num_dark)
    if ticket >= num_unseen:
        return DARKNESS
    passed = 0  # cards before the one of the ticket; all are looked at, so that the threads of a GPU stay together
    for card in range(MAX_CARDS):
        if int(state.zone[card]) == UNSEEN:
            ticket -= 1
        passed += 1 if ticket >= 0 else 0
    return passed


@rule
def kind(boxes, states, index, action):
    """Which kind of work it is to play an action, or, for one below 0, to list those that are legal.

    A GPU lets threads with the same kind of work go together.
    """
    state = states[index]
    phase = int(state.phase)
    if action < 0:
        if phase != ACT:
            return WITH_ABILITY if phase == AIM else OUTSIDE_TURN
        return IN_TURN + (AT_NIGHT if state.dark_down > 0 else 0) + (HAS_BEGUN if state.has_begun != 0 else 0)
    if phase == CHOOSE:
        return CHOOSING
    if phase != ACT:
        return WITH_ABILITY if phase == AIM else OUTSIDE_TURN
    if action == DRAW_CARDS:
        return DRAWING_CARDS
    if action < CARD:
        return IN_TURN
    verb = verb_of(action)
    if verb == PLACE:
        return PLACING
    if verb == USE:
        return WITH_ABILITY
    return KILLING if verb == KILL else COMMANDING


@rule
def apply(boxes, states, index, action):
    """Play an action or an outcome of chance: R2 at set-up, R3 to R11 in a turn.

    What several of them lead to comes after all of them, once, and in the order of R11.5 and R11.11: an ability is
    carried out, a card is killed or put on its pile, crystals are gained for that, and the ability's second effect
    follows. Where everything is compiled into one piece, as for a GPU, there is then one copy of each.
    """
    box = boxes[0]
    state = states[index]
    phase = int(state.phase)
    is_resolving = phase == AIM  # the ability of the pending card is carried out now
    pile = action - TO_PILE if phase == PILE else NONE  # on which the pending card is put now
    victim = NONE  # the card that is killed
    later = 0  # the value of the ability's second effect
    if phase == DRAW:
        draw(state, action)
    elif phase == ACT:
        victim = act(box, state, int(state.to_act), action)
        if state.pending != NONE:  # a card was placed or used
            card = int(state.pending)
            if int(state.zone[card]) != AWAITED:
                is_resolving = int(box.target[card]) == NO_TARGET
            elif int(box.faction[card]) != ARTIFACT:
                pile = int(box.faction[card])
    elif phase == CLOSE:
        if action == LIFT:
            lift(state)
    elif phase == DEAL:
        deal(box, state, action)
        return
    elif phase == SETTLE:
        settle(box, state, card_of(action))
    elif phase == START:
        state.first = action
        state.actor = (action + int(box.seats) - 1) % int(box.seats)
        state.phase = CHOOSE
        state.to_act = state.actor
        return
    elif phase == CHOOSE:
        choose(box, state, action - COMMANDER)
        return
    card = int(state.pending)
    seat = int(state.actor)
    if is_resolving:
        victim, later = resolve(box, state, seat, card, action)
    if victim != NONE:
        kill(box, state, seat, victim)
    elif pile != NONE:
        state.pending = NONE
        put_on_pile(state, card, pile)
        if state.turn_number > 0:
            state.closed = int(state.closed) | (1 << pile)  # R4.2
    if victim != NONE or (pile != NONE and state.turn_number > 0):
        collect(box, state, seat, card if victim == NONE else NONE)
    if is_resolving:
        resolve_untargeted(state, seat, int(box.effect[card, SECOND_EFFECT]), later)
    proceed(box, state)


@rule
def proceed(box, state):
    """R2.6, R3.2, R3.5, R4.3: say who acts next, and in which phase.

    A pile or a target may have to be named, a card drawn, another card placed at set-up. Else the player goes on with
    his turn, lifts the darkness or not, or it is the next player's turn.
    """
    if state.pending != NONE:
        state.to_act = state.actor
        state.phase = AIM if int(state.zone[int(state.pending)]) != AWAITED else PILE
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
        state.phase = CLOSE  # R3.5
        state.to_act = seat
    else:
        end_turn(box, state)


@rule
def scores(boxes, states, index, out):
    """R10.2, R10.3: each player's points; most win."""
    box = boxes[0]
    for seat in range(int(box.seats)):
        out[seat] = points_of(box, states[index], seat)


@rule
def outcome(boxes, states, index, won):
    """R10.3: most points win, a tie is shared; R10.4: it may have been cut off."""
    scores(boxes, states, index, won)
    mark_best(won, int(boxes[0].seats))
    return How.CAPPED if is_cut_off(states[index]) else How.PLAYED_OUT


@rule
def hide(boxes, states, index, seat):
    """R12.1 to R12.3: hide other hands from a seat (or a spectator): their cards become UNSEEN.

    How many cards a hand has, what is sure of them, and everything else stays.
    """
    box = boxes[0]
    state = states[index]
    state.viewer = seat + 1
    gather_hands(box, state, seat)


@rule
def resample(boxes, states, index, seat, random, stream):
    """R12.4: fill other hands at random with what the seat has not seen, each way that may be equally likely."""
    state = states[index]
    state.viewer = 0
    deal_hands(boxes[0], state, seat, random, stream)

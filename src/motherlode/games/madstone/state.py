"""A position of Madstone.

Cards lie in chains: `next_card` leads from one card of a hand, an army or a pile to the next. Hands and armies go by
card number; piles from the top card down. The draw pile and the removed cards are not told apart: both are UNSEEN, and
`deck_size` says how many of the unseen cards can still be drawn; it is that of R2.4 from the beginning. Darkness Falls
are counted and have no number, so none is in the field or can be the target of an action (R6.3).

At set-up `actor` is the seat that chooses, is dealt or places. When a turn ends, whatever holds for a turn is zeroed
(`basic_left`, `has_begun`, `due`, `closed`, `gold_first`, `is_silent`, both discounts, every `mark`) and `pending` is
NONE; then `actor` is the next seat, unless the game is over. A killed card loses its tokens and its mark.
"""

import numpy as np

from motherlode.core.layout import record
from motherlode.games.madstone.components import MAX_CARDS, MAX_SEATS, NUM_PILES

NONE = -1  # no card

# zone: where a card is. From FIELD on, the number of the pile or of the seat is added: HELD + 1 is the hand of the
# second seat. `is_field`, `is_hand` and `is_army` in chains.py tell zones apart.
UNSEEN = 0  # in the draw pile or removed; to a viewer also in other hands
AWAITED = 1  # an artifact that is being placed, until its pile is named
ABSENT = 2  # no card of this number in the box
FIELD = 4  # in a pile of the field, on top or covered
HELD = 8  # in a hand
ARMY = 12  # in front of a player
SPOILS = 16  # killed by a player

# phase: what is to be done
#   START  chance names the starting player        ACT    in a turn: an ability, a basic action, ...
#   CHOOSE a Commander is chosen                   AIM    the target of the ability that was used is named
#   DEAL   chance deals a card                     DRAW   chance draws a card for the player whose turn it is
#   SETTLE a card is placed in the field, set-up   CLOSE  no action is left, but the darkness may be lifted
#   PILE   the pile for an artifact is named       END    the game is over
START, CHOOSE, DEAL, SETTLE, PILE, ACT, AIM, DRAW, CLOSE, END = range(10)

# mark: what happened to a card in this turn, as bits
USED = 1  # its triggered ability was used
NEGATED = 2  # its constants do not work

STATE = record(
    [
        ("red", np.int16, (MAX_SEATS,)),  # crystals
        ("gold", np.int16, (MAX_SEATS,)),
        ("spoils_points", np.int16, (MAX_SEATS,)),  # hearts in spoils
        ("turn_number", np.int16),  # turns begun; 0 during set-up
        ("zone", np.int8, (MAX_CARDS,)),  # where each card is: UNSEEN, AWAITED, ABSENT, FIELD + pile, ...
        ("next_card", np.int8, (MAX_CARDS,)),  # after this one in its hand or army, under it in its pile; NONE
        ("tokens", np.int8, (MAX_CARDS,)),  # poison on the card
        ("mark", np.int8, (MAX_CARDS,)),  # USED and NEGATED
        ("top", np.int8, (NUM_PILES,)),  # of each pile; NONE
        ("hand", np.int8, (MAX_SEATS,)),  # the first card of each hand's chain; NONE
        ("army", np.int8, (MAX_SEATS,)),  # the first card of each army's chain; NONE
        ("hand_size", np.int8, (MAX_SEATS,)),  # Darkness Falls included
        ("sure_size", np.int8, (MAX_SEATS,)),  # R12.3: how many cards of the hand are surely no Darkness Falls
        ("shows_counter", np.int8, (MAX_SEATS,)),  # R12.3: 1 if a card that counts red is surely among these
        ("army_size", np.int8, (MAX_SEATS,)),  # without the Commander
        ("spoils_size", np.int8, (MAX_SEATS,)),
        ("commander", np.int8, (MAX_SEATS,)),  # faction of each seat's Commander; NOBODY before it is chosen
        ("dark_held", np.int8, (MAX_SEATS,)),  # Darkness Falls in each hand
        ("dark_unseen", np.int8),  # in the draw pile or removed; to a viewer also in other hands
        ("dark_down", np.int8),  # on the table; R6.2: it is night while there is one
        ("dark_gone", np.int8),  # lifted
        ("deck_size", np.int8),  # cards in the draw pile
        ("supply", np.int8),  # poison tokens on no card
        ("first", np.int8),  # the starting player; NOBODY before chance names one
        ("actor", np.int8),  # whose turn it is, also at set-up; NOBODY before
        ("turns_left", np.int8),  # last turns still to be finished; 0 before the draw pile is empty and the turn over
        ("basic_left", np.int8),  # basic actions left in this turn
        ("has_begun", np.int8),  # 1 after the first basic action of the turn
        ("due", np.int8),  # cards to be drawn now, no more than the draw pile has
        ("pending", np.int8),  # the artifact being placed, or the card whose ability needs a target; NONE
        ("closed", np.int8),  # piles closed to the actor in this turn, as bits
        ("gold_first", np.int8),  # 1: the next payment takes gold first
        ("is_silent", np.int8),  # 1: no constant works in this turn
        ("kill_discount", np.int8),  # by abilities, in this turn
        ("command_discount", np.int8),
        ("viewer", np.int8),  # 0: everything is shown; else 1 + the seat from which the rest is hidden
        ("phase", np.int8),
        ("to_act", np.int8),  # seat, CHANCE or OVER
        ("spare", np.int8, (2,)),
    ]
)

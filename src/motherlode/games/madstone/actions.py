"""How Madstone's actions and the outcomes of chance are numbered.

Actions 0 to 16 name no card; from CARD on, each card of the box has five:

| number | action | when (phase) |
| --- | --- | --- |
| COMMANDER + faction | take that Commander (vampire, human, elf, goblin) | CHOOSE |
| TO_PILE + pile | put the artifact that was named on that pile | PILE |
| ROB + seat | that player is the target of the ability that was named | AIM |
| DRAW_CARDS | the basic action of drawing | ACT |
| PLAY_DARKNESS | place a Darkness Falls | ACT |
| LIFT | lift the darkness | ACT, CLOSE |
| PAY_GOLD | the next payment takes gold first | ACT |
| END_TURN | end the turn, where no basic action is possible or left | ACT, CLOSE |
| CARD + 5 * card + KILL | attack: kill the top card of a pile or a card in another army | ACT |
| CARD + 5 * card + COMMAND | attack: command the same, or a card of the own hand | ACT |
| CARD + 5 * card + PLACE | place a card of the hand in the field; an artifact's pile is named next | SETTLE, ACT |
| CARD + 5 * card + USE | use the triggered ability of a card of the own army; its target is named next | ACT |
| CARD + 5 * card + AIM_AT | that card is the target of the ability that was named | AIM |

Cards are numbered in the order of the file. Where a card lies tells what happens to it, so there is one number for each
card and verb, and the space is flat and bounded: CARD + 5 * num_cards.

Chance: in phase START the outcome is the seat that starts, weight 1 each. In DEAL and DRAW it is the number of the
card, weight 1 for each card UNSEEN; in DRAW also DARKNESS, with as many as are unseen (`dark_unseen`) for a weight.
To a viewer, with n cards UNSEEN, if others hold k cards that are surely no Darkness Falls (k > 0), a card has weight
n - k and DARKNESS n times `dark_unseen`; with n = k only DARKNESS is left, with weight 1.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.madstone.components import MAX_CARDS, MAX_SEATS, NUM_FACTIONS, NUM_PILES

COMMANDER = 0
TO_PILE = COMMANDER + NUM_FACTIONS
ROB = TO_PILE + NUM_PILES
DRAW_CARDS = ROB + MAX_SEATS
PLAY_DARKNESS = DRAW_CARDS + 1
LIFT = PLAY_DARKNESS + 1
PAY_GOLD = LIFT + 1
END_TURN = PAY_GOLD + 1
CARD = END_TURN + 1

NUM_VERBS = 5
KILL, COMMAND, PLACE, USE, AIM_AT = range(NUM_VERBS)

DARKNESS = MAX_CARDS  # the outcome of drawing a Darkness Falls
NUM_OUTCOMES = MAX_CARDS + 1


@rule
def num_actions(box: Any) -> int:
    """Actions are 0 .. num_actions - 1."""
    return CARD + NUM_VERBS * int(box.num_cards)


@rule
def encode(card: int, verb: int) -> int:
    """The action that does this (KILL, ... AIM_AT) with a card."""
    return CARD + NUM_VERBS * card + verb


@rule
def card_of(action: int) -> int:
    """The card of an action; only for actions from CARD on."""
    return (action - CARD) // NUM_VERBS


@rule
def verb_of(action: int) -> int:
    """What an action does with its card: KILL, ... AIM_AT; only for actions from CARD on."""
    return (action - CARD) % NUM_VERBS


@rule
def is_attack(verb: int) -> bool:
    """R5.1: whether a verb is one of the two attacks."""
    return verb == COMMAND if verb != KILL else True

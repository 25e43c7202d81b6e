"""How Trap the Cap's actions are numbered.

A slot is a cap that the seat to act might move: its own caps by number, in total team play the caps of its team, colour
by colour. Each slot has a block of actions (R2.6): one for each space to end on, then one for the own base, then one
for each space near the base that can be reached through it. The Golden Cap comes after them: a space to end on, then
the base (or to stay there), then a space to turn on. The last two actions are to throw again after a 6, or not.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import Limits, Records
from motherlode.games.trap_the_cap.components import FACES, TOTAL

NUM_OUTCOMES = FACES  # the die shows outcome + 1
ACTIONS_PER_THROW = 3  # the throw, the move, the choice to throw again
GOLD_ACTIONS_PER_THROW = 9  # each turning point, visit and end takes a point, and staying in the base none


@rule
def slot_of(box: Any, cap: int) -> int:
    """The slot of a cap for the seats that may move it; its colour is not checked."""
    owner = int(box.owner[cap])
    slot = cap - owner * int(box.caps)
    if box.game == TOTAL:
        slot += owner // 2 * int(box.caps)
    return slot


@rule
def cap_of(box: Any, seat: int, slot: int) -> int:
    """The cap in a slot of the seat."""
    if box.game == TOTAL:
        owner = slot // int(box.caps) * 2 + seat % 2
        return owner * int(box.caps) + slot % int(box.caps)
    return seat * int(box.caps) + slot


def limits(box: Records) -> Limits:
    """R7.6: no more throws than twice the cap on turns."""
    rules = box[0]
    per_throw = GOLD_ACTIONS_PER_THROW if rules.gold >= 0 else ACTIONS_PER_THROW
    return Limits(
        num_actions=int(rules.again) + 2,
        num_outcomes=NUM_OUTCOMES,
        max_legal=int(rules.max_legal),
        max_chance=NUM_OUTCOMES,
        max_length=2 * int(rules.turns) * per_throw,
    )

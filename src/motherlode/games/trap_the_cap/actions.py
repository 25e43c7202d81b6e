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
    """R2.1, R9.1: the slot of a cap for a seat that may move it; whether the seat may is not checked."""
    owner = int(box.owner[cap])
    slot = cap - owner * int(box.caps)
    if box.game == TOTAL:
        slot += owner // 2 * int(box.caps)
    return slot


@rule
def cap_of(box: Any, seat: int, slot: int) -> int:
    """R2.1, R9.1: the cap that a slot is for this seat."""
    if box.game == TOTAL:
        owner = slot // int(box.caps) * 2 + seat % 2
        return owner * int(box.caps) + slot % int(box.caps)
    return seat * int(box.caps) + slot


def limits(box: Records) -> Limits:
    """R7.6: bounds on actions and on the length of a game: no more throws than twice the cap on turns."""
    contents = box[0]
    per_throw = GOLD_ACTIONS_PER_THROW if contents.gold >= 0 else ACTIONS_PER_THROW
    return Limits(
        num_actions=int(contents.again) + 2,
        num_outcomes=NUM_OUTCOMES,
        max_legal=int(contents.max_legal),
        max_chance=NUM_OUTCOMES,
        max_length=2 * int(contents.turns) * per_throw,
    )

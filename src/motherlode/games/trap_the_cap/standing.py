"""Sets of places, and who stands where: R1, R2.1.

A set of places is two words, `low` and `high`, of WORD bits each.
"""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.trap_the_cap.components import KEPT, WORD


@rule
def has(low: int, high: int, place: int) -> int:
    """Whether a set of places, given as its two words, holds a place: 1 or 0."""
    if place < WORD:
        return (low >> place) & 1
    return (high >> (place - WORD)) & 1


@rule
def low_bit(place: int) -> int:
    """The low word of the set that holds only this place."""
    return 1 << place if place < WORD else 0


@rule
def high_bit(place: int) -> int:
    """The high word of the set that holds only this place."""
    return 1 << (place - WORD) if place >= WORD else 0


@rule
def owner_of(box: Any, state: Any, cap: int) -> int:
    """The seat that a cap plays for; NOBODY for the Golden Cap while it is neutral or a captive (R11.1, R11.8)."""
    if cap == int(box.gold):
        return int(state.gold_owner)
    return int(box.owner[cap])


@rule
def home_of(box: Any, seat: int) -> int:
    """R1.6: the place of a seat's base."""
    return int(box.spaces) + int(box.seat_base[seat])


@rule
def laden_caps(box: Any, state: Any) -> int:
    """R5.1: the free caps that have captives under them, as bits: bit n for cap n."""
    found = 0
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        if top != cap and top != KEPT:  # noqa: PLR1714  (not for a GPU)
            found |= 1 << top
    return found

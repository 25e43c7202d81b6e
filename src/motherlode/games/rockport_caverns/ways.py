"""Ways through the cavern, and rocks that bar them: R2.6, R6.2, R7.2, R11.9."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.rockport_caverns.components import MAX_COLUMNS, MAX_PLACES, NOWHERE, START_ROW

NO_WAY = MAX_PLACES  # steps: more than any way has


@rule
def is_together(state: Any) -> bool:
    """R9.1: the friend is where the character is."""
    return bool(state.friend == state.here)


@rule
def is_blocked(state: Any, place: int) -> int:
    """R6.2, R7.2: whether rocks block this hex, so that no step leads into it."""
    return (int(state.blocked) >> place) & 1


@rule
def beside(box: Any, places: int) -> int:
    """R2.6: the set of places one step from some place of a set; from row 6 that is also a start circle."""
    return (
        ((places & int(box.spread[0])) << 1)
        | ((places & int(box.spread[1])) >> 1)
        | ((places & int(box.spread[2])) >> 8)
        | ((places & int(box.spread[3])) >> 7)
        | ((places & int(box.spread[4])) >> 9)
        | ((places & int(box.spread[5])) << 8)
        | ((places & int(box.spread[6])) << 9)
        | ((places & int(box.spread[7])) << 7)
    )


@rule
def flood(box: Any, places: int, barred: int) -> int:
    """R6.2: the set of places joined to some place of a set by ways that enter none of the barred ones."""
    found = places
    newest = places
    while newest != 0:
        newest = beside(box, newest) & ~barred & ~found
        found |= newest
    return found


@rule
def count_steps(box: Any, place: int, goals: int, barred: int) -> int:
    """R2.6, R6.2: steps from a place to the nearest of a set by a way that enters none of the barred; NO_WAY: none."""
    newest = 1 << place
    found = newest
    steps = 0
    while newest & goals == 0:
        newest = beside(box, newest) & ~barred & ~found
        if newest == 0:
            return NO_WAY
        found |= newest
        steps += 1
    return steps


@rule
def is_trapped(box: Any, state: Any, blocked: int) -> bool:
    """R11.9: whether no way leads from the character to the friend and on to an exit, were these places blocked.

    Before the friend is found: to the trigger row and on to an exit. Looked for from the exits, since paths lead both
    ways: what a way out can begin at, narrowed down to where the goal is too. The character's own hex may be blocked.
    """
    exits = int(box.exit_mask)
    goals = exits
    if state.friend == NOWHERE:
        goals = int(box.row_mask[int(box.trigger_row)])
    elif not is_together(state):
        goals = 1 << int(state.friend)
    barred = blocked | int(box.row_mask[START_ROW])
    good = flood(box, exits & -exits, barred)  # from one exit; mostly the others are joined to it
    if exits & ~good:
        good = flood(box, goals & flood(box, exits, barred), barred)
    elif good & goals == 0:
        return True
    here = 1 << int(state.here)
    return (good & (here | beside(box, here))) == 0


@rule
def with_rocks(box: Any, state: Any, place: int) -> int:
    """R7.2: the places that are blocked once one more rock slide has come down on a hex."""
    if int(state.rocks[place]) + 1 >= int(box.capacity[int(box.row[place])]):
        return int(state.blocked) | (1 << place)
    return int(state.blocked)


@rule
def is_barring(box: Any, state: Any, face: int) -> bool:
    """R1.6: whether the column die of face + 1 would trap the character before play."""
    place = int(box.counted[int(state.row), face]) if face < MAX_COLUMNS else NOWHERE
    if place == NOWHERE:
        return False
    blocked = with_rocks(box, state, place)
    return blocked != int(state.blocked) and is_trapped(box, state, blocked)

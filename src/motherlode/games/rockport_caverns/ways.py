"""Ways through the cavern, and rocks that bar them: R2.6, R6.2, R7.2, R8.6, R9.4, R11.9."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.games.rockport_caverns.components import MAX_COLUMNS, MAX_PLACES, NOWHERE, NUM_WAYS, START_ROW

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
def is_open(box: Any, state: Any, row: int, face: int) -> bool:
    """R9.4: whether the friend can be on the hex that a row and a column die of face + 1 give."""
    if face >= MAX_COLUMNS:
        return False
    place = int(box.counted[row, face])
    return place != NOWHERE and not is_blocked(state, place)


@rule
def way_down(box: Any, state: Any, side: int) -> int:
    """R8.6: the hex below, through one of the two lower sides; NOWHERE if no path leads there or it is blocked."""
    place = int(box.path[int(state.here), side])
    if place != NOWHERE and is_blocked(state, place):
        return NOWHERE
    return place


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
def open_ways(box: Any, place: int, blocked: int) -> int:
    """R6.2: the places of those known ways from a place to an exit that enter no blocked one; 0: none is open."""
    found = 0
    for nth in range(NUM_WAYS):
        way = int(box.ways[place, nth])
        if way & blocked == 0:
            found |= way
    return found


@rule
def is_surely_free(box: Any, state: Any, blocked: int) -> bool:
    """R11.9: whether known ways show that the character is not trapped; if they do not, another way still may.

    Every known way leads by the trigger row to an exit. Where one from the character and one from the friend share a
    place, the character comes to the friend by both and then to an exit.
    """
    near = open_ways(box, int(state.here), blocked)
    if near == 0 or state.friend == NOWHERE or is_together(state):
        return near != 0
    friend = 1 << int(state.friend)
    return blocked & friend == 0 and near & (friend | open_ways(box, int(state.friend), blocked)) != 0


@rule
def has_no_way(box: Any, state: Any, blocked: int) -> bool:
    """R11.9: whether no way leads from the character to the friend and on to an exit, were these places blocked.

    Before the friend is found: to the trigger row and on to an exit.
    """
    exits = int(box.exit_mask)
    goals = exits
    if state.friend == NOWHERE:
        goals = int(box.row_mask[int(box.trigger_row)])
    elif not is_together(state):
        goals = 1 << int(state.friend)
    barred = blocked | int(box.row_mask[START_ROW])
    here = 1 << int(state.here)
    reached = flood(box, (here | beside(box, here)) & ~barred, barred)
    if reached & goals == 0 or reached & exits == 0:
        return True
    # There is no way back onto a blocked hex or a start circle, so what is reached from one may be in several parts.
    return here & barred != 0 and flood(box, reached & goals, barred) & exits == 0


@rule
def is_trapped(box: Any, state: Any, blocked: int) -> bool:
    """R11.9: whether no way is left, were these places blocked; mostly a known one is open, so nothing is searched."""
    return not is_surely_free(box, state, blocked) and has_no_way(box, state, blocked)


@rule
def with_rocks(box: Any, state: Any, place: int) -> int:
    """R7.2: the places that are blocked once one more rock slide has come down on a hex."""
    if int(state.rocks[place]) + 1 >= int(box.capacity[int(box.row[place])]):
        return int(state.blocked) | (1 << place)
    return int(state.blocked)


@rule
def narrows(box: Any, state: Any) -> int:
    """R1.6: the hexes of the rolled row on which rocks may trap the character; on others they leave a known way open.

    R7.2: the first rocks block only what is brittle.
    """
    found = int(box.row_mask[int(state.row)]) & (int(box.brittle) | int(state.rocky))
    for nth in range(NUM_WAYS):
        way = int(box.ways[int(state.here), nth])
        if way & int(state.blocked) == 0:
            found &= way
    return found


@rule
def is_barring(box: Any, state: Any, narrow: int, face: int) -> bool:
    """R1.6: whether the column die of face + 1 would trap the character before play, which only a narrow hex can."""
    place = int(box.counted[int(state.row), face]) if face < MAX_COLUMNS else NOWHERE
    if place == NOWHERE or (narrow >> place) & 1 == 0:
        return False
    blocked = with_rocks(box, state, place)
    return blocked != int(state.blocked) and is_trapped(box, state, blocked)

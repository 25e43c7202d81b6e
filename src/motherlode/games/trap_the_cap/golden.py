"""The Golden Cap, which may turn back: R11."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED
from motherlode.games.trap_the_cap.components import BIT_PRIME, EDGE_WORDS, FACES, GREY, NOWHERE, WORD, YELLOW
from motherlode.games.trap_the_cap.home import come_home
from motherlode.games.trap_the_cap.reasons import Why
from motherlode.games.trap_the_cap.standing import has, high_bit, home_of, laden_caps, low_bit
from motherlode.games.trap_the_cap.trapping import move
from motherlode.games.trap_the_cap.turn import finish_throw

# How the field `ways` of a position says in which ways the Golden Cap may go on in mid-move: a byte for each way out of
# its place, and in it a bit for each number of points.
BITS_A_WAY = 8
STAY = 1 << 60  # it may stay in its base


@rule
def way_bit(way: int, points: int) -> int:
    """The bit of `ways`: the Golden Cap may leave by the way of this number with so many points left to walk."""
    return 1 << (way * BITS_A_WAY + points)


@rule
def golden_search(box: Any, state: Any, target: int) -> tuple[int, int, int, int, int, int]:
    """R11.3 to R11.7: all that the Golden Cap can choose next: an end, a turning point where it traps, or its base.

    Follows all its walks to that choice at once, point by point of the throw; the frontier is the ways on which it can
    be walking. Where others stand it may only pass, since turning there traps; everywhere else it may also turn.

    Returns the set of spaces to end on (two words), the set of spaces to turn on (two words), the points that can be
    left when it reaches its base (bit n: n points), and, if `target` is one to turn on, the `ways` to go on from there.
    """
    gold = int(box.gold)
    seat = int(state.seat)
    here = int(state.place[gold])
    home = home_of(box, seat)
    spaces = int(box.spaces)
    die = int(state.die)
    ways = int(state.ways)
    is_laden = (laden_caps(box, state) >> gold) & 1
    low, high, foe_low, foe_high = golden_masks(box, state, seat)
    end_low = 0
    end_high = 0
    turn_low = 0
    turn_high = 0
    homes = 0
    found = 0
    for points in range(FACES - 1, -1, -1):  # left when the place at the end of a way is reached
        row = points & 1
        for way in range(int(box.first[here]), int(box.first[here + 1])):
            starts = ways == 0 and points == die - 1
            if ways != 0:
                starts = (ways & way_bit(way - int(box.first[here]), points + 1)) != 0
            there = int(box.to[way])
            if starts and (there < spaces or (there == home and is_laden)):
                state.frontier[row, way // WORD] = int(state.frontier[row, way // WORD]) | (1 << (way % WORD))
        for word in range(EDGE_WORDS):
            bits = int(state.frontier[row, word])
            state.frontier[row, word] = 0
            while bits != 0:
                lowest = bits & -bits
                bits ^= lowest
                way = word * WORD + int(box.bit[lowest % BIT_PRIME])
                there = int(box.to[way])
                if there >= spaces:
                    homes |= 1 << points
                    continue
                if points == 0:
                    if has(low, high, there) == 0:
                        end_low |= low_bit(there)
                        end_high |= high_bit(there)
                    continue
                back = int(box.back[way])
                is_foe = has(foe_low, foe_high, there)
                if is_foe and can_finish(box, int(box.to[back]), points - 1, home, low, high):
                    turn_low |= low_bit(there)
                    turn_high |= high_bit(there)
                    if there == target:
                        found |= way_bit(back - int(box.first[there]), points)
                for onward in range(int(box.first[there]), int(box.first[there + 1])):
                    after = int(box.to[onward])
                    if is_foe and onward == back:
                        continue
                    if after < spaces or (after == home and is_laden):
                        word_after = onward // WORD
                        state.frontier[1 - row, word_after] = int(state.frontier[1 - row, word_after]) | (
                            1 << (onward % WORD)
                        )
    return end_low, end_high, turn_low, turn_high, homes, found


@rule
def golden_masks(box: Any, state: Any, seat: int) -> tuple[int, int, int, int]:
    """R11.4, R11.5: two sets: spaces where the Golden Cap may not end, and where others stand whom it would trap."""
    low = 0
    high = 0
    foe_low = 0
    foe_high = 0
    gold = int(box.gold)
    spaces = int(box.spaces)
    for cap in range(gold):
        place = int(state.place[cap])
        if int(state.top[cap]) == cap and place < spaces:
            if int(box.owner[cap]) != seat:
                foe_low |= low_bit(place)
                foe_high |= high_bit(place)
            elif int(box.kind[place]) != YELLOW:
                low |= low_bit(place)
                high |= high_bit(place)
    return low, high, foe_low, foe_high


@rule
def can_finish(box: Any, place: int, points: int, home: int, low: int, high: int) -> bool:
    """R11.7: whether the Golden Cap, laden and on a place with so many points left, can finish its throw legally.

    It may turn anywhere and may go home, where it can at least stay; `low` and `high` are where it may not end.
    """
    if place == home:
        return True
    if int(box.distance[place, home]) <= points:
        return True
    ends_low = int(box.walk[points, place, 0])
    ends_high = int(box.walk[points, place, 1])
    return (ends_low & ~low) != 0 or (ends_high & ~high) != 0


@rule
def list_golden(box: Any, state: Any, out: Any, count: int) -> int:
    """R11.7: append what the Golden Cap can choose next: ends, its base, turning points; returns the new count."""
    end_low, end_high, turn_low, turn_high, homes, _ = golden_search(box, state, NOWHERE)
    action = int(box.gold_at)
    spaces = int(box.spaces)
    for space in range(spaces):
        if has(end_low, end_high, space):
            out[count] = action + space
            count += 1
    if homes != 0 or (int(state.ways) & STAY) != 0:
        out[count] = action + spaces
        count += 1
    if turn_low != 0 or turn_high != 0:
        for space in range(spaces):
            if has(turn_low, turn_high, space):
                out[count] = action + spaces + 1 + space
                count += 1
    return count


@rule
def refuse_golden(box: Any, state: Any, code: int) -> int:
    """R11: why the Golden Cap may not do this next; `code` is the action, counted from the first of its actions."""
    end_low, end_high, turn_low, turn_high, homes, _ = golden_search(box, state, NOWHERE)
    spaces = int(box.spaces)
    seat = int(state.seat)
    low, high, foe_low, foe_high = golden_masks(box, state, seat)
    if code < spaces:
        if has(end_low, end_high, code):
            return ALLOWED
        if has(low, high, code):
            return Why.GREY_OWN if int(box.kind[code]) == GREY else Why.OWN_CAP
        return Why.NOT_THE_THROW
    if code == spaces:
        if homes != 0 or (int(state.ways) & STAY) != 0:
            return ALLOWED
        if int(state.place[int(box.gold)]) == home_of(box, seat):
            return Why.MUST_GO_ON
        if (laden_caps(box, state) >> int(box.gold)) & 1:
            return Why.HOME_TOO_FAR
        return Why.NOT_LADEN
    space = code - spaces - 1
    if has(turn_low, turn_high, space):
        return ALLOWED
    return Why.NO_TURN if has(foe_low, foe_high, space) else Why.NOTHING_TO_TRAP


@rule
def play_golden(box: Any, state: Any, code: int) -> None:
    """R11.3 to R11.7: the Golden Cap ends, visits its base or stays there, or turns and traps; `code` as above."""
    gold = int(box.gold)
    spaces = int(box.spaces)
    if code < spaces:
        move(box, state, gold, code)
        finish_throw(box, state, 1)
    elif code == spaces:
        if (int(state.ways) & STAY) != 0:
            finish_throw(box, state, 1)
        else:
            golden_home(box, state)
    else:
        space = code - spaces - 1
        _, _, _, _, _, ways = golden_search(box, state, space)
        move(box, state, gold, space)
        state.ways = ways


@rule
def golden_home(box: Any, state: Any) -> None:
    """R11.6, R5.4: the Golden Cap visits its base and must go on with the points left over, if it can.

    It may have come by walks of different lengths, so several numbers of points may be left: the player chooses.
    """
    _, _, _, _, homes, _ = golden_search(box, state, NOWHERE)
    come_home(box, state, int(box.gold))
    ways = 0
    for points in range(FACES):
        if (homes >> points) & 1:
            goes_on = 0
            if points > 0:
                state.ways = way_bit(0, points)
                end_low, end_high, turn_low, turn_high, again, _ = golden_search(box, state, NOWHERE)
                goes_on = end_low | end_high | turn_low | turn_high | again
            if goes_on != 0:
                ways |= way_bit(0, points)
            else:
                ways |= STAY
    state.ways = ways
    if ways == STAY:
        finish_throw(box, state, 1)

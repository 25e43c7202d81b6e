"""How the Golden Cap walks, which may turn back: R11.3 to R11.6.

A stop is where it stands when the player chooses: a tuple of its place; the ways on, as bits (0 before it sets out,
when it may take any way with the whole throw); 1 if it is laden, else 0; the set of spaces where others stand whom it
would trap, in two words; and the set of spaces where it may not end, in two words.
"""

from typing import Any, TypeAlias

from motherlode.core.compiling import rule
from motherlode.games.trap_the_cap.components import BIT_PRIME, EDGE_WORDS, FACES, NOWHERE, WORD, YELLOW
from motherlode.games.trap_the_cap.standing import has, high_bit, home_of, laden_caps, low_bit

Stop: TypeAlias = tuple[int, int, int, int, int, int, int]

# How the field `ways` of a position says in which ways the Golden Cap may go on in mid-move: a byte for each way out of
# its place, and in it a bit for each number of points.
BITS_A_WAY = 8
STAY = 1 << 60  # it may stay in its base


@rule
def way_bit(way: int, points: int) -> int:
    """The bit of `ways`: the Golden Cap may leave by the way of this number with so many points left to walk."""
    return 1 << (way * BITS_A_WAY + points)


@rule
def stop_of(box: Any, state: Any) -> Stop:
    """R11.4, R11.5: where the Golden Cap stands now, how it may go on, whom it would trap and where it may not end."""
    low = 0
    high = 0
    foe_low = 0
    foe_high = 0
    gold = int(box.gold)
    seat = int(state.seat)
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
    is_laden = (laden_caps(box, state) >> gold) & 1
    return int(state.place[gold]), int(state.ways), is_laden, foe_low, foe_high, low, high


@rule
def golden_search(box: Any, state: Any, stop: Stop, target: int) -> tuple[int, int, int, int, int, int, int, int]:
    """R11.3 to R11.7: all that the Golden Cap can do next: end, turn where it traps, or visit its base.

    Follows all its walks to that choice at once, point by point of the throw; the frontier is the ways on which it can
    be walking. Where others stand it may only pass, since turning there traps; everywhere else it may also turn.

    Returns the set of spaces to end on (two words), the set of spaces to turn on (two words), the part of these after
    which it can surely end on another space (two words), the points that can be left when it reaches its base (bit n:
    n points), and, if `target` is one to turn on, the `ways` to go on from there.
    """
    here, ways, is_laden, foe_low, foe_high, low, high = stop
    home = home_of(box, int(state.seat))
    spaces = int(box.spaces)
    die = int(state.die)
    end_low = 0
    end_high = 0
    turn_low = 0
    turn_high = 0
    sure_low = 0
    sure_high = 0
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
                    if surely_ends(box, stop, back, points):
                        sure_low |= low_bit(there)
                        sure_high |= high_bit(there)
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
    return end_low, end_high, turn_low, turn_high, sure_low, sure_high, homes, found


@rule
def surely_ends(box: Any, stop: Stop, back: int, points: int) -> bool:
    """R11.3: whether the Golden Cap, which turns and goes back with so many points, can end on another space.

    Looks only at the space that it goes back to and at those next to it: going to and fro between the turning point,
    where nobody is left, and that space uses up points by two. So False means only that another end is farther away.
    """
    _, _, _, foe_low, foe_high, low, high = stop
    spaces = int(box.spaces)
    near = int(box.to[back])
    if near >= spaces or (points > 2 and has(foe_low, foe_high, near)):
        return False
    if points % 2 == 1:
        return has(low, high, near) == 0
    for onward in range(int(box.first[near]), int(box.first[near + 1])):
        after = int(box.to[onward])
        if onward != int(box.back[back]) and after < spaces and has(low, high, after) == 0:
            return True
    return False


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
def ways_from_home(box: Any, state: Any, stop: Stop, homes: int) -> int:
    """R11.6, R5.4: the ways on from the base with these numbers of points (bit n: n points) left over.

    It may have come by walks of different lengths, so several may be left: the player chooses. It must go on with the
    points left over, if it can; with those that take it nowhere it stays. Of `stop` only the others on the board count.
    """
    _, _, _, foe_low, foe_high, low, high = stop
    home = home_of(box, int(state.seat))
    ways = 0
    for points in range(FACES):
        if (homes >> points) & 1:
            goes_on = 0
            if points > 0:
                bare = home, way_bit(0, points), 0, foe_low, foe_high, low, high
                end_low, end_high, turn_low, turn_high, _, _, again, _ = golden_search(box, state, bare, NOWHERE)
                goes_on = end_low | end_high | turn_low | turn_high | again
            if goes_on != 0:
                ways |= way_bit(0, points)
            else:
                ways |= STAY
    return ways

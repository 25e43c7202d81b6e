"""The moves of ordinary caps, and where they may end: R2, R3."""

from typing import Any

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, NOBODY
from motherlode.games.trap_the_cap.actions import slot_of
from motherlode.games.trap_the_cap.components import GREY, TOTAL, TOWER, YELLOW
from motherlode.games.trap_the_cap.home import home_moves
from motherlode.games.trap_the_cap.reasons import Why
from motherlode.games.trap_the_cap.standing import has, high_bit, laden_caps, low_bit, owner_of


@rule
def first_colour(box: Any, seat: int) -> int:
    """R2.1, R8.1, R9.1: the first colour that a seat may move: its own, or in total team play the first of its team."""
    return seat % 2 if box.game == TOTAL else seat


@rule
def blocked(box: Any, state: Any, colour: int) -> tuple[int, int]:
    """R3.1 to R3.3, R8.2: the set of spaces (two words) where a move of an ordinary cap of this colour may not end."""
    low = 0
    high = 0
    # Grey spaces where one group, and where two groups of other colours were seen so far; the third closes the space.
    once_low = 0
    once_high = 0
    twice_low = 0
    twice_high = 0
    spaces = int(box.spaces)
    for cap in range(int(box.num_caps)):
        place = int(state.place[cap])
        if int(state.top[cap]) == cap and place < spaces:
            owner = owner_of(box, state, cap)
            kind = int(box.kind[place])
            bits_low = low_bit(place)
            bits_high = high_bit(place)
            if owner == colour:
                if kind != YELLOW:  # R3.1
                    low |= bits_low
                    high |= bits_high
            elif kind == GREY:  # R3.3
                low |= twice_low & bits_low
                high |= twice_high & bits_high
                twice_low |= once_low & bits_low
                twice_high |= once_high & bits_high
                once_low |= bits_low
                once_high |= bits_high
            elif owner != NOBODY and int(box.team[owner]) == int(box.team[colour]):  # R8.2
                low |= bits_low
                high |= bits_high
    return low, high


@rule
def list_colour(box: Any, state: Any, colour: int, laden: int, out: Any, count: int) -> int:
    """R2.1, R9.2: append the moves of one colour's ordinary caps to `out`, ascending; returns the new count."""
    die = int(state.die)
    block = int(box.block)
    spaces = int(box.spaces)
    low, high = blocked(box, state, colour)
    seen_low = 0
    seen_high = 0
    first = colour * int(box.caps)
    for cap in range(first, first + int(box.caps)):
        if int(state.top[cap]) != cap:
            continue
        place = int(state.place[cap])
        is_laden = (laden >> cap) & 1
        if is_laden == 0:
            if has(seen_low, seen_high, place):
                continue  # R2.7
            seen_low |= low_bit(place)
            seen_high |= high_bit(place)
        action = slot_of(box, cap) * block
        for number in range(int(box.num_ends[place, die])):
            end = int(box.ends[place, die, number])
            if end == place or has(low, high, end) == 0:  # R3.5
                out[count] = action + end
                count += 1
        base = int(box.seat_base[colour])
        if is_laden and box.game != TOWER and box.home_steps[base, place] != 0:  # R5.1, R10.1
            end_low, end_high, stays = home_moves(box, state, cap, colour, low, high)
            if stays:
                out[count] = action + spaces
                count += 1
            if end_low != 0 or end_high != 0:
                for near in range(int(box.num_near[base])):
                    if has(end_low, end_high, int(box.near[base, near])):
                        out[count] = action + spaces + 1 + near
                        count += 1
    return count


@rule
def refuse_move(box: Any, state: Any, cap: int, code: int) -> int:
    """R2 to R5: why a free ordinary cap may not move so; `code` is the action within its block: see actions.py."""
    place = int(state.place[cap])
    colour = int(box.owner[cap])
    base = int(box.seat_base[colour])
    spaces = int(box.spaces)
    die = int(state.die)
    laden = laden_caps(box, state)
    is_laden = (laden >> cap) & 1
    if is_laden == 0:
        for other in range(colour * int(box.caps), cap):
            if int(state.top[other]) == other and int(state.place[other]) == place and ((laden >> other) & 1) == 0:
                return Why.EQUAL_CAP
    low, high = blocked(box, state, colour)
    if code < spaces:
        is_reached = False
        for number in range(int(box.num_ends[place, die])):
            if int(box.ends[place, die, number]) == code:
                is_reached = True
        if not is_reached:
            return Why.NOT_THE_THROW
        if code != place and has(low, high, code):
            return why_blocked(box, state, colour, code)
        return ALLOWED
    if box.game == TOWER:
        return Why.NO_RETURN
    if is_laden == 0:
        return Why.NOT_LADEN
    if (int(box.home_steps[base, place]) & ((1 << die) - 1)) == 0:
        return Why.HOME_TOO_FAR
    end_low, end_high, stays = home_moves(box, state, cap, colour, low, high)
    if code == spaces:
        return ALLOWED if stays else Why.MUST_GO_ON
    near = code - spaces - 1
    if near >= int(box.num_near[base]) or has(end_low, end_high, int(box.near[base, near])) == 0:
        return Why.NOT_THROUGH_HOME
    return ALLOWED


@rule
def why_blocked(box: Any, state: Any, colour: int, end: int) -> int:
    """R3, R8.2: the reason why a move of this colour may not end on a space of `blocked`."""
    if int(box.kind[end]) == GREY:
        for cap in range(int(box.num_caps)):
            if int(state.top[cap]) == cap and int(state.place[cap]) == end and owner_of(box, state, cap) == colour:
                return Why.GREY_OWN
        return Why.GREY_FULL
    for cap in range(int(box.num_caps)):
        if int(state.top[cap]) == cap and int(state.place[cap]) == end and owner_of(box, state, cap) == colour:
            return Why.OWN_CAP
    return Why.PARTNER

"""One course for each effect: R11.7.

A course is what the Golden Cap chooses in its move before the end: turning points where it traps, and visits to its
base. It is one number, with CHOICE_BITS for each choice, the latest lowest: 1 + the space, or 1 + the number of spaces
for the base. Two courses have the same effect if they trap the same, bring the same home and end on the same space. The
first of them is offered: the one with the fewest turning points, then with the fewest visits, then the one whose
choices come first, where spaces count from the own base on (`rotated`) and the base comes last.
"""

from typing import Any, TypeAlias

from motherlode.core.compiling import rule
from motherlode.games.trap_the_cap.components import NOWHERE
from motherlode.games.trap_the_cap.standing import has, high_bit, home_of, low_bit
from motherlode.games.trap_the_cap.walks import STAY, Stop, golden_search, stop_of, ways_from_home

CHOICE_BITS = 7
CHOICE = (1 << CHOICE_BITS) - 1
MAX_CHOICES = 4  # with a 6: a trap next to the base, a visit, another trap, another visit
NO_COURSE = -1
EVERY = -1  # the word of a set that holds every space

Effect: TypeAlias = tuple[int, int, int, int, int]


@rule
def begin_course(state: Any, stop: Stop) -> None:
    """R11.7: keep where the Golden Cap sets out; below 0 if it is laden there."""
    state.start = -1 - stop[0] if stop[2] else stop[0]


@rule
def start_of(box: Any, state: Any) -> Stop:
    """R11.7: where the Golden Cap set out, with those whom it has trapped since where they stood."""
    here, ways, is_laden, foe_low, foe_high, low, high = stop_of(box, state)
    if ways == 0:
        return here, ways, is_laden, foe_low, foe_high, low, high
    start = int(state.start)
    is_laden = 0
    if start < 0:
        start = -1 - start
        is_laden = 1
    course = int(state.course)
    while course != 0:
        space = (course & CHOICE) - 1
        course >>= CHOICE_BITS
        if space < int(box.spaces):
            foe_low |= low_bit(space)
            foe_high |= high_bit(space)
    return start, 0, is_laden, foe_low, foe_high, low, high


@rule
def num_choices(course: int) -> int:
    """How many choices a course has."""
    count = 0
    while course != 0:
        course >>= CHOICE_BITS
        count += 1
    return count


@rule
def follow(box: Any, state: Any, start: Stop, course: int) -> Stop:
    """R11.7: where a course from a start leads, choice by choice; the place is NOWHERE if the rules forbid it."""
    spaces = int(box.spaces)
    here, ways, is_laden, foe_low, foe_high, low, high = start
    for nth in range(num_choices(course) - 1, -1, -1):
        choice = ((course >> (nth * CHOICE_BITS)) & CHOICE) - 1
        stop = here, ways, is_laden, foe_low, foe_high, low, high
        _, _, _, _, _, _, homes, found = golden_search(box, state, stop, choice)
        if choice == spaces:
            ways = ways_from_home(box, state, stop, homes)
            here = home_of(box, int(state.seat))
            is_laden = 0
        else:
            ways = found
            here = choice
            is_laden = 1
            foe_low &= ~low_bit(choice)
            foe_high &= ~high_bit(choice)
        if ways == 0:
            here = NOWHERE
            break
    return here, ways, is_laden, foe_low, foe_high, low, high


@rule
def effect_of(box: Any, course: int) -> Effect:
    """What a course does before its end: the spaces whose captives it brings home, those whose captives it carries.

    Both are sets in two words; the last number is 1 if it visits the base.
    """
    spaces = int(box.spaces)
    kept_low = 0
    kept_high = 0
    low = 0
    high = 0
    visits = 0
    for nth in range(num_choices(course) - 1, -1, -1):
        choice = ((course >> (nth * CHOICE_BITS)) & CHOICE) - 1
        if choice == spaces:
            kept_low |= low
            kept_high |= high
            low = 0
            high = 0
            visits = 1
        else:
            low |= low_bit(choice)
            high |= high_bit(choice)
    return kept_low, kept_high, low, high, visits


@rule
def order_of(box: Any, state: Any, choice: int) -> int:
    """R11.7: in which order choices come: spaces counted from the own base on, then the base."""
    if choice == int(box.spaces):
        return choice
    return int(box.rotated[int(box.seat_base[int(state.seat)]), choice])


@rule
def next_choice(box: Any, state: Any, course: int, after: int) -> int:
    """The first choice of a course that comes after this place in the order; NOWHERE if none does."""
    found = NOWHERE
    while course != 0:
        choice = (course & CHOICE) - 1
        course >>= CHOICE_BITS
        order = order_of(box, state, choice)
        if order > after and (found == NOWHERE or order < order_of(box, state, found)):
            found = choice
    return found


@rule
def spelled(box: Any, state: Any, course: int, count: int, number: int) -> int:
    """The course of so many choices, each one that `course` has too, which is the one of this number in their order."""
    size = 0
    choice = next_choice(box, state, course, NOWHERE)
    while choice != NOWHERE:
        size += 1
        choice = next_choice(box, state, course, order_of(box, state, choice))
    other = 0
    for nth in range(count):
        choice = next_choice(box, state, course, NOWHERE)
        for _ in range(number % size):
            choice = next_choice(box, state, course, order_of(box, state, choice))
        number //= size
        other |= (choice + 1) << (nth * CHOICE_BITS)
    return other if number == 0 else NO_COURSE


@rule
def is_single(low: int, high: int) -> bool:
    """Whether a set, given as its two words, holds exactly one space."""
    return (low == 0) != (high == 0) and (low & (low - 1)) == 0 and (high & (high - 1)) == 0


@rule
def taken_ends(box: Any, state: Any, start: Stop, course: int) -> tuple[int, int, int]:
    """R11.7: the ends of a course that an earlier one reaches with the same effect.

    Returns a set of spaces (two words), and 1 if staying in the base is among them. What is trapped at the end counts
    as if it were trapped by turning there; so a course may do without the turning point where it ends.
    """
    kept_low, kept_high, low, high, visits = effect_of(box, course)
    taken_low = 0
    taken_high = 0
    taken_stay = 0
    is_before = True
    for count in range(num_choices(course) + 1):
        number = 0
        other = spelled(box, state, course, count, number)
        while other != NO_COURSE:
            if other == course:
                is_before = False
            other_kept_low, other_kept_high, other_low, other_high, other_visits = effect_of(box, other)
            more_low = low & ~other_low
            more_high = high & ~other_high
            is_alike = other_kept_low == kept_low and other_kept_high == kept_high and other_visits == visits
            if more_low == 0 and more_high == 0:
                is_alike = is_alike and is_before
                more_low = EVERY
                more_high = EVERY
            elif not is_single(more_low, more_high):
                is_alike = False
            if is_alike:
                stop = follow(box, state, start, other)
                if stop[0] != NOWHERE:
                    end_low, end_high, _, _, _, _, _, _ = golden_search(box, state, stop, NOWHERE)
                    taken_low |= end_low & more_low
                    taken_high |= end_high & more_high
                    if (stop[1] & STAY) != 0:
                        taken_stay = 1
            number += 1
            other = spelled(box, state, course, count, number)
    return taken_low, taken_high, taken_stay


@rule
def is_offered(box: Any, state: Any, start: Stop, course: int) -> bool:
    """R11.7: whether a course leads to an end that no earlier one reaches with the same effect.

    Looks at it and at all that begin with it.
    """
    spaces = int(box.spaces)
    least = num_choices(course)
    after = NOWHERE  # the choices up to this one have been looked at
    while num_choices(course) >= least:
        stop = follow(box, state, start, course)
        end_low, end_high, turn_low, turn_high, _, _, homes, _ = golden_search(box, state, stop, NOWHERE)
        if after == NOWHERE:
            taken_low, taken_high, taken_stay = taken_ends(box, state, start, course)
            if (end_low & ~taken_low) != 0 or (end_high & ~taken_high) != 0:
                return True
            if (stop[1] & STAY) != 0 and taken_stay == 0:
                return True
        choice = after + 1
        while choice < spaces and has(turn_low, turn_high, choice) == 0:
            choice += 1
        if choice < spaces or (choice == spaces and homes != 0):
            course = (course << CHOICE_BITS) | (choice + 1)
            after = NOWHERE
        else:
            after = (course & CHOICE) - 1
            course >>= CHOICE_BITS
    return False

"""Numbers and actions as people and programs give them: read without guessing, or refused.

What is no whole number is not made one: 1.5 is not cut, True is not 1 and "3" not 3; no number loses its upper bits.
"""

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.core.errors import BadInput, Code, IllegalAction, shown

MAX_SEED = 2**63 - 1
MAX_COUNT = 2**26  # of environments, threads and the like: more is a mistake
NO_ACTION = -(2**31)  # in a batch, for a number of more than 32 bits; no game has such an action


def whole_number(given: Any) -> int | None:
    """The whole number that was given, of whatever type; None for anything else, truth values and text included."""
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)
    except TypeError:
        return None


def read_seed(given: Any) -> int:
    """A seed of chance."""
    seed = whole_number(given)
    if seed is None or not 0 <= seed <= MAX_SEED:
        raise BadInput(Code.BAD_CHOICE, f"seed {shown(given)}: must be from 0 to {MAX_SEED}")
    return seed


def read_count(given: Any, what: str) -> int:
    """How many of something there are to be."""
    count = whole_number(given)
    if count is None or not 1 <= count <= MAX_COUNT:
        raise BadInput(Code.BAD_CHOICE, f"{shown(given)} {what}: must be from 1 to {MAX_COUNT}")
    return count


def read_seat(given: Any, num_seats: int) -> int:
    """The number of a seat."""
    seat = whole_number(given)
    if seat is None or not 0 <= seat < num_seats:
        raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {shown(given)}: seats are 0 to {num_seats - 1}")
    return seat


def read_script(given: Any) -> list[int]:
    """Outcomes of chance, in order; whether they can come about is seen when they are due."""
    outcomes = [whole_number(outcome) for outcome in given] if isinstance(given, Iterable) else [None]
    numbers = [outcome for outcome in outcomes if outcome is not None]
    if len(numbers) < len(outcomes):
        raise BadInput(Code.SCRIPT_ENDED, f"bad script {shown(given)}: expected a list of outcomes, which are numbers")
    return numbers


def read_action(given: Any, num_actions: int) -> int:
    """The number of an action, legal or not."""
    action = whole_number(given)
    if action is None:
        raise IllegalAction(
            Code.UNREADABLE_ACTION,
            f"unreadable action {shown(given)}: expected a whole number from 0 to {num_actions - 1}",
        )
    if not 0 <= action < num_actions:
        raise IllegalAction(Code.ILLEGAL_ACTION, f"illegal action {shown(action)}: actions are 0 to {num_actions - 1}")
    return action


def read_actions(given: Any, count: int, unit: str) -> NDArray[np.int32]:
    """An action for each of `count` environments or positions, from an array or a list of whole numbers.

    Numbers of more than 32 bits become NO_ACTION, so that whoever checks the actions finds them in their order.
    """
    if type(given) is np.ndarray and given.dtype == np.int32 and given.shape == (count,) and given.flags.c_contiguous:
        return given
    if isinstance(given, list | tuple) and len(given) == count:
        return np.array([_read_in(given, index, unit) for index in range(count)], np.int32)
    try:
        wide = np.asarray(given)
        what = f"of type {wide.dtype} and shape {wide.shape}"
    except (TypeError, ValueError, RuntimeError):
        wide, what = np.empty(0), shown(given)
    if wide.shape != (count,) or wide.dtype.kind not in "iu":
        raise IllegalAction(
            Code.UNREADABLE_ACTION,
            f"unreadable actions {what}: expected a whole number for each of {count} {unit}s",
        )
    chosen = wide.astype(np.int32)
    is_cut = chosen != wide
    if is_cut.any():
        chosen[is_cut] = NO_ACTION
    return chosen


def _read_in(given: Sequence[Any], index: int, unit: str) -> int:
    """One number of a list: NumPy would make numbers of truth values, and floats of some numbers."""
    action = whole_number(given[index])
    if action is None:
        raise IllegalAction(
            Code.UNREADABLE_ACTION,
            f"unreadable action {shown(given[index])} in {unit} {index}: expected a whole number",
        )
    return action if abs(action) < -NO_ACTION else NO_ACTION

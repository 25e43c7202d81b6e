"""What people and programs give where the number of an action belongs, and is none."""

import math

import numpy as np


def wrong_numbers(count: int, legal: int) -> list[object]:
    """Whole numbers that are no action, where actions are 0 to count - 1 and `legal` is one of them.

    Some would be `legal` if only their last 32 or 64 bits were read.
    """
    return [
        count,
        count + 1000,
        2**31,
        2**32 + legal,
        2**63 - 1,
        2**63,
        2**64,
        2**64 + legal,
        10**5000,
        -1,
        -2,
        -3,
        -(2**31),
        -(2**63),
        -(2**64) + legal,
        np.int64(2**32 + legal),
        np.uint64(2**63),
        np.array(2**32 + legal),
    ]


def no_numbers(legal: int) -> list[object]:
    """What is no whole number at all, though some of it looks like the action `legal`."""
    return [
        legal + 0.5,
        float(legal),
        np.float64(legal),
        math.nan,
        math.inf,
        True,
        False,
        np.True_,
        np.array(True),
        complex(legal),
        bytes([legal % 256]),
        None,
        {},
        {legal},
        object(),
        np.array([legal]),
        np.array(float(legal)),
        type(legal),
    ]


def name_of(value: object) -> str:
    """A value in a message of a failed test."""
    return f"a number of {value.bit_length()} bits" if isinstance(value, int) and abs(value) >= 2**70 else repr(value)

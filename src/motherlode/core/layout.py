"""Record types for positions and boxes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

ONE = (1,)  # the shape of a single record


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type with naturally aligned fields and no bytes that belong to no field.

    Equal positions must have equal bytes and a GPU reads only aligned numbers, so a layout with gaps is refused:
    order the fields from the widest to the narrowest, and add a `spare` field at the end where needed.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TypeError(f"record field {name!r}: in plain mode this is a method of every NumPy record")
    plain = np.dtype(list(fields), align=True)
    packed = np.dtype(list(fields))
    if plain.itemsize != packed.itemsize:
        raise TypeError(f"record of {packed.itemsize} bytes needs {plain.itemsize}: order fields by width, add 'spare'")
    return np.dtype((np.record, plain))


def copied(states: NDArray[np.record], index: int = 0) -> NDArray[np.record]:
    """A copy of one record, as an array of its own.

    `ndarray.copy` goes field by field, which takes 20 times as long; records have no gaps, so bytes are all there is.
    `frombuffer` takes twice as long, and keeps two objects for the garbage collector to look through.
    """
    one = states if states.shape == ONE else states[index : index + 1]
    return np.ndarray(ONE, states.dtype, bytearray(one.tobytes()))

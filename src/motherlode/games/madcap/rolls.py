"""What a roll is worth before all its dice are rolled: each player's part of the win, if both play perfectly then.

data/won_rolls.bin says of every roll of the default numbers whether the first player wins it, data/fair_rolls.bin
whether it is a draw; `motherlode.games.madcap.solver` writes both.
"""

import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.madcap.components import BLACK, BLUE, FAIR_BYTES, RED

WON_FILE = Path(__file__).parent / "data" / "won_rolls.bin"


def pack_rolls(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """One bit for each roll without order of colours, numbered as in kernels.is_fair, of flags by red, black, blue."""
    # kernels.is_fair counts rolls of low <= middle <= high by high first, then middle, then low.
    high, middle, low = np.nonzero(np.ones_like(flags))
    in_order = (low <= middle) & (middle <= high)
    bits = np.zeros(FAIR_BYTES, np.uint8)
    packed = np.packbits(flags[high[in_order], middle[in_order], low[in_order]], bitorder="little")
    bits[: len(packed)] = packed
    return bits


def spread_rolls(values: NDArray[np.float32], num_rolls: int) -> NDArray[np.float32]:
    """Values of rolls numbered as in kernels.is_fair, by the numbers of their red, black and blue dice."""
    numbers = np.arange(num_rolls, dtype=np.int32)
    red, black, blue = numbers[:, None, None], numbers[:, None], numbers
    high, low = np.maximum(np.maximum(red, black), blue), np.minimum(np.minimum(red, black), blue)
    middle = red + black + blue - high - low
    above = (numbers * (numbers + 1) * (numbers + 2) // 6)[high] + (numbers * (numbers + 1) // 2)[middle]
    return np.asarray(values[above + low])


def read_won_rolls(path: Path, digest: bytes) -> NDArray[np.uint8] | None:
    """The bits of the rolls that the first player wins; nothing if the file is for other numbers or rules."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    if not content.startswith(digest):
        return None
    try:
        unpacked = zlib.decompress(content[len(digest) :])
    except zlib.error:
        unpacked = b""
    if len(unpacked) != FAIR_BYTES:
        raise BadInput(Code.BAD_DATA, f"bad data file {str(path)!r}: it is damaged")
    return np.frombuffer(unpacked, np.uint8)


@dataclass(frozen=True)
class Rolls:
    """The first player's part of the win, by what is rolled so far."""

    blue: NDArray[np.float32]  # by the numbers of the red, black and blue roll
    black: NDArray[np.float64]  # by the numbers of the red and the black roll, before any blue die
    red: NDArray[np.float64]  # by the number of the red roll, before any black die

    def part(self, box: Records, states: Records, index: int) -> float:
        """Before a die is rolled."""
        dice = int(box["dice"][0])
        colour = int(states["rolled"][index]) // dice
        by_number = self.red
        if colour == BLACK:
            by_number = self.black[_number(box, states, index, RED)]
        elif colour == BLUE:
            by_number = self.blue[_number(box, states, index, RED), _number(box, states, index, BLACK)]
        ways = ways_left(box, states["dice"][index, colour])
        return float(ways @ by_number / ways.sum())


def weigh_rolls(won: NDArray[np.uint8], fair: NDArray[np.uint8], box: Records) -> Rolls:
    """What is won with rolls that are not whole, from bits of all that are won and all that are fair."""
    bits = np.unpackbits(np.stack((won, fair)), axis=1, bitorder="little")
    parts = spread_rolls(bits[0] + np.float32(0.5) * bits[1], int(box["num_rolls"][0]))
    orders = box["roll_orders"][0, : len(parts)].astype(np.float64)
    orders /= orders.sum()
    black = parts.astype(np.float64) @ orders
    return Rolls(parts, black, black @ orders)


def ways_left(box: Records, shown: NDArray[np.int8]) -> NDArray[np.float64]:
    """In how many orders the dice of a colour to be rolled can make up each roll; `shown` is how many show each face.

    The same as kernels.orders_left, for all rolls; a test holds it.
    """
    count = int(box["num_rolls"][0])
    missing = box["roll_dice"][0, :count].astype(np.int64) - shown.astype(np.int64)
    is_possible = (missing >= 0).all(axis=1)
    factorials = np.cumprod(np.maximum(np.arange(int(box["dice"][0]) + 1), 1))
    needed = int(box["dice"][0]) - int(shown.sum())
    ways = factorials[needed] / factorials[np.maximum(missing, 0)].prod(axis=1)
    return np.where(is_possible, ways, 0.0)


def _number(box: Records, states: Records, index: int, colour: int) -> int:
    """The number of the roll that all dice of a colour show."""
    count = int(box["num_rolls"][0])
    return int(np.flatnonzero((box["roll_dice"][0, :count] == states["dice"][index, colour]).all(axis=1))[0])

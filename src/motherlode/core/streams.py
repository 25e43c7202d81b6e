"""Random streams for compiled code: sfc32, the same numbers in all modes.

A stream is a row of four 32-bit words in an array that the caller owns. Nothing here is secret: fair dice come from
`motherlode.core.chance`.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.core.compiling import at_hand, rule

Streams = NDArray[np.uint32]

WORD = 0xFFFFFFFF
WARM_UP_STEPS = 12
STREAM_WORDS = 4
FEW = 16  # streams that are not worth compiling for


@rule
def next_word(random: Streams, stream: int) -> int:
    """The next 32 random bits of a stream."""
    a = int(random[stream, 0])
    b = int(random[stream, 1])
    c = int(random[stream, 2])
    count = int(random[stream, 3])
    word = (a + b + count) & WORD
    random[stream, 3] = (count + 1) & WORD
    random[stream, 0] = b ^ (b >> 9)
    random[stream, 1] = (c + (c << 3)) & WORD
    random[stream, 2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    return word


@rule
def below(random: Streams, stream: int, bound: int) -> int:
    """A number from 0 to bound - 1, for bounds up to 2**31; the bias is at most bound / 2**32."""
    return (next_word(random, stream) * bound) >> 32


@rule
def pick(random: Streams, stream: int, weights: NDArray[np.int64], num_weights: int) -> int:
    """An index, drawn in proportion to the weights, which are at least 1."""
    total = int(weights[0])
    for index in range(1, num_weights):
        total += int(weights[index])
    ticket = below(random, stream, total)
    if total == num_weights:  # all weights are 1, as for dice
        return ticket
    for index in range(num_weights):
        ticket -= int(weights[index])
        if ticket < 0:
            return index
    return num_weights - 1


@rule
def seed_stream(random: Streams, stream: int, seed: int, number: int) -> None:
    """Start stream `number` of a seed (both below 2**32)."""
    random[stream, 0] = seed & WORD
    random[stream, 1] = number & WORD
    random[stream, 2] = (seed >> 32) & WORD
    random[stream, 3] = 1
    for _ in range(WARM_UP_STEPS):
        next_word(random, stream)


@rule
def seed_streams(random: Streams, seed: int, first: int) -> None:
    """Start every row of `random` as the streams first, first + 1, ... of a seed."""
    for stream in range(random.shape[0]):
        seed_stream(random, stream, seed, first + stream)


def make_streams(seed: int, count: int = 1, first: int = 0) -> Streams:
    """An array of `count` independent streams, numbers `first` and up of a seed."""
    random = np.zeros((count, STREAM_WORDS), np.uint32)
    start = at_hand(seed_streams) if count <= FEW else seed_streams
    start(random, int(seed) & 0x7FFFFFFFFFFFFFFF, first)
    return random

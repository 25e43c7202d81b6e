"""A net as a rule: its weights are one array of numbers, and going through them is the same in all modes.

A net has layers of numbers, each made from all of the one before: features, two hidden layers in which nothing is below
0, and last a number for each action (the higher, the better it looks) and one for each seat (what it may expect as a
reward, the observer first, the others as they sit after him).

Every sum is of 32-bit numbers, in the order of the layer before. Some machines multiply and add in one, without
rounding between. That makes no difference here, because nothing is rounded there: a weight has at most 11 binary
digits (16-bit numbers are stored), a number of a layer at most 13 (`held`), and 32-bit ones have room for 24.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from motherlode.core.compiling import rule

FENCE = np.float32(24576.0)  # adding it to a number rounds that to a multiple of 1 / 512
MOST = np.float32(16.0 - 1.0 / 512)  # of a number in a layer


class Sizes(NamedTuple):
    """How many numbers each layer of a net has."""

    features: int
    first: int
    second: int
    actions: int
    seats: int

    @property
    def layers(self) -> tuple[int, ...]:
        """The layers as `think` goes through them."""
        return (self.features, self.first, self.second, self.actions + self.seats)

    @property
    def num_weights(self) -> int:
        """Numbers of the whole net: a scale for each feature, then for each further layer a matrix and a bias."""
        return self.features + sum((before + 1) * after for before, after in pairwise(self.layers))

    @property
    def num_numbers(self) -> int:
        """Numbers of all layers, which is what a net thinks in."""
        return sum(self.layers)

    @property
    def first_output(self) -> int:
        """Where the numbers of actions begin among those of all layers; those of seats follow."""
        return self.features + self.first + self.second


@rule
def held(number: Any) -> Any:
    """A number that is at most MOST in size, with no more than 13 binary digits."""
    if number > MOST:
        return MOST
    if number < -MOST:
        return -MOST
    return (number + FENCE) - FENCE


@rule
def think(sizes: Any, weights: Any, numbers: Any) -> None:
    """Fill in all layers of `numbers` behind the first, the features; `sizes` are those of the layers.

    First come the scales of features, powers of 2. A row of a matrix is what one number of a layer gives to all of the
    next; behind the rows is the bias. What is 0 gives nothing: most features are, and half of a hidden layer.
    """
    for number in range(int(sizes[0])):
        numbers[number] = held(numbers[number] * weights[number])
    row = int(sizes[0])
    start = 0
    for layer in range(1, sizes.shape[0]):
        num_before, num_after = int(sizes[layer - 1]), int(sizes[layer])
        begin = start + num_before
        bias = row + num_before * num_after
        after = numbers[begin : begin + num_after]  # with an index from 0 on, eight at a time
        biases = weights[bias : bias + num_after]
        for number in range(num_after):
            after[number] = biases[number]
        for giver in range(num_before):
            given = numbers[start + giver]
            if given != 0.0:
                gifts = weights[row : row + num_after]
                for number in range(num_after):
                    after[number] = after[number] + given * gifts[number]
            row += num_after
        if layer + 1 < sizes.shape[0]:
            for number in range(num_after):
                if after[number] < 0.0:
                    after[number] = 0.0
                else:
                    after[number] = held(after[number])
        row = bias + num_after
        start = begin


def prepare() -> None:
    """Have the machine code of `think`: load it or compile it."""
    weights = np.zeros(Sizes(1, 1, 1, 1, 1).num_weights, np.float32)
    weights.flags.writeable = False
    think(np.array(Sizes(1, 1, 1, 1, 1).layers, np.int64), weights, np.zeros(5, np.float32))

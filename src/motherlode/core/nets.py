"""A net as a rule: its weights are one array of numbers, and going through them is the same in all three modes.

A net has layers of numbers, each made from all of the one before: features, two hidden layers that leave out what is
below 0, and last a number for each action (the higher, the better it looks) and one for each seat (what it may expect
as a reward, the observer first, the others as they sit after him). Every sum is of 32-bit numbers, in the order of the
layer before: so the bytes are equal however it is compiled, as long as nothing multiplies and adds in one.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.core.compiling import rule


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
        """Numbers of the whole net: for each layer but the first a matrix and a bias."""
        return sum((before + 1) * after for before, after in pairwise(self.layers))

    @property
    def num_numbers(self) -> int:
        """Numbers of all layers, which is what a net thinks in."""
        return sum(self.layers)

    @property
    def first_output(self) -> int:
        """Where the numbers of actions begin among those of all layers; those of seats follow."""
        return self.features + self.first + self.second


@rule
def think(sizes, weights, numbers):  # type: ignore[no-untyped-def]
    """Fill in all layers of `numbers` behind the first, the features; `sizes` are those of the layers.

    A row of a matrix is what one number of a layer gives to all of the next; behind the rows is the bias. What is 0
    gives nothing: most features are, and half of a hidden layer.
    """
    row = 0
    start = 0
    for layer in range(1, sizes.shape[0]):
        num_before, num_after = int(sizes[layer - 1]), int(sizes[layer])
        begin = start + num_before
        bias = row + num_before * num_after
        for number in range(num_after):
            numbers[begin + number] = weights[bias + number]
        for giver in range(num_before):
            given = numbers[start + giver]
            if given != 0.0:
                for number in range(num_after):
                    numbers[begin + number] = numbers[begin + number] + given * weights[row + number]
            row += num_after
        if layer + 1 < sizes.shape[0]:
            for number in range(num_after):
                if numbers[begin + number] < 0.0:
                    numbers[begin + number] = 0.0
        row = bias + num_after
        start = begin


def outputs(sizes: Sizes, weights: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a net makes of an observation: a number for each action, then one for each seat."""
    numbers = np.zeros(sizes.num_numbers, np.float32)
    numbers[: sizes.features] = features
    think(np.array(sizes.layers, np.int64), weights, numbers)
    return numbers[sizes.first_output :]

import numpy as np

from motherlode.core.compiling import plain
from motherlode.core.nets import Sizes, held, think

SIZES = Sizes(features=37, first=24, second=18, actions=11, seats=3)


def a_net(seed=1):
    """Weights as files have them, and features of which some are 0 and some are far too large."""
    random = np.random.default_rng(seed)
    weights = random.normal(0.0, 0.7, SIZES.num_weights).astype(np.float16).astype(np.float32)
    weights[: SIZES.features] = np.where(np.arange(SIZES.features) % 5 == 0, 0.25, 1.0)
    numbers = np.zeros(SIZES.num_numbers, np.float32)
    numbers[: SIZES.features] = random.normal(0.0, 1.0, SIZES.features) * (random.random(SIZES.features) < 0.6)
    numbers[3], numbers[4] = 1e6, -1e6
    return np.array(SIZES.layers, np.int64), weights, numbers


def by_matrices(weights, numbers, has_one_step):
    """The same by products of matrices; with `has_one_step`, products are not rounded before they are added."""
    wide = np.float64 if has_one_step else np.float32
    layer = np.array([plain(held)(number) for number in numbers[: SIZES.features] * weights[: SIZES.features]])
    at = SIZES.features
    for nth, size in enumerate(SIZES.layers[1:]):
        rows = weights[at : at + len(layer) * size].reshape(len(layer), size)
        at += rows.size
        sums = weights[at : at + size].copy()
        at += size
        for number, row in zip(layer, rows, strict=True):
            sums = (sums.astype(wide) + wide(number) * row.astype(wide)).astype(np.float32)
        layer = sums if nth == 2 else np.array([plain(held)(max(each, np.float32(0))) for each in sums])
    return layer


def test_a_net_is_equal_byte_for_byte_compiled_and_plain_and_where_products_and_sums_are_one():
    for seed in range(20):
        sizes, weights, numbers = a_net(seed)
        expected = [by_matrices(weights, numbers, has_one_step).tobytes() for has_one_step in (False, True)]
        as_python = numbers.copy()
        plain(think)(sizes, weights, as_python)
        think(sizes, weights, numbers)
        assert numbers.tobytes() == as_python.tobytes()
        assert expected == [numbers[SIZES.first_output :].tobytes()] * 2


def test_a_number_of_a_layer_has_at_most_13_digits():
    for number in (0.0, 1 / 3, -1 / 3, 15.9999, 16.0, 1e30, -1e30, 1e-9):
        found = float(held(np.float32(number)))
        assert found * 512 == round(found * 512)
        assert abs(found) < 16.0
        assert abs(found - number) <= 1 / 1024 or abs(number) > 15.99

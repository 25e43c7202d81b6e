import math
from itertools import pairwise

import numpy as np
import pytest

from motherlode.core import compiling
from motherlode.core.exponents import exp, log, power_of_2

POWERS = [0.0, -1e-9, -0.001, -0.5, -1.0, -math.pi, -20.0, -300.0, -707.9, 0.25, 1.0, 40.0, 700.0]
NUMBERS = [1.0, 2.0, 3.0, 10.0, 12345.0, 2.0**31, 0.1, 1e-300, 1e300, math.e, 5e-320]


@pytest.mark.parametrize("number", POWERS)
def test_exp_is_good_to_nine_digits(number):
    assert exp(number) == pytest.approx(math.exp(number), rel=2e-9)


@pytest.mark.parametrize("number", NUMBERS)
def test_log_is_good_to_nine_digits(number):
    assert log(number) == pytest.approx(math.log(number), rel=2e-9, abs=2e-9)


def test_exp_of_nothing_is_one_and_log_of_one_is_nothing():
    assert exp(0.0) == 1.0
    assert log(1.0) == 0.0


def test_exp_far_below_0_is_nothing_and_far_above_stays_a_number():
    assert exp(-1e9) == 0.0
    assert math.isfinite(exp(1e9))


def test_powers_of_2_are_exact():
    assert [power_of_2(number) for number in range(-1022, 1024)] == [2.0**number for number in range(-1022, 1024)]


def test_log_grows_with_every_visit():
    logs = [log(float(number)) for number in range(1, 5000)]
    assert all(before < after for before, after in pairwise(logs))


@pytest.mark.parametrize("function", [exp, log])
def test_plain_and_compiled_give_the_same_bits(function):
    numbers = np.random.default_rng(5).uniform(1e-6, 600.0, 2000)
    signs = -1.0 if function is exp else 1.0
    plain = compiling.plain(function)
    assert [function(signs * number) for number in numbers.tolist()] == [
        plain(signs * number) for number in numbers.tolist()
    ]

"""Intervals that keep their promise, and corrections for many questions."""

import math
import random

import numpy as np
import pytest

from motherlode.arena.estimates import betting_interval
from motherlode.lab import estimating
from motherlode.lab.estimating import Sequential, e_bh, holm, interval, is_narrow, isotonic, without_luck


def test_an_interval_of_blocks_is_the_mean_and_its_standard_errors():
    found = interval([0.0, 1.0] * 50)
    assert found.mean == 0.5
    assert found.half == pytest.approx(1.96 * np.std([0, 1] * 50, ddof=1) / 10, rel=1e-3)


def test_shares_that_are_all_alike_are_not_certain():
    found = interval([0.0] * 100, is_share=True)
    assert found.low == 0
    assert 0.03 < found.high < 0.04


def test_a_report_stops_on_width_and_not_before_the_least_number():
    coin = [0.0, 1.0] * 5000
    assert is_narrow(coin, 0.0099)
    assert not is_narrow(coin, 0.0097)
    assert not is_narrow([0.5] * (estimating.LEAST_BLOCKS - 1), 0.5)


def test_taking_out_luck_leaves_the_mean_and_saves_variance():
    generator = np.random.default_rng(1)
    luck = generator.normal(0, 0.3, 4000)
    luck -= luck.mean()
    values = 0.6 + luck + generator.normal(0, 0.1, 4000)
    left, saved = without_luck(values, luck)
    assert left.mean() == pytest.approx(values.mean())
    assert saved == pytest.approx(0.9, abs=0.02)


def test_looks_are_at_fixed_numbers_of_blocks():
    looks = estimating.looks_until(1000)
    assert looks[0] == estimating.LEAST_BLOCKS
    assert looks[-1] == 1000
    assert looks == sorted(set(looks))
    assert estimating.looks_until(7) == [7]


def test_a_ratio_of_sums_has_an_interval():
    found = estimating.ratio([1.0, 2.0, 3.0, 2.0], [2.0, 4.0, 6.0, 4.0])
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.5, 0.5))


@pytest.mark.parametrize("bound", [1.0, None])
def test_a_sequence_finds_a_difference_and_its_interval_holds_it(bound):
    generator = random.Random(3)
    test = Sequential(bound)
    for _ in range(600):
        test.add(0.2 + generator.choice([-0.5, 0.5]))
    low, high = test.interval(0.05)
    assert low < 0.2 < high
    assert low > 0
    assert test.p_value < 0.001


@pytest.mark.parametrize("bound", [1.0, None])
def test_a_sequence_that_is_always_looked_at_is_seldom_wrong(bound):
    wrong = 0
    for seed in range(200):
        generator = random.Random(seed)
        test = Sequential(bound)
        for _ in range(300):
            test.add(generator.choice([-1.0, 0.0, 0.0, 1.0]))
        wrong += test.p_value <= 0.05
    assert wrong <= 16


def test_holm_is_less_strict_after_each_that_falls():
    assert holm([0.01, 0.04, 0.03], 0.05) == [True, False, False]
    assert holm([0.01, 0.02, 0.04], 0.05) == [True, True, True]
    assert holm([], 0.05) == []


def test_e_bh_finds_more_the_more_there_is_to_find():
    strong, weak = math.log(100), math.log(25)
    assert e_bh([strong, 0.0, 0.0, 0.0], 0.1) == [True, False, False, False]
    assert e_bh([strong, weak, weak, 0.0], 0.1) == [True, True, True, False]
    assert e_bh([weak, 0.0, 0.0, 0.0], 0.1) == [False] * 4


def test_what_falls_is_pooled():
    assert isotonic([0.1, 0.4, 0.2, 0.9], [1, 1, 3, 1]) == pytest.approx([0.1, 0.25, 0.25, 0.9])


def test_a_sequence_of_shares_has_the_interval_of_the_arena():
    generator = random.Random(5)
    test = Sequential(1.0)
    values = [generator.choice([-1.0, 0.0, 0.5, 1.0]) for _ in range(150)]
    for number, value in enumerate(values):
        test.add(value)
        if number % 40 == 0:
            test.interval(0.05)  # looking changes nothing
    low, high = betting_interval([0.5 + value / 2 for value in values], 0.95)
    assert test.interval(0.05) == pytest.approx((2 * low - 1, 2 * high - 1))

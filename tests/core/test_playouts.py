"""Random streams, playouts and batches."""

import numpy as np
import pytest

import motherlode
from motherlode.core import playouts
from motherlode.core.batch import Batch
from motherlode.core.contract import OVER
from motherlode.core.errors import BadInput
from motherlode.core.streams import below, make_streams, next_word, pick


@pytest.fixture(scope="module")
def game():
    return motherlode.game("madcap")


def sfc32(a, b, c, count):
    """The published generator, on its own."""
    while True:
        word = (a + b + count) % 2**32
        count = (count + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) + word) % 2**32
        yield word


def test_streams_are_sfc32():
    random = make_streams((5 << 32) + 7, 1, 3)
    words = sfc32(7, 3, 5, 1)
    for _ in range(12):
        next(words)
    assert [int(next_word(random, 0)) for _ in range(50)] == [next(words) for _ in range(50)]


def test_streams_of_a_seed_differ_and_repeat():
    together = make_streams(9, 4)
    assert len({row.tobytes() for row in together}) == 4
    assert make_streams(9, 1, 2)[0].tobytes() == together[2].tobytes()


def test_below_and_pick_are_even():
    random = make_streams(1)
    counts = np.bincount([int(below(random, 0, 6)) for _ in range(6000)], minlength=6)
    assert counts.min() > 850
    assert counts.max() < 1150
    weights = np.array([1, 0, 3], np.int64)
    picked = np.bincount([int(pick(random, 0, weights, 3)) for _ in range(4000)], minlength=3)
    assert picked[1] == 0
    assert 850 < picked[0] < 1150


def test_random_games_repeat_by_seed(game):
    first, second, other = game.random_games(200, 5), game.random_games(200, 5), game.random_games(200, 6)
    assert first[0] == second[0] == 200 * 24
    assert first[1].tolist() == second[1].tolist() != other[1].tolist()


def test_try_actions_leaves_the_root_alone_and_values_every_action(game):
    match = game.start(3)
    before = match.position
    tried = game.try_actions(before, make_streams(1))
    assert [action for action, _ in tried] == game.legal(before)
    assert all(0 <= value <= 1 for _, value in tried)
    assert before.tobytes() == match.position.tobytes()


def test_a_batch_plays_to_the_end(game):
    batch = Batch(game, 64, seed=2, threads=2)
    num_actions = 64 * 12
    while not batch.is_over().all():
        num_actions += batch.step(batch.choose())
    assert num_actions == 64 * 24
    assert (batch.choose() == playouts.DONE).all()
    assert (batch.legal() == 0).all()
    assert (batch.states["to_act"] == OVER).all()
    batch.close()


@pytest.mark.parametrize(("size", "threads"), [(0, 1), (1, 0), (-3, 2)])
def test_an_impossible_batch_is_refused(game, size, threads):
    with pytest.raises(BadInput, match="must be from 1 to"):
        Batch(game, size, threads=threads)

"""A policy that imitates: it learns, from games of others, what they choose.

pip install motherlode[data,train]
motherlode dataset madcap --games 2000 --bots exact --out madcap-games
python examples/imitate.py madcap-games
"""

import sys
from itertools import pairwise
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pyarrow.parquet as pq

from motherlode.learning.datasets import DECISIONS, read_about

HIDDEN, BATCH, RATE = 128, 128, 3e-2


def load(folder):
    """Observations, masks of what was legal, and choices; and which game each row is of."""
    table, num_actions = pq.read_table(folder / DECISIONS), read_about(folder)["num_actions"]
    observations = np.stack(table["observation"].to_numpy(zero_copy_only=False)).astype(np.float32)
    mask = np.zeros((len(observations), num_actions), bool)
    for row, legal in enumerate(table["legal"].to_pylist()):
        mask[row, legal] = True
    return observations, mask, table["action"].to_numpy(), table["game"].to_numpy()


def think(layers, observations, mask):
    """The logarithm of how likely each action is."""
    numbers = observations
    for matrix, bias in layers[:-1]:
        numbers = jax.nn.relu(numbers @ matrix + bias)
    return jax.nn.log_softmax(jnp.where(mask, numbers @ layers[-1][0] + layers[-1][1], -1e9))


@jax.jit
def learn(layers, memory, batch):
    """A step of gradient descent with momentum on one batch."""

    def surprise(layers):
        observations, mask, actions = batch
        return -jnp.take_along_axis(think(layers, observations, mask), actions[:, None], 1).mean()

    slopes = jax.grad(surprise)(layers)
    memory = jax.tree.map(lambda old, new: 0.9 * old + new, memory, slopes)
    return jax.tree.map(lambda weight, speed: weight - RATE * speed, layers, memory), memory


def imitate(dataset, epochs=20, seed=0):
    """Learn from nine games in ten; the share of choices in the others that it makes too, and that chance would."""
    observations, mask, actions, games = load(Path(dataset))
    random, is_test = np.random.default_rng(seed), games % 10 == 9
    sizes = [observations.shape[1], HIDDEN, HIDDEN, mask.shape[1]]
    layers = [
        (jnp.asarray(random.normal(0, np.sqrt(2 / before), (before, after)), jnp.float32), jnp.zeros(after))
        for before, after in pairwise(sizes)
    ]
    memory = jax.tree.map(jnp.zeros_like, layers)
    rows = np.flatnonzero(~is_test)
    for _ in range(epochs):
        random.shuffle(rows)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            chosen = rows[start : start + BATCH]
            layers, memory = learn(layers, memory, (observations[chosen], mask[chosen], actions[chosen]))
    found = think(layers, observations[is_test], mask[is_test]).argmax(1)
    return float((found == actions[is_test]).mean()), float((1 / mask[is_test].sum(1)).mean())


if __name__ == "__main__":
    same, by_chance = imitate(sys.argv[1])
    print(f"chooses as they did in {same:.1%} of decisions it has not seen; by chance {by_chance:.1%}")

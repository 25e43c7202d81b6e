"""A net that learns from its own games: proximal policy optimisation, for any number of seats.

Every decision is judged for the seat that made it: by the rewards until its next decision, and by what it expected
then. What a seat expects is known at every decision, also at those of others, since a net says it for all seats.

In some of the games the net has one seat and an older self of it the others: what older selves decide is not learned.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from motherlode.core.nets import MOST, Sizes
from motherlode.core.ruleset import Ruleset
from motherlode.learning.settings import Settings
from motherlode.learning.stages import Seen, Stage

Layers: TypeAlias = list[tuple[Any, Any]]  # for each layer but the first: matrix and bias
BARRED = -1e9  # the number of an action that is not legal
CLEAR = 0.5  # a lead in reward by which somebody has won
MOST_DOUBLINGS = 3  # of a feature that is always small
SURE, STEADY, TINY, LARGEST_STEP = 0.9, 0.999, 1e-5, 0.5  # of Adam; the longest gradient


class Adam(NamedTuple):
    """What the optimiser remembers."""

    mean: Layers  # of gradients
    square: Layers  # of their squares
    count: Any  # updates so far


class Decision(NamedTuple):
    """A decision in every game, and what came of the one before."""

    observations: Any  # float16[envs, features]
    mask: Any  # bool[envs, actions]
    to_act: Any  # int32[envs]
    actions: Any  # int32[envs]
    chances: Any  # float32[envs]: log of how likely the action was
    values: Any  # float32[envs, seats]: what every seat expects
    rewards: Any  # float32[envs, seats]: of the step before
    is_over: Any  # bool[envs]: a game ended in the step before
    is_capped: Any  # bool[envs]: by a cap on its length
    is_own: Any  # bool[envs]: the net decided, not an older self


class Curves(NamedTuple):
    """How it went in one round; numbers that are drawn as curves."""

    entropy: Any
    value_error: Any
    moved: Any  # how far the policy moved, as a divergence
    games: Any  # that ended
    unwon: Any  # of these: no seat came out ahead of all others, or, alone, at all
    reward: Any  # of the first seat in a game, in the mean


def sizes_of(ruleset: Ruleset, settings: Settings) -> Sizes:
    """The layers of a net for a game."""
    return Sizes(ruleset.observation_size, *settings.hidden, ruleset.limits.num_actions, ruleset.seats)


def scales_of(ruleset: Ruleset, squares: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """What each feature is multiplied with, so that none leaves -1 to 1: powers of 2, which lose nothing.

    Given the mean squares of what was seen of each feature other than 0, features that are always small count more.
    """
    scales, at = [], 0
    for feature in ruleset.features:
        scale = -np.ceil(np.log2(max(abs(feature.low), abs(feature.high), 1.0)))
        if squares is not None:
            seen = squares[at : at + feature.size]
            usual = np.sqrt(seen[seen > 0].mean()) if (seen > 0).any() else 1.0
            scale += np.clip(np.round(-np.log2(usual)), 0, MOST_DOUBLINGS)
        scales += [scale] * feature.size
        at += feature.size
    return np.exp2(scales).astype(np.float32)


@jax.jit
def squares_of(decisions: list[Decision]) -> Any:
    """The mean squares of every feature over those decisions in which it was not 0."""
    seen = [jnp.square(each.observations.astype(jnp.float32)) for each in decisions]
    count = sum((each > 0).sum(0) for each in seen)
    return sum(each.sum(0) for each in seen) / jnp.maximum(count, 1)


def new_layers(sizes: Sizes, seed: int) -> Layers:
    """A net that knows nothing: every action looks alike."""
    random = np.random.default_rng(seed)
    layers: Layers = []
    shape = sizes.layers
    for before, after in pairwise(shape):
        size = np.sqrt(2.0 / before) if after != shape[-1] else 0.01 / np.sqrt(before)
        matrix = random.normal(0.0, size, (before, after)).astype(np.float32)
        layers.append((jnp.asarray(matrix), jnp.zeros(after, jnp.float32)))
    return layers


def new_adam(layers: Layers) -> Adam:
    """An optimiser that remembers nothing."""
    nothing = jax.tree.map(jnp.zeros_like, layers)
    return Adam(nothing, nothing, jnp.zeros((), jnp.int32))


def flat(layers: Layers, scales: NDArray[np.float32]) -> NDArray[np.float32]:
    """The weights as `core.nets` takes them."""
    return np.concatenate([scales, *(np.asarray(each).ravel() for layer in layers for each in layer)])


def go_through(layers: Layers, features: Any, num_actions: int) -> tuple[Any, Any]:
    """Numbers of actions, and what seats expect, the observer first."""
    for matrix, bias in layers[:-1]:
        features = jnp.clip(features @ matrix + bias, 0.0, MOST)
    matrix, bias = layers[-1]
    found = features @ matrix + bias
    return found[:, :num_actions], found[:, num_actions:]


def unflat(weights: NDArray[np.float32], sizes: Sizes) -> tuple[Layers, NDArray[np.float32]]:
    """Layers and scales from the weights as `core.nets` takes them."""
    layers: Layers = []
    at = sizes.features
    for before, after in pairwise(sizes.layers):
        matrix = weights[at : at + before * after].reshape(before, after)
        at += matrix.size
        layers.append((jnp.asarray(matrix), jnp.asarray(weights[at : at + after])))
        at += after
    return layers, weights[: sizes.features].copy()


def turned(values: Any, by: Any) -> Any:
    """Values of seats, each row moved round by so many."""
    seats = values.shape[-1]
    taken = (jnp.arange(seats) + by[..., None]) % seats
    return jnp.take_along_axis(values, taken, axis=-1)


@partial(jax.jit, static_argnames=("is_turned", "num_actions", "num_old"))
def decide(
    layers: Layers, old: Layers, scales: Any, key: Any, seen: Seen, is_turned: bool, num_actions: int, num_old: int
) -> Decision:
    """Choose an action in every game, as likely as the net likes it; what comes back is a copy of all that is kept.

    In the first `num_old` games `old` decides for all seats but one.
    """
    observations, mask, to_act, rewards, is_over, is_capped = seen
    if is_turned:
        observations, mask, rewards = observations.T, mask.T, rewards.T
    kept = (observations * scales).astype(jnp.float16)
    is_legal = mask != 0
    numbers, values = go_through(layers, kept.astype(jnp.float32), num_actions)
    seat = to_act + 0
    games = jnp.arange(seat.shape[0])
    is_own = (games >= num_old) | (seat == games % rewards.shape[1])
    if num_old:
        others = go_through(old, kept[:num_old].astype(jnp.float32), num_actions)[0]
        numbers = jnp.where(is_own[:, None], numbers, jnp.pad(others, ((0, len(numbers) - num_old), (0, 0))))
    numbers = jnp.where(is_legal, numbers, BARRED)
    actions = jax.random.categorical(key, numbers).astype(jnp.int32)
    chances = jnp.take_along_axis(jax.nn.log_softmax(numbers), actions[:, None], 1)[:, 0]
    return Decision(
        kept, is_legal, seat, actions, chances, turned(values, -seat), rewards + 0.0, is_over != 0, is_capped != 0,
        is_own,
    )  # fmt: skip


class Players(NamedTuple):
    """The nets that play a round: the one that learns and an older one."""

    layers: Layers
    old: Layers  # an older self
    scales: Any
    num_old: int  # games in which it plays too


def play(stage: Stage, players: Players, key: Any, rollout: int, num_actions: int) -> list[Decision]:
    """Play some steps of every game; the last decision is not played, and says what comes after the others."""
    decisions = []
    layers, old, scales, num_old = players
    for number in range(rollout + 1):
        lot = jax.random.fold_in(key, number)
        made = decide(layers, old, scales, lot, stage.look(), stage.is_turned, num_actions, num_old)
        decisions.append(jax.block_until_ready(made))
        if number < rollout:
            stage.step(made.actions)
    return decisions


def ends_of(num_sides: int) -> list[float]:
    """All that `outcomes.reward_of` may give at the end of a game."""
    if num_sides == 1:
        return [0.0, 1.0]
    return [0.0, -1.0 / (num_sides - 1), *((num_sides / n - 1.0) / (num_sides - 1) for n in range(1, num_sides))]


def shaped(rewards: Any, is_over: Any, is_capped: Any, fade: Any, settings: Settings, num_sides: int) -> Any:
    """Rewards as they are learned from; `fade` is how much of what is not the end still counts.

    With a margin, scores are leads over the others. With "progress", what is not the end is what was gained on the way,
    always much less than the least difference between two ends, so that the nearest end is what is left without it.
    """
    seats = rewards.shape[-1]
    over = is_over[..., None]
    if settings.margin > 0.0 and seats > 1:
        others = (rewards.sum(-1, keepdims=True) - rewards) / (seats - 1)
        lead = jnp.clip((rewards - others) / settings.margin, -1.0, 1.0)
        is_best = (rewards == rewards.max(-1, keepdims=True)).astype(jnp.float32)
        share = is_best / is_best.sum(-1, keepdims=True)
        win = (seats * share - 1.0) / (seats - 1)
        return jnp.where(over, settings.wins * win + (1.0 - settings.wins) * lead, 0.0)
    end = rewards
    if settings.rewards == "progress":
        ends = jnp.asarray(ends_of(num_sides))
        nearest = ends[jnp.abs(rewards[..., None] - ends).argmin(-1)]
        end = jnp.where(over, nearest, 0.0)
        rewards = end + settings.progress * fade * (rewards - end)
    rewards = jnp.where(rewards < 0.0, rewards * (1.0 - settings.boldness * fade), rewards)
    if settings.capped:
        is_draw = is_over & is_capped & (end == 0.0).all(-1)
        rewards = jnp.where(is_draw[..., None], settings.capped, rewards)
    return rewards


def judge(values: Any, rewards: Any, is_over: Any, to_act: Any, settings: Settings) -> Any:
    """What each seat got and expected after each decision, [steps, envs, seats]: the targets of the net.

    `values` and `to_act` are of the decisions and of the one after the last, rewards and ends of the steps between. For
    each seat three numbers are carried back in time: the rewards since its next decision was made, what it expected
    then, and how much better it came.
    """
    seats = values.shape[-1]

    def back(carried: Any, seen: Any) -> tuple[Any, Any]:
        since, expected, better = carried
        value, reward, ended, seat = seen
        goes_on = 1.0 - ended[:, None]
        since, expected, better = reward + goes_on * since, goes_on * expected, goes_on * better
        target = since + settings.discount * (expected + settings.trace * better)
        acts = jnp.arange(seats) == seat[:, None]
        since = jnp.where(acts, 0.0, since)
        better = jnp.where(acts, target - value, better)
        expected = jnp.where(acts, value, expected)
        return (since, expected, better), target

    nothing = jnp.zeros_like(values[0])
    steps = (values[:-1], rewards, is_over.astype(jnp.float32), to_act[:-1])
    return jax.lax.scan(back, (nothing, values[-1], nothing), steps, reverse=True)[1]


def loss_of(layers: Layers, batch: Any, entropy_weight: Any, settings: Settings, num_actions: int) -> tuple[Any, Any]:
    """How wrong the net is about a batch of decisions, to be made smaller."""
    observations, is_legal, actions, chances, gains, targets, own = batch
    num_own = jnp.maximum(own.sum(), 1.0)
    numbers, values = go_through(layers, observations.astype(jnp.float32), num_actions)
    logs = jax.nn.log_softmax(jnp.where(is_legal, numbers, BARRED))
    log_ratio = jnp.where(own > 0.0, jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - chances, 0.0)
    ratio = jnp.exp(log_ratio)
    held = jnp.clip(ratio, 1.0 - settings.clip, 1.0 + settings.clip)
    policy = -(jnp.minimum(ratio * gains, held * gains) * own).sum() / num_own
    entropy = -(jnp.where(is_legal, jnp.exp(logs) * logs, 0.0).sum(-1) * own).sum() / num_own
    error = (jnp.square(values - targets).mean(-1) * own).sum() / num_own
    moved = ((ratio - 1.0 - log_ratio) * own).sum() / num_own
    return policy + settings.value_weight * 0.5 * error - entropy_weight * entropy, (entropy, error, moved)


def improve(layers: Layers, adam: Adam, slopes: Layers, rate: Any) -> tuple[Layers, Adam]:
    """One step of Adam down the slopes, which are cut where they are too steep."""
    length = jnp.sqrt(sum(jnp.square(slope).sum() for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, LARGEST_STEP / (length + TINY)), slopes)
    mean = jax.tree.map(lambda old, new: SURE * old + (1 - SURE) * new, adam.mean, slopes)
    square = jax.tree.map(lambda old, new: STEADY * old + (1 - STEADY) * new * new, adam.square, slopes)
    count = adam.count + 1
    sure, steady = 1 - SURE**count, 1 - STEADY**count
    layers = jax.tree.map(
        lambda weight, m, s: weight - rate * (m / sure) / (jnp.sqrt(s / steady) + TINY), layers, mean, square
    )
    return layers, Adam(mean, square, count)


class Phase(NamedTuple):
    """Where in its run a net is."""

    share_left: Any  # of learning rate and variety
    fade: Any  # how much of rewards that are not for the end still counts


@partial(jax.jit, static_argnames=("settings", "num_actions", "num_sides"))
def learn(
    layers: Layers, adam: Adam, decisions: list[Decision], key: Any, phase: Phase, settings: Settings,
    num_actions: int, num_sides: int,
) -> tuple[Layers, Adam, Curves]:  # fmt: skip
    """Learn from a round of play."""
    made = jax.tree.map(lambda *each: jnp.stack(each), *decisions[:-1])
    after = jax.tree.map(
        lambda *each: jnp.stack(each), *[(each.rewards, each.is_over, each.is_capped) for each in decisions[1:]]
    )
    is_over = after[1]
    rewards = shaped(after[0], is_over, after[2], phase.fade, settings, num_sides)
    last = decisions[-1]
    values = jnp.concatenate([made.values, last.values[None]])
    to_act = jnp.concatenate([made.to_act, last.to_act[None]])
    targets = judge(values, rewards, is_over, to_act, settings)
    own = made.is_own.astype(jnp.float32)
    gains = jnp.take_along_axis(targets - made.values, made.to_act[..., None], -1)[..., 0]
    usual = (gains * own).sum() / jnp.maximum(own.sum(), 1.0)
    spread = jnp.sqrt((jnp.square(gains - usual) * own).sum() / jnp.maximum(own.sum(), 1.0))
    gains = (gains - usual) / (spread + 1e-8) * own
    whole = (made.observations, made.mask, made.actions, made.chances, gains, turned(targets, made.to_act), own)
    whole = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), whole)
    count = gains.size
    size = min(settings.minibatch, count)
    rate, variety = settings.learning_rate * phase.share_left, settings.entropy * phase.share_left

    def learn_some(state: Any, chosen: Any) -> tuple[Any, Any]:
        layers, adam = state
        batch = jax.tree.map(lambda each: each[chosen], whole)
        slopes, said = jax.grad(loss_of, has_aux=True)(layers, batch, variety, settings, num_actions)
        return improve(layers, adam, slopes, rate), said

    orders = [jax.random.permutation(each, count) for each in jax.random.split(key, settings.epochs)]
    batches = jnp.concatenate([order[: count // size * size].reshape(-1, size) for order in orders])
    (layers, adam), said = jax.lax.scan(learn_some, (layers, adam), batches)
    ended = is_over.sum()
    least = 0.0 if after[0].shape[-1] == 1 else after[0].min(-1)
    unwon = (after[0].max(-1) - least < CLEAR) & is_over
    reward = rewards[..., 0].sum() / jnp.maximum(ended, 1)
    entropy, error, moved = (each.mean() for each in said)
    return layers, adam, Curves(entropy, error, moved, ended, unwon.sum(), reward)

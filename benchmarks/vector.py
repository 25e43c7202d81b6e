"""Vector environments on the CPU, side by side with Pgx's tic_tac_toe.

Both sides choose a random legal action for every game, play it, reset what is over and write out observations and masks
of all games, every step; ours goes through the checked door, `step`. Pgx runs as one compiled loop (scan) over its own
auto-reset, in every batch size and with two ways to choose; its best counts. Ours has one size, at which two threads
have enough to share. Wall clock, since both sides use both cores.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import FULL, QUICK, take_turns, timed

Subject = Callable[[int], tuple[float, float]]

BAR_MADCAP = 5e6  # steps a second on two cores
BAR_PGX = 2.0  # times its tic_tac_toe
NUM_ENVS = 16384
PGX_SIZES = (256, 1024, 4096, 16384, 65536)
PGX_STEPS = 100  # in one compiled loop


def ours(name: str, num_envs: int, threads: int) -> Subject:
    """A subject that steps a vector environment with its own random actions."""
    import motherlode
    from motherlode.envs.vector import VectorEnv

    env = VectorEnv(motherlode.game(name), num_envs, seed=1, threads=threads)

    def play(num_steps: int) -> float:
        step = env.current
        for _ in range(num_steps):
            step = env.step(step.sampled)
        return float(num_steps * num_envs)

    return lambda num_steps: timed(lambda: play(num_steps), time.perf_counter)


def pgx_subject(name: str, size: int, is_categorical: bool) -> Subject:
    """A subject that steps one of Pgx's games."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def choose(key: Any, mask: Any) -> Any:
        if is_categorical:
            return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)
        return jnp.argmax(jax.random.bits(key, mask.shape, jnp.uint16) * mask + mask, axis=-1)

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def body(carry: Any, _: None) -> Any:
            state, key = carry
            key, choosing, rolling = jax.random.split(key, 3)
            action = choose(choosing, state.legal_action_mask)
            return (step(state, action, jax.random.split(rolling, size)), key), None

        return jax.lax.scan(body, (state, key), None, length=PGX_STEPS)[0]

    state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), size))
    carry = [(state, jax.random.PRNGKey(1))]

    def run(num_times: int) -> float:
        for _ in range(num_times):
            carry[0] = jax.block_until_ready(play(*carry[0]))
        return float(num_times * PGX_STEPS * size)

    return lambda num_times: timed(lambda: run(num_times), time.perf_counter)


def rows(quick: bool = False) -> list[dict[str, Any]]:
    """Every game on two threads, Madcap on one too, and Pgx."""
    import motherlode

    scale = QUICK if quick else FULL
    subjects = {name: ours(name, NUM_ENVS, 2) for name in motherlode.game_names()}
    subjects["one thread"] = ours("madcap", NUM_ENVS, 1)
    sizes = PGX_SIZES[1:2] if quick else PGX_SIZES
    peers = {
        f"{size} games{', categorical' if is_categorical else ''}": pgx_subject("tic_tac_toe", size, is_categorical)
        for size in sizes
        for is_categorical in (False, True)
    }
    speeds = take_turns(scale, subjects | peers)
    best = max(peers, key=lambda peer: speeds[peer])
    metric = "steps/s, random policy, observations and masks"
    peer = f"Pgx tic_tac_toe, {best}"

    def row(subject: str, speed: float, peer: str, figure: float, bar: float | None) -> dict[str, Any]:
        return {
            "subject": subject, "metric": metric, "ours": speed, "peer": peer, "peer_figure": figure,
            "ratio": speed / figure, "bar": bar,
        }  # fmt: skip

    madcap = f"madcap vector env of {NUM_ENVS}"
    found = [
        row(f"{madcap}, two threads", speeds["madcap"], "bar", BAR_MADCAP, 1.0),
        row(f"{madcap}, two threads", speeds["madcap"], peer, speeds[best], BAR_PGX),
        row(f"{madcap}, one thread", speeds["one thread"], peer, speeds[best], None),
    ]
    return found + [
        row(f"{name} vector env of {NUM_ENVS}, two threads", speeds[name], peer, speeds[best], None)
        for name in motherlode.game_names()
        if name != "madcap"
    ]


if __name__ == "__main__":
    for line in rows():
        print(line)

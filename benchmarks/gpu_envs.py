"""Vector environments on a GPU: `python -m benchmarks.gpu_envs` on a machine with a CUDA device.

For every game: checks that the device shows byte for byte what the CPU's `VectorEnv` does, then measures steps a second
with a random policy on the device, everything written out at every step. A step is one action of a seat with the chance
that follows it, the reset when a game ends, the observation, the mask, the reward and the next random action. `step` is
the door for everybody: each action is looked up in the mask. Then checks that torch, JAX and CuPy take the arrays
without a copy, and measures Pgx's backgammon where it is installed.
"""

import argparse
import datetime
import json
import os
import platform
import time
import traceback
from pathlib import Path

import numpy as np

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import motherlode
from motherlode.core import cuda_adapter, gpu
from motherlode.core.registry import find_game
from motherlode.envs.gpu_vector import GpuVectorEnv
from motherlode.envs.vector import VectorEnv

RESULTS = Path(__file__).parent / "results"
BAR_MADCAP = 500e6  # steps a second
TIMES_BACKGAMMON = 20.0
BACKGAMMON = 14e6  # steps a second of Pgx's backgammon on an H200, where it cannot be measured in the same run
NUM_CHECKED, STEPS_CHECKED = 2000, 300
WARM_UP_STEPS, TIMED_STEPS, ROUNDS = 300, 50, 3
# threads in a block, or own; +lists, +alone: lists in shared memory or not; +r64: registers; -mask, -observation: not
SHAPES = ["own"]
SIZES = [1 << 16, 1 << 17, 1 << 19, 1 << 20]


def game_of(name):
    """A game by its name, with `:4` for four seats, else the fewest."""
    name, _, seats = name.partition(":")
    return motherlode.game(name, int(seats) if seats else None)


def all_games():
    """Every game, with its fewest seats and with its most."""
    names = []
    for name in motherlode.game_names():
        fewest, most = find_game(name).seats
        names += [name] if most == fewest else [name, f"{name}:{most}"]
    return names


def kernel_of(shape):
    """What a shape like `128+lists+r64-mask` or `own-mask` means, as arguments of GpuVectorEnv."""
    parts = gpu.ALL
    for name, part in (("-mask", gpu.MASK), ("-observation", gpu.OBSERVATION)):
        if name in shape:
            shape, parts = shape.replace(name, ""), parts & ~part
    block, *more = shape.split("+")
    registers = [int(word[1:]) for word in more if word[0] == "r"]
    lists = {"lists": True, "alone": False}
    return {
        "block": None if block == "own" else int(block),
        "has_lists": next((lists[word] for word in more if word in lists), None),
        "registers": registers[0] if registers else None,
        "parts": parts,
    }


def bytes_of(game):
    """Bytes that one step must move through device memory: all that is shown, and position and stream both ways."""
    shown = 4 * game.observation_size + game.limits.num_actions + 4 * game.seats + 1 + 3 * 4
    return shown + 2 * (game.spec.state.itemsize + 16) + 4


def check_equal(game, shape):
    """Compare the device with the CPU after every step; how many positions were."""
    ours = VectorEnv(game, NUM_CHECKED, seed=2026)
    device = GpuVectorEnv(game, NUM_CHECKED, seed=2026, **kernel_of(shape))
    for step in range(STEPS_CHECKED):
        for name, expected in ours.current._asdict().items():
            found = getattr(device.current, name).copy_to_host()
            if found.tobytes() != expected.tobytes():
                indices = np.argwhere(found != expected)[:5].tolist()
                raise AssertionError(f"{game.spec.name}: {name} differs after {step} steps at {indices}")
        if device.states().tobytes() != ours.states.tobytes():
            raise AssertionError(f"{game.spec.name}: positions differ after {step} steps")
        ours.step(ours.current.sampled)
        device.step(device.current.sampled)
    assert device.num_illegal == 0
    return NUM_CHECKED * STEPS_CHECKED


def measure(env):
    """The best rate of a few rounds, by device events."""
    from numba import cuda

    for _ in range(WARM_UP_STEPS):
        env.step(env.current.sampled)
    best = 0.0
    for _ in range(ROUNDS):
        start, stop = cuda.event(), cuda.event()
        start.record()
        for _ in range(TIMED_STEPS):
            env.step(env.current.sampled)
        stop.record()
        stop.synchronize()
        best = max(best, env.num_envs * TIMED_STEPS / start.elapsed_time(stop) * 1e3)
    assert env.num_illegal == 0
    return best


def resources(env):
    """Registers and local memory of a thread."""
    registers = max(env._kernel.get_regs_per_thread().values())
    return f"{registers} registers, {max(env._kernel.get_local_mem_per_thread().values())} B local"


def measure_game(name, shapes, sizes, is_checked):
    """The figures of one game."""
    game = game_of(name)
    num_bytes = bytes_of(game)
    print(
        f"{game.spec.title}, {game.seats} seats: {game.observation_size} features, {game.limits.num_actions} actions, "
        f"{game.spec.state.itemsize} B a position, {num_bytes} B a step, at most {4.3e6 / num_bytes:.0f} M steps/s",
        flush=True,
    )
    best = (0.0, "")
    for shape in shapes:
        started = time.perf_counter()
        if is_checked:
            print(f"  {shape}: {check_equal(game, shape)} positions equal to the CPU's")
        for num_envs in sizes:
            env = GpuVectorEnv(game, num_envs, seed=1, **kernel_of(shape))
            rate = measure(env)
            how = f"{num_envs} environments, block {env._block} of {shape}"
            print(
                f"    {how}: {rate / 1e6:.0f} M steps/s, {rate * num_bytes / 1e9:.0f} GB/s, {resources(env)}",
                flush=True,
            )
            if kernel_of(shape)["parts"] == gpu.ALL:
                best = max(best, (rate, how))
            del env
        print(f"    ({time.perf_counter() - started:.0f} s with compiling)", flush=True)
    return {"name": name, "seats": game.seats, "rate": best[0], "how": best[1], "bytes": num_bytes}


def check_dlpack():
    """Which libraries see the device's own memory; each is given a step made after it took the array."""
    env = GpuVectorEnv(motherlode.game("madcap"), 1024, seed=5)
    said = {}

    def check(name, take, to_host, pointer):
        try:
            taken = [take(array) for array in (env.current.observations, env.current.mask, env.current.rewards)]
            for _ in range(12):
                env.step(env.current.sampled)
            env.synchronize()
            arrays = (env.current.observations, env.current.mask, env.current.rewards)
            for mine, theirs in zip(arrays, taken, strict=True):
                assert np.array_equal(mine.copy_to_host(), to_host(theirs)), "other numbers"
                assert pointer(theirs) == mine.__cuda_array_interface__["data"][0], "a copy"
            said[name] = "no copy"
        except ImportError:
            said[name] = "not installed"
        except Exception as error:
            traceback.print_exc()
            said[name] = f"failed: {error}"

    def with_torch(array):
        import torch

        return torch.from_dlpack(array)

    def with_cupy(array):
        import cupy

        return cupy.from_dlpack(array)

    def with_jax(array):
        import jax

        return jax.dlpack.from_dlpack(array)

    check("torch", with_torch, lambda array: array.cpu().numpy(), lambda array: array.data_ptr())
    check("cupy", with_cupy, lambda array: array.get(), lambda array: array.data.ptr)
    check("jax", with_jax, np.asarray, lambda array: array.unsafe_buffer_pointer())
    print("DLPack:", said, flush=True)
    try:
        import torch

        mask = torch.from_dlpack(env.current.mask)
        for _ in range(24):
            env.step(torch.multinomial(mask.float(), 1)[:, 0])  # 64-bit actions of a policy in torch
        torch.cuda.synchronize()
        said["torch policy"] = "24 steps, all legal" if env.num_illegal == 0 else "illegal actions"
        env.step(torch.full((1024,), 1 << 20, device="cuda"))
        said["illegal actions"] = env.num_illegal
    except ImportError:
        pass
    except Exception as error:
        traceback.print_exc()
        said["torch policy"] = f"failed: {error}"
    print("DLPack:", said, flush=True)
    return said


def measure_backgammon():
    """Pgx's backgammon with a random policy, all in one compiled loop, at its best batch size; 0 without Pgx."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except Exception as error:
        print(f"Pgx's backgammon: not measured ({error})")
        return 0.0
    game = pgx.make("backgammon")
    step = jax.vmap(auto_reset(game.step, game.init))

    @jax.jit
    def play(state, key):
        def body(carry, _):
            state, key = carry
            key, choosing, rolling = jax.random.split(key, 3)
            action = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return (step(state, action, jax.random.split(rolling, action.shape[0])), key), None

        return jax.lax.scan(body, (state, key), None, length=50)[0]

    best = 0.0
    for size in (1 << 12, 1 << 14, 1 << 16, 1 << 18):
        state, key = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)
        state, key = jax.block_until_ready(play(state, key))
        for _ in range(3):
            start = time.perf_counter()
            state, key = jax.block_until_ready(play(state, key))
            rate = size * 50 / (time.perf_counter() - start)
            best = max(best, rate)
        print(f"Pgx's backgammon, {size} games: {rate / 1e6:.2f} M steps/s", flush=True)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=all_games(), help="with :4 for four seats")
    parser.add_argument("--shapes", nargs="*", default=SHAPES, help="such as 128 128+lists+r64 128-mask-observation")
    parser.add_argument("--no-check", action="store_true", help="do not compare with the CPU")
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--no-backgammon", action="store_true")
    parser.add_argument(
        "--without", nargs="*", default=[], choices=cuda_adapter.REPLACEMENTS, help="what of the lean code to leave out"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder to write to")
    words = parser.parse_args()
    cuda_adapter.without = words.without
    from numba import cuda

    gpu.check_device()
    device = cuda.get_current_device().name
    device = device.decode() if isinstance(device, bytes) else str(device)
    print(f"device {device}", flush=True)
    said = {} if words.no_check else check_dlpack()
    measured = []
    for name in words.games:
        try:
            measured.append(measure_game(name, words.shapes, words.sizes, not words.no_check))
        except Exception:
            traceback.print_exc()
    backgammon = 0.0
    if not words.no_backgammon:
        try:
            backgammon = measure_backgammon()
        except Exception:
            traceback.print_exc()
    rows = []
    for found in measured:
        is_madcap = found["name"] == "madcap"
        bar = BAR_MADCAP if is_madcap else TIMES_BACKGAMMON * (backgammon or BACKGAMMON)
        print(f"{found['name']}: {found['rate'] / 1e6:.0f} M steps/s, {found['rate'] / bar:.2f} of bar, {found['how']}")
        rows.append(
            {
                "subject": f"{found['name']} vector environment, {found['seats']} seats, GPU",
                "metric": "steps/s, observations and masks written out",
                "ours": found["rate"],
                "peer": "bar"
                if is_madcap
                else f"{TIMES_BACKGAMMON:g} times Pgx's backgammon" + ("" if backgammon else ", from an earlier run"),
                "peer_figure": bar,
                "ratio": found["rate"] / bar,
                "how": f"{found['how']}, {found['bytes']} B a step, best of {ROUNDS} rounds, device events",
            }
        )
    date = datetime.date.today().isoformat()
    name = device.lower().replace("nvidia ", "").replace(" ", "-")
    target = words.results / f"{date}-{name}-envs.json"
    report = {
        "date": date,
        "device": device,
        "without": words.without,
        "python": platform.python_version(),
        "dlpack": said,
        "rows": rows,
    }
    target.write_text(json.dumps(report, indent=2) + "\n")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()

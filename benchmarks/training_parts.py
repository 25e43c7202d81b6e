"""What a round of training is made of: `python -m benchmarks.training_parts [--games A,B] [--rounds N] [--write]`.

A round is self-play, of which nothing but decisions is left, and learning from them. Told are, for each game with its
settings for a CPU: the seconds of processor of both (all threads, whoever else uses the machine), the bytes of the
decisions, which would have to come from other machines in every round, and those of the net, which would have to go
there; and how much faster training could be if all self-play were spread over so many machines like this one that it
took no time, and only learning were left; and over four of them, with decisions coming in at a gigabit a second.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import jax
import msgspec

from motherlode.learning.ppo import Phase, Players, learn, new_adam, new_layers, play, scales_of, sizes_of
from motherlode.learning.settings import read_settings
from motherlode.learning.stages import make_stage
from motherlode.table.game import find

RESULT = Path(__file__).parent / "results" / "training_parts.json"
GAMES = ("madcap", "minecart_mayhem", "trap_the_cap", "madstone", "rockport_caverns")
BYTES_A_SECOND = 125_000_000  # a gigabit
MACHINES = 4


def bytes_of(tree):
    """Of all arrays in it."""
    return sum(leaf.nbytes for leaf in jax.tree.leaves(tree))


def measure(name, rounds):
    """Seconds of both parts of a round, and what would travel."""
    game = find(name)
    game.compile()
    settings = read_settings(name, game.seats, True)
    sizes, scales = sizes_of(game, settings), scales_of(game)
    layers = new_layers(sizes, 1)
    adam = new_adam(layers)
    stage = make_stage(game, settings.num_envs, 1, settings.rewards, "cpu")
    num_sides = len(set(game.sides))
    playing = learning = 0.0
    walls = [0.0, 0.0]
    for number in range(rounds + 1):  # the first compiles
        key, other = jax.random.split(jax.random.key(number))
        times = [(time.process_time(), time.perf_counter())]
        players = Players(layers, layers, scales, 0)
        decisions = jax.block_until_ready(play(stage, players, key, settings.rollout, sizes.actions))
        times.append((time.process_time(), time.perf_counter()))
        layers, adam, _ = jax.block_until_ready(
            learn(layers, adam, decisions, other, Phase(1.0, 0.0), settings, sizes.actions, num_sides)
        )
        times.append((time.process_time(), time.perf_counter()))
        if number:
            playing += times[1][0] - times[0][0]
            learning += times[2][0] - times[1][0]
            walls = [walls[0] + times[1][1] - times[0][1], walls[1] + times[2][1] - times[1][1]]
        size = bytes_of(decisions)
        del decisions
    # In seconds on the wall of a machine whose processors are all ours.
    play_s, learn_s = (each / rounds / os.cpu_count() for each in (playing, learning))
    travel_s = size * (MACHINES - 1) / MACHINES / BYTES_A_SECOND
    return {
        "game": name, "games_side_by_side": settings.num_envs, "steps": settings.rollout,
        "decisions": settings.num_envs * settings.rollout,
        "play_processor_s": round(playing / rounds, 3), "learn_processor_s": round(learning / rounds, 3),
        "play_wall_s": round(walls[0] / rounds, 3), "learn_wall_s": round(walls[1] / rounds, 3),
        "play_share": round(playing / (playing + learning), 3),
        "bytes_of_decisions": size, "bytes_of_net": bytes_of(layers),
        "most_gain": round((play_s + learn_s) / learn_s, 2),
        "gain_of_four": round((play_s + learn_s) / (learn_s + play_s / MACHINES + travel_s), 2),
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"keep it in {RESULT.name}")
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    rows = []
    for name in chosen.games.split(","):
        rows.append(measure(name, chosen.rounds))
        print(msgspec.json.encode(rows[-1]).decode(), flush=True)
    found = {
        "command": f"python -m benchmarks.training_parts --rounds {chosen.rounds}",
        "processors": os.cpu_count(), "load": [round(load, 1), round(os.getloadavg()[0], 1)], "games": rows,
    }  # fmt: skip
    if chosen.write:
        text = msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
        RESULT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How often a careful player gets out of the Rockport Caverns: `python -m benchmarks.rockport_caverns_tuning --help`.

The bot looks one decision ahead with whole games: it tries every legal action, lets the compiled policy of
`heuristics.advise` play each of them to its end many times, with the same dice for all actions, and keeps the action that
got out most often. Games and rollouts are compiled; a cell of the table is one card on one map at one level.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import numpy as np

import motherlode
from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.playouts import settle
from motherlode.core.streams import make_streams, seed_stream
from motherlode.games.rockport_caverns import heuristics, kernels
from motherlode.games.rockport_caverns.actions import STOP
from motherlode.games.rockport_caverns.state import WON

LEVELS = ("easy", "medium", "hard")
GAME, ROOT, SCRATCH = 0, 1, 2  # rows of the states that a worker owns
OWN, DICE = 0, 1  # rows of its streams: the game's own dice, and those of the rollouts
MARGIN = 0.02  # what another action must win by to be preferred to the policy's


@rule
def roll_out(box, states, index, random, stream, outcomes, weights, limit):
    """Play on by the policy to the end; whether it got out."""
    for _ in range(limit):
        if states[index].to_act == OVER:
            break
        if states[index].to_act == CHANCE:
            settle(kernels.chance, kernels.apply, box, states, index, random, stream, outcomes, weights)
        else:
            kernels.apply(box, states, index, heuristics.advise(box, states, index))
    return 1 if states[index].ending == WON else 0


@rule
def choose(box, states, random, actions, outcomes, weights, values, rollouts, limit, seed):
    """The action of states[ROOT] after which the policy gets out most often.

    Half of the rollouts go to every action, the rest to those that are not clearly worse than the best.
    """
    count = kernels.legal(box, states, ROOT, actions)
    if count == 1:
        return int(actions[0])
    for place in range(count):
        values[place] = 0.0
    first = rollouts // 2
    best_so_far = 0.0
    for part in range(2):
        start = 0 if part == 0 else first
        stop = first if part == 0 else rollouts
        cut = best_so_far - 2.0 * sqrt(0.25 / max(1, first))
        for place in range(count):
            if part == 1 and values[place] / first < cut:
                continue
            for sample in range(start, stop):
                seed_stream(random, DICE, seed, sample)
                states[SCRATCH] = states[ROOT]
                kernels.apply(box, states, SCRATCH, int(actions[place]))
                values[place] += roll_out(box, states, SCRATCH, random, DICE, outcomes, weights, limit)
            if part == 0:
                best_so_far = max(best_so_far, values[place] / first)
    advised = heuristics.advise(box, states, ROOT)
    best = advised
    most = -1.0
    for place in range(count):
        if int(actions[place]) == advised:
            most = values[place] + MARGIN * rollouts
    for place in range(count):
        if values[place] > most and int(actions[place]) != STOP:
            most = values[place]
            best = int(actions[place])
    return best


@rule
def play_games(box, states, random, actions, outcomes, weights, values, endings, rounds, seed, num_games, rollouts, limit):
    """Play whole games; counts how they ended and adds up the rounds. No rollouts: the policy alone plays."""
    for game in range(num_games):
        seed_stream(random, OWN, seed, game)
        kernels.setup(box, states, GAME)
        step = 0
        while states[GAME].to_act != OVER:
            settle(kernels.chance, kernels.apply, box, states, GAME, random, OWN, outcomes, weights)
            if states[GAME].to_act == OVER:
                break
            if rollouts > 0:
                states[ROOT] = states[GAME]
                dice = seed + 1_000_003 * (game + 1) + 7919 * step
                action = choose(box, states, random, actions, outcomes, weights, values, rollouts, limit, dice)
            else:
                action = heuristics.advise(box, states, GAME)
            kernels.apply(box, states, GAME, action)
            step += 1
        endings[int(states[GAME].ending)] += 1
        rounds[int(states[GAME].ending)] += int(states[GAME].round)


def run(options, num_games, rollouts, seed):
    """Endings and rounds of some games with these options."""
    game = motherlode.game("rockport_caverns", **options)
    endings, rounds = np.zeros(9, np.int64), np.zeros(9, np.int64)
    play_games(
        game.box, np.zeros(3, game.spec.state), make_streams(seed, 2), *game._buffers(),
        np.zeros(game.limits.max_legal, np.float64), endings, rounds, seed, num_games, rollouts, game.limits.max_length,
    )  # fmt: skip
    return endings, rounds


def wilson(won, games, z=1.96):
    """The 95 % interval of a share."""
    share = won / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games for each cell")
    parser.add_argument("--rollouts", type=int, default=100, help="rollouts for each action; 0: the policy alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--maps", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--cards", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--levels", nargs="*", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--options", type=json.loads, default={}, help='more options as JSON, such as {"bear": true}')
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    cells = [
        {"map": number, "character": card, "rocks": level, "water": level} | given.options
        for number in given.maps
        for level in given.levels
        for card in given.cards
    ]
    start = time.perf_counter()
    print("| map | level | card | got out | 95 % interval | rounds | how the others ended |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    words = ("", "", "life", "friend's life", "drowned", "friend drowned", "no circle left", "dark", "buried")
    with ProcessPoolExecutor(given.jobs) as pool:
        jobs = [pool.submit(run, cell, given.games, given.rollouts, given.seed) for cell in cells]
        for cell, job in zip(cells, jobs, strict=True):
            endings, rounds = job.result()
            won, low_high = int(endings[WON]), wilson(int(endings[WON]), given.games)
            others = ", ".join(f"{word} {count}" for word, count in zip(words, endings, strict=True) if word and count)
            print(
                f"| {cell['map']} | {cell['rocks']} | {cell['character']} | {100 * won / given.games:.0f} % "
                f"| {100 * low_high[0]:.0f}-{100 * low_high[1]:.0f} % | {rounds[WON] / max(1, won):.1f} | {others} |",
                flush=True,
            )
    print(f"\n{given.games} games a cell, {given.rollouts} rollouts, seed {given.seed}: {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()

"""How often a careful player gets out of the Rockport Caverns: `python -m benchmarks.rockport_caverns_tuning --help`.

The bot looks one decision ahead with whole games: it tries every legal action, lets the compiled policy of
`heuristics.advise` play each of them to its end many times, with the same dice for all actions, and keeps the
action that got out most often. A cell of the table is one card on one map at one level.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import numpy as np

import motherlode
from benchmarks.rockport_caverns_playing import NUM_STATES, NUM_STREAMS, Plan, Scratch, play_games
from motherlode.core.streams import make_streams
from motherlode.games.rockport_caverns.state import WON

LEVELS = ("easy", "medium", "hard")
WORDS = ("", "", "life", "friend's life", "drowned", "friend drowned", "no circle left", "dark", "buried", "trapped")


def run(options, num_games, rollouts, seed):
    """Endings and rounds of some games with these options."""
    game = motherlode.game("rockport_caverns", **options)
    endings, rounds = np.zeros(len(WORDS), np.int64), np.zeros(len(WORDS), np.int64)
    limits = game.limits
    scratch = Scratch(
        states=np.zeros(NUM_STATES, game.spec.state),
        random=make_streams(seed, NUM_STREAMS),
        actions=np.zeros(limits.max_legal, np.int32),
        outcomes=np.zeros(limits.max_chance, np.int32),
        weights=np.zeros(limits.max_chance, np.int64),
        values=np.zeros(limits.max_legal, np.float64),
    )
    play_games(game.box, scratch, Plan(seed, num_games, rollouts, limits.max_length), endings, rounds)
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
    with ProcessPoolExecutor(given.jobs) as pool:
        jobs = [pool.submit(run, cell, given.games, given.rollouts, given.seed) for cell in cells]
        for cell, job in zip(cells, jobs, strict=True):
            endings, rounds = job.result()
            won, low_high = int(endings[WON]), wilson(int(endings[WON]), given.games)
            others = ", ".join(f"{word} {count}" for word, count in zip(WORDS, endings, strict=True) if word and count)
            print(
                f"| {cell['map']} | {cell['rocks']} | {cell['character']} | {100 * won / given.games:.0f} % "
                f"| {100 * low_high[0]:.0f}-{100 * low_high[1]:.0f} % | {rounds[WON] / max(1, won):.1f} | {others} |",
                flush=True,
            )
    seconds = time.perf_counter() - start
    print(f"\n{given.games} games a cell, {given.rollouts} rollouts, seed {given.seed}: {seconds:.0f} s")


if __name__ == "__main__":
    main()

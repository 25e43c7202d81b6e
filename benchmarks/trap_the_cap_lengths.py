"""How long games of Trap the Cap last: `python -m benchmarks.trap_the_cap_lengths [--random N] [--greedy N]`.

Prints a Markdown table for docs/games/trap_the_cap.md: each of the five games with each number of players, played at
random and by the greedy bot, under the default options.
"""

import argparse
from collections.abc import Iterator

import numpy as np

import motherlode
from motherlode.bots import make_bot
from motherlode.conformance import random_action
from motherlode.core.batch import Batch
from motherlode.core.contract import CHANCE
from motherlode.core.playouts import DONE
from motherlode.core.streams import make_streams
from motherlode.games.trap_the_cap.components import TURN_CAP
from motherlode.table.game import Game

GAMES = [
    *(("basic", seats) for seats in range(2, 7)),
    *(("team", seats) for seats in (4, 6)),
    *(("total", seats) for seats in (4, 6)),
    *(("tower", seats) for seats in range(2, 7)),
    *(("golden", seats) for seats in range(2, 7)),
]


def play_randomly(game: Game, num_games: int) -> Iterator[tuple[int, int, bool]]:
    """Turns, actions and whether the cap ended it, for each game."""
    batch = Batch(game, num_games, seed=1)
    actions = np.zeros(num_games, np.int64)
    while not batch.is_over().all():
        chosen = batch.choose()
        actions += chosen != DONE
        batch.step(chosen)
    batch.close()
    actions += batch.states["throws"]
    for number in range(num_games):
        state = batch.states[number]
        yield (
            int(state.turn) + int(state.ended != TURN_CAP),
            int(actions[number]),
            bool(state.ended == TURN_CAP),
        )


def play_greedily(game: Game, num_games: int) -> Iterator[tuple[int, int, bool]]:
    """The same with the greedy bot in every seat."""
    bot = make_bot("greedy", game)
    for seed in range(num_games):
        states, random, actions = game.new(), make_streams(seed, 1), 0
        while not game.is_over(states):
            seat = game.to_act(states)
            action = random_action(game, states, random) if seat == CHANCE else bot.choose(game, states, seat, random)
            game.apply(states, action)
            actions += 1
        yield (
            int(states[0].turn) + int(states[0].ended != TURN_CAP),
            actions,
            bool(states[0].ended == TURN_CAP),
        )


def line(name: str, seats: int, how: str, played: list[tuple[int, int, bool]]) -> str:
    """One row of the table."""
    turns, actions, capped = (np.array(column) for column in zip(*played, strict=True))
    low, middle, high = np.percentile(turns, [5, 50, 95])
    return (
        f"| {name} | {seats} | {how} | {len(played)} | {middle:.0f} | {turns.mean():.0f} | {low:.0f}-{high:.0f} "
        f"| {np.median(actions):.0f} | {100 * capped.mean():.1f} % |"
    )


def main() -> None:
    """Play and print, row by row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trap_the_cap_lengths", description=__doc__)
    parser.add_argument("--random", type=int, default=2000, metavar="N", help="random games for each row")
    parser.add_argument("--greedy", type=int, default=20, metavar="N", help="greedy games for each row")
    words = parser.parse_args()
    print("| game | players | play | games | median turns | mean | 5-95 % | median actions | ended by the cap |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, seats in GAMES:
        game = motherlode.game("trap_the_cap", seats, game=name)
        for how, play, num_games in (
            ("random", play_randomly, words.random),
            ("greedy", play_greedily, words.greedy),
        ):
            if num_games:
                print(line(name, seats, how, list(play(game, num_games))), flush=True)


if __name__ == "__main__":
    main()

"""Trap the Cap against the bar and against OpenSpiel's `maedn`, a race game on the same kind of board.

    python -m benchmarks.trap_the_cap [--quick]

`maedn` (Mensch aergere Dich nicht, C++) is played at random in two ways: by OpenSpiel's own C++ loop, the rollouts of
`RandomRolloutEvaluator` in a search with a single simulation (there is no other door to it), whose number of actions
is the mean length of games that were counted in Python; and by the usual Python loop over its C++ states. Ours and
theirs take turns on one thread, each figure is a median, and time is that of the process, so that other work on the
machine does not count.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import motherlode

BAR_ACTIONS = 2e6  # actions a second, chance included, in compiled random playouts on one core
BAR_RATIO = 5.0  # against maedn in OpenSpiel's usual Python loop
METRIC = "actions/s (chance included)"
GAMES = [
    ("basic", 2), ("basic", 4), ("basic", 6), ("team", 4), ("total", 4), ("total", 6), ("tower", 4), ("golden", 2),
    ("golden", 4), ("golden", 6),
]  # fmt: skip


def ours(name: str, seats: int, seconds: float) -> Callable[[int], tuple[float, float]]:
    """Random playouts of one of the five games: actions and seconds."""
    game = motherlode.game("trap_the_cap", seats, game=name)
    game.random_games(2, 0)

    def play(seed: int) -> tuple[float, float]:
        actions, start, step = 0, time.process_time(), 0
        while time.process_time() - start < seconds:
            count, _ = game.random_games(20, seed * 1000 + step)
            actions, step = actions + count, step + 1
        return actions, time.process_time() - start

    return play


def maedn_length(players: int, num_games: int) -> tuple[float, float]:
    """Random games in a Python loop over OpenSpiel's states: actions in a game, and actions a second."""
    import pyspiel

    game = pyspiel.load_game("maedn", {"players": players})
    source = random.Random(players)
    actions, start = 0, time.process_time()
    for _ in range(num_games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, weights)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
            actions += 1
    return actions / num_games, actions / (time.process_time() - start)


def maedn_rollouts(players: int, length: float, num_games: int) -> Callable[[int], tuple[float, float]]:
    """Random games in OpenSpiel's own C++ loop."""
    import pyspiel

    game = pyspiel.load_game("maedn", {"players": players})
    state = game.new_initial_state()
    while state.is_chance_node():  # an evaluator wants a state in which somebody decides
        state.apply_action(state.chance_outcomes()[0][0])

    def play(seed: int) -> tuple[float, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(num_games, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        start = time.process_time()
        bot.mcts_search(state)
        return num_games * length, time.process_time() - start

    return play


def rates(subjects: dict[str, Callable[[int], tuple[float, float]]], rounds: int) -> dict[str, float]:
    """The median rate of each subject, over rounds in which they take turns."""
    found: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(rounds):
        for name, play in subjects.items():
            actions, seconds = play(number + 1)
            found[name].append(actions / seconds)
    return {name: median(figures) for name, figures in found.items()}


def rows(quick: bool) -> list[dict[str, Any]]:
    """Every game against the bar, then the basic game against maedn with as many players."""
    rounds, seconds, num_games = (3, 0.05, 20) if quick else (7, 0.3, 200)
    subjects = {f"{name} {seats}": ours(name, seats, seconds) for name, seats in GAMES}
    slow = {}
    for players in (2, 4):
        length, slow[players] = maedn_length(players, num_games)
        subjects[f"maedn {players}"] = maedn_rollouts(players, length, num_games)
    figures = rates(subjects, rounds)
    found = []
    for name, seats in GAMES:
        figure = figures[f"{name} {seats}"]
        found.append(
            {
                "subject": f"trap_the_cap {name}, {seats} seats, random playouts, 1 thread",
                "metric": METRIC,
                "ours": figure,
                "peer": "bar",
                "peer_figure": BAR_ACTIONS,
                "ratio": figure / BAR_ACTIONS,
                "bar": 1.0,
            }
        )
    for players in (2, 4):
        figure = figures[f"basic {players}"]
        # The bar is for OpenSpiel as it is driven from Python; its own C++ loop is there to be compared with.
        for peer, theirs, bar in (
            ("OpenSpiel maedn, Python loop over C++ states", slow[players], BAR_RATIO),
            ("OpenSpiel maedn, its C++ RandomRolloutEvaluator", figures[f"maedn {players}"], None),
        ):
            found.append(
                {
                    "subject": f"trap_the_cap basic, {players} seats, random playouts, 1 thread",
                    "metric": METRIC,
                    "ours": figure,
                    "peer": f"{peer}, {players} players",
                    "peer_figure": theirs,
                    "ratio": figure / theirs,
                    "bar": bar,
                }
            )
    return found


def main() -> None:
    """Measure and print one row a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trap_the_cap", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; figures mean little")
    for row in rows(parser.parse_args().quick):
        print(json.dumps(row))


if __name__ == "__main__":
    main()

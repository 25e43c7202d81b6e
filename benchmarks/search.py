"""Tree search on one core: iterations a second of ours in each game, beside OpenSpiel's C++ search.

    python -m benchmarks.search [--quick]

OpenSpiel's `MCTSBot` (C++) searches a game of its own, connect_four, and Madcap written as its Python game; both with
one random rollout to the end for each simulation. Ours rolls out to the end in Madcap; in the other games the game's
own settings cut rollouts (`SEARCH` in heuristics.py), which each row says. All take turns, time is that of the process.
"""

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import pyspiel

import motherlode
from benchmarks import openspiel_madcap
from motherlode.bots.search import Budget, analyse
from motherlode.core.contract import WHOLE
from motherlode.core.streams import below, make_streams

BAR_MADCAP = 3e5
BAR_OTHERS = 2e4
METRIC = "iterations/s, 1 thread"
SUBJECTS = (("madcap", 2, 0), ("madstone", 2, 20), ("madstone", 4, 40), ("minecart_mayhem", 2, 6),
            ("minecart_mayhem", 4, 12), ("rockport_caverns", 1, 2), ("trap_the_cap", 2, 60),
            ("trap_the_cap", 4, 120))  # fmt: skip
ITERATIONS = 10_000  # of one search of ours, as a strong level has
GOLD_SPREAD = 8.0  # nuggets by which margins of Madcap differ: OpenSpiel's exploration, which counts in them


def ours(name: str, seats: int, num_actions: int, rollout: int | None = None) -> Callable[[int], tuple[float, float]]:
    """Searches of a position after some random actions."""
    game = motherlode.game(name, seats)
    match, random = game.start(4), make_streams(4)
    for _ in range(num_actions):
        legal = game.legal(match.position)
        match.play(legal[int(below(random, 0, len(legal)))])
    seen = game.hidden(match.position, match.to_act)
    settings = game.spec.search if rollout is None else replace(game.spec.search, rollout=rollout)

    def search(seed: int) -> tuple[float, float]:
        start = time.process_time()
        found = analyse(game, seen, match.to_act, make_streams(seed), Budget(ITERATIONS), settings=settings)
        return found.iterations, time.process_time() - start

    search(0)
    return search


def openspiel(state: Any, explore: float, simulations: int) -> Callable[[int], tuple[float, float]]:
    """Searches of OpenSpiel's."""

    def search(seed: int) -> tuple[float, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + 1)
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, explore, simulations, 1000, False, seed + 1, False)
        start = time.process_time()
        bot.mcts_search(state)  # step() crashes on games that are written in Python
        return simulations, time.process_time() - start

    return search


def rolled(faces: list[int]) -> Any:
    """Madcap in OpenSpiel after the roll."""
    state = pyspiel.load_game(openspiel_madcap.GAME_TYPE.short_name).new_initial_state()
    for face in faces:
        state.apply_action(face)
    return state


def judged(name: str) -> str:
    """How a game's settings judge leaves, in words."""
    rollout = motherlode.game(name).spec.search.rollout
    return "full playouts" if rollout == WHOLE else f"leaves judged after {rollout} actions"


def rows(quick: bool) -> list[dict[str, Any]]:
    """Ours against the bars, and Madcap against OpenSpiel."""
    rounds, simulations = (1, 50) if quick else (7, 2000)
    faces = [0, 2, 2, 5, 1, 1, 3, 4, 0, 4, 4, 5]
    subjects = {f"{name} {seats}": ours(name, seats, steps) for name, seats, steps in SUBJECTS}
    subjects["openspiel connect_four"] = openspiel(
        pyspiel.load_game("connect_four").new_initial_state(), 2.0, simulations * 5
    )
    subjects["openspiel madcap"] = openspiel(rolled(faces), GOLD_SPREAD, simulations)
    found: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(rounds):
        for name, subject in subjects.items():
            count, seconds = subject(number)
            found[name].append(count / max(seconds, 1e-9))
    figures = {name: median(speeds) for name, speeds in found.items()}
    peers = [("bar", BAR_MADCAP, 1.0)] + [
        (f"OpenSpiel C++ MCTS, {words}", figures[name], None)
        for name, words in (("openspiel connect_four", "connect_four"), ("openspiel madcap", "Madcap in Python"))
    ]
    table = [("madcap", 2, *peer) for peer in peers]
    table += [(name, seats, "bar", BAR_OTHERS, 1.0) for name, seats, _ in SUBJECTS[1:]]
    return [
        {
            "subject": f"{name} tree search, {seats} seat{'s' if seats > 1 else ''}, {judged(name)}",
            "metric": METRIC,
            "ours": figures[f"{name} {seats}"],
            "peer": peer,
            "peer_figure": figure,
            "ratio": figures[f"{name} {seats}"] / figure,
            "bar": bar,
        }
        for name, seats, peer, figure, bar in table
    ]


def main() -> None:
    """Measure and print one row a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; figures mean little")
    for row in rows(parser.parse_args().quick):
        print(json.dumps(row))


if __name__ == "__main__":
    main()

"""The exact solution: one roll, and the whole game."""

import json
import random
from functools import partial
from statistics import mean
from typing import Any

from benchmarks.measuring import GIB, Row, Scale, ask_child, at_most, timed

BAR_ROLL = 50.0  # milliseconds
BAR_ALL_SECONDS = 60.0
BAR_ALL_MEMORY = 3.0  # GiB
KEYS = {
    "first_player_wins", "draws", "first_player_loses", "mean_margin", "positions", "seconds", "rolls_by_value",
}  # fmt: skip


def random_roll(game: Any, source: random.Random) -> Any:
    """A position after the dice are rolled."""
    states = game.new()
    while game.to_act(states) < 0:
        game.apply(states, source.choice([outcome for outcome, _ in game.chance(states)]))
    return states


def one_roll(game: Any, scale: Scale) -> list[Row]:
    """Random rolls, each solved from nothing; the first one, which loads the solver, is not counted."""
    from motherlode.games.madcap import solver

    source = random.Random(1)
    times = []
    for _ in range(scale.rolls + 1):
        states = random_roll(game, source)
        solver.course_from.cache_clear()  # what the solver keeps between positions
        times.append(1e3 * timed(partial(solver.solve, game.box, states))[1])
    subject = "madcap, one roll solved exactly"
    return [
        at_most(subject, f"ms, mean of {scale.rolls}", mean(times[1:]), BAR_ROLL),
        at_most(subject, f"ms, worst of {scale.rolls}", max(times[1:]), BAR_ROLL),
    ]


def whole_game() -> list[Row]:
    """`motherlode solve madcap --all --json`, from start to end of the process, with compiled code in the cache."""
    ask_child("command", "solve", "madcap", "--roll", "r1336 k2245 b1556", "--json")
    found = ask_child("command", "solve", "madcap", "--all", "--json")
    missing = KEYS - json.loads(found["printed"]).keys()
    if missing:
        raise KeyError(f"solve --all --json lacks {sorted(missing)}")
    subject = "motherlode solve madcap --all"
    return [
        at_most(subject, "seconds", found["seconds"], BAR_ALL_SECONDS),
        at_most(subject, "GiB at most", found["memory"] / GIB, BAR_ALL_MEMORY),
    ]

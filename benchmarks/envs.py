"""Environments side by side with their libraries' own games.

    python -m benchmarks.envs [--quick]

All doors are the checked ones: each action is looked at before it is played.

PettingZoo: the same loop of random legal actions, with observations and masks, over our games and over PettingZoo's own
connect_four, each as its library hands it out. OpenSpiel: whole random matches, chance included, by the same loop in
Python over our Madcap and over games that are written in Python too: block_dominoes is OpenSpiel's own and as long as
Madcap (24 actions a match on average, Madcap has always 24); python_madcap is the same game, written for speed by hand
(benchmarks/openspiel_madcap.py), without observations, options or text.
"""

import random
import sys
import time
import warnings
from typing import Any

import numpy as np

import motherlode
from benchmarks.measuring import FULL, QUICK, take_turns

BAR_PETTINGZOO = 5.0
BAR_OPENSPIEL = 2.0


def step_randomly(env: Any, num_matches: int) -> tuple[int, float]:
    """Random matches of a PettingZoo environment; steps of live agents and seconds."""
    source, count, start = random.Random(num_matches), 0, time.process_time()
    for seed in range(num_matches):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                env.step(None)
            else:
                env.step(source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                count += 1
    return count, time.process_time() - start


def play_randomly(game: Any, num_matches: int) -> tuple[int, float]:
    """Random matches of an OpenSpiel game; actions, chance included, and seconds."""
    source, count, start = random.Random(num_matches), 0, time.process_time()
    for _ in range(num_matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, probabilities)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
            count += 1
    return count, time.process_time() - start


def row(subject: str, metric: str, ours: float, peer: str, peer_figure: float, bar: float | None) -> dict[str, Any]:
    return {
        "subject": subject, "metric": metric, "ours": ours, "peer": peer, "peer_figure": peer_figure,
        "ratio": ours / peer_figure, "bar": bar,
    }  # fmt: skip


def rows(quick: bool) -> list[dict[str, Any]]:
    """Rows for the table of `python -m benchmarks`."""
    scale = QUICK if quick else FULL
    return pettingzoo_rows(scale) + openspiel_rows(scale)


def pettingzoo_rows(scale: Any) -> list[dict[str, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        theirs = connect_four_v3.env()
    envs = {"connect_four": theirs} | {name: motherlode.pettingzoo(name) for name in motherlode.game_names()}
    speeds = take_turns(scale, {name: lambda count, env=env: step_randomly(env, count) for name, env in envs.items()})
    peer = speeds.pop("connect_four")
    return [
        row(f"{name} by PettingZoo", "steps/s (observation and mask)", speed, "PettingZoo's connect_four", peer,
            BAR_PETTINGZOO)
        for name, speed in speeds.items()
    ]  # fmt: skip


def openspiel_rows(scale: Any) -> list[dict[str, Any]]:
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401  (registers it)

    import motherlode.envs.openspiel  # noqa: F401  (registers ours)
    from benchmarks import openspiel_madcap  # noqa: F401  (registers it)

    names = ("motherlode_madcap", "python_block_dominoes", "python_madcap")
    games = {name: pyspiel.load_game(name) for name in names}
    speeds = take_turns(
        scale, {name: lambda count, game=game: play_randomly(game, count) for name, game in games.items()}
    )
    metric = "actions/s (chance included)"
    ours = speeds["motherlode_madcap"]
    return [
        row("madcap by OpenSpiel", metric, ours, "OpenSpiel's block_dominoes in Python",
            speeds["python_block_dominoes"], BAR_OPENSPIEL),
        row("madcap by OpenSpiel", metric, ours, "the same game by hand in Python", speeds["python_madcap"], None),
    ]  # fmt: skip


def main() -> None:
    for found in rows("--quick" in sys.argv):
        print(
            f"{found['subject']}: {found['ours']:,.0f} {found['metric']}, {found['ratio']:.2f} times {found['peer']}"
            f" ({found['peer_figure']:,.0f})"
        )


if __name__ == "__main__":
    main()

"""All subjects must play the same rules: random games of ours, followed step by step by the peers."""

import random
import sys
from collections.abc import Iterator
from math import sqrt
from typing import Any

from benchmarks.peers import Cpp

Step = list[int]  # to_act (a seat, -1 chance, -2 over), gold of each seat, then the legal actions of a seat
SPREAD = 8.0  # more than the standard deviation of a seat's gold in one random game
NUM_DEVIATIONS = 6  # of a difference of means that is taken for a difference of rules


def random_game(game: Any, source: random.Random) -> tuple[list[int], list[Step]]:
    """A random game of ours: its outcomes and actions, and what our rules say before each of them and at the end."""
    states = game.new()
    played: list[int] = []
    steps: list[Step] = []
    while True:
        legal = game.legal(states)
        steps.append([game.to_act(states), *game.scores(states), *legal])
        if game.is_over(states):
            return played, steps
        played.append(source.choice(legal or [outcome for outcome, _ in game.chance(states)]))
        game.apply(states, played[-1])


def follow_in_openspiel(played: list[int]) -> Iterator[Step]:
    """What OpenSpiel's game says of a game of ours."""
    import pyspiel

    from benchmarks import openspiel_madcap

    state = pyspiel.load_game(openspiel_madcap.GAME_TYPE.short_name).new_initial_state()
    for action in [*played, None]:
        who = -2 if state.is_terminal() else int(state.current_player())
        yield [who, *state.gold, *(state.legal_actions() if who >= 0 else [])]
        if action is not None:
            state.apply_action(action)


def check_steps(game: Any, cpp: Cpp, num_games: int, seed: int = 1) -> int:
    """Compare random games step by step; the number of positions compared. Ends the program at a difference."""
    source = random.Random(seed)
    games = [random_game(game, source) for _ in range(num_games)]
    by_cpp = cpp.follow([played for played, _ in games])
    for (played, steps), cpp_steps in zip(games, by_cpp, strict=True):
        for name, theirs in (("C++", cpp_steps), ("OpenSpiel", list(follow_in_openspiel(played)))):
            for index, (our, their) in enumerate(zip(steps, theirs, strict=True)):
                if our != their:
                    sys.exit(f"{name} plays other rules: after {played[:index]} we say {our}, it says {their}")
    return sum(len(steps) for _, steps in games)


def check_means(played: dict[str, tuple[int, tuple[int, int]]]) -> dict[str, list[float]]:
    """Compare mean gold over many random games, given as games and summed gold; ends the program at a difference."""
    means = {name: [gold / num_games for gold in golds] for name, (num_games, golds) in played.items()}
    ours, *others = played
    for name in others:
        allowed = NUM_DEVIATIONS * SPREAD * sqrt(1 / played[ours][0] + 1 / played[name][0])
        for seat in range(2):
            if abs(means[ours][seat] - means[name][seat]) > allowed:
                sys.exit(f"{name} plays other rules: mean gold {means[name]}, ours {means[ours]}")
    return means

"""Playouts, batches and the Python boundary."""

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks import agreement, openspiel_madcap
from benchmarks.measuring import Row, Scale, against_peer, at_least, at_most, take_turns, timed
from benchmarks.peers import Cpp, Plain, Played

ACTIONS = "actions/s (12 dice and 12 turns a game)"
BAR_CPP = 0.6
BAR_OPENSPIEL = 60.0
BAR_BATCH = 5e6  # actions a second
BAR_BOUNDARY = 5.0  # microseconds
BATCH_SIZE = 4096
NUM_COMPARED = 300  # games
NUM_TURNS = 12


def playouts(game: Any, scale: Scale) -> list[Row]:
    """Whole random games on one core, in four ways; first all four are checked to play the same rules."""
    cpp = Cpp()
    agreement.check_steps(game, cpp, NUM_COMPARED)

    def play_ours(num_games: int, seed: int) -> Played:
        (actions, gold), seconds = timed(lambda: game.random_games(num_games, seed))
        return Played(actions, seconds, tuple(gold.tolist()))

    def play_openspiel(num_games: int, seed: int) -> Played:
        (actions, gold), seconds = timed(lambda: openspiel_madcap.play_random_games(num_games, seed))
        return Played(actions, seconds, tuple(gold))

    with Plain() as plain:
        players = {"ours": play_ours, "C++": cpp.play, "OpenSpiel": play_openspiel, "plain": plain.play}
        tallies = {name: Tally(play) for name, play in players.items()}
        speeds = take_turns(scale, {name: tally.measure for name, tally in tallies.items()})
    agreement.check_means({name: (tally.games, tally.gold) for name, tally in tallies.items()})
    subject = "madcap random playouts, one core"
    return [
        against_peer(subject, ACTIONS, speeds["ours"], "plain C++ -O3", speeds["C++"], BAR_CPP),
        against_peer(subject, ACTIONS, speeds["ours"], "OpenSpiel, Python game", speeds["OpenSpiel"], BAR_OPENSPIEL),
        against_peer(subject, ACTIONS, speeds["ours"], "ours uncompiled", speeds["plain"], None),
    ]


class Tally:
    """Counts what a player plays, each repetition with another seed."""

    def __init__(self, play: Callable[[int, int], Played]) -> None:
        self.play = play
        self.games = 0
        self.gold = (0, 0)
        self._seeds = itertools.count(1)

    def measure(self, num_games: int) -> tuple[float, float]:
        """One repetition: actions and seconds."""
        played = self.play(num_games, next(self._seeds))
        self.games += num_games
        self.gold = (self.gold[0] + played.gold[0], self.gold[1] + played.gold[1])
        return played.actions, played.seconds


def batches(game: Any, scale: Scale) -> list[Row]:
    """4096 games at a time, stepped together by the unchecked door: what it plays was chosen by the batch itself.

    Timed: reset (every game is set up and its 12 dice rolled), then 12 times a random legal action is chosen for every
    game and played. Counted: what reset and step return, 12 dice and 12 turns a game; a choice is not an action.
    """
    with batch(game, 1) as alone, batch(game, 2) as shared:
        speeds = take_turns(scale, {"one": alone, "two": shared})
    subject = f"madcap batch of {BATCH_SIZE}, choose and step_unchecked"
    return [
        at_least(f"{subject}, two threads", ACTIONS, speeds["two"], BAR_BATCH),
        at_least(f"{subject}, one thread", ACTIONS, speeds["one"], BAR_BATCH),
    ]


@contextmanager
def batch(game: Any, threads: int) -> Iterator[Callable[[int], tuple[float, float]]]:
    """A subject that steps a batch."""
    from motherlode.core.batch import Batch

    games = Batch(game, BATCH_SIZE, seed=1, threads=threads)

    def play(num_times: int) -> float:
        count = 0
        for _ in range(num_times):
            count += games.reset()
            for _ in range(NUM_TURNS):
                count += games.step_unchecked(games.choose())
        return count

    yield lambda num_times: timed(lambda: play(num_times), time.perf_counter)
    games.close()


def boundary(game: Any, scale: Scale) -> list[Row]:
    """From Python, one action at a time: `apply` it, checked or not, then ask for the `legal` ones; 12 turns of a game.

    Setting the position back after each game is timed too.
    """
    states = game.new()
    for die in range(NUM_TURNS):
        game.apply(states, die * 5 % 6)
    start = states.copy()
    turns = []
    while not game.is_over(states):
        legal = game.legal(states)
        turns.append(legal[len(legal) // 2])
        game.apply(states, turns[-1])

    def play(num_times: int, apply: Callable[[Any, int], None]) -> float:
        legal = game.legal
        for _ in range(num_times):
            states[:] = start
            for action in turns:
                apply(states, action)
                legal(states)
        return num_times * len(turns)

    doors = {"apply": game.apply, "apply_unchecked": game.apply_unchecked}
    speeds = take_turns(
        scale, {name: lambda times, door=door: timed(lambda: play(times, door)) for name, door in doors.items()}
    )
    return [
        at_most(f"one action from Python, {name} and legal", "microseconds", 1e6 / speed, BAR_BOUNDARY)
        for name, speed in speeds.items()
    ]

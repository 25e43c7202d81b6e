"""Compile a game in a process of its own, so that the one that plays is not held up.

`python -m motherlode.core.preparing GAME PART` leaves machine code on disk; whoever needs it then loads it in a
fraction of a second. GAME is a name, or where its GameSpec can be imported from. `beside` does so for a program that
plays by itself, and plainly meanwhile; a server has its own order for that.
"""

import atexit
import importlib
import os
import signal
import subprocess
import sys

from motherlode.core import compiling, nets, ruleset
from motherlode.core.contract import CHANCE, GameSpec
from motherlode.core.machine_code import marker_of, progress_shown_by
from motherlode.core.options import read_options
from motherlode.core.registry import find_game, find_solver
from motherlode.core.ruleset import Ruleset, compiled, is_compiled
from motherlode.core.streams import make_streams

RULES = "rules"  # all that a match needs
MORE = "more"  # tree search and the exact solution: what strong bots and hints need
MARKS = {RULES: "complete", MORE: "more"}
NICENESS = 5  # compiling gives way to playing
REHEARSED = 200  # actions


def is_on_disk(spec: GameSpec, part: str) -> bool:
    """Whether a part of a game needs no compiler any more."""
    if part == RULES or compiling.IS_PLAIN or compiling.NO_NUMBA:
        return ruleset.is_on_disk(spec)
    return marker_of(spec, MARKS[part]).exists()


def prepare(spec: GameSpec, part: str) -> None:
    """Load a part of a game, or compile it."""
    code = compiled(spec)
    if part == MORE:
        code.later("search")
        nets.prepare()


def start_process(name: str, part: str) -> "subprocess.Popen[bytes]":
    """Compile a part of a game beside, to where this process looks for it, from modules that this process finds."""
    command = [sys.executable, "-m", "motherlode.core.preparing", name, part]
    paths = {
        "MOTHERLODE_CACHE": str(compiling.cache_root().parent),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    # Silent: somebody plays on the same terminal, and Ctrl-C there may end it before it has begun.
    nothing = subprocess.DEVNULL
    return subprocess.Popen(command, env=os.environ | paths, stdin=nothing, stdout=nothing, stderr=nothing)


class Beside:
    """What other processes compile for this one; they end with it, and what they have compiled by then is kept."""

    def __init__(self) -> None:
        self._processes: dict[tuple[str, str], subprocess.Popen[bytes]] = {}

    def has(self, spec: GameSpec, part: str = RULES) -> bool:
        """Whether a part of a game is loaded: at once if it is on disk, else it is compiled beside, and it is not yet.

        Whoever asks again when that is done loads it. If it failed he compiles it himself, and sees why. Without Numba
        it never is.
        """
        if compiling.NO_NUMBA:
            return False
        if part == MORE and not self.has(spec):
            return False
        if part == RULES and is_compiled(spec):
            return True
        job = (spec.home, part)
        process = self._processes.get(job)
        if process is None and not is_on_disk(spec, part):
            if not self._processes:
                atexit.register(self.end)
            process = self._processes[job] = start_process(*job)
        if process is not None and process.poll() is None:
            return False
        prepare(spec, part)
        return True

    def end(self) -> None:
        """End what is still being compiled."""
        for process in self._processes.values():
            if process.poll() is None:
                process.terminate()
                process.wait()


beside = Beside()


def rehearse(spec: GameSpec) -> None:
    """Play a game, look at it and tell it: rules that views and words call from Python are compiled on the way."""
    game, random = Ruleset(spec, read_options(spec, {}), spec.seats[0]), make_streams(0)
    states, names = game.new(), [f"{seat}" for seat in range(game.seats)]
    for _ in range(REHEARSED):
        if game.is_over(states):
            break
        spec.views.view(game.box, game.hidden(states, max(0, game.to_act(states))))
        actions = [action.id for action in game.actions(states)] or [outcome for outcome, _ in game.chance(states)]
        action, before = actions[game.below(random, len(actions))], states.copy()
        game.apply(states, action)
        spec.narration.narrate(game.box, before, action, states, names)
    if game.is_over(states):
        spec.narration.conclude(game.box, states, names)
    spec.views.view(game.box, states)


def solve_once(spec: GameSpec) -> None:
    """Let the solver compile itself: it does so when it is first asked."""
    game = Ruleset(spec, read_options(spec, {}), spec.seats[0])
    states = game.new()
    while game.to_act(states) == CHANCE:
        game.apply(states, game.chance(states)[-1][0])
    find_solver(spec).best_actions(game.box, states)


def read_spec(name: str) -> GameSpec:
    """The game of a name, or at a place such as `motherlode.games.madcap:GAME`."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_game(name)
    found: GameSpec = getattr(importlib.import_module(module), attribute)
    return found


def main(name: str, part: str) -> None:
    """Compile a part of a game and note that it is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started this, and ends it
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    compiling.give_way()
    spec = read_spec(name)
    with progress_shown_by(lambda *_: None):  # somebody plays on the same terminal
        prepare(spec, part)
    rehearse(spec)
    if part == MORE:
        if spec.solver:
            solve_once(spec)
        if not compiling.IS_PLAIN:
            marker_of(spec, MARKS[MORE]).touch()


if __name__ == "__main__":
    main(*sys.argv[1:])

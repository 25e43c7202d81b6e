"""Compile a game in a process of its own, so that the one that plays is not held up.

`python -m motherlode.core.preparing GAME PART` leaves machine code on disk; whoever needs it then loads it in a
fraction of a second.
"""

import os
import subprocess
import sys

from motherlode.core import compiling
from motherlode.core.contract import CHANCE, GameSpec
from motherlode.core.options import read_options
from motherlode.core.registry import find_game, find_solver
from motherlode.core.ruleset import Ruleset, compiled, is_compiled, marker_of

RULES = "rules"  # all that a match needs
MORE = "more"  # tree search and the exact solution: what strong bots and hints need
MARKS = {RULES: "complete", MORE: "more"}
NICENESS = 5  # compiling gives way to playing


def is_on_disk(spec: GameSpec, part: str) -> bool:
    """Whether a part of a game needs no compiler any more."""
    if compiling.IS_PLAIN or (part == RULES and is_compiled(spec)):
        return True
    return marker_of(spec, MARKS[part]).exists()


def prepare(spec: GameSpec, part: str) -> None:
    """Load a part of a game, or compile it."""
    code = compiled(spec)
    if part == MORE:
        code.later("search")


def start_process(name: str, part: str) -> "subprocess.Popen[bytes]":
    """Compile a part of a game beside."""
    command = [sys.executable, "-m", "motherlode.core.preparing", name, part]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def solve_once(spec: GameSpec) -> None:
    """Let the solver compile itself: it does so when it is first asked."""
    ruleset = Ruleset(spec, read_options(spec, {}), spec.seats[0])
    states = ruleset.new()
    while ruleset.to_act(states) == CHANCE:
        ruleset.apply(states, ruleset.chance(states)[-1][0])
    find_solver(spec).best_actions(ruleset.box, states)


def main(name: str, part: str) -> None:
    """Compile a part of a game and note that it is there."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    spec = find_game(name)
    prepare(spec, part)
    if part == MORE:
        if spec.solver:
            solve_once(spec)
        if not compiling.IS_PLAIN:
            marker_of(spec, MARKS[MORE]).touch()


if __name__ == "__main__":
    main(*sys.argv[1:])

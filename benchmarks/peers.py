"""The programs that we are measured against, and our own rules uncompiled."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import CHILD, ROOT, environment, run

SOURCE = Path(__file__).parent / "madcap.cpp"
RULES = Path(__file__).parent / "madcap.hpp"
PROGRAM = Path(__file__).parent / "build" / "madcap"


class Played(NamedTuple):
    """What random games came to."""

    actions: int  # 12 dice and 12 turns for each game
    seconds: float  # of the process
    gold: tuple[int, int]  # summed over games


class Cpp:
    """The C++ program; compiled when it is older than its source."""

    def __init__(self) -> None:
        newest = max(SOURCE.stat().st_mtime, RULES.stat().st_mtime)
        if PROGRAM.exists() and PROGRAM.stat().st_mtime >= newest:
            return
        if shutil.which("g++") is None:
            sys.exit("g++ is missing: apt-get install g++")
        PROGRAM.parent.mkdir(exist_ok=True)
        made = PROGRAM.with_name(f"madcap-{os.getpid()}")  # another process may do the same
        run(["g++", "-O3", "-std=c++17", "-Wall", "-Wextra", "-o", made, SOURCE])
        made.replace(PROGRAM)

    def play(self, num_games: int, seed: int) -> Played:
        """Random games, timed by the program itself."""
        _, actions, seconds, *gold = run([PROGRAM, "play", str(num_games), str(seed)]).split()
        return Played(int(actions), float(seconds), (int(gold[0]), int(gold[1])))

    def follow(self, games: Sequence[Sequence[int]]) -> list[list[list[int]]]:
        """What it says of games given as outcomes and actions: to_act, gold, gold, legal actions at each step."""
        lines = run([PROGRAM, "check"], "".join(" ".join(map(str, game)) + "\n" for game in games)).splitlines()
        said = iter([[int(word) for word in line.split()] for line in lines])
        return [[next(said) for _ in range(len(game) + 1)] for game in games]


class Plain:
    """Our rules uncompiled, in a process that stays."""

    def __enter__(self) -> "Plain":
        self._process = subprocess.Popen(
            (*CHILD, "playouts"), cwd=ROOT, env=environment(MOTHERLODE_MODE="plain"), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def play(self, num_games: int, seed: int) -> Played:
        """Random games, timed by the process itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(num_games, seed, file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit("the uncompiled rules ended before they answered")
        answer = json.loads(line)
        return Played(answer["actions"], answer["seconds"], tuple(answer["gold"]))

"""OpenSpiel's C++ search on a C++ Madcap, built from the sources that OpenSpiel has on PyPI: its wheel has no headers.

python -m benchmarks.openspiel_cpp            # build it (minutes of one core); how fast both searches are
"""

import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import motherlode
from benchmarks.measuring import run
from benchmarks.search import GOLD_SPREAD, ours
from motherlode.core.streams import below, make_streams

HERE = Path(__file__).parent
SOURCES = (HERE / "madcap_openspiel.cpp", HERE / "madcap.hpp")
BUILD = HERE / "build"
PROGRAM = BUILD / "madcap_openspiel"
PARTS = ("spiel", "spiel_utils", "spiel_bots", "game_parameters", "policy", "observer", "action_view",
         "algorithms/mcts", "utils/usage_logging", "utils/status")  # fmt: skip
# Folders of abseil that these need; what only tests need is left out.
ABSEIL = ("base", "base/internal", "strings", "strings/internal", "strings/internal/str_format", "numeric", "random",
          "random/internal", "hash/internal", "container/internal", "time", "time/internal/cctz/src",
          "synchronization", "synchronization/internal", "debugging", "debugging/internal", "profiling/internal",
          "crc", "crc/internal")  # fmt: skip
NOT_LINKED = ("test", "benchmark", "mock", "print_hash", "_win32", "gentables")
FLAGS = ("g++", "-std=c++17", "-O3", "-DNDEBUG", "-w")

# What it plays for, and how much it explores for that: the margin, as Madcap in Python returns it, or the win, with the
# constant that OpenSpiel's own examples have, and what is solved backed up.
EXPLORE = {"margin": GOLD_SPREAD, "win": 2.0}


def sources() -> Path:
    """OpenSpiel's sources, of the version that is installed."""
    name = f"open_spiel-{version('open_spiel')}"
    folder = BUILD / name
    if not folder.exists():
        BUILD.mkdir(exist_ok=True)
        pinned = f"open_spiel=={version('open_spiel')}"
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", "open_spiel", pinned]
        run([*command, "--dest", BUILD])
        with tarfile.open(BUILD / f"{name}.tar.gz") as packed:
            packed.extractall(BUILD, filter="data")
    return folder


def build(jobs: int = 1) -> Path:
    """The program; what is compiled already is kept."""
    if PROGRAM.exists() and PROGRAM.stat().st_mtime >= max(path.stat().st_mtime for path in SOURCES):
        return PROGRAM
    if shutil.which("g++") is None:
        sys.exit("g++ is missing: apt-get install g++")
    folder = sources()
    inside = folder / "open_spiel"
    include = [f"-I{path}" for path in (folder, inside / "abseil-cpp", inside / "json" / "include", HERE)]
    files = [inside / f"{part}.cc" for part in PARTS]
    for part in ABSEIL:
        found = sorted((inside / "abseil-cpp" / "absl" / part).glob("*.cc"))
        files += [path for path in found if not any(word in path.name for word in NOT_LINKED)]

    def compiled(source: Path) -> Path:
        made = source.with_suffix(".o")
        if not made.exists():
            run([*FLAGS, *include, "-c", "-o", made.with_suffix(".part"), source])
            made.with_suffix(".part").rename(made)
        return made

    with ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(compiled, files))
    archive = BUILD / "libopenspiel.a"
    archive.unlink(missing_ok=True)
    run(["ar", "rcs", archive, *objects])
    run([*FLAGS, *include, "-o", PROGRAM, SOURCES[0], archive, "-lpthread"])
    return PROGRAM


class Search:
    """The program, in a process that stays."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([build()], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def choose(self, now: Any, simulations: int, seed: int, explore: float, reward: str) -> tuple[int, float]:
        """What it plays in a position of Madcap after the roll, and its seconds of the processor."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        played = int(now.dice.shape[0]) * 4 - int(now.left)
        numbers = (int(now.banned), played, *now.gold.tolist(), *now.level.tolist(), *now.dice[:, :6].ravel().tolist())
        print(simulations, seed, explore, reward, *numbers, file=process.stdin, flush=True)
        action, seconds = process.stdout.readline().split()
        return int(action), float(seconds)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def position(num_actions: int) -> Any:
    """A position of Madcap after some random actions; the same as that of `benchmarks.search.ours`."""
    game = motherlode.game("madcap")
    match, random = game.start(4), make_streams(4)
    for _ in range(num_actions):
        legal = game.legal(match.position)
        match.play(legal[int(below(random, 0, len(legal)))])
    return match.position[0]


def speeds(reward: str, simulations: int = 10_000, rounds: int = 5) -> tuple[float, float]:
    """Iterations a second of ours and of OpenSpiel's after the roll, by turns, by the clocks of their processes."""
    mine, theirs, now = ours("madcap", 2, 0), Search(), position(0)
    found = []
    for number in range(rounds):
        count, seconds = mine(number)
        _, spent = theirs.choose(now, simulations, number, EXPLORE[reward], reward)
        found.append((count / seconds, simulations / spent))
    theirs.close()
    return median(rate for rate, _ in found), median(rate for _, rate in found)


def equal_time_in_cpp(simulations: int, reward: str) -> int:
    """How many iterations of ours take as long as some of OpenSpiel's."""
    mine, theirs = speeds(reward)
    return int(simulations * mine / theirs)


def main() -> None:
    """Build, and tell how fast they are."""
    for reward in EXPLORE:
        mine, theirs = speeds(reward)
        print(f"{reward}: ours {mine:,.0f}, OpenSpiel's {theirs:,.0f} iterations a second", flush=True)


if __name__ == "__main__":
    main()

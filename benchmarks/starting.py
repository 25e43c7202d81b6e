"""What it costs to begin: compiling, loading, the first board, memory.

All this runs on one core, so the seconds are the processor's: on an idle machine they are those of the clock too. A
warm load is measured as `pip install motherlode` has it, without SciPy: where SciPy is, as it is for these benchmarks,
Numba imports it on its own account, 0.2 s that are shown in a row of their own.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.measuring import MIB, Row, Scale, ask_child, at_most, part_of, processor_seconds

BAR_BEGUN = 3.0  # seconds
BAR_COLD = 8.0
BAR_WARM = 0.5
BAR_FIRST_BOARD = 2.0
BAR_MEMORY = 300.0  # MiB
COLD_REPETITIONS = 3
MOTHERLODE = Path(sys.executable).parent / "motherlode"


def first_board(cache: str) -> float:
    """Seconds of `motherlode play madcap` until it has printed a board, read `quit` and ended."""
    command = [MOTHERLODE, "play", "madcap", "--seed", "7"]
    printed, seconds = processor_seconds(command, "quit\n", MOTHERLODE_CACHE=cache)
    if len(printed.splitlines()) < 7:
        sys.exit(f"motherlode play madcap printed no board: {printed!r}")
    return seconds


def starting(scale: Scale) -> list[Row]:
    """Each repetition of a cold start has an empty cache of its own; warm ones share the last."""
    with tempfile.TemporaryDirectory(prefix="motherlode-bench-") as folder:
        caches = [f"{folder}/{number}" for number in range(min(scale.processes, COLD_REPETITIONS))]
        begun = [ask_child("begin", MOTHERLODE_CACHE=f"{cache}-begun") for cache in caches]
        cold = [ask_child("load", MOTHERLODE_CACHE=cache) for cache in caches]
        cache = caches[-1]
        first_board(cache)
        warm, alone, boards, memory = [], [], [], []
        for _ in range(scale.processes):
            warm.append(ask_child("load", MOTHERLODE_CACHE=cache))
            alone.append(ask_child("load_alone", MOTHERLODE_CACHE=cache))
            boards.append(first_board(cache))
            memory.append(ask_child("match", MOTHERLODE_CACHE=cache)["memory"])
    subject = "madcap from the cache (warm)"
    return [
        at_most(
            "all games, nothing compiled",
            "seconds of imports until a match of each has begun",
            median(times["all"] for times in begun),
            BAR_BEGUN,
        ),
        at_most(
            "madcap compiled (cold)",
            "seconds of game(), after imports",
            median(times["load"] for times in cold),
            BAR_COLD,
        ),
        at_most(subject, "seconds of game(), after imports", median(t["load"] for t in alone), BAR_WARM),
        at_most(
            subject,
            "seconds of game() and one random game, after imports",
            median(times["load"] + times["first_game"] for times in alone),
            BAR_WARM,
        ),
        part_of(
            f"{subject}, SciPy beside it",
            "seconds of game(), after imports",
            median(times["load"] for times in warm),
            "the same alone",
            BAR_WARM,
        ),
        part_of(
            subject,
            "seconds of imports and game()",
            median(times["import"] + times["load"] for times in warm),
            "the first board",
            BAR_FIRST_BOARD,
        ),
        at_most("motherlode play madcap (warm)", "seconds to board and quit", median(boards), BAR_FIRST_BOARD),
        at_most("a process that plays a match", "MiB at most", max(memory) / MIB, BAR_MEMORY),
    ]

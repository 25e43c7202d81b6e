"""How things are measured: rows of a table, repetitions that take turns, processes of their own.

The machine is shared and its speed changes from second to second, so everything that is compared runs in short
repetitions that take turns, and the figures are medians. What runs on one core is timed by the clock of its process,
which stands still while others have the core. Ratios mean something on another machine, figures do not.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
MIB = 2**20
GIB = 2**30
CHILD = (sys.executable, "-m", "benchmarks.child")


@dataclass(frozen=True)
class Row:
    """One line of the table. More `ratio` is better: ours / peer's, or peer's / ours where less is better."""

    subject: str
    metric: str
    ours: float
    peer: str
    peer_figure: float
    ratio: float
    bar: float | None  # what the ratio must reach
    meets_bar: bool | None


def against_peer(subject: str, metric: str, ours: float, peer: str, peer_figure: float, bar: float | None) -> Row:
    """More is better; the bar is for the ratio."""
    ratio = ours / peer_figure
    return Row(subject, metric, ours, peer, peer_figure, ratio, bar, None if bar is None else ratio >= bar)


def less_than_peer(subject: str, metric: str, ours: float, peer: str, peer_figure: float, bar: float | None) -> Row:
    """Less is better; the bar is for the ratio."""
    ratio = peer_figure / ours
    metric = f"{metric} (less is better)"
    return Row(subject, metric, ours, peer, peer_figure, ratio, bar, None if bar is None else ratio >= bar)


def at_least(subject: str, metric: str, ours: float, bar: float) -> Row:
    """More is better; the bar is a figure."""
    return Row(subject, metric, ours, "bar", bar, ours / bar, 1.0, ours >= bar)


def at_most(subject: str, metric: str, ours: float, bar: float) -> Row:
    """Less is better; the bar is a figure."""
    return Row(subject, f"{metric} (less is better)", ours, "bar", bar, bar / ours, 1.0, ours <= bar)


def part_of(subject: str, metric: str, ours: float, whole: str, bar: float) -> Row:
    """Less is better; there is a bar for something that this is only a part of."""
    return Row(subject, f"{metric} (less is better)", ours, f"bar of {whole}", bar, bar / ours, None, None)


@dataclass(frozen=True)
class Scale:
    """How much is measured: seconds for tests, minutes for results."""

    rounds: int  # repetitions of each subject
    seconds: float  # of one repetition
    processes: int  # repetitions of what needs a process of its own
    rolls: int  # rolls solved one by one


FULL = Scale(rounds=9, seconds=0.3, processes=5, rolls=200)
QUICK = Scale(rounds=3, seconds=0.03, processes=1, rolls=3)


def take_turns(scale: Scale, subjects: Mapping[str, Callable[[int], tuple[float, float]]]) -> dict[str, float]:
    """The median speed of each subject.

    A subject takes how much to do (games, or whatever it counts in) and returns how many units that were and the
    seconds they took. It is warmed up first, and how much fits one repetition is found.
    """
    amounts = {}
    for name, subject in subjects.items():
        subject(1)
        amount, seconds = 1, subject(1)[1]
        while seconds < scale.seconds / 4:
            amount *= 2
            seconds = subject(amount)[1]
        amounts[name] = max(1, round(amount * scale.seconds / seconds))
    speeds: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(scale.rounds):
        for name, subject in subjects.items():
            units, seconds = subject(amounts[name])
            speeds[name].append(units / seconds)
    return {name: median(found) for name, found in speeds.items()}


def timed(work: Callable[[], T], clock: Callable[[], float] = time.process_time) -> tuple[T, float]:
    """What `work` returns, and the seconds it took; of this process alone, unless told otherwise."""
    start = clock()
    result = work()
    return result, clock() - start


def environment(**changes: str) -> dict[str, str]:
    """The environment for a child: ours, without what would change how rules are compiled."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOTHERLODE_", "NUMBA_"))}
    if "MOTHERLODE_CACHE" in os.environ:
        kept["MOTHERLODE_CACHE"] = os.environ["MOTHERLODE_CACHE"]
    return kept | changes


def ask_child(*words: str, **changes: str) -> Any:
    """Run `python -m benchmarks.child` in a process of its own and read the JSON that it prints last."""
    return json.loads(run(CHILD + words, **changes).splitlines()[-1])


def run(command: Sequence[str | Path], text: str = "", **changes: str) -> str:
    """Run a program and return what it prints; its errors are ours."""
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, cwd=ROOT, env=environment(**changes), check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed ({done.returncode}): {done.stderr.strip()[-2000:]}")
    return done.stdout


def processor_seconds(command: Sequence[str | Path], text: str, **changes: str) -> tuple[str, float]:
    """Run a program; what it prints, and the seconds that it kept a core busy."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = run(command, text, **changes)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_memory() -> int:
    """The most memory that this process has held so far, in bytes.

    Not getrusage: what that says of a process begins with the size of its parent.
    """
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no VmHWM in /proc/self/status")


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import numba
    import numpy as np

    model = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    return {
        "cpu": model or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def commit() -> str:
    """The commit that is measured, with a + where files have changed since."""
    try:
        name = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
        changes = subprocess.run(
            ["git", "status", "--porcelain", "--", "src", "benchmarks/*.py", "benchmarks/*.cpp"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name}+" if changes else name

"""`python -m benchmarks.server`: our server and boardgame.io's under the same load; writes results/server.json.

Both play Madcap, matches of five games (60 moves), two clients each, by the same load generator; matches are set up and
clients connected before the clock starts. They take turns, after a warm-up that is not counted. Ours keeps its tables
on disk before it answers, boardgame.io in memory. Everything is on 127.0.0.1.

boardgame.io sends both clients the position. So does ours "without words", with the numbers of the legal actions; as
browsers have it, it sends their texts and paths too and tells what happened; "without views" it sends only the moves.
"""

import argparse
import contextlib
import dataclasses
import datetime
import json
import os
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

from benchmarks.__main__ import RESULTS, table_of
from benchmarks.measuring import GIB, MIB, Row, against_peer, at_most, commit, less_than_peer, machine
from benchmarks.server import agreement
from benchmarks.server.databases import PostgreSQL
from benchmarks.server.generator import Generator, Match, Played
from benchmarks.server.subjects import BoardgameIo, Motherlode, Subject

GAMES = 5  # of a match
MOVES_OF_A_MATCH = 12 * GAMES
IDLE_BAR = GIB
PACED_BAR_MS = 100.0
SPEED_BARS = {10: 1.5, 50: 2.0}  # by the number of matches at the same time
AGREEMENT_GAMES = 200  # in which both have the same legal moves and the same gold


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    rounds: int
    moves: int  # in each round, for each server and concurrency
    warm_up: int  # moves that are not counted
    idle_connections: int
    paced_tables: int
    thinking: tuple[float, float]  # seconds between the moves of a paced table


FULL = Scale(rounds=3, moves=12_000, warm_up=24_000, idle_connections=5_000, paced_tables=1_000, thinking=(1.0, 5.0))
QUICK = Scale(rounds=1, moves=600, warm_up=1_200, idle_connections=100, paced_tables=20, thinking=(0.05, 0.15))
CONCURRENT = (1, 10, 50)
COMPARED = ("moves_per_second", "p99_ms", "cpu_us_per_move")


@dataclass(frozen=True)
class Run:
    """What one server did under one load."""

    server: str
    load: str
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_move: float
    memory_mib: float
    generator_share: float  # of one core, while it ran
    bytes_per_move: float  # that both clients received


def play(generator: Generator, subject: Subject, matches: list[Match], load: str, concurrent: int, **pace: Any) -> Run:
    """One run, from the first move to the last."""
    generator.connect(subject.kind, subject.port, matches)
    before = subject.processor_seconds()
    played: Played = generator.play(concurrent, **pace)
    used = subject.processor_seconds() - before
    memory = subject.memory()
    generator.disconnect()
    expected = len(matches) * MOVES_OF_A_MATCH
    if not pace and played.moves != expected:
        sys.exit(f"{subject.name} played {played.moves} moves instead of {expected}")
    return Run(
        subject.name, load, played.moves / played.seconds, played.percentile_ms(50), played.percentile_ms(99),
        1e6 * used / played.moves, memory / MIB, played.generator_cpu / played.seconds,
        played.bytes_received / played.moves,
    )  # fmt: skip


def load_of(concurrent: int) -> str:
    """What a number of matches at the same time is called."""
    return f"{concurrent} at once"


def take_turns(generator: Generator, subjects: list[Subject], scale: Scale) -> list[Run]:
    """All runs at full speed: subjects take turns."""
    runs = []
    for subject in subjects:
        play(generator, subject, subject.set_up(scale.warm_up // MOVES_OF_A_MATCH, GAMES), "warm-up", 10)
    for concurrent in CONCURRENT:
        num_matches = max(concurrent, scale.moves // MOVES_OF_A_MATCH)
        for _ in range(scale.rounds):
            for subject in subjects:
                matches = subject.set_up(num_matches if concurrent > 1 else max(1, num_matches // 5), GAMES)
                runs.append(play(generator, subject, matches, load_of(concurrent), concurrent))
    return runs


def middle(runs: list[Run], server: str, load: str, figure: str) -> float:
    """The median of a figure."""
    return median(getattr(run, figure) for run in runs if run.server == server and run.load == load)


def speed_rows(runs: list[Run], ours: str, *, has_bars: bool) -> list[Row]:
    """Ours against boardgame.io's at each concurrency; no bars for one match alone."""
    rows = []
    peer = BoardgameIo.name
    bars = {load_of(concurrent): bar for concurrent, bar in SPEED_BARS.items()} if has_bars else {}
    for load in dict.fromkeys(run.load for run in runs):
        is_barred = load in bars
        figures = [(middle(runs, ours, load, name), peer, middle(runs, peer, load, name)) for name in COMPARED]
        speed, latency, processor = figures
        rows += [
            against_peer(f"{ours}, {load}", "moves/s", *speed, bars.get(load)),
            less_than_peer(f"{ours}, {load}", "p99 in ms", *latency, 1.0 if is_barred else None),
            less_than_peer(f"{ours}, {load}", "CPU us/move", *processor, 1.0 if is_barred else None),
        ]
    return rows


def idle(generator: Generator, subject: Subject, scale: Scale) -> int:
    """The memory of a server whose clients only listen, two at each table."""
    generator.connect(subject.kind, subject.port, subject.set_up(scale.idle_connections // 2, 1))
    memory = subject.memory()
    generator.disconnect()
    return memory


def paced(generator: Generator, subject: Subject, scale: Scale) -> Run:
    """Many tables at which people think before they move; one game each."""
    matches = subject.set_up(scale.paced_tables, 1)
    load = f"{scale.paced_tables} tables, a move every {scale.thinking[0]:g} to {scale.thinking[1]:g} s"
    return play(generator, subject, matches, load, len(matches), thinking=scale.thinking)


def raise_file_limit() -> None:
    """Thousands of connections need as many files."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextlib.contextmanager
def reporting(what: str) -> Iterator[None]:
    """Say what is being measured."""
    with Console(stderr=True).status(f"measuring {what}"):
        yield


def measure_speed(generator: Generator, scale: Scale) -> tuple[list[Row], list[Run]]:
    """Moves a second, latency and processor time, on SQLite."""
    agreement.check(BoardgameIo(), AGREEMENT_GAMES)
    with (
        BoardgameIo() as peer,
        Motherlode() as ours,
        Motherlode(name="motherlode without words", detail="plain") as plain,
        Motherlode(name="motherlode without views", detail="lean") as lean,
    ):
        runs = take_turns(generator, [peer, ours, plain, lean], scale)
    rows = []
    for subject in (ours, plain, lean):
        rows += speed_rows(runs, subject.name, has_bars=subject in (ours, plain))
    return rows, runs


def measure_crowds(generator: Generator, scale: Scale) -> tuple[list[Row], list[Run]]:
    """Idle connections and slow tables, on SQLite; boardgame.io does the same to compare."""
    runs = []
    figures = {}
    for made in (BoardgameIo, Motherlode):
        with made() as subject:
            figures[subject.name] = idle(generator, subject, scale)
        with made() as subject:
            runs.append(paced(generator, subject, scale))
    peer, ours = figures
    count = f"{scale.idle_connections} idle connections"
    rows = [
        at_most(count, "MiB", figures[ours] / MIB, IDLE_BAR / MIB),
        less_than_peer(count, "MiB", figures[ours] / MIB, peer, figures[peer] / MIB, None),
        at_most(runs[1].load, "p99 in ms", runs[1].p99_ms, PACED_BAR_MS),
        less_than_peer(runs[1].load, "p99 in ms", runs[1].p99_ms, peer, runs[0].p99_ms, None),
    ]
    return rows, runs


def measure_postgresql(generator: Generator, scale: Scale) -> tuple[list[Row], list[Run]]:
    """The same with two processes on PostgreSQL; its own processor time is not counted."""
    with PostgreSQL() as database:
        words = ("--database", database.url, "--workers", "2")
        with BoardgameIo() as peer, Motherlode(*words, name="two processes on PostgreSQL") as ours:
            runs = take_turns(generator, [peer, ours], scale)
        with Motherlode(*words, name="two processes on PostgreSQL") as ours:
            slow = paced(generator, ours, scale)
    rows = speed_rows(runs, ours.name, has_bars=False)
    rows.append(at_most(f"{ours.name}, {slow.load}", "p99 in ms", slow.p99_ms, PACED_BAR_MS))
    return rows, [*runs, slow]


GROUPS: dict[str, Callable[[Generator, Scale], tuple[list[Row], list[Run]]]] = {
    "speed": measure_speed,
    "crowds": measure_crowds,
    "postgresql": measure_postgresql,
}


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; figures mean little")
    parser.add_argument("--only", choices=list(GROUPS), help="measure only this")
    parser.add_argument("--results", type=Path, default=RESULTS / "server.json", help="where to write the figures")
    words = parser.parse_args()
    load = os.getloadavg()[0]
    raise_file_limit()
    rows: list[Row] = []
    runs: list[Run] = []
    for name, group in GROUPS.items():
        if words.only in {None, name}:
            with reporting(name), Generator() as generator:
                more_rows, more_runs = group(generator, QUICK if words.quick else FULL)
            rows += more_rows
            runs += more_runs
    Console(width=None if Console().is_terminal else 180).print(table_of(rows))
    report = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine() | {"load_at_start": load},
        "rows": [dataclasses.asdict(row) for row in rows],
        "runs": [dataclasses.asdict(run) for run in runs],
    }
    words.results.parent.mkdir(parents=True, exist_ok=True)
    words.results.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {words.results}")


if __name__ == "__main__":
    main()

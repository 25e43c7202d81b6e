"""The load generator: a small C++ program (load.cpp), driven line by line."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measuring import ROOT, run

SOURCE = Path(__file__).parent / "load.cpp"
PROGRAM = ROOT / "benchmarks" / "build" / "load"


class Client(NamedTuple):
    """How a client gets in."""

    seat: int  # -1 for somebody who only watches
    path: str  # of the WebSocket
    secret: str  # what shows that the seat is theirs
    cookie: str = "-"


class Match(NamedTuple):
    """A match that is ready to be played."""

    id: str
    clients: Sequence[Client]


class Played(NamedTuple):
    """What came of a number of matches."""

    moves: int
    seconds: float
    generator_cpu: float  # seconds
    bytes_received: int
    latencies_us: list[int]  # from sending a move to its receipt by the opponent

    def percentile_ms(self, percent: float) -> float:
        """The latency that so many of a hundred moves did not exceed."""
        ranked = sorted(self.latencies_us)
        return ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))] / 1000


class Generator:
    """A running load generator; compiled when the program is older than its source."""

    def __init__(self) -> None:
        if not PROGRAM.exists() or PROGRAM.stat().st_mtime < SOURCE.stat().st_mtime:
            if shutil.which("g++") is None:
                sys.exit("g++ is missing: apt-get install g++")
            PROGRAM.parent.mkdir(exist_ok=True)
            made = PROGRAM.with_name(f"load-{os.getpid()}")  # another process may do the same
            run(["g++", "-O2", "-std=c++17", "-Wall", "-Wextra", "-o", made, SOURCE])
            made.replace(PROGRAM)

    def __enter__(self) -> "Generator":
        self._process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def connect(self, kind: str, port: int, matches: Sequence[Match]) -> float:
        """Connect all clients of all matches; how many seconds that took."""
        self._tell(f"server {kind} {port}")
        for match in matches:
            self._tell(f"match {match.id}")
            for client in match.clients:
                self._tell(f"client {client.seat} {client.path} {client.cookie} {client.secret}")
        return float(self._ask("connect")["seconds"])

    def play(self, concurrent: int, thinking: tuple[float, float] = (0.0, 0.0)) -> Played:
        """Play all matches to their end, so many at a time."""
        answer = self._ask(f"play {concurrent} {thinking[0]} {thinking[1]}")
        return Played(*(answer[field] for field in Played._fields))

    def disconnect(self) -> None:
        """Close all connections and forget the matches."""
        self._ask("end")

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def _ask(self, line: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._tell(line)
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            sys.exit(f"the load generator failed at {line!r}")
        return json.loads(answer)

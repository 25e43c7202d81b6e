"""Many games at once: each process plays one after another; one that hangs or dies costs the game of who was thinking.

Processes come from a fork server, because a fork of a process with compiled code and threads may hang; where there is
none, on Windows, each starts anew. Each loads the rules from the compile cache, which the caller has filled.
"""

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from motherlode.arena.fixtures import Fixture, Result, Tournament, chance_seed
from motherlode.arena.playing import make_result, play_game
from motherlode.bots.outside import end_group
from motherlode.core.chance import SeededChance
from motherlode.core.errors import Barred, Code
from motherlode.core.registry import register
from motherlode.core.ruleset import Ruleset
from motherlode.table.game import find
from motherlode.table.match import Match

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

LOOK_S = 0.25  # how often the clock of outside bots is looked at
MAX_SEATS = 16
THINKING, SINCE, IS_OUTSIDE, PIDS = 0, 1, 2, 3  # indices in what a process shares; NOBODY thinks: -1
NOBODY = -1.0


class SharedWatch:
    """What goes on in a worker, in memory that its master can read even if the worker hangs or is gone."""

    def __init__(self, shared: Any) -> None:
        self.shared = shared

    def clear(self) -> None:
        """Forget what is known of the last game."""
        self.shared[:] = [NOBODY, 0.0, 0.0] + [0.0] * MAX_SEATS

    def sits(self, seat: int, pid: int) -> None:
        """Note the process of the program that plays in a seat."""
        self.shared[PIDS + seat] = pid

    def thinks(self, seat: int, is_outside: bool) -> None:
        """A seat was asked for an action."""
        self.shared[SINCE], self.shared[IS_OUTSIDE] = time.monotonic(), is_outside
        self.shared[THINKING] = seat

    def rests(self) -> None:
        """Note that the seat that was asked has answered."""
        self.shared[THINKING] = NOBODY

    @property
    def thinking(self) -> int | None:
        """The seat that was asked and has not answered."""
        return None if self.shared[THINKING] == NOBODY else int(self.shared[THINKING])

    def is_late(self, limit_s: float) -> bool:
        """Whether an outside bot has been thinking for longer than that."""
        is_asked = self.thinking is not None and bool(self.shared[IS_OUTSIDE])
        return is_asked and time.monotonic() - self.shared[SINCE] > limit_s

    def end_programs(self) -> None:
        """End what the programs of a game have left running."""
        for pid in self.shared[PIDS:]:
            if pid:
                end_group(int(pid))


class Worker:
    """One process that plays games, seen from its master."""

    def __init__(self, tournament: Tournament, home: str) -> None:
        context = _processes()
        self.connection, theirs = context.Pipe()
        self.shared = RawArray("d", PIDS + MAX_SEATS)
        self.watch = SharedWatch(self.shared)
        self.watch.clear()
        self.process = context.Process(
            target=_serve, args=(theirs, self.shared, tournament, home, str(Path.cwd())), daemon=True
        )
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def play(self, fixture: Fixture) -> None:
        """Begin a game."""
        self.fixture = fixture
        with suppress(OSError):  # it died since; the master notices when it asks for the result
            self.connection.send(fixture)

    def end(self) -> None:
        """Stop at once, whatever is being played."""
        self.process.kill()
        self.process.join()
        self.watch.end_programs()
        self.connection.close()


class Workers:
    """Processes that play the games of a tournament; results come in any order."""

    def __init__(self, ruleset: Ruleset, tournament: Tournament, jobs: int) -> None:
        self.ruleset = ruleset
        self.tournament = tournament
        self.jobs = jobs
        self.workers: list[Worker] = []

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[Result]:
        """Play all games; each is taken from `fixtures` only when a process is free for it."""
        while True:
            self._hand_out(fixtures)
            busy = {worker.connection: worker for worker in self.workers if worker.fixture is not None}
            if not busy:
                return
            ready = wait(list(busy), LOOK_S)
            for connection, worker in busy.items():
                result = self._hear(worker, connection) if connection in ready else self._look(worker)
                if result is not None:
                    yield result

    def _hand_out(self, fixtures: Iterator[Fixture]) -> None:
        """Give every process a game, and start processes as long as there are games for them."""
        for number in range(self.jobs):
            if number < len(self.workers) and self.workers[number].fixture is not None:
                continue
            fixture = next(fixtures, None)
            if fixture is None:
                return
            if number == len(self.workers):
                self.workers.append(Worker(self.tournament, self.ruleset.spec.home))
            self.workers[number].play(fixture)

    def _hear(self, worker: Worker, connection: Any) -> Result | None:
        try:
            content = connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            return self._give_up(worker, f"its process ended ({worker.process.exitcode})")
        if isinstance(content, Exception):  # not a bot: the arena itself cannot play
            raise content
        worker.fixture = None
        return msgspec.convert(content, Result)

    def _look(self, worker: Worker) -> Result | None:
        limit_s = self.tournament.budget_ms / 1000 + self.tournament.patience_s
        # Programs are ended by who talks to them; twice the time means that the bot is a Python class, and hangs.
        if worker.watch.is_late(2 * limit_s + LOOK_S):
            return self._give_up(worker, "it did not answer in time")
        return None

    def _give_up(self, worker: Worker, why: str) -> Result:
        """A game that its process did not survive is forfeited by who was thinking; another process takes over."""
        fixture, seat = worker.fixture, worker.watch.thinking
        assert fixture is not None
        worker.end()
        if seat is None:
            raise Barred(Code.BOT_FAILED, f"a process of the arena failed in {fixture}, when no bot was asked: {why}")
        self.workers.remove(worker)
        match = Match(self.ruleset, SeededChance(chance_seed(self.tournament, fixture)))
        nothing = [0] * self.ruleset.seats
        return make_result(
            fixture, match, seat, f"bot {fixture.seating[seat]!r} failed: {why}", [0.0] * self.ruleset.seats, nothing
        )

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.end()


def _processes() -> "ForkServerContext | SpawnContext":
    """How processes are started here."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])  # imported once; a process that takes over starts at once
    return context


def _serve(connection: "Connection[Any, Any]", shared: Any, tournament: Tournament, home: str, folder: str) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the master, who ends us
    watch = SharedWatch(shared)
    threading.Thread(target=_follow_master, args=(watch,), daemon=True).start()
    os.chdir(folder)  # where `module:Class` is looked for
    try:
        module, _, name = home.partition(":")
        register(getattr(importlib.import_module(module), name))
        ruleset = find(tournament.game, tournament.seats, **tournament.options)
        ruleset.compile()
    except Exception as error:
        connection.recv()
        connection.send(error)
        return
    while True:
        try:
            fixture = connection.recv()
        except EOFError:
            return
        watch.clear()
        connection.send(msgspec.to_builtins(play_game(ruleset, tournament, fixture, watch)))


def _follow_master(watch: SharedWatch) -> None:
    """End with the master, even where it was killed: nobody would read the results."""
    master = multiprocessing.parent_process()
    assert master is not None
    master.join()
    watch.end_programs()
    os._exit(1)

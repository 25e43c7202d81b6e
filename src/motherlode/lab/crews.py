"""Who plays the blocks: this process, processes beside it, or machines of a cluster (`motherlode.lab.cluster`).

A task is some blocks of an experiment. It is pure: whoever plays it, however often, gets the same, so a task whose
process dies is simply handed out again.
"""

import importlib
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, Protocol

import msgspec

from motherlode.core.errors import Barred, Code
from motherlode.core.registry import register
from motherlode.lab.experiments import Experiment
from motherlode.lab.tables import Measured, play_blocks

AHEAD = 2  # tasks for each process that are on their way: one is played, the next waits for it
TRIES = 3  # how often a task is handed out before its processes are taken to fail because of it


class Task(NamedTuple):
    """Some blocks of an experiment."""

    variant: str
    experiment: Experiment
    blocks: tuple[int, ...]


class Done(NamedTuple):
    """A task that was played."""

    task: Task
    seconds: float
    games: list[list[Measured]]  # of each block


class Crew(Protocol):
    """Who plays tasks; they end in any order."""

    @property
    def jobs(self) -> int:
        """How many tasks are played at the same time."""

    def play(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Play all tasks; each is taken from `tasks` only when somebody is free for it."""

    def close(self) -> None:
        """Nothing more will be played."""


class Alone:
    """This process plays by itself."""

    jobs = 1

    def play(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """One task after the other."""
        for task in tasks:
            start = time.perf_counter()
            games = play_blocks(task.experiment, task.blocks)
            yield Done(task, time.perf_counter() - start, games)

    def close(self) -> None:
        """There is nothing to end."""


class Processes:
    """Processes of this machine; one that dies is replaced, and its tasks are played again."""

    def __init__(self, jobs: int, home: str) -> None:
        self.jobs, self.home = jobs, home
        self._pool: ProcessPoolExecutor | None = None

    def play(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Tasks in any order."""
        waiting: dict[Future[Any], Task] = {}
        again: list[Task] = []
        tried: dict[Task, int] = {}
        while True:
            while len(waiting) < AHEAD * self.jobs:
                task = again.pop() if again else next(tasks, None)
                if task is None:
                    break
                waiting[self._submit(task)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                task = waiting.pop(future)
                try:
                    seconds, games = future.result()
                except BrokenProcessPool:
                    again += [task, *waiting.values()]
                    waiting.clear()
                    self.close()
                    key = task._replace(experiment=None)  # type: ignore[arg-type]
                    tried[key] = tried.get(key, 0) + 1
                    if tried[key] >= TRIES:
                        raise Barred(
                            Code.BOT_FAILED, f"a process of the lab failed {TRIES} times in blocks {task.blocks}"
                        ) from None
                    break
                yield Done(task, seconds, msgspec.convert(games, list[list[Measured]]))

    def _submit(self, task: Task) -> "Future[Any]":
        if self._pool is None:
            methods = multiprocessing.get_all_start_methods()
            context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
            self._pool = ProcessPoolExecutor(self.jobs, context, initializer=begin, initargs=(self.home,))
        return self._pool.submit(play_task, msgspec.json.encode(task.experiment), task.blocks)

    def close(self) -> None:
        """End the processes; what they play is lost."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def begin(home: str) -> None:
    """Know a game that comes from elsewhere, by where its `GameSpec` can be imported from."""
    module, _, name = home.partition(":")
    register(getattr(importlib.import_module(module), name))


def play_task(experiment: bytes, blocks: tuple[int, ...]) -> tuple[float, Any]:
    """A task in another process: plain values go both ways."""
    start = time.perf_counter()
    games = play_blocks(msgspec.json.decode(experiment, type=Experiment), blocks)
    return time.perf_counter() - start, msgspec.to_builtins(games)


def make_crew(jobs: int, home: str, cluster: str | None = None) -> Crew:
    """Whoever is asked for."""
    if cluster is not None:
        from motherlode.lab.cluster import Cluster

        return Cluster(cluster, home)
    return Alone() if jobs == 1 else Processes(jobs, home)

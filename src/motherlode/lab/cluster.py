"""A Ray cluster as a crew: the same tasks, the same results game for game, whatever machines there are.

Tasks are pure and small: an experiment and numbers of blocks go out, what the games showed comes back. A task whose
machine is lost is played again by Ray; what comes twice is dropped by the journal of the driver. The rules are compiled
once on each machine, into its own cache. Ray comes with the extra `cluster`.
"""

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import msgspec

from motherlode.core.errors import Barred, Code, NotFound
from motherlode.lab.crews import Done, Task, begin, play_task
from motherlode.lab.tables import Measured

AHEAD = 2  # tasks for each processor that are on their way
RETRIES = 10  # of a task whose machine is lost
AT_ONCE = 64  # results that are asked for together


class Cluster:
    """Machines that play tasks."""

    def __init__(self, address: str, home: str) -> None:
        if find_spec("ray") is None:
            raise NotFound(Code.NO_LIBRARY, "a cluster needs ray: pip install 'motherlode[cluster]'")
        import ray

        self.home = home
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            try:
                ray.init(address=address, log_to_driver=False, logging_level="error")
            except Exception as error:  # Ray has many kinds of not being there
                why = " ".join(str(error).split())[:200]
                raise Barred(Code.BAD_CHOICE, f"no cluster at {address!r}: {why}") from None
        self._remote = ray.remote(max_retries=RETRIES, retry_exceptions=False)(play_remotely)

    @property
    def jobs(self) -> int:
        """Processors of all machines that are there now."""
        import ray

        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def play(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Tasks in any order; as many are on their way as keep all processors busy."""
        import ray

        waiting: dict[Any, Task] = {}
        is_more = True
        while True:
            while is_more and len(waiting) < AHEAD * self.jobs:
                task = next(tasks, None)
                if task is None:
                    is_more = False
                    break
                waiting[self._remote.remote(self.home, msgspec.json.encode(task.experiment), task.blocks)] = task
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            more, _ = ray.wait(list(waiting), num_returns=min(AT_ONCE, len(waiting)), timeout=0)
            for reference in dict.fromkeys([*ready, *more]):
                seconds, games = ray.get(reference)
                yield Done(waiting.pop(reference), seconds, msgspec.json.decode(games, type=list[list[Measured]]))

    def close(self) -> None:
        """Leave the cluster to others."""
        import ray

        if self._is_ours:
            with contextlib.suppress(Exception):
                ray.shutdown()


def play_remotely(home: str, experiment: bytes, blocks: tuple[int, ...]) -> tuple[float, bytes]:
    """A task on a machine of the cluster."""
    begin(home)
    seconds, games = play_task(experiment, blocks)
    return seconds, msgspec.json.encode(games)

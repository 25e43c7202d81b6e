"""A Ray cluster as a crew: the same tasks, the same results game for game, whatever machines there are.

Tasks are pure and small: an experiment and numbers of blocks go out, what the games showed comes back (see
`motherlode.arena.cluster`); what comes twice is dropped by the journal of the driver.
"""

from collections.abc import Iterator

import msgspec

from motherlode.arena.cluster import Nodes
from motherlode.lab.crews import Done, Task, begin, play_task
from motherlode.lab.tables import Measured


class Cluster:
    """Machines that play tasks."""

    def __init__(self, address: str, home: str) -> None:
        self.home = home
        self._nodes: Nodes[Task] = Nodes(address, play_remotely)

    @property
    def jobs(self) -> int:
        """Processors of all machines that are there now."""
        return self._nodes.jobs

    def play(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Tasks in any order."""
        calls = ((task, (self.home, msgspec.json.encode(task.experiment), task.blocks)) for task in tasks)
        for task, (seconds, games) in self._nodes.call(calls):
            yield Done(task, seconds, msgspec.json.decode(games, type=list[list[Measured]]))

    def close(self) -> None:
        """Leave the cluster to others."""
        self._nodes.close()


def play_remotely(home: str, experiment: bytes, blocks: tuple[int, ...]) -> tuple[float, bytes]:
    """A task on a machine of the cluster."""
    begin(home)
    seconds, games = play_task(experiment, blocks)
    return seconds, msgspec.json.encode(games)

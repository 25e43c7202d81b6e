"""Games on a Ray cluster: the same tasks, the same results game for game, whatever machines there are.

Tasks are pure and small. A task whose machine is lost is done again by Ray; what comes twice is dropped by the journal
of who asked. The rules are compiled once on each machine, into its own cache. Ray comes with the extra `cluster`.
"""

import contextlib
import importlib
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from motherlode.arena.fixtures import Fixture, Result, Tournament, plain_name
from motherlode.arena.playing import play_game
from motherlode.arena.workers import MAX_SEATS, PIDS, SharedWatch
from motherlode.bots.outside import is_outside
from motherlode.core.errors import Barred, Code, NotFound
from motherlode.core.registry import register
from motherlode.core.ruleset import Ruleset
from motherlode.table.game import find

AHEAD = 2  # tasks for each processor that are on their way
RETRIES = 10  # of a task whose machine is lost
AT_ONCE = 64  # results that are asked for together
TASK_S = 2.0  # of work in a task
MOST_IN_TASK = 256

Key = TypeVar("Key")


class Nodes(Generic[Key]):
    """Machines that call one function."""

    def __init__(self, address: str, function: Callable[..., Any]) -> None:
        if find_spec("ray") is None:
            raise NotFound(Code.NO_LIBRARY, "a cluster needs ray: pip install 'motherlode[cluster]'")
        import ray

        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            try:
                ray.init(address=address, log_to_driver=False, logging_level="error")
            except Exception as error:  # Ray has many kinds of not being there
                why = " ".join(str(error).split())[:200]
                raise Barred(Code.BAD_CHOICE, f"no cluster at {address!r}: {why}") from None
        self._remote = ray.remote(max_retries=RETRIES, retry_exceptions=False)(function)

    @property
    def jobs(self) -> int:
        """Processors of all machines that are there now."""
        import ray

        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def call(self, calls: Iterator[tuple[Key, tuple[Any, ...]]]) -> Iterator[tuple[Key, Any]]:
        """What the function says to each, in any order; as many are on their way as keep all processors busy."""
        import ray

        waiting: dict[Any, Key] = {}
        is_more = True
        while True:
            while is_more and len(waiting) < AHEAD * self.jobs:
                found = next(calls, None)
                if found is None:
                    is_more = False
                    break
                key, given = found
                waiting[self._remote.remote(*given)] = key
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            more, _ = ray.wait(list(waiting), num_returns=min(AT_ONCE, len(waiting)), timeout=0)
            for reference in dict.fromkeys([*ready, *more]):
                answer = ray.get(reference)
                yield waiting.pop(reference), answer

    def close(self) -> None:
        """Leave the cluster to others."""
        import ray

        if self._is_ours:
            with contextlib.suppress(Exception):
                ray.shutdown()


class ClusterWorkers:
    """Machines that play the games of a tournament; results come in any order, each once."""

    def __init__(self, ruleset: Ruleset, tournament: Tournament, address: str) -> None:
        for name in map(plain_name, tournament.bots):
            if is_outside(name):
                raise Barred(Code.BAD_CHOICE, f"bot {name!r}: other people's programs play on this machine only")
        self.tournament, self.home = tournament, ruleset.spec.home
        self._nodes: Nodes[tuple[Fixture, ...]] = Nodes(address, play_remotely)
        self._size = 1

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[Result]:
        """Play all games; some of them make a task of about two seconds."""
        plain = msgspec.to_builtins(self.tournament)
        calls = ((its, (self.home, plain, msgspec.to_builtins(its))) for its in self._tasks(fixtures))
        for its, (seconds, results) in self._nodes.call(calls):
            self._size = max(1, min(MOST_IN_TASK, int(TASK_S * len(its) / max(seconds, 1e-6))))
            yield from msgspec.convert(results, list[Result])

    def _tasks(self, fixtures: Iterator[Fixture]) -> Iterator[tuple[Fixture, ...]]:
        while its := tuple(islice(fixtures, self._size)):
            yield its

    def close(self) -> None:
        """Leave the cluster to others."""
        self._nodes.close()


_rulesets: dict[bytes, Ruleset] = {}  # of this process


def play_remotely(home: str, tournament: Any, fixtures: Any) -> tuple[float, Any]:
    """Some games on a machine of the cluster, and how long they took."""
    module, _, name = home.partition(":")
    register(getattr(importlib.import_module(module), name))
    asked = msgspec.convert(tournament, Tournament)
    key = msgspec.json.encode(tournament)
    if key not in _rulesets:
        _rulesets[key] = find(asked.game, asked.seats, **asked.options)
        _rulesets[key].compile()
    start = time.perf_counter()
    watch = SharedWatch([0.0] * (PIDS + MAX_SEATS))
    results = []
    for fixture in msgspec.convert(fixtures, list[Fixture]):
        watch.clear()
        results.append(play_game(_rulesets[key], asked, fixture, watch))
    return time.perf_counter() - start, msgspec.to_builtins(results)

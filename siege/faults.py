"""The kinds of faults: what is done to a place, and what is done for it to go on."""

import random
import resource
import signal
import time
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from benchmarks.server.databases import Service
from benchmarks.server.subjects import family

from motherlode.server.operations.supervisor import SERVING, SPARE
from siege.places import NUM_WORKERS, OnPostgresql, OnSqlite, Place, kill_service, send, until

NO_MORE = 8  # descriptors: fewer than a server has open
FEW = 4  # of a supervisor
HELD_S = (0.2, 1.0)  # how long processes are stopped
LONG_S = (8.0, 12.0)  # and every fourth time
FORKLESS_S = 1.3  # longer than a process that writes is done without (storage.AWAY_S)
UNAVAILABLE = 503

P = TypeVar("P", bound=Place)


class Fault(ABC, Generic[P]):
    """A kind of fault. Its functions wait, so they are called in a thread while the load goes on."""

    name: ClassVar[str]
    place: ClassVar[type[Place]]
    share: ClassVar[float] = 1.0  # of the number of faults that is asked for: some take long
    seconds: ClassVar[float]  # that one takes, about: each kind has its part of the time by that
    is_long: ClassVar[bool] = False  # it waits for somebody's patience to end
    is_lifted: ClassVar[bool] = False  # play goes on when it is over, and is timed from then; else from its beginning

    def __init__(self, place: P, chance: random.Random) -> None:
        self.at = place
        self.chance = chance
        self.noted: dict[str, list[float]] = {}  # what else was measured
        self.problems: list[str] = []

    def note(self, what: str, figure: float) -> None:
        """Keep a figure."""
        self.noted.setdefault(what, []).append(figure)

    def prepare(self) -> None:
        """Wait until all is there that will be hit."""

    @abstractmethod
    def hit(self) -> None:
        """Do it; returns at once."""

    @abstractmethod
    def mend(self) -> None:
        """Undo it, or wait until the server has."""


class ServerKilled(Fault[OnSqlite]):
    """Kill -9 of the whole server, which is started again."""

    name = "server killed, SQLite"
    seconds = 12.0
    place = OnSqlite

    def hit(self) -> None:
        """Its process that writes ends by itself."""
        self.at.server.kill()

    def mend(self) -> None:
        """Start it."""
        self.at.server.start()


class WriterKilled(Fault[OnSqlite]):
    """Kill -9 of the process that writes."""

    name = "writer killed, SQLite"
    seconds = 2.0
    place = OnSqlite

    def prepare(self) -> None:
        """There is one."""
        until(self.at.writers, "a process that writes")

    def hit(self) -> None:
        """Whatever it was writing."""
        send(self.at.writers(), signal.SIGKILL)

    def mend(self) -> None:
        """The server starts another."""
        self.note("seconds until replaced", until(self.at.writers, "another process that writes"))


class NoWriter(Fault[OnSqlite]):
    """The process that writes is killed, and the server can start no other: it has no descriptors left."""

    name = "writer killed, none can start"
    seconds = 5.0
    place = OnSqlite
    is_lifted = True

    def prepare(self) -> None:
        """There is one, and how many descriptors the server may have."""
        until(self.at.writers, "a process that writes")
        self._limit = resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE)

    def hit(self) -> None:
        """First the descriptors."""
        resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE, (NO_MORE, self._limit[1]))
        send(self.at.writers(), signal.SIGKILL)

    def mend(self) -> None:
        """After a while, in which one should have been started."""
        time.sleep(FORKLESS_S)
        if self.at.writers():
            self.problems.append("a process that writes could be started without descriptors")
        resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE, self._limit)


class DiskFull(Fault[OnSqlite]):
    """There is no room on the disk, for the database and for the log of the server."""

    name = "disk full, SQLite"
    seconds = 5.0
    place = OnSqlite
    share = 0.25
    is_lifted = True

    def hit(self) -> None:
        """From one moment to the next."""
        self.at.fill_disk()

    def mend(self) -> None:
        """When the server has said that it is unwell."""
        try:
            until(lambda: self.at.health() == UNAVAILABLE, "a server that says that it is unwell")
        except TimeoutError as error:
            self.problems.append(str(error))
        self.at.free_disk()


class WorkerKilled(Fault[OnPostgresql]):
    """Kill -9 of one worker of two, while another waits to replace it."""

    name = "worker killed, PostgreSQL"
    seconds = 11.0
    place = OnPostgresql

    def prepare(self) -> None:
        """All workers serve."""
        serve_all(self.at)

    def hit(self) -> None:
        """One of them."""
        self._before = set(self.at.workers_called(SERVING))
        self._start = time.monotonic()
        send([self.chance.choice(sorted(self._before))], signal.SIGKILL)

    def mend(self) -> None:
        """Another one takes connections."""
        until(lambda: self.at.serving() not in {None, *self._before}, "a new worker that serves")
        self.note("seconds until replaced", time.monotonic() - self._start)


class NoWorker(WorkerKilled):
    """A worker is killed, all are to be renewed, and the supervisor can start none: it has no descriptors left."""

    name = "worker killed, none can start"
    seconds = 14.0
    is_lifted = True

    def hit(self) -> None:
        """First the descriptors."""
        self._limit = resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE, (FEW, self._limit[1]))
        self._all = set(self.at.workers())
        super().hit()
        send([self.at.server.pid], signal.SIGHUP)

    def mend(self) -> None:
        """After a while, in which one should have been started."""
        time.sleep(FORKLESS_S)
        if set(self.at.workers()) - self._all:
            self.problems.append("a worker could be started without descriptors")
        resource.prlimit(self.at.server.pid, resource.RLIMIT_NOFILE, self._limit)
        self._start = time.monotonic()
        super().mend()
        until(lambda: not self._all & set(self.at.workers()), "other workers")


class WorkersKilled(Fault[OnPostgresql]):
    """Kill -9 of all workers at once, of the one that waits too: until one is back, the port says 503."""

    name = "all workers killed, PostgreSQL"
    seconds = 20.0
    place = OnPostgresql

    def prepare(self) -> None:
        """All workers serve."""
        serve_all(self.at)

    def hit(self) -> None:
        """All of them."""
        send(self.at.workers(), signal.SIGKILL)

    def mend(self) -> None:
        """Ask until one answers."""
        answers = {UNAVAILABLE: 0, 0: 0}

        def is_well() -> bool:
            status = self.at.health()
            answers[status] = answers.get(status, 0) + 1
            return status == 200

        until(is_well, "a new worker that serves")
        self.note("answers 503", answers[UNAVAILABLE])
        self.note("no answer", answers[0])
        if not answers[UNAVAILABLE]:
            self.problems.append(f"the port did not say 503: {answers}")


class WorkersRenewed(Fault[OnPostgresql]):
    """All workers are replaced one after the other, by SIGHUP."""

    name = "rolling restart, PostgreSQL"
    seconds = 12.0
    place = OnPostgresql
    share = 0.25
    is_lifted = True

    def prepare(self) -> None:
        """All workers serve."""
        serve_all(self.at)

    def hit(self) -> None:
        """Ask for it."""
        self._before = set(self.at.workers())
        send([self.at.server.pid], signal.SIGHUP)

    def mend(self) -> None:
        """None of the old ones is left."""
        seconds = until(lambda: not self._before & set(self.at.workers()), "other workers")
        self.note("seconds of renewing", seconds)


class DatabaseKilled(Fault[OnPostgresql]):
    """Kill -9 of all of PostgreSQL, which is started again."""

    name = "PostgreSQL killed"
    seconds = 6.0
    place = OnPostgresql

    def service(self) -> Service:
        """What is killed."""
        return self.at.postgresql

    def hit(self) -> None:
        """All its processes."""
        kill_service(self.service())

    def mend(self) -> None:
        """Start it."""
        self.service().start()


class BusKilled(DatabaseKilled):
    """Kill -9 of Redis, which is started again."""

    name = "Redis killed"
    seconds = 4.0

    def service(self) -> Service:
        """What is killed."""
        return self.at.redis


class Stopped(Fault[P]):
    """Processes stand still for a moment, every fourth time for longer: for all others they are cut off."""

    share = 0.25
    seconds = 7.0
    is_lifted = True
    num_stops = 0

    @abstractmethod
    def processes(self) -> list[int]:
        """Which."""

    def hit(self) -> None:
        """SIGSTOP."""
        self._stopped = self.processes()
        send(self._stopped, signal.SIGSTOP)

    def mend(self) -> None:
        """SIGCONT, a moment later."""
        self.num_stops += 1
        time.sleep(self.chance.uniform(*(HELD_S if self.num_stops % 4 else LONG_S)))
        send(self._stopped, signal.SIGCONT)


class WriterStopped(Stopped[OnSqlite]):
    """The process that writes stands still."""

    name = "writer stopped, SQLite"
    place = OnSqlite

    def prepare(self) -> None:
        """There is one."""
        until(self.at.writers, "a process that writes")

    def processes(self) -> list[int]:
        """The one that writes."""
        return self.at.writers()


class ServerStopped(Stopped[OnSqlite]):
    """The server stands still, and the process that writes with it."""

    name = "server stopped, SQLite"
    place = OnSqlite
    is_long = True

    def processes(self) -> list[int]:
        """All of it."""
        return self.at.server.family()


class WorkerStopped(Stopped[OnPostgresql]):
    """A worker stands still."""

    name = "worker stopped, PostgreSQL"
    place = OnPostgresql

    def prepare(self) -> None:
        """All workers serve."""
        serve_all(self.at)

    def processes(self) -> list[int]:
        """One worker."""
        return [self.chance.choice(self.at.workers_called(SERVING))]


class WorkerHung(WorkerKilled):
    """A worker stands still for good: after half a minute without a sign of life it is killed and replaced."""

    name = "worker hangs, PostgreSQL"
    share = 0.05
    seconds = 40.0
    is_long = True

    def hit(self) -> None:
        """One of them."""
        self._before = set(self.at.workers_called(SERVING))
        self._start = time.monotonic()
        self._hung = self.chance.choice(sorted(self._before))
        send([self._hung], signal.SIGSTOP)

    def mend(self) -> None:
        """The supervisor ends it; another one takes connections."""
        until(lambda: self._hung not in self.at.workers(), "the end of a worker that hangs")
        super().mend()


class WorkersKilledInARow(WorkerKilled):
    """Kill -9 of a worker, and of the one that replaces it as soon as it serves: no other is ready yet."""

    name = "two workers in a row, PostgreSQL"
    share = 0.25
    seconds = 14.0
    is_long = True

    def mend(self) -> None:
        """The second of them, then as usual."""
        former = set(self._before)
        until(lambda: set(self.at.workers_called(SERVING)) - former, "a worker in place of the first")
        next_ones = set(self.at.workers_called(SERVING)) - former
        self._before |= next_ones
        self._start = time.monotonic()
        send(next_ones, signal.SIGKILL)
        super().mend()


class DatabaseStopped(Stopped[OnPostgresql]):
    """PostgreSQL stands still."""

    name = "PostgreSQL stopped"
    place = OnPostgresql

    def processes(self) -> list[int]:
        """All of it."""
        return family(self.at.postgresql.process)


class BusStopped(Stopped[OnPostgresql]):
    """Redis stands still."""

    name = "Redis stopped"
    place = OnPostgresql

    def processes(self) -> list[int]:
        """All of it."""
        return family(self.at.redis.process)


def serve_all(place: OnPostgresql) -> None:
    """Wait until every worker takes connections, and one more waits to replace the first that ends."""
    seen: set[int | None] = set()

    def is_so() -> bool:
        seen.add(place.serving())
        return len(seen & set(place.workers_called(SERVING))) == NUM_WORKERS and bool(place.workers_called(SPARE))

    until(is_so, "workers that all serve")


KINDS: dict[str, type[Fault[Any]]] = {
    "server": ServerKilled,
    "writer": WriterKilled,
    "no-writer": NoWriter,
    "stop-writer": WriterStopped,
    "stop-server": ServerStopped,
    "disk": DiskFull,
    "worker": WorkerKilled,
    "all-workers": WorkersKilled,
    "no-worker": NoWorker,
    "stop-worker": WorkerStopped,
    "hang-worker": WorkerHung,
    "two-workers": WorkersKilledInARow,
    "rolling": WorkersRenewed,
    "postgresql": DatabaseKilled,
    "stop-postgresql": DatabaseStopped,
    "redis": BusKilled,
    "stop-redis": BusStopped,
}

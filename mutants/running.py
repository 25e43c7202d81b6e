"""Tests against mutants, each in a copy of a process that has imported everything and collected the tests.

In plain mode a rule is an ordinary function, so that a mutant takes its place by its code, wherever it was imported.
A first run, without any fault, says which tests reach which lines: only these are run against a mutant of one, first
those that noticed most for the time they take, and the first that fails ends it.
"""

import gc
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import NoReturn

import msgspec
import pytest
from coverage import Coverage
from hypothesis import HealthCheck, Phase, settings

from mutants.making import Mutant

NOTICED = 1  # how a process ends in which a test failed
MAX_BYTES = 8 << 30  # of memory for one process
# CPU time for a test, which a busy machine does not change: so many times what it takes without a fault, and seconds.
PATIENCE = 6, 5.0
KILLED, SURVIVED = "killed", "survived"


class Clean(msgspec.Struct):
    """What a test does without a fault."""

    seconds: float  # of CPU time
    lines: dict[str, set[int]]  # that it reaches, by module
    is_passed: bool


@dataclass
class Result:
    """What became of a mutant."""

    mutant: Mutant
    outcome: str
    by: str = ""  # the test that noticed


@dataclass
class Runner:
    """A pytest plugin that runs its tests over and over; `results` are there when pytest has ended."""

    mutants: Sequence[Mutant]
    processes: int
    seconds: float  # after which no other mutant is tried
    tell: Callable[[str], None]
    known: Mapping[str, str] = field(default_factory=dict)  # by key of a mutant, the test that noticed it last time
    results: list[Result] = field(default_factory=list)
    _failed: str = ""
    _tries: Counter[str] = field(default_factory=Counter)
    _kills: Counter[str] = field(default_factory=Counter)

    def pytest_collection(self) -> None:
        """Hypothesis tries the same in every run, and does not look for the smallest example."""
        settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running each test once."""
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} errors in collecting tests")
        session.config.pluginmanager.unregister(
            name="terminalreporter"
        )  # a dot for each test of each mutant is no news
        tests = {test.nodeid: test for test in session.items}
        content = _in_a_copy(lambda: msgspec.msgpack.encode(self._run_clean(session.items)))[1]
        clean = msgspec.msgpack.decode(content, type=dict[str, Clean])
        broken = [name for name, test in clean.items() if not test.is_passed]
        if broken or len(clean) < len(tests):
            raise session.Failed(f"without any fault, tests fail: {broken or 'the process ended'}")
        took = sum(test.seconds for test in clean.values())
        self.tell(f"{len(tests)} tests, {took:.0f} s without a fault; {len(self.mutants)} mutants")
        gc.freeze()  # copies of this process share what the collector need not touch
        waiting = list(self.mutants)
        running: dict[int, tuple[Mutant, list[str], int]] = {}
        start = last = time.monotonic()
        while waiting or running:
            if time.monotonic() > start + self.seconds:
                waiting = []
            while waiting and len(running) < self.processes:
                mutant = waiting.pop(0)
                names = self._order(mutant, clean)
                pid, pipe = _copy(lambda: self._try(mutant, [(tests[name], clean[name].seconds) for name in names]))  # noqa: B023
                running[pid] = mutant, names, pipe
            if not running:
                break
            pid, status = os.wait()
            mutant, names, pipe = running.pop(pid)
            with os.fdopen(pipe, "rb") as said:
                by = said.read().decode()
            self._learn(names, by)
            if os.WIFSIGNALED(status):
                by = f"{by} ({signal.Signals(os.WTERMSIG(status)).name})"
            self.results.append(Result(mutant, SURVIVED if status == 0 else KILLED, by))
            if status == 0:
                self.tell(f"nobody noticed {mutant}")
            if time.monotonic() > last + 10:
                last = time.monotonic()
                survived = sum(result.outcome == SURVIVED for result in self.results)
                self.tell(f"{len(self.results)} of {len(self.mutants)}, {survived} survived")
        return True

    def _order(self, mutant: Mutant, clean: Mapping[str, Clean]) -> list[str]:
        """The tests that reach a mutant: who noticed it before, then who notices most for the time that it takes."""
        known = self.known.get(mutant.key, "")

        def urgency(name: str) -> tuple[bool, float, str]:
            chance = (self._kills[name] + 1) / (self._tries[name] + 10)
            return name != known, (clean[name].seconds + 0.01) / chance, name

        reached = range(mutant.first, mutant.last + 1)
        names = [name for name, test in clean.items() if test.lines.get(mutant.module, set()).intersection(reached)]
        return sorted(names, key=urgency)

    def _learn(self, names: Sequence[str], by: str) -> None:
        """Remember which tests noticed something, and which did not."""
        if by in names:
            self._kills[by] += 1
            names = names[: names.index(by) + 1]
        self._tries.update(names)

    def _run_clean(self, items: Sequence[pytest.Item]) -> dict[str, Clean]:
        modules = {str(import_module(name).__file__): name for name in {mutant.module for mutant in self.mutants}}
        noting = Coverage(data_file=None, config_file=False, include=list(modules), messages=False)
        found = {}
        noting.start()
        for item in items:
            self._failed = ""
            start = time.process_time()
            noting.switch_context(item.nodeid)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            found[item.nodeid] = Clean(time.process_time() - start, {}, not self._failed)
        noting.stop()
        for source, module in modules.items():
            for line, names in noting.get_data().contexts_by_lineno(source).items():
                for name in names:
                    if name:  # what ran between tests has none
                        found[name].lines.setdefault(module, set()).add(line)
        return found

    def _try(self, mutant: Mutant, tests: Sequence[tuple[pytest.Item, float]]) -> bytes:
        """Run the tests against the mutant; ends the process where one fails, or takes too long."""
        getattr(import_module(mutant.module), mutant.function).__code__ = mutant.code
        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
        times, more = PATIENCE
        for number, (test, seconds) in enumerate(tests):
            signal.setitimer(signal.ITIMER_PROF, times * seconds + more)  # ends the process, since nothing handles it
            following = tests[number + 1][0] if number + 1 < len(tests) else None
            test.ihook.pytest_runtest_protocol(item=test, nextitem=following)
            if self._failed:
                raise Noticed(self._failed)
        return b""


class Noticed(Exception):
    """A test has failed."""


def _copy(work: Callable[[], bytes]) -> tuple[int, int]:
    """Let a copy of this process do some work; its number, and a pipe from which to read what it gives back."""
    here, there = os.pipe()
    pid = os.fork()
    if pid == 0:
        _work(work, there)
    os.close(there)
    return pid, here


def _work(work: Callable[[], bytes], there: int) -> NoReturn:
    status = 0
    try:
        content = work()
    except BaseException as error:
        status, content = NOTICED, str(error).encode()
    with os.fdopen(there, "wb") as pipe:
        pipe.write(content)
    os._exit(status)


def _in_a_copy(work: Callable[[], bytes]) -> tuple[int, bytes]:
    pid, here = _copy(work)
    with os.fdopen(here, "rb") as pipe:
        content = pipe.read()
    return os.waitpid(pid, 0)[1], content

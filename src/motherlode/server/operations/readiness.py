"""Games come to full strength behind the listening socket: compiled by processes of their own, then loaded.

Every game can be played from the start, by plain rules; its tables go on with machine code when it is there. Games that
somebody plays are compiled first, beside each other, as many as there are processors. The others follow in the
background, one after the other, while nobody plays what is not compiled: a background process is ended as soon as
another game is wanted, and what it has compiled so far stays on disk.

A clone of the repository has no WebAssembly modules yet, which a wheel brings along. They are made last, unless
somebody opens a page that has use for one.
"""

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

import structlog

from motherlode.core import compiling
from motherlode.core.compiling import loading
from motherlode.core.contract import GameSpec
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE, NICENESS, RULES, is_on_disk, prepare, start_process
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import Changeover, is_compiled
from motherlode.core.wasm import building
from motherlode.core.wasm.modules import module_path
from motherlode.table.game import find

MODULE = "module"  # a part of a game beside RULES and MORE: the engine of pages
FIRST = "madcap"  # what is compiled first on a new machine
WAIT_S = 30.0  # how long a request waits for machine code
BY_GAMES = Changeover(lambda _: None, lambda _: None)  # here no table loads or compiles anything: `Games` does
PLAYED_THROUGH = 200  # actions
PROCESSORS = os.cpu_count() or 1

log = structlog.get_logger("motherlode.games")


class Job(NamedTuple):
    """A part of a game that is to become ready."""

    game: str
    part: str  # RULES, MORE or MODULE


_begun: dict[Job, "subprocess.Popen[bytes]"] = {}  # processes from before there was a server


@contextmanager
def first_begun() -> Iterator[None]:
    """Let the first game be compiled while the server is still being loaded."""
    if not compiling.NO_NUMBA and not is_on_disk(find_game(FIRST), RULES):
        _begun[Job(FIRST, RULES)] = start_process(FIRST, RULES)
    try:
        yield
    finally:
        for process in _begun.values():
            process.terminate()
            process.wait()
        _begun.clear()


def play_through(name: str) -> None:
    """Play a game and look at it, so that whatever is loaded on first use is loaded now.

    Later there may be no file descriptors left to open a module or a data file with.
    """
    match = find(name).start(0)
    for number in range(PLAYED_THROUGH):
        if match.is_over:
            break
        match.view(match.to_act)
        legal = match.legal()
        match.play(legal[number % len(legal)])
    match.view()
    match.story()


def is_there(spec: GameSpec, part: str) -> bool:
    """Whether nothing needs to be made for a part of a game any more."""
    return module_path(spec).exists() if part == MODULE else is_on_disk(spec, part)


def begin(spec: GameSpec, part: str) -> "subprocess.Popen[bytes] | None":
    """A process that makes a part of a game; None where it cannot be made here."""
    if part != MODULE:
        return start_process(spec.name, part)
    if not building.can_link():
        return None
    process = building.start(spec)
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    return process


def load(spec: GameSpec, part: str) -> None:
    """Load a part of a game that is on disk; tables go on plainly until it can be called at once."""
    if part == MODULE:  # pages ask for it, and rulesets that are made from now on
        if module_path(spec).exists():
            building.drop_others(spec)
        return
    with loading(Path(spec.folder)):
        prepare(spec, part)
        if part == RULES:
            play_through(spec.name)


class Games:
    """What is at full strength already, and what is being prepared."""

    def __init__(self) -> None:
        # All of them now, in one thread: a game says where its machine code lies while it is imported.
        names = sorted(game_names(), key=lambda name: (name != FIRST, name))
        self._specs: dict[str, GameSpec] = {name: find_game(name) for name in names}
        first = [name for name in names if name == FIRST]
        others = [name for name in names if name != FIRST]
        self._queue = [Job(name, part) for name in first for part in (RULES, MORE)]
        self._queue += [Job(name, part) for part in (RULES, MORE) for name in others]
        self._queue += [Job(name, MODULE) for name in names if building.is_missing(self._specs[name])]
        self._done: dict[Job, asyncio.Future[None]] = {job: asyncio.Future() for job in self._queue}
        self._wanted: list[Job] = []  # somebody plays or waits for these; who asked first comes first
        self._tasks: dict[Job, asyncio.Task[None]] = {}  # what is being prepared
        self._processes: dict[Job, subprocess.Popen[bytes]] = {}  # those of them that are still being compiled
        self._given_up: set[Job] = set()  # whose process was ended, for the sake of others
        self._news = asyncio.Event()  # something is wanted, or done
        self._loading = asyncio.Lock()  # one game after the other is loaded into this process
        self.on_loaded: Callable[[str], None] = lambda _: None  # called with the name of a game that has become faster
        for name, spec in self._specs.items():
            if is_compiled(spec):
                self._queue.remove(Job(name, RULES))
                self._done[Job(name, RULES)].set_result(None)
        if compiling.NO_NUMBA:  # games stay with their modules, and nothing is ever prepared
            self._queue.clear()

    def strength(self, name: str) -> Literal["warming", "full"]:
        """Whether all machine code of a game is there: bots and hints are as strong as they can be."""
        return "full" if all(self.has(name, part) for part in (RULES, MORE)) else "warming"

    def has(self, name: str, part: str) -> bool:
        """Whether a part of a game needs no compiler any more."""
        done = self._done.get(Job(name, part))
        return done is None or done.done()

    def want(self, name: str, part: str = RULES) -> None:
        """Have a part of a game prepared at once, before what nobody asked for; nobody waits for it here."""
        for job in dict.fromkeys((Job(name, RULES), Job(name, part))) if not compiling.NO_NUMBA else ():
            if not self.has(*job) and job not in self._wanted:
                self._wanted.append(job)
                self._news.set()

    async def need(self, name: str, part: str = RULES, seconds: float | None = WAIT_S) -> None:
        """Wait until a part of a game is there, for what cannot be done without; refuse after so many seconds."""
        if self.has(name, part):
            return
        compiling.check_numba()
        self.want(name, part)
        try:
            await asyncio.wait_for(asyncio.shield(self._done[Job(name, part)]), seconds)
        except TimeoutError:
            raise Barred(
                Code.GAME_PREPARING, f"game {name!r} is not ready: it is prepared once on this machine, try again"
            ) from None

    async def run(self) -> None:
        """Prepare all games."""
        try:
            while self._queue or self._tasks:
                self._begin()
                await self._news.wait()
                self._news.clear()
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _begin(self) -> None:
        """Begin with what is wanted, where a processor is free; with the next of the queue, where nothing is wanted."""
        if self._wanted:
            for job, process in self._processes.items():
                if job not in self._wanted:
                    self._given_up.add(job)
                    process.terminate()
        chosen = [job for job in self._wanted if job in self._queue] if self._wanted else self._queue[:1]
        for job in chosen:
            num_busy = sum(other in self._wanted for other in self._tasks) if self._wanted else len(self._tasks)
            if num_busy >= (PROCESSORS if self._wanted else 1):
                return
            if any(other.game == job.game for other in self._tasks):
                continue  # its rules come first
            self._queue.remove(job)
            self._tasks[job] = asyncio.create_task(self._prepare(job))

    async def _prepare(self, job: Job) -> None:
        """Compile a part of a game and load it; back to the queue with it where others were more urgent."""
        started = time.monotonic()
        is_given_up = False
        try:
            await self._compile(job)
            is_given_up = job in self._given_up and not is_there(self._specs[job.game], job.part)
            if not is_given_up:
                async with self._loading:
                    await asyncio.to_thread(load, self._specs[job.game], job.part)
                log.info("prepared", game=job.game, part=job.part, seconds=round(time.monotonic() - started, 1))
        except Exception:
            log.exception("cannot prepare", game=job.game, part=job.part)
        finally:
            del self._tasks[job]
            self._given_up.discard(job)
            self._news.set()
        if is_given_up:
            self._queue.insert(0, job)
            return
        # A game that failed fails again, with its reason, for who asks for it.
        self._done[job].set_result(None)
        if job in self._wanted:
            self._wanted.remove(job)
        if job.part != MODULE:
            self.on_loaded(job.game)

    async def _compile(self, job: Job) -> None:
        """Have a part of a game compiled beside, unless it is on disk."""
        process, spec = _begun.pop(job, None), self._specs[job.game]
        if process is None:
            if is_there(spec, job.part):
                return
            process = begin(spec, job.part)
            if process is None:
                log.info("no module is made: there is no linker", game=job.game)
                return
        self._processes[job] = process
        try:
            status = await asyncio.to_thread(process.wait)
        finally:
            if process.poll() is None:
                process.kill()
            del self._processes[job]
        if status != 0 and job not in self._given_up:
            log.warning("compiling beside failed", game=job.game, part=job.part, status=status)

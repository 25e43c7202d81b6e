"""Games become ready behind the listening socket: compiled one after the other by processes of their own, then loaded.

Whoever needs a game that is not ready waits for it, and it is taken next.
"""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import structlog

from motherlode.core.contract import GameSpec
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE, RULES, is_on_disk, prepare, start_process
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import is_compiled
from motherlode.server.moments import now_ms
from motherlode.table.game import find

FIRST = "madcap"  # what can be played first on a new machine
WAIT_S = 30.0  # how long a request waits for a game
REHEARSED = 200  # actions

Job = tuple[str, str]  # game, part

log = structlog.get_logger("motherlode.games")

_begun: dict[Job, "subprocess.Popen[bytes]"] = {}  # processes from before there was a server


@contextmanager
def first_begun() -> Iterator[None]:
    """Let the first game be compiled while the server is still being loaded."""
    if not is_on_disk(find_game(FIRST), RULES):
        _begun[FIRST, RULES] = start_process(FIRST, RULES)
    try:
        yield
    finally:
        for process in _begun.values():
            process.terminate()
            process.wait()
        _begun.clear()


def rehearse(name: str) -> None:
    """Play a game and look at it: what is loaded on first use is loaded now, and not when there are no descriptors."""
    match = find(name).start(0)
    for number in range(REHEARSED):
        if match.is_over:
            break
        match.view(match.to_act)
        legal = match.legal()
        match.play(legal[number % len(legal)])
    match.view()
    match.story()


class Games:
    """What can be played already, and what is being prepared."""

    def __init__(self) -> None:
        # All of them now, in one thread: a game says where its machine code lies while it is imported.
        names = sorted(game_names(), key=lambda name: (name != FIRST, name))
        self._specs: dict[str, GameSpec] = {name: find_game(name) for name in names}
        first = [name for name in names if name == FIRST]
        others = [name for name in names if name != FIRST]
        self._queue: list[Job] = [(name, part) for name in first for part in (RULES, MORE)]
        self._queue += [(name, part) for part in (RULES, MORE) for name in others]
        self._done: dict[Job, asyncio.Future[None]] = {job: asyncio.Future() for job in self._queue}
        self._wanted: set[Job] = set()  # somebody waits for these
        self._now: Job | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_interrupted = False
        self._ready_at: dict[str, int] = {}
        for name, spec in self._specs.items():
            if is_compiled(spec):
                self._queue.remove((name, RULES))
                self._done[name, RULES].set_result(None)

    def state(self, name: str) -> Literal["ready", "preparing", "waiting"]:
        """How far a game is."""
        if self.is_ready(name):
            return "ready"
        return "preparing" if self._now == (name, RULES) else "waiting"

    def is_ready(self, name: str) -> bool:
        """Whether a match can be played at once."""
        done = self._done.get((name, RULES))
        return done is None or done.done()

    def ready_at(self, name: str) -> int:
        """When a match could first be played in this process; 0: as soon as it started."""
        return self._ready_at.get(name, 0)

    async def need(self, name: str, part: str = RULES, seconds: float = WAIT_S) -> None:
        """Wait until a part of a game is ready, and have it prepared next."""
        job = (name, part)
        done = self._done.get(job)
        if done is None or done.done():
            return
        self._wanted |= {job, (name, RULES)}
        for each in (job, (name, RULES)):
            if each in self._queue:
                self._queue.remove(each)
                self._queue.insert(0, each)
        if self._process is not None and self._now not in self._wanted:
            self._is_interrupted = True  # what was compiled so far stays on disk
            self._process.terminate()
        try:
            await asyncio.wait_for(asyncio.shield(done), seconds)
        except TimeoutError:
            raise Barred(
                Code.GAME_PREPARING, f"game {name!r} is not ready: it is prepared once on this machine, try again"
            ) from None

    async def run(self) -> None:
        """Prepare all games."""
        while self._queue:
            job = self._now = self._queue.pop(0)
            started = time.monotonic()
            try:
                if await self._compile(job):
                    await asyncio.to_thread(prepare, self._specs[job[0]], job[1])
                    if job[1] == RULES:
                        await asyncio.to_thread(rehearse, job[0])
                    log.info("prepared", game=job[0], part=job[1], seconds=round(time.monotonic() - started, 1))
                else:
                    self._queue.insert(len([each for each in self._queue if each in self._wanted]), job)
                    continue
            except Exception:
                log.exception("cannot prepare", game=job[0], part=job[1])
            finally:
                self._now = None
            # A game that failed fails again, with its reason, for who asks for it.
            self._done[job].set_result(None)
            self._wanted.discard(job)
            if job[1] == RULES:
                self._ready_at[job[0]] = now_ms()

    async def _compile(self, job: Job) -> bool:
        """Have a part of a game compiled beside; false if something more urgent came in between."""
        self._process = _begun.pop(job, None)
        if self._process is None:
            if is_on_disk(self._specs[job[0]], job[1]):
                return True
            self._process = start_process(*job)
        try:
            status = await asyncio.to_thread(self._process.wait)
        finally:
            if self._process.poll() is None:
                self._process.kill()
            self._process = None
        if self._is_interrupted:
            self._is_interrupted = False
            return False
        if status != 0:
            log.warning("compiling beside failed", game=job[0], part=job[1], status=status)
        return True

"""Bots at tables and hints: threads into compiled code, with limits on time, on memory and on how often one may fail.

Whoever waits for a thread waits in the event loop; a bot's time begins when a thread takes it up. Hints have threads of
their own, so neither holds up the other.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import structlog

from motherlode.bots import Bot, bot_names, is_quick, kept_bytes, make_bot
from motherlode.bots.hints import Hint, find_hint
from motherlode.bots.warming import WarmingBot
from motherlode.core import compiling
from motherlode.core.contract import Records
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.server.operations.readiness import Games

THINK_S = 20.0  # a bot that takes longer counts as failed; what it waits for a thread does not count
TRIES = 2  # how often a level is started before a weaker one plays
MAX_LOST = 4  # threads of bots that took too long and have not ended yet, before no bot thinks any more
MAX_WAITING = 32  # hints and the like that wait for a thread; more are refused
MAX_KEPT_BYTES = 1 << 28  # what the bots of all tables in memory may keep from one choice to the next

Result = TypeVar("Result")

log = structlog.get_logger("motherlode.bots")


class TooLate(Exception):
    """Work took longer than it may, or no thread is left to begin it."""


class Threads:
    """Some threads, and a queue for them in the event loop; first come, first served."""

    def __init__(self, number: int, name: str) -> None:
        self._free = asyncio.Semaphore(number)
        # There is always a thread for who has passed the semaphore: only bots that are lost keep one beside.
        self._pool = ThreadPoolExecutor(number + MAX_LOST, name)
        self._lost: set[asyncio.Future[Any]] = set()  # took too long, and still run
        self.num_waiting = 0

    async def run(self, begin: Callable[[], Callable[[], Result]], limit_s: float | None = None) -> Result:
        """Wait for a thread, then `begin`, and call in the thread what that gives; raise TooLate after the limit.

        What has begun cannot be ended: it keeps its thread until it ends by itself, whoever waits for it or not.
        """
        self.num_waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.num_waiting -= 1
        try:
            if len(self._lost) >= MAX_LOST:
                raise TooLate
            work: asyncio.Future[Result] = asyncio.get_running_loop().run_in_executor(self._pool, begin())
        except BaseException:
            self._free.release()
            raise
        work.add_done_callback(self._end)
        await asyncio.wait((work,), timeout=limit_s)
        if not work.done():
            self._lost.add(work)
            self._free.release()
            raise TooLate
        return work.result()

    def _end(self, work: "asyncio.Future[Any]") -> None:
        if work in self._lost:
            self._lost.remove(work)
        else:
            self._free.release()
        if not work.cancelled():
            work.exception()  # nobody may be waiting for it any more

    def close(self) -> None:
        """Begin nothing more; what runs is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Sitting:
    """A bot in a seat of a table, for as long as it plays there: it keeps what it thought, unless room is short."""

    def __init__(self, seat: int, level: str) -> None:
        self.seat = seat
        self.level = level
        self.bot: Bot | None = None  # none: not made yet, thinking, or dropped


class BotRunner:
    """Lets bots choose, in threads of their own; compiled code does not hold up the server."""

    def __init__(self, threads: int, games: Games, measure: Callable[[str, float], None] = lambda _, __: None) -> None:
        self._bots = Threads(threads, "motherlode-bot")
        self._studies = Threads(max(1, threads // 2), "motherlode-study")
        self._games = games
        self._kept: WeakKeyDictionary[Sitting, int] = WeakKeyDictionary()  # bytes, the longest unused first
        self._measure = measure  # level, seconds of thinking
        self.make: Callable[[str, Ruleset], Bot] = make_bot
        self.clock: Callable[[], float] = time.perf_counter
        self.max_kept_bytes = MAX_KEPT_BYTES

    async def choose(
        self, game: Ruleset, sitting: Sitting, seen: Records, table: str, step: int, *, is_patient: bool = False
    ) -> tuple[int, str, str]:
        """What a bot does with what it may see; the level that chose, and why another than asked for.

        A bot whose machine code is not there yet plays simpler meanwhile, under its own name; patient, it waits for it.
        """
        names, level = bot_names(game), sitting.level
        weaker = names[: names.index(level) + 1][::-1] if level in names else names[::-1]
        why = "" if level in names else "unknown here"
        for candidate in weaker:
            is_warming = not is_quick(game.spec, candidate) and not self._games.has(game.spec.name, MORE)
            if is_warming and is_patient:
                await self._games.need(game.spec.name, MORE, None)
                is_warming = False
            elif is_warming:
                self._games.want(game.spec.name, MORE)
            for _ in range(TRIES):
                begin = partial(self._begin, game, candidate, seen.copy(), sitting, is_warming)
                try:
                    action, bot, seconds = await self._bots.run(begin, THINK_S)
                except TooLate:
                    why = "too slow"
                    log.warning("bot too slow", table=table, bot=candidate, step=step)
                    break
                except Exception as error:
                    why = "failed"
                    log.warning("bot failed", table=table, bot=candidate, step=step, error=repr(error)[:200])
                else:
                    if not is_warming:
                        self._measure(candidate, seconds)
                        self._keep(sitting, candidate, bot)
                    return action, candidate, why
        # Whatever fails, the match goes on.
        legal = game.legal(seen)
        return legal[secrets.randbelow(len(legal))], weaker[-1], why

    @property
    def num_bots_waiting(self) -> int:
        """How many bots wait for a thread."""
        return self._bots.num_waiting

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function that thinks for somebody who studies, in a thread for that; refuse if too many wait."""
        if self._studies.num_waiting >= MAX_WAITING:
            raise Barred(Code.TOO_FAST, f"{MAX_WAITING} others wait for a hint already: try again in a few seconds")
        return await self._studies.run(lambda: partial(work, *arguments))

    async def hint(self, game: Ruleset, seen: Records, seat: int) -> Hint:
        """What each action is worth to a seat, by what it may see; without Numba as far as the module can tell."""
        if not compiling.NO_NUMBA:
            await self._games.need(game.spec.name, MORE)
        return await self.run(find_hint, game, seen, seat)

    def _begin(
        self, game: Ruleset, level: str, seen: Records, sitting: Sitting, is_warming: bool
    ) -> Callable[[], tuple[int, Bot, float]]:
        """A thread is free: what it is to do."""
        bot = WarmingBot(game.spec, level) if is_warming else self._take(sitting, level)
        return partial(self._think, game, level, seen, sitting.seat, bot)

    def _think(self, game: Ruleset, level: str, seen: Records, seat: int, bot: Bot | None) -> tuple[int, Bot, float]:
        """In a thread: the choice, who made it, and the seconds that it took."""
        started = self.clock()
        bot = bot or self.make(level, game)
        # Nobody can know the stream: it is new for each choice, also where the bot is not.
        action = int(bot.choose(game, seen, seat, make_streams(secrets.randbits(62))))
        if game.refuse(seen, action):
            raise AssertionError(f"the bot {level} chose {action}, which is not legal")
        return action, bot, self.clock() - started

    def _take(self, sitting: Sitting, level: str) -> Bot | None:
        """Take the bot out of its sitting, so that one thread alone has it; `_keep` brings it back after a choice."""
        bot, sitting.bot = sitting.bot, None
        self._kept.pop(sitting, None)
        return bot if sitting.level == level else None

    def _keep(self, sitting: Sitting, level: str, bot: Bot) -> None:
        """Let a bot stay where it sits until it is asked again; those that were not asked for longest make room."""
        sitting.level, sitting.bot = level, bot
        size = kept_bytes(bot)
        if size:
            self._kept[sitting] = size
        while self.kept_bytes > self.max_kept_bytes:
            oldest = next(iter(self._kept))
            self._kept.pop(oldest)
            oldest.bot = None

    @property
    def kept_bytes(self) -> int:
        """What the bots that sit at tables keep, all together."""
        return sum(self._kept.values())

    def close(self) -> None:
        """Let running bots and hints end by themselves; what they find is not waited for."""
        self._bots.close()
        self._studies.close()

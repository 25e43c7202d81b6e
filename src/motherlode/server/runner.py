"""Bots at tables: threads into compiled code, with limits on time and on how often one may fail."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import structlog

from motherlode.bots import Bot, bot_names, is_quick, make_bot
from motherlode.bots.hints import Hint, find_hint
from motherlode.core.contract import Records
from motherlode.core.errors import MotherlodeError
from motherlode.core.preparing import MORE
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.server.preparing import Games

THINK_S = 20.0  # a bot that takes longer counts as failed
TRIES = 2  # how often a level is started before a weaker one plays

Result = TypeVar("Result")

log = structlog.get_logger("motherlode.bots")


class BotRunner:
    """Lets bots choose, in threads of their own; compiled code does not hold up the server."""

    def __init__(self, threads: int, games: Games, measure: Callable[[str, float], None] = lambda _, __: None) -> None:
        self._pool = ThreadPoolExecutor(threads, "motherlode-bot")
        self._games = games
        self._measure = measure  # level, seconds
        self.make: Callable[[str, Ruleset], Bot] = make_bot

    async def choose(
        self, game: Ruleset, level: str, seen: Records, seat: int, table: str, step: int
    ) -> tuple[int, str, str]:
        """What a bot does with what it may see; the level that chose, and why another than asked for."""
        names = bot_names(game)
        weaker = names[: names.index(level) + 1][::-1] if level in names else names[::-1]
        why = "" if level in names else "unknown here"
        for candidate in weaker:
            if not is_quick(game.spec, candidate):
                try:
                    await self._games.need(game.spec.name, MORE)
                except MotherlodeError:
                    why = "not ready"
                    continue
            for _ in range(TRIES):
                started = time.perf_counter()
                try:
                    action = await asyncio.wait_for(
                        asyncio.get_running_loop().run_in_executor(
                            self._pool, self._think, game, candidate, seen.copy(), seat
                        ),
                        THINK_S,
                    )
                except TimeoutError:
                    why = "too slow"
                    log.warning("bot too slow", table=table, bot=candidate, step=step)
                    break
                except Exception as error:
                    why = "failed"
                    log.warning("bot failed", table=table, bot=candidate, step=step, error=repr(error)[:200])
                else:
                    self._measure(candidate, time.perf_counter() - started)
                    return action, candidate, why
        # Whatever fails, the match goes on.
        legal = game.legal(seen)
        return legal[secrets.randbelow(len(legal))], weaker[-1], why

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function that thinks, in a thread of the bots."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    async def hint(self, game: Ruleset, seen: Records, seat: int) -> Hint:
        """What each action is worth to a seat, by what it may see."""
        await self._games.need(game.spec.name, MORE)
        return await self.run(find_hint, game, seen, seat)

    def _think(self, game: Ruleset, level: str, seen: Records, seat: int) -> int:
        action = int(self.make(level, game).choose(game, seen, seat, make_streams(secrets.randbits(62))))
        if game.refuse(seen, action):
            raise AssertionError(f"the bot {level} chose {action}, which is not legal")
        return action

    def close(self) -> None:
        """Let running bots end by themselves; their choice is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

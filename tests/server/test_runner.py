"""Bots and hints in threads: what waits is not slow, one bot plays a seat to the end, memory is bounded.

The clock of the event loop stands still in these tests, and bots begin and end by events.
"""

import asyncio
import gc
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import motherlode
from motherlode.bots import Bot
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE
from motherlode.core.ruleset import Ruleset
from motherlode.server.tables.runner import MAX_LOST, MAX_WAITING, THINK_S, BotRunner, Sitting

PATIENCE_S = 600.0  # for a thread to begin on a busy machine


class Ready:
    """Games that are all prepared."""

    def has(self, name: str, part: str) -> bool:
        return True

    async def need(self, name: str, part: str = "", seconds: float | None = 0.0) -> None:
        """At once."""


class Cold(Ready):
    """Games that are not, until somebody says so."""

    def __init__(self) -> None:
        self.wanted: list[tuple[str, str]] = []
        self.done = asyncio.Event()
        self.is_needed = False

    def has(self, name: str, part: str) -> bool:
        return self.done.is_set()

    def want(self, name: str, part: str) -> None:
        self.wanted.append((name, part))

    async def need(self, name: str, part: str = "", seconds: float | None = 0.0) -> None:
        self.is_needed = True
        await self.done.wait()


class Clock:
    """A loop's clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        asyncio.get_running_loop().time = lambda: self.now  # type: ignore[method-assign]

    def advance(self, seconds: float) -> None:
        self.now += seconds


class Gate:
    """Holds up threads until it is opened, and tells the loop when one has come."""

    def __init__(self) -> None:
        self.came = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._open = threading.Event()

    def pass_through(self) -> None:
        self._loop.call_soon_threadsafe(self.came.set)
        assert self._open.wait(PATIENCE_S)

    def open(self) -> None:
        self._open.set()


class First:
    """Plays the first legal action, and remembers who asked."""

    def __init__(self, before: Callable[[], None] = lambda: None, num_bytes: int = 0) -> None:
        self.num_choices = 0
        self.num_bytes = num_bytes
        self.seen: list[bytes] = []
        self._before = before
        self._alone = threading.Lock()

    def choose(self, ruleset: Ruleset, states: Any, seat: int, random: Any) -> int:
        assert self._alone.acquire(blocking=False), "two threads at once"
        try:
            self.num_choices += 1
            self.seen.append(random.tobytes())
            self._before()
            return ruleset.legal(states)[0]
        finally:
            self._alone.release()


class Broken:
    """Fails."""

    def choose(self, *_: Any) -> int:
        raise MemoryError("a bot's own trouble")


class Room:
    """A runner, and the bots that it made."""

    def __init__(self, make: Callable[[str, int], Bot], threads: int = 1) -> None:
        self.game = motherlode.game("madcap")
        self.position = self.game.start(1).position
        self.runner = BotRunner(threads, Ready())  # type: ignore[arg-type]
        self.made: list[str] = []
        self.bots: list[Any] = []

        def make_one(level: str, _: Ruleset) -> Bot:
            self.made.append(level)
            self.bots.append(make(level, len(self.made)))
            return self.bots[-1]

        self.runner.make = make_one

    async def ask(self, sitting: Sitting | None = None) -> tuple[str, str]:
        """The level that chose, and why another than asked for."""
        sitting = sitting or Sitting(0, "greedy")
        action, used, why = await self.runner.choose(self.game, sitting, self.position, "table", 1)
        assert action in self.game.legal(self.position)
        return used, why


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let a scenario play, on a loop of its own."""
    asyncio.run(scenario())


async def soon(condition: Callable[[], bool]) -> None:
    """Let the loop go on until something is so."""
    while not condition():
        await asyncio.sleep(0)


# Time


def test_a_bot_that_waits_for_a_thread_is_not_slow():
    async def scenario():
        clock, gate = Clock(), Gate()
        room = Room(lambda _, number: First(gate.pass_through if number == 1 else lambda: None))
        asked = [asyncio.create_task(room.ask()) for _ in range(80)]
        await gate.came.wait()
        assert room.runner.num_bots_waiting == 79
        clock.advance(THINK_S - 1)
        await asyncio.sleep(0)
        assert not any(task.done() for task in asked)
        clock.advance(1000 * THINK_S)  # for who thinks and for those who wait
        answers = await asyncio.gather(*asked)
        assert answers == [("prospector", "too slow"), *[("greedy", "")] * 79]
        gate.open()
        room.runner.close()

    run(scenario)


def test_bots_that_never_end_leave_the_others_their_threads_and_then_the_match_goes_on_without_them():
    async def scenario():
        clock, gates = Clock(), [Gate() for _ in range(MAX_LOST)]
        stuck = iter(gates)
        room = Room(lambda level, _: First(next(stuck).pass_through if level == "greedy" else lambda: None))
        for gate in gates:
            asked = asyncio.create_task(room.ask())
            await gate.came.wait()
            clock.advance(THINK_S + 1)
            expected = "random" if gate is gates[-1] else "prospector"  # with the last one no thread is left
            assert await asked == (expected, "too slow")
        assert await room.ask() == ("random", "too slow")
        for gate in gates:
            gate.open()
        while await room.ask(Sitting(0, "random")) != ("random", ""):  # they end, and all is as before
            await asyncio.sleep(0)
        room.runner.close()

    run(scenario)


def test_the_time_that_is_measured_is_that_of_thinking():
    async def scenario():
        clock, gate, measured = Clock(), Gate(), []
        room = Room(lambda _, number: First(gate.pass_through if number == 1 else lambda: None))
        room.runner._measure = lambda level, seconds: measured.append((level, seconds))
        ticks = iter(range(1000))
        room.runner.clock = lambda: float(next(ticks))
        asked = [asyncio.create_task(room.ask()) for _ in range(3)]
        await gate.came.wait()
        clock.advance(THINK_S / 2)
        gate.open()
        await asyncio.gather(*asked)
        assert measured == [("greedy", 1.0)] * 3  # one tick from beginning to end, however long they waited
        room.runner.close()

    run(scenario)


def test_who_is_no_longer_waited_for_leaves_the_queue_but_not_a_thread():
    async def scenario():
        Clock()
        gate = Gate()
        room = Room(lambda _, number: First(gate.pass_through if number == 1 else lambda: None))
        thinking, waiting, last = (asyncio.create_task(room.ask()) for _ in range(3))
        await gate.came.wait()
        for task in (thinking, waiting):
            task.cancel()
            await asyncio.wait((task,))
        await asyncio.sleep(0)
        assert room.made == ["greedy"]  # the only thread is still at it
        gate.open()
        assert await last == ("greedy", "")
        assert room.made == ["greedy"] * 2
        room.runner.close()

    run(scenario)


# Hints


def test_hints_do_not_wait_for_bots_nor_bots_for_hints():
    async def scenario():
        Clock()
        bots, hints = Gate(), Gate()
        room = Room(lambda _, number: First(bots.pass_through if number == 1 else lambda: None))
        thinking = asyncio.create_task(room.ask())
        await bots.came.wait()
        assert await room.runner.run(lambda: "a hint") == "a hint"
        studying = asyncio.create_task(room.runner.run(hints.pass_through))
        await hints.came.wait()
        bots.open()
        assert await thinking == ("greedy", "")
        assert await room.ask() == ("greedy", "")
        hints.open()
        await studying
        room.runner.close()

    run(scenario)


def test_hints_beyond_what_may_wait_are_refused_at_once():
    async def scenario():
        Clock()
        gate = Gate()
        room = Room(lambda _, __: First())
        first = asyncio.create_task(room.runner.run(gate.pass_through))
        await gate.came.wait()
        waiting = [asyncio.create_task(room.runner.run(int, number)) for number in range(MAX_WAITING)]
        await soon(lambda: room.runner._studies.num_waiting == MAX_WAITING)
        with pytest.raises(Barred) as refused:
            await room.runner.run(int, 0)
        assert refused.value.code == Code.TOO_FAST
        gate.open()
        await first
        assert await asyncio.gather(*waiting) == list(range(MAX_WAITING))
        assert await room.runner.run(int, 7) == 7
        room.runner.close()

    run(scenario)


def test_what_a_hint_raises_is_told_and_costs_no_thread():
    async def scenario():
        room = Room(lambda _, __: First())
        for _ in range(MAX_LOST + 1):
            with pytest.raises(ValueError, match="invalid literal"):
                await room.runner.run(int, "x")
        assert await room.runner.run(int, "7") == 7
        room.runner.close()

    run(scenario)


def test_a_runner_that_is_closed_ends_both_kinds_of_threads():
    async def scenario():
        before = set(threading.enumerate())
        room = Room(lambda _, __: First())
        await room.ask()
        await room.runner.run(int)
        threads = [thread for thread in threading.enumerate() if thread not in before]
        assert {thread.name.rpartition("_")[0] for thread in threads} == {"motherlode-bot", "motherlode-study"}
        room.runner.close()
        for thread in threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
        for _ in range(2):
            with pytest.raises(RuntimeError):
                await room.runner.run(int)

    run(scenario)


# The life of a bot


def test_a_bot_stays_where_it_sits_and_draws_from_another_stream_for_each_choice():
    async def scenario():
        room = Room(lambda _, __: First())
        here, there = Sitting(0, "greedy"), Sitting(1, "greedy")
        for sitting in (here, there, here, here):
            await room.ask(sitting)
        assert [bot.num_choices for bot in room.bots] == [3, 1]
        streams = [stream for bot in room.bots for stream in bot.seen]
        assert len(set(streams)) == 4
        room.runner.close()

    run(scenario)


def test_a_bot_that_fails_is_made_anew_before_a_weaker_one_plays_and_stays():
    async def scenario():
        room = Room(lambda level, number: Broken() if level == "greedy" and number > 1 else First())
        sitting = Sitting(0, "greedy")
        assert await room.ask(sitting) == ("greedy", "")
        room.bots[0].choose = Broken().choose
        assert await room.ask(sitting) == ("prospector", "failed")
        assert room.made == ["greedy", "greedy", "prospector"]
        assert sitting.level == "prospector"
        assert await room.ask(sitting) == ("prospector", "")
        assert len(room.made) == 3
        room.runner.close()

    run(scenario)


def test_one_failure_of_a_bot_that_was_kept_costs_it_what_it_kept_and_not_its_seat():
    async def scenario():
        room = Room(lambda _, __: First())
        sitting = Sitting(0, "greedy")
        await room.ask(sitting)
        room.bots[0].choose = Broken().choose
        assert (await room.ask(sitting))[0] == "greedy"
        assert await room.ask(sitting) == ("greedy", "")
        assert [bot.num_choices for bot in room.bots] == [1, 2]
        room.runner.close()

    run(scenario)


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_bot_that_is_still_thinking_is_never_asked_again(is_cancelled):
    async def scenario():
        clock, gate = Clock(), Gate()
        room = Room(lambda _, number: First(gate.pass_through if number == 1 else lambda: None), threads=2)
        sitting = Sitting(0, "greedy")
        asked = asyncio.create_task(room.ask(sitting))
        await gate.came.wait()
        if is_cancelled:
            asked.cancel()
            await asyncio.wait((asked,))
        else:
            clock.advance(THINK_S + 1)
            assert await asked == ("prospector", "too slow")
        for _ in range(2):
            await room.ask(sitting)
        assert room.bots[0].num_choices == 1
        gate.open()
        room.runner.close()

    run(scenario)


def test_what_all_bots_keep_is_bounded_and_the_longest_unused_goes_first():
    async def scenario():
        room = Room(lambda _, __: First(num_bytes=40))
        room.runner.max_kept_bytes = 100
        sittings = [Sitting(0, "greedy") for _ in range(3)]
        for number in (0, 1, 0, 2):
            await room.ask(sittings[number])
            assert room.runner.kept_bytes <= 100
        assert [sitting.bot for sitting in sittings] == [room.bots[0], None, room.bots[2]]
        assert await room.ask(sittings[1]) == ("greedy", "")  # it begins anew
        assert len(room.made) == 4
        assert [sitting.bot for sitting in sittings] == [None, room.bots[3], room.bots[2]]
        room.runner.max_kept_bytes = 10
        await room.ask(sittings[1])
        assert room.runner.kept_bytes == 0
        room.runner.close()

    run(scenario)


def test_a_sitting_that_is_gone_takes_no_room():
    async def scenario():
        room = Room(lambda _, __: First(num_bytes=40))
        sitting = Sitting(0, "greedy")
        await room.ask(sitting)
        assert room.runner.kept_bytes == 40
        del sitting
        gc.collect()
        assert room.runner.kept_bytes == 0
        room.runner.close()

    run(scenario)


def test_a_bot_that_is_warming_up_plays_under_its_own_name_and_where_it_counts_it_waits():
    async def scenario():
        room, games = Room(lambda _, __: First()), Cold()
        room.runner._games = games  # type: ignore[assignment]
        sitting = Sitting(0, "mastermind")
        assert await room.ask(sitting) == ("mastermind", "")
        assert (room.made, sitting.bot) == ([], None)
        assert games.wanted == [("madcap", MORE)]
        rated = asyncio.create_task(room.runner.choose(room.game, sitting, room.position, "table", 1, is_patient=True))
        await soon(lambda: games.is_needed)
        assert not rated.done()
        games.done.set()
        assert (await rated)[1:] == ("mastermind", "")
        assert room.made == ["mastermind"]  # the bot itself
        assert await room.ask(sitting) == ("mastermind", "")
        assert sitting.bot is room.bots[0]
        room.runner.close()

    run(scenario)

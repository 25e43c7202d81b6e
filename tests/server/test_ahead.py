"""What a table prepares while the disk works: nobody hears of it before it is stored; what is not is forgotten."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from motherlode.server import deciding
from motherlode.server.metrics import Metrics
from motherlode.server.people import Who
from motherlode.server.preparing import Games
from motherlode.server.runner import BotRunner
from motherlode.server.state import Setup, Stored, game_of, now_ms
from motherlode.server.storage import Append, Storage, StoreAway, engine_for, migrate
from motherlode.server.tables import Hub, LiveTable


class Ear:
    """A connection that keeps what it is told."""

    seat: int | None = None
    detail = "full"
    language = "en"
    seated = -1

    def __init__(self, live: LiveTable, person: str) -> None:
        self.who = Who(person=person)
        self.sent = live.state.step
        self.seats: list[int] = []
        self.heard: list[dict[str, Any]] = []
        live.listeners.add(self)  # type: ignore[arg-type]

    def push(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))


async def new_table(hub: Hub) -> LiveTable:
    """Two people at a game of Madcap."""
    await hub.games.need("madcap")
    game = game_of("madcap", 2, {})
    setup = Setup(
        "ahead", "madcap", game.spec.version, game.digest, {}, [None, None], "p0", now_ms(), "greedy", is_public=True
    )
    return await hub.create(setup, [Stored("sat", seat, person=f"p{seat}", name=f"P{seat}") for seat in range(2)])


def act(live: LiveTable, ear: Ear, request: str, settled: list[object]) -> bool:
    """Play the first action that may be played."""
    seat, step, match = live.state.to_act, live.state.step, live.state.match
    assert match is not None
    action = match.legal()[0]
    return live.change_now(
        ear.who.key(seat),
        request,
        lambda state: deciding.act(state, seat, step, action),
        ear,  # type: ignore[arg-type]
        settled.append,
    )


def run(tmp_path: Any, work: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    """Do something with two processes' worth of tables on one file."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

    async def both() -> None:
        stores = [Storage(engine_for(url)) for _ in range(2)]
        hubs = []
        for number, store in enumerate(stores):
            games = Games()
            hubs.append(Hub(store, BotRunner(1, games), Metrics(), f"hub{number}", games))
        await work(*hubs)
        for hub in hubs:
            await hub.stop()
            await hub.storage.close()

    asyncio.run(both())


def test_what_is_prepared_is_told_when_it_is_stored(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ears = [Ear(live, f"p{seat}") for seat in range(2)]
        settled: list[object] = []
        before = live.state.step
        assert act(live, ears[live.state.to_act], "one", settled)
        await asyncio.sleep(0)  # the event is on its way, and what to tell is written
        assert live.state.step == before + 1
        assert not settled
        assert not any(ear.heard for ear in ears)
        assert not act(live, ears[0], "two", settled)  # the table is locked
        while not settled:
            await asyncio.sleep(0.001)
        assert settled == [True]
        assert [[message["step"] for message in ear.heard] for ear in ears] == [[before + 1]] * 2
        assert sorted("ack" in ear.heard[0] for ear in ears) == [False, True]

    run(tmp_path, work)


def test_what_is_not_stored_is_forgotten_and_never_told(tmp_path, monkeypatch):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, settled = Ear(live, "p0"), []
        before, position = live.state.step, live.state.match.position.tobytes()

        def fail(event: Append, settle: Any, meanwhile: Any) -> None:
            meanwhile()
            settle(StoreAway())

        with monkeypatch.context() as patch:
            patch.setattr(hub.storage, "append", fail)
            assert act(live, ear, "one", settled)
        assert isinstance(settled[0], StoreAway)
        update = await live.fetch(Who(person="p0"), None)
        assert update.step == live.state.step == before
        assert live.state.match.position.tobytes() == position
        assert ear.heard == []

    run(tmp_path, work)


def test_a_step_that_another_process_took_is_told_instead(tmp_path):
    async def work(hub: Hub, other: Hub) -> None:
        live = await new_table(hub)
        await other.games.need("madcap")
        there = await other.open("ahead")
        ear, settled, theirs = Ear(live, "p0"), [], []
        before = live.state.step
        assert act(there, Ear(there, "p1"), "theirs", theirs)
        while not theirs:
            await asyncio.sleep(0.001)
        assert act(live, ear, "mine", settled)
        while not settled:
            await asyncio.sleep(0.001)
        assert (theirs, settled) == ([True], [False])
        assert ear.heard == []
        update = await live.fetch(Who(person="p0"), before)
        assert [event.step for event in update.events] == [before]
        assert [message["step"] for message in ear.heard] == [before + 1]  # what the other process stored
        assert live.state.match.position.tobytes() == there.state.match.position.tobytes()

    run(tmp_path, work)


def test_what_ends_a_match_is_not_even_prepared(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ears = [Ear(live, f"p{seat}") for seat in range(2)]
        number = 0
        while live.state.match.log[-1].step < 2 * 12 - 2:  # all but the last action
            settled: list[object] = []
            assert act(live, ears[live.state.to_act], str(number), settled)
            number += 1
            while not settled:
                await asyncio.sleep(0.001)
        settled, step = [], live.state.step
        assert act(live, ears[live.state.to_act], "last", settled)
        await asyncio.sleep(0)
        assert (live.state.step, live.state.is_seed_open) == (step, False)
        while not settled:
            await asyncio.sleep(0.001)
        assert (live.state.step, live.state.is_seed_open) == (step + 1, True)
        assert all(ear.heard[-1]["view"]["scores"] for ear in ears)

    run(tmp_path, work)


@pytest.mark.parametrize("is_told", [False, True])
def test_a_fault_while_preparing_loses_nothing(tmp_path, monkeypatch, is_told):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, settled = Ear(live, "p0"), []
        before = live.state.step

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(live, "_tell" if is_told else "_messages", fail)
            assert act(live, ear, "one", settled)
            while not settled:
                await asyncio.sleep(0.001)
        assert isinstance(settled[0], Exception)
        assert (await live.fetch(Who(person="p0"), None)).step == before + 1  # it was stored

    run(tmp_path, work)

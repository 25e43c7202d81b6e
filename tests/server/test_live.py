"""One road for everything that happens at a table: decided, stored, told; what is not stored never was."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from motherlode.core.errors import Barred, IllegalAction
from motherlode.server.moments import now_ms
from motherlode.server.operations.metrics import Metrics
from motherlode.server.operations.outages import Outages
from motherlode.server.operations.readiness import Games
from motherlode.server.storage.storage import Append, Storage, StoreAway, engine_for, migrate
from motherlode.server.tables import deciding
from motherlode.server.tables.access import Who
from motherlode.server.tables.hub import Hub
from motherlode.server.tables.live import TRIES, LiveTable, Request
from motherlode.server.tables.runner import BotRunner
from motherlode.server.tables.state import Setup, Stored, game_of
from motherlode.server.tables.telling import Telling


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

    def lose(self) -> None:
        self.is_lost = True


async def new_table(hub: Hub, **more: Any) -> LiveTable:
    """Two people at a game of Madcap."""
    await hub.games.need("madcap")
    game = game_of("madcap", 2, {})
    setup = Setup(
        "road", "madcap", game.spec.version, game.digest, {}, [None, None], "p0", now_ms(), "greedy", is_public=True,
        **more,
    )  # fmt: skip
    return await hub.create(setup, [Stored("sat", seat, person=f"p{seat}", name=f"P{seat}") for seat in range(2)])


def act(live: LiveTable, ear: Ear, request: str, results: list[Any]) -> None:
    """Ask for the first action that may be played."""
    seat, step, match = live.state.to_act, live.state.step, live.state.match
    assert match is not None
    decide = partial(deciding.act, seat=seat, step=step, action=match.legal()[0])
    live.submit(Request(decide, results.append, ear.who.key(seat), request, ear))  # type: ignore[arg-type]


async def until(results: list[Any], count: int = 1) -> None:
    """Wait for answers."""
    while len(results) < count:
        await asyncio.sleep(0.001)


def run(tmp_path: Any, work: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    """Do something with two processes' worth of tables on one file."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    engine = engine_for(url)
    migrate(engine)
    engine.dispose()

    async def both() -> None:
        hubs = []
        for number in range(2):
            store, games = Storage(engine_for(url)), Games()
            hubs.append(Hub(store, BotRunner(1, games), Metrics(), f"hub{number}", games, Outages(store)))
        await work(*hubs)
        for hub in hubs:
            await hub.stop()
            await hub.storage.close()

    asyncio.run(both())


def test_nothing_has_happened_before_it_is_stored(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ears = [Ear(live, f"p{seat}") for seat in range(2)]
        results: list[Any] = []
        before, step = live.state, live.state.step
        position = before.match.position.tobytes()
        act(live, ears[live.state.to_act], "one", results)
        await asyncio.sleep(0)  # the event is on its way, and what to tell is written
        assert live.state is before
        assert before.match.position.tobytes() == position
        assert not results
        assert not any(ear.heard for ear in ears)
        await until(results)
        assert results == [step + 1] == [live.state.step]
        assert before.step == step, "a state never changes"
        assert before.match.position.tobytes() == position
        assert [[message["step"] for message in ear.heard] for ear in ears] == [[step + 1]] * 2
        assert sorted("ack" in ear.heard[0] for ear in ears) == [False, True]

    run(tmp_path, work)


def test_a_table_that_is_found_in_the_database_while_it_is_made_is_in_memory_once(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        write, found = hub.storage.write, []

        async def write_and_be_found(work: Any) -> Any:
            result = await write(work)
            if not found:  # as the sweep does, before who made the table goes on
                found.append(await hub.open("road"))
            return result

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hub.storage, "write", write_and_be_found)
            live = await new_table(hub)
        assert found == [live] == [hub.live["road"]]

    run(tmp_path, work)


def test_requests_are_decided_one_after_the_other_on_what_is_stored(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        act(live, ear, "one", results)
        act(live, ear, "two", results)  # for the same position, which is another by then
        say = partial(deciding.say, person="p1", name="P1", text="hm")
        live.submit(Request(say, results.append))
        await until(results, 3)
        assert isinstance(results[1], IllegalAction)
        assert (results[0], results[2]) == (live.state.step - 1, live.state.step)

    run(tmp_path, work)


def test_a_request_that_comes_again_is_done_once(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        act(live, ear, "one", results)
        await until(results)
        again = Request(lambda *_: pytest.fail("decided twice"), results.append, "seat0", "one", ear)
        live.submit(again)
        assert results[0] == results[1] == live.state.step
        assert ear.heard[-1]["ack"] == "one"

    run(tmp_path, work)


def test_what_is_not_stored_is_never_told(tmp_path, monkeypatch):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        before = live.state

        def fail(event: Append, on_stored: Any, meanwhile: Any) -> None:
            meanwhile()
            on_stored(StoreAway())

        with monkeypatch.context() as patch:
            patch.setattr(hub.storage, "append", fail)
            act(live, ear, "one", results)
        assert isinstance(results[0], StoreAway)
        assert live.state is before
        assert ear.heard == []
        act(live, ear, "one", results)  # the client asks again, with the same id
        await until(results, 2)
        assert results[1] == before.step + 1
        assert [message["ack"] for message in ear.heard] == ["one"]

    run(tmp_path, work)


def test_what_was_stored_though_the_answer_was_lost_is_found_in_the_log(tmp_path, monkeypatch):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        before, append = live.state, hub.storage.append

        def lose(event: Append, on_stored: Any, meanwhile: Any) -> None:
            append(event, lambda _: on_stored(StoreAway()), meanwhile)

        with monkeypatch.context() as patch:
            patch.setattr(hub.storage, "append", lose)
            act(live, ear, "one", results)
            await until(results)
        assert isinstance(results[0], StoreAway)
        while not ear.heard:
            await asyncio.sleep(0.001)
        assert live.state.step == before.step + 1
        assert "ack" not in ear.heard[0]
        live.submit(Request(lambda *_: pytest.fail("decided twice"), results.append, "seat0", "one", ear))
        assert results[1] == before.step + 1
        assert ear.heard[1]["ack"] == "one"

    run(tmp_path, work)


def test_a_step_that_another_process_took_is_told_first_and_the_request_decided_again(tmp_path):
    async def work(hub: Hub, other: Hub) -> None:
        live = await new_table(hub)
        await other.games.need("madcap")
        there = await other.open("road")
        ear, results, theirs = Ear(live, "p0"), [], []
        before = live.state.step
        act(there, Ear(there, "p1"), "theirs", theirs)
        await until(theirs)
        act(live, ear, "mine", results)
        await until(results)
        assert theirs == [before + 1]
        assert isinstance(results[0], IllegalAction), "it was for a position that is another by now"
        assert [message["step"] for message in ear.heard] == [before + 1]  # what the other process stored
        assert live.state.match.position.tobytes() == there.state.match.position.tobytes()
        live.submit(Request(partial(deciding.say, person="p0", name="P0", text="ah"), results.append))
        await until(results, 2)
        assert results[1] == before + 2

    run(tmp_path, work)


def test_a_table_that_is_always_second_gives_up_and_lives_on(tmp_path, monkeypatch):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results, tries = Ear(live, "p0"), [], []

        def refuse(event: Append, on_stored: Any, meanwhile: Any) -> None:
            tries.append(event.step)
            on_stored(False)

        with monkeypatch.context() as patch:
            patch.setattr(hub.storage, "append", refuse)
            act(live, ear, "one", results)
            await until(results)
        assert isinstance(results[0], Barred)
        assert len(tries) == TRIES + 1
        act(live, ear, "one", results)
        await until(results, 2)
        assert results[1] == live.state.step

    run(tmp_path, work)


@pytest.mark.parametrize("part", ["_messages", "_tell", "_go_on"])
def test_a_fault_while_telling_loses_nothing_and_holds_up_nobody(tmp_path, monkeypatch, part):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        before = live.state.step

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(live, part, fail)
            act(live, ear, "one", results)
            await until(results)
        act(live, ear, "two", results)
        await until(results, 2)
        assert results == [before + 1, before + 2]
        assert (await live.fetch(Who(person="p0"), 0)).step == before + 2

    run(tmp_path, work)


def test_who_cannot_be_told_is_sent_away_to_come_again(tmp_path, monkeypatch):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []

        def fail(*_: object, **__: object) -> None:
            raise OSError(24, "Too many open files")

        with monkeypatch.context() as patch:
            patch.setattr(Telling, "update", fail)
            act(live, ear, "one", results)
            await until(results)
        assert results == [live.state.step]
        assert ear.is_lost

    run(tmp_path, work)


def test_who_comes_while_an_event_is_being_stored_is_told_of_it(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        ear, results = Ear(live, "p0"), []
        act(live, ear, "one", results)
        await asyncio.sleep(0)  # what to tell is written
        late = Ear(live, "p1")
        welcome = await live.welcome(late, 0, None)  # type: ignore[arg-type]
        await until(results)
        told = welcome.update.step
        assert [event["step"] for message in late.heard for event in message["events"]] == list(
            range(told, live.state.step)
        )

    run(tmp_path, work)


def test_a_state_shares_nothing_that_changes_with_the_one_after_it(tmp_path):
    async def work(hub: Hub, _: Hub) -> None:
        live = await new_table(hub)
        states, results = [live.state], []
        fingerprints = [fingerprint(live)]
        while live.state.status == "running":
            act(live, Ear(live, "p0"), f"{live.state.step}", results)
            await until(results, len(states))
            states.append(live.state)
            fingerprints.append(fingerprint(live))
        for state, before in zip(states, fingerprints, strict=True):
            live.state = state
            assert fingerprint(live) == before

    run(tmp_path, work)


def fingerprint(live: LiveTable) -> tuple[object, ...]:
    """All that a state says."""
    state = live.state
    return (
        state.step, state.changed, state.seated, state.status, state.to_act, tuple(state.seats), len(state.log),
        state.moves, state.match.position.tobytes(), tuple(state.match.log),
    )  # fmt: skip

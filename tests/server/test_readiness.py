"""Games become ready behind the listening socket."""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.server.processes import ServerProcess

from motherlode.core import compiling
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE, RULES
from motherlode.server.operations import readiness
from motherlode.server.operations.readiness import Games, Job


def states(server: ServerProcess) -> dict[str, str]:
    return {game["name"]: game["state"] for game in server.ask("GET", "/api/games")[1]}


def children_of(server: ServerProcess) -> list[int]:
    return [number for number in server.family() if number != server.pid]


def is_alive(process: int) -> bool:
    """Whether it runs: who was killed may wait for its parent for a moment."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] not in {"Z", "X"}
    except (FileNotFoundError, ProcessLookupError):
        return False


def until_ready(server: ServerProcess, person: str, wanted: dict) -> dict:
    """Ask for a table as often as the server says that its game is being prepared."""
    while (answer := server.ask("POST", "/api/tables", wanted, person))[0] == 503:
        assert answer[1]["code"] == "game/preparing"
    return answer[1]


def test_a_server_where_no_game_is_compiled_answers_at_once_and_whoever_asks_for_a_game_gets_it_next(
    tmp_path, monkeypatch
):
    engine = compiling.cache_folder(compiling.CORE)  # its code over the records of each game is there
    shutil.copytree(engine, tmp_path / "cache" / "compiled" / engine.parent.name / engine.name)
    monkeypatch.setenv("MOTHERLODE_CACHE", str(tmp_path / "cache"))
    with ServerProcess(tmp_path, is_patient=False) as server:
        first = states(server)
        assert first["madcap"] == "preparing"
        assert set(first.values()) == {"preparing", "waiting"}
        person = server.become_guest()
        until_ready(server, person, {"game": "madcap", "seats": ["me", "open"]})
        table, tokens = server.open_table(person)
        assert states(server)["madcap"] == "ready"
        assert server.events_of(table, tokens[0])
        assert server.ask("GET", "/api/tables?mine=true", token=person)[1]["tables"][0]["id"] == table
        # The last in the queue, while another is being compiled.
        seated = until_ready(server, person, {"game": "rockport_caverns", "seats": ["me"]})
        now = states(server)
        assert now["rockport_caverns"] == "ready"
        # Besides the first one at most the one that was under way when it was asked for.
        assert list(now.values()).count("ready") <= 3
        children = children_of(server)
        assert children
        server.stop()
        while any(is_alive(child) for child in children):
            time.sleep(0.05)
        server.start()
        # Both are on disk; the table of a game is opened as soon as it is loaded.
        address = f"/api/tables/{seated['table']['id']}"
        while (answer := server.ask("GET", address, token=person))[0] == 503:
            assert answer[1]["code"] == "game/preparing"
        assert answer[0] == 200


def test_a_request_does_not_wait_forever():
    async def wait() -> None:
        games = Games()
        assert games.is_ready("madcap")  # as the tests of this folder prepare it
        await games.need("madcap")
        await games.need("a game that nobody has")
        with pytest.raises(Barred) as refused:
            await games.need("madcap", MORE, 0.01)
        assert refused.value.code == Code.GAME_PREPARING

    asyncio.run(wait())


class Compilers:
    """In place of processes that compile: they end when they are told to, or when they are terminated."""

    def __init__(self) -> None:
        self.begun: dict[Job, subprocess.Popen[bytes]] = {}
        self.on_disk: set[Job] = set()

    def start(self, name: str, part: str) -> "subprocess.Popen[bytes]":
        job = Job(name, part)
        self.end(job)
        process = self.begun[job] = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
        return process

    def finish(self, job: Job) -> None:
        self.on_disk.add(job)
        self.end(job)

    def end(self, job: Job) -> None:
        if job in self.begun:
            process = self.begun.pop(job)
            assert process.stdin is not None
            process.stdin.close()

    def running(self) -> set[Job]:
        return {job for job, process in self.begun.items() if process.poll() is None}


@pytest.fixture
def compilers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compilers]:
    """Nothing is compiled yet, and there are two processors."""
    found = Compilers()
    monkeypatch.setattr(readiness, "PROCESSORS", 2)
    monkeypatch.setattr(readiness, "start_process", found.start)
    monkeypatch.setattr(readiness, "is_compiled", lambda _: False)
    monkeypatch.setattr(readiness, "is_on_disk", lambda spec, part: Job(spec.name, part) in found.on_disk)
    monkeypatch.setattr(readiness, "prepare", lambda *_: None)
    monkeypatch.setattr(readiness, "rehearse", lambda _: None)
    yield found
    for job, process in list(found.begun.items()):
        found.end(job)
        process.wait()


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


def rules(*names: str) -> set[Job]:
    return {Job(name, RULES) for name in names}


def test_games_that_somebody_waits_for_are_compiled_at_once_and_the_background_gives_way(compilers):
    async def wait() -> None:
        games = Games()
        run = asyncio.create_task(games.run())
        await until(lambda: compilers.running() == rules("madcap"))
        assert [games.state(name) for name in ("madcap", "madstone")] == ["preparing", "waiting"]

        # Somebody waits: what nobody waits for is ended; two that are waited for are compiled beside each other.
        first = asyncio.create_task(games.need("madstone"))
        await until(lambda: compilers.running() == rules("madstone"))
        second = asyncio.create_task(games.need("rockport_caverns"))
        await until(lambda: compilers.running() == rules("madstone", "rockport_caverns"))
        third = asyncio.create_task(games.need("trap_the_cap"))
        await asyncio.sleep(0)
        names = ("madcap", "madstone", "rockport_caverns", "trap_the_cap")
        await until(lambda: games.state("madcap") == "waiting")
        assert [games.state(name) for name in names] == ["waiting", "preparing", "preparing", "waiting"]

        # The third gets the next free processor, before the background.
        compilers.finish(Job("rockport_caverns", RULES))
        await second
        await until(lambda: compilers.running() == rules("madstone", "trap_the_cap"))
        compilers.finish(Job("madstone", RULES))
        await first
        assert games.is_ready("madstone")
        compilers.finish(Job("trap_the_cap", RULES))
        await third

        # Nobody waits any more: the background goes on where it was.
        await until(lambda: compilers.running() == rules("madcap"))
        # Who waits for what the background is compiling waits for just that.
        process = compilers.begun[Job("madcap", RULES)]
        fourth = asyncio.create_task(games.need("madcap", MORE))
        await until(lambda: Job("madcap", MORE) in games._wanted)
        assert process.poll() is None
        compilers.finish(Job("madcap", RULES))
        await until(lambda: compilers.running() == {Job("madcap", MORE)})
        compilers.finish(Job("madcap", MORE))
        await fourth
        await until(lambda: compilers.running() == rules("minecart_mayhem"))
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        await until(lambda: not compilers.running())

    asyncio.run(wait())

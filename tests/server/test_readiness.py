"""Games are played at once, and come to full strength behind the listening socket."""

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from benchmarks.server import processes
from benchmarks.server.processes import ServerProcess
from filelock import FileLock

import motherlode
from cold import OURS
from motherlode.core import compiling
from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE, RULES
from motherlode.core.registry import find_game
from motherlode.core.wasm import building, modules
from motherlode.server.operations import readiness
from motherlode.server.operations.readiness import MODULE, Games, Job
from server.playing import client_of
from without_numba import COMMAND


def strengths(server: ServerProcess) -> set[str]:
    return {game["strength"] for game in server.ask("GET", "/api/games")[1]}


def children_of(server: ServerProcess) -> list[int]:
    return [number for number in server.family() if number != server.pid]


def is_alive(process: int) -> bool:
    """Whether it runs: who was killed may wait for its parent for a moment."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] not in {"Z", "X"}
    except (FileNotFoundError, ProcessLookupError):
        return False


def play(server: ServerProcess, person: str, table: str, num_actions: int) -> None:
    """Play for whichever of one's seats is to act; bots answer meanwhile."""
    address = f"/api/tables/{table}"
    while num_actions:
        now = server.ask("GET", f"{address}/updates", token=person)[1]
        if now.get("to_act") is None:
            return
        actions = now["view"]["actions"]
        if not actions:  # a bot thinks
            server.ask("GET", f"{address}/updates?since={now['step']}&wait=30", token=person)
            continue
        wanted = {"step": now["step"], "action": actions[num_actions % len(actions)]["id"], "seat": now["to_act"]}
        status, answer = server.ask("POST", f"{address}/actions", wanted, person)
        assert status in {200, 201}, answer
        num_actions -= 1


def seats_of(server: ServerProcess, person: str, table: str) -> list[dict[str, Any]]:
    return server.ask("GET", f"/api/tables/{table}", token=person)[1]["seats"]  # type: ignore[no-any-return]


def record_of(server: ServerProcess, person: str, table: str) -> str:
    with client_of(f"http://127.0.0.1:{server.port}", headers={"Authorization": f"Bearer {person}"}) as client:
        return client.get(f"/api/tables/{table}/record").text


def test_on_a_new_machine_every_game_is_played_at_once_and_goes_on_with_machine_code(tmp_path, monkeypatch):
    cache = tmp_path / "cache" / "compiled"
    cache.mkdir(parents=True)
    monkeypatch.setenv("MOTHERLODE_CACHE", str(cache.parent))
    with ExitStack() as held, ServerProcess(tmp_path, is_patient=False) as server:
        for name in OURS:  # who compiles a game waits for its lock
            held.enter_context(FileLock(cache / f"{name}.lock"))
        assert strengths(server) == {"warming"}
        person = server.become_guest()
        tables = {}
        for name in OURS:
            mine = ["me"] * find_game(name).seats[0]
            tables[name], _ = server.open_table(person, game=name, seats=mine)
            play(server, person, tables[name], 10)
        against, _ = server.open_table(person, seats=["me", "bot:mastermind"])
        play(server, person, against, 2)
        assert [seat["is_warming"] for seat in seats_of(server, person, against)] == [False, True]

        # Compilers end with their server, and tables come back from their logs without machine code.
        children = children_of(server)
        assert children
        server.stop()
        while any(is_alive(child) for child in children):
            time.sleep(0.05)
        server.start()
        play(server, person, tables["madcap"], 1)
        assert strengths(server) == {"warming"}

        # Machine code arrives.
        shutil.copytree(compiling.cache_root(), cache, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*lock"))
        held.close()
        while strengths(server) != {"full"}:
            time.sleep(0.05)
        assert not any(seat["is_warming"] for seat in seats_of(server, person, against))
        play(server, person, against, 2)
        for table in tables.values():
            play(server, person, table, 10)
            server.ask("POST", f"/api/tables/{table}/resign", {"seat": 0}, person)
            record = record_of(server, person, table)
            assert "chance: fair" in record
            assert motherlode.replay(record).record() == record  # the same actions by machine code throughout


def test_a_request_does_not_wait_forever():
    async def wait() -> None:
        games = Games()
        assert games.has("madcap", RULES)  # as the tests of this folder prepare it
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
    monkeypatch.setattr(readiness, "begin", lambda spec, part: found.start(spec.name, part))
    monkeypatch.setattr(readiness, "is_compiled", lambda _: False)
    monkeypatch.setattr(readiness, "is_there", lambda spec, part: Job(spec.name, part) in found.on_disk)
    monkeypatch.setattr(readiness, "load", lambda *_: None)
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
        games, loaded = Games(), []
        games.on_loaded = loaded.append
        run = asyncio.create_task(games.run())
        await until(lambda: compilers.running() == rules("madcap"))
        assert games.strength("madcap") == "warming"

        # Somebody waits: what nobody waits for is ended; two that are waited for are compiled beside each other.
        first = asyncio.create_task(games.need("madstone"))
        await until(lambda: compilers.running() == rules("madstone"))
        second = asyncio.create_task(games.need("rockport_caverns"))
        await until(lambda: compilers.running() == rules("madstone", "rockport_caverns"))
        third = asyncio.create_task(games.need("trap_the_cap"))
        await asyncio.sleep(0)
        await until(lambda: Job("madcap", RULES) in games._queue)
        assert compilers.running() == rules("madstone", "rockport_caverns")

        # The third gets the next free processor, before the background.
        compilers.finish(Job("rockport_caverns", RULES))
        await second
        await until(lambda: compilers.running() == rules("madstone", "trap_the_cap"))
        compilers.finish(Job("madstone", RULES))
        await first
        assert games.has("madstone", RULES)
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
        assert [games.strength(name) for name in ("madcap", "madstone")] == ["full", "warming"]
        assert loaded[-2:] == ["madcap", "madcap"]
        # Who plays a game has it compiled next, and does not wait.
        games.want("trap_the_cap", MORE)
        await until(lambda: compilers.running() == {Job("trap_the_cap", MORE)})
        compilers.finish(Job("trap_the_cap", MORE))
        await until(lambda: compilers.running() == rules("minecart_mayhem"))
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        await until(lambda: not compilers.running())

    asyncio.run(wait())


def test_modules_of_a_clone_are_made_last_or_when_a_page_has_use_for_one(compilers, tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "FOLDER", tmp_path)

    async def wait() -> None:
        games, loaded = Games(), []
        games.on_loaded = loaded.append
        assert [job.part for job in games._queue] == [RULES, MORE] + 4 * [RULES] + 4 * [MORE] + 5 * [MODULE]
        for job in games._queue[:10]:
            compilers.on_disk.add(job)
        run = asyncio.create_task(games.run())
        await until(lambda: compilers.running() == {Job("madcap", MODULE)})
        assert games.strength("madcap") == "full"
        assert len(loaded) == 10
        games.want("madstone", MODULE)
        await until(lambda: compilers.running() == {Job("madstone", MODULE)})
        compilers.finish(Job("madstone", MODULE))
        await until(lambda: games.has("madstone", MODULE) and compilers.running() == {Job("madcap", MODULE)})
        assert len(loaded) == 10  # no table becomes faster
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        await until(lambda: not compilers.running())

    asyncio.run(wait())


def test_a_wheel_brings_its_modules_and_nothing_is_made():
    building.build_missing()

    async def queue() -> list[Job]:
        return Games()._queue

    assert not [job for job in asyncio.run(queue()) if job.part == MODULE]


@pytest.mark.long
def test_a_clone_makes_its_modules_beside_and_pages_find_them(tmp_path, monkeypatch):
    source = compiling.CORE.parent
    copied = shutil.ignore_patterns("__pycache__", "built")
    shutil.copytree(source, tmp_path / "src" / "motherlode", ignore=copied)
    start = f"import sys; sys.path.insert(0, {str(tmp_path / 'src')!r}); from motherlode.cli import main; main()"
    monkeypatch.setattr(processes, "PROGRAM", (sys.executable, "-c", start, "serve"))
    wish = {"game": "madcap"}
    with ServerProcess(tmp_path / "data") as server:

        def module() -> str | None:
            status, answer = server.ask("POST", "/api/analysis", wish | {"has_ground": True})
            assert status == 200, answer
            return answer["ground"]["module"]  # type: ignore[no-any-return]

        assert module() is None
        while (address := module()) is None:
            time.sleep(0.5)
        with client_of(f"http://127.0.0.1:{server.port}") as client:
            found = client.get(address)
        assert (found.status_code, found.content[:4]) == (200, b"\0asm")
        while len(children := children_of(server)) == 0:  # the next one
            time.sleep(0.05)
        server.stop()
        while any(is_alive(child) for child in children):
            time.sleep(0.05)


def test_without_numba_tables_are_played_by_modules_and_the_rest_is_refused(tmp_path, monkeypatch):
    building.build_missing()
    monkeypatch.setattr(processes, "PROGRAM", (sys.executable, "-c", COMMAND, "serve"))
    with ServerProcess(tmp_path, is_patient=False) as server:
        assert strengths(server) == {"warming"}
        person = server.become_guest()
        against, _ = server.open_table(person, seats=["me", "bot:mastermind"])
        play(server, person, against, 3)
        assert seats_of(server, person, against)[1]["is_warming"]
        table, _ = server.open_table(person)
        play(server, person, table, 3)
        status, hint = server.ask("GET", f"/api/tables/{table}/hint", token=person)
        assert (status, hint["is_exact"]) == (200, False), hint  # by search; the exact solution is machine code
        server.ask("POST", f"/api/tables/{table}/resign", {"seat": 0}, person)
        status, refused = server.ask("GET", f"/api/tables/{table}/values", token=person)
        assert (status, refused["code"]) == (503, Code.NO_LIBRARY), refused
        commands = [Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8") for child in children_of(server)]
        assert not [command for command in commands if "motherlode.core" in command]  # nothing is compiled

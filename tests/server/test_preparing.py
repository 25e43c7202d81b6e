"""Games become ready behind the listening socket."""

import asyncio
import time
from pathlib import Path

import pytest
from benchmarks.server.processes import ServerProcess

from motherlode.core.errors import Barred, Code
from motherlode.core.preparing import MORE
from motherlode.server.operations.preparing import Games


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


def test_a_server_where_nothing_is_compiled_answers_at_once_and_whoever_asks_for_a_game_gets_it_next(
    tmp_path, monkeypatch
):
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

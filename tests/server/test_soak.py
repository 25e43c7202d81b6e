"""Memory stays flat while tables come and go."""

import asyncio
import json

import pytest
from benchmarks.server.clients import Player, open_socket, receive
from benchmarks.server.processes import ServerProcess

MIB = 2**20
AT_ONCE = 25  # tables


async def watch(port: int, table: str, token: str) -> None:
    """Look at a table for a moment, as somebody passing by."""
    async with open_socket(port, table) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        assert (await receive(socket))["type"] == "welcome"


async def play_a_batch(server: ServerProcess, person: str) -> None:
    """Tables are opened, played to their end, talked at and looked at; then everybody leaves."""
    tables = [server.open_table(person) for _ in range(AT_ONCE)]
    players = [Player(table, seat, token) for table, tokens in tables for seat, token in enumerate(tokens)]
    await asyncio.gather(
        *(player.play(server.port) for player in players),
        *(watch(server.port, table, tokens[1]) for table, tokens in tables),
    )
    assert all(player.is_over for player in players)


def soak(folder, warm_up: int, batches: int, allowed: int) -> None:
    """Memory after the warm-up and after many more tables differs by less than is allowed.

    What the process has asked the system for grows a little over the first five thousand tables, then it stands still;
    a table that stays takes about 50 KiB.
    """
    with ServerProcess(folder / "data") as server:
        person = server.become_guest()
        measured = []
        for count in (warm_up, batches):
            for _ in range(count):
                asyncio.run(play_a_batch(server, person))
            measured.append(server.memory())
        grown = measured[1] - measured[0]
        assert grown < allowed, f"memory grew by {grown / MIB:.1f} MiB over {batches * AT_ONCE} tables"
        assert server.is_well()
        assert "Traceback" not in server.said()


@pytest.mark.compiled
def test_memory_stays_flat_over_hundreds_of_tables(tmp_path):
    soak(tmp_path, warm_up=12, batches=20, allowed=12 * MIB)


@pytest.mark.long
@pytest.mark.compiled
def test_memory_stays_flat_over_thousands_of_tables(tmp_path):
    soak(tmp_path, warm_up=240, batches=240, allowed=4 * MIB)

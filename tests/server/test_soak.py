"""Memory stays flat while tables come and go.

What a server holds besides its tables, and why each is bounded:

- tables that are over leave the hub after a second, others after a minute; without connections at most 2,000 stay;
- closed connections are cycles (the door, uvicorn's protocol, the WebSocket) until the collector comes by: up to 30,000
  objects wait for a collection of the middle generation, 5 MB;
- texts of Madcap, paths that Litestar has taken apart, statements that SQLAlchemy has compiled: caches with a size;
- pages of SQLite: 256 KiB for each of at most six connections of the server, 2 MB in the process that writes;
- the allocator keeps what was needed at once at most: that grows over the first 1,500 tables, ever more slowly.
"""

import asyncio
import gc
import json
import time
import weakref

import pytest
from benchmarks.server.clients import Player, open_socket, receive
from benchmarks.server.processes import ServerProcess
from scipy.stats import theilslopes

from server.playing import Guest, Socket, play_out

AT_ONCE = 25  # tables
KIB = 2**10

# A table that stays takes about 50 KiB. Before the allocator has what it needs it takes 6 to 21 KiB for each table, by
# the machine; leaks smaller than tables are for the long test.
WHILE_WARM = 32 * KIB  # bytes for each table
# 10,000 tables on each day of a month would add 77 MB: less than the server starts with.
AFTER_WARM_UP = 256


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


def soak(folder, warm_up: int, batches: int, allowed: float) -> None:
    """After the warm-up, the memory of the server's processes does not rise with the number of tables.

    By the median of the slopes between all pairs of samples, one after each batch: whether many or few tables are in
    memory at the moment of one sample, and when the collector came by, does not count.
    """
    with ServerProcess(folder / "data") as server:
        num_games = len(server.ask("GET", "/api/games")[1])  # other tests may have registered more in this process
        while server.said().count('"part": "more"') < num_games:  # what is compiled and loaded beside
            assert server.is_running()
            time.sleep(0.05)
        person, tables, memory = server.become_guest(), [], []
        for batch in range(warm_up + batches):
            asyncio.run(play_a_batch(server, person))
            tables.append((batch + 1) * AT_ONCE)
            memory.append(server.memory())
        slope, _, lowest, highest = theilslopes(memory[warm_up:], tables[warm_up:])
        told = (
            f"{slope:.0f} bytes for each table ({lowest:.0f} to {highest:.0f}) over {batches * AT_ONCE} tables, from "
            f"{memory[warm_up]:,} to {memory[-1]:,} bytes; {memory[0]:,} after the first {AT_ONCE}"
        )
        print(told)
        assert slope < allowed, f"memory grows: {told}"
        assert server.is_well()
        assert "Traceback" not in server.said()


@pytest.mark.compiled
def test_memory_stays_flat_over_hundreds_of_tables(tmp_path):
    soak(tmp_path, warm_up=8, batches=20, allowed=WHILE_WARM)


@pytest.mark.long
@pytest.mark.compiled
def test_memory_stays_flat_over_thousands_of_tables(tmp_path):
    soak(tmp_path, warm_up=160, batches=320, allowed=AFTER_WARM_UP)


def test_a_table_that_has_left_is_gone_without_a_collection(here):
    """A cycle that holds a table holds it until a full collection, and those are rare."""
    ada, hub = Guest(here.url), here.services.hub
    gc.collect()
    gc.disable()
    try:
        seated = ada.create("madcap", "me", "me")
        table, tokens = seated["table"]["id"], seated["tokens"]
        gone = [weakref.ref(hub.live[table]), weakref.ref(hub.live[table].state)]
        with Socket(here.url, table, token=tokens[0]) as socket:
            socket.send(type="act", id="stale", step=0, action=0)
            assert socket.next("refused")["id"] == "stale"
        assert ada.refused(f"/api/tables/{table}/actions", step=0, action=0)[0] == 409
        play_out(here.url, table, tokens)

        async def leave() -> None:
            while hub.live[table].listeners:
                await asyncio.sleep(0.01)
            hub._forget(table)

        if table in hub.live:
            here.do(leave())
        for _ in range(1000):  # whoever was just at the table may still be leaving; a cycle would never go
            if all(each() is None for each in gone):
                break
            here.do(asyncio.sleep(0.01))
        assert [each() for each in gone] == [None, None]
    finally:
        gc.enable()

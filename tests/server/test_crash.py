"""kill -9 of supervisor and workers while people play: nothing that was acknowledged is lost, every game goes on.

What else is killed, and on SQLite, is in the siege.
"""

import asyncio

import pytest
from benchmarks.server.clients import Player, played_in, until_lost
from benchmarks.server.processes import ServerProcess

from server.conftest import fresh_database

NUM_MOVES = 12  # of a game of Madcap
KILLS = (0.2, 0.4, 0.7)  # after such a share of all actions is acknowledged


async def play_and_kill(server: ServerProcess, players: list[Player], enough: int) -> None:
    """Play on, and kill the server as soon as so many actions are acknowledged in all."""
    left = enough - sum(player.num_acknowledged for player in players)

    def has_acted() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            server.kill()

    await until_lost([player for player in players if not player.is_done], server.port, has_acted)


def check_promises(server: ServerProcess, players: list[Player]) -> int:
    """Every action that anybody was told of, its own player above all, is in the log, once, at the same step."""
    total = 0
    for pair in zip(players[::2], players[1::2], strict=True):
        events = server.events_of(pair[0].table, pair[0].token)
        assert [event["step"] for event in events] == list(range(len(events)))
        stored = {event["step"]: played_in(event) for event in events if event["kind"] == "played"}
        for player in pair:
            assert player.told.items() <= stored.items()
        total += len(stored)
    return total


@pytest.mark.compiled
@pytest.mark.parametrize("num_tables", [24, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_server_has_kept_every_acknowledged_action_and_every_table_goes_on(tmp_path, request, num_tables):
    database, _ = fresh_database("postgresql", tmp_path, request)
    words = ("--database", database, "--workers", "2", "--bot-threads", "1")
    with ServerProcess(tmp_path / "data", *words) as server:
        person = server.become_guest()
        players = []
        for _ in range(num_tables):
            table, tokens = server.open_table(person)
            players += [Player(table, seat, token) for seat, token in enumerate(tokens)]
        for share in KILLS:
            enough = round(share * num_tables * NUM_MOVES)
            asyncio.run(play_and_kill(server, players, enough))
            assert not server.is_running()
            interrupted = [player for player in players if not player.is_done]
            assert interrupted, "the server was killed too late to show anything"
            server.start()
            assert check_promises(server, players) >= enough
        asyncio.run(until_lost(interrupted, server.port, lambda: None))
        assert check_promises(server, players) == num_tables * NUM_MOVES
        for player in players:
            assert player.is_done
            assert len(player.told) == NUM_MOVES
            assert player.num_acknowledged == NUM_MOVES // 2
        for player in players[::20]:
            status, fairness = server.ask("GET", f"/api/tables/{player.table}/verify", token=player.token)
            assert status == 200, fairness
            assert fairness["is_checked"], fairness
        assert "Traceback" not in server.said()

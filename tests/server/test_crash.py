"""kill -9 in the middle of hundreds of games: nothing that was acknowledged is lost, and every game goes on."""

import asyncio

import pytest

from server.clients import Player, until_lost
from server.processes import ServerProcess

NUM_TABLES = 200
NUM_MOVES = 12  # of a game of Madcap
KILLS = (500, 900, 1700)  # after so many acknowledged actions


async def play_and_kill(server: ServerProcess, players: list[Player], enough: int) -> None:
    """Play on, and kill the server as soon as so many actions are acknowledged in all."""
    left = enough - sum(len(player.acknowledged) for player in players)

    def has_acted() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            server.kill()

    await until_lost([player for player in players if not player.is_over], server.port, has_acted)


def check_promises(server: ServerProcess, players: list[Player]) -> int:
    """Every acknowledged action is in the log, once, at the step that the player was told."""
    checked = 0
    for player in players:
        events = server.events_of(player.table, player.token)
        assert [event["step"] for event in events] == list(range(len(events)))
        for step, action in player.acknowledged.items():
            moves = events[step]["moves"]
            assert [move["action"] for move in moves if move.get("actor") == player.seat] == [action]
            checked += 1
    return checked


@pytest.mark.compiled
def test_a_killed_server_has_kept_every_acknowledged_action_and_every_table_goes_on(tmp_path):
    with ServerProcess(tmp_path / "data") as server:
        person = server.become_guest()
        players = []
        for _ in range(NUM_TABLES):
            table, tokens = server.open_table(person)
            players += [Player(table, seat, token) for seat, token in enumerate(tokens)]
        for enough in KILLS:
            asyncio.run(play_and_kill(server, players, enough))
            assert not server.is_running()
            interrupted = [player for player in players if not player.is_over]
            assert interrupted, "the server was killed too late to show anything"
            server.start()
            assert check_promises(server, players) >= enough
        asyncio.run(until_lost(interrupted, server.port, lambda: None))
        assert all(player.is_over for player in players)
        assert check_promises(server, players) == NUM_TABLES * NUM_MOVES
        for player in players[::2]:
            status, fairness = server.ask("GET", f"/api/tables/{player.table}/verify", token=player.token)
            assert status == 200, fairness
            assert fairness["is_checked"], fairness
        assert "Traceback" not in server.said()

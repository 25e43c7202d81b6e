"""Two processes serve the same tables on PostgreSQL; the database and the bus go away and come back."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from benchmarks.server.databases import PostgreSQL, Redis

from server.clients import Player, played_in
from server.processes import ServerProcess

pytestmark = pytest.mark.compiled

NUM_TABLES = 20
NUM_MOVES = 12
OUTAGE_S = 10.0


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    with PostgreSQL() as database:
        yield database


@contextlib.contextmanager
def two_processes(folder: Path, *words: str) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with ServerProcess(folder / "first", *words) as first, ServerProcess(folder / "second", *words) as second:
        yield first, second
        for server in (first, second):
            assert server.is_running()
            assert "Traceback" not in server.said()


def seat_players(first: ServerProcess, num_tables: int, **changes: object) -> list[Player]:
    """The players of new tables, seats 0 and 1 in turns."""
    person = first.become_guest()
    players = []
    for _ in range(num_tables):
        table, tokens = first.open_table(person, **changes)
        players += [Player(table, seat, token) for seat, token in enumerate(tokens)]
    return players


async def play_across(
    servers: tuple[ServerProcess, ServerProcess], players: list[Player], has_acted=lambda: None
) -> None:
    """Seat 0 plays at the first process, seat 1 at the second."""
    await asyncio.gather(*(player.play_on(servers[player.seat].port, has_acted) for player in players))


def check_games(
    servers: tuple[ServerProcess, ServerProcess], players: list[Player], num_moves: int = NUM_MOVES
) -> None:
    """Every table ended, both processes tell the same, and every promise was kept."""
    for index in range(0, len(players), 2):
        pair = players[index : index + 2]
        told = [server.events_of(pair[0].table, pair[0].token) for server in servers]
        assert told[0] == told[1]
        assert len([event for event in told[0] if event["kind"] == "played"]) == num_moves
        stored = {event["step"]: played_in(event) for event in told[0] if event["kind"] == "played"}
        for player in pair:
            assert player.told == stored
            assert player.num_acknowledged == num_moves // 2


def wait_until(holds, what: str, seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


@pytest.mark.parametrize("bus", ["postgresql", "redis"])
def test_players_at_two_processes_play_the_same_tables(tmp_path, postgresql, bus):
    with contextlib.ExitStack() as stack:
        where = "postgresql" if bus == "postgresql" else stack.enter_context(Redis()).url
        words = ("--database", postgresql.url, "--bus", where)
        servers = stack.enter_context(two_processes(tmp_path, *words))
        players = seat_players(servers[0], NUM_TABLES)
        asyncio.run(play_across(servers, players))
        check_games(servers, players)


def test_the_database_goes_away_and_comes_back(tmp_path):
    with PostgreSQL() as database, two_processes(tmp_path, "--database", database.url) as servers:
        players = seat_players(servers[0], NUM_TABLES)
        enough = NUM_TABLES * NUM_MOVES // 3
        count = 0
        gone = asyncio.Event()

        def has_acted() -> None:
            nonlocal count
            count += 1
            if count == enough:
                database.stop()
                gone.set()

        async def outage() -> None:
            await gone.wait()
            begun = time.monotonic()
            while servers[0].is_well() or servers[1].is_well():
                assert time.monotonic() - begun < 60, "a server without its database calls itself well"
                await asyncio.sleep(0.2)
            await asyncio.sleep(max(0.0, OUTAGE_S - (time.monotonic() - begun)))
            await asyncio.to_thread(database.start)

        async def everything() -> None:
            await asyncio.gather(outage(), play_across(servers, players, has_acted))

        asyncio.run(everything())
        check_games(servers, players)
        wait_until(lambda: all(server.is_well() for server in servers), "a server is not well with its database back")


def test_requests_over_http_are_refused_while_the_database_is_away(tmp_path):
    with PostgreSQL() as database, ServerProcess(tmp_path / "data", "--database", database.url) as server:
        person = server.become_guest()
        table, tokens = server.open_table(person)
        status, update = server.ask("GET", f"/api/tables/{table}/updates?since=0&views=false", token=tokens[0])
        assert status == 200
        action = {"id": "once", "step": update["step"], "action": update["legal"][0]}
        database.stop()
        status, problem = server.ask("POST", f"/api/tables/{table}/actions", action, tokens[0])
        assert (status, problem["code"]) == (503, "store/away")
        assert "\n" not in problem["message"]
        status, problem = server.ask("POST", "/api/tables", {"game": "madcap", "seats": ["me", "open"]}, person)
        assert status == 503, problem
        database.start()
        wait_until(server.is_well, "the server is not well with its database back")
        for _ in range(2):  # the second time it is already done
            status, update = server.ask("POST", f"/api/tables/{table}/actions", action, tokens[0])
            assert status in {200, 201}, update
        played = [event for event in server.events_of(table, tokens[0]) if event["kind"] == "played"]
        assert len(played) == 1


def test_redis_goes_away_and_comes_back(tmp_path, postgresql):
    with Redis() as redis, two_processes(tmp_path, "--database", postgresql.url, "--bus", redis.url) as servers:
        players = seat_players(servers[0], NUM_TABLES)
        enough = NUM_TABLES * NUM_MOVES // 3
        count = 0

        def has_acted() -> None:
            nonlocal count
            count += 1
            if count == enough:
                redis.stop()
            elif count == 2 * enough:
                redis.start()

        # While Redis is away actions are stored and acknowledged; the other process finds them a little later.
        asyncio.run(play_across(servers, players, has_acted))
        check_games(servers, players)
        wait_until(lambda: all(server.is_well() for server in servers), "a server is not well with Redis back")


def test_listeners_that_the_database_cuts_off_listen_again(tmp_path, postgresql):
    with two_processes(tmp_path, "--database", postgresql.url) as servers:
        players = seat_players(servers[0], NUM_TABLES)
        cuts = {NUM_TABLES * NUM_MOVES // 4, NUM_TABLES * NUM_MOVES // 2}
        count = 0

        def has_acted() -> None:
            nonlocal count
            count += 1
            if count in cuts:
                with psycopg.connect(postgresql.url, autocommit=True) as connection:
                    connection.execute(
                        "select pg_terminate_backend(pid) from pg_stat_activity "
                        "where backend_type = 'client backend' and pid <> pg_backend_pid()"
                    )

        asyncio.run(play_across(servers, players, has_acted))
        check_games(servers, players)


def test_a_process_that_is_killed_hurts_nobody_at_the_other(tmp_path, postgresql):
    with two_processes(tmp_path, "--database", postgresql.url) as servers:
        players = seat_players(servers[0], NUM_TABLES)
        count = 0

        def has_acted() -> None:
            nonlocal count
            count += 1
            if count == NUM_TABLES * NUM_MOVES // 2:
                servers[1].kill()

        async def everything() -> None:
            playing = asyncio.create_task(play_across(servers, players, has_acted))
            while servers[1].is_running():
                await asyncio.sleep(0.05)
            await asyncio.to_thread(servers[1].start)
            await playing

        asyncio.run(everything())
        check_games(servers, players)

"""Two processes serve the same tables on PostgreSQL; the database and the bus go away and come back."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from benchmarks.server.clients import PATIENCE_S, Player, played_in
from benchmarks.server.databases import PostgreSQL, Redis
from benchmarks.server.processes import ServerProcess

pytestmark = pytest.mark.compiled

NUM_TABLES = 10
NUM_MOVES = 12


Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with PostgreSQL() as running:
        yield running


@pytest.fixture(scope="module")
def bus() -> Iterator[Redis]:
    with Redis() as running:
        yield running


@contextlib.contextmanager
def two_processes(folder: Path, *words: str) -> Iterator[Pair]:
    with ServerProcess(folder / "first", *words) as first, ServerProcess(folder / "second", *words) as second:
        yield first, second


@pytest.fixture(scope="module")
def by_postgresql(tmp_path_factory, database) -> Iterator[Pair]:
    """Two processes that tell each other by PostgreSQL."""
    with two_processes(tmp_path_factory.mktemp("postgresql"), "--database", database.url) as servers:
        yield servers


@pytest.fixture(scope="module")
def by_redis(tmp_path_factory, database, bus) -> Iterator[Pair]:
    """Two processes that tell each other by Redis."""
    words = ("--database", database.url, "--bus", bus.url)
    with two_processes(tmp_path_factory.mktemp("redis"), *words) as servers:
        yield servers


def seat_players(first: ServerProcess, num_tables: int, **changes: object) -> list[Player]:
    """The players of new tables, seats 0 and 1 in turns."""
    person = first.become_guest()
    players = []
    for _ in range(num_tables):
        table, tokens = first.open_table(person, **changes)
        players += [Player(table, seat, token) for seat, token in enumerate(tokens)]
    return players


async def play_across(servers: Pair, players: list[Player], has_acted=lambda: None) -> None:
    """Seat 0 plays at the first process, seat 1 at the second."""
    await asyncio.gather(*(player.play_on(servers[player.seat].port, has_acted) for player in players))


def check_games(servers: Pair, players: list[Player], num_moves: int = NUM_MOVES) -> None:
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


def wait_until(holds, what: str, seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def after_actions(count: int, what: Callable[[], None]) -> Callable[[], None]:
    """A counter to call for every action: does something when there were so many."""
    left = count

    def has_acted() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            what()

    return has_acted


def check_servers(servers: Pair) -> None:
    """Both are well, or become it, and have met nothing that they did not expect."""
    for server in servers:
        wait_until(server.is_well, "a server does not recover")
        assert "Traceback" not in server.said()


@pytest.mark.parametrize("kind", ["by_postgresql", "by_redis"])
def test_players_at_two_processes_play_the_same_tables(request, kind):
    servers = request.getfixturevalue(kind)
    players = seat_players(servers[0], NUM_TABLES)
    asyncio.run(play_across(servers, players))
    check_games(servers, players)
    check_servers(servers)


def test_redis_goes_away_and_comes_back(by_redis, bus):
    players = seat_players(by_redis[0], NUM_TABLES)
    third = NUM_TABLES * NUM_MOVES // 3
    stop, start = after_actions(third, bus.stop), after_actions(2 * third, bus.start)

    def has_acted() -> None:
        stop()
        start()

    # While Redis is away actions are stored and acknowledged; the other process finds them a little later.
    asyncio.run(play_across(by_redis, players, has_acted))
    check_games(by_redis, players)
    check_servers(by_redis)


def test_listeners_that_the_database_cuts_off_listen_again(by_postgresql, database):
    def cut_off() -> None:
        with psycopg.connect(database.url, autocommit=True) as connection:
            connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where backend_type = 'client backend' and pid <> pg_backend_pid()"
            )

    players = seat_players(by_postgresql[0], NUM_TABLES)
    asyncio.run(play_across(by_postgresql, players, after_actions(NUM_TABLES * NUM_MOVES // 3, cut_off)))
    check_games(by_postgresql, players)
    check_servers(by_postgresql)


def test_a_process_that_is_killed_hurts_nobody_at_the_other(by_postgresql):
    second = by_postgresql[1]
    players = seat_players(by_postgresql[0], NUM_TABLES)

    async def everything() -> None:
        has_acted = after_actions(NUM_TABLES * NUM_MOVES // 2, second.kill)
        playing = asyncio.create_task(play_across(by_postgresql, players, has_acted))
        while second.is_running():
            await asyncio.sleep(0.05)
        await asyncio.to_thread(second.start)
        await playing

    asyncio.run(everything())
    check_games(by_postgresql, players)
    check_servers(by_postgresql)


def test_the_database_goes_away_and_comes_back(by_postgresql, database):
    first = by_postgresql[0]
    players = seat_players(first, NUM_TABLES)
    person = first.become_guest()
    table, tokens = first.open_table(person)
    status, update = first.ask("GET", f"/api/tables/{table}/updates?since=0&views=false", token=tokens[0])
    assert status == 200
    action = {"id": "once", "step": update["step"], "action": update["legal"][0]}
    gone = asyncio.Event()

    def take_away() -> None:
        database.stop()
        gone.set()

    def ask_in_vain() -> None:
        """Over HTTP too requests are refused, in one line."""
        for path, body, token in (
            (f"/api/tables/{table}/actions", action, tokens[0]),
            ("/api/tables", {"game": "madcap", "seats": ["me", "open"]}, person),
        ):
            status, problem = first.ask("POST", path, body, token)
            assert (status, problem["code"]) == (503, "store/away"), problem
            assert "\n" not in problem["message"]
        for server in by_postgresql:
            assert server.ask("GET", "/healthz")[0] == 503

    async def outage() -> None:
        await gone.wait()
        await asyncio.to_thread(ask_in_vain)
        while not any(player.refusals for player in players):  # whoever plays has noticed as well
            await asyncio.sleep(0.05)
        await asyncio.to_thread(database.start)

    async def everything() -> None:
        has_acted = after_actions(NUM_TABLES * NUM_MOVES // 3, take_away)
        await asyncio.gather(outage(), play_across(by_postgresql, players, has_acted))

    asyncio.run(everything())
    check_games(by_postgresql, players)
    check_servers(by_postgresql)
    for _ in range(2):  # the second time it is done already
        status, update = first.ask("POST", f"/api/tables/{table}/actions", action, tokens[0])
        assert status in {200, 201}, update
    assert len([event for event in first.events_of(table, tokens[0]) if event["kind"] == "played"]) == 1

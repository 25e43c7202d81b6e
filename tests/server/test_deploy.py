"""compose.yaml and deploy/, as far as they can be run without Docker; the proxy is real and has the file of deploy/."""

import asyncio
import http.client
import inspect
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from benchmarks.server.clients import PATIENCE_S, Player
from benchmarks.server.databases import free_port
from benchmarks.server.processes import ServerProcess
from websockets.asyncio.client import ClientConnection

from motherlode.cli.serve import serve
from motherlode.server.app import GRACE_S, prepare_database
from motherlode.server.operations.leaving import LEAVE_S
from motherlode.server.settings import Settings, make_settings
from motherlode.server.storage.backup import restore
from motherlode.server.storage.writing import END_S
from server.conftest import fresh_database
from server.test_crash import check_promises

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
HAPROXY = next((path for path in ("/usr/sbin/haproxy", "/usr/local/sbin/haproxy") if Path(path).exists()), "haproxy")
NUM_PAIRS = 6  # matches at the same time
NUM_MOVES = 12  # of a game of Madcap
THINKING_S = 0.03  # so that the players leave some of the machine to the servers that start


class Proxy:
    """HAProxy with deploy/haproxy.cfg; its log says which server answered."""

    def __init__(self, folder: Path, first: int, second: int, **environment: str) -> None:
        self.port = free_port()
        self.log = folder / "proxy.log"
        self._environment = {
            "LISTEN": f"127.0.0.1:{self.port}",
            "SERVER_A": f"127.0.0.1:{first}",
            "SERVER_B": f"127.0.0.1:{second}",
        } | environment

    def __enter__(self) -> "Proxy":
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [HAPROXY, "-db", "-f", DEPLOY / "haproxy.cfg"],
                env=os.environ | self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert self._process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)
            else:
                return self

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        self._process.wait()

    def servers_by_path(self) -> dict[str, list[str]]:
        """Which server answered each request, in order, by path; a WebSocket is noted when it ends."""
        found = defaultdict(list)
        for line in self.log.read_text().splitlines():
            if asked := re.search(r' (?:tables|others)/(\S+) .* "[A-Z]+ (\S+) HTTP', line):
                found[asked[2].partition("?")[0]].append(asked[1])
        return found


@contextmanager
def recorder(status: int = 200) -> Iterator[tuple[int, list[dict[str, str]]]]:
    """A server that answers with its port, is as well as `status` says, and keeps the headers of what it was asked."""
    asked: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_check = self.path == "/healthz"
            if not is_check:
                asked.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(status if is_check else 200)
            self.end_headers()
            with suppress(ConnectionError):  # a check reads no more than the status
                self.wfile.write(str(self.server.server_address[1]).encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1], asked
        finally:
            server.shutdown()
            thread.join()


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


# The proxy


def test_every_request_for_a_table_goes_to_one_server_and_all_others_to_both(tmp_path):
    with recorder() as (first, _), recorder() as (second, _), Proxy(tmp_path, first, second) as proxy:
        homes = {}
        for name in (f"table{number}" for number in range(20)):
            ends = ("", "/updates?since=3&wait=30", "/play", "/actions", "/record")
            answers = {ask(proxy.port, f"/api/tables/{name}{end}") for end in ends}
            assert len(answers) == 1
            homes[name] = answers.pop()
        assert set(homes.values()) == {(200, str(first)), (200, str(second))}
        assert {ask(proxy.port, "/api/games")[1] for _ in range(4)} == {str(first), str(second)}


def test_servers_are_told_who_asks_and_figures_are_not_for_everybody(tmp_path):
    with recorder() as (first, asked), Proxy(tmp_path, first, first) as proxy:
        ask(proxy.port, "/api/games", X_Forwarded_For="10.1.2.3", X_Forwarded_Proto="https")
        assert asked[-1]["x-forwarded-for"] == "127.0.0.1"
        assert asked[-1]["x-forwarded-proto"] == "http"
        assert asked[-1]["host"] == f"127.0.0.1:{proxy.port}"
        assert ask(proxy.port, "/metrics")[0] == 404
        assert len(asked) == 1


def test_one_address_has_a_bounded_number_of_connections(tmp_path):
    with recorder() as (first, _), Proxy(tmp_path, first, first, CONNECTIONS="5") as proxy:
        held = [socket.create_connection(("127.0.0.1", proxy.port)) for _ in range(5)]
        is_refused, deadline = False, time.monotonic() + PATIENCE_S
        while not is_refused:  # until the proxy has taken them all
            assert time.monotonic() < deadline
            try:
                ask(proxy.port, "/api/games")
            except (OSError, http.client.HTTPException):
                is_refused = True
        held.pop().close()
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                assert ask(proxy.port, "/api/games")[0] == 200
                break
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < deadline
        for each in held:
            each.close()


def test_where_no_server_is_well_they_are_asked_all_the_same(tmp_path):
    with recorder(503) as (first, asked), recorder(503) as (second, _), Proxy(tmp_path, first, second) as proxy:
        deadline = time.monotonic() + PATIENCE_S
        while not any("unwell" in server for servers in proxy.servers_by_path().values() for server in servers):
            assert ask(proxy.port, "/api/tables/table1")[0] == 200
            assert ask(proxy.port, "/")[0] == 200
            assert time.monotonic() < deadline
        assert asked


# Two servers behind it


class Returning(Player):
    """Plays on when the server that it is connected to says goodbye, and thinks a little."""

    async def play(self, port, has_acted=lambda: None) -> None:
        try:
            await super().play(port, has_acted)
        except AssertionError as error:
            message = error.args[0] if error.args else None
            if not isinstance(message, dict) or message.get("code") != "server/stopping":
                raise
            raise ConnectionResetError(message["message"]) from None

    async def _act(self, socket: ClientConnection, update) -> None:
        await asyncio.sleep(THINKING_S)
        await super()._act(socket, update)


class Door(ServerProcess):
    """The servers as players reach them: through the proxy."""

    def __init__(self, port: int) -> None:
        self.port = port


async def play_matches(door: Door, person: str, played: list[Player], is_enough: threading.Event) -> None:
    """Several matches at a time, one after the other; none is begun after it is enough, but one at the very end."""

    async def play_one_by_one() -> None:
        is_last = False
        while not is_last:
            is_last = is_enough.is_set()
            table, tokens = await asyncio.to_thread(door.open_table, person)
            pair = [Returning(table, seat, token) for seat, token in enumerate(tokens)]
            played.extend(pair)
            await asyncio.gather(*(player.play_on(door.port) for player in pair))

    await asyncio.gather(*(play_one_by_one() for _ in range(NUM_PAIRS)))


@pytest.mark.compiled
def test_a_table_is_at_home_at_one_server_and_servers_are_restarted_one_by_one_while_people_play(tmp_path, request):
    database, bus = fresh_database("redis", tmp_path, request)
    words = ("--database", database, "--bus", bus, "--proxies", "127.0.0.1", "--bot-threads", "1")
    with (
        ServerProcess(tmp_path / "a", *words, is_patient=False) as first,
        ServerProcess(tmp_path / "b", *words, is_patient=False) as second,
        Proxy(tmp_path, first.port, second.port) as proxy,
    ):
        door = Door(proxy.port)
        person = door.become_guest()
        quiet: list[Player] = []
        is_through = threading.Event()
        is_through.set()
        asyncio.run(play_matches(door, person, quiet, is_through))
        asked = proxy.servers_by_path()
        for player in quiet[::2]:
            servers = [server for path, servers in asked.items() if player.table in path for server in servers]
            assert len(servers) == 6  # two seals, two numbers, two WebSockets
            assert len(set(servers)) == 1

        is_through.clear()
        played: list[Player] = []

        def restart() -> None:
            try:
                for server in (first, second):
                    server.stop()
                    server.start()
            finally:
                is_through.set()

        async def play() -> None:
            await asyncio.gather(asyncio.to_thread(restart), play_matches(door, person, played, is_through))

        asyncio.run(play())
        assert check_promises(first, quiet + played) == len(quiet + played) // 2 * NUM_MOVES
        for player in played:
            assert player.is_done
            assert len(player.told) == NUM_MOVES
            assert player.num_acknowledged == NUM_MOVES // 2
        for server in (first, second):
            assert "Traceback" not in server.said()


# The rest of deploy/


@pytest.mark.compiled
def test_copies_are_made_again_and_again_and_only_old_ones_are_deleted(tmp_path):
    database, folder = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backups"
    prepare_database(make_settings(Settings(database)))
    folder.mkdir()
    kept, old = folder / "tables-yesterday.backup", folder / "tables-old.backup"
    kept.touch()
    old.touch()
    os.utime(old, (0, 0))
    environment = os.environ | {"DATABASE": database, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with subprocess.Popen([DEPLOY / "back-up-again-and-again", folder, "1000", "14"], env=environment) as process:
        deadline = time.monotonic() + PATIENCE_S
        while old.exists():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    [made] = [path for path in folder.iterdir() if path != kept]
    assert made.stat().st_size > 0
    assert kept.exists()
    assert "has 0 events" in restore(f"sqlite:///{tmp_path / 'again.db'}", made)


def test_compose_starts_the_servers_with_flags_that_exist_and_tells_the_proxy_all_that_it_asks_for():
    services = COMPOSE["services"]
    flags = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}
    for name in ("server-a", "server-b"):
        command = services[name]["command"][-1]
        assert set(re.findall(r"--[a-z-]+", command)) <= flags
        assert f"--proxies {services['proxy']['networks']['inside']['ipv4_address']} " in command
        secrets = (DEPLOY / "secrets.env.example").read_text()
        known = set(re.findall(r"^(\w+)=", secrets, re.MULTILINE)) | set(services[name]["environment"])
        assert set(re.findall(r"\$\$(\w+)", command)) <= known
        assert int(services[name]["stop_grace_period"].removesuffix("s")) > LEAVE_S + GRACE_S + END_S
    wanted = set(re.findall(r"\$\{(\w+)\}", (DEPLOY / "haproxy.cfg").read_text()))
    assert wanted == set(services["proxy"]["environment"])
    assert services["server-a"]["volumes"] != services["server-b"]["volumes"]


def test_every_service_is_looked_after():
    volumes = set()
    for service in COMPOSE["services"].values():
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0].startswith("CMD")
        for needed, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert needed in COMPOSE["services"]
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            if source.startswith("./"):
                assert (ROOT / source).exists()
            elif not source.startswith("$"):
                volumes.add(source)
    assert volumes == set(COMPOSE["volumes"])


def test_the_image_is_made_of_files_that_are_there():
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = [line[1:] for line in lines if line.startswith("!")]
    copied = re.findall(r"^COPY (?!--from)(?:--\S+ )*(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    for name in (name for names in copied for name in names.split()):
        assert (ROOT / name).exists()
        assert any(fnmatch(name, each) for each in kept), name

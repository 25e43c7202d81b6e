"""Server processes that tests and the siege start, kill and start again."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.server.clients import PATIENCE_S
from benchmarks.server.databases import free_port
from benchmarks.server.subjects import family, mix
from motherlode.server.operations.supervisor import SERVING

PROGRAM = (sys.executable, "-c", "from motherlode.cli import main; main()", "serve")
START_SECONDS = 3600.0  # the first start on a machine compiles the games, and others may be at work there


def name_of(process: int) -> str:
    """What Linux calls a process; empty where it is gone."""
    try:
        return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


class ServerProcess:
    """`motherlode serve` in a process of its own, always on the same port, with its data in `folder`."""

    def __init__(self, folder: Path, *words: str, is_patient: bool = True, **environment: str) -> None:
        """`is_patient`: starting waits until every game is at full strength, else only until the server answers."""
        self.folder = folder
        self._is_patient = is_patient
        self._environment = environment
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self._words = words

    def __enter__(self) -> "ServerProcess":
        self.folder.mkdir(exist_ok=True)
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self.kill()

    def start(self) -> None:
        """Start it and wait until it is well."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                (*PROGRAM, "--port", str(self.port), "--rate", "0", "--connections", "0", *self._words),
                env=os.environ | {"MOTHERLODE_DATA": str(self.folder)} | self._environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        deadline = time.monotonic() + START_SECONDS
        while not (self.is_well() and (self.is_ready() or not self._is_patient)):
            assert self._process.poll() is None, f"the server ended, {self._process.poll()}: {self.said()[-3000:]}"
            assert time.monotonic() < deadline, f"the server is not well: {self.said()[-3000:]}"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it and its workers by kill -9."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)

    def is_running(self) -> bool:
        """Whether the process lives."""
        return self._process.poll() is None

    def is_well(self) -> bool:
        """Whether it says of itself that it is well."""
        try:
            return self.ask("GET", "/healthz", patience=60)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def is_ready(self) -> bool:
        """Whether every game is at full strength."""
        status, games = self.ask("GET", "/api/games")
        return status == 200 and all(game["strength"] == "full" for game in games)

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def memory(self) -> int:
        """The bytes that only its processes hold."""
        total = 0
        for process in family(self._process.pid):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith(("Private_Clean:", "Private_Dirty:")):
                    total += int(line.split()[1]) * 1024
        return total

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def family(self) -> list[int]:
        """The process and those that it started."""
        return family(self._process.pid)

    def workers(self) -> list[int]:
        """Those of them that serve, where several do."""
        return [process for process in self.family() if name_of(process) == SERVING]

    def ask(
        self, method: str, path: str, body: object = None, token: str = "", patience: float = PATIENCE_S
    ) -> tuple[int, Any]:
        """One request over HTTP: status and JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        return answer.status, json.loads(text) if text.startswith((b"{", b"[")) else {}

    def become_guest(self) -> str:
        """A person's token."""
        status, session = self.ask("POST", "/api/people", {"bearer": True})
        assert status in {200, 201}, session
        return str(session["token"])

    def open_table(self, person: str, **changes: object) -> tuple[str, list[str]]:
        """A table where the person plays both seats of Madcap: its id and the tokens of its seats."""
        wanted = {"game": "madcap", "seats": ["me:Ada", "me:Bob"]} | changes
        status, seated = self.ask("POST", "/api/tables", wanted, person)
        assert status in {200, 201}, (status, seated)
        mix(lambda path, body: self.ask("POST", path, body, person)[1], seated["table"])
        return seated["table"]["id"], seated["tokens"]

    def events_of(self, table: str, token: str) -> list[dict[str, Any]]:
        """Everything that happened at a table."""
        status, update = self.ask("GET", f"/api/tables/{table}/updates?since=0&views=false", token=token)
        assert status == 200, update
        events: list[dict[str, Any]] = update.get("events", [])
        return events

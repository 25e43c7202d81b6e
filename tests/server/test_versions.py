"""The server on other versions of what it stands on: the oldest that are allowed, and the newest that there are."""

import asyncio
import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from benchmarks.server import processes
from benchmarks.server.clients import open_socket, receive
from benchmarks.server.processes import ServerProcess

from motherlode.server.wire import uvicorn_adapter
from motherlode.server.wire.uvicorn_adapter import is_known
from versions import SOURCES, environment_with

ROOT = Path(__file__).parent.parent.parent
NAMES = ("uvicorn", "websockets")


def pinned() -> dict[str, str]:
    """What pyproject.toml allows, as `>=A,<B` by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        re.fullmatch(r"(\w+)(?:\[\w+\])?(.*)", each) for each in project["project"]["optional-dependencies"]["server"]
    ]
    return {found[1]: found[2] for found in wanted if found is not None and found[1] in NAMES}


def test_the_adapter_names_the_versions_that_are_pinned():
    oldest, beyond = (".".join(map(str, numbers)) for numbers in (uvicorn_adapter.OLDEST, uvicorn_adapter.BEYOND))
    assert pinned()["uvicorn"] == f">={oldest},<{beyond}"
    known = {version: is_known(version) for version in ("0.39.9", "0.40.0", "0.59.3", "0.60.0", "1.0.0", "0.54.0rc1")}
    assert known == {
        "0.39.9": False,
        "0.40.0": True,
        "0.59.3": True,
        "0.60.0": False,
        "1.0.0": False,
        "0.54.0rc1": True,
    }


def test_no_other_module_knows_uvicorns_insides():
    sources = sorted((SOURCES / "motherlode").rglob("*.py"))
    known = [
        path.name for path in sources if re.search(r"^\s*(?:from|import) uvicorn\.", path.read_text(), re.MULTILINE)
    ]
    assert known == ["uvicorn_adapter.py"]


async def act_once(port: int, table: str, token: str) -> None:
    """Say hello, act, and be told that it happened."""
    async with open_socket(port, table) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "token": token, "views": False}))
        update = (await receive(socket))["update"]
        act = {"type": "act", "id": "one", "step": update["step"], "action": update["legal"][0]}
        await socket.send(json.dumps(act))
        while (message := await receive(socket)).get("ack") != "one":
            assert message["type"] in {"presence", "update"}, message
        assert message["step"] > update["step"]


@pytest.mark.parametrize("resolution", ["lowest", pytest.param("highest", marks=pytest.mark.long)])
def test_a_page_a_socket_and_an_action(tmp_path, monkeypatch, resolution):
    """The newest is for `make test-long`: a version that somebody published today is no fault of this tree."""
    wanted = [f"{name}{limits if resolution == 'lowest' else ''}" for name, limits in pinned().items()]
    python = environment_with(tmp_path / "environment", "--no-deps", "--resolution", resolution, *wanted)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    code = "import uvicorn, websockets; print(uvicorn.__file__, websockets.__file__)"
    used = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
    assert used.count(str(tmp_path)) == len(NAMES)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(processes, "PROGRAM", (str(python), *processes.PROGRAM[1:]))
    with ServerProcess(tmp_path / "data", MOTHERLODE_MODE="plain") as server:
        assert server.ask("GET", "/")[0] == 200
        person = server.become_guest()
        table, tokens = server.open_table(person)
        update = server.ask("GET", f"/api/tables/{table}/updates?views=false", token=tokens[0])[1]
        asyncio.run(act_once(server.port, table, tokens[update["to_act"]]))
        assert "never tried" not in server.said()
        server.stop()

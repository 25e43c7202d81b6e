"""Starting, stopping, looking after: health, metrics, the doctor, workers."""

import json
import os
import socket
import subprocess
import sys
import time

import pytest
from benchmarks.server.processes import ServerProcess

from motherlode.cli import main
from motherlode.cli.serve import home_addresses
from motherlode.server.app import GRACE_S
from server.conftest import fresh_database
from server.playing import PATIENCE_S, Guest, Socket, client_of


def test_health_and_metrics(everywhere):
    with everywhere.client() as client:
        health = client.get("/healthz").json()
        assert (health["is_well"], health["database"]) == (True, "well")
        ada = Guest(everywhere.url)
        seated = ada.create("madcap", "me", "bot:random")
        with Socket(everywhere.url, seated["table"]["id"], token=seated["tokens"][0]) as player:
            update = player.welcome["update"]
            player.send(type="act", id="a", step=update["step"], action=update["view"]["actions"][0]["id"])
            player.next("update")
            page = client.get("/metrics").text
        numbers = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
        assert float(numbers["motherlode_connections"]) >= 1
        assert float(numbers["motherlode_tables"]) >= 1
        assert float(numbers["motherlode_events_total"]) >= 1
        assert float(numbers["motherlode_action_seconds_count"]) >= 1
        assert "motherlode_loop_lag_seconds_count" in numbers


def test_a_browser_is_opened_on_the_page(tmp_path):
    program, opened = tmp_path / "browser.sh", tmp_path / "opened"
    program.write_text(f"#!/bin/sh\necho $1 > {opened}.part && mv {opened}.part {opened}\n", encoding="utf-8")
    program.chmod(0o755)
    with ServerProcess(tmp_path, "--open", is_patient=False, BROWSER=f"{program} %s") as server:
        while not opened.exists():
            assert server.is_running()
            time.sleep(0.05)
        assert opened.read_text(encoding="utf-8") == f"http://127.0.0.1:{server.port}\n"
        assert f"listening on http://127.0.0.1:{server.port}\nonly this device can open it; for" in server.said()


def test_a_home_network_is_told_the_way_in_and_nothing_else_is_open(tmp_path):
    with ServerProcess(tmp_path, "--lan", is_patient=False) as server:
        own, found = f"http://127.0.0.1:{server.port}", home_addresses(server.port)
        told = [f"others in your network open {address}\n" for address in found]
        assert "".join(told or ["this machine is in no network: others cannot get in\n"]) in server.said()
        ada = Guest(own, "Ada")
        seated = ada.create("madcap", "me", "open")
        way, key = f"/api/tables/{seated['table']['id']}", seated["key"]
        assert seated["addresses"] == found
        other = Guest(own).ask("GET", f"{way}/seated", headers={"X-Table-Key": key}).json()
        assert other["addresses"] == []  # who does not play here is not told
        for address in found:
            with client_of(address, headers={"Origin": address}) as friend:
                assert friend.post("/api/people", json={}).status_code == 201
                assert friend.post(f"{way}/join", json={"key": key}).status_code == 200
                for origin in ("http://elsewhere.example", own):
                    answer = friend.post("/api/people", json={}, headers={"Origin": origin})
                    assert (answer.status_code, answer.json()["code"]) == (403, "server/origin")
                assert friend.get("/metrics").status_code == 403


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "70000"), "port 70000: must be from 0 to 65535"),
        (("--lan", "--host", "127.0.0.1"), "--lan is for a home network: leave out --host, --origin and --proxies"),
        (("--workers", "0"), "0 workers: must be at least 1"),
        (("--workers", "2"), "2 workers need PostgreSQL: --database postgresql://...; SQLite is for one process"),
        (("--workers", "2", "--database", "postgresql://x/y", "--bus", "memory"), "the bus 'memory' is for one worker"),
        (("--connections", "-1"), "-1 connections: must be at least 0"),
        (("--log", "loud"), "log 'loud': expected one of debug, info, warning, error"),
        (("--rate", "-1"), "rate -1.0: must be at least 0"),
        (("--bus", "pigeon"), "bad bus 'pigeon': expected memory, postgresql or redis://..."),
        (("--bus", "postgresql"), "the bus 'postgresql' needs a database postgresql://..."),
        (("--database", "mysql://x/y"), "bad database 'mysql://x/y'"),
    ],
)
def test_bad_flags_get_one_clear_line(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("MOTHERLODE_DATA", str(tmp_path))
    assert main(["serve", *words]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_a_port_that_is_taken_is_said(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("MOTHERLODE_DATA", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
        assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in capsys.readouterr().err
        assert main(["doctor", "--port", str(port)]) == 2
        assert "wrong  port" in capsys.readouterr().out


def test_the_doctor_finds_all_well(capsys, tmp_path, monkeypatch, postgresql, redis):
    monkeypatch.setenv("MOTHERLODE_DATA", str(tmp_path))
    assert main(["doctor", "--port", "0"]) == 0
    said = capsys.readouterr().out
    assert "ok     mode: machine code: madcap, madstone, " in said
    assert "all is well" in said
    assert main(["doctor", "--port", "0", "--database", postgresql.url, "--bus", redis.url]) == 0
    assert "redis answers" in capsys.readouterr().out


def test_the_doctor_says_what_is_wrong(capsys, tmp_path):
    assert main(["doctor", "--port", "0", "--database", f"sqlite:///{tmp_path}/nowhere/t.db"]) == 2
    assert "there is no folder" in capsys.readouterr().out
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"not a database at all" * 100)
    assert main(["doctor", "--port", "0", "--database", f"sqlite:///{damaged}"]) == 2
    assert "wrong  database" in capsys.readouterr().out
    away = ["--database", "postgresql://ada:secret@127.0.0.1:9/x", "--bus", "redis://127.0.0.1:9"]
    assert main(["doctor", "--port", "0", *away]) == 2
    said = capsys.readouterr().out
    assert "wrong  database" in said
    assert "wrong  bus" in said
    assert "secret" not in said


def test_it_stops_while_somebody_plays_and_loses_nothing(tmp_path):
    assert GRACE_S < 5, "as docs/server.md says"
    with ServerProcess(tmp_path) as server:
        person = server.become_guest()
        table, tokens = server.open_table(person)
        with Socket(f"http://127.0.0.1:{server.port}", table, token=tokens[0]) as player:
            update = player.welcome["update"]
            player.send(type="act", id="a", step=update["step"], action=update["view"]["actions"][0]["id"])
            step = player.next("update")["step"]
            server.stop()  # the player stays, and is not waited for
            assert player.next("bye")["code"] == "server/stopping"
        server.start()
        assert len(server.events_of(table, tokens[0])) == step
        said = server.said()
        assert "Traceback" not in said
        assert tokens[0] not in said
        assert person not in said


def test_workers_serve_the_same_tables(tmp_path, request):
    database, _ = fresh_database("postgresql", tmp_path, request)
    with ServerProcess(tmp_path, "--database", database, "--workers", "2", "--bot-threads", "1") as server:
        person = server.become_guest()
        table, tokens = server.open_table(person)
        url = f"http://127.0.0.1:{server.port}"
        # Enough connections for both workers to have some.
        sockets = [Socket(url, table, token=tokens[number % 2]) for number in range(12)]
        update = sockets[0].welcome["update"]
        sockets[0].send(type="act", id="a", step=update["step"], action=update["view"]["actions"][0]["id"])
        assert {socket.next("update")["step"] for socket in sockets} == {update["step"] + 1}
        for socket in sockets:
            socket.close()
        server.stop()


def test_logs_are_json_without_secrets(tmp_path):
    with ServerProcess(tmp_path) as server:
        server.ask("GET", "/api/me", token="person.not-a-token")
        server.stop()
        lines = [line for line in server.said().splitlines() if line.startswith("{")]
        assert lines
        assert all("event" in json.loads(line) for line in lines)
        assert "not-a-token" not in server.said()


def test_without_its_packages_the_server_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['litestar'] = None\n"
        "from motherlode.cli import main\n"
        "sys.exit(main(['serve', '--port', '0']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"MOTHERLODE_DATA": str(tmp_path)}, capture_output=True,
        text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install 'motherlode[server]'" in done.stderr

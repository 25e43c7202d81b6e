"""What strangers, other sites and the impatient may not do."""

import json
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from motherlode.server.settings import Settings, make_settings
from motherlode.server.tables import making
from server.conftest import running
from server.playing import PATIENCE_S, Guest, Socket


def test_every_answer_has_strict_headers(here):
    with here.client() as client:
        for path in ("/", "/api/games", "/api/nothing", "/healthz"):
            headers = client.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            policy = headers["content-security-policy"].replace("style-src-attr 'unsafe-inline'", "")
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # modules of games, and nothing else
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


def test_other_sites_may_not_use_the_cookie(here):
    with here.client() as client:
        client.post("/api/people", json={})
        wish = {"game": "madcap", "seats": ["me", "open"]}
        for headers in (
            {"Origin": "https://elsewhere.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            answer = client.post("/api/tables", json=wish, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "server/origin")
        own = client.post("/api/tables", json=wish, headers={"Origin": here.url, "Sec-Fetch-Site": "same-origin"})
        assert own.status_code == 201


def test_other_sites_may_not_open_a_websocket(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", is_public=True)["table"]["id"]
    address = f"{here.url.replace('http', 'ws')}/api/tables/{table}/play"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin="https://elsewhere.example"):
        pass
    assert refused.value.response.status_code == 403
    with connect(address, origin=here.url) as socket:
        socket.send('{"type": "hello", "protocol": 1}')
        assert json.loads(socket.recv(PATIENCE_S))["type"] == "welcome"
    with pytest.raises(InvalidStatus), connect(here.url.replace("http", "ws") + "/elsewhere"):
        pass


def test_a_browser_plays_with_its_cookie(here):
    with here.client() as client:
        client.post("/api/people", json={})
        seated = client.post("/api/tables", json={"game": "madcap", "seats": ["me", "me"]}).json()
        address = f"{here.url.replace('http', 'ws')}/api/tables/{seated['table']['id']}/play"
        with connect(address, additional_headers={"Cookie": f"motherlode={client.cookies['motherlode']}"}) as socket:
            socket.send('{"type": "hello", "protocol": 1}')
            assert json.loads(socket.recv(PATIENCE_S))["seats"] == [0, 1]


def test_named_origins_replace_the_host(tmp_path):
    settings = make_settings(
        Settings(f"sqlite:///{tmp_path / 'tables.db'}", origins=("https://play.example",), log="error")
    )
    with running(settings) as server, server.client() as client:
        assert client.post("/api/people", json={}, headers={"Origin": server.url}).status_code == 403
        answer = client.post("/api/people", json={}, headers={"Origin": "https://play.example"})
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]


def test_the_impatient_are_slowed_down(tmp_path, monkeypatch):
    monkeypatch.setattr("motherlode.server.wire.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    settings = make_settings(Settings(f"sqlite:///{tmp_path / 'tables.db'}", rate=1, log="error"))
    with running(settings) as server, server.client() as client:
        answers = [client.get("/api/tables") for _ in range(15)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 5
        assert answers[-1].json()["code"] == "server/rate"
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "message/unreadable"),
        (b"[]", 400, "message/unreadable"),
        (b"\xff\xfe", 400, "message/unreadable"),
        (b"[" * 5000, 400, "message/unreadable"),
        (b'{"name": 5}', 400, "message/unreadable"),
        (b'{"name": "\xff"}', 400, "message/unreadable"),
        (b'{"na\xffme": "A"}', 400, "message/unreadable"),
        (b"", 400, "message/unreadable"),
        (b'{"name": "' + b"x" * 70_000 + b'"}', 413, "message/size"),
    ],
)
def test_bodies_that_do_not_fit_get_one_clear_line(here, body, status, code):
    with here.client() as client:
        answer = client.post("/api/people", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert "Traceback" not in answer.text
        assert "\n" not in answer.json()["message"]


@pytest.mark.parametrize(
    ("message", "code", "close"),
    [
        ("nonsense", "message/unreadable", 1007),
        ('{"type": "dance"}', "message/unreadable", 1007),
        ('{"type": "act", "id": "x"}', "message/unreadable", 1007),
        ('{"type": "hello", "protocol": 1}', "message/unreadable", None),
        ('{"type": "ping", "more": 1}', "message/unreadable", 1007),
        ("x" * 17_000, "message/size", 1009),
        (b"\x00", "message/unreadable", 1007),
    ],
)
def test_messages_that_do_not_fit_end_the_connection(here, message, code, close):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", is_public=True)["table"]["id"]
    with Socket(here.url, table) as socket:
        socket.connection.send(message)
        if close is None:
            assert socket.next("refused")["code"] == code
            return
        assert socket.next("bye")["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            socket.drain()
        assert closed.value.rcvd.code == close


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"protocol": 2}, "message/unreadable"),
        ({"token": "person.nobody"}, "person/unknown"),
        ({"token": "seat.nowhere.0.xyz"}, "seat/denied"),
        ({"seat": 1}, "seat/denied"),
        ({"seat": 9}, "seat/unknown"),
    ],
)
def test_a_wrong_hello_is_answered(here, hello, code):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", is_public=True)["table"]["id"]
    with Socket(here.url, table, **hello) as socket:
        assert (socket.welcome["type"], socket.welcome["code"]) == ("bye", code)
    with Socket(here.url, "nowhere") as socket:
        assert socket.welcome["code"] == "table/unknown"


def test_a_fault_of_ours_is_not_told(here, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a secret in a message")

    ada = Guest(here.url)
    monkeypatch.setattr(making, "create_table", broken)
    answer = ada.ask("POST", "/api/tables", json={"game": "madcap", "seats": ["me", "open"]})
    assert (answer.status_code, answer.json()["code"]) == (500, "server/fault")
    assert "secret" not in answer.text


def test_metrics_are_for_the_operator(tmp_path):
    settings = make_settings(Settings(f"sqlite:///{tmp_path / 'tables.db'}", metrics_token="let me in", log="error"))
    with running(settings) as server, server.client() as client:
        assert client.get("/metrics").status_code == 403
        assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
        page = client.get("/metrics", headers={"Authorization": "Bearer let me in"})
        assert page.status_code == 200
        assert "motherlode_events_total" in page.text


def test_metrics_are_not_shown_through_a_proxy_that_nobody_named(here):
    with here.client() as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403


def test_who_does_not_read_is_cut_off_and_hurts_nobody(here):
    import socket as sockets

    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me", is_public=True)
    table = seated["table"]["id"]
    host, port = here.url.removeprefix("http://").split(":")
    raw = sockets.create_connection((host, int(port)))
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    with raw:
        raw.sendall(
            f"GET /api/tables/{table}/play HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        hello = b'{"type": "hello", "protocol": 1, "since": 0}'
        raw.recv(1024)
        raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        fetch = b'{"type":"fetch","since":0}'
        frame = bytes([0x81, 0x80 | len(fetch), 0, 0, 0, 0]) + fetch
        with Socket(here.url, table, token=seated["tokens"][0]) as player:
            is_cut = False
            while not is_cut:
                try:
                    raw.sendall(frame * 100)
                except OSError:
                    is_cut = True
            player.send(type="ping")
            player.next("pong")
    assert ada.act(table)["step"]

"""The door: requests that do not come whole are ended, and an address has only so many connections."""

import contextlib
import json
import socket

import pytest
from websockets.sync.client import connect

from motherlode.server.settings import Settings, make_settings
from motherlode.server.wire import door
from server.conftest import PATIENCE_S, Running, running
from server.playing import Guest

MOST = 3


@pytest.fixture
def hasty(here, monkeypatch):
    """A server that does not wait long for a request."""
    monkeypatch.setattr(door, "REQUEST_S", 0.2)
    return here


@pytest.fixture
def narrow(tmp_path):
    """A server for few connections of an address."""
    settings = make_settings(Settings(f"sqlite:///{tmp_path / 'tables.db'}", rate=0, connections=MOST, log="error"))
    with running(settings) as server:
        yield server


def open_connection(server: Running) -> socket.socket:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE_S)


def greeted(server: Running) -> socket.socket:
    """A connection that has been answered once, so that the time for its first request is not running any more."""
    connection = open_connection(server)
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(1 << 16)
    assert answer.startswith(b"HTTP/1.1 200 ")
    return connection


def everything_from(connection: socket.socket) -> bytes:
    """What comes until the other side ends the connection."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while data := connection.recv(1 << 16):
            parts.append(data)
    return b"".join(parts)


@pytest.mark.parametrize(
    "half", [b"", b"G", b"GET /healthz HTT", b"GET /healthz HTTP/1.1\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: "]
)
def test_a_request_that_does_not_come_whole_is_ended(hasty, half):
    with open_connection(hasty) as connection:
        connection.sendall(half)
        assert everything_from(connection) == b""


@pytest.mark.parametrize("body", [b"", b'{"name": "A'])
def test_a_body_that_does_not_come_whole_is_ended_with_a_code(here, monkeypatch, body):
    with greeted(here) as connection:
        monkeypatch.setattr(door, "REQUEST_S", 0.2)
        head = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"
        connection.sendall(head + body)
        answer = everything_from(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"message/slow"' in answer


def test_a_second_request_must_come_whole_as_well(hasty):
    with open_connection(hasty) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /heal")
        answer = everything_from(connection)
    assert answer.count(b"HTTP/1.1 ") <= 1


def test_an_answer_may_take_its_time(here, monkeypatch):
    """Whoever waits for news of a table has asked for something."""
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    step = ada.update(table)["step"]
    with greeted(here) as connection:
        monkeypatch.setattr(door, "REQUEST_S", 0.2)
        connection.sendall(
            f"GET /api/tables/{table}/updates?since={step}&wait=1 HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {ada.token}\r\nConnection: close\r\n\r\n".encode()
        )
        assert everything_from(connection).startswith(b"HTTP/1.1 200 ")


def test_an_address_has_only_so_many_connections(narrow):
    held = [open_connection(narrow) for _ in range(MOST)]
    for connection in held:  # answered, so all of them are counted
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
    with open_connection(narrow) as one_more:
        answer = everything_from(one_more)
    assert answer.startswith(b"HTTP/1.1 503 ")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head
    assert json.loads(body)["code"] == "server/rate"
    for connection in held:
        connection.close()
    wait_for_room(narrow)


def test_websockets_count_too_and_make_room_when_they_end(narrow):
    address = narrow.url.replace("http", "ws") + "/api/tables/nowhere/play"
    for _ in range(2):
        with connect(address), connect(address), connect(address), open_connection(narrow) as one_more:
            assert everything_from(one_more).startswith(b"HTTP/1.1 503 ")
        wait_for_room(narrow)


def wait_for_room(server: Running) -> None:
    """Until the server has noticed that connections were closed."""
    answer = b""
    while not answer.startswith(b"HTTP/1.1 200 "):
        with open_connection(server) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = connection.recv(1 << 16)


@pytest.mark.parametrize("proxies", ["127.0.0.1", "10.0.0.7, 127.0.0.0/8", "*"])
def test_proxies_have_the_connections_of_many(tmp_path, proxies):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(make_settings(Settings(database, rate=0, connections=MOST, proxies=proxies, log="error"))) as server:
        held = [open_connection(server) for _ in range(3 * MOST)]
        for connection in held:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            connection.close()

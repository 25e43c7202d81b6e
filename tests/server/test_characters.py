"""Texts that are none, at every route and in every message: a clear refusal, never a fault."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from motherlode.server.protocol import messages
from server.playing import PATIENCE_S, Guest, Socket
from server.test_authorisation import MESSAGES, OPERATIONS

pytestmark = pytest.mark.compiled

NUL = "a\0b"
FILES = ("GET /docs/", "GET /t/{table}")  # pages for everybody
REFUSED = (400, "message/unreadable")


def described(server: Any) -> dict[str, dict[str, Any]]:
    """Every operation as it describes itself; each body's parts by name."""
    with server.client() as client:
        schema = client.get("/api/openapi.json").json()

    def parts(found: dict[str, Any]) -> set[str]:
        found = schema["components"]["schemas"][found["$ref"].rpartition("/")[2]] if "$ref" in found else found
        return set(found.get("properties", ())).union(*map(parts, found.get("oneOf", []) + found.get("anyOf", [])))

    operations: dict[str, dict[str, Any]] = {}
    for path, methods in schema["paths"].items():
        for method, each in methods.items():
            body = each.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            operations[f"{method.upper()} {path}"] = {
                "body": None if body is None else parts(body),
                "query": [given["name"] for given in each.get("parameters", []) if given["in"] == "query"],
                "path": [given["name"] for given in each.get("parameters", []) if given["in"] == "path"],
            }
    return operations


def test_every_operation_is_described(here):
    hidden = {"GET /healthz", "GET /metrics", "GET /api", "GET /api/openapi.json", *FILES}
    assert set(described(here)) | hidden >= set(OPERATIONS)


def requests_of(operation: str, parts: dict[str, Any], table: str) -> list[tuple[str, dict[str, Any], bytes | None]]:
    """All that can be asked with a text that is none at some place: path, query and body."""
    path = operation.partition(" ")[2]
    fine = {name: {"table": table, "game": "madcap"}.get(name, "1") for name in parts["path"]}
    asked: list[tuple[str, dict[str, Any], bytes | None]] = []
    sent = None if parts["body"] is None else b"{}"
    for name in parts["path"]:
        asked += [(path.format(**fine | {name: bad}), {}, sent) for bad in ("a%00b", "%ff")]
    asked += [(path.format(**fine), {name: NUL}, sent) for name in parts["query"]]
    for name in parts["body"] or ():
        asked.append((path.format(**fine), {}, json.dumps({name: NUL}).encode()))
        asked.append((path.format(**fine), {}, b'{"%b": "a\xffb"}' % name.encode()))
    if parts["body"] is not None:
        for body in (b'{"na\xffme": "A"}', b'{"x": ["A\xc3"]}', b'{"\\u0000": 1}', b'{"x": [{"y": "\\u0000"}]}'):
            asked.append((path.format(**fine), {}, body))
    return asked


@pytest.mark.parametrize("everywhere", ["postgresql"], indirect=True)
def test_what_is_no_text_is_refused_at_every_route(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    wrong, count = [], 0
    for operation, parts in described(everywhere).items():
        method = operation.partition(" ")[0]
        for path, query, body in requests_of(operation, parts, table):
            headers = {"Content-Type": "application/json"} if body is not None else {}
            answer = ada.ask(method, path, params=query, content=body, headers=headers)
            count += 1
            code = answer.json()["code"]
            # A path that is no number is unknown, and so is a replacement character.
            is_clear = "%" in path and 400 <= answer.status_code < 500
            if (answer.status_code, code) != REFUSED and not is_clear:
                wrong.append((method, path, query, body, answer.status_code, code))
    assert not wrong, wrong
    print(count, "asked")
    assert count > 250


def test_a_backslash_before_u0000_is_a_text_like_any_other(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", is_public=True)["table"]["id"]
    ada.post(f"/api/tables/{table}/say", text="\\u0000")
    with Socket(here.url, table, token=ada.token) as socket:
        socket.send(type="say", id="x", text="\\u0000")
        assert socket.next("update")["ack"] == "x"


def test_what_is_no_text_is_refused_in_every_message(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    kinds = {each.__struct_config__.tag: each for each in messages.FromClient.__args__}
    assert set(kinds) == set(MESSAGES)
    for kind, message in kinds.items():
        for name in message.__struct_fields__ or ("x",):
            for bad in (json.dumps({name: NUL}).encode()[1:-1], b'"%b": "a\\u0000b"' % name.encode()):
                with Socket(everywhere.url, table, token=ada.token) as socket:
                    socket.connection.send((b'{"type": "%b", %b}' % (kind.encode(), bad)).decode())
                    assert socket.next("bye")["code"] == "message/unreadable"
                    with pytest.raises(ConnectionClosed) as closed:
                        socket.drain()
                    assert closed.value.rcvd.code == 1007
    for hello in ({"token": NUL}, {"token": f"seat.{NUL}.0.x"}, {"key": NUL}):
        with Socket(everywhere.url, table, **hello) as socket:
            assert (socket.welcome["type"], socket.welcome["code"]) == ("bye", "message/unreadable")


def test_a_websocket_at_an_address_with_nul_is_not_opened(everywhere):
    for path in ("/api/tables/%00/play", "/api/tables/a%00b/play"):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(everywhere.url.replace("http", "ws") + path, open_timeout=PATIENCE_S),
        ):
            pass
        assert refused.value.response.status_code == 403


def test_pages_at_such_addresses_are_no_fault(everywhere):
    paths = ("/docs/%00", "/t/%00", "/t/a%00b?preview=%00", "/%00", "/assets/%00.js", "/api/%00")
    with everywhere.client() as client:
        for path in paths:  # docs that were not built answer 503 to everybody
            assert client.get(path).status_code in {400, 404, client.get(path.replace("%00", "x")).status_code}


HEADERS = (
    {"Authorization": b"Bearer \xff\xfe"}, {"Authorization": b"Bearer seat.\xff.0.x"}, {"X-Table-Key": b"\xff"},
    {"Cookie": b"motherlode=\xff"}, {"Cookie": b"motherlode=%00"}, {"User-Agent": b"\xff"},
    {"Accept-Language": b"\xff"}, {"If-None-Match": b"\xff"}, {"Origin": b"\xff"},
)  # fmt: skip


def test_headers_that_are_no_text_are_no_fault(everywhere):
    asked = (
        ("POST", "/api/people", {}), ("GET", "/api/me", None), ("GET", "/api/games/madcap/rules", None),
        ("GET", "/t/abc", None),
    )  # fmt: skip
    with everywhere.client() as client:
        for headers in HEADERS:
            for method, path, body in asked:
                answer = client.request(method, path, json=body, headers=headers)
                assert answer.status_code < 500, (headers, path)

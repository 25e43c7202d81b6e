"""Whatever a client sends over its WebSocket: the server stays up and answers each message with one clear line."""

import asyncio
import json
import socket
import struct
from contextlib import suppress
from typing import NamedTuple

import pytest
from benchmarks.server.clients import PATIENCE_S, Player, open_socket, receive
from benchmarks.server.processes import ServerProcess
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from motherlode.core.errors import Code
from motherlode.server.app import SOCKET_BYTES
from motherlode.server.protocol.messages import MAX_MESSAGE_BYTES

pytestmark = pytest.mark.compiled

CODES = {code.value for code in Code}
KINDS = ["hello", "act", "undo", "answer_undo", "resign", "say", "fetch", "ping", "welcome", "", "ACT", "__class__"]
FIELDS = [
    "protocol",
    "token",
    "key",
    "seat",
    "since",
    "views",
    "id",
    "step",
    "action",
    "agree",
    "text",
    "extra",
    "type",
]
CLOSE_CODES = {1000, 1002, 1003, 1007, 1008, 1009, 1011}

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80)
    | st.sampled_from(["die:red:4", "red 4 up", "level:7", "seat", "\x00", "\ud83d", "../..", "1e999", "'; --"])
)  # fmt: skip
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner))
# What nearly is a message: the right words with the wrong values.
near_messages = st.builds(
    lambda kind, fields: json.dumps({"type": kind} | fields),
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5),
)
acts = st.builds(
    lambda request, step, action, seat: json.dumps(
        {"type": "act", "id": request, "step": step, "action": action} | ({} if seat is None else {"seat": seat})
    ),
    st.sampled_from(["once", "again", ""]),  # so that requests are repeated, in this connection and in others
    st.integers(0, 40),
    st.integers(0, 80) | st.sampled_from(["red 1 up", ["die:red:1", "level:1"], [], "", -1, 2**40]),
    st.sampled_from([None, None, 0, 1, 11]),
)
broken_texts = st.sampled_from(
    [
        "",
        " ",
        "{",
        '{"type":',
        "nul",
        '{"type":"ping"}{"type":"ping"}',
        "[" * 8000,
        '{"a":' * 3000,
        '"\\ud800"',
        "NaN",
        "-",
    ]
)


class Giant(NamedTuple):
    """A message that is too long, though not so long that it is cut off; written out only when it is sent."""

    size: int  # bytes of its text
    letter: str

    def text(self) -> str:
        letters = self.letter * (self.size // len(json.dumps(self.letter)[1:-1]))
        return json.dumps({"type": "say", "id": "g", "text": letters})


giants = st.builds(
    Giant,
    st.integers(MAX_MESSAGE_BYTES, SOCKET_BYTES - 100),
    st.sampled_from(["a", "ü", "\x00"]),
)
LEGAL = "an action that the rules allow now"
messages = st.one_of(
    st.just(LEGAL),
    near_messages, near_messages, acts, acts, broken_texts, giants, st.text(max_size=99), values.map(json.dumps),
    st.binary(max_size=300),
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("fuzz") / "data") as process:
        yield process


@pytest.fixture(scope="module")
def seats(server):
    """A long match and the tokens of its seats."""
    return server.open_table(server.become_guest(), options={"games": 100})


def check_answer(text: str | bytes) -> dict:
    """One JSON object that says what it is; if something is wrong, by a code and one line for people."""
    assert isinstance(text, str)
    message = json.loads(text)
    assert message["type"] in {"welcome", "update", "refused", "presence", "pong", "bye"}, text
    if message["type"] in {"refused", "bye"}:
        assert message["code"] in CODES, text
        assert message["code"] != "server/fault", text
        line = message["message"]
        assert line
        assert "\n" not in line
        assert "Traceback" not in line
        assert '.py"' not in line
        assert len(line) < 1000, text
    return message


async def answers_to(connection, message: str | bytes) -> tuple[list[dict], bool]:
    """What comes back before the answer to a request that follows, and whether the connection still stands."""
    found = []
    with suppress(ConnectionClosed):  # what was said before can still be read
        await connection.send(message)
        await connection.send('{"type":"fetch","id":"mark","since":1000000}')
    try:
        while True:
            answer = check_answer(await asyncio.wait_for(connection.recv(), PATIENCE_S))
            if answer.get("ack") == "mark":
                return found, True
            if answer["type"] != "presence":
                found.append(answer)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None, "the connection broke without a word"
        assert closed.rcvd.code in CLOSE_CODES, closed
        return found, False


class Knowing:
    """What a client has been told last, so that some of its actions are legal."""

    def __init__(self, update: dict) -> None:
        self.step, self.legal = 0, []
        self.learn(update)

    def learn(self, update: dict | None) -> None:
        if update is not None:
            self.step, self.legal = update["step"], update.get("legal") or []

    def legal_act(self) -> str:
        action = self.legal[0] if self.legal else 0
        return json.dumps({"type": "act", "id": f"legal {self.step}", "step": self.step, "action": action})


async def send_all(port: int, table: str, token: str, sent: list[str | bytes | Giant], says_hello: bool) -> None:
    async with open_socket(port, table) as connection:
        knowing = Knowing({"step": 0})
        if says_hello:
            await connection.send(json.dumps({"type": "hello", "protocol": 1, "token": token, "views": False}))
            knowing.learn(check_answer(await asyncio.wait_for(connection.recv(), PATIENCE_S))["update"])
        for wanted in sent:
            message = knowing.legal_act() if wanted == LEGAL else wanted
            if isinstance(message, Giant):
                message = message.text()
            answers, stands = await answers_to(connection, message)
            assert len(answers) == 1, f"{message[:300]!r} was answered with {answers}"
            [answer] = answers
            if not stands:
                assert answer["type"] == "bye"
                return
            if wanted == LEGAL and knowing.legal:
                assert answer["type"] == "update", answer
            knowing.learn(answer if answer["type"] == "update" else answer.get("now"))


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(
    sent=st.lists(messages, min_size=1, max_size=6),
    says_hello=st.sampled_from([True, True, True, False]),
    seat=st.integers(0, 1),
)
def test_every_message_has_one_clear_answer(server, seats, sent, says_hello, seat):
    table, tokens = seats
    asyncio.run(send_all(server.port, table, tokens[seat], sent, says_hello))


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(
    hello=st.dictionaries(st.sampled_from(FIELDS[:6]), values, max_size=4),
    table=st.none()
    | st.text("abcXYZ019_-.~!$&'()*+,;=:@", min_size=1, max_size=40).filter(lambda name: name[0] != "."),
)
def test_every_hello_has_one_clear_answer(server, seats, hello, table):
    async def greet():
        async with open_socket(server.port, table or seats[0]) as connection:
            try:
                await connection.send(json.dumps({"type": "hello", "protocol": 1} | hello))
                return check_answer(await asyncio.wait_for(connection.recv(), PATIENCE_S))
            except ConnectionClosed as closed:
                raise AssertionError(f"closed without a word: {closed}") from closed

    answer = asyncio.run(greet())
    assert answer["type"] in {"welcome", "bye"}
    if table is not None:
        assert answer["type"] == "bye"


def test_a_repeated_action_is_done_once(server):
    table, tokens = server.open_table(server.become_guest())

    async def repeat():
        async with open_socket(server.port, table) as connection:
            await connection.send(json.dumps({"type": "hello", "protocol": 1, "token": tokens[0], "views": False}))
            update = (await receive(connection))["update"]
            act = json.dumps({"type": "act", "id": "once", "step": update["step"], "action": update["legal"][0]})
            answers = [(await answers_to(connection, act))[0] for _ in range(5)]
            assert all([answer["ack"] for answer in several] == ["once"] for several in answers), answers
        async with open_socket(server.port, table) as connection:
            await connection.send(json.dumps({"type": "hello", "protocol": 1, "token": tokens[0], "views": False}))
            await receive(connection)
            [answer], _ = await answers_to(connection, act)
            assert answer["ack"] == "once"

    asyncio.run(repeat())
    assert len([event for event in server.events_of(table, tokens[0]) if event["kind"] == "played"]) == 1


def frame(first: int, payload: bytes, *, size: bytes | None = None, masked: bool = True) -> bytes:
    """A frame of RFC 6455, or what is none."""
    mask = 128 if masked else 0
    length = size if size is not None else bytes([mask | len(payload)])
    return bytes([first]) + length + (bytes(4) if masked else b"") + payload


# fmt: off
FRAMES = {
    "not masked": frame(0x81, b'{"type":"ping"}', masked=False),
    "reserved bits": frame(0xF1, b"x"),
    "reserved opcode": frame(0x83, b"x"),
    "not UTF-8": frame(0x81, b"\xff\xfe\xc3"),
    "endless": frame(0x81, b"x", size=b"\xff" + struct.pack(">Q", 2**62)),
    "negative": frame(0x81, b"x", size=b"\xff" + b"\xff" * 8),
    "continues nothing": frame(0x80, b"x"),
    "never finished": frame(0x01, b"x" * 100) + frame(0x81, b"y"),
    "long ping": frame(0x89, b"x" * 126, size=b"\xfe\x00\x7e"),
    "ping in pieces": frame(0x09, b"x"),
    "bad goodbye": frame(0x88, b"\x00"),
    "many pieces": frame(0x01, b"x" * 100) + frame(0x00, b"x" * 125) * 600,
    "no frame": b"\r\n\r\nGET / HTTP/1.1\r\n\r\n" * 20,
}
# fmt: on


@pytest.mark.parametrize("kind", FRAMES)
def test_broken_frames_end_the_connection(server, seats, kind):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as connection:
        host = f"127.0.0.1:{server.port}"
        connection.sendall(
            f"GET /api/tables/{seats[0]}/play HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        said = b""
        while b"\r\n\r\n" not in said:
            said += connection.recv(4096)
        assert said.startswith(b"HTTP/1.1 101")
        try:
            connection.sendall(FRAMES[kind])
            while more := connection.recv(65536):
                said += more
        except (ConnectionResetError, BrokenPipeError):
            pass  # ended, as it should
        assert b"Traceback" not in said
    assert server.is_well()


def test_the_server_has_stayed_up_and_says_nothing_of_faults(server):
    person = server.become_guest()
    players = []
    for _ in range(3):
        table, tokens = server.open_table(person)
        players += [Player(table, seat, token) for seat, token in enumerate(tokens)]

    async def play_all():
        await asyncio.gather(*(player.play(server.port) for player in players))

    asyncio.run(play_all())
    assert all(player.is_over for player in players)
    said = server.said()
    assert "Traceback" not in said
    assert '"level":"error"' not in said.replace(" ", "")

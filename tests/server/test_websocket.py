"""WebSockets as bytes on a wire: however they are cut, whoever does not read, whatever is no frame."""

import asyncio
import base64
import itertools
import json
import os
import socket
import time
from typing import Any

import pytest
import uvloop
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from motherlode.server.app import SOCKET_BYTES
from motherlode.server.wire.uvicorn_adapter import Host
from motherlode.server.wire.websocket import MAX_UNSENT_BYTES, WebSocket, head_of
from server.playing import PATIENCE_S, Guest, Socket

KEY = base64.b64encode(os.urandom(16)).decode()
HEAD = (
    f"GET /api/tables/x/play HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


EDGES = (0, 1, 125, 126, 127, 65_535, 65_536, 70_000)  # around where a frame says its length in another way


class Config:
    """What a WebSocket needs of uvicorn's."""

    ws_max_size = 200

    def __init__(self, app: Any) -> None:
        self.loaded_app = app


class State:
    """What uvicorn knows of its connections."""

    def __init__(self) -> None:
        self.connections: set[Any] = set()
        self.tasks: set[Any] = set()


class Wire:
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        self.written = b""
        self.is_closed = False

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else None

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_closed

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        self.is_closed = True

    abort = write_eof = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


def taken_by_ours(chunks: list[bytes]) -> list[tuple[bytes, bool]]:
    """The messages that our WebSocket makes of bytes that come in these chunks."""
    taken: list[tuple[bytes, bool]] = []

    async def app(scope: Any, _: Any, __: Any) -> None:
        scope["state"]["socket"].accept()
        scope["state"]["socket"].listen(lambda *message: taken.append(message))

    async def feed() -> None:
        ours = WebSocket(Host(Config(app), State(), {}))
        ours.connection_made(Wire())
        ours.data_received(HEAD)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for chunk in chunks:
            ours.data_received(chunk)
        ours.connection_lost(None)

    asyncio.run(feed())
    return taken


@pytest.mark.parametrize("size", EDGES)
def test_a_message_with_its_remembered_head_is_what_the_library_writes(size):
    message = b"x" * size
    assert head_of(size) + message == Frame(Opcode.TEXT, message).serialize(mask=False)


def test_what_was_told_before_a_goodbye_is_written_before_it():
    async def app(scope: Any, _: Any, __: Any) -> None:
        scope["state"]["socket"].accept()

    async def tell() -> bytes:
        wire, ours = Wire(), WebSocket(Host(Config(app), State(), {}))
        ours.connection_made(wire)
        ours.data_received(HEAD)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        begun = len(wire.written)
        assert ours.transmit(b"first")
        assert ours.transmit(b"second")
        ours.close(1000)
        assert not ours.transmit(b"too late")
        await asyncio.sleep(0)
        return wire.written[begun:]

    texts = b"".join(Frame(Opcode.TEXT, message).serialize(mask=False) for message in (b"first", b"second"))
    assert asyncio.run(tell()) == texts + Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=False)


def taken_by_library(data: bytes) -> list[tuple[bytes, bool]]:
    """The messages that the library makes of all bytes at once."""
    oracle = ServerProtocol(max_size=Config.ws_max_size)
    oracle.receive_data(HEAD)
    [request] = oracle.events_received()
    oracle.send_response(oracle.accept(request))
    oracle.receive_data(data)
    taken: list[tuple[bytes, bool]] = []
    pieces, is_text = b"", True
    for frame in oracle.events_received():
        assert isinstance(frame, Frame)
        if frame.opcode in {Opcode.TEXT, Opcode.BINARY}:
            pieces, is_text = b"", frame.opcode is Opcode.TEXT
        elif frame.opcode is not Opcode.CONT:
            continue
        pieces += frame.data
        if frame.fin:
            taken.append((pieces, is_text))
    return taken


def frames(messages: list[tuple[str, bytes, bool]]) -> bytes:
    """Messages as a client sends them, masked."""
    client = ClientProtocol(parse_uri("ws://here/"), max_size=None)
    request = client.connect()
    client.send_request(request)
    server = ServerProtocol()
    server.receive_data(b"".join(client.data_to_send()))
    [asked] = server.events_received()
    server.send_response(server.accept(asked))
    client.receive_data(b"".join(server.data_to_send()))
    for kind, payload, is_split in messages:
        half = len(payload) // 2
        send = client.send_text if kind == "text" else client.send_binary
        if kind == "ping":
            client.send_ping(payload[:100])
        elif is_split:
            send(payload[:half], fin=False)
            client.send_continuation(payload[half:], fin=True)
        else:
            send(payload)
    return b"".join(client.data_to_send())


SENT = frames(
    [("text", b'{"type":"ping"}', False), ("ping", b"", False), ("text", b"x" * 130, True), ("binary", b"", False)]
)


@pytest.mark.parametrize("cut", range(len(SENT) + 1))
def test_every_cut_of_every_frame_gives_the_same_messages(cut):
    """One byte that came alone once ended the connection."""
    assert taken_by_ours([SENT[:cut], SENT[cut:]]) == taken_by_library(SENT)


def test_bytes_one_by_one_give_the_same_messages():
    assert taken_by_ours([SENT[at : at + 1] for at in range(len(SENT))]) == taken_by_library(SENT) != []


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["text", "binary", "ping"]), st.binary(max_size=150), st.booleans()), max_size=5
    ),
    st.lists(st.integers(0, 800), max_size=8),
    st.binary(max_size=20),
)
def test_any_bytes_cut_anywhere_give_what_the_library_makes_of_them(messages, cuts, garbage):
    data = frames(messages) + garbage
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    chunks = [data[start:end] for start, end in itertools.pairwise(places)]
    assert taken_by_ours(chunks) == taken_by_library(data)


# A real server


def raw_hello(server: Any, table: str, token: str, views: bool = False) -> tuple[socket.socket, bytes]:
    """A connection that has shaken hands, and the frame that says hello."""
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
    connection.sendall(HEAD.replace(b"/tables/x/", f"/tables/{table}/".encode()))
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")
    words = json.dumps({"type": "hello", "protocol": 1, "token": token, "views": views}).encode()
    return connection, frames([("text", words, False)])


def test_a_frame_whose_first_byte_comes_alone_is_a_frame(here, monkeypatch):
    monkeypatch.setattr("motherlode.server.wire.connection.HELLO_S", PATIENCE_S)
    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me")
    connection, hello = raw_hello(here, seated["table"]["id"], seated["tokens"][0])
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(len(hello)):
            connection.sendall(hello[at : at + 1])
            time.sleep(0.001)
        assert b'"type":"welcome"' in connection.recv(100_000)


@pytest.mark.parametrize("size", [SOCKET_BYTES + 1, 2**20])
def test_a_message_that_is_much_too_long_is_cut_off_with_a_code(here, size):
    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me")
    connection, hello = raw_hello(here, seated["table"]["id"], seated["tokens"][0])
    with connection:
        connection.sendall(hello)
        assert b"welcome" in connection.recv(100_000)
        try:
            connection.sendall(frames([("text", b"x" * size, False)]))
        except ConnectionError:
            return  # it did not listen to the end
        received = b""
        try:
            while data := connection.recv(4096):
                received += data
        except ConnectionError:
            pass
        assert (1009).to_bytes(2, "big") in received


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frames([("text", b'{"type":"ping\xff"}', False)]), 1007),
        (frames([("text", b"\xc3\x28", False)]), 1007),
        (frames([("binary", b"{}", False)]), 1007),
        (bytes([0x81, 0x02, 0x7B, 0x7D]), 1002),  # not masked
        (bytes([0xF1, 0x80, 0, 0, 0, 0]), 1002),  # reserved bits
        (bytes([0x83, 0x80, 0, 0, 0, 0]), 1002),  # an opcode that is none
    ],
    ids=["text in JSON", "text", "bytes", "mask", "reserved bits", "opcode"],
)
def test_what_is_no_message_ends_the_connection_with_a_code_and_is_no_fault(here, caplog, data, code):
    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me")
    connection, hello = raw_hello(here, seated["table"]["id"], seated["tokens"][0])
    with connection:
        connection.sendall(hello)
        assert b"welcome" in connection.recv(100_000)
        connection.sendall(data)
        received = b""
        try:
            while more := connection.recv(4096):
                received += more
        except ConnectionError:
            pass
    assert code.to_bytes(2, "big") in received
    assert b"server/fault" not in received
    ada.act(seated["table"]["id"])  # the table lives


def test_who_does_not_read_is_dropped_and_nobody_waits_for_him(here, monkeypatch):
    monkeypatch.setattr("motherlode.server.wire.websocket.MAX_UNSENT_BYTES", 2**16)  # the whole of it takes a while
    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me", options={"games": 100})
    table = seated["table"]["id"]
    connection, hello = raw_hello(here, table, seated["tokens"][0], views=True)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with connection, Socket(here.url, table, token=seated["tokens"][1]) as reader:
        connection.sendall(hello)
        live = here.services.hub.live[table]
        while len(live.listeners) < 2:
            time.sleep(0.01)
        for listener in list(live.listeners):  # what the operating system keeps for them would be megabytes
            listener.socket._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        while len(live.listeners) == 2:
            ada.act(table)
        assert reader.connection.recv(PATIENCE_S)


def test_what_one_turn_of_the_loop_has_to_say_is_sent_whoever_goes_meanwhile():
    async def send() -> list[bytes]:
        pairs = [socket.socketpair() for _ in range(2)]
        running, sockets, received = asyncio.get_running_loop(), [], []

        async def app(scope: Any, _: Any, __: Any) -> None:
            scope["state"]["socket"].accept()

        for ours, theirs in pairs:
            ours.setblocking(False)
            theirs.sendall(HEAD)
            made, _ = await running.create_connection(lambda: WebSocket(Host(Config(app), State(), {})), sock=ours)
            sockets.append(made.get_protocol())
        for _, theirs in pairs:
            theirs.settimeout(PATIENCE_S)
            received.append(await running.run_in_executor(None, theirs.recv, 4096))
        gone, stays = sockets
        gone._transport.abort()  # as where reading fails: its protocol is told later in this turn
        assert [each.transmit(b"one ") for each in sockets] == [False, True]
        assert stays.transmit(b"two")
        got = b""
        while not got.endswith(b"two"):
            got += await running.run_in_executor(None, pairs[1][1].recv, 100)
        assert gone._unsent == 0
        for _, theirs in pairs:
            theirs.close()
        return [got]

    for loop in (asyncio.new_event_loop, uvloop.new_event_loop):
        with asyncio.Runner(loop_factory=loop) as runner:
            assert runner.run(send()) == [b"\x81\x04one \x81\x03two"]


def test_a_socket_with_too_much_unsent_is_aborted():
    async def fill() -> bool:
        async def app(scope: Any, _: Any, __: Any) -> None:
            scope["state"]["socket"].accept()

        wire = Wire()
        ours = WebSocket(Host(Config(app), State(), {}))
        ours.connection_made(wire)
        ours.data_received(HEAD)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        results = [ours.transmit(b"x" * 1024) for _ in range(MAX_UNSENT_BYTES // 1024 + 2)]
        ours.connection_lost(None)
        return wire.is_closed and results[-1] is False and results[0] is True

    assert asyncio.run(fill())

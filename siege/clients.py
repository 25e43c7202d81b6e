"""Clients that play seats or look on, come back by themselves, and keep every word until it is checked."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from benchmarks.server.clients import open_socket
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from motherlode.core.contract import Language

AWAY = "store/away"  # refused for now: ask again
COMING_BACK = {"server/stopping", AWAY}  # why a server may say goodbye: come back
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)
AGAIN_S = 0.2

decode = msgspec.json.decode


@dataclass(frozen=True)
class Acknowledged:
    """An action that the server has promised to keep."""

    seat: int
    request: str  # its id
    action: int


@dataclass(frozen=True)
class Answer:
    """What was answered over HTTP, to the host of a table or to somebody who looks on."""

    path: str
    text: str


@dataclass
class Heard:
    """What one pair of eyes was sent at a table, and what it was promised; since the last check."""

    seat: int | None  # none: somebody who looks on
    language: Language
    texts: list[str] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)


@dataclass
class Ways:
    """How clients of a load behave: where they knock, how long they wait, whom they tell."""

    port: int
    until_open: Callable[[], Awaitable[None]]  # until somebody listens on the port
    pause: Callable[["Client"], Awaitable[None]]  # before an action
    has_acted: Callable[["Client"], None]  # an action was acknowledged
    complain: Callable[[str], None]  # about what must not happen


class Client:
    """One seat of a table, or somebody who looks on."""

    def __init__(self, ways: Ways, table: str, seat: int | None, token: str, chance: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.asked: dict[str, Any] | None = None  # the request that has not been answered
        self.is_over = False
        self.heard = Heard(seat, chance.choice(["en", "de"]))
        self._ways = ways
        self._token = token
        self._chance = chance
        self._detail = chance.choice(
            [{}, {"words": False}, {"views": False}] if seat is not None else [{}, {"words": False}]
        )
        self._step = 0  # how many events it was told
        self._count = 0
        self._has_started = False

    @property
    def is_done(self) -> bool:
        """Whether the match is over and every request answered."""
        return self.is_over and self.asked is None

    def hand_over(self) -> Heard:
        """What it heard since this was last asked."""
        heard, self.heard = self.heard, Heard(self.seat, self.heard.language)
        return heard

    async def play_on(self) -> None:
        """Play until the match is over, coming back as often as needed."""
        while not self.is_done:
            try:
                await self._play()
            except LOST:
                await asyncio.sleep(AGAIN_S * (0.5 + self._chance.random()))
                await self._ways.until_open()

    async def _play(self) -> None:
        async with open_socket(self._ways.port, self.table) as socket:
            hello = {"type": "hello", "protocol": 1, "token": self._token, "since": self._step}
            await socket.send(json.dumps(hello | {"language": self.heard.language} | self._detail))
            while not self.is_done:
                text = await socket.recv()
                assert isinstance(text, str)
                self.heard.texts.append(text)
                await self._hear(socket, decode(text))

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            await self._learn(socket, message["update"])
            if self.asked is not None:  # it may have been stored before the connection was lost
                await socket.send(json.dumps(self.asked))
            else:
                await self._act(socket, message["update"])
        elif kind == "update":
            await self._learn(socket, message)
            if self.asked is not None and message.get("ack") == self.asked["id"]:
                assert self.seat is not None
                done = Acknowledged(self.seat, self.asked["id"], self.asked["action"])
                self.asked = None
                self.heard.acknowledged.append(done)
                self._ways.has_acted(self)
            await self._act(socket, message)
        elif kind == "refused":
            await self._be_refused(socket, message)
        elif kind == "bye" and message["code"] not in COMING_BACK:
            self._ways.complain(f"table {self.table}, seat {self.seat}: goodbye {message['code']} {message['message']}")

    async def _learn(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        for event in update.get("events", ()):
            if event["step"] == self._step:
                self._step += 1
            self._has_started = self._has_started or event["kind"] == "started"
        if self._step < update["step"]:
            await socket.send(json.dumps({"type": "fetch", "since": self._step}))
        elif update.get("to_act") is None:
            self.is_over = self._has_started

    async def _act(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        legal = update.get("legal") or [action["id"] for action in (update.get("view") or {}).get("actions", ())]
        if self.asked is not None or not legal or self.seat is None or update["to_act"] != self.seat:
            return
        self._count += 1
        action = self._chance.choice(legal)
        await self._ways.pause(self)
        self.asked = {"type": "act", "id": f"{self.seat}-{self._count}", "step": update["step"], "action": action}
        await socket.send(json.dumps(self.asked))

    async def _be_refused(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if self.asked is None or message.get("id") != self.asked["id"]:
            return
        if message["code"] == AWAY:
            await asyncio.sleep(AGAIN_S)
            await socket.send(json.dumps(self.asked))
            return
        self._ways.complain(f"table {self.table}, seat {self.seat}: {message['code']} {message['message']}")
        self.asked = None
        if message.get("now"):
            await self._act(socket, message["now"])

"""Clients over WebSocket that play seats as soon as they may, and remember what they were promised."""

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

PATIENCE_S = 600.0  # for anything on a busy machine; it only keeps what hangs from hanging for ever
AWAY = {"store/away"}  # refused for now: ask again
NOT_NOW = {"store/away", "game/preparing", "server/stopping"}  # the connection ends: come again


def open_socket(port: int, table: str) -> connect:
    """A connection to a table."""
    return connect(
        f"ws://127.0.0.1:{port}/api/tables/{table}/play",
        origin=Origin(f"http://127.0.0.1:{port}"),
        compression=None,
        ping_interval=None,
        open_timeout=PATIENCE_S,
        max_size=2**22,
    )


async def receive(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_S))
    return message


def played_in(event: dict[str, Any]) -> tuple[int, int]:
    """Who played what in an event; what chance did afterwards is left out."""
    [move] = [move for move in event["moves"] if move["actor"] is not None]
    return move["actor"], move["action"]


def _leave_if_asked(message: dict[str, Any]) -> None:
    """Take a goodbye that is for now as a connection that was lost."""
    if message["type"] == "bye" and message["code"] in NOT_NOW:
        raise ConnectionResetError(message["code"])


class Player:
    """One seat of a table."""

    def __init__(self, table: str, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.step = 0  # how many events it has seen
        self.told: dict[int, tuple[int, int]] = {}  # actions that it was told of, its own too: step to (seat, action)
        self.num_acknowledged = 0
        self.asked: dict[str, Any] | None = None  # the request that has not been answered
        self.is_over = False
        self.refusals: list[str] = []
        self._choose = random.Random(f"{table}:{seat}").choice
        self._count = 0

    @property
    def is_done(self) -> bool:
        """Whether the match is over and every request answered."""
        return self.is_over and self.asked is None

    async def play(self, port: int, has_acted: Callable[[], None] = lambda: None) -> None:
        """Play until the match is over; raises where the connection is lost."""
        async with open_socket(port, self.table) as socket:
            await socket.send(
                json.dumps(
                    {"type": "hello", "protocol": 1, "token": self.token, "since": self.step, "views": False}
                )
            )  # fmt: skip
            welcome = await receive(socket)
            _leave_if_asked(welcome)
            assert welcome["type"] == "welcome", welcome
            assert welcome["seats"] == [self.seat]
            self._learn(welcome["update"])
            if self.asked is not None:
                await socket.send(json.dumps(self.asked))  # it may have been stored before the connection was lost
            elif not self.is_over:
                await self._act(socket, welcome["update"])
            while not self.is_done:
                message = await receive(socket)
                kind = message["type"]
                _leave_if_asked(message)
                if kind == "update":
                    self._learn(message)
                    if self.asked is not None and message.get("ack") == self.asked["id"]:
                        self.asked = None
                        self.num_acknowledged += 1
                        has_acted()
                    await self._act(socket, message)
                elif kind == "refused":
                    await self._be_refused(socket, message)
                else:
                    assert kind == "presence", message

    def _learn(self, update: dict[str, Any]) -> None:
        for event in update.get("events", []):
            assert event["step"] <= self.step, f"event {event['step']} came after {self.step} events"
            self.step = max(self.step, event["step"] + 1)
            if event["kind"] == "played":
                self.told[event["step"]] = played_in(event)
        assert update["step"] >= self.step
        self.step = update["step"]
        self.is_over = update.get("to_act") is None and bool(self.told)

    async def _act(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        if self.asked is not None or not update.get("legal"):
            return
        self._count += 1
        action = self._choose(update["legal"])
        self.asked = {"type": "act", "id": f"{self.seat}-{self._count}", "step": self.step, "action": action}
        await socket.send(json.dumps(self.asked))

    async def _be_refused(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        assert self.asked is not None
        assert message["id"] == self.asked["id"]
        assert message["code"] in AWAY, message
        self.refusals.append(message["code"])
        await asyncio.sleep(0.2)
        await socket.send(json.dumps(self.asked))

    async def play_on(self, port: int, has_acted: Callable[[], None] = lambda: None) -> None:
        """Play until the match is over, connecting again as often as needed."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.is_done:
                try:
                    await self.play(port, has_acted)
                except (ConnectionClosed, InvalidHandshake, OSError):
                    await asyncio.sleep(0.2)


async def until_lost(players: Iterable[Player], port: int, has_acted: Callable[[], None]) -> None:
    """Let all play until each is through or has lost its connection."""
    ended = await asyncio.gather(*(player.play(port, has_acted) for player in players), return_exceptions=True)
    for error in ended:
        if isinstance(error, BaseException) and not isinstance(error, (ConnectionClosed, InvalidHandshake, OSError)):
            raise error

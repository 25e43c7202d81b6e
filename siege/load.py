"""The load: so many tables of all games at once, each followed by a new one when its match is over."""

import asyncio
import hashlib
import http.client
import json
import random
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks.server.processes import ServerProcess

from siege.clients import Answer, Client, Heard, Ways

# Hands are hidden in Minecart Mayhem and Madstone, where somebody looks on as well.
MIXTURE = (
    ("minecart_mayhem", 3), ("madcap", 2), ("madstone", 2), ("trap_the_cap", 3), ("minecart_mayhem", 2),
    ("rockport_caverns", 1), ("madstone", 3), ("madcap", 2), ("minecart_mayhem", 4), ("trap_the_cap", 2),
)  # fmt: skip
HIDDEN = {"minecart_mayhem", "madstone"}
PACE_S = 1.5  # between two actions at a table, on average
KNOCK_S = 0.05
ASK_S = 30.0  # for an answer over HTTP
AGAIN_S = 0.3
LOOKED_AT = ("updates?since=0", "replay", "seated")  # of each table, over HTTP
OPENERS = 16  # threads that open tables


class Slot:
    """A place for one table after the other."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.acted_at = 0.0  # the first acknowledged action since the mark
        self.table = ""  # that is played now
        self.clients: list[Client] = []
        self.finished: list[tuple[str, list[Heard]]] = []  # tables that ended since the last check


class Load:
    """Keeps tables in play."""

    def __init__(self, server: ServerProcess, num_tables: int, seed: int, complain: Callable[[str], None]) -> None:
        self.num_acknowledged = 0
        self.num_opened = 0
        self._server = server
        self._chance = random.Random(seed)
        self._complain = complain
        self._slots = [Slot(number) for number in range(num_tables)]
        self._slot_of: dict[str, Slot] = {}
        self._pressed = asyncio.Event()
        self._everyone = asyncio.Event()  # has acted since `mark`
        self._knocking: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(OPENERS, "siege-open")
        self._tasks: list[asyncio.Task[None]] = []
        self._people: list[str] = []
        self._answers: list[Answer] = []

    async def __aenter__(self) -> "Load":
        self._people = [await asyncio.to_thread(self._server.become_guest) for _ in range(2)]  # one only looks on
        self._tasks = [asyncio.create_task(self._fill(slot)) for slot in self._slots]
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown()
        for failure in ended:
            if isinstance(failure, Exception):
                raise failure

    # What a siege asks for

    @property
    def persons(self) -> list[str]:
        """The tokens of those who sit at the tables and look at them."""
        return self._people

    @property
    def num_in_flight(self) -> int:
        """Actions that were sent and not answered."""
        return sum(client.asked is not None for slot in self._slots for client in slot.clients)

    def press(self) -> None:
        """Whoever may act does it now."""
        self._pressed.set()
        self._pressed = asyncio.Event()

    def mark(self) -> None:
        """From now on every table has to show that it is played."""
        self._everyone.clear()
        for slot in self._slots:
            slot.acted_at = 0.0
        self.press()

    async def everyone_plays(self, patience: float) -> float | None:
        """Wait until an action was acknowledged at every table since the mark; when the last was, or none: too long."""
        try:
            await asyncio.wait_for(self._everyone.wait(), patience)
        except TimeoutError:
            return None
        return max(slot.acted_at for slot in self._slots)

    def stuck(self) -> list[str]:
        """Tables where nothing was acknowledged since the mark."""
        return [slot.table or f"slot {slot.number}" for slot in self._slots if not slot.acted_at]

    def hand_over(self) -> list[tuple[str, list[Heard]]]:
        """What was heard at each table since the last time."""
        heard = []
        for slot in self._slots:
            heard += slot.finished
            slot.finished = []
            if slot.clients:
                heard.append((slot.table, [client.hand_over() for client in slot.clients]))
        return heard

    def answers(self) -> list[Answer]:
        """What was answered over HTTP since the last time."""
        answers, self._answers = self._answers, []
        return answers

    # Tables

    async def _fill(self, slot: Slot) -> None:
        """Play one table after the other."""
        ways = Ways(self._server.port, self._until_open, self._pause, self._has_acted, self._complain)
        game, num_seats = MIXTURE[slot.number % len(MIXTURE)]
        while True:
            slot.table, tokens = await self._open_table(game, num_seats)
            self._slot_of[slot.table] = slot
            self.num_opened += 1
            chance = random.Random(self._chance.random())
            slot.clients = [Client(ways, slot.table, seat, token, chance) for seat, token in enumerate(tokens)]
            if game in HIDDEN:
                slot.clients.append(Client(ways, slot.table, None, self._people[1], chance))
            async with asyncio.TaskGroup() as group:
                for client in slot.clients:
                    group.create_task(client.play_on())
            slot.finished.append((slot.table, [client.hand_over() for client in slot.clients]))
            slot.clients = []
            del self._slot_of[slot.table]

    async def _open_table(self, game: str, num_seats: int) -> tuple[str, list[str]]:
        """A table whose seats have given their numbers: its id and the tokens of its seats."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                return await loop.run_in_executor(self._threads, self._try_to_open, game, num_seats)
            except (OSError, http.client.HTTPException):
                await asyncio.sleep(AGAIN_S)
                await self._until_open()

    def _try_to_open(self, game: str, num_seats: int) -> tuple[str, list[str]]:
        seats = [f"me:Seat {seat}" for seat in range(num_seats)]
        seated = self._post("/api/tables", {"game": game, "seats": seats, "is_public": True})
        address = f"/api/tables/{seated['table']['id']}"
        numbers = [secrets.token_bytes(32) for _ in seats]
        for seat, number in enumerate(numbers):
            self._post(f"{address}/seal", {"seal": hashlib.sha256(number).hexdigest(), "seat": seat})
        for seat, number in enumerate(numbers):
            self._post(f"{address}/open", {"number": number.hex(), "seat": seat})
        for path in (address, *(f"{address}/{more}" for more in LOOKED_AT)):
            self._look(path)
        return seated["table"]["id"], seated["tokens"]

    def _look(self, path: str) -> None:
        """Ask for something as somebody who only looks on."""
        status, answer = self._server.ask("GET", path, None, self._people[1], ASK_S)
        self._answers.append(Answer(path, json.dumps(answer)))
        if status not in {200, http.client.SERVICE_UNAVAILABLE}:
            self._complain(f"GET {path}: {status} {answer}")

    def _post(self, path: str, body: object) -> Any:
        status, answer = self._server.ask("POST", path, body, self._people[0], ASK_S)
        self._answers.append(Answer(path, json.dumps(answer)))
        if status == http.client.CONFLICT:
            return answer  # too late for a number: the match begins without it
        if status not in {200, 201}:
            if status != http.client.SERVICE_UNAVAILABLE:
                self._complain(f"POST {path}: {status} {answer}")
            raise ConnectionError(f"{status}")
        return answer

    # What clients ask for

    async def _until_open(self) -> None:
        """One knocks for all."""
        if self._knocking is None or self._knocking.done():
            self._knocking = asyncio.create_task(self._knock())
        await asyncio.shield(self._knocking)

    async def _knock(self) -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
            except OSError:
                await asyncio.sleep(KNOCK_S)
            else:
                writer.close()
                return

    async def _pause(self, client: Client) -> None:
        if self._slot_of[client.table].acted_at:
            pressed = self._pressed.wait()
            try:
                await asyncio.wait_for(pressed, PACE_S * (0.5 + self._chance.random()))
            except TimeoutError:
                return

    def _has_acted(self, client: Client) -> None:
        self.num_acknowledged += 1
        slot = self._slot_of[client.table]
        if not slot.acted_at:
            slot.acted_at = time.monotonic()
            if all(each.acted_at for each in self._slots):
                self._everyone.set()

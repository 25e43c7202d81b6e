"""All parts of a running server, and what HTTP and WebSocket share."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from motherlode.core.errors import Barred, Code, MotherlodeError
from motherlode.server.operations.leaving import Leaving
from motherlode.server.operations.metrics import Metrics
from motherlode.server.operations.outages import Outages
from motherlode.server.people.people import ENDED, People
from motherlode.server.settings import Settings
from motherlode.server.storage.bus import Bus
from motherlode.server.storage.storage import Storage
from motherlode.server.tables.access import Who
from motherlode.server.tables.hub import Hub
from motherlode.server.tables.runner import BotRunner
from motherlode.server.wire.security import RateLimit
from motherlode.server.workshop.measuring import Measurer

if TYPE_CHECKING:
    from motherlode.server.wire.connection import Connection

SESSIONS_S = 30.0  # how often the sessions of open connections are looked at
CHAT_RATE = 0.5  # messages of one person in a second; ten seconds' worth at once

log = structlog.get_logger("motherlode.server")


class Services:
    """What handlers need."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        hub: Hub,
        people: People,
        bus: Bus,
        runner: BotRunner,
        metrics: Metrics,
        outages: Outages,
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.people = people
        self.bus = bus
        self.runner = runner
        self.metrics = metrics
        self.outages = outages
        self.rate = RateLimit(settings.rate)
        self.chat_rate = RateLimit(CHAT_RATE)
        self.choosing_day = asyncio.Lock()  # one looks for the game of the day, the others wait
        self.reviewing: dict[str, asyncio.Lock] = {}  # by table, while its review is made
        self.measurer = Measurer(settings, storage, hub.origin)
        self.leaving = Leaving()
        self.connections: dict[str, set[Connection]] = {}  # by session
        people.on_ended = self.end_connections

    async def watch_sessions(self) -> None:
        """Close connections whose session has ended or expired, where no note came of it, again and again."""
        while True:
            await asyncio.sleep(SESSIONS_S)
            try:
                asked = set(self.connections)
                self.people.hear(asked - await self.people.still_open(asked))
            except MotherlodeError as error:
                log.warning("cannot look after sessions", why=str(error))

    def remember_connection(self, connection: "Connection") -> None:
        """A client of a session is connected."""
        session = connection.who.session
        if session is not None:
            self.connections.setdefault(session, set()).add(connection)

    def forget_connection(self, connection: "Connection") -> None:
        """The client is connected no more."""
        session = connection.who.session
        if session in self.connections:
            self.connections[session].discard(connection)
            if not self.connections[session]:
                del self.connections[session]

    def end_connections(self, session: str) -> None:
        """A session has ended: so have its connections."""
        for connection in list(self.connections.get(session, ())):
            connection.refuse(Barred(Code.UNKNOWN_PERSON, "you have logged out"))

    def hear(self, origin: str, note: str) -> None:
        """A note of another process."""
        if origin == self.hub.origin:
            return
        kind, _, rest = note.partition(" ")
        if kind == ENDED:
            self.people.hear(rest.split())
        else:
            self.hub.hear(origin, note)


def need_person(who: Who) -> str:
    """The id of who asks; raise for nobody."""
    if who.person is None:
        raise Barred(Code.UNKNOWN_PERSON, "who are you? become a guest first: POST /api/people")
    return who.person

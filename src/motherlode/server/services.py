"""All parts of a running server, and what HTTP and WebSocket share."""

import asyncio

import msgspec

from motherlode.bots import bot_names
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.core.options import changed_options
from motherlode.server import deciding
from motherlode.server.bus import Bus
from motherlode.server.metrics import Metrics
from motherlode.server.people import People, Who, clean_name, new_table_id
from motherlode.server.protocol import ContinueTable, CreateTable
from motherlode.server.runner import BotRunner
from motherlode.server.security import RateLimit
from motherlode.server.state import Setup, Stored, game_of, now_ms
from motherlode.server.storage import Storage
from motherlode.server.tables import Hub, Listener, LiveTable
from motherlode.table.game import replay
from motherlode.table.match import Match
from motherlode.table.record import read_record

CHAT_RATE = 0.5  # messages of one person in a second; ten seconds' worth at once
MAX_OPTION_BYTES = 8192


class Settings(msgspec.Struct, frozen=True):
    """How a server is run; workers get them as JSON in their environment."""

    database: str
    bus: str = "memory"
    origins: tuple[str, ...] = ()
    bot_threads: int = 2
    rate: float = 20.0
    metrics_token: str | None = None
    log: str = "info"
    proxies: str | None = None  # whose X-Forwarded headers are believed
    neighbours: str | None = None  # a folder for the sockets of workers on this machine
    is_secure: bool = False  # cookies only over HTTPS


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
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.people = people
        self.bus = bus
        self.runner = runner
        self.metrics = metrics
        self.rate = RateLimit(settings.rate)
        self.chat_rate = RateLimit(CHAT_RATE)
        self.is_stopping = False

    async def create_table(self, who: Who, wish: CreateTable) -> LiveTable:
        """A new table as somebody wishes it."""
        person = need_person(who)
        if {"seats", "data", "name"} & wish.options.keys():
            raise BadInput(Code.UNKNOWN_OPTION, "options may not name 'seats', 'data' or 'name'")
        if len(msgspec.json.encode(wish.options)) > MAX_OPTION_BYTES:
            raise BadInput(Code.BAD_OPTION, f"options of more than {MAX_OPTION_BYTES} bytes")
        await self.hub.games.need(wish.game)
        game = await asyncio.to_thread(game_of, wish.game, len(wish.seats), wish.options)
        levels = bot_names(game)
        stand_in = wish.stand_in or levels[len(levels) // 2]
        bots, events = read_seats(who, wish.seats, levels)
        if stand_in not in levels:
            raise BadInput(
                Code.UNKNOWN_BOT, f"unknown bot {stand_in!r} for {game.spec.title}: there are {', '.join(levels)}"
            )
        if wish.is_rated and (any(bots) or len(events) > 1 or len(bots) < 2):
            raise BadInput(Code.BAD_CHOICE, "a rated table has at least two people, each in one seat, and no bots")
        setup = Setup(
            id=new_table_id(),
            game=game.spec.name,
            rules=game.spec.version,
            ruleset=game.digest,
            options=changed_options(game.spec, game.options),
            bots=bots,
            host=person,
            created=now_ms(),
            stand_in=stand_in,
            name=table_name(wish.name),
            is_public=wish.is_public,
            is_rated=wish.is_rated,
            clock=wish.clock,
            starts=wish.starts,
        )
        return await self.hub.create(setup, events)

    async def import_record(self, who: Who, text: str, is_public: bool) -> LiveTable:
        """A table from a text record: over, or to go on with."""
        person = need_person(who)
        await self.hub.games.need(read_record(text).header["game"])
        match: Match = await asyncio.to_thread(replay, text)
        game, names = match.ruleset, list(match.names)
        options = changed_options(game.spec, game.options)
        if match.is_over:
            header = read_record(text).header
            told = {key: value for key, value in header.items() if key in ("chance", "table", "seed")}
        else:
            told = {"chance": "script"}
        start = None
        if not match.is_from_start:
            start = game.spec.notation.write_position(game.box, match.start)
        levels = bot_names(game)
        setup = Setup(
            id=new_table_id(),
            game=game.spec.name,
            rules=game.spec.version,
            ruleset=game.digest,
            options=options,
            bots=[None] * game.seats,
            host=person,
            created=now_ms(),
            stand_in=levels[len(levels) // 2],
            is_public=is_public,
            names=names,
            entries=[(entry.actor, entry.action) for entry in match.log],
            position=start,
            origin=match.origin,
            told=told,
        )
        return await self.hub.create(setup, [])

    async def continue_table(self, who: Who, live: LiveTable, wish: ContinueTable) -> LiveTable:
        """A new private table that goes on from a position of a finished match, with dice of its own."""
        person = need_person(who)
        match, old = need_finished(live), live.state.setup
        game, levels = match.ruleset, bot_names(match.ruleset)
        if wish.moves > len(match.log):
            raise BadInput(Code.BAD_CHOICE, f"moves {wish.moves}: the match has {len(match.log)}")
        if len(wish.seats) != game.seats:
            raise BadInput(Code.WRONG_SEATS, f"{len(wish.seats)} seats: this match has {game.seats}")
        position = match.position_at(wish.moves)
        if game.is_over(position):
            raise Barred(Code.TABLE_STATUS, f"nothing is left to play after {wish.moves} moves of table {live.id!r}")
        bots, events = read_seats(who, wish.seats, levels)
        setup = Setup(
            id=new_table_id(),
            game=old.game,
            rules=old.rules,
            ruleset=old.ruleset,
            options=old.options,
            bots=bots,
            host=person,
            created=now_ms(),
            stand_in=levels[len(levels) // 2],
            name=table_name(wish.name),
            position=game.spec.notation.write_position(game.box, position),
            origin=f"table {live.id} after {wish.moves} entries",
        )
        return await self.hub.create(setup, events)

    async def rematch(self, who: Who, live: LiveTable, request: str) -> LiveTable:
        """Another table for the same players, everybody one seat on; whoever asks second gets the same table."""
        person = need_person(who)
        state = live.state
        if state.status not in ("over", "abandoned"):
            raise Barred(Code.TABLE_STATUS, f"table {live.id!r} is not over yet")
        if not any(seat.person == person for seat in state.seats):
            raise Barred(Code.SEAT_DENIED, "only who played may ask for a rematch")
        if state.rematch is not None:
            return await self.hub.open(state.rematch)
        turned = [state.seats[(number + 1) % len(state.seats)] for number in range(len(state.seats))]
        setup = msgspec.structs.replace(
            state.setup,
            id=new_table_id(),
            bots=[seat.bot for seat in turned],
            host=person,
            created=now_ms(),
            names=None,
            entries=None,
            position=None,
            origin="",
            daily="",
            dice="",
            told=None,
        )
        events = [
            Stored("sat", number, person=seat.person, name=seat.name)
            for number, seat in enumerate(turned)
            if seat.person is not None
        ]
        created = await self.hub.create(setup, events)
        try:
            await live.change(person, request or None, lambda current: told_once(current.rematch, created.id))
        except Barred:
            if live.state.rematch is None:
                raise
            await created.change(person, None, lambda _: Stored("abandoned"))
            return await self.hub.open(live.state.rematch)
        return created

    async def say(self, live: LiveTable, who: Who, text: str, request: str | None, asker: Listener | None) -> int:
        """Chat: people by their name, holders of a seat token by their seat's."""
        seats = live.seats_of(who)
        person = who.person or (live.state.seats[seats[0]].person if seats else None)
        if person is None:
            raise Barred(Code.CHAT_BARRED, "only people and players may chat: say who you are")
        name = live.state.seats[seats[0]].name if seats else who.name
        self.chat_rate.take(person)
        return await live.change(person, request or None, lambda state: deciding.say(state, person, name, text), asker)


def read_seats(who: Who, seats: list[str], levels: list[str]) -> tuple[list[str | None], list[Stored]]:
    """Seats as they are asked for: the level of the bot in each, and who sits down."""
    bots: list[str | None] = []
    events: list[Stored] = []
    for number, words in enumerate(seats):
        kind, _, rest = words.partition(":")
        if kind == "bot" and rest in levels:
            bots.append(rest)
            continue
        bots.append(None)
        if kind == "me":
            events.append(Stored("sat", number, person=who.person, name=clean_name(rest) if rest else who.name))
        elif words != "open":
            raise BadInput(
                Code.BAD_CHOICE,
                f"bad seat {words!r}: expected me, me:NAME, open or bot:LEVEL; levels are {', '.join(levels)}",
            )
    if None not in bots:
        raise BadInput(Code.BAD_CHOICE, "a table of bots only: somebody has to play")
    return bots, events


def table_name(given: str) -> str:
    """The name of a table, without space at either end."""
    name = given.strip()
    if name and not name.isprintable():
        raise BadInput(Code.BAD_CHOICE, f"bad table name {name!r}: expected printable text")
    return name


def need_finished(live: LiveTable) -> Match:
    """The match of a table; raise unless it has come to its end."""
    match = live.state.match
    if match is None or not match.is_over:
        raise Barred(Code.TABLE_STATUS, f"the match at table {live.id!r} is not over")
    return match


def told_once(before: str | None, table: str) -> Stored:
    """The event of a rematch, unless there is one."""
    if before is not None:
        raise Barred(Code.TABLE_STATUS, "there is a rematch already")
    return Stored("rematched", table=table)


def need_person(who: Who) -> str:
    """The id of who asks; raise for nobody."""
    if who.person is None:
        raise Barred(Code.UNKNOWN_PERSON, "who are you? become a guest first: POST /api/people")
    return who.person

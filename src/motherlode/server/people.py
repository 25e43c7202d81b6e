"""People: guests, accounts, sessions, and the tokens that say who somebody is."""

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from motherlode.core.errors import BadInput, Barred, Code, NotFound
from motherlode.server import schema
from motherlode.server.protocol import Person, Rating
from motherlode.server.state import TableState
from motherlode.server.storage import Storage

PERSON_PREFIX, SEAT_PREFIX = "person.", "seat."
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike, in the order of texts
TIME_LETTERS = 6  # enough for the seconds of 28 years
CACHED_PEOPLE = 10_000

_hasher = PasswordHasher()
_nobody = _hasher.hash(secrets.token_urlsafe())  # to spend the same time on names that do not exist


def new_id(length: int = 12) -> str:
    """A random name for a table or a person."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def new_table_id() -> str:
    """A name for a table: letters for the time, so that tables of the same time are neighbours in the log, then random.

    A log whose pages are written to here and there costs twice as much.
    """
    seconds, letters = int(time.time()), ""
    for _ in range(TIME_LETTERS):
        seconds, letter = divmod(seconds, len(ID_LETTERS))
        letters = ID_LETTERS[letter] + letters
    return letters + new_id(TIME_LETTERS)


def seat_token(state: TableState, seat: int) -> str:
    """What plays one seat, until somebody else sits down there."""
    generation = state.seats[seat].generation
    digest = hmac.digest(state.secret, f"seat/{seat}/{generation}".encode(), "sha256")
    return f"{SEAT_PREFIX}{state.setup.id}.{seat}.{base64.urlsafe_b64encode(digest[:24]).decode()}"


@dataclass(slots=True)
class Who:
    """Who asks: a person, the holder of a seat token, or nobody in particular."""

    person: str | None = None
    name: str = "somebody"
    token: str | None = None  # of a seat
    _seats: tuple[int, list[int]] = (-1, [])  # as of which change of seats, and which

    def seats_at(self, state: TableState) -> list[int]:
        """The seats that one plays at a table."""
        if self._seats[0] != state.seated or not state.step:
            if self.token is not None:
                opened = self.seat_by_token(state)
                mine = [] if opened is None else [opened]
            elif self.person is not None:
                mine = [number for number, seat in enumerate(state.seats) if seat.person == self.person]
            else:
                mine = []
            self._seats = (state.seated, mine)
        return self._seats[1]

    def seat_by_token(self, state: TableState) -> int | None:
        """The seat that the token opens at this table."""
        for number in range(len(state.seats)):
            if self.token is not None and hmac.compare_digest(self.token.encode(), seat_token(state, number).encode()):
                return number
        return None

    def key(self, seat: int | None) -> str:
        """Who asks, for request ids: the same seat has the same ids however it is played."""
        return f"seat{seat}" if seat is not None else f"{self.person}"


class People:
    """Everybody who plays here."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: dict[str, tuple[str, str]] = {}  # token hash: person, name

    async def new_guest(self, name: str | None) -> tuple[Person, str]:
        """Somebody new, with a token."""
        person = Person(new_id(), clean_name(name) if name else f"Guest {secrets.randbelow(9000) + 1000}", True)
        token = PERSON_PREFIX + secrets.token_urlsafe(32)

        def write(connection: sa.Connection) -> None:
            connection.execute(schema.people.insert().values(id=person.id, name=person.name, created=_now()))
            connection.execute(
                schema.sessions.insert().values(token_hash=_hash(token), person=person.id, created=_now())
            )

        await self.storage.write(write)
        return person, token

    async def recognise(self, token: str | None) -> Who:
        """Whose token it is."""
        if token is None:
            return Who()
        if token.startswith(SEAT_PREFIX):
            return Who(token=token)
        digest = _hash(token)
        known = self._known.get(digest)
        if known is None:

            def read(connection: sa.Connection) -> tuple[str, str] | None:
                row = connection.execute(
                    sa.select(schema.people.c.id, schema.people.c.name)
                    .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
                    .where(schema.sessions.c.token_hash == digest)
                ).first()
                return None if row is None else (row.id, row.name)

            known = await self.storage.read(read)
            if known is None:
                raise Barred(Code.UNKNOWN_PERSON, "unknown token: it was never given, or you logged out")
            if len(self._known) >= CACHED_PEOPLE:
                self._known.clear()
            self._known[digest] = known
        return Who(*known)

    async def rename(self, person: str, name: str) -> None:
        """Call somebody by another name; matches that began keep the old one."""
        cleaned = clean_name(name)
        change = schema.people.update().where(schema.people.c.id == person).values(name=cleaned)
        await self.storage.write(lambda connection: connection.execute(change))
        self._forget(person)

    async def make_account(self, person: str, name: str, password: str) -> None:
        """A guest gets a name that is his alone and a password."""
        cleaned = clean_name(name)
        hashed = await asyncio.to_thread(_hasher.hash, password)

        def write(connection: sa.Connection) -> None:
            people = schema.people
            row = connection.execute(sa.select(people.c.account).where(people.c.id == person)).first()
            if row is None or row.account is not None:
                raise Barred(Code.PERSON_TAKEN, "you have an account already")
            taken = connection.execute(sa.select(people.c.id).where(people.c.account == cleaned.casefold())).first()
            if taken is not None:
                raise Barred(Code.PERSON_TAKEN, f"the name {cleaned!r} is taken")
            connection.execute(
                people.update()
                .where(people.c.id == person)
                .values(name=cleaned, account=cleaned.casefold(), password=hashed)
            )

        try:
            await self.storage.write(write)
        except sa.exc.IntegrityError:
            raise Barred(Code.PERSON_TAKEN, f"the name {cleaned!r} is taken") from None
        self._forget(person)

    async def login(self, name: str, password: str) -> tuple[Person, str]:
        """A new session of an account."""
        people = schema.people

        def read(connection: sa.Connection) -> Any:
            return connection.execute(
                sa.select(people.c.id, people.c.name, people.c.password).where(people.c.account == name.casefold())
            ).first()

        row = await self.storage.read(read)

        def check() -> bool:
            try:
                return _hasher.verify(_nobody if row is None else row.password, password) and row is not None
            except VerificationError:
                return False

        if not await asyncio.to_thread(check) or row is None:
            raise Barred(Code.UNKNOWN_PERSON, f"no account {name!r} with this password")
        token = PERSON_PREFIX + secrets.token_urlsafe(32)
        insert = schema.sessions.insert().values(token_hash=_hash(token), person=row.id, created=_now())
        await self.storage.write(lambda connection: connection.execute(insert))
        return Person(row.id, row.name, False), token

    async def logout(self, token: str) -> None:
        """End a session."""
        delete = schema.sessions.delete().where(schema.sessions.c.token_hash == _hash(token))
        await self.storage.write(lambda connection: connection.execute(delete))
        self._known.pop(_hash(token), None)

    async def find(self, person: str) -> Person:
        """Somebody, with ratings."""

        def read(connection: sa.Connection) -> Person | None:
            people, ratings = schema.people.c, schema.ratings.c
            row = connection.execute(sa.select(people.name, people.account).where(people.id == person)).first()
            if row is None:
                return None
            rows = connection.execute(
                sa.select(schema.ratings).where(ratings.person == person).order_by(ratings.game, ratings.seats)
            )
            return Person(
                person,
                row.name,
                row.account is None,
                [
                    Rating(each.game, each.seats, each.mu - 3 * each.sigma, each.mu, each.sigma, each.matches)
                    for each in rows
                ],
            )

        found = await self.storage.read(read)
        if found is None:
            raise NotFound(Code.UNKNOWN_PERSON, f"unknown person {person[:40]!r}")
        return found

    def _forget(self, person: str) -> None:
        self._known = {digest: known for digest, known in self._known.items() if known[0] != person}


def clean_name(name: str) -> str:
    """The name without space at either end; raise unless it is printable."""
    cleaned = " ".join(name.split())
    if not cleaned or not cleaned.isprintable() or len(cleaned) > 40:
        raise BadInput(Code.BAD_CHOICE, f"bad name {name[:40]!r}: needs 1 to 40 printable characters")
    return cleaned


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> int:
    return time.time_ns() // 1_000_000

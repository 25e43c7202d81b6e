"""People: guests, accounts, sessions, and the tokens that say who somebody is."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from motherlode.core.errors import Barred, Code, NotFound
from motherlode.server.moments import DAY_MS, now_ms
from motherlode.server.people.names import clean_name, likeness_of, reserved
from motherlode.server.protocol.answers import OwnSession, Person, Rating, Sharing
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Storage
from motherlode.server.tables.access import SEAT_PREFIX, Who, new_id

PERSON_PREFIX = "person."
CACHED_PEOPLE = 10_000
CACHED_S = 60.0  # how long an expired session may still be known
GUEST_MS, ACCOUNT_MS = 365 * DAY_MS, 90 * DAY_MS  # a session ends so long after it was last used
MAX_AGENT = 200  # letters of what a program calls itself
ENDED = "ended"  # the first word of a note about sessions

_hasher = PasswordHasher()
_nobody = _hasher.hash(secrets.token_urlsafe())  # to spend the same time on names that do not exist


class People:
    """Everybody who plays here."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.is_alone = True  # no other process ends sessions
        self.announce: Callable[[str], None] = lambda _: None  # to the bus
        self.on_ended: Callable[[str], None] = lambda _: None  # told of every session that has ended
        self._known: dict[str, tuple[Who, float]] = {}  # by token hash: who, and until when that is certain

    # Sessions

    async def recognise(self, token: str | None) -> Who:
        """Who has this token: a person, or the holder of a seat; nobody in particular without one."""
        if token is None:
            return Who()
        if token.startswith(SEAT_PREFIX):
            return Who(token=token)
        digest, now = _hash(token), now_ms()
        known = self._known.get(digest)
        if known is not None and known[1] > time.monotonic():
            return known[0]

        def read(connection: sa.Connection) -> Any:
            people, sessions = schema.people.c, schema.sessions.c
            return connection.execute(
                sa.select(people.id, people.name, people.account, sessions.id.label("session"), sessions.used)
                .join(schema.sessions, sessions.person == people.id)
                .where(sessions.token_hash == digest, sessions.expires > now)
            ).first()

        row = await self.storage.read(read)
        if row is None:
            raise Barred(Code.UNKNOWN_PERSON, "unknown token: it was never given, has expired, or you logged out")
        who = Who(row.id, row.name, session=row.session)
        if now - row.used > DAY_MS:
            await self._use(row.session, row.account is None, now)
        if self.is_alone:  # else another process may end the session, and this one must not be the last to know
            if len(self._known) >= CACHED_PEOPLE:
                self._known.clear()
            self._known[digest] = (who, time.monotonic() + CACHED_S)
        return who

    async def _use(self, session: str, is_guest: bool, now: int) -> None:
        """Note that a session is used, so that it does not expire."""
        change = (
            schema.sessions.update()
            .where(schema.sessions.c.id == session)
            .values(used=now, expires=now + (GUEST_MS if is_guest else ACCOUNT_MS))
        )
        await self.storage.write(lambda connection: connection.execute(change))

    async def sessions_of(self, who: Who) -> list[OwnSession]:
        """Where somebody is logged in, the latest first."""
        sessions, now = schema.sessions.c, now_ms()
        wanted = sa.select(sessions.id, sessions.created, sessions.used, sessions.expires, sessions.agent).where(
            sessions.person == who.person, sessions.expires > now
        )
        rows = await self.storage.read(lambda connection: connection.execute(wanted).all())
        found = [
            OwnSession(row.id, row.created, row.used, row.expires, row.agent, row.id == who.session) for row in rows
        ]
        return sorted(found, key=lambda each: (-each.used, -each.created, each.id))

    async def end_sessions(self, person: str, only: str | None = None) -> list[str]:
        """End a session of somebody, or all of them: at once, in every process; which ones ended."""
        sessions = schema.sessions
        theirs = sessions.c.person == person
        chosen = theirs if only is None else sa.and_(theirs, sessions.c.id == only)

        def write(connection: sa.Connection) -> list[str]:
            found = [row.id for row in connection.execute(sa.select(sessions.c.id).where(chosen))]
            connection.execute(sessions.delete().where(chosen))
            return found

        ended = await self.storage.write(write)
        if ended:
            self.announce(" ".join([ENDED, *ended]))
            self.hear(ended)
        return ended

    def hear(self, ended: Iterable[str]) -> None:
        """Sessions have ended, here or in another process."""
        gone = set(ended)
        self._known = {digest: known for digest, known in self._known.items() if known[0].session not in gone}
        for session in gone:
            self.on_ended(session)

    async def still_open(self, sessions: Iterable[str]) -> set[str]:
        """Which of some sessions have not ended; those are used."""
        table, now, asked = schema.sessions.c, now_ms(), list(sessions)

        def read(connection: sa.Connection) -> set[str]:
            found: set[str] = set()
            for first in range(0, len(asked), 500):
                wanted = sa.select(table.id).where(table.id.in_(asked[first : first + 500]), table.expires > now)
                found |= {row.id for row in connection.execute(wanted)}
            return found

        return await self.storage.read(read)

    # Guests and accounts

    async def new_guest(self, name: str | None, agent: str = "") -> tuple[Person, str]:
        """Somebody new, with a token."""
        cleaned = clean_name(name) if name else new_guest_name()
        person, token = Person(new_id(), cleaned, True), _new_token()

        def write(connection: sa.Connection) -> None:
            if name:
                check_free(connection, cleaned)
            connection.execute(
                schema.people.insert().values(
                    id=person.id, name=cleaned, created=now_ms(), likeness=likeness_of(cleaned)
                )
            )
            _open_session(connection, person.id, token, agent, GUEST_MS)

        await self.storage.write(write)
        return person, token

    async def check_name(self, name: str, person: str) -> str:
        """A name that somebody wants to be called at a table; raise where it is somebody else's."""
        cleaned = clean_name(name)
        await self.storage.read(lambda connection: check_free(connection, cleaned, person))
        return cleaned

    async def rename(self, person: str, name: str) -> None:
        """Call somebody by another name; matches that began keep the old one."""
        cleaned = clean_name(name)

        def write(connection: sa.Connection) -> None:
            check_free(connection, cleaned, person)
            change = schema.people.update().where(schema.people.c.id == person)
            connection.execute(change.values(name=cleaned, likeness=likeness_of(cleaned)))

        await self._write_name(write, cleaned)
        self._forget(person)

    async def sharing(self, person: str) -> Sharing:
        """Whether somebody gave leave to study his matches, and since when."""
        wanted = sa.select(schema.sharing.c.since).where(schema.sharing.c.person == person)
        return Sharing(await self.storage.read(lambda connection: connection.execute(wanted).scalar()))

    async def share(self, person: str, is_shared: bool) -> Sharing:
        """Give that leave, or take it back; what was given stays as it is."""
        sharing = schema.sharing

        def write(connection: sa.Connection) -> None:
            known = connection.execute(sa.select(sharing.c.since).where(sharing.c.person == person)).first()
            if is_shared and known is None:
                connection.execute(sharing.insert().values(person=person, since=now_ms()))
            elif not is_shared:
                connection.execute(sharing.delete().where(sharing.c.person == person))

        await self.storage.write(write)
        return await self.sharing(person)

    async def make_account(self, person: str, name: str, password: str) -> None:
        """A guest gets a name that is his alone and a password; other guests of that name get another."""
        cleaned = clean_name(name)
        likeness = likeness_of(cleaned)
        hashed = await asyncio.to_thread(_hasher.hash, password)

        def write(connection: sa.Connection) -> None:
            people, sessions = schema.people, schema.sessions
            row = connection.execute(sa.select(people.c.account).where(people.c.id == person)).first()
            if row is None or row.account is not None:
                raise Barred(Code.PERSON_TAKEN, "you have an account already")
            check_free(connection, cleaned, person)
            taken = connection.execute(sa.select(people.c.id).where(people.c.account == cleaned.casefold())).first()
            if taken is not None:
                raise Barred(Code.PERSON_TAKEN, f"the name {cleaned!r} is taken")
            others = sa.select(people.c.id).where(people.c.likeness == likeness, people.c.id != person)
            for other in connection.execute(others).scalars().all():
                renamed = new_guest_name()
                connection.execute(
                    people.update().where(people.c.id == other).values(name=renamed, likeness=likeness_of(renamed))
                )
            connection.execute(
                people.update()
                .where(people.c.id == person)
                .values(name=cleaned, account=cleaned.casefold(), password=hashed, likeness=likeness)
            )
            connection.execute(
                sessions.update().where(sessions.c.person == person).values(expires=now_ms() + ACCOUNT_MS)
            )

        await self._write_name(write, cleaned)
        self._known.clear()

    async def _write_name(self, write: Callable[[sa.Connection], None], name: str) -> None:
        try:
            await self.storage.write(write)
        except sa.exc.IntegrityError:  # somebody else was first
            raise Barred(Code.PERSON_TAKEN, f"the name {name!r} is taken") from None

    async def login(self, name: str, password: str, agent: str = "") -> tuple[Person, str]:
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
        token = _new_token()
        await self.storage.write(lambda connection: _open_session(connection, row.id, token, agent, ACCOUNT_MS))
        return Person(row.id, row.name, False), token

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
        self._known = {digest: known for digest, known in self._known.items() if known[0].person != person}


def new_guest_name() -> str:
    """What a guest is called who has not said."""
    return f"Guest {secrets.randbelow(9000) + 1000}"


def check_free(connection: sa.Connection, name: str, person: str | None = None) -> None:
    """Raise where a name is, or looks like, that of an account of somebody else, of a bot or of the server."""
    likeness, people = likeness_of(name), schema.people.c
    if likeness in reserved():
        raise Barred(Code.PERSON_TAKEN, f"the name {name!r} is not for people")
    found = connection.execute(
        sa.select(people.id, people.name).where(people.likeness == likeness, people.account.is_not(None))
    ).first()
    if found is not None and found.id != person:
        raise Barred(Code.PERSON_TAKEN, f"the name {name!r} is taken: it looks like {found.name!r}, who has an account")


def _open_session(connection: sa.Connection, person: str, token: str, agent: str, lives_ms: int) -> None:
    now = now_ms()
    connection.execute(
        schema.sessions.insert().values(
            token_hash=_hash(token), person=person, created=now, id=new_id(), used=now, expires=now + lives_ms,
            agent=agent[:MAX_AGENT],
        )
    )  # fmt: skip


def _new_token() -> str:
    return PERSON_PREFIX + secrets.token_urlsafe(32)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""The review of a finished match: made once, where hints are thought of, and kept with the match."""

import asyncio
import zlib
from contextlib import suppress

import msgspec
import sqlalchemy as sa
import structlog
from litestar import get
from litestar.params import FromPath

from motherlode.core.errors import MotherlodeError
from motherlode.core.preparing import MORE, RULES
from motherlode.reviews.report import Account, Review
from motherlode.reviews.reviewing import FORMAT
from motherlode.reviews.reviewing import review as make_review
from motherlode.reviews.tallying import Reviewed, line_of, tally
from motherlode.server.protocol.answers import OwnReviews
from motherlode.server.services import Services
from motherlode.server.storage import schema
from motherlode.server.tables.making import need_finished
from motherlode.server.wire.asking import PROBLEMS, Asked, Key, address_of, services_of, table_of, who_asks
from motherlode.table.match import Match

REVIEW_COST = 20  # a review that is not kept yet counts as so many requests
MAX_REVIEWS = 50  # of a person that are added up

log = structlog.get_logger("motherlode.reviews")


@get("/tables/{table:str}/review", responses=PROBLEMS)
async def review(request: Asked, table: FromPath[str], key: Key = None) -> Review:
    """What was luck and what was skill in a finished match, step by step."""
    return await review_of(request, table, key)


@get("/tables/{table:str}/accounts", responses=PROBLEMS)
async def accounts(request: Asked, table: FromPath[str], key: Key = None) -> list[Account]:
    """Only what the review says of each seat: a long match has megabytes of steps."""
    return (await review_of(request, table, key)).accounts


async def review_of(request: Asked, table: str, key: str | None) -> Review:
    """The review of a finished match that the asker may see."""
    services = services_of(request)
    live, _ = await table_of(request, table, key)
    match = need_finished(live)
    kept = await find_review(services, table)
    if kept is not None:
        return kept
    services.rate.take(f"hints {address_of(request)}", REVIEW_COST)
    try:
        async with services.reviewing.setdefault(table, asyncio.Lock()):  # who asks meanwhile gets the same one
            kept = await find_review(services, table)
            return kept or await keep_review(services, table, match)
    finally:
        services.reviewing.pop(table, None)


async def find_review(services: Services, table: str) -> Review | None:
    """The review that is kept with a match, unless it is of another format than today's."""
    kept = schema.reviews
    wanted = sa.select(kept.c.data).where(kept.c.table_id == table, kept.c.format == FORMAT)
    data = await services.storage.read(lambda connection: connection.execute(wanted).scalar())
    return None if data is None else await asyncio.to_thread(_unpack, data)


async def keep_review(services: Services, table: str, match: Match) -> Review:
    """Review a match and keep what was found."""
    await services.hub.games.need(match.ruleset.spec.name, MORE)
    found, data = await services.runner.run(_make, match.copy())
    kept = schema.reviews

    def write(connection: sa.Connection) -> None:
        connection.execute(kept.delete().where(kept.c.table_id == table))
        connection.execute(kept.insert().values(table_id=table, format=FORMAT, data=data))

    with suppress(sa.exc.IntegrityError):  # another process was first, with the same
        await services.storage.write(write)
    return found


def _make(match: Match) -> tuple[Review, bytes]:
    """A review, and the bytes that are kept of it: long matches have megabytes, which take their time too."""
    found = make_review(match)
    return found, zlib.compress(msgspec.json.encode(found), 9)


def _unpack(data: bytes) -> Review:
    return msgspec.json.decode(zlib.decompress(data), type=Review)


@get("/me/reviews", responses=PROBLEMS)
async def own_reviews(request: Asked) -> OwnReviews:
    """What was luck and what was skill in your last matches that were reviewed; nobody has none."""
    services, who = services_of(request), await who_asks(request)
    if who.person is None:
        return OwnReviews([], [])
    seatings, kept = schema.seatings.c, schema.reviews.c
    wanted = (
        sa.select(kept.table_id, kept.data)
        .join(schema.seatings, seatings.table_id == kept.table_id)
        .where(seatings.person == who.person, kept.format == FORMAT)
        .order_by(kept.table_id.desc())
        .limit(MAX_REVIEWS)
    )
    rows = await services.storage.read(lambda connection: list(connection.execute(wanted)))
    services.rate.take(f"hints {address_of(request)}", 1)
    reviews = await asyncio.to_thread(lambda: {row.table_id: _read_reviewed(row.data) for row in rows})
    played = []
    for table, found in reviews.items():
        if table not in services.hub.live and not services.hub.games.has(found.game, RULES):
            continue  # plain rules take long over many logs
        try:
            live = await services.hub.open(table)
        except MotherlodeError as error:
            log.warning("cannot list review", table=table, why=str(error))
            continue
        played += [(line_of(table, found, seat), found, seat) for seat in live.seats_of(who)[:1]]
    return OwnReviews([line for line, _, _ in played], tally(played))


def _read_reviewed(data: bytes) -> Reviewed:
    return msgspec.json.decode(zlib.decompress(data), type=Reviewed)


HANDLERS = [review, accounts, own_reviews]

"""What every game has for a day: three puzzles, the same for all, or, where a game has one, its match of the day.

The first answers count for the table of the day; afterwards its puzzles are as free as all others.
"""

import datetime
from collections import defaultdict

import msgspec
import sqlalchemy as sa
from litestar import get
from litestar.params import FromPath

from motherlode.core.registry import find_game, game_names
from motherlode.puzzles.puzzle import need_puzzles, set_of_day, shipped
from motherlode.server import moments
from motherlode.server.protocol.puzzles import Day, DayResult
from motherlode.server.services import Services
from motherlode.server.storage import schema
from motherlode.server.study import daily
from motherlode.server.tables.access import Who
from motherlode.server.wire.asking import PROBLEMS, Asked, services_of, who_asks

MAX_RESULTS = 100
MAX_DAYS = 400  # that a streak is looked for in


def streak_of(days: set[str], today: datetime.date) -> int:
    """Days in a row, up to today or, while today may still come, up to yesterday."""
    day = today if today.isoformat() in days else today - datetime.timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count += 1
        day -= datetime.timedelta(days=1)
    return count


def ends_of(day: datetime.date) -> int:
    """When a day is over, in milliseconds since 1970."""
    after = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(), datetime.UTC)
    return int(after.timestamp() * 1000)


async def puzzle_day(services: Services, game: str, who: Who, day: datetime.date) -> Day:
    """Three puzzles, and how everybody fared who has answered them all."""
    chosen, date = set_of_day(game, day), day.isoformat()
    days, people = schema.puzzle_days, schema.people

    def read(connection: sa.Connection) -> tuple[dict[str, dict[int, bool]], dict[str, str], set[str]]:
        marks: dict[str, dict[int, bool]] = defaultdict(dict)
        names: dict[str, str] = {}
        rows = connection.execute(
            sa.select(days.c.person, days.c.number, days.c.is_right, people.c.name)
            .join(people, people.c.id == days.c.person)
            .where(days.c.day == date, days.c.game == game)
        )
        for row in rows:
            marks[row.person][row.number], names[row.person] = row.is_right, row.name
        own = sa.select(days.c.day).where(days.c.person == who.person, days.c.game == game)
        played = connection.execute(own.group_by(days.c.day).having(sa.func.count() >= len(chosen)))
        return marks, names, set(played.scalars())

    marks, names, played = await services.storage.read(read)
    done = {person: found for person, found in marks.items() if len(found) == len(chosen)}
    results = [
        DayResult(names[person], [found[number] for number in sorted(found)], sum(found.values()), person == who.person)
        for person, found in done.items()
    ]
    results.sort(key=lambda each: (-each.score, each.name))
    mine = marks.get(who.person or "", {})
    field = [sum(each.score == score for each in results) for score in range(len(chosen) + 1)]
    return Day(
        date=date,
        game=game,
        kind="puzzles",
        ends=ends_of(day),
        puzzles=[each.id for each in chosen],
        marks=[mine[number] for number in sorted(mine)],
        is_over=len(mine) == len(chosen),
        table=None,
        streak=streak_of(played, day),
        players=len(results),
        field=field,
        results=results[:MAX_RESULTS],
    )


async def match_day(services: Services, game: str, who: Who, day: datetime.date) -> Day:
    """The match of the day, where a game has one: that of `GET /api/daily`."""
    date, tries = day.isoformat(), schema.daily
    table = None if who.person is None else await daily.table_of_day(services, date, who.person)
    found = await daily.results_of(services, date, who)
    own = sa.select(tries.c.day).where(tries.c.person == who.person).order_by(tries.c.day.desc()).limit(MAX_DAYS)
    played: set[str] = set(await services.storage.read(lambda connection: list(connection.execute(own).scalars())))
    mine = [result.is_won for result in found if result.is_you]
    won = sum(result.is_won for result in found)
    return Day(
        date=date,
        game=game,
        kind="match",
        ends=ends_of(day),
        puzzles=[],
        marks=mine,
        is_over=table is not None and await daily.has_ended(services, table),
        table=table,
        streak=streak_of(played, day),
        players=len(found),
        field=[len(found) - won, won],
        results=[DayResult(each.name, [each.is_won], each.score, each.is_you) for each in found],
    )


async def day_of(services: Services, game: str, who: Who, day: datetime.date) -> Day:
    """What a game has for a day."""
    make = puzzle_day if find_game(game).daily is None else match_day
    return await make(services, game, who, day)


@get("/days", responses=PROBLEMS)
async def all_days(request: Asked) -> list[Day]:
    """What every game has for today, how you and others fared; without the list of others."""
    services, who, today = services_of(request), await who_asks(request), moments.today()
    games = [name for name in game_names() if shipped(name) or find_game(name).daily is not None]
    found = [await day_of(services, name, who, today) for name in games]
    return [msgspec.structs.replace(day, results=[]) for day in found]


@get("/days/{game:str}", responses=PROBLEMS)
async def one_day(request: Asked, game: FromPath[str]) -> Day:
    """What a game has for today, and how everybody fared."""
    services, who = services_of(request), await who_asks(request)
    if find_game(game).daily is None:
        need_puzzles(game)
    return await day_of(services, game, who, moments.today())


HANDLERS = [all_days, one_day]

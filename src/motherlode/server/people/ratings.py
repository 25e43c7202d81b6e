"""Ratings: OpenSkill's Plackett-Luce, by sides, for each game and number of seats, from tables with people only."""

from collections.abc import Sequence

import sqlalchemy as sa
from openskill.models import PlackettLuce

from motherlode.server.protocol.answers import Leader, Person, Rating
from motherlode.server.storage import schema
from motherlode.server.storage.storage import Storage
from motherlode.server.tables.state import TableState

_model = PlackettLuce()


def ranks_of(state: TableState) -> dict[int, int]:
    """The rank of each side, 1 is best; the side of who resigned is last."""
    match = state.match
    assert match is not None
    scores, winners = match.scores, match.winners
    standing: dict[int, tuple[bool, bool, int]] = {}
    for side, seats in seats_of(state.game.sides).items():
        has_resigned = any(state.seats[seat].has_resigned for seat in seats)
        score = 0 if match.resigned is not None else max(scores[seat] for seat in seats)
        standing[side] = (has_resigned, seats[0] not in winners, -score)
    return {side: 1 + sum(other < own for other in standing.values()) for side, own in standing.items()}


def seats_of(sides: Sequence[int]) -> dict[int, list[int]]:
    """The seats of each side."""
    return {side: [seat for seat, own in enumerate(sides) if own == side] for side in sorted(set(sides))}


async def rate_table(storage: Storage, state: TableState) -> None:
    """Take the result of a rated match into the ratings of its players, once."""
    setup, people = state.setup, [seat.person for seat in state.seats]
    is_counted = (
        setup.is_rated
        and state.status == "over"
        and not state.is_void
        and None not in people
        and len(set(people)) == len(people) > 1
    )
    ranks = ranks_of(state) if is_counted else {}
    sides = list(seats_of(state.game.sides).values())
    now = state.last_at

    def write(connection: sa.Connection) -> None:
        tables, ratings = schema.tables, schema.ratings
        first = connection.execute(
            tables.update().where(tables.c.id == setup.id, tables.c.rated.is_(None)).values(rated=now, due=None)
        )
        if first.rowcount != 1 or not is_counted:
            return
        own = [
            sa.and_(ratings.c.person == person, ratings.c.game == setup.game, ratings.c.seats == len(people))
            for person in people
        ]
        rows = [connection.execute(sa.select(ratings).where(condition)).first() for condition in own]
        before = [_model.rating() if row is None else _model.create_rating([row.mu, row.sigma]) for row in rows]
        after = _model.rate([[before[seat] for seat in side] for side in sides], ranks=list(map(float, ranks.values())))
        rated = {
            seat: rating
            for side, team in zip(sides, after, strict=True)
            for seat, rating in zip(side, team, strict=True)
        }
        for seat, (person, row, condition) in enumerate(zip(people, rows, own, strict=True)):
            rating = rated[seat]
            if row is None:
                connection.execute(
                    ratings.insert().values(
                        person=person, game=setup.game, seats=len(people), mu=rating.mu, sigma=rating.sigma, matches=1
                    )
                )
            else:
                change = ratings.update().where(condition)
                connection.execute(change.values(mu=rating.mu, sigma=rating.sigma, matches=row.matches + 1))

    await storage.write(write)


def read_leaders(connection: sa.Connection, game: str, seats: int, limit: int) -> list[Leader]:
    """The best at a game with so many seats."""
    ratings, people = schema.ratings.c, schema.people.c
    surely = ratings.mu - 3 * ratings.sigma
    rows = connection.execute(
        sa.select(schema.ratings, people.name, people.account)
        .join(schema.people, people.id == ratings.person)
        .where(ratings.game == game, ratings.seats == seats)
        .order_by(surely.desc(), ratings.person)
        .limit(limit)
    )
    return [
        Leader(
            rank,
            Person(row.person, row.name, row.account is None),
            Rating(game, seats, row.mu - 3 * row.sigma, row.mu, row.sigma, row.matches),
        )
        for rank, row in enumerate(rows, 1)
    ]

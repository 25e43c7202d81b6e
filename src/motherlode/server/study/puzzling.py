"""Puzzles: shown through the eyes of their seat, answered, refuted; first answers count for a rating."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import msgspec
import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from motherlode.bots.odds import find_curve, is_confirmed
from motherlode.core.contract import Language
from motherlode.core.errors import Code, NotFound, shown
from motherlode.core.preparing import MORE
from motherlode.core.registry import find_game
from motherlode.core.ruleset import Ruleset
from motherlode.puzzles.mining import find_line
from motherlode.puzzles.puzzle import Opened, Puzzle, check_answer, need_puzzles, open_puzzle, set_of_day, shipped
from motherlode.puzzles.rating import Standing, after_try, newcomer
from motherlode.puzzles.themes import find_theme, themes_of
from motherlode.reviews.valuing import THOROUGH
from motherlode.server import moments
from motherlode.server.protocol.messages import View
from motherlode.server.protocol.puzzles import (
    Numbers,
    PuzzleAttempt,
    PuzzleFrame,
    PuzzleQuestion,
    PuzzleShown,
    PuzzleSolution,
    PuzzleStanding,
    PuzzleTheme,
    PuzzleTried,
)
from motherlode.server.services import Services, need_person
from motherlode.server.storage import schema
from motherlode.server.study.studying import HINT_COST
from motherlode.server.study.teaching import moves_of
from motherlode.server.tables.telling import encode
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, services_of, who_asks
from motherlode.table.match import Match

NEAREST = 12  # puzzles next to one's own rating, of which one comes next


@dataclass(frozen=True)
class Kept:
    """What is stored about somebody at the puzzles of a game."""

    standing: Standing
    tries: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0

    def told(self, game: str) -> PuzzleStanding:
        """What a client is told of somebody's puzzles of a game."""
        return PuzzleStanding(
            game=game,
            rating=self.standing.shown,
            error=self.standing.error,
            tries=self.tries,
            solved=self.solved,
            streak=self.streak,
            best_streak=self.best_streak,
            puzzles=len(shipped(game)),
        )


def read_kept(connection: sa.Connection, person: str | None, game: str) -> Kept:
    """How somebody does; a newcomer's where nothing is stored."""
    kept = schema.puzzle_standings
    row = connection.execute(sa.select(kept).where(kept.c.person == person, kept.c.game == game)).first()
    if row is None:
        return Kept(newcomer())
    return Kept(Standing(row.mu, row.sigma), row.tries, row.solved, row.streak, row.best_streak)


def write_kept(connection: sa.Connection, person: str, game: str, now: Kept) -> None:
    """Store how somebody does with the puzzles of a game."""
    kept = schema.puzzle_standings
    own = sa.and_(kept.c.person == person, kept.c.game == game)
    values = {
        "mu": now.standing.mu,
        "sigma": now.standing.sigma,
        "tries": now.tries,
        "solved": now.solved,
        "streak": now.streak,
        "best_streak": now.best_streak,
    }
    if connection.execute(kept.update().where(own).values(**values)).rowcount == 0:
        connection.execute(kept.insert().values(person=person, game=game, **values))


def tried_by(connection: sa.Connection, person: str | None, game: str) -> set[str]:
    """The puzzles that somebody has answered."""
    tries = schema.puzzle_tries.c
    return set(connection.execute(sa.select(tries.puzzle).where(tries.person == person, tries.game == game)).scalars())


def count_try(
    connection: sa.Connection, person: str, game: str, puzzle: Puzzle, is_right: bool
) -> tuple[bool, int, Kept]:
    """Note an answer: whether it counts, by how much the rating changes, and how its person does now."""
    before, tries = read_kept(connection, person, game), schema.puzzle_tries.c
    own = sa.and_(tries.person == person, tries.game == game, tries.puzzle == puzzle.id)
    _note_day(connection, person, game, puzzle, is_right)
    if connection.execute(sa.select(tries.puzzle).where(own)).first() is not None:
        return False, 0, before
    note = schema.puzzle_tries.insert()
    connection.execute(note.values(person=person, game=game, puzzle=puzzle.id, is_right=is_right, at=moments.now_ms()))
    streak = before.streak + 1 if is_right else 0
    now = Kept(
        standing=after_try(before.standing, puzzle.rating, is_right),
        tries=before.tries + 1,
        solved=before.solved + is_right,
        streak=streak,
        best_streak=max(streak, before.best_streak),
    )
    write_kept(connection, person, game, now)
    return True, now.standing.shown - before.standing.shown, now


def _note_day(connection: sa.Connection, person: str, game: str, puzzle: Puzzle, is_right: bool) -> None:
    """Where the puzzle is one of today's, its first answer is the day's too."""
    day, days = moments.today(), schema.puzzle_days
    today = [each.id for each in set_of_day(game, day)]
    if puzzle.id not in today or find_game(game).daily is not None:
        return
    note = {"day": day.isoformat(), "game": game, "person": person, "number": today.index(puzzle.id)}
    same = sa.and_(*(days.c[key] == value for key, value in note.items()))
    if connection.execute(sa.select(days.c.number).where(same)).first() is None:
        connection.execute(days.insert().values(**note, is_right=is_right))


async def note_try(
    services: Services, person: str, game: str, puzzle: Puzzle, is_right: bool
) -> tuple[bool, int, Kept]:
    """Count an answer as `count_try` does, in a transaction of its own."""

    def write(connection: sa.Connection) -> tuple[bool, int, Kept]:
        return count_try(connection, person, game, puzzle, is_right)

    try:
        return await services.storage.write(write)
    except sa.exc.IntegrityError:  # the same person answered twice at once: one of them counts
        return await services.storage.write(write)


# What is shown


def view_of(match: Match, seat: int) -> View:
    """A position of a puzzle as its seat may know it."""
    seen = match.view(seat)
    return View(
        seat=seat,
        to_act=seen.to_act,
        moves=match.step,
        scores=seen.scores,
        winners=seen.winners,
        resigned=None,
        ending=seen.ending,
        position=msgspec.Raw(encode(seen.position)),
        actions=seen.actions,
    )


def frames_of(opened: Opened, action: int, line: Sequence[str], language: Language) -> list[PuzzleFrame]:
    """An action and what follows it, entry by entry."""
    whole, frames = opened.played(action, line), []
    for step in range(whole.step):
        match = Match(opened.game, None, None, opened.match.position)
        for entry in whole.log[: step + 1]:
            match.append(entry.actor, entry.action)
        view = view_of(match, opened.seat)
        words = match.story(opened.seat, step, language)
        frames.append(PuzzleFrame(view, list(moves_of(match, step, opened.seat)), words))
    return frames


@cache
def count_themes(game: str) -> dict[str, int]:
    """How many puzzles a theme has."""
    themes = [puzzle.theme for puzzle in shipped(game).values()]
    return {theme: themes.count(theme) for theme in set(themes)}


def theme_of(game: str, name: str, language: Language) -> PuzzleTheme:
    """A theme in words."""
    theme = find_theme(game, name)
    return PuzzleTheme(name, theme.de if language == "de" else theme.en, count_themes(game).get(name, 0))


def shown_puzzle(game: str, opened: Opened, is_tried: bool, language: Language) -> PuzzleShown:
    """A puzzle as who solves it sees it."""
    puzzle, match = opened.puzzle, opened.match
    return PuzzleShown(
        id=puzzle.id,
        game=game,
        seat=opened.seat,
        names=list(match.names),
        rating=puzzle.rating,
        theme=theme_of(game, puzzle.theme, language),
        view=view_of(match, opened.seat),
        is_tried=is_tried,
        words=[f"{name}: {value}" for name, value in puzzle.options.items()],
        numbers=numbers_of(opened.game),
    )


def numbers_of(game: Ruleset) -> Numbers:
    """What the odds of a puzzle are."""
    if game.spec.solver:
        return "exact"
    return "measured" if is_confirmed(game, find_curve(game, "seen", THOROUGH)) else "guess"


def choose_next(game: str, rating: int, tried: set[str], theme: str, seed: int) -> Puzzle:
    """A puzzle near a rating that was not tried yet and is not of today; if all were, any."""
    today = {each.id for each in set_of_day(game, moments.today())}
    fitting = [each for each in need_puzzles(game).values() if theme in ("", each.theme)]
    if not fitting:
        raise NotFound(Code.BAD_CHOICE, f"unknown theme {shown(theme)} of the puzzles of {game!r}")
    fresh = [each for each in fitting if each.id not in tried and each.id not in today] or fitting
    near = sorted(fresh, key=lambda each: (abs(each.rating - rating), each.id))[:NEAREST]
    return near[seed % len(near)]


@get("/games/{game:str}/puzzles", responses=PROBLEMS)
async def standing(request: Asked, game: FromPath[str]) -> PuzzleStanding:
    """How you do at the puzzles of a game."""
    services, who = services_of(request), await who_asks(request)
    find_game(game)
    need_puzzles(game)
    kept = await services.storage.read(lambda connection: read_kept(connection, who.person, game))
    return kept.told(game)


@get("/games/{game:str}/puzzles/themes", responses=PROBLEMS)
async def themes(request: Asked, game: FromPath[str], language: FromQuery[Language] = "en") -> list[PuzzleTheme]:
    """What puzzles of a game are about."""
    await who_asks(request)
    find_game(game)
    found = [theme_of(game, theme.name, language) for theme in themes_of(game)]
    return [theme for theme in found if theme.puzzles]


@get("/games/{game:str}/puzzles/next", responses=PROBLEMS)
async def next_puzzle(
    request: Asked, game: FromPath[str], theme: FromQuery[str] = "", language: FromQuery[Language] = "en"
) -> PuzzleShown:
    """A puzzle that you have not tried, about as hard as you are good."""
    services, who = services_of(request), await who_asks(request)
    find_game(game)
    kept, tried = await services.storage.read(
        lambda connection: (read_kept(connection, who.person, game), tried_by(connection, who.person, game))
    )
    chosen = choose_next(game, kept.standing.shown, tried, theme, moments.now_ms())
    return await _show(services, game, chosen.id, tried, language)


@get("/games/{game:str}/puzzles/{puzzle:str}", responses=PROBLEMS)
async def show_puzzle(
    request: Asked, game: FromPath[str], puzzle: FromPath[str], language: FromQuery[Language] = "en"
) -> PuzzleShown:
    """A puzzle, through the eyes of its seat."""
    services, who = services_of(request), await who_asks(request)
    find_game(game)
    tried = await services.storage.read(lambda connection: tried_by(connection, who.person, game))
    return await _show(services, game, puzzle, tried, language)


async def _show(services: Services, game: str, puzzle: str, tried: set[str], language: Language) -> PuzzleShown:
    services.hub.games.want(game)
    opened = await asyncio.to_thread(open_puzzle, game, puzzle)
    return await asyncio.to_thread(shown_puzzle, game, opened, puzzle in tried, language)


@post("/games/{game:str}/puzzles/{puzzle:str}/tries", responses=PROBLEMS, status_code=HTTP_200_OK)
async def try_puzzle(
    request: Asked, game: FromPath[str], puzzle: FromPath[str], data: JSONBody[PuzzleAttempt]
) -> PuzzleTried:
    """Answer a puzzle: whether it is right, and what comes of it; the first answer counts."""
    services, who = services_of(request), await who_asks(request)
    person = need_person(who)
    find_game(game)
    opened = await asyncio.to_thread(open_puzzle, game, puzzle)
    is_right = check_answer(opened, data.action)
    odds, line = await line_of(request, opened, data.action)
    frames = await asyncio.to_thread(frames_of, opened, data.action, line, data.language)
    is_counted, change, now = await note_try(services, person, game, opened.puzzle, is_right)
    return PuzzleTried(
        is_right=is_right,
        is_best=data.action == opened.answer,
        odds=odds,
        lost=max(0.0, round(opened.puzzle.odds - odds, 3)),
        frames=frames,
        is_counted=is_counted,
        change=change,
        standing=now.told(game),
    )


async def line_of(request: Asked, opened: Opened, action: int) -> tuple[float, Sequence[str]]:
    """The odds after an action of a puzzle, and what follows: from its file, or by the search that made it."""
    if action == opened.answer:
        return opened.puzzle.odds, opened.puzzle.line
    known = opened.refutation(action)
    if known is not None:
        return known.odds, known.line
    services = services_of(request)
    services.rate.take(f"hints {address_of(request)}", HINT_COST)
    await services.hub.games.need(opened.game.spec.name, MORE)
    return await services.runner.run(find_line, opened, action)


@post("/games/{game:str}/puzzles/{puzzle:str}/solution", responses=PROBLEMS, status_code=HTTP_200_OK)
async def solution(
    request: Asked, game: FromPath[str], puzzle: FromPath[str], data: JSONBody[PuzzleQuestion]
) -> PuzzleSolution:
    """The answer; who has not answered before has not solved it."""
    services, who = services_of(request), await who_asks(request)
    person = need_person(who)
    find_game(game)
    opened = await asyncio.to_thread(open_puzzle, game, puzzle)
    found = opened.puzzle
    frames = await asyncio.to_thread(frames_of, opened, opened.answer, found.line, data.language)
    _, _, now = await note_try(services, person, game, found, False)
    action = opened.game.action_unchecked(opened.match.position, opened.answer)
    return PuzzleSolution(
        action=action.id,
        text=action.text,
        path=action.path,
        odds=found.odds,
        frames=frames,
        levels={level: round(solved / tried, 2) for level, (solved, tried) in found.solved.items()},
        standing=now.told(game),
    )


HANDLERS = [standing, themes, next_puzzle, show_puzzle, try_puzzle, solution]

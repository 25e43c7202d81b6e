"""The analysis board: any position of a finished match, a lesson, a puzzle, a record or one's own making, played on.

The server keeps nothing of it: every question says where the position comes from and what was played since. What is
told is what the eyes that look may know; the engine in the page is told what the seat to act may know, and no more.
"""

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa
from litestar import post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from motherlode.core.contract import CHANCE, OVER, Language, Records
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction
from motherlode.core.layout import copied
from motherlode.core.options import changed_options
from motherlode.core.registry import check_seats, find_game
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.puzzles.puzzle import open_puzzle
from motherlode.server.operations.readiness import MODULE
from motherlode.server.protocol.answers import Analysed, ChanceOutcome, Hint
from motherlode.server.protocol.messages import Move, View
from motherlode.server.protocol.requests import MAX_LINE, Analyse
from motherlode.server.storage import schema
from motherlode.server.study.puzzling import tried_by
from motherlode.server.study.studying import HINT_COST, ground_of, hint_of
from motherlode.server.tables.access import Who
from motherlode.server.tables.making import check_options, need_finished
from motherlode.server.tables.state import Setup, game_of
from motherlode.server.tables.telling import encode
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, services_of, table_of, who_asks
from motherlode.table.game import replay
from motherlode.table.lesson import Lesson
from motherlode.table.match import ENDINGS, FORFEITS, Match
from motherlode.table.record import read_record

LINE_COST = 512  # so many entries of a line count as one request
NUM_WORLDS = 6  # that are tried to see whether what chance may do depends on secrets


@dataclass
class Line:
    """A match that is analysed: where it began, what was played, and how it stands."""

    game: Ruleset
    names: tuple[str, ...]
    start: Records
    is_from_start: bool
    known: Match | None  # a match that was played; the first `num_known` entries are its own
    num_known: int
    states: Records  # now
    before: Records | None = None  # before the last entry
    last: tuple[int, int] | None = None  # actor and action of the last entry
    actor: int = 0  # the seat that acted last
    entries: list[tuple[int, int]] = field(default_factory=list)  # actor and action, after those that are known
    passed: list[Records] = field(default_factory=list)  # the position before each of them
    rolled: list[tuple[Records, int]] = field(default_factory=list)  # what chance did by itself at last, and where

    @property
    def moves(self) -> int:
        """Entries of the log, from the start on."""
        return self.num_known + len(self.entries)

    def play(self, number: int) -> None:
        """Add an action or an outcome; below 0, chance decides by itself."""
        actor = self.game.to_act(self.states)
        if number < 0:
            number = draw(self.game, self.states, number)
        self.game.check_playable(self.states, number)
        self.before, self.states, self.last = self.states, copied(self.states), (actor, number)
        self.game.apply_unchecked(self.states, number)
        self.entries.append((actor, number))
        self.passed.append(self.before)
        if actor >= 0:
            self.actor = actor

    def roll(self, number: int) -> None:
        """Let chance decide by itself until a seat is to act."""
        while self.game.to_act(self.states) == CHANCE:
            self.play(number)
            assert self.before is not None
            self.rolled.append((self.before, self.entries[-1][1]))

    def observer(self) -> int:
        """The seat to act, or the one that acted last."""
        to_act = self.game.to_act(self.states)
        return to_act if to_act >= 0 else self.actor


def draw(game: Ruleset, states: Records, number: int) -> int:
    """What chance does by itself: the same for the same position and number, so that a line can be linked to."""
    outcomes = game.chance(states)
    if not outcomes:
        raise IllegalAction(Code.OUT_OF_TURN, f"chance is not to act, so {number} cannot be drawn")
    digest = hashlib.sha256(states.tobytes() + number.to_bytes(8, "big", signed=True)).digest()
    left = int.from_bytes(digest[:16], "big") % sum(weight for _, weight in outcomes)
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights add up")


def begin(game: Ruleset, wish: Analyse, known: Match | None) -> Line:
    """The position that a line begins in."""
    if known is None:
        start = game.new() if wish.position is None else game.read_position(wish.position)
        names = Match(game, None, None, start).names
        return Line(game, names, start, wish.position is None, None, 0, start)
    played = [entry for entry in known.log if entry.action not in FORFEITS]
    moves = len(played) if wish.moves is None else wish.moves
    if moves > len(played):
        raise BadInput(Code.BAD_CHOICE, f"moves {moves}: there are {len(played)}")
    line = Line(game, known.names, known.start, known.is_from_start, known, moves, known.position_at(moves))
    if moves:
        line.before, line.last = known.position_at(moves - 1), (played[moves - 1].actor, played[moves - 1].action)
        line.actor = next((entry.actor for entry in reversed(played[:moves]) if entry.actor >= 0), 0)
    return line


@dataclass(frozen=True)
class Looking:
    """Through whose eyes a line is looked at."""

    game: Ruleset
    watcher: int | None  # a seat; none: everything is told

    @property
    def is_open(self) -> bool:
        """Whether nothing is kept from these eyes."""
        return self.watcher is None or not self.game.spec.is_hidden

    def shown(self, states: Records) -> Records:
        """A position as the eyes may know it; at the end all is told."""
        if self.is_open or self.watcher is None or self.game.is_over(states):
            return states
        return self.game.hidden(states, self.watcher)

    def sees(self, before: Records, action: int) -> bool:
        """Whether the eyes see which action or outcome is played in a position."""
        if self.is_open or self.watcher is None:
            return True
        return self.game.spec.views.is_seen(self.game.box, before, action, self.watcher)

    def move(self, before: Records, actor: int, action: int) -> Move:
        """An entry as the eyes saw it."""
        who = None if actor == CHANCE else actor
        if not self.sees(before, action):
            return Move(who)
        notation, box = self.game.spec.notation, self.game.box
        write = notation.write_outcome if actor == CHANCE else notation.write_action
        return Move(who, action, write(box, before, action))

    def words(self, line: Line, language: Language) -> str:
        """What led to a position, as a sentence."""
        if line.last is None or line.before is None:
            return ""
        game = self.game
        action = line.last[1] if self.sees(line.before, line.last[1]) else None
        before, after = self.shown(line.before), self.shown(line.states)
        return game.spec.narration.narrate(game.box, before, action, after, line.names, language)

    def outcomes(self, states: Records) -> list[ChanceOutcome]:
        """What chance may do, where the eyes may know it: it is the same in all worlds that look alike to them."""
        game, found = self.game, self.game.chance(states)
        if not self.is_open and self.watcher is not None and found:
            random = make_streams(0)
            worlds = [game.resampled(states, self.watcher, random) for _ in range(NUM_WORLDS)]
            if any(game.chance(world) != found for world in worlds):
                return []
            if not all(self.sees(states, outcome) for outcome, _ in found):
                return []
        total = sum(weight for _, weight in found)
        write = game.spec.notation.write_outcome
        return [ChanceOutcome(each, write(game.box, states, each), weight / total) for each, weight in found]


def eyes_of(line: Line, wish: Analyse) -> int | None:
    """The seat whose eyes look; none: all is told."""
    if wish.eyes == "all":
        return None
    if wish.eyes == "turn":
        return line.observer()
    if wish.eyes >= line.game.seats:
        raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {wish.eyes}: seats are 0 to {line.game.seats - 1}")
    return wish.eyes


def tell(line: Line, wish: Analyse) -> Analysed:
    """A position of an analysis as a client is told it."""
    game, spec, states = line.game, line.game.spec, line.states
    looking = Looking(game, eyes_of(line, wish))
    shown, to_act, observer = looking.shown(states), game.to_act(states), line.observer()
    how, winners = game.outcome(states)
    may_act = to_act >= 0 and (looking.is_open or looking.watcher == to_act)
    return Analysed(
        game=spec.name,
        options=changed_options(spec, game.options),
        seats=game.seats,
        names=line.names,
        start=None if line.is_from_start else spec.notation.write_position(game.box, looking.shown(line.start)),
        moves=line.moves,
        move=None if line.last is None or line.before is None else looking.move(line.before, *line.last),
        words=looking.words(line, wish.language),
        view=View(
            seat=looking.watcher,
            to_act=to_act if to_act >= 0 else None,
            moves=line.moves,
            scores=game.scores(states) if to_act == OVER else None,
            winners=winners,
            resigned=None,
            ending="" if how is None else ENDINGS[how],
            position=msgspec.Raw(encode(spec.views.view(game.box, shown))),
            actions=game.actions(states) if may_act else [],
        ),
        is_chance=to_act == CHANCE,
        outcomes=looking.outcomes(states),
        text=spec.notation.write_position(game.box, shown),
        observer=observer,
        position=b64encode(Looking(game, observer).shown(states).tobytes()).decode(),
        rolled=[looking.move(before, CHANCE, outcome) for before, outcome in line.rolled],
        log=log_of(line, wish) if wish.has_log and line.known else None,
        line=written_line(line, wish) if wish.has_line else None,
        ground=ground_of(game) if wish.has_ground else None,
        record=record_of(line) if wish.has_record else None,
    )


def log_of(line: Line, wish: Analyse) -> list[Move]:
    """What was played in a match, each entry as the eyes saw it; a record is known to who has it."""
    assert line.known is not None
    found, actor = [], 0
    for entry in line.known.log:
        if entry.action in FORFEITS:
            break
        actor = entry.actor if entry.actor >= 0 else actor
        watcher = None if wish.record is not None else watcher_of(wish, actor)
        found.append(Looking(line.game, watcher).move(line.known.position_at(entry.step), entry.actor, entry.action))
    return found


def watcher_of(wish: Analyse, actor: int) -> int | None:
    """Whose eyes saw what was done by a seat, or by chance after it."""
    return None if wish.eyes == "all" else actor if wish.eyes == "turn" else wish.eyes


def written_line(line: Line, wish: Analyse) -> list[Move]:
    """What is played after the position that was given, each entry as the eyes saw it."""
    found, actor = [], 0
    for before, (who, action) in zip(line.passed, line.entries, strict=True):
        actor = who if who >= 0 else actor
        found.append(Looking(line.game, watcher_of(wish, actor)).move(before, who, action))
    return found


def record_of(line: Line) -> str:
    """All that was played as a text record, with all that was secret."""
    match = Match(line.game, None, line.names, None if line.is_from_start else line.start)
    played: Sequence[tuple[int, int]] = line.entries
    if line.known is not None:
        played = [(entry.actor, entry.action) for entry in line.known.log[: line.num_known]] + line.entries
    for actor, action in played:
        match.append(actor, action)
    return match.record(is_whole=True)


async def check_not_playing(request: Asked, who: Who, game: str) -> None:
    """Raise for who plays a rated match of the game, or its game of the day: engines are not for these."""
    if who.person is None:
        return
    tables, seatings = schema.tables, schema.seatings
    wanted = (
        sa.select(tables.c.setup)
        .join(seatings, seatings.c.table_id == tables.c.id)
        .where(seatings.c.person == who.person, tables.c.game == game, tables.c.status == "running")
    )
    for row in await services_of(request).storage.read(lambda connection: connection.execute(wanted).all()):
        setup = msgspec.json.decode(row.setup, type=Setup)
        if setup.is_rated or setup.daily:
            what = "a rated match" if setup.is_rated else "the game of the day"
            raise Barred(Code.TABLE_DENIED, f"you play {what} of {game!r} now, which forbids engines: first end it")


async def check_answered(request: Asked, who: Who, game: str, puzzle: str) -> None:
    """Raise unless somebody has answered a puzzle: an engine would answer it for him."""
    open_puzzle(game, puzzle)
    tried = await services_of(request).storage.read(lambda connection: tried_by(connection, who.person, game))
    if puzzle not in tried:
        raise Barred(Code.TABLE_DENIED, f"you have not answered puzzle {puzzle!r} of {game!r}: first answer it")


async def line_of(request: Asked, wish: Analyse) -> Line:
    """The line that somebody asks for; raise if it is none of his business, or cannot be played."""
    services = services_of(request)
    given = [wish.table, wish.is_lesson or None, wish.puzzle, wish.record, wish.position]
    if sum(each is not None for each in given) > 1:
        raise BadInput(
            Code.BAD_CHOICE, "a position comes from a table, a lesson, a puzzle, a record or notation: name one"
        )
    spec = find_game(wish.game)
    services.rate.take(f"hints {address_of(request)}", 1 + len(wish.line) / LINE_COST)
    known: Match | None = None
    if wish.table is not None:
        live, who = await table_of(request, wish.table, wish.key)
        known = need_finished(live)
        if known.ruleset.spec.name != wish.game:
            raise BadInput(Code.BAD_CHOICE, f"table {wish.table!r} has no match of {wish.game!r}")
    else:
        who = await who_asks(request)
    await check_not_playing(request, who, spec.name)
    if wish.puzzle is not None:
        await check_answered(request, who, spec.name, wish.puzzle)
    services.hub.games.want(spec.name)
    services.hub.games.want(spec.name, MODULE)
    if wish.record is not None:
        services.rate.take(f"hints {address_of(request)}", HINT_COST)
        if read_record(wish.record).header["game"] != wish.game:
            raise BadInput(Code.BAD_CHOICE, f"the record is not of {wish.game!r}")
        await services.hub.games.need(spec.name)

    def play() -> Line:
        match = known
        if wish.is_lesson:
            *_, scene = Lesson(spec).scenes("en")
            match = scene.match
        elif wish.puzzle is not None:
            match = open_puzzle(spec.name, wish.puzzle).match
        elif wish.record is not None:
            match = replay(wish.record)
            if len(match.log) > MAX_LINE:
                raise BadInput(
                    Code.BAD_CHOICE,
                    f"a record of {len(match.log)} entries: at most {MAX_LINE} are analysed, import it as a table",
                )
        if match is None:
            check_options(wish.options)
            seats = check_seats(spec, spec.seats[0] if wish.seats is None else wish.seats)
            line = begin(game_of(spec.name, seats, wish.options), wish, None)
        else:
            line = begin(match.ruleset, wish, match)
        for number in wish.line:
            line.play(number)
        if wish.roll is not None:
            line.roll(wish.roll)
        return line

    return await asyncio.to_thread(play)


@post("/analysis", responses=PROBLEMS, status_code=HTTP_200_OK)
async def analyse(request: Asked, data: JSONBody[Analyse]) -> Analysed:
    """A position to analyse, as the eyes that are asked for may know it; never one of a match that is being played."""
    line = await line_of(request, data)
    return await asyncio.to_thread(tell, line, data)


@post("/analysis/hint", responses=PROBLEMS, status_code=HTTP_200_OK)
async def judge_line(request: Asked, data: JSONBody[Analyse]) -> Hint:
    """What the seat to act might do in a position of an analysis: exact where the game is solved, else by search."""
    line = await line_of(request, data)
    game, seat = line.game, line.game.to_act(line.states)
    if seat < 0:
        raise IllegalAction(Code.OUT_OF_TURN, f"no seat is to act after {line.moves} moves")
    services_of(request).rate.take(f"hints {address_of(request)}", HINT_COST)
    seen = game.hidden(line.states, seat)
    return hint_of(game, seen, seat, await services_of(request).runner.hint(game, seen, seat), data.language)


HANDLERS = [analyse, judge_line]

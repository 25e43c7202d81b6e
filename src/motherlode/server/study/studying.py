"""Looking closer at a match: hints, its positions one by one, what they are worth, and going on from one."""

import asyncio
from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_201_CREATED

from motherlode.bots import hints
from motherlode.bots.odds import Kind, find_curve, is_confirmed
from motherlode.core.contract import CHANCE, Action, Language, Records
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction
from motherlode.core.preparing import MORE
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.wasm.running import sizes_of
from motherlode.reviews.valuing import QUICK
from motherlode.server.protocol.answers import (
    Bar,
    Frame,
    Ground,
    Hint,
    HintChoice,
    OddsCurve,
    Replay,
    Seated,
    Study,
    StudySettings,
    Value,
    Values,
    Why,
)
from motherlode.server.protocol.requests import ContinueTable
from motherlode.server.tables import deciding, making
from motherlode.server.tables.making import need_finished
from motherlode.server.tables.state import TableState
from motherlode.server.tables.telling import encode, sight_of
from motherlode.server.wire.asking import PROBLEMS, Asked, Key, Seat, address_of, services_of, table_of
from motherlode.server.wire.pages import module_address
from motherlode.table.match import FORFEITS, Entry, Match

MAX_FRAMES = 200
HINT_COST = 10  # a hint counts as so many requests
WHY_COST = 2
MAX_THING = 80
MAX_REASONS = 3
Eyes = int | Literal["all"] | None  # whose; none: a spectator's


@get("/tables/{table:str}/hint", responses=PROBLEMS)
async def hint(request: Asked, table: FromPath[str], seat: Seat = None, language: FromQuery[Language] = "en") -> Hint:
    """What one of your seats might do now, and why: exact where the game is solved, else by search."""
    services = services_of(request)
    live, who = await table_of(request, table)

    def look(state: TableState) -> tuple[Match, Records, int]:
        match = deciding.need_running(state)
        mine = deciding.own_seat(state, live.seats_of(who), seat)
        if state.setup.is_rated:
            raise Barred(Code.TABLE_DENIED, "there are no hints at rated tables")
        if state.setup.daily:
            raise Barred(Code.TABLE_DENIED, "there are no hints in the game of the day")
        if state.to_act != mine:
            raise IllegalAction(Code.OUT_OF_TURN, f"no hint: {match.names[mine]!r} is not to act")
        return match, match.ruleset.hidden(match.position, mine), mine

    match, seen, mine = look(live.state)
    services.rate.take(f"hints {address_of(request)}", HINT_COST)
    return hint_of(match.ruleset, seen, mine, await services.runner.hint(match.ruleset, seen, mine), language)


def hint_of(game: Ruleset, seen: Records, seat: int, found: hints.Hint, language: Language) -> Hint:
    """What was found about a position, in words."""
    notation, best, visits = game.spec.notation, found.values[0][0], found.visits or {}
    texts = {action: notation.write_action(game.box, seen, action) for action, _ in found.values}
    return Hint(
        seat=seat,
        action=best,
        text=texts[best],
        path=game.spec.views.path(game.box, seen, best),
        reason=found.reason(language),
        is_exact=found.is_exact,
        is_measured=found.is_measured,
        choices=[
            HintChoice(action, texts[action], value + found.lead, visits.get(action)) for action, value in found.values
        ],
    )


@get("/tables/{table:str}/why", responses=PROBLEMS)
async def why(
    request: Asked,
    table: FromPath[str],
    thing: Annotated[str, QueryParameter(max_length=MAX_THING)],
    seat: Seat = None,
    language: FromQuery[Language] = "en",
) -> Why:
    """Why one of your seats can do nothing with a thing of a touch path, with the rules that say so."""
    live, who = await table_of(request, table)

    def look(state: TableState) -> list[tuple[str, str]]:
        match = deciding.need_running(state)
        mine = deciding.own_seat(state, live.seats_of(who), seat)
        if state.to_act != mine:
            raise IllegalAction(Code.OUT_OF_TURN, f"{match.names[mine]!r} is not to act")
        return match.why_not(thing, language)[:MAX_REASONS]

    services_of(request).rate.take(f"hints {address_of(request)}", WHY_COST)
    return Why(thing, [Bar(text, rule) for text, rule in look(live.state)])


@dataclass(frozen=True)
class Film:
    """A stretch of a match, copied, so that it can be looked at while the match goes on."""

    game: Ruleset
    names: tuple[str, ...]
    eyes: Eyes
    since: int
    positions: list[Records]  # from one before `since` on
    entries: list[Entry]  # that led to the positions
    moves: int  # in the whole match
    is_over: bool
    conclusion: str
    has_actions: bool
    language: Language

    def shown(self, states: Records, moves: int) -> Records:
        """A position as the eyes may know it; all is told after the last entry."""
        is_told = self.eyes == "all" or (self.is_over and moves == self.moves)
        if is_told or not self.game.spec.is_hidden:
            return states
        return self.game.hidden(states, self._watcher)

    @property
    def _watcher(self) -> int:
        return self.eyes if isinstance(self.eyes, int) else self.game.seats

    def is_seen(self, before: Records, action: int, moves: int) -> bool:
        """Whether the eyes saw which action it is."""
        is_told = self.eyes == "all" or (self.is_over and moves == self.moves)
        spec = self.game.spec
        return is_told or not spec.is_hidden or spec.views.is_seen(self.game.box, before, action, self._watcher)

    def frames(self) -> list[Frame]:
        """All positions of the stretch."""
        return [self._frame(moves) for moves in range(self.since, self.since + len(self.positions) - bool(self.since))]

    def _frame(self, moves: int) -> Frame:
        game, box, spec = self.game, self.game.box, self.game.spec
        index = moves - self.since + bool(self.since)
        after = self.positions[index]
        shown = self.shown(after, moves)
        entry = self.entries[index - 1] if moves else None
        text, action = "", None
        words: list[str] = []
        path: tuple[str, ...] = ()
        if entry is not None and entry.action in FORFEITS:
            text, words = entry.text, [self.conclusion]
        elif entry is not None:
            before = self.positions[index - 1]
            is_seen = self.is_seen(before, entry.action, moves)
            action, text = (entry.action, entry.text) if is_seen else (None, "?")
            if action is not None and entry.actor != CHANCE:
                path = spec.views.path(box, before, action)
            seen = self.shown(before, moves)
            words = [spec.narration.narrate(box, seen, action, shown, self.names, self.language)]
            if self.is_over and moves == self.moves:
                words.append(self.conclusion)
        has_forfeited = entry is not None and entry.action in FORFEITS
        to_act = -1 if has_forfeited else game.to_act(after)
        actions = []
        if self.has_actions and to_act >= 0 and (self.is_over or self.eyes == to_act):
            actions = [
                Action(each, spec.notation.write_action(box, after, each), spec.views.path(box, after, each))
                for each in game.legal(after)
            ]
        return Frame(
            moves=moves,
            actor=entry.actor if entry is not None and entry.actor >= 0 else None,
            action=action,
            text=text,
            path=path,
            words=words,
            position=msgspec.Raw(encode(spec.views.view(box, shown))),
            to_act=to_act if to_act >= 0 else None,
            scores=game.scores(after) if self.is_over else None,
            actions=actions,
        )


@get("/tables/{table:str}/replay", responses=PROBLEMS)
async def replay(
    request: Asked,
    table: FromPath[str],
    seat: Annotated[str | None, QueryParameter(pattern="^(all|[0-9]|1[01])$")] = None,
    since: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_FRAMES)] = MAX_FRAMES,
    actions: FromQuery[bool] = False,
    language: FromQuery[Language] = "en",
    key: Key = None,
) -> Replay:
    """The match position by position: a finished one through any eyes, a running one as far as you may know it."""
    live, who = await table_of(request, table, key)

    def copy(state: TableState) -> Film:
        match = state.match
        if match is None:
            raise Barred(Code.TABLE_STATUS, f"table {table!r} has not started yet")
        mine, moves = live.seats_of(who), len(match.log)
        eyes: Eyes
        if match.is_over:
            eyes = "all" if seat == "all" else None if seat is None else int(seat)
            if isinstance(eyes, int) and eyes >= match.ruleset.seats:
                raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {eyes}: seats are 0 to {match.ruleset.seats - 1}")
        elif seat == "all":
            raise Barred(Code.SEAT_DENIED, "the match is not over: nobody may see everything")
        else:
            eyes = sight_of(state, mine).reader if seat is None else deciding.own_seat(state, mine, int(seat))
        first, last = max(0, since - 1), min(moves, since + limit - 1)
        return Film(
            game=match.ruleset,
            names=match.names,
            eyes=eyes,
            since=since,
            positions=[match.position_at(step) for step in range(first, last + 1)] if since <= moves else [],
            entries=match.log[first:last],
            moves=moves,
            is_over=match.is_over,
            conclusion=match.conclude(language),
            has_actions=actions,
            language=language,
        )

    film = copy(live.state)
    frames = await asyncio.to_thread(film.frames)
    return Replay(table, film.eyes, film.moves, frames, since + len(frames) <= film.moves and bool(frames))


def value_of(moves: int, margin: int | None) -> Value:
    """What a position is worth, in numbers and in a word."""
    if margin is None:
        return Value(moves, None, None)
    return Value(moves, margin, "win" if margin > 0 else "loss" if margin < 0 else "draw")


@get("/tables/{table:str}/values", responses=PROBLEMS)
async def values(request: Asked, table: FromPath[str], key: Key = None) -> Values:
    """What every position of a finished match is worth, where the game is solved."""
    live, _ = await table_of(request, table, key)
    spec = live.state.game.spec
    if not spec.solver:
        raise BadInput(Code.UNSOLVED, f"game {spec.name!r} is not solved: nobody knows what its positions are worth")
    box = live.state.game.box
    match = need_finished(live)
    positions = [match.position_at(moves) for moves in range(len(match.log) + 1)]
    services_of(request).rate.take(f"hints {address_of(request)}", HINT_COST)
    await services_of(request).hub.games.need(spec.name, MORE)
    solver = find_solver(spec)

    def judge() -> list[Value]:
        return [value_of(moves, solver.margin(box, states, 0)) for moves, states in enumerate(positions)]

    return Values(table, await services_of(request).runner.run(judge))


@get("/tables/{table:str}/study", responses=PROBLEMS)
async def study(request: Asked, table: FromPath[str], key: Key = None, is_whole: FromQuery[bool] = False) -> Study:
    """A finished match as bytes, for an engine in the browser; nobody may analyse a match that is being played.

    Positions are as the seat to act may know them, or whole: as the first look of a review values them.
    """
    live, _ = await table_of(request, table, key)
    match = need_finished(live)
    services_of(request).rate.take(f"hints {address_of(request)}", WHY_COST)
    positions = [match.position_at(moves) for moves in range(len(match.log) + 1)]
    return await asyncio.to_thread(study_of, table, match.ruleset, positions, is_whole)


@get("/tables/{table:str}/study/{moves:int}", responses=PROBLEMS)
async def judge(
    request: Asked,
    table: FromPath[str],
    moves: Annotated[int, PathParameter(ge=0, le=2**31 - 1)],
    key: Key = None,
    language: FromQuery[Language] = "en",
) -> Hint:
    """What the seat to act might have done in a position of a finished match, for browsers that cannot find out."""
    live, _ = await table_of(request, table, key)
    match = need_finished(live)
    game = match.ruleset
    if moves > len(match.log):
        raise BadInput(Code.BAD_CHOICE, f"position {moves}: the match has {len(match.log)} moves")
    states = match.position_at(moves)
    seat = game.to_act(states)
    if seat < 0:
        raise IllegalAction(Code.OUT_OF_TURN, f"no seat is to act after {moves} moves")
    services_of(request).rate.take(f"hints {address_of(request)}", HINT_COST)
    seen = game.hidden(states, seat)
    return hint_of(game, seen, seat, await services_of(request).runner.hint(game, seen, seat), language)


def study_of(table: str, game: Ruleset, positions: list[Records], is_whole: bool = False) -> Study:
    """The bytes of positions, each whole or as the seat to act may know it, and of the box."""
    ground = ground_of(game)
    settings, curve = ground.settings, ground.curve
    if is_whole:
        settings, curve = msgspec.structs.replace(settings, is_hidden=False), curve_of(game, "whole", QUICK)
    else:
        positions = [game.hidden(states, game.to_act(states)) if game.to_act(states) >= 0 else states
                     for states in positions]  # fmt: skip
    return Study(
        table=table,
        module=ground.module,
        sizes=ground.sizes,
        settings=settings,
        box=ground.box,
        sides=ground.sides,
        curve=curve,
        positions=[b64encode(states.tobytes()).decode() for states in positions],
    )


def ground_of(game: Ruleset) -> Ground:
    """What an engine needs that is the same for all positions."""
    search = game.spec.search
    settings = StudySettings(
        explore=search.explore,
        temperature=search.temperature,
        widen=search.widen,
        rollout=search.rollout,
        is_hidden=game.spec.is_hidden,
        is_blanked=game.spec.is_hidden and game.spec.observe_needs_hiding,
        num_sides=len(set(game.sides)),
        num_nodes=search.num_nodes,
    )
    return Ground(
        module=module_address(game.spec),
        sizes=sizes_of(game, search.num_nodes),
        settings=settings,
        box=b64encode(game.box.tobytes()).decode(),
        sides=game.sides,
        curve=curve_of(game),
    )


def curve_of(game: Ruleset, kind: Kind = "hint", iterations: int = hints.ITERATIONS) -> OddsCurve | None:
    """A curve, by which an engine in a page tells odds too: that of hints, or another."""
    curve = find_curve(game, kind, iterations)
    if curve is None:
        return None
    return OddsCurve(curve.values, curve.odds, curve.iterations, is_confirmed(game, curve))


@post("/tables/{table:str}/continue", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def continue_table(request: Asked, table: FromPath[str], data: JSONBody[ContinueTable]) -> Seated:
    """A new private table that goes on from a position of a finished match."""
    live, who = await table_of(request, table)
    services_of(request).rate.take(f"tables {address_of(request)}", 2)
    return (await making.continue_table(services_of(request), who, live, data)).seated(who)


HANDLERS = [hint, why, replay, values, study, judge, continue_table]

"""Which numbered rules a batch of games carried out, how often, and which it never met. See decision 0021."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.bots import RandomBot, make_bot
from motherlode.conformance import counting
from motherlode.conformance.counting import Citation
from motherlode.conformance.subject import Subject
from motherlode.core.contract import ALLOWED, CHANCE, OVER, GameSpec, Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import changed_options, read_options
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import below, make_streams
from motherlode.table.game import Game
from motherlode.table.rulebook import NOT_CODE, rules_of

Report = Callable[[int, int], None]  # (games played, games in all)


class Kind(StrEnum):
    """What the count of a rule is a count of."""

    LINE = "line"  # a line that carries it out ran
    FUNCTION = "function"  # a function that carries it out ran
    BOX = "box"  # it is worked out when the box is built, or in words: nothing of it runs in play
    DATA = "data"  # a number in the data
    TALK = "table talk"  # for people


class Tally(msgspec.Struct, frozen=True):
    """A rule, and how often a batch of games carried it out."""

    number: str
    words: str
    kind: Kind
    shared: tuple[str, ...]  # rules that the same lines or functions carry out: it was met at most so often
    games: int  # in how many games
    times: int  # how often in all of them
    barred: int  # how many actions it refused, where all were tried

    @property
    def is_counted(self) -> bool:
        """Whether play can meet it at all."""
        return self.kind in (Kind.LINE, Kind.FUNCTION)


class Coverage(msgspec.Struct, frozen=True):
    """What a batch of games met."""

    game: str
    version: int
    bots: tuple[str, ...]
    seed: int
    options: tuple[dict[str, Any], ...]  # of the tables by turns, with their seats
    games: int
    steps: int
    tried: int  # actions that were tried, all of them in one position of each game
    rules: tuple[Tally, ...]

    @property
    def never(self) -> list[Tally]:
        """The rules that play can meet, and did not."""
        return [tally for tally in self.rules if tally.is_counted and not tally.games and not tally.barred]

    @property
    def only_barred(self) -> list[Tally]:
        """The rules that nothing carried out, and that refused actions."""
        return [tally for tally in self.rules if tally.is_counted and not tally.games and tally.barred]


class Table:
    """A game that counts its rules, and the game itself, on which bots think."""

    def __init__(self, game: Game, counted: GameSpec, bots: Sequence[str]) -> None:
        self.game = game
        options = read_options(counted, changed_options(game.spec, game.options))  # of the copy's own types
        self.ruleset = Ruleset(counted, options, game.seats)
        self.ruleset.compile()
        game.compile()
        names = list(bots) if len(bots) > 1 else list(bots) * game.seats
        if len(names) != game.seats:
            raise BadInput(
                Code.WRONG_SEATS,
                f"{len(names)} bots: {game.spec.title} has {game.seats} seats here; one plays them all",
            )
        self.bots = [make_bot(name, game, is_timed=False) for name in names]
        self.scratch = self.ruleset.new_scratch()
        self.usual_length = 0  # of a game, as the last one was

    def play(self, seed: int, barred: dict[str, int]) -> tuple[int, int]:
        """One whole game; how many steps it had, and how many actions were tried in one of its positions."""
        ruleset, random = self.ruleset, make_streams(seed, 1 + self.game.seats)
        states = ruleset.new()
        pause = int(below(random, 0, max(1, self.usual_length)))
        num_steps = self._go_on(states, random, pause)
        while num_steps and states["to_act"].item(0) == CHANCE:
            num_steps += self._go_on(states, random, 1)
        num_tried = self._look_around(states, random, barred) if states["to_act"].item(0) >= 0 else 0
        num_steps += self._go_on(states, random, ruleset.limits.max_length)
        ruleset.scores(states)
        self.usual_length = num_steps
        return num_steps, num_tried

    def _go_on(self, states: Records, random: Any, limit: int) -> int:
        """Play at most so many actions and outcomes; how many it were."""
        if all(type(bot) is RandomBot for bot in self.bots):
            return int(self._play_out(states, random, limit))
        for count in range(limit):
            actor = states["to_act"].item(0)
            if actor == OVER:
                return count
            if actor == CHANCE:
                self._play_out(states, random, 1)
                continue
            self.ruleset.legal_unchecked(states)
            seen = self.game.hidden(states, actor)
            action = self.bots[actor].choose(self.game, seen, actor, random[1 + actor : 2 + actor])
            self.ruleset.apply(states, action)
        return limit

    def _play_out(self, states: Records, random: Any, limit: int) -> int:
        ruleset = self.ruleset
        count: int = ruleset.generic["play_out"](
            ruleset.pointers, ruleset.box, states, 0, random, 0, self.scratch, limit
        )
        return count

    def _look_around(self, states: Records, random: Any, barred: dict[str, int]) -> int:
        """Hide the position from every pair of eyes and fill it again; try every action, and count who refuses it."""
        for seat in range(self.game.seats):
            self.ruleset.resampled(states, seat, random)
        self.ruleset.hidden(states, self.game.seats)
        refuse, box, reasons = self.game.entries.refuse, self.game.box, self.game.spec.reasons
        for action in range(self.game.limits.num_actions):
            reason = refuse(box, states, 0, action)
            if reason != ALLOWED:
                barred[reasons(reason).rule] = barred.get(reasons(reason).rule, 0) + 1
        return self.game.limits.num_actions


def variants_of(spec: GameSpec) -> list[Game]:
    """The game with the options under which it is tested, one after the other."""
    return Subject(spec).games


class Tables:
    """The tables of a batch, at which games are played by turns."""

    def __init__(self, games: Sequence[Game], bots: Sequence[str]) -> None:
        self.games, self.bots, self.spec = list(games), tuple(bots), games[0].spec
        counted, self.citations = counting.count_rules(self.spec)
        self.tables = [Table(game, counted, bots) for game in games]

    def cover(self, num_games: int, seed: int = 0, report: Report = lambda *_: None) -> Coverage:
        """Play a batch, and count the rules."""
        book = rules_of(self.spec)
        stands_for = _finest(list(book), self.citations)
        in_games, times = np.zeros((2, len(book)), np.int64)
        barred: dict[str, int] = {}
        num_steps = num_tried = 0
        for number in range(num_games):
            report(number, num_games)
            counting.counts[:] = 0
            steps, tried = self.tables[number % len(self.tables)].play(seed + number, barred)
            num_steps, num_tried = num_steps + steps, num_tried + tried
            met = stands_for @ counting.counts[: len(self.citations)]
            times += met
            in_games += met > 0
        return Coverage(
            game=self.spec.name,
            version=self.spec.version,
            bots=self.bots,
            seed=seed,
            options=tuple(changed_options(self.spec, game.options) | {"seats": game.seats} for game in self.games),
            games=num_games,
            steps=num_steps,
            tried=num_tried,
            rules=tuple(
                Tally(
                    number,
                    words,
                    *_kind(number, words, [self.citations[each] for each in np.flatnonzero(stands_for[row])]),
                    games=int(in_games[row]),
                    times=int(times[row]),
                    barred=barred.get(number, 0),
                )
                for row, (number, words) in enumerate(book.items())
            ),
        )


def rules_at_work(
    spec: GameSpec, options: dict[str, Any], seats: int, position: bytes, action: int | None
) -> list[str]:
    """The rules that playing an action in a position carries out; without one, those that say what may be done."""
    counted, citations = counting.count_rules(spec)
    ruleset = Ruleset(counted, read_options(counted, options), seats)
    ruleset.compile()
    states = np.frombuffer(position, spec.state).copy()
    counting.counts[:] = 0
    if action is not None:
        ruleset.apply_unchecked(states, action)
    elif ruleset.is_over(states):
        ruleset.scores(states)
    else:
        ruleset.legal(states)
        ruleset.chance(states)
    numbers = list(rules_of(spec))
    met = _finest(numbers, citations) @ counting.counts[: len(citations)]
    return [number for number, count in zip(numbers, met.tolist(), strict=True) if count]


def _finest(numbers: list[str], citations: list[Citation]) -> NDArray[np.int64]:
    """1 where a citation, by column, counts for a rule, by row: those on lines, or else those of whole functions."""
    found = np.zeros((len(numbers), len(citations)), np.int64)
    for row, number in enumerate(numbers):
        cited = [column for column, citation in enumerate(citations) if number in citation.numbers]
        lines = [column for column in cited if citations[column].is_line]
        found[row, lines or cited] = 1
    return found


def _kind(number: str, words: str, cited: list[Citation]) -> tuple[Kind, tuple[str, ...]]:
    """What the count of a rule is a count of, and the rules that it cannot be told from."""
    marked = NOT_CODE.search(words)
    if marked is not None:
        return Kind(marked[1]), ()
    if not cited:
        return Kind.BOX, ()
    others = {rule for citation in cited for rule in citation.numbers} - {number}
    return Kind.LINE if cited[0].is_line else Kind.FUNCTION, tuple(sorted(others))

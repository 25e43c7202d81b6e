"""Mining: puzzles from matches of bots, or from records, one after the other, each as soon as it is found."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Player, make_bot
from motherlode.core.ruleset import Ruleset
from motherlode.puzzles.examining import Finding, examine, follow, solved_by
from motherlode.puzzles.puzzle import Opened, Puzzle, Refutation, game_of, id_of, write_line
from motherlode.puzzles.rating import rate_puzzle
from motherlode.puzzles.themes import theme_of
from motherlode.reviews.valuing import Values
from motherlode.table.match import Match

MOST_POSITIONS = 240  # of one match that are looked at; where matches are long, playing them costs more than looking
MOST_A_MATCH = 3  # puzzles of one match
MOST_REFUTED = 5  # wrong actions of a puzzle that have a line in the data; others are answered by the same search
# Two positions with the same theme are the same puzzle if less than so much of what their seats know differs: the first
# with other answers, the second with the same one.
ALIKE, ALIKE_ANSWERED = 0.12, 0.35
PLAYERS = ("search@100", "greedy")  # of matches, in turn: who plays well, and who errs
# How matches are set up, in turn: the rulebook's game most often, other numbers of seats and other games too.
SETUPS: dict[str, tuple[dict[str, Any], ...]] = {
    "madcap": ({},),
    "minecart_mayhem": ({"seats": 2}, {"seats": 2}, {"seats": 3}, {"seats": 4}),
    "madstone": ({"seats": 2}, {"seats": 2}, {"seats": 2}, {"seats": 3}, {"seats": 4}),
    "rockport_caverns": tuple(
        {"map": cavern, "character": card, "rocks": level, "water": level, "bear": has_bear}
        for has_bear in (False, True)
        for level in ("easy", "hard")
        for card in (1, 2, 3, 4)
        for cavern in (1, 2)
    ),
    "trap_the_cap": (
        {"seats": 2},
        {"seats": 4},
        {"seats": 2, "game": "golden"},
        {"seats": 3},
        {"seats": 4, "game": "team"},
    ),
}
Report = Callable[[str, int, int], None]  # (source, positions looked at, puzzles found)


class Spot(NamedTuple):
    """A position that may be a puzzle."""

    match: Match
    step: int
    source: str


def play_match(name: str, seed: int) -> Match:
    """A match of bots; the same seed gives the same one."""
    setups = SETUPS.get(name, ({},))
    setup = dict(setups[seed % len(setups)])
    game = game_of(name, setup.pop("seats", None) or _fewest(name), msgspec.json.encode(setup, order="sorted"))
    game.compile()
    match = game.start(seed=seed)
    player = PLAYERS[seed // len(setups) % len(PLAYERS)]
    players = [Player(make_bot(player, game, is_timed=False), seat, seed) for seat in range(game.seats)]
    while not match.is_over:
        players[match.to_act].act(match)
    return match


def _fewest(name: str) -> int:
    from motherlode.core.registry import find_game

    return find_game(name).seats[0]


def spots_of(match: Match, source: str) -> Iterator[Spot]:
    """Decisions of a match in no order, some where there are many: those that are found first count."""
    steps = [entry.step for entry in match.log if entry.actor >= 0 and entry.action >= 0]
    chosen = np.random.default_rng(match.step).permutation(len(steps))[:MOST_POSITIONS]  # of all phases alike
    for step in (steps[index] for index in chosen):
        yield Spot(match, step, f"{source} step {step}")


class Mine:
    """The puzzles of a game that there are, and what makes sure that new ones are new."""

    def __init__(self, name: str, known: Sequence[Puzzle] = ()) -> None:
        self.name = name
        self.ids = {puzzle.id for puzzle in known}
        self._looks: dict[tuple[str, int, bytes], list[tuple[str, NDArray[np.float32]]]] = {}
        self._values: dict[str, Values] = {}
        for puzzle in known:
            game = game_of(name, puzzle.seats, msgspec.json.encode(puzzle.options, order="sorted"))
            states = game.read_position(puzzle.position)
            seat = game.to_act(states)
            self._note(puzzle, game.observe(game.hidden(states, seat), seat))

    def _note(self, puzzle: Puzzle, look: NDArray[np.float32]) -> None:
        key = puzzle.theme, puzzle.seats, msgspec.json.encode(puzzle.options, order="sorted")
        self._looks.setdefault(key, []).append((puzzle.answer, look.copy()))

    def _is_new(self, game: Ruleset, theme: str, text: str, look: NDArray[np.float32]) -> bool:
        """Whether there is no puzzle that somebody who solved it would know again; `text` is the answer."""
        key = theme, game.seats, msgspec.json.encode(unusual_options(game), order="sorted")
        return not any(
            _differ(look, other) < (ALIKE_ANSWERED if answer == text else ALIKE)
            for answer, other in self._looks.get(key, ())
        )

    def dig(self, spots: Iterator[Spot]) -> Iterator[Puzzle | None]:
        """Look at positions of one match: a puzzle, or None, for each."""
        num_found = 0
        for spot in spots:
            puzzle = self.examine(spot)
            yield puzzle
            num_found += puzzle is not None
            if num_found == MOST_A_MATCH:
                return

    def examine(self, spot: Spot) -> Puzzle | None:
        """One position: a puzzle, unless it is none or we have it."""
        game = spot.match.ruleset
        values = self._values.setdefault(game.digest, Values(game))
        states = spot.match.position_at(spot.step)
        seat = game.to_act(states)
        text = game.spec.notation.write_position(game.box, states)
        if id_of(game, text) in self.ids:
            return None
        look = game.observe(game.hidden(states, seat), seat).copy()

        def is_new(answer: int) -> bool:
            theme = theme_of(game, states, seat, answer)
            return self._is_new(game, theme, game.action_unchecked(states, answer).text, look)

        finding = examine(values, states, seat, is_new)
        if finding is None:
            return None
        puzzle = self._write(values, spot, text, finding, theme_of(game, states, seat, finding.answer))
        self.ids.add(puzzle.id)
        self._note(puzzle, look)
        return puzzle

    def _write(self, values: Values, spot: Spot, text: str, finding: Finding, theme: str) -> Puzzle:
        game = values.ruleset
        start = Match(game, None, None, game.read_position(text))
        seat = start.to_act
        solved = solved_by(game, game.hidden(start.position, seat), seat, finding)
        return Puzzle(
            id=id_of(game, text),
            rules=game.spec.version,
            seats=game.seats,
            options=unusual_options(game),
            position=text,
            answer=game.action_unchecked(start.position, finding.answer).text,
            accepted=[game.action_unchecked(start.position, action).text for action in finding.accepted],
            line=line_after(values, start, finding.answer),
            odds=round(finding.odds, 3),
            gap=round(finding.gap, 3),
            error=round(finding.error, 4),
            refutations=[
                Refutation(
                    game.action_unchecked(start.position, action).text,
                    line_after(values, start, action),
                    round(finding.odds - finding.losses[action], 3),
                )
                for action in finding.tempting[:MOST_REFUTED]
            ],
            theme=theme,
            solved=solved,
            rating=rate_puzzle((level, hits, tries) for level, (hits, tries) in solved.items()),
            source=spot.source,
        )


def unusual_options(game: Ruleset) -> dict[str, Any]:
    """The options of a game that are not those it usually has."""
    options = msgspec.to_builtins(game.options)
    defaults = msgspec.to_builtins(game_of(game.spec.name, game.seats, b"{}").options)
    return {key: value for key, value in options.items() if value != defaults.get(key)}


def line_after(values: Values, start: Match, action: int) -> list[str]:
    """What follows an action in a puzzle."""
    match, seat = start.copy(), start.to_act
    match.append(seat, action)
    since = match.step
    follow(values, match, seat)
    return write_line(match, since)


def find_line(opened: Opened, action: int) -> tuple[float, list[str]]:
    """The odds of the solver's seat after an action of a puzzle and what follows, by the search that made it."""
    game, seat = opened.game, opened.seat
    game.compile()
    values, after = Values(game), opened.match.position
    game.apply_unchecked(after, action)
    return round(float(values.seen(after, seat, 0)[seat]), 3), line_after(values, opened.match, action)


def _differ(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Which part of what either shows is not the same in both."""
    shown = (one != 0) | (other != 0)
    return float((one != other)[shown].mean()) if shown.any() else 0.0


def mine(name: str, known: Sequence[Puzzle], count: int, first_seed: int, report: Report) -> Iterator[Puzzle]:
    """New puzzles from matches of bots until there are `count`, the known ones included."""
    found, looked, seed = Mine(name, known), 0, first_seed
    while len(found.ids) < count:
        for puzzle in found.dig(spots_of(play_match(name, seed), f"seed {seed}")):
            looked += 1
            report(f"seed {seed}", looked, len(found.ids))
            if puzzle is not None:
                yield puzzle
                if len(found.ids) >= count:
                    return
        seed += 1

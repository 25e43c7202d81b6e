"""Luck taken out of results: what chance gave each seat of a match, with a mean of exactly 0 whoever plays.

`luck_of(match)` adds up, over all that chance did, what came less the mean over all that could have come, by weight: the
luck of a review. What a position is worth to that end (`Worth`) is fixed before the match and costs little: exact odds
where the game is solved, else one look by the net that comes with the game or by `evaluate`, through a measured curve.
A result less its luck has the same expectation whatever that worth is, because each term has mean 0 by the weights of
chance alone (MIVAT); the better the worth, the less the rest varies. Where the chances of a bot's actions are known, as
a random bot's are, the same is done at its decisions (AIVAT).

Luck is bounded: no set of seats gets more than `MOST_LUCK` out of a match, either way. An event that could lead
beyond counts in part, by as much as it may; that is decided before it falls, so the mean stays 0. A result less luck
therefore lies between -MOST_LUCK and 1 + MOST_LUCK, which is what a test that may stop at any time needs.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, KnownBot
from motherlode.bots.looking import LookKind, Values, look_at
from motherlode.bots.net import find_net
from motherlode.bots.odds import find_curve, odds_of_all, result_of
from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.core.layout import copied
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.reviews.valuing import OddsSolver
from motherlode.table.match import FORFEITS, Match

MOST_LUCK = 1.0  # of a match, for any set of seats
DIGITS = 6  # that are kept
CHUNK = 1 << 13  # positions that are valued at once

Luck = NDArray[np.float64]  # by seat, in parts of the win
Worth = Callable[[Records], Values]  # positions, none of them over, to odds: a row each, by seat


class Event(NamedTuple):
    """Something that fell by known weights: a die, a draw, or the action of a bot whose chances are known."""

    shares: Values  # the chance of each that could have come
    first: int  # row of the position after the first of them
    came: int  # which of them did


def luck_of(match: Match, bots: Sequence[Bot | None] = (), worth: Worth | None = None) -> Luck:
    """What chance gave each seat, in parts of the win as `arena.Result.share` counts them: sides share theirs evenly.

    `bots` are those of the seats, where the chances of their actions may be known; `worth` is by default the game's
    usual one, and must not depend on the match.
    """
    ruleset = match.ruleset
    ruleset.compile()
    events, states = _events_of(match, bots)
    if not events:
        return np.zeros(ruleset.seats)
    parts = _parts_of(ruleset, states, worth or usual_worth(ruleset))
    total = np.zeros(ruleset.seats)
    for event in events:
        could = parts[event.first : event.first + len(event.shares)]
        luck = could - event.shares @ could
        total += _allowed(total, luck) * luck[event.came]
    return np.asarray(np.round(total, DIGITS) + 0.0)


def _events_of(match: Match, bots: Sequence[Bot | None]) -> tuple[list[Event], Records]:
    """All that fell by known weights, and the positions that could have come of it."""
    ruleset, box, apply = match.ruleset, match.ruleset.box, match.ruleset.entries.apply
    events: list[Event] = []
    rows: list[Records] = []
    num_rows = 0
    for entry in match.log:
        if entry.action in FORFEITS:
            break
        before = match.position_at(entry.step)
        chances = _chances(ruleset, before, entry.actor, bots)
        if len(chances) < 2:
            continue
        actions = [action for action, _ in chances]
        after = np.repeat(before, len(chances))
        for index, action in enumerate(actions):
            apply(box, after, index, action)
        shares = np.array([weight for _, weight in chances], np.float64)
        events.append(Event(shares / shares.sum(), num_rows, actions.index(entry.action)))
        rows.append(after)
        num_rows += len(chances)
    return events, np.concatenate(rows) if rows else match.start[:0]


def _chances(ruleset: Ruleset, states: Records, actor: int, bots: Sequence[Bot | None]) -> Sequence[tuple[int, float]]:
    """What could come, with weights; nothing where they are not known."""
    if actor == CHANCE:
        return ruleset.chance_unchecked(states)
    bot = bots[actor] if bots else None
    return bot.chances(ruleset, ruleset.hidden(states, actor), actor) if isinstance(bot, KnownBot) else ()


def _parts_of(ruleset: Ruleset, states: Records, worth: Worth) -> Values:
    """What positions are worth, in parts of the win: the result itself where they are over."""
    odds = np.zeros((len(states), ruleset.seats))
    is_over = states["to_act"] == OVER
    for index in np.flatnonzero(is_over).tolist():
        odds[index] = result_of(ruleset, ruleset.outcome(states, index)[1])
    running = np.flatnonzero(~is_over)
    for start in range(0, len(running), CHUNK):
        rows = running[start : start + CHUNK]
        odds[rows] = worth(states[rows])
    sides = np.asarray(ruleset.sides)
    return np.asarray(odds / np.bincount(sides)[sides])


def _allowed(total: Luck, luck: Values) -> float:
    """How much of an event may count, whatever comes of it, so that no set of seats gets beyond MOST_LUCK."""
    reach = total + luck
    most = max(np.maximum(reach, 0.0).sum(1).max(), np.maximum(-reach, 0.0).sum(1).max())
    if most <= MOST_LUCK:
        return 1.0
    now = max(np.maximum(total, 0.0).sum(), np.maximum(-total, 0.0).sum())
    # Either sum is convex in the part, so it stays below the straight line from `now` to `most`.
    return float(max(0.0, (MOST_LUCK - now) / (most - now)))


def usual_worth(ruleset: Ruleset) -> Worth:
    """What positions of a ruleset are worth: exactly where it is solved, else by what is cheap and was measured."""
    if ruleset.spec.solver:
        solver = find_solver(ruleset.spec)
        if isinstance(solver, OddsSolver) and solver.odds(ruleset.box, _begun(ruleset)) is not None:
            return lambda states: np.array([solver.odds(ruleset.box, states, index) for index in range(len(states))])
    return look_worth(ruleset, usual_look(ruleset))


def look_worth(ruleset: Ruleset, kind: LookKind) -> Worth:
    """Odds at one look, through its curve where there is one."""
    curve = find_curve(ruleset, kind, 0)
    return lambda states: odds_of_all(ruleset, look_at(ruleset, states, kind), curve)


def usual_look(ruleset: Ruleset) -> LookKind:
    """The look that luck is measured by: the net's, where one fits and its curve is known."""
    return "net" if find_net(ruleset) is not None and find_curve(ruleset, "net", 0) is not None else "look"


def _begun(ruleset: Ruleset) -> Records:
    """Some position in which a seat is to act."""
    states, random = copied(ruleset.new()), make_streams(0)
    while ruleset.to_act(states) == CHANCE:
        outcomes = ruleset.chance_unchecked(states)
        ruleset.apply_unchecked(states, outcomes[ruleset.below(random, len(outcomes))][0])
    return states

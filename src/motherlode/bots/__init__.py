"""Players that are programs. A bot is a class with one method, `choose`; `make_bot` finds it by name.

Other people's bots have a colon in their name: `motherlode.bots.outside`.
"""

import importlib
import inspect
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import outside
from motherlode.core.contract import Records
from motherlode.core.errors import Code, NotFound
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import below, make_streams
from motherlode.table.match import Match


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action of the seat to act, from the hidden position alone and the given random stream."""


class RandomBot:
    """Plays any legal action."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """Each legal action is equally likely."""
        legal = ruleset.legal(states)
        return legal[_below(random, len(legal))]


class GreedyBot:
    """Plays what looks best one step ahead."""

    samples = 8  # how often chance and what is hidden are tried for each action

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action with the best mean evaluation; ties are broken at random."""
        num_samples = self.samples if ruleset.spec.is_hidden or ruleset.limits.num_outcomes else 1
        sums: dict[int, float] = {}
        for _ in range(num_samples if ruleset.spec.is_hidden else 1):
            world = ruleset.resampled(states, seat, random)
            tries = 1 if ruleset.spec.is_hidden else num_samples
            for action, value in ruleset.try_actions(world, random, tries):
                sums[action] = sums.get(action, 0.0) + value
        best = max(sums.values())
        candidates = [action for action, value in sums.items() if value >= best - 1e-9]
        return candidates[_below(random, len(candidates))]


class ExactBot:
    """Plays perfectly, where the game is solved: the largest margin, then the most chances for the other to err."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The first of the best actions."""
        solver = importlib.import_module(ruleset.spec.solver)
        best: list[int] = solver.best_actions(ruleset.box, states)
        return best[0]


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "exact": ExactBot}


def bot_names(ruleset: Ruleset) -> list[str]:
    """The bots that can play a game, weakest first."""
    return [name for name in BOTS if name != "exact" or ruleset.spec.solver]


def make_bot(name: str, ruleset: Ruleset) -> Bot:
    """The bot of that name."""
    if outside.is_outside(name):
        return outside.make_outside(name)
    names = bot_names(ruleset)
    if name not in names:
        raise NotFound(Code.UNKNOWN_BOT, f"unknown bot {name!r} for {ruleset.spec.title}: there are {', '.join(names)}")
    return BOTS[name]()


def describe(name: str) -> str:
    """What a bot does, in one sentence."""
    return (inspect.getdoc(BOTS[name]) or "").splitlines()[0]


class Player:
    """A bot in a seat of a match: it is shown the hidden position, and its choice is checked like anybody's."""

    def __init__(self, bot: Bot, seat: int, seed: int = 0) -> None:
        self.bot = bot
        self.seat = seat
        self.random = make_streams(seed, 1, seat)

    def act(self, match: Match) -> None:
        """Play one action."""
        seen = match.ruleset.hidden(match.position, self.seat)
        match.play(self.bot.choose(match.ruleset, seen, self.seat, self.random), self.seat)


def _below(random: NDArray[np.uint32], bound: int) -> int:
    return int(below(random, 0, bound))

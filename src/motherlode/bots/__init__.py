"""Players that are programs. A bot is a class with one method, `choose`; `make_bot` finds it by name.

Other people's bots have a colon in their name: `motherlode.bots.outside`.
"""

import inspect
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import outside
from motherlode.core.contract import GameSpec, Records
from motherlode.core.errors import BadInput, Code, NotFound
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.table.match import Match


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action of the seat to act, from the hidden position alone and the given random stream."""


@runtime_checkable
class KnownBot(Protocol):
    """A bot that draws its actions by chances that can be told."""

    def chances(self, ruleset: Ruleset, states: Records, seat: int) -> list[tuple[int, float]]:
        """Each legal action with its weight, as `choose` draws it in the same hidden position."""


class RandomBot:
    """Plays any legal action."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """Each legal action is equally likely."""
        legal = ruleset.legal(states)
        return legal[ruleset.below(random, len(legal))]

    def chances(self, ruleset: Ruleset, states: Records, seat: int) -> list[tuple[int, float]]:
        """The same weight for every legal action."""
        return [(action, 1.0) for action in ruleset.legal(states)]


class GreedyBot:
    """Plays what looks best one action ahead."""

    samples = 8  # how often chance and what is hidden are tried for each action

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action with the best mean evaluation; ties are broken at random."""
        values = look_ahead(ruleset, states, seat, random, self.samples)
        best = max(value for _, value in values)
        candidates = [action for action, value in values if value >= best - 1e-9]
        return candidates[ruleset.below(random, len(candidates))]


class ExactBot:
    """Plays perfectly, where the game is solved: the largest margin, then the most chances for the other to err."""

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The first of the best actions."""
        return find_solver(ruleset.spec).best_actions(ruleset.box, states)[0]


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "exact": ExactBot}
NET = "net"  # net:FILE, what a net likes best; net:FILE@0.5: with a temperature; net:FILE+2000: inside a search
SEARCH = "search"  # search@2000: 2000 iterations for each decision; search@500ms: half a second
LEVELS = {
    "pebble": "A beginner: looks one step ahead and often takes what is nearly as good as the best.",
    "prospector": "A casual player: looks one step ahead and seldom errs by much.",
    "foreman": "An experienced player: thinks a few steps ahead.",
    "mastermind": "As strong as we can: perfect where a game is solved, else up to a second of search where it helps.",
}

# Bots that play every game, weakest first, as measured in each: docs/bots.md has the figures.
USUAL_ORDER = ("random", "pebble", "prospector", "greedy", "foreman", "mastermind")
ORDERS = {
    "madcap": USUAL_ORDER,
    "madstone": USUAL_ORDER,
    "minecart_mayhem": ("random", "pebble", "prospector", "foreman", "greedy", "mastermind"),
    "rockport_caverns": USUAL_ORDER,
    "trap_the_cap": USUAL_ORDER,
}

STYLES = ("aggressive", "hoarding", "cautious")  # greedy with other weights, for the lab and the arena: bots/styles.py


def bot_names(ruleset: Ruleset) -> list[str]:
    """The bots that can play a game, weakest first."""
    return names_of(ruleset.spec)


def names_of(spec: GameSpec) -> list[str]:
    """The same for a game that is not compiled yet."""
    order = ORDERS.get(spec.name, USUAL_ORDER)
    return [*order, *(["exact"] if spec.solver else [])]


def is_quick(spec: GameSpec, name: str) -> bool:
    """Whether one of our bots needs nothing but the rules, plain or compiled: no search and no solver."""
    level = spec.search.levels.get(name)
    if level is None:
        return name in ("random", "greedy")
    return not (level.is_exact or level.iterations or level.net_iterations)


def make_bot(name: str, ruleset: Ruleset, is_timed: bool = True) -> Bot:
    """The bot of that name; a level that is not timed depends on nothing but its random stream."""
    if name.startswith(f"{NET}:"):
        from motherlode.bots.net import make_net_bot

        return make_net_bot(name, ruleset)
    if outside.is_outside(name):
        return outside.make_outside(name)
    if name in LEVELS:
        from motherlode.bots.levels import make_level

        return make_level(ruleset, name, is_timed)
    if name in STYLES:
        from motherlode.bots.styles import STYLES as WEIGHTS
        from motherlode.bots.styles import StyleBot

        return StyleBot(WEIGHTS[name])
    if name.startswith(f"{SEARCH}@"):
        from motherlode.bots.search import SearchBot, prepare_search, read_budget

        prepare_search(ruleset)
        return SearchBot(read_budget(name.removeprefix(f"{SEARCH}@")))
    if name in bot_names(ruleset):
        return BOTS[name]()
    names = ", ".join([*bot_names(ruleset), f"{SEARCH}@ITERATIONS", f"{SEARCH}@MILLISECONDSms"])
    raise NotFound(Code.UNKNOWN_BOT, f"unknown bot {name!r} for {ruleset.spec.title}: there are {names}")


def is_bot(name: str, ruleset: Ruleset) -> bool:
    """Whether there is such a bot of ours."""
    if outside.is_outside(name):
        return False
    if not name.startswith(f"{SEARCH}@"):
        return name in bot_names(ruleset)
    from motherlode.bots.search import read_budget

    try:
        read_budget(name.removeprefix(f"{SEARCH}@"))
    except BadInput:
        return False
    return True


def kept_bytes(bot: Bot) -> int:
    """How much memory a bot keeps from one choice to the next; a bot that keeps much says so by `num_bytes`."""
    return int(getattr(bot, "num_bytes", 0))


def describe(name: str) -> str:
    """What a bot does, in one sentence."""
    if name.startswith(SEARCH):
        return "Plays what a tree search tried most."
    return LEVELS[name] if name in LEVELS else (inspect.getdoc(BOTS[name]) or "").splitlines()[0]


def look_ahead(
    ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32], samples: int
) -> list[tuple[int, float]]:
    """Each legal action with the mean evaluation one action ahead, over `samples` of chance and of what is hidden."""
    worlds = samples if ruleset.spec.is_hidden else 1
    tries = samples if not ruleset.spec.is_hidden and ruleset.limits.num_outcomes else 1
    sums: dict[int, float] = {}
    for _ in range(worlds):
        world = ruleset.resampled(states, seat, random)
        for action, value in ruleset.try_actions(world, random, tries):
            sums[action] = sums.get(action, 0.0) + value / worlds
    return list(sums.items())


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

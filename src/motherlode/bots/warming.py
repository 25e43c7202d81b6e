"""Strong bots on a new machine: what they need is still being compiled, and nobody waits for that.

A bot that is warming up searches by the game's WebAssembly module, with its net where it has one. Where there is no
module it looks one action ahead instead, because search is too slow in plain rules. When its machine code is there it
is itself, between two of its actions. Bots that never search (`is_quick`) play what they always play. Without Numba
there is no machine code to wait for, and it stays as it began.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, make_bot
from motherlode.bots.levels import MOST_MILLISECONDS, OneStepBot
from motherlode.bots.net import find_net
from motherlode.bots.search import Budget, SearchBot
from motherlode.core import preparing
from motherlode.core.contract import GameSpec, Level, Records
from motherlode.core.ruleset import Ruleset
from motherlode.core.wasm.running import has_module

ITERATIONS = 2000  # of a bot that does not say how many: one that asks the exact solution


class WarmingBot:
    """Plays for a bot that is warming up, and errs as that does: searches by the module, or looks one action ahead."""

    def __init__(self, spec: GameSpec, name: str) -> None:
        self._level = spec.search.levels.get(name) or Level()
        self._ahead = OneStepBot(self._level.noise)

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action of the one that can be played here."""
        bot = self._searching(ruleset) if has_module(ruleset.spec) else self._ahead
        return bot.choose(ruleset, states, seat, random)

    def _searching(self, ruleset: Ruleset) -> SearchBot:
        """A search by the module, with the net of the game where the level searches with one."""
        level = self._level
        net = find_net(ruleset) if level.net_iterations > 1 else None
        iterations = (level.iterations or ITERATIONS) if net is None else level.net_iterations
        return SearchBot(Budget(iterations, MOST_MILLISECONDS), level.noise, net=net, by_module=True)


class BotFromCold:
    """A strong bot of a program that plays by itself: warming up until its machine code, compiled beside, is there."""

    def __init__(self, name: str, ruleset: Ruleset) -> None:
        self._name = name
        self._bot: Bot = WarmingBot(ruleset.spec, name)
        self.is_warming = True
        self._look(ruleset)

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action of the bot, or of who plays for it."""
        self._look(ruleset)
        return self._bot.choose(ruleset, states, seat, random)

    def _look(self, ruleset: Ruleset) -> None:
        if self.is_warming and preparing.beside.has(ruleset.spec, preparing.MORE):
            self._bot, self.is_warming = make_bot(self._name, ruleset), False

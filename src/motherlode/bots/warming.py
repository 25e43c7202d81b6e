"""Strong bots on a new machine: what they need is still being compiled, and nobody waits for that.

Search and exact solution are too slow in plain rules. A bot that is warming up looks one action ahead instead, which
takes a fraction of a second; when its machine code is there it is itself, between two of its actions. Bots that never
search (`is_quick`) play plainly what they always play.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, make_bot
from motherlode.bots.levels import OneStepBot
from motherlode.core import preparing
from motherlode.core.contract import GameSpec, Records
from motherlode.core.ruleset import Ruleset


class WarmingBot(OneStepBot):
    """Plays for a bot that is warming up: looks one action ahead, and errs as the other does."""

    def __init__(self, spec: GameSpec, name: str) -> None:
        level = spec.search.levels.get(name)
        super().__init__(0.0 if level is None else level.noise)


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

"""A game under examination: in which variants it is looked at, and the random games that are played with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from motherlode.core.contract import CHANCE, GameSpec, Records
from motherlode.core.options import read_options
from motherlode.core.registry import register
from motherlode.core.ruleset import compiled
from motherlode.core.streams import below, make_streams, pick
from motherlode.table.game import Game


@dataclass
class Subject:
    """A game under examination, and how hard to look."""

    spec: GameSpec
    tests: Path | None = None  # the folder of the game's own tests
    num_games: int = 6  # random games for each variant and number of seats
    every: int = 3  # the costly checks look at one position in this many
    iterations: int = 500  # for a decision of a bot that searches, at most
    most_worlds: int = 200  # that are listed for an observer of one game
    seed: int = 1

    @cached_property
    def choices(self) -> list[tuple[msgspec.Struct, int]]:
        """Options of each variant, each with one number of seats more than the last, and all numbers once."""
        fewest, most = self.spec.seats
        counts = list(range(fewest, most + 1))
        variants = list(self.spec.variants)
        pairs = [(variants[0], seats) for seats in counts]
        pairs += [(variant, counts[number % len(counts)]) for number, variant in enumerate(variants[1:])]
        found = []
        for variant, seats in pairs:
            options = {name: value for name, value in variant.items() if name != "seats"}
            found.append((read_options(self.spec, options), variant.get("seats", seats)))
        return found

    @cached_property
    def games(self) -> list[Game]:
        """The game by each of the choices."""
        register(self.spec)
        compiled(self.spec)
        return [Game(self.spec, options, seats) for options, seats in self.choices]

    def positions(self, game: Game) -> Iterator[tuple[Records, int | None]]:
        """Every position of some random games, with the action played in it next (None at the end)."""
        random = make_streams(self.seed, 1)
        for _ in range(self.num_games):
            states = game.new()
            for _ in range(game.limits.max_length + 1):
                action = None if game.is_over(states) else random_action(game, states, random)
                yield states, action
                if action is None:
                    break
                game.apply(states, action)
            assert game.is_over(states), f"a game did not end within {game.limits.max_length} actions"

    def sampled(self, game: Game) -> Iterator[tuple[Records, int | None]]:
        """One position in `every`, and each last one, copied."""
        for number, (states, action) in enumerate(self.positions(game)):
            if number % self.every == 0 or action is None:
                yield states.copy(), action


def random_action(game: Game, states: Records, random: Any) -> int:
    """An action or outcome at random, in plain sight of the contract."""
    if game.to_act(states) == CHANCE:
        outcomes = game.chance(states)
        weights = np.array([weight for _, weight in outcomes], np.int64)
        return outcomes[int(pick(random, 0, weights, len(outcomes)))][0]
    legal = game.legal(states)
    return legal[int(below(random, 0, len(legal)))]

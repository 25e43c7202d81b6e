"""What positions are worth to a review: exact odds where the game is solved, else of small searches.

Every position has one value, whoever asks: streams begin alike for each, so a review can be made again.
"""

from dataclasses import replace
from typing import Protocol, runtime_checkable

import numpy as np

from motherlode.bots.odds import Odds, find_curve, is_confirmed, odds_of, result_of
from motherlode.bots.search import Tree
from motherlode.core.contract import OVER, Records, SearchSettings
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.reviews.report import Source

THOROUGH, QUICK = 256, 32  # iterations of a search that values one position; curves are made for both
BRIEF = 16  # in very long matches, where there is no curve
NODES = 1 << 14
SEED = 1


@runtime_checkable
class OddsSolver(Protocol):
    """A solver that also knows odds before chance has acted."""

    def odds(self, box: Records, states: Records, index: int = 0) -> list[float] | None:
        """Each seat's part of the win if all play perfectly; None where that is not known."""


def settings_of(ruleset: Ruleset, nodes: int = NODES) -> SearchSettings:
    """The game's search in a small tree."""
    return replace(ruleset.spec.search, num_nodes=nodes)


def mean_values(ruleset: Ruleset, states: Records, seat: int | None, iterations: int, stream: int = 0) -> Odds:
    """What a search expects for each seat: of what `seat` may know, or of all that there is."""
    tree = Tree(ruleset, states, seat or 0, settings_of(ruleset))
    if seat is None:
        tree.settings["is_hidden"] = 0
    tree.grow(iterations, make_streams(SEED, 1, stream))
    return np.asarray(tree.values[0] / max(1, int(tree.nodes["visits"][0])), np.float64)


class Values:
    """What positions of a ruleset are worth, by seat."""

    def __init__(self, ruleset: Ruleset, iterations: int = THOROUGH) -> None:
        self.ruleset = ruleset
        self.iterations = iterations
        self._whole = find_curve(ruleset, "whole", iterations)
        self._seen = find_curve(ruleset, "seen", iterations)
        self._solver: OddsSolver | None = None
        if ruleset.spec.solver:
            solver = find_solver(ruleset.spec)
            if isinstance(solver, OddsSolver) and self._is_solved(solver):
                self._solver = solver

    def _is_solved(self, solver: OddsSolver) -> bool:
        """Whether the solver knows how positions of these options come out once chance has acted."""
        states, random = self.ruleset.new(), make_streams(SEED)
        while self.ruleset.to_act(states) < 0:
            outcomes = self.ruleset.chance(states)
            self.ruleset.apply_unchecked(states, outcomes[self.ruleset.below(random, len(outcomes))][0])
        return solver.odds(self.ruleset.box, states) is not None

    @property
    def source(self) -> Source:
        """Where the odds come from."""
        return "search" if self._solver is None else "exact"

    @property
    def is_measured(self) -> bool:
        """Whether the odds were held against many matches; exact ones need not be."""
        return self._solver is not None or is_confirmed(self.ruleset, self._whole, self._seen)

    def whole(self, states: Records) -> Odds:
        """Each seat's odds in a position, with all that is hidden in it."""
        if self.ruleset.to_act(states) == OVER:
            return result_of(self.ruleset, self.ruleset.outcome(states)[1])
        if self._solver is not None:
            exact = self._solver.odds(self.ruleset.box, states)
            if exact is not None:
                return np.array(exact)
        return odds_of(self.ruleset, mean_values(self.ruleset, states, None, self.iterations), self._whole)

    def seen(self, states: Records, seat: int, stream: int) -> Odds:
        """Each seat's odds in a position as one of them may know it, by a search with a stream of its own."""
        if self.ruleset.to_act(states) == OVER:
            return result_of(self.ruleset, self.ruleset.outcome(states)[1])
        hidden = self.ruleset.hidden(states, seat)
        return odds_of(self.ruleset, mean_values(self.ruleset, hidden, seat, self.iterations, stream), self._seen)

    def exact(self, states: Records) -> dict[int, int] | None:
        """Where the game is solved: what each action still gains of the margin, for the seat to act."""
        if self._solver is None:
            return None
        return dict(find_solver(self.ruleset.spec).solve(self.ruleset.box, states).actions)

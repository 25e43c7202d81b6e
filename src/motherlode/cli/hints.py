"""What each action is worth: exactly where the game is solved, else by a search from what the seat may know."""

import importlib
from dataclasses import dataclass

from motherlode.core.streams import make_streams
from motherlode.table.match import Match

ITERATIONS = 20_000
MILLISECONDS = 800


@dataclass(frozen=True)
class Hint:
    """The value of every action of the seat to act, best first."""

    is_exact: bool
    values: list[tuple[int, float]]  # action, value
    best: frozenset[int]  # no action is better than these

    def write(self, value: float) -> str:
        """`+3` where values are exact, `53%` where they are chances to win."""
        if not self.is_exact:
            return f"{100 * value:.0f}%"
        return f"{value:+.0f}" if value else "0"


def find_hint(match: Match) -> Hint:
    """Ask the game's solver; without one, search."""
    ruleset, seat = match.ruleset, match.to_act
    states = ruleset.hidden(match.position, seat)
    if ruleset.spec.solver:
        values = importlib.import_module(ruleset.spec.solver).solve(ruleset.box, states).actions
        most = max(values.values())
        best = frozenset(action for action, value in values.items() if value >= most - 1e-9)
        return Hint(True, sorted(values.items(), key=lambda pair: (-pair[1], pair[0])), best)
    from motherlode.bots.search import Budget, analyse

    found = analyse(ruleset, states, seat, make_streams(0), Budget(ITERATIONS, MILLISECONDS))
    # An action that was hardly tried can look better than the best by luck: it is not said to be.
    most = found.choices[0].values[seat]
    guesses = [(choice.action, min(choice.values[seat], most)) for choice in found.choices]
    return Hint(False, sorted(guesses, key=lambda pair: -pair[1]), frozenset([found.best]))

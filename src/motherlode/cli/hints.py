"""What each action is worth: exactly where the game is solved, else by a guess one step ahead."""

import importlib
from dataclasses import dataclass

from motherlode.core.streams import make_streams
from motherlode.table.match import Match

SAMPLES = 64  # of chance, where the values are guesses


@dataclass(frozen=True)
class Hint:
    """The value of every action of the seat to act, best first."""

    is_exact: bool
    values: list[tuple[int, float]]  # action, value

    def is_best(self, value: float) -> bool:
        """Whether no action is better."""
        return value >= self.values[0][1] - 1e-9

    def write(self, value: float) -> str:
        """`+3` where values are exact, `0.53` where they are guesses."""
        if not self.is_exact:
            return f"{value:.2f}"
        return f"{value:+.0f}" if value else "0"


def find_hint(match: Match) -> Hint:
    """Ask the game's solver; without one, look one step ahead from what the seat may know."""
    ruleset, seat = match.ruleset, match.to_act
    states = ruleset.hidden(match.position, seat)
    values: dict[int, float]
    if ruleset.spec.solver:
        values = importlib.import_module(ruleset.spec.solver).solve(ruleset.box, states).actions
    else:
        random = make_streams(0)
        worlds = SAMPLES if ruleset.spec.is_hidden else 1
        values = {}
        for _ in range(worlds):
            world = ruleset.resampled(states, seat, random)
            for action, value in ruleset.try_actions(world, random, SAMPLES // worlds):
                values[action] = values.get(action, 0.0) + value / worlds
    return Hint(bool(ruleset.spec.solver), sorted(values.items(), key=lambda pair: (-pair[1], pair[0])))

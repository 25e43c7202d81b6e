"""What each action is worth: exactly where the game is solved, else by a search from what the seat may know."""

from dataclasses import dataclass

from motherlode.core.contract import Records
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

ITERATIONS = 20_000
MILLISECONDS = 800


@dataclass(frozen=True)
class Hint:
    """The value of every action of the seat to act, best first."""

    is_exact: bool
    values: list[tuple[int, float]]  # action, value: the margin still to come, or the chance to win
    best: frozenset[int]  # no action is better than these
    lead: int = 0  # where values are exact: how far the seat is ahead already
    visits: dict[int, int] | None = None  # how often a search tried each action

    def write(self, value: float) -> str:
        """`+3` where values are exact, `53%` where they are chances to win."""
        if not self.is_exact:
            return f"{100 * value:.0f}%"
        return f"{value:+.0f}" if value else "0"

    @property
    def reason(self) -> str:
        """Why the first of the best, in one sentence."""
        if len(self.values) == 1:
            return "It is the only thing you can do."
        best = self.values[0][1]
        worse = [value for action, value in self.values if action not in self.best]
        if self.is_exact:
            now = _outcome(best + self.lead)
            if not worse:
                return f"Whatever you do, with perfect play you {now}."
            least = best - max(worse)
            nuggets = f"{least:.0f} nugget{'' if least == 1 else 's'}"
            if len(self.best) == 1:
                return f"With perfect play you {now}; anything else gives away at least {nuggets}."
            same = f"{len(self.best)} actions keep that"
            return f"With perfect play you {now}; {same}, the others give away {nuggets} or more."
        points = 100 * (best - max(worse))
        more = f"{points:.0f} points more than" if points >= 1 else "about as good as"
        return f"In {100 * best:.0f} of 100 games tried from here you win with it: {more} the next best."


def _outcome(margin: float) -> str:
    if margin == 0:
        return "draw"
    return f"{'win' if margin > 0 else 'lose'} by {abs(margin):.0f}"


def find_hint(ruleset: Ruleset, states: Records, seat: int) -> Hint:
    """Ask the game's solver about a position that is hidden for the seat to act; without a solver, search."""
    if ruleset.spec.solver:
        solver = find_solver(ruleset.spec)
        values: dict[int, float] = {**solver.solve(ruleset.box, states).actions}
        most = max(values.values())
        best = [action for action, value in values.items() if value == most]
        first = solver.best_actions(ruleset.box, states)[0]
        ranked = sorted(values.items(), key=lambda pair: (-pair[1], pair[0] != first, pair[0]))
        return Hint(True, ranked, frozenset(best), solver.lead(states, seat))
    from motherlode.bots.search import Budget, analyse

    found = analyse(ruleset, states, seat, make_streams(0), Budget(ITERATIONS, MILLISECONDS))
    # An action that was hardly tried can look better than the best by luck: it is not said to be.
    most = found.choices[0].values[seat]
    guesses = [(choice.action, min(choice.values[seat], most)) for choice in found.choices]
    visits = {choice.action: choice.visits for choice in found.choices}
    return Hint(False, sorted(guesses, key=lambda pair: -pair[1]), frozenset([found.best]), visits=visits)

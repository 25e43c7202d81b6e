"""What each action is worth: exactly where the game is solved, else by a search from what the seat may know.

What the search thinks is turned into odds, as measured in many matches: `motherlode.bots.odds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from motherlode.bots.causes import find_causes
from motherlode.bots.odds import find_curve, is_confirmed, odds_of
from motherlode.core import compiling
from motherlode.core.contract import Language, Records
from motherlode.core.registry import find_solver
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

ITERATIONS = 20_000
MILLISECONDS = 800
LEAST_BETTER = 0.01  # by so much the best is better, where a cause is told


@dataclass(frozen=True)
class Hint:
    """The value of every action of the seat to act, best first."""

    is_exact: bool
    values: list[tuple[int, float]]  # action, value: the margin still to come, or the chance to win
    best: frozenset[int]  # no action is better than these
    lead: int = 0  # where values are exact: how far the seat is ahead already
    visits: dict[int, int] | None = None  # how often a search tried each action
    is_measured: bool = False  # whether chances to win were held against many matches
    causes: Mapping[Language, str] = field(default_factory=dict)  # what the best gains on the next best, where it does

    def write(self, value: float) -> str:
        """`+3` where values are exact, `53%` where they are chances to win."""
        if not self.is_exact:
            return f"{100 * value:.0f}%"
        return f"{value:+.0f}" if value else "0"

    def reason(self, language: Language = "en") -> str:
        """Why the first of the best: how much better it is, and what it gains."""
        return " ".join(filter(None, (self._reason(language), self.causes.get(language))))

    def _reason(self, language: Language) -> str:
        words = WORDS[language]
        if len(self.values) == 1:
            return words["only"]
        best = self.values[0][1]
        worse = [value for action, value in self.values if action not in self.best]
        if self.is_exact:
            now = _outcome(best + self.lead, words)
            if not worse:
                return words["any"].format(now=now)
            least = best - max(worse)
            nuggets = words["nugget" if least == 1 else "nuggets"].format(n=f"{least:.0f}")
            return words["best" if len(self.best) == 1 else "same"].format(now=now, n=len(self.best), nuggets=nuggets)
        wins, fewer = f"{100 * best:.0f}", f"{100 * max(worse):.0f}"
        other = words["equal"] if wins == fewer else fewer
        return words["odds" if self.is_measured else "guess"].format(n=wins, other=other)


WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "only": "It is the only thing you can do.",
        "any": "Whatever you do, with perfect play you {now}.",
        "best": "With perfect play you {now}; anything else gives away at least {nuggets}.",
        "same": "With perfect play you {now}; {n} actions keep that, the others give away {nuggets} or more.",
        "odds": "Seats as good as this won {n} of 100 matches of bots, with the next best {other}.",
        "guess": "A search expects {n} wins of 100, with the next best {other}.",
        "equal": "as many",
        "nugget": "{n} nugget",
        "nuggets": "{n} nuggets",
        "draw": "draw",
        "win": "win by {n}",
        "lose": "lose by {n}",
    },
    "de": {
        "only": "Etwas anderes kannst du nicht tun.",
        "any": "Was du auch tust: Wenn alle fehlerlos spielen, {now}.",
        "best": "Wenn alle fehlerlos spielen, {now}; alles andere kostet dich mindestens {nuggets}.",
        "same": "Wenn alle fehlerlos spielen, {now}; {n} Aktionen halten das, andere kosten mindestens {nuggets}.",
        "odds": "Wer so stand, gewann unter Bots {n} von 100 Partien, mit dem Zweitbesten {other}.",
        "guess": "Eine Suche erwartet {n} Siege von 100, mit dem Zweitbesten {other}.",
        "equal": "ebenso viele",
        "nugget": "{n} Nugget",
        "nuggets": "{n} Nuggets",
        "draw": "endet es unentschieden",
        "win": "gewinnst du mit {n} Vorsprung",
        "lose": "verlierst du mit {n} Rückstand",
    },
}


def _outcome(margin: float, words: dict[str, str]) -> str:
    if margin == 0:
        return words["draw"]
    return words["win" if margin > 0 else "lose"].format(n=f"{abs(margin):.0f}")


def find_hint(ruleset: Ruleset, states: Records, seat: int) -> Hint:
    """Ask the game's solver about a position that is hidden for the seat to act; without a solver, search.

    A solver is machine code: without Numba there is none.
    """
    if ruleset.spec.solver and not compiling.NO_NUMBA:
        solver = find_solver(ruleset.spec)
        values: dict[int, float] = {**solver.solve(ruleset.box, states).actions}
        most = max(values.values())
        best = [action for action, value in values.items() if value == most]
        first = solver.best_actions(ruleset.box, states)[0]
        ranked = sorted(values.items(), key=lambda pair: (-pair[1], pair[0] != first, pair[0]))
        worse = [(action,) for action, value in ranked if value < most]
        told = find_causes(ruleset, states, seat, ((ranked[0][0],), worse[0]), 0) if worse else {}
        return Hint(True, ranked, frozenset(best), solver.lead(states, seat), causes=told)
    from motherlode.bots.search import Budget, analyse

    found = analyse(ruleset, states, seat, make_streams(0), Budget(ITERATIONS, MILLISECONDS))
    # An action that was hardly tried can look better than the best by luck: it is not said to be.
    curve = find_curve(ruleset, "hint", ITERATIONS)
    odds = [float(odds_of(ruleset, choice.values, curve)[seat]) for choice in found.choices]
    guesses = [(choice.action, min(each, odds[0])) for choice, each in zip(found.choices, odds, strict=True)]
    visits = {choice.action: choice.visits for choice in found.choices}
    ranked = sorted(guesses, key=lambda pair: -pair[1])
    causes: Mapping[Language, str] = {}
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] >= LEAST_BETTER:
        other = ranked[1][0]
        next_line = found.next_line if other == found.choices[1].action else (other,)
        world = ruleset.resampled(states, seat, make_streams(0))
        causes = find_causes(ruleset, world, seat, (found.line, next_line))
    is_measured = is_confirmed(ruleset, curve) and found.iterations >= ITERATIONS  # a slow machine may not get so far
    return Hint(False, ranked, frozenset([found.best]), visits=visits, is_measured=is_measured, causes=causes)

"""Why one line is better than another, in words: what differs after them, as the game's causes.py counts it.

Nothing is guessed. Both lines are played in the same position, as far as their seat acts; where chance acts next, facts
are means over all that it may do. Of what the better line has more of (or less, where that is better) the first two
facts are told, in the order of the game; where there is none, nothing is said.
"""

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, NamedTuple

from motherlode.core.causes import Fact
from motherlode.core.contract import ALLOWED, CHANCE, OVER, GameSpec, Language, Records
from motherlode.core.ruleset import Ruleset

MOST_TOLD = 2
MOST_OUTCOMES = 128  # of chance, over which means are taken; where there are more, facts stand as they are before it
LEAST = 0.1  # smaller differences are not worth a word

Counted = dict[str, float]
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "fact": "{what}: {this} instead of {that}",
        "mean": "on average {fact}",
        "most": "{n} or more",
        "wins": "It wins at once.",
    },
    "de": {
        "fact": "{what}: {this} statt {that}",
        "mean": "im Mittel {fact}",
        "most": "{n} oder mehr",
        "wins": "Das gewinnt sofort.",
    },
}


class After(NamedTuple):
    """What is counted after a line."""

    counted: Counted
    has_won: bool  # whatever chance does
    goes_on: bool  # whether the seat is to act again: such a line is not over, and compares with no other
    varying: frozenset[str]  # facts that depend on what chance does: they are means


def find_cause(
    ruleset: Ruleset, states: Records, seat: int, lines: tuple[Sequence[int], Sequence[int]], language: Language = "en"
) -> str:
    """Why the first line of a seat is better than the second: what is counted after each; empty where nothing is.

    The position has no blanks, and the lines are such as the seat may choose by what it knows.
    """
    causes = _causes_of(ruleset.spec)
    if causes is None:
        return ""
    words = WORDS[language]
    this, that = (_after(ruleset, causes, states, seat, line) for line in lines)
    if this.has_won and not that.has_won:
        return words["wins"]
    told: list[Fact] = []
    if this.goes_on == that.goes_on:
        told = [fact for fact in causes.FACTS if _gain(fact, this.counted, that.counted) >= LEAST][:MOST_TOLD]
    if not told:
        return ""
    text = "; ".join(_told(fact, this.counted[fact.name], that.counted[fact.name], language) for fact in told)
    if any(fact.name in this.varying | that.varying for fact in told):
        text = words["mean"].format(fact=text)
    return f"{text[0].upper()}{text[1:]}."


def _gain(fact: Fact, this: Counted, that: Counted) -> float:
    """By how much one is better than the other; 0 where it cannot be counted in both."""
    if fact.name not in this or fact.name not in that:
        return 0.0
    most = fact.most or float("inf")
    gain = min(this[fact.name], most) - min(that[fact.name], most)
    return gain if fact.is_good else -gain


def _causes_of(spec: GameSpec) -> Any:
    """The causes.py of a game; None where it has none."""
    name = f"{spec.home.partition(':')[0]}.causes"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def _after(ruleset: Ruleset, causes: Any, states: Records, seat: int, line: Sequence[int]) -> After:
    """Play a line as far as its seat acts, and count; where chance acts next, over all that it may do."""
    after = ruleset.copied(states)
    for action in line:
        if ruleset.to_act(after) != seat or ruleset.refuse(after, action) != ALLOWED:
            break
        ruleset.apply_unchecked(after, action)
    actor = ruleset.to_act(after)
    outcomes = ruleset.chance(after) if actor == CHANCE else []
    if not 1 < len(outcomes) <= MOST_OUTCOMES:
        has_won = actor == OVER and seat in ruleset.outcome(after)[1]
        return After(causes.count(ruleset, after, seat), has_won, actor == seat, frozenset())
    has_won, worlds = True, []
    for outcome, weight in outcomes:
        world = ruleset.copied(after)
        ruleset.apply_unchecked(world, outcome)
        has_won &= ruleset.to_act(world) == OVER and seat in ruleset.outcome(world)[1]
        worlds.append((causes.count(ruleset, world, seat), weight))
    total = sum(weight for _, weight in outcomes)
    # What cannot be counted in every world has no mean.
    names = [name for name in worlds[0][0] if all(name in counted for counted, _ in worlds)]
    means = {name: sum(counted[name] * weight for counted, weight in worlds) / total for name in names}
    varying = frozenset(name for name in names if len({counted[name] for counted, _ in worlds}) > 1)
    return After(means, has_won, False, varying)


def _told(fact: Fact, this: float, that: float, language: Language) -> str:
    numbers = [_number(fact, each, language) for each in (this, that)]
    return WORDS[language]["fact"].format(what=fact.words[language], this=numbers[0], that=numbers[1])


def _number(fact: Fact, number: float, language: Language) -> str:
    if fact.most is not None and number >= fact.most:
        return WORDS[language]["most"].format(n=fact.most)
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace(".", ",") if language == "de" else text

"""Why one line is better than another, in words: what differs after them, as the game's causes.py counts it.

Both lines are played in the same position, as far as their seat acts; where chance acts next, facts are means over all
that it may do. Of what the better line has more of (or less, where that is better) the first two facts are told, in the
order of the game. Where nothing differs at once, play goes on after both lines, by searches, in worlds that the seat
holds possible and with the same luck, until the seat is to act again: what differs then beyond doubt is told, as a
mean. Where the game is solved, it is told how much of the margin the better line keeps. Else nothing is said.
"""

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from motherlode.bots.drawing import draw
from motherlode.core.causes import Fact
from motherlode.core.contract import ALLOWED, CHANCE, LANGUAGES, OVER, GameSpec, Language, Records
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

MOST_TOLD = 2
MOST_OUTCOMES = 128  # of chance, over which means are taken; where there are more, facts stand as they are before it
LEAST = 0.1  # smaller differences are not worth a word
WORLDS = 10  # in which play goes on
MOST_FOLLOWED = 40  # actions in each of them
LOOK = 48  # iterations for each of these actions
NODES = 1 << 9  # of the trees
SURE = 2.0  # standard errors by which a mean must differ
SEED = 5

Counted = dict[str, float]
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "fact": "{what}: {this} instead of {that}",
        "mean": "on average {fact}",
        "most": "{n} or more",
        "wins": "It wins at once.",
        "later": "by your next turn, {fact}",
        "margin": "With perfect play it keeps {n} more of the margin.",
    },
    "de": {
        "fact": "{what}: {this} statt {that}",
        "mean": "im Mittel {fact}",
        "most": "{n} oder mehr",
        "wins": "Das gewinnt sofort.",
        "later": "bis zu deinem nächsten Zug, {fact}",
        "margin": "Wenn alle fehlerlos spielen, erhält es vom Vorsprung {n} mehr.",
    },
}


class After(NamedTuple):
    """What is counted after a line."""

    counted: Counted
    has_won: bool  # whatever chance does
    goes_on: bool  # whether the seat is to act again: such a line is not over, and compares with no other
    varying: frozenset[str]  # facts that depend on what chance does: they are means


def find_causes(
    ruleset: Ruleset, states: Records, seat: int, lines: tuple[Sequence[int], Sequence[int]], margin: int | None = None
) -> Mapping[Language, str]:
    """Why the first line of a seat is better than the second, in every language; empty where nothing can be said.

    The position has no blanks, and the lines are such as the seat may choose by what it knows. `margin` is how much
    more of it the first line keeps, where that is known.
    """
    causes = _causes_of(ruleset.spec)
    if causes is None:
        return {}
    this, that = (_after(ruleset, causes, states, seat, line) for line in lines)
    if this.has_won and not that.has_won:
        return {language: WORDS[language]["wins"] for language in LANGUAGES}
    facts: list[Fact] = []
    if this.goes_on == that.goes_on:
        facts = [fact for fact in causes.FACTS if _gain(fact, this.counted, that.counted) >= LEAST][:MOST_TOLD]
    kinds = ["mean"] if any(fact.name in this.varying | that.varying for fact in facts) else []
    if not facts and margin is None:
        facts, this, that = _later(ruleset, causes, states, seat, lines)
        kinds = ["mean", "later"]
    told: dict[Language, str] = {}
    for language in LANGUAGES:
        words = WORDS[language]
        text = "; ".join(_told(fact, this.counted[fact.name], that.counted[fact.name], language) for fact in facts)
        for kind in kinds:
            text = words[kind].format(fact=text)
        sentences = [f"{text[0].upper()}{text[1:]}."] if facts else []
        if margin:
            sentences.append(words["margin"].format(n=margin))
        if sentences:
            told[language] = " ".join(sentences)
    return told


def _later(
    ruleset: Ruleset, causes: Any, states: Records, seat: int, lines: tuple[Sequence[int], Sequence[int]]
) -> tuple[list[Fact], After, After]:
    """What differs beyond doubt when the seat is to act again, and the means of it after each line."""
    tries: list[tuple[Counted, Counted]] = []
    for number in range(WORLDS):
        world = ruleset.resampled(states, seat, make_streams(SEED, 1, number)) if ruleset.spec.is_hidden else states
        one, other = (_follow(ruleset, world, seat, line, number) for line in lines)
        tries.append((causes.count(ruleset, one, seat), causes.count(ruleset, other, seat)))
    facts = []
    for fact in causes.FACTS:
        if all(fact.name in counted for pair in tries for counted in pair):
            gains = np.array([_gain(fact, *pair) for pair in tries])
            if gains.mean() >= max(LEAST, SURE * gains.std(ddof=1) / sqrt(WORLDS)):
                facts.append(fact)
    after = [
        After({fact.name: sum(_counted(fact, pair[side]) for pair in tries) / WORLDS for fact in facts}, False, True,
              frozenset())
        for side in (0, 1)
    ]  # fmt: skip
    return facts[:MOST_TOLD], after[0], after[1]


def _counted(fact: Fact, counted: Counted) -> float:
    return counted[fact.name] if fact.most is None else min(counted[fact.name], fact.most)


def _follow(ruleset: Ruleset, world: Records, seat: int, line: Sequence[int], number: int) -> Records:
    """Where play leads after a line until its seat is to act again; whatever line it is, chance has the same luck."""
    from motherlode.bots.search import Budget, SearchBot  # what only compares facts at once needs no search

    states = ruleset.copied(world)
    bot = SearchBot(Budget(LOOK), settings=replace(ruleset.spec.search, num_nodes=NODES))
    luck, thoughts = make_streams(SEED, 1, WORLDS + number), make_streams(SEED, 1, 2 * WORLDS + number)
    left, has_passed = list(line), False
    for _ in range(MOST_FOLLOWED):
        actor = ruleset.to_act(states)
        if actor == OVER or (actor == seat and has_passed):
            break
        if actor == CHANCE:
            outcomes = ruleset.chance(states)
            action = outcomes[draw([float(weight) for _, weight in outcomes], luck)][0]
            has_passed |= ruleset.seats == 1
        elif actor == seat and left and ruleset.refuse(states, left[0]) == ALLOWED:
            action = left.pop(0)
        else:
            left.clear()
            has_passed |= actor != seat
            action = bot.choose(ruleset, ruleset.hidden(states, actor), actor, thoughts)
        ruleset.apply_unchecked(states, action)
    return states


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

"""Whether a position is a puzzle: one action clearly best, by the judging of reviews, and weak levels miss it."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from motherlode.bots import LEVELS, Bot, ExactBot, make_bot
from motherlode.bots.search import Budget, SearchBot, Tree
from motherlode.core.contract import CHANCE, Records
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.reviews.judging import SURE, TREE_NODES, Trials
from motherlode.reviews.report import THRESHOLDS
from motherlode.reviews.valuing import Values, mean_values, settings_of
from motherlode.table.match import Match

LEAST_ACTIONS = 3  # of two, somebody who guesses is right every other time
FIRST_LOOK = 400  # iterations: what they do not find has no short reason
FIRST_GAP = 0.05  # odds between the two most tried actions that make it worth to look closer
FEW_WORLDS = 4  # in which the two actions that tempt most are compared before dearer searches
CLOSER_LOOK = 12_000  # iterations of each search that must agree with the first look
LOOKS = 2
WORLDS = 16
CLEAR = THRESHOLDS["mistake"]  # what any wrong action loses, at the lower end of its loss
NEAR = 0.04  # an action that loses no more, less a standard error, is accepted, as where a match is tried again
MOST_ACCEPTED = 1  # actions besides the best
TRIES = {"pebble": 8, "prospector": 8, "foreman": 8, "mastermind": 1}
WEAK = ("pebble", "prospector")
STRONGEST = "mastermind"  # must agree
MOST_WEAK = 0.5  # share of the tries of weak levels that may find the answer
LINE_LOOK = 800  # iterations for each action of a line
CHANCE_LOOK = 64  # for each outcome that chance might have in a line
MOST_ENTRIES = 8  # of a line
MOST_EXACT_ENTRIES = 6  # of a line where there is no chance and everybody plays perfectly


class Finding(NamedTuple):
    """What makes a position a puzzle."""

    answer: int
    accepted: tuple[int, ...]
    odds: float
    gap: float
    error: float
    tempting: tuple[int, ...]  # wrong actions, those that look best first
    losses: dict[int, float]  # of wrong actions
    solved: dict[str, int]  # how often levels solve it that were asked on the way


def examine(values: Values, states: Records, seat: int, is_new: Callable[[int], bool]) -> Finding | None:
    """Look at a position from what its seat may know; None unless it is a puzzle.

    What is cheap comes first. `is_new` tells whether a puzzle with this answer would be new.
    """
    ruleset = values.ruleset
    if len(ruleset.legal(states)) < LEAST_ACTIONS:
        return None
    exact = values.exact(states)
    if exact is not None:
        finding = _examine_exactly(values, states, seat, list(exact))
        return finding if finding is not None and is_new(finding.answer) else None
    seen = ruleset.hidden(states, seat)
    tree = _look(ruleset, seen, seat, FIRST_LOOK, 0)
    ranked = _ranked(tree)
    best = ranked[0]
    if len(ranked) > 1 and _mean(tree, ranked[0], seat) - _mean(tree, ranked[1], seat) < FIRST_GAP:
        return None
    answer = int(tree.nodes["action"][best])
    if not _is_missed(ruleset, seen, seat, (answer,)) or not is_new(answer):
        return None
    if _is_blurred(values, seen, seat, [int(tree.nodes["action"][child]) for child in ranked[:3]]):
        return None
    for number in range(LOOKS):
        tree = _look(ruleset, seen, seat, CLOSER_LOOK, number + 1)
        ranked = _ranked(tree)
        if int(tree.nodes["action"][ranked[0]]) != answer:
            return None
    order = [int(tree.nodes["action"][child]) for child in ranked]
    order += [action for action in ruleset.legal(states) if action not in order]
    return _compare(values, seen, seat, order)


def _is_blurred(values: Values, seen: Records, seat: int, order: Sequence[int]) -> bool:
    """Whether a few worlds show that what tempts most is neither clearly worse nor as good."""
    trials = Trials(values, seen, seat, FEW_WORLDS)
    own = trials.value(order[:1])[:, seat]
    num_near = 0
    for action in order[1:]:
        gaps = own - trials.value([action])[:, seat]
        loss, doubt = float(gaps.mean()), float(gaps.std(ddof=1) / sqrt(len(gaps)))
        if loss + doubt < CLEAR:
            num_near += 1
            if num_near > MOST_ACCEPTED or loss - doubt > NEAR:
                return True
    return False


def _compare(values: Values, seen: Records, seat: int, order: Sequence[int]) -> Finding | None:
    """Value every action in the same worlds; the first must be clearly best."""
    trials = Trials(values, seen, seat, WORLDS)
    own = trials.value(order[:1])[:, seat]
    accepted: list[int] = []
    losses: dict[int, float] = {}
    gap, error = 1.0, 0.0
    for action in order[1:]:
        gaps = own - trials.value([action])[:, seat]
        loss, doubt = float(gaps.mean()), float(gaps.std(ddof=1) / sqrt(len(gaps)))
        if loss - doubt <= NEAR:
            accepted.append(action)
            if len(accepted) > MOST_ACCEPTED:
                return None
        elif loss - SURE * doubt < CLEAR:
            return None
        else:
            losses[action] = loss
            if loss < gap:
                gap, error = loss, doubt
    right = (order[0], *accepted)
    if not losses or not _is_missed(values.ruleset, seen, seat, right):
        return None
    solved = count_solved(values.ruleset, seen, seat, right, STRONGEST)  # it searches otherwise, or asks a net
    if not solved:
        return None
    return Finding(order[0], tuple(accepted), float(own.mean()), gap, error, tuple(losses), losses, {STRONGEST: solved})


def _examine_exactly(values: Values, states: Records, seat: int, actions: Sequence[int]) -> Finding | None:
    """The same where the game is solved: one action wins or draws, every other does not."""
    ruleset = values.ruleset
    odds: dict[int, float] = {}
    for action in actions:
        after = ruleset.copied(states)
        ruleset.apply_unchecked(after, action)
        odds[action] = float(values.whole(after)[seat])
    order = sorted(odds, key=lambda action: -odds[action])
    best = odds[order[0]]
    right = [action for action in order if odds[action] == best]
    if len(right) > 1 or not _is_missed(ruleset, states, seat, right):
        return None
    tree = _look(ruleset, states, seat, FIRST_LOOK, 0)
    if int(tree.nodes["action"][_ranked(tree)[0]]) != right[0]:
        return None
    gap = best - odds[order[1]]
    losses = {each: best - odds[each] for each in order[1:]}
    return Finding(right[0], (), best, gap, 0.0, tuple(order[1:]), losses, {})


def _look(ruleset: Ruleset, seen: Records, seat: int, iterations: int, stream: int) -> Tree:
    tree = Tree(ruleset, seen, seat, settings_of(ruleset, TREE_NODES if iterations > FIRST_LOOK else 1 << 11))
    tree.grow(iterations, make_streams(stream, 1, 7))
    return tree


def _ranked(tree: Tree) -> list[int]:
    """The children of the root, the most tried first."""
    return sorted(tree.children(), key=lambda child: -int(tree.nodes["visits"][child]))


def _mean(tree: Tree, child: int, seat: int) -> float:
    return float(tree.values[child, seat]) / max(1, int(tree.nodes["visits"][child]))


def _is_missed(ruleset: Ruleset, seen: Records, seat: int, right: Sequence[int]) -> bool:
    """Whether weak levels mostly play something else."""
    solved = tried = 0
    for level in WEAK:
        solved += count_solved(ruleset, seen, seat, right, level)
        tried += TRIES[level]
    return solved <= MOST_WEAK * tried


def count_solved(ruleset: Ruleset, seen: Records, seat: int, right: Sequence[int], level: str) -> int:
    """How many of its tries a level solves."""
    return sum(
        make_bot(level, ruleset, is_timed=False).choose(ruleset, seen, seat, make_streams(number, 1, 11)) in right
        for number in range(TRIES[level])
    )


def solved_by(ruleset: Ruleset, seen: Records, seat: int, finding: Finding) -> dict[str, list[int]]:
    """How often each level solves a puzzle, of how many tries."""
    right, known = (finding.answer, *finding.accepted), finding.solved
    return {
        level: [known[level] if level in known else count_solved(ruleset, seen, seat, right, level), TRIES[level]]
        for level in LEVELS
    }


def follow(values: Values, match: Match, seat: int) -> None:
    """Play on after a try: everybody well, chance as near to its mean as it comes, until the solver is to act again.

    What it shows beats a wrong try, or carries a right one on; with average luck.
    """
    ruleset, has_passed, since = values.ruleset, False, match.step
    is_exact = values.source == "exact"
    most = MOST_EXACT_ENTRIES if is_exact else MOST_ENTRIES
    while not match.is_over and match.step - since < most:
        actor = match.to_act
        if actor == CHANCE:
            match.append(CHANCE, average_outcome(ruleset, match.position, seat))
            has_passed = True
            continue
        if actor == seat and has_passed and not is_exact:
            return
        has_passed |= actor != seat
        bot: Bot = ExactBot() if is_exact else SearchBot(Budget(LINE_LOOK))
        seen = ruleset.hidden(match.position, actor)
        match.append(actor, bot.choose(ruleset, seen, actor, make_streams(match.step, 1, 13)))


def average_outcome(ruleset: Ruleset, states: Records, seat: int) -> int:
    """What chance might do that is nearest to its mean for a seat."""
    outcomes = ruleset.chance(states)
    if len(outcomes) == 1:
        return outcomes[0][0]
    found = []
    for outcome, _ in outcomes:
        after = ruleset.copied(states)
        ruleset.apply_unchecked(after, outcome)
        found.append(float(mean_values(ruleset, after, None, CHANCE_LOOK)[seat]))
    mean = float(np.average(found, weights=[weight for _, weight in outcomes]))
    nearest = min(range(len(outcomes)), key=lambda index: abs(found[index] - mean))
    return outcomes[nearest][0]

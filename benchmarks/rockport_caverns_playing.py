"""A careful player of the Rockport Caverns who looks ahead, compiled: for `benchmarks.rockport_caverns_tuning`.

It tries every legal action, plays on many times as `heuristics.advise` says, and keeps the action after which it gets
out most often. Machine code lies with that of the game, so that an edit of a rule compiles it anew.
"""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from motherlode.core.compiling import specialised
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.streams import pick, seed_stream
from motherlode.games.rockport_caverns import GAME as SPEC
from motherlode.games.rockport_caverns.actions import STOP
from motherlode.games.rockport_caverns.heuristics import advise
from motherlode.games.rockport_caverns.kernels import apply, chance, legal, setup
from motherlode.games.rockport_caverns.state import WON

GAME, ROOT, TRIAL = range(3)  # rows of the states: the game, the position to decide, a rollout from it
NUM_STATES = 3
OWN, DICE = range(2)  # rows of the streams: the game's own dice, and those of the rollouts
NUM_STREAMS = 2
MARGIN = 0.02  # what another action must win by to be preferred to the advised one

compiled = partial(specialised, folder=Path(SPEC.folder))


class Scratch(NamedTuple):
    """What a player works in; Numba takes it as one argument."""

    states: Any  # of GAME, ROOT and TRIAL
    random: Any  # streams OWN and DICE
    actions: Any
    outcomes: Any
    weights: Any
    values: Any  # by action: rollouts that got out


class Plan(NamedTuple):
    """How much is played."""

    seed: int
    num_games: int
    rollouts: int  # for each action; 0: the policy alone plays
    limit: int  # most actions of a rollout


@compiled
def roll_dice(boxes, scratch, row, stream):
    """Let chance act until a seat is to act or the game is over."""
    while scratch.states[row].to_act == CHANCE:
        count = chance(boxes, scratch.states, row, scratch.outcomes, scratch.weights)
        outcome = int(scratch.outcomes[pick(scratch.random, stream, scratch.weights, count)])
        apply(boxes, scratch.states, row, outcome)


@compiled
def roll_out(boxes, scratch, limit):
    """Play the trial on by the policy to its end; 1 if it got out, else 0."""
    states = scratch.states
    for _ in range(limit):
        if states[TRIAL].to_act == OVER:
            break
        if states[TRIAL].to_act == CHANCE:
            roll_dice(boxes, scratch, TRIAL, DICE)
        else:
            apply(boxes, states, TRIAL, advise(boxes, states, TRIAL))
    return 1 if states[TRIAL].ending == WON else 0


@compiled
def choose(boxes, scratch, plan, seed):
    """The action of the root after which the policy gets out most often, with the same dice for all actions.

    Half of the rollouts go to every action, the rest to those that are not clearly worse than the best.
    """
    states, actions, values = scratch.states, scratch.actions, scratch.values
    count = legal(boxes, states, ROOT, actions)
    if count == 1:
        return int(actions[0])
    for index in range(count):
        values[index] = 0.0
    first = plan.rollouts // 2
    best_so_far = 0.0
    for part in range(2):
        start = 0 if part == 0 else first
        stop = first if part == 0 else plan.rollouts
        cut = best_so_far - 2.0 * (0.25 / max(1, first)) ** 0.5
        for index in range(count):
            if part == 1 and values[index] / first < cut:
                continue
            for sample in range(start, stop):
                seed_stream(scratch.random, DICE, seed, sample)
                states[TRIAL] = states[ROOT]
                apply(boxes, states, TRIAL, int(actions[index]))
                values[index] += roll_out(boxes, scratch, plan.limit)
            if part == 0:
                best_so_far = max(best_so_far, values[index] / first)
    advised = advise(boxes, states, ROOT)
    best = advised
    most = -1.0
    for index in range(count):
        if int(actions[index]) == advised:
            most = values[index] + MARGIN * plan.rollouts
    for index in range(count):
        if values[index] > most and int(actions[index]) != STOP:
            most = values[index]
            best = int(actions[index])
    return best


@compiled
def play_games(boxes, scratch, plan, endings, rounds):
    """Play whole games; counts how they ended, and adds up the rounds by ending."""
    states = scratch.states
    for game in range(plan.num_games):
        seed_stream(scratch.random, OWN, plan.seed, game)
        setup(boxes, states, GAME)
        num_decisions = 0
        while states[GAME].to_act != OVER:
            roll_dice(boxes, scratch, GAME, OWN)
            if states[GAME].to_act == OVER:
                break
            if plan.rollouts > 0:
                states[ROOT] = states[GAME]
                seed = plan.seed + 1_000_003 * (game + 1) + 7919 * num_decisions
                action = choose(boxes, scratch, plan, seed)
            else:
                action = advise(boxes, states, GAME)
            apply(boxes, states, GAME, action)
            num_decisions += 1
        endings[int(states[GAME].ending)] += 1
        rounds[int(states[GAME].ending)] += int(states[GAME].rounds)

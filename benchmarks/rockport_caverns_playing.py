"""A careful player of the Rockport Caverns who looks ahead, compiled: a bot for the lab and the arena.

    motherlode lab report rockport_caverns --bots benchmarks.rockport_caverns_playing:Careful

It tries every legal action, plays on many times as `heuristics.advise` says, and keeps the action after which it gets
out most often. Machine code lies with that of the game, so that an edit of a rule compiles it anew.
"""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import motherlode
from motherlode.core.compiling import specialised
from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams, pick, seed_stream
from motherlode.games.rockport_caverns import GAME as SPEC
from motherlode.games.rockport_caverns.actions import STOP
from motherlode.games.rockport_caverns.heuristics import advise
from motherlode.games.rockport_caverns.kernels import apply, chance, legal
from motherlode.games.rockport_caverns.state import WON

ROOT, TRIAL = range(2)  # rows of the states: the position to decide, a rollout from it
NUM_STATES = 2
DICE = 0  # row of the streams: the dice of the rollouts
NUM_STREAMS = 1
ROLLOUTS = 150  # for each action
MOST_SEED = 2**30
MARGIN = 0.02  # what another action must win by to be preferred to the advised one

compiled = partial(specialised, folder=Path(SPEC.folder))


class Scratch(NamedTuple):
    """What a player works in; Numba takes it as one argument."""

    states: Any  # of ROOT and TRIAL
    random: Any  # the stream DICE
    actions: Any
    outcomes: Any
    weights: Any
    values: Any  # by action: rollouts that got out


class Plan(NamedTuple):
    """How much is played."""

    rollouts: int  # for each action
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


class Careful:
    """The careful player as a bot: `motherlode lab report rockport_caverns --bots THIS_MODULE:Careful`."""

    def __init__(self) -> None:
        self.scratch: Scratch | None = None

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: Any) -> int:  # noqa: ARG002
        """What the policy gets out with most often, of ROLLOUTS rollouts for each action."""
        limits = ruleset.limits
        if self.scratch is None:
            self.scratch = Scratch(
                states=np.zeros(NUM_STATES, ruleset.spec.state),
                random=make_streams(0, NUM_STREAMS),
                actions=np.zeros(limits.max_legal, np.int32),
                outcomes=np.zeros(limits.max_chance, np.int32),
                weights=np.zeros(limits.max_chance, np.int64),
                values=np.zeros(limits.max_legal, np.float64),
            )
        self.scratch.states[ROOT] = states[0]
        seed = ruleset.below(random, MOST_SEED)
        return int(choose(ruleset.box, self.scratch, Plan(ROLLOUTS, limits.max_length), seed))


def main() -> None:
    """How often it gets out of the cavern as the rulebook has it, in so many games."""
    game, bot, num_games = motherlode.game("rockport_caverns"), Careful(), 20
    random = make_streams(1)
    won = 0
    for seed in range(num_games):
        match = game.start(seed=seed)
        while not match.is_over:
            match.play(bot.choose(game, match.position, 0, random))
        won += len(match.winners)
    print(f"{won} of {num_games}")


if __name__ == "__main__":
    main()

"""Compiled code over any game.

Each function takes the rules of a game as one named tuple, `rules`, and the buffers that it works in as another,
`scratch`. On the CPU the rules are addresses with explicit signatures (`motherlode.core.numba_adapter`), so that one
piece of machine code serves every edit of a game and is found on disk; on a GPU the same source is specialised for each
game; in plain mode they are functions. `motherlode.core.machine_code` binds them to a game.
"""

from typing import Any, NamedTuple

from motherlode.core.compiling import part, rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER, How
from motherlode.core.outcomes import GIVEN_UP, GIVEN_UP_PROGRESS, gain_of, reward_of
from motherlode.core.streams import below, pick

DONE = -1  # in `actions`: leave this position as it is
RESTART = -2  # in `actions` of environments: begin a new game
FORFEIT = -3  # in `actions` of environments: the learner's side loses the game
LEGAL = -1  # what `find_illegal` and `find_refused` return where all actions are legal
RANDOM, GREEDY = range(2)  # how the seats play that the caller of an environment does not
SCORES, END, PROGRESS = range(3)  # what is rewarded: the score, what `reward_of` says, or that and what `gain_of` says
TIE = 1e-9  # values that differ by less are equal
SEEN, TRIED = range(2)  # rows of `Trial.states`


class Scratch(NamedTuple):
    """Buffers for playing; one for each thread. What is in them between calls means nothing."""

    actions: Any  # int32[max_legal]: what `legal` lists
    outcomes: Any  # int32[max_chance]: what `chance` lists
    weights: Any  # int64[max_chance]: theirs
    points: Any  # int32[seats]: what `scores` or `outcome` gives


class Trial(NamedTuple):
    """What trying the actions of a position takes beyond `Scratch`, and how often each is tried."""

    states: Any  # two positions: SEEN, in which a seat is to act, and TRIED, what an action leads to
    shares: Any  # float32[seats]: what `evaluate` gives
    values: Any  # float64[max_legal]: of each action, the mean of what it led to
    sums: Any  # float64[max_legal]: of these values, over all worlds
    worlds: Any  # int: how often what is hidden is filled in
    samples: Any  # int: how often chance is tried in each world


class Envs(NamedTuple):
    """Environments: the games that run in them, and who plays what."""

    states: Any  # their positions
    random: Any  # their streams
    learners: Any  # int32[envs]: the seat that the caller plays; NOBODY: all of them
    opponent: Any  # int: how the other seats play, RANDOM or GREEDY
    reward: Any  # int: SCORES, END or PROGRESS
    sides: Any  # int32[seats]: the side of each seat
    came: Any  # float32[envs, seats]: how far each seat had come before the step; no rows unless PROGRESS is rewarded


class Shown(NamedTuple):
    """What environments show after a step; row i belongs to environment i."""

    observations: Any  # float32[envs, features]: what the seat to act sees
    finals: Any  # float32[envs, features]: what the learner saw last of a game that ended; no rows: nobody asks
    mask: Any  # int8[envs, actions]: 1 where the seat to act may play the action
    counts: Any  # int32[envs]: how many actions are legal
    to_act: Any  # int32[envs]: the seat to act
    rewards: Any  # float32[envs, seats]: of the step
    done: Any  # int8[envs]: 1 where a game ended in the step
    sampled: Any  # int32[envs]: one legal action, each equally likely
    capped: Any  # int8[envs]: 1 where it was cut off at a cap


@part
def play_out(rules, boxes, states, index, random, stream, scratch, limit):
    """Play at random, evenly for a seat and by weight for chance, until the game is over or `limit` actions are played.

    Returns how many were.
    """
    count = 0
    while count < limit and states[index].to_act != OVER:
        if states[index].to_act == CHANCE:
            num_outcomes = rules.chance(boxes, states, index, scratch.outcomes, scratch.weights)
            action = int(scratch.outcomes[pick(random, stream, scratch.weights, num_outcomes)])
        else:
            num_legal = rules.legal(boxes, states, index, scratch.actions)
            action = int(scratch.actions[below(random, stream, num_legal)])
        rules.apply(boxes, states, index, action)
        count += 1
    return count


@rule
def play_many(rules, boxes, states, random, stream, scratch, totals, num_games, limit):
    """Play whole random games on states[0]; adds each seat's scores to `totals`, returns the number of actions."""
    count = 0
    for _ in range(num_games):
        rules.setup(boxes, states, 0)
        count += play_out(rules, boxes, states, 0, random, stream, scratch, limit)
        rules.scores(boxes, states, 0, scratch.points)
        for seat in range(totals.shape[0]):
            totals[seat] += int(scratch.points[seat])
    return count


@part
def let_chance_act(rules, boxes, states, index, random, stream, scratch):
    """Let chance act until a seat is to act or the game is over; returns how many times it did."""
    count = 0
    while states[index].to_act == CHANCE:
        num_outcomes = rules.chance(boxes, states, index, scratch.outcomes, scratch.weights)
        outcome = int(scratch.outcomes[pick(random, stream, scratch.weights, num_outcomes)])
        rules.apply(boxes, states, index, outcome)
        count += 1
    return count


@rule
def begin_batch(rules, boxes, states, random, start, stop, scratch):
    """Set up positions start to stop and let chance act in each; returns the number of chance actions."""
    count = 0
    for index in range(start, stop):
        rules.setup(boxes, states, index)
        count += let_chance_act(rules, boxes, states, index, random, index, scratch)
    return count


@rule
def step_batch(rules, boxes, states, chosen, random, start, stop, scratch):
    """Play chosen[i] in each position i and then chance until a seat is to act; DONE and finished games stay.

    Trusts its caller: every chosen action must be legal. Returns the number of actions, chance included.
    """
    count = 0
    for index in range(start, stop):
        action = int(chosen[index])
        if action != DONE and states[index].to_act >= 0:
            rules.apply(boxes, states, index, action)
            count += 1 + let_chance_act(rules, boxes, states, index, random, index, scratch)
    return count


@rule
def find_refused(rules, boxes, states, chosen, start, stop):
    """The first position from start to stop in which the rules refuse chosen[i]; LEGAL if there is none.

    Where no seat is to act, there is nothing to choose but DONE.
    """
    for index in range(start, stop):
        action = int(chosen[index])
        if states[index].to_act < 0:
            if action != DONE:
                return index
        elif rules.refuse(boxes, states, index, action) != ALLOWED:
            return index
    return LEGAL


@rule
def legal_batch(rules, boxes, states, mask, counts, start, stop, scratch):
    """Write the legal actions of each position as a row of zeros and ones, and how many there are (0: none to act)."""
    for index in range(start, stop):
        for action in range(mask.shape[1]):
            mask[index, action] = 0
        counts[index] = 0
        if states[index].to_act >= 0:
            num_legal = rules.legal(boxes, states, index, scratch.actions)
            counts[index] = num_legal
            for nth in range(num_legal):
                mask[index, int(scratch.actions[nth])] = 1


@rule
def step_and_list(rules, boxes, states, chosen, random, mask, counts, scratch):
    """`step_batch`, then `legal_batch`, for as many positions as are chosen in: one call instead of two."""
    step_batch(rules, boxes, states, chosen, random, 0, chosen.shape[0], scratch)
    legal_batch(rules, boxes, states, mask, counts, 0, chosen.shape[0], scratch)


@rule
def choose_batch(rules, boxes, states, chosen, random, start, stop, scratch):
    """Choose a random legal action in each position (DONE where no seat is to act)."""
    for index in range(start, stop):
        chosen[index] = DONE
        if states[index].to_act >= 0:
            num_legal = rules.legal(boxes, states, index, scratch.actions)
            chosen[index] = int(scratch.actions[below(random, index, num_legal)])


@part
def try_actions(rules, boxes, random, stream, scratch, trial):
    """Value of each legal action in the position SEEN for the seat to act, by trying it in TRIED.

    Nothing is undone: the position is copied, the action played in the copy, then chance, and the result evaluated,
    `trial.samples` times each. Writes the actions to `scratch.actions` and their mean values to `trial.values`; returns
    how many actions there are.
    """
    states = trial.states
    seat = int(states[SEEN].to_act)
    num_legal = rules.legal(boxes, states, SEEN, scratch.actions)
    for nth in range(num_legal):
        total = 0.0
        for _ in range(trial.samples):
            states[TRIED] = states[SEEN]
            rules.apply(boxes, states, TRIED, int(scratch.actions[nth]))
            let_chance_act(rules, boxes, states, TRIED, random, stream, scratch)
            rules.evaluate(boxes, states, TRIED, trial.shares)
            total += float(trial.shares[seat])
        trial.values[nth] = total / trial.samples
    return num_legal


@rule
def choose_greedily(rules, boxes, states, index, random, stream, scratch, trial):
    """What looks best one action ahead to the seat to act, from what it may know; ties are broken at random.

    What is hidden is filled in `trial.worlds` times, and chance tried `trial.samples` times in each.
    """
    actions, sums = scratch.actions, trial.sums
    seat = int(states[index].to_act)
    count = 0
    for world in range(trial.worlds):
        trial.states[SEEN] = states[index]
        rules.hide(boxes, trial.states, SEEN, seat)
        rules.resample(boxes, trial.states, SEEN, seat, random, stream)
        count = try_actions(rules, boxes, random, stream, scratch, trial)
        for nth in range(count):
            sums[nth] = trial.values[nth] + (sums[nth] if world > 0 else 0.0)
    best = sums[0]
    for nth in range(1, count):
        best = max(best, sums[nth])
    num_best = 0
    for nth in range(count):
        if sums[nth] >= best - TIE:
            actions[num_best] = actions[nth]
            num_best += 1
    return int(actions[below(random, stream, num_best)])


@rule
def choose_for_another(rules, boxes, states, index, random, stream, scratch, trial, opponent):
    """What a seat plays that is not the learner's: RANDOM or GREEDY."""
    if opponent == GREEDY:
        return choose_greedily(rules, boxes, states, index, random, stream, scratch, trial)
    num_legal = rules.legal(boxes, states, index, scratch.actions)
    return int(scratch.actions[below(random, stream, num_legal)])


@rule
def reward_progress(pointers, boxes, index, envs, rewards, came, points, is_over):
    """Reward what each side gained in the step and, at the end, who won, as `points` has it; `came` is scratch."""
    num_seats = rewards.shape[1]
    pointers.progress(boxes, envs.states, index, came)
    for seat in range(num_seats):
        gain = gain_of(envs.came[index], came, envs.sides, num_seats, seat)
        rewards[index, seat] = reward_of(points, envs.sides, num_seats, seat) + gain if is_over else gain


@rule
def find_illegal(mask, chosen):
    """The first environment whose chosen action its mask does not allow; LEGAL if there is none."""
    for index in range(mask.shape[0]):
        action = int(chosen[index])
        if action < 0 or action >= mask.shape[1] or mask[index, action] == 0:
            return index
    return LEGAL


def step_envs_of(rules, draw, is_blanked):
    """`step_envs` for one game, with its rules compiled into it: up to twice as fast as through pointers.

    Every rule is called in one place, since each call is a copy. What is rare is called through pointers still.
    """
    draws = draw is not None
    draw = draw or rules.chance

    def step_envs(pointers, boxes, envs, shown, chosen, start, stop, scratch, trial):
        """One step of the environments start to stop: play chosen[i], then chance and the seats that learn nothing.

        A game that ends is rewarded and begins anew in the same step; so does one that is given up, by FORFEIT for the
        loss of the learner's side or by RESTART for nothing. A new game that ends before the learner can act is
        nobody's merit: it is not told, and another begins. Then what the seat to act sees and may do is written out,
        and one of its actions drawn evenly. Trusts its caller: every other chosen action must be legal.
        """
        states, random, rewards, mask = envs.states, envs.random, shown.rewards, shown.mask
        actions, outcomes, weights, points = scratch.actions, scratch.outcomes, scratch.weights, scratch.points
        num_seats = rewards.shape[1]
        for index in range(start, stop):
            for seat in range(num_seats):
                rewards[index, seat] = 0.0
            learner = int(envs.learners[index])
            is_for_all = learner == NOBODY
            action = int(chosen[index])
            is_new = action == RESTART
            is_over = action == FORFEIT
            is_told = not is_new  # of the game that the action belongs to
            shown.done[index] = is_over
            shown.capped[index] = 0
            if is_over:
                for other in range(num_seats):
                    if envs.sides[other] == envs.sides[learner]:
                        rewards[index, other] = GIVEN_UP_PROGRESS if envs.reward == PROGRESS else GIVEN_UP
            elif is_told and envs.reward == PROGRESS:
                pointers.progress(boxes, states, index, envs.came[index])
            seat = NOBODY
            is_waiting = False
            while not is_waiting:
                if is_over:
                    if is_told and shown.finals.shape[0] > 0:
                        pointers.hide(boxes, states, index, learner)
                        pointers.observe(boxes, states, index, learner, shown.finals[index])
                    is_told = False
                    is_over = False
                    is_new = True
                if is_new:
                    rules.setup(boxes, states, index)
                    is_new = False
                else:
                    rules.apply(boxes, states, index, action)
                seat = int(states[index].to_act)
                if seat == CHANCE:
                    if draws:
                        action = draw(boxes, states, index, random, index, outcomes, weights)
                    else:
                        num_outcomes = rules.chance(boxes, states, index, outcomes, weights)
                        action = int(outcomes[pick(random, index, weights, num_outcomes)])
                elif seat == OVER:
                    is_over = True
                    if is_told:
                        shown.done[index] = 1
                        how = pointers.outcome(boxes, states, index, points)
                        shown.capped[index] = how == How.CAPPED
                        if envs.reward == SCORES:
                            pointers.scores(boxes, states, index, points)
                            for other in range(num_seats):
                                rewards[index, other] = float(points[other])
                        elif envs.reward == PROGRESS:
                            reward_progress(pointers, boxes, index, envs, rewards, trial.shares, points, True)
                        else:
                            for other in range(num_seats):
                                rewards[index, other] = reward_of(points, envs.sides, num_seats, other)
                elif is_for_all or learner == seat:
                    is_waiting = True
                else:
                    action = choose_for_another(
                        pointers, boxes, states, index, random, index, scratch, trial, envs.opponent
                    )
            if is_told and envs.reward == PROGRESS:
                reward_progress(pointers, boxes, index, envs, rewards, trial.shares, points, False)
            shown.to_act[index] = seat
            num_legal = rules.legal(boxes, states, index, actions)
            shown.counts[index] = num_legal
            for action in range(mask.shape[1]):
                mask[index, action] = 0
            for nth in range(num_legal):
                mask[index, int(actions[nth])] = 1
            shown.sampled[index] = int(actions[below(random, index, num_legal)])
            if is_blanked:
                trial.states[SEEN] = states[index]
                rules.hide(boxes, trial.states, SEEN, seat)
                rules.observe(boxes, trial.states, SEEN, seat, shown.observations[index])
            else:
                rules.observe(boxes, states, index, seat, shown.observations[index])

    return step_envs

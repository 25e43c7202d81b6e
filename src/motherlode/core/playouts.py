"""Compiled code over any game.

Each function takes the rules it needs as arguments. On the CPU they arrive as addresses with explicit signatures
(`motherlode.core.pointers`), so that one piece of machine code serves every edit of a game and is found on disk; on a
GPU the same source is specialised for each game. `motherlode.core.ruleset` binds them to a game.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER
from motherlode.core.streams import below, pick

DONE = -1  # in `actions`: leave this position as it is
RESTART = -2  # in `actions` of environments: begin a new game
FORFEIT = -3  # in `actions` of environments: the learner loses the game, for a reward of -1
LEGAL = -1  # what `find_illegal` and `find_refused` return where all actions are legal
RANDOM, GREEDY = range(2)  # how the seats play that the caller of an environment does not
SCORES, END = range(2)  # what a reward is at the end of a game: the score, or see `reward_of`
TIE = 1e-9  # values that differ by less are equal


@rule
def play_out(legal, chance, apply, box, states, index, random, stream, actions, outcomes, weights, limit):
    """Play at random, evenly for a seat and by weight for chance, until the game is over or `limit` actions are played.

    Returns how many were.
    """
    count = 0
    while count < limit and states[index].to_act != OVER:
        if states[index].to_act == CHANCE:
            num_outcomes = chance(box, states, index, outcomes, weights)
            action = int(outcomes[pick(random, stream, weights, num_outcomes)])
        else:
            num_legal = legal(box, states, index, actions)
            action = int(actions[below(random, stream, num_legal)])
        apply(box, states, index, action)
        count += 1
    return count


@rule
def play_many(
    setup,
    legal,
    chance,
    apply,
    scores,
    box,
    states,
    random,
    stream,
    actions,
    outcomes,
    weights,
    out,
    totals,
    num_games,
    limit,
):
    """Play whole random games on states[0]; adds each seat's scores to `totals`, returns the number of actions."""
    count = 0
    for _ in range(num_games):
        setup(box, states, 0)
        count += play_out(legal, chance, apply, box, states, 0, random, stream, actions, outcomes, weights, limit)
        scores(box, states, 0, out)
        for seat in range(totals.shape[0]):
            totals[seat] += int(out[seat])
    return count


@rule
def settle(chance, apply, box, states, index, random, stream, outcomes, weights):
    """Let chance act until a seat is to act or the game is over; returns how many times it did."""
    count = 0
    while states[index].to_act == CHANCE:
        num_outcomes = chance(box, states, index, outcomes, weights)
        apply(box, states, index, int(outcomes[pick(random, stream, weights, num_outcomes)]))
        count += 1
    return count


@rule
def begin_batch(setup, chance, apply, box, states, random, start, stop, outcomes, weights):
    """Set up positions start to stop and let chance act in each; returns the number of chance actions."""
    count = 0
    for index in range(start, stop):
        setup(box, states, index)
        count += settle(chance, apply, box, states, index, random, index, outcomes, weights)
    return count


@rule
def step_batch(apply, chance, box, states, chosen, random, start, stop, outcomes, weights):
    """Play chosen[i] in each position i and then chance until a seat is to act; DONE and finished games stay.

    Trusts its caller: every chosen action must be legal. Returns the number of actions, chance included.
    """
    count = 0
    for index in range(start, stop):
        action = int(chosen[index])
        if action != DONE and states[index].to_act >= 0:
            apply(box, states, index, action)
            count += 1 + settle(chance, apply, box, states, index, random, index, outcomes, weights)
    return count


@rule
def find_refused(refuse, box, states, chosen, start, stop):
    """The first position from start to stop in which the rules refuse chosen[i]; LEGAL if there is none.

    Where no seat is to act, there is nothing to choose but DONE.
    """
    for index in range(start, stop):
        action = int(chosen[index])
        if states[index].to_act < 0:
            if action != DONE:
                return index
        elif refuse(box, states, index, action) != ALLOWED:
            return index
    return LEGAL


@rule
def legal_batch(legal, box, states, mask, counts, start, stop, actions):
    """Write the legal actions of each position as a row of zeros and ones, and how many there are (0: none to act)."""
    for index in range(start, stop):
        for action in range(mask.shape[1]):
            mask[index, action] = 0
        counts[index] = 0
        if states[index].to_act >= 0:
            num_legal = legal(box, states, index, actions)
            counts[index] = num_legal
            for place in range(num_legal):
                mask[index, int(actions[place])] = 1


@rule
def choose_batch(legal, box, states, chosen, random, start, stop, actions):
    """Choose a random legal action in each position (DONE where no seat is to act)."""
    for index in range(start, stop):
        chosen[index] = DONE
        if states[index].to_act >= 0:
            num_legal = legal(box, states, index, actions)
            chosen[index] = int(actions[below(random, index, num_legal)])


@rule
def try_actions(
    legal,
    chance,
    apply,
    evaluate,
    box,
    states,
    root,
    scratch,
    random,
    stream,
    outcomes,
    weights,
    line,
    out,
    values,
    samples,
):
    """Value of each legal action at states[root] for the seat to act, by trying it in states[scratch].

    Nothing is undone: the position is copied into the scratch slot, the action played there, chance settled and the
    result evaluated, `samples` times each. Writes the actions to `line` and the mean values to `values`; returns how
    many actions there are.
    """
    seat = int(states[root].to_act)
    num_legal = legal(box, states, root, line)
    for place in range(num_legal):
        total = 0.0
        for _ in range(samples):
            states[scratch] = states[root]
            apply(box, states, scratch, int(line[place]))
            settle(chance, apply, box, states, scratch, random, stream, outcomes, weights)
            evaluate(box, states, scratch, out)
            total += float(out[seat])
        values[place] = total / samples
    return num_legal


@rule
def choose_greedily(
    legal, chance, apply, hide, resample, evaluate, box, states, index, scratch, random, stream, outcomes, weights,
    line, out, values, sums, worlds, samples,
):  # fmt: skip
    """What looks best one step ahead to the seat to act, from what it may know; ties are broken at random.

    What is hidden is filled in `worlds` times, and chance tried `samples` times in each; scratch holds two positions.
    """
    seat = int(states[index].to_act)
    count = 0
    for world in range(worlds):
        scratch[0] = states[index]
        hide(box, scratch, 0, seat)
        resample(box, scratch, 0, seat, random, stream)
        count = try_actions(
            legal, chance, apply, evaluate, box, scratch, 0, 1, random, stream, outcomes, weights, line, out, values,
            samples,
        )  # fmt: skip
        for place in range(count):
            sums[place] = values[place] + (sums[place] if world > 0 else 0.0)
    best = sums[0]
    for place in range(1, count):
        best = max(best, sums[place])
    num_best = 0
    for place in range(count):
        if sums[place] >= best - TIE:
            line[num_best] = line[place]
            num_best += 1
    return int(line[below(random, stream, num_best)])


@rule
def choose_for_another(
    legal, chance, apply, hide, resample, evaluate, box, states, index, opponent, scratch, random, stream, actions,
    outcomes, weights, out, values, sums, worlds, samples,
):  # fmt: skip
    """What a seat plays that is not the learner's: RANDOM or GREEDY."""
    if opponent == GREEDY:
        return choose_greedily(
            legal, chance, apply, hide, resample, evaluate, box, states, index, scratch, random, stream, outcomes,
            weights, actions, out, values, sums, worlds, samples,
        )  # fmt: skip
    num_legal = legal(box, states, index, actions)
    return int(actions[below(random, stream, num_legal)])


@rule
def reward_of(points, num_seats, seat, kind):
    """The score of a seat; or END: (n * share - 1) / (n - 1), where the n seats share 1 among the best of them.

    So a sole winner gets 1, and all rewards add up to 0. A seat alone gets 1 for a score above 0, else 0.
    """
    mine = int(points[seat])
    if kind == SCORES:
        return float(mine)
    if num_seats == 1:
        return 1.0 if mine > 0 else 0.0
    num_equal = 0
    is_best = True
    for other in range(num_seats):
        if int(points[other]) == mine:
            num_equal += 1
        elif int(points[other]) > mine:
            is_best = False
    share = num_seats / float(num_equal) if is_best else 0.0
    return (share - 1.0) / (num_seats - 1)


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

    Every rule is called in one place, since each call is a copy. What is rare is called through pointers (`_at`) still.
    """
    setup, legal, chance, apply, scores, hide, observe = (
        rules.setup, rules.legal, rules.chance, rules.apply, rules.scores, rules.hide, rules.observe
    )  # fmt: skip
    draws = draw is not None
    draw = draw or chance

    def step_envs(
        legal_at, chance_at, apply_at, hide_at, resample_at, observe_at, evaluate_at, box, states, chosen, random,
        start, stop, actions, outcomes, weights, scratch, points, out, values, sums, learners, opponent, worlds,
        samples, reward, observations, finals, mask, counts, to_act, rewards, done, sampled,
    ):  # fmt: skip
        """One step of the environments start to stop: play chosen[i], then chance and the seats that learn nothing.

        A game that ends is rewarded and begins anew in the same step; so does one that is given up, by FORFEIT for the
        learner's loss or by RESTART for nothing. Then what the seat to act sees and may do is written out, and one of
        its actions drawn evenly. Trusts its caller: every other chosen action must be legal.
        """
        num_seats = rewards.shape[1]
        for index in range(start, stop):
            for seat in range(num_seats):
                rewards[index, seat] = 0.0
            learner = int(learners[index])
            is_for_all = learner == NOBODY
            action = int(chosen[index])
            is_new = action == RESTART
            is_over = action == FORFEIT
            done[index] = is_over
            if is_over:
                rewards[index, learner] = -1.0
            seat = NOBODY
            is_waiting = False
            while not is_waiting:
                if is_over:
                    if finals.shape[0] > 0:
                        hide_at(box, states, index, learner)
                        observe_at(box, states, index, learner, finals[index])
                    is_over = False
                    is_new = True
                if is_new:
                    setup(box, states, index)
                    is_new = False
                else:
                    apply(box, states, index, action)
                seat = int(states[index].to_act)
                if seat == CHANCE:
                    if draws:
                        action = draw(box, states, index, random, index, outcomes, weights)
                    else:
                        num_outcomes = chance(box, states, index, outcomes, weights)
                        action = int(outcomes[pick(random, index, weights, num_outcomes)])
                elif seat == OVER:
                    is_over = True
                    done[index] = 1
                    scores(box, states, index, points)
                    for other in range(num_seats):
                        rewards[index, other] = reward_of(points, num_seats, other, reward)
                elif is_for_all or learner == seat:
                    is_waiting = True
                else:
                    action = choose_for_another(
                        legal_at, chance_at, apply_at, hide_at, resample_at, evaluate_at, box, states, index, opponent,
                        scratch, random, index, actions, outcomes, weights, out, values, sums, worlds, samples,
                    )  # fmt: skip
            to_act[index] = seat
            num_legal = legal(box, states, index, actions)
            counts[index] = num_legal
            for action in range(mask.shape[1]):
                mask[index, action] = 0
            for place in range(num_legal):
                mask[index, int(actions[place])] = 1
            sampled[index] = int(actions[below(random, index, num_legal)])
            if is_blanked:
                scratch[0] = states[index]
                hide(box, scratch, 0, seat)
                observe(box, scratch, 0, seat, observations[index])
            else:
                observe(box, states, index, seat, observations[index])

    return step_envs

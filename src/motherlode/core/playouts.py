"""Compiled code over any game.

Each function takes the rules it needs as arguments. On the CPU they arrive as addresses with explicit signatures
(`motherlode.core.pointers`), so that one piece of machine code serves every edit of a game and is found on disk; on a
GPU the same source is specialised for each game. `motherlode.core.ruleset` binds them to a game.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.streams import below, pick

DONE = -1  # in `actions`: leave this position as it is


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

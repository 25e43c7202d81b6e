"""Tree search over any game, compiled: one tree, grown by iterations from one position.

A node is a position reached by a sequence of actions and outcomes of chance; its children are a linked list in one
array of records that the caller owns, so a tree takes no more memory than it is given: when the array is full, the
tree stops growing and its leaves are judged again and again. Every node keeps a sum of values for each seat, and each
seat chooses what is best for itself (max^n).

Without hidden information a node is one position, so its children are made once. With hidden information every
iteration fills the blanks anew, a node stands for all positions that look the same to the seat that searches, and only
the children that are legal in this iteration's world take part (information-set search): `available` counts how often
that was so. Outcomes of chance that the seat cannot tell apart share a child.

With a net, a new position is looked at once, by the seat that is to act there and from what it may know: that gives a
value for each seat, and a prior for each action. Chance is played through until a seat is to act. Without a net,
`evaluate` judges a new position, and every action by the position that it leads to.

A larger lead in score is worth a little at the end, too little to outweigh a result. It decides where nothing else is
left to win or lose.

`motherlode.bots.search` is the way in from Python.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from motherlode.core.compiling import part, rule
from motherlode.core.contract import CHANCE, OVER, WHOLE
from motherlode.core.exponents import exp, log
from motherlode.core.layout import record
from motherlode.core.nets import think
from motherlode.core.playouts import let_chance_act, play_out
from motherlode.core.streams import below, pick

NONE = -1  # no node
ROOT, WORLD, TRIAL = 0, 1, 2  # rows of the states that a tree needs: where it begins, what is played, what is tried
NUM_ROWS = 3
MAX_DEPTH = 256
MARGIN = 0.02  # most that a lead in score adds to a value at the end
USUAL_LEAD = 8.0  # in score, for which it is half of that
LEAST_SPREAD = 1e-4  # of values
LOWEST, HIGHEST = range(2)  # rows of `TreeArrays.bounds`

NODE = record(
    [
        ("key", np.int64),  # a hash of the position; with hidden information, of what the seat sees after chance
        ("first", np.int32),  # child, NONE
        ("following", np.int32),  # the next child of the same parent, NONE
        ("action", np.int32),  # that leads here
        ("visits", np.int32),
        ("available", np.int32),  # how often the action was legal when its parent was visited; hidden games only
        ("num_children", np.int32),
        ("prior", np.float32),  # how promising it looks before it is tried; the children's add up to about 1
        ("guess", np.float32),  # value for the seat that acts, before it is tried
        ("actor", np.int32),  # who acted to come here: a seat or CHANCE
        ("spare", np.int32),
    ]
)
SETTINGS = record(
    [
        ("explore", np.float64),  # how much what was tried less is preferred
        ("temperature", np.float64),  # of priors: smaller trusts `evaluate`, or the net, more; 0: no priors
        ("widen", np.float64),  # chance nodes have at most this many children times the root of their visits; 0: all
        ("rollout", np.int64),  # random actions from a leaf until `evaluate` judges; WHOLE
        ("observer", np.int64),  # the seat that searches
        ("is_hidden", np.int64),
        ("is_blanked", np.int64),  # `observe` must be given a hidden position
        ("num_sides", np.int64),
        ("is_fresh", np.int64),  # the net has looked at the position WORLD
        ("num_open", np.int64),  # iterations that ended before the end of the game
        ("used", np.int64),  # nodes in use
        ("stamp", np.int64),  # marks what was seen last
    ]
)


class TreeArrays(NamedTuple):
    """What a tree consists of and is grown with, as arrays; one thread at a time."""

    states: Any  # positions: ROOT, WORLD, TRIAL
    raw: Any  # uint8[rows, bytes]: the same memory as `states`
    nodes: Any  # NODE[most]
    values: Any  # float32[most, seats]: the sum of what each seat got in the visits of a node
    settings: Any  # SETTINGS[1]
    stamps: Any  # int64[actions]: when an action was legal last; hidden games only
    path: Any  # int32[MAX_DEPTH]: the nodes of this iteration, from the root on
    shares: Any  # float32[seats]: the values of a new position
    bounds: Any  # float32[2, seats]: the lowest and the highest of these so far
    layers: Any  # int64[layers]: how many numbers each layer of the net has; none: there is no net
    weights: Any  # float32[weights]: of the net
    numbers: Any  # float32[numbers]: what it thinks in


@rule
def hash_bytes(raw, row):
    """A number that tells positions apart; the bytes of position `row` are raw[row]."""
    low, high = 2166136261, 40389
    for offset in range(raw.shape[1]):
        byte = int(raw[row, offset])
        low = ((low ^ byte) * 16777619) & 0xFFFFFFFF
        high = ((high ^ byte) * 48271 + 11) & 0x7FFFFFFF
    return (high << 32) | low


@part
def add_child(nodes, settings, parent, action, actor):
    """A new first child of a node; NONE when there is no room."""
    child = int(settings[0].used)
    if child >= nodes.shape[0]:
        return NONE
    settings[0].used = child + 1
    nodes[child].key = 0
    nodes[child].first = NONE
    nodes[child].following = nodes[parent].first
    nodes[child].action = action
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].num_children = 0
    nodes[child].prior = 0.0
    nodes[child].guess = 0.0
    nodes[child].actor = actor
    nodes[child].spare = 0
    nodes[parent].first = child
    nodes[parent].num_children = int(nodes[parent].num_children) + 1
    return child


@rule
def plant(nodes, values, settings):
    """A tree of nothing but its root."""
    settings[0].used = 1
    settings[0].stamp = 0
    settings[0].num_open = 0
    nodes[0].key = 0
    nodes[0].first = NONE
    nodes[0].following = NONE
    nodes[0].action = 0
    nodes[0].visits = 0
    nodes[0].available = 0
    nodes[0].num_children = 0
    nodes[0].prior = 1.0
    nodes[0].guess = 0.0
    nodes[0].actor = CHANCE
    nodes[0].spare = 0
    for seat in range(values.shape[1]):
        values[0, seat] = 0.0


@part
def ask_net(rules, boxes, tree, actor):
    """Let the net look at the position WORLD as the seat to act sees it, unless it has; its value for each seat."""
    states, numbers, shares, settings = tree.states, tree.numbers, tree.shares, tree.settings
    if int(settings[0].is_fresh) == 0:
        states[TRIAL] = states[WORLD]
        if int(settings[0].is_blanked) != 0:
            rules.hide(boxes, states, TRIAL, actor)
        rules.observe(boxes, states, TRIAL, actor, numbers)
        think(tree.layers, tree.weights, numbers)
        settings[0].is_fresh = 1
    seats = shares.shape[0]
    num_sides = float(int(settings[0].num_sides))
    first = numbers.shape[0] - seats
    for chair in range(seats):
        seat = actor + chair if actor + chair < seats else actor + chair - seats
        reward = float(numbers[first + chair])  # as `outcomes.reward_of` has it
        share = reward if num_sides == 1.0 else (reward * (num_sides - 1.0) + 1.0) / num_sides
        shares[seat] = min(1.0, max(0.0, share))


@part
def set_net_priors(rules, boxes, tree, node, count, actor):
    """Judge the `count` first children of a node by the net."""
    nodes, numbers = tree.nodes, tree.numbers
    ask_net(rules, boxes, tree, actor)
    first = numbers.shape[0] - int(tree.layers[tree.layers.shape[0] - 1])
    best = -1e30
    child = int(nodes[node].first)
    for _ in range(count):
        best = max(best, float(numbers[first + int(nodes[child].action)]))
        child = int(nodes[child].following)
    child = int(nodes[node].first)
    for _ in range(count):
        liked = float(numbers[first + int(nodes[child].action)])
        nodes[child].prior = exp((liked - best) / float(tree.settings[0].temperature))
        nodes[child].guess = tree.shares[actor]
        child = int(nodes[child].following)
    even_out(nodes, node, count)


@part
def even_out(nodes, node, count):
    """Make the priors of the `count` first children of a node add up to 1."""
    total = 0.0
    child = int(nodes[node].first)
    for _ in range(count):
        total += float(nodes[child].prior)
        child = int(nodes[child].following)
    child = int(nodes[node].first)
    for _ in range(count):
        nodes[child].prior = float(nodes[child].prior) / total
        child = int(nodes[child].following)


@part
def set_priors(rules, boxes, tree, node, count, actor):
    """Judge the `count` first children of a node by `evaluate` after their action."""
    nodes, states, shares = tree.nodes, tree.states, tree.shares
    best = 0.0
    child = int(nodes[node].first)
    for _ in range(count):
        states[TRIAL] = states[WORLD]
        rules.apply(boxes, states, TRIAL, int(nodes[child].action))
        rules.evaluate(boxes, states, TRIAL, shares)
        nodes[child].guess = shares[actor]
        best = max(best, float(shares[actor]))
        child = int(nodes[child].following)
    child = int(nodes[node].first)
    for _ in range(count):
        nodes[child].prior = exp((float(nodes[child].guess) - best) / float(tree.settings[0].temperature))
        child = int(nodes[child].following)
    even_out(nodes, node, count)


@part
def expand(rules, boxes, tree, node, actor, num_legal, random, stream, scratch):
    """Give a node a child for each of `num_legal` actions in scratch, in random order; whether there was room."""
    actions, settings = scratch.actions, tree.settings
    if int(settings[0].used) + num_legal > tree.nodes.shape[0]:
        return False
    for nth in range(num_legal - 1, -1, -1):
        other = below(random, stream, nth + 1)
        action = int(actions[other])
        actions[other] = actions[nth]
        actions[nth] = action
        child = add_child(tree.nodes, settings, node, action, actor)
        for seat in range(tree.values.shape[1]):
            tree.values[child, seat] = 0.0
    if float(settings[0].temperature) > 0.0 and num_legal > 0:
        if tree.layers.shape[0] > 0:
            set_net_priors(rules, boxes, tree, node, num_legal, actor)
        else:
            set_priors(rules, boxes, tree, node, num_legal, actor)
    return True


@part
def match_children(rules, boxes, tree, node, actor, num_legal, random, stream, scratch):
    """Mark what is legal in this world and give a node the children it lacks; whether all have one now."""
    nodes, stamps, actions = tree.nodes, tree.stamps, scratch.actions
    stamp = int(tree.settings[0].stamp) + 2
    tree.settings[0].stamp = stamp
    for nth in range(num_legal):
        stamps[int(actions[nth])] = stamp
    num_found = 0
    child = int(nodes[node].first)
    while child != NONE:
        action = int(nodes[child].action)
        if stamps[action] == stamp:
            stamps[action] = stamp + 1  # has a child
            nodes[child].available = int(nodes[child].available) + 1
            num_found += 1
        child = int(nodes[child].following)
    if num_found == num_legal:
        return True
    num_new = 0
    for nth in range(num_legal):
        action = int(actions[nth])
        if stamps[action] == stamp:
            actions[num_new] = action
            num_new += 1
    if not expand(rules, boxes, tree, node, actor, num_new, random, stream, scratch):
        return False
    child = int(nodes[node].first)
    for _ in range(num_new):
        stamps[int(nodes[child].action)] = stamp + 1
        nodes[child].available = 1
        if num_new < num_legal:
            nodes[child].prior = float(nodes[child].prior) * num_new / num_legal
        child = int(nodes[child].following)
    return True


@part
def spread_of(tree, actor):
    """How far the values of a seat lie apart where all that was tried ends with the same result; 1 elsewhere."""
    if int(tree.settings[0].num_open) != 0 or tree.bounds.shape[1] == 1:
        return 1.0
    spread = 0.0 + float(tree.bounds[HIGHEST, actor]) - float(tree.bounds[LOWEST, actor])  # of 64 bits, as Python's
    return max(LEAST_SPREAD, spread) if spread >= 0.0 and spread <= 2.0 * MARGIN else 1.0


@part
def select(tree, node, actor):
    """The child that promises most to the seat to act: its mean value and a bonus for having been tried little."""
    nodes, values, stamps, settings = tree.nodes, tree.values, tree.stamps, tree.settings[0]
    is_hidden = int(settings.is_hidden) != 0
    explore = float(settings.explore) * spread_of(tree, actor)
    has_priors = float(settings.temperature) > 0.0
    mark = int(settings.stamp) + 1
    visits = float(int(nodes[node].visits)) + 1.0
    breadth = explore * sqrt(visits)
    depth = explore * sqrt(log(visits))
    best = NONE
    most = -1e30
    child = int(nodes[node].first)
    while child != NONE:
        if not is_hidden or stamps[int(nodes[child].action)] == mark:
            tried = float(int(nodes[child].visits))
            if has_priors:
                if is_hidden:
                    breadth = explore * sqrt(float(int(nodes[child].available)))
                mean = (float(values[child, actor]) + float(nodes[child].guess)) / (tried + 1.0)
                promise = mean + breadth * float(nodes[child].prior) / (tried + 1.0)
            elif tried == 0.0:
                return child
            else:
                if is_hidden:
                    depth = explore * sqrt(log(float(int(nodes[child].available)) + 1.0))
                promise = float(values[child, actor]) / tried + depth / sqrt(tried)
            if promise > most:
                most = promise
                best = child
        child = int(nodes[child].following)
    return best


@part
def outcome_child(rules, boxes, tree, node, outcome):
    """The child for an outcome of chance, after it was played in the world; NONE: too rare for one of its own yet."""
    nodes, settings = tree.nodes, tree.settings[0]
    key = outcome
    if int(settings.is_hidden) != 0:
        tree.states[TRIAL] = tree.states[WORLD]
        rules.hide(boxes, tree.states, TRIAL, int(settings.observer))
        key = hash_bytes(tree.raw, TRIAL)
    child = int(nodes[node].first)
    while child != NONE:
        if int(settings.is_hidden) != 0:
            if int(nodes[child].key) == key:
                return child
        elif int(nodes[child].action) == outcome:
            return child
        child = int(nodes[child].following)
    widen = float(settings.widen)
    if widen > 0.0 and int(nodes[node].num_children) >= widen * sqrt(float(int(nodes[node].visits)) + 1.0):
        return NONE
    child = add_child(nodes, tree.settings, node, outcome, CHANCE)
    if child != NONE:
        nodes[child].key = key
        for seat in range(tree.values.shape[1]):
            tree.values[child, seat] = 0.0
    return child


@part
def judge_end(rules, boxes, tree, scratch):
    """The values of a position in which the game is over."""
    shares, points = tree.shares, scratch.points
    rules.evaluate(boxes, tree.states, WORLD, shares)
    seats = shares.shape[0]
    if int(tree.settings[0].num_sides) == seats and seats > 1:
        rules.scores(boxes, tree.states, WORLD, points)
        for seat in range(seats):
            most = int(points[seat - 1 if seat > 0 else 1])
            for other in range(seats):
                if other != seat:
                    most = max(most, int(points[other]))
            lead = float(int(points[seat]) - most)
            shares[seat] = float(shares[seat]) + MARGIN * lead / (abs(lead) + USUAL_LEAD)


@part
def judge_by_net(rules, boxes, tree, node, is_new, random, stream, scratch):
    """The values of the position WORLD by the net; a node that is new gets its children."""
    settings = tree.settings
    if int(tree.states[WORLD].to_act) == CHANCE:
        let_chance_act(rules, boxes, tree.states, WORLD, random, stream, scratch)
        settings[0].is_fresh = 0
    actor = int(tree.states[WORLD].to_act)
    if actor == OVER:
        judge_end(rules, boxes, tree, scratch)
        return
    if is_new:
        num_legal = rules.legal(boxes, tree.states, WORLD, scratch.actions)
        if int(settings[0].is_hidden) != 0:
            match_children(rules, boxes, tree, node, actor, num_legal, random, stream, scratch)
        else:
            expand(rules, boxes, tree, node, actor, num_legal, random, stream, scratch)
    ask_net(rules, boxes, tree, actor)
    settings[0].num_open = int(settings[0].num_open) + 1


@part
def judge(rules, boxes, tree, random, stream, scratch, rollout):
    """The values of the position WORLD by `evaluate`, after a rollout."""
    play_out(rules, boxes, tree.states, WORLD, random, stream, scratch, rollout)
    if int(tree.states[WORLD].to_act) == OVER:
        judge_end(rules, boxes, tree, scratch)
    else:
        rules.evaluate(boxes, tree.states, WORLD, tree.shares)
        tree.settings[0].num_open = int(tree.settings[0].num_open) + 1


@rule
def search(rules, boxes, tree, random, stream, scratch, num_iterations, limit):
    """Grow the tree of the position ROOT by some iterations; `limit` is more actions than any game has.

    In each: go down by `select` and by chance to a position not seen before, roll out, judge, and add the values to
    every node on the way.
    """
    states, nodes, path, settings = tree.states, tree.nodes, tree.path, tree.settings
    is_hidden = int(settings[0].is_hidden) != 0
    has_net = tree.layers.shape[0] > 0
    observer = int(settings[0].observer)
    rollout = int(settings[0].rollout)
    if rollout == WHOLE:
        rollout = limit
    for _ in range(num_iterations):
        states[WORLD] = states[ROOT]
        settings[0].is_fresh = 0
        if is_hidden:
            rules.resample(boxes, states, WORLD, observer, random, stream)
        node = 0
        depth = 0
        path[0] = 0
        is_new = False
        while depth + 1 < path.shape[0]:
            actor = int(states[WORLD].to_act)
            is_new = int(nodes[node].visits) == 0 and depth > 0 and (actor != CHANCE or not has_net)
            if actor == OVER or is_new:
                break
            if actor == CHANCE:
                num_outcomes = rules.chance(boxes, states, WORLD, scratch.outcomes, scratch.weights)
                outcome = int(scratch.outcomes[pick(random, stream, scratch.weights, num_outcomes)])
                rules.apply(boxes, states, WORLD, outcome)
                child = outcome_child(rules, boxes, tree, node, outcome)
                if child == NONE:
                    break
            else:
                if is_hidden:
                    num_legal = rules.legal(boxes, states, WORLD, scratch.actions)
                    if not match_children(rules, boxes, tree, node, actor, num_legal, random, stream, scratch):
                        break
                elif int(nodes[node].first) == NONE:
                    num_legal = rules.legal(boxes, states, WORLD, scratch.actions)
                    if not expand(rules, boxes, tree, node, actor, num_legal, random, stream, scratch):
                        break
                child = select(tree, node, actor)
                rules.apply(boxes, states, WORLD, int(nodes[child].action))
            settings[0].is_fresh = 0
            node = child
            depth += 1
            path[depth] = node
        if not is_hidden and int(nodes[node].visits) == 0:
            nodes[node].key = hash_bytes(tree.raw, WORLD)
        if has_net:
            judge_by_net(rules, boxes, tree, node, is_new, random, stream, scratch)
        else:
            judge(rules, boxes, tree, random, stream, scratch, rollout)
        for seat in range(tree.values.shape[1]):
            tree.bounds[LOWEST, seat] = min(tree.bounds[LOWEST, seat], tree.shares[seat])
            tree.bounds[HIGHEST, seat] = max(tree.bounds[HIGHEST, seat], tree.shares[seat])
        for ply in range(depth + 1):
            node = int(path[ply])
            nodes[node].visits = int(nodes[node].visits) + 1
            for seat in range(tree.values.shape[1]):
                tree.values[node, seat] += tree.shares[seat]
    return int(settings[0].used)


@rule
def find_position(nodes, used, key):
    """The most visited node of a position; NONE. Only for games without hidden information."""
    best = NONE
    most = 0
    for node in range(used):
        if int(nodes[node].key) == key and int(nodes[node].visits) > most:
            most = int(nodes[node].visits)
            best = node
    return best


@rule
def transplant(nodes, values, root, new_nodes, new_values):
    """Copy what grows from a node into another tree, nearest first, as long as there is room; the nodes used there."""
    new_nodes[0] = nodes[root]
    for seat in range(values.shape[1]):
        new_values[0, seat] = values[root, seat]
    new_nodes[0].following = NONE
    used = 1
    done = 0
    while done < used:
        child = int(new_nodes[done].first)  # still numbered as in the old tree
        count = int(new_nodes[done].num_children)
        new_nodes[done].first = NONE
        if used + count > new_nodes.shape[0]:
            new_nodes[done].num_children = 0
        else:
            while child != NONE:
                new_nodes[used] = nodes[child]
                for seat in range(values.shape[1]):
                    new_values[used, seat] = values[child, seat]
                new_nodes[used].following = new_nodes[done].first
                new_nodes[done].first = used
                used += 1
                child = int(nodes[child].following)
        done += 1
    return used

"""What `evaluate` says of a position: worked out a second time, from groups as they lie on the board."""

import random
from collections import namedtuple

import pytest

import motherlode
from motherlode.core.contract import NOBODY, OVER
from motherlode.games.trap_the_cap import GAME
from motherlode.games.trap_the_cap.components import GREY, KEPT, ONE_LEFT, TURN_CAP

from .comparing import drawn

Group = namedtuple("Group", "top owner place captives")
REACH = 6  # steps


def groups_of(game, states):
    """All groups, with the seat that each plays for."""
    rules, now = game.box[0], states[0]
    tops = now.top[: rules.num_caps].tolist()
    return [
        Group(
            top,
            int(now.gold_owner if top == rules.gold else rules.owner[top]),
            int(now.place[top]),
            [cap for cap, above in enumerate(tops) if above == top and cap != top],
        )
        for top in range(len(tops))
        if tops[top] == top
    ]


def load_of(game, group):
    """What the captives of a group are worth: more near home, the Golden Cap most, those of the own side least."""
    rules = game.box[0]
    home = rules.spaces + rules.seat_base[group.owner]
    each = 0.35
    if game.options.game != "tower":
        each += 0.045 * max(0, 16 - int(rules.distance[group.place, home]))
    load = 0.0
    for cap in group.captives:
        if cap == rules.gold:
            load += 4 * each
        else:
            load += each / 2 if game.sides[rules.owner[cap]] == game.sides[group.owner] else each
    return load


def worth_of(game, group, others):
    """What a group is worth: itself and its load, as far as nobody is after it; and whom it may catch."""
    rules = game.box[0]
    if group.place >= rules.spaces:
        return 1.04
    near = [other for other in others if rules.distance[group.place, other.place] <= REACH]
    foes = [other for other in near if other.owner != NOBODY and game.sides[other.owner] != game.sides[group.owner]]
    hunters = [foe for foe in foes if rules.kind[group.place] != GREY or foe.top == rules.gold]
    prey = [foe for foe in foes if foe.place < rules.spaces and rules.kind[foe.place] != GREY]
    aims = len(prey) + 4 * sum(other.owner == NOBODY for other in near)
    lost = 1 - (5 / 6) ** len(hunters)
    return (1 + load_of(game, group)) * (1 - 0.75 * lost) + 0.11 * min(aims, 4) - 0.1 * len(group.captives) * lost


def expected(game, states):
    """Each seat's share, as the docstrings of heuristics.py have it."""
    rules, now, sides = game.box[0], states[0], game.sides
    groups = groups_of(game, states)
    worth = dict.fromkeys(sides, 0.0)
    for group in groups:
        if group.owner != NOBODY:
            worth[sides[group.owner]] += worth_of(game, group, [other for other in groups if other != group])
    for cap in range(int(rules.num_caps)):
        if now.top[cap] == KEPT:
            keeper = rules.seat_base[: game.seats].tolist().index(now.place[cap] - rules.spaces)
            worth[sides[keeper]] += 1.5
    if now.gold_owner != NOBODY:
        worth[sides[now.gold_owner]] += 4
    shares = []
    for mine in sides:
        others = [worth[side] for side in sides if side != mine]
        ahead = (worth[mine] - sum(others) / len(others)) / 4
        shares.append(0.5 + 0.49 * ahead / (1 + abs(ahead)))
    return shares


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
def test_evaluate_is_what_groups_and_captives_are_worth(variant):
    game, source = motherlode.game("trap_the_cap", **variant), random.Random(2)
    for _ in range(8):
        states = drawn(game, source)
        assert game.evaluate(states).tolist() == pytest.approx(expected(game, states), abs=1e-5)


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
@pytest.mark.parametrize("ended", [ONE_LEFT, TURN_CAP])
def test_evaluate_shares_the_end_among_the_sides_that_won(variant, ended):
    game, source = motherlode.game("trap_the_cap", **variant), random.Random(3)
    for _ in range(3):
        states = drawn(game, source)
        states[0].to_act, states[0].ended = OVER, ended
        winners = game.outcome(states)[1] or range(game.seats)  # R11.10: where nobody wins, all share
        share = 1 / len({game.sides[seat] for seat in winners})
        assert game.evaluate(states).tolist() == pytest.approx(
            [share * (seat in winners) for seat in range(game.seats)]
        )

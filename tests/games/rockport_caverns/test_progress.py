"""How far one has come in the Rockport Caverns: to the trigger row, to the friend, and with the friend to an exit."""

import random

import pytest

import motherlode
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.components import MAX_PLACES, NOWHERE, NUM_ROWS
from observing import assert_progress, positions_of

from .drawn import drawn

FAR = 12  # steps


def steps_to(game, states, start, goals):
    """R2.6, R6.2: step by step over paths, onto no start circle and under no rocks; FAR if it is as long or longer."""
    rules, blocked = game.box[0], int(states[0].blocked)
    newest, found = {start}, {start}
    for steps in range(FAR):
        if newest & goals:
            return steps
        beside = {int(place) for each in newest for place in rules.path[each] if place != NOWHERE}
        newest = {each for each in beside if rules.row[each] <= NUM_ROWS and not blocked >> each & 1} - found
        found |= newest
    return FAR


def expected(game, states):
    rules, here, friend = game.box[0], int(states[0].here), int(states[0].friend)
    if here == NOWHERE:
        return [0]
    if friend == NOWHERE:
        trigger = {place for place in range(MAX_PLACES) if rules.row[place] == rules.trigger_row}
        return [(1 - steps_to(game, states, here, trigger) / FAR) / 3]
    exits = {place for place in range(MAX_PLACES) if int(rules.exit_mask) >> place & 1}
    there, back = steps_to(game, states, here, {friend}), steps_to(game, states, friend, exits)
    return [(3 - there / FAR - back / FAR) / 3]


@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_r9_2_r9_1_r10_1_three_ways_are_a_third_each(options):
    game = motherlode.game("rockport_caverns", **options)
    for states in positions_of(game, seed=4, every=3):
        assert_progress(game, states, expected)


@pytest.mark.parametrize("options", [*GAME.variants, {"map": 2}], ids=str)
def test_progress_of_any_position_is(options):
    game, source = motherlode.game("rockport_caverns", **options), random.Random(8)
    for _ in range(40):
        assert_progress(game, drawn(game, source), expected)

"""The small tables are worth what docs/small-tables.md says, by OpenSpiel's own algorithms."""

import re
from pathlib import Path

import gymnasium
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import motherlode
import motherlode.envs.gymnasium  # registers the ids
from motherlode.envs.easy import small_options
from motherlode.envs.openspiel import load_small

PAGE = (Path(__file__).parents[2] / "docs" / "small-tables.md").read_text(encoding="utf-8")


def published(name):
    """The row of a game in the table of the page: id, value of the first seat, positions."""
    found = re.search(rf"^\| `{name}` \| `([^`]+)` \| ([-+.0-9]+) \|", PAGE, re.MULTILINE)
    return found[1], float(found[2])


def best_value(state, known):
    """What the first seat gets from an OpenSpiel state on, if both sides play as well as can be."""
    name = str(state)
    if name not in known:
        if state.is_terminal():
            known[name] = state.returns()[0]
        elif state.is_chance_node():
            known[name] = sum(odds * best_value(state.child(what), known) for what, odds in state.chance_outcomes())
        else:
            best = max if state.current_player() == 0 else min
            known[name] = best(best_value(state.child(action), known) for action in state.legal_actions())
    return known[name]


@pytest.mark.compiled
def test_madcap_has_the_value_that_going_through_all_positions_finds():
    known = {}
    assert best_value(load_small("madcap").new_initial_state(), known) == pytest.approx(published("madcap")[1])
    assert f"{len(known):,} positions" in PAGE


@pytest.mark.compiled
def test_cfr_plus_comes_to_the_value_of_minecart_mayhem():
    game = load_small("minecart_mayhem")
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    after = exploitability.exploitability(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert after < before / 10
    assert value == pytest.approx(published("minecart_mayhem")[1], abs=2 * after)


@pytest.mark.parametrize("name", ["madcap", "minecart_mayhem"])
def test_small_tables_have_ids(name):
    env = gymnasium.make(published(name)[0]).unwrapped
    assert env.game.digest == motherlode.game(name, **small_options(name)).digest
    agents = motherlode.pettingzoo(name, **small_options(name)).possible_agents
    assert len(agents) == env.game.seats

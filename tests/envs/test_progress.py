"""Rewards for progress: what they add up to, the same through every door; and the easier tables."""

import random

import gymnasium
import numpy as np
import pytest

import motherlode
import motherlode.envs.openspiel as spiel
from motherlode.core.contract import How
from motherlode.core.outcomes import GIVEN_UP_PROGRESS, rewards_of
from motherlode.core.registry import find_game
from motherlode.envs.easy import easy_options
from motherlode.envs.gymnasium import env_id
from motherlode.envs.gymnasium import make as make_gymnasium
from motherlode.envs.vector import VectorEnv

from .test_vector import leads
from .variants import GAMES, SEATS

TEAM = {"seats": 4, "game": "team", "turns": 40}


def returns(env, seed):
    """Play a match at random in PettingZoo; what each agent got, and whether something came before the end."""
    source, totals, is_steady = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0), False
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        is_steady |= not is_over and not is_cut and reward != 0
        totals[agent] += reward
        env.step(None if is_over or is_cut else source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return list(totals.values()), is_steady


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {"seats": seats}) for name, seats in SEATS), ("trap_the_cap", TEAM)]
)
def test_rewards_add_up_to_the_outcome_and_half_the_rise_of_the_lead(name, options):
    env = motherlode.pettingzoo(name, rewards="progress", **options)
    env.reset(seed=6)
    first = leads(env.game, env.position)
    found, is_steady = returns(env, 6)
    ends = rewards_of(env.game.sides, env.game.outcome(env.position)[1])
    last = leads(env.game, env.position)
    wanted = [end + (now - then) / 2 for end, now, then in zip(ends, last, first, strict=True)]
    assert found == pytest.approx(wanted, abs=1e-9)
    assert is_steady
    if len(set(env.game.sides)) > 1:
        assert sum(found) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_gives_what_came_since_the_learners_last_choice(name):
    seats = find_game(name).seats[0]
    env = make_gymnasium(name, seats, seat=seats - 1, opponents="random", rewards="progress")
    _, info = env.reset(seed=3)
    source, total, is_over, is_cut = np.random.default_rng(3), 0.0, False, False
    before = first = leads(env.game, env.position)
    while not is_over and not is_cut:
        _, reward, is_over, is_cut, info = env.step(source.choice(np.flatnonzero(info["action_mask"])))
        total += reward
        after = leads(env.game, env.position)
        if not is_over and not is_cut:
            assert reward == pytest.approx((after[seats - 1] - before[seats - 1]) / 2, abs=1e-9)
        before = after
    end = rewards_of(env.game.sides, env.game.outcome(env.position)[1])[seats - 1]
    assert total == pytest.approx(end + (after[seats - 1] - first[seats - 1]) / 2, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_who_loses_one_game_gets_another_return_than_who_loses_another(name):
    env = motherlode.pettingzoo(name, rewards="progress", **easy_options(name))
    lost = []
    for seed in range(40):
        env.reset(seed=seed)
        found, _ = returns(env, seed)
        if env.game.outcome(env.position)[1] != [0]:
            lost.append(round(found[0], 6))
        if len(set(lost)) > 2:
            return
    raise AssertionError(f"only {set(lost)} in {len(lost)} lost games")


@pytest.mark.compiled
def test_a_random_player_who_never_gets_out_of_the_caverns_sees_how_far_it_came():
    env = VectorEnv(motherlode.game("rockport_caverns"), 64, seed=5, rewards="progress")
    totals, finished = np.zeros(64), []
    for _ in range(120):
        step = env.step(env.current.sampled)
        totals += step.rewards[:, 0]
        finished += totals[step.is_over].tolist()
        totals[step.is_over] = 0
    assert len(finished) > 200
    assert max(finished) < 0.5  # no win among them
    assert np.std(finished) > 0.02
    assert len(set(np.round(finished, 4))) > 10


HOME = "20=g1/b6 | g=g2.g3.g4.g5.g6+b1.b2.b3.b4 b=b5 | turns 0 | throws 1 | green has 2"
GOLD = "20=g1/* 22=b1 | g=g2.g3.g4.g5.g6+b2.b3.b4.b5.b6 b=- | turns 0 | throws 1 | green has 2"


@pytest.mark.parametrize(
    ("options", "position", "came"),
    [
        ({}, HOME, [9 / 12, 0]),  # four captives at home, one on the way
        ({"game": "golden"}, GOLD, [10 / 24 + 6 / 24, 0]),  # and the Golden Cap, half of it while it is carried
    ],
)
def test_captives_count_once_they_are_home_and_half_before(options, position, came):
    game = motherlode.game("trap_the_cap", 2, **options)
    assert game.progress(game.read_position(position)).tolist() == pytest.approx(came)
    assert game.progress(game.new()).tolist() == [0, 0]


def test_out_of_the_caverns_is_all_the_way_and_a_loss_is_not():
    game = motherlode.game("rockport_caverns", **easy_options("rockport_caverns"))
    came = {}
    for seed in range(400):
        match = game.start(seed)
        source = random.Random(seed)
        while not match.is_over:
            match.play(source.choice(game.legal(match.position)))
        came.setdefault(bool(match.winners), []).append(float(game.progress(match.position)[0]))
        if len(came) == 2 and len(came[False]) > 20:
            break
    assert set(came[True]) == {1.0}
    assert max(came[False]) < 1


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_costs_more_than_any_loss(name):
    seats = find_game(name).seats[0]
    env = make_gymnasium(name, opponents="random", rewards="progress")
    _, info = env.reset(seed=1)
    assert env.step(int(np.argmin(info["action_mask"])))[1] == GIVEN_UP_PROGRESS == -2.0
    games = VectorEnv(motherlode.game(name), 1, learner=0, rewards="progress", illegal="forfeit")
    step = games.step([int(np.argmin(games.current.mask[0]))])
    assert step.rewards.tolist() == [[-2.0] + [0.0] * (seats - 1)]


# Easier tables


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_an_easier_table_through_every_door(name):
    spec, options = find_game(name), easy_options(name)
    game = motherlode.game(name, **options)
    assert game.limits.max_length < motherlode.game(name, game.seats).limits.max_length
    wanted = game.digest
    assert gymnasium.make(env_id(spec, is_easy=True)).unwrapped.game.digest == wanted
    assert gymnasium.make_vec(env_id(spec, is_easy=True), num_envs=2).unwrapped.games.ruleset.digest == wanted
    assert motherlode.pettingzoo(name, **options).game.digest == wanted
    assert spiel.load_easy(name).ruleset.digest == wanted
    match = game.start(3)
    while not match.is_over:
        match.play(match.actions()[0])
    assert match.outcome.how in {how.name.lower().replace("_", " ") for how in How}

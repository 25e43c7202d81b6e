"""Every game as a PettingZoo environment, by PettingZoo's own tests and by ours."""

import itertools
import random
import sys
import types
import warnings

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # their tests use their own old way to make a game
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import motherlode
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction
from motherlode.core.outcomes import rewards_of
from motherlode.core.registry import find_game

from .variants import GAMES, SEATS, VARIANTS, name_of

# PettingZoo says these of every environment that is not one of its own and has masks; its own games are on a list.
FOR_OTHERS = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]
for_others = pytest.mark.filterwarnings(*FOR_OTHERS)


def play_on(env, seed, limit=10**9):
    """Play at random; every step as (agent, reward, mask, position)."""
    source, steps = random.Random(seed), []
    for agent in env.agent_iter():
        if len(steps) == limit:
            break
        seen, reward, is_over, is_cut, _ = env.last()
        steps.append(
            (agent, reward, seen["action_mask"].tobytes(), seen["observation"].tobytes(), env.position.tobytes())
        )
        env.step(None if is_over or is_cut else source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return steps


@for_others
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_api(name, seats):
    api_test(motherlode.pettingzoo(name, seats), num_cycles=100)


@for_others
@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=name_of)
def test_api_with_options(name, variant):
    api_test(motherlode.pettingzoo(name, rewards="shaped", **variant), num_cycles=50)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_seeds(name, seats):
    seed_test(lambda: motherlode.pettingzoo(name, seats), num_cycles=40)


def test_a_seed_begins_a_series_of_matches():
    series = []
    for _ in range(2):
        env = motherlode.pettingzoo("madcap")
        env.reset(seed=5)
        positions = [env.position.tobytes()]
        for _ in range(3):
            env.reset()
            positions.append(env.position.tobytes())
        series.append(positions)
    assert series[0] == series[1]
    assert len(set(series[0])) == 4


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_rendering(name, seats, capsys):
    render_test(lambda render_mode: motherlode.pettingzoo(name, seats, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_performance_benchmark(name, seats, monkeypatch, capsys):
    ticks = itertools.count(0, 0.05)  # it would take five seconds
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", types.SimpleNamespace(time=lambda: next(ticks)))
    performance_benchmark(motherlode.pettingzoo(name, seats))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_the_board(name):
    env = motherlode.pettingzoo(name, render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    assert first.shape[0] > 100
    assert first.shape[1] > 300
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10  # letters and colours, not a plain sheet
    play_on(env, 3, limit=6)
    later = env.render()
    assert first.shape != later.shape or (first != later).any()


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_rewards_add_up_and_agree_with_the_outcome(name, seats):
    env = motherlode.pettingzoo(name, seats)
    env.reset(seed=5)
    steps = play_on(env, 5)
    ends = {agent: reward for agent, reward, *_ in steps[-seats:]}
    winners = env.game.outcome(env.position)[1]
    assert list(ends) == env.possible_agents
    assert list(ends.values()) == rewards_of(env.game.sides, winners)
    assert sum(ends.values()) == (pytest.approx(0) if seats > 1 else len(winners))
    assert all(reward == 0 for _, reward, *_ in steps[:-seats])


TEAM = {"seats": 4, "game": "team", "turns": 12}


def test_partners_are_rewarded_alike_and_a_game_at_its_cap_is_truncated():
    env = motherlode.pettingzoo("trap_the_cap", **TEAM, rewards="shaped")
    env.reset(seed=4)
    source, is_told = random.Random(4), False
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        assert not is_over
        is_told |= is_cut
        totals[agent] += reward
        env.step(None if is_cut else source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert is_told
    first, second, *partners = totals.values()
    assert partners == pytest.approx([first, second], abs=1e-6)
    assert first == pytest.approx(-second, abs=1e-6)


def test_a_match_that_was_cut_off_can_be_saved():
    env = motherlode.pettingzoo("trap_the_cap", turns=1)
    env.reset(seed=4)
    while not env.truncations["seat_0"]:
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert env.clone().last()[1:] == env.last()[1:]
    assert (env.clone().terminations, env.clone().truncations) == (env.terminations, env.truncations)


@pytest.mark.parametrize("name", GAMES)
def test_shaped_rewards_add_up_to_the_outcome_less_the_first_potential(name):
    env = motherlode.pettingzoo(name, rewards="shaped")
    env.reset(seed=9)
    values = env.game.evaluate(env.position)
    seats = len(values)
    first = [(seats * value / values.sum() - 1) / (seats - 1) for value in values] if seats > 1 else list(values)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    source, has_changed = random.Random(9), False
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        has_changed |= not is_over and not is_cut and reward != 0
        totals[agent] += reward
        env.step(None if is_over or is_cut else source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    ends = rewards_of(env.game.sides, env.game.outcome(env.position)[1])
    wanted = [end - start for end, start in zip(ends, first, strict=True)]
    assert list(totals.values()) == pytest.approx(wanted, abs=1e-5)
    assert has_changed


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=name_of)
def test_a_clone_and_a_saved_match_go_on_alike_and_apart(name, variant):
    env = motherlode.pettingzoo(name, **variant)
    env.reset(seed=11)
    play_on(env, 1, limit=2)
    other, saved = env.clone(), env.save()
    fresh = motherlode.pettingzoo(name, **variant)
    fresh.load(saved)
    assert other.position.tobytes() == fresh.position.tobytes() == env.position.tobytes()
    steps = play_on(env, 2)
    assert fresh.save() == other.save() == saved != env.save()
    assert play_on(other, 2) == play_on(fresh, 2) == steps


def test_a_finished_match_can_be_saved():
    env = motherlode.pettingzoo("madcap")
    env.reset(seed=1)
    while not env.terminations["seat_0"]:
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    env.step(None)
    other = env.clone()
    assert other.agents == env.agents == ["seat_1"]
    assert other.last()[1:] == env.last()[1:]
    other.step(None)
    assert other.clone().agents == []


def test_what_cannot_be_loaded_is_refused():
    env = motherlode.pettingzoo("madcap")
    env.reset(seed=1)
    other = motherlode.pettingzoo("madcap", dice=2)
    with pytest.raises(BadInput, match="^a saved match of ruleset '[0-9a-f]{16}': these options make"):
        other.load(env.save())
    for data in (b"", b"nonsense", env.save()[:-3], b"\x92\x01\x02"):
        with pytest.raises(BadInput, match="^not a saved match: ") as caught:
            env.load(data)
        assert caught.value.code == Code.UNREADABLE_POSITION


def test_illegal_actions_say_why_and_change_nothing():
    env = motherlode.pettingzoo("madcap")
    env.reset(seed=7)
    before = env.save()
    illegal = int(np.argmin(env.last()[0]["action_mask"]))
    with pytest.raises(IllegalAction, match=rf"^illegal action {illegal}: .+, in '") as caught:
        env.step(illegal)
    assert caught.value.rule.startswith("R")
    for action in (-1, 72):
        with pytest.raises(IllegalAction, match=f"^illegal action {action}: actions are 0 to 71$"):
            env.step(action)
    for action in ("x", None):
        with pytest.raises(IllegalAction, match="^unreadable action .*: expected a whole number from 0 to 71$"):
            env.step(action)
    assert env.save() == before


def test_steps_outside_of_a_match_are_refused():
    env = motherlode.pettingzoo("madcap")
    with pytest.raises(Barred, match="no match is running; reset starts one"):
        env.step(0)
    env.reset(seed=1)
    while not env.terminations["seat_0"]:
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    with pytest.raises(BadInput, match="the match is over, it must be None"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(Barred, match="no match is running"):
        env.step(None)


def test_wrong_words_are_refused():
    with pytest.raises(BadInput, match="^rewards 'often': must be 'end', 'shaped' or 'progress'$"):
        motherlode.pettingzoo("madcap", rewards="often")
    with pytest.raises(BadInput, match="^render mode 'film': must be one of human, ansi, rgb_array$"):
        motherlode.pettingzoo("madcap", render_mode="film")
    with pytest.raises(BadInput, match="unknown option"):
        motherlode.pettingzoo("madcap", seets=3)


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).is_hidden])
def test_observations_are_made_from_what_the_seat_may_know(name):
    env = motherlode.pettingzoo(name, 3)
    env.reset(seed=4)
    shown, observe = [], env.game.entries.observe

    def watch(box, states, index, seat, out):
        shown.append(states[index : index + 1].tobytes())
        observe(box, states, index, seat, out)

    env.game.entries = env.game.entries._replace(observe=watch)
    for seat, agent in enumerate(env.agents):
        env.observe(agent)
        assert shown[-1] == env.game.hidden(env.position, seat).tobytes() != env.position.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_chance_after_a_script_is_drawn_as_without_one(name):
    env, other = motherlode.pettingzoo(name), motherlode.pettingzoo(name)
    for seed in range(3):
        env.reset(seed=seed)
        other.reset(seed=seed, options={"script": []})
        assert play_on(env, seed, limit=40) == play_on(other, seed, limit=40)


def test_chance_can_be_scripted_and_positions_given():
    env = motherlode.pettingzoo("madcap")
    env.reset(seed=1, options={"script": [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 5]})
    assert env.position["dice"][0].tolist() == [
        [1, 1, 1, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 1, 0, 0],
    ]
    text = env.game.spec.notation.write_position(env.game.box, env.position)
    env.reset(seed=2, options={"position": text})
    assert env.game.spec.notation.write_position(env.game.box, env.position) == text
    with pytest.raises(BadInput, match="^scripted outcome 6 is impossible"):
        env.reset(seed=1, options={"script": [6]})

"""Every game as a Gymnasium environment, by Gymnasium's own checker and by ours."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import motherlode.envs
from motherlode.core.errors import BadInput, Barred, IllegalAction, NotFound
from motherlode.core.outcomes import rewards_of
from motherlode.core.registry import find_game
from motherlode.envs.gymnasium import env_id

from .variants import GAMES, SEATS, VARIANTS, name_of


def play_on(env, observation, info, seed):
    """Play at random to the end; every step."""
    source, steps, is_over, is_cut = np.random.default_rng(seed), [], False, False
    while not is_over and not is_cut:
        action = source.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, is_cut, info = env.step(action)
        assert env.observation_space.contains(observation)
        steps.append((int(action), reward, observation.tobytes(), info["action_mask"].tobytes()))
    assert not info["action_mask"].any()
    return steps


@pytest.mark.parametrize("name", GAMES)
def test_ids_have_the_version_of_the_rules(name):
    spec = find_game(name)
    name_of_env = env_id(spec)
    assert name_of_env == f"motherlode/{''.join(word.title() for word in name.split('_'))}-v{spec.version}"
    env = gymnasium.make(name_of_env)
    assert env.unwrapped.game.spec is spec
    env.reset(seed=1)


def test_an_id_alone_is_enough_with_the_name_of_the_module():
    code = "import gymnasium; print(gymnasium.make('motherlode.envs:motherlode/Madcap-v1').reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("(")


@pytest.mark.parametrize("name", GAMES)
def test_checker(name, capsys):
    check_env(gymnasium.make(env_id(find_game(name))).unwrapped)


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=name_of)
def test_checker_with_options(name, variant, capsys):
    env = gymnasium.make(env_id(find_game(name)), seat=None, opponents="random", rewards="shaped", **variant)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_the_same_seed_gives_the_same_match(name, seats):
    found = []
    for _ in range(2):
        env = motherlode.envs.gymnasium.make(name, seats, seat=None, opponents="random")
        steps = []
        for seed in (3, None):
            observation, info = env.reset(seed=seed)
            assert 0 <= info["seat"] < seats
            steps += play_on(env, observation, info, 5)
        found.append(steps)
    assert found[0] == found[1]


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_the_reward_is_that_of_the_outcome(name, seats):
    env = motherlode.envs.gymnasium.make(name, seats, seat=seats - 1, opponents="random")
    steps = play_on(env, *env.reset(seed=8), 8)
    assert steps[-1][1] == rewards_of(env.game.sides, env.game.outcome(env.position)[1])[seats - 1]
    assert all(reward == 0 for _, reward, *_ in steps[:-1])


def test_a_better_opponent_is_harder_to_beat():
    means = []
    for opponent in ("random", "greedy"):
        env = motherlode.envs.gymnasium.make("madcap", opponents=opponent)
        means.append(np.mean([play_on(env, *env.reset(seed=seed), seed)[-1][1] for seed in range(60)]))
    assert means[0] > means[1] + 0.5


def test_the_seat_is_fixed_or_drawn():
    fixed = motherlode.envs.gymnasium.make("minecart_mayhem", 3, seat=2, opponents="random")
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    drawn = motherlode.envs.gymnasium.make("minecart_mayhem", 3, seat=None, opponents="random")
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}


class Peeker:
    """A bot that keeps what it is shown."""

    def __init__(self):
        self.shown = []

    def choose(self, ruleset, states, seat, random):
        self.shown.append((seat, states.copy()))
        return ruleset.legal(states)[0]


def test_opponents_sit_in_their_order_and_see_only_their_own_cards():
    bots = [Peeker(), Peeker()]
    env = motherlode.envs.gymnasium.make("minecart_mayhem", 3, seat=1, opponents=bots)
    play_on(env, *env.reset(seed=2), 2)
    assert {seat for seat, _ in bots[0].shown} == {0}
    assert {seat for seat, _ in bots[1].shown} == {2}
    for bot in bots:
        for seat, states in bot.shown:
            assert env.game.hidden(states, seat).tobytes() == states.tobytes()
            assert states["viewer"][0] == seat + 1


def test_a_match_at_its_cap_is_truncated_and_not_terminated():
    env = motherlode.envs.gymnasium.make("trap_the_cap", seats=4, opponents="random", game="team", turns=9)
    _, info = env.reset(seed=1)
    is_over = is_cut = False
    while not is_cut:
        assert not is_over
        _, reward, is_over, is_cut, info = env.step(int(np.argmax(info["action_mask"])))
    assert not is_over
    assert reward == rewards_of((0, 1, 0, 1), env.game.outcome(env.position)[1])[0]


def test_an_illegal_action_loses_the_match_or_is_refused():
    env = motherlode.envs.gymnasium.make("madcap")
    _, info = env.reset(seed=1)
    illegal = int(np.argmin(info["action_mask"]))
    observation, reward, is_over, _, info = env.step(illegal)
    assert (reward, is_over) == (-1.0, True)
    assert info["refused"].startswith(f"illegal action {illegal}: ")
    assert env.observation_space.contains(observation)
    with pytest.raises(Barred, match="reset starts one"):
        env.step(illegal)
    env = motherlode.envs.gymnasium.make("madcap", illegal="raise")
    env.reset(seed=1)
    before = env.position.tobytes()
    with pytest.raises(IllegalAction, match=f"^illegal action {illegal}: "):
        env.step(illegal)
    assert env.position.tobytes() == before


def test_wrong_words_are_refused():
    make = motherlode.envs.gymnasium.make
    with pytest.raises(BadInput, match="^seat 2: must be from 0 to 1, or None for any$"):
        make("madcap", seat=2)
    with pytest.raises(BadInput, match="^illegal 'ignore': must be 'forfeit' or 'raise'$"):
        make("madcap", illegal="ignore")
    with pytest.raises(BadInput, match="^2 opponents for 2 seats: need 1$"):
        make("madcap", opponents=["random", "greedy"])
    with pytest.raises(NotFound, match="^unknown bot 'genius'"):
        make("madcap", opponents="genius")


def test_masks_are_there_for_maskable_learners():
    env = motherlode.envs.gymnasium.make("rockport_caverns")
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()
    assert env.action_masks().any()

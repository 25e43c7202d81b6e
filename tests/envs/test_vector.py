"""Vector environments: step by step what the rules say, on any number of threads, and on a GPU."""

import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import motherlode
import pebbles
from motherlode.bots import GreedyBot
from motherlode.core import compiling
from motherlode.core.contract import CHANCE, NOBODY, OVER, How
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.core.options import read_options
from motherlode.core.registry import find_game
from motherlode.core.streams import below, make_streams
from motherlode.envs import gym_vector
from motherlode.envs import gymnasium as gymnasium_envs
from motherlode.envs.vector import VectorEnv
from motherlode.table.game import Game

NAMES = motherlode.game_names()
VARIANTS = [
    pytest.param(name, variant, id=f"{name}-{number}")
    for name in NAMES
    for number, variant in enumerate(find_game(name).variants)
]
ROOT = Path(__file__).parents[2]


def game_of(name, variant):
    return motherlode.game(name, **variant)


def reward(game, winners):
    """Zero-sum among sides: they share n among those that won, less 1 each; nothing where nobody wins."""
    sides = sorted(set(game.sides))
    won = [side for side in sides if any(game.sides[seat] == side for seat in winners)]
    if len(sides) == 1 or not won:
        return [float(len(won))] * game.seats
    return [((len(sides) / len(won) if side in won else 0.0) - 1.0) / (len(sides) - 1) for side in game.sides]


def leads(game, states):
    """How far each side has come on average, less how far the others have; alone, how far it has come."""
    came, sides = game.progress(states).astype(float), np.array(game.sides)
    return [came[sides == side].mean() - (came[sides != side].mean() if (sides != side).any() else 0) for side in sides]


class Twin:
    """One environment, stepped through the ruleset alone."""

    def __init__(self, game, seed, index, learner=NOBODY, bot=None, *, has_gains=False):
        self.game, self.learner, self.bot, self.has_gains = game, learner, bot, has_gains
        self.random = make_streams(seed, 1, index)
        self.begin()
        self.show()

    def begin(self):
        """A new game; one that ends before the learner can act is none."""
        self.states = self.game.new()
        self.let_others_act()
        while self.game.is_over(self.states):
            self.states = self.game.new()
            self.let_others_act()

    def let_others_act(self):
        game, states = self.game, self.states
        while (actor := game.to_act(states)) != OVER and (actor == CHANCE or self.learner not in (NOBODY, actor)):
            if actor == CHANCE:
                outcomes = game.chance(states)
                ticket = below(self.random, 0, sum(weight for _, weight in outcomes))
                for outcome, weight in outcomes:
                    ticket -= weight
                    if ticket < 0:
                        game.apply(states, outcome)
                        break
            elif self.bot is not None:
                game.apply(states, self.bot.choose(game, game.hidden(states, actor), actor, self.random))
            else:
                legal = game.legal(states)
                game.apply(states, legal[below(self.random, 0, len(legal))])

    def step(self, action):
        before = leads(self.game, self.states)
        self.game.apply(self.states, action)
        self.let_others_act()
        self.rewards, self.is_over, self.is_cut = [0.0] * self.game.seats, self.game.is_over(self.states), False
        if self.is_over:
            how, winners = self.game.outcome(self.states)
            self.rewards, self.is_cut = reward(self.game, winners), how == How.CAPPED
            self.final = self.game.observe(self.states, max(0, self.learner))
        if self.has_gains:
            after = leads(self.game, self.states)
            self.rewards = [end + (now - then) / 2 for end, now, then in zip(self.rewards, after, before, strict=True)]
        if self.is_over:
            self.begin()
        self.show()

    def show(self):
        game, states = self.game, self.states
        self.to_act = game.to_act(states)
        self.legal = game.legal(states)
        self.observation = game.observe(states, self.to_act)
        self.sampled = self.legal[below(self.random, 0, len(self.legal))]

    def check(self, env, index):
        step = env.current
        assert env.states[index].tobytes() == self.states[0].tobytes()
        assert np.flatnonzero(step.mask[index]).tolist() == self.legal
        assert set(step.mask[index].tolist()) <= {0, 1}
        assert step.counts[index] == len(self.legal)
        assert step.to_act[index] == self.to_act
        assert step.sampled[index] == self.sampled
        assert step.observations[index].tobytes() == self.observation.tobytes()
        assert env.random[index].tobytes() == self.random[0].tobytes()


def compare(env, twins, num_steps, until_end=False):
    """Step both with the same actions, and compare all that is shown; how many games ended."""
    choose, num_ended = np.random.default_rng(5), 0
    for index, twin in enumerate(twins):
        twin.check(env, index)
    for _ in range(num_steps):
        actions = [int(choose.choice(twin.legal)) for twin in twins]
        step = env.step(actions)
        for index, (twin, action) in enumerate(zip(twins, actions, strict=True)):
            twin.step(action)
            twin.check(env, index)
            assert (step.is_over[index], step.is_truncated[index]) == (twin.is_over, twin.is_cut)
            assert step.rewards[index].tolist() == np.array(twin.rewards, np.float32).tolist()
            if twin.is_over:
                num_ended += 1
                if len(env.final_observations):
                    assert env.final_observations[index].tobytes() == twin.final.tobytes()
        if until_end and num_ended:
            break
    return num_ended


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_each_step_is_what_the_ruleset_says(name, variant):
    game = game_of(name, variant)
    compare(VectorEnv(game, 2, seed=3), [Twin(game, 3, index) for index in range(2)], 30)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.compiled
def test_a_game_that_ends_is_rewarded_and_begins_anew_in_the_same_step(name):
    game = game_of(name, find_game(name).variants[-1])
    env = VectorEnv(game, 8, seed=4)
    assert compare(env, [Twin(game, 4, index) for index in range(8)], game.limits.max_length, until_end=True) > 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.compiled
def test_a_learner_plays_against_the_engines_own_players(name, opponent):
    game = game_of(name, find_game(name).variants[-1])
    env = VectorEnv(game, 6, seed=6, learner="each", opponent=opponent)
    assert env.learners.tolist() == [index % game.seats for index in range(6)]
    bot = GreedyBot() if opponent == "greedy" else None
    twins = [Twin(game, 6, index, index % game.seats, bot) for index in range(6)]
    assert compare(env, twins, game.limits.max_length, until_end=True) > 0
    assert env.current.to_act.tolist() == env.learners.tolist()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("learner", [None, "each"])
@pytest.mark.compiled
def test_progress_is_rewarded_in_every_step(name, learner):
    game = game_of(name, find_game(name).variants[-1])
    env = VectorEnv(game, 6, seed=7, learner=learner, opponent="greedy", rewards="progress")
    twins = [Twin(game, 7, index, seat, GreedyBot(), has_gains=True) for index, seat in enumerate(env.learners)]
    assert compare(env, twins, game.limits.max_length, until_end=True) > 0


def test_a_game_that_others_end_before_the_learner_can_act_is_not_told():
    """Of two pebbles the first player may take both."""
    game = Game(pebbles.GAME, read_options(pebbles.GAME, {"heap": 2}), 2)
    env = VectorEnv(game, 8, seed=1, learner=1)
    assert compare(env, [Twin(game, 1, index, 1) for index in range(8)], 10) == 80


def play(env, num_steps):
    step = env.current
    for _ in range(num_steps):
        step = env.step(step.sampled)
    return [env.states.tobytes(), env.random.tobytes(), *(array.tobytes() for array in step)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.compiled
def test_the_number_of_threads_changes_nothing(name):
    game = motherlode.game(name)
    played = []
    for threads in (1, 2, 3, None):
        env = VectorEnv(game, 1100, seed=8, threads=threads)
        played.append(play(env, 40))
        env.close()
    assert played[0] == played[1] == played[2] == played[3]


def test_the_number_of_environments_changes_nothing():
    game = motherlode.game("madcap")
    few, many = VectorEnv(game, 3, seed=8), VectorEnv(game, 50, seed=8)
    play(few, 20)
    play(many, 20)
    assert few.states.tobytes() == many.states[:3].tobytes()


def test_seeds_give_the_same_games_again_and_others_do_not():
    env = VectorEnv(motherlode.game("madcap"), 20, seed=1)
    first = play(env, 15)
    env.reset(seed=1)
    assert play(env, 15) == first
    env.reset()
    assert play(env, 15) != first
    env.reset(seed=2)
    assert play(env, 15) != first


def test_the_same_arrays_come_back_and_cannot_be_written_to():
    env = VectorEnv(motherlode.game("madcap"), 4)
    before = env.current
    after = env.step(before.sampled)
    for one, other in zip(before, after, strict=True):
        assert one is other
        with pytest.raises(ValueError, match="read-only"):
            one[0] = 0


def test_copies_stay_as_they_are():
    env = VectorEnv(motherlode.game("madcap"), 4, copy=True)
    before = env.current
    kept = [array.copy() for array in before]
    after = env.step(before.sampled)
    for one, other, copy in zip(before, after, kept, strict=True):
        assert not np.shares_memory(one, other)
        assert np.array_equal(one, copy)


@pytest.mark.parametrize("action", [-1, -2, -3, 1000, "illegal"])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    env = VectorEnv(motherlode.game("madcap"), 3, seed=2)
    actions = env.current.sampled.copy()
    actions[1] = np.flatnonzero(env.current.mask[1] == 0)[0] if action == "illegal" else action
    before = [env.states.tobytes(), env.random.tobytes()]
    with pytest.raises(IllegalAction, match=f"illegal action {actions[1]} in environment 1: seat 0 may play"):
        env.step(actions)
    assert before == [env.states.tobytes(), env.random.tobytes()]


def test_an_illegal_action_may_forfeit_the_game():
    env = VectorEnv(motherlode.game("madcap"), 3, seed=2, learner=1, illegal="forfeit")
    env.step(env.current.sampled)
    seen = env.current.observations[1].copy()
    actions = env.current.sampled.copy()
    actions[1] = np.flatnonzero(env.current.mask[1] == 0)[0]
    step = env.step(actions)
    assert step.is_over.tolist() == [False, True, False]
    assert step.rewards.tolist() == [[0.0, 0.0], [0.0, -1.0], [0.0, 0.0]]
    assert env.final_observations[1].tobytes() == seen.tobytes()
    assert env.states["left"][1] >= 11  # a new game, in which seat 0 has had its first turn
    assert env.states["left"][0] == 7


def test_rewards_may_be_the_scores_of_the_rules():
    game = motherlode.game("madcap")
    env, other = VectorEnv(game, 9, seed=1, rewards="scores"), VectorEnv(game, 9, seed=1)
    for _ in range(12):
        step, ends = env.step(env.current.sampled), other.step(other.current.sampled)
    assert step.is_over.all()
    assert step.rewards.max() > 1
    for scores, found in zip(step.rewards.tolist(), ends.rewards.tolist(), strict=True):
        assert found == reward(game, [seat for seat in range(2) if scores[seat] == max(scores)])


TEAM = {"seats": 4, "game": "team", "turns": 5}
LAST_CAPS = (
    "20=g1/y6 22=r1/b1 | g=g2.g3.g4.g5.g6+y1.y2.y3.y4.y5 r=- b=b2.b3.b4.b5.b6+r2.r3.r4.r5.r6 y=- "
    "| turns 0 | throws 1 | green has 2"
)
NEUTRAL = "20=g1 22=b1 centre=* | g=g2.g3.g4.g5.g6+b2.b3.b4.b5.b6 b=- | turns 0 | throws 1 | green has 2"


@pytest.mark.parametrize(
    ("options", "position", "rewards"),
    [
        ({"seats": 4, "game": "team"}, LAST_CAPS, [1.0, -1.0, 1.0, -1.0]),
        ({"seats": 2, "game": "golden"}, NEUTRAL, [0.0, 0.0]),
    ],
)
def test_rewards_go_by_sides_and_are_nothing_where_nobody_wins(options, position, rewards):
    game = motherlode.game("trap_the_cap", **options)
    env = VectorEnv(game, 1, seed=2)
    start = game.read_position(position)
    env.states[:] = start
    step = env.step_unchecked(np.array([game.read_action(start, "green 1 to 22")], np.int32))
    assert (step.is_over.tolist(), step.is_truncated.tolist()) == ([True], [False])
    assert step.rewards.tolist() == [rewards]


def test_a_game_at_its_cap_is_truncated():
    game = motherlode.game("trap_the_cap", **TEAM)
    env = VectorEnv(game, 3, seed=2)
    assert compare(env, [Twin(game, 2, index) for index in range(3)], 20) > 2
    while not env.current.is_over.any():
        env.step(env.current.sampled)
    assert env.current.is_truncated.tolist() == env.current.is_over.tolist()


def test_a_forfeit_is_a_loss_for_the_whole_side():
    env = VectorEnv(motherlode.game("trap_the_cap", **TEAM), 1, seed=1, learner=1, illegal="forfeit")
    step = env.step([int(np.flatnonzero(env.current.mask[0] == 0)[0])])
    assert (step.is_over.tolist(), step.is_truncated.tolist()) == ([True], [False])
    assert step.rewards.tolist() == [[0.0, -1.0, 0.0, -1.0]]


@pytest.mark.parametrize(
    ("choices", "code", "message"),
    [
        ({"num_envs": 0}, Code.BAD_CHOICE, "0 environments: must be from 1 to 67108864"),
        ({"threads": 0}, Code.BAD_CHOICE, "0 threads: must be from 1 to 67108864"),
        ({"learner": 2}, Code.UNKNOWN_SEAT, "learner 2: must be a seat from 0 to 1, 'each', or None for self-play"),
        ({"opponent": "exact"}, Code.BAD_CHOICE, "opponent 'exact': must be one of random, greedy"),
        ({"rewards": "gold"}, Code.BAD_CHOICE, "rewards 'gold': must be one of end, scores, progress"),
        ({"illegal": "forfeit"}, Code.BAD_CHOICE, "illegal 'forfeit' in self-play: it takes a learner who loses"),
    ],
)
def test_bad_choices_are_refused_in_one_line(choices, code, message):
    with pytest.raises(BadInput) as caught:
        VectorEnv(motherlode.game("madcap"), **{"num_envs": 2} | choices)
    assert (caught.value.code, str(caught.value)) == (code, message)


def test_actions_of_another_shape_are_refused():
    with pytest.raises(
        IllegalAction, match=r"unreadable actions .* and shape \(3,\): expected .* each of 2 environments"
    ):
        VectorEnv(motherlode.game("madcap"), 2).step([0, 0, 0])


# Gymnasium


@pytest.mark.parametrize("env_id", gymnasium_envs.register())
@pytest.mark.compiled
def test_gymnasium_makes_a_vector_environment_of_every_game(env_id):
    env = gymnasium.make_vec(env_id, num_envs=7, vectorization_mode="vector_entry_point", opponents="random", seat=None)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=3)
    for _ in range(60):
        assert observations in env.observation_space
        assert info["action_mask"].shape == (7, env.single_action_space.n)
        actions = np.array([env.single_action_space.sample(mask=mask) for mask in info["action_mask"]])
        assert actions in env.action_space
        observations, rewards, terminations, truncations, info = env.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (7,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not (terminations & truncations).any()
        assert ("final_obs" in info) == (terminations | truncations).any()
    env.close()


def test_gymnasium_sees_what_the_vector_environment_shows():
    env = gym_vector.GymVectorEnv(5, "madcap", opponents="greedy")
    games = VectorEnv(motherlode.game("madcap"), 5, learner=0, opponent="greedy", illegal="forfeit")
    env.reset(seed=11)
    games.reset(seed=11)
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = rng.integers(0, 72, 5)  # most of them illegal
        observations, rewards, terminations, _, info = env.step(actions)
        step = games.step(actions)
        assert observations.tobytes() == step.observations.tobytes()
        assert rewards.tolist() == step.rewards[:, 0].tolist()
        assert terminations.tolist() == step.is_over.tolist()
        assert info["action_mask"].tobytes() == step.mask.tobytes()
        if terminations.any():
            assert info["final_obs"][terminations].tobytes() == games.final_observations[step.is_over].tobytes()
    env.close()


def test_a_game_at_its_cap_is_truncated_in_a_vector_environment():
    env = gym_vector.GymVectorEnv(6, "trap_the_cap", opponents="random", turns=4)
    _, info = env.reset(seed=2)
    num_cut = 0
    for _ in range(10):
        _, _, terminations, truncations, info = env.step(info["sampled"])
        assert not terminations.any()
        assert ("final_obs" in info) == truncations.any()
        num_cut += truncations.sum()
    assert num_cut > 6
    env.close()


def test_gymnasiums_vector_wrappers_count_episodes():
    env = RecordEpisodeStatistics(gym_vector.GymVectorEnv(4, "madcap", opponents="random", illegal="raise"))
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, rewards, terminations, _, info = env.step(info["sampled"])
    assert terminations.all()
    assert info["episode"]["l"].tolist() == [6, 6, 6, 6]
    assert info["episode"]["r"].tolist() == rewards.tolist()
    env.close()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gym_vector.GymVectorEnv(2, "madcap", render_mode="ansi"), "render mode 'ansi'"),
        (lambda: gym_vector.GymVectorEnv(2, "madcap").reset(seed=[1, 2]), "2 seeds: one seed is for all environments"),
        (lambda: gym_vector.GymVectorEnv(2, "madcap").reset(options={"a": 1}), "options {'a': 1}"),
    ],
)
def test_what_gymnasium_may_ask_for_in_vain(call, message):
    with pytest.raises(BadInput, match=message):
        call()


# The GPU, in processes of their own

SIMULATED = """
import numpy as np
import motherlode
from motherlode.core import gpu
from motherlode.core.errors import BadInput, IllegalAction
from motherlode.envs.gpu_vector import GpuVectorEnv
from motherlode.envs.vector import VectorEnv

game = motherlode.game({name!r}, **{variant!r})
for has_lists, rewards in ((False, "end"), (True, "scores"), (False, "progress")):
    device = GpuVectorEnv(game, 5, seed=3, block=32, has_lists=has_lists, rewards=rewards)
    host = VectorEnv(game, 5, seed=3, rewards=rewards)
    for step in range({steps}):
        for name, expected in host.current._asdict().items():
            found = getattr(device.current, name).copy_to_host()
            assert found.shape == expected.shape and found.tobytes() == expected.tobytes(), (step, name)
        assert device.states().tobytes() == host.states.tobytes(), step
        actions = np.array([np.flatnonzero(row)[step % row.sum()] for row in host.current.mask])
        host.step(actions)
        device.step(actions)
    assert device.num_illegal == 0
    before = device.states().tobytes()
    device.step(np.array([-1, -3, 10**6, np.flatnonzero(host.current.mask[3] == 0)[0], game.limits.num_actions]))
    assert device.num_illegal == 5
    assert device.states().tobytes() == before
    device.reset(seed=3)
    host.reset(seed=3)
    assert device.states().tobytes() == host.states.tobytes()
for refused in (
    lambda: GpuVectorEnv(game, 0),
    lambda: GpuVectorEnv(game, 1, rewards="gold"),
    lambda: device.step(np.zeros(3, np.int32)),
):
    try:
        refused()
    except (BadInput, IllegalAction) as error:
        print(error)
print("equal")
"""

COMPILED = """
import re

import motherlode
from motherlode.core import gpu, playouts

game = motherlode.game({name!r})
texts = [
    gpu.compile_ptx(gpu.step_kernel(game, gpu.block_size(game), reward=reward), gpu.step_signature())
    for reward in (playouts.PROGRESS, playouts.END)
]
assert all(".target sm_90" in text for text in texts), texts[0][:300]
text = texts[-1]  # what rewards progress calls more rules, and where those are many the compiler puts some apart
found = set(re.findall(r"\\b(?:ld|st)\\.\\w+", text))
assert not found - {{"ld.global", "ld.local", "ld.param", "ld.shared", "st.global", "st.local", "st.shared"}}, found
print("compiled", len(text))
"""


def run(code, **environment):
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.compiled
def test_the_step_of_a_game_is_compiled_once_and_found_again():
    make = "import motherlode; from motherlode.envs.vector import VectorEnv; VectorEnv(motherlode.game('madcap'), 1)"
    run(make)
    folder = compiling.cache_folder(Path(find_game("madcap").folder))
    kept = {path: path.stat().st_mtime_ns for path in folder.rglob("*step_envs*")}
    assert len(kept) >= 2  # an index and machine code
    run(make)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*step_envs*")} == kept


@pytest.mark.parametrize("name", NAMES)
def test_a_simulated_gpu_shows_what_the_cpu_does_byte_for_byte(name):
    code = SIMULATED.format(name=name, variant=find_game(name).variants[0], steps=14)
    said = run(code, NUMBA_ENABLE_CUDASIM="1", MOTHERLODE_MODE="plain").splitlines()
    assert said == [
        "0 environments: must be from 1 to 67108864",
        "rewards 'gold': must be one of end, scores, progress",
        "unreadable actions of type int32 and shape (3,): expected a whole number for each of 5 environments",
        "equal",
    ]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "madcap" else pytest.mark.long) for name in NAMES]
)
def test_steps_compile_to_ptx_that_says_which_memory_it_means(name):
    assert "compiled" in run(COMPILED.format(name=name))


@pytest.mark.compiled
def test_the_example_runs():
    said = run((ROOT / "examples" / "vectorised_rollout.py").read_text(encoding="utf-8"))
    assert "games of madcap: a random player gets -0." in said

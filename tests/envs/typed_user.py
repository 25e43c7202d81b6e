"""What somebody writes who trains on our environments and checks types strictly; test_types.py checks and runs it."""

from collections.abc import Iterable
from typing import Any, assert_type

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import motherlode
from motherlode.envs import gymnasium, openspiel
from motherlode.envs.pettingzoo import Observation

Picture = str | NDArray[np.uint8] | None

env = motherlode.pettingzoo("madcap", rewards="shaped", render_mode="ansi")
env.reset(seed=7)
agents = env.agent_iter(3)
assert_type(agents, Iterable[str])
for agent in agents:
    observation, reward, termination, truncation, info = env.last()
    assert_type(observation, Observation)
    assert_type(observation["observation"], NDArray[np.float32])
    assert_type(observation["action_mask"], NDArray[np.int8])
    assert_type(reward, float)
    assert_type(termination, bool)
    assert_type(truncation, bool)
    assert_type(info, dict[str, Any])
    action = env.action_space(agent).sample(observation["action_mask"])
    assert_type(action, np.int64)
    env.step(action)
assert_type(env.last(observe=False)[0], Observation | None)
assert_type(env.observe("seat_0"), Observation)
assert_type(env.observation_space("seat_0"), spaces.Dict[Any])
assert_type(env.agents, list[str])
assert_type(env.agent_selection, str)
assert_type(env.num_agents + env.max_num_agents, int)
assert_type(env.rewards, dict[str, float])
assert_type(env.terminations, dict[str, bool])
assert_type(env.render(), Picture)
assert_type(env.scores + env.unwrapped.scores, list[int])

alone = gymnasium.make("madcap", opponents="random", render_mode="rgb_array")
seen, info = alone.reset(seed=7)
assert_type(seen, NDArray[np.float32])
seen, gain, is_over, is_cut, info = alone.step(alone.action_space.sample(alone.action_masks().astype(np.int8)))
assert_type(seen, NDArray[np.float32])
assert_type(gain, float)
assert_type(is_over, bool)
assert_type(is_cut, bool)
assert_type(info, dict[str, Any])
assert_type(alone.observation_space, spaces.Box[np.float32])
assert_type(alone.action_space, spaces.Discrete[np.int64])
assert_type(alone.render(), Picture)

game = openspiel.load_game("motherlode_madcap(levels=9,gold=%5B1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9%5D)")
assert_type(game.num_players() + game.num_distinct_actions() + game.max_game_length() + game.max_chance_outcomes(), int)
assert_type(game.observation_tensor_size() + game.information_state_tensor_size(), int)
assert_type(game.get_parameters(), dict[str, Any])
assert_type(game.observation_tensor_shape() + game.information_state_tensor_shape(), list[int])
assert_type(game.max_utility() + game.min_utility(), float)
state = game.new_initial_state()
assert_type(state, openspiel.SpielState)
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
assert_type(state.legal_actions() + state.legal_actions_mask() + state.history(), list[int])
assert_type(state.clone().child(state.legal_actions()[0]), openspiel.SpielState)
assert_type(state.action_to_string(state.current_player(), state.legal_actions()[0]), str)
assert_type(state.information_state_string(0) + state.observation_string(1) + state.history_str(), str)
assert_type(state.information_state_tensor(0) + state.observation_tensor(0), list[float])
assert_type(state.returns() + state.rewards(), list[float])
assert_type(state.player_return(0) + state.player_reward(1), float)
assert_type(state.num_players() + state.num_distinct_actions() + state.move_number(), int)
assert_type(state.is_player_node() or state.is_initial_state() or state.is_simultaneous_node(), bool)
assert_type(game.deserialize_state(state.serialize()), openspiel.SpielState)
assert_type(state.get_game().utility_sum(), float | None)
assert_type(openspiel.load_easy("madcap"), openspiel.SpielGame)

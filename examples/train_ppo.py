"""Train skrl's PPO, unchanged, on a table of any game, alone or against the engine's own players.

pip install motherlode[rl]
python examples/train_ppo.py
python examples/train_ppo.py --id motherlode/RockportCavernsEasy-v2 --rewards progress
"""

import argparse

import flax.linen as nn
import gymnasium
import jax.numpy as jnp
import numpy as np
from skrl import config
from skrl.agents.jax.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.jax import SequentialTrainer

import motherlode.envs  # noqa: F401  (registers the games)

NUM_ENVS = 128
ROLLOUT = 24


class MaskSeen(gymnasium.vector.VectorWrapper):
    """The mask of legal actions comes first in the observation, where the policy finds it."""

    def __init__(self, env):
        super().__init__(env)
        seen, num_actions = env.single_observation_space, env.single_action_space.n
        low, high = (np.concatenate([np.full(num_actions, bit), side]) for bit, side in ((0, seen.low), (1, seen.high)))
        self.single_observation_space = gymnasium.spaces.Box(low.astype(np.float32), high.astype(np.float32))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)

    def reset(self, **words):
        seen, info = self.env.reset(**words)
        return np.concatenate([info["action_mask"], seen], axis=1, dtype=np.float32), info

    def step(self, actions):
        seen, *results, info = self.env.step(actions)
        return np.concatenate([info["action_mask"], seen], axis=1, dtype=np.float32), *results, info


class Policy(CategoricalMixin, Model):
    """Logits of all actions; those of illegal ones are as good as minus infinity."""

    def __init__(self, **words):
        Model.__init__(self, **words)
        CategoricalMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs, role):
        seen = inputs["observations"]
        hidden = nn.relu(nn.Dense(128)(nn.relu(nn.Dense(128)(seen))))
        return jnp.where(seen[:, : self.num_actions] > 0, nn.Dense(self.num_actions)(hidden), -1e9), {}


class Value(DeterministicMixin, Model):
    """What the learner expects to get."""

    def __init__(self, **words):
        Model.__init__(self, **words)
        DeterministicMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs, role):
        hidden = nn.relu(nn.Dense(128)(nn.relu(nn.Dense(128)(inputs["observations"]))))
        return nn.Dense(1)(hidden), {}


def make_envs(name, opponent, rewards="end"):
    """Environments in one compiled piece, where the learner has every seat in turn; the next match begins at once."""
    envs = gymnasium.make_vec(
        name, NUM_ENVS, "vector_entry_point", seat=None, opponents=opponent, rewards=rewards, illegal="raise", copy=True
    )
    return MaskSeen(envs)


def evaluate(agent, name, opponent, num_matches, seed):
    """The mean reward at the end: 1 for a win, for a loss -1, or 0 in a game for one."""
    envs = make_envs(name, opponent)
    seen, _ = envs.reset(seed=seed)
    rewards = []
    while len(rewards) < num_matches:
        actions, _ = agent.act(jnp.asarray(seen), None, timestep=0, timesteps=0)
        seen, reward, is_over, is_cut, _ = envs.step(np.asarray(actions).ravel())
        rewards += reward[is_over | is_cut].tolist()
    return float(np.mean(rewards))


def train(num_steps, name, rewards="end", num_matches=1000, seed=1, opponent="random"):
    """Train for so many steps of 128 environments; the mean reward at the end of a match before and after."""
    config.jax.key = seed
    config.jax.device = "cpu"
    envs = make_envs(name, opponent, rewards)
    envs.reset(seed=seed)
    env = wrap_env(envs, verbose=False)
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space, "device": env.device}
    models = {"policy": Policy(**spaces), "value": Value(**spaces)}
    for role, model in models.items():
        model.init_state_dict(role=role)
    settings = PPO_CFG(
        rollouts=ROLLOUT, learning_epochs=6, mini_batches=12, discount_factor=1.0, gae_lambda=0.95, learning_rate=2e-3,
        value_loss_scale=0.5,
        experiment={"write_interval": 0, "checkpoint_interval": 0},
    )  # fmt: skip
    memory = RandomMemory(memory_size=ROLLOUT, num_envs=NUM_ENVS, device=env.device)
    agent = PPO(models=models, memory=memory, cfg=settings, **spaces)
    trainer = SequentialTrainer(
        env=env,
        agents=agent,
        cfg={"timesteps": num_steps, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False},
    )
    agent.enable_training_mode(False)
    before = evaluate(agent, name, opponent, num_matches, seed)
    trainer.train()
    agent.enable_training_mode(False)
    return before, evaluate(agent, name, opponent, num_matches, seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--id", default="motherlode/Madcap-v1", help="as docs/research.md lists them")
    parser.add_argument("--rewards", default="end", help="end, scores or progress")
    parser.add_argument("--steps", type=int, default=2400, help="of 128 environments")
    parser.add_argument("--opponent", default="random", help="random or greedy")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    before, after = train(words.steps, words.id, words.rewards, seed=words.seed, opponent=words.opponent)
    print(f"mean reward at the end of a match: {before:+.2f} before, {after:+.2f} after")

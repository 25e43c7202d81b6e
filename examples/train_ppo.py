"""Train skrl's PPO, unchanged, to play Madcap against a random player; about two minutes on a CPU.

pip install motherlode[rl]
python examples/train_ppo.py
"""

import argparse

import flax.linen as nn
import gymnasium
import jax.numpy as jnp
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from skrl import config
from skrl.agents.jax.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.jax import SequentialTrainer

import motherlode.envs  # noqa: F401  (registers the games)

NUM_ENVS = 128
ROLLOUT = 24


class MaskSeen(gymnasium.Wrapper):
    """The mask of legal actions comes first in the observation, where the policy finds it."""

    def __init__(self, env):
        super().__init__(env)
        seen, num_actions = env.observation_space, env.action_space.n
        low, high = (np.concatenate([np.full(num_actions, bit), side]) for bit, side in ((0, seen.low), (1, seen.high)))
        self.observation_space = gymnasium.spaces.Box(low.astype(np.float32), high.astype(np.float32))

    def reset(self, **words):
        seen, info = self.env.reset(**words)
        return np.concatenate([info["action_mask"], seen], dtype=np.float32), info

    def step(self, action):
        seen, reward, is_over, is_cut, info = self.env.step(action)
        return np.concatenate([info["action_mask"], seen], dtype=np.float32), reward, is_over, is_cut, info


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


def make_envs(count, opponent, rewards="end"):
    """Environments that begin the next match in the step that ends one."""

    def make():
        return MaskSeen(gymnasium.make("motherlode/Madcap-v1", seat=None, opponents=opponent, rewards=rewards))

    return SyncVectorEnv([make] * count, autoreset_mode=AutoresetMode.SAME_STEP)


def evaluate(agent, opponent, num_matches, seed):
    """The mean reward: 1 for a win, 0 for a draw, -1 for a loss."""
    envs = make_envs(NUM_ENVS, opponent)
    seen, _ = envs.reset(seed=seed)
    rewards = []
    while len(rewards) < num_matches:
        actions, _ = agent.act(jnp.asarray(seen), None, timestep=0, timesteps=0)
        seen, reward, is_over, *_ = envs.step(np.asarray(actions).ravel())
        rewards += reward[is_over].tolist()
    return float(np.mean(rewards))


def train(num_steps, num_matches=1000, seed=1, opponent="random"):
    """Train for so many steps of 128 environments; the mean reward before and after."""
    config.jax.key = seed
    config.jax.device = "cpu"
    env = wrap_env(make_envs(NUM_ENVS, opponent, "shaped"), verbose=False)
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
    before = evaluate(agent, opponent, num_matches, seed)
    trainer.train()
    agent.enable_training_mode(False)
    return before, evaluate(agent, opponent, num_matches, seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--opponent", default="random", help="random or greedy")
    words = parser.parse_args()
    before, after = train(words.steps, opponent=words.opponent)
    print(f"mean reward against a {words.opponent} player: {before:+.2f} before, {after:+.2f} after")

"""A random agent in five lines."""

import motherlode

env = motherlode.pettingzoo("minecart_mayhem", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    seen, reward, is_over, is_cut, _ = env.last()
    env.step(None if is_over or is_cut else env.action_space(agent).sample(seen["action_mask"]))
print("scores by seat:", env.scores)

"""Nets that learn to play by playing themselves: `motherlode train`. Needs JAX, the extra `train`.

- `settings`: how a game is learned, from one TOML file for each game;
- `stages`: many games at once, on a CPU or a GPU, as arrays of JAX;
- `ppo`: a net that learns from what happened on a stage;
- `training`: the whole of it, with checkpoints and curves.
"""

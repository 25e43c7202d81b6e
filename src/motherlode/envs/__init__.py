"""Environments for learning: one adapter for each API, each serving every game."""

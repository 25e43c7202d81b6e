"""Puzzles: positions where one action is clearly best, mined from matches, to be solved."""

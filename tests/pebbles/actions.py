"""Action n: take n + 1 pebbles. Outcome n: a charm worth n + 1."""

NUM_ACTIONS = 2
NUM_OUTCOMES = 3

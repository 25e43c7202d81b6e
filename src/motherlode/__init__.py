"""Motherlode: tabletop games, exact to their rulebooks, to play, study and train on.

import motherlode
game = motherlode.game("madcap")
match = game.start(seed=7)
while not match.is_over:
    match.play(match.actions()[0])
print(match.scores, match.record())
"""

from motherlode.core.registry import game_names
from motherlode.table.game import find as game
from motherlode.table.game import replay, verify

__all__ = ["game", "game_names", "replay", "verify"]
__version__ = "0.1.0"

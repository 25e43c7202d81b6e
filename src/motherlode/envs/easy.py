"""One easier table of each game, short and forgiving, for learners to be tried out on.

It is the game itself with other options: those in `easy.toml` of its folder, and `seats` beside them where there are
more than the fewest.
"""

from pathlib import Path
from typing import Any

from motherlode.core.contract import GameSpec
from motherlode.core.options import read_toml
from motherlode.core.registry import find_game

FILE = "easy.toml"


def has_easy(spec: GameSpec) -> bool:
    """Whether a game has an easier table; other people's games need not."""
    return (Path(spec.folder) / FILE).exists()


def easy_options(name: str) -> dict[str, Any]:
    """Options, and `seats`, of a game's easier table, as keywords: `motherlode.game(name, **easy_options(name))`."""
    return read_toml(Path(find_game(name).folder) / FILE)

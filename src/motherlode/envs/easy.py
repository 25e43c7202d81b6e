"""Other tables of a game for learners: an easier one, short and forgiving, and of some games a small one, solved.

Each is the game itself with other options: those in `easy.toml` or `small.toml` of its folder, and `seats` beside them
where there are more than the fewest. What the small ones are worth is in docs/small-tables.md.
"""

from pathlib import Path
from typing import Any

from motherlode.core.contract import GameSpec
from motherlode.core.options import read_toml
from motherlode.core.registry import find_game

FILE = "easy.toml"
SMALL = "small.toml"


def has_easy(spec: GameSpec) -> bool:
    """Whether a game has an easier table; other people's games need not."""
    return (Path(spec.folder) / FILE).exists()


def easy_options(name: str) -> dict[str, Any]:
    """Options, and `seats`, of a game's easier table, as keywords: `motherlode.game(name, **easy_options(name))`."""
    return read_toml(Path(find_game(name).folder) / FILE)


def has_small(spec: GameSpec) -> bool:
    """Whether a game has a small table that is solved."""
    return (Path(spec.folder) / SMALL).exists()


def small_options(name: str) -> dict[str, Any]:
    """Options, and `seats`, of a game's small table, as keywords."""
    return read_toml(Path(find_game(name).folder) / SMALL)

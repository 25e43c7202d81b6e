"""The games that exist: every folder under `motherlode.games`, and games that other packages announce.

Another package announces a game by an entry point of the group `motherlode.games` that names its GameSpec, or by
calling `register`.
"""

import difflib
import importlib
import pkgutil
from importlib.metadata import entry_points
from typing import Any, cast

from motherlode.core.contract import GameSpec, Solver
from motherlode.core.errors import MAX_SHOWN, BadInput, Code, NotFound, shown
from motherlode.core.reading import whole_number
from motherlode.core.ruleset import compiled

GROUP = "motherlode.games"
_registered: dict[str, GameSpec] = {}


def register(spec: GameSpec) -> GameSpec:
    """Make a game known in this process under its name."""
    _registered[spec.name] = spec
    return spec


def own_names() -> list[str]:
    """The names of the games in this package, sorted."""
    package = importlib.import_module(GROUP)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def game_names() -> list[str]:
    """The names of all games, sorted; imports none of them."""
    return sorted({*own_names(), *(entry.name for entry in entry_points(group=GROUP)), *_registered})


def check_seats(spec: GameSpec, seats: object) -> int:
    """The number of seats, if the game is for so many."""
    fewest, most = spec.seats
    count = whole_number(seats)
    if count is None or not fewest <= count <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadInput(Code.WRONG_SEATS, f"{spec.title} with {shown(seats)} seats: it has {wanted}")
    return count


def find_game(name: str) -> GameSpec:
    """The game of that name."""
    if isinstance(name, str) and name in _registered:
        return _registered[name]
    names = game_names()
    if not isinstance(name, str) or name not in names:
        close = difflib.get_close_matches(name[:MAX_SHOWN], names, 1) if isinstance(name, str) else []
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
        raise NotFound(Code.UNKNOWN_GAME, f"unknown game {shown(name)}: {hint}")
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return register(entry.load())
    return register(importlib.import_module(f"{GROUP}.{name}").GAME)


def find_solver(spec: GameSpec) -> Solver[Any]:
    """The module that solves a game exactly; only for games that name one. It needs machine code, and has it made."""
    compiled(spec)
    return cast("Solver[Any]", importlib.import_module(spec.solver))

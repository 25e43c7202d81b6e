"""Motherlode: tabletop games, exact to their rulebooks, to play, study and train on.

>>> import motherlode
>>> game = motherlode.game("madcap")
>>> match = game.start(seed=7)
>>> while not match.is_over:
...     _ = match.play(match.actions()[0])
>>> match.scores
[0, 10]
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motherlode.core.registry import game_names
    from motherlode.envs.pettingzoo import make as pettingzoo
    from motherlode.reviews.reviewing import review
    from motherlode.table.game import find as game
    from motherlode.table.game import replay, verify

__all__ = ["game", "game_names", "pettingzoo", "replay", "review", "verify"]
__version__ = "0.1.0"


def __dir__() -> list[str]:
    """What there is, also before it is first asked for."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import the engine when it is first asked for: it takes longer than to say `--help`."""
    if name == "game_names":
        from motherlode.core.registry import game_names

        return game_names
    if name == "pettingzoo":
        from motherlode.envs.pettingzoo import make

        return make
    if name == "review":
        from motherlode.reviews.reviewing import review

        return review
    if name in __all__:
        from motherlode.table import game as door

        return getattr(door, {"game": "find"}.get(name, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""What may be changed in Trap the Cap."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from motherlode.games.trap_the_cap.components import (
    ENDINGS_OF,
    MAX_BASES,
    MAX_CAPS_EACH,
    MAX_TURNS,
    Board,
    check_colours,
)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of the five games, and the numbers of the box; the defaults are in data/options.toml."""

    game: Literal["basic", "team", "total", "tower", "golden"]
    ending: Literal["usual", "most", "last", "fewest", "golden"]
    board: str | Board
    kinds: str
    caps: Annotated[int, Meta(ge=1, le=MAX_CAPS_EACH)]
    colours: Annotated[list[str], Meta(min_length=2, max_length=MAX_BASES)]
    turns: Annotated[int, Meta(ge=1, le=MAX_TURNS)]

    def __post_init__(self) -> None:
        """Check what involves several fields."""
        if self.ending != "usual" and self.ending not in ENDINGS_OF[self.game]:
            raise ValueError(f"ending: the {self.game} game ends by {' or '.join(ENDINGS_OF[self.game])}")
        if isinstance(self.board, str) and self.board not in {"auto", "four", "six"}:
            raise ValueError("board: must be 'auto', 'four', 'six' or a table with the numbers of a board")
        check_colours(self.colours)

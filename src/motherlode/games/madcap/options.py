"""What may be changed in Madcap."""

from typing import Annotated

import msgspec
from msgspec import Meta

from motherlode.games.madcap.components import MAX_DICE, MAX_FACES, MAX_LEVELS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R8.1, R7.1, R7.2: numbers of the box and of match play; the defaults are in data/options.toml."""

    levels: Annotated[int, Meta(ge=2, le=MAX_LEVELS)]
    dice: Annotated[int, Meta(ge=1, le=MAX_DICE)]
    faces: Annotated[int, Meta(ge=1, le=MAX_FACES)]
    gold: list[Annotated[int, Meta(ge=0, le=50)]]
    games: Annotated[int, Meta(ge=1, le=100)]
    nuggets: Annotated[int, Meta(ge=0, le=1000)]
    fair_rolls: bool

    def __post_init__(self) -> None:
        """Check what involves several fields; R8.2: a barrel bounces once at most."""
        if self.faces >= self.levels:
            raise ValueError(f"faces: must be below levels, which is {self.levels}")
        if len(self.gold) != self.levels:
            raise ValueError(f"gold: needs one number for each of {self.levels} levels")
        if self.nuggets and self.games > 1:
            raise ValueError("nuggets: a match is for games or for nuggets, not both")

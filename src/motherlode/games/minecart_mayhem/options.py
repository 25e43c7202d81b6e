"""What may be changed in Minecart Mayhem."""

from typing import Annotated

import msgspec
from msgspec import Meta

from motherlode.games.minecart_mayhem.components import (
    MAX_CARDS,
    MAX_DIE,
    MAX_HAND,
    MAX_LANES,
    MAX_RAILS,
    MAX_ROUNDS,
    MAX_STALACTITES,
)

Cards = Annotated[int, Meta(ge=0, le=MAX_CARDS)]
Value = Annotated[int, Meta(ge=0, le=MAX_DIE)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the table, the die and the deck; the defaults are in data/options.toml."""

    # R13.1: what may be changed, from where to where.
    lanes: Annotated[int, Meta(ge=2, le=MAX_LANES)]
    rails: Annotated[int, Meta(ge=1, le=MAX_RAILS)]
    start: Annotated[int, Meta(ge=1, le=MAX_RAILS)]
    hand: Annotated[int, Meta(ge=1, le=MAX_HAND)]
    die: Annotated[int, Meta(ge=2, le=MAX_DIE)]
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
    rail_value: Value
    dynamite_value: Value
    stalactite_value: Value
    rocket_value: Value
    swap_value: Value
    double_adds: Value
    rail_cards: Cards
    dynamite_cards: Cards
    stalactite_cards: Annotated[int, Meta(ge=0, le=MAX_STALACTITES)]  # R13.2
    rocket_cards: Cards
    double_cards: Cards
    swap_cards: Cards
    duel: bool = False  # R1.9

    def __post_init__(self) -> None:
        """R13.1: check what involves several fields; what depends on the number of seats is checked by `build_box`."""
        if self.start > self.rails:
            raise ValueError(f"start: a lane has {self.rails} rails")

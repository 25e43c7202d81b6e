"""What may be changed in Madstone."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from motherlode.games.madstone.components import MAX_BASIC, MAX_CARDS, MAX_DARKNESS, MAX_SEATS, MAX_TOKENS, Card

Count = Annotated[int, Meta(ge=0, le=20)]
# Cards are read one by one, so that an error names the card; whoever asks for the schema is told what one looks like.
CardTable = Annotated[dict[str, Any], Meta(extra_json_schema=msgspec.json.schema(Card))]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R13.1, R13.2: numbers of the table and changes to the cards; the defaults are in data/options.toml."""

    dealt: Annotated[int, Meta(ge=1, le=10)]
    placed: Annotated[int, Meta(ge=0, le=10)]
    removed: list[Annotated[int, Meta(ge=0, le=MAX_CARDS)]]
    crystals: Count
    basic_actions: Annotated[int, Meta(ge=1, le=MAX_BASIC)]
    draw_to: Annotated[int, Meta(ge=1, le=10)]
    darkness_cards: Annotated[int, Meta(ge=0, le=MAX_DARKNESS)]
    darkness_crystals: Count
    night_adds: Count
    poison_tokens: Annotated[int, Meta(ge=0, le=MAX_TOKENS)]
    rounds: Annotated[int, Meta(ge=1, le=200)]
    cards: list[CardTable]
    without: list[str]
    # New since version 1 of the rules: what stands here as its default is no part of a ruleset's digest.
    crystals_by_place: Annotated[list[Count], Meta(max_length=MAX_SEATS)] = []

    def __post_init__(self) -> None:
        """R2.4, R2.5: check what involves several fields."""
        if len(self.removed) != 3:
            raise ValueError("removed: needs one number for each of 2, 3 and 4 players")
        if self.placed > self.dealt:
            raise ValueError(f"placed: only {self.dealt} cards are dealt")

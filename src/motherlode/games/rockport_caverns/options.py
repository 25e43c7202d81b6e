"""What may be changed in the Rockport Caverns, and the cavern of the day."""

import datetime
import hashlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from motherlode.games.rockport_caverns.components import NUM_CHARACTERS, NUM_ROWS

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
Life = Annotated[int, Meta(ge=1, le=20)]
Store = Annotated[int, Meta(ge=0, le=6)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cavern, the card, the difficulty and the numbers behind them; the defaults are in data/options.toml."""

    map: Annotated[int, Meta(ge=1, le=2)]  # R1.1
    character: Annotated[int, Meta(ge=1, le=NUM_CHARACTERS)]  # R1.1
    rocks: Level  # R1.4
    water: Level  # R1.5
    bear: bool  # R12.1
    # R13.2: numbers that designers may change; lists are by level, by card or by row.
    rock_slides: list[Annotated[int, Meta(ge=0, le=30)]]  # R1.4
    water_filled: list[Annotated[int, Meta(ge=0, le=20)]]  # R1.5
    circles: list[Annotated[int, Meta(ge=1, le=20)]]  # R2.8; none: those of the map
    health: list[Life]  # R1.1, R9.5
    stored: list[Store]  # R1.1
    most_stored: list[Store]  # R1.1
    trigger_rows: list[Annotated[int, Meta(ge=1, le=NUM_ROWS)]]  # R1.2
    friend_rows: list[Annotated[int, Meta(ge=0, le=3)]]  # R1.2; 0: rolled, R9.3
    rerolls: Annotated[int, Meta(ge=0, le=20)]  # R8.3
    most_life: Life  # R8.4
    most_rounds: Annotated[int, Meta(ge=1, le=200)]  # R11.6

    def __post_init__(self) -> None:
        """Check what involves several fields."""
        for name in ("rock_slides", "water_filled"):
            if len(getattr(self, name)) != len(LEVELS):
                raise ValueError(f"{name}: needs one number for each of easy, medium and hard")
        for name in ("health", "stored", "most_stored", "trigger_rows", "friend_rows"):
            if len(getattr(self, name)) != NUM_CHARACTERS:
                raise ValueError(f"{name}: needs one number for each of {NUM_CHARACTERS} cards")
        if self.circles and len(self.circles) != NUM_ROWS:
            raise ValueError(f"circles: needs one number for each of {NUM_ROWS} rows, or none")
        for card in range(NUM_CHARACTERS):
            if self.stored[card] > self.most_stored[card]:
                raise ValueError(
                    f"stored: card {card + 1} starts with more than it may store, {self.most_stored[card]}"
                )
            if self.health[card] > self.most_life:
                raise ValueError(f"health: card {card + 1} has more life than most_life, {self.most_life}")


def daily(date: datetime.date) -> tuple[int, dict[str, Any]]:
    """R13.1: the seed and the options of a date: the same cavern, card, difficulty and dice for everyone."""
    digest = hashlib.sha256(f"rockport_caverns {date.isoformat()}".encode()).digest()
    seed = int.from_bytes(digest[:6], "big")
    level = LEVELS[digest[8] % len(LEVELS)]
    options = {
        "map": 1 + digest[6] % 2,
        "character": 1 + digest[7] % NUM_CHARACTERS,
        "rocks": level,
        "water": level,
    }
    return seed, options

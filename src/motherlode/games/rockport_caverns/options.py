"""What may be changed in the Rockport Caverns, and the cavern of the day."""

import datetime
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from motherlode.core.options import read_toml
from motherlode.games.rockport_caverns.components import MOST_ROUNDS, NUM_CHARACTERS, NUM_ROWS, MapFile

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
Life = Annotated[int, Meta(ge=1, le=20)]
Store = Annotated[int, Meta(ge=0, le=6)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cavern, the card, the difficulty and the numbers behind them; the defaults are in data/options.toml."""

    map: Annotated[int, Meta(ge=1, le=2)] | MapFile  # R1.1, R13.2
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
    most_rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]  # R11.6
    set: Annotated[int, Meta(ge=1, le=2)] = 1  # R2.9
    drawn: Annotated[int, Meta(ge=0, le=999)] = 0  # R2.10

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


@lru_cache(1)
def proven_days() -> tuple[datetime.date, list[int]]:
    """R13.1: the first day of daily.toml, and from then on for each day which of its seeds our strongest bot won."""
    content = read_toml(Path(__file__).parent / "daily.toml")
    return content["first"], [number for month in content["seeds"] for number in month]


def daily(date: datetime.date) -> tuple[int, dict[str, Any]]:
    """R13.1: the seed and the options of a date: the same cavern, card, difficulty and dice for everyone.

    Caverns of days that daily.toml does not have are those of days that it has, over and over.
    """
    first, numbers = proven_days()
    index = (date - first).days % len(numbers)
    return candidate(first + datetime.timedelta(index), numbers[index])


def candidate(date: datetime.date, number: int) -> tuple[int, dict[str, Any]]:
    """R13.1: the options of a date, and one of the seeds that it may have, from 0 on."""
    words = f"rockport_caverns {date.isoformat()}"
    digest = hashlib.sha256(words.encode()).digest()
    level = LEVELS[digest[8] % len(LEVELS)]
    options = {
        "map": 1 + digest[6] % 2,
        "character": 1 + digest[7] % NUM_CHARACTERS,
        "rocks": level,
        "water": level,
    }
    if number:
        digest = hashlib.sha256(f"{words} {number}".encode()).digest()
    return int.from_bytes(digest[:6], "big"), options

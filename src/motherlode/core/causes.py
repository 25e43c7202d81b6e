"""What the causes.py of a game has: facts that can be counted in a position, and their words.

They say why one line is better than another: nothing but what differs after them (`motherlode.bots.causes`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from motherlode.core.contract import Language


class Fact(NamedTuple):
    """Something that can be counted, as a seat sees it."""

    name: str
    words: Mapping[Language, str]  # what is counted, as it stands in the middle of a sentence
    is_good: bool = True  # whether more of it is better for the seat
    most: int | None = None  # from so many on it is no longer counted

"""Names of people: what may be one, and which ones look alike."""

import functools
import string
import unicodedata

from confusable_homoglyphs import confusables

from motherlode.bots import LEVELS
from motherlode.core.errors import BadInput, Code

MAX_LENGTH = 40
PAIRS = {"rn": "m", "vv": "w", "cl": "d"}  # letters that look like another one together
RESERVED = ("Motherlode", "Server", "System", "Admin", "Moderator", "Random", "Greedy", "Exact", *LEVELS)


def clean_name(name: str) -> str:
    """The name without space at either end; raise unless it is printable."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned or not cleaned.isprintable() or len(cleaned) > MAX_LENGTH:
        raise BadInput(Code.BAD_CHOICE, f"bad name {name[:MAX_LENGTH]!r}: needs 1 to {MAX_LENGTH} printable characters")
    return cleaned


def likeness_of(name: str) -> str:
    """A text that is the same for names that look alike: in case, in spaces, in letters of other scripts.

    It is for comparing, not for showing.
    """
    alike = _alike()
    letters = "".join(unicodedata.normalize("NFKC", name).split())
    # Capitals of other scripts look like ours where their small letters do not.
    letters = "".join(alike.get(letter, letter) for letter in letters).casefold()
    for pair, letter in PAIRS.items():
        letters = letters.replace(pair, letter)
    return "".join(alike.get(letter, letter) for letter in letters)


@functools.cache
def _alike() -> dict[str, str]:
    """Each letter that looks like another one, with the one that stands for all of them.

    Unicode's table of confusable letters, and Latin letters in both cases: I, l, 1 and i are all one.
    """
    leaders: dict[str, str] = {}

    def leader(letter: str) -> str:
        while (found := leaders.get(letter, letter)) != letter:
            letter = found
        return letter

    def join(one: str, other: str) -> None:
        first, second = sorted((leader(one), leader(other)))
        if first != second:
            leaders[second] = first

    for letter, others in confusables.confusables_data.items():
        for other in others:
            if len(letter) == len(other["c"]) == 1:
                join(letter, other["c"])
    for letter in string.ascii_uppercase:
        join(letter, letter.lower())
    return {letter: leader(letter) for letter in leaders}


@functools.cache
def reserved() -> frozenset[str]:
    """What nobody may be called: the server, and bots."""
    return frozenset(likeness_of(name) for name in RESERVED)

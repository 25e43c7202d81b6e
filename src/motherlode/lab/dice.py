"""Chance for the lab: every number serves one purpose, so that two variants stay together as long as they can.

The chance of a match is keyed by the step of its log and picks by a remainder: one step more, or one card more in the
deck, and everything after it is another game. Here a number is keyed by what it is for (the phase of the game), whose
it is, and how many of these came before; and it picks monotonely, by where it falls on the line of all weights. So an
added card changes the draws that fall on it or next to it, and leaves the others.

A game that was played so is written down with its outcomes as a script: records know nothing of this.
"""

import hashlib
from collections.abc import Sequence

from motherlode.core.chance import TICKETS, Weighted, pick_outcome


class PairedDice:
    """Chance for one game, from a seed."""

    def __init__(self, seed: int) -> None:
        self._key = hashlib.blake2b(f"motherlode lab {seed}".encode(), digest_size=32).digest()
        self._counts: dict[tuple[int, int], int] = {}

    def draw(self, purpose: int, seat: int, outcomes: Weighted) -> int:
        """The outcome of the next draw for this purpose and this seat."""
        count = self._counts.get((purpose, seat), 0)
        self._counts[purpose, seat] = count + 1
        digest = hashlib.blake2b(f"{purpose}/{seat}/{count}".encode(), digest_size=8, key=self._key).digest()
        total = sum(weight for _, weight in outcomes)
        return pick_outcome(outcomes, int.from_bytes(digest, "big") * total // TICKETS)

    def copy(self) -> "PairedDice":
        """The same dice, to be thrown on without changing these."""
        twin = object.__new__(PairedDice)
        twin._key, twin._counts = self._key, dict(self._counts)
        return twin


def seed_of(*parts: int | str | Sequence[int]) -> int:
    """A seed of its own for everything that has a name."""
    name = "/".join(str(part) for part in ("motherlode lab", *parts))
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big") >> 1

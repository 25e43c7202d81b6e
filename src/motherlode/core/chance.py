"""Where chance comes from: a seed, a script, or a secret seed that is shown afterwards.

A source answers for a step of the log, not for a moment: the same step of the same match always gets the same answer,
so a match can be replayed and checked. How a number is drawn is part of the record format and never changes:

    ticket = the first 8 bytes, big-endian, of HMAC-SHA256(key, "TABLE/STEP/TRY")

for TRY = 0, 1, ... until the ticket is below the largest multiple of the total weight that fits into 64 bits; then the
ticket modulo the total weight picks an outcome, weights laid end to end in the order of the outcomes.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Protocol

from motherlode.core.errors import BadInput, Code

TICKETS = 1 << 64
SEED_BYTES = 32
MAX_TABLE_NAME = 80

Weighted = Sequence[tuple[int, int]]  # outcomes with their weights


class Chance(Protocol):
    """A source of chance for one match."""

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The outcome at this step of the log."""


def draw_ticket(key: bytes, table: str, step: int, total: int) -> int:
    """A number from 0 to total - 1, each equally likely."""
    limit = TICKETS - TICKETS % total
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{table}/{step}/{attempt}".encode(), "sha256")
        ticket = int.from_bytes(digest[:8], "big")
        if ticket < limit:
            return ticket % total
        attempt += 1


def pick_outcome(outcomes: Weighted, ticket: int) -> int:
    """The outcome on which a ticket falls."""
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise AssertionError("a ticket is below the total weight")


class SeededChance:
    """Chance from a number that everybody knows: for study and tests."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = f"motherlode seed {seed}".encode()

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The outcome at this step of the log."""
        return pick_outcome(outcomes, draw_ticket(self._key, "", step, sum(weight for _, weight in outcomes)))


class FairChance:
    """Chance from a secret whose hash is shown before the first action and itself after the last.

    Nobody can choose the dice: the host is bound by the hash, and the players cannot know the seed.
    """

    def __init__(self, table: str, seed: bytes | None = None) -> None:
        if not table or table != table.strip() or not table.isprintable() or len(table) > MAX_TABLE_NAME:
            raise BadInput(
                Code.BAD_CHOICE,
                f"bad table name {table!r}: needs 1 to {MAX_TABLE_NAME} printable characters, no space at either end",
            )
        self.table = table
        self.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed

    @property
    def commitment(self) -> str:
        """The hash of the seed, in hex."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The outcome at this step of the log."""
        total = sum([weight for _, weight in outcomes])
        return pick_outcome(outcomes, draw_ticket(self.seed, self.table, step, total))


class ScriptedChance:
    """Chance that does what it is told, in order: for puzzles, lessons and records without a seed."""

    def __init__(self, outcomes: Sequence[int], then: Chance | None = None) -> None:
        self._script = list(outcomes)
        self._then = then
        self._steps: list[int] = []  # the steps of the log that the script answered, ascending

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The next outcome of the script, else what `then` draws; a step that comes again gets the same answer."""
        self._steps = [answered for answered in self._steps if answered < step]
        if len(self._steps) < len(self._script):
            outcome = self._script[len(self._steps)]
            if outcome not in [possible for possible, weight in outcomes if weight > 0]:
                raise BadInput(
                    Code.SCRIPT_ENDED,
                    f"scripted outcome {outcome} at step {step} is impossible: expected one of {outcomes}",
                )
            self._steps.append(step)
            return outcome
        if self._then is None:
            raise BadInput(Code.SCRIPT_ENDED, f"the script of {len(self._script)} outcomes ended before step {step}")
        return self._then.draw(step, outcomes)

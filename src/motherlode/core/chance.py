"""Where chance comes from: a seed, a script, or a secret seed that is shown afterwards.

A source answers for a step of the log, not for a moment: the same step of the same match always gets the same answer,
so a match can be replayed and checked. How a number is drawn is part of the record format and never changes:

    ticket = the first 8 bytes, big-endian, of HMAC-SHA256(key, "TABLE/STEP/TRY")

for TRY = 0, 1, ... until the ticket is below the largest multiple of the total weight that fits into 64 bits; then the
ticket modulo the total weight picks an outcome, weights laid end to end in the order of the outcomes.

The key of fair dice is the host's secret seed; where the seats added numbers of their own, it is made from all of them:

    key = HMAC-SHA256(seed, "TABLE/NUMBER 1/NUMBER 2/...")

with one number for each seat, 64 hexadecimal digits, or "-" for a seat that added none. docs/fair-dice.md says who has
to trust whom for what, and has two short programs that check it.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from motherlode.core.errors import BadInput, Code, shown
from motherlode.core.reading import read_script

TICKETS = 1 << 64
SEED_BYTES = 32
MAX_TABLE_NAME = 80
NUMBER = re.compile(r"[0-9a-f]{64}")  # of a seat, in hexadecimal digits
WHY_NONE = ("bot", "late", "unopened")  # why a seat added none: it cannot, it did not, or not what it had sealed

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


def is_name(name: object, most: int) -> bool:
    """Whether it is a name that fits on a line of a record."""
    return isinstance(name, str) and 0 < len(name) <= most and name == name.strip() and name.isprintable()


class SeededChance:
    """Chance from a number that everybody knows: for study and tests."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = f"motherlode seed {seed}".encode()

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The outcome at this step of the log."""
        return pick_outcome(outcomes, draw_ticket(self._key, "", step, sum(weight for _, weight in outcomes)))


class Share(NamedTuple):
    """What one seat added to fair dice: a number, or why none."""

    number: str | None  # 64 hexadecimal digits
    why_none: str = ""  # one of WHY_NONE

    @property
    def shown(self) -> str:
        """As a record has it."""
        return self.number or f"none ({self.why_none})"


def new_number() -> str:
    """A number for a seat to add."""
    return secrets.token_hex(SEED_BYTES)


def seal_of(number: str) -> str:
    """The hash by which a seat is bound to its number before anybody knows it."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


class FairChance:
    """Chance from a secret whose hash is shown before the first action and itself after the last.

    The host is bound by the hash, and the players cannot know the seed. Where seats add numbers (`shares`) after the
    hash was shown, the host cannot try seeds until the dice please it.
    """

    def __init__(self, table: str, seed: bytes | None = None, shares: Sequence[Share] | None = None) -> None:
        if not is_name(table, MAX_TABLE_NAME):
            raise BadInput(
                Code.BAD_CHOICE,
                f"bad table name {shown(table)}: "
                f"needs 1 to {MAX_TABLE_NAME} printable characters, no space at either end",
            )
        for share in shares or ():
            if share.number is not None and not NUMBER.fullmatch(share.number):
                raise BadInput(Code.BAD_CHOICE, f"bad number {share.number!r}: needs 64 hexadecimal digits")
        self.table = table
        self.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        self.shares = None if shares is None else tuple(shares)  # by seat; none: dice of the host alone
        self._key = self.seed
        if self.shares is not None:
            words = "/".join([table, *(share.number or "-" for share in self.shares)])
            self._key = hmac.digest(self.seed, words.encode(), "sha256")

    @property
    def commitment(self) -> str:
        """The hash of the seed, in hex."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The outcome at this step of the log."""
        total = sum([weight for _, weight in outcomes])
        return pick_outcome(outcomes, draw_ticket(self._key, self.table, step, total))


class ScriptedChance:
    """Chance that does what it is told, in order: for puzzles, lessons and records without a seed."""

    def __init__(self, outcomes: Sequence[int], then: Chance | None = None) -> None:
        self._script = read_script(outcomes)
        self._then = then
        self._steps: list[int] = []  # the steps of the log that the script answered, ascending

    def draw(self, step: int, outcomes: Weighted) -> int:
        """The next outcome of the script, else what `then` draws; a step that comes again gets the same answer."""
        while self._steps and self._steps[-1] >= step:
            self._steps.pop()
        if len(self._steps) < len(self._script):
            outcome = self._script[len(self._steps)]
            if outcome not in [possible for possible, weight in outcomes if weight > 0]:
                raise BadInput(
                    Code.SCRIPT_ENDED,
                    f"scripted outcome {shown(outcome)} at step {step} is impossible: "
                    f"expected one of {shown(outcomes)}",
                )
            self._steps.append(step)
            return outcome
        if self._then is None:
            raise BadInput(Code.SCRIPT_ENDED, f"the script of {len(self._script)} outcomes ended before step {step}")
        return self._then.draw(step, outcomes)

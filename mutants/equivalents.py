"""Mutants that no test can notice, with the reason: `mutants/equivalents/<game>.toml`.

    [[equivalent]]
    function = "kernels.list_moves"
    before = "is_done = count > 0 or skipped == NOBODY"
    after = ["is_done = count > 1 or skipped == NOBODY"]
    why = "..."

Lines are as a survivor is reported: changed lines without indentation, joined by blanks. An entry stands for every line
of the function that reads the same. One that fits no mutant any more is an error: the rule has changed, look again.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from mutants.making import Mutant

FOLDER = Path(__file__).parent / "equivalents"


class Equivalent(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A change that makes no difference."""

    function: str
    before: str
    after: list[str]
    why: str


class Equivalents(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A file."""

    equivalent: list[Equivalent] = []

    @property
    def names(self) -> set[str]:
        """The mutants as results call them."""
        return {f"{one.function}: {one.before!r} became {after!r}" for one in self.equivalent for after in one.after}

    def reason(self, mutant: Mutant) -> str:
        """Why the mutant is no fault; empty if nothing says so."""
        for one in self.equivalent:
            if (one.function, one.before) == (mutant.where, mutant.before) and mutant.after in one.after:
                return one.why
        return ""

    def outdated(self, mutants: Sequence[Mutant]) -> list[str]:
        """Entries that fit no mutant."""
        known = {(mutant.where, mutant.before, mutant.after) for mutant in mutants}
        return [
            f"{one.function}: {one.before!r} became {after!r}"
            for one in self.equivalent
            for after in one.after
            if (one.function, one.before, after) not in known
        ]


def read_equivalents(game: str) -> Equivalents:
    """Those of a game."""
    path = FOLDER / f"{game}.toml"
    if not path.exists():
        return Equivalents()
    return msgspec.toml.decode(path.read_bytes(), type=Equivalents)

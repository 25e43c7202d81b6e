"""What the lab has played, on disk: a line for each block of each variant. What comes twice is dropped."""

from pathlib import Path
from typing import Any

import msgspec

from motherlode.arena.journal import Lines, code_digest
from motherlode.core.ruleset import Ruleset
from motherlode.lab.experiments import Experiment
from motherlode.lab.tables import Measured

FORMAT = 1
ENGINE = ("core", "table", "bots", "lab")  # packages whose code decides what is measured
Blocks = dict[tuple[str, int], list[Measured]]  # by variant and number


class Line(msgspec.Struct):
    """One block."""

    variant: str
    block: int
    games: list[Measured]


def make_header(ruleset: Ruleset, experiments: dict[str, Experiment]) -> dict[str, Any]:
    """What a journal must have in common with the run that goes on with it."""
    return {
        "journal": FORMAT,
        "experiments": msgspec.json.decode(msgspec.json.encode(experiments)),
        "rules": ruleset.spec.version,
        "ruleset": ruleset.digest,
        "code": code_digest(Path(ruleset.spec.folder), ENGINE),
    }


class BlockJournal(Lines):
    """An open journal: the blocks in it, and a place for more."""

    kept_by = "a lab"

    def __init__(self, path: Path, header: dict[str, Any], is_resumed: bool) -> None:
        self.blocks: Blocks = {}
        super().__init__(path, header, is_resumed)

    @property
    def num_games(self) -> int:
        """How many games are in it."""
        return sum(map(len, self.blocks.values()))

    def add(self, variant: str, block: int, games: list[Measured]) -> bool:
        """Write a block down; False if it was there already, from a task that was done twice."""
        if (variant, block) in self.blocks:
            return False
        self.blocks[variant, block] = games
        self._write(msgspec.to_builtins(Line(variant, block, games)))
        return True

    def _take(self, line: bytes) -> None:
        found = msgspec.json.decode(line, type=Line)
        self.blocks.setdefault((found.variant, found.block), found.games)

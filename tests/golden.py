"""What holds for the golden replays of every game: records that were written once and are never regenerated."""

import hashlib
from collections.abc import Collection
from pathlib import Path

import motherlode
from motherlode.core.registry import find_game
from motherlode.table.match import Match


def rules_of(path: Path) -> int:
    """The version of the rules that a record was played by."""
    return int(path.read_text(encoding="utf-8").partition("\nrules: ")[2].partition("\n")[0])


def is_current(path: Path) -> bool:
    """Whether a record in the folder of a game was played by the rules of today; others are refused."""
    return rules_of(path) == find_game(path.parents[1].name).version


def check_known(folder: Path, names: Collection[str]) -> None:
    """The folder has these records and no others, and says what they are."""
    assert sorted(names) == sorted(path.stem for path in folder.glob("*.txt"))
    assert "never regenerated" in (folder / "README.md").read_text(encoding="utf-8")


def check_golden(path: Path, digest: str, conclusion: str) -> Match:
    """A record is byte for byte what it was, replays, proves its dice and comes to the same end; its match."""
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == digest
    text = path.read_text(encoding="utf-8")
    checked = motherlode.verify(text, path.stem)
    assert checked.has_proof
    assert checked.match.is_over
    assert checked.match.conclusion == conclusion
    assert checked.match.record().split("\n\n")[1] == text.split("\n\n")[1]
    return checked.match

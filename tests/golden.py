"""What holds for the golden replays of every game: records that were written once and are never regenerated."""

import hashlib
import re
from collections.abc import Collection
from pathlib import Path

import pytest

import motherlode
from motherlode.core.errors import MotherlodeError
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


def check_refused(path: Path, digest: str, version: int) -> None:
    """A record of an older version of the rules is byte for byte what it was, and refused with the version's number."""
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == digest
    with pytest.raises(MotherlodeError, match=f"rules version {version}; this is version") as caught:
        motherlode.replay(path.read_text(encoding="utf-8"))
    assert "\n" not in str(caught.value)


def replay_as_now(text: str, version: int) -> Match:
    """The match of a record of version 1 under the rules of now, for games in which what is played is the same."""
    text = text.replace("\nrules: 1\n", f"\nrules: {version}\n")
    with pytest.raises(MotherlodeError, match="is not what these options make, '") as caught:
        motherlode.replay(text)
    digest = str(caught.value).rsplit("'", 2)[1]
    return motherlode.replay(re.sub(r"\nruleset: \w+\n", f"\nruleset: {digest}\n", text))

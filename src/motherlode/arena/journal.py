"""What has been played, on disk: a line of settings, then a line for each game, appended as it ends.

A run that is interrupted, even killed, loses only the games that were being played. A journal goes on only with the
settings, rules and bots it was begun with.
"""

import hashlib
import importlib.util
import os
import shutil
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from filelock import lock_descriptor

from motherlode.arena.fixtures import Fixture, Result, Tournament, plain_name
from motherlode.bots import NET
from motherlode.bots.net import read_name
from motherlode.bots.outside import PROGRAM, is_outside, split_command
from motherlode.core.errors import BadInput, Code
from motherlode.core.ruleset import Ruleset

FORMAT = 1
ENGINE = ("core", "table", "bots", "arena")  # packages whose code decides what bots play

SETTINGS = ("tournament", "experiments")  # parts of a header that are compared name by name
WORDS = {  # of a header, for people
    "journal": "format",
    "tournament": "settings",
    "experiments": "experiments",
    "rules": "rules version",
    "ruleset": "options digest",
    "code": "code of Motherlode",
    "bots": "programs behind its bots",
}


def make_header(ruleset: Ruleset, tournament: Tournament) -> dict[str, Any]:
    """What a journal must have in common with the run that goes on with it."""
    return {
        "journal": FORMAT,
        "tournament": msgspec.to_builtins(tournament),
        "rules": ruleset.spec.version,
        "ruleset": ruleset.digest,
        "code": code_digest(Path(ruleset.spec.folder)),
        "bots": {name: _file_digest(plain_name(name)) for name in tournament.bots if is_outside(name)},
    }


class Lines:
    """An open file of lines: a header, then one for everything that was done; who inherits says what they mean."""

    kept_by = "an arena"

    def __init__(self, path: Path, header: dict[str, Any], is_resumed: bool) -> None:
        self.path = path
        try:
            self._file = path.open("a+b")
        except (OSError, ValueError) as error:
            raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(path)!r}: {_why(error)}") from None
        try:
            self._lock()
            self._file.seek(0)
            lines = self._file.read().split(b"\n")
            torn = lines.pop()  # what follows the last newline: nothing, unless the writer was killed in the middle
            if torn:
                self._file.truncate(self._file.tell() - len(torn))
            if not lines:
                self._write(header)
                return
            self._check_header(lines[0], header)
            for number, line in enumerate(lines[1:], 2):
                try:
                    self._take(line)
                except msgspec.DecodeError as error:
                    self._refuse(f"line {number} is damaged: {error}")
            if not is_resumed:
                self._refuse(f"it holds {self.num_games} games already; add --resume to go on, or remove it")
        except BaseException:
            self.close()
            raise

    @property
    def num_games(self) -> int:
        """How many games are in it."""
        raise NotImplementedError

    def _take(self, line: bytes) -> None:
        """Read a line that was written before."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave the journal to others."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, content: dict[str, Any]) -> None:
        self._file.write(msgspec.json.encode(content) + b"\n")
        self._file.flush()

    def _lock(self) -> None:
        try:
            is_ours = lock_descriptor(self._file.fileno(), blocking=False)  # until the file is closed
        except OSError as error:
            self._refuse(f"it cannot be locked: {_why(error)}")
        if not is_ours:
            self._refuse(f"another {self.kept_by.split()[-1]} is writing it")

    def _check_header(self, line: bytes, header: dict[str, Any]) -> None:
        try:
            found = msgspec.json.decode(line)
        except msgspec.DecodeError:
            found = None
        if not isinstance(found, dict) or "journal" not in found:
            self._refuse(f"it is not a journal of {self.kept_by}")
        for key, wanted in msgspec.to_builtins(header).items():
            if key in SETTINGS and isinstance(found.get(key), dict):
                for name, value in wanted.items():
                    if _plain(found[key].get(name)) != _plain(value):
                        self._refuse(f"it was made with {name} {found[key].get(name)!r}, not {_plain(value)!r}")
            elif found.get(key) != wanted:
                self._refuse(f"it was made with other {WORDS[key]}: {found.get(key)!r}, not {wanted!r}")

    def _refuse(self, why: str) -> Any:
        raise BadInput(Code.BAD_JOURNAL, f"cannot use journal {str(self.path)!r}: {why}")


class Journal(Lines):
    """An open journal of an arena: the games in it, and a place for more."""

    def __init__(self, path: Path, header: dict[str, Any], is_resumed: bool) -> None:
        self.results: dict[Fixture, Result] = {}
        super().__init__(path, header, is_resumed)

    @property
    def num_games(self) -> int:
        """How many games are in it."""
        return len(self.results)

    def add(self, result: Result) -> None:
        """Write a game down; it is in the hands of the operating system when this returns."""
        self.results[result.fixture] = result
        self._write(msgspec.to_builtins(result))

    def _take(self, line: bytes) -> None:
        result = msgspec.json.decode(line, type=Result)
        self.results[result.fixture] = result


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def code_digest(folder: Path, packages: tuple[str, ...] = ENGINE) -> str:
    """A hash of the sources that decide what is played: the game and packages such as the engine and the bots."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for source in sorted({*folder.rglob("*.py"), *(path for part in packages for path in (root / part).rglob("*.py"))}):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _file_digest(name: str) -> str:
    """A hash of the file behind an outside bot: the program, the net, or the module of the class."""
    kind, _, rest = name.partition(":")
    if kind == PROGRAM:
        path = shutil.which(split_command(rest)[0])
    elif kind == NET:
        path = read_name(name)[0]
    else:
        spec = importlib.util.find_spec(kind)
        path = None if spec is None else spec.origin
    if path is None or not os.path.isfile(path):  # noqa: PTH113
        return ""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

"""A new machine, for tests in a process that has compiled all games: nothing is compiled, until a test says so."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from motherlode.core import compiling, preparing, ruleset
from motherlode.core.contract import GameSpec
from motherlode.core.registry import find_game

OURS = sorted(
    folder.parent.name for folder in (compiling.CORE.parent / "games").glob("*/kernels.py")
)  # not what tests register


class NewMachine:
    """Its compilers are processes that end when they are told to."""

    def __init__(self) -> None:
        self.compilers: list[subprocess.Popen[bytes]] = []
        self.is_done = False

    def is_on_disk(self, spec: GameSpec, part: str = preparing.RULES) -> bool:
        return self.is_done

    def start(self, name: str, part: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
        self.compilers.append(process)
        return process

    def finish(self) -> None:
        """Machine code arrives."""
        self.is_done = True
        for process in self.compilers:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()


@pytest.fixture
def new_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[NewMachine]:
    found = NewMachine()
    monkeypatch.setattr(ruleset, "_compiled", {})
    monkeypatch.setattr(ruleset, "_plain", {})
    monkeypatch.setattr(ruleset, "_changeover", ruleset.Changeover(ruleset._load, ruleset._compile_beside))
    monkeypatch.setattr(ruleset, "is_on_disk", found.is_on_disk)
    monkeypatch.setattr(preparing, "is_on_disk", found.is_on_disk)
    monkeypatch.setattr(preparing, "start_process", found.start)
    monkeypatch.setattr(preparing, "beside", preparing.Beside())
    yield found
    found.finish()
    for name in OURS:
        compiling.play_plainly(Path(find_game(name).folder), False)

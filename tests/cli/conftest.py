"""Running commands as a user does: in this process where that is enough, else as a program of its own."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from motherlode.cli import main

PROGRAM = Path(sys.executable).with_name("motherlode")
NOT_INHERITED = (
    "NO_COLOR",
    "FORCE_COLOR",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
    "COLUMNS",
    "LINES",
    "COLORTERM",
)


class Result(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The folder where unfinished matches are kept; nothing of the user's environment is left."""
    for name in NOT_INHERITED:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MOTHERLODE_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "matches"


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command here, with lines on its stdin."""

    def call(*words, typed=()):
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "\x1b" not in captured.out + captured.err
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def program():
    """Start a command as a program."""
    started = []

    def start(*words, **how):
        how = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
        } | how
        # A test run in the background may ignore these signals, and what it starts would too.
        command = ["env", "--default-signal=INT,HUP", PROGRAM, *map(str, words)]
        started.append(subprocess.Popen(command, env=os.environ, **how))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None and not stream.closed:
                stream.close()
        process.wait()

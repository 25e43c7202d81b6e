"""Library, terminal, arena and environments run where there is no POSIX.

Windows and macOS are not at hand. So all of it is run here in processes from which everything was taken that they lack
and that Python itself can do without; and the sources are read for what a run may miss.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.cli.serve import serve
from motherlode.core.errors import BadInput

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "motherlode"
MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
NAMES = {  # what Linux has and Windows lacks; macOS lacks some of them
    "os": {
        "fork", "forkpty", "getgid", "getloadavg", "getpgid", "getpgrp", "getuid", "killpg", "mkfifo", "nice",
        "openpty", "sched_getaffinity", "sched_setaffinity", "set_blocking", "setpgid", "setsid", "sysconf",
        "uname", "wait3", "wait4", "waitid",
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "alarm", "setitimer", "sigwait"},
}  # fmt: skip
# Python itself uses these here, so they stay: only the sources are read for them.
IN_USE = {"os": {"statvfs"}, "signal": {"SIGCHLD", "SIGKILL", "pthread_sigmask"}}

# What has a side of its own for Windows, which cannot be run here, is imported before anything is taken away.
WITHOUT = f"""
import multiprocessing.reduction, multiprocessing.sharedctypes, os, signal, subprocess, sys, tempfile
import filelock, numba

for module, names in {NAMES!r}.items():
    for name in names:
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
multiprocessing.reduction.HAVE_SEND_HANDLE = False  # so there is no fork server

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in {MODULES!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

for name in {MODULES!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
"""
TASKKILL = '#!/bin/sh\nexec kill -KILL -- "-$4"\n'  # as Windows has it: /F /T /PID number

USE = """
import io, multiprocessing, sys
from pathlib import Path
from motherlode.cli import main

def run(*words, typed=""):
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    code = main([str(word) for word in words])
    print(words[0], code)

if __name__ == "__main__":
    for name in ("fcntl", "termios", "pwd"):
        try:
            __import__(name)
        except ImportError:
            continue
        sys.exit(f"{name} is there")
    import os
    assert not hasattr(os, "fork") and "forkserver" not in multiprocessing.get_all_start_methods()

    import motherlode
    game = motherlode.game("madcap")
    match = game.start(seed=7)
    while not match.is_over:
        match.play(match.actions()[0])
    print("played", match.scores)

    run("play", "madcap", "--players", "human:Ada,greedy", "--seed", 3, "--save", "match.txt", typed="1\\n" * 400)
    assert b"\\r" not in Path("match.txt").read_bytes()
    run("replay", "match.txt")
    Path("windows.txt").write_bytes(Path("match.txt").read_bytes().replace(b"\\n", b"\\r\\n"))
    run("verify", "windows.txt")
    bots = f"random,greedy,exec:{sys.argv[1]} bot random"
    run("arena", "madcap", "--bots", bots, "--games", 2, "--jobs", 2, "--out", "found.json", "--patience", 600)

    from motherlode.envs.vector import VectorEnv
    env = VectorEnv(game, 600)
    shown = env.step(env.current.sampled)
    print("stepped", shown.observations.shape[0])
    env.close()
"""


@pytest.mark.parametrize("mode", ["plain", "cpu"])
def test_everything_but_the_server_runs_without_posix(mode, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    (tmp_path / "taskkill").write_text(TASKKILL, encoding="utf-8")
    (tmp_path / "taskkill").chmod(0o755)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PATH": os.pathsep.join([str(tmp_path), os.environ["PATH"]]),
        "MOTHERLODE_DATA": str(tmp_path / "data"),
        "MOTHERLODE_MODE": mode,
        "NO_COLOR": "1",
    }
    program = Path(sys.executable).with_name("motherlode")
    done = subprocess.run(
        [sys.executable, tmp_path / "use.py", program],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    for line in ("play 0", "replay 0", "verify 0", "arena 0", "stepped 600"):
        assert line in lines, done.stdout + done.stderr
    assert "forfeited" not in done.stdout
    assert done.stderr == ""


def test_the_server_says_where_it_runs(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(BadInput, match="the server runs on Linux and macOS, not on Windows") as caught:
        serve()
    assert "\n" not in str(caught.value)


def find_faults(text):
    """Lines of a source that would fail elsewhere, with what is wrong."""
    tree = ast.parse(text)
    asked = {id(node) for part in ast.walk(tree) if asks_first(part) for node in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in asked:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            for name in MODULES & {name.partition(".")[0] for name in names}:
                yield node.lineno, f"{name} is not everywhere"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in NAMES.get(node.value.id, set()) | IN_USE.get(node.value.id, set()):
                yield node.lineno, f"{node.value.id}.{node.attr} is not everywhere"
        elif isinstance(node, ast.Call) and not names_encoding(node):
            yield node.lineno, "text without an encoding"


def asks_first(node):
    """Whether a part of a source looks whether something is there before it is used."""
    if isinstance(node, ast.If | ast.IfExp):
        return any(
            isinstance(part, ast.Call) and getattr(part.func, "id", "") == "hasattr" for part in ast.walk(node.test)
        )
    if isinstance(node, ast.Try):
        return any(getattr(handler.type, "id", "") == "ImportError" for handler in node.handlers)
    return False


def names_encoding(call):
    """Whether a call that opens a file as text says how letters are written; true for all other calls."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    has_encoding = any(keyword.arg in {"encoding", None} for keyword in call.keywords)
    if name in {"read_text", "write_text"} and isinstance(call.func, ast.Attribute) and is_path(call.func.value):
        return has_encoding
    if name not in {"open", "fdopen", "NamedTemporaryFile", "TemporaryFile"} or is_method_of_ours(call.func):
        return True
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    modes = [part.value for part in given if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    is_binary = any("b" in mode and set(mode) <= set("rwaxb+") for mode in modes)
    usual_is_binary = name in {"NamedTemporaryFile", "TemporaryFile"} and not any(
        set(mode) <= set("rwax+t") for mode in modes
    )
    return has_encoding or is_binary or usual_is_binary


def is_path(node):
    """Modules of ours have functions with these names: `files.write_text`."""
    return not (isinstance(node, ast.Name) and node.id == "files")


def is_method_of_ours(func):
    """`os.open` and `webbrowser.open` open no text."""
    return (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id in {"os", "webbrowser"}
        and func.attr == "open"
    )


SOURCES = sorted(path for path in SOURCE.rglob("*.py") if "server" not in path.relative_to(SOURCE).parts)


def test_sources_outside_the_server_need_no_posix_and_name_their_encodings():
    assert len(SOURCES) > 100
    faults = {
        f"{path.relative_to(ROOT)}:{line}: {why}"
        for path in SOURCES
        for line, why in find_faults(path.read_text(encoding="utf-8"))
    }
    assert not faults


@pytest.mark.parametrize(
    ("code", "is_wrong"),
    [
        ("import fcntl", True),
        ("from pwd import getpwnam", True),
        ("try:\n    import termios\nexcept ImportError:\n    termios = None", False),
        ("num = len(os.sched_getaffinity(0))", True),
        ("num = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 1", False),
        ("if hasattr(os, 'nice'):\n    os.nice(5)", False),
        ("os.nice(5)", True),
        ("signal.signal(signal.SIGHUP, stop)", True),
        ("open(path)", True),
        ("open(path, 'rb')", False),
        ("path.open()", True),
        ("path.open('wb')", False),
        ("path.open('w', encoding='utf-8')", False),
        ("path.read_text()", True),
        ("path.write_text('utf-8')", True),
        ("path.read_text(encoding='utf-8')", False),
        ("tempfile.NamedTemporaryFile('w')", True),
        ("tempfile.NamedTemporaryFile(dir=folder)", False),
        ("webbrowser.open(address)", False),
    ],
)
def test_the_reading_of_sources_sees_faults(code, is_wrong):
    assert bool(list(find_faults(code))) == is_wrong

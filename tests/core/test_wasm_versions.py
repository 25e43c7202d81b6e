"""Modules on other versions of wasmtime: the last that the adapter does not fit, and the newest that there is."""

import os
import re
import subprocess
import sys

import pytest

from motherlode.core.errors import Barred, Code
from motherlode.core.registry import find_game
from motherlode.core.wasm import building, wasmtime_adapter
from motherlode.core.wasm.modules import module_path
from motherlode.core.wasm.wasmtime_adapter import FITS, fits
from versions import SOURCES, environment_with

pytestmark = pytest.mark.compiled
INSIDES = re.compile(r"wasmtime import _|wasmtime\._|_store\._context|\._func\b")
PLAY = """
import sys
import wasmtime
import motherlode
from motherlode.core.wasm import wasmtime_adapter

if "documented" in sys.argv:
    wasmtime_adapter.fits = lambda: False
game = motherlode.game("madcap")
match = game.start(seed=7)
while not match.is_over:
    match.play(match.actions()[-1])
assert game.mode == "wasm", game.mode
print(wasmtime.__file__, wasmtime_adapter.fits(), match.position.tobytes().hex())
"""


def play(python, *words):
    """The file of the wasmtime that is used, whether the adapter fits it, and the last position of a match."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["MOTHERLODE_MODE"] = "wasm"
    done = subprocess.run([python, "-c", PLAY, *words], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module", autouse=True)
def _built():
    building.build_missing(["madcap"])


def test_no_other_module_knows_wasmtimes_insides():
    sources = sorted((SOURCES / "motherlode").rglob("*.py"))
    assert [path.name for path in sources if INSIDES.search(path.read_text(encoding="utf-8"))] == [
        "wasmtime_adapter.py"
    ]


def test_versions_outside_the_bounds_are_not_known(monkeypatch):
    assert fits()
    for version in (f"{FITS[0] - 1}.9.9", f"{FITS[1]}.0.0", "nightly"):
        monkeypatch.setattr(wasmtime_adapter, "version", lambda version=version: version)
        assert not fits(), version


def test_documented_calls_give_the_same_bytes():
    (_, fast, position), (_, slow, same) = play(sys.executable), play(sys.executable, "documented")
    assert (fast, slow, position) == ("True", "False", same)


def test_a_module_that_fails_is_an_error_of_ours_by_either_way(monkeypatch):
    for is_known in (True, False):
        monkeypatch.setattr(wasmtime_adapter, "fits", lambda is_known=is_known: is_known)
        instance = wasmtime_adapter.Instance(module_path(find_game("madcap")))
        furnish = instance.function("furnish", 1 << 30)  # where no memory is
        with pytest.raises(Barred, match="the module failed in 'furnish'") as error:
            furnish()
        assert error.value.code == Code.NO_MODULE


@pytest.mark.long
@pytest.mark.parametrize(("wanted", "is_known"), [(f"wasmtime<{FITS[0]}", False), ("wasmtime", None)])
def test_a_match_is_the_same_on_other_versions(tmp_path, wanted, is_known):
    python = environment_with(tmp_path / "environment", "--no-deps", wanted)
    used, known, position = play(python)
    assert used.startswith(str(tmp_path))
    assert is_known is None or known == str(is_known)
    assert position == play(sys.executable)[2]

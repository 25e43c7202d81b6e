"""Rules on other versions of Numba: the oldest that is allowed, and the newest that there is."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from versions import SOURCES, environment_with

ROOT = Path(__file__).parent.parent.parent
PLAY = """
import motherlode
import numba
from motherlode.core.batch import Batch
from motherlode.core.registry import register
import pebbles

register(pebbles.GAME)
game = motherlode.game("pebbles")
game.compile()
batch = Batch(game, 4)
batch.step(batch.choose())
batch.close()
print(numba.__file__, sum(sum(function.stats.cache_misses.values()) for function in game.kernels))
"""
INSIDES = re.compile(
    r"^\s*from numba\.(?:core(?!\.types| import types)|experimental|np)|^\s*import numba\.\w"
    r"|\._compile_for_args|\._cache\b|\.get_compile_result\b|\.targetoptions\b|\.fndesc\b",
    re.MULTILINE,
)


def test_no_other_module_knows_numbas_insides():
    sources = sorted((SOURCES / "motherlode").rglob("*.py"))
    found = {path.name for path in sources if INSIDES.search(path.read_text(encoding="utf-8"))}
    assert found == {"numba_adapter.py"}


@pytest.mark.long
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_rules_are_compiled_and_found_again(tmp_path, resolution):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [wanted] = [each for each in project["dependencies"] if re.match(r"numba\b", each)]
    python = environment_with(tmp_path / "environment", "--resolution", resolution, wanted)
    kept = {name: value for name, value in os.environ.items() if name != "MOTHERLODE_MODE"}
    kept |= {"PYTHONPATH": str(ROOT / "tests"), "MOTHERLODE_CACHE": str(tmp_path / "cache")}
    for misses in ("12", "0"):
        done = subprocess.run([python, "-c", PLAY], env=kept, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        used, found = done.stdout.split()
        assert used.startswith(str(tmp_path))
        assert found == misses

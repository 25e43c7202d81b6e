"""The terminal where Numba cannot be imported: matches with bots, the doctor, and what is refused."""

import os
import subprocess
import sys

import pytest

from cli.conftest import Result
from motherlode.core.wasm import building
from without_numba import COMMAND

pytestmark = pytest.mark.compiled
REFUSED = "motherlode: machine code needs Numba, which cannot be imported here (No module named 'llvmlite')"


@pytest.fixture(scope="module", autouse=True)
def _built():
    building.build_missing()


def run(*words: object, typed: str = "", **more: str) -> Result:
    command = [sys.executable, "-c", COMMAND, *map(str, words)]
    done = subprocess.run(
        command, env=os.environ | more, input=typed, capture_output=True, text=True, check=False, timeout=None
    )
    return Result(done.returncode, done.stdout, done.stderr)


def test_bots_play_each_other_and_people_with_hints():
    watched = run("play", "madcap", "--players", "foreman,exact", "--words")
    assert watched.code == 0, watched.err
    assert "over" in watched.out
    played = run("play", "madcap", "--seed", 7, "--players", "human:Ada,mastermind", typed="hint\n1\nquit\n")
    assert "mastermind searches by the game's WebAssembly module: there is no machine code without Numba" in played.out
    assert "A guess, by search: your chance to win. * is best." in played.out
    assert "no hints yet" not in played.out


def test_the_doctor_says_how_each_game_is_played_for_good(tmp_path):
    found = run("doctor", "--port", 0, MOTHERLODE_DATA=str(tmp_path))
    assert found.code == 0, found.out + found.err
    [line] = [line for line in found.out.splitlines() if " mode: " in line]
    assert line.startswith("ok     mode: WebAssembly modules: madcap, madstone, minecart_mayhem, rockport_caverns, ")
    assert line.endswith("; for good, because Numba cannot be imported (No module named 'llvmlite')")
    assert "for good without machine code" in found.out
    assert "all is well" in found.out


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "madcap", "--bots", "random,greedy", "--games", 2),
        ("solve", "madcap", "--roll", "r1336 k2245 b1556"),
        ("lab", "compare", "madcap", "madcap+dice=3", "--most", 10),
        ("coverage", "madcap", "--games", 2),
    ],
)
def test_what_needs_machine_code_is_one_line(words):
    refused = run(*words)
    assert refused.code == 2, refused.out + refused.err
    assert refused.err.startswith(REFUSED), refused.err
    assert refused.err.count("\n") == 1

"""`motherlode doctor` says how a process that starts now plays each game."""

import os
import subprocess
import sys

import pytest

from cold import OURS
from motherlode.cli.doctor import check_mode
from motherlode.core.wasm import building

pytestmark = pytest.mark.compiled
SAY = "from motherlode.cli.doctor import check_mode; print(check_mode())"
NO_MODULES = f"from pathlib import Path; from motherlode.core.wasm import modules; modules.FOLDER = Path('no'); {SAY}"
NAMES = ", ".join(OURS)


@pytest.mark.parametrize(
    ("script", "mode", "wanted"),
    [
        (SAY, "", f"WebAssembly modules: {NAMES}; machine code takes over once it is compiled, while somebody plays"),
        (NO_MODULES, "", f"plain Python: {NAMES}; machine code takes over once it is compiled, while somebody plays"),
        (SAY, "wasm", f"WebAssembly modules: {NAMES}; as MOTHERLODE_MODE says"),
        (SAY, "plain", f"plain Python: {NAMES}; as MOTHERLODE_MODE says"),
    ],
)
def test_where_nothing_is_compiled_games_are_played_by_modules_or_plainly(tmp_path, script, mode, wanted):
    building.build_missing()
    environment = {name: value for name, value in os.environ.items() if name != "MOTHERLODE_MODE"}
    environment |= {"MOTHERLODE_CACHE": str(tmp_path)} | ({"MOTHERLODE_MODE": mode} if mode else {})
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == wanted


def test_where_machine_code_is_kept_games_are_played_by_it():
    kind, _, names = check_mode().partition(": ")
    assert kind == "machine code"
    assert set(OURS) <= set(names.partition(";")[0].split(", "))  # other tests register games of their own

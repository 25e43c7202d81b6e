"""Builds the WebAssembly modules of games that are missing: `python -m motherlode.core.wasm.building [GAME ...]`.

Each game has a process of its own, which takes a minute or two. What is there, made from the sources as they are, is
left alone. Needs `ziglang` for its linker; whoever only runs modules does not.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from motherlode.core.contract import GameSpec
from motherlode.core.errors import Barred, Code
from motherlode.core.processors import num_processors
from motherlode.core.registry import find_game, own_names
from motherlode.core.wasm.modules import FOLDER, module_path

# Numba reads these when it is imported: nothing is to be optimised for the machine that builds.
UNOPTIMISED = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_LOOP_VECTORIZE": "0"}
CPU_MODE = {"MOTHERLODE_MODE": "cpu", "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0"}


def build(spec: GameSpec) -> None:
    """Make the module of a game in a process of its own, and remove those of other sources."""
    path = module_path(spec)
    path.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | UNOPTIMISED | CPU_MODE | {"MOTHERLODE_CACHE": cache}
        command = [sys.executable, "-m", "motherlode.core.wasm.making", spec.home, str(path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Barred(Code.NO_MODULE, f"the module of {spec.name!r} cannot be made:\n{done.stderr[-4000:]}")
    for old in FOLDER.glob(f"{spec.name}.*"):
        if old != path:
            old.unlink(missing_ok=True)


def build_missing(names: Sequence[str] = ()) -> list[str]:
    """Make what is missing of these games, or of all in this package; the names of those that were made."""
    wanted = [spec for name in names or own_names() if not module_path(spec := find_game(name)).exists()]
    with ThreadPoolExecutor(max(1, num_processors())) as pool:
        list(pool.map(build, wanted))
    return [spec.name for spec in wanted]


if __name__ == "__main__":
    for made in build_missing(sys.argv[1:]):
        print(f"made the WebAssembly module of {made}")

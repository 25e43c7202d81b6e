"""Builds the WebAssembly modules of games that are missing: `python -m motherlode.core.wasm.building [GAME ...]`.

Each game has a process of its own, which takes a minute or two. What is there, made from the sources as they are, is
left alone. Needs `ziglang` for its linker; whoever only runs modules does not. A server in a clone of the repository
has no modules to begin with and makes them beside (`start`, from `motherlode.server.operations.readiness`).
"""

import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

from motherlode.core import compiling
from motherlode.core.contract import GameSpec
from motherlode.core.errors import Barred, Code
from motherlode.core.processors import num_processors
from motherlode.core.registry import find_game, own_names
from motherlode.core.wasm.modules import FOLDER, module_path

# Numba reads these when it is imported: nothing is to be optimised for the machine that builds.
UNOPTIMISED = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_LOOP_VECTORIZE": "0"}
CPU_MODE = {"MOTHERLODE_MODE": "cpu", "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0"}


def is_missing(spec: GameSpec) -> bool:
    """Whether a game of this package has no module of its sources, and one can be written to where it belongs."""
    is_ours = spec.name in own_names()
    return is_ours and not module_path(spec).exists() and os.access(FOLDER.parent, os.W_OK)


def can_link() -> bool:
    """Whether the linker is installed by now, and a compiler."""
    importlib.invalidate_caches()
    return not compiling.NO_NUMBA and find_spec("ziglang") is not None


def start(spec: GameSpec, said: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """A process that makes the module of a game; `said` is where it says what goes wrong."""
    FOLDER.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "motherlode.core.wasm.making", spec.home, str(module_path(spec))]
    paths = {
        "MOTHERLODE_CACHE": str(compiling.cache_root().parent / "unoptimised"),  # whoever plays wants none of it
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    environment = os.environ | UNOPTIMISED | CPU_MODE | paths
    nothing = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=nothing, stdout=nothing, stderr=said)


def drop_others(spec: GameSpec) -> None:
    """Remove the modules of a game that were made of other sources."""
    for old in FOLDER.glob(f"{spec.name}.*.wasm"):
        if old != module_path(spec):
            old.unlink(missing_ok=True)


def build(spec: GameSpec) -> None:
    """Make the module of a game in a process of its own."""
    with start(spec, subprocess.PIPE) as process:
        _, said = process.communicate()
    if process.returncode != 0:
        why = said[-4000:].decode(errors="replace")
        raise Barred(Code.NO_MODULE, f"the module of {spec.name!r} cannot be made:\n{why}")
    drop_others(spec)


def build_missing(names: Sequence[str] = ()) -> list[str]:
    """Make what is missing of these games, or of all in this package; the names of those that were made."""
    wanted = [spec for name in names or own_names() if not module_path(spec := find_game(name)).exists()]
    with ThreadPoolExecutor(max(1, num_processors())) as pool:
        list(pool.map(build, wanted))
    return [spec.name for spec in wanted]


if __name__ == "__main__":
    for made in build_missing(sys.argv[1:]):
        print(f"made the WebAssembly module of {made}")

"""GPU mode without a GPU: the simulator runs it, and the compiler turns it into PTX. Each in a process of its own."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from motherlode.core import compiling
from motherlode.core.registry import find_game
from versions import UV

SIMULATED = """
import numpy as np
import motherlode
from motherlode.core import gpu
from motherlode.core.streams import make_streams

game = motherlode.game({name!r}, {seats})
for limit in (0, 1, 5, game.limits.max_length):
    counts, totals, finals, _ = gpu.random_games(game, 3, 1, seed=11, limit=limit)
    for stream in range(3):
        states = game.new()
        random = make_streams(11, 1, stream)
        play_out = game.generic["play_out"]
        count = play_out(game.pointers, game.box, states, 0, random, 0, game.new_scratch(), limit)
        assert count == counts[stream]
        assert states[0].tobytes() == finals[stream].tobytes()
print("equal")
"""

COMPILED = """
from pathlib import Path
import motherlode
from motherlode.core import gpu

game = motherlode.game({name!r}, {seats})
text = gpu.compile_ptx(gpu.playout_kernel(game), gpu.playout_signature(game))
part = Path({path!r} + ".part")
part.write_text(text, encoding="ascii")
part.replace({path!r})
"""

ROOT = Path(__file__).parent.parent.parent
GAMES = [("madcap", 2), ("madstone", 4), ("minecart_mayhem", 4), ("rockport_caverns", 1), ("trap_the_cap", 2)]


def run(code, **environment):
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_simulated_playouts_are_equal_to_the_cpu_byte_for_byte(name, seats):
    out = run(SIMULATED.format(name=name, seats=seats), NUMBA_ENABLE_CUDASIM="1", MOTHERLODE_MODE="plain")
    assert "equal" in out


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_playouts_compile_to_ptx(name, seats):
    """Once for the same sources and the same compiler: the text lies beside the machine code of the game."""
    kept = compiling.cache_folder(Path(find_game(name).folder)) / f"playout-{seats}-{version('numba-cuda')}.ptx"
    if not kept.exists():
        run(COMPILED.format(name=name, seats=seats, path=str(kept)))
    assert ".target sm_90" in kept.read_text(encoding="ascii")


NO_DEVICE = """
from motherlode.core import gpu
from motherlode.core.errors import Barred

try:
    gpu.check_device()
except Barred as error:
    print(error)
else:
    print("there is a device")
"""


def test_no_device_is_one_clear_line():
    assert run(NO_DEVICE).strip() in {
        "GPU mode needs a CUDA device and its driver: none was found",
        "there is a device",
    }


INSIDES = """
from motherlode.core import cuda_adapter, gpu
from numba.cuda import cgutils, dispatcher
from numba.cuda.cudadrv import nvvm
from numba.cuda.descriptor import cuda_target
from numba.cuda.np import arrayobj

contexts = type(cuda_target.target_context)


def insides():
    found = (
        arrayobj.fix_integer_index, contexts.get_function, cgutils.pointer_add, nvvm.ADDRSPACE_CONSTANT,
        dispatcher.get_current_device,
    )
    return [id(thing) for thing in found]


before, inherited = insides(), "get_function" in vars(contexts)


def replaced():
    with cuda_adapter.lean_code(), cuda_adapter.imagined_device((9, 0)):
        meanwhile = insides()
    assert insides() == before and ("get_function" in vars(contexts)) == inherited
    return [mine != theirs for mine, theirs in zip(meanwhile, before)]


assert cuda_adapter.fits(), cuda_adapter.version()
assert replaced() == [True] * 5
for number, name in enumerate(cuda_adapter.REPLACEMENTS):
    cuda_adapter.without = (name,)
    assert replaced() == [index != number for index in range(5)], name
cuda_adapter.without = ()
for unknown in ("0.29.9", "0.31.0", "1.30.0", "1", "nightly"):
    cuda_adapter.version = lambda: unknown
    assert not cuda_adapter.fits() and replaced() == [False] * 5, unknown
    assert gpu.most_shared() == gpu.SHARED_BYTES
print("held")
"""


def test_numba_cuda_has_its_own_insides_outside_the_block_and_in_versions_that_we_do_not_know():
    assert "held" in run(INSIDES)


ON_ANOTHER_VERSION = """
import numba_cuda
from motherlode.core import cuda_adapter, gpu
import motherlode

game = motherlode.game("madcap")
if cuda_adapter.fits():
    text = gpu.compile_ptx(gpu.playout_kernel(game), gpu.playout_signature(game))
    assert ".target sm_90" in text
print(numba_cuda.__file__)
"""


@pytest.mark.long
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_playouts_compile_on_the_oldest_numba_cuda_that_is_allowed_and_on_the_newest(tmp_path, resolution):
    """On one that the adapter does not fit, which cannot compile without a device, it can still be imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [wanted] = project["optional-dependencies"]["gpu"]
    words = ["pip", "install", "--python", sys.executable, "--target", str(tmp_path / "packages"), "--no-deps"]
    subprocess.run([UV, *words, "--resolution", resolution, wanted.replace("[cu13]", "")], check=True)
    used = run(ON_ANOTHER_VERSION, PYTHONPATH=str(tmp_path / "packages"))
    assert used.strip().startswith(str(tmp_path))


WITHOUT_A_NAME = """
import numpy as np

if hasattr(np, "row_stack"):
    del np.row_stack  # as in NumPy 2.5
    np.__all__ = [name for name in np.__all__ if name != "row_stack"]
before = set(vars(np))
from motherlode.core import gpu
from numba.cuda.descriptor import cuda_target

cuda_target.target_context.refresh()
assert "numba.cuda.np.arrayobj" in __import__("sys").modules
# Others: submodules that numba-cuda itself imports.
left = {name for name in set(vars(np)) - before if not isinstance(vars(np)[name], type(np))}
assert not left, left
print("as it was")
"""


def test_numpy_has_names_of_before_only_while_numba_cuda_is_imported():
    assert "as it was" in run(WITHOUT_A_NAME)

"""The solution on a GPU, without one: in the simulator against the CPU's, and compiled to PTX."""

import os
import subprocess
import sys

import pytest

SIMULATED = """
import numpy as np
from motherlode.core.options import read_options
from motherlode.games.madcap import GAME, solver
from motherlode.games.madcap.solving_gpu import solve_all_gpu, solve_table_gpu

box = GAME.build_box(read_options(GAME, {options!r}), 2)
whole = solver.solve_all(box)
table, milliseconds = solve_table_gpu(box, repeats=0)
assert milliseconds == 0
assert table.dtype == whole.values.dtype
assert np.array_equal(table, whole.values)
if {is_timed}:
    rolls, milliseconds = solve_all_gpu(box, repeats=1)
    assert np.array_equal(rolls, whole.roll_values)
    assert isinstance(milliseconds, float)  # the simulator has no clock
print("equal")
"""

COMPILED = """
import numpy as np
from motherlode.core import gpu
from motherlode.games.madcap import solving_gpu

for dtype in (np.int8, np.int16):
    text = gpu.compile_ptx(solving_gpu.solve_layer, solving_gpu.signature(np.dtype(dtype)))
    assert ".target sm_90" in text, text[:300]
print("compiled")
"""

REFUSED = """
from motherlode.core.errors import BadInput
from motherlode.core.options import read_options
from motherlode.games.madcap import GAME
from motherlode.games.madcap.solving_gpu import solve_all_gpu

box = GAME.build_box(read_options(GAME, {"levels": 12, "faces": 8, "dice": 6, "gold": [1] * 12}), 2)
try:
    solve_all_gpu(box)
except BadInput as error:
    print("refused:", error)
"""

# Dead dice, so that discards are met; wide values; an even number of levels.
TINY = {"levels": 3, "faces": 2, "dice": 1, "gold": [1, 2, 3]}
SMALL = {"levels": 3, "faces": 2, "dice": 2, "gold": [50, 9, 7]}
LONG = [
    {"levels": 4, "faces": 2, "dice": 2, "gold": [1, 2, 3, 4]},
    {"levels": 3, "faces": 2, "dice": 3, "gold": [1, 2, 3]},
]


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


def simulate(options, is_timed=False):
    code = SIMULATED.format(options=options, is_timed=is_timed)
    return run(code, NUMBA_ENABLE_CUDASIM="1", MOTHERLODE_MODE="plain")


def test_the_simulated_solution_is_the_cpu_s():
    assert "equal" in simulate(TINY, is_timed=True)
    assert "equal" in simulate(SMALL)


@pytest.mark.long
@pytest.mark.parametrize("options", LONG, ids=str)
def test_simulated_solutions_are_the_cpu_s(options):
    assert "equal" in simulate(options)


def test_the_solution_compiles_to_ptx():
    assert "compiled" in run(COMPILED)


def test_a_table_over_3_gib_is_refused_before_it_is_made():
    out = run(REFUSED, NUMBA_ENABLE_CUDASIM="1", MOTHERLODE_MODE="plain")
    assert "refused: cannot solve all of madcap" in out

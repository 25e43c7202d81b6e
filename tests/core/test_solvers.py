"""Every module that a game names as its solver is a `Solver`."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.core.contract import Solver
from motherlode.core.registry import find_game, find_solver, game_names

ROOT = Path(__file__).parents[2]
SOLVED = [name for name in game_names() if find_game(name).solver]
FUNCTIONS = [name for name in vars(Solver) if not name.startswith("_")]

TYPED = """
from motherlode.core.contract import Solver

import {module} as solver

solver_of_{name}: Solver[solver.Whole] = solver
"""


def test_some_game_is_solved():
    assert "madcap" in SOLVED
    assert {"solve", "best_actions", "margin"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", SOLVED)
def test_a_solver_has_what_the_protocol_asks_for(name):
    solver = find_solver(find_game(name))
    assert isinstance(solver, Solver)
    for function in FUNCTIONS:
        _, *asked = inspect.signature(vars(Solver)[function]).parameters.values()
        given = list(inspect.signature(getattr(solver, function)).parameters.values())
        assert [(one.name, one.default) for one in given[: len(asked)]] == [(one.name, one.default) for one in asked]
        assert all(one.default is not one.empty for one in given[len(asked) :])


@pytest.mark.parametrize("name", SOLVED)
def test_a_solver_is_typed_as_the_protocol_asks(name, tmp_path):
    page = tmp_path / f"solver_of_{name}.py"
    page.write_text(TYPED.format(module=find_game(name).solver, name=name))
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", page]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr

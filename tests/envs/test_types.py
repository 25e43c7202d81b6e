"""Who trains on an environment gets types, not Any, although PettingZoo and OpenSpiel have none."""

import ast
import inspect
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from motherlode.envs import openspiel
from motherlode.envs.pettingzoo import PettingZooEnv

ROOT = Path(__file__).parent.parent.parent
USER = Path(__file__).with_name("typed_user.py")


def test_a_strict_user_gets_types():
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", USER]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_a_strict_user_writes_runs():
    result = subprocess.run([sys.executable, USER], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("ours", [PettingZooEnv, openspiel.SpielState, openspiel.SpielGame])
def test_libraries_have_what_types_were_written_for(ours):
    tree = ast.parse(textwrap.dedent(inspect.getsource(ours)))
    [block] = [node for node in tree.body[0].body if isinstance(node, ast.If)]
    assert block.body
    for method in block.body:
        assert hasattr(ours.__base__, method.name), method.name

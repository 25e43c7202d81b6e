"""What holds for all tests: none hangs on the clock, games are played by machine code, what takes long is made once.

A game that a test registers is gone after it.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from motherlode.core import registry
from motherlode.core.ruleset import Changeover, change_over_by, compiled

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
change_over_by(Changeover(compiled, compiled))


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """Gives a folder by its name; whichever of the processes that run tests asks first fills it. It is only read."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent

    def find(name: str, fill: Callable[[Path], object]) -> Path:
        folder, mark = root / name, root / f"{name}.made"
        with FileLock(root / f"{name}.lock"):
            if not mark.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                mark.touch()
        return folder

    return find


@pytest.fixture(autouse=True)
def _games_of_a_test() -> Iterator[None]:
    before = set(registry._registered)
    yield
    for name in set(registry._registered) - before - set(registry.own_names()):
        del registry._registered[name]

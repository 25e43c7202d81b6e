"""What runs before a commit."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PREK = Path(sys.executable).with_name("prek")
CONFIG = ".pre-commit-config.yaml"


@pytest.fixture
def repository(tmp_path):
    """An empty repository with our hooks and our tools."""
    for name in (CONFIG, "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    run(tmp_path, "git", "init", "--quiet")
    return tmp_path


def run(folder, *words):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    kept |= {"PREK_HOME": str(folder / ".prek")}
    return subprocess.run(words, cwd=folder, env=kept, capture_output=True, text=True, check=False)


def check(folder, code):
    (folder / "rules.py").write_text(code, encoding="utf-8")
    run(folder, "git", "add", "rules.py")
    return run(folder, PREK, "run", "ruff-format", "ruff-check")


def test_hooks_pass_what_is_well_and_refuse_what_is_not(repository):
    done = check(repository, '"""Rules."""\n\nGOLD = 1\n')
    assert done.returncode == 0, done.stdout + done.stderr
    done = check(repository, '"""Rules."""\n\nGOLD   =  1\n')
    assert done.returncode == 1
    assert (repository / "rules.py").read_text(encoding="utf-8").endswith("GOLD = 1\n")  # formatted
    done = check(repository, '"""Rules."""\n\nimport os\n')
    assert done.returncode == 1
    assert "F401" in done.stdout


def test_every_check_of_make_check_that_reads_python_is_a_hook():
    hooks = (ROOT / CONFIG).read_text(encoding="utf-8")
    [recipe] = re.findall(r"^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    checks = re.findall(r"^\t(?:\$\(PY\) -m |\.venv/bin/)(.+)$", recipe, re.MULTILINE)
    names = re.findall(r"^ +name: (.+)$", hooks, re.MULTILINE)
    assert len(checks) == len(names) == 5
    assert [name for check, name in zip(checks, names, strict=True) if not check.startswith(name)] == []
    assert "repo: http" not in hooks  # a commit needs no network

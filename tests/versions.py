"""Other versions of what the package stands on, each in an environment of its own.

Tests of them are long, but for the oldest uvicorn and websockets: Numba of another version compiles everything anew,
the wheels of others are large, and the newest version changes without a change of ours.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

import motherlode

SOURCES = Path(motherlode.__file__).parent.parent
UV = Path(sys.executable).parent / "uv"


def environment_with(folder: Path, *wanted: str) -> Path:
    """A Python that has before everything else that is installed here what uv makes of these words."""
    python = folder / "bin" / "python"
    for words in (
        ["venv", "--python", sys.executable, str(folder)],
        ["pip", "install", "--python", str(python), *wanted],
    ):
        done = subprocess.run([UV, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "rest.pth").write_text(f"{SOURCES}\n{sysconfig.get_paths()['purelib']}\n", encoding="utf-8")
    return python

"""Install the wheel on every Python that is supported and here, play every game, and run a few tests: `make matrix`.

Interpreters are those that uv finds, and those of pyenv; none is fetched. What was not found is said at the end.
`python scripts/matrix.py 3.12 3.13` tries these alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")
EXTRAS = "envs,server"
TESTS = [
    "tests/core/test_options.py",
    "tests/core/test_chance.py",
    "tests/table/test_records.py",
    "tests/games/madcap/test_golden.py",
]
PLAY = """
import motherlode
for name in motherlode.game_names():
    match = motherlode.game(name).start(seed=7)
    for _ in range(2000):
        if match.is_over:
            break
        match.play(match.actions()[0])
    print(f"  played {name}: {len(match.log)} steps")
"""


class Tried(NamedTuple):
    """How a version of Python did."""

    version: str
    outcome: str


def supported() -> list[str]:
    """The versions that the classifiers name, as 3.11."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = [line.rpartition(" :: ")[2] for line in project["classifiers"] if "Python :: 3." in line]
    return sorted(words, key=lambda version: int(version.partition(".")[2]))


def find_python(version: str) -> str | None:
    """An interpreter of that version, if there is one."""
    done = subprocess.run(
        [UV, "python", "find", "--no-python-downloads", "--no-project", "--system", version],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode == 0:
        return done.stdout.strip()
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(home.glob(f"{version}.*/bin/python"), key=lambda path: path.parts[-3])
    return str(found[-1]) if found else None


def build_wheel(folder: Path) -> Path:
    """The wheel of this tree; without the web client, which no Python version changes."""
    run([UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], MOTHERLODE_SKIP_WEB="1")
    [wheel] = folder.glob("*.whl")
    return wheel


def run(words: list[str | Path], cwd: Path = ROOT, **environment: str) -> None:
    """Run a command that must succeed."""
    subprocess.run(words, cwd=cwd, env=os.environ | environment, check=True)


def attempt(version: str, python: str, wheel: Path, folder: Path) -> Tried:
    """Install, play and test on one version."""
    started = time.monotonic()
    home = folder / version
    inside = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    kept = {"PYTHONPATH": "", "MOTHERLODE_CACHE": str(folder / f"cache-{version}")}
    step = "make an environment"
    try:
        run([UV, "venv", "--quiet", "--python", python, home])
        step = "install the wheel"
        given = ["--quiet", "--python", inside, "--constraints", ROOT / "constraints.txt", "--only-binary", ":all:"]
        run([UV, "pip", "install", *given, f"motherlode[{EXTRAS}] @ {wheel.as_uri()}", "pytest", "hypothesis"])
        step = "play every game, compiled"
        run([inside, "-c", PLAY], folder, **kept)
        step = "play every game, plain"
        run([inside, "-c", PLAY], folder, MOTHERLODE_MODE="plain", **kept)
        step = "run tests"
        run([inside, "-m", "pytest", "-q", *TESTS], **kept)
    except subprocess.CalledProcessError:
        return Tried(version, f"failed to {step}")
    return Tried(version, f"well, in {time.monotonic() - started:.0f} s")


def main() -> int:
    """Try all, then say how they did; 1 where one failed, or none was found."""
    wanted = sys.argv[1:] or supported()
    folder = Path(tempfile.mkdtemp(prefix="motherlode-matrix-"))
    tried = []
    try:
        wheel = build_wheel(folder)
        for version in wanted:
            python = find_python(version)
            print(f"Python {version}: {python or 'not found here'}", flush=True)
            tried.append(
                Tried(version, "not found here") if python is None else attempt(version, python, wheel, folder)
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(["", *(f"Python {each.version}: {each.outcome}" for each in tried)]))
    has_failed = any(each.outcome.startswith("failed") for each in tried)
    return int(has_failed or all(each.outcome == "not found here" for each in tried))


if __name__ == "__main__":
    sys.exit(main())

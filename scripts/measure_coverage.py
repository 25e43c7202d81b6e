"""Which lines of the package tests run: `make coverage` prints a table, and writes pages to build/coverage/html.

Rules are measured in plain mode, because nobody sees the lines of machine code; all else as it is used, compiled. Words
on the command line are given to pytest in place of the usual tests: `python scripts/measure_coverage.py tests/arena`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "coverage"
COVERAGE = [sys.executable, "-m", "coverage"]
USUAL = "not long"
PLAIN = ["-m", f"{USUAL} and not compiled", "tests/games", "tests/table"]
COMPILED = ["-m", USUAL, "--ignore=tests/web", "tests"]


def measure(tests: list[str], **environment: str) -> int:
    """Run tests and note the lines."""
    words = [*COVERAGE, "run", "-m", "pytest", "-n", "2", *tests]
    return subprocess.run(words, cwd=ROOT, env=os.environ | environment, check=False).returncode


def table(report: Path) -> str:
    """Lines and branches by package: those of `games` and `server` one by one."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, file in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        parts = Path(name).parts
        inside = parts[parts.index("motherlode") + 1 : -1]
        package = ".".join(["motherlode", *inside[: 2 if inside[:1] in (("games",), ("server",)) else 1]])
        found = file["summary"]
        given = (found["covered_lines"], found["num_statements"], found["covered_branches"], found["num_branches"])
        for key in (package, "all"):
            counts[key] = [before + more for before, more in zip(counts[key], given, strict=True)]
    rows = [f"{'package':<36} {'lines':>7} {'run':>7} {'branches':>9} {'run':>7}"]
    for package, (run, lines, taken, branches) in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        shares = [f"{part / whole:.1%}" if whole else "" for part, whole in ((run, lines), (taken, branches))]
        rows.append(f"{package:<36} {lines:>7} {shares[0]:>7} {branches:>9} {shares[1]:>7}")
    return "\n".join(rows)


def main() -> int:
    """Measure, put together, show."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    given = sys.argv[1:]
    codes = [measure(given or PLAIN, MOTHERLODE_MODE="plain"), measure(given or COMPILED)]
    for words in (["combine", "--quiet"], ["json", "--quiet", "-o", str(BUILD / "report.json")], ["html", "--quiet"]):
        subprocess.run([*COVERAGE, *words], cwd=ROOT, check=True)
    print(table(BUILD / "report.json"))
    print(f"pages: {(BUILD / 'html' / 'index.html').relative_to(ROOT)}")
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())

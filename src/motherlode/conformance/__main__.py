"""Run the conformance checks on a game by hand: `python -m motherlode.conformance NAME [TESTS]`."""

import sys
import time
from pathlib import Path

from motherlode.conformance import CHECKS, Subject
from motherlode.core.registry import find_game


def main(name: str, tests: str | None = None) -> int:
    """Say of each check whether the game passes it; how many it does not."""
    subject = Subject(find_game(name), Path(tests) if tests else None)
    num_failed = 0
    for check in CHECKS:
        start = time.perf_counter()
        try:
            check(subject)
        except AssertionError as error:
            num_failed += 1
            words = f"FAILED: {error}"
        except Exception as error:  # whatever the game's own code raises
            num_failed += 1
            words = f"FAILED: {type(error).__name__}: {error}"
        else:
            words = "ok"
        print(f"{check.__name__:20} {time.perf_counter() - start:6.1f} s  {words}", flush=True)
    return num_failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]) > 0)

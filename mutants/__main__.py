"""Plant faults in the rules of games and see which ones tests notice: `python -m mutants [GAME ...]`.

All faults of a game take long. `--sample 300 --seed 1` draws some, each as likely as any other; the score is then an
estimate, and stands in the results with its interval.

What nobody noticed stands in the results by name. `--again` tries these once more, when tests were written for them or
reasons listed, and notes what became of them.

Writes benchmarks/results/mutants.json, and docs/mutants.md from it. Ends with 1 where a fault went unnoticed that is
not listed as making no difference, or one is listed that is noticed or no longer there.
"""

import os

os.environ["MOTHERLODE_MODE"] = "plain"  # before anything of motherlode is imported

import argparse
import json
import sys
import time
from collections.abc import Collection
from math import inf
from pathlib import Path

import pytest
from benchmarks.measuring import ROOT, commit

from motherlode.core.registry import find_game
from mutants.equivalents import read_equivalents
from mutants.making import Mutant, mutants_of, rule_files
from mutants.reporting import Report, draw, tried_again, write_page, write_table
from mutants.running import Runner

GAMES = ("madcap", "minecart_mayhem", "madstone", "trap_the_cap", "rockport_caverns")
# Tests of what stands on the rules and takes long: not needed to tell a rule from a mutant.
LEFT_OUT = ("test_daily.py", "test_narration.py", "test_solver.py")
CHECKS = ("check_setup", "check_end", "check_observations")  # of the conformance suite, which are quick
RESULTS = ROOT / "benchmarks" / "results" / "mutants.json"
PAGE = ROOT / "docs" / "mutants.md"
KNOWN = ROOT / "build" / "mutants"  # which test noticed which mutant last time: it is tried first the next time


def examine(game: str, chosen: argparse.Namespace, again: Collection[str] = ()) -> Report:
    """Run the tests of a game against the mutants of its rules; only against these, where some are named."""
    start = time.monotonic()
    terminal = os.dup(sys.stderr.fileno())  # pytest takes the other one

    def tell(words: str) -> None:
        os.write(terminal, f"{game:17} {time.monotonic() - start:5.0f} s  {words}\n".encode())

    found: list[Mutant] = []
    for source in rule_files(Path(find_game(game).folder)):
        found += mutants_of(source, f"motherlode.games.{game}.{source.stem}")
    wanted = [mutant for mutant in found if chosen.only in mutant.where and (not again or mutant.name in again)]
    tried = draw(wanted, chosen.sample, chosen.seed)  # what there is time for is then a fair sample
    kept = KNOWN / f"{game}.json"
    known: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
    runner = Runner(tried, chosen.processes, chosen.seconds, tell, known)
    tests = sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))
    words = ["-m", "not long and not compiled", *(str(test) for test in tests if test.name not in LEFT_OUT)]
    words += [f"tests/conformance/test_conformance.py::test_game_conforms[{check}-{game}]" for check in CHECKS]
    # Hypothesis was imported before pytest could rewrite its assertions, which does not matter.
    # Nobody reads why a test noticed a mutant, and working that out takes longer than the test.
    quiet = ["-qq", "--tb=no", "--assert=plain", "--show-capture=no", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    status = pytest.main([*quiet, *words], [runner])
    os.close(terminal)
    if not runner.results:
        raise SystemExit(int(status) or "no mutants")
    known |= {one.mutant.key: one.by for one in runner.results if one.by}
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(known))
    order = {mutant: number for number, mutant in enumerate(wanted)}
    runner.results.sort(key=lambda result: order[result.mutant])
    num_untried = len(wanted) - len(runner.results)
    return Report(game, runner.results, num_untried, read_equivalents(game), time.monotonic() - start)


def main() -> int:
    """Examine games, print what survived and the scores, keep them."""
    words = argparse.ArgumentParser(prog="python -m mutants", description="Faults in rules, and who notices them.")
    words.add_argument("games", nargs="*", default=GAMES, help=f"of {', '.join(GAMES)}; all, if none is named")
    words.add_argument("--only", default="", help="functions with this in their name, as kernels.legal")
    words.add_argument("--sample", type=int, help="so many mutants of each game, drawn at random; all, if left out")
    words.add_argument("--seed", type=int, default=0, help="of the drawing, and of the order in which they are tried")
    words.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    words.add_argument("--seconds", type=float, default=inf, help="for each game, after which no other mutant is tried")
    words.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    words.add_argument("--again", action="store_true", help="only those that nobody noticed the last time")
    chosen = words.parse_args()
    if unknown := set(chosen.games) - set(GAMES):
        words.error(f"unknown games {sorted(unknown)}: expected some of {', '.join(GAMES)}")
    is_well, rows = True, {}
    kept = json.loads(chosen.results.read_text()) if chosen.results.exists() else {}
    for game in chosen.games:
        if chosen.again and not kept.get(game, {}).get("survivors"):
            continue
        report = examine(game, chosen, kept[game]["survivors"] if chosen.again else ())
        rows[game] = report.row
        for result in report.survivors:
            print(f"{game}: nobody noticed {result.mutant}")
        wrong = [] if chosen.only or chosen.again or report.num_untried else report.wrongly_listed
        for line in wrong:
            print(f"{game}: listed as making no difference, wrongly: {line}")
        is_well = is_well and not report.survivors and not wrong
        if chosen.again:
            kept[game] = tried_again(kept[game], report)
        else:
            names = [result.mutant.name for result in report.survivors]
            kept[game] = report.row | {"seed": chosen.seed, "commit": commit(), "survivors": names}
        if not chosen.only:
            chosen.results.write_text(json.dumps(kept, indent=1) + "\n")
            if chosen.results == RESULTS:
                PAGE.write_text(write_page(kept), encoding="utf-8")
    if rows:
        print(f"\n{write_table(rows)}")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())

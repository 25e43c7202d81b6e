"""Besiege the server: `python -m siege`; writes benchmarks/results/siege.json.

Tables of all games are played over WebSocket while processes are killed and stopped, the disk fills up and nothing can
be started. Every action that was acknowledged and every event that was told is looked up in the log, and every byte
that a client was sent is looked through for secrets. Ends with 1 where anything was lost, told but not stored, betrayed
or did not go on, and where there were fewer faults than were wanted.
"""

import argparse
import json
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import ROOT, commit, machine

from siege.besieging import Outcome, besiege, seconds_of
from siege.faults import KINDS

RESULTS = ROOT / "benchmarks" / "results" / "siege.json"
LEAST_S = 600.0  # for a few faults on a machine that is busy
COLUMNS = (
    ("faults", "faults"), ("in_flight_median", "in flight"), ("acknowledged", "acknowledged"), ("events_told", "told"),
    ("lost", "lost"), ("told_not_stored", "told but not stored"), ("secrets", "secrets"), ("problems", "problems"),
    ("seconds_median", "median s"), ("seconds_longest", "longest s"), ("seconds", "took s"),
)  # fmt: skip


def main() -> int:
    """Besiege, print the table, keep it."""
    words = argparse.ArgumentParser(prog="python -m siege", description="The server under load and under attack.")
    words.add_argument("--faults", type=int, default=100, help="of each kind; of those that take long a quarter")
    words.add_argument("--tables", type=int, default=100, help="that are played at once")
    words.add_argument("--only", default=",".join(KINDS), help=f"kinds, of {', '.join(KINDS)}")
    words.add_argument(
        "--seconds", type=float, help="after which no more faults come; else one and a half times what is needed"
    )
    words.add_argument("--quick", action="store_true", help="leave out kinds that wait for somebody's patience to end")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    chosen = words.parse_args()
    kinds = chosen.only.split(",")
    if unknown := set(kinds) - set(KINDS):
        words.error(f"unknown kinds {sorted(unknown)}: expected some of {', '.join(KINDS)}")
    if chosen.quick:
        kinds = [kind for kind in kinds if not KINDS[kind].is_long]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended as well
    start = time.monotonic()
    needed = seconds_of(kinds) * chosen.faults
    allowed = chosen.seconds or max(LEAST_S, 1.5 * needed)
    print(f"{chosen.faults} faults of each kind take about {needed:.0f} seconds; at most {allowed:.0f} are allowed")

    def tell(line: str) -> None:
        print(f"{time.monotonic() - start:7.1f} s  {line}", flush=True)

    outcomes = besiege(
        kinds, chosen.faults, chosen.tables, seed=chosen.seed, seconds=allowed, tell=tell
    )  # fmt: skip
    took = time.monotonic() - start
    print(f"\n{write_table(outcomes)}\n")
    print(f"{took:.0f} seconds, {chosen.tables} tables, {sum(each.findings.bytes for each in outcomes):,} bytes read")
    short = [each.name for each in outcomes if not each.is_enough]
    if short:
        print(f"fewer faults than asked for, because time was out or play did not go on: {', '.join(short)}")
    keep(chosen.results, outcomes, chosen.tables, took)
    return exit_status(outcomes)


def exit_status(outcomes: list[Outcome]) -> int:
    """0 where all was held, and there was enough of it."""
    return 0 if all(each.is_held and each.is_enough for each in outcomes) else 1


def write_table(outcomes: list[Outcome]) -> str:
    """One line for each kind of fault."""
    rows = [["", *(title for _, title in COLUMNS)]]
    for outcome in outcomes:
        figures = outcome.summary()
        rows.append([outcome.name, *(_shown(figures[key]) for key, _ in COLUMNS)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    for outcome in outcomes:
        for what, figures in outcome.summary()["noted"].items():  # type: ignore[attr-defined]
            lines.append(f"{outcome.name}: {what}, median {figures['median']:g}, longest {figures['longest']:g}")
    return "\n".join(lines)


def _shown(figure: object) -> str:
    return "-" if figure is None else f"{figure:,.2f}" if isinstance(figure, float) else f"{figure:,}"


def keep(file: Path, outcomes: list[Outcome], num_tables: int, seconds: float) -> None:
    """Write the figures to a file."""
    found = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        "tables": num_tables,
        "seconds": round(seconds),
        "is_held": exit_status(outcomes) == 0,
        "rows": [outcome.summary() for outcome in outcomes],
    }
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

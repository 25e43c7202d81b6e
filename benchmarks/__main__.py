"""`python -m benchmarks`: measure, print a table, write results/latest.json."""

import argparse
import dataclasses
import datetime
import fnmatch
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import (
    envs,
    games,
    search,
    solving,
    speed,
    starting,
    trap_the_cap,
    vector,
)
from benchmarks.measuring import FULL, QUICK, Row, Scale, commit, machine

RESULTS = Path(__file__).parent / "results"


def rows_of(module: Any) -> Callable[[Any, Scale], list[Row]]:
    """The rows of a game that measures itself: a module with `rows(quick)`."""

    def rows(_: Any, scale: Scale) -> list[Row]:
        found = module.rows(scale is QUICK)
        return [Row(**row, meets_bar=None if row["bar"] is None else row["ratio"] >= row["bar"]) for row in found]

    return rows


# In the order of the table. The whole solution needs two cores and gigabytes, so nothing follows it.
GROUPS: dict[str, Callable[[Any, Scale], list[Row]]] = {
    "playouts": speed.playouts,
    "batches": speed.batches,
    "boundary": speed.boundary,
    "starting": lambda _, scale: starting.starting(scale),
    "one-roll": solving.one_roll,
    "games": rows_of(games),
    "trap_the_cap": rows_of(trap_the_cap),
    "search": rows_of(search),
    "envs": rows_of(envs),
    "vector": rows_of(vector),
    "whole-game": lambda _, scale: [] if scale is QUICK else solving.whole_game(),
}


def figure(number: float) -> str:
    """A number for people."""
    if number >= 1e6:
        return f"{number / 1e6:.2f} M"
    if number >= 1e4:
        return f"{number / 1e3:.1f} k"
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def table_of(rows: list[Row]) -> Table:
    """The rows for a terminal."""
    table = Table(title="Motherlode, side by side", title_justify="left")
    for name, justify in (
        ("subject", "left"), ("metric", "left"), ("ours", "right"), ("peer", "left"), ("its figure", "right"),
        ("ratio", "right"), ("bar", "right"), ("", "left"),
    ):  # fmt: skip
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    marks = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}
    for row in rows:
        bar = "" if row.bar is None else f"{row.bar:g}"
        table.add_row(
            row.subject, row.metric, figure(row.ours), row.peer, figure(row.peer_figure), f"{row.ratio:.3g}", bar,
            marks[row.meets_bar],
        )  # fmt: skip
    return table


def measure(scale: Scale, pattern: str) -> list[Row]:
    """The rows of every group whose name fits the pattern."""
    import motherlode

    game = motherlode.game("madcap")
    rows: list[Row] = []
    console = Console(stderr=True)
    for name, group in GROUPS.items():
        if fnmatch.fnmatch(name, pattern):
            with console.status(f"measuring {name}"):
                rows += group(game, scale)
    return rows


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; figures mean little")
    parser.add_argument("--only", default="*", metavar="PATTERN", help=f"groups to measure: {', '.join(GROUPS)}")
    parser.add_argument("--results", type=Path, default=RESULTS / "latest.json", help="where to write the figures")
    words = parser.parse_args()
    if not any(fnmatch.fnmatch(name, words.only) for name in GROUPS):
        parser.error(f"no group fits {words.only!r}: there are {', '.join(GROUPS)}")
    load = os.getloadavg()[0]
    rows = measure(QUICK if words.quick else FULL, words.only)
    Console(width=None if Console().is_terminal else 180).print(table_of(rows))
    report = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine() | {"load_at_start": load},
        "rows": [dataclasses.asdict(row) for row in rows],
    }
    words.results.parent.mkdir(parents=True, exist_ok=True)
    words.results.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {words.results}")


if __name__ == "__main__":
    main()

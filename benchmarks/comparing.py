"""`python -m benchmarks.comparing`: two states of the tree side by side, from stored results; writes a page of docs.

What was measured at the beginning of the work on the house is kept in results/before; what is compared with it is the
last of each file in results. Nothing is measured here.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT

RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "before-and-after.md"
PARTS = {"latest": ("The engine", "make bench"), "server": ("The server", "python -m benchmarks.server")}
LOST = 0.95  # of what there was: whoever has less has lost
# Rows that had other names before. `step` asked nothing then; today that is `step_unchecked`.
RENAMED = {"choose and step, ": "choose and step_unchecked, "}
# Why a row differs, where that is known: (a part of what it is about, of its unit, the reason).
REASONS = (
    (
        "one action from Python",
        "",
        "numbers are looked at before rules get them, and refused where they are nonsense; `apply_unchecked` is the"
        " road of before",
    ),
    ("rockport_caverns random playouts", "", "version 2 of the rules does more"),
    ("trap_the_cap tower", "", "version 2 of the rules does more"),
    ("trap_the_cap golden", "", "version 2 of the rules does more"),
    ("position", "bytes", "version 2 of the rules keeps more"),
    ("by PettingZoo", "", "arguments are looked at in every call"),
    ("by OpenSpiel", "", "arguments are looked at in every call"),
    (
        "two processes on PostgreSQL",
        "",
        "processes hand no sockets to each other any more: a table that another one leads is reached through it",
    ),
)
HEAD = """\
# Benchmarks, before and after

Written by `python -m benchmarks.comparing` from stored results; a test holds that it is what they say. *Before* is
`benchmarks/results/before`, the last figures before the house was put in order (named tuples for parameters, one road
for an action, folders by subject); *after* is `benchmarks/results`.

What this can say, and what it cannot:

- Before and after were measured on different days, not by turns, on a virtual machine of two cores that others share.
  What is not measured against a peer moves by a tenth with the hour.
- *By its peer* is the change of the ratio to what was measured by turns with it, in the same run. Where there is one it
  decides; else the change of the figure itself does. More is better in both columns.
- Other work lies between, above all checks against nonsense at every door, and version 2 of the rules of four games. No
  figure tells one from the other. Where a reason is known it stands beside the row.
- **A row that has lost more than 5% is bold.** The aim was that none does: where a row is bold, it was missed.
"""
TABLE = "| what | unit | before | after | change | by its peer | |\n| --- | --- | ---: | ---: | ---: | ---: | --- |"


@dataclass(frozen=True)
class Change:
    """A row before and after; changes are factors, and more is better."""

    subject: str
    metric: str
    before: float
    after: float
    peer: str  # empty where there is none
    by_peer: float  # of the ratio to the peer; 1 where there is none

    @property
    def factor(self) -> float:
        """Of the figure itself."""
        more = self.after / self.before
        return 1 / more if "less is better" in self.metric else more

    @property
    def has_lost(self) -> bool:
        """Whether more than 5% is gone, by the better of the two measures that there is."""
        return (self.by_peer if self.peer else self.factor) < LOST

    @property
    def reason(self) -> str:
        """Why it differs, where that is known."""
        for subject, metric, words in REASONS:
            if self.has_lost and subject in self.subject and metric in self.metric:
                return words
        return ""


def compare(before: dict[str, Any], after: dict[str, Any]) -> tuple[list[Change], list[str], list[str]]:
    """The rows that both have; subjects that only the first has, and only the second."""
    old = {_key(row, RENAMED): row for row in before["rows"]}
    new = {_key(row): row for row in after["rows"]}
    changes = []
    for key, first in old.items():
        if key in new:
            second = new[key]
            is_peer = not first["peer"].startswith("bar")
            by_peer = second["ratio"] / first["ratio"] if is_peer else 1.0
            peer = first["peer"] if is_peer else ""
            changes.append(Change(key[0], key[1], first["ours"], second["ours"], peer, by_peer))
    gone = list(dict.fromkeys(key[0] for key in old if key not in new))
    come = list(dict.fromkeys(key[0] for key in new if key not in old))
    return changes, gone, come


def _key(row: dict[str, Any], renamed: dict[str, str] | None = None) -> tuple[str, str, str]:
    subject = row["subject"]
    for old, new in (renamed or {}).items():
        subject = subject.replace(old, new)
    return subject, row["metric"], row["peer"]


def describe(found: dict[str, Any]) -> str:
    """When, from which sources and beside what it was measured."""
    machine = found["machine"]
    beside = "the load was not noted"
    if "load_at_start" in machine:
        beside = f"load {machine['load_at_start']:.1f} when it began"
    elif "load_before" in machine:  # as it was called, and as it was not: it was asked for when all was measured
        beside = f"load {machine['load_before']:.1f} when it ended, its own in it"
    return f"{found['date'][:16].replace('T', ' ')}, commit `{found['commit']}`, {machine['cores']} cores, {beside}"


def write_page() -> str:
    """All parts."""
    lines = [HEAD]
    for name, (title, command) in PARTS.items():
        before, after = (
            json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
            for folder in (RESULTS / "before", RESULTS)
        )
        changes, gone, come = compare(before, after)
        num_lost = sum(change.has_lost for change in changes)
        lines += [f"## {title}", "", f"    {command}", ""]
        lines += [f"- Before: {describe(before)}.", f"- After: {describe(after)}."]
        lines += [f"- {num_lost} of {len(changes)} rows have lost more than 5%.", "", TABLE]
        lines += map(write_row, changes)
        if gone:
            lines += ["", f"Measured before, not after: {'; '.join(gone)}."]
        if come:
            lines += ["", f"Measured after, not before: {'; '.join(come)}."]
        lines.append("")
    return "\n".join(lines)


def write_row(change: Change) -> str:
    """A line of the table."""
    peer = f" ({change.peer})" if change.peer else ""
    mark = "**" if change.has_lost else ""
    factor, by_peer = _percent(change.factor), _percent(change.by_peer) if change.peer else ""
    if change.peer:
        by_peer = f"{mark}{by_peer}{mark}"
    else:
        factor = f"{mark}{factor}{mark}"
    cells = (change.subject + peer, change.metric, _figure(change.before), _figure(change.after), factor, by_peer)
    return f"| {' | '.join(cells)} | {change.reason} |"


def _percent(factor: float) -> str:
    return f"{100 * (factor - 1):+.0f}%".replace("-0%", "0%").replace("+0%", "0%")


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def main(page: Path = PAGE) -> None:
    """Write the page."""
    page.write_text(write_page(), encoding="utf-8")
    print(f"wrote {page}")


if __name__ == "__main__":
    main()

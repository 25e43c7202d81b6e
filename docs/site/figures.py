"""What pages tell of each game, and of the benchmarks: from the games themselves and from files with results."""

import json
import re
from collections.abc import Callable
from typing import Any

from docs.site.gathering import ROOT, address_of

from motherlode.core.options import describe_options
from motherlode.core.registry import find_game

GAMES = ("madcap", "madstone", "minecart_mayhem", "trap_the_cap", "rockport_caverns")
RESULTS = ROOT / "benchmarks" / "results"


def num_seats(name: str) -> str:
    """`2-4`, or `1`."""
    fewest, most = find_game(name).seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def write_games(meet: Callable[[str], None]) -> str:
    """A picture and a line for each game; `meet` is told of every picture."""
    lines = [
        "---\nhide:\n  - toc\n---\n# Games",
        "",
        "Each has a page with its rules, how strong the bots are, and what the lab measured of it.",
        "",
        '<div class="grid cards" markdown>',
        "",
    ]
    for name in GAMES:
        spec, picture = find_game(name), f"web/public/pictures/{name}.png"
        meet(picture)
        lines += [
            f"-   [![{spec.title}](../{address_of(picture)})]({name}.md)",
            "",
            f"    **[{spec.title}]({name}.md)**, {num_seats(name)} at the table. {spec.summary}",
            "",
            f"    [Rules]({name}-rules.md)",
            "",
        ]
    return "\n".join([*lines, "</div>", ""])


def write_game(name: str) -> str:
    """What stands below a game's own page: the facts, the ladder, the lab."""
    return "\n".join(["", *write_facts(name), *write_ladder(name), *write_report(name)])


def write_facts(name: str) -> list[str]:
    """The options of a game, as it says them itself."""
    spec = find_game(name)
    lines = [
        "## At a glance",
        "",
        f"| | |\n| --- | --- |\n| at the table | {num_seats(name)} |",
        f"| rules | [version {spec.version}, numbered](../../src/motherlode/games/{name}/RULES.md) |",
        f"| hidden | {'yes: seats may know different things' if spec.is_hidden else 'no: everybody sees everything'} |",
        f"| solved | {'yes, exactly' if spec.solver else 'no'} |",
        "",
        "| option | without it | means |",
        "| --- | --- | --- |",
    ]
    for option in describe_options(spec):
        text = json.dumps(option["default"])
        text = text if len(text) <= 60 else f"{text[:59]}…"
        lines.append(f"| `{option['name']}` | `{text}` | {shown(option['meaning'])} |")
    return [*lines, ""]


def write_ladder(name: str) -> list[str]:
    """The first table of each part of the ladder that is about the game."""
    page = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    title = re.escape(find_game(name).title)
    lines = ["## How strong the bots are", "", "From [the ladder](../ladder.md), which says how it was measured.", ""]
    for head, body in re.findall(rf"^## ({title}[^\n]*)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        table = re.search(r"^\|.*?(?=\n\n|\Z)", body, re.MULTILINE | re.DOTALL)
        if table:
            lines += [f"### {head}", "", table[0], ""]
    return lines


def write_report(name: str) -> list[str]:
    """What the lab found."""
    report = json.loads((ROOT / "docs" / "reports" / name / "report.json").read_text(encoding="utf-8"))
    return [
        "## What the lab measured",
        "",
        f"    {report['command']}",
        "",
        *(f"- {sentence['en']}" for kind in report["kinds"] for sentence in kind["sentences"]),
        "",
        f"[The report](../reports/{name}/report.html) has all numbers with their intervals,",
        "and matches to look at for each; `motherlode replay FILE` steps through a record, `motherlode verify FILE`",
        "checks it.",
        "",
    ]


BENCHMARKS = """\
# Benchmarks

Every number here comes from a file in `benchmarks/results`, which the command beside it writes anew. *Bar* is what was
set before it was measured; a row that misses its bar says so. Figures of another machine differ: compare ratios.

"""
# Each file of results with a table of rows: what it is about, and the command that makes it.
MEASURED = {
    "latest": ("The engine against its peers", "make bench"),
    "server": ("The server against boardgame.io", "python -m benchmarks.server"),
    "web": ("The browser", "python -m benchmarks.web"),
    "2026-11-15-h200": ("Rules on a GPU", "python -m benchmarks.gpu"),
    "2026-11-18-h200-envs": ("Environments on a GPU", "python -m benchmarks.gpu_envs"),
    "catalogue": ("Texts from a catalogue, on the road of an action", "python -m benchmarks.catalogue"),
    "siege": ("The server under siege", "make siege"),
}

COLUMNS = (
    "road",
    "language",
    "is_cached",
    "us",
    "more_us",
    "of_an_action",
    "meets_bar",
    "run",
    "name",
    "faults",
    "lost",
    "told_not_stored",
    "secrets",
    "broken",
    "seconds_median",
    "seconds_longest",
)


def write_benchmarks() -> str:
    """All results, each with how to repeat it."""
    parts = [BENCHMARKS]
    for name, (title, command) in MEASURED.items():
        found = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        parts += [f"## {title}", "", f"    {command}", "", describe(found), "", *write_rows(found["rows"]), ""]
    scores = json.loads((RESULTS / "mutants.json").read_text(encoding="utf-8"))
    parts += [
        "## Planted faults",
        "",
        "    make mutants",
        "",
        "Faults planted in the rules, and how many the tests notice.",
        "",
    ]
    parts += ["| game | tried | noticed | 95% interval |", "| --- | ---: | ---: | ---: |"]
    for name, each in scores.items():
        tried = each["mutants"] - each["untried"] - each["equivalent"]
        parts.append(f"| {find_game(name).title} | {tried:,} | {each['score']}% | {each['low']}% to {each['high']}% |")
    return "\n".join([*parts, ""])


def describe(found: dict[str, Any]) -> str:
    """When, on what and from which sources it was measured."""
    machine = found.get("machine", {})
    what = found.get("device") or f"{machine.get('cpu', 'a machine')}, {machine.get('cores', '?')} cores"
    commit = f", commit `{found['commit']}`" if "commit" in found else ""
    return f"Measured on {found.get('date', found.get('at', 'an unknown day'))[:10]} on {what}{commit}."


def write_rows(rows: list[dict[str, Any]]) -> list[str]:
    """A table of rows as `python -m benchmarks` makes them, or of whatever columns they have."""
    if "subject" not in rows[0]:
        columns = [column for column in COLUMNS if column in rows[0]]
        lines = [f"| {' | '.join(columns)} |", f"| {' | '.join('---' for _ in columns)} |"]
        return [*lines, *(f"| {' | '.join(shown(row.get(column, '')) for column in columns)} |" for row in rows)]
    lines = ["| what | unit | ours | beside it | ratio | bar | |", "| --- | --- | ---: | --- | ---: | ---: | --- |"]
    for row in rows:
        peer = "" if row["peer"] == "bar" else f"{row['peer']}: {shown(row['peer_figure'])}"
        met = {True: "met", False: "**missed**", None: ""}[row.get("meets_bar")]
        bar = "" if row.get("bar") is None else shown(row["bar"])
        ratio = "" if row.get("ratio") is None else f"{row['ratio']:.2f}"
        lines.append(
            f"| {row['subject']} | {row['metric']} | {shown(row['ours'])} | {peer} | {ratio} | {bar} | {met} |"
        )
    return lines


def shown(value: object) -> str:
    """A number for people; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).replace("|", "\\|").replace("\n", " ")
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"

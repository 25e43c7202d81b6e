"""What docs/server.md and docs/operating.md say about flags, routes, messages and figures; their script is run."""

import hashlib
import inspect
import json
import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from motherlode.cli.serve import serve
from motherlode.server.app import Server
from motherlode.server.operations.metrics import Metrics
from motherlode.server.protocol.messages import PROTOCOL, EventKind, FromClient, FromServer
from motherlode.server.settings import Settings

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "server.md").read_text(encoding="utf-8")
OPERATING = (DOCS / "operating.md").read_text(encoding="utf-8")


def first_cells(heading: str, page: str = PAGE) -> list[str]:
    """What the first column of the table below these words names, between backquotes."""
    table = re.search(r"((?:^\|.*\n)+)", page[page.index(heading) :], re.MULTILINE)[1]
    return [name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def test_every_flag_is_explained_with_its_default():
    parameters = inspect.signature(serve).parameters
    flags = {("--open" if name == "open_browser" else f"--{name.replace('_', '-')}") for name in parameters}
    assert set(first_cells("| flag | default |")) == flags
    for name in ("workers", "rate", "connections", "log"):
        default = parameters[name].default
        shown = f"`{default}`" if isinstance(default, str) else f"{default:g}"
        assert re.search(rf"^\| `--{name}` \| {re.escape(shown)} \|", PAGE, re.MULTILINE)


def test_every_route_is_explained_and_no_other():
    schema = Server(Settings(database="sqlite:///nowhere.db"))._litestar.openapi_schema.to_schema()
    routes = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    said = {re.sub(r"\?.*", "", cell) for cell in first_cells("## HTTP")}
    assert said == routes | {"GET /healthz", "GET /metrics"}


def test_every_message_is_explained():
    of_client = {kind.__struct_config__.tag for kind in get_args(FromClient)}
    of_server = {kind.__struct_config__.tag for kind in get_args(FromServer)}
    assert set(first_cells("| client sends |")) == of_client
    assert set(first_cells("| server sends |")) == of_server
    assert f"`protocol` is {PROTOCOL}." in PAGE
    assert {"timed_out", "held", "bot_changed", "undo_offered"} <= set(get_args(EventKind))


def test_every_figure_is_explained_and_no_other():
    page = Metrics().page().decode()
    families = set(re.findall(r"^# TYPE (motherlode_\w+)", page, re.MULTILINE))
    families = {name for name in families if not name.endswith("_created")}
    assert set(first_cells("| figure | alert when |", OPERATING)) == families


def test_figures_of_the_benchmark_are_those_that_were_measured():
    measured = json.loads((DOCS.parent / "benchmarks" / "results" / "server.json").read_text(encoding="utf-8"))
    runs = measured["runs"]
    found = {(row["subject"], row["metric"]): row["ours"] for row in measured["rows"]}
    speed, slow = "moves/s", "p99 in ms (less is better)"
    paced = "1000 tables, a move every 1 to 5 s"
    table = {
        "actions a second": [
            f"{round(found['motherlode, 50 at once', speed], -2):,.0f}",
            f"{round(found['two processes on PostgreSQL, 50 at once', speed], -2):,.0f}",
        ],
        "slowest hundredth": [
            f"{found[paced, slow]:.1f} ms",
            f"{found[f'two processes on PostgreSQL, {paced}', slow]:.1f} ms",
        ],
        "memory": [
            *(f"{run['memory_mib']:.0f} MiB" for run in runs if run["server"] == "motherlode" and run["load"] == paced),
            f"{found['5000 idle connections', 'MiB (less is better)']:.0f} MiB",
            *(f"{run['memory_mib']:.0f} MiB" for run in runs if "PostgreSQL" in run["server"] and run["load"] == paced),
        ],
    }
    for name, figures in table.items():
        [row] = [line for line in OPERATING.splitlines() if line.startswith(f"| {name}")]
        for figure in figures:
            assert figure in row


@pytest.mark.compiled
def test_the_script_plays_a_match_with_a_number_of_its_own(here):
    script = re.search(r"```\n(api=http.*?)```", PAGE, re.DOTALL)[1].replace("http://127.0.0.1:8000", here.url)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "Mixed in were the numbers of" in done.stdout, done.stdout


def test_the_commands_of_fair_dice_make_a_seal():
    page = (DOCS / "fair-dice.md").read_text(encoding="utf-8")
    lines = re.search(r"^number=.*\nseal=.*\n", page, re.MULTILINE)[0]
    assert lines in PAGE
    done = subprocess.run(["bash", "-c", lines + "echo $number $seal"], capture_output=True, text=True, check=True)
    number, seal = done.stdout.split()
    assert hashlib.sha256(bytes.fromhex(number)).hexdigest() == seal

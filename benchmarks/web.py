"""How fast the client is in a real Chromium: `python -m benchmarks.web`; writes benchmarks/results/web.json.

For each game: from the click on *Play now* to the first thing that can be touched, with a warm engine; then a match
is played with motion, and while things move the frames that are drawn and the work of the main thread are counted.
Chromium draws without a graphics card here, so frames are a lower bound and the main thread's work is what counts.
Last, for each game the very first start with nothing compiled: until the page is there, and from the click on
*Play now* until the game can be played. `--starts` measures only how soon games can be played, warm and cold, and
writes benchmarks/results/starts.json and the table in docs/web.md that is made of it.
"""

import argparse
import json
import os
import random
import shutil
import tempfile
import time
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import ROOT, Row, at_least, at_most, commit, machine
from benchmarks.server.processes import ServerProcess
from motherlode.core.registry import find_game

RESULTS = ROOT / "benchmarks" / "results"
STARTS = RESULTS / "starts.json"
DOCS = ROOT / "docs" / "web.md"
BEGIN, END = "<!-- starts -->", "<!-- /starts -->"  # around the table there
WARM = "click to first playable position, s"
COLD_PAGE = "first start: until the page is there, s"
COLD = "first start: click to first playable position, s"
GAMES = ("madcap", "minecart_mayhem", "madstone", "trap_the_cap", "rockport_caverns")
LIT = "[data-thing].lit"
ROUNDS = 5
TOUCHES = 12
FRAME_MS = 1000 / 60

COUNT_FRAMES = """() => new Promise((done) => {
    const times = [];
    const tick = (now) => {
        times.push(now);
        if (now - times[0] < 1200) requestAnimationFrame(tick); else done(times);
    };
    requestAnimationFrame(tick);
})"""


def visit(browser: Browser, address: str) -> Page:
    """Somebody new, on a laptop."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
    page.goto(address)
    return page


def time_play_now(browser: Browser, address: str, game: str) -> float:
    """Seconds from the click to the first thing that can be touched, by the page's own clock."""
    page = visit(browser, address)
    page.wait_for_load_state("networkidle")
    took: float = page.evaluate(
        """(game) => new Promise((done) => {
            const start = performance.now();
            const look = () => document.querySelector("[data-thing].lit")
                ? done(performance.now() - start) : requestAnimationFrame(look);
            document.querySelector(`[data-game="${game}"] button`).click();
            look();
        })""",
        game,
    )
    page.context.close()
    return took / 1000


def watch_motion(browser: Browser, address: str, game: str) -> dict[str, float]:
    """Frames a second and the main thread's milliseconds a frame while a match is played with motion."""
    page = visit(browser, address)
    page.locator(f'[data-game="{game}"] button').click()
    page.wait_for_selector(LIT)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy() -> float:
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"])

    picks, rates, work, longest = random.Random(1), [], [], []
    for _ in range(TOUCHES):
        things = page.locator(LIT)
        if not things.count():
            if page.locator("[data-over]").count():
                break
            page.wait_for_timeout(200)
            continue
        things.nth(picks.randrange(things.count())).dispatch_event("click")
        before = busy()
        times: list[float] = page.evaluate(COUNT_FRAMES)
        spent = (busy() - before) * 1000
        gaps = [second - first for first, second in pairwise(times)]
        rates.append(1000 * len(gaps) / (times[-1] - times[0]))
        work.append(spent / len(gaps))
        longest.append(max(gaps))
    page.context.close()
    return {"frames": median(rates), "work_ms": median(work), "longest_gap_ms": median(longest)}


def time_first_start(browser: Browser, folder: Path, game: str) -> dict[str, float]:
    """Seconds from starting the server, with nothing compiled, to the page; and from there to a playable position."""
    start = time.monotonic()
    with ServerProcess(folder, is_patient=False, MOTHERLODE_CACHE=str(folder / "cache")) as server:
        address = f"http://127.0.0.1:{server.port}"
        page = visit(browser, address)
        page.wait_for_selector("[data-game]")
        shown = time.monotonic() - start
        page.context.close()
        return {"page_s": shown, "playable_s": time_play_now(browser, address, game)}


def write_table(report: dict[str, Any]) -> str:
    """How soon each game can be played, as docs/web.md shows it; what misses its bar is marked."""
    rows = {(row["subject"], row["metric"].partition(" (")[0]): row for row in report["rows"]}

    def cell(game: str, metric: str) -> str:
        row = rows.get((game, metric))
        if row is None:
            return "-"  # it was not measured
        return f"{row['ours']:.1f}" + ("" if row["meets_bar"] else " (missed)")

    bars = [rows[GAMES[0], metric]["peer_figure"] for metric in (WARM, COLD, COLD_PAGE)]
    heads = ["warm", "cold", "cold: until the page is there"]
    told = [f"{head}, bar {bar:g}" for head, bar in zip(heads, bars, strict=True)]
    lines = [f"| seconds | {' | '.join(told)} |", "| --- " * (len(told) + 1) + "|"]
    for game in GAMES:
        title = find_game(game).title
        lines.append(f"| {title} | {' | '.join(cell(game, metric) for metric in (WARM, COLD, COLD_PAGE))} |")
    lines.append("")
    load = f", under a load of {report['load']:.0f}" if report["load"] >= 1 else ""
    where = f"on {report['machine']['cores']} cores{load}"
    lines.append(f"Measured {report['date'][:10]} {where}, {report['commit'][:7]}.")
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, help="where to write, in place of benchmarks/results")
    parser.add_argument("--starts", action="store_true", help="only how soon games can be played")
    words = parser.parse_args()
    results = words.results or (STARTS if words.starts else RESULTS / "web.json")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    rows: list[Row] = []
    load = os.getloadavg()[0]  # of others, before it begins
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with ServerProcess(folder / "warm") as server:
            address = f"http://127.0.0.1:{server.port}"
            for game in GAMES:
                seconds = median(time_play_now(browser, address, game) for _ in range(ROUNDS))
                rows.append(at_most(game, WARM, seconds, 1.5))
                if words.starts:
                    continue
                motion = watch_motion(browser, address, game)
                rows.append(at_most(game, "main thread while moving, ms/frame", motion["work_ms"], FRAME_MS))
                rows.append(at_least(game, "frames/s while moving, no graphics card", motion["frames"], 60.0))
        for game in GAMES:
            first = time_first_start(browser, folder / game, game)
            rows.append(at_most(game, COLD_PAGE, first["page_s"], 3.0))
            rows.append(at_most(game, COLD, first["playable_s"], 3.0))
        browser.close()
    for row in rows:
        verdict = "met" if row.meets_bar else "MISSED"
        print(f"{row.subject:18} {row.metric:55} {row.ours:10.3f} {row.peer_figure:10.3f} {verdict}")
    report: dict[str, Any] = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        "load": load,
        "rows": [asdict(row) for row in rows],
    }
    results.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {results}")
    if results == STARTS:
        text = DOCS.read_text(encoding="utf-8")
        begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        DOCS.write_text(f"{text[:begin]}\n{write_table(report)}\n{text[end:]}", encoding="utf-8")


if __name__ == "__main__":
    main()

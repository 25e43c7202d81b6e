"""WebAssembly against machine code: playouts and search in V8, SpiderMonkey and wasmtime, in one run.

    python -m benchmarks.wasm [--page]

Every figure is the best of several short slices, all of the same work: the same positions, streams and trees. Seconds
are those of the processor, so that others on the machine matter less; a browser knows only the clock, so Firefox looks
slower on a busy machine than it is. Also how large modules are, and how soon a fresh process without any cache lists
the first legal actions.

Last, the analysis page of each game in Chromium (`--page`: only that): seconds from opening it to the board and to the
first evaluation, in a browser that has seen nothing yet; and what the engine costs the board, by walking along a match
with motion, once with the engine and once without. Writes results/wasm.json.
"""

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from base64 import b64decode, b64encode
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
from playwright.sync_api import sync_playwright

from benchmarks.engine import GAMES, ask, bundle, in_firefox, node
from benchmarks.measuring import commit, machine
from benchmarks.server.processes import ServerProcess
from benchmarks.web import COUNT_FRAMES
from motherlode.bots.search import ModuleTree, Tree
from motherlode.core import searching
from motherlode.core.streams import make_streams
from motherlode.core.wasm.modules import module_path
from motherlode.core.wasm.running import Desk, sizes_of
from motherlode.table.game import find

RESULTS = Path(__file__).parent / "results" / "wasm.json"
SLICES = 12
SLICE_MS = 50  # of playouts; clocks of browsers are coarse
ITERATIONS = {
    "madcap": 60_000,
    "madstone": 12_000,
    "minecart_mayhem": 12_000,
    "rockport_caverns": 12_000,
    "trap_the_cap": 12_000,
}
NUM_GAMES = {"madcap": 5_000, "madstone": 40, "minecart_mayhem": 1_000, "rockport_caverns": 300, "trap_the_cap": 60}
MEASURE = """(async () => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const node = globalThis.process;
  const now = node ? () => (node.threadCpuUsage().user + node.threadCpuUsage().system) / 1000 : () => performance.now();
  const rates = {};
  for (const [name, told] of Object.entries(ASKED)) {
    const module = await WebAssembly.compile(bytes(told.code));
    const engine_ = new engine.Engine(module, { sizes: told.sizes, settings: told.settings, box: bytes(told.box) });
    const best = { playouts: 0, search: 0 };
    for (let slice = 0; slice < SLICES; slice++) {
      engine_.plant(bytes(told.position), told.seat, 5n);
      let start = now();
      engine_.grow(told.iterations);
      best.search = Math.max(best.search, (1000 * told.iterations) / (now() - start));
      start = now();
      let actions = 0;
      while (now() - start < SLICE_MS) actions += engine_.playOut(told.games);
      best.playouts = Math.max(best.playouts, (1000 * actions) / (now() - start));
    }
    rates[name] = best;
  }
  return rates;
})()"""
FIRST_ACTION = """
import time
start = time.perf_counter()
import motherlode
game = motherlode.game("{name}")
actions = game.start(seed=1).actions()
print(time.perf_counter() - start, time.process_time(), game.mode, len(actions))
"""


def replant(tree):
    """Begin the same tree anew, in memory that was touched before, as the page does."""
    if isinstance(tree, ModuleTree):
        tree._desk.function("plant")()
        return
    searching.plant(tree.nodes, tree.values, tree.settings)
    tree._arrays.stamps[:] = 0
    if not tree.ruleset.spec.is_hidden:
        tree.nodes["key"][0] = searching.hash_bytes(tree.raw, searching.ROOT)


def best_rates(name, tree_class, play):
    """Actions and iterations a second, the best of all slices."""
    told = ask(name, 1)
    game = find(name)
    seen = np.frombuffer(bytearray(b64decode(told["position"])), game.spec.state)
    best = {"playouts": 0.0, "search": 0.0}
    tree = tree_class(game, seen, told["seat"], game.spec.search)
    for _ in range(SLICES):
        replant(tree)
        random = make_streams(5)
        start = time.thread_time()
        tree.grow(ITERATIONS[name], random)
        best["search"] = max(best["search"], ITERATIONS[name] / (time.thread_time() - start))
        start = time.thread_time()
        actions = 0
        while time.thread_time() - start < SLICE_MS / 1000:
            actions += play(game, NUM_GAMES[name])
        best["playouts"] = max(best["playouts"], actions / (time.thread_time() - start))
    return best


def play_by_module():
    """Random games by a module under wasmtime; the number of actions."""
    desks = {}

    def play(game, num_games):
        if game not in desks:
            desk = desks[game] = Desk(game.spec, game.box, sizes_of(game))
            desk.function("seed")(0, 5, 0)
        return desks[game].function("random_games")(num_games)

    return play


def browser_script():
    """The same work for a browser or node, as a script that gives its rates."""
    asked = {}
    for name in GAMES:
        told = ask(name, 1)
        code = b64encode(Path(told["module"]).read_bytes()).decode()
        asked[name] = told | {"code": code, "iterations": ITERATIONS[name], "games": NUM_GAMES[name]}
    return f"{bundle()}\nconst SLICES = {SLICES}, SLICE_MS = {SLICE_MS}, ASKED = {json.dumps(asked)};\n"


def measure():
    """Rates of every engine, by game."""
    script = browser_script()
    with tempfile.TemporaryDirectory() as folder:
        for_node, for_page = Path(folder) / "node.cjs", Path(folder) / "page.js"
        for_node.write_text(f"{script}{MEASURE}.then((rates) => console.log(JSON.stringify(rates)))", encoding="utf-8")
        for_page.write_text(script + MEASURE, encoding="utf-8")
        return {
            "native": {
                name: best_rates(name, Tree, lambda game, count: game.random_games(count, 5)[0]) for name in GAMES
            },
            "wasmtime": {name: best_rates(name, ModuleTree, play_by_module()) for name in GAMES},
            "V8 (node)": json.loads(node(for_node)),
            "SpiderMonkey (Firefox)": in_firefox(for_page),
        }


def first_action(name):
    """Seconds until the first list of legal actions where nothing was ever compiled: of the clock, of the processor."""
    found = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"MOTHERLODE_CACHE": cache, "MOTHERLODE_MODE": "wasm"}
            code = FIRST_ACTION.format(name=name)
            said = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
            )
            seconds, busy, mode, _ = said.stdout.split()
            assert mode == "wasm", mode
            found.append((round(float(seconds), 3), round(float(busy), 3)))
    return min(found)


VISITS = 6  # of each analysis page
STEPS = 8  # along a match, with motion
PATIENCE_MS = 600_000
BOARD, EVALUATED = "[data-thing]", "[data-chances=yes]"
# By the clock of the page, which starts with the navigation.
WATCH = """(() => {
  globalThis.seen = { longTasks: 0 };
  const look = () => {
    for (const [name, wanted] of Object.entries(WANTED))
      if (!(name in seen) && document.querySelector(wanted)) seen[name] = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => (seen.longTasks += list.getEntries().length)).observe({ type: "longtask" });
})()""".replace("WANTED", json.dumps({"board": BOARD, "evaluated": EVALUATED}))
NO_ENGINE = "globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }"


def line_of(name):
    """Where a match of nobody's choice is on the analysis board, after so many actions that a seat is to act again."""
    match = find(name).start(seed=3)
    while match.step < 3 * STEPS and not match.is_over:
        legal = match.legal()
        match.play(legal[(7 * match.step) % len(legal)])
    return ".".join(str(entry.action) for entry in match.log)


def open_analysis(browser, address, name, is_moving=False, script=""):
    """The page of somebody new, with a board on it."""
    motion = "no-preference" if is_moving else "reduce"
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion=motion)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"{WATCH};{script}")
    page = context.new_page()
    page.goto(f"{address}/analysis/{name}#l={line_of(name)}")
    page.wait_for_selector(BOARD)
    return page


def first_evaluation(browser, address, name):
    """Seconds of one visit: from opening the page, and from the board on the screen."""
    page = open_analysis(browser, address, name)
    page.wait_for_selector(EVALUATED)
    seen = page.evaluate("seen")
    page.context.close()
    return seen["evaluated"] / 1000, (seen["evaluated"] - seen["board"]) / 1000


def walk_along(browser, address, name, has_engine):
    """What drawing costs while the board moves: frames a second, milliseconds of the main thread, long tasks."""
    page = open_analysis(browser, address, name, True, "" if has_engine else NO_ENGINE)
    if has_engine:
        page.wait_for_selector(EVALUATED)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy():
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

    rates, work, gaps = [], [], []
    page.evaluate("seen.longTasks = 0")
    for _ in range(STEPS):
        page.keyboard.press("ArrowLeft")
        before = busy()
        times = page.evaluate(COUNT_FRAMES)
        between = [second - first for first, second in pairwise(times)]
        rates.append(1000 * len(between) / (times[-1] - times[0]))
        work.append(1000 * (busy() - before) / len(between))
        gaps.append(max(between))
    found = {"frames": median(rates), "work_ms": median(work), "gap_ms": median(gaps)}
    found["long_tasks"] = page.evaluate("seen.longTasks")
    page.context.close()
    return found


def in_page():
    """The analysis page of each game."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with ServerProcess(Path(folder)) as server:
            address = f"http://127.0.0.1:{server.port}"
            for name in GAMES:
                visits = sorted(first_evaluation(browser, address, name) for _ in range(VISITS))
                from_board = sorted(seconds for _, seconds in visits)
                walks = {}
                for how in ("without", "with", "with", "without"):  # whatever else is done here meets both alike
                    walks.setdefault(how, []).append(walk_along(browser, address, name, how == "with"))
                row = {
                    "game": name,
                    "from_opening_s": {"median": median(each for each, _ in visits), "worst": visits[-1][0]},
                    "from_board_s": {"median": median(from_board), "worst": from_board[-1]},
                    **{
                        f"{how}_engine": {kind: sum(each[kind] for each in two) / len(two) for kind in two[0]}
                        for how, two in walks.items()
                    },
                }
                row = json.loads(json.dumps(row), parse_float=lambda text: round(float(text), 3))
                rows.append(row)
                print(json.dumps(row), flush=True)
        browser.close()
    return {"machine": machine(), "commit": commit(), "load": round(os.getloadavg()[0], 1), "rows": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="only the analysis page")
    if parser.parse_args().page:
        found = json.loads(RESULTS.read_text(encoding="utf-8")) | {"page": in_page()}
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return
    for name in GAMES:
        find(name).compile()
    rates = measure()
    native = rates.pop("native")
    rows = []
    for name in GAMES:
        content = module_path(find(name).spec).read_bytes()
        row = {
            "game": name,
            "bytes": len(content),
            "gzipped": len(gzip.compress(content, 9)),
            "first_action_s": first_action(name),
            "native": {kind: round(rate) for kind, rate in native[name].items()},
        }
        for engine, each in rates.items():
            row[engine] = {kind: round(each[name][kind] / native[name][kind], 3) for kind in ("playouts", "search")}
        rows.append(row)
        print(json.dumps(row), flush=True)
    found = {"machine": machine(), "commit": commit(), "rows": rows, "page": in_page()}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""WebAssembly against machine code: playouts and search in V8, SpiderMonkey and wasmtime, in one run.

    python -m benchmarks.wasm

Every figure is the best of several short slices, all of the same work: the same positions, streams and trees. Seconds
are those of the processor, so that others on the machine matter less; a browser knows only the clock, so Firefox looks
slower on a busy machine than it is. Also how large modules are, and how soon a fresh process without any cache lists
the first legal actions. Writes results/wasm.json.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np

from benchmarks.engine import GAMES, ask, bundle, in_firefox, node
from benchmarks.measuring import commit, machine
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


def main():
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
    found = {"machine": machine(), "commit": commit(), "rows": rows}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

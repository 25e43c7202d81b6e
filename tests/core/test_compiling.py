"""Compilation: cached, noticed when stale, reported when slow. Each case runs in processes of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.core import compiling

PEBBLES = Path(__file__).parent.parent / "pebbles"

USE = """
import time
import motherlode
from motherlode.core.registry import register
from motherlode.core.ruleset import progress_shown_by
import pebbles

register(pebbles.GAME)
steps = []
with progress_shown_by(lambda what, done, total: steps.append((what, done, total))):
    game = motherlode.game("pebbles")
print("weights", [weight for _, weight in game.chance(game.new())])
print("steps", len(steps), steps[-1][1:] if steps else "")
print("misses", sum(sum(function.stats.cache_misses.values()) for function in game.kernels))
"""


@pytest.fixture
def home(tmp_path):
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    return tmp_path


def use(home, code=USE, **environment):
    path = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
    result = subprocess.run(
        [sys.executable, "-W", "default", "-c", code],
        env=os.environ | {"PYTHONPATH": path, "MOTHERLODE_CACHE": str(home / "cache"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return dict(line.split(" ", 1) for line in result.stdout.splitlines()) | {"stderr": result.stderr}


def test_compiled_once_and_noticed_when_another_module_is_edited(home):
    cold = use(home)
    assert cold["weights"] == "[2, 1, 1]"
    assert cold["steps"] == "20 (19, 19)"  # ten kernels, nine generic functions, and the end
    assert cold["misses"] == "10"
    warm = use(home)
    assert (warm["weights"], warm["steps"].strip(), warm["misses"]) == ("[2, 1, 1]", "0", "0")

    # The constant is in a module that the compiled function only imports: Numba's own cache would not notice.
    components = home / "pebbles" / "components.py"
    components.write_text(components.read_text().replace("(2, 1, 1)", "(5, 1, 1)"))
    edited = use(home)
    assert (edited["weights"], edited["misses"]) == ("[5, 1, 1]", "10")


GENERIC = """
import motherlode
from motherlode.bots import make_bot
from motherlode.core import playouts
from motherlode.core.registry import register
from motherlode.core.batch import Batch
from motherlode.core.streams import make_streams
import pebbles

register(pebbles.GAME)
game = motherlode.game("pebbles")
game.later("find_refused")
functions = [getattr(playouts, name) for name in dir(playouts) if hasattr(getattr(playouts, name), "signatures")]
before = sum(len(function.signatures) for function in functions)
game.random_games(3)
batch = Batch(game, 4, threads=2)
batch.legal()
batch.step(batch.choose())
make_bot("greedy", game).choose(game, game.hidden(game.start(1).position, 0), 0, make_streams(1))
batch.close()
print("compiled", sum(len(function.signatures) for function in functions) - before)
"""


def test_generic_code_is_prepared_and_never_compiled_again(home):
    assert use(home, GENERIC)["compiled"] == "0"
    assert use(home, GENERIC)["compiled"] == "0"


NAMED = """
import numpy as np
import motherlode
from motherlode.bots.search import Tree
from motherlode.core import playouts, searching
from motherlode.core.registry import register
from motherlode.core.streams import make_streams
import pebbles

register(pebbles.GAME)
game = motherlode.game("pebbles")
print("games", *game.random_games(3, 7))
states = game.start(1).position
seat = game.to_act(states)
tree = Tree(game, game.hidden(states, seat), seat, game.spec.search)
tree.grow(50, make_streams(1))
print("tree", tree.used)
choose = game.later("choose_greedily")
scratch, trial = game.new_scratch(), game.new_trial(2, 3)
print("greedy", choose(game.pointers, game.box, states, 0, make_streams(2), 0, scratch, trial))
"""

FOUND = """
functions = (playouts.play_many, playouts.play_out, playouts.try_actions, playouts.choose_greedily, searching.search)
print("misses", sum(sum(function.stats.cache_misses.values()) for function in functions))
print("hits", sum(sum(function.stats.cache_hits.values()) for function in functions))
"""


def test_code_that_takes_rules_and_buffers_as_named_tuples_is_found_on_disk(home):
    cold, warm = use(home, NAMED + FOUND), use(home, NAMED + FOUND)
    assert int(cold["misses"]) >= 5
    assert (warm["misses"], warm["hits"]) == ("0", "5")
    plain = use(home, NAMED, MOTHERLODE_MODE="plain")
    for said in ("games", "tree", "greedy"):
        assert cold[said] == warm[said] == plain[said]


THREADS = """
from concurrent.futures import ThreadPoolExecutor
import motherlode
from motherlode.core.registry import register
import pebbles

register(pebbles.GAME)
game = motherlode.game("pebbles")
with ThreadPoolExecutor(4) as pool:
    found = list(pool.map(game.later, ["choose_greedily"] * 4))
print("dispatchers", sum(hasattr(function, "py_func") for function in found))
"""


def test_threads_that_ask_for_code_at_the_same_time_all_get_what_is_compiled(home):
    assert use(home, THREADS)["dispatchers"] == "0"


def test_an_edit_of_the_engine_changes_the_fingerprint(tmp_path, monkeypatch):
    core, game = tmp_path / "core", tmp_path / "game"
    for folder in (core, game):
        folder.mkdir()
        (folder / "rules.py").write_text("A = 1\n")
    monkeypatch.setattr(compiling, "CORE", core)

    def fingerprint():
        compiling.fingerprint.cache_clear()
        return compiling.fingerprint(game)

    seen = [fingerprint()]
    (core / "rules.py").write_text("A = 2\n")
    seen.append(fingerprint())
    (game / "rules.py").write_text("A = 2\n")
    seen.append(fingerprint())
    (game / "deeper").mkdir()
    (game / "deeper" / "more.py").write_text("")
    seen.append(fingerprint())
    (game / "data.toml").write_text("")  # data is in the box, not in the code
    assert fingerprint() == seen[-1]
    assert len(set(seen)) == 4
    compiling.fingerprint.cache_clear()


def test_old_versions_are_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("MOTHERLODE_CACHE", str(tmp_path))
    game = tmp_path / "game"
    game.mkdir()
    caches = (compiling.fingerprint, compiling.cache_folder, compiling.cache_root)
    try:
        for number in range(6):
            for cache in caches:
                cache.cache_clear()
            (game / "rules.py").write_text(f"A = {number}\n")
            folder = compiling.cache_folder(game)
            assert folder.is_dir()
            os.utime(folder, (number, number))
        kept = list(folder.parent.iterdir())
        assert len(kept) == compiling.KEPT_PER_GAME
        assert folder in kept
    finally:
        for cache in caches:
            cache.cache_clear()


def test_without_a_writable_folder_rules_compile_and_say_so(home):
    (home / "cache").write_text("a file where a folder should be")
    out = use(home)
    assert out["weights"] == "[2, 1, 1]"
    assert "cannot keep compiled rules" in out["stderr"]


def test_plain_mode_compiles_nothing(home):
    code = USE.replace(
        'print("misses"', 'print("plain", not hasattr(game.kernels.apply, "py_func"))\n0 and print("misses"'
    )
    assert use(home, code, MOTHERLODE_MODE="plain")["plain"] == "True"


INTERRUPTED = """
import os
import signal
from numba.core.codegen import CPUCodeLibrary

hook = CPUCodeLibrary._object_compiled_hook.__func__
times = []

def pressed(cls, module, buffer):
    times.append(0)
    if len(times) == 20:
        os.kill(os.getpid(), signal.SIGINT)
    hook(cls, module, buffer)

CPUCodeLibrary._object_compiled_hook = classmethod(pressed)
import motherlode
from motherlode.core.registry import register
import pebbles

signal.signal(signal.SIGINT, signal.default_int_handler)
register(pebbles.GAME)
try:
    motherlode.game("pebbles")
except KeyboardInterrupt:
    print("interrupted yes")
print("seats", motherlode.game("pebbles").seats)
"""


def test_ctrl_c_inside_the_compilers_callback_is_heard_after_it(home):
    """LLVM's callbacks swallow what is raised in them: Numba then misses its machine code, or the process aborts."""
    found = use(home, INTERRUPTED)
    assert (found["interrupted"], found["seats"]) == ("yes", "2")

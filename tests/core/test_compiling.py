"""Compilation: cached, noticed when stale, reported when slow. Each case runs in processes of its own."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from motherlode.core import compiling

NAMES = ("pebbles", "cobbles")
PEBBLES = Path(__file__).parent.parent / "pebbles"

USE = """
import time
import motherlode
from motherlode.core.registry import register
from motherlode.core.machine_code import progress_shown_by
import pebbles

register(pebbles.GAME)
steps = []
with progress_shown_by(lambda what, done, total: steps.append((what, done, total))):
    game = motherlode.game("pebbles")
    game.compile()
print("weights", [weight for _, weight in game.chance(game.new())])
print("steps", len(steps), steps[-1][1:] if steps else "")
print("misses", sum(sum(function.stats.cache_misses.values()) for function in game.kernels))
"""


@pytest.fixture
def home(tmp_path):
    """A folder with Pebbles, and nothing compiled."""
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    return tmp_path


@pytest.fixture
def compiled(made_once):
    """A folder with Pebbles, and what its first use left and said."""

    def compile_pebbles(folder):
        shutil.copytree(PEBBLES, folder / "pebbles")
        (folder / "said").write_text(json.dumps(use(folder)))

    return made_once("compiled-pebbles", compile_pebbles)


@pytest.fixture
def warm(home, compiled):
    """A folder with Pebbles, and all that a match needs compiled; what is compiled later is not."""
    shutil.copytree(compiled / "cache", home / "cache")
    return home


def begin(home, code, *words, **environment):
    """A process that starts with an empty cache, or with what others left in it."""
    paths = os.pathsep.join([str(home), str(compiling.CORE.parent.parent)])
    return subprocess.Popen(
        [sys.executable, "-W", "default", "-c", code, *words],
        env=os.environ | {"PYTHONPATH": paths, "MOTHERLODE_CACHE": str(home / "cache"), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process):
    """What it says until it ends well."""
    said, complaints = process.communicate()
    assert process.returncode == 0, complaints
    return said


def use(home, code=USE, **environment):
    process = begin(home, code, **environment)
    said, complaints = process.communicate()
    assert process.returncode == 0, complaints
    return dict(line.split(" ", 1) for line in said.splitlines()) | {"stderr": complaints}


def test_compiled_once_and_noticed_when_another_module_is_edited(warm, compiled):
    home, cold = warm, json.loads((compiled / "said").read_text())
    assert cold["weights"] == "[2, 1, 1]"
    assert cold["steps"] == "23 (22, 22)"  # twelve kernels, ten generic functions, and the end
    assert cold["misses"] == "12"
    again = use(home)
    assert (again["weights"], again["steps"].strip(), again["misses"]) == ("[2, 1, 1]", "0", "0")

    # The same sources elsewhere, as where a package is installed a second time, have the same machine code.
    (home / "elsewhere").mkdir()
    shutil.copytree(home / "pebbles", home / "elsewhere" / "pebbles")
    shutil.copytree(compiling.CORE.parent, home / "elsewhere" / "motherlode", ignore=shutil.ignore_patterns("web"))
    moved = use(home, PYTHONPATH=str(home / "elsewhere"))
    assert (moved["weights"], moved["steps"].strip(), moved["misses"]) == ("[2, 1, 1]", "0", "0")

    # The constant is in a module that the compiled function only imports: Numba's own cache would not notice.
    components = home / "pebbles" / "components.py"
    components.write_text(components.read_text().replace("(2, 1, 1)", "(5, 1, 1)"))
    edited = use(home)
    assert (edited["weights"], edited["misses"]) == ("[5, 1, 1]", "12")


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


def test_generic_code_is_prepared_and_never_compiled_again(warm):
    assert use(warm, GENERIC)["compiled"] == "0"
    assert use(warm, GENERIC)["compiled"] == "0"


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


def test_code_that_takes_rules_and_buffers_as_named_tuples_is_found_on_disk(warm):
    first, second = use(warm, NAMED + FOUND), use(warm, NAMED + FOUND)
    assert int(first["misses"]) >= 2  # the search and the greedy choice are compiled later
    assert first["hits"] == "3"
    assert (second["misses"], second["hits"]) == ("0", "5")
    plain = use(warm, NAMED, MOTHERLODE_MODE="plain")
    for said in ("games", "tree", "greedy"):
        assert first[said] == second[said] == plain[said]


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


def test_threads_that_ask_for_code_at_the_same_time_all_get_what_is_compiled(warm):
    assert use(warm, THREADS)["dispatchers"] == "0"


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


NESTED = {
    "nested/__init__.py": "",
    "nested/numbers.py": "BONUS = 1\n",
    "nested/rules/__init__.py": "",
    "nested/rules/scoring.py": """
from motherlode.core.compiling import rule
from nested.numbers import BONUS

@rule
def score(points):
    return points + BONUS
""",
}
SCORE = """
from nested.rules.scoring import score
print("score", score(10))
print("misses", sum(score.stats.cache_misses.values()))
"""


def write_nested(folder):
    for name, text in NESTED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_rules_in_a_sub_package_are_compiled_anew_when_the_package_around_it_is_edited(tmp_path):
    write_nested(tmp_path)
    found = [use(tmp_path, SCORE), use(tmp_path, SCORE)]
    (tmp_path / "nested" / "numbers.py").write_text("BONUS = 5\n")
    found.append(use(tmp_path, SCORE))
    assert [(one["score"], one["misses"]) for one in found] == [("11", "1"), ("11", "0"), ("15", "1")]
    assert [folder.name for folder in (tmp_path / "cache" / "compiled").glob("nest*")] == ["nested"]


def test_a_game_is_its_top_most_package_and_stands_alone_among_ours(tmp_path):
    games = compiling.CORE.parent / "games"
    assert compiling.game_folder(games / "madcap") == games / "madcap"
    assert compiling.game_folder(games / "madcap" / "openings") == games / "madcap"
    assert compiling.game_folder(compiling.CORE) == compiling.CORE
    for folder in ("acme", "acme/chess"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("")
    assert compiling.game_folder(tmp_path / "acme") == tmp_path / "acme"
    assert compiling.game_folder(tmp_path / "acme" / "chess" / "openings") == tmp_path / "acme"
    assert compiling.game_folder(tmp_path / "alone") == tmp_path / "alone"


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


def test_without_a_writable_folder_rules_compile_and_say_so(tmp_path):
    write_nested(tmp_path)
    (tmp_path / "cache").write_text("a file where a folder should be")
    out = use(tmp_path, SCORE)
    assert (out["score"], out["misses"]) == ("11", "1")
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
waiting = []

def pressed(cls, module, buffer):
    if waiting:
        waiting.pop()
        os.kill(os.getpid(), signal.SIGINT)
    hook(cls, module, buffer)

CPUCodeLibrary._object_compiled_hook = classmethod(pressed)
import motherlode
from motherlode.core.registry import register
import pebbles

signal.signal(signal.SIGINT, signal.default_int_handler)
register(pebbles.GAME)
game = motherlode.game("pebbles")
waiting.append("until something is compiled")
try:
    game.later("choose_greedily")
except KeyboardInterrupt:
    print("interrupted yes")
print("compiled", not hasattr(game.later("choose_greedily"), "py_func"))
"""


def test_ctrl_c_inside_the_compilers_callback_is_heard_after_it(warm):
    """LLVM's callbacks swallow what is raised in them: Numba then misses its machine code, or the process aborts."""
    found = use(warm, INTERRUPTED)
    assert (found["interrupted"], found["compiled"]) == ("yes", "True")


ADDING = """
import sys
import numba
from pathlib import Path
import counting

home, me = Path(sys.argv[1]), int(sys.argv[2])
kinds = [numba.from_dtype(counting.layout(2 * number + me)) for number in range(40)]
signatures = [(numba.types.Array(kind, 1, "C"),) for kind in kinds]
found = {}
cache = counting.width._cache
keep, cache.save_overload = cache.save_overload, lambda signature, data: found.update({signature: data})
for signature in signatures:
    counting.width.compile(signature)
(home / f"ready{me}").touch()
while not (home / f"ready{1 - me}").exists():
    pass
for signature, data in found.items():
    keep(signature, data)
"""
COUNTING = """
import numpy as np
from motherlode.core.compiling import rule

def layout(number):
    return np.dtype((np.record, [("first", np.int8, (number + 1,))]))

@rule
def width(records):
    return len(records[0].first)
"""
LOOKING = """
import numpy as np
import counting

widths = [int(counting.width(np.zeros(1, counting.layout(number)))) for number in range(80)]
print("right", widths == list(range(1, 81)))
print("misses", sum(counting.width.stats.cache_misses.values()))
"""


def test_two_processes_add_to_the_machine_code_of_one_function_and_none_is_lost(tmp_path):
    """The engine's code is compiled for the records of each game: without a lock two games get the same file."""
    (tmp_path / "counting.py").write_text(COUNTING)
    begun = [begin(tmp_path, ADDING, str(tmp_path), str(number)) for number in range(2)]
    for process in begun:
        end(process)
    found = use(tmp_path, LOOKING)
    assert (found["right"], found["misses"]) == ("True", "0")


TOGETHER = """
import sys
import time
from pathlib import Path
import motherlode
from motherlode.core.registry import register
from motherlode.core.machine_code import progress_shown_by

home, me, other = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
register(__import__(me).GAME)

def meet(what, done, total):
    (home / f"{me}-{done}").touch()
    while done < total and not (home / f"{other}-{done}").exists():
        assert not (home / "failed").exists()
        time.sleep(0.005)

def refuse(what):
    raise AssertionError(f"{me} waits for another process")

try:
    with progress_shown_by(meet, refuse):
        motherlode.game(me).compile()
except BaseException:
    (home / "failed").touch()
    raise
"""
WHOLE = """
import motherlode
from motherlode.core import playouts, searching
from motherlode.core.registry import register
import cobbles, pebbles

for spec in (cobbles.GAME, pebbles.GAME):
    register(spec)
    game = motherlode.game(spec.name)
    game.compile()
    print(spec.name, game.random_games(50, 3))
# Those of `streams` among them: playouts import them.
functions = {value for module in (playouts, searching) for value in vars(module).values() if hasattr(value, "stats")}
functions |= {kernel for spec in (cobbles.GAME, pebbles.GAME) for kernel in spec.kernels if hasattr(kernel, "stats")}
print("loaded", sum(sum(function.stats.cache_hits.values()) for function in functions))
print("misses", sum(sum(function.stats.cache_misses.values()) for function in functions))
"""


@pytest.fixture
def two_games(home):
    """Pebbles, and the same with other records: the engine's code is compiled for each."""
    shutil.copytree(home / "pebbles", home / "cobbles")
    for path in (home / "cobbles").glob("*.py"):
        text = path.read_text().replace("from pebbles", "from cobbles")
        text = text.replace('"pebbles', '"cobbles').replace('"Pebbles"', '"Cobbles"')
        path.write_text(text.replace('("spare", np.int8),', '("spare", np.int8), ("unused", np.int8, (2,)),'))
    return home


def test_two_games_are_compiled_at_the_same_time_and_both_are_whole(two_games):
    """Each step of one waits for the same step of the other, so neither can wait for the other to be through."""
    begun = [begin(two_games, TOGETHER, str(two_games), *names) for names in (NAMES, NAMES[::-1])]
    for process in begun:
        end(process)
    found = use(two_games, WHOLE)
    assert int(found["loaded"]) > 30
    assert found["misses"] == "0"
    plain = use(two_games, WHOLE, MOTHERLODE_MODE="plain")
    assert [found[name] for name in NAMES] == [plain[name] for name in NAMES]


WAITING = """
import motherlode
from motherlode.core.registry import register
from motherlode.core.machine_code import progress_shown_by
import pebbles

register(pebbles.GAME)
with progress_shown_by(lambda *_: None, lambda what: print("waiting", what, flush=True)):
    game = motherlode.game("pebbles")
    game.compile()
    print("seats", game.seats)
"""


def test_who_waits_for_another_process_is_told_for_which_game(warm):
    [marker] = (warm / "cache" / "compiled" / "pebbles").glob("*/complete*")
    marker.unlink()  # as if the other process had not come to the end
    with FileLock(warm / "cache" / "compiled" / "pebbles.lock"):
        process = begin(warm, WAITING)
        assert process.stdout.readline() == "waiting Pebbles\n"
    assert end(process) == "seats 2\n"
    assert "waiting" not in use(warm, WAITING)


BACKGROUND = """
import sys
import time
from pathlib import Path
from motherlode.core import machine_code, preparing

home = Path(sys.argv[1])

def pause(what, done, total):
    (home / "begun").touch()
    while not (home / "go_on").exists():
        time.sleep(0.005)

preparing.progress_shown_by = lambda *_: machine_code.progress_shown_by(pause)
preparing.main("pebbles:GAME", "rules")
import pebbles
print("misses", sum(sum(function.stats.cache_misses.values()) for function in pebbles.GAME.kernels))
"""
FOREGROUND = """
import motherlode
from motherlode.core.registry import register
from motherlode.core.machine_code import progress_shown_by
import pebbles

def refuse(what):
    raise AssertionError(f"it waits for {what}")

register(pebbles.GAME)
with progress_shown_by(lambda *_: None, refuse):
    motherlode.game("pebbles").compile()
print("misses", sum(sum(function.stats.cache_misses.values()) for function in pebbles.GAME.kernels))
"""


def test_nobody_waits_for_a_process_that_compiles_the_same_game_in_the_background(home):
    """It stands still in the midst of the game until somebody else has all of it, and then finds it on disk."""
    behind = begin(home, BACKGROUND, str(home))
    while not (home / "begun").exists():
        assert behind.poll() is None, behind.communicate()
        time.sleep(0.01)
    try:
        found = use(home, FOREGROUND)
    finally:
        (home / "go_on").touch()
        said = end(behind)
    assert found["misses"] == "12"
    assert said == "misses 0\n"


YIELDING = """
from motherlode.core import machine_code, preparing

shown = machine_code.progress_shown_by
preparing.progress_shown_by = lambda report: shown(report, lambda what: print("waiting", what, flush=True))
preparing.main("pebbles:GAME", "rules")
"""


def test_in_the_background_nothing_is_begun_while_somebody_compiles_the_game(warm):
    [marker] = (warm / "cache" / "compiled" / "pebbles").glob("*/complete")
    marker.unlink()
    with FileLock(warm / "cache" / "compiled" / "pebbles.lock"):
        behind = begin(warm, YIELDING)
        assert behind.stdout.readline() == "waiting Pebbles\n"
        assert not marker.exists()
    end(behind)
    assert marker.exists()

"""What is measured in a process of its own: `python -m benchmarks.child WHAT`; prints one line of JSON.

- load: how long it takes until Madcap has its machine code
- load_alone: the same without SciPy, which `pip install motherlode` does not bring and Numba imports where it is
- begin: how long it takes until all games can be played
- match: the memory of a process that plays a match
- playouts: random games, one request GAMES SEED on each line of the input, one answer to each
- command WORDS: `motherlode WORDS` in this process: its time and memory
"""

import contextlib
import importlib
import io
import json
import sys
import time
from functools import partial

from benchmarks.measuring import peak_memory, timed


def load():
    """Import Motherlode and what it needs, load (or compile) Madcap, and play one compiled random game."""
    _, importing = timed(lambda: importlib.import_module("motherlode.table.game"))
    import motherlode

    def compiled():
        game = motherlode.game("madcap")
        game.compile()
        return game

    game, loading = timed(compiled)
    _, playing = timed(lambda: game.random_games(1))
    return {"import": importing, "load": loading, "first_game": playing}


def load_alone():
    """As `load`, where nothing is installed that Motherlode does not need."""
    sys.modules["scipy"] = None  # an import of it fails
    return load()


def begin():
    """Import Motherlode and start a match of every game; processes that compile beside do not count."""
    start = time.process_time()
    import motherlode

    for name in motherlode.game_names():
        motherlode.game(name).start(seed=7).actions()
    return {"all": time.process_time() - start}


def match():
    """Play a match by the five lines of the README."""
    import motherlode

    table = motherlode.game("madcap").start(seed=7)
    while not table.is_over:
        table.play(table.actions()[0])
    table.record()
    return {"memory": peak_memory()}


def playouts():
    """Answer requests for random games until the input ends."""
    import motherlode

    game = motherlode.game("madcap")
    for line in sys.stdin:
        num_games, seed = map(int, line.split())
        (count, gold), seconds = timed(partial(game.random_games, num_games, seed))
        print(json.dumps({"actions": count, "seconds": seconds, "gold": gold.tolist()}), flush=True)


def command(words):
    """Run a command of Motherlode's."""
    start = time.perf_counter()
    from motherlode.cli import main

    printed = io.StringIO()
    status = 0
    sys.argv = ["motherlode", *words]
    with contextlib.redirect_stdout(printed):
        try:
            main()
        except SystemExit as stop:
            status = stop.code or 0
    if status != 0:
        sys.exit(f"motherlode {' '.join(words)} ended with {status}")
    return {"seconds": time.perf_counter() - start, "memory": peak_memory(), "printed": printed.getvalue()}


def main():
    what, *words = sys.argv[1:]
    known = {"load": load, "load_alone": load_alone, "begin": begin, "match": match, "playouts": playouts}
    answer = command(words) if what == "command" else known[what]()
    if answer is not None:
        print(json.dumps(answer))


if __name__ == "__main__":
    main()

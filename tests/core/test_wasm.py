"""The fourth mode: rules and search by the WebAssembly module of a game."""

import gzip
import os
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
import wasmtime

from motherlode.bots.search import Budget, SearchBot, analyse
from motherlode.bots.warming import WarmingBot
from motherlode.conformance import Subject
from motherlode.conformance.modules import compare_positions
from motherlode.core.errors import Barred, Code
from motherlode.core.nets import Sizes
from motherlode.core.registry import find_game
from motherlode.core.streams import make_streams
from motherlode.core.wasm import building, modules
from motherlode.core.wasm.desk import ARRAYS, DESK, SIZES
from motherlode.core.wasm.entries import kinds_of
from motherlode.core.wasm.running import Desk, sizes_of

pytestmark = pytest.mark.compiled
GAMES = ["madcap", "madstone", "minecart_mayhem", "rockport_caverns", "trap_the_cap"]
MOST_GZIPPED = 60_000
POSITIONS, MANY_POSITIONS = 400, 100_000


@pytest.fixture(scope="module", autouse=True)
def _built(tmp_path_factory):
    building.build_missing()


@pytest.mark.parametrize("name", GAMES)
def test_a_module_imports_nothing_and_is_small(name):
    content = modules.module_path(find_game(name)).read_bytes()
    assert not wasmtime.Module(wasmtime.Engine(), content).imports
    assert len(gzip.compress(content, 9)) < MOST_GZIPPED


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_trees_are_the_same_bytes_as_by_machine_code(name):
    games = Subject(find_game(name)).games
    num_trees = sum(compare_positions(game, POSITIONS // len(games)) for game in games)
    assert num_trees > 0


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_positions_are_the_same_bytes_in_every_variant(name):
    games = Subject(find_game(name)).games
    for game in games:
        compare_positions(game, MANY_POSITIONS // len(games))


@pytest.mark.parametrize("name", GAMES)
def test_arrays_on_a_desk_do_not_overlap(name):
    game = Subject(find_game(name)).games[0]
    desk = Desk(game.spec, game.box, sizes_of(game, 100, Sizes(3, 4, 5, 6, 7)))
    spans = sorted((array.ctypes.data, array.ctypes.data + array.nbytes, each) for each, array in desk.arrays.items())
    for (_, end, before), (start, _, after) in pairwise(spans):
        assert end <= start, f"{before} runs into {after}"
    assert [each for *_, each in spans] == list(ARRAYS)
    assert desk.arrays["box"].tobytes() == game.box.tobytes()


def test_a_desk_has_a_field_for_every_size_and_array():
    assert DESK.names == (*SIZES, *ARRAYS, "end")
    assert set(kinds_of(find_game("madcap"))) == {kind for kind, _ in ARRAYS.values()}


def test_random_games_are_those_of_machine_code():
    game = Subject(find_game("minecart_mayhem")).games[0]
    count, totals = game.random_games(50, seed=9)
    desk = Desk(game.spec, game.box, sizes_of(game))
    desk.function("seed")(0, 9, 0)
    assert np.array_equal(desk.arrays["random"], make_streams(9))
    assert desk.function("random_games")(50) == count
    assert np.array_equal(desk.arrays["totals"], totals)


def test_a_bot_by_the_module_plays_what_the_same_bot_plays_by_machine_code():
    game = Subject(find_game("trap_the_cap")).games[0]
    states, random = game.new(), make_streams(3)
    while game.to_act(states) < 0:
        game.apply(states, game.chance(states)[0][0])
    seat = game.to_act(states)
    seen = game.hidden(states, seat)
    wanted = analyse(game, seen, seat, make_streams(5), Budget(300)).best
    assert SearchBot(Budget(300), by_module=True).choose(game, seen, seat, make_streams(5)) == wanted
    assert WarmingBot(game.spec, "foreman").choose(game, seen, seat, random) in game.legal(seen)


def test_a_module_of_other_sources_is_not_played(tmp_path, monkeypatch):
    spec = find_game("madcap")
    game = Subject(spec).games[0]
    monkeypatch.setattr(modules, "FOLDER", tmp_path)
    with pytest.raises(Barred, match="make modules") as refusal:
        Desk(spec, game.box, sizes_of(game))
    assert refusal.value.code == Code.NO_MODULE


PLAY = """
import motherlode, sys
from numba.core.dispatcher import Dispatcher

def compile(*_):
    raise AssertionError("something is compiled")

Dispatcher.compile = compile
from motherlode.bots import make_bot
from motherlode.core.streams import make_streams
for name in sys.argv[1:]:
    game = motherlode.game(name)
    match = game.start(seed=7)
    for number in range(12):
        if match.is_over:
            break
        seat = match.to_act
        seen = game.hidden(match.position, seat)
        bot = make_bot("search@50", game)  # by machine code it would keep its tree from one decision to the next
        match.play(bot.choose(game, seen, seat, make_streams(number)))
    assert game.mode == "wasm", game.mode
    print(match.position.tobytes().hex())
"""


PLAY_COMPILED = (
    PLAY.replace("Dispatcher.compile = compile", "")
    .replace('"wasm"', '"cpu"')
    .replace("match = game", "game.compile()\n    match = game")
)


def test_in_wasm_mode_matches_are_played_and_searched_without_a_compiler(tmp_path):
    said = {}
    for mode in ("wasm", "cpu"):
        script = PLAY if mode == "wasm" else PLAY_COMPILED
        environment = os.environ | {"MOTHERLODE_MODE": mode}
        if mode == "wasm":
            environment |= {"MOTHERLODE_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", script, *GAMES], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        said[mode] = done.stdout
    assert said["wasm"] == said["cpu"]

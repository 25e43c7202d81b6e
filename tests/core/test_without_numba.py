"""Where Numba cannot be imported: games are played by their modules, else plainly; what needs machine code says so."""

import json
import os
import subprocess
import sys

import pytest

import motherlode
from cold import OURS
from core.test_new_machine import NUM_ACTIONS, played
from motherlode.core.wasm import building
from without_numba import ABSENT

pytestmark = pytest.mark.compiled

PLAY = f"""{ABSENT}
import json
from pathlib import Path
import motherlode
from motherlode.bots import make_bot
from motherlode.bots.hints import find_hint
from motherlode.bots.warming import BotFromCold
from motherlode.core.streams import make_streams
from motherlode.core.wasm import modules

if sys.argv[1] == "plain":
    modules.FOLDER = Path("nowhere")
for name in sys.argv[3:]:
    game = motherlode.game(name)
    assert (game.mode, game.is_plain) == (sys.argv[1], True)
    match, positions = game.start(seed=7), []
    for number in range(int(sys.argv[2])):
        actions, seat = match.actions(), match.to_act
        match.view(seat)
        if number in (0, 5):
            seen = game.hidden(match.position, seat)
            for bot in ("pebble", "foreman", "mastermind"):
                BotFromCold(bot, game).choose(game, seen, seat, make_streams(1))
            if game.mode == "wasm":
                make_bot("search@50", game).choose(game, seen, seat, make_streams(1))
                find_hint(game, seen, seat)
        match.play(actions[number % len(actions)])
        positions.append(match.position.tobytes().hex())
        if match.is_over:
            break
    match.story()
    print(json.dumps([name, positions, match.record()]))
"""

REFUSE = f"""{ABSENT}
import motherlode
from motherlode.bots import make_bot
from motherlode.core.batch import Batch
from motherlode.core.errors import Code, MotherlodeError
from motherlode.core.registry import find_solver
from motherlode.core.streams import make_streams
from motherlode.envs.vector import VectorEnv

game = motherlode.game("madcap")
seen = game.start(seed=7).position
for wish in (
    game.compile,
    lambda: Batch(game, 2),
    lambda: VectorEnv(game, 2),
    lambda: find_solver(game.spec),
    lambda: make_bot("exact", game).choose(game, seen, 0, make_streams(1)),
):
    try:
        wish()
    except MotherlodeError as error:
        assert error.code == Code.NO_LIBRARY
        print(error)
"""


def run(script: str, *words: object, **more: str) -> str:
    """What a script says."""
    command = [sys.executable, "-c", script, *map(str, words)]
    done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("mode", "names"), [("wasm", OURS), ("plain", ["madcap"])])
def test_every_game_is_played_told_and_thought_about(mode, names):
    building.build_missing()
    lines = [json.loads(line) for line in run(PLAY, mode, NUM_ACTIONS, *names).splitlines()]
    assert [name for name, *_ in lines] == names
    for name, positions, record in lines:
        match, wanted = played(name)
        assert [bytes.fromhex(position) for position in positions] == wanted
        assert record == match.record()


def test_what_needs_machine_code_is_refused_in_one_line():
    lines = run(REFUSE).splitlines()
    assert len(lines) == 5
    assert set(lines) == {
        "machine code needs Numba, which cannot be imported here (No module named 'llvmlite'): pip install numba, "
        "or set MOTHERLODE_MODE=plain for the same in slow Python"
    }


def test_in_plain_mode_nothing_is_missing():
    script = f"""{ABSENT}
import motherlode
from motherlode.core.batch import Batch
from motherlode.core.registry import find_solver

game = motherlode.game("madcap")
batch = Batch(game, 3, seed=5)
for _ in range(4):
    batch.step(batch.choose())
print(game.mode, batch.states.tobytes().hex())
batch.close()
find_solver(game.spec)
"""
    from motherlode.core.batch import Batch

    batch = Batch(motherlode.game("madcap"), 3, seed=5)
    for _ in range(4):
        batch.step(batch.choose())
    assert run(script, MOTHERLODE_MODE="plain").split() == ["plain", batch.states.tobytes().hex()]
    batch.close()

"""On a new machine games are played before anything is compiled, and go on with machine code unseen."""

import json
import os
import subprocess
import sys

import pytest

import motherlode
from cold import OURS, NewMachine, new_machine  # noqa: F401  (a fixture)
from motherlode.core import compiling, preparing
from motherlode.core.batch import Batch
from motherlode.table.match import Match

pytestmark = pytest.mark.compiled
NUM_ACTIONS = 24

PLAY = """
import json, subprocess, sys
from numba.core.dispatcher import Dispatcher
import motherlode
from motherlode.bots import RandomBot
from motherlode.bots.warming import WarmingBot
from motherlode.core import preparing
from motherlode.core.streams import make_streams

def compile(*_):
    raise AssertionError("something is compiled")

Dispatcher.compile = compile
preparing.start_process = lambda *_: subprocess.Popen(["cat"], stdin=subprocess.PIPE)  # a compiler that does not end
for name in motherlode.game_names():
    game = motherlode.game(name)
    match, positions = game.start(seed=7), []
    for number in range(int(sys.argv[1])):
        actions, seat = match.actions(), match.to_act
        match.view(seat)
        WarmingBot(game.spec, "foreman").choose(game, game.hidden(match.position, seat), seat, make_streams(1))
        match.play(actions[number % len(actions)])
        positions.append(match.position.tobytes().hex())
        if match.is_over:
            break
    match.story()
    assert game.is_plain
    print(json.dumps([name, positions, match.record()]))
"""


def played(name: str, num_actions: int = NUM_ACTIONS) -> tuple[Match, list[bytes]]:
    """A match by machine code, with all its positions."""
    match, positions = motherlode.game(name).start(seed=7), []
    for number in range(num_actions):
        positions.append(play(match, number))
        if match.is_over:
            break
    assert not match.ruleset.is_plain
    return match, positions


def play(match: Match, number: int) -> bytes:
    actions = match.actions()
    match.view(match.to_act)
    match.play(actions[number % len(actions)])
    return match.position.tobytes()


def test_every_game_is_played_told_and_thought_about_without_a_compiler(tmp_path):
    said = subprocess.run(
        [sys.executable, "-c", PLAY, str(NUM_ACTIONS)],
        env=os.environ | {"MOTHERLODE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    assert [name for name, *_ in lines] == OURS
    for name, positions, record in lines:
        match, wanted = played(name)
        assert [bytes.fromhex(position) for position in positions] == wanted
        assert record == match.record()


@pytest.mark.parametrize("name", OURS)
def test_machine_code_takes_over_between_two_actions(name, new_machine: NewMachine):  # noqa: F811
    game = motherlode.game(name)
    assert not new_machine.compilers  # nothing is begun for who does not play
    match, positions = game.start(seed=7), []
    for number in range(NUM_ACTIONS):
        if number == NUM_ACTIONS // 4:
            assert game.is_plain
            assert len(new_machine.compilers) == 1
            new_machine.finish()
        positions.append(play(match, number))
        if match.is_over:
            break
    assert not game.is_plain
    again, wanted = played(name)
    assert positions == wanted
    assert match.record() == again.record()


def test_who_needs_machine_code_gets_it_at_once(new_machine: NewMachine):  # noqa: F811
    game, other = motherlode.game("madcap"), motherlode.game("madcap", games=3)
    assert game.is_plain
    Batch(game, 2).close()
    assert not game.is_plain
    assert not other.is_plain  # all rulesets of a game go on with it
    assert not new_machine.compilers


def test_a_game_that_cannot_be_compiled_beside_is_compiled_here(new_machine: NewMachine, monkeypatch):  # noqa: F811
    monkeypatch.setattr(preparing, "start_process", lambda *_: subprocess.Popen(["false"]))
    game = motherlode.game("madcap")
    match = game.start(seed=7)
    process = preparing.beside._processes[game.spec.home, preparing.RULES]
    assert process.wait() != 0
    play(match, 0)
    assert not game.is_plain


def test_plain_copies_call_plain_copies():
    from motherlode.games.trap_the_cap import kernels

    copy = compiling.plain(kernels.apply)
    assert copy.__code__ is kernels.apply.py_func.__code__
    assert not [name for name, value in copy.__globals__.items() if hasattr(value, "py_func")]

"""Other people's bots: what they are sent, what they may answer, and what happens when they misbehave."""

import base64
import io
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import motherlode
import pebbles
from motherlode.arena.fixtures import Fixture, Tournament
from motherlode.arena.playing import play_game
from motherlode.bots import Player, make_bot, outside
from motherlode.bots.outside import MAX_LINE_BYTES, ProgramBot, is_outside, short_name, split_command
from motherlode.cli import main
from motherlode.core.errors import BadInput, Barred, IllegalAction
from motherlode.core.registry import register
from motherlode.core.streams import below, make_streams

ROOT = Path(__file__).parent.parent.parent
PROGRAM = Path(sys.executable).with_name("motherlode")
GENEROUS_S = 600.0  # a busy machine is no hanging program

HANDSHAKE = "read hello; echo ready 1"
FIRST = (
    "while read word rest; do case $word in action) a=${a:-${rest%%[!0-9]*}};; go) echo bestaction $a; a=;; esac; done"
)


@pytest.fixture(scope="module")
def madcap():
    return motherlode.game("madcap")


@pytest.fixture
def program(tmp_path):
    """A bot that is a shell script."""
    made = []

    def make(*lines, patience_s=GENEROUS_S, budget_ms=100):
        path = tmp_path / f"bot{len(made)}.sh"
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        path.chmod(0o755)
        bot = make_bot(f"exec:{path}", None)
        bot.patience_s, bot.budget_ms = patience_s, budget_ms
        made.append(bot)
        return bot

    yield make
    for bot in made:
        bot.close()


def ask(game, bot, seed=1):
    match = game.start(seed)
    seen = game.hidden(match.position, match.to_act)
    return bot.choose(game, seen, match.to_act, make_streams(seed))


def test_names(madcap):
    assert is_outside("exec:./mybot")
    assert is_outside("mybots:Clever")
    assert not is_outside("search@500")
    assert short_name("exec:./deep/my-bot.sh --fast") == "my-bot.sh"
    assert short_name("mybots.strong:Clever") == "Clever"


def test_backslashes_of_windows_stay_in_a_command():
    assert split_command(r"C:\bots\deep.exe 'my book.bin' --a#b", is_windows=True) == [
        r"C:\bots\deep.exe", "my book.bin", "--a#b",
    ]  # fmt: skip
    assert split_command(r"./my\ bot 'a b'", is_windows=False) == ["./my bot", "a b"]


def test_a_program_plays_a_whole_match(madcap, program):
    bot = program(HANDSHAKE, FIRST)
    match = madcap.start(5)
    players = [Player(bot, 0, 1), Player(make_bot("random", madcap), 1, 1)]
    while not match.is_over:
        legal = [action.id for action in match.actions()]
        seat = match.to_act
        players[seat].act(match)
        if seat == 0:
            mine = [entry for entry in match.log if entry.actor == 0]
            assert mine[-1].action == legal[0]
    assert match.is_over


def test_what_a_program_is_sent(madcap, program, tmp_path, monkeypatch):
    monkeypatch.setattr("motherlode.bots.outside.QUIT_S", 600.0)  # it ends by itself, whatever else runs
    log = tmp_path / "log"
    bot = program(f"exec 3>{log}", HANDSHAKE, "echo $hello >&3", f"tee {log}.rest | ({FIRST})")
    match = madcap.start(1)
    choice = ask(madcap, bot)
    bot.close()
    assert log.read_text() == "motherlode 1\n"
    lines = Path(f"{log}.rest").read_text().splitlines()
    words = [line.split(" ", 1)[0] for line in lines]
    actions = match.actions()
    assert words == ["game", "seat", "seed", "position", "view", "bytes", *["action"] * len(actions), "go", "quit"]
    sent = dict(line.split(" ", 1) for line in lines[:6])
    game = json.loads(sent["game"])
    assert game == {
        "name": "madcap", "title": "Madcap", "rules": 1, "ruleset": madcap.digest, "seats": 2, "options": {},
        "num_actions": madcap.limits.num_actions, "is_hidden": False,
    }  # fmt: skip
    assert sent["seat"] == str(match.to_act + 1)
    assert 0 <= int(sent["seed"]) < 2**31
    assert sent["position"] == madcap.spec.notation.write_position(madcap.box, match.position)
    assert json.loads(sent["view"]) == json.loads(msgspec.json.encode(match.seen(0)))
    assert base64.b64decode(sent["bytes"]) == match.position.tobytes()
    for line, action in zip(lines[6:], actions, strict=False):
        assert line == f"action {action.id}\t{action.text}\t{' '.join(action.path)}"
    assert lines[-2] == "go 100"
    assert choice == actions[0].id


@pytest.mark.parametrize("name", ["pebbles", "minecart_mayhem"])
def test_nothing_hidden_is_sent(name, program, tmp_path):
    """Two positions that differ only in what the seat may not know make the same lines."""
    register(pebbles.GAME)
    game = motherlode.game(name)
    said = []
    for world_seed in (1, 2):
        match = game.start(7)
        seat = match.to_act
        world = game.resampled(game.hidden(match.position, seat), seat, make_streams(world_seed))
        bot = program(HANDSHAKE, f"tee {tmp_path}/log{world_seed} | ({FIRST})")
        player = Player(bot, seat, 3)
        match._states = world
        player.act(match)
        bot.close()
        said.append((world.tobytes(), (tmp_path / f"log{world_seed}").read_text()))
    assert said[0][0] != said[1][0]  # the test could fail
    assert said[0][1] == said[1][1]


BAD = {
    "crashes": ([HANDSHAKE, "read game", "echo sorry >&2", "exit 3"], r"it ended \(exit status 3: sorry\) before"),
    "is killed": ([HANDSHAKE, "kill -9 $$"], r"it ended \(signal SIGKILL\) before it said 'bestaction'"),
    "ends at once": (["exit 0"], r"it ended \(exit status 0\) before it said 'ready'"),
    "speaks another version": (["echo ready 7", "cat >/dev/null"], "it speaks version '7' of the protocol, not 1"),
    "gives up": ([HANDSHAKE, "echo error I do not know this game", "cat >/dev/null"], "it gave up: I do not know this"),
    "answers with words": (["echo ready 1", "read a", "while read w r; do [ $w = go ] && echo bestaction up; done"],
                           "expected 'bestaction NUMBER', got 'bestaction up'"),
    "writes a giant line": ([HANDSHAKE, "head -c 3000000 /dev/zero | tr '\\0' x", "cat >/dev/null"],
                            "it wrote a line of more than 64 KiB"),
    "never stops talking": ([HANDSHAKE, "yes info thinking"], "it wrote more than 1 MiB without 'bestaction'"),
    "closes its output": ([HANDSHAKE, "exec >&-", "sleep 1000"], r"it ended \(its output closed\) before"),
}  # fmt: skip


@pytest.mark.parametrize("how", BAD)
def test_a_program_that_misbehaves_is_one_clear_line(madcap, program, how, monkeypatch):
    lines, words = BAD[how]
    if "status" in words or "signal" in words:  # it ends by itself, however long that takes
        monkeypatch.setattr(outside, "QUIT_S", GENEROUS_S)
    bot = program(*lines)
    with pytest.raises(Barred, match=words) as caught:
        ask(madcap, bot)
    assert caught.value.code == "bot/failed"
    assert "\n" not in str(caught.value)
    assert bot.pid is None


@pytest.mark.parametrize("lines", [["sleep 1000"], [HANDSHAKE, "sleep 1000"], [HANDSHAKE, "trap '' TERM; sleep 1000"]])
def test_a_program_that_hangs_is_ended_with_its_children(madcap, program, lines, tmp_path):
    marks = tmp_path / "children"
    bot = program(f"(sleep 1000 & echo $! >{marks}; wait) &", f"while [ ! -s {marks} ]; do :; done", *lines)
    bot.patience_s = 0.5
    with pytest.raises(Barred, match="in time"):
        ask(madcap, bot)
    if marks.exists() and marks.read_text().strip():
        assert is_gone(int(marks.read_text()))


def is_gone(pid):
    """Wait for a process to end; what is dead but not collected counts."""
    deadline = time.monotonic() + GENEROUS_S
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_garbage_around_an_answer_is_ignored(madcap, program):
    noise = "printf '\\377\\376 noise\\n\\nbestactionary 3\\ninfo deep\\n'"
    bot = program("echo name Noisy", noise, HANDSHAKE, noise, FIRST)
    assert ask(madcap, bot) == madcap.start(1).actions()[0].id
    long = "x" * (MAX_LINE_BYTES - 10)
    bot = program(HANDSHAKE, f"echo {long}", FIRST)
    assert ask(madcap, bot) == madcap.start(1).actions()[0].id


def test_a_program_that_does_not_read_blocks_nobody(program):
    """Its pipe is full long before a position is sent."""
    game = motherlode.game("minecart_mayhem", 4)
    bot = program("echo ready 1", "sleep 1000")
    bot.begin(game, 0, make_streams(1))
    bot.patience_s = 0.5
    bot._talk.send([b"x" * (1 << 20)])
    with pytest.raises(Barred, match="it did not say 'bestaction' in time"):
        ask(game, bot)


def test_an_answer_from_before_the_question_does_not_count(madcap, program):
    """Every question is answered anew: what was said too often is forgotten."""
    bot = program(HANDSHAKE, FIRST.replace("echo bestaction $a;", "echo bestaction $a; echo bestaction 999;"))
    first = ask(madcap, bot)
    while b"999\n" not in bot._talk.incoming:
        bot._talk._take(GENEROUS_S)
    assert ask(madcap, bot) == first


def test_who_gives_up_before_he_is_asked_has_given_up(madcap, program):
    bot = program(HANDSHAKE, "echo error no licence", "cat >/dev/null")
    bot.begin(madcap, 0, make_streams(1))
    while b"licence" not in bot._talk.incoming:
        bot._talk._take(GENEROUS_S)
    with pytest.raises(Barred, match="it gave up: no licence"):
        ask(madcap, bot)


def test_an_illegal_answer_is_refused_by_the_table(madcap, program):
    bot = program(HANDSHAKE, "while read w r; do [ $w = go ] && echo bestaction 99999; done")
    match = madcap.start(1)
    with pytest.raises(IllegalAction, match="illegal action 99999"):
        Player(bot, 0).act(match)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("exec:", "expected exec:PATH"),
        ("exec:./no-such-bot", "the program './no-such-bot' was not found"),
        ("exec:'open", "no closing quotation in its command"),
        ("exec:README.md", "the program 'README.md' is not executable"),
        ("no_such_module:Bot", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("json:Bot", "AttributeError: module 'json' has no attribute 'Bot'"),
        ("fractions:Fraction", "Fraction has no method choose"),
        ("not a module:Bot", "expected module:Class or exec:PATH"),
        (":", "expected module:Class or exec:PATH"),
    ],
)
def test_a_bot_that_cannot_be_made_is_one_clear_line(madcap, name, words, monkeypatch):
    monkeypatch.chdir(ROOT)
    with pytest.raises(BadInput, match=words) as caught:
        make_bot(name, madcap)
    assert caught.value.code == "bot/invalid"
    assert "\n" not in str(caught.value)


def test_a_class_is_found_in_the_current_folder(madcap, tmp_path, monkeypatch):
    (tmp_path / "found_here.py").write_text(
        "class Last:\n    def choose(self, ruleset, states, seat, random):\n        return ruleset.legal(states)[-1]\n"
    )
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    assert ask(madcap, make_bot("found_here:Last", madcap)) == madcap.start(1).actions()[-1].id
    assert sys.path == path


def test_a_program_ends_with_its_bot(madcap, program):
    bot = make_bot(f"exec:{program(HANDSHAKE, FIRST).command[0]}", madcap)
    bot.patience_s = GENEROUS_S
    ask(madcap, bot)
    pid = bot.pid
    assert Path(f"/proc/{pid}").exists()
    del bot
    assert is_gone(pid)


def tournament_of(game, *bots):
    return Tournament(game.spec.name, game.seats, {}, bots, "mixed", 1, 1000, GENEROUS_S)


def test_our_own_bots_speak_the_protocol_too():
    """The same choices through two pipes as without them, in a game with secrets."""
    game = motherlode.game("minecart_mayhem")
    name = f"exec:{PROGRAM} bot random"
    result = play_game(game, tournament_of(game, name, "greedy"), Fixture(0, (name, "greedy")))
    assert result.forfeit is None, result.why
    bot = make_bot(name, game)
    bot.patience_s = GENEROUS_S
    match = game.start(3)
    seen = game.hidden(match.position, match.to_act)
    random = make_streams(9)
    bot.begin(game, match.to_act, random)
    twin = make_streams(int(below(make_streams(9), 0, 1 << 31)), 1, match.to_act)
    for _ in range(5):
        theirs = bot.choose(game, seen, match.to_act, random)
        assert theirs == make_bot("random", game).choose(game, seen, match.to_act, twin)
    bot.close()


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["motherlode 2"], "error version '2' of the protocol: this is version 1"),
        (["motherlode 1", "go 100"], "error there is no game yet: 'game' comes first"),
        (["game {"], "error bad line 'game': Input data was truncated"),
        (["game {}"], "error bad line 'game': Object missing required field"),
        (['game {"name":"chess","seats":2,"ruleset":"","options":{}}'], "error unknown game 'chess'"),
        (['game {"name":"madcap","seats":2,"ruleset":"x","options":{}}'], "error ruleset 'x' is not the one here"),
        (["seat one"], "error bad line 'seat': 'one' is not a number"),
        (["GAME", "bytes !"], "error bad line 'bytes'"),
        (["GAME", "bytes AAAA"], "error bad line 'bytes': 3 bytes, not"),
        (["GAME", "go 100"], "error 'go' without a position in which seat 1 is to act"),
    ],
)
def test_a_bad_host_is_told(madcap, lines, words, capsys, monkeypatch):
    game = json.dumps({"name": "madcap", "seats": 2, "ruleset": madcap.digest, "options": {}})
    text = "\n".join(lines).replace("GAME", f"game {game}") + "\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["bot", "random"]) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith(words)


def test_the_example_in_cpp_plays_every_game(tmp_path):
    built = tmp_path / "random_bot"
    source = ROOT / "examples" / "bots" / "random_bot.cpp"
    subprocess.run(["g++", "-O1", "-std=c++17", "-Wall", "-Werror", "-o", built, source], check=True, timeout=300)
    name = f"exec:{shlex.quote(str(built))}"
    for game_name in motherlode.game_names():
        if game_name == "pebbles":
            continue
        options = {"turns": 40} if game_name == "trap_the_cap" else {}
        game = motherlode.game(game_name, **options)
        digests = set()
        for _ in range(2):
            seating = (name, *["random"] * (game.seats - 1))
            result = play_game(game, tournament_of(game, *dict.fromkeys(seating)), Fixture(0, seating))
            assert result.forfeit is None, result.why
            assert result.decisions[0] > 0
            digests.add(result.digest)
        assert len(digests) == 1  # it draws from the seed that it is given


def test_the_example_in_python_beats_random(madcap, monkeypatch):
    monkeypatch.chdir(ROOT / "examples" / "bots")
    wins = 0
    for block in range(10):
        fixture = Fixture(block, ("first_bot:FirstBot", "random"))
        wins += play_game(madcap, tournament_of(madcap, *fixture.seating), fixture).share("first_bot:FirstBot")
    assert wins >= 8


def test_no_program_is_left_behind(madcap, program):
    bot = program(HANDSHAKE, FIRST)
    ask(madcap, bot)
    assert isinstance(bot, ProgramBot)
    pid = bot.pid
    bot.close()
    with pytest.raises(ProcessLookupError):
        os.killpg(pid, 0)

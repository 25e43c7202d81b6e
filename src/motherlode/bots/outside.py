"""Other people's bots: a Python class by `module:Class`, or any program by `exec:PATH [ARGS]`.

A program is spoken to line by line over its standard streams; docs/protocol.md is the contract. Whatever a program does
(hang, crash, babble), `choose` answers within its time or raises one clear line, and nothing of it stays behind. It is
sent what the hidden position says and nothing else.
"""

import base64
import importlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, NoReturn

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import below

if TYPE_CHECKING:
    from motherlode.bots import Bot

PROTOCOL = 1
PROGRAM = "exec"
BUDGET_MS = 1000  # what `go` grants
PATIENCE_S = 10.0  # how much later an answer may come before the program is ended
MAX_LINE_BYTES = 1 << 16
MAX_IGNORED_BYTES = 1 << 20  # of `info` and the like before an answer
KEPT_ERRORS_BYTES = 4096
QUIT_S = 1.0  # what a program gets to end by itself
JOIN_S = 0.005  # between two looks at a thread that ends
PIECE_BYTES = 1 << 16  # read at once
MAX_PIECES = 32  # read before anybody asks for them
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows alone has it
MAX_SHOWN = 80  # characters of what a program said, in errors


def is_outside(name: str) -> bool:
    """Whether a name is of somebody else's bot, `module:Class` or `exec:PATH`."""
    return ":" in name


def make_outside(name: str) -> "Bot":
    """The bot that a name with a colon means."""
    kind, _, rest = name.partition(":")
    return ProgramBot(name, _find_program(name, rest)) if kind == PROGRAM else _load_class(name)


def short_name(name: str) -> str:
    """What to call an outside bot at a table: the program's file name or the class."""
    kind, _, rest = name.partition(":")
    words = _split(name, rest)[0] if kind == PROGRAM else rest
    return re.sub(r"[^\w.-]+", "-", os.path.basename(words)).strip("-")[:40] or PROGRAM  # noqa: PTH119


def _bad(name: str, why: str) -> BadInput:
    return BadInput(Code.BAD_BOT, f"bad bot {name!r}: {why}")


def split_command(text: str, is_windows: bool = os.name == "nt") -> list[str]:
    """The words of a command line, quoted as in a shell; where backslashes are in paths, they mean nothing else."""
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if is_windows:
        words.escape = ""
    return list(words)


def _split(name: str, rest: str) -> list[str]:
    try:
        words = split_command(rest)
    except ValueError as error:
        raise _bad(name, f"{str(error).lower()} in its command") from None
    if not words or not words[0]:
        raise _bad(name, "expected exec:PATH [ARGS], such as exec:./mybot")
    return words


def _find_program(name: str, rest: str) -> list[str]:
    words = _split(name, rest)
    found = shutil.which(words[0])
    if found is None:
        why = "is not executable" if os.path.isfile(words[0]) else "was not found"  # noqa: PTH113
        raise _bad(name, f"the program {words[0]!r} {why}")
    return [os.path.abspath(found), *words[1:]]  # noqa: PTH100


def _load_class(name: str) -> "Bot":
    """Import a class from the current folder or from what is installed, and make one."""
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in module.split(".")) or not attribute.isidentifier():
        raise _bad(name, "expected module:Class or exec:PATH [ARGS]")
    here = os.getcwd()  # noqa: PTH109
    sys.path.insert(0, here)
    try:
        made: Bot = getattr(importlib.import_module(module), attribute)()
    except Exception as error:  # it is somebody else's code: anything may happen
        raise _bad(name, f"{type(error).__name__}: {_one_line(str(error))}") from error
    finally:
        sys.path.remove(here)
    if not callable(getattr(made, "choose", None)):
        raise _bad(name, f"{attribute} has no method choose(ruleset, states, seat, random)")
    return made


def describe_game(ruleset: Ruleset) -> bytes:
    """The `game` line: all that a program needs to know before the first position."""
    spec = ruleset.spec
    content = {
        "name": spec.name,
        "title": spec.title,
        "rules": spec.version,
        "ruleset": ruleset.digest,
        "seats": ruleset.seats,
        "options": changed_options(spec, ruleset.options),
        "num_actions": ruleset.limits.num_actions,
        "is_hidden": spec.is_hidden,
    }
    return b"game " + msgspec.json.encode(content)


def describe_position(ruleset: Ruleset, states: Records) -> Iterator[bytes]:
    """The lines of a position that has been hidden for the seat to act, and of its legal actions."""
    spec, box = ruleset.spec, ruleset.box
    yield f"position {spec.notation.write_position(box, states)}".encode()
    yield b"view " + msgspec.json.encode(spec.views.view(box, states))
    yield b"bytes " + base64.b64encode(states[:1].tobytes())
    for action in ruleset.legal(states):
        text, path = spec.notation.write_action(box, states, action), " ".join(spec.views.path(box, states, action))
        yield f"action {action}\t{text}\t{path}".encode()


class ProgramBot:
    """A program on the other side of two pipes; started when it is first needed, ended with this object."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = list(command)
        self.budget_ms = BUDGET_MS
        self.patience_s = PATIENCE_S
        self._talk: _Talk | None = None

    @property
    def pid(self) -> int | None:
        """The process, which is also its process group; none before it is started."""
        return None if self._talk is None else self._talk.process.pid

    def start(self) -> None:
        """Start the program anew; it is told nothing yet."""
        self.close()
        self._talk = _Talk(self.name, self.command)

    def begin(self, ruleset: Ruleset, seat: int, random: NDArray[np.uint32]) -> None:
        """Shake hands with the program, started here if it was not, and set up a game."""
        if self._talk is None:
            self.start()
        assert self._talk is not None
        try:
            self._talk.send([f"motherlode {PROTOCOL}".encode()])
            version = self._talk.receive("ready", self._deadline())
            if version != str(PROTOCOL):
                self._fail(f"speaks version {version[:MAX_SHOWN]!r} of the protocol, not {PROTOCOL}")
            seed = int(below(random, 0, 1 << 31))
            self._talk.send([describe_game(ruleset), f"seat {seat + 1}".encode(), f"seed {seed}".encode()])
        except BaseException:
            self.close()
            raise

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """Ask the program; raises where it does not answer in time, or not with the number of an action."""
        if self._talk is None:
            self.begin(ruleset, seat, random)
        talk = self._talk
        assert talk is not None
        try:
            talk.forget()
            talk.send([*describe_position(ruleset, states), f"go {self.budget_ms}".encode()])
            answer = talk.receive("bestaction", self._deadline())
            if not re.fullmatch(r"[0-9]{1,9}", answer):
                self._fail(f"expected 'bestaction NUMBER', got {_one_line('bestaction ' + answer)!r}")
        except BaseException:
            self.close()
            raise
        return int(answer)

    def close(self) -> None:
        """Ask the program to quit, and end what is left of it."""
        if self._talk is not None:
            self._talk.end()
            self._talk = None

    def _deadline(self) -> float:
        return time.monotonic() + self.budget_ms / 1000 + self.patience_s

    def _fail(self, why: str) -> NoReturn:
        raise Barred(Code.BOT_FAILED, f"bot {self.name!r} failed: it {why}")


class _Talk:
    """A running program and what has been read from it; nothing here waits longer than it is told to.

    Three threads move bytes between the pipes and queues, because no call waits for pipes on every system. They know
    nothing of this object, so that it is free to go.
    """

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # to end it with its children, and to keep Ctrl-C from it
                creationflags=NEW_GROUP,  # the same on Windows
                bufsize=0,
            )
        except OSError as error:
            raise Barred(Code.BOT_FAILED, f"bot {name!r} failed: it cannot be started: {error.strerror}") from None
        self.outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self.heard: Queue[tuple[bool, bytes]] = Queue(MAX_PIECES)
        threads = [
            Thread(target=_speak, args=(self.process.stdin, self.outgoing), daemon=True),
            Thread(target=_listen, args=(self.process.stdout, self.heard, False), daemon=True),
            Thread(target=_listen, args=(self.process.stderr, self.heard, True), daemon=True),
        ]
        self.finalizer = weakref.finalize(self, _end, self.process, self.outgoing, self.heard, threads)
        for thread in threads:
            thread.start()
        self.incoming = bytearray()
        self.errors = bytearray()  # the end of what it wrote to stderr
        self.is_open = {False: True, True: True}  # whether more may come, by whether it is its stderr

    def send(self, lines: Sequence[bytes]) -> None:
        """Queue lines; a thread writes them, so that a program that does not read blocks nobody."""
        self.outgoing.put(b"".join(line + b"\n" for line in lines))

    def forget(self) -> None:
        """Drop whole lines that came when nothing was asked, except that the program gives up."""
        while not self.heard.empty():
            self._take(0.0)
        end = self.incoming.rfind(b"\n") + 1
        for line in self.incoming[:end].decode(errors="replace").splitlines():
            self._check_error(line.strip())
        del self.incoming[:end]

    def receive(self, keyword: str, deadline: float) -> str:
        """What follows the keyword on the first line that begins with it."""
        ignored = 0
        while True:
            end = self.incoming.find(b"\n")
            if end > MAX_LINE_BYTES or (end < 0 and len(self.incoming) > MAX_LINE_BYTES):
                self._fail(f"wrote a line of more than {MAX_LINE_BYTES >> 10} KiB")
            if end >= 0:
                line = self.incoming[:end].decode(errors="replace").strip()
                del self.incoming[: end + 1]
                word, _, rest = line.partition(" ")
                if word == keyword:
                    return rest.strip()
                self._check_error(line)
                ignored += end + 1
                if ignored > MAX_IGNORED_BYTES:
                    self._fail(f"wrote more than {MAX_IGNORED_BYTES >> 20} MiB without {keyword!r}")
                continue
            if not self.is_open[False]:
                self._fail(f"ended ({self._how_it_ended()}) before it said {keyword!r}")
            left = deadline - time.monotonic()
            if left <= 0:
                self._fail(f"did not say {keyword!r} in time")
            self._take(left)

    def _check_error(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "error":
            self._fail(f"gave up: {_one_line(rest)}")

    def _take(self, seconds: float) -> None:
        """The next piece of what the program wrote, if one comes in time."""
        try:
            is_error, content = self.heard.get(timeout=seconds)
        except Empty:
            return
        if not content:
            self.is_open[is_error] = False
        elif is_error:
            self.errors = (self.errors + content)[-KEPT_ERRORS_BYTES:]
        else:
            self.incoming += content

    def _how_it_ended(self) -> str:
        """Its exit status or signal, and the last line on its stderr."""
        try:
            code = self.process.wait(QUIT_S)
        except subprocess.TimeoutExpired:
            return "its output closed"
        end_group(self.process.pid)  # at once, before another process is given its number; its children hold stderr
        deadline = time.monotonic() + QUIT_S
        while self.is_open[True] and (left := deadline - time.monotonic()) > 0:
            self._take(left)
        self.finalizer()
        status = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
        lines = self.errors.decode(errors="replace").strip().splitlines()
        return f"{status}: {_one_line(lines[-1])}" if lines else status

    def end(self) -> None:
        """Say `quit`, wait a moment for the program to close its output, then end its whole group."""
        if not self.finalizer.alive:
            return
        self.outgoing.put(b"quit\n")
        self.outgoing.put(None)
        deadline = time.monotonic() + QUIT_S
        while self.is_open[False] and (left := deadline - time.monotonic()) > 0:
            self._take(left)
        self.finalizer()

    def _fail(self, why: str) -> NoReturn:
        raise Barred(Code.BOT_FAILED, f"bot {self.name!r} failed: it {why}")


def _speak(stream: IO[bytes], outgoing: "SimpleQueue[bytes | None]") -> None:
    """Write what is queued, until there is nothing more to say, or nobody to hear it."""
    with suppress(OSError), stream:
        while (content := outgoing.get()) is not None:
            while content:
                content = content[stream.write(content) :]


def _listen(stream: IO[bytes], heard: "Queue[tuple[bool, bytes]]", is_error: bool) -> None:
    """Queue what a program writes; an empty piece is its end. Who talks too much waits until it is heard."""
    with suppress(OSError), stream:
        while content := stream.read(PIECE_BYTES):
            heard.put((is_error, content))
    heard.put((is_error, b""))


def end_group(pid: int) -> None:
    """End a program that was started here, if it still runs, with all that it has started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
    else:
        with suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], capture_output=True, check=False)


def _end(
    process: "subprocess.Popen[bytes]",
    outgoing: "SimpleQueue[bytes | None]",
    heard: "Queue[tuple[bool, bytes]]",
    threads: Sequence[Thread],
) -> None:
    """End a program and the threads that talk to it."""
    if process.returncode is None:
        end_group(process.pid)
        process.kill()
        process.wait()
    outgoing.put(None)
    deadline = time.monotonic() + QUIT_S  # a child that left the group may keep a pipe open
    for thread in threads:
        while thread.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                while True:
                    heard.get_nowait()
            thread.join(JOIN_S)


def _one_line(text: str) -> str:
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 1] + "…"

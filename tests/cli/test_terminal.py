"""A real terminal: colours, prompts, a screen that is cleared, Ctrl-C."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

import motherlode

PROGRAM = Path(sys.executable).with_name("motherlode")
PATIENCE_S = 600  # it only keeps what hangs from hanging for ever


class Terminal:
    """A program in a pseudo-terminal of 100 columns and 40 lines."""

    def __init__(self, *words, **extra):
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background may ignore Ctrl-C
            environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | extra
            os.execve(PROGRAM, [str(PROGRAM), *map(str, words)], environment)
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))

    def read_until(self, wanted):
        """What was shown up to a text."""
        end = time.monotonic() + PATIENCE_S
        while wanted not in self.seen:
            assert time.monotonic() < end, self.seen
            if not self._read():
                break
        assert wanted in self.seen, self.seen
        place = self.seen.index(wanted) + len(wanted)
        shown, self.seen = self.seen[:place], self.seen[place:]
        return shown

    def _read(self, typed=""):
        if not select.select([self.handle], [], [], 3)[0]:
            self.type(typed)
            return True
        try:
            found = os.read(self.handle, 65536)
        except OSError:  # Linux says so when the program has ended
            return False
        self.seen += self.decoder.decode(found)
        return bool(found)

    def type(self, text):
        if text:
            os.write(self.handle, text.encode())

    def end(self, typed=""):
        """The rest, and the exit code; types something again and again, since Python may miss a Ctrl-C at a prompt."""
        end = time.monotonic() + PATIENCE_S
        self.type(typed)
        while self._read(typed):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"the program does not end after {self.seen!r}")
        os.close(self.handle)
        return self.seen, os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def plain(text):
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", text)


def test_a_person_plays(kept):
    terminal = Terminal("play", "madcap", "--players", "human:Ada,random", "--seed", 7)
    first = terminal.read_until("Ada> ")
    assert "\x1b[2J" in first, "the screen is cleared"
    assert "\x1b[1;38;2;255;205;70;48;2;13;17;30mM A D C A P" in first, "in colours"
    assert "Your turn, Ada." in plain(first)
    terminal.type("red 4\r")
    terminal.read_until("Ada> ")
    terminal.type("hint\r")
    assert "* is best." in plain(terminal.read_until("Ada> "))
    terminal.type("1\r")
    assert re.search(r"1 level \d", plain(terminal.read_until("Ada, red 1> ")))
    terminal.type("\r")
    terminal.read_until("Ada> ")
    terminal.type("resign\r")
    terminal.read_until("Give up? y/n > ")
    terminal.type("n\r")
    terminal.read_until("Ada> ")
    rest, code = terminal.end("\x03")
    assert code == 130
    assert "Traceback" not in rest
    (file,) = kept.iterdir()
    assert f"motherlode play --load {file}" in plain(rest).replace("\r\n", "\n")
    assert len(motherlode.replay(file.read_text()).log) == 14


def test_the_end_offers_the_record(tmp_path):
    position = "r3 k6 b6 | r k b5 | not k | gold 3-6 | seat 2"
    terminal = Terminal("play", "madcap", "--players", "random,human", "--position", position)
    terminal.read_until("Player> ")
    terminal.type("b5u\r")
    assert "Player wins" in plain(terminal.read_until("Enter to leave > "))
    terminal.type("/no/such/folder/x\r")
    assert "there is no folder" in plain(terminal.read_until("Enter to leave > "))
    terminal.type(f"{tmp_path / 'end.txt'}\r")
    _, code = terminal.end()
    assert code == 0
    assert motherlode.verify((tmp_path / "end.txt").read_text()).match.is_over


@pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_means_no_control_codes(how):
    terminal = Terminal("play", "madcap", "--seed", 7, **how)
    shown = terminal.read_until("Player> ")
    assert "\x1b" not in shown
    assert "(R)  (K)  (B)" in shown
    terminal.type("\x04")
    assert terminal.end()[1] == 0


def test_a_person_walks_through_a_record(tmp_path):
    match = motherlode.game("madcap").start(7)
    while not match.is_over:
        match.play(match.actions()[0])
    (tmp_path / "game.txt").write_text(match.record())
    terminal = Terminal("replay", tmp_path / "game.txt")
    prompt = "Enter on, b back, a number, q > "
    assert "action 0 of 12" in plain(terminal.read_until(prompt))
    terminal.type("\r")
    assert "action 1 of 12" in plain(terminal.read_until(prompt))
    terminal.type("12\r")
    assert "Player 2 wins" in plain(terminal.read_until(prompt))
    terminal.type("q\r")
    assert terminal.end()[1] == 0


def test_the_first_use_plays_at_once_and_what_needs_machine_code_shows_a_bar(tmp_path):
    """Compilation takes seconds, so it is interrupted as soon as the bar is there; nothing is left behind."""
    terminal = Terminal("play", "madcap", "--players", "human,greedy", MOTHERLODE_CACHE=str(tmp_path))
    assert "Your turn" in plain(terminal.read_until("Player> "))
    rest, code = terminal.end("\x03")
    assert code == 130
    assert "reparing" not in rest
    terminal = Terminal("arena", "madcap", "--bots", "foreman,greedy", MOTHERLODE_CACHE=str(tmp_path))
    terminal.read_until("reparing Madcap, once on this machine")
    rest, code = terminal.end("\x03")
    assert code == 130
    assert "Traceback" not in rest

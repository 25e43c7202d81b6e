"""What a terminal shows while a game is compiled, here or by another process."""

import io
import sys

from motherlode.cli.screen import progress_bar
from motherlode.core import machine_code


class Terminal(io.StringIO):
    """Something that says that it is a terminal."""

    def isatty(self):
        return True


def be_terminal(monkeypatch):
    """In the test itself: pytest takes stderr back after fixtures."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


def test_the_bar_says_which_game_is_prepared_here_and_which_elsewhere(monkeypatch):
    terminal = be_terminal(monkeypatch)
    with progress_bar():
        machine_code._waiting("Madstone")
        machine_code._progress("Madcap", 3, 19)
    shown = terminal.getvalue()
    assert "Waiting for Madstone, which another process prepares" in shown
    assert "Preparing Madcap, once on this machine" in shown
    assert "3/19" in shown


def test_programs_without_a_bar_say_so_in_a_line(monkeypatch):
    terminal = be_terminal(monkeypatch)
    machine_code._waiting("Madstone")
    machine_code._progress("Madcap", 3, 19)
    assert terminal.getvalue() == (
        "waiting for Madstone, which another process prepares\n\rpreparing Madcap, once on this machine: 3/19"
    )


def test_nothing_is_shown_where_there_is_no_terminal(capsys):
    machine_code._waiting("Madstone")
    with progress_bar():
        machine_code._waiting("Madstone")
    assert capsys.readouterr().err == ""

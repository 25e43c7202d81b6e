"""What is shown and what is typed: in colours on a terminal, elsewhere as plain text, no control codes."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from motherlode.cli import INTERRUPTED

QUIET, STRONG, WRONG = "dim", "bold", "bold red"
STOP_READING = "q"


class PipeConsole(Console):
    """A console that lets the program notice when nobody reads its output any more."""

    def on_broken_pipe(self) -> None:
        """Rich would exit here, and a running match would be lost."""
        self.quiet = True
        raise BrokenPipeError


class Screen:
    """One conversation: words and boards go out, lines come in."""

    def __init__(self, no_colour: bool = False) -> None:
        is_plain = no_colour or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in {"dumb", "unknown"}
        self.console = PipeConsole(
            color_system=None if is_plain else "auto", highlight=False, markup=False, emoji=False
        )
        self.is_live = sys.stdin.isatty() and sys.stdout.isatty()  # a person sits here
        self.has_controls = self.is_live and self.console.color_system is not None
        if self.has_controls:
            with suppress(ImportError):
                import readline  # noqa: F401  (gives input() a line to edit and a history)

    def say(self, words: str = "", style: str = "", is_whole: bool = False) -> None:
        """A line, without control codes; wrapped on a terminal, unless it is to be copied."""
        shown = "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in words)
        self.console.print(Text(shown, style), soft_wrap=is_whole or not self.console.is_terminal)

    def list_choices(self, rows: Sequence[Sequence[tuple[str, str]]]) -> None:
        """Rows of numbers and what they stand for."""
        for row in rows:
            line = Text.assemble(*(piece for number, words in row for piece in ((number, STRONG), words)))
            line.rstrip()
            self.console.print(line)

    def show(self, picture: Any) -> None:
        """Anything that Rich can draw."""
        self.console.print(picture)

    def write(self, text: str) -> None:
        """Text exactly as it is."""
        self.console.file.write(text)
        self.console.file.flush()

    def clear(self) -> None:
        """Begin at the top of the terminal; elsewhere an empty line."""
        if self.has_controls:
            self.console.clear()
        else:
            self.say()

    def ask(self, prompt: str) -> str | None:
        """A line that somebody typed, nothing at the end of input; a piped line is shown after the prompt."""
        self.console.file.flush()
        if self.is_live:
            try:
                return input(f"{prompt}> ").strip()
            except EOFError:
                self.say()
                return None
        if sys.stdin.isatty():  # the output goes elsewhere, perhaps through tee
            self.write(f"{prompt}> ")
        line = sys.stdin.readline()
        if not line:
            return None
        if not sys.stdin.isatty():
            self.say(f"{prompt}> {line.strip()}")
        return line.strip()

    def page(self, lines: Sequence[str]) -> None:
        """Long text; on a terminal a screenful at a time."""
        room = max(5, self.console.height - 2)
        used = 0
        for line in lines:
            height = max(1, -(-cell_len(line) // self.console.width))
            if self.is_live and used + height > room:
                if (self.ask("Enter for more, q to stop ") or "").lower() == STOP_READING:
                    return
                used = 0
            used += height
            self.say(line)

    @contextmanager
    def waiting(self, words: str) -> Iterator[None]:
        """Say that something takes a moment, while it does."""
        if self.has_controls:
            with self.console.status(words):
                yield
        else:
            yield


@contextmanager
def progress_bar() -> Iterator[None]:
    """Show a bar while a game is compiled, by this process or another; nothing where stderr is no terminal."""
    from motherlode.core.machine_code import progress_shown_by

    if not sys.stderr.isatty():
        with progress_shown_by(lambda *_: None), leaving_at_once():
            yield
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    tasks: dict[str, Any] = {}

    def report(what: str, done: int, total: int) -> None:
        if what not in tasks:
            bar.start()
            tasks[what] = bar.add_task(f"Preparing {what}, once on this machine", total=total)
        bar.update(tasks[what], completed=done)

    def report_waiting(what: str) -> None:
        bar.start()
        bar.add_task(f"Waiting for {what}, which another process prepares", total=None)

    try:
        with progress_shown_by(report, report_waiting), leaving_at_once(b"\r\x1b[2K\x1b[?25h"):
            yield
    finally:
        bar.stop()


@contextmanager
def leaving_at_once(last: bytes = b"") -> Iterator[None]:
    """Ctrl-C ends the process there and then, after some last bytes: a compiler cannot be interrupted in its midst.

    What is compiled so far is kept, and a file is there whole or not at all.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: object) -> None:
        os.write(sys.stderr.fileno(), last + b"\n")
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

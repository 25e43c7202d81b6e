"""The process that makes one measurement: `python -m motherlode.server.workshop.measurer`.

What is asked comes as a line of JSON on its input; what is known by now goes out in lines, the last of them with the
pages. When its input ends, nobody wants it any more, or the server is gone: then it ends, with all that it started.
"""

import os
import signal
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any
from zlib import compress

import msgspec

from motherlode.core.errors import MotherlodeError
from motherlode.core.registry import find_game
from motherlode.lab.beside import Beside, Wish, measure
from motherlode.lab.crews import make_crew

PACKED = 9  # how hard pages are compressed


class Errand(msgspec.Struct, frozen=True):
    """What to measure, and by whom."""

    wish: Wish
    jobs: int
    cluster: str | None
    niceness: int


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known by now."""

    games: int = 0
    figures: list[Beside] = []
    pages: bytes = b""  # JSON by language, compressed: that was all
    why: str = ""  # it cannot be measured


def main() -> None:
    """Measure what is asked for."""
    # A group of our own, to be ended as a whole; but no session: there our priority would not count against others'.
    os.setpgrp()
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no news
    errand = msgspec.json.decode(sys.stdin.buffer.readline(), type=Errand)
    os.nice(errand.niceness)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow, daemon=True).start()

    def tell(news: News) -> None:
        data = msgspec.json.encode(news) + b"\n"
        while data:
            data = data[os.write(out, data) :]

    try:
        tell(make(errand, lambda games, figures: tell(News(games, figures))))
    except MotherlodeError as error:
        tell(News(why=str(error)))


def make(errand: Errand, tell: Any) -> News:
    """Play, and write the pages."""
    crew = make_crew(max(1, errand.jobs), find_game(errand.wish.game).home, errand.cluster)
    try:
        with tempfile.TemporaryDirectory(prefix="motherlode-") as folder:
            found = measure(errand.wish, crew, Path(folder), tell)
    finally:
        crew.close()
    return News(found.games, found.figures, compress(msgspec.json.encode(found.pages), PACKED))


def _end(_: int, __: FrameType | None) -> None:
    raise SystemExit(1)


def _follow() -> None:
    """End when nobody writes to us any more."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()

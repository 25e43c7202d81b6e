"""Bots of other people, good and bad, as classes."""

import os
import signal
import time
from pathlib import Path
from typing import ClassVar


class First:
    """Plays the first legal action."""

    def choose(self, ruleset, states, seat, random):
        return ruleset.legal(states)[0]


class Raises:
    def choose(self, ruleset, states, seat, random):
        raise ZeroDivisionError("seven by nothing")


class Cheats:
    def choose(self, ruleset, states, seat, random):
        return next(action for action in range(10_000) if action not in ruleset.legal(states))


class Babbles:
    def choose(self, ruleset, states, seat, random):
        return "what?"


class Leaves:
    def choose(self, ruleset, states, seat, random):
        raise SystemExit(3)


class Dies:
    def choose(self, ruleset, states, seat, random):
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs:
    def choose(self, ruleset, states, seat, random):
        time.sleep(3600)


class Waits:
    """Plays the first legal action; but where a file `wait` says `LINES NAME`, not once that file has so many lines."""

    def choose(self, ruleset, states, seat, random):
        while Path("wait").exists():
            lines, name = Path("wait").read_text().split()
            if not Path(name).exists() or Path(name).read_bytes().count(b"\n") < int(lines):
                break
            time.sleep(0.01)
        return ruleset.legal(states)[0]


class Peeks:
    """Raises where it is shown what its seat may not know."""

    def choose(self, ruleset, states, seat, random):
        assert states.tobytes() == ruleset.hidden(states, seat).tobytes()
        return ruleset.legal(states)[0]


class Remembers:
    """Plays the first legal action, and keeps what it was shown first in each game."""

    shown: ClassVar[list[bytes]] = []

    def __init__(self):
        self.is_new = True

    def choose(self, ruleset, states, seat, random):
        if self.is_new:
            self.shown.append(states.tobytes())
        self.is_new = False
        return ruleset.legal(states)[0]


class NoMethod:
    pass


class CannotBeMade:
    def __init__(self):
        raise OSError("no licence")

"""`motherlode bot`: our bots as programs for other hosts, the other side of `motherlode.bots.outside`."""

import sys
from typing import TYPE_CHECKING, Any

from motherlode.core.errors import BadInput, Code, MotherlodeError

if TYPE_CHECKING:
    from motherlode.core.ruleset import Ruleset

OK, FAILED = 0, 2


def bot(name: str, /) -> int:
    """Play as a program for others: speak the protocol of docs/protocol.md on stdin and stdout.

    For example, for any host that speaks it: motherlode bot greedy

    Args:
        name: A bot, as `motherlode games` lists it.
    """
    try:
        conversation = Conversation(name)
        for line in sys.stdin.buffer:
            word, _, rest = line.decode(errors="replace").strip().partition(" ")
            if word == "quit":
                break
            for answer in conversation.hear(word, rest):
                print(answer, flush=True)
    except MotherlodeError as error:
        print(f"error {' '.join(str(error).split())}", flush=True)
        return FAILED
    return OK


class Conversation:
    """What the host has said so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ruleset: Ruleset | None = None
        self.bot: Any = None
        self.seat = 0
        self.seed = 0
        self.random: Any = None
        self.states: Any = None

    def hear(self, word: str, rest: str) -> list[str]:
        """The answer to a line; none to most, and none to what is not known."""
        from motherlode.bots.outside import PROTOCOL

        if word == "motherlode":
            if rest != str(PROTOCOL):
                raise BadInput(Code.BAD_CHOICE, f"version {rest[:20]!r} of the protocol: this is version {PROTOCOL}")
            return [f"name {self.name}", f"ready {PROTOCOL}"]
        if word == "game":
            self._begin(rest)
        elif word == "seat":
            self.seat = _number(word, rest) - 1
        elif word == "seed":
            self.seed = _number(word, rest)
        elif word == "bytes":
            self._read_position(rest)
        elif word == "go":
            return [f"bestaction {self._choose()}"]
        return []

    def _begin(self, text: str) -> None:
        """A new game: nothing of the last one is kept."""
        import msgspec

        from motherlode.bots import make_bot
        from motherlode.table.game import find

        class Start(msgspec.Struct):
            name: str
            seats: int
            ruleset: str
            options: dict[str, Any]

        try:
            start = msgspec.json.decode(text, type=Start)
        except msgspec.DecodeError as error:
            raise BadInput(Code.BAD_CHOICE, f"bad line 'game': {error}") from None
        if {"name", "seats", "data"} & start.options.keys():
            raise BadInput(Code.BAD_CHOICE, "bad line 'game': options name 'name', 'seats' or 'data'")
        self.ruleset = find(start.name, start.seats, **start.options)
        if self.ruleset.digest != start.ruleset:
            raise BadInput(Code.BAD_CHOICE, f"ruleset {start.ruleset!r} is not the one here, {self.ruleset.digest!r}")
        self.ruleset.compile()
        self.bot = make_bot(self.name, self.ruleset)
        self.random = self.states = None

    def _read_position(self, text: str) -> None:
        """Take in the position, as this seat may know it: the bytes of its record in base64."""
        import base64
        import binascii

        import numpy as np

        dtype = self._need_ruleset().spec.state
        try:
            content = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise BadInput(Code.BAD_CHOICE, f"bad line 'bytes': {error}") from None
        if len(content) != dtype.itemsize:
            raise BadInput(Code.BAD_CHOICE, f"bad line 'bytes': {len(content)} bytes, not {dtype.itemsize}")
        self.states = np.frombuffer(bytearray(content), dtype)

    def _choose(self) -> int:
        from motherlode.core.streams import make_streams

        ruleset = self._need_ruleset()
        if self.states is None or ruleset.to_act(self.states) != self.seat:
            raise BadInput(Code.BAD_CHOICE, f"'go' without a position in which seat {self.seat + 1} is to act")
        if self.random is None:
            self.random = make_streams(self.seed, 1, self.seat)
        return int(self.bot.choose(ruleset, self.states, self.seat, self.random))

    def _need_ruleset(self) -> "Ruleset":
        if self.ruleset is None:
            raise BadInput(Code.BAD_CHOICE, "there is no game yet: 'game' comes first")
        return self.ruleset


def _number(word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 + 1):
        raise BadInput(Code.BAD_CHOICE, f"bad line {word!r}: {text[:20]!r} is not a number")
    return int(text)

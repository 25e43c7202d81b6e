"""Nets that play: `net:FILE` anywhere a bot is named, `net:FILE@0.5` for one that plays with a temperature.

A net sees what `observe` gives, which is what its seat may know, and answers with one look; `net:FILE+2000` asks it
inside a search of so many iterations. A file of a net
is a line that says what it is, a line of JSON with its facts, and its weights as 16-bit numbers; `core.nets` computes
with them as 32-bit ones.
"""

import hashlib
import re
from functools import cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.bots.drawing import draw
from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code, cut
from motherlode.core.nets import Sizes, think
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.core.wasm.running import Thinking

if TYPE_CHECKING:
    from motherlode.bots.search import SearchBot

MAGIC = b"motherlode net 1\n"
STORED = np.dtype("<f2")
LARGEST = 65504.0  # 16-bit number
MAX_BYTES = 1 << 26  # of a file
MAX_TEMPERATURE = 100.0


class Facts(msgspec.Struct, frozen=True):
    """What a net is for and where it comes from."""

    game: str
    version: int  # of the rules
    sizes: Sizes
    meaning: str  # a hash of what the features mean
    ruleset: str  # digest of the one that it learned with
    options: dict[str, Any]  # of it, where they differ from the rulebook's
    training: dict[str, Any]  # how it learned


class Net(msgspec.Struct, frozen=True):
    """A net, ready to think."""

    facts: Facts
    weights: NDArray[np.float32]


def meaning_of(ruleset: Ruleset) -> str:
    """A hash of what each number of an observation means, and of its scale."""
    return hashlib.sha256(msgspec.json.encode(ruleset.features)).hexdigest()[:16]


def write_net(path: Path, facts: Facts, weights: NDArray[np.float32]) -> None:
    """Keep a net in a file, whole or not at all."""
    stored = np.clip(weights, -LARGEST, LARGEST).astype(STORED)
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(MAGIC + msgspec.json.encode(facts) + b"\n" + stored.tobytes())
    new.replace(path)


def read_net(path: Path) -> Net:
    """The net that a file holds; raises BadInput on anything else."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    head, _, rest = content.removeprefix(MAGIC).partition(b"\n")
    if not content.startswith(MAGIC) or len(content) > MAX_BYTES:
        raise _bad(path, "it does not begin as one, or is too large")
    try:
        facts = msgspec.json.decode(head, type=Facts)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _bad(path, cut(str(error)).replace("`", "")) from None
    if min(facts.sizes) < 1 or len(rest) != facts.sizes.num_weights * STORED.itemsize:
        raise _bad(path, f"it has {len(rest)} bytes of weights for layers of {list(facts.sizes.layers)}")
    weights = np.frombuffer(rest, STORED).astype(np.float32)
    if not np.isfinite(weights).all():
        raise _bad(path, "a weight is no number")
    weights.flags.writeable = False
    return Net(facts, weights)


def check_net(net: Net, ruleset: Ruleset, name: str) -> None:
    """Raise unless a net is for this game: its rules, its seats, and what its observations and actions mean.

    Options may differ from those that it learned with, as long as they change neither observations nor actions: it then
    plays as well as it can.
    """
    facts, sizes = net.facts, net.facts.sizes
    for what, found, needed in (
        ("the game", facts.game, ruleset.spec.name),
        ("rules version", facts.version, ruleset.spec.version),
        ("a number of seats of", sizes.seats, ruleset.seats),
        ("a number of features of", sizes.features, ruleset.observation_size),
        ("a number of actions of", sizes.actions, ruleset.limits.num_actions),
        ("features that mean", facts.meaning, meaning_of(ruleset)),
    ):
        if found != needed:
            raise BadInput(Code.BAD_NET, f"the net {name!r} does not fit: it is for {what} {found}, not {needed}")


def find_net(ruleset: Ruleset) -> Net | None:
    """The net that comes with a game for its number of seats; None where there is none that fits.

    It fits the game as its rulebook has it, and with the options that it learned with. Others may change what is good
    play without changing what is seen of it.
    """
    path = Path(ruleset.spec.folder) / "nets" / f"{ruleset.spec.name}-{ruleset.seats}.net"
    net = _read_once(path) if path.exists() else None
    if net is None or changed_options(ruleset.spec, ruleset.options) not in ({}, net.facts.options):
        return None
    try:
        check_net(net, ruleset, path.name)
    except BadInput:
        return None
    return net


@cache
def _read_once(path: Path) -> Net:
    return read_net(path)


def _bad(path: Path, why: str) -> BadInput:
    return BadInput(Code.BAD_NET, f"bad net {str(path)!r}: {why}")


class NetBot:
    """Plays what a net likes best at one look."""

    def __init__(self, net: Net, temperature: float = 0.0) -> None:
        self.net = net
        self.temperature = temperature
        self._layers = np.array(net.facts.sizes.layers, np.int64)
        self._numbers = np.zeros(net.facts.sizes.num_numbers, np.float32)
        self._by_module: tuple[Ruleset, Thinking] | None = None  # of the ruleset that it was asked about last

    @property
    def num_bytes(self) -> int:
        """Memory that it keeps."""
        return self.net.weights.nbytes + self._numbers.nbytes

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The legal action with the highest number, the first of them; with a temperature, others now and then."""
        actions, weights = zip(*self.chances(ruleset, states, seat), strict=True)
        return int(actions[weights.index(1.0) if self.temperature == 0.0 else draw(weights, random)])

    def chances(self, ruleset: Ruleset, states: Records, seat: int) -> list[tuple[int, float]]:
        """Each legal action with its weight; without a temperature all but the first of the best have none."""
        legal = ruleset.legal(states)
        liked = self.think(ruleset, states, seat)[0]
        numbers = [float(liked[action]) for action in legal]
        best = max(numbers)
        if self.temperature == 0.0:
            first = numbers.index(best)
            return [(action, float(index == first)) for index, action in enumerate(legal)]
        return [
            (action, exp((number - best) / self.temperature)) for action, number in zip(legal, numbers, strict=True)
        ]

    def think(self, ruleset: Ruleset, states: Records, seat: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A number for each action, and what each seat may expect, by seat."""
        sizes, numbers = self.net.facts.sizes, self._numbers
        if ruleset.mode == "wasm":
            if self._by_module is None or self._by_module[0] is not ruleset:
                self._by_module = ruleset, Thinking(ruleset, sizes, self.net.weights)
            numbers[:] = self._by_module[1](ruleset.hidden(states, seat), seat)
        else:
            numbers[: sizes.features] = ruleset.observe(states, seat)
            think(self._layers, self.net.weights, numbers)
        liked, expected = np.split(numbers[sizes.first_output :], [sizes.actions])
        return liked, np.roll(expected, seat)


class Name(NamedTuple):
    """What `net:FILE`, `net:FILE@TEMPERATURE` or `net:FILE+BUDGET` says."""

    path: str
    temperature: float
    budget: str  # of a search, as `search@BUDGET` has it; empty: it plays at one look


def read_name(name: str) -> Name:
    """What the name of such a bot says."""
    rest = name.partition(":")[2]
    found = re.fullmatch(r"(.+?)(?:@(\d+(?:\.\d+)?)|\+(\d+(?:ms)?))?", rest)
    if not found or float(found[2] or 0) > MAX_TEMPERATURE:
        raise BadInput(
            Code.BAD_BOT,
            f"bad bot {name!r}: expected net:FILE, net:FILE@TEMPERATURE, up to {MAX_TEMPERATURE:g}, or net:FILE+BUDGET",
        )
    return Name(found[1], float(found[2] or 0), found[3] or "")


def make_net_bot(name: str, ruleset: Ruleset) -> "NetBot | SearchBot":
    """The bot that `net:FILE`, `net:FILE@TEMPERATURE` or `net:FILE+BUDGET` means."""
    path, temperature, budget = read_name(name)
    net = read_net(Path(path))
    check_net(net, ruleset, name)
    if not budget:
        return NetBot(net, temperature)
    from motherlode.bots.search import SearchBot, read_budget

    ruleset.later("search")
    return SearchBot(read_budget(budget), net=net)

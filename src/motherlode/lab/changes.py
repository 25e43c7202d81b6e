"""The numbers of a game that a search may change, by their path.

Such as `rounds`, `crystals_by_place[1]`, `cards.Ghoul.numbers.power`, `board.sector`, `map.circles[0]`. An item of a
list that has a name can be called by it. What an option leaves as it is printed (a card, a board, a map) is taken from
the game's own data as soon as a path leads into it.
"""

import re
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from motherlode.core.contract import GameSpec
from motherlode.core.errors import BadInput, Code, cut
from motherlode.core.options import read_data
from motherlode.table.game import Game, find

NUMBER = r"-?\d+(?:\.\d+)?"
CHANGE = re.compile(rf"(?P<path>[^=]+)=(?P<low>{NUMBER})\.\.(?P<high>{NUMBER})")
PART = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
STEPS = 100  # of a real number: so many that no search sees the gaps
DIGITS = 6

Way = tuple[str | int, ...]  # to a number


class Change(NamedTuple):
    """A number that may be changed."""

    path: Way
    low: float
    high: float
    is_whole: bool = True

    @property
    def text(self) -> str:
        """As it was asked for."""
        return write_path(self.path)

    def values(self) -> list[float]:
        """All of them; of a real number some, evenly."""
        if self.is_whole:
            return list(range(int(self.low), int(self.high) + 1))
        return [self.near(self.low + (self.high - self.low) * step / STEPS) for step in range(STEPS + 1)]

    def near(self, value: float) -> float:
        """The closest value that it may have."""
        inside = min(self.high, max(self.low, value))
        return round(inside) if self.is_whole else round(inside, DIGITS)

    def drawn(self, random: Random) -> float:
        """Any value, evenly."""
        if self.is_whole:
            return random.randint(int(self.low), int(self.high))
        return self.near(random.uniform(self.low, self.high))


def write_path(path: Way) -> str:
    """`cards.Ghoul.numbers.power`, `crystals_by_place[1]`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def read_changes(text: str, game: Game) -> list[Change]:
    """`rounds=20..60`; of a list of numbers `crystals_by_place[1]=0..4`, or all of it, one for each seat."""
    found = CHANGE.fullmatch(text.strip())
    if found is None:
        raise _bad(text, "expected PATH=LOW..HIGH, such as rounds=20..60 or cards.Ghoul.numbers.power=0..3")
    path: Way = tuple(int(index) if index else name.strip() for index, name in PART.findall(found["path"]))
    low, high = float(found["low"]), float(found["high"])
    if low >= high:
        raise _bad(text, f"{found['low']} is not below {found['high']}")
    paths = [path]
    if len(path) == 1 and isinstance(getattr(game.options, str(path[0]), None), list):
        paths = [(*path, index) for index in range(game.seats)]
    is_whole = low.is_integer() and high.is_integer() and "." not in found["low"] + found["high"].replace("..", "")
    changes = []
    for each in paths:
        try:
            now = value_at(game, each)
            change = Change(each, low, high, is_whole and isinstance(now, int))
            for end in (change.near(low), change.near(high)):
                find(game.spec.name, game.seats, **changed(game, [change], [end]))
        except BadInput as error:
            raise _bad(text, str(error)) from None
        changes.append(change)
    return changes


def _bad(text: str, why: str) -> BadInput:
    return BadInput(Code.BAD_CHOICE, f"bad change {cut(text)!r}: {why}")


def value_at(game: Game, path: Way) -> float:
    """The number there, as it is."""
    holder, key = _open(game.spec, msgspec.to_builtins(game.options), path)
    value: float = holder[key]
    return value


def changed(game: Game, changes: Sequence[Change], values: Sequence[float]) -> dict[str, Any]:
    """All options that differ from the rulebook's, with these numbers."""
    from motherlode.core.options import changed_options

    found = deepcopy(changed_options(game.spec, game.options))
    for change, value in zip(changes, values, strict=True):
        name = str(change.path[0])
        found.setdefault(name, deepcopy(msgspec.to_builtins(getattr(game.options, name))))
        holder, key = _open(game.spec, found, change.path)
        holder[key] = value
    return found


def _open(spec: GameSpec, options: dict[str, Any], path: Way) -> tuple[Any, Any]:
    """What holds the number, and under which name or number; what is printed is put into the options on the way."""
    holder: Any = options
    for depth, part in enumerate(path):
        key = _key(spec, holder, part, path[:depth])
        is_last = depth + 1 == len(path)
        if not is_last and not isinstance(holder[key], dict | list):
            holder[key] = _printed(spec, path[: depth + 1], holder[key])
        if is_last:
            if isinstance(holder[key], bool) or not isinstance(holder[key], int | float):
                raise BadInput(Code.BAD_CHOICE, f"{write_path(path)} is no number")
            return holder, key
        holder = holder[key]
    raise BadInput(Code.BAD_CHOICE, "it names nothing")


def _key(spec: GameSpec, holder: Any, part: str | int, above: Way) -> Any:
    where = write_path(above) or spec.name
    if isinstance(holder, dict):
        if part not in holder:
            raise BadInput(Code.BAD_CHOICE, f"{where} has no {part!r}: there are {', '.join(map(str, holder))}")
        return part
    if isinstance(part, int):
        if part >= len(holder) and not all(type(item) is int for item in holder):
            raise BadInput(Code.BAD_CHOICE, f"{where} has no number {part}: it has {len(holder)}, from 0")
        holder += [0] * (part + 1 - len(holder))
        return part
    names = [_name_of(item) for item in holder]
    if part.casefold() in names:
        return names.index(part.casefold())
    printed = [item for data in read_data(Path(spec.folder) / "data").values() for item in data.get(str(above[-1]), [])]
    for item in printed:
        if _name_of(item) == part.casefold():
            holder.append(deepcopy(item))
            return len(holder) - 1
    known = sorted({str(item["name"]) for item in [*holder, *printed] if _name_of(item)})
    raise BadInput(Code.BAD_CHOICE, f"{where} has no {part!r}: there are {cut(', '.join(known))}")


def _name_of(item: Any) -> str | None:
    return str(item["name"]).casefold() if isinstance(item, dict) and "name" in item else None


def _printed(spec: GameSpec, path: Way, value: Any) -> Any:
    """The table of the game's data that a word or a number stands for, such as a board."""
    data = read_data(Path(spec.folder) / "data")
    for name in (f"{value}.toml", f"{path[-1]}{value}.toml"):
        if name in data:
            return deepcopy(data[name])
    raise BadInput(Code.BAD_CHOICE, f"{write_path(path)} = {value!r} has nothing in it that could be changed")

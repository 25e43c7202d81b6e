"""Plain references: programs that play a game by themselves, and how they are asked. See docs/conformance.md."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.core.errors import BadInput, Code, shown
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import ENDINGS

NEW = "new"
NEEDED = ("to_act", "actions", "play", "scores")
WORDS = {"chance": CHANCE, "over": OVER}  # what `to_act` may say besides a seat
HOWS = tuple(ENDINGS.values())  # what `outcome` may say of how a game ended

New = Callable[[int, dict[str, Any]], Any]  # (seats, options that are changed): a game that has just begun


def load_reference(path: Path) -> New:
    """The function `new` of a Python file; its folder is searched for what it imports, as if it were run."""
    if not path.is_file():
        why = "it is a folder" if path.is_dir() else "there is no such file"
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {why}")
    if path.suffix != ".py":
        raise BadInput(Code.BAD_REFERENCE, f"bad reference {str(path)!r}: expected a Python file, NAME.py")
    try:
        module = _import(path.resolve())
    except Exception as error:
        raise BadInput(Code.BAD_REFERENCE, f"bad reference {str(path)!r}: {_words(error)}") from error
    new = getattr(module, NEW, None)
    if not callable(new):
        raise BadInput(Code.BAD_REFERENCE, f"bad reference {str(path)!r}: it has no new(seats, options)")
    return new  # type: ignore[no-any-return]


def _import(path: Path) -> ModuleType:
    root, names = path.parent, [path.stem]
    while (root / "__init__.py").is_file():
        names.insert(0, root.name)
        root = root.parent
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    if len(names) > 1:
        return importlib.import_module(".".join(names))
    spec = importlib.util.spec_from_file_location(f"reference {path}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Asked:
    """A game of a reference; what it answers is checked, and what it raises is told in one line."""

    def __init__(self, game: Any, seats: int, source: str) -> None:
        missing = [f"{name}()" for name in NEEDED if not callable(getattr(game, name, None))]
        if missing:
            raise BadInput(Code.BAD_REFERENCE, f"bad reference {source!r}: its games have no {', '.join(missing)}")
        self.game, self.seats, self.source = game, seats, source
        self.has_outcomes, self.has_positions, self.has_views, self.can_compare = (
            callable(getattr(game, name, None)) for name in ("outcome", "position", "view", "compare")
        )

    def to_act(self) -> int:
        """A seat, CHANCE or OVER."""
        told = self._ask("to_act")
        if isinstance(told, str) and told in WORDS:
            return WORDS[told]
        if isinstance(told, int) and 0 <= told < self.seats:
            return told
        raise self._wrong("to_act()", told, f"a seat from 0 to {self.seats - 1}, 'chance' or 'over'")

    def actions(self) -> list[str]:
        """What the seat to act may play, each text once."""
        told = self._ask("actions")
        texts: list[Any] = list(told) if isinstance(told, Iterable) and not isinstance(told, str) else [None]
        if not all(isinstance(text, str) for text in texts):
            raise self._wrong("actions()", told, "texts in the game's notation")
        return list(dict.fromkeys(texts))

    def outcomes(self) -> dict[str, Any]:
        """What chance may do, with weights."""
        told = self._ask("actions")
        if not isinstance(told, Mapping) or not all(
            isinstance(text, str) and _is_weight(weight) for text, weight in told.items()
        ):
            raise self._wrong("actions()", told, "a dict of texts and weights above 0, for chance is to act")
        return dict(told)

    def play(self, text: str) -> None:
        """One action or outcome."""
        self._ask("play", text)

    def scores(self) -> list[Any]:
        """Each seat's result."""
        told = self._ask("scores")
        if isinstance(told, str) or not isinstance(told, Iterable) or len(scores := list(told)) != self.seats:
            raise self._wrong("scores()", told, f"{self.seats} numbers, one for each seat")
        return scores

    def outcome(self) -> tuple[str, list[int]]:
        """How the game ended, and the seats that won."""
        told = self._ask("outcome")
        if isinstance(told, Sequence) and len(told) == 2 and told[0] in HOWS:
            how, winners = told
            if isinstance(winners, Iterable) and set(won := list(winners)) <= set(range(self.seats)):
                return how, sorted(won)
        words = ", ".join(map(repr, HOWS))
        raise self._wrong("outcome()", told, f"one of {words} with a list of the seats that won")

    def position(self) -> Any:
        """The position in notation."""
        return self._ask("position")

    def view(self, seat: int) -> Any:
        """The position in notation, as a seat may know it."""
        return self._ask("view", seat)

    def compare(self, ruleset: Ruleset, states: Records) -> dict[str, Any]:
        """All else that differs, by name: the engine's first, then the reference's; what it asserts may differ too."""
        try:
            return dict(self.game.compare(ruleset, states.copy()) or {})
        except AssertionError as error:
            return {"compare()": _words(error)}
        except Exception as error:
            raise self._failed("compare", (), error) from error

    def _ask(self, name: str, *given: Any) -> Any:
        try:
            return getattr(self.game, name)(*given)
        except Exception as error:
            raise self._failed(name, given, error) from error

    def _failed(self, name: str, given: tuple[Any, ...], error: Exception) -> BadInput:
        call = f"{name}({', '.join(map(shown, given))})"
        return BadInput(Code.REFERENCE_FAILED, f"reference {self.source!r} failed in {call}: {_words(error)}")

    def _wrong(self, call: str, told: Any, expected: str) -> BadInput:
        return BadInput(
            Code.BAD_REFERENCE, f"bad reference {self.source!r}: {call} gave {shown(told)}, expected {expected}"
        )


def begin(new: New, seats: int, options: dict[str, Any], source: str) -> Asked:
    """A new game of a reference."""
    try:
        game = new(seats, options)
    except Exception as error:
        raise BadInput(
            Code.REFERENCE_FAILED,
            f"reference {source!r} failed in new({seats}, {shown(options)}): {_words(error)}",
        ) from error
    return Asked(game, seats, source)


def _is_weight(weight: Any) -> bool:
    try:
        return bool(weight > 0)
    except TypeError:
        return False


def _words(error: Exception) -> str:
    """An exception in one line, with the last line of the file where it was raised."""
    where = ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        where = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error}"
    return f"{type(error).__name__}{f': {error}' if str(error) else ''}{where}"

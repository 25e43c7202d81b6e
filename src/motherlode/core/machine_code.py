"""The machine code of a game: its kernels and the generic code over it, loaded from disk or compiled."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from motherlode.core import compiling, playouts
from motherlode.core.contract import GameSpec, Kernels
from motherlode.core.streams import below, seed_streams

# Generic code that is not compiled with the rest, and where it is.
LATER = {
    "search": "motherlode.core.searching",
    "choose_greedily": "motherlode.core.playouts",
    "find_illegal": "motherlode.core.playouts",
    "find_refused": "motherlode.core.playouts",
}

DRAWS = ("seed_streams", "below")  # random numbers, which rules and generic code draw

Progress = Callable[[str, int, int], None]  # (what is being compiled, how many are done, how many there are)
Waiting = Callable[[str], None]  # (what another process compiles, so that this one waits)


def _report(what: str, done: int, total: int) -> None:
    """The default progress: one line on a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\rpreparing {what}, once on this machine: {done}/{total}", end=end, file=sys.stderr, flush=True)


def _report_waiting(what: str) -> None:
    """The default where a process waits: one line on a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"waiting for {what}, which another process prepares", file=sys.stderr, flush=True)


_progress: Progress = _report
_waiting: Waiting = _report_waiting


@contextmanager
def progress_shown_by(report: Progress, report_waiting: Waiting = lambda _: None) -> Iterator[None]:
    """Report compilation to `report` inside the block, and to `report_waiting` that another process is at it."""
    global _progress, _waiting
    before, (_progress, _waiting) = (_progress, _waiting), (report, report_waiting)
    try:
        yield
    finally:
        _progress, _waiting = before


class Compiled:
    """The kernels of a game and the generic code over it, ready to be called; one per game and process."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.kernels: Kernels = spec.kernels
        self.entries: Kernels = spec.kernels  # the same without a look at types, in a third of the time
        self.pointers: Kernels = spec.kernels  # the same as arguments for `generic`
        self.generic: dict[str, Callable[..., Any]] = {
            "play_out": playouts.play_out,
            "play_many": playouts.play_many,
            "begin_batch": playouts.begin_batch,
            "step_batch": playouts.step_batch,
            "legal_batch": playouts.legal_batch,
            "step_and_list": playouts.step_and_list,
            "choose_batch": playouts.choose_batch,
            "try_actions": playouts.try_actions,
            "seed_streams": seed_streams,
            "below": below,
        }
        if not compiling.IS_PLAIN:
            from motherlode.core.numba_adapter import entry_of
            from motherlode.core.signatures import Types

            # First what the rest calls: compiled for a caller it would be kept under other types than it is looked for.
            first = sorted(self._signatures(), key=lambda each: each[0] not in DRAWS)
            addresses = self._prepare(first, "complete")
            self.pointers = Kernels(**{name: addresses[name] for name in Kernels._fields})
            takes = Types(self.spec).kernels
            self.entries = Kernels(
                **{name: entry_of(kernel, takes[name]) for name, kernel in self.kernels._asdict().items()}
            )

    def later(self, name: str) -> Callable[..., Any]:
        """Generic code that few processes need: loaded from disk, or compiled, when it is first asked for."""
        if name not in self.generic:
            function = self._step_envs() if name == "step_envs" else _found(name)
            if compiling.IS_PLAIN:
                self.generic[name] = function
            else:
                from motherlode.core.signatures import Types

                # Another thread that asks meanwhile must not find what is not compiled yet.
                self._prepare([(name, function, Types(self.spec).generic(name))], name)
        return self.generic[name]

    def _step_envs(self) -> Callable[..., Any]:
        """`step_envs` with the rules of this game in it."""
        spec = self.spec
        rules = Kernels(*map(compiling.inlined, spec.kernels))
        draw = spec.draw and compiling.inlined(spec.draw)
        made: Callable[..., Any] = playouts.step_envs_of(rules, draw, spec.is_hidden and spec.observe_needs_hiding)
        return compiling.specialised(made, Path(spec.folder))

    def _signatures(self) -> Iterator[tuple[str, Any, Any]]:
        """Name, function and argument types of all that is compiled at once, kernels first."""
        from motherlode.core.signatures import Types

        kinds = Types(self.spec)
        for name, function in self.kernels._asdict().items():
            yield name, function, kinds.kernels[name]
        for name, function in self.generic.items():
            yield name, function, kinds.generic(name)

    def _prepare(self, wanted: list[tuple[str, Any, Any]], mark: str) -> dict[str, Any]:
        """Load every function from disk, or compile it, with progress where that takes time; addresses of kernels."""
        marker = marker_of(self.spec, mark)
        if marker.exists():
            return self._load(wanted, False)
        with compiling.alone_with(Path(self.spec.folder), self._tell_of_waiting):
            addresses = self._load(wanted, not marker.exists())
            marker.touch()
        return addresses

    def _load(self, wanted: list[tuple[str, Any, Any]], is_cold: bool) -> dict[str, Any]:
        from motherlode.core.numba_adapter import address_of, entry_of

        addresses: dict[str, Any] = {}
        for done, (name, function, signature) in enumerate(wanted):
            if is_cold:
                compiling.let_others_go_first(Path(self.spec.folder), self._tell_of_waiting)
                _progress(self.spec.title, done, len(wanted))
            with compiling.uninterrupted():
                function.compile(signature)
            # Called through its dispatcher, Numba would take a kernel for a type of its own, not for a pointer, and
            # compile anew in every process.
            if name in Kernels._fields:
                addresses[name] = address_of(function, signature)
            else:
                self.generic[name] = entry_of(function, signature)
        if is_cold:
            _progress(self.spec.title, len(wanted), len(wanted))
        return addresses

    def _tell_of_waiting(self) -> None:
        _waiting(self.spec.title)


def _found(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(importlib.import_module(LATER[name]), name)
    return found


def marker_of(spec: GameSpec, mark: str) -> Path:
    """The file that says that a part of a game is compiled on this machine."""
    return compiling.cache_folder(Path(spec.folder)) / mark

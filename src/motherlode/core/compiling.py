"""One decorator, four modes: plain Python, machine code for the CPU, device code for a GPU, WebAssembly.

`@rule` marks a function that can run in all four. The mode is chosen once, when the process starts:

- cpu (default): Numba compiles a rule, once on a machine, and keeps the machine code on disk; until it is there, the
  game's WebAssembly module plays or, where there is none, plain copies of the rules;
- plain (`MOTHERLODE_MODE=plain` or `NUMBA_DISABLE_JIT=1`): the function itself, for reading, debugging and coverage;
- wasm (`MOTHERLODE_MODE=wasm`): matches and search stay with the module, `motherlode.core.wasm`; what is only there as
  machine code, such as batches, is compiled all the same;
- gpu: `motherlode.core.gpu` compiles the same functions a second time, for the device.

Where Numba cannot be imported (`NO_NUMBA`), games stay for good with what they began with, and what is only there as
machine code is refused.

Machine code lies in a folder named by a hash of all sources it can depend on (the engine and the whole of the game, see
`game_folder`) and of the versions of Python, NumPy, Numba and LLVM: an edit anywhere gives another folder, so stale
code is never run. Where the sources lie does not matter: two installations of the same ones share their code.
"""

import hashlib
import os
import shutil
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np
import platformdirs
from filelock import FileLock, Timeout

from motherlode.core.errors import Barred, Code

try:
    import llvmlite
    import numba
except ImportError as error:
    _why_not = " ".join(str(error).split()) or "no reason is given"
else:
    _why_not = ""

F = TypeVar("F", bound=Callable[..., Any])

IS_PLAIN = os.environ.get("MOTHERLODE_MODE", "cpu") == "plain" or (not _why_not and bool(numba.config.DISABLE_JIT))
IS_WASM = os.environ.get("MOTHERLODE_MODE") == "wasm" and not IS_PLAIN
NO_NUMBA = "" if IS_PLAIN else _why_not  # why there is never any machine code here; empty: there can be
CORE = Path(__file__).parent
SHELVES = (CORE.parent, CORE.parent / "games")  # packages of which every part stands alone: `core`, each game
KEPT_PER_GAME = 3  # compiled versions of one game that stay on disk
GAME_POLL_S = 0.1  # how often a process that waits for a game looks again


class NoCacheFolder(UserWarning):
    """The cache folder cannot be written: rules are compiled anew in every process."""


def check_numba() -> None:
    """Raise where there can be no machine code."""
    if NO_NUMBA:
        raise Barred(
            Code.NO_LIBRARY,
            f"machine code needs Numba, which cannot be imported here ({NO_NUMBA}): pip install numba, or set "
            "MOTHERLODE_MODE=plain for the same in slow Python",
        )


@cache
def cache_root() -> Path:
    """Where compiled code is kept: $MOTHERLODE_CACHE, else the user's cache folder, else a temporary one."""
    root = Path(os.environ.get("MOTHERLODE_CACHE") or platformdirs.user_cache_path("motherlode")) / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        fallback = Path(tempfile.mkdtemp(prefix="motherlode-"))
        warnings.warn(
            f"cannot keep compiled rules in {str(root)!r}: {error.strerror}; using {str(fallback)!r} for this process",
            NoCacheFolder,
            stacklevel=2,
        )
        root = fallback / "compiled"
        root.mkdir()
    return root


def game_folder(folder: Path) -> Path:
    """The whole of the game to which sources in `folder` belong: the top-most package around them.

    Rules may use whatever is in their package. So the whole of a package inside `motherlode.games.madcap` is the folder
    of `motherlode.games.madcap`, which stands alone among the games, and that of `acme.chess` is the folder of `acme`.
    """
    whole = folder.absolute()
    for parent in whole.parents:
        if parent in SHELVES or not (parent / "__init__.py").exists():
            break
        whole = parent
    return whole


def sources(folder: Path) -> Iterator[tuple[str, Path]]:
    """The Python sources of the engine's core and of the whole of a game, with their names.

    Of the core only its modules: no rule is in its packages.
    """
    for whole, pattern in ((CORE, "*.py"), (game_folder(folder), "**/*.py")):
        for source in sorted(whole.glob(pattern)):
            yield source.relative_to(whole).as_posix(), source


@cache
def fingerprint(folder: Path) -> str:
    """A hash of the sources of a game and of the compiler's versions."""
    digest = hashlib.sha256()
    parts = [sys.version, np.__version__]
    if not _why_not:
        parts += [numba.__version__, llvmlite.__version__, f"bounds {numba.config.BOUNDSCHECK}"]
    for part in parts:
        digest.update(part.encode() + b"\0")
    for name, source in sources(folder):
        digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(folder: Path) -> Path:
    """The folder for code compiled from `folder`; makes room by dropping the oldest versions of the same game."""
    home = cache_root() / folder.name
    mine = home / fingerprint(folder)
    if not mine.exists():
        mine.mkdir(parents=True, exist_ok=True)
        others = sorted((path for path in home.iterdir() if path != mine), key=lambda path: path.stat().st_mtime)
        for stale in others[: max(0, len(others) - KEPT_PER_GAME + 1)]:
            shutil.rmtree(stale, ignore_errors=True)
    return mine


_in_background = threading.Event()  # set: nobody waits for what this process compiles


def give_way() -> None:
    """From now on whoever else needs a game that this process compiles need not wait for it."""
    _in_background.set()


@contextmanager
def alone_with(folder: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Keep other processes from compiling the game in `folder` meanwhile, so that no two do the same work.

    Games do not wait for each other, and nobody waits for a process in the background: it has a lock of its own, and
    lets others go first between two functions. `on_wait` is called where another process is at this game.
    """
    lock = _lock_of(folder, "background.lock" if _in_background.is_set() else "lock")
    _acquire(lock, on_wait)
    try:
        yield
    finally:
        lock.release()


def let_others_go_first(folder: Path, on_wait: Callable[[], None]) -> None:
    """In the background, wait as long as somebody else compiles the game: what he has compiled is then on disk."""
    if _in_background.is_set():
        lock = _lock_of(folder, "lock")
        _acquire(lock, on_wait)
        lock.release()


def _lock_of(folder: Path, kind: str) -> FileLock:
    return FileLock(cache_root() / f"{folder.name}.{kind}")


def _acquire(lock: FileLock, on_wait: Callable[[], None]) -> None:
    try:
        # Not at once: one in the background has the lock for a moment when it looks whether anybody does.
        lock.acquire(timeout=GAME_POLL_S, poll_interval=GAME_POLL_S / 10)
    except Timeout:
        on_wait()
        lock.acquire(poll_interval=GAME_POLL_S)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C comes after the block: raised while LLVM calls back into Python it would be lost, or abort the process.

    A program with a handler of its own, which raises nothing, keeps it.
    """
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came:
        raise KeyboardInterrupt


def rule(function: F) -> F:
    """Mark a function as a rule: compiled in cpu and gpu mode, itself in plain mode.

    A rule allocates nothing, raises nothing, draws nothing at random, calls only other rules and uses no index below 0.
    """
    if IS_PLAIN or NO_NUMBA:
        return function
    return _compiled(function, game_folder(Path(function.__code__.co_filename).parent))


def part(function: F) -> F:
    """Mark a rule as a part of the generic code that calls it: the named tuples it takes are then never copied."""
    folder = Path(function.__code__.co_filename).parent
    return function if IS_PLAIN or NO_NUMBA else _compiled(function, folder, is_part=True)


def specialised(function: F, folder: Path) -> F:
    """A function made for the game in `folder`: the game's rules, in its closure, become part of its machine code."""
    return function if IS_PLAIN or NO_NUMBA else _compiled(function, folder, is_made=True)


def inlined(function: F) -> F:
    """The rule as a part of whatever calls it; it is copied to every call, so there should be one."""
    if IS_PLAIN or NO_NUMBA:
        return function
    from motherlode.core.numba_adapter import HOW

    return numba.njit(forceinline=True, **HOW)(as_written(function))  # type: ignore[no-any-return]


def _compiled(function: F, folder: Path, *, is_part: bool = False, is_made: bool = False) -> F:
    """The function compiled for a game; `is_made`: at run time, with the game's rules in its closure."""
    from motherlode.core.numba_adapter import ByFolder, Kept, SharedCache, jit

    source = Path(function.__code__.co_filename).absolute()
    home = game_folder(source.parent)
    kept = Kept(cache_folder(folder), source.relative_to(home.parent).as_posix())
    cache_class = ByFolder if is_made else SharedCache
    return jit(function, kept, cache_class, partial(_on_miss, home), is_part=is_part)  # type: ignore[no-any-return]


_played_plainly: set[Path] = set()  # folders of games that this process plays without machine code
_being_loaded: set[Path] = set()  # folders of games that a thread loads machine code for
_here = threading.local()  # `is_loading`: this is that thread


def play_plainly(folder: Path, is_plain: bool) -> None:
    """Say whether calls from Python into the rules of a game, for types without machine code, run plain rules."""
    (_played_plainly.add if is_plain else _played_plainly.discard)(game_folder(folder))


@contextmanager
def loading(folder: Path) -> Iterator[None]:
    """Load machine code inside the block, and call it; other threads meanwhile go on with plain rules."""
    home = game_folder(folder)
    _being_loaded.add(home)
    _here.is_loading = True
    try:
        yield
    finally:
        _here.is_loading = False
        _being_loaded.discard(home)


def _on_miss(home: Path, function: Any) -> Any:
    """What a rule called from Python is instead, where this process has no machine code of it; None: it is compiled."""
    if (home in _played_plainly or home in _being_loaded) and not getattr(_here, "is_loading", False):
        return _plain_once(function)
    return None


def as_written(function: F) -> F:
    """The function in the source; what it calls may be compiled."""
    return getattr(function, "py_func", function)


def plain(function: F) -> F:
    """The rule as ordinary Python, with all rules that it calls by name: the same bytes without a compiler."""
    written: Any = as_written(function)
    if written is function:
        return function
    copy = FunctionType(
        written.__code__, _plain_names(written.__globals__), written.__name__, written.__defaults__, written.__closure__
    )
    copy.__doc__ = written.__doc__
    return copy  # type: ignore[return-value]


_plain_modules: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # names of modules with rules; the same, plain


def _plain_names(module: dict[str, Any]) -> dict[str, Any]:
    """What is defined in a module, each rule plain; made once."""
    known = _plain_modules.get(id(module))
    if known is not None:
        return known[1]
    names = dict(module)
    _plain_modules[id(module)] = module, names  # before it is filled: modules may use each other, and rules themselves
    for name, value in module.items():
        if as_written(value) is not value:
            names[name] = plain(value)
    return names


def at_hand(function: F) -> F:
    """The rule as a call from Python costs least: compiled where this process has its machine code, else plain."""
    return function if getattr(function, "signatures", True) else _plain_once(function)


@cache
def _plain_once(function: F) -> F:
    return plain(function)

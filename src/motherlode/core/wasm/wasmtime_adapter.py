"""Everything that reaches into wasmtime's insides, and nothing else does.

**Fits** wasmtime from 50 to before 51 (`FITS`); `tests/core/test_wasm_versions.py` plays by modules on the newest that
there is, and on the one before the first of these.

**Uses** `wasmtime._ffi`, in which are the C library and its types; the context of a store and the C struct of a
function, which the Python package keeps to itself. With them a function is called by `wasmtime_func_call_unchecked`,
which looks at no types: the module and what it takes are ours.

**Gains** nineteen twentieths of what a call costs: 0.8 us instead of 17 (`legal` of Madcap and of Trap the Cap; the
rule itself is a part of that).

**Elsewhere**, with another version, functions are called as wasmtime documents it: the same bytes, only slower.
"""

import ctypes
import importlib.metadata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime

from motherlode.core.errors import Barred, Code

FITS = (50, 51)  # versions of wasmtime: from, and up to but not including
PAGE_BYTES = 1 << 16
CALL = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
)


@cache
def _engine() -> wasmtime.Engine:
    return wasmtime.Engine()


@cache
def _module(path: Path) -> wasmtime.Module:
    return wasmtime.Module.from_file(_engine(), str(path))


def version() -> str:
    """The version of wasmtime that is installed."""
    return importlib.metadata.version("wasmtime")


def fits() -> bool:
    """Whether this module was written for the wasmtime that is installed."""
    number = version().partition(".")[0]
    return number.isdecimal() and FITS[0] <= int(number) < FITS[1]


@cache
def _call() -> Any:
    from wasmtime import _ffi as ffi

    return CALL(ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value or 0)


class Instance:
    """A module with a memory of its own; one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._store = wasmtime.Store(_engine())
        self._exports = dict(wasmtime.Instance(self._store, _module(path), []).exports(self._store).items())
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        base = self._exports["__heap_base"]
        assert isinstance(base, wasmtime.Global)
        self.first_free = int(base.value(self._store))  # the address behind what the module itself uses

    def make_room(self, end: int) -> None:
        """Let memory reach to an address; what is there may move."""
        missing = -(-end // PAGE_BYTES) - self._memory.size(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing)

    def memory_at(self, address: int, num_bytes: int) -> "memoryview[int]":
        """Some bytes of the memory, as they are: valid until it grows, and as long as the instance is kept."""
        start = ctypes.addressof(self._memory.data_ptr(self._store).contents) + address
        return memoryview((ctypes.c_ubyte * num_bytes).from_address(start))

    def function(self, name: str, first: int) -> Callable[..., int]:
        """An exported function, with its first number; what it returns where it returns nothing means nothing."""
        exported = self._exports[name]
        assert isinstance(exported, wasmtime.Func)
        return (self._unchecked if fits() else self._documented)(name, exported, first)

    def _documented(self, name: str, exported: wasmtime.Func, first: int) -> Callable[..., int]:
        """A function with its first number, called as wasmtime documents it."""

        def run(*given: int) -> int:
            try:
                return int(exported(self._store, first, *given) or 0)
            except (wasmtime.Trap, wasmtime.WasmtimeError):
                raise _failed(name) from None

        return run

    def _unchecked(self, name: str, exported: wasmtime.Func, first: int) -> Callable[..., int]:
        """The same by the C function that looks at no types."""
        from wasmtime import _ffi as ffi

        context = ctypes.cast(self._store._context(), ctypes.c_void_p)
        size = len(exported.type(self._store).params)
        numbers = (ffi.wasmtime_val_raw_t * size)()
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        at, where, trapped = ctypes.addressof(exported._func), ctypes.addressof(numbers), ctypes.addressof(trap)
        call = _call()

        def run(*given: int) -> int:
            numbers[0].i64 = first
            for nth, number in enumerate(given, 1):
                numbers[nth].i64 = number
            if call(context, at, where, size, trapped) or trap:
                raise _failed(name)
            return numbers[0].i32

        return run


def _failed(name: str) -> Barred:
    return Barred(Code.NO_MODULE, f"the module failed in {name!r}")

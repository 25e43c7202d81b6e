"""What is used of wasmtime's insides: calls by the C function that looks at no types.

The calls of its Python package ask for the types of a function each time, which takes twenty times as long as what
most rules do.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime
from wasmtime import _ffi as ffi

from motherlode.core.errors import Barred, Code

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


@cache
def _call() -> Any:
    return CALL(ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value or 0)


class Instance:
    """A module with a memory of its own; one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._store = wasmtime.Store(_engine())
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p)
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
        kinds = [str(kind) for kind in exported.type(self._store).params]
        numbers = (ffi.wasmtime_val_raw_t * len(kinds))()
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        call, context, size = _call(), self._context, len(kinds)
        at, where, trapped = ctypes.addressof(exported._func), ctypes.addressof(numbers), ctypes.addressof(trap)

        def run(*given: int) -> int:
            numbers[0].i64 = first
            for nth, number in enumerate(given, 1):
                numbers[nth].i64 = number
            if call(context, at, where, size, trapped) or trap:
                raise Barred(Code.NO_MODULE, f"the module failed in {name!r}")
            return numbers[0].i32

        return run

"""Everything that reaches into Numba's insides, and nothing else does; `cuda_adapter` has those of numba-cuda.

**Fits** Numba 0.68, as pyproject.toml has it; `tests/core/test_numba_versions.py` plays on the oldest that is allowed
and on the newest that there is.

**Uses** the flags `_nrt` and `no_cfunc_wrapper` of `njit`; the cache of a dispatcher (`_cache`), which is one of our
own made of Numba's `FunctionCache` and `CompileResultCacheImpl`; what a dispatcher does where it has no machine code
for some types (`_compile_for_args`); the model of Numba's first-class functions, and the entry points of compile
results. Where modules of WebAssembly are made: how an array is put together (`make_array`, `populate_array`), and the
LLVM text of a function.

**Gains**, in the order of these:

- arrays are not counted, since rules allocate nothing: an eighth of the time of a playout. No second entry for C is
  made, since C calls no rule: an eighth of the time in which a small rule is compiled;
- machine code is found by the contents of all sources it can depend on, where Numba's `cache=True` looks at one file
  and would run stale code after an edit of another; and several processes may add to it. That is for what is right, and
  not for speed;
- plain rules play until there is machine code, which takes minutes on a new machine (decision 0023);
- a rule is passed to generic code as the address of its machine code. As a jitted function it would be part of the
  caller's type, and the caller compiled anew in every process. As one of Numba's first-class functions it would cost
  15 us to pass; so it costs 0.08, what an integer does;
- modules are made of the rules as they are written, which would else have to be written a second time (decision 0027).

**Elsewhere**: with a version that has no such class, `motherlode` cannot be imported, and the error names it. One that
looks for machine code by other names would compile in every process, which the test notices. One that puts arrays
together otherwise makes no modules, and `make modules` says so; those that were made need no Numba.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numba
from filelock import FileLock
from numba import types
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.types import FunctionType
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, intrinsic, register_model, unbox

WRITE_POLL_S = 0.005  # how often a process that waits for a file looks again
# Nothing counts references to arrays (_nrt), and nothing calls rules from C.
HOW = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


class Kept(NamedTuple):
    """Where the machine code of a function is kept."""

    folder: Path  # stands for all sources: it has another name if anything changes
    source: str  # that the function is in, from the whole of its game on


def jit(
    function: Any, kept: Kept, cache_class: "type[SharedCache]", on_miss: Callable[[Any], Any], *, is_part: bool
) -> Any:
    """The function compiled for whatever types it is called with, and looked for on disk before.

    Called from Python with types that there is no machine code for in this process, it runs what `on_miss` makes of it,
    and is compiled only where that is nothing.
    """
    found: Any = numba.njit(forceinline=is_part, **HOW)(function)

    def compile_for(*arguments: Any, **more: Any) -> Any:
        return on_miss(found) or type(found)._compile_for_args(found, *arguments, **more)

    found._cache = cache_class(function, kept)
    found._compile_for_args = compile_for
    return found


class InFolder:
    """Tells Numba where the machine code of a function is kept."""

    def __init__(self, function: Callable[..., Any], kept: Kept) -> None:
        self._kept = kept
        self._line = function.__code__.co_firstlineno

    def from_function(self, *_: object) -> "InFolder":
        """Itself: it is made for one function."""
        return self

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._kept.folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._kept.folder)

    def get_source_stamp(self) -> str:
        """What must not change: the folder has another name if anything does."""
        return ""

    def get_disambiguator(self) -> str:
        """What tells functions of the same name apart."""
        return f"{self._line}-{hashlib.sha256(self._kept.source.encode()).hexdigest()[:8]}"


class SharedCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, to which several processes may add at the same time.

    The engine's generic code is compiled for the records of each game, and all of it is in one list for each function.
    Numba reads the list, takes the next free number for a file and writes both: two processes that do so at the same
    time would give the same file to two games. Only the writing is locked, not the compiling.
    """

    def __init__(self, function: Callable[..., Any], kept: Kept) -> None:
        known = {"_locator_classes": [InFolder(function, kept)]}
        self._impl_class = type("KeptImpl", (CompileResultCacheImpl,), known)
        super().__init__(function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Add machine code while nobody else adds to the same folder."""
        with FileLock(Path(self.cache_path) / "lock", poll_interval=WRITE_POLL_S):
            super().save_overload(sig, data)


class ByFolder(SharedCache):
    """Finds machine code without a look at the closure: the folder already stands for all sources."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()


class Pointer(FunctionType):
    """The type of a rule that arrives from Python as the address of its machine code."""


register_model(Pointer)(FunctionModel)


@unbox(Pointer)  # type: ignore[untyped-decorator]
def _unbox_pointer(typ: Any, address: Any, c: Any) -> Any:
    pointer = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    pointer.jit_addr = c.pyapi.long_as_voidptr(address)
    return NativeValue(pointer._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def address_of(function: Any, signature: Any) -> int:
    """Where the machine code of a compiled rule lies; valid as long as the rule is kept."""
    code = function.get_compile_result(signature)
    return int(code.library.get_pointer_to_function(code.fndesc.llvm_func_name))


def entry_of(function: Any, signature: Any) -> Any:
    """The compiled function itself; takes exactly what the signature says and looks at no types."""
    return function.get_compile_result(signature).entry_point


def named(cls: type[tuple[Any, ...]], *fields: Any) -> Any:
    """The type of a named tuple whose fields have these types; each is taken from Python as if it came alone."""
    return types.NamedTuple(fields, cls)


def is_part(function: Any) -> bool:
    """Whether a jitted function was made to be a part of whoever calls it."""
    return bool(function.targetoptions.get("forceinline"))


def llvm_of(function: Any, signature: Any) -> tuple[str, str]:
    """What Numba made of a compiled function: the text of its LLVM module, and its name in there."""
    code = function.get_compile_result(signature)
    return code.library.get_llvm_str(), code.fndesc.llvm_func_name


def array_at(kind: Any) -> Any:
    """A function for compiled code: the array of `kind` that begins at an address and has a shape."""
    from numba.np.arrayobj import populate_array  # takes its time, and whoever plays needs none of it

    @intrinsic  # type: ignore[untyped-decorator]
    def array(_: Any, address: Any, shape: Any) -> Any:
        made = types.Array(kind, len(shape), "C")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = context.make_array(made)(context, builder)
            itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind)))
            sizes = cgutils.unpack_tuple(builder, arguments[1])
            strides = [itemsize]
            for size in reversed(sizes[1:]):
                strides.insert(0, builder.mul(strides[0], size))
            start = builder.inttoptr(arguments[0], whole.data.type)
            populate_array(whole, start, sizes, strides, itemsize, None)
            return whole._getvalue()

        return made(types.int64, types.UniTuple(types.int64, len(shape))), generate

    return array


def record_at(dtype: Any) -> Any:
    """A function for compiled code: the record of a type that lies at an address."""

    @intrinsic  # type: ignore[untyped-decorator]
    def record(_: Any, address: Any) -> Any:
        kind = numba.from_dtype(dtype)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), generate

    return record

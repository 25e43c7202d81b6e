"""Everything that reaches into numba-cuda's insides, and nothing else does.

It fits numba-cuda from 0.30 to before 0.31 (`FITS`), whose sources it was written after. With any other version nothing
is replaced: GPU mode works and gives the same bytes, only slower, and `compile_ptx` needs a device.

`lean_code` replaces four things that numba-cuda does and rules do not need. Each can be left out, to measure what it
gains (`python -m benchmarks.gpu_envs --without NAME`). On an H200, 524,288 environments: without the first three Madcap
does 3,737 million steps a second instead of 5,018 (26 % less) and Madstone 377 instead of 429 (12 %). The first three
stand or fall together: they are one thing, indices that are used as they are, and each of them alone gains Madstone 3
to 6 %, for which nobody should reach into another package. Without `constants` Madstone loses another 12 %, and Madcap
and Trap the Cap are not compiled at all, since their boxes are larger than a device's memory for constants.

- `indices`: an index below 0 counts from the end of an array, which rules never ask for;
- `ranges`: `range` advances only behind a question whether it may, so that the compiler sees two branches where one is
  enough;
- `addresses`: an address in a slice of an array is made from a number, so that the compiler forgets in which memory it
  is: every write there might then change every position, and all that was read of them must be read again;
- `constants`: arrays that a kernel knows when it is compiled are put where threads that read at different indices wait
  for each other.

`ask_for_memory` lets a block have more of its processor's memory than 48 KB, so that it may have 512 threads: what
gains Madstone 6 to 10 % more than grouping its threads by kind (3 to 8 %) does in blocks of 128, and is nothing without
it; the two together gain 9 to 19 %. With other versions blocks are smaller. `imagined_device` compiles without a
device; only tests do, and nothing of it is for speed.

`import_arrays` is for NumPy from 2.5, which dropped `row_stack`: numba-cuda still reads that name when its arrays are
imported. It is there while that happens, for a version that fits, and NumPy is then as it was.
"""

import contextlib
import importlib
import importlib.metadata
from collections.abc import Collection, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

FITS = ((0, 30), (0, 31))  # versions of numba-cuda: from, and up to but not including
REPLACEMENTS = ("indices", "ranges", "addresses", "constants")

without: Collection[str] = ()  # REPLACEMENTS that a benchmark leaves out


def version() -> str:
    """The version of numba-cuda that is installed."""
    return importlib.metadata.version("numba-cuda")


def fits() -> bool:
    """Whether this module was written for the numba-cuda that is installed."""
    numbers = version().split(".")[:2]
    if not all(number.isdecimal() for number in numbers):
        return False
    first, end = FITS
    return first <= tuple(map(int, numbers)) < end


@contextlib.contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """A module or a class has another attribute of that name inside the block."""
    had = vars(owner).get(name, replaced)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if had is replaced:  # it was inherited
            delattr(owner, name)
        else:
            setattr(owner, name, had)


def import_arrays() -> None:
    """Import numba-cuda's arrays, on a NumPy that has dropped a name of which they make nothing here."""
    if hasattr(np, "row_stack"):
        return
    with contextlib.suppress(ImportError):  # `gpu` says what is missing
        from numba import config

        if fits() and not config.ENABLE_CUDASIM:
            with replaced(np, "row_stack", np.vstack):
                importlib.import_module("numba.cuda.np.arrayobj")


@contextlib.contextmanager
def lean_code() -> Iterator[None]:
    """What is compiled for a device meanwhile is as the module says, and nothing else is."""
    if not fits():
        yield
        return
    with contextlib.ExitStack() as stack:
        for name, replacement in _replacements().items():
            if name not in without:
                stack.enter_context(replaced(*replacement))
        yield


def _replacements() -> dict[str, tuple[Any, str, Any]]:
    """What `lean_code` replaces, by name: owner, attribute, what stands there instead."""
    from llvmlite import ir
    from numba.cuda import cgutils, types
    from numba.cuda.core.imputils import RefType, iternext_impl
    from numba.cuda.cpython.rangeobj import range_impl_map
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.descriptor import cuda_target
    from numba.cuda.np import arrayobj

    contexts = type(cuda_target.target_context)
    find = contexts.get_function
    ranges = {iterator: number for number, (_, iterator) in range_impl_map.items()}

    def take_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def add_to_pointer(builder: Any, pointer: Any, offset: Any, kind: Any = None) -> Any:
        offset = cgutils.intp_t(offset) if isinstance(offset, int) else offset
        start = builder.bitcast(pointer, ir.PointerType(ir.IntType(8), pointer.type.addrspace))
        return builder.bitcast(builder.gep(start, [offset]), kind or pointer.type)

    @iternext_impl(RefType.BORROWED)  # type: ignore[untyped-decorator]
    def advance(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
        iterator = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        number = ranges[signature.args[0]]
        left, value = builder.load(iterator.count), builder.load(iterator.iter)
        result.set_valid(builder.icmp_signed(">", left, context.get_constant(number, 0)))
        result.yield_(value)
        builder.store(builder.sub(left, context.get_constant(number, 1)), iterator.count)
        builder.store(builder.add(value, iterator.step), iterator.iter)

    def get_function(self: Any, name: Any, signature: Any, *more: Any, **others: Any) -> Any:
        if name == "iternext" and signature.args[0] in ranges:
            return lambda builder, arguments: advance(self, builder, signature, arguments)
        return find(self, name, signature, *more, **others)

    return {
        "indices": (arrayobj, "fix_integer_index", take_index),
        "ranges": (contexts, "get_function", get_function),
        "addresses": (cgutils, "pointer_add", add_to_pointer),
        "constants": (nvvm, "ADDRSPACE_CONSTANT", nvvm.ADDRSPACE_GLOBAL),
    }


def ask_for_memory(kernel: Any, num_bytes: int) -> None:
    """Let the blocks of a kernel use more memory of their processor than any may; numba-cuda has no word for it.

    Only where `fits`: who asks must know, since a kernel that was not granted it cannot be launched.
    """
    from numba.cuda.cudadrv.driver import binding, driver

    attribute = binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    for overload in kernel.overloads.values():
        function = overload._codelibrary.get_cufunc()
        driver.cuKernelSetAttribute(attribute, num_bytes, function.handle, function.device.id)


@contextlib.contextmanager
def imagined_device(capability: tuple[int, int]) -> Iterator[None]:
    """Let numba-cuda compile for a device that is not there."""
    if not fits():
        yield
        return
    from numba.cuda import dispatcher

    device = SimpleNamespace(compute_capability=capability)
    with replaced(dispatcher, "get_current_device", lambda: device):
        yield


import_arrays()

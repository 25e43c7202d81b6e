"""Shorter device code from numba-cuda, for rules.

Four things that Numba does are not needed by rules, and cost a GPU time, the first two alone about a fifth of it:

- an index below 0 counts from the end of an array, which rules never ask for;
- `range` steps only behind a question whether it may, so that the compiler sees two branches where one is enough;
- an address in a slice of an array is made from a number, so that the compiler forgets in which memory it is: every
  write there might then change every position, and all that was read of them must be read again;
- arrays that a kernel knows when it is compiled are put where threads that read different places wait for each other.

`lean_code` does otherwise in what is compiled inside it, and in nothing else. Where another version of numba-cuda has
other insides, it does nothing.
"""

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock


@contextlib.contextmanager
def lean_code() -> Iterator[None]:
    """What is compiled for a device meanwhile is as the module says."""
    try:
        from llvmlite import ir
        from numba.cuda import cgutils, types
        from numba.cuda.core.imputils import RefType, iternext_impl
        from numba.cuda.cpython.rangeobj import range_impl_map
        from numba.cuda.cudadrv import nvvm
        from numba.cuda.descriptor import cuda_target
        from numba.cuda.np import arrayobj

        contexts = type(cuda_target.target_context)
        find, memory = contexts.get_function, nvvm.ADDRSPACE_GLOBAL
        _ = arrayobj.fix_integer_index, cgutils.pointer_add, nvvm.ADDRSPACE_CONSTANT
    except (ImportError, AttributeError):
        yield
        return
    ranges = {iterator: number for number, (_, iterator) in range_impl_map.items()}

    def take_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def add_to_pointer(builder: Any, pointer: Any, offset: Any, kind: Any = None) -> Any:
        offset = cgutils.intp_t(offset) if isinstance(offset, int) else offset
        start = builder.bitcast(pointer, ir.PointerType(ir.IntType(8), pointer.type.addrspace))
        return builder.bitcast(builder.gep(start, [offset]), kind or pointer.type)

    @iternext_impl(RefType.BORROWED)  # type: ignore[untyped-decorator]
    def step_on(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
        iterator = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        number = ranges[signature.args[0]]
        left, value = builder.load(iterator.count), builder.load(iterator.iter)
        result.set_valid(builder.icmp_signed(">", left, context.get_constant(number, 0)))
        result.yield_(value)
        builder.store(builder.sub(left, context.get_constant(number, 1)), iterator.count)
        builder.store(builder.add(value, iterator.step), iterator.iter)

    def get_function(self: Any, name: Any, signature: Any, *more: Any, **others: Any) -> Any:
        if name == "iternext" and signature.args[0] in ranges:
            return lambda builder, arguments: step_on(self, builder, signature, arguments)
        return find(self, name, signature, *more, **others)

    with (
        mock.patch.object(arrayobj, "fix_integer_index", take_index),
        mock.patch.object(cgutils, "pointer_add", add_to_pointer),
        mock.patch.object(nvvm, "ADDRSPACE_CONSTANT", memory),
        mock.patch.object(contexts, "get_function", get_function),
    ):
        yield

"""Shorter device code from numba-cuda, for rules.

Two things that Numba does for every index and loop are not needed by rules, and cost a GPU about a fifth of its time:
an index below 0 counts from the end of an array, which rules never ask for; and `range` steps only behind a question
whether it may, so that the compiler sees two branches where one is enough. `lean_code` leaves both out of what is
compiled inside it, and of nothing else. Where another version of numba-cuda has other insides, it does nothing.
"""

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock


@contextlib.contextmanager
def lean_code() -> Iterator[None]:
    """What is compiled for a device meanwhile takes indices as they are, and steps through ranges unasked."""
    try:
        from numba.cuda import cgutils, types
        from numba.cuda.core.imputils import RefType, iternext_impl
        from numba.cuda.cpython.rangeobj import range_impl_map
        from numba.cuda.descriptor import cuda_target
        from numba.cuda.np import arrayobj

        contexts = type(cuda_target.target_context)
        find, _ = contexts.get_function, arrayobj.fix_integer_index
    except (ImportError, AttributeError):
        yield
        return
    ranges = {iterator: number for number, (_, iterator) in range_impl_map.items()}

    def take_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

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
        mock.patch.object(contexts, "get_function", get_function),
    ):
        yield

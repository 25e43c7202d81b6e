"""Rules as arguments of compiled code: machine addresses, with their signatures in the type.

Numba can pass a function as an argument, but a jitted one becomes part of the caller's type: the caller is then
compiled anew in every process. As a `Pointer` it is only an address, so that the caller is found in the cache; and
unlike Numba's own first-class functions, which cost tens of microseconds each to pass, it costs what an integer does.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.types import FunctionType
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox


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

"""Makes the WebAssembly module of one game: `python -m motherlode.core.wasm.making GAME FILE`.

Numba compiles the entries of `motherlode.core.wasm.entries`, without optimising them for this machine; LLVM, in
llvmlite, optimises what it made for `wasm32` and writes an object file; `wasm-ld`, in the wheel of `ziglang`, links it.
`motherlode.core.wasm.building` calls it with the environment that it needs. Nothing here is needed to run a module.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from llvmlite import binding as llvm

from motherlode.core import compiling
from motherlode.core.contract import GameSpec, Kernels
from motherlode.core.numba_adapter import HOW, is_part, llvm_of
from motherlode.core.preparing import read_spec
from motherlode.core.wasm.entries import NUMBER, Entry, make_entries

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
STACK_BYTES = 1 << 16
LONG = ("seed", 1)  # the one number of the one function that has more than 32 digits


class Uncached:
    """Copies of rules that are compiled anew, without what is kept on disk, which is optimised for this machine."""

    def __init__(self) -> None:
        self._rules: dict[Any, Any] = {}
        self._modules: dict[int, dict[str, Any]] = {}

    def __call__(self, rule: Any) -> Any:
        """The rule, with all rules that it calls by name."""
        if rule not in self._rules:
            written = rule.py_func
            names = self._names(written.__globals__)
            copy = FunctionType(written.__code__, names, written.__name__, written.__defaults__, written.__closure__)
            self._rules[rule] = numba.njit(forceinline=is_part(rule), **HOW)(copy)
        return self._rules[rule]

    def _names(self, module: dict[str, Any]) -> dict[str, Any]:
        if id(module) not in self._modules:
            names = self._modules[id(module)] = dict(module)
            for name, value in module.items():
                if compiling.as_written(value) is not value:
                    names[name] = self(value)
        return self._modules[id(module)]


def wrapper_of(name: str, entry: Entry, compiled_name: str) -> str:
    """The LLVM text of an exported function: 32-bit numbers in, one out, whatever Numba's own look like."""
    kinds = ["i64" if (name, nth) == LONG else "i32" for nth in range(len(entry.takes))]
    taken = "".join(f", {kind} %taken{nth}" for nth, kind in enumerate(kinds))
    widened = "".join(
        f"  %wide{nth} = sext i32 %taken{nth} to i64\n" for nth, kind in enumerate(kinds) if kind == "i32"
    )
    given = "".join(f", i64 %{'wide' if kind == 'i32' else 'taken'}{nth}" for nth, kind in enumerate(kinds))
    declared = ", ".join(["ptr", "ptr", "i64", *(["i64"] * len(kinds))])
    kind, end = "void", "  ret void\n"
    if entry.gives == NUMBER:
        kind, end = "i32", "  %whole = load i64, ptr %out\n  %end = trunc i64 %whole to i32\n  ret i32 %end\n"
    return (
        f"declare i32 @{compiled_name}({declared})\n"
        f"define {kind} @{name}(i32 %desk{taken}) {{\n"
        f"  %out = alloca i64\n  %error = alloca ptr\n  %address = zext i32 %desk to i64\n{widened}"
        f"  %status = call i32 @{compiled_name}(ptr %out, ptr %error, i64 %address{given})\n{end}}}\n"
    )


def retargeted(text: str) -> Any:
    """A module of LLVM for any machine, from the text of one for this machine."""
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.M)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu|probe-stack|stack-probe-size)"="[^"]*"', "", text)
    text = re.sub(r"= common (local_unnamed_addr |unnamed_addr )?global", "= weak global", text)  # wasm has no `common`
    return llvm.parse_assembly(text)


def make_object(spec: GameSpec) -> tuple[bytes, list[str]]:
    """The object file of a game, and the names of what it exports."""
    uncached = Uncached()
    entries = make_entries(spec, Kernels(*map(uncached, spec.kernels)), uncached)
    whole = llvm.parse_assembly("")
    wrappers = ""
    for name, entry in entries.items():
        function = numba.njit(**HOW)(entry.function)
        signature = entry.gives(NUMBER, *entry.takes)
        function.compile(signature)
        text, compiled_name = llvm_of(function, signature)
        whole.link_in(retargeted(text))
        wrappers += wrapper_of(name, entry, compiled_name)
    whole.link_in(llvm.parse_assembly(wrappers))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, reloc="static")
    whole.triple, whole.data_layout = TRIPLE, str(machine.target_data)
    for thing in [*whole.functions, *whole.global_variables]:
        if not thing.is_declaration and thing.name not in entries:
            thing.linkage = llvm.Linkage.internal
    options = llvm.create_pipeline_tuning_options(3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    return machine.emit_object(whole), list(entries)


def link(code: bytes, exports: list[str]) -> bytes:
    """The module of an object file; fails where anything would have to be imported."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "game.o", Path(folder) / "game.wasm"
        before.write_bytes(code)
        command = [
            sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--gc-sections", "--strip-all",
            f"-zstack-size={STACK_BYTES}", "--export=__heap_base", *(f"--export={name}" for name in exports),
            str(before), "-o", str(after),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"wasm-ld failed: {done.stderr}")
        return after.read_bytes()


def main(name: str, path: str) -> None:
    """Make the module of a game, whole or not at all."""
    module = link(*make_object(read_spec(name)))
    partial = Path(path).with_suffix(".partial")
    partial.write_bytes(module)
    partial.replace(path)


if __name__ == "__main__":
    main(*sys.argv[1:])

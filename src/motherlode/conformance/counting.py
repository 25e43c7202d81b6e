"""A copy of a game that counts which of its rules are carried out, in machine code too. See decision 0021.

Rules are cited in the docstrings of functions marked `@rule`, and in comments on their lines. The copy calls `met` with
the number of the citation where that function, or that line, begins. It is a package of its own in the cache folder,
compiled and kept as the game itself is.
"""

import ast
import dataclasses
import hashlib
import importlib.util
import io
import shutil
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motherlode.core import compiling
from motherlode.core.contract import GameSpec
from motherlode.table.rulebook import cited

MOST_CITATIONS = 4096  # of a game
SYMBOL = "motherlode_met"  # by which machine code finds the function that counts
KEPT = 3  # copies of one game that stay on disk
LOOKING_ON = ("features.py", "heuristics.py", "causes.py")  # for learners, bots and reasons: nothing of them is play
COMPOUND = (ast.If, ast.For, ast.While)

counts = np.zeros(MOST_CITATIONS, np.int64)  # how often each citation of the game that is played was met
_address = counts.ctypes.data

met: Any


if compiling.IS_PLAIN:

    def met(number: int) -> None:
        """Count a citation."""
        counts[number] += 1

else:
    compiling.check_numba()
    import llvmlite.binding
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _add_one(_context: Any, _address: Any, _number: Any) -> Any:
        def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            word = given[1].type
            slot = builder.gep(builder.inttoptr(given[0], word.as_pointer()), [given[1]])
            builder.store(builder.add(builder.load(slot), word(1)), slot)
            return given[1]

        return types.int64(types.int64, types.int64), write

    @numba.cfunc(types.void(types.int64))  # type: ignore[untyped-decorator]
    def _met(number: int) -> None:
        _add_one(_address, number)

    llvmlite.binding.add_symbol(SYMBOL, _met.address)
    met = types.ExternalFunction(SYMBOL, types.void(types.int64))


class Citation(NamedTuple):
    """Where the code of a game cites rules, so that it can be counted."""

    source: str  # relative to the folder of the game
    line: int
    numbers: tuple[str, ...]  # of the rules
    is_line: bool  # a comment on a line; else the docstring of a function


class Counted(NamedTuple):
    """A game that counts: its spec, and what the numbers in `counts` stand for."""

    spec: GameSpec
    citations: list[Citation]


def count_rules(spec: GameSpec) -> Counted:
    """The copy of a game that counts; made once for all processes."""
    module, _, name = spec.home.partition(":")
    folder, package = Path(spec.folder), f"counted_{spec.name}"
    rewritten: dict[Path, str] = {}
    citations: list[Citation] = []
    for source in sorted(folder.rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        tree = ast.parse(text)
        if source.name not in LOOKING_ON:
            tree = _add_calls(tree, text, str(source.relative_to(folder)), citations)
        _import_from(tree, module, package)
        rewritten[source.relative_to(folder)] = f"from {__name__} import met\n{ast.unparse(tree)}\n"
    assert len(citations) <= MOST_CITATIONS
    home = _write(folder, package, rewritten)
    found = getattr(_import(package, home), name)
    title = f"{spec.title}, a copy that counts"
    return Counted(dataclasses.replace(found, name=package, title=title), citations)


def _write(folder: Path, package: str, rewritten: dict[Path, str]) -> Path:
    """The folder of the copy, written unless it is there."""
    digest = hashlib.sha256(compiling.fingerprint(folder).encode())
    for name, text in rewritten.items():
        digest.update(f"{name}\0{text}\0".encode())
    shelf = compiling.cache_root() / "counted" / package
    home = shelf / digest.hexdigest()[:16] / package
    if home.exists():
        return home
    shelf.mkdir(parents=True, exist_ok=True)
    old = sorted(shelf.iterdir(), key=lambda each: each.stat().st_mtime)
    for stale in old[: max(0, len(old) - KEPT + 1)]:
        shutil.rmtree(stale, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(dir=shelf))
    shutil.copytree(folder, draft / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in rewritten.items():
        (draft / package / name).write_text(text, encoding="utf-8")
    try:
        draft.rename(home.parent)
    except OSError:  # another process was first
        shutil.rmtree(draft, ignore_errors=True)
    return home


def _import(package: str, home: Path) -> Any:
    loaded = sys.modules.get(package)
    if loaded is not None and loaded.__file__ == str(home / "__init__.py"):
        return loaded
    for name in [each for each in sys.modules if each == package or each.startswith(f"{package}.")]:
        del sys.modules[name]
    found = importlib.util.spec_from_file_location(
        package, home / "__init__.py", submodule_search_locations=[str(home)]
    )
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[package] = module
    found.loader.exec_module(module)
    return module


def _add_calls(tree: ast.Module, text: str, source: str, citations: list[Citation]) -> ast.Module:
    """The module with calls of `met` in it; what they stand for is added to `citations`."""
    comments = [
        (token.start[0], numbers)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and (numbers := tuple(cited(token.string)))
    ]

    def call(line: int, numbers: tuple[str, ...], is_line: bool) -> ast.stmt:
        number = len(citations)
        citations.append(Citation(source, line, numbers, is_line))
        return ast.parse(f"met({number})").body[0]

    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _is_rule(node)]:
        insertions: list[tuple[list[ast.stmt], int, ast.stmt]] = []
        for line, numbers in comments:
            if function.lineno <= line <= (function.end_lineno or 0):
                found = _where(function, line)
                if found is not None:
                    insertions.append((*found, call(line, numbers, True)))
        told = tuple(cited(ast.get_docstring(function, clean=False) or ""))
        if told:
            insertions.append((function.body, 1, call(function.lineno, told, False)))
        # From the last line of a block to the first, so that numbers of lines before stay what they are.
        for block, number, statement in sorted(insertions, key=lambda each: -each[1]):
            block.insert(number, statement)
    return ast.fix_missing_locations(tree)


def _import_from(tree: ast.Module, package: str, other: str) -> None:
    """Let a module import from another package what it imports from one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith(f"{package}."):
            node.module = other + node.module.removeprefix(package)


def _is_rule(function: ast.FunctionDef) -> bool:
    """Whether play may run it; nobody asks `refuse` there."""
    is_marked = any(isinstance(each, ast.Name) and each.id == "rule" for each in function.decorator_list)
    return is_marked and function.name != "refuse"


def _where(function: ast.FunctionDef, line: int) -> tuple[list[ast.stmt], int] | None:
    """Before which statement of which block a comment is met; on the head of an `if` or a loop it is inside."""
    later: tuple[list[ast.stmt], int] | None = None
    for block in _blocks(function):
        for number, statement in enumerate(block):
            if isinstance(statement, COMPOUND):
                if statement.lineno <= line < statement.body[0].lineno:
                    return statement.body, 0
            elif statement.lineno <= line <= (statement.end_lineno or 0) and not _is_docstring(function, statement):
                return block, number
            if statement.lineno > line and (later is None or statement.lineno < later[0][later[1]].lineno):
                later = block, number  # a line of its own, or `else:`
    return later


def _is_docstring(function: ast.FunctionDef, statement: ast.stmt) -> bool:
    return statement is function.body[0] and ast.get_docstring(function) is not None


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """All lists of statements inside a function."""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if block:
            yield block
            for statement in block:
                yield from _blocks(statement)

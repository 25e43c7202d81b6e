"""Mutants of rules: functions of a game with one small fault each, as Cosmic Ray makes them.

Of Cosmic Ray (8.7) only its operators and `mutate_code` are used. Its own way, a file changed on disk and a test run of
its own for each mutant, takes seconds to import everything before the first test; mutmut, the other tool that was
tried, leaves out every decorated function, and a rule is one.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

# What may be wrong in a rule: a bound, a direction, an operation, a number, a condition, a loop.
COMPARISONS = "Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Eq_NotEq NotEq_Eq"
OPERATIONS = (
    "Add_Sub Sub_Add Mul_FloorDiv Div_Mul FloorDiv_Mul Mod_FloorDiv "
    "RShift_LShift LShift_RShift BitAnd_BitOr BitOr_BitAnd BitXor_BitAnd"
)
OPERATORS = (
    *(f"ReplaceComparisonOperator_{pair}" for pair in COMPARISONS.split()),
    *(f"ReplaceBinaryOperator_{pair}" for pair in OPERATIONS.split()),
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Invert",
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
)


@dataclass(frozen=True)
class Mutant:
    """A function with one fault."""

    module: str  # "motherlode.games.madcap.kernels"
    function: str  # "legal"
    line: int
    before: str  # the lines as they are, without indentation
    after: str  # and with the fault
    code: CodeType
    first: int  # the lines of the statement in which it is
    last: int

    @property
    def key(self) -> str:
        """What tells it from every other mutant of the game, wherever its function has moved."""
        return f"{self.where}: {self.before!r} became {self.after!r} ({self.line - self.first})"

    @property
    def where(self) -> str:
        """The function as the list of equivalent mutants names it."""
        return f"{self.module.rpartition('.')[2]}.{self.function}"

    @property
    def name(self) -> str:
        """What the results call it."""
        return f"{self.where}: {self.before!r} became {self.after!r}"

    def __str__(self) -> str:
        return f"{self.where}, line {self.line}: {self.before!r} became {self.after!r}"


def rule_files(folder: Path) -> list[Path]:
    """The sources of a game's folder in which there are rules; solvers have tests of their own."""
    return [
        source
        for source in sorted(folder.glob("*.py"))
        if "\n@rule\n" in source.read_text(encoding="utf-8") and not source.name.startswith("solving")
    ]


def mutants_of(source: Path, module: str) -> Iterator[Mutant]:
    """Every mutant of every function of a file, but none that compiles to what is there already."""
    text = source.read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in ast.parse(text).body:
        if isinstance(function, ast.FunctionDef):
            words = "\n".join(lines[function.lineno - 1 : function.end_lineno]) + "\n"
            code = _compile(words, source, function.lineno)
            seen = {_essence(code)}
            for mutated in _mutated(words):
                code = _compile(mutated, source, function.lineno)
                if _essence(code) not in seen:
                    seen.add(_essence(code))
                    line, before, after = _difference(words, mutated, function.lineno)
                    yield Mutant(module, function.name, line, before, after, code, *_statement(function, line))


def _mutated(words: str) -> Iterator[str]:
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        occurrence = 0
        while (mutated := mutate_code(words, operator, occurrence)) is not None:
            yield mutated
            occurrence += 1


def _compile(words: str, source: Path, line: int) -> CodeType:
    whole = compile("\n" * (line - 1) + words, str(source), "exec")
    return next(part for part in whole.co_consts if isinstance(part, CodeType))


def _essence(code: CodeType) -> tuple[object, ...]:
    """What of a function's code can make a difference; 1 and 1.0 and True are not the same."""
    constants = tuple(
        _essence(part) if isinstance(part, CodeType) else (type(part), repr(part)) for part in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_exceptiontable


def _difference(words: str, mutated: str, line: int) -> tuple[int, str, str]:
    """The first line that differs, and all that differ, before and after."""
    old, new = words.splitlines(), mutated.splitlines()
    first = next(number for number, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
    last = next(number for number, pair in enumerate(zip(old[::-1], new[::-1], strict=False)) if pair[0] != pair[1])
    return line + first, _join(old[first : len(old) - last]), _join(new[first : len(new) - last])


def _statement(function: ast.FunctionDef, line: int) -> tuple[int, int]:
    """The first and the last line of the innermost statement around a line, without statements inside it."""
    first, last = function.lineno, function.end_lineno or function.lineno
    for part in ast.walk(function):
        if isinstance(part, ast.stmt) and part is not function:
            inner = getattr(part, "body", None)
            end = inner[0].lineno - 1 if inner else part.end_lineno or part.lineno
            if part.lineno <= line <= max(end, part.lineno) and part.lineno >= first:
                first, last = part.lineno, max(end, part.lineno)
    return first, last


def _join(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())

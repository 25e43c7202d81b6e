"""How the source is written, as far as a program can tell."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "motherlode"
MOST_PARAMETERS = 9
REASON = "parameters:"  # begins the comment that says why there are more


def parameters_of(function):
    """The names of a function's parameters, without `self` and `cls`."""
    arguments = function.args
    found = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    return [argument.arg for argument in found if argument is not None and argument.arg not in ("self", "cls")]


def long_lists(text):
    """Lines of functions with too many parameters and no comment that says why, on the line of the `def` or above."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters_of(node)) > MOST_PARAMETERS:
            near = lines[max(0, node.lineno - 2) : node.lineno]
            if not any(REASON in line.partition("#")[2] for line in near):
                yield node.lineno, f"{node.name} has {len(parameters_of(node))} parameters"


def test_no_function_has_more_than_nine_parameters_unless_a_comment_says_why():
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {what}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, what in long_lists(path.read_text())
    ]
    assert not found, "\n".join(found)


TEN = "a, b, c, d, e, f, g, h, i, j"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"def much({TEN}): ...", [1]),
        (f"async def much({TEN}): ...", [1]),
        ("def much(a, b, c, /, d, e, f, g, *h, i, **j): ...", [1]),
        ("class Much:\n    def __init__(self, a, b, c, d, e, f, g, h, i): ...", []),
        (f"class Much:\n    def __init__(self, {TEN}): ...", [2]),
        (f"# parameters: one for each letter\ndef much({TEN}): ...", []),
        (f"def much({TEN}):  # parameters: one for each letter\n    ...", []),
        (f"# parameters: one for each letter\n\ndef much({TEN}): ...", [3]),
        (f'def much({TEN}, k="parameters: none"): ...', [1]),
    ],
)
def test_the_check_finds_what_it_should(text, lines):
    assert [line for line, _ in long_lists(text)] == lines

"""How the source is written, as far as a program can tell."""

import ast
import io
import tokenize
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


def comments_in(text):
    """Lines of comments that begin with REASON."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = (token for token in tokens if token.type == tokenize.COMMENT)
    return {token.start[0] for token in comments if token.string.removeprefix("#").lstrip().startswith(REASON)}


def long_lists(text):
    """Lines of functions with too many parameters and no comment that says why, on the line of the `def` or above.

    Also lines of such comments that belong to no function with too many.
    """
    unused = comments_in(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters_of(node)) > MOST_PARAMETERS:
            near = unused & {node.lineno - 1, node.lineno}
            unused -= near
            if not near:
                yield node.lineno, f"{node.name} has {len(parameters_of(node))} parameters"
    for line in sorted(unused):
        yield line, "a reason for many parameters where there are few"


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
        (f"# parameters: one for each letter\n\ndef much({TEN}): ...", [3, 1]),
        ("def few(a, b):  # parameters: one for each letter\n    ...", [1]),
        ("# parameters: one for each letter\ndef few(a, b): ...", [1]),
        ("def few(a, b):  # its parameters: two\n    ...", []),
        (f'def much({TEN}, k="parameters: none"): ...', [1]),
    ],
)
def test_the_check_finds_what_it_should(text, lines):
    assert [line for line, _ in long_lists(text)] == lines

"""Messages of Fluent as Python functions: parsed once by the library, then plain string formatting.

Of the language it knows what narration needs: text, variables, choices by a word or by a plural category.
"""

from collections.abc import Callable
from typing import Any

from babel import Locale
from fluent.syntax import FluentParser, ast

Formatter = Callable[[dict[str, Any]], str]


def compile_messages(text: str, language: str) -> dict[str, Formatter]:
    """Every message of a file, by its id."""
    plural = Locale(language).plural_form
    found = {}
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ast.Junk):
            raise ValueError(entry.content)
        if isinstance(entry, ast.Message):
            assert entry.value is not None
            source = f"lambda values: {write_pattern(entry.value)}"
            found[entry.id.name] = eval(source, {"plural": plural})  # of our own making
    return found


def write_pattern(pattern: ast.Pattern) -> str:
    """A pattern as the source of an expression."""
    text = ""
    blanks = []
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            text += element.value.replace("%", "%%")
        else:
            text += "%s"
            blanks.append(write_expression(element.expression))
    return f"{text!r} % ({', '.join(blanks)},)" if blanks else repr(text.replace("%%", "%"))


def write_expression(expression: Any) -> str:
    """What stands between braces as the source of an expression."""
    if isinstance(expression, ast.VariableReference):
        return f'values["{expression.id.name}"]'
    assert isinstance(expression, ast.SelectExpression)
    assert isinstance(expression.selector, ast.VariableReference)
    value = f'values["{expression.selector.id.name}"]'
    keys = {variant.key.name: variant for variant in expression.variants}
    chosen = f"plural({value})" if "other" in keys else value
    [usual] = [variant for variant in expression.variants if variant.default]
    source = f"({write_pattern(usual.value)})"
    for name, variant in keys.items():
        if variant is not usual:
            source = f'(({write_pattern(variant.value)}) if {chosen} == "{name}" else {source})'
    return source

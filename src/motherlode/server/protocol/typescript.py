"""TypeScript types of msgspec structs, with what their sources say about them."""

import inspect
import io
import json
import re
import tokenize
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}
FIELD = re.compile(r"    (\w+): ")


def literals_of(module: Any) -> dict[str, Any]:
    """The closed sets of words that a module names, `Colour = Literal["red", ...]`, by their names."""
    return {name: each for name, each in vars(module).items() if get_origin(each) is Literal}


def structs_of(module: Any) -> list[type[msgspec.Struct]]:
    """The structs that a module defines, in its order."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.__name__
    ]


def notes_of(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What the source of a struct says behind its fields, by their names."""
    source = inspect.getsource(struct)
    names = {number: found[1] for number, line in enumerate(source.splitlines(), 1) if (found := FIELD.match(line))}
    comments = (
        token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.COMMENT
    )
    return {names[token.start[0]]: token.string.lstrip("# ").rstrip() for token in comments if token.start[0] in names}


def write_words(words: str) -> str:
    """A comment; nothing in it can end it."""
    return f"/** {' '.join(words.split()).replace('*/', '* /')} */"


def write_type(kind: Any, literals: Mapping[str, Any]) -> str:
    """A type of Python as one of TypeScript; `literals` have names of their own."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is None and kind in SIMPLE:
        return SIMPLE[kind]
    if origin is Annotated:
        return write_type(inner[0], literals)
    if origin is Literal:
        named = [name for name, each in literals.items() if each == kind]
        return named[0] if named else " | ".join(json.dumps(each) for each in inner)
    if origin in (Union, UnionType):
        parts = [write_type(each, literals) for each in inner if each is not msgspec.UnsetType]
        return " | ".join(dict.fromkeys(parts))
    if origin is tuple and inner[-1] is not ...:
        return f"[{', '.join(write_type(each, literals) for each in inner)}]"
    if origin in (list, tuple):
        item = write_type(inner[0], literals)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is dict:
        key, value = (write_type(each, literals) for each in inner)
        return f"Partial<Record<{key}, {value}>>" if get_origin(inner[0]) is Literal else f"Record<{key}, {value}>"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    return "unknown"


def write_struct(struct: type[msgspec.Struct], literals: Mapping[str, Any]) -> list[str]:
    """A struct as an interface; its fields in the order of the JSON."""
    hints, notes = get_type_hints(struct, include_extras=True), notes_of(struct)
    config = struct.__struct_config__
    # Structs that the server sends whole have all their fields, those that leave out defaults may not.
    is_whole = not config.omit_defaults and not config.forbid_unknown_fields
    lines = [write_words(struct.__doc__ or ""), f"export interface {struct.__name__} {{"]
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};")
    for field in msgspec.structs.fields(struct):
        may_lack = msgspec.UnsetType in get_args(hints[field.name])
        mark = "?" if may_lack or not (field.required or is_whole) else ""
        if field.name in notes:
            lines.append(f"  {write_words(notes[field.name])}")
        lines.append(f"  {field.encode_name}{mark}: {write_type(hints[field.name], literals)};")
    return [*lines, "}"]


def write_literal(name: str, literal: Any) -> str:
    """A closed set of words under its name."""
    return f"export type {name} = {' | '.join(json.dumps(each) for each in get_args(literal))};"


def write_module(structs: Sequence[type[msgspec.Struct]], literals: Mapping[str, Any]) -> list[str]:
    """All of a module, an empty line before each."""
    lines = [line for name, each in literals.items() for line in ("", write_literal(name, each))]
    return lines + [line for struct in structs for line in ("", *write_struct(struct, literals))]

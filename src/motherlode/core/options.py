"""Options: what a designer or a table may change, read from TOML and keywords into one checked struct."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from motherlode.core.contract import GameSpec
from motherlode.core.errors import BadInput, Code, cut, shown

WHERE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; what is wrong with it is said with its line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput(Code.BAD_DATA, f"bad data file {str(path)!r}: it is not UTF-8 (at line {line})") from None
    except (
        ValueError,
        RecursionError,
    ) as error:  # besides what TOML forbids: numbers and nesting beyond reason
        raise BadInput(Code.BAD_DATA, f"bad data file {str(path)!r}: {str(error).replace(chr(10), ' ')}") from None


def line_of(path: Path, field: str) -> int:
    """The line of a TOML file that sets a field, by its last name; 0 where it cannot be found."""
    name = re.split(r"[.\]]", re.sub(r"(\[[^\]]*\])+$", "", field))[-1]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(rf"\s*(\[+\s*)?[\w.\"']*\b{re.escape(name)}\b[\"']?\s*(=|\])", line):
            return number
    return 0


@cache
def read_data(folder: Path) -> dict[str, dict[str, Any]]:
    """The content of every TOML file in a game's data folder, by name."""
    return {path.relative_to(folder).as_posix(): read_toml(path) for path in sorted(folder.rglob("*.toml"))}


def default_options(spec: GameSpec) -> dict[str, Any]:
    """The game as its rulebook has it: data/options.toml of its folder."""
    return read_toml(Path(spec.folder) / "data" / "options.toml")


def describe_options(spec: GameSpec) -> list[dict[str, Any]]:
    """Each option with its default, its JSON schema, and its meaning: the comment behind it in data/options.toml."""
    lines = (Path(spec.folder) / "data" / "options.toml").read_text(encoding="utf-8").splitlines()
    found = (re.match(r"(\w+)\s*=[^#]*#\s*(.+)", line) for line in lines)
    meanings = {match[1]: match[2].strip() for match in found if match}
    defaults, schema = default_options(spec), msgspec.json.schema(spec.options)
    properties = schema.get("$defs", {}).get(spec.options.__name__, schema).get("properties", {})
    return [
        {
            "name": field.name,
            "default": defaults.get(field.name),
            "meaning": meanings.get(field.name, ""),
            "schema": properties.get(field.encode_name, {}),
        }
        for field in msgspec.structs.fields(spec.options)
    ]


def read_options(spec: GameSpec, given: Mapping[str, Any], data: Path | None = None) -> msgspec.Struct:
    """Defaults, overlaid by a designer's file, overlaid by keywords; checked field by field."""
    names = [field.name for field in msgspec.structs.fields(spec.options)]
    values = default_options(spec)
    from_file = read_toml(data) if data is not None else {}
    for source, path in ((from_file, data), (given, None)):
        for name in source:
            if name not in names:
                raise BadInput(
                    Code.UNKNOWN_OPTION,
                    f"unknown option {shown(name)}{_where(path, name)}: {spec.name} has {', '.join(names)}",
                )
        values.update(source)
    try:
        return msgspec.convert(values, spec.options, strict=False)
    except msgspec.ValidationError as error:
        text = str(error)
        where = WHERE.search(text)
        field = where["path"] if where else ""
        why = cut(WHERE.sub("", text).replace("`", ""))
        if not field and ": " in why:  # our own checks across fields say "field: reason"
            field, why = why.split(": ", 1)
        name = re.split(r"[.\[]", field)[0]
        in_file = _where(None if name in given else data, field)
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option {name}={shown(values.get(name))}{in_file}: {why[:1].lower()}{why[1:]}"
            f"{f' at {field}' if field != name else ''}, in {spec.name}",
        ) from None


def _where(path: Path | None, field: str) -> str:
    """The file, and the line that sets the field; no line where the file leaves it as it is."""
    if path is None:
        return ""
    line = line_of(path, field)
    return f" in {str(path)!r}, line {line}" if line else f" with {str(path)!r}"


def changed_options(spec: GameSpec, options: msgspec.Struct) -> dict[str, Any]:
    """The options that differ from the rulebook's game, as plain values."""
    default = msgspec.to_builtins(msgspec.convert(default_options(spec), spec.options))
    return {name: value for name, value in msgspec.to_builtins(options).items() if value != default[name]}

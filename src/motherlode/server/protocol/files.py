"""JSON Schema and TypeScript types of the protocol, made from its structs.

`python -m motherlode.server.protocol.files` in the root of the repository writes both; a test compares.
"""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from motherlode.server.protocol import answers, messages, requests

SCHEMA, TYPESCRIPT = "docs/server/protocol.schema.json", "web/src/net/protocol.ts"
MESSAGES = {"FromServer": messages.FromServer, "FromClient": messages.FromClient}


def structs() -> list[type[msgspec.Struct]]:
    """Every struct of the protocol, in the order of its modules."""
    named = [each for module in (messages, requests, answers) for each in vars(module).values()]
    found = [each for each in named if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    return [each for each in dict.fromkeys(found) if each is not msgspec.Struct]


def make_schema() -> dict[str, Any]:
    """JSON Schema: a definition for each struct, and one for each direction."""
    _, definitions = msgspec.json.schema_components(structs(), ref_template="#/$defs/{name}")
    for name, union in MESSAGES.items():
        definitions[name] = {"oneOf": [{"$ref": f"#/$defs/{each.__name__}"} for each in get_args(union)]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The protocol of Motherlode's server, version {messages.PROTOCOL}",
        "$defs": definitions,
    }


def write_type(schema: dict[str, Any]) -> str:
    """A JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(write_type(each) for each in schema[key]))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(write_type(each) for each in schema['prefixItems'])}]"
        inner = write_type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {write_type(more) if isinstance(more, dict) else 'unknown'}>"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown"
    )


def make_typescript() -> str:
    """TypeScript: an interface for each struct, and a union for each direction."""
    schema = make_schema()["$defs"]
    lines = [
        "// Made by `python -m motherlode.server.protocol.files` from src/motherlode/server/protocol.",
        "",
        f"export const PROTOCOL = {messages.PROTOCOL};",
    ]
    for struct in structs():
        described = schema[struct.__name__]
        words = " ".join(str(described.get("description", "")).split())
        lines += ["", f"/** {words} */", f"export interface {struct.__name__} {{"]
        required = set(described.get("required", []))
        # Structs that the server sends whole have all their fields, those that leave out defaults may not.
        is_whole = not struct.__struct_config__.omit_defaults and not struct.__struct_config__.forbid_unknown_fields
        for name, field in described["properties"].items():
            mark = "" if name in required or is_whole else "?"
            lines.append(f"  {name}{mark}: {write_type(field)};")
        lines.append("}")
    for name, union in MESSAGES.items():
        lines += ["", f"export type {name} = {' | '.join(each.__name__ for each in get_args(union))};"]
    return "\n".join(lines) + "\n"


def write_files(root: Path) -> None:
    """Write both files, where the docs and the client have them."""
    (root / SCHEMA).write_text(json.dumps(make_schema(), indent=2) + "\n", encoding="utf-8")
    (root / TYPESCRIPT).write_text(make_typescript(), encoding="utf-8")


if __name__ == "__main__":
    write_files(Path(sys.argv[1] if len(sys.argv) > 1 else "."))

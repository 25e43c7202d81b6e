"""JSON Schema of the protocol for docs/, and TypeScript types of the protocol and of the games' views for web/.

`python -m motherlode.server.protocol.files` in the root of the repository makes them from the structs; a test compares.
"""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from motherlode.core.contract import GameSpec
from motherlode.core.registry import find_game, game_names
from motherlode.core.searching import NODE, SETTINGS
from motherlode.core.wasm.desk import DESK
from motherlode.server.protocol import answers, messages, puzzles, requests, variants
from motherlode.server.protocol.typescript import literals_of, structs_of, write_module

HOW = "python -m motherlode.server.protocol.files"
SCHEMA, TYPESCRIPT = "docs/server/protocol.schema.json", "web/src/net/protocol.ts"
VIEW = "web/src/games/{game}/view.ts"
LAYOUT = "web/src/engine/layout.ts"
MODULES = (messages, requests, answers, puzzles, variants)
MESSAGES = {"FromServer": messages.FromServer, "FromClient": messages.FromClient}


def structs() -> list[type[msgspec.Struct]]:
    """Every struct of the protocol, in the order of its modules."""
    named = [each for module in MODULES for each in vars(module).values()]
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


def make_typescript() -> str:
    """TypeScript of the protocol: an interface for each struct, and a union for each direction."""
    lines = [
        f"// Made by `{HOW}` from src/motherlode/server/protocol.",
        "",
        f"export const PROTOCOL = {messages.PROTOCOL};",
        *write_module(structs(), {name: each for module in MODULES for name, each in literals_of(module).items()}),
    ]
    for name, union in MESSAGES.items():
        lines += ["", f"export type {name} = {' | '.join(each.__name__ for each in get_args(union))};"]
    return "\n".join(lines) + "\n"


def make_view(spec: GameSpec) -> str:
    """TypeScript of what a game's board is given: its `Position`, and what is in it."""
    module = sys.modules[spec.views.Position.__module__]
    lines = [f"// Made by `{HOW}` from src/{module.__name__.replace('.', '/')}.py."]
    return "\n".join([*lines, *write_module(structs_of(module), literals_of(module))]) + "\n"


def make_layout() -> str:
    """TypeScript of the records that a module's caller reads and writes: where each field begins, in bytes."""
    lines = [f"// Made by `{HOW}` from src/motherlode/core/wasm/desk.py and src/motherlode/core/searching.py."]
    for name, kind in {"DESK": DESK, "NODE": NODE, "SETTINGS": SETTINGS}.items():
        assert kind.fields is not None
        offsets = ", ".join(f"{field}: {kind.fields[field][1]}" for field in kind.fields)
        lines += ["", f"export const {name} = {{ {offsets} }};", f"export const {name}_BYTES = {kind.itemsize};"]
    return "\n".join(lines) + "\n"


def view_files() -> dict[str, str]:
    """The types of the boards of all games that are ours, by their paths."""
    ours = [spec for spec in map(find_game, game_names()) if spec.home.startswith("motherlode.games.")]
    return {VIEW.format(game=spec.name): make_view(spec) for spec in ours}


def write_files(root: Path) -> None:
    """Write all files, where the docs and the client have them."""
    (root / SCHEMA).write_text(json.dumps(make_schema(), indent=2) + "\n", encoding="utf-8")
    for path, text in {TYPESCRIPT: make_typescript(), LAYOUT: make_layout(), **view_files()}.items():
        (root / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_files(Path(sys.argv[1] if len(sys.argv) > 1 else "."))

"""Pages made from what programs say of themselves: the library, HTTP, messages and commands."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from docs.site.gathering import ROOT

HTTP_VERBS = ("get", "post", "put", "patch", "delete")

# What a page of the library is about, and the modules on it.
API: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "playing": (
        "Games and matches",
        "The front door: `motherlode.game`, `motherlode.replay`, `motherlode.verify`, and the match they give.",
        ("motherlode.table.game", "motherlode.table.match", "motherlode.table.record", "motherlode.core.ruleset"),
    ),
    "games": (
        "What a game is",
        "The contract between a game and everything that plays it, and what a game is written with.",
        (
            "motherlode.core.contract",
            "motherlode.core.layout",
            "motherlode.core.compiling",
            "motherlode.core.outcomes",
            "motherlode.core.causes",
            "motherlode.core.options",
            "motherlode.core.registry",
        ),
    ),
    "chance": (
        "Chance",
        "Chance is an actor: where its draws come from.",
        ("motherlode.core.chance", "motherlode.core.streams"),
    ),
    "bots": (
        "Bots",
        "Players that are programs: ours, and how yours are spoken to.",
        ("motherlode.bots", "motherlode.bots.levels", "motherlode.bots.outside", "motherlode.bots.hints"),
    ),
    "arena": (
        "The arena",
        "Bots against bots, and how sure one can be of what comes out.",
        (
            "motherlode.arena.running",
            "motherlode.arena.comparing",
            "motherlode.arena.estimates",
            "motherlode.arena.ratings",
        ),
    ),
    "lab": (
        "The lab",
        "What a changed number does to play.",
        ("motherlode.lab.experiments", "motherlode.lab.reporting", "motherlode.lab.comparing", "motherlode.lab.tuning"),
    ),
    "envs": (
        "Environments",
        "For learners: PettingZoo, Gymnasium, and thousands of tables at once.",
        ("motherlode.envs.pettingzoo", "motherlode.envs.gymnasium", "motherlode.envs.vector", "motherlode.envs.spaces"),
    ),
    "learning": (
        "Learning",
        "Nets that learn by playing themselves, and games as tables.",
        ("motherlode.learning.training", "motherlode.learning.settings", "motherlode.learning.datasets"),
    ),
    "reviews": (
        "Reviews and puzzles",
        "What was luck and what was skill; positions to solve.",
        (
            "motherlode.reviews.reviewing",
            "motherlode.reviews.judging",
            "motherlode.puzzles.puzzle",
            "motherlode.puzzles.mining",
        ),
    ),
    "conformance": (
        "Conformance",
        "What every game must do, as checks.",
        ("motherlode.conformance", "motherlode.conformance.references", "motherlode.conformance.lockstep"),
    ),
    "errors": ("Errors as classes", "One root, one closed list of codes.", ("motherlode.core.errors",)),
}


def write_api(title: str, about: str, modules: Iterable[str]) -> str:
    """A page of the library: mkdocstrings puts docstrings and signatures in."""
    return "\n".join([f"# {title}", "", about, "", *(f"::: {module}\n" for module in modules)])


def write_api_index() -> str:
    """What there is in the library."""
    rows = [f"| [{title}]({name}.md) | {about} |" for name, (title, about, _) in API.items()]
    return "\n".join(
        [
            "# The library",
            "",
            "Made from the docstrings and signatures of the code. What is not listed here may change without notice.",
            "",
            "| page | what is there |",
            "| --- | --- |",
            *rows,
            "",
        ]
    )


def kind_of(schema: Mapping[str, Any], where: str) -> str:
    """A type of a JSON Schema in a few words; structs are links to where they are told of."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({where}#{name.lower()})"
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(kind_of(each, where) for each in schema[word]))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(kind_of(each, where) for each in schema["prefixItems"]) + "]"
        return f"list of {kind_of(schema.get('items') or {}, where)}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"{kind_of(schema['additionalProperties'], where)} by name"
    return str(kind)


def bounds_of(schema: Mapping[str, Any]) -> str:
    """What of a value is bounded, in words."""
    words = {"minimum": "from", "maximum": "to", "minLength": "at least", "maxLength": "at most", "pattern": "like"}
    found = dict(schema)
    for each in schema.get("anyOf", []):
        found |= each
    return ", ".join(f"{word} `{found[key]}`" for key, word in words.items() if key in found)


def cell(text: str) -> str:
    """A text in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def write_fields(schema: Mapping[str, Any], where: str) -> list[str]:
    """A table of the fields of a struct."""
    needed = set(schema.get("required", []))
    lines = ["| field | type | |", "| --- | --- | --- |"]
    for name, each in schema.get("properties", {}).items():
        words = [bounds_of(each)]
        if name not in needed:
            words.insert(0, f"`{json.dumps(each['default'])}` if left out" if "default" in each else "may be left out")
        lines.append(f"| `{name}` | {cell(kind_of(each, where))} | {cell('; '.join(filter(None, words)))} |")
    return [*lines, ""]


MESSAGES_HEAD = """\
# Messages and structs

Made from the JSON Schema of the protocol, [protocol.schema.json](../server/protocol.schema.json), which is itself made
from the structs of the server; [the server](../server.md) tells in which order messages come. Over a WebSocket a
message is one JSON object with its `type`; over HTTP the same structs are bodies of requests and answers.
"""


def write_messages() -> str:
    """The protocol of the WebSocket, and every struct of requests and answers."""
    schema = json.loads((ROOT / "docs" / "server" / "protocol.schema.json").read_text(encoding="utf-8"))
    structs = schema["$defs"]
    lines = [MESSAGES_HEAD]
    for name, title in {"FromClient": "From the client", "FromServer": "From the server"}.items():
        kinds = [each["$ref"].rpartition("/")[2] for each in structs[name]["oneOf"]]
        lines += [f"## {title}", "", "| message | |", "| --- | --- |"]
        for kind in kinds:
            lines.append(f"| [{kind}](#{kind.lower()}) | {cell(structs[kind].get('description', ''))} |")
        lines.append("")
    lines += ["## All structs", ""]
    for name, each in structs.items():
        if "properties" in each:
            lines += [f"### {name}", "", each.get("description", ""), "", *write_fields(each, "")]
    return "\n".join(lines)


HTTP_HEAD = """\
# HTTP

Made from the OpenAPI description that a running server gives at `/api/openapi.json`. Who may ask what is in
[authorisation](../authorisation.md); what goes wrong is in [errors](../errors.md). Structs are told of in
[messages and structs](messages.md).
"""


def write_http() -> str:
    """Every route, from the server's own OpenAPI description."""
    from motherlode.server.app import Server
    from motherlode.server.settings import Settings

    described = Server(Settings(database="sqlite://", bus="memory"))._litestar.openapi_schema.to_schema()
    known = set(json.loads((ROOT / "docs" / "server" / "protocol.schema.json").read_text(encoding="utf-8"))["$defs"])
    lines = [HTTP_HEAD, "| request | |", "| --- | --- |"]
    sections: list[str] = []
    for path, verbs in described["paths"].items():
        for verb in HTTP_VERBS:
            if verb not in verbs:
                continue
            operation = verbs[verb]
            title = f"{verb.upper()} {path}"
            about = cell(operation.get("description") or operation.get("summary") or "")
            lines.append(f"| [`{title}`](#{anchor_of(title)}) | {about.partition('. ')[0].rstrip('.')} |")
            sections += [f"## {title} {{ #{anchor_of(title)} }}", "", operation.get("description") or "", ""]
            sections += write_operation(operation, known)
    return "\n".join([*lines, "", *sections])


def anchor_of(title: str) -> str:
    """The anchor of a route."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def write_operation(operation: Mapping[str, Any], known: set[str]) -> list[str]:
    """What a request takes and what answers it."""

    def kind(schema: Mapping[str, Any]) -> str:
        words = kind_of(schema, "messages.md")
        return re.sub(r"\[(\w+)\]\([^)]*\)", lambda found: found[0] if found[1] in known else f"`{found[1]}`", words)

    lines: list[str] = []
    given = operation.get("parameters", [])
    if given:
        lines += ["| parameter | in | type | |", "| --- | --- | --- | --- |"]
        for each in given:
            needed = "" if each.get("required") else "may be left out"
            lines.append(f"| `{each['name']}` | {each['in']} | {cell(kind(each.get('schema', {})))} | {needed} |")
        lines.append("")
    for content in operation.get("requestBody", {}).get("content", {}).values():
        lines += [f"**Body:** {kind(content.get('schema', {}))}", ""]
    lines += ["| answer | | |", "| --- | --- | --- |"]
    for status, answer in sorted(operation.get("responses", {}).items()):
        kinds = [kind(content.get("schema", {})) for content in answer.get("content", {}).values()]
        lines.append(f"| {status} | {cell(' or '.join(kinds))} | {cell(answer.get('description', ''))} |")
    return [*lines, ""]

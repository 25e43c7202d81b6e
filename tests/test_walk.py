"""The walk of an action in docs/architecture.md names functions that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALK = PAGE[PAGE.index("### The walk of an action") : PAGE.index("How it works and why:")]
NAMED = sorted(set(re.findall(r"`([\w/.]+\.(?:py|ts|svelte)):([#\w.]+)`", WALK)))


def names_in(body: list[ast.stmt], within: str = "") -> set[str]:
    """Functions, classes and their methods, as `name` and `Class.name`."""
    found: set[str] = set()
    for each in body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(f"{within}{each.name}")
        elif isinstance(each, ast.ClassDef):
            found |= {each.name} | names_in(each.body, f"{each.name}.")
    return found


def test_the_walk_goes_from_the_browser_to_the_disk_and_back():
    files = [file for file, _ in re.findall(r"`([\w/.]+\.(?:py|ts|svelte)):([#\w.]+)`", WALK)]
    first = {folder: next(at for at, file in enumerate(files) if file.startswith(folder)) for folder in FOLDERS}
    assert list(first.values()) == sorted(first.values())
    assert any(file.startswith("web/") for file in files[first["storage/"] :])
    assert not re.findall(
        r"`[\w/.]+\.py`", WALK.replace("`tests/test_walk.py`", "")
    )  # a file is named with what is meant


FOLDERS = ("web/", "wire/", "tables/live", "storage/")


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[f"{file}:{name}" for file, name in NAMED])
def test_what_the_walk_names_is_there(file, name):
    path = ROOT / file if file.startswith(("web/", "src/")) else ROOT / "src" / "motherlode" / "server" / file
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        assert name in names_in(ast.parse(text).body)
    else:
        assert re.search(rf"^\s*(?:function )?{re.escape(name)}(?:\(|=)", text, re.MULTILINE)

"""Files, modules and levels that docstrings, comments and docs name are there."""

import ast
import importlib
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A path or name that ends in .py, unless something else is named there: `x/*.py`, `<game>.py`, `solving*.py`.
FILE = re.compile(r"(?<![\w*>/.{-])(?:[\w-]+/)*\w+\.py\b(?!:)")
MODULE = re.compile(r"\bmotherlode(?:\.\w+)+")
NAMED_BY_USERS = {"my_bots.py", "mybot.py"}  # examples of what a reader may write


def words_of(source: Path) -> Iterator[str]:
    """The comments and docstrings of a module."""
    text = source.read_text()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def files() -> set[str]:
    """Every Python file of the repository, with all ways to end a path to it: `a/b/c.py`, `b/c.py`, `c.py`."""
    folders = ["benchmarks", "docs", "examples", "scripts", "siege", "src", "tests"]
    parts = [path.relative_to(ROOT).parts for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {"/".join(path[start:]) for path in parts for start in range(len(path))}


def is_there(name: str) -> bool:
    """Whether `motherlode.a.b` is a module, or something in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def missing(text: str, known: set[str]) -> list[str]:
    lost = [name for name in FILE.findall(text) if name not in known | NAMED_BY_USERS]
    return lost + [name for name in MODULE.findall(text) if not is_there(name)]


def test_files_and_modules_that_are_not_there_are_noticed():
    assert missing("`deciding.py`, tables/state.py, motherlode.core.chance.pick_outcome, solving*.py", files()) == []
    assert missing("`tablets.py`, core/state.py, motherlode.cellar.x", files()) == [
        "tablets.py",
        "core/state.py",
        "motherlode.cellar.x",
    ]


def test_docstrings_and_comments_name_what_is_there():
    known = files()
    lost = {str(source.relative_to(ROOT)): missing("\n".join(words_of(source)), known) for source in SOURCES}
    assert {source: names for source, names in lost.items() if names} == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_docs_name_what_is_there(page):
    text = page.read_text()
    given = set(re.findall(r'^```\w+ title="([^"]+)"', text, re.MULTILINE))  # a page may bring files along
    assert missing(text, files() | given) == []


def levels() -> list[str]:
    """The packages as import-linter holds them, from the highest to the lowest."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    return [layer.removeprefix("motherlode.") for layer in layers]


def test_every_package_has_a_level():
    packages = {path.parent.name for path in (ROOT / "src" / "motherlode").glob("*/__init__.py")}
    assert sorted(levels()) == sorted(packages)


def test_contributing_and_architecture_show_these_levels():
    told = re.search(r"Imports point down only: ([^.]*)\.", (ROOT / "CONTRIBUTING.md").read_text())
    assert told
    assert re.findall(r"`(\w+)`", told[1]) == levels()
    drawn = re.findall(r"^level \d\w?\s+(\w+)", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)
    assert drawn == levels()
    numbers = re.findall(r"^level (\d\w?)", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)
    assert all(above > below for above, below in pairwise(numbers))


def test_the_recipe_names_the_files_that_every_game_has_in_the_browser():
    folders = [path for path in (ROOT / "web" / "src" / "games").iterdir() if path.is_dir()]
    shared = set.intersection(*({path.name for path in folder.iterdir()} for folder in folders))
    page = (ROOT / "CONTRIBUTING.md").read_text()
    assert {"index.ts", "Board.svelte", "Art.svelte"} <= shared
    assert [name for name in shared if f"`{name}`" not in page] == []

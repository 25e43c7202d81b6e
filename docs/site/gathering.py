"""Pages are kept where they are read in the repository; here they are gathered, and their links made to fit the site.

A page of docs/ keeps its path. A link to a file that is no page leads to one that lists the file, so that everything
a page speaks of can be read without the repository and without a network.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
MOVED = {
    "README.md": "index.md",
    "docs/start.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "docs/decisions": "decisions/index.md",
    "docs/ladder": "ladder.md",
}
COPIED = {".jpg", ".png", ".svg", ".json", ".txt"}  # shown or downloaded as they are
LANGUAGES = {
    ".py": "python",
    ".cpp": "cpp",
    ".mjs": "javascript",
    ".ts": "typescript",
    ".toml": "toml",
    ".yaml": "yaml",
}
LINK = re.compile(r"(\]\()(?!https?:|#)([^)\s]+)(\))")
FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
ITEM = re.compile(r"^(?:[-*]|\d+\.) ")


def address_of(path: str) -> str:
    """Where a file or folder of the repository is on the site."""
    if path in MOVED:
        return MOVED[path]
    parts = PurePosixPath(path)
    if parts.name == "RULES.md":
        return f"games/{parts.parent.name}-rules.md"
    if parts.parts[0] == "docs" and (parts.suffix == ".md" or parts.suffix in COPIED):
        return str(parts.relative_to("docs"))
    return f"source/{path}" if parts.suffix in COPIED else f"source/{path}.md"


def outside_of_fences(text: str) -> Iterator[tuple[str, bool]]:
    """Every line, and whether it is prose: not in a fenced block."""
    fence = ""
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence:
            yield line, False
            if mark and mark[1].startswith(fence):
                fence = ""
        else:
            fence = mark[1] if mark else ""
            yield line, not mark


def fit_lists(text: str) -> str:
    """A list may follow a line of prose at once; the site's Markdown wants an empty line between."""
    lines: list[str] = []
    is_in_list = False
    for line, is_prose in outside_of_fences(text):
        is_item = is_prose and bool(ITEM.match(line))
        if is_item and not is_in_list and lines and lines[-1].strip():
            lines.append("")
        is_in_list = is_item or (is_in_list and bool(line.strip()))
        lines.append(line)
    return "\n".join(lines) + "\n"


def fit_links(text: str, source: str, target: str, meet: Callable[[str], None]) -> str:
    """The links of a page that is kept at `source` and shown at `target`; `meet` is told of every file they lead to."""

    def fit(match: re.Match[str]) -> str:
        path, mark, anchor = match[2].partition("#")
        found = os.path.normpath(PurePosixPath(source).parent / path).replace(os.sep, "/")
        if not (ROOT / found).exists():
            return match[0]  # the strict build complains
        meet(found)
        away = os.path.relpath(address_of(found), PurePosixPath(target).parent).replace(os.sep, "/")
        return f"{match[1]}{away}{mark}{anchor}{match[3]}"

    lines = [LINK.sub(fit, line) if is_prose else line for line, is_prose in outside_of_fences(text)]
    return "\n".join(lines) + "\n"


def list_file(path: str) -> str:
    """A page that shows a file, or the names in a folder."""
    found = ROOT / path
    if found.is_dir():
        names = "\n".join(f"- `{each.name}`" for each in sorted(found.iterdir()))
        return f"# {path}\n\n{names}\n"
    text = found.read_text(encoding="utf-8")
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"^`{3,}", text, re.MULTILINE)), 3)
    title = f"---\ntitle: {path}\nsearch:\n  exclude: true\n---\n"
    block = f"{fence}{LANGUAGES.get(found.suffix, 'text')}\n{text}{fence}\n"
    return f"{title}# {found.name}\n\n`{path}` in the repository.\n\n{block}"


class Gathering:
    """The folder that the site is built from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.met: set[str] = set()  # files that pages link to

    def write(self, address: str, text: str) -> None:
        """A page, or another file of text."""
        target = self.folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def take(self, path: str, more: str = "") -> None:
        """A page of the repository, with what is to stand below it."""
        address = address_of(path)
        text = (ROOT / path).read_text(encoding="utf-8") + more
        self.write(address, fit_links(fit_lists(text), path, address, self.met.add))

    def take_rest(self) -> None:
        """What pages link to and is not there yet."""
        for path in sorted(self.met):
            target = self.folder / address_of(path)
            if target.exists():
                continue
            if target.suffix == ".md":
                self.write(address_of(path), list_file(path))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, target)

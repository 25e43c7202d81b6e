"""RULES.md of a game, and its translations: numbered rules, where the code carries each out, which tests hold it."""

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from motherlode.core.contract import GameSpec, Language
from motherlode.core.errors import BadInput, Code, shown

ITEM = re.compile(r"^\s*- \*\*(R\d+(?:\.\d+)?)\*\*((?:.*\n?(?!\s*- |#|\s*\n))*.*)", re.MULTILINE)
CITED = re.compile(r"\bR(\d+)\.(\d+)\b(?: to R\1\.(\d+)\b)?")
TEST = re.compile(r"def (test_\w+)")
NOT_CODE = re.compile(r"\*(data|table talk)\*\s*$")  # at the end of a rule that no code carries out


class Line(NamedTuple):
    """A line of a source."""

    source: Path
    number: int
    text: str


class Found(NamedTuple):
    """A rule, and where it is carried out and held; paths begin where the package or the project begins."""

    number: str
    words: str  # in one line
    code: list[Line]  # none: it is a number in the data, or for people
    tests: list[Line] | None  # none: the project's tests are not here


def rules_path(spec: GameSpec, language: Language = "en") -> Path:
    """The rules in a language; in English where nobody has translated them."""
    path = Path(spec.folder) / f"RULES.{language}.md"
    return path if path.exists() else Path(spec.folder) / "RULES.md"


def rules_of(spec: GameSpec, language: Language = "en") -> dict[str, str]:
    """Every rule by its number, in one line each."""
    text = rules_path(spec, language).read_text(encoding="utf-8")
    return {number: " ".join(words.split()) for number, words in ITEM.findall(text)}


def is_code(words: str) -> bool:
    """Whether a program has something to do for a rule: it is no mere *data*, and no *table talk*."""
    return NOT_CODE.search(words) is None


def citations(spec: GameSpec) -> dict[str, list[Line]]:
    """The lines of a game's code that cite a rule, by its number; `R4.1 to R4.3` cites three."""
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for source in sorted(Path(spec.folder).rglob("*.py")):
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            for rule in cited(line):
                found[rule].append(Line(source, number, line.strip()))
    return dict(found)


def cited(text: str) -> list[str]:
    """The numbers of rules in a text; `R4.1 to R4.3` are three."""
    return [
        f"R{chapter}.{item}"
        for chapter, first, last in CITED.findall(text)
        for item in range(int(first), int(last or first) + 1)
    ]


def tests_of(number: str, folder: Path) -> list[Line]:
    """The tests in a folder that have a rule in their names: `test_r4_3_...` holds R4.3."""
    name = re.compile(rf"_{number.lower().replace('.', '_')}(?![0-9])")
    found = []
    for source in sorted(folder.rglob("test_*.py")):
        for line, words in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            test = TEST.search(words)
            if test is not None and name.search(test[1]):
                found.append(Line(source, line, test[1]))
    return found


def look_up(spec: GameSpec, number: str, language: Language = "en") -> Found:
    """A rule by its number, the lines that carry it out and the tests that hold it."""
    book, wanted = rules_of(spec, language), number.upper()
    if wanted not in book:
        chapter = [each for each in book if each.startswith(f"{wanted}.")]
        hint = ", ".join(chapter) if chapter else f"{next(iter(book))} to {list(book)[-1]}"
        raise BadInput(Code.BAD_CHOICE, f"{spec.title} has no rule {shown(number)}: expected one of {hint}")
    folder = Path(spec.folder)
    code = _below(folder.parents[2], citations(spec).get(wanted, []))
    tests = folder.parents[3] / "tests" / "games" / spec.name
    held = _below(folder.parents[3], tests_of(wanted, tests)) if tests.is_dir() else None
    return Found(wanted, book[wanted], code, held)


def _below(root: Path, lines: list[Line]) -> list[Line]:
    return [line._replace(source=line.source.relative_to(root)) for line in lines]

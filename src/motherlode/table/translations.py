"""The rules of a game in other languages: `RULES.de.md` beside RULES.md, with the same numbers and marks.

At its end a translation says, in lines that no reader is shown, which English text each part of it was made from. Who
changes RULES.md changes what is said there, and `faults_of` finds every part that nobody has read against it since.
"""

import hashlib
import re
from collections import Counter
from pathlib import Path

from motherlode.core.contract import GameSpec, Language
from motherlode.table.rulebook import ITEM, rules_path

CHAPTER = re.compile(r"^## ", re.MULTILINE)
MARK = re.compile(r"\*(text|ruling|made|data|table talk)\*")
CODE = re.compile(r"`[^`]*`")
CITED = re.compile(r"\bR\d+(?:\.\d+)?\b")
SOURCE = re.compile(r"^\[from ([\w.]+)\]: ([0-9a-f]{8})$", re.MULTILINE)  # as Markdown: a link that nothing uses
INTRO = "start"


def parts_of(text: str) -> dict[str, str]:
    """Rules by their numbers, and what else each chapter says by the number of the chapter, each in one line."""
    parts: dict[str, str] = {}
    for nth, chapter in enumerate(CHAPTER.split(SOURCE.sub("", text))):
        name = chapter.split(maxsplit=1)[0] if nth else INTRO
        parts[name] = " ".join(ITEM.sub("", chapter).split())
        parts.update({number: " ".join(words.split()) for number, words in ITEM.findall(chapter)})
    return parts


def digest_of(words: str) -> str:
    """A few figures that change with the words."""
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def faults_of(spec: GameSpec, language: Language) -> list[str]:
    """What is wrong with a translation: parts missing or out of date; marks, code and citations that differ."""
    path = rules_path(spec, language)
    text = path.read_text(encoding="utf-8")
    ours = parts_of((Path(spec.folder) / "RULES.md").read_text(encoding="utf-8"))
    theirs, sources = parts_of(text), dict(SOURCE.findall(text))
    faults = [f"{path.name} lacks {name}" for name in ours if name not in theirs]
    faults += [f"{path.name} has {name}, which RULES.md does not have" for name in theirs if name not in ours]
    if not faults and list(ours) != list(theirs):
        faults.append(f"{path.name} has its parts in another order than RULES.md")
    for name in ours.keys() & theirs.keys():
        for what, pattern in (("marks", MARK), ("code", CODE), ("numbers of rules", CITED)):
            if Counter(pattern.findall(ours[name])) != Counter(pattern.findall(theirs[name])):
                faults.append(f"{name} of {path.name} has other {what} than RULES.md")
        if sources.get(name) != digest_of(ours[name]):
            faults.append(f"{name} of {path.name} was made from other words than RULES.md has now")
    return sorted(faults)


def stamp(spec: GameSpec, language: Language) -> bool:
    """Say of every part of a translation that it says what RULES.md says now; whether that was news."""
    path = rules_path(spec, language)
    before = path.read_text(encoding="utf-8")
    ours = parts_of((Path(spec.folder) / "RULES.md").read_text(encoding="utf-8"))
    lines = "\n".join(f"[from {name}]: {digest_of(words)}" for name, words in ours.items())
    after = f"{SOURCE.sub('', before).rstrip()}\n\n{lines}\n"
    path.write_text(after, encoding="utf-8")
    return after != before

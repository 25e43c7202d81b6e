"""A match and its rules as text for a terminal: what happened, the board, the numbered rules with a word in them."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motherlode.core.contract import CHANCE, OVER, GameSpec, Records
from motherlode.table.match import FORFEITS, Match

TEDIOUS = 3  # more draws of chance in a row than this are told by the last of them


def told_steps(match: Match, since: int = 0, until: int | None = None) -> list[int]:
    """The entries of the log that are worth a sentence."""
    until = len(match.log) if until is None else until
    steps: list[int] = []
    draws: list[int] = []
    for step in range(since, until + 1):
        if step < until and match.log[step].actor == CHANCE:
            draws.append(step)
            continue
        steps += draws[-1:] if len(draws) > TEDIOUS else draws
        draws = []
        if step < until:
            steps.append(step)
    return steps


def tell(match: Match, seat: int | None = None, since: int = 0, until: int | None = None) -> list[str]:
    """What happened between two steps of the log, as far as the seat (or a spectator) may know."""
    return [match.narrate(step, seat) for step in told_steps(match, since, until)]


def last_path(match: Match, step: int) -> tuple[str, ...]:
    """The touch path of the action just before a step, for the board to mark; empty after chance acted."""
    if step == 0 or match.log[step - 1].actor == CHANCE or match.log[step - 1].action in FORFEITS:
        return ()
    entry = match.log[step - 1]
    return match.ruleset.spec.views.path(match.ruleset.box, match.position_at(step - 1), entry.action)


def picture(match: Match, step: int, seat: int | None = None) -> Any:
    """The board before entry `step` of the log, as the seat (or a spectator) may see it."""
    ruleset, spec = match.ruleset, match.ruleset.spec
    position: Records = match.position_at(step)
    to_act = OVER if match.resigned is not None and step == len(match.log) else ruleset.to_act(position)
    if spec.is_hidden and not match.is_over:
        position = ruleset.hidden(position, ruleset.seats if seat is None else seat)
    view = spec.views.view(ruleset.box, position)
    return spec.drawing.draw(view, match.names, to_act, last_path(match, step))


def rules_lines(spec: GameSpec, word: str = "") -> list[str]:
    """The rules as plain text; with a word or a number, only the rules that have it."""
    path = Path(spec.folder) / "RULES.md"
    if not path.exists():
        return [f"{spec.title} comes without a text of its rules."]
    blocks = _blocks(path.read_text(encoding="utf-8"))
    if not word:
        return [line for heading, text in blocks for line in ((heading, "") if text is None else (text, ""))]
    if re.fullmatch(r"[rR]\d+(\.\d+)?", word):
        number = re.compile(rf"{re.escape(word)}(?!\d)", re.IGNORECASE)
        found = [(heading, text) for heading, text in blocks if text is not None and number.match(text)]
    else:
        found = [
            (heading, text)
            for heading, text in blocks
            if text is not None and word.lower() in f"{heading} {text}".lower()
        ]
    if not found:
        return [f"No rule of {spec.title} speaks of {word!r}."]
    lines: list[str] = []
    for heading, text in found:
        if heading not in lines:
            lines += [heading]
        lines += [text]
    return lines


def _blocks(markdown: str) -> list[tuple[str, str | None]]:
    """Headings (without text) and the paragraphs or items under them, each on one line, without marks."""
    blocks: list[tuple[str, str | None]] = []
    heading = ""
    for part in re.split(r"\n\s*\n|\n(?=[-*#] ?)", markdown):
        text = " ".join(part.split())
        if text.startswith("#"):
            heading = text.lstrip("# ")
            blocks.append((heading, None))
        elif text:
            text = re.sub(r"^[-*] ", "", text)
            blocks.append((heading, re.sub(r"\*\*(.+?)\*\*|(?<!\w)\*(.+?)\*", r"\1\2", text)))
    return blocks


def enumerate_names(names: Sequence[str], scores: Sequence[int]) -> str:
    """`Ada 12, greedy 9`."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))

"""Guided first games: `lesson.toml` in a game's folder, played by the engine.

seats = 2
names = ["Ada", "Bert"]
[title]
en = "Your first game"
de = "Dein erstes Spiel"

[[steps]]
play = ["* red 4", "2 black 6 in"]   # what happens first: lines as a record has them
say = {en = "...", de = "..."}
rule = "R2.1"
do = "red 4 in"                      # what the learner then plays; left out: there is only something to read
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from motherlode.core.contract import CHANCE, GameSpec, Language
from motherlode.core.errors import BadInput, Code, MotherlodeError, NotFound
from motherlode.core.options import read_toml
from motherlode.table.game import find
from motherlode.table.match import Match

FILE = "lesson.toml"
LINE = re.compile(r"(\*|[1-9]) (.+)")


class Words(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A text in every language."""

    en: str
    de: str


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What happens, what is said about it, and what the learner plays."""

    say: Words
    play: list[str] = []
    rule: str = ""
    do: str = ""


class Script(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A lesson as its file has it."""

    title: Words
    names: list[str]
    steps: list[Step]
    seats: int
    seat: int = 0  # the learner's
    options: dict[str, Any] = {}
    position: str = ""  # to begin in the middle of a game


@dataclass(frozen=True)
class Scene:
    """One position of a lesson, and what is said about it."""

    match: Match  # as it stands: the next scene goes on with it
    since: int  # entries of its log that the scene before has shown
    say: str
    rule: str
    expected: int | None


class Lesson:
    """The lesson of a game."""

    def __init__(self, spec: GameSpec, path: Path | None = None) -> None:
        self.path = path or Path(spec.folder) / FILE
        if not self.path.exists():
            raise NotFound(Code.UNREADABLE_FILE, f"{spec.title} has no lesson: there is no {str(self.path)!r}")
        try:
            self.script = msgspec.convert(read_toml(self.path), Script)
        except msgspec.ValidationError as error:
            raise self._wrong(str(error).replace("`", "")) from None
        rulebook = (Path(spec.folder) / "RULES.md").read_text(encoding="utf-8")
        for number, step in enumerate(self.script.steps, 1):
            if step.rule and f"**{step.rule}**" not in rulebook:
                raise self._wrong(f"there is no rule {step.rule!r}", number, "rule")
        try:
            self.game = find(spec.name, self.script.seats, **self.script.options)
            position = self.script.position
            self._start = self.game.spec.notation.read_position(self.game.box, position) if position else None
        except MotherlodeError as error:
            raise self._wrong(str(error)) from None
        if not 0 <= self.script.seat < self.script.seats:
            raise self._wrong(f"there is no seat {self.script.seat}")

    def scenes(self, language: Language) -> Iterator[Scene]:
        """Play the lesson; what to look at, one after the other."""
        match, since = Match(self.game, None, self.script.names, self._start), 0
        for number, step in enumerate(self.script.steps, 1):
            for line in step.play:
                if not line.startswith("*") and len(match.log) > since:
                    yield Scene(match, since, "", "", None)
                    since = len(match.log)
                self._play(match, line, number)
            if match.to_act == CHANCE:
                raise self._wrong("chance is to act: say what it does", number, "play")
            expected = self._expected(match, step.do, number) if step.do else None
            yield Scene(match, since, getattr(step.say, language), step.rule, expected)
            since = len(match.log)
            if expected is not None:
                match.append(self.script.seat, expected)
        if match.to_act == CHANCE or len(match.log) > since:
            raise self._wrong(
                "the last step has nothing to do: it only says how it ended", len(self.script.steps), "do"
            )

    def _play(self, match: Match, line: str, number: int) -> None:
        found = LINE.fullmatch(line)
        if found is None:
            raise self._wrong(f"expected '* OUTCOME' or '2 ACTION', found {line!r}", number, "play")
        who, what = found.groups()
        notation, box = self.game.spec.notation, self.game.box
        try:
            if who == "*":
                match.append(CHANCE, notation.read_outcome(box, match.position, what))
            else:
                match.append(int(who) - 1, notation.read_action(box, match.position, what))
        except MotherlodeError as error:
            raise self._wrong(str(error), number, "play") from None

    def _expected(self, match: Match, text: str, number: int) -> int:
        """The number of what the learner is to do; raise unless it may be done."""
        if match.to_act != self.script.seat:
            raise self._wrong("the learner is not to act", number, "do")
        try:
            action = self.game.spec.notation.read_action(self.game.box, match.position, text)
        except MotherlodeError as error:
            raise self._wrong(str(error), number, "do") from None
        if action not in match.legal():
            raise self._wrong(f"the rules do not allow {text!r}", number, "do")
        return action

    def _wrong(self, why: str, step: int = 0, field: str = "") -> BadInput:
        where = f", step {step}, {field}" if step else ""
        return BadInput(Code.BAD_DATA, f"bad data file {str(self.path)!r}{where}: {why}")

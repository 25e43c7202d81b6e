"""`motherlode rule`: a rule, the lines that carry it out, and the tests that hold it."""

from pathlib import Path
from typing import TYPE_CHECKING

from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from motherlode.cli.screen import Screen
    from motherlode.table.rulebook import Line


def rule(game: str, number: str, /) -> int:
    """Show a rule of a game, the lines that carry it out and the tests that hold it.

    For example: motherlode rule madcap R4.3

    Args:
        game: The name of a game.
        number: The number of the rule in RULES.md, as every refusal gives it.
    """
    from motherlode.cli.screen import QUIET, STRONG, Screen
    from motherlode.core.registry import find_game
    from motherlode.table import rulebook

    spec = find_game(game)
    folder = Path(spec.folder)
    texts, wanted = rulebook.rules_of(spec), number.upper()
    if wanted not in texts:
        chapter = [each for each in texts if each.startswith(f"{wanted}.")]
        hint = ", ".join(chapter) if chapter else f"{next(iter(texts))} to {list(texts)[-1]}"
        raise BadInput(Code.BAD_CHOICE, f"{spec.title} has no rule {number!r}: expected one of {hint}")
    screen = Screen()
    screen.say(f"{wanted} {texts[wanted]}", STRONG)
    lines = rulebook.citations(spec).get(wanted, [])
    screen.say("Carried out here:" if lines else "No code carries it out: it is a number in the data, or for people.")
    _list(screen, lines, folder.parents[2], QUIET)
    tests = folder.parents[3] / "tests" / "games" / spec.name
    if tests.is_dir():
        screen.say("Held by these tests:")
        _list(screen, rulebook.tests_of(wanted, tests), tests.parents[2], QUIET)
    else:
        screen.say("Its tests are with the project's sources.", QUIET)
    return 0


def _list(screen: "Screen", lines: "list[Line]", root: Path, style: str) -> None:
    for source, number, text in lines:
        screen.say(f"  {source.relative_to(root)}:{number}  {text}", style)

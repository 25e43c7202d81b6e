"""`motherlode rule`: a rule, the lines that carry it out, and the tests that hold it."""

from typing import TYPE_CHECKING

from motherlode.core.contract import Language

if TYPE_CHECKING:
    from motherlode.cli.screen import Screen
    from motherlode.table.rulebook import Line


def rule(game: str, number: str, /, *, language: Language = "en") -> int:
    """Show a rule of a game, the lines that carry it out and the tests that hold it.

    For example: motherlode rule madcap R4.3

    Args:
        game: The name of a game.
        number: The number of the rule in RULES.md, as every refusal gives it.
        language: en or de: the rule itself; what the program says of it stays.
    """
    from motherlode.cli.screen import QUIET, STRONG, Screen
    from motherlode.core.registry import find_game
    from motherlode.table.rulebook import look_up

    found = look_up(find_game(game), number, language)
    screen = Screen()
    screen.say(f"{found.number} {found.words}", STRONG)
    screen.say(
        "Carried out here:" if found.code else "No code carries it out: it is a number in the data, or for people."
    )
    _list(screen, found.code, QUIET)
    if found.tests is None:
        screen.say("Its tests are with the project's sources.", QUIET)
    else:
        screen.say("Held by these tests:")
        _list(screen, found.tests, QUIET)
    return 0


def _list(screen: "Screen", lines: "list[Line]", style: str) -> None:
    for source, number, text in lines:
        screen.say(f"  {source}:{number}  {text}", style)

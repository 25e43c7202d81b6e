"""`motherlode verify`: is a record true?"""

from typing import Annotated

from cyclopts import Parameter

FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin


def verify(file: Annotated[str, FILE], /) -> int:
    """Check a recorded match: its rules, its result and its dice.

    Args:
        file: The record; - reads stdin.
    """
    import motherlode
    from motherlode.cli.files import read_text
    from motherlode.cli.screen import Screen, preparing
    from motherlode.table.record import result_of

    text, source = read_text(file)
    with preparing():
        found = motherlode.verify(text, source)
    match = found.match
    seats = ", ".join(match.names)
    Screen().say(f"{source}: {match.ruleset.spec.title}, {seats}, {result_of(match)}: {found.words}")
    return 0

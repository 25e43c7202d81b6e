"""`motherlode verify`: is a record true?"""

from typing import Annotated, Any

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin


def verify(file: Annotated[str, FILE], /, *, daily: str | None = None) -> int:
    """Check a recorded match: its rules, its result and its dice.

    Args:
        file: The record; - reads stdin.
        daily: Check also that it is the game of this day, as YYYY-MM-DD.
    """
    import motherlode
    from motherlode.cli.files import read_text
    from motherlode.cli.screen import Screen, preparing
    from motherlode.table.record import result_of

    text, source = read_text(file)
    with preparing():
        found = motherlode.verify(text, source)
    match = found.match
    words = found.words
    if daily is not None:
        check_daily(match, daily, source)
        words += f"; it is the game of {daily}. {match.conclusion}".rstrip()
    seats = ", ".join(match.names)
    Screen().say(f"{source}: {match.ruleset.spec.title}, {seats}, {result_of(match)}: {words}")
    return 0


def check_daily(match: Any, daily: str, source: str) -> None:
    """Raise unless a record is the game of the day: its options, its dice from the first to the last."""
    from motherlode.cli.play import daily_game, read_day
    from motherlode.core.chance import SeededChance
    from motherlode.core.options import read_options

    day = read_day(True, daily)
    assert day is not None
    spec = match.ruleset.spec
    seed, options = daily_game(spec.name, day)
    is_same = match.ruleset.options == read_options(spec, options) and match.is_from_start
    if not is_same or not isinstance(match.chance, SeededChance) or match.chance.seed != seed:
        raise BadInput(Code.BAD_RECORD, f"{source!r} is not the game of {daily}: that has seed {seed} and {options}")

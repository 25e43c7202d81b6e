"""`motherlode verify`: is a record true?"""

import json
from typing import Annotated, Any

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin
MANY = Parameter(negative="", show_default=False)


def verify(
    file: Annotated[str, FILE],
    /,
    *,
    daily: str | None = None,
    commitment: str | None = None,
    number: Annotated[list[str] | None, MANY] = None,
    proof: str | None = None,
) -> int:
    """Check a recorded match: its rules, its result and its dice.

    Args:
        file: The record; - reads stdin.
        daily: Check also that it is the game of this day, as YYYY-MM-DD.
        commitment: Check also that this is the hash that bound the host: the one you were shown at the start.
        number: Check also that this number, which you added, is in the dice; may be given several times.
        proof: Write what is needed to check the dice without Motherlode to this file, as JSON.
    """
    import motherlode
    from motherlode.cli.files import check_target, read_text, write_text
    from motherlode.cli.screen import QUIET, Screen, progress_bar
    from motherlode.table.proof import write_proof
    from motherlode.table.record import result_of

    text, source = read_text(file)
    with progress_bar():
        found = motherlode.verify(text, source)
    match = found.match
    words = found.words
    if daily is not None:
        check_daily(match, daily, source)
        words += f"; it is the game of {daily}. {match.conclusion}".rstrip()
    check_own(match, commitment, number or [], source)
    seats, screen = ", ".join(match.names), Screen()
    screen.say(f"{source}: {match.ruleset.spec.title}, {seats}, {result_of(match)}: {words}")
    for sentence in found.proof:
        screen.say(sentence, QUIET)
    if proof is not None:
        write_text(check_target(proof), json.dumps(write_proof(match), indent=2) + "\n")
    return 0


def check_own(match: Any, commitment: str | None, numbers: list[str], source: str) -> None:
    """Raise unless what somebody kept from the start of a match is in its record."""
    from motherlode.core.chance import FairChance

    chance = match.chance
    if commitment is not None and (not isinstance(chance, FairChance) or chance.commitment != commitment.lower()):
        raise BadInput(Code.UNFAIR_RECORD, f"{source!r} is not bound by {commitment!r}: another hash was shown to you")
    added = {share.number for share in (chance.shares or ())} if isinstance(chance, FairChance) else set()
    for number in numbers:
        if number.lower() not in added:
            raise BadInput(Code.UNFAIR_RECORD, f"{source!r} does not have your number {number!r}: its dice are others")


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

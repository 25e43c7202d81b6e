"""`motherlode replay`: watch a recorded match again."""

from typing import Annotated

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

FLAG = Parameter(negative="", show_default=False)
FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin


def replay(
    file: Annotated[str, FILE],
    /,
    *,
    step: int | None = None,
    delay: float | None = None,
    narrate: Annotated[bool, FLAG] = False,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Show a recorded match step by step.

    On a terminal: Enter goes on, b goes back, a number jumps to that action, q ends. Elsewhere the match is
    told in words, and the last board is drawn.

    Args:
        file: The record; - reads stdin.
        step: Begin after this many actions of players; where the match is told in words, end there.
        delay: Go on by itself, after this many seconds each.
        narrate: Tell it in words at once.
        no_colour: No colours and no control codes.
    """
    import motherlode
    from motherlode.cli.files import read_text
    from motherlode.cli.screen import Screen, progress_bar
    from motherlode.cli.showing import Show
    from motherlode.table.record import read_record

    if delay is not None and not 0 <= delay <= 60:
        raise BadInput(Code.BAD_CHOICE, f"--delay {delay:g}: must be from 0 to 60 seconds")
    text, source = read_text(file)
    with progress_bar():
        match = motherlode.replay(text, source)
    show = Show(match, len(read_record(text, source).entries), Screen(no_colour))
    if step is not None and not 0 <= step < len(show.stops):
        raise BadInput(Code.BAD_CHOICE, f"--step {step}: {source!r} has actions 0 to {len(show.stops) - 1}")
    if narrate or not (show.screen.is_live or delay is not None):
        show.tell_all(step)
    elif delay is not None:
        show.run_by_itself(step or 0, delay)
    else:
        show.browse(step or 0)
    return 0

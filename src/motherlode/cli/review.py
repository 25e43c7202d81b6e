"""`motherlode review`: what was luck and what was skill."""

from typing import Annotated

from cyclopts import Parameter

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Code

FLAG = Parameter(negative="", show_default=False)
FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin


def review(
    file: Annotated[str, FILE],
    /,
    *,
    json: Annotated[bool, FLAG] = False,
    html: str | None = None,
    force: Annotated[bool, FLAG] = False,
    language: Language = "en",
) -> int:
    """Say what was luck and what was skill in a recorded match.

    Args:
        file: The record of a finished match; - reads stdin.
        json: Write all that was found as JSON.
        html: Write a page with plots to this file; it needs nothing else.
        force: Write the page over a file that is there.
        language: en or de.
    """
    import sys
    from pathlib import Path

    import msgspec

    import motherlode
    from motherlode.cli.files import check_target, read_text, write_text
    from motherlode.cli.screen import progress_bar
    from motherlode.reviews import writing

    if json and html is not None:
        raise BadInput(Code.BAD_CHOICE, "--json and --html: choose one of them")
    target = None if html is None else check_target(html, force)
    text, source = read_text(file)
    with progress_bar():
        match = motherlode.replay(text, source)
        found = motherlode.review(match)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    elif target is not None:
        title = f"{match.ruleset.spec.title}: {' - '.join(match.names)}"
        write_text(target, writing.write_page(found, title, language))
        print(f"wrote {Path(target).name}: {len(found.steps)} steps, {len(found.decisions)} decisions")
    else:
        sys.stdout.write(writing.write_report(found, language))
    return 0

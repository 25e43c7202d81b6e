"""`motherlode backup`: a copy of all tables, while the server runs."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

FLAG = Parameter(negative="", show_default=False)


def backup(file: Path, /, *, database: str | None = None, force: Annotated[bool, FLAG] = False) -> int:
    """Copy the server's database to a file; the server may run meanwhile.

    For example: motherlode backup tables-monday.backup

    Args:
        file: Where to; a file that is there already is replaced only by --force.
        database: sqlite:///FILE or postgresql://...; the file in the data folder by default.
        force: Replace a file that is there.
    """
    from rich.progress import Progress

    from motherlode.cli.serve import missing
    from motherlode.core.errors import BadInput, Code

    try:
        from motherlode.server.settings import own_database
        from motherlode.server.storage.backup import back_up
    except ImportError as error:
        raise missing(error) from None
    if file.exists() and not force:
        raise BadInput(Code.UNREADABLE_FILE, f"{str(file)!r} is there already: --force replaces it")
    with Progress(transient=True) as progress:
        task = progress.add_task("copying", total=None)
        words = back_up(
            database or own_database(), file, lambda done, total: progress.update(task, completed=done, total=total)
        )
    print(words)
    return 0

"""`motherlode restore`: put back what `motherlode backup` copied."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

FLAG = Parameter(negative="", show_default=False)


def restore(file: Path, /, *, database: str | None = None, force: Annotated[bool, FLAG] = False) -> int:
    """Put a copy of the server's database back; no server may run on it.

    For example: motherlode restore tables-monday.backup --force

    Args:
        file: What `motherlode backup` wrote.
        database: sqlite:///FILE or postgresql://...; the file in the data folder by default.
        force: Replace a database that is not empty.
    """
    from motherlode.cli.serve import missing

    try:
        from motherlode.server.settings import own_database
        from motherlode.server.storage import backup
    except ImportError as error:
        raise missing(error) from None
    print(backup.restore(database or own_database(), file, is_forced=force))
    return 0

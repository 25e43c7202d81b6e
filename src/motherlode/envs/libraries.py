"""Libraries that are installed only where they are wanted."""

from motherlode.core.errors import Code, NotFound


def missing(library: str, extra: str) -> NotFound:
    """The error to raise in place of an ImportError."""
    return NotFound(Code.NO_LIBRARY, f"{library} is missing: pip install 'motherlode[{extra}]'")

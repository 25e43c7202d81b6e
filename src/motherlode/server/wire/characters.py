"""What no text of a request may hold: NUL, which PostgreSQL stores nowhere, and bytes that are not UTF-8."""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec
from litestar import Request
from litestar.datastructures import State

from motherlode.core.errors import BadInput, Code

ESCAPED = b"\\u0000"  # the only way in which JSON can write it


class ReadableRequest(Request[Any, Any, State]):
    """A request whose body is refused where no text can be made of it."""

    async def json(self) -> Any:
        """The body, read as JSON."""
        try:
            found = await super().json()
        except UnicodeDecodeError:
            raise BadInput(Code.BAD_MESSAGE, "unreadable request: it is not UTF-8") from None
        check_text(await self.body(), lambda: found)
        return found


def check_address(scope: Any) -> None:
    """Refuse a path or a query with NUL in it."""
    if "\0" in scope["path"] or b"\0" in unquote_to_bytes(scope["query_string"]):
        raise BadInput(Code.BAD_MESSAGE, "unreadable address: it holds the character NUL")


def check_message(payload: bytes) -> None:
    """Refuse a message with NUL in it."""
    check_text(payload, lambda: msgspec.json.decode(payload))


def check_text(written: bytes, read: Callable[[], Any]) -> None:
    """Refuse JSON with NUL in a text; it is read again only where it may hold one."""
    if ESCAPED in written and _holds(read()):
        raise BadInput(Code.BAD_MESSAGE, "unreadable: it holds the character NUL")


def _holds(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds(part) for item in value.items() for part in item)
    return isinstance(value, list) and any(map(_holds, value))

"""What time it is: milliseconds since 1970, everywhere in the server."""

import datetime
import time

DAY_MS = 86_400_000


def now_ms() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def today() -> datetime.date:
    """The date now, in UTC."""
    return datetime.datetime.now(datetime.UTC).date()

"""Who may do what at a table: seats that people or tokens open, worked out from the state of that table alone."""

import base64
import hmac
import secrets
import time
from dataclasses import dataclass

from motherlode.server.tables.state import TableState

SEAT_PREFIX = "seat."
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike, in the order of texts
TIME_LETTERS = 6  # enough for the seconds of 28 years
PREVIEW_LETTERS = 12


def new_id(length: int = 12) -> str:
    """A random name for a table, a person or a session."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def new_table_id() -> str:
    """A name for a table: letters for the time, so that tables of the same time are together in the log, then random.

    A log whose pages are written to here and there costs twice as much.
    """
    seconds, letters = int(time.time()), ""
    for _ in range(TIME_LETTERS):
        seconds, letter = divmod(seconds, len(ID_LETTERS))
        letters = ID_LETTERS[letter] + letters
    return letters + new_id(TIME_LETTERS)


def seat_token(state: TableState, seat: int) -> str:
    """The token whose holder may play one seat, until somebody else sits down there."""
    generation = state.seats[seat].generation
    digest = hmac.digest(state.secret, f"seat/{seat}/{generation}".encode(), "sha256")
    return f"{SEAT_PREFIX}{state.setup.id}.{seat}.{base64.urlsafe_b64encode(digest[:24]).decode()}"


def preview_of(secret: bytes) -> str:
    """What of a private table's link is sent to servers: who has it may read who invites to which game, no more."""
    return hmac.digest(secret, b"preview", "sha256").hex()[:PREVIEW_LETTERS]


@dataclass(slots=True, frozen=True)
class Who:
    """Who asks: a person, the holder of a seat token, or nobody in particular.

    It knows nothing about tables: what somebody may do at one is worked out from the state of that table, each time.
    """

    person: str | None = None
    name: str = "somebody"
    token: str | None = None  # of a seat
    session: str | None = None  # of the person

    def seats_at(self, state: TableState) -> list[int]:
        """The seats that one plays at a table."""
        if self.token is not None:
            opened = self.seat_by_token(state)
            return [] if opened is None else [opened]
        if self.person is None:
            return []
        return [number for number, seat in enumerate(state.seats) if seat.person == self.person]

    def seat_by_token(self, state: TableState) -> int | None:
        """The seat that the token opens at this table."""
        for number in range(len(state.seats)):
            if self.token is not None and hmac.compare_digest(self.token.encode(), seat_token(state, number).encode()):
                return number
        return None

    def key(self, seat: int | None) -> str:
        """Who asks, for request ids: the same seat has the same ids however it is played."""
        return f"seat{seat}" if seat is not None else f"{self.person}"

"""Writes events to SQLite; run as `python sqlite_writer.py FILE`, a process of its own with a socket as standard input.

It takes all requests that wait, commits them together and answers when they are on disk. It needs nothing but Python,
so it starts at once, and ends when the server does.
"""

import contextlib
import marshal
import socket
import sqlite3
import struct
import sys
import time
from typing import Any

SIZE = struct.Struct("!I")  # before every message
BUSY_MS = 5000  # how long SQLite waits for another process
READ_BYTES = 1 << 16  # at once; Python asks for as much memory at every read, and a megabyte costs more than the rest
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}")

# table, step, when, what, columns of the table's row that it changes, who sat down by it
Event = tuple[str, int, int, str, dict[str, Any] | None, str | None]
# For each event whether it is in the log now; or, for a request, what failed.
Answer = list[bool] | str


def append(driver: Any, events: list[Event]) -> list[bool]:
    """Add events to the log, inside a transaction; false for one whose step another has."""
    before = driver.total_changes
    driver.executemany(
        "INSERT INTO events (table_id, step, at, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [event[:4] for event in events],
    )
    firsts = [True] * len(events)
    if driver.total_changes - before != len(events):
        firsts = [is_stored(driver, event, "?") for event in events]
    for event, is_first in zip(events, firsts, strict=True):
        if is_first and (event[4] or event[5]):
            change(driver, event, "?")
    return firsts


def is_stored(driver: Any, event: Event, mark: str) -> bool:
    """Whether the log has this event: also from an earlier try whose answer was lost."""
    table, step, at, data, _, _ = event
    found = driver.execute(
        f"SELECT at, data FROM events WHERE table_id = {mark} AND step = {mark}", (table, step)
    ).fetchone()
    return found is not None and tuple(found) == (at, data)


def change(driver: Any, event: Event, mark: str) -> None:
    """Write what an event changes about its table's row, and who sat down by it."""
    table, _, _, _, changes, person = event
    if changes:
        columns = ", ".join(f"{column} = {mark}" for column in changes)
        driver.execute(f"UPDATE tables SET {columns} WHERE id = {mark}", (*changes.values(), table))
    if person is not None:
        driver.execute(
            f"INSERT INTO seatings (person, table_id) VALUES ({mark}, {mark}) ON CONFLICT DO NOTHING", (person, table)
        )


def pack(message: Any) -> bytes:
    """A message with its size."""
    content = marshal.dumps(message)
    return SIZE.pack(len(content)) + content


def unpack(data: bytes) -> tuple[list[Any], bytes]:
    """The whole messages that data begins with, and the rest."""
    messages, at = [], 0
    while len(data) >= at + SIZE.size:
        end = at + SIZE.size + SIZE.unpack_from(data, at)[0]
        if end > len(data):
            break
        messages.append(marshal.loads(data[at + SIZE.size : end]))
        at = end
    return messages, data[at:]


def serve(database: str, door: socket.socket) -> None:
    """Write what comes through the door: lists of events, and empty ones that ask for a checkpoint.

    Answers (seconds, answers to the oldest requests). Ends where something fails: the server does it in another way.
    """
    driver = sqlite3.connect(database, isolation_level=None)
    # Checkpoints are made while nobody waits, by the server.
    for pragma in (*PRAGMAS, "wal_autocheckpoint=0"):
        driver.execute(f"PRAGMA {pragma}")
    rest = b""
    while data := door.recv(READ_BYTES):
        requests, rest = unpack(rest + data)
        if not requests:
            continue
        started = time.perf_counter()
        try:
            driver.execute("BEGIN IMMEDIATE")
            firsts = iter(append(driver, [event for events in requests for event in events]))
            driver.execute("COMMIT")
        except sqlite3.Error as error:
            door.sendall(pack((0.0, [str(error)] * len(requests))))
            return
        answers = [[next(firsts) for _ in events] for events in requests]
        door.sendall(pack((time.perf_counter() - started, answers)))
        if [] in requests:
            with contextlib.suppress(sqlite3.Error):  # no room: the next one takes more
                driver.execute("PRAGMA wal_checkpoint(PASSIVE)")


if __name__ == "__main__":
    with contextlib.suppress(ConnectionError):  # the server is gone
        serve(sys.argv[1], socket.socket(fileno=0))

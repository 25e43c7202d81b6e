"""The process that commits events to SQLite, so that who serves neither waits for the disk nor works for it.

`storage.py` starts it as a script, so it imports little. Its input is a socket: batches of rows come in, each as
MessagePack behind its length, and are answered with which of them were first, or with what is wrong. It ends when the
socket does. Whoever it leaves without an answer may ask anew: see `append_rows`.
"""

import signal
import socket
import sqlite3
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

LENGTH_BYTES = 4
READ_BYTES = 1 << 20
BUSY_MS = 5000  # how long SQLite waits for another process
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "wal_autocheckpoint=4000")
SETTINGS = ";".join(f"PRAGMA {pragma}" for pragma in PRAGMAS)

Row = tuple[str, int, int, str]  # of the table `events`: table, step, when, what
Answer = list[bool] | str  # which rows are in the log; or what is wrong

encode = msgspec.msgpack.Encoder().encode
decode_rows = msgspec.msgpack.Decoder(list[Row]).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode


def framed(content: Any) -> bytes:
    """A message with its length before it."""
    packed = encode(content)
    return len(packed).to_bytes(LENGTH_BYTES, "little") + packed


def cut(data: bytes) -> tuple[list[bytes], bytes]:
    """The whole messages at the start of what came in, and the rest."""
    messages, at = [], 0
    while len(data) >= at + LENGTH_BYTES:
        end = at + LENGTH_BYTES + int.from_bytes(data[at : at + LENGTH_BYTES], "little")
        if len(data) < end:
            break
        messages.append(data[at + LENGTH_BYTES : end])
        at = end
    return messages, data[at:]


def append_rows(driver: Any, rows: Sequence[Row]) -> list[bool]:
    """Add events in a transaction that is open; which of them are in the log now.

    An equal event that is there already is this one: it was stored, and the answer was lost.
    """
    before = driver.total_changes
    driver.executemany("INSERT INTO events (table_id, step, at, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
    if driver.total_changes - before == len(rows):
        return [True] * len(rows)
    find = "SELECT at, data FROM events WHERE table_id = ? AND step = ?"
    return [driver.execute(find, row[:2]).fetchone() == row[2:] for row in rows]


def commit(driver: sqlite3.Connection, rows: Sequence[Row]) -> Answer:
    """Write a batch in one transaction."""
    try:
        driver.execute("BEGIN IMMEDIATE")
        firsts = append_rows(driver, rows)
        driver.execute("COMMIT")
    except sqlite3.Error as error:
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        return str(error)
    return firsts


def serve(path: str, link: socket.socket) -> None:
    """Write what comes in, until the other side is gone."""
    # Who serves is stopped by signals, and then ends this by closing the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    driver = sqlite3.connect(path, isolation_level=None)
    driver.executescript(SETTINGS)
    rest = b""
    while data := link.recv(READ_BYTES):
        messages, rest = cut(rest + data)
        for message in messages:
            link.sendall(framed(commit(driver, decode_rows(message))))
    driver.close()


if __name__ == "__main__":
    serve(sys.argv[1], socket.socket(fileno=0))

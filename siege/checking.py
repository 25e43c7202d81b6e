"""Whether promises were kept: what clients were told and promised against the log, and every byte for secrets.

Runs in a process of its own beside the load. The log is read straight from the database, never through the server.
"""

import base64
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import psycopg

import motherlode
from motherlode.core.contract import CHANCE, Language
from motherlode.core.errors import MotherlodeError
from motherlode.server.tables.access import seat_token
from motherlode.server.tables.state import Stored, TableState, read_event, read_setup
from motherlode.table.match import Match
from siege.clients import Acknowledged, Answer, Heard

PATIENCE_S = 120.0  # for a database that is away
AGAIN_S = 0.3
TOKEN = re.compile(r"(?:seat|person)\.[\w.-]{16,}")  # of any seat or person, at any table
HEX = re.compile(r"[0-9a-f]{64}")
MAKING = "/api/tables"  # whose answer has the tokens of one's own seats
PLAIN = ("seat", "person", "name", "text", "bot", "table", "is_muted")  # what an event is told of as it is stored
MATCHED = {"started", "played"}  # kinds of events that add to the match

decode = msgspec.json.decode
Row = tuple[Any, ...]


@dataclass
class Findings:
    """What a check has found; all lists are empty where all is well."""

    acknowledged: int = 0
    told: int = 0  # events
    messages: int = 0
    bytes: int = 0
    hidden: int = 0  # entries of matches that somebody was not shown
    finished: int = 0  # matches that were replayed by the rules, dice included
    lost: list[str] = field(default_factory=list)
    not_stored: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)  # holes in the log, matches against the rules

    def add(self, other: "Findings") -> None:
        """Take in what another check has found."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class Truth:
    """A table as the log has it."""

    def __init__(self, setup: str, secret: bytes, seed: bytes) -> None:
        self.state = TableState(read_setup(setup), bytes(secret), bytes(seed))
        self.stored: list[tuple[int, Stored]] = []
        self.ended: int | None = None  # how many events there were when all was told
        self.requests: dict[tuple[str | None, str], Stored] = {}
        self.num_requests: Counter[tuple[str | None, str]] = Counter()
        self._seen: dict[tuple[int, int], Any] = {}
        self.is_verified = False
        self.is_hidden = self.state.game.spec.is_hidden  # not everybody may know everything
        self.forbidden = [
            base64.b64encode(bytes(secret)).decode(),
            *(seat_token(self.state, seat) for seat in range(len(self.state.seats))),
        ]

    @property
    def match(self) -> Match:
        """The match, which has started."""
        assert self.state.match is not None
        return self.state.match

    def take(self, at: int, event: Stored) -> None:
        """The next event of the log; raises where it is against the rules."""
        self.state = self.state.after(event, at)
        self.stored.append((at, event))
        if event.id is not None:
            self.requests[event.by, event.id] = event
            self.num_requests[event.by, event.id] += 1
        if self.ended is None and self.state.match is not None and self.state.match.is_over:
            self.ended = len(self.stored)

    def position(self, moves: int, eyes: int) -> Any:
        """What eyes may know of the position after so many entries, by the engine alone."""
        if (moves, eyes) not in self._seen:
            ruleset = self.match.ruleset
            view = ruleset.spec.views.view(ruleset.box, ruleset.hidden(self.match.position_at(moves), eyes))
            self._seen[moves, eyes] = decode(msgspec.json.encode(view))
        return self._seen[moves, eyes]

    def is_seen(self, number: int, eyes: int) -> bool:
        """Whether eyes may know an entry of the match, by the engine alone."""
        if not self.is_hidden:
            return True
        ruleset, entry = self.match.ruleset, self.match.log[number]
        return bool(ruleset.spec.views.is_seen(ruleset.box, self.match.position_at(number), entry.action, eyes))

    def words(self, number: int, eyes: int, language: Language) -> str:
        """An entry of the match in words, from positions in which what eyes may not know is blanked."""
        match, ruleset = self.match, self.match.ruleset
        before, after = (ruleset.hidden(match.position_at(step), eyes) for step in (number, number + 1))
        action = match.log[number].action if self.is_seen(number, eyes) else None
        return ruleset.spec.narration.narrate(ruleset.box, before, action, after, match.names, language)


class Checker:
    """Checks what was heard at the tables of one database."""

    def __init__(self, database: str, persons: list[str]) -> None:
        self.findings = Findings()
        self._database = database
        self._persons = persons  # tokens
        self._truths: dict[str, Truth] = {}
        self._seeds: dict[str, str] = {}  # and secrets, in hex, to their tables

    def check(self, tables: list[tuple[str, list[Heard]]], answers: Sequence[Answer] = ()) -> Findings:
        """Check what was heard at tables and answered over HTTP since the last time."""
        self.findings = Findings()
        self._read([table for table, _ in tables])
        for table, everyone in tables:
            truth = self._truths.get(table)
            if truth is None:
                self.findings.lost.append(f"table {table}: not in the database")
                continue
            for heard in everyone:
                for acknowledged in heard.acknowledged:
                    self._check_promise(truth, acknowledged)
                for text in heard.texts:
                    self._check_text(truth, heard, text)
            self._verify(truth)
        for answer in answers:
            self._check_answer(answer)
        return self.findings

    # The log

    def _read(self, tables: list[str]) -> None:
        """Learn what the log has of tables by now; waits while the database is away."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                rows, events = self._ask(tables)
                break
            except (sqlite3.Error, psycopg.Error):
                if time.monotonic() > deadline:
                    raise
                time.sleep(AGAIN_S)
        for table, setup, secret, seed in rows:
            if table not in self._truths:
                self._truths[table] = Truth(setup, secret, seed)
                self._seeds |= {bytes(secret).hex(): table, bytes(seed).hex(): table}
        for table, step, at, data in events:
            truth = self._truths[table]
            if step != len(truth.stored):
                self.findings.broken.append(f"table {table}: step {step} after {len(truth.stored)} events")
                continue
            try:
                truth.take(at, read_event(data))
            except (MotherlodeError, AssertionError) as error:
                self.findings.broken.append(f"table {table}, step {step}: {error}")

    def _ask(self, tables: list[str]) -> tuple[list[Row], list[Row]]:
        """The rows of tables, and their events beyond those that are known."""
        if self._database.startswith("sqlite:///"):
            # For reading only: the last to close a file would else change it.
            connection: Any = sqlite3.connect(
                f"file:{self._database.removeprefix('sqlite:///')}?mode=ro", uri=True, timeout=30
            )
            mark = "?"
        else:
            connection, mark = psycopg.connect(self._database, connect_timeout=3), "%s"
        rows: list[Row] = []
        events: list[Row] = []
        try:
            for table in tables:
                truth = self._truths.get(table)
                if truth is None:
                    asked = f"SELECT id, setup, secret, seed FROM tables WHERE id = {mark}"
                    rows += connection.execute(asked, (table,)).fetchall()
                known = 0 if truth is None else len(truth.stored)
                asked = (
                    "SELECT table_id, step, at, data FROM events "
                    f"WHERE table_id = {mark} AND step >= {mark} ORDER BY step"
                )
                events += connection.execute(asked, (table, known)).fetchall()
        finally:
            connection.close()
        return rows, events

    def _verify(self, truth: Truth) -> None:
        """A match that is over follows the rules, and its dice come from the seed and the numbers of the seats."""
        if truth.ended is None or truth.is_verified:
            return
        truth.is_verified = True
        try:
            if not motherlode.verify(truth.match.record()).has_proof:
                raise ValueError("its dice could not be checked")
        except (MotherlodeError, ValueError) as error:
            self.findings.broken.append(f"table {truth.state.setup.id}: {error}")
        self.findings.finished += 1

    # Promises

    def _check_promise(self, truth: Truth, promised: Acknowledged) -> None:
        """An acknowledged action is in the log, once, by its seat."""
        self.findings.acknowledged += 1
        key = (f"seat{promised.seat}", promised.request)
        event, where = truth.requests.get(key), f"table {truth.state.setup.id}, {promised}"
        if event is None:
            self.findings.lost.append(f"{where}: not in the log")
        elif truth.num_requests[key] != 1:
            self.findings.broken.append(f"{where}: in the log {truth.num_requests[key]} times")
        elif event.kind != "played" or not event.entries or tuple(event.entries[0]) != (promised.seat, promised.action):
            self.findings.lost.append(f"{where}: the log has {event}")

    # What was told

    def _check_text(self, truth: Truth, heard: Heard, text: str) -> None:
        findings, where = self.findings, f"table {truth.state.setup.id}, seat {heard.seat}"
        findings.messages += 1
        findings.bytes += len(text)
        message = decode(text)
        update = message.get("update") or message.get("now") or message
        is_open = truth.ended is not None and update.get("step", 0) >= truth.ended
        found = [word for word in (*truth.forbidden, *self._persons) if word in text]
        found += TOKEN.findall(text)
        for word in HEX.findall(text):
            if word in self._seeds and not (is_open and self._seeds[word] == truth.state.setup.id):
                found.append(word)
        if found:
            findings.secrets.append(f"{where}: {found} in {text[:200]}")
        if "step" not in update:
            return
        eyes = len(truth.state.seats) if heard.seat is None else heard.seat
        for event in update.get("events", ()):
            findings.told += 1
            wrong = self._compare(truth, event, None if is_open else eyes, heard.language)
            if wrong:
                findings.not_stored.append(f"{where}, step {event['step']}: {wrong}")
        view = update.get("view") if truth.is_hidden and not is_open else None
        if view and view["moves"] > len(truth.match.log):
            findings.not_stored.append(f"{where}: a view after {view['moves']} entries, of {len(truth.match.log)}")
        elif view and (view["seat"] != heard.seat or view["position"] != truth.position(view["moves"], eyes)):
            findings.secrets.append(f"{where}: the view after {view['moves']} entries is not that of its eyes")

    def _check_answer(self, answer: Answer) -> None:
        """The host is told the tokens of his own seats where he makes a table; nobody else anything of the kind."""
        findings, text = self.findings, answer.text
        findings.bytes += len(text)
        found = [word for word in self._persons if word in text]
        if answer.path != MAKING:
            found += TOKEN.findall(text)
            found += [word for truth in self._truths.values() for word in truth.forbidden if word in text]
        for word in HEX.findall(text):
            truth = self._truths.get(self._seeds.get(word, ""))
            if truth is not None and truth.ended is None:
                found.append(word)
        if found:
            findings.secrets.append(f"{answer.path}: {found} in {text[:200]}")

    def _compare(self, truth: Truth, told: dict[str, Any], eyes: int | None, language: Language) -> str:
        """What differs between an event as it was told and as it is stored; nothing where all is well.

        `eyes`: through which it was told; none: openly. What was shown and should be hidden is noted as a secret.
        """
        if told["step"] >= len(truth.stored):
            return f"not in the log: {told}"
        at, event = truth.stored[told["step"]]
        if (told["at"], told["kind"]) != (at, event.kind):
            return f"told {told}, stored {at} {event}"
        if event.kind not in MATCHED:
            wrong = [name for name in PLAIN if told.get(name) != getattr(event, name)]
            return f"{wrong} differ: told {told}, stored {event}" if wrong else ""
        if told.get("seat") != event.seat:
            return f"told {told}, stored {event}"
        first = truth.state.log[told["step"]].first or 0
        moves, entries = told.get("moves", []), event.entries or []
        if len(moves) != len(entries):
            return f"told {told}, stored {event}"
        for number, (move, (actor, action)) in enumerate(zip(moves, entries, strict=True), first):
            is_seen = eyes is None or truth.is_seen(number, eyes)
            self.findings.hidden += not is_seen
            if move["actor"] != (None if actor == CHANCE else actor):
                return f"told {move}, stored {(actor, action)}"
            if is_seen and (move.get("action"), move.get("text")) != (action, truth.match.log[number].text):
                return f"told {move}, stored {(actor, action)}"
            if not is_seen and ("action" in move or "text" in move):
                self.findings.secrets.append(f"table {truth.state.setup.id}, eyes {eyes}: {move}")
        words = told.get("words", [])[event.kind == "started" :]
        if truth.is_hidden and eyes is not None and words:
            expected = [truth.words(number, eyes, language) for number in range(first, first + len(entries))]
            if words != expected:
                self.findings.secrets.append(f"table {truth.state.setup.id}, eyes {eyes}: told {words}, not {expected}")
        return ""


_checkers: list[Checker] = []


def begin(database: str, persons: list[str]) -> None:
    """In a process that checks: for which database."""
    _checkers[:] = [Checker(database, persons)]


def check(tables: list[tuple[str, list[Heard]]], answers: Sequence[Answer]) -> Findings:
    """In a process that checks: what was heard at tables since the last time, and answered over HTTP."""
    return _checkers[0].check(tables, answers)

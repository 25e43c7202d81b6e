"""The text record of a match: written, read, replayed, verified.

A header of `key: value` lines, an empty line, then one line for each entry of the log: who (`*` for chance, else the
number of the seat, from 1) and what, in notation. Lines that begin with `#` are comments.

    Motherlode record 1
    game: madcap
    rules: 1
    ruleset: 0c1fd1bd4c5cb7f4
    seats: 2
    options: {}
    player 1: Ada
    player 2: exact
    chance: seed 7
    result: 12-9

    * red 4
    ...
    1 red 4 in
    2 black 6 in
"""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from motherlode.core.chance import Chance, FairChance, SeededChance
from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, Code, MotherlodeError
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Match, check_name

KEYS = (
    "game",
    "rules",
    "ruleset",
    "seats",
    "options",
    "chance",
    "result",
)  # in every header, with the players
MORE_KEYS = ("position", "from", "table", "seed")
ORIGIN = re.compile(r"table (\S{1,80}) after (\d{1,7}) entries")
TITLE = "Motherlode record 1"
RUNNING = "running"
MAX_LINES = 1_000_000


@dataclass
class Record:
    """A record as read: nothing in it is checked against the rules yet."""

    header: dict[str, str]
    entries: list[tuple[int, str, str]]  # line number, who, what
    lines: dict[str, int]  # the line of each header key
    source: str = "record"  # what to call it in errors

    def wrong(self, line: int, why: str, code: Code = Code.BAD_RECORD) -> BadInput:
        """An error that names the line."""
        return BadInput(code, f"bad record {self.source!r}, line {line}: {why}")


@dataclass(frozen=True)
class Verification:
    """What could be checked about a record."""

    match: Match
    has_proof: bool  # the dice could be checked
    words: str  # what was checked, in words


def result_of(match: Match) -> str:
    """`12-9` by the rules, `2 resigns` by resignation, `running` before the end."""
    if not match.is_over:
        return RUNNING
    if match.resigned is not None:
        return f"{match.resigned + 1} resigns"
    return "-".join(str(score) for score in match.scores)


def write_record(match: Match, seat: int | None = None, *, is_whole: bool = False) -> str:
    """The match as text. While it runs: only what the seat (or a spectator) may know, and no seed of fair dice.

    A whole record tells everything at any time: for the host to keep and continue from, not to be shown around.
    """
    ruleset, spec, is_told = match.ruleset, match.ruleset.spec, is_whole or match.is_over
    header = {
        "game": spec.name,
        "rules": str(spec.version),
        "ruleset": ruleset.digest,
        "seats": str(ruleset.seats),
        "options": json.dumps(changed_options(spec, ruleset.options)),
    }
    header |= {f"player {number}": name for number, name in enumerate(match.names, 1)}
    if not match.is_from_start:
        start = match.start if is_told or not spec.is_hidden else match.hidden_start(seat)
        header["position"] = spec.notation.write_position(ruleset.box, start)
        if match.origin:
            header["from"] = match.origin
    header |= match.untold or _describe(match.chance, is_told, spec.is_hidden)
    header["result"] = result_of(match)
    body = [
        f"{'*' if entry.actor == CHANCE else entry.actor + 1} {text}"
        for entry, text in zip(match.log, match.texts(seat, is_whole=is_whole), strict=True)
    ]
    return "\n".join([TITLE, *(f"{key}: {value}" for key, value in header.items()), "", *body, ""])


def _describe(chance: Chance | None, is_told: bool, is_hidden: bool) -> dict[str, str]:
    """The header lines on where chance came from; a seed that tells secrets only if all is told."""
    if isinstance(chance, SeededChance):
        return {"chance": f"seed {chance.seed}" if is_told or not is_hidden else "seed ?"}
    if isinstance(chance, FairChance):
        proof = {"chance": f"fair {chance.commitment}", "table": chance.table}
        return proof | {"seed": chance.seed.hex()} if is_told else proof
    return {"chance": "script"}  # scripted, or not told


def read_record(text: str, source: str = "record") -> Record:
    """Read the form of a record; `replay_record` checks its content."""
    record = Record({}, [], {}, source)
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines or lines[0].strip() != TITLE:
        raise record.wrong(1, f"expected {TITLE!r}, found {lines[0][:60]!r}")
    if len(lines) > MAX_LINES:
        raise record.wrong(MAX_LINES, "the record is too long")
    is_header = True
    for number, line in enumerate(lines[1:], 2):
        content = line.strip()
        if content.startswith("#"):
            continue
        if not content:
            is_header = False
        elif is_header:
            key, colon, value = content.partition(": ")
            if not colon:
                raise record.wrong(number, f"expected 'key: value', found {content[:60]!r}")
            if key not in KEYS + MORE_KEYS and not re.fullmatch(r"player [1-9][0-9]?", key):
                raise record.wrong(number, f"unknown key {key[:60]!r}")
            if key in record.header:
                raise record.wrong(number, f"{key!r} is given twice")
            record.header[key], record.lines[key] = value, number
        else:
            who, _, what = content.partition(" ")
            if not what or not re.fullmatch(r"\*|[1-9][0-9]?", who):
                raise record.wrong(number, f"expected who and what, such as '1 ...' or '* ...', found {content[:60]!r}")
            record.entries.append((number, who, what.strip()))
    for key in KEYS:
        if key not in record.header:
            raise record.wrong(1, f"the header has no {key!r}")
    return record


def replay_record(record: Record, find: Callable[[str, int, dict[str, Any]], Ruleset]) -> Match:
    """Play a record again, checking every line: rules version, ruleset, actions and result."""
    header, lines = record.header, record.lines
    ruleset = _find_ruleset(record, find)
    spec = ruleset.spec
    players = [f"player {number}" for number in range(1, ruleset.seats + 1)]
    for key in players:
        if key not in header:
            raise record.wrong(1, f"the header has no {key!r}")
        try:
            check_name(header[key])
        except MotherlodeError as error:
            raise record.wrong(lines[key], str(error)) from None
    for key in header:
        if key.startswith("player ") and key not in players:
            raise record.wrong(lines[key], f"{key!r} is one too many for {ruleset.seats} seats")
    try:
        start = None
        if "position" in header:
            start = spec.notation.read_position(ruleset.box, header["position"])
    except MotherlodeError as error:
        raise record.wrong(lines["position"], str(error)) from None
    match = Match(ruleset, None, [header[key] for key in players], start)
    if "from" in header:
        if start is None:
            raise record.wrong(lines["from"], "only a match that begins in a 'position' is 'from' another")
        if not ORIGIN.fullmatch(header["from"]):
            raise record.wrong(lines["from"], f"expected 'table NAME after N entries', found {header['from'][:60]!r}")
        match.origin = header["from"]
    for number, who, what in record.entries:
        try:
            _replay_entry(match, who, what)
        except MotherlodeError as error:
            raise record.wrong(number, str(error)) from None
    if result_of(match) != header["result"]:
        raise record.wrong(
            lines["result"], f"the result is {result_of(match)!r} by the rules, not {header['result']!r}"
        )
    match.chance = _read_chance(record)
    if match.chance is None:
        match.untold = {key: header[key] for key in ("chance", "table") if key in header}
    match.let_chance_act()
    return match


def _find_ruleset(record: Record, find: Callable[[str, int, dict[str, Any]], Ruleset]) -> Ruleset:
    header, lines = record.header, record.lines
    for key in ("seats", "rules"):
        if not (header[key].isascii() and header[key].isdigit() and len(header[key]) < 10):
            raise record.wrong(lines[key], f"{key} {header[key]!r} is not a number")
    try:
        options = json.loads(header["options"])
    except (
        ValueError,
        RecursionError,
    ) as error:  # besides what JSON forbids: numbers and nesting beyond reason
        raise record.wrong(lines["options"], f"options are not JSON: {error}") from None
    if not isinstance(options, dict):
        raise record.wrong(lines["options"], "options are not a JSON object")
    if {"seats", "data", "name"} & options.keys():
        raise record.wrong(lines["options"], "options name 'seats', 'data' or 'name'")
    try:
        ruleset = find(header["game"], int(header["seats"]), options)
    except MotherlodeError as error:
        key = {Code.UNKNOWN_GAME: "game", Code.WRONG_SEATS: "seats"}.get(error.code, "options")
        raise record.wrong(lines[key], str(error)) from None
    if int(header["rules"]) != ruleset.spec.version:
        raise record.wrong(
            lines["rules"],
            f"rules version {header['rules']}; this is version {ruleset.spec.version} of the rules",
        )
    if header["ruleset"] != ruleset.digest:
        raise record.wrong(
            lines["ruleset"],
            f"ruleset {header['ruleset']!r} is not what these options make, {ruleset.digest!r}",
        )
    return ruleset


def _replay_entry(match: Match, who: str, what: str) -> None:
    ruleset = match.ruleset
    notation, box = ruleset.spec.notation, ruleset.box
    if who == "*":
        if match.is_over or ruleset.to_act(match.position) != CHANCE:
            raise BadInput(Code.OUT_OF_TURN, "chance is not to act here")
        match.append(CHANCE, notation.read_outcome(box, match.position, what))
        return
    seat = int(who) - 1
    if not 0 <= seat < ruleset.seats:
        raise BadInput(Code.UNKNOWN_SEAT, f"there is no seat {who}")
    if what == "resigns":
        match.resign(seat)
    elif match.is_over:
        raise BadInput(Code.MATCH_OVER, "the match is over before this line")
    elif ruleset.to_act(match.position) == CHANCE:
        raise BadInput(Code.OUT_OF_TURN, "chance is to act here")
    else:
        match.append(seat, notation.read_action(box, match.position, what))


def _read_chance(record: Record) -> Chance | None:
    """The source of chance that the header names; none where its seed is not told."""
    kind, _, value = record.header["chance"].partition(" ")
    line = record.lines["chance"]
    for key in ("table", "seed"):
        if kind != "fair" and key in record.header:
            raise record.wrong(record.lines[key], f"only fair dice have a {key!r}")
    if kind == "seed":
        if value == "?":
            return None
        if not (value.isascii() and value.isdigit() and len(value) < 20):
            raise record.wrong(line, f"seed {value!r} is not a number")
        return SeededChance(int(value))
    if kind == "fair":
        if not re.fullmatch(r"[0-9a-f]{64}", value):
            raise record.wrong(line, "fair dice are 'fair' and a hash of 64 hexadecimal digits")
        if "table" not in record.header:
            raise record.wrong(line, "fair dice need a 'table'")
        if "seed" not in record.header:
            return None
        try:
            seed = bytes.fromhex(record.header["seed"])
        except ValueError:
            raise record.wrong(record.lines["seed"], "the seed is not a hexadecimal number") from None
        if hashlib.sha256(seed).hexdigest() != value:
            raise record.wrong(
                record.lines["seed"],
                "the seed does not have the hash shown before the match",
                Code.UNFAIR_RECORD,
            )
        try:
            return FairChance(record.header["table"], seed)
        except BadInput as error:
            raise record.wrong(record.lines["table"], str(error)) from None
    if record.header["chance"] == "script":
        return None
    raise record.wrong(line, f"unknown source of chance {kind!r}: expected 'seed', 'fair' or 'script'")


def verify_record(record: Record, find: Callable[[str, int, dict[str, Any]], Ruleset]) -> Verification:
    """Replay a record and draw every die and card again from its seed."""
    match = replay_record(record, find)
    if match.chance is None:
        why = "its chance was scripted" if record.header["chance"] == "script" else "its seed is not revealed yet"
        return Verification(
            match, False, f"{len(match.log)} entries follow the rules; the dice cannot be checked: {why}"
        )
    ruleset, num_draws = match.ruleset, 0
    for entry, (line, _, what) in zip(match.log, record.entries, strict=False):
        if entry.actor == CHANCE:
            before = match.position_at(entry.step)
            drawn = match.chance.draw(entry.step, ruleset.chance(before))
            if drawn != entry.action:
                shown = ruleset.spec.notation.write_outcome(ruleset.box, before, drawn)
                raise record.wrong(line, f"chance drew {shown!r}, not {what!r}", Code.UNFAIR_RECORD)
            num_draws += 1
    words = f"{len(match.log)} entries follow the rules; {num_draws} draws of chance match the seed"
    if match.origin:
        words += f"; how it came to its first position is told by {match.origin.partition(' after')[0]}, not here"
    return Verification(match, True, words)

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
    outcome: played out, won by 1

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
from typing import Any, TypeVar

import msgspec

from motherlode.core.chance import NUMBER, WHY_NONE, Chance, FairChance, SeededChance, Share
from motherlode.core.contract import CHANCE, GameSpec
from motherlode.core.errors import BadInput, Code, MotherlodeError, shown
from motherlode.core.options import changed_options, read_options
from motherlode.core.reading import MAX_SEED
from motherlode.core.registry import check_seats, find_game
from motherlode.core.ruleset import Ruleset, digest_of
from motherlode.table.match import FORFEITS, GivenUp, Match, check_name
from motherlode.table.proof import explain_proof

KEYS = (
    "game",
    "rules",
    "ruleset",
    "seats",
    "options",
    "chance",
    "result",
)  # in every header, with the players
MORE_KEYS = ("position", "from", "table", "seed", "outcome", "given up")
NUMBERED = re.compile(r"(player|number) [1-9][0-9]?")  # keys with one line for each seat
NO_NUMBER = re.compile(rf"none \(({'|'.join(WHY_NONE)})\)")
ORIGIN = re.compile(r"table (\S{1,80}) after (\d{1,7}) entries")
GIVEN_UP = re.compile(rf"([1-9][0-9]?) ({'|'.join(FORFEITS.values())}) after (0|[1-9][0-9]{{0,6}}) entries")
TITLE = "Motherlode record 1"
RUNNING = "running"
MAX_CHARACTERS = 4 * 2**20
MAX_LINES = 200_000  # three times the longest match that there can be
MAX_LINE = 2**16  # characters

T = TypeVar("T")
Build = Callable[..., Ruleset]  # (spec, options, seats): the ruleset, compiled if need be


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
    words: str  # what was checked, in one line
    proof: tuple[str, ...] = ()  # what follows from it, and who has to trust whom, sentence by sentence


def result_of(match: Match) -> str:
    """`12-9` by the rules, `2 resigns` or `2 runs out of time`, `running` before the end."""
    if not match.is_over:
        return RUNNING
    if match.resigned is not None:
        return f"{match.resigned + 1} {match.log[-1].text}"
    return "-".join(str(score) for score in match.scores)


def outcome_of(match: Match) -> str:
    """`played out, won by 1`, `capped, won by 1 and 3`, `played out, won by nobody`; players are counted from 1."""
    outcome = match.outcome
    return f"{outcome.how}, won by {' and '.join(str(seat + 1) for seat in outcome.winners) or 'nobody'}"


def given_up_of(match: Match) -> str:
    """`2 resigns after 17 entries, 3 runs out of time after 40 entries`: who gave up while others played on."""
    return ", ".join(
        f"{each.seat + 1} {FORFEITS[each.how]} after {min(each.after, match.step)} entries" for each in match.given_up
    )


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
    if match.given_up:
        header["given up"] = given_up_of(match)
    header["result"] = result_of(match)
    if match.is_over:
        header["outcome"] = outcome_of(match)
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
        proof |= {f"number {seat}": share.shown for seat, share in enumerate(chance.shares or (), 1)}
        return proof | {"seed": chance.seed.hex()} if is_told else proof
    return {"chance": "script"}  # scripted, or not told


def read_record(text: str, source: str = "record") -> Record:
    """Read the form of a record; `replay_record` checks its content."""
    record = Record({}, [], {}, source)
    if not isinstance(text, str):
        raise record.wrong(1, f"expected a text, found {shown(text)}")
    title = text[:MAX_LINE].split("\n", 1)[0].strip()
    if title != TITLE:
        raise record.wrong(1, f"expected {TITLE!r}, found {title[:60]!r}")
    lines = text[: MAX_CHARACTERS + 1].replace("\r\n", "\n").split("\n")
    if len(text) > MAX_CHARACTERS or len(lines) > MAX_LINES:
        raise record.wrong(
            min(len(lines), MAX_LINES),
            f"the record is too long: at most {MAX_LINES} lines and {MAX_CHARACTERS} characters are read",
        )
    is_header = True
    for number, line in enumerate(lines[1:], 2):
        if len(line) > MAX_LINE:
            raise record.wrong(number, f"the line has {len(line)} characters, at most {MAX_LINE} are read")
        content = line.strip()
        if content.startswith("#"):
            continue
        if not content:
            is_header = False
        elif is_header:
            key, colon, value = content.partition(": ")
            if not colon:
                raise record.wrong(number, f"expected 'key: value', found {content[:60]!r}")
            if key not in KEYS + MORE_KEYS and not NUMBERED.fullmatch(key):
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


def replay_record(record: Record, build: Build) -> Match:
    """Play a record again, checking every line: rules version, ruleset, actions and result.

    A header that is wrong is refused before anything is compiled.
    """
    header, lines = record.header, record.lines
    spec, options, seats = _read_ruleset(record)
    names = _read_names(record, seats)
    chance = _read_chance(record)
    _check_origin(record)
    ruleset = _built(record, build, spec, options, seats)
    start = None
    if "position" in header:
        try:
            start = ruleset.read_position(header["position"])
        except MotherlodeError as error:
            raise record.wrong(lines["position"], str(error)) from None
    match = Match(ruleset, None, names, start)
    match.origin = header.get("from", "")
    for number, who, what in record.entries:
        try:
            _replay_entry(match, who, what)
        except MotherlodeError as error:
            raise record.wrong(number, str(error)) from None
    match.given_up = _read_given_up(record, match)
    if result_of(match) != header["result"]:
        raise record.wrong(
            lines["result"], f"the result is {result_of(match)!r} by the rules, not {shown(header['result'])}"
        )
    if "outcome" in header and (not match.is_over or outcome_of(match) != header["outcome"]):
        told = outcome_of(match) if match.is_over else RUNNING
        raise record.wrong(lines["outcome"], f"the outcome is {told!r} by the rules, not {shown(header['outcome'])}")
    match.chance = chance
    if match.chance is None:
        match.untold = {key: value for key, value in header.items() if is_about_chance(key)}
    match.let_chance_act()
    return match


def _read_ruleset(record: Record) -> tuple[GameSpec, msgspec.Struct, int]:
    """The game, the options and the number of seats that the header names, by its rules and no others."""
    header, lines = record.header, record.lines
    for key in ("seats", "rules"):
        if not (header[key].isascii() and header[key].isdigit() and len(header[key]) < 10):
            raise record.wrong(lines[key], f"{key} {shown(header[key])} is not a number")
    try:
        given = json.loads(header["options"])
    except (
        ValueError,
        RecursionError,
    ) as error:  # besides what JSON forbids: numbers and nesting beyond reason
        raise record.wrong(lines["options"], f"options are not JSON: {error}") from None
    if not isinstance(given, dict):
        raise record.wrong(lines["options"], "options are not a JSON object")
    if {"seats", "data", "name"} & given.keys():
        raise record.wrong(lines["options"], "options name 'seats', 'data' or 'name'")
    try:
        spec = find_game(header["game"])
        seats = check_seats(spec, int(header["seats"]))
        options = read_options(spec, given)
    except MotherlodeError as error:
        key = {Code.UNKNOWN_GAME: "game", Code.WRONG_SEATS: "seats"}.get(error.code, "options")
        raise record.wrong(lines[key], str(error)) from None
    if int(header["rules"]) != spec.version:
        raise record.wrong(
            lines["rules"],
            f"rules version {header['rules']}; this is version {spec.version} of the rules",
        )
    digest = digest_of(spec, options, seats)
    if header["ruleset"] != digest:
        _built(record, spec.build_box, options, seats)
        raise record.wrong(
            lines["ruleset"],
            f"ruleset {shown(header['ruleset'])} is not what these options make, {digest!r}",
        )
    return spec, options, seats


def _built(record: Record, build: Callable[..., T], *parts: Any) -> T:
    """What is built of options, unless they do not go together."""
    try:
        return build(*parts)
    except MotherlodeError as error:
        raise record.wrong(record.lines["options"], str(error)) from None


def _read_names(record: Record, seats: int) -> list[str]:
    """The names of the players, one for each seat."""
    header, lines = record.header, record.lines
    players = [f"player {number}" for number in range(1, seats + 1)]
    for key in players:
        if key not in header:
            raise record.wrong(1, f"the header has no {key!r}")
        try:
            check_name(header[key])
        except MotherlodeError as error:
            raise record.wrong(lines[key], str(error)) from None
    for key in header:
        if key.startswith("player ") and key not in players:
            raise record.wrong(lines[key], f"{key!r} is one too many for {seats} seats")
    return [header[key] for key in players]


def _check_origin(record: Record) -> None:
    """Raise unless a match that goes on from another says so as it should."""
    header, lines = record.header, record.lines
    if "from" in header:
        if "position" not in header:
            raise record.wrong(lines["from"], "only a match that begins in a 'position' is 'from' another")
        if not ORIGIN.fullmatch(header["from"]):
            raise record.wrong(lines["from"], f"expected 'table NAME after N entries', found {header['from'][:60]!r}")


def _read_given_up(record: Record, match: Match) -> tuple[GivenUp, ...]:
    """Who gave up while others played on; none where the header does not say."""
    if "given up" not in record.header:
        return ()
    line, sides = record.lines["given up"], match.ruleset.sides
    found: list[GivenUp] = []
    left = set(sides) - ({sides[match.resigned]} if match.resigned is not None else set())
    for text in record.header["given up"].split(", "):
        told = GIVEN_UP.fullmatch(text)
        if not told:
            raise record.wrong(line, f"expected '2 resigns after 17 entries', found {shown(text)}")
        seat, after = int(told[1]) - 1, int(told[3])
        how = next(how for how, words in FORFEITS.items() if words == told[2])
        if seat >= match.ruleset.seats:
            raise record.wrong(line, f"there is no seat {seat + 1}", Code.UNKNOWN_SEAT)
        if after > match.step:
            raise record.wrong(line, f"the log has {match.step} entries, not {after}")
        if seat in {match.resigned, *(each.seat for each in found)}:
            raise record.wrong(line, f"seat {seat + 1} gives up twice")
        found.append(GivenUp(seat, how, after))
        left.discard(sides[seat])
    if not left:
        raise record.wrong(line, "nobody is left to play for the win")
    return tuple(found)


def _replay_entry(match: Match, who: str, what: str) -> None:
    ruleset = match.ruleset
    if who == "*":
        if match.to_act != CHANCE:
            raise BadInput(Code.OUT_OF_TURN, "chance is not to act here")
        match.append(CHANCE, ruleset.read_outcome(match.position, what))
        return
    seat = int(who) - 1
    if not 0 <= seat < ruleset.seats:
        raise BadInput(Code.UNKNOWN_SEAT, f"there is no seat {who}")
    if what in FORFEITS.values():
        match.forfeit(seat, next(how for how, words in FORFEITS.items() if words == what))
    elif match.is_over:
        raise BadInput(Code.MATCH_OVER, "the match is over before this line")
    elif match.to_act == CHANCE:
        raise BadInput(Code.OUT_OF_TURN, "chance is to act here")
    else:
        match.append(seat, ruleset.read_action(match.position, what))


def _read_chance(record: Record) -> Chance | None:
    """The source of chance that the header names; none where its seed is not told."""
    kind, _, value = record.header["chance"].partition(" ")
    line = record.lines["chance"]
    for key in record.header:
        if kind != "fair" and key != "chance" and is_about_chance(key):
            raise record.wrong(record.lines[key], f"only fair dice have a {key!r}")
    if kind == "seed":
        if value == "?":
            return None
        if not (value.isascii() and value.isdigit() and len(value) < 20):
            raise record.wrong(line, f"seed {shown(value)} is not a number")
        if int(value) > MAX_SEED:
            raise record.wrong(line, f"seed {value} is more than {MAX_SEED}")
        return SeededChance(int(value))
    if kind == "fair":
        if not re.fullmatch(r"[0-9a-f]{64}", value):
            raise record.wrong(line, "fair dice are 'fair' and a hash of 64 hexadecimal digits")
        if "table" not in record.header:
            raise record.wrong(line, "fair dice need a 'table'")
        shares = _read_shares(record)
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
            return FairChance(record.header["table"], seed, shares)
        except BadInput as error:
            raise record.wrong(record.lines["table"], str(error)) from None
    if record.header["chance"] == "script":
        return None
    raise record.wrong(line, f"unknown source of chance {shown(kind)}: expected 'seed', 'fair' or 'script'")


def is_about_chance(key: str) -> bool:
    """Whether a line of the header is about where chance came from."""
    return key in ("chance", "table", "seed") or key.startswith("number ")


def _read_shares(record: Record) -> list[Share] | None:
    """What the seats added to fair dice; none: nobody was asked."""
    wanted = [f"number {seat}" for seat in range(1, int(record.header["seats"]) + 1)]
    given = [key for key in record.header if key.startswith("number ")]
    if not given:
        return None
    if sorted(given) != sorted(wanted):
        key = next((key for key in given if key not in wanted), given[0])
        raise record.wrong(record.lines[key], f"expected a number for each of {len(wanted)} seats, found {len(given)}")
    shares = []
    for key in wanted:
        value = record.header[key]
        none = NO_NUMBER.fullmatch(value)
        if none is None and not NUMBER.fullmatch(value):
            raise record.wrong(
                record.lines[key],
                f"expected 64 hexadecimal digits or none ({', '.join(WHY_NONE)}), found {value[:80]!r}",
            )
        shares.append(Share(None, none[1]) if none else Share(value))
    return shares


def verify_record(record: Record, build: Build) -> Verification:
    """Replay a record and draw every die and card again from its seed."""
    match = replay_record(record, build)
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
                text = ruleset.spec.notation.write_outcome(ruleset.box, before, drawn)
                raise record.wrong(line, f"chance drew {text!r}, not {what!r}", Code.UNFAIR_RECORD)
            num_draws += 1
    words = f"{len(match.log)} entries follow the rules; {num_draws} draws of chance match the seed"
    if isinstance(match.chance, FairChance) and match.chance.shares is not None:
        count = sum(share.number is not None for share in match.chance.shares)
        words += f" and the {'number' if count == 1 else 'numbers'} of {count} {'seat' if count == 1 else 'seats'}"
    if match.origin:
        words += f"; how it came to its first position is told by {match.origin.partition(' after')[0]}, not here"
    return Verification(match, True, words, explain_proof(match))

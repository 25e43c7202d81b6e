"""Every message between clients and the server, over WebSocket and HTTP: what docs/server.md explains.

JSON Schema (docs/server/protocol.schema.json) and TypeScript types (web/src/net/protocol.ts) are made from these
structs by `python -m motherlode.server.protocol.files`; a test compares.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from motherlode.core.contract import Action, Language

PROTOCOL = 1  # raised whenever a client of before would misunderstand

MAX_MESSAGE_BYTES = 16 * 1024  # of one WebSocket message from a client
MAX_BODY_BYTES = 64 * 1024  # of an HTTP request
MAX_RECORD_BYTES = 4 * 2**20  # of an imported record
MAX_CHAT = 300  # characters
MAX_SEATS = 12

RequestId = Annotated[str, Meta(max_length=64, description="chosen by the client; the same again is done only once")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
StepNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
Token = Annotated[str, Meta(max_length=200)]
Number = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes as hexadecimal digits")]
ActionGiven = (
    Annotated[int, Meta(ge=0, le=2**31 - 1)]
    | Annotated[str, Meta(max_length=200)]
    | Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=32)]
)

# What both doors share


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """How long players may think; any of the limits may be left out, and the strictest counts."""

    action_s: Annotated[float, Meta(ge=1, le=86_400)] | None = None  # for each action
    turn_days: Annotated[int, Meta(ge=1, le=30)] | None = None  # for each turn, in slow games
    total_s: Annotated[float, Meta(ge=5, le=86_400)] | None = None  # for the whole match
    increment_s: Annotated[float, Meta(ge=0, le=3_600)] = 0  # added to the total after each turn
    on_timeout: Literal["bot", "resign"] = "bot"


class SeatInfo(Struct, frozen=True):
    """Who sits in a seat."""

    kind: Literal["open", "person", "bot"]
    name: str  # as the match calls the seat; of one that is open and kept: who it is kept for
    person: str | None = None  # id
    bot: str | None = None  # the level that plays: of a bot, or of the stand-in of somebody who is away
    is_connected: bool = False
    has_resigned: bool = False  # or run out of time
    kept_for: str | None = None  # the id of the only person who may sit down here
    seal: str | None = None  # SHA-256 of the number that it adds to the dice, in hex
    number: str | None = None  # in hex, once it is opened


class Origin(Struct, frozen=True):
    """The match that a table goes on from, and after how many entries of its log."""

    table: str
    moves: int


class TableInfo(Struct, frozen=True):
    """A table as anybody may know it."""

    id: str
    game: str
    rules: int  # version
    ruleset: str  # hash of game, rules version, seats, options and data
    options: dict[str, Any]  # that differ from the rulebook's
    name: str
    status: Literal["open", "running", "over", "abandoned"]
    is_public: bool
    is_rated: bool
    is_imported: bool
    host: str  # person id
    seats: list[SeatInfo]
    clock: Clock | None
    starts: Literal["full", "host"]  # when all seats are taken, or when the host says so
    is_mixed: bool  # every seat adds a number to the dice: seals it, and opens it when it is called for
    is_called: bool  # open your number now
    is_void: bool  # rated, but it ended before everybody had acted: it does not count
    commitment: str  # SHA-256 of the seed of chance, in hex
    seed: str | None  # in hex, once the match is over
    created: int  # milliseconds since 1970
    step: int  # how many events there are
    rematch: str | None = None  # the table where these players play again
    origin: Origin | None = None  # where it goes on from another match
    daily: str | None = None  # the day whose game it is; its seed stays secret until that day is over (UTC)


class View(Struct, frozen=True, gc=False):
    """The match as one seat, or a spectator, may know it."""

    seat: int | None  # whose eyes; none: a spectator
    to_act: int | None  # seat
    moves: int  # entries of the match's log, chance included
    scores: list[int] | None  # at the end
    winners: list[int]
    resigned: int | None  # the seat that ended the match by resigning or running out of time
    ending: Literal["", "rules", "resigned", "time"]  # how the match came to its end
    position: msgspec.Raw  # a JSON object that the game defines
    actions: list[Action]  # of the seat whose eyes these are, when it is to act, unless hello said words: false


class Move(Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of the match's log."""

    actor: int | None  # a seat; none: chance
    action: int | None = None  # none: you may not know
    text: str = "?"  # notation


EventKind = Literal[
    "sat", "left", "renewed", "sealed", "called", "opened", "started", "played", "undo_offered", "undo_declined",
    "undone", "resigned", "timed_out", "stood_in", "returned", "bot_changed", "said", "muted", "rematched", "held",
    "abandoned",
]  # fmt: skip


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened at a table, as you may know it. Fields that do not apply are left out."""

    step: int  # its number, from 0
    at: int  # milliseconds since 1970
    kind: EventKind
    words: list[str] = []  # the same for people: plain text, never markup
    seat: int | None = None
    person: str | None = None
    name: str | None = None
    moves: list[Move] = []  # started, played
    text: str | None = None  # said: what; bot_changed, stood_in: why
    bot: str | None = None
    table: str | None = None  # rematched
    is_muted: bool | None = None


class UndoOffer(Struct, frozen=True):
    """A seat asks to take back its last action."""

    seat: int
    awaits: list[int]  # seats that have to agree


class ClockNow(Struct, frozen=True):
    """What is left to a seat, in milliseconds, at the moment of sending; only the seat to act loses time."""

    total_ms: int | None
    action_ms: int | None


# From the server


class Update(Struct, tag="update", tag_field="type", frozen=True, omit_defaults=True, gc=False):
    """What happened, and what is now. `step` says how many events there are after it."""

    step: int
    events: list[Event] = []
    to_act: int | None = None
    view: View | None = None  # unless hello said views: false
    legal: list[int] | None = None  # without views or words: what your seat may do, when it is to act
    undo: UndoOffer | None = None
    clocks: list[ClockNow] | None = None
    table: TableInfo | None = None  # when seats or status changed
    has_more: bool = False  # there are more events than one update carries: fetch again from the last one on
    ack: str | None = None  # the id of your request that this answers


class Welcome(Struct, tag="welcome", tag_field="type", frozen=True):
    """The answer to hello; an update with everything since the step you named comes with it."""

    protocol: int
    seats: list[int]  # that you play
    update: Update


class Refused(Struct, tag="refused", tag_field="type", frozen=True, omit_defaults=True):
    """Your request changed nothing; why, and how the table stands now."""

    code: str  # docs/errors.md
    message: str
    id: str | None = None
    rule: str = ""  # the number of the rule that bars the action
    now: Update | None = None


class Presence(Struct, tag="presence", tag_field="type", frozen=True):
    """Who is connected."""

    seats: list[bool]
    watchers: int


class Pong(Struct, tag="pong", tag_field="type", frozen=True):
    """The answer to ping."""

    at: int


class Bye(Struct, tag="bye", tag_field="type", frozen=True):
    """The last message before the server closes the connection."""

    code: str
    message: str


FromServer = Update | Welcome | Refused | Presence | Pong | Bye

# From the client, over WebSocket


class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message: who you are and what you know already."""

    protocol: int
    token: Token | None = None  # of a seat or a person; browsers have their cookie
    key: Token | None = None  # of a private table, to watch it
    seat: SeatNumber | None = None  # only this one of your seats; none: all of them, or watch
    since: StepNumber | None = None  # how many events you have; none: you want no history
    views: bool = True  # false: updates carry `legal` instead of a view, and no words
    words: bool = True  # false: views without texts and paths, `legal` instead; events without words
    language: Language = "en"  # of the words about the match


class Act(Struct, tag="act", tag_field="type", forbid_unknown_fields=True, gc=False):
    """Play an action: its number, its notation or its path."""

    id: RequestId
    step: StepNumber  # how many events you have seen; stale if the position changed since
    action: ActionGiven
    seat: SeatNumber | None = None  # where you play several


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back your last action; where others have to agree, ask them."""

    id: RequestId
    seat: SeatNumber | None = None


class AnswerUndo(Struct, tag="answer_undo", tag_field="type", forbid_unknown_fields=True):
    """Agree to an undo that was asked for, or not."""

    id: RequestId
    agree: bool
    seat: SeatNumber | None = None


class Resign(Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give up. At a table of three or more a bot plays on in your seat."""

    id: RequestId
    seat: SeatNumber | None = None


class Seal(Struct, tag="seal", tag_field="type", forbid_unknown_fields=True):
    """Before the start: bind your seat to the number that it will add to the dice, by its SHA-256."""

    id: RequestId
    seal: Number
    seat: SeatNumber | None = None


class OpenNumber(Struct, tag="open", tag_field="type", forbid_unknown_fields=True):
    """When the table is called: show the number that your seat has sealed."""

    id: RequestId
    number: Number
    seat: SeatNumber | None = None


class Say(Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    """Chat."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]


class Fetch(Struct, tag="fetch", tag_field="type", forbid_unknown_fields=True):
    """Everything from an event on, with the current view."""

    since: StepNumber = 0
    id: RequestId | None = None


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""


FromClient = Act | Undo | AnswerUndo | Resign | Seal | OpenNumber | Say | Fetch | Ping | Hello

# HTTP: requests


class CreateTable(Struct, forbid_unknown_fields=True):
    """A new table. Each seat is `me`, `me:NAME`, `open`, or `bot:LEVEL`; several `me` share a device."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=MAX_SEATS)]
    options: dict[str, Any] = {}
    name: Annotated[str, Meta(max_length=60)] = ""
    is_public: bool = False
    is_rated: bool = False
    clock: Clock | None = None
    stand_in: Annotated[str, Meta(max_length=40)] = ""  # the bot that plays for who is away; empty: a middling one
    starts: Literal["full", "host"] = "full"  # when all seats are taken, or when the host says so


class ContinueTable(Struct, forbid_unknown_fields=True):
    """A new private table that goes on from a position of a finished match, with dice of its own."""

    moves: Annotated[int, Meta(ge=0, le=2**31 - 1)]  # after so many entries of the match's log
    seats: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=MAX_SEATS)]
    name: Annotated[str, Meta(max_length=60)] = ""


class Join(Struct, forbid_unknown_fields=True):
    """Take a seat, or take back your own from its stand-in."""

    seat: SeatNumber | None = None  # none: your own, else the first that is open
    token: Token | None = None  # a seat token from an invitation
    key: Token | None = None  # of a private table


class SeatRequest(Struct, forbid_unknown_fields=True):
    """A request of one of your seats."""

    id: RequestId = ""
    seat: SeatNumber | None = None


class StandIn(Struct, forbid_unknown_fields=True):
    """Let a bot play for a seat: your own, or one whose player is away."""

    seat: SeatNumber
    id: RequestId = ""


class ActRequest(Struct, forbid_unknown_fields=True):
    """Play an action over HTTP."""

    step: StepNumber
    action: ActionGiven
    id: RequestId = ""
    seat: SeatNumber | None = None


class AnswerRequest(Struct, forbid_unknown_fields=True):
    """Agree to an undo over HTTP, or not."""

    agree: bool
    id: RequestId = ""
    seat: SeatNumber | None = None


class SealRequest(Struct, forbid_unknown_fields=True):
    """Seal a number over HTTP."""

    seal: Number
    id: RequestId = ""
    seat: SeatNumber | None = None


class OpenRequest(Struct, forbid_unknown_fields=True):
    """Open a number over HTTP."""

    number: Number
    id: RequestId = ""
    seat: SeatNumber | None = None


class SayRequest(Struct, forbid_unknown_fields=True):
    """Chat over HTTP."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]
    id: RequestId = ""


class MuteRequest(Struct, forbid_unknown_fields=True):
    """The host keeps a person from chatting at the table, or allows it again."""

    person: Annotated[str, Meta(max_length=40)]
    is_muted: bool = True
    id: RequestId = ""


class ImportRecord(Struct, forbid_unknown_fields=True):
    """A text record becomes a table: to look at if it is over, else to go on with."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]
    is_public: bool = False


class VerifyRecord(Struct, forbid_unknown_fields=True):
    """A text record to check."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]


class NewPerson(Struct, forbid_unknown_fields=True):
    """A guest, at once."""

    name: Name | None = None
    bearer: bool = False  # true: the token comes in the answer, not as a cookie


class Rename(Struct, forbid_unknown_fields=True):
    """Another name."""

    name: Name


class Credentials(Struct, forbid_unknown_fields=True):
    """Name and password of an account."""

    name: Name
    password: Password
    bearer: bool = False


# HTTP: answers


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong, in one line; the code is in docs/errors.md."""

    code: str
    message: str
    rule: str = ""
    now: Update | None = None


class Seated(Struct, frozen=True):
    """A table with what you need to play there."""

    table: TableInfo
    tokens: list[str | None]  # by seat: yours to play with, and those of open seats to invite with if you are the host
    key: str | None  # for a private table: who has it may watch and sit down
    link: str  # to share


class TableList(Struct, frozen=True):
    """Tables, newest first."""

    tables: list[TableInfo]
    next: str | None  # give it as `before` for more


class Rating(Struct, frozen=True):
    """How good somebody is at a game with so many seats."""

    game: str
    seats: int
    rating: float  # what we are sure of: mu - 3 sigma
    mu: float
    sigma: float
    matches: int


class Person(Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    is_guest: bool
    ratings: list[Rating] = []


class Session(Struct, frozen=True):
    """You."""

    person: Person
    token: str | None = None  # only where it was asked for


class OwnSession(Struct, frozen=True):
    """One place where you are logged in."""

    id: str
    created: int  # milliseconds since 1970
    used: int  # to the day
    expires: int
    agent: str  # the program that it was opened with, as it called itself
    is_this: bool


class Leader(Struct, frozen=True):
    """One line of a leaderboard."""

    rank: int
    person: Person
    rating: Rating


class Leaderboard(Struct, frozen=True):
    """The best at a game with so many seats."""

    game: str
    seats: int
    leaders: list[Leader]


class OptionInfo(Struct, frozen=True):
    """One thing that a table may change about a game."""

    name: str
    default: Any
    meaning: str
    schema: dict[str, Any]


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    rules: int
    fewest_seats: int
    most_seats: int
    is_hidden: bool
    bots: list[str]  # weakest first
    options: list[OptionInfo]
    state: Literal["ready", "preparing", "waiting"] = "ready"  # of its machine code; what is not ready is waited for


class Fairness(Struct, frozen=True):
    """Whether every die and card came from the seed that was promised."""

    is_checked: bool  # false: the seed is not revealed yet, or chance was scripted
    message: str
    commitment: str | None = None
    seed: str | None = None
    proof: list[str] = []  # what follows from it, and who has to trust whom, sentence by sentence


class Draw(Struct, frozen=True):
    """One draw of chance: by these weights, in this order, the one with this index was drawn."""

    step: int  # of the match's log
    weights: list[int]
    picked: int
    text: str  # notation of what was drawn


class Proof(Struct, frozen=True):
    """What is needed to check the dice of a match without its rules: docs/fair-dice.md says how."""

    table: str
    commitment: str  # SHA-256 of the seed
    seed: str
    numbers: list[str | None] | None  # by seat; none: nobody was asked for one
    draws: list[Draw]


class HintChoice(Struct, frozen=True):
    """What one action is worth."""

    id: int
    text: str
    value: float  # exact: the margin at the end of this game, with perfect play; else the chance to win, 0 to 1
    visits: int | None = None  # how often a search tried it


class Hint(Struct, frozen=True):
    """What a seat might do, and why."""

    seat: int
    action: int
    text: str
    path: tuple[str, ...]
    reason: str  # one sentence
    is_exact: bool
    choices: list[HintChoice]  # best first


class Bar(Struct, frozen=True):
    """One reason, and the rule behind it."""

    text: str
    rule: str


class Why(Struct, frozen=True):
    """Why nothing can be done with a thing now; no reasons: it only makes sense with another thing first."""

    thing: str
    reasons: list[Bar]


class Frame(Struct, frozen=True):
    """The position after so many entries of a match's log, and the entry that led to it."""

    moves: int
    actor: int | None  # a seat; none: chance, or the start
    action: int | None  # none: at the start, or these eyes did not see it
    text: str  # notation; `?`: these eyes did not see it
    path: tuple[str, ...]  # what the action touched
    words: list[str]
    position: msgspec.Raw  # a JSON object that the game defines
    to_act: int | None
    scores: list[int] | None  # so far, in a finished match
    actions: list[Action] = []  # of the seat to act, where they were asked for


class Replay(Struct, frozen=True):
    """A match, or a part of it, position by position."""

    table: str
    seat: int | Literal["all"] | None  # whose eyes; none: a spectator's
    moves: int  # entries of the match's log
    frames: list[Frame]
    has_more: bool


class Value(Struct, frozen=True):
    """What a position is worth for the first seat, with perfect play of both."""

    moves: int
    margin: int | None  # none: dice are still to be rolled
    outcome: Literal["win", "draw", "loss"] | None


class Values(Struct, frozen=True):
    """What every position of a match is worth."""

    table: str
    values: list[Value]


class Rule(Struct, frozen=True):
    """One rule."""

    number: str  # R3.1
    html: str
    text: str  # the same without marks
    is_ruling: bool  # the rulebook leaves it, or a part of it, open
    is_made: bool  # it, or a part of it, was made for Motherlode


class RuleSection(Struct, frozen=True):
    """Rules on one matter."""

    number: str  # R3
    heading: str
    html: str  # what stands there besides the rules
    rules: list[Rule]


class Rules(Struct, frozen=True):
    """The rules of a game."""

    game: str
    title: str
    html: str  # what stands before the first section
    sections: list[RuleSection]


class SourceLine(Struct, frozen=True):
    """A line of the project's sources."""

    source: str  # motherlode/games/madcap/kernels.py
    line: int  # from 1
    text: str


class RuleSources(Struct, frozen=True):
    """Where the program carries out a rule, and which tests hold it."""

    number: str  # R3.1
    code: list[SourceLine]  # none: it is a number in the data, or for people
    tests: list[SourceLine] | None  # none: the tests are not installed with the server


class LessonFrame(Struct, frozen=True):
    """One thing to look at in a lesson; where an action is expected, the learner plays it."""

    say: str  # nothing: somebody else, or chance, goes on
    rule: str  # R2.1, or nothing
    seat: int  # the learner's
    view: View
    expected: int | None
    path: tuple[str, ...]  # what to touch for it
    words: list[str]  # what happened since the frame before
    moves: list[Move]


class Lesson(Struct, frozen=True):
    """A guided first game."""

    game: str
    title: str
    language: Language
    seat: int  # the learner's
    names: list[str]
    options: dict[str, Any]
    frames: list[LessonFrame]


class DailyResult(Struct, frozen=True):
    """How somebody fared today."""

    name: str
    is_won: bool
    score: int
    rounds: int
    is_you: bool


class Daily(Struct, frozen=True):
    """The game of the day: the same for everyone on this server, one try each."""

    date: str  # 2026-11-15, UTC
    game: str
    options: dict[str, Any]
    ends: int  # milliseconds since 1970
    table: str | None  # yours
    results: list[DailyResult]  # best first


class Health(Struct, frozen=True):
    """How the server is."""

    is_well: bool
    database: str
    bus: str
    version: str

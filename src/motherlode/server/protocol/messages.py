"""Every message over WebSocket, and what HTTP shares with it: what docs/server.md explains.

Bodies of HTTP are in `requests` and `answers`. JSON Schema (docs/server/protocol.schema.json) and TypeScript types
(web/src/net/protocol.ts) are made from all of them by `python -m motherlode.server.protocol.files`; a test compares.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from motherlode.core.contract import Action, Language
from motherlode.table.match import Ending

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
    is_warming: bool = False  # the bot plays simpler until its machine code is made
    has_resigned: bool = False  # or run out of time
    kept_for: str | None = None  # the id of the only person who may sit down here
    seal: str | None = None  # SHA-256 of the number that it adds to the dice, in hex
    number: str | None = None  # in hex, once it is opened


class Origin(Struct, frozen=True):
    """The match that a table goes on from, and after how many entries of its log."""

    table: str
    moves: int


class VariantTag(Struct, frozen=True):
    """Which version of which variant a table plays; `options` of the table say what it is."""

    id: str
    version: int
    name: str  # when the table was made


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
    is_hidden: bool  # until the end, seats may know what others may not
    host: str  # person id
    seats: list[SeatInfo]
    sides: list[int]  # of each seat: those with the same number win or lose together
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
    variant: VariantTag | None = None  # the designer's variant that is played


class View(Struct, frozen=True, gc=False):
    """The match as one seat, or a spectator, may know it."""

    seat: int | None  # whose eyes; none: a spectator
    to_act: int | None  # seat
    moves: int  # entries of the match's log, chance included
    scores: list[int] | None  # at the end
    winners: list[int]  # seats, all of each side that won; none before the end, and where nobody wins
    resigned: int | None  # the seat that ended the match by resigning or running out of time: its side has lost
    ending: Ending  # how the match came to its end; "" before
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
    undoable: list[int] = []  # seats that may take back their last action, or ask to; who acted last comes first
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
    """Who is connected, and which bots play simpler until their machine code is made."""

    seats: list[bool]
    watchers: int
    warming: list[bool] = []  # by seat


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

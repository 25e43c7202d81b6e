"""What is asked for over HTTP: the bodies of requests, as structs."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from motherlode.core.contract import Language
from motherlode.server.protocol.messages import (
    MAX_CHAT,
    MAX_RECORD_BYTES,
    MAX_SEATS,
    ActionGiven,
    Clock,
    Name,
    Number,
    Password,
    RequestId,
    SeatNumber,
    StepNumber,
    Token,
)


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
    variant: Annotated[str, Meta(max_length=40)] | None = None  # a stored one, in place of `options`
    version: Annotated[int, Meta(ge=1, le=10_000)] | None = None  # of it; none: the last


class ContinueTable(Struct, forbid_unknown_fields=True):
    """A new private table that goes on from a position of a finished match, with dice of its own."""

    moves: Annotated[int, Meta(ge=0, le=2**31 - 1)]  # after so many entries of the match's log
    seats: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=MAX_SEATS)]
    name: Annotated[str, Meta(max_length=60)] = ""


MAX_LINE = 4096  # actions and outcomes that one may play in an analysis
MAX_POSITION = 8192  # characters of a position in notation


class Analyse(Struct, forbid_unknown_fields=True):
    """A position to analyse: where it comes from, and what is played from there on.

    It comes from a finished match (`table`), from a lesson, from a puzzle that was answered, from a text `record`, or
    is of one's own making: a `position` in notation, or how the game begins.
    """

    game: Annotated[str, Meta(max_length=40)]
    table: Annotated[str, Meta(max_length=80)] | None = None
    key: Token | None = None  # of a private table
    is_lesson: bool = False
    puzzle: Annotated[str, Meta(max_length=40)] | None = None
    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)] | None = None
    position: Annotated[str, Meta(max_length=MAX_POSITION)] | None = None
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None  # none: as few as the game may have
    options: dict[str, Any] = {}
    moves: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None  # entries of match, lesson or record; none: all
    # What is played from there on, chance included. Below 0: chance decides by itself, each number in its own way.
    line: Annotated[list[Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]], Meta(max_length=MAX_LINE)] = []
    roll: Annotated[int, Meta(ge=-(2**31), lt=0)] | None = None  # then chance decides like this until a seat is to act
    eyes: Literal["turn", "all"] | SeatNumber = "turn"  # turn: those of the seat to act
    has_log: bool = False  # tell also what was played in match, lesson or record
    has_line: bool = False  # tell also the line in words
    has_ground: bool = False  # tell also what an engine in the page needs
    has_record: bool = False  # tell also the text record of all that was played
    language: Language = "en"


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
    stay: bool = False  # true: who is somebody already stays so, and is told who


class Rename(Struct, forbid_unknown_fields=True):
    """Another name."""

    name: Name


class Share(Struct, forbid_unknown_fields=True):
    """Leave to study your matches without names."""

    is_shared: bool


class Credentials(Struct, forbid_unknown_fields=True):
    """Name and password of an account."""

    name: Name
    password: Password
    bearer: bool = False

"""What is asked and answered about designers' variants of games, as structs."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from motherlode.reviews.report import Told
from motherlode.server.protocol.answers import Ground
from motherlode.server.protocol.messages import MAX_SEATS

MAX_VARIANT_NAME = 40
MAX_ABOUT = 600
MAX_FIGURES = 24
LEAST_MEASURED, MOST_MEASURED = 50, 20_000  # games of each of the two that a server plays

Sign = Literal["pick", "lamp", "gem", "cart", "cap", "card", "hex", "wave", "star", "moon", "flame", "crown"]
Progress = Literal["waiting", "playing", "done", "failed"]  # of what a server measures
Known = Literal["more", "less", "same", "open"]  # what a difference is known to be
Tool = Literal["random", "greedy", "search"]  # how a player chose: at random, one action ahead, by a short search
VariantName = Annotated[str, Meta(min_length=1, max_length=MAX_VARIANT_NAME)]
About = Annotated[str, Meta(max_length=MAX_ABOUT)]
Share = Annotated[float, Meta(ge=-1e9, le=1e9)]


class Emblem(Struct, frozen=True, forbid_unknown_fields=True):
    """The picture of a variant: a sign cut from paper, on a ground of some colour."""

    sign: Sign = "pick"
    tone: Annotated[int, Meta(ge=0, le=7)] = 0


class Draft(Struct, forbid_unknown_fields=True):
    """A game with changed options, as a designer has it now: to be checked, nothing is stored."""

    options: dict[str, Any]
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None  # none: as few as the game may have
    has_ground: bool = False  # tell also what an engine in the page needs


class NewVariant(Struct, forbid_unknown_fields=True):
    """A variant to store, with its first version."""

    name: VariantName
    options: dict[str, Any]
    about: About = ""
    emblem: Emblem = Emblem()
    is_public: bool = False
    parent: Annotated[str, Meta(max_length=40)] | None = None  # the variant that it was forked from
    parent_version: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    note: Annotated[str, Meta(max_length=120)] = ""  # on the first version


class NewVersion(Struct, forbid_unknown_fields=True):
    """The next version of a variant; those before stay as they are."""

    options: dict[str, Any]
    note: Annotated[str, Meta(max_length=120)] = ""


class VariantChange(Struct, forbid_unknown_fields=True):
    """Another name, text or picture of a variant, or whether it stands on the shelf; what is not named stays."""

    name: VariantName | None = None
    about: About | None = None
    emblem: Emblem | None = None
    is_public: bool | None = None


class MeasuredFigure(Struct, frozen=True, forbid_unknown_fields=True):
    """One figure with its interval at 95 %, of a variant and of the game as the rulebook has it."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    value: Share
    low: Share
    high: Share
    original: Share
    original_low: Share
    original_high: Share


class MeasuredReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured of a version: by whole games between players that are all the same."""

    player: Tool
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    games: Annotated[int, Meta(ge=1, le=10**7)]  # of each of the two
    figures: Annotated[list[MeasuredFigure], Meta(min_length=1, max_length=MAX_FIGURES)]
    source: Literal["browser"] = "browser"  # that measured it: nobody else has checked it


class NewMeasurement(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server is to measure of a version: it plays whole games of it and of the game as the rulebook has it."""

    player: Annotated[str, Meta(min_length=1, max_length=40)]  # a level of bots, in all seats
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    games: Annotated[int, Meta(ge=LEAST_MEASURED, le=MOST_MEASURED)] = 1000  # of each of the two


class Span(Struct, frozen=True):
    """A number with its interval at 95 %."""

    value: float
    low: float
    high: float


class SeenFigure(Struct, frozen=True):
    """One figure of a variant and of the game as the rulebook has it, with what is known of the difference."""

    name: str
    title: Told
    is_share: bool
    variant: Span
    original: Span
    difference: Span  # holds whenever one looks, all figures together
    verdict: Known


class Measurement(Struct, frozen=True):
    """What the server measures, or has measured, of a version."""

    id: str
    version: int
    state: Progress
    ahead: int  # while it waits: how many are measured before
    player: str  # a level of bots, in all seats
    seats: int
    most: int  # games of each of the two
    games: int  # that were played
    created: int  # milliseconds since 1970
    figures: list[SeenFigure]  # by now; empty while little is known
    why: str  # it failed


class DesignField(Struct, frozen=True):
    """One thing that a designer may change about a game."""

    name: str
    default: Any
    meaning: str  # what the game's own file says about it
    schema: dict[str, Any]  # JSON Schema, whole: it refers to nothing outside


class Design(Struct, frozen=True):
    """What may be changed about a game, and what it is made of."""

    game: str
    title: str
    rules: int  # version
    fewest_seats: int
    most_seats: int
    bots: list[str]  # levels weakest first, `greedy` where it belongs in most games
    fields: list[DesignField]
    data: dict[str, Any]  # the other files of its data folder by name, as they are read: cards, boards, maps
    is_measured: bool = False  # this server measures variants, when their owners ask


class Fault(Struct, frozen=True):
    """What is wrong with a draft, and where."""

    path: str  # gold[2], cards[0].numbers.kill; empty: the whole of it
    why: str


class Checked(Struct, frozen=True):
    """A draft as the rules see it."""

    faults: list[Fault]  # none: it can be played
    seats: int
    options: dict[str, Any]  # that differ from the rulebook's, as they were read; as given where there are faults
    ruleset: str | None  # hash of game, rules version, seats, options and data; none: it cannot be played
    toml: str  # a designer's file, for `--data`
    position: msgspec.Raw | None  # what it looks like at the start, a JSON object that the game defines
    pieces: list[Any] | None  # everything in the box that lies hidden at the start, where a game shows it
    ground: Ground | None = None
    state_bytes: int = 0  # of a position in the engine's memory
    to_act_at: int = 0  # where in a position it says who acts, as one signed byte: -1 is chance, -2 the end
    first_at: list[
        int
    ] = []  # the same for all seats in their order, or the first; below 0: not yet; empty: who acts first


class VariantVersion(Struct, frozen=True):
    """One version of a variant: it never changes."""

    number: int  # from 1
    created: int  # milliseconds since 1970
    note: str
    rules: int  # version of the game's rules that it was made for
    options: dict[str, Any]  # that differ from the rulebook's
    seats: list[int]  # numbers of players that it can be played with
    reports: list[MeasuredReport]  # newest first
    measurements: list[Measurement]  # newest first


class VariantInfo(Struct, frozen=True):
    """A variant as it stands on the shelf."""

    id: str
    game: str
    name: str
    about: str
    emblem: Emblem
    owner: str  # how its owner is called
    is_mine: bool
    is_public: bool
    created: int  # milliseconds since 1970
    changed: int
    versions: int  # how many there are; the last one is played
    plays: int  # tables that were made with it
    parent: str | None  # the variant that it was forked from
    parent_version: int | None
    seats: list[int]  # numbers of players of the last version


class Variant(Struct, frozen=True):
    """A variant with all its versions."""

    info: VariantInfo
    versions: list[VariantVersion]  # newest first


class Shelf(Struct, frozen=True):
    """Variants, those that changed last first."""

    variants: list[VariantInfo]
    next: int | None  # give it as `before` for more

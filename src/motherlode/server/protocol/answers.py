"""What is answered over HTTP, as structs."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from motherlode.core.contract import Action, Language
from motherlode.reviews.report import Account, Decision, Review, Step, Told, TurningPoint  # noqa: F401  (for clients)
from motherlode.reviews.tallying import Mistakes, OwnReview, Tally  # noqa: F401  (for clients)
from motherlode.server.protocol.messages import Move, TableInfo, Update, View
from motherlode.table.match import Ending


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
    # Where the home network finds this server (http://192.168.1.5:8000), for who plays here; none: it does not.
    addresses: list[str] = []


class TableList(Struct, frozen=True):
    """Tables, newest first."""

    tables: list[TableInfo]
    next: str | None  # give it as `before` for more


class OwnMatch(Struct, frozen=True):
    """A match of yours, running or over."""

    table: TableInfo
    seats: list[int]  # that you play
    to_act: int | None  # seat
    winners: list[int]  # seats, all of each side that won; none before the end, and where nobody wins
    resigned: int | None  # the seat that ended the match by resigning or running out of time
    ending: Ending  # how the match came to its end; "" before
    at: int  # when something happened last, in milliseconds since 1970


class OwnMatches(Struct, frozen=True):
    """Matches of yours, newest first."""

    matches: list[OwnMatch]
    next: str | None  # give it as `before` for more


class OwnReviews(Struct, frozen=True):
    """What was luck and what was skill in your matches, as far as they were reviewed: the last of them."""

    matches: list[OwnReview]  # newest first
    tallies: list[Tally]  # the same, added up by game


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


class Sharing(Struct, frozen=True):
    """Leave to study somebody's matches without names."""

    since: int | None  # matches begun from then on; none: no leave


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
    bots: list[str]  # levels weakest first, `greedy` where it belongs in most games
    options: list[OptionInfo]
    strength: Literal["warming", "full"] = "full"  # warming: machine code is being made, strong bots play simpler


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
    is_measured: bool  # chances to win were held against many matches; else they are a search's guess
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


class StudySettings(Struct, frozen=True):
    """How a search is run in a game, as `SearchSettings` has it."""

    explore: float
    temperature: float
    widen: float
    rollout: int
    is_hidden: bool
    is_blanked: bool
    num_sides: int
    num_nodes: int


class OddsCurve(Struct, frozen=True):
    """How often seats won matches of bots that a search gave so much: straight between its points, level beyond."""

    values: tuple[float, ...]  # rising
    odds: tuple[float, ...]
    iterations: int  # of the search for which it holds
    is_measured: bool  # it was held against other matches, with these options


class Study(Struct, frozen=True):
    """What a browser needs to search the positions of a finished match by itself, as docs/wasm.md says."""

    table: str
    module: str | None  # the address of the game's WebAssembly module; none: this server has none
    sizes: dict[str, int]  # of a desk
    settings: StudySettings
    box: str  # bytes, as base64
    sides: tuple[int, ...]  # of each seat: who wins together has the same odds
    curve: OddsCurve | None  # what turns values of a search into odds; none: they are a guess
    positions: list[str]  # after each entry of the log, hidden for the seat to act; bytes, as base64


class Ground(Struct, frozen=True):
    """What an engine in the page needs to search any position of a game, as docs/wasm.md says."""

    module: str | None  # the address of the game's WebAssembly module; none: this server has none
    sizes: dict[str, int]  # of a desk
    settings: StudySettings
    box: str  # bytes, as base64
    sides: tuple[int, ...]  # of each seat: who wins together has the same odds
    curve: OddsCurve | None  # what turns values of a search into odds; none: they are a guess


class ChanceOutcome(Struct, frozen=True):
    """One thing that chance may do."""

    id: int
    text: str  # notation
    share: float  # how likely it is, 0 to 1


class Analysed(Struct, frozen=True):
    """A position of an analysis, as the eyes that look at it may know it."""

    game: str
    options: dict[str, Any]  # that are not as usual
    seats: int
    names: tuple[str, ...]
    start: str | None  # where it all began, in notation; none: as the game begins
    moves: int  # entries of the log since then
    move: Move | None  # what led here; none at the start
    words: str  # the same as a sentence
    view: View  # actions of the seat to act are told if the eyes may know them
    is_chance: bool  # chance is to act
    outcomes: list[ChanceOutcome]  # what it may do; none if the eyes may not know that
    text: str  # the position in notation
    observer: int  # the seat that an engine thinks for: the one to act, or who acted last
    position: str  # as that seat may know it, for an engine: bytes, as base64
    rolled: list[Move] = []  # what chance did by itself until a seat was to act, where that was asked for
    log: list[Move] | None = None  # of match, lesson or record, where it was asked for
    line: list[Move] | None = None  # what is played from there on, where it was asked for
    ground: Ground | None = None
    record: str | None = None


class Answer(Struct, frozen=True):
    """How good another action would have been at a step of a finished match."""

    loss: float  # odds that it loses against the best, 0 to 1
    error: float  # standard error of the loss; 0: exact


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
    language: Language  # English where nobody has translated them
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
    is_over: bool  # your try
    results: list[DailyResult]  # best first


class Health(Struct, frozen=True):
    """How the server is."""

    is_well: bool
    database: str
    bus: str
    version: str

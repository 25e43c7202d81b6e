"""The contract between the rules of a game and everything that uses them.

A game is a state record, a box record and a handful of kernels over (array of records, index). All integers that
kernels take or return are 64-bit. `Kernels` lists them; docs/architecture.md says what each promises; the conformance
suite in `motherlode.conformance` holds a game to it.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar, get_args, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

CHANCE = -1  # to_act: dice or a draw from a deck come next
OVER = -2  # to_act: the game has ended
NOBODY = -1  # where a field could name a seat or a colour and names none
ALLOWED = 0  # what `refuse` returns for a legal action
NUM_KINDS = 8  # of positions, by which a GPU groups its threads: see GameSpec.kind
NO_SUCH_ACTION = 1  # the reason that comes first in every game: the number means nothing

Records: TypeAlias = NDArray[Any]  # an array of state or box records
Language: TypeAlias = Literal["en", "de"]  # in which people are told what happened
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Kernels(NamedTuple):
    """The compiled functions of a game, in the order in which they are prepared.

    Signatures (boxes and states are arrays of records: boxes[0] is the box, states[index] the position):
        setup(boxes, states, index)
        legal(boxes, states, index, out int32[:]) -> n, ascending
        chance(boxes, states, index, outcomes int32[:], weights int64[:]) -> n; the weights add up to less than 2**31
        apply(boxes, states, index, action)
        refuse(boxes, states, index, action) -> ALLOWED or one of `GameSpec.reasons`
        scores(boxes, states, index, out int32[:])
        outcome(boxes, states, index, won int32[:]) -> a `How`; at the end only: 1 for each seat whose side won, else 0
        hide(boxes, states, index, seat)
        resample(boxes, states, index, seat, random uint32[:, 4], stream)
        observe(boxes, states, index, seat, out float32[:])
        evaluate(boxes, states, index, out float32[:])
        progress(boxes, states, index, out float32[:]): how far each seat has come, 0 to 1, in every position
    """

    setup: Callable[..., Any]
    legal: Callable[..., Any]
    chance: Callable[..., Any]
    apply: Callable[..., Any]
    refuse: Callable[..., Any]
    scores: Callable[..., Any]
    outcome: Callable[..., Any]
    hide: Callable[..., Any]
    resample: Callable[..., Any]
    observe: Callable[..., Any]
    evaluate: Callable[..., Any]
    progress: Callable[..., Any]


class How(IntEnum):
    """How the rules ended a game; a match may also end by what players do, which `table.match.Ending` adds."""

    PLAYED_OUT = 0  # as the rulebook says
    NOBODY_LEFT = 1  # all who were left went out together
    CAPPED = 2  # cut off by a rule that is there so that every game ends
    TRAPPED = 3  # there is no way out any more


class Action(msgspec.Struct, frozen=True, gc=False):
    """One thing that the seat to act may do."""

    id: int  # what the engine applies
    text: str  # notation
    path: tuple[str, ...]  # things to touch, in order


class View(msgspec.Struct, frozen=True, gc=False):
    """A position as a client is sent it: every game's views.py has its own, `Position`, and says what is in it.

    As JSON it is an object with these fields; `msgspec.to_builtins` makes plain dicts of it.
    """


def each_alone(box: Records, seats: int) -> tuple[int, ...]:  # noqa: ARG001
    """The sides of a game without teams: every seat is one."""
    return tuple(range(seats))


class Limits(NamedTuple):
    """Bounds that hold in every position of a ruleset; buffers are sized by them."""

    num_actions: int  # actions are 0 .. num_actions - 1
    num_outcomes: int  # chance outcomes are 0 .. num_outcomes - 1
    max_legal: int  # most legal actions in one position
    max_chance: int  # most outcomes in one position
    max_length: int  # most actions in one match, chance included


class Feature(NamedTuple):
    """One run of numbers in an observation."""

    name: str
    size: int
    low: float
    high: float
    meaning: str


class Purpose(NamedTuple):
    """What chance is about to do: the lab throws dice of their own for each kind of event and each seat."""

    kind: int  # of event, as the game numbers them
    seat: int  # for whom; NOBODY: for all
    is_dealt: bool = False  # the seat keeps what comes: a card


class Notation(Protocol):
    """Text for people and records; every `read` undoes its `write` and raises BadInput on anything else."""

    def write_action(self, box: Records, state: Records, action: int) -> str:
        """The action of the seat to act, in words."""

    def read_action(self, box: Records, state: Records, text: str) -> int:
        """The action that the text means in this position, legal or not."""

    def write_outcome(self, box: Records, state: Records, outcome: int) -> str:
        """What chance does, in words."""

    def read_outcome(self, box: Records, state: Records, text: str) -> int:
        """The outcome that the text means in this position."""

    def write_position(self, box: Records, state: Records) -> str:
        """The whole position on one line."""

    def read_position(self, box: Records, text: str) -> Records:
        """The position, as an array of one record."""

    def explain(self, box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
        """Why the action is refused, with the particulars of this position."""


class Views(Protocol):
    """What a client is sent and what it may touch."""

    @property
    def Position(self) -> type[View]:  # noqa: N802  (a class)
        """What `view` returns."""

    def view(self, box: Records, state: Records) -> View:
        """A position that has been through `hide`; contains nothing else."""

    def path(self, box: Records, state: Records, action: int) -> tuple[str, ...]:
        """The things to touch, in order, to choose the action; no path is a prefix of another."""

    def is_seen(self, box: Records, state: Records, action: int, seat: int) -> bool:
        """Whether the seat sees which action, or which outcome of chance, is played here."""

    def reveals(self, box: Records, state: Records, action: int) -> bool:
        """Whether playing the action shows some seat what it could not know before; bars undo."""


class Narration(Protocol):
    """What happened, in words."""

    def narrate(
        self,
        box: Records,
        before: Records,
        action: int | None,
        after: Records,
        names: Sequence[str],
        language: Language = "en",
    ) -> str:
        """One sentence on what led from `before` to `after`, hidden for who reads it; no action: he may not see it."""

    def conclude(self, box: Records, state: Records, names: Sequence[str], language: Language = "en") -> str:
        """One sentence on how a finished game ended."""


class Drawing(Protocol):
    """The board in a terminal."""

    def draw(self, view: Any, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> Any:
        """A Rich renderable of the game's own view; `to_act` is a seat, CHANCE or OVER.

        `last` is the touch path of the action that led here, for the board to mark; empty where there is none.
        """


class Solution(Protocol):
    """What perfect play makes of a position, as the seat to act sees it."""

    @property
    def value(self) -> int:
        """What it still gains on the other, who loses as much; 0 where nobody is to act."""

    @property
    def actions(self) -> dict[int, int]:
        """The same for each legal action, if it is played; the best of them have the value of the position."""


class SolvedGame(Protocol):
    """Every position of a game, solved."""

    def report(self) -> dict[str, Any]:
        """JSON on how the game comes out under perfect play."""


class SolutionTable(Protocol):
    """Every position of a game, solved before and kept in a file."""

    def probe(self, states: Records, index: int = 0) -> Solution:
        """As `Solver.solve`, looked up."""


Whole = TypeVar("Whole", bound=SolvedGame)


@runtime_checkable
class Solver(Protocol[Whole]):
    """The exact solution of a game for two: what the module that `GameSpec.solver` names must have.

    `core.registry.find_solver` gives it. Positions are those before a seat is to act, unless a function says otherwise;
    in a match of several games all of it is about the game being played.
    """

    def solve(self, box: Records, states: Records, index: int = 0) -> Solution:
        """The value of a position and of each legal action; raises BadInput where chance is to act."""

    def best_actions(self, box: Records, states: Records, index: int = 0) -> list[int]:
        """The actions that keep the value of the position, at least one; first the one that a strong bot plays."""

    def lead(self, states: Records, seat: int, index: int = 0) -> int:
        """By how much a seat is ahead so far; with the value of the position, by how much it wins or loses."""

    def margin(self, box: Records, states: Records, seat: int, index: int = 0) -> int | None:
        """By how much a seat wins, if both play perfectly, below 0 if it loses; None where chance is to act."""

    def solve_all(self, box: Records, progress: Callable[[int, int], None] | None = None) -> Whole:
        """Solve the whole game; `progress` is told how much is done and how much there is."""

    def save_table(self, whole: Whole, path: Path) -> None:
        """Keep what `solve_all` found in a file, whole or not at all."""

    def load_table(self, path: Path, box: Records) -> SolutionTable:
        """What `save_table` kept for this box; raises BadInput on anything else."""


class Reason(IntEnum):
    """Why an action cannot be played: what `refuse` returns, with the rule of RULES.md and a sentence for people.

    Every game has its own, in reasons.py, from 1 on, with the sentence in each language; it begins as within a line and
    has no full stop. `explain` fills its blanks, as in `no {colour} die shows {face}`: the same ones in every language.
    """

    rule: str
    words: Mapping[Language, str]

    def __new__(cls, number: int, rule: str = "", words: Mapping[Language, str] | None = None) -> Self:
        """A member from its number, its rule and its sentence; later it is found by its number alone."""
        member = int.__new__(cls, number)
        member._value_, member.rule, member.words = number, rule, words or {}
        return member

    def tell(self, language: Language = "en", **blanks: object) -> str:
        """The sentence in a language, its blanks filled."""
        return self.words[language].format(**blanks)


WHOLE = -1  # a rollout to the end of the game


@dataclass(frozen=True)
class Level:
    """How a bot with a name people understand plays a game; exact, by a net, by a search, or one action ahead."""

    iterations: int = 0  # of tree search for each decision; 0: it looks one action ahead
    net_iterations: int = 0  # the same where the game has a net that fits; 1: what the net likes at one look; 0: no net
    noise: float = 0.0  # how much it errs; 0: it plays what it found best
    is_exact: bool = False  # asks the game's solver


@dataclass(frozen=True)
class SearchSettings:
    """What makes tree search strong in a game, and its levels: `SEARCH` in a game's heuristics.py."""

    rollout: int = WHOLE  # random actions from a leaf until `evaluate` judges
    explore: float = 0.7  # how much what was tried less is preferred
    temperature: float = 0.0  # of priors from `evaluate`: smaller trusts them more; 0: none
    widen: float = 0.0  # chance nodes have at most this many children times the root of their visits; 0: all
    num_nodes: int = 1 << 18  # of a tree
    net_explore: float = 1.0  # `explore` with a net
    net_temperature: float = 1.0  # of a net's priors
    levels: Mapping[str, Level] = field(
        default_factory=lambda: {
            "pebble": Level(noise=2.0),
            "prospector": Level(noise=0.5),
            "foreman": Level(iterations=200, noise=0.1),
            "mastermind": Level(iterations=10_000),
        }
    )


@dataclass(frozen=True)
class GameSpec:
    """All there is to know about one game; every game folder exports one as `GAME`."""

    name: str  # "minecart_mayhem"
    title: str  # "Minecart Mayhem"
    summary: str  # one sentence for people
    version: int  # raised whenever behaviour changes
    seats: tuple[int, int]  # fewest and most
    options: type[msgspec.Struct]
    build_box: Callable[[Any, int], Records]  # (options, seats) -> array of one box
    state: np.dtype[Any]
    box: np.dtype[Any]
    kernels: Kernels
    limits: Callable[[Records], Limits]
    features: Callable[[Records], tuple[Feature, ...]]
    reasons: type[Reason]  # why an action may be refused
    notation: Notation
    narration: Narration
    views: Views
    drawing: Drawing
    folder: str  # where the game's sources, RULES.md and data lie
    home: str  # where this spec can be imported from, "motherlode.games.madcap:GAME"
    sides: Callable[[Records, int], tuple[int, ...]] = each_alone  # (box, seats) -> the side of each seat, from 0
    action_fields: tuple[str, ...] | None = None  # all of a position that texts and paths depend on; None: any of it
    is_hidden: bool = False  # some seat may not see everything
    observe_needs_hiding: bool = True  # False: `observe` reads nothing that `hide` blanks, so it needs no hidden copy
    order_field: str | None = (
        None  # of a position: who is first, or a list of all, as soon as known; None: who acts first
    )
    purpose: Callable[[Records, Records], Purpose] | None = None  # (box, state) before chance acts; None: all alike
    # (boxes, states, index, random, stream, outcomes, weights): what `pick` from `chance` would give; lists are scratch
    draw: Callable[..., int] | None = None
    # (boxes, states, index, action): which kind of work, below NUM_KINDS, playing an action, legal or not, is; listing
    # all, if it is < 0
    kind: Callable[..., int] | None = None
    seat_names: tuple[str, ...] = ()  # what the rulebook calls the seats; "Player 1", ... where it does not
    variants: tuple[dict[str, Any], ...] = ({},)  # options under which the game is tested; may name `seats`
    daily: Callable[[datetime.date], tuple[int, dict[str, Any]]] | None = None  # seed and options of a date
    solver: str = ""  # the module that solves positions exactly, a `Solver`, where there is one
    search: SearchSettings = SearchSettings()

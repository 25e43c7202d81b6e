"""What a client is sent about Trap the Cap, and what it may touch."""

from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER, Purpose, Records, View
from motherlode.games.trap_the_cap import kernels
from motherlode.games.trap_the_cap.components import (
    ENDING_NAMES,
    GAME_NAMES,
    KEPT,
    KIND_NAMES,
    TURN_CAP,
    Ending,
    GameName,
    Kind,
    names_of,
)
from motherlode.games.trap_the_cap.notation import (
    base_colour,
    cap_name,
    cap_names,
    colour_of,
    golden_code,
    golden_ways,
    moved_cap,
    owner_of,
    space_name,
    stacks,
)
from motherlode.games.trap_the_cap.walks import STAY

Phase: TypeAlias = Literal["throw", "move", "again", "golden", "over"]
CapState: TypeAlias = Literal["free", "kept", "captive"]  # kept: in the base of who caught it


class Space(msgspec.Struct, frozen=True, gc=False):
    """R1: a space of the board."""

    id: str  # as touch paths have it: space:17
    name: str  # 17, a3, centre
    kind: Kind
    x: int  # in thousandths of the ring's radius
    y: int  # the same, downwards
    ways: list[str]  # spaces and bases that a cap can go on to


class Base(msgspec.Struct, frozen=True, gc=False):
    """R1: where the caps of a colour begin, and where those that they caught are kept."""

    id: str  # as touch paths have it: base:red
    colour: str
    seat: int | None  # null: nobody plays from it
    x: int  # in thousandths of the ring's radius
    y: int  # the same, downwards
    ways: list[str]  # spaces that a cap can go on to


class Board(msgspec.Struct, frozen=True, gc=False):
    """R1: the board, which is the same in every position of a match."""

    spaces: list[Space]
    bases: list[Base]


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player."""

    seat: int
    colour: str
    team: int  # everybody has one of his own where there are no teams
    base: str  # its id
    score: int  # by the ending that was chosen


class Cap(msgspec.Struct, frozen=True, gc=False):
    """A cap, wherever it is."""

    id: str  # as touch paths have it: cap:red:3, cap:golden
    colour: str
    seat: int | None  # whose it is; null: the Golden Cap while it is nobody's
    place: str  # the id of a space or a base
    state: CapState
    under: str | None  # the free cap on top of it
    order: int  # in which caps came to their place


class Group(msgspec.Struct, frozen=True, gc=False):
    """A free cap on the board with what it carries."""

    place: str  # the id of a space
    top: str  # the free cap
    seat: int | None  # whose it is
    captives: list[str]  # under it, from above


class Position(View, frozen=True, gc=False):
    """Everything on the table: nothing in Trap the Cap is hidden."""

    game: GameName
    ending: Ending
    board: Board
    seats: list[Seat]
    caps: list[Cap]
    groups: list[Group]  # by space, then by arrival
    seat: int  # whose turn it is
    die: int | None  # null: it is still to be thrown
    phase: Phase
    golden_ways: list[tuple[str, int]]  # how the Golden Cap may go on: the next place, and the points it has for it
    golden_may_stay: bool  # it may end where it is
    turns_finished: int
    turns: int  # after which the game ends at the latest
    is_ended_by_cap: bool  # it did


def cap_id(box: Records, cap: int) -> str:
    """`cap:red:3`, `cap:golden`."""
    return "cap:" + cap_name(box, cap).replace(" ", ":")


def place_id(box: Records, place: int) -> str:
    """`space:17`, `base:red`."""
    spaces = int(box[0].spaces)
    return f"space:{space_name(box, place)}" if place < spaces else f"base:{base_colour(box, place - spaces)}"


@cache
def _board(packed: bytes, dtype: np.dtype[Any]) -> tuple[Board, list[str]]:
    """R1: the board, which is the same in every position of a box, and the ids of all its places."""
    box = np.frombuffer(packed, dtype)
    contents, spaces = box[0], int(box[0].spaces)
    names = names_of(int(contents.bases), int(contents.sector), int(contents.spoke))
    seats = {int(contents.seat_base[seat]): seat for seat in range(int(contents.seats))}

    def ways(place: int) -> list[str]:
        return [
            place_id(box, int(contents.to[way]))
            for way in range(int(contents.first[place]), int(contents.first[place + 1]))
        ]

    board = Board(
        spaces=[
            Space(
                id=place_id(box, space),
                name=names[space],
                kind=KIND_NAMES[contents.kind[space]],
                x=int(contents.x[space]),
                y=int(contents.y[space]),
                ways=ways(space),
            )
            for space in range(spaces)
        ],
        bases=[
            Base(
                id=place_id(box, spaces + base),
                colour=base_colour(box, base),
                seat=seats.get(base),
                x=int(contents.x[spaces + base]),
                y=int(contents.y[spaces + base]),
                ways=ways(spaces + base),
            )
            for base in range(int(contents.bases))
        ],
    )
    return board, [space.id for space in board.spaces] + [base.id for base in board.bases]


def view(box: Records, state: Records) -> Position:
    """Everything on the table: nothing in Trap the Cap is hidden."""
    now, contents = state[0], box[0]
    seats, num_caps, gold = int(contents.seats), int(contents.num_caps), int(contents.gold)
    scores = np.zeros(seats, np.int32)
    kernels.scores(box, state, 0, scores)
    names = [f"cap:{name.replace(' ', ':')}" for name in cap_names(box)]
    tops, places, ranks = (state[name][0].tolist() for name in ("top", "place", "rank"))
    owners = [int(owner_of(contents, now, cap)) for cap in range(num_caps)]
    board, ids = _board(box.tobytes(), box.dtype)
    return Position(
        game=GAME_NAMES[contents.game],
        ending=ENDING_NAMES[contents.ending],
        board=board,
        seats=[
            Seat(
                seat=seat,
                colour=colour_of(box, seat),
                team=int(contents.team[seat]),
                base=ids[int(contents.spaces) + int(contents.seat_base[seat])],
                score=int(scores[seat]),
            )
            for seat in range(seats)
        ],
        caps=[
            Cap(
                id=names[cap],
                colour=names[cap].split(":")[1],
                seat=None if owners[cap] == NOBODY else owners[cap],
                place=ids[places[cap]],
                state="free" if tops[cap] == cap else "kept" if tops[cap] == KEPT else "captive",
                under=None if tops[cap] in (cap, KEPT) else names[tops[cap]],
                order=ranks[cap],
            )
            for cap in range(num_caps)
        ],
        groups=[
            Group(
                place=ids[places[top]],
                top=names[top],
                seat=None if owners[top] == NOBODY else owners[top],
                captives=[names[cap] for cap in under],
            )
            for top, under in stacks(box, state).items()
        ],
        seat=int(now.seat),
        die=int(now.die) or None,
        phase=_phase(state),
        golden_ways=[(ids[place], points) for place, points in golden_ways(box, state)] if gold >= 0 else [],
        golden_may_stay=bool(int(now.ways) & STAY),
        turns_finished=int(now.turn),
        turns=int(contents.turns),
        is_ended_by_cap=bool(now.ended == TURN_CAP),
    )


def _phase(state: Records) -> Phase:
    now = state[0]
    if now.to_act == OVER:
        return "over"
    if now.to_act == CHANCE:
        return "throw"
    if now.die == 0:
        return "again"
    return "golden" if now.ways else "move"


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """The cap, then the space where it ends; its base in between, if it goes home; `turn:4` turns the Golden Cap."""
    contents, now, spaces = box[0], state[0], int(box[0].spaces)
    if action >= contents.again:
        return ("die",) if action == contents.again else ("stop",)
    code = golden_code(box, action)
    if code is not None:
        first = () if now.ways else ("cap:golden",)
        if code == spaces:
            return (*first, place_id(box, spaces + int(contents.seat_base[now.seat])))
        if code > spaces:
            return (*first, f"turn:{space_name(box, code - spaces - 1)}")
        return (*first, place_id(box, code))
    cap, code = moved_cap(box, state, action)
    if code < spaces:
        return cap_id(box, cap), place_id(box, code)
    base = int(contents.seat_base[contents.owner[cap]])
    home = cap_id(box, cap), place_id(box, spaces + base)
    if code > spaces:
        return (*home, place_id(box, int(contents.near[base, code - spaces - 1])))
    # Only on a designer's board can a cap both stay at home and come out again with one throw.
    onward = range(action + 1, action + 1 + int(contents.num_near[base]))
    if any(kernels.refuse(box, state, 0, other) == ALLOWED for other in onward):
        return (*home, "stay")
    return home


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every throw and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False


def purpose(box: Records, state: Records) -> Purpose:
    """R2.1: the die is thrown for the seat whose turn it is, also after a throw that was lost."""
    return Purpose(0, state["seat"].item(0))

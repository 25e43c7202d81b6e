"""What is in the box of Trap the Cap: boards built from a few numbers, caps, colours."""

import math
import re
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

import msgspec
import numpy as np
from msgspec import Meta

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code, cut, shown
from motherlode.core.layout import record
from motherlode.core.options import line_of, read_toml

if TYPE_CHECKING:
    from motherlode.games.trap_the_cap.options import Options

DATA = Path(__file__).parent / "data"

MAX_SEATS = MAX_BASES = 6
MAX_CAPS_EACH = 6
MAX_CAPS = MAX_SEATS * MAX_CAPS_EACH + 1  # and the Golden Cap
FACES = 6
WORD = 62  # bits of a mask that are kept in one signed 64-bit number
MAX_PLACES = 2 * WORD  # spaces and bases: a set of places is two words
MAX_SPACES = MAX_PLACES - MAX_BASES
MAX_DEGREE = 7  # ways from one space, the base included
EDGE_WORDS = 5
MAX_EDGES = EDGE_WORDS * WORD  # ways between places, one for each direction
MAX_ENDS = 24  # spaces where one cap can end with one throw
MAX_NEAR = 60  # spaces that can be reached from a base with what is left of a throw
MAX_TURNS = 10_000
MAX_COLOUR = 12  # letters of a colour
BIT_PRIME = 67  # no two powers of two below 2**66 leave the same rest

PLAIN, GREY, YELLOW = 0, 1, 2
Kind: TypeAlias = Literal["plain", "grey", "yellow"]
KIND_NAMES: tuple[Kind, ...] = get_args(Kind)
BASIC, TEAM, TOTAL, TOWER, GOLDEN = range(5)
GameName: TypeAlias = Literal["basic", "team", "total", "tower", "golden"]
GAME_NAMES: tuple[GameName, ...] = get_args(GameName)
MOST, LAST, FEWEST, OWN_GOLD = range(4)
Ending: TypeAlias = Literal["most", "last", "fewest", "golden"]
ENDING_NAMES: tuple[Ending, ...] = get_args(Ending)
ENDINGS_OF = {
    "basic": ("most", "last"),
    "team": ("most", "fewest"),
    "total": ("most", "fewest"),
    "tower": ("last",),
    "golden": ("golden", "most"),
}  # the usual one first
NOWHERE = -1  # place of a cap that is not in this game
KEPT = -1  # top of a cap that is kept in a base
RUNNING, ONE_LEFT, TURN_CAP = range(3)  # how a game ended
SIZE = 1000  # coordinates: the ring's radius


BOX = record(
    [
        (
            "walk",
            np.int64,
            (FACES, MAX_PLACES, 2),
        ),  # R11.3: by points n and place, the set of spaces at the end of walks of n steps that may turn back
        ("reach", np.int64, (MAX_PLACES, 2)),  # R2.3: by place, the set of spaces where one throw of any face can end
        (
            "first",
            np.int16,
            (MAX_PLACES + 1,),
        ),  # the first way out of each place; ways of a place follow each other
        ("back", np.int16, (MAX_EDGES,)),  # the way in the other direction
        ("x", np.int16, (MAX_PLACES,)),  # where to draw a place, to the right of the centre
        ("y", np.int16, (MAX_PLACES,)),  # and downward
        ("slots", np.int16),  # caps that a seat may move, the Golden Cap not counted
        ("block", np.int16),  # actions of one slot
        ("gold_at", np.int16),  # the first action of the Golden Cap
        ("again", np.int16),  # the action: throw again; the next one: do not
        ("turns", np.int16),  # R7.5
        ("max_legal", np.int16),
        ("to", np.int8, (MAX_EDGES,)),  # where a way leads
        ("kind", np.int8, (MAX_PLACES,)),  # PLAIN, GREY or YELLOW; bases are PLAIN
        (
            "ends",
            np.int8,
            (MAX_PLACES, FACES + 1, MAX_ENDS),
        ),  # R2.3: where n steps without turning back end, ascending
        ("num_ends", np.int8, (MAX_PLACES, FACES + 1)),
        (
            "home_steps",
            np.int8,
            (MAX_BASES, MAX_PLACES),
        ),  # bit s - 1: the base is s steps away, without turning back
        ("near", np.int8, (MAX_BASES, MAX_NEAR)),  # spaces within 5 steps of each base, ascending
        ("num_near", np.int8, (MAX_BASES,)),
        (
            "near_index",
            np.int8,
            (MAX_BASES, MAX_PLACES),
        ),  # the index of a space in `near`; -1: it is not there
        ("distance", np.int8, (MAX_PLACES, MAX_PLACES)),  # steps between places, through no base
        (
            "rotated",
            np.int8,
            (MAX_BASES, MAX_PLACES),
        ),  # where each place comes to lie when the board is turned so that this base is where the first was
        ("owner", np.int8, (MAX_CAPS,)),  # seat of each cap; -1 for the Golden Cap
        ("seat_base", np.int8, (MAX_SEATS,)),  # of each seat
        ("team", np.int8, (MAX_SEATS,)),  # of each seat; the seat itself where there are no teams
        ("bit", np.int8, (BIT_PRIME,)),  # the number of the bit, by the rest of a power of two
        ("seats", np.int8),
        ("caps", np.int8),  # of each seat
        ("num_caps", np.int8),  # all of them, the Golden Cap included
        ("gold", np.int8),  # number of the Golden Cap; NOWHERE without it
        ("game", np.int8),
        ("ending", np.int8),
        ("spaces", np.int8),
        ("bases", np.int8),
        ("sector", np.int8),
        ("spoke", np.int8),
        ("colours", np.uint8, (MAX_BASES, MAX_COLOUR)),  # of the bases, in letters
        ("spare", np.int8, (4,)),
    ]
)


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a board, as in data/four.toml; they are checked when it is read."""

    bases: Annotated[int, Meta(ge=2, le=MAX_BASES)]
    sector: Annotated[int, Meta(ge=2, le=40)]
    spoke: Annotated[int, Meta(ge=1, le=40)]
    grey: Annotated[int, Meta(ge=0, le=40)]
    yellow: dict[str, list[str]]
    links: list[tuple[str, str]] = []
    cuts: list[tuple[str, str]] = []

    def __post_init__(self) -> None:
        """R12.1: every space has two ways and can be reached."""
        Graph(self)


class Graph:
    """R1: the spaces of a board, their names, kinds and ways; ring, then spokes, then the centre, then the bases."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ring = board.bases * board.sector
        self.spaces = self.ring + board.bases * board.spoke + 1
        self.centre = self.spaces - 1
        if self.spaces > MAX_SPACES:
            raise ValueError(f"the board has {self.spaces} spaces, more than {MAX_SPACES}")
        self.names = space_names(board.bases, board.sector, board.spoke)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.junctions = [base * board.sector for base in range(board.bases)]
        self.ways: list[set[int]] = [set() for _ in range(self.spaces)]
        self._lay_paths()
        self._check_paths()
        self.grey = self._grey_spaces()
        self.ends = [self._ends_from(place) for place in range(self.spaces + board.bases)]

    def space(self, name: str) -> int:
        """The number of a space."""
        if name not in self.numbers:
            raise ValueError(f"there is no space {shown(name)}")
        return self.numbers[name]

    def spoke_space(self, base: int, number: int) -> int:
        """R1.1, R1.8: a space of a spoke, by its number from the junction (0); after the last comes the centre."""
        if number == 0:
            return self.junctions[base]
        return self.centre if number > self.board.spoke else self.ring + base * self.board.spoke + number - 1

    def _lay_paths(self) -> None:
        """R1.1: ring and spokes, then the designer's links and cuts."""
        for space in range(self.ring):
            self._join(space, (space + 1) % self.ring)
        for base in range(self.board.bases):
            for number in range(self.board.spoke + 1):
                self._join(self.spoke_space(base, number), self.spoke_space(base, number + 1))
        for one, other in self.board.links:
            if one == other or self.space(other) in self.ways[self.space(one)]:
                raise ValueError(f"space {one!r} cannot be linked to {other!r}: they are one, or neighbours already")
            self._join(self.space(one), self.space(other))
        for one, other in self.board.cuts:
            if self.space(other) not in self.ways[self.space(one)]:
                raise ValueError(f"space {one!r} cannot be cut from {other!r}: they are not neighbours")
            self.ways[self.space(one)].remove(self.space(other))
            self.ways[self.space(other)].remove(self.space(one))

    def _join(self, one: int, other: int) -> None:
        self.ways[one].add(other)
        self.ways[other].add(one)

    def _check_paths(self) -> None:
        """R12.1: no dead ends, no islands, not too many ways."""
        for space, ways in enumerate(self.ways):
            if len(ways) < 2:
                raise ValueError(f"space {self.names[space]!r} is a dead end: it needs two neighbours")
            if len(ways) + (space in self.junctions) > MAX_DEGREE:
                raise ValueError(f"space {self.names[space]!r} has more than {MAX_DEGREE} ways")
        reached = self.distances(self.centre)
        for space in range(self.spaces):
            if reached[space] < 0:
                raise ValueError(f"space {self.names[space]!r} cannot be reached from the centre")

    def _grey_spaces(self) -> set[int]:
        """R1.3: the grey spaces: so many steps from a junction as the board says, along the ring and the spoke."""
        steps = self.board.grey
        found: set[int] = set()
        if steps:
            for base, junction in enumerate(self.junctions):
                found |= {(junction + steps) % self.ring, (junction - steps) % self.ring}
                if steps <= self.board.spoke + 1:
                    found.add(self.spoke_space(base, steps))
        for space in (*self.junctions, self.centre):
            if space in found:
                raise ValueError(f"space {self.names[space]!r} would be grey: junctions and the centre never are")
        return found

    def yellow_spaces(self, kinds: str) -> set[int]:
        """R1.4: the yellow spaces, as the board names them for this value of the option; grey ones stay grey."""
        if kinds not in self.board.yellow:
            raise ValueError(cut(f"the board knows {' and '.join(map(repr, self.board.yellow))}"))
        parts = {
            "junctions": self.junctions,
            "ring": [space for space in range(self.ring) if space not in self.junctions],
            "spokes": range(self.ring, self.centre),
        }
        found: set[int] = set()
        for name in self.board.yellow[kinds]:
            found |= set(parts[name]) if name in parts else {self.space(name)}
        return found - self.grey

    def distances(self, start: int) -> list[int]:
        """Steps from a space to each space; -1 where none lead."""
        found = [-1] * self.spaces
        found[start] = 0
        queue = deque([start])
        while queue:
            space = queue.popleft()
            for other in self.ways[space]:
                if found[other] < 0:
                    found[other] = found[space] + 1
                    queue.append(other)
        return found

    def moves(self, start: int) -> Iterable[set[tuple[int, int]]]:
        """R2.2 to R2.4: after each step without turning back, where a cap can be and where it came from.

        Whoever stands on the way does not matter, and no step leads into a base (R3.4).
        """
        reached = {(start, -1)}
        for _ in range(FACES):
            further = set()
            for space, before in reached:
                onward = self.ways[space] if space < self.spaces else {self.junctions[space - self.spaces]}
                further |= {(other, space) for other in onward if other != before}
            reached = further
            yield reached

    def _ends_from(self, place: int) -> list[list[int]]:
        """R2.3: the spaces where a cap on a place can end, by the number thrown."""
        found: list[list[int]] = [[]]
        for reached in self.moves(place):
            found.append(sorted({space for space, _ in reached}))
            if len(found[-1]) > MAX_ENDS:
                raise ValueError(f"a cap on space {self.names[place]!r} could end on more than {MAX_ENDS} spaces")
        return found

    def place_ways(self, place: int) -> list[int]:
        """The neighbours of a space or base, ascending; the base comes last."""
        if place >= self.spaces:
            return [self.junctions[place - self.spaces]]
        hanging = [self.spaces + base for base, junction in enumerate(self.junctions) if junction == place]
        return sorted(self.ways[place]) + hanging


def space_names(bases: int, sector: int, spoke: int) -> list[str]:
    """R1.8: ring 1, 2, ...; spokes a1, a2, ..., b1, ...; the centre."""
    ring = [str(number + 1) for number in range(bases * sector)]
    spokes = [f"{'abcdef'[base]}{number + 1}" for base in range(bases) for number in range(spoke)]
    return [*ring, *spokes, "centre"]


@cache
def names_of(bases: int, sector: int, spoke: int) -> tuple[str, ...]:
    """The names of all spaces of a board with these numbers."""
    return tuple(space_names(bases, sector, spoke))


def check_colours(colours: Sequence[str]) -> None:
    """R12.2: words of small letters whose initials differ, so that a cap can be written `g3`."""
    for colour in colours:
        if not re.fullmatch(rf"[a-z]{{2,{MAX_COLOUR}}}", colour) or colour in {
            "golden",
            "home",
            "throw",
            "stop",
        }:
            raise ValueError(
                f"colours: {shown(colour)} is not a word of 2 to {MAX_COLOUR} small letters that is still free"
            )
    if len({colour[0] for colour in colours}) < len(colours):
        raise ValueError("colours: two begin with the same letter")


def read_board(path: Path) -> Board:
    """A board file, checked; errors name the file, the line and the space."""
    values = read_toml(path)
    try:
        return msgspec.convert(values, Board)
    except msgspec.ValidationError as error:
        text = str(error).replace("`", "")
        field = re.search(r" - at \$\.(\w+)", text)
        line = line_of(path, field[1]) if field else 0
        where = f", line {line}" if line else ""
        raise BadInput(Code.BAD_DATA, f"bad board file {str(path)!r}{where}: {text[:1].lower()}{text[1:]}") from None


@cache
def _named_graph(name: str) -> Graph:
    return Graph(read_board(DATA / f"{name}.toml"))


def find_graph(options: "Options", seats: int) -> Graph:
    """R1.2: the board that the options name; six bases for more than four seats."""
    if isinstance(options.board, Board):
        return Graph(options.board)
    if options.board == "auto":
        return _named_graph("four" if seats <= 4 else "six")
    return _named_graph(options.board)


def build_box(options: "Options", seats: int) -> Records:
    """R12.3: the box for these options; refused where the seats do not fit the bases or the teams."""
    graph = find_graph(options, seats)
    board = graph.board
    if seats > board.bases:
        raise BadInput(Code.WRONG_SEATS, f"{seats} seats on a board with {board.bases} bases: each player needs a base")
    is_team = options.game in {"team", "total"}
    if is_team and seats not in {4, 6}:
        raise BadInput(Code.WRONG_SEATS, f"the {options.game} game with {seats} seats: two teams need 4 or 6")
    if len(options.colours) < board.bases:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option colours={options.colours!r}: the board has {board.bases} bases, in trap_the_cap",
        )
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box.seats, box.caps, box.turns = seats, options.caps, options.turns
    box.game = GAME_NAMES.index(options.game)
    ending = ENDINGS_OF[options.game][0] if options.ending == "usual" else options.ending
    box.ending = ENDING_NAMES.index(ending)
    has_gold = options.game == "golden"
    box.gold = seats * options.caps if has_gold else NOWHERE
    box.num_caps = seats * options.caps + has_gold
    box.owner[:] = -1
    for seat in range(seats):
        box.owner[seat * options.caps : (seat + 1) * options.caps] = seat
        box.seat_base[seat] = seat * board.bases // seats  # R1.6
        box.team[seat] = seat % 2 if is_team else seat  # R8.1
    for bit in range(WORD):
        box.bit[2**bit % BIT_PRIME] = bit
    for base in range(board.bases):
        word = options.colours[base].encode()
        box.colours[base, : len(word)] = list(word)
    _fill_graph(boxes, graph, options.kinds)
    _fill_actions(boxes, graph, seats // 2 if options.game == "total" else 1)
    return boxes


def sides(box: Records, seats: int) -> tuple[int, ...]:
    """R8.1: partners win or lose together."""
    return tuple(box[0].team[:seats].tolist())


def _fill_graph(boxes: Records, graph: Graph, kinds: str) -> None:
    """The board as tables."""
    box, board, spaces = boxes[0], graph.board, graph.spaces
    box.spaces, box.bases, box.sector, box.spoke = spaces, board.bases, board.sector, board.spoke
    try:
        yellow = graph.yellow_spaces(kinds)
    except ValueError as error:
        raise BadInput(Code.BAD_OPTION, f"bad option kinds={shown(kinds)}: {error}, in trap_the_cap") from None
    box.kind[list(graph.grey)] = GREY
    box.kind[list(yellow)] = YELLOW
    places = spaces + board.bases
    numbers: dict[tuple[int, int], int] = {}
    for place in range(places):
        box.first[place] = len(numbers)
        for other in graph.place_ways(place):
            numbers[place, other] = len(numbers)
    if len(numbers) > MAX_EDGES:
        raise BadInput(Code.BAD_OPTION, f"bad option board: it has {len(numbers)} ways, more than {MAX_EDGES}")
    box.first[places:] = len(numbers)
    for (place, other), number in numbers.items():
        box.to[number] = other
        box.back[number] = numbers[other, place]
    box.distance[:] = -1
    for space in range(spaces):
        box.distance[space, :spaces] = graph.distances(space)
    for base, junction in enumerate(graph.junctions):
        hanging = spaces + base
        box.distance[hanging, :spaces] = box.distance[:spaces, hanging] = box.distance[junction, :spaces] + 1
        box.distance[hanging, hanging] = 0
        near: set[int] = set()
        for steps in range(1, FACES):
            near |= set(graph.ends[hanging][steps])
        box.near_index[base] = -1
        box.num_near[base] = len(near)
        for index, space in enumerate(sorted(near)):
            box.near[base, index] = space
            box.near_index[base, space] = index
    for place in range(places):
        for steps in range(1, FACES + 1):
            ends = graph.ends[place][steps]
            box.ends[place, steps, : len(ends)] = ends
            box.num_ends[place, steps] = len(ends)
            for space in ends:
                box.reach[place, space // WORD] |= 1 << (space % WORD)
        if place < spaces:
            for steps, reached in enumerate([{(place, -1)}, *graph.moves(place)][:FACES], 1):
                for space, _ in reached:
                    if space in graph.junctions:
                        box.home_steps[graph.junctions.index(space), place] |= 1 << (steps - 1)
            reached_at: set[int] = {place}
            for steps in range(FACES):
                for space in reached_at:
                    box.walk[steps, place, space // WORD] |= 1 << (space % WORD)
                reached_at = {other for space in reached_at for other in graph.ways[space]}
    for base in range(board.bases):
        for place in range(places):
            box.rotated[base, place] = rotate(graph, place, -base)
    _fill_coordinates(boxes, graph)


def rotate(graph: Graph, place: int, bases: int) -> int:
    """Where a place comes to lie when the board is turned clockwise by a number of bases."""
    board = graph.board
    if place < graph.ring:
        return (place + bases * board.sector) % graph.ring
    if place < graph.centre:
        return graph.ring + (place - graph.ring + bases * board.spoke) % (board.bases * board.spoke)
    if place == graph.centre:
        return place
    return graph.spaces + (place - graph.spaces + bases) % board.bases


def _fill_coordinates(boxes: Records, graph: Graph) -> None:
    """The ring as a circle with the first junction on top, spokes straight, bases outside."""
    box, board = boxes[0], graph.board

    def put(place: int, turn: float, radius: float) -> None:
        box.x[place] = round(SIZE * radius * math.sin(2 * math.pi * turn))
        box.y[place] = round(-SIZE * radius * math.cos(2 * math.pi * turn))

    for space in range(graph.ring):
        put(space, space / graph.ring, 1.0)
    for base in range(board.bases):
        for number in range(1, board.spoke + 1):
            put(graph.spoke_space(base, number), base / board.bases, 1 - number / (board.spoke + 1))
        put(graph.spaces + base, base / board.bases, 1.2)
    put(graph.centre, 0, 0)


def _fill_actions(boxes: Records, graph: Graph, colours: int) -> None:
    """How actions are numbered on this board (see actions.py), and how many can be legal at once."""
    box, spaces = boxes[0], graph.spaces
    box.slots = colours * box.caps
    box.block = spaces + 1 + int(box.num_near.max())
    box.gold_at = int(box.slots) * int(box.block)
    gold_actions = 2 * spaces + 1 if box.gold >= 0 else 0
    box.again = int(box.gold_at) + gold_actions
    most_ends = int(box.num_ends.max())
    most_out = max(
        len(set(graph.ends[spaces + base][steps])) for base in range(graph.board.bases) for steps in range(1, FACES)
    )
    routes = max(int(steps).bit_count() for steps in box.home_steps.view(np.uint8).ravel())
    most = int(box.slots) * (most_ends + max(1, routes) * most_out + 1)
    if box.gold >= 0:
        in_reach = [int((box.distance[place, :spaces] <= FACES).sum()) for place in range(spaces + graph.board.bases)]
        enemies = (int(box.seats) - 1) * int(box.caps)
        most += max(in_reach) + min(max(in_reach), enemies) + 1
    box.max_legal = max(2, min(most, int(box.again) + 2))

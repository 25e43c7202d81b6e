r"""What is in the box of the Rockport Caverns: maps, four cards and the numbers printed on them.

A map is a grid of hexes, point up, seven rows of eight: rows 1 to 6 and under them the start circles as row 7. `across`
says how far to the right a hex is, in half hexes, so that odd rows have odd numbers and even rows even ones:

    row 1    -1   1   3   5   7   9  11  13         sides, as the bear's die numbers them:   6 NW / \ NE 1
    row 2       0   2   4   6   8  10  12  14                                                5 W |   | E 2
    row 3    -1   1   3   5   7   9  11  13                                                  4 SW \ / SE 3
"""

import heapq
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
import numpy as np

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.layout import record
from motherlode.core.options import read_toml
from motherlode.games.rockport_caverns.sketches import read_sketch

if TYPE_CHECKING:
    from motherlode.games.rockport_caverns.options import Options

NUM_ROWS = 6
START_ROW = 7  # where the start circles are
ROW_SIZE = 8
MAX_PLACES = START_ROW * ROW_SIZE
NUM_SIDES = 6
NUM_STARTS = 6
MAX_COLUMNS = 6  # hexes of a row that a die can count
NUM_WAYS = 4  # that are known of each place
CROWDED = 3  # steps that a way seems longer for each hex that another has entered
NUM_CHARACTERS = 4
MOST_ROCKS = 6
NOWHERE = -1
NEVER = 10_000  # more water than any map has circles

Side: TypeAlias = Literal["NE", "E", "SE", "SW", "W", "NW"]
SIDES: tuple[Side, ...] = get_args(Side)  # clockwise; the bear's die shows index + 1
NORTHEAST, EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST = range(NUM_SIDES)
OFFSETS = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))  # by side: rows down, half hexes to the right

PASSAGE, ROOM, EXIT, START, SOLID = range(5)  # kinds of places; SOLID: no hex there
Kind: TypeAlias = Literal["passage", "room", "exit", "start"]
KINDS: tuple[Kind, ...] = get_args(Kind)

# R2.3, R2.4: what each map must show.
ROOMS = {
    1: ("Bear's Den", "Hen's Nest Gemstones", "The Patriot's Rock"),
    2: ("Bear's Den", "Hen's Nest Gemstones", "The Patriot's Rock", "The Pouch", "Ammo Rocks"),
}
EXITS = {1: ("right", "right"), 2: ("left", "right")}
DEN = "Bear's Den"
ROOM_NAMES = ROOMS[2]  # all that a map may have, each once
OWN_MAP = 0  # the number of a map that a designer made
MOST_EXITS = 4  # of such a map
MAX_TITLE = 40
LOWEST_EXIT_ROW = 3
ROCKS = [2, 3, 2, 2, 2, 1]  # R2.2: of drawn caverns, as of all maps
FEWEST_BOTTOM_CIRCLES = 4  # R2.8, so that the hardest start leaves one round to get off the start circle

# A set of places is an integer with a bit for each. By these shifts, left or, where negative, right, a bit comes to a
# neighbour; which neighbour that is depends on whether the row is odd or even, so there are eight for six sides.
SHIFTS = (1, -1, -8, -7, -9, 8, 9, 7)

DATA = Path(__file__).parent / "data"
DRAWN = Path(__file__).parent / "drawn.toml"
SETS = {1: DATA, 2: Path(__file__).parent / "set2"}  # R2.9: the maps of each set
MOST_ROUNDS = 200
USUAL_ROUNDS = 60  # R11.6: how long a lamp burns where a map does not say
OWN_SOURCE = "bad option map"  # in errors, where a map is no file

BOX = record(
    [
        (
            "spread",
            np.int64,
            (len(SHIFTS),),
        ),  # for each of SHIFTS the set of places from which it follows a path, in either direction
        (
            "ways",
            np.int64,
            (MAX_PLACES, NUM_WAYS),
        ),  # for each place some ways by the trigger row to an exit: the sets of places that they enter
        ("row_mask", np.int64, (START_ROW + 1,)),  # the places of each row, as bits
        ("exit_mask", np.int64),
        ("brittle", np.int64),  # the places that the first rocks block
        (
            "full",
            np.int16,
            (START_ROW + 1,),
        ),  # circles filled when the row is flooded; NEVER for rows 0 and 7
        ("total", np.int16),  # circles of the map
        ("filled", np.int16),  # circles filled before play
        ("most_rounds", np.int16),
        ("drawn", np.int16),  # which of the caverns drawn by chance; 0: none of them
        ("map", np.int8),  # its number; of a drawn cavern the one whose rooms and exits it has; or OWN_MAP
        ("set", np.int8),  # whose maps they are; 0: a drawn cavern, or a designer's map
        ("character", np.int8),
        ("kind", np.int8, (MAX_PLACES,)),
        ("row", np.int8, (MAX_PLACES,)),
        ("across", np.int8, (MAX_PLACES,)),
        ("column", np.int8, (MAX_PLACES,)),  # what the column die counts, from 1; 0: not counted
        ("path", np.int8, (MAX_PLACES, NUM_SIDES)),  # the place behind each side; NOWHERE without a path
        (
            "counted",
            np.int8,
            (NUM_ROWS + 1, MAX_COLUMNS),
        ),  # the place of each row and column die; NOWHERE: no such hex
        ("starts", np.int8, (NUM_STARTS,)),
        ("capacity", np.int8, (START_ROW + 1,)),  # Xs that block a hex of the row
        ("den", np.int8),
        ("marked_row", np.int8),  # entering it costs a life; 0: no such row
        ("health", np.int8),
        ("stored", np.int8),
        ("most_stored", np.int8),
        ("trigger_row", np.int8),
        ("friend_row", np.int8),  # 0: rolled
        ("slides", np.int8),  # rock slides before play
        ("rerolls", np.int8),
        ("most_life", np.int8),
        ("has_bear", np.int8),
        ("rooms", np.int8, (len(ROOM_NAMES),)),  # where each of ROOM_NAMES is; NOWHERE: not on this map
        ("spare", np.int8, (5,)),
    ]
)


class Which(NamedTuple):
    """Which map: the number of one of a set, or a drawn cavern with the rooms and exits of that number."""

    map: int
    set: int  # 0: a drawn cavern
    drawn: int  # 0: a printed map


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a map: a place and where paths lead from it."""

    row: int
    across: int
    kind: Kind
    paths: str
    name: str = ""

    @property
    def place(self) -> int:
        """The number of the place: eight to a row, from the top left."""
        return (self.row - 1) * ROW_SIZE + (self.across + 1) // 2

    @property
    def sides(self) -> list[str]:
        """The sides that have a path."""
        return self.paths.split()


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as its file has it."""

    title: str
    rocks: list[int]  # Xs that block a hex, from row 1
    water: list[int]  # circles, from row 1
    marked_row: int  # entering it costs a life; 0: no such row
    hexes: list[Hex]
    rounds: int = USUAL_ROUNDS


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R2.10: a cavern drawn by chance, as drawn.toml has it."""

    form: Annotated[int, msgspec.Meta(ge=1, le=2)]  # the map whose rooms and exits it has
    seed: int  # that it was made from
    marked_row: int
    rounds: int
    water: list[int]
    sketch: str

    def map_file(self, number: int) -> MapFile:
        """What a file of this map would hold."""
        hexes = msgspec.convert(read_sketch(self.sketch), list[Hex])
        return MapFile(f"Cavern {number}", ROCKS, self.water, self.marked_row, hexes, self.rounds)


class Cavern(NamedTuple):
    """A map that has been checked."""

    title: str
    rocks: list[int]  # Xs that block a hex, from row 1
    water: list[int]  # circles, from row 1
    marked_row: int
    hexes: dict[int, Hex]  # by place
    paths: dict[int, dict[int, int]]  # place -> side -> place; start circles lead up, nothing leads back
    names: dict[int, str]  # what a place is called in notation: 4-3, den, exit-1, start-5
    rounds: int  # that the lamp burns


def read_map(number: int, path: Path | None = None) -> Cavern:
    """R13.2: the map of that number, checked; every error names the file, the hex and the field."""
    source = path or DATA / f"map{number}.toml"
    label = f"bad data file {source.name!r}"
    content = read_toml(source)
    try:
        file = msgspec.convert(content, MapFile)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at `$.")
        path_to = where.rstrip("`")
        if path_to.startswith("hexes["):
            index, _, field = path_to[len("hexes[") :].partition("]")
            words = f"{_describe(content['hexes'][int(index)])}, field {field.lstrip('.') or 'itself'!r}"
        else:
            words = f"field {path_to!r}" if path_to else "the file"
        raise _wrong(label, words, why[:1].lower() + why[1:].replace("`", "'")) from None
    return check_map(file, number, label)


def check_own_map(file: MapFile) -> Cavern:
    """R13.2: a map that a designer gives as an option, checked."""
    if not file.title.isprintable() or len(file.title) > MAX_TITLE:
        raise _wrong(OWN_SOURCE, "field 'title'", f"needs up to {MAX_TITLE} letters that can be printed")
    return check_map(file, OWN_MAP, OWN_SOURCE)


def _describe(content: Any) -> str:
    """A hex for errors: `hex row 3, across 5`."""
    if isinstance(content, Hex):
        return f"hex row {content.row}, across {content.across}"
    if isinstance(content, dict):
        return f"hex row {content.get('row', '?')}, across {content.get('across', '?')}"
    return f"hex {content!r}"


def _wrong(source: str, where: str, why: str) -> BadInput:
    code = Code.BAD_OPTION if source == OWN_SOURCE else Code.BAD_DATA
    return BadInput(code, f"{source}: {where}: {why}")


def check_map(file: MapFile, number: int, source: str) -> Cavern:
    """R2.1 to R2.8, R13.2: whether a map is one that can be played; raises with file, hex and field where it is not."""
    for field, numbers, low, high in (("rocks", file.rocks, 1, MOST_ROCKS), ("water", file.water, 1, 20)):
        if len(numbers) != NUM_ROWS or not all(low <= value <= high for value in numbers):
            raise _wrong(source, f"field {field!r}", f"needs {NUM_ROWS} numbers from {low} to {high}, from row 1 down")
    if file.water[-1] < FEWEST_BOTTOM_CIRCLES:
        raise _wrong(source, "field 'water'", f"row 6 needs at least {FEWEST_BOTTOM_CIRCLES} circles")
    if not 0 <= file.marked_row <= NUM_ROWS:
        raise _wrong(source, "field 'marked_row'", f"must be a row from 1 to {NUM_ROWS}, or 0 for none")
    if not 1 <= file.rounds <= MOST_ROUNDS:
        raise _wrong(source, "field 'rounds'", f"must be a number from 1 to {MOST_ROUNDS}")
    hexes: dict[int, Hex] = {}
    for hex_ in file.hexes:
        _check_place(hex_, source)
        if hex_.place in hexes:
            raise _wrong(source, f"{_describe(hex_)}, field 'across'", "this place is taken by another hex")
        hexes[hex_.place] = hex_
    hexes = dict(sorted(hexes.items()))
    names = _name_places(hexes, number, source)
    paths = _link(hexes, source)
    _check_routes(hexes, paths, names, source)
    return Cavern(file.title, file.rocks, file.water, file.marked_row, hexes, paths, names, file.rounds)


def _check_place(hex_: Hex, source: str) -> None:
    """R2.1, R2.4: the place exists and fits its kind; exits are high."""
    rows = (START_ROW, START_ROW) if hex_.kind == "start" else (1, NUM_ROWS)
    if hex_.kind == "exit":
        rows = (1, LOWEST_EXIT_ROW)
    if not rows[0] <= hex_.row <= rows[1]:
        raise _wrong(source, f"{_describe(hex_)}, field 'row'", f"a {hex_.kind} is in row {rows[0]} to {rows[1]}")
    low = -1 if hex_.row % 2 else 0
    if not low <= hex_.across <= low + 2 * ROW_SIZE - 2 or (hex_.across - low) % 2:
        raise _wrong(
            source,
            f"{_describe(hex_)}, field 'across'",
            f"in row {hex_.row} it is one of {low}, {low + 2}, ... {low + 2 * ROW_SIZE - 2}",
        )
    for side in hex_.sides:
        if side not in SIDES:
            raise _wrong(
                source,
                f"{_describe(hex_)}, field 'paths'",
                f"unknown side {side!r}, not in {' '.join(SIDES)}",
            )
    if len(set(hex_.sides)) != len(hex_.sides) or not hex_.sides:
        raise _wrong(source, f"{_describe(hex_)}, field 'paths'", "needs at least one side, each once")


def _name_places(hexes: dict[int, Hex], number: int, source: str) -> dict[int, str]:
    """R2.1, R2.3 to R2.5: rooms, exits and start circles are all there; row and column name all other hexes."""
    names: dict[int, str] = {}
    wanted = list(ROOMS.get(number, ROOM_NAMES))
    starts = []
    exits = []
    columns = dict.fromkeys(range(1, NUM_ROWS + 1), 0)
    for place, hex_ in hexes.items():
        if hex_.kind == "room":
            if hex_.name not in wanted:
                why = f"{hex_.name!r} is not one of {', '.join(ROOMS.get(number, ROOM_NAMES))}, each once"
                raise _wrong(source, f"{_describe(hex_)}, field 'name'", why)
            wanted.remove(hex_.name)
            names[place] = short_name(hex_.name)
        elif hex_.kind == "start":
            starts.append(place)
            names[place] = f"start-{len(starts)}"
        elif hex_.kind == "exit":
            exits.append(hex_)
            names[place] = f"exit-{len(exits)}"
        else:
            columns[hex_.row] += 1
            names[place] = f"{hex_.row}-{columns[hex_.row]}"
            if columns[hex_.row] > MAX_COLUMNS:
                raise _wrong(
                    source,
                    f"{_describe(hex_)}, field 'kind'",
                    f"row {hex_.row} has more than six countable hexes",
                )
    missing = [name for name in wanted if number != OWN_MAP or name == DEN]
    if missing:
        raise _wrong(source, "field 'hexes'", f"there is no room {missing[0]!r}")
    for row, count in columns.items():
        if not count:
            raise _wrong(source, "field 'hexes'", f"row {row} has no countable hex")
    if len(starts) != NUM_STARTS:
        raise _wrong(source, "field 'hexes'", f"there are {len(starts)} start circles, not {NUM_STARTS}")
    if number == OWN_MAP and not 1 <= len(exits) <= MOST_EXITS:
        raise _wrong(source, "field 'hexes'", f"there are {len(exits)} exits, not 1 to {MOST_EXITS}")
    if number != OWN_MAP and len(exits) != len(EXITS[number]):
        raise _wrong(source, "field 'hexes'", f"there are {len(exits)} exits, not {len(EXITS[number])}")
    sides = []
    for hex_ in exits:
        others = [other.across for other in hexes.values() if other.row == hex_.row and other is not hex_]
        is_right = all(across < hex_.across for across in others)
        if not is_right and not all(across > hex_.across for across in others):
            raise _wrong(source, f"{_describe(hex_)}, field 'across'", "an exit is at the end of its row")
        sides.append("right" if is_right else "left")
    if number != OWN_MAP and sorted(sides) != sorted(EXITS[number]):
        raise _wrong(source, "field 'hexes'", f"the exits are {' and '.join(sides)}, not {' and '.join(EXITS[number])}")
    return names


def short_name(room: str) -> str:
    """What a room is called in notation: `den`, `nest`, `rock`, `pouch`, `ammo`."""
    words = room.lower().removeprefix("the ").replace("'s", "").split()
    return words[0] if words[0] in {"pouch", "ammo"} else words[1]


def _link(hexes: dict[int, Hex], source: str) -> dict[int, dict[int, int]]:
    """R2.6: paths lead to hexes and back; from a start circle they lead up only."""
    paths: dict[int, dict[int, int]] = {}
    for place, hex_ in hexes.items():
        paths[place] = {}
        for side in hex_.sides:
            down, right = OFFSETS[SIDES.index(side)]
            other = next(
                (one for one in hexes.values() if (one.row, one.across) == (hex_.row + down, hex_.across + right)),
                None,
            )
            where = f"{_describe(hex_)}, field 'paths'"
            if other is None:
                raise _wrong(source, where, f"{side} leads nowhere")
            if other.kind == "start":
                raise _wrong(source, where, f"{side} leads to a start circle")
            opposite = SIDES[(SIDES.index(side) + 3) % NUM_SIDES]
            if hex_.kind != "start" and opposite not in other.sides:
                raise _wrong(
                    source,
                    where,
                    f"{side} leads to row {other.row}, across {other.across}, which has no path {opposite}",
                )
            paths[place][SIDES.index(side)] = other.place
    return paths


def _check_routes(hexes: dict[int, Hex], paths: dict[int, dict[int, int]], names: dict[int, str], source: str) -> None:
    """R2.7: from each start circle two routes that share no hex but their ends to each exit and to rows 1, 2 and 3."""
    goals = {f"exit {names[place]}": {place} for place, hex_ in hexes.items() if hex_.kind == "exit"}
    for row in (1, 2, 3):
        goals[f"row {row}"] = {place for place, hex_ in hexes.items() if hex_.row == row and hex_.kind != "exit"}
    for place, hex_ in hexes.items():
        if hex_.kind != "start":
            if not reaches(paths, next(one for one in hexes if hexes[one].kind == "start"), {place}):
                raise _wrong(source, f"{_describe(hex_)}, field 'paths'", "no start circle leads here")
            continue
        for goal, places in goals.items():
            if not has_two_routes(paths, place, places):
                raise _wrong(
                    source,
                    f"{_describe(hex_)}, field 'paths'",
                    f"no two routes to {goal} share nothing but their ends",
                )


def reaches(paths: dict[int, dict[int, int]], start: int, goals: set[int], without: int = NOWHERE) -> bool:
    """Whether paths lead from the start to one of the goals, also if one hex were not there."""
    seen, queue = {start, without}, [start]
    while queue:
        for other in paths[queue.pop()].values():
            if other not in seen:
                if other in goals:
                    return True
                seen.add(other)
                queue.append(other)
    return False


def has_two_routes(paths: dict[int, dict[int, int]], start: int, goals: set[int]) -> bool:
    """Whether two routes share no hex but their ends: by Menger, whether no single hex lies on all routes.

    Where the goals are a whole row, the two routes end on two hexes of it.
    """
    ends = {start} | (goals if len(goals) == 1 else set())
    return all(reaches(paths, start, goals, hex_) for hex_ in paths if hex_ not in ends)


@lru_cache(64)
def known_ways(which: Which, trigger_row: int) -> dict[int, list[int]]:
    """What `find_ways` finds on a map that is kept, found once."""
    return find_ways(cavern(*which), trigger_row)


def find_ways(plan: Cavern, trigger_row: int) -> dict[int, list[int]]:
    """Ways on a map from each place by the trigger row to an exit, the shortest and some that share little with others.

    A way is the set of places that it enters. Where there are few, one may be listed twice.
    """
    found: dict[int, list[int]] = {place: [] for place in plan.hexes}
    for place, ways in found.items():
        while len(ways) < NUM_WAYS:
            ways.append(_next_way(plan, place, trigger_row, ways))
    return found


def _next_way(plan: Cavern, start: int, trigger_row: int, others: list[int]) -> int:
    """By Dijkstra, the shortest way from a place by the trigger row to an exit, where what others enter is longer."""
    seen = set()
    queue = [(0, start, False, 0)]
    while queue:
        length, place, is_triggered, way = heapq.heappop(queue)
        if is_triggered and plan.hexes[place].kind == "exit":
            return way
        if (place, is_triggered) not in seen:
            seen.add((place, is_triggered))
            for other in plan.paths[place].values():
                crowd = sum((one >> other) & 1 for one in others)
                is_there = is_triggered or plan.hexes[other].row == trigger_row
                heapq.heappush(queue, (length + 1 + CROWDED * crowd, other, is_there, way | 1 << other))
    raise AssertionError("R2.7: ways lead from every place to every exit and to every row")


@lru_cache(64)
def cavern(number: int, edition: int = 1, drawn: int = 0) -> Cavern:
    """The map of that number in a set, or a drawn cavern, R2.9, R2.10; read once."""
    if drawn:
        sketch = drawn_caverns()[drawn - 1]
        return check_map(sketch.map_file(drawn), sketch.form, f"bad data file {DRAWN.name!r}")
    return read_map(number, SETS[edition] / f"map{number}.toml")


@cache
def drawn_caverns() -> tuple[Drawn, ...]:
    """R2.10: all caverns drawn by chance, by their numbers less one."""
    return msgspec.convert(read_toml(DRAWN)["caverns"], tuple[Drawn, ...])


def which_of(box: Any) -> Which:
    """Which map is in a box."""
    return Which(int(box.map), int(box.set), int(box.drawn))


def plan_of(box: Records) -> Cavern:
    """The map that a box was built with: one that is kept, or told from the box."""
    which = which_of(box[0])
    return _told_plan(box[0].tobytes()) if which.map == OWN_MAP else cavern(*which)


@lru_cache(64)
def _told_plan(content: bytes) -> Cavern:
    """A designer's map as the box has it; its title is not in there."""
    box = np.frombuffer(content, BOX).view(np.recarray)[0]
    rooms = {int(place): name for name, place in zip(ROOM_NAMES, box.rooms, strict=True) if place != NOWHERE}
    hexes, paths = {}, {}
    for place in range(MAX_PLACES):
        if box.kind[place] != SOLID:
            paths[place] = {side: int(box.path[place, side]) for side in range(NUM_SIDES) if box.path[place, side] >= 0}
            hexes[place] = Hex(
                row=int(box.row[place]),
                across=int(box.across[place]),
                kind=KINDS[box.kind[place]],
                paths=" ".join(SIDES[side] for side in paths[place]),
                name=rooms.get(place, ""),
            )
    full = [int(box.full[row]) for row in range(1, NUM_ROWS + 1)] + [0]
    water = [full[row] - full[row + 1] for row in range(NUM_ROWS)]
    rocks = [int(box.capacity[row]) for row in range(1, NUM_ROWS + 1)]
    names = _name_places(hexes, OWN_MAP, OWN_SOURCE)
    return Cavern("", rocks, water, int(box.marked_row), hexes, paths, names, int(box.most_rounds))


def build_box(options: "Options", seats: int) -> Records:
    """The box for these options; R2.9, R2.10, R13.2: with a map of a set, a drawn cavern or a designer's map."""
    trigger_row = options.trigger_rows[options.character - 1]
    if isinstance(options.map, MapFile):
        if options.drawn:
            raise BadInput(Code.BAD_OPTION, f"bad option drawn={options.drawn}: there is a map of your own already")
        plan = check_own_map(options.map)
        return fill_box(options, Which(OWN_MAP, 0, 0), plan, find_ways(plan, trigger_row))
    which = Which(options.map, options.set, 0)
    if options.drawn:
        known = len(drawn_caverns())
        if options.drawn > known:
            raise BadInput(Code.BAD_OPTION, f"bad option drawn={options.drawn}: caverns are drawn up to {known}")
        which = Which(drawn_caverns()[options.drawn - 1].form, 0, options.drawn)
    return fill_box(options, which, cavern(*which), known_ways(which, trigger_row))


def fill_box(options: "Options", which: Which, plan: Cavern, known: dict[int, list[int]]) -> Records:
    """The box for these options, a map and the ways that are known on it.

    R1.1, R1.2: what the card says; R1.4, R1.5: rock slides and water, each by its own level; R2.2, R2.8: Xs and circles
    of the rows; R2.5: the count of the column die; R12.1: the bear and its den; R11.6: how long the lamp burns.
    """
    from motherlode.games.rockport_caverns.options import LEVELS

    boxes = np.zeros(1, BOX)
    box = boxes[0]
    card = options.character - 1
    circles = options.circles or plan.water
    filled = options.water_filled[LEVELS.index(options.water)]
    if filled + 1 >= circles[-1]:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option circles={circles}: row 6 needs at least {filled + 2}, {filled} are filled before play",
        )
    box.map, box.set, box.drawn = which
    box.character, box.marked_row = options.character, plan.marked_row
    box.health, box.stored, box.most_stored = (
        options.health[card],
        options.stored[card],
        options.most_stored[card],
    )
    box.trigger_row, box.friend_row = options.trigger_rows[card], options.friend_rows[card]
    box.slides = options.rock_slides[LEVELS.index(options.rocks)]
    box.filled, box.total = filled, sum(circles)
    box.rerolls, box.most_life = options.rerolls, options.most_life
    box.most_rounds = min(options.most_rounds, plan.rounds)  # R11.6
    box.has_bear = options.bear
    box.full[0] = box.full[START_ROW] = NEVER
    for row in range(1, NUM_ROWS + 1):
        box.full[row] = sum(circles[row - 1 :])
        box.capacity[row] = plan.rocks[row - 1]
    box.kind[:] = SOLID
    box.path[:] = NOWHERE
    box.counted[:] = box.rooms[:] = NOWHERE
    for place, ways in known.items():
        box.ways[place] = ways
    num_starts = 0
    for place, hex_ in plan.hexes.items():
        kind = KINDS.index(hex_.kind)
        box.kind[place], box.row[place], box.across[place] = kind, hex_.row, hex_.across
        box.row_mask[hex_.row] |= 1 << place
        if kind == PASSAGE:
            column = int(plan.names[place].split("-")[1])
            box.column[place] = column
            box.brittle |= (plan.rocks[hex_.row - 1] == 1) << place
            box.counted[hex_.row, column - 1] = place
        elif kind == ROOM:
            box.rooms[ROOM_NAMES.index(hex_.name)] = place
            if hex_.name == DEN:
                box.den = place
        elif kind == EXIT:
            box.exit_mask |= 1 << place
        else:
            box.starts[num_starts] = place
            num_starts += 1
        for side, other in plan.paths[place].items():
            box.path[place, side] = other
            for one, two in ((place, other), (other, place)):
                box.spread[SHIFTS.index(two - one)] |= 1 << one
    return boxes

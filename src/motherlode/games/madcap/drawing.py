"""Madcap in a terminal: the mine in cross-section by lamplight, the players and their dice beside it.

    ░ 1 ░│ │ ├ (R)            ◆  ░░     ▶ ● Ada      0 ◆
    ░ 2 ░│[▣]├      (K)       ◆◆  ░       ▮ Bob      6 ◆

A barrel carries a letter as well as a colour and a player a mark, so that the picture can be read without
colours. The elevator stands where the last barrel was sent, under a brighter lamp.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style

from motherlode.core.contract import CHANCE, OVER
from motherlode.games.madcap.components import COLOURS, Colour
from motherlode.games.madcap.views import Position

Rgb: TypeAlias = tuple[int, int, int]
Piece: TypeAlias = tuple[str, Rgb, bool]  # words, their ink, whether they are bold; `[4]` is a die

QUESTION = "Which die? Beside it: where its barrel can stop, and ! for BOOM."
MARKS = {"red": "R", "black": "K", "blue": "B"}
SEAT_MARKS = "●▮"  # what tells the players apart besides their names

SKY, STAR = (13, 17, 30), (96, 106, 136)
ROCK, DEEP_ROCK, GRAIN = (52, 41, 33), (22, 18, 16), (84, 68, 54)
EARTH = (107, 76, 44)
SHAFT, CABLE, CAGE = (12, 10, 9), (112, 118, 128), (214, 218, 224)
DARK, LAMPLIGHT, BLAST = (26, 20, 15), (128, 88, 36), (176, 58, 18)
COAL, TIMBER = (22, 20, 19), (74, 53, 32)
PAPER, QUIET, LAMP = (240, 228, 204), (150, 142, 130), (255, 236, 170)
GOLD, OLD_GOLD, RUST = (255, 205, 70), (214, 154, 34), (240, 110, 70)
PAINT = {"red": (190, 40, 34), "black": (74, 78, 86), "blue": (38, 98, 200)}
WHITE = (255, 255, 255)

# Where a terminal has fewer colours. The numbers of 256 are those of xterm.
CUBE, FIRST_GREY = (0, 95, 135, 175, 215, 255), 232
BROWNS_AND_GREYS = [
    *(n for n in range(16, FIRST_GREY) if max((n - 16) // weight % 6 for weight in (36, 6, 1)) > 1),
    *range(FIRST_GREY, 256),
]
FORCED = {PAINT["black"]: 241, EARTH: 94, SKY: 234, PAPER: 230}
SIXTEEN = {
    GOLD: "yellow", OLD_GOLD: "yellow", RUST: "red", QUIET: "bright_black", CABLE: "bright_black", STAR: "bright_black",
    PAINT["red"]: "red", PAINT["blue"]: "blue",
}  # fmt: skip

SIGN_X, SHAFT_X, BARREL_X, BARREL_WIDTH, GOLD_X = 1, 5, 11, 5, 26
MINE_WIDTH, NARROW_MINE_WIDTH, PANEL_WIDTH = 43, 34, 37
LARGEST_HEAP = 9  # nuggets that are drawn one by one
REACH = 24  # how many columns a lamp lights
BAND = 3  # columns of the same light, as if cut from paper
TALL_SCREEN = 30  # lines of a terminal that has room for rock between the levels
MOST_LEVELS_TALL = 8
MOST_DICE_WITH_WORDS = 4
STARS_PER_CENT = 6


def draw(view: Position, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> "Picture":
    """The mine on the left, players and dice on the right, or below where the terminal is narrow.

    `last`, the path of the action before, marks what exploded.
    """
    return Picture(view, names, to_act, last)


def name_thing(view: Position, path: Sequence[str]) -> str:
    """The last thing of a touch path in words: `red 4`, `level 7`, `level 7!` beside a barrel, `the case`."""
    kind, *rest = path[-1].split(":")
    if kind == "die":
        return " ".join(rest)
    if kind == "case":
        return "the case"
    mover, level = path[0].split(":")[1], int(rest[0])
    has_company = any(view.barrels[colour] == level for colour in COLOURS if colour != mover)
    return f"level {level}{'!' if has_company else ''}"


@lru_cache(4096)
def _style(ink: Rgb, ground: Rgb, is_bold: bool, system: str) -> Style:
    """The style in as many colours as the terminal has; with sixteen, only what matters has a colour."""
    if system == "truecolor":
        return Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground), bold=is_bold)
    if system == "256":
        return Style(color=_nearest(ink), bgcolor=_nearest(ground), bold=is_bold)
    return Style(color=SIXTEEN.get(ink), bold=is_bold)


def _nearest(colour: Rgb) -> Color:
    """The nearest of 256 colours, without the dark olives and maroons that stand where browns are missing."""
    if colour in FORCED:
        return Color.from_ansi(FORCED[colour])
    return Color.from_ansi(min(BROWNS_AND_GREYS, key=lambda number: _distance(_rgb(number), colour)))


def _rgb(number: int) -> Rgb:
    """R, G and B of one of 256 colours: a cube of 6 x 6 x 6 from 16, then 24 greys from 232."""
    if number >= FIRST_GREY:
        grey = 8 + 10 * (number - FIRST_GREY)
        return grey, grey, grey
    red, green, blue = (CUBE[(number - 16) // weight % 6] for weight in (36, 6, 1))
    return red, green, blue


def _distance(first: Rgb, second: Rgb) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


def _mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    share = min(max(share, 0.0), 1.0)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _grain(x: int, y: int) -> int:
    """A number from 0 to 99 that looks random and is always the same at one spot."""
    mixed = (x * 374_761_393 + y * 668_265_263) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1_274_126_177) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) % 100


class Canvas:
    """A grid of characters, each with its ink and its ground."""

    def __init__(self, width: int, height: int, ground: Rgb) -> None:
        self.width, self.height = width, height
        self.cells: list[list[tuple[str, Rgb, Rgb, bool]]] = [
            [(" ", ground, ground, False)] * width for _ in range(height)
        ]

    def put(
        self,
        x: int,
        y: int,
        text: str,
        ink: Rgb = WHITE,
        ground: Rgb | None = None,
        is_bold: bool = False,
    ) -> int:
        """Write from (x, y) to the right and return where it ends; without a ground, the one there stays."""
        for character in text:
            size = cell_len(character)
            if size == 0 or x + size > self.width:
                continue
            self.cells[y][x] = (
                character,
                ink,
                ground if ground is not None else self.cells[y][x][2],
                is_bold,
            )
            for rest in range(1, size):
                self.cells[y][x + rest] = ("", ink, self.cells[y][x][2], is_bold)
            x += size
        return x

    def ground(self, x: int, y: int) -> Rgb:
        """The ground at a spot."""
        return self.cells[y][x][2]

    def segments(self, system: str | None) -> Iterator[Segment]:
        """The canvas as Rich prints it; without colours, without blanks at the end of a line."""
        for row in self.cells:
            if system is None:
                yield Segment("".join(cell[0] for cell in row).rstrip())
            else:
                styles = [_style(*cell[1:], system) for cell in row]
                start = 0
                for x in range(1, self.width + 1):
                    if x == self.width or styles[x] != styles[start]:
                        yield Segment("".join(cell[0] for cell in row[start:x]), styles[start])
                        start = x
            yield Segment.line()


class Picture:
    """One position, drawn to the size and the colours of the terminal that shows it."""

    def __init__(self, view: Position, names: Sequence[str], to_act: int, last: Sequence[str]) -> None:
        self.view, self.names, self.to_act = view, names, to_act
        self.stop: int | None = view.barrels[view.banned] if view.banned else None  # of the elevator
        num_there = sum(view.barrels[colour] == self.stop for colour in COLOURS)
        self.is_blast = self.stop is not None and num_there > 1 and f"level:{self.stop}" in last[-1:]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for this console."""
        width = options.max_width
        system = None if console.no_color else console.color_system
        is_mono = system not in {"truecolor", "256"}  # too few colours for grounds
        has_room = console.is_terminal and console.height >= TALL_SCREEN
        mine_width = MINE_WIDTH if width >= MINE_WIDTH else NARROW_MINE_WIDTH
        mine = Mine(self, mine_width, has_room and len(self.view.levels) <= MOST_LEVELS_TALL, is_mono)
        panel = list(self.panel(mine.is_tall))
        if width >= MINE_WIDTH + PANEL_WIDTH:
            canvas = Canvas(MINE_WIDTH + PANEL_WIDTH, max(mine.height, len(panel)), COAL)
            left, top = MINE_WIDTH, max(0, (canvas.height - len(panel)) // 2)
        else:
            canvas = Canvas(max(mine_width, min(PANEL_WIDTH, width)), mine.height + 1 + len(panel), COAL)
            left, top = -1, mine.height + 1
        mine.paint(canvas)
        for y, pieces in enumerate(panel, top):
            x = left + 1
            for words, ink, is_bold in pieces:
                if words.startswith("[") and not is_mono:
                    x = canvas.put(x, y, f" {words[1:-1]} ", WHITE, ink, True)
                else:
                    x = canvas.put(x, y, words, ink, None, is_bold)
        yield from canvas.segments(system)

    def panel(self, is_tall: bool) -> Iterator[list[Piece]]:
        """What stands beside the mine, line by line."""
        match = self.view.match
        if match.games > 1:
            yield [(f"  Game {match.game} of {match.games}", PAPER, True)]
            yield [(f"  points {match.points[0]}-{match.points[1]}", QUIET, False)]
        elif match.nuggets:
            yield [(f"  Game {match.game}, to {match.nuggets} nuggets", PAPER, True)]
            yield [(f"  before it {match.total[0]}-{match.total[1]}", QUIET, False)]
        if is_tall:
            yield []
        gold = self.gold()
        for seat, name in enumerate(self.names):
            is_next = seat == self.to_act
            lead = gold[seat] - gold[1 - seat]
            yield [
                ("▶ " if is_next else "  ", LAMP, True),
                (SEAT_MARKS[seat] + " ", PAPER if is_next else QUIET, False),
                (set_cell_size(_shortened(name, 16), 17), PAPER if is_next else QUIET, is_next),
                (f"{gold[seat]:>3} ◆", GOLD, True),
                (f"  +{lead}" if lead > 0 else "", QUIET, False),
            ]
            if is_tall:
                yield []
        yield []
        yield from self.trips()
        yield []
        for colour in COLOURS:
            yield self.dice(colour)
            if is_tall:
                yield []

    def gold(self) -> list[int]:
        """Nuggets by seat in the game that is shown; the end of a single game moves them to the total."""
        match = self.view.match
        is_single = match.games == 1 and not match.nuggets
        return list(match.total if self.view.is_over and is_single else self.view.gold)

    def trips(self) -> Iterator[list[Piece]]:
        """How far the game is."""
        if self.to_act == OVER:
            yield [("  The match is over.", QUIET, False)]
        elif self.to_act == CHANCE:
            yield [("  The dice are being rolled.", QUIET, False)]
        else:
            left = self.view.trips_left
            spent = len(COLOURS) * self.view.dice_per_colour - left
            words = f"  {left} trip{'' if left == 1 else 's'} left  "
            yield [(words, QUIET, False), ("▪" * left, CAGE, False), ("·" * spent, QUIET, False)]

    def dice(self, colour: Colour) -> list[Piece]:
        """R3.1: the dice of one colour, spent ones as dots; a cross where the barrel was chosen last."""
        faces, banned = self.view.dice[colour], self.view.banned
        is_banned = banned == colour and self.to_act >= 0
        paint = _mix(PAINT[colour], COAL, 0.5) if is_banned else PAINT[colour]
        pieces: list[Piece] = [
            ("x " if is_banned else "  ", RUST, True),
            (f"{MARKS[colour]} {colour:<6}", QUIET if is_banned else PAPER, not is_banned),
        ]
        for face in faces:
            pieces += [(f"[{face}]", paint, True), (" ", QUIET, False)]
        pieces.append((" ·  " * (self.view.dice_per_colour - len(faces)), QUIET, False))
        if is_banned and self.view.dice_per_colour <= MOST_DICE_WITH_WORDS:
            pieces.append(("unloading", RUST, False))
        return pieces


class Mine:
    """The cross-section: night, headframe, then one gallery for each level on the right of the shaft."""

    def __init__(self, picture: Picture, width: int, is_tall: bool, is_mono: bool) -> None:
        self.picture, self.view = picture, picture.view
        self.width, self.is_tall, self.is_mono = width, is_tall, is_mono
        self.surface = 2 if is_tall else 1  # the row on which barrels wait outside
        levels = len(self.view.levels)
        self.height = self.surface + 1 + (2 * levels + 1 if is_tall else levels)

    def row_of(self, level: int) -> int:
        """The row of a gallery; the half row above it is its roof, where there is room."""
        return self.surface + (2 if self.is_tall else 1) * level

    def paint(self, canvas: Canvas) -> None:
        """Draw from the sky down."""
        self.paint_sky(canvas)
        self.paint_rock(canvas)
        self.paint_shaft(canvas)
        for row in self.view.levels:
            self.paint_gallery(canvas, row.level, row.gold)

    def paint_sky(self, canvas: Canvas) -> None:
        """Stars, the headframe, and the barrels that are still outside."""
        for y in range(self.surface + 1):
            for x in range(self.width):
                is_star = _grain(x, y + 40) < STARS_PER_CENT and y < self.surface
                canvas.put(x, y, "·" if is_star else " ", STAR, SKY)
        middle = SHAFT_X + 2
        for y in range(self.surface + 1):
            reach = y if self.is_tall else y + 1
            canvas.put(middle - reach, y, "╱", CAGE)  # noqa: RUF001  (no slash)
            canvas.put(middle + reach, y, "╲", CAGE)
            canvas.put(middle, y, "│" if y else "◎", CABLE if y else CAGE)
        canvas.put(self.width - 14, 0, "M A D C A P", GOLD, None, True)
        for nth, colour in enumerate(COLOURS):
            if self.view.barrels[colour] is None:
                self.put_barrel(canvas, BARREL_X + nth * BARREL_WIDTH, self.surface, colour)

    def paint_rock(self, canvas: Canvas) -> None:
        """Rock, darker the deeper, with a rim of earth on top."""
        top = self.surface + 1
        for y in range(top, self.height):
            for x in range(self.width):
                rock, grain = self.rock(y), _grain(x, y)
                speck = "▖▗▘▝"[grain % 4] if grain < 14 else "·" if grain < 22 else " "
                ink = QUIET if self.is_mono else _mix(rock, GRAIN, 0.35)
                canvas.put(x, y, "░" if self.is_mono else speck, ink, rock)
        if self.is_tall and not self.is_mono:
            canvas.put(0, top, "▀" * self.width, EARTH)

    def rock(self, y: int) -> Rgb:
        """The colour of the rock at a row."""
        top = self.surface + 1
        return _mix(ROCK, DEEP_ROCK, (y - top) / max(1, self.height - top - 1))

    def roof(self, y: int) -> Rgb:
        """What is above a gallery in the half row over it: the rim of earth, or rock."""
        return EARTH if y == self.surface + 1 else self.rock(y)

    def paint_shaft(self, canvas: Canvas) -> None:
        """Two walls, and the cable down to where the elevator stands."""
        top = self.surface + 1
        end = self.surface if self.picture.stop is None else self.row_of(self.picture.stop)
        for y in range(top, self.height):
            canvas.put(SHAFT_X, y, "│", QUIET, SHAFT)
            canvas.put(SHAFT_X + 1, y, " │ " if y < end else "   ", CABLE, SHAFT)
            canvas.put(SHAFT_X + 4, y, "│", QUIET, SHAFT)
        canvas.put(SHAFT_X + 1, end, "[▣]", CAGE, None, True)

    def light(self, x: int, level: int) -> Rgb:
        """The lamp hangs at the mouth of a gallery and burns brighter where the elevator stands."""
        is_stop = level == self.picture.stop
        near = (1 - (x - SHAFT_X - 5) // BAND * BAND / REACH) * (1.0 if is_stop else 0.6)
        return _mix(DARK, BLAST if is_stop and self.picture.is_blast else LAMPLIGHT, near)

    def paint_gallery(self, canvas: Canvas, level: int, gold: int) -> None:
        """R1.1: a level with its number, its barrels and its gold."""
        y = self.row_of(level)
        is_stop = level == self.picture.stop
        room = LARGEST_HEAP if self.width >= MINE_WIDTH else 3
        heap = "◆" * gold if gold <= room else f"{gold} ◆"
        end = GOLD_X + len(heap) + 2
        for x in range(SHAFT_X + 5, end):
            canvas.put(x, y, " " if self.is_tall or self.is_mono else "▁", DEEP_ROCK, self.light(x, level))
            if self.is_tall and not self.is_mono and x < end - 1:
                canvas.put(x, y - 1, "▄", self.light(x, level), self.roof(y - 1))
        canvas.put(SIGN_X, y, f"{level:>2} ", LAMP if is_stop else PAPER, TIMBER, True)
        canvas.put(SHAFT_X + 4, y, "├" if self.is_mono else "▐", LAMP if is_stop else OLD_GOLD)
        for nth, colour in enumerate(COLOURS):
            if self.view.barrels[colour] == level:
                self.put_barrel(canvas, BARREL_X + nth * BARREL_WIDTH, y, colour)
        for nth, nugget in enumerate(heap):
            canvas.put(GOLD_X + nth, y, nugget, GOLD if nth % 2 == 0 else OLD_GOLD, None, True)
        if is_stop and self.picture.is_blast:
            canvas.put(end, y, " BOOM! ", RUST, None, True)

    def put_barrel(self, canvas: Canvas, x: int, y: int, colour: Colour) -> None:
        """A barrel with its letter, one and a half rows high where there is room."""
        paint = PAINT[colour]
        if self.is_mono:
            canvas.put(x, y, f"({MARKS[colour]})", paint, None, True)
            return
        if self.is_tall:
            canvas.put(x, y - 1, "▄▄▄", _mix(paint, WHITE, 0.22))
        canvas.put(x, y, f" {MARKS[colour]} ", WHITE, paint, True)


def _shortened(name: str, size: int) -> str:
    return name if cell_len(name) <= size else set_cell_size(name, size - 1).rstrip() + "…"

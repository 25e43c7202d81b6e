"""Trap the Cap in a terminal: the ring with its spokes, seen from above, and the players below it.

An empty space shows its name: ` 17` plain, `▒04` grey, `○14` yellow. A cap shows its colour's letter and number: ` G3`;
with captives under it, how many: `2G3`. Several groups on one space show their letters only: `GRB`. The Golden Cap
is `★`. The list below the board has every stack in full, so the picture can be read without colours.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

from motherlode.core.contract import CHANCE, OVER
from motherlode.games.trap_the_cap.views import Base, Group, Position, Seat, Space

MARKS = {"plain": " ", "grey": "▒", "yellow": "○"}
GOLD_MARK = "★"
MOST_COLUMNS = 100
FEWEST_COLUMNS = 78
CELL = 3
PAINT = {
    "green": "rgb(60,190,90)",
    "red": "rgb(230,70,60)",
    "blue": "rgb(90,140,255)",
    "yellow": "rgb(240,210,60)",
    "purple": "rgb(190,110,230)",
    "orange": "rgb(250,150,50)",
    "golden": "rgb(255,205,70)",
}
SPACE_STYLES = {"plain": "rgb(110,105,100)", "grey": "rgb(150,155,165)", "yellow": "rgb(200,170,80)"}
PHASES = {
    "throw": "throws",
    "move": "moves a cap",
    "again": "may throw again",
    "golden": "moves the Golden Cap on",
}
ENDINGS = {
    "most": "most trapped wins",
    "last": "last one left wins",
    "fewest": "fewest trapped wins",
    "golden": "who has the Golden Cap wins",
}
TITLES = {
    "basic": "Trap the Cap",
    "team": "Team Play",
    "total": "Total Team Play",
    "tower": "Trap the Tower",
    "golden": "Trap the Golden Cap",
}


def draw(view: Position, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> "Picture":
    """The board, then who plays, what each keeps, and every stack in words."""
    return Picture(view, names, to_act)


def name_thing(view: Position, path: Sequence[str]) -> str:
    """The last thing of a touch path in words: `red 3`, `space 17, where blue 2 is`, `the base of red`, `turn on 4`."""
    kind, *rest = path[-1].split(":")
    if kind == "cap":
        return "the Golden Cap" if rest == ["golden"] else " ".join(rest)
    if kind == "base":
        return f"the base of {rest[0]}"
    if kind == "space":
        there = [_words(group.top) for group in view.groups if group.place == path[-1]]
        name = "the centre" if rest[0] == "centre" else f"space {rest[0]}"
        return name + (f", where {' and '.join(there)} {'is' if len(there) == 1 else 'are'}" if there else "")
    if kind == "turn":
        return f"turn on {rest[0]}"
    return {"die": "throw again", "stop": "stop", "stay": "stay in the base"}[kind]


def _words(cap: str) -> str:
    """`cap:red:3` in words."""
    return " ".join(cap.split(":")[1:])


def _short(cap: str) -> str:
    """`R3` for `cap:red:3`."""
    _, colour, *number = cap.split(":")
    return f"{colour[0].upper()}{number[0]}" if number else GOLD_MARK


def _letter(cap: str) -> str:
    return _short(cap)[0]


def _paint(colour: str) -> str:
    return PAINT.get(colour, "rgb(230,230,230)")


class Picture:
    """One position, drawn to the width of the terminal that shows it."""

    def __init__(self, view: Position, names: Sequence[str], to_act: int) -> None:
        self.view, self.names, self.to_act = view, names, to_act
        self.groups: dict[str, list[Group]] = {}
        for group in view.groups:
            self.groups.setdefault(group.place, []).append(group)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for this console."""
        width = max(FEWEST_COLUMNS, min(MOST_COLUMNS, options.max_width))
        for line in self.board(width):
            yield line
        for line in self.panel():
            yield line

    def board(self, width: int) -> list[Text]:
        """The board on a grid of characters."""
        places: list[Space | Base] = [*self.view.board.spaces, *self.view.board.bases]
        rings = len(self.view.board.spaces)
        across = (width - 2 * CELL - 2) / 2
        down = 15.0 if rings <= 80 else 19.0
        farthest = max(abs(place.x) for place in places) / 1000
        lowest, highest = (extreme(place.y for place in places) / 1000 for extreme in (max, min))
        middle = width // 2
        rows = round((lowest - highest) * down) + 1
        grid: list[list[tuple[str, str]]] = [[(" ", "")] * (width + CELL) for _ in range(rows)]
        taken: set[tuple[int, int]] = set()
        for place in places:
            column = middle + round(place.x / 1000 / farthest * across) - 1
            row = round((place.y / 1000 - highest) * down)
            row = _free_row(taken, column, row, rows)
            words, style = self.cell(place)
            taken |= {(row, column + shift) for shift in range(len(words))}
            for shift, letter in enumerate(words):
                grid[row][column + shift] = (letter, style)
        lines = []
        for cells in grid:
            line = Text(no_wrap=True)
            for letter, style in cells:
                line.append(letter, style or None)
            line.rstrip()
            lines.append(line)
        return lines

    def cell(self, place: Space | Base) -> tuple[str, str]:
        """Three characters for a space, four for a base, with their style."""
        if isinstance(place, Base):
            seat = place.seat
            if seat is None:
                return "[--]", "rgb(80,80,80)"
            inside = [cap for cap in self.view.caps if cap.place == place.id]
            free = sum(cap.state == "free" for cap in inside)
            return f"[{place.colour[0].upper()}{free}]", f"bold {_paint(place.colour)} reverse"
        groups = self.groups.get(place.id, [])
        mark = MARKS[place.kind]
        if not groups:
            name = "⊕" if place.name == "centre" else place.name
            return f"{mark}{name:>2}", SPACE_STYLES[place.kind]
        top = groups[0].top
        style = f"bold {_paint(top.split(':')[1])}"
        if len(groups) == 1:
            under = len(groups[0].captives)
            count = mark if not under else str(under) if under < 10 else "+"
            return f"{count}{_short(top):>2}", style
        letters = [_letter(group.top) for group in groups]
        if len(letters) > 3:
            return f"{letters[0]}:{len(letters)}"[:CELL], style
        return f"{''.join(letters):>3}", style

    def panel(self) -> Iterator[Text]:
        """Who plays and keeps what, the stacks in words, and the key."""
        view = self.view
        title = Text(f"{TITLES[view.game]}, {ENDINGS[view.ending]}", "bold")
        title.append(f"   turn {min(view.turns_finished + 1, view.turns)}", "dim")
        yield title
        for chair in view.seats:
            yield self.player(chair)
        stacks = [group for group in view.groups if group.captives]
        shared = {place for place, groups in self.groups.items() if len(groups) > 1}
        for group in view.groups:
            if group in stacks or group.place in shared:
                under = ", ".join(_words(cap) for cap in group.captives)
                place = group.place.split(":")[1]
                line = Text(f"  {place:>6}  ", "dim")
                line.append(_words(group.top), _paint(group.top.split(":")[1]))
                line.append(f" over {under}" if under else "")
                yield line
        yield Text(
            "▒ grey, safe   ○ yellow, shared   2G3: G3 with 2 captives   [G4]: 4 free at home"
            + (f"   {GOLD_MARK} golden" if view.game == "golden" else ""),
            Style(dim=True),
        )

    def player(self, chair: Seat) -> Text:
        """One line for a seat."""
        view, seat = self.view, chair.seat
        mine = [cap for cap in view.caps if cap.seat == seat]
        free = [cap for cap in mine if cap.state == "free"]
        home = [cap for cap in free if cap.place == chair.base]
        kept = [cap for cap in view.caps if cap.state == "kept" and cap.place == chair.base]
        is_next = self.to_act != OVER and seat == view.seat
        line = Text("▶ " if is_next else "  ", "bold")
        line.append(f"{chair.colour.capitalize():8}", f"bold {_paint(chair.colour)}")
        line.append(set_cell_size(self.names[seat], min(16, max(cell_len(name) for name in self.names))))
        if view.game in {"team", "total"}:
            line.append(f"  team {chair.team + 1}", "dim")
        line.append(f"  {len(free)} free, {len(home)} at home")
        line.append(f"; keeps {', '.join(_words(cap.id) for cap in kept)}" if kept else "")
        if is_next:
            doing = PHASES["throw" if self.to_act == CHANCE else view.phase]
            line.append(f"   {doing}" + (f": {view.die}" if view.die else ""), "bold")
        return line


def _free_row(taken: set[tuple[int, int]], column: int, row: int, rows: int) -> int:
    """The row, or the nearest one in which no other place stands in the way."""
    for shift in (0, 1, -1):
        if 0 <= row + shift < rows and not any((row + shift, column + part) in taken for part in range(-1, CELL + 1)):
            return row + shift
    return row

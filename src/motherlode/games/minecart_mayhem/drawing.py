"""Minecart Mayhem in a terminal: the lanes from top to bottom, their rails running to the right into the dark.

3    4    5    6    7    8    9
▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
* lane 1 ░░░ ═╪═  ═╪═  [1]  ═╪═  ═▼═  ═╪═   +      a cart carries the number of its player, a stalactite hangs
as ▼ on its rail, + is where a new rail would go, and the
torch * stands at the lane that began the round
"""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from motherlode.core.contract import CHANCE, OVER
from motherlode.games.minecart_mayhem.components import KINDS
from motherlode.games.minecart_mayhem.views import Lane, Position

TITLES: dict[str, str] = dict(zip(KINDS, ("Rail", "Dynamite", "Stalactite", "Rocket", "Double", "Swap"), strict=True))
EFFECTS = {
    "rail": "a rail more at the front of a lane",
    "dynamite": "the front or back rail of a lane goes; fails: of your own",
    "stalactite": "stops a cart once; fails: lies in your own lane",
    "rocket": "a cart moves on by one",
    "double": "two other cards, each needing {adds} more (not Rails)",
    "swap": "change places with another cart",
}
FATES = {
    "blasted": "blown up",
    "launched": "shot off the rails",
    "collapsed": "fell with the cave",
    "derailed": "ran off the rails",
}

ROCK, DUST, RAIL_INK, END_INK = "#5a4636", "#3a302a", "#b08d57", "#6f6255"
LAMP, PAPER, QUIET, STONE, DANGER = "#ffd75f", "#f0e4cc", "#968e82", "#c8c8d8", "#ff6b4a"
PAINT = ("#d0463b", "#3f7fd9", "#4aa564", "#c79a2b")  # of the carts
LABEL_WIDTH = 11
CELLS = (5, 4)  # columns for each row of rails, where there is room


def draw(view: Position, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> "Picture":
    """The cave, then the players, then what lies on the table and what the viewer holds."""
    return Picture(view, names, to_act)


def name_thing(view: Position, path: Sequence[str]) -> str:
    """The last thing of a touch path in words: `Rail`, `the front of lane 2`, `row 9 of lane 3`, `cart 1`."""
    kind, *rest = path[-1].split(":")
    if kind == "card":
        return TITLES[rest[0]]
    if kind == "end":
        return f"the front of lane {rest[0]}"
    if kind == "rail":
        lane = view.lanes[int(rest[0]) - 1].rails
        where = {lane[0].row: " (the back)", lane[-1].row: " (the front)"} if len(lane) > 1 else {}
        return f"row {rest[1]} of lane {rest[0]}{where.get(int(rest[1]), '')}"
    if kind == "side":
        return f"as the {rest[0]} rail"
    if kind == "discard":
        return "the discard pile"
    return f"{kind} {rest[0]}" if rest else kind


class Picture:
    """One position, drawn to the width of the terminal that shows it."""

    def __init__(self, view: Position, names: Sequence[str], to_act: int) -> None:
        self.view, self.names, self.to_act = view, names, to_act

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for this console."""
        width = max(options.max_width, 40)
        yield self.title()
        yield from self.cave(min(width, 110))
        yield Text()
        yield from self.players(width)
        yield Text()
        yield from self.table()
        yield from self.hand()

    def title(self) -> Text:
        """Name, round and what is being done."""
        view = self.view
        words = Text("MINECART MAYHEM", style=f"bold {LAMP}")
        if view.round:
            words.append(f"   round {view.round}", style=PAPER)
        doing = {
            "deal": "the cards are dealt",
            "choose": "lanes are chosen",
            "play": "plays a card",
            "declare first": "declares the first card of a Double",
            "declare second": "declares the second card of a Double",
            "roll": "rolls the die",
            "draw": "draws a card",
            "collapse": "the cave collapses",
            "over": "the game is over",
        }[view.phase]
        if view.actor is not None and view.phase not in {"deal", "choose"}:
            doing = f"{self.names[view.actor]} {doing}"
        words.append(f"   {doing}", style=QUIET)
        return words

    def cave(self, width: int) -> list[Text]:
        """The lanes between two walls of rock; where not all rows fit, the last ones are cut off."""
        view = self.view
        low, high = view.rows
        high += 1  # where the next rail would go
        num_rows = high - low + 1
        cell = CELLS[0] if LABEL_WIDTH + num_rows * CELLS[0] <= width else CELLS[1]
        most = (width - LABEL_WIDTH - 2) // cell
        is_cut = num_rows > most
        rows = list(range(low, low + min(num_rows, most)))
        wall = Text("▓" * min(width, LABEL_WIDTH + len(rows) * cell), style=ROCK)
        numbers = Text("row".rjust(LABEL_WIDTH - 2) + "  ", style=QUIET)
        for row in rows if low else ():
            numbers.append(str(row).center(cell))
        lines = [numbers, wall]
        lines += [self.lane(lane, rows, cell, is_cut) for lane in view.lanes]
        lines.append(wall)
        return lines

    def lane(self, lane: Lane, rows: Sequence[int], cell: int, is_cut: bool) -> Text:
        """One lane: its number, with the torch where it is, then its rails."""
        words = Text("* " if lane.has_torch else "  ", style=f"bold {LAMP}")
        words.append(f"lane {lane.lane}".ljust(LABEL_WIDTH - 2), style=PAPER if lane.cart is not None else QUIET)
        if lane.cart is None:
            words.append("(free)" if self.view.phase == "choose" else "(empty)", style=QUIET)
            return words
        rails = {rail.row: rail.stalactites for rail in lane.rails}
        for row in rows:
            if row == lane.cart_row:
                mark = f"[{lane.cart + 1}]" + ("▼" if rails[row] else "")
                words.append(mark.center(cell), style=f"bold white on {PAINT[lane.cart]}")
            elif row in rails:
                self.rail(words, rails[row], cell, is_back=row == min(rails))
            elif lane.end is not None and row == lane.end.row:
                words.append("+".center(cell), style=END_INK)
            else:
                words.append(("░" * (cell - 1)).center(cell) if row < min(rails) else " " * cell, style=DUST)
        if is_cut:
            words.append("…", style=QUIET)
        return words

    def rail(self, words: Text, stalactites: int, cell: int, is_back: bool) -> None:
        """A rail, with the stalactites on it; the back one will go with the next collapse."""
        ink = DANGER if is_back else RAIL_INK
        if stalactites == 0:
            words.append("═╪═".center(cell), style=ink)
        elif stalactites == 1:
            words.append("═▼═".center(cell), style=f"bold {STONE}")
        else:
            words.append(f"▼{stalactites}".center(cell), style=f"bold {STONE}")

    def players(self, width: int) -> list[Text]:
        """A line for each player: cart, name, turn, where the cart stands, cards."""
        view = self.view
        size = min(max([10, *(cell_len(name) for name in self.names)]), max(10, width - 62))
        lines = []
        for player in view.players:
            seat = player.seat
            is_next = seat == self.to_act or (self.to_act == CHANCE and seat == view.actor)
            line = Text("▶ " if is_next else "  ", style=f"bold {LAMP}")
            line.append(f"[{seat + 1}]", style=f"bold white on {PAINT[seat]}")
            line.append(
                " " + set_cell_size(_shortened(self.names[seat], size), size + 1),
                style=PAPER if is_next else "",
            )
            cards = player.cards
            if player.fate != "alive":
                line.append(f"out: {FATES[player.fate]}", style=QUIET)
            elif player.lane is None or player.row is None:
                line.append(f"no lane yet        {cards} cards", style=QUIET)
            else:
                rails = view.lanes[player.lane - 1].rails
                behind, ahead = player.row - rails[0].row, rails[-1].row - player.row
                line.append(f"lane {player.lane} row {player.row:<3}", style=PAPER)
                line.append(f" {behind} behind, ", style=DANGER if behind == 0 else "")
                line.append(f"{ahead} ahead", style=DANGER if ahead == 0 else "")
                line.append(f"   {cards} card{'' if cards == 1 else 's'}", style=QUIET)
                if view.round and self.to_act != OVER and seat in view.order:
                    nth = view.order.index(seat)
                    status = "has acted" if nth < view.turn else "to act" if nth > view.turn else "acting"
                    line.append(f"   {status}", style=QUIET)
            if view.result is not None and view.result[seat]:
                line.append("   wins" if view.result[seat] == 2 else "   shares a draw", style=f"bold {LAMP}")
            lines.append(line)
        return lines

    def table(self) -> list[Text]:
        """Pile, discard pile and declared cards."""
        view = self.view
        thrown = ", ".join(f"{count} {TITLES[kind]}" for kind, count in view.discard.items())
        lines = [Text(f"Pile {view.pile}   Discard pile: {thrown or 'empty'}", style=QUIET, overflow="fold")]
        for card in view.declared:
            words = f"Declared: {card.text}, needs {card.needs} or more ({_percent(card.odds)})"
            lines += [Text(words, style=LAMP)]
        return lines

    def hand(self) -> list[Text]:
        """The open hands: the viewer's own, or all when the game is over, with the odds of each card."""
        view = self.view
        lines: list[Text] = []
        shown = [(player.seat, player.hand) for player in view.players if player.hand and self.to_act != OVER]
        if len(shown) != 1:
            return lines
        seat, hand = shown[0]
        lines.append(Text(f"Hand of {self.names[seat]}:", style=f"bold {PAPER}"))
        adds = view.odds_doubled["swap"].needs - view.odds["swap"].needs
        for kind in KINDS:
            if kind in hand:
                line = Text(f"  {hand.count(kind)} x {TITLES[kind]:<11}", style=f"bold {PAPER}")
                if kind in view.odds:
                    odds = view.odds[kind]
                    line.append(f"{odds.needs:>2}+ {_percent(odds.odds):>4}  ", style=LAMP)
                else:
                    line.append(" " * 10)
                line.append(EFFECTS[kind].format(adds=adds), style=QUIET)
                lines.append(line)
        return lines


def _percent(odds: float) -> str:
    return f"{round(100 * odds)}%"


def _shortened(name: str, size: int) -> str:
    return name if cell_len(name) <= size else set_cell_size(name, size - 1).rstrip() + "…"

"""Madcap in a terminal: the mine in cross-section, the dice beside it."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from motherlode.games.madcap.components import COLOURS

# Barrels and dice carry a letter as well as a colour, so that they can be told apart without it.
STYLES = {"red": "bold white on red3", "black": "bold white on grey23", "blue": "bold white on blue3"}
MARKS = {"red": "R", "black": "K", "blue": "B"}
GOLD = "bold gold3"
QUIET = "grey58"


def draw(view: dict[str, Any], names: Sequence[str], to_act: int) -> RenderableType:
    """Levels with their gold and barrels on the left, dice and gold of the players on the right."""
    table = Table.grid(padding=(0, 3))
    table.add_row(_mine(view), Group(_players(view, names, to_act), Text(), _dice(view)))
    match = view["match"]
    title = "Madcap"
    if match["games"] > 1:
        title += f", game {match['game']} of {match['games']}, {match['points'][0]}-{match['points'][1]} points"
    elif match["nuggets"]:
        title += f", game {match['game']}, {match['total'][0]}-{match['total'][1]} of {match['nuggets']} nuggets"
    return Panel(table, title=title, title_align="left", border_style=QUIET, expand=False, padding=(1, 2))


def _barrel(colour: str) -> Text:
    return Text(f"({MARKS[colour]})", STYLES[colour])


def _mine(view: dict[str, Any]) -> Table:
    shaft = Table.grid(padding=(0, 1))
    shaft.add_column(justify="right", style="bold")
    shaft.add_column(style=QUIET)
    for _ in COLOURS:
        shaft.add_column(width=3)
    shaft.add_column(style=QUIET)
    shaft.add_column()
    outside = [_barrel(colour) if view["barrels"][colour] is None else Text("   ") for colour in COLOURS]
    shaft.add_row("", " ", *outside, " ", Text("outside", QUIET))
    shaft.add_row("", "╥", *[Text("═══", QUIET)] * len(COLOURS), "╥", Text("═" * 7, QUIET))
    for row in view["levels"]:
        barrels = [
            _barrel(colour) if view["barrels"][colour] == row["level"] else Text(" · ", QUIET) for colour in COLOURS
        ]
        gold = row["gold"]
        heap = Text("◆" * gold if gold <= 12 else f"◆ x {gold}", GOLD)
        shaft.add_row(str(row["level"]), "║", *barrels, "║", heap)
    shaft.add_row("", "╨", *[Text("───", QUIET)] * len(COLOURS), "╨", "")
    return shaft


def _players(view: dict[str, Any], names: Sequence[str], to_act: int) -> Table:
    players = Table.grid(padding=(0, 1))
    for seat, name in enumerate(names):
        is_next = seat == to_act
        players.add_row(
            Text("▶" if is_next else " ", GOLD),
            Text(name, "bold" if is_next else ""),
            Text(f"{view['gold'][seat]:>3} ◆", GOLD),
            Text("to act" if is_next else "", QUIET),
        )
    return players


def _dice(view: dict[str, Any]) -> Group:
    rows = Table.grid(padding=(0, 1))
    for colour in COLOURS:
        faces = view["dice"][colour]
        shown = Text(" ").join(Text(f"[{face}]", STYLES[colour]) for face in faces)
        spent = Text(" [ ]" * (view["dice_per_colour"] - len(faces)), QUIET)
        note = Text("just chosen", QUIET) if view["banned"] == colour else Text("")
        rows.add_row(_barrel(colour), colour, shown + spent, note)
    left = view["trips_left"]
    return Group(Text(f"{left} trip{'' if left == 1 else 's'} left", QUIET), rows)

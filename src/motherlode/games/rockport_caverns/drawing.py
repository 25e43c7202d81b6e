"""The Rockport Caverns in a terminal: the hexes with their paths, the water beside them, what matters below.

row 3 ▲2   [3-1]---[3-2]   [3-3]     each hex by its dice, rooms in <>, exits and start circles in words;
             @&      x    #####      under it who is there and its Xs, ##### where it is blocked;
          /       /                  lines are paths; on the right the circles of the row
"""

from collections.abc import Sequence

from msgspec import UNSET
from rich.console import Group
from rich.text import Text

from motherlode.core.contract import CHANCE, OVER
from motherlode.games.rockport_caverns.components import NUM_ROWS, START_ROW
from motherlode.games.rockport_caverns.views import Hex, Position

HALF = 4  # columns for half a hex
LEFT = 8  # columns for the name of a row
MAP_WIDTH = LEFT + HALF * 17
MOST_CIRCLES = 4  # that are drawn one by one
SCREEN_WIDTH = 80
STYLES = {
    "passage": "white",
    "room": "bold yellow",
    "exit": "bold green",
    "start": "dim",
    "path": "bright_black",
    "flooded": "white on blue",
    "blocked": "bright_black",
    "rocks": "bold red",
    "you": "bold bright_white on dark_green",
    "friend": "bold bright_white on magenta",
    "bear": "bold bright_white on dark_red",
    "quiet": "bright_black",
}


def draw(view: Position, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> Group:
    """The map, then the character, the friend, the odds and what the marks mean."""
    return Group(*_map(view), *_panel(view, names[0], to_act))


def name_thing(view: Position, path: Sequence[str]) -> str:
    """The last thing of a touch path in words: `4-3, over rocks, 1 action`, `with the friend, 2 actions`, `pass`."""
    kind, _, name = path[-1].partition(":")
    if kind == "button":
        return name
    place = path[0].partition(":")[2]
    step = next((one for one in view.steps if one.place == place), None)
    if kind == "with":
        price = 0 if step is None else step.cost_with_friend if name == "friend" else step.cost
        return f"{'with the friend' if name == 'friend' else 'alone'}, {_actions(price)}"
    found = next(one for one in view.hexes if one.name == place)
    words = found.title or place.replace("-", " ") if found.kind != "passage" else place
    if step is None:
        return words
    words += ", over rocks" if step.is_climb else ""
    return words if view.friend.is_together else f"{words}, {_actions(step.cost)}"


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def _put(line: list[tuple[str, str]], start: int, text: str, style: str) -> None:
    for column, character in enumerate(text, start):
        if 0 <= column < len(line):
            line[column] = (character, style)


def _text(line: list[tuple[str, str]]) -> Text:
    text = Text(no_wrap=True)
    for character, style in line:
        text.append(character, style)
    text.rstrip()
    return text


def _centre(across: int) -> int:
    return LEFT + HALF * (across + 2)


def _map(view: Position) -> list[Text]:
    lines: list[Text] = []
    paths_above: list[tuple[str, str]] = []
    for row in range(1, START_ROW + 1):
        name, marks, paths = ([(" ", "")] * SCREEN_WIDTH for _ in range(3))
        info = view.rows[row - 1] if row <= NUM_ROWS else None
        if info is not None:
            _put(name, 1, f"row {row}" + (" -1" if info.is_marked else ""), "bold")
            _put(marks, 1, f"▲{info.rocks}", STYLES["quiet"])
            circles = f"{info.filled}/{info.circles}"
            if info.circles <= MOST_CIRCLES:
                circles = "●" * info.filled + "○" * (info.circles - info.filled)
            _put(name, MAP_WIDTH, circles, "bold blue" if info.filled else STYLES["quiet"])
            if info.is_flooded:
                _put(marks, 4, "flooded", "bold blue")
                for column in range(LEFT, MAP_WIDTH):
                    name[column] = ("~", "blue") if column % 4 == 2 else name[column]
        hexes = [one for one in view.hexes if one.row == row]
        for one in hexes:
            centre = _centre(one.across)
            if "E" in one.paths:
                _put(name, centre, "-" * (2 * HALF), STYLES["path"])
            for side, sign in (("NE", 1), ("NW", -1)):
                if side in one.paths and lines:
                    _put(paths_above, centre + sign * HALF // 2, "/" if sign > 0 else "\\", STYLES["path"])
        for one in hexes:
            _put_hex(view, one, name, marks)
        if lines:
            lines.append(_text(paths_above))
        lines += [_text(name), _text(marks)]
        paths_above = paths
    return lines


def _put_hex(view: Position, one: Hex, name: list[tuple[str, str]], marks: list[tuple[str, str]]) -> None:
    centre = _centre(one.across)
    label = {
        "passage": f"[{one.name}]",
        "room": f"<{one.name}>",
        "exit": one.name.upper().replace("-", ""),
        "start": f"({one.name[-1]})",
    }[one.kind]
    style = STYLES["blocked"] if one.is_blocked else STYLES["flooded" if one.is_flooded else one.kind]
    _put(name, centre - len(label) // 2, label, style)
    here = [
        (mark, STYLES[who])
        for mark, who, place in (
            ("@", "you", view.character.place),
            ("&", "friend", view.friend.place),
            ("B", "bear", view.bear),
        )
        if place == one.name
    ]
    here += [("x", STYLES["rocks"])] * (0 if one.is_blocked else one.rocks)
    if one.is_blocked:
        here = [("#", STYLES["blocked"])] * max(1, 5 - len(here)) + here
    for column, (mark, style_of_mark) in enumerate(here, centre - len(here) // 2):
        _put(marks, column, mark, style_of_mark)


def _panel(view: Position, player: str, to_act: int) -> list[Text]:
    you, friend, water, odds = view.character, view.friend, view.water, view.odds
    lines = [Text()]
    head = Text(f" {view.title}, card {you.card}, round {view.round}", "bold")
    head.append(f"   water {water.filled} of {water.total}", "blue")
    if water.is_dry_next:
        head.append(", none next round", "blue")
    head.append(f"   re-rolls {view.rerolls.left} of {view.rerolls.total}", "default")
    lines.append(head)
    line = Text(" ")
    line.append("@", STYLES["you"])
    line.append(f" {player}: {_hearts(you.life)}  ")
    line.append(f"stored {you.stored} of {you.most_stored}")
    if to_act >= 0 and view.phase == "act":
        line.append(f"  actions left {you.left}", "bold")
    line.append("  disoriented next turn" if you.is_disoriented else "")
    lines.append(line)
    line = Text(" ")
    line.append("&", STYLES["friend"])
    if not friend.is_revealed:
        row = f"row {friend.row}" if friend.row else "row 1, 2 or 3"
        line.append(f" the friend is somewhere in {row}; enter row {you.trigger_row} to hear the cries")
    else:
        where = "with you" if friend.is_together else f"on {friend.place}"
        line.append(f" the friend: {_hearts(friend.life)}  {where}")
    lines.append(line)
    if view.event:
        lines.append(Text(f" event: {view.event}", "bold"))
    if odds.lose_life is not UNSET:  # there is more to say than the events
        floods = "" if odds.rounds_to_flood is None else f"flooded in {odds.rounds_to_flood}, "
        words = f" here: {floods}lost in {odds.rounds_to_loss} more rounds of water"
        if odds.friend_rounds_to_loss is not UNSET and not friend.is_together:
            words += f"; the friend lost in {odds.friend_rounds_to_loss}"
        lines.append(Text(words, STYLES["quiet"]))
        words = f" an event costs a life {100 * odds.lose_life:.0f} % of the time"
        if odds.slide_to:
            words += f"; a slide leads to {' or '.join(odds.slide_to)}"
        lines.append(Text(words, STYLES["quiet"]))
    if odds.bear_comes is not UNSET:
        lines.append(Text(f" the bear comes here {100 * odds.bear_comes:.0f} % of the time", STYLES["quiet"]))
    if to_act == OVER:
        why = ", rocks leave no way to get both out" if view.ending == "trapped" else ""
        lines.append(Text(f" over: {view.ending}{why}", "bold"))
    elif to_act == CHANCE:
        lines.append(Text(" dice are rolled", STYLES["quiet"]))
    key = " x rocks, ##### blocked, ▲ rocks that block, ○ water, <> rooms"
    key += ", -1 life" if any(row.is_marked for row in view.rows) else ""
    lines.append(Text(key, STYLES["quiet"]))
    return lines


def _hearts(life: int) -> str:
    return "♥" * max(0, life) + f" {max(0, life)} life"

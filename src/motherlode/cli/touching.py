"""Choosing by touch: every action is a path of things to touch, offered one step at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from motherlode.core.contract import Action, GameSpec, View

Label = tuple[str, str]  # a mark or number, and words
Namer = Callable[[Sequence[str]], str]  # the last thing of a path, in words

GAP = 2
PER_ROW = 4


@dataclass(frozen=True)
class Choice:
    """One thing that can be touched next, and the actions that begin so."""

    path: tuple[str, ...]
    actions: tuple[Action, ...]

    @property
    def action(self) -> Action | None:
        """The action, where only one is left."""
        return self.actions[0] if len(self.actions) == 1 else None


def make_namer(spec: GameSpec, view: View) -> Namer:
    """The game's own words for things, else the parts of their ids."""
    own = getattr(spec.drawing, "name_thing", None)
    if own is not None:
        return lambda path: str(own(view, path))
    return lambda path: path[-1].replace(":", " ").replace("_", " ")


def choices(actions: Sequence[Action], path: tuple[str, ...] = ()) -> list[Choice]:
    """What can be touched after a path, in the order of the actions."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        if action.path[: len(path)] == path and len(action.path) > len(path):
            found.setdefault(action.path[len(path)], []).append(action)
    return [Choice((*path, thing), tuple(group)) for thing, group in found.items()]


def label(choice: Choice, name: Namer) -> str:
    """A thing and where it leads, `red 4 → 1/7!`; at the end of a path, `level 7! = red 4 down`."""
    here = name(choice.path)
    action = choice.action
    if action is not None and action.path == choice.path:
        return f"{here} = {action.text}"
    ends = [name(action.path) for action in choice.actions if len(action.path) == len(choice.path) + 1]
    if len(ends) != len(choice.actions):
        return f"{here} …"
    kinds = {action.path[-1].partition(":")[0] for action in choice.actions}
    if len(kinds) == 1 and all(end.startswith(f"{min(kinds)} ") for end in ends):  # level 1/level 7: 1/7
        ends = [end.partition(" ")[2] for end in ends]
    return f"{here} → {'/'.join(ends)}"


def columns(labels: Sequence[Label], width: int, kinds: Sequence[str] = ()) -> list[list[Label]]:
    """Labels in rows, where a new kind begins a new row; padded so that they stand in columns."""
    widest = max(cell_len(mark + words) for mark, words in labels) + GAP
    per_row = max(1, min(PER_ROW, (width + GAP) // widest))
    rows: list[list[Label]] = []
    kind_before = ""
    for index, (mark, words) in enumerate(labels):
        kind = kinds[index] if kinds else ""
        if not rows or kind != kind_before or len(rows[-1]) == per_row:
            rows.append([])
        rows[-1].append((mark, words + " " * (widest - cell_len(mark + words))))
        kind_before = kind
    return rows


def menu(offered: Sequence[Choice], name: Namer, width: int) -> list[list[Label]]:
    """The choices with their numbers, those of one kind together."""
    labels = [(f"{number:>3} ", label(choice, name)) for number, choice in enumerate(offered, 1)]
    return columns(labels, width, [choice.path[-1].rpartition(":")[0] for choice in offered])


def walk(actions: Sequence[Action], path: tuple[str, ...], text: str) -> Choice | None:
    """Follow ids of things, `die:red:4 level:7`; nothing where one of them cannot be touched."""
    choice = None
    for thing in text.split():
        choice = next((choice for choice in choices(actions, path) if choice.path[-1] == thing), None)
        if choice is None:
            return None
        path = choice.path
    return choice

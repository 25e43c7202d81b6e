"""Maps as sketches, R2.10: what stands on top of each map file as a comment, read and written by a program.

A hex is a letter, of its kind or of its room; a line between two letters is a path.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

LEFTMOST = -1  # across, of the first column
WIDTH = 2  # columns of half a hex
LETTERS = {"o": "passage", "E": "exit", "S": "start"}
ROOM_LETTERS = {
    "D": "Bear's Den",
    "N": "Hen's Nest Gemstones",
    "P": "The Patriot's Rock",
    "U": "The Pouch",
    "A": "Ammo Rocks",
}
OF_ROOMS = {name: letter for letter, name in ROOM_LETTERS.items()}
OF_KINDS = {kind: letter for letter, kind in LETTERS.items()}


class Mark(NamedTuple):
    """What a path looks like beside a hex: its side, how many lines down and columns to the right, and its sign."""

    side: str
    down: int
    right: int
    sign: str


MARKS = (
    Mark("NE", -1, 1, "/"),
    Mark("E", 0, 1, "-"),
    Mark("SE", 1, 1, "\\"),
    Mark("SW", 1, -1, "/"),
    Mark("W", 0, -1, "-"),
    Mark("NW", -1, -1, "\\"),
)


def read_sketch(sketch: str) -> list[dict[str, Any]]:
    """The hexes of a sketch as a map file has them, row by row; nothing is checked, other signs are left out."""
    lines = sketch.strip("\n").splitlines()

    def sign_at(line: int, column: int) -> str:
        return lines[line][column] if 0 <= line < len(lines) and 0 <= column < len(lines[line]) else " "

    found = []
    for line in range(0, len(lines), 2):
        for column, letter in enumerate(lines[line]):
            kind = "room" if letter in ROOM_LETTERS else LETTERS.get(letter)
            if kind is None:
                continue
            # From a start circle paths lead up, and none leads back (R2.6).
            sides = [
                mark.side
                for mark in MARKS
                if sign_at(line + mark.down, column + mark.right) == mark.sign
                and sign_at(line + 2 * mark.down, column + 2 * WIDTH * mark.right // (1 + abs(mark.down))) != "S"
            ]
            found.append(
                {
                    "row": line // 2 + 1,
                    "across": column // WIDTH + LEFTMOST,
                    "kind": kind,
                    "paths": " ".join(sides),
                    "name": ROOM_LETTERS.get(letter, ""),
                }
            )
    return found


def write_sketch(hexes: Iterable[Any]) -> str:
    """The sketch of hexes, each with row, across, kind, paths and name."""
    signs: dict[tuple[int, int], str] = {}
    for hex_ in hexes:
        line, column = 2 * (hex_.row - 1), WIDTH * (hex_.across - LEFTMOST)
        signs[line, column] = OF_ROOMS[hex_.name] if hex_.kind == "room" else OF_KINDS[hex_.kind]
        for mark in MARKS:
            if mark.side in hex_.paths.split():
                for step in range(1, 4 if mark.down == 0 else 2):
                    signs[line + mark.down, column + step * mark.right] = mark.sign
    last = max(line for line, _ in signs)
    lines = []
    for line in range(last + 1):
        columns = [column for here, column in signs if here == line]
        lines.append("".join(signs.get((line, column), " ") for column in range(max(columns, default=-1) + 1)))
    return "\n".join(lines)

"""The board as text and as pixels: what the game draws in a terminal, put into the pictures that environments show."""

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI as THEME

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.ruleset import Ruleset

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 100  # columns
FONT_SIZE = 16
PADDING = 8  # pixels around the board


def check_render_mode(mode: str | None) -> None:
    """Raise unless an environment can be shown that way."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput(Code.BAD_CHOICE, f"render mode {mode!r}: must be one of {', '.join(RENDER_MODES)}")


def show(mode: str | None, ruleset: Ruleset, position: Records) -> str | NDArray[np.uint8] | None:
    """The whole table as `render` returns it: a text, an array of pixels, or nothing (and a board on the terminal)."""
    if mode == "ansi":
        return text_of(drawing_of(ruleset, position))
    if mode == "rgb_array":
        return pixels_of(drawing_of(ruleset, position))
    if mode == "human":
        Console(highlight=False, markup=False, emoji=False).print(drawing_of(ruleset, position))
    return None


def drawing_of(ruleset: Ruleset, position: Records) -> Any:
    """A Rich renderable of everything on the table, secrets included: for who studies, not for who plays."""
    spec = ruleset.spec
    names = (spec.seat_names or tuple(f"Seat {seat}" for seat in range(ruleset.seats)))[: ruleset.seats]
    view = spec.views.view(ruleset.box, position)
    return spec.drawing.draw(view, names, ruleset.to_act(position))


def text_of(drawing: Any) -> str:
    """The drawing in colours for a terminal."""
    console = _console()
    with console.capture() as captured:
        console.print(drawing)
    return captured.get()


def pixels_of(drawing: Any) -> NDArray[np.uint8]:
    """The drawing as an array of height, width and three colours."""
    from PIL import Image, ImageDraw

    console = _console()
    lines = console.render_lines(drawing, pad=False)
    columns = max((sum(segment.cell_length for segment in line) for line in lines), default=1)
    plain, bold = _font("DejaVuSansMono.ttf"), _font("DejaVuSansMono-Bold.ttf")
    cell = round(plain.getlength("M"))
    height = sum(plain.getmetrics())
    size = (columns * cell + 2 * PADDING, len(lines) * height + 2 * PADDING)
    image = Image.new("RGB", size, tuple(THEME.background_color))
    pencil = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        left, top = PADDING, PADDING + row * height
        for segment in line:
            style = segment.style or Style.null()
            ink, paper = _colours(style)
            right = left + cell * segment.cell_length
            if paper is not None:
                pencil.rectangle((left, top, right - 1, top + height - 1), fill=paper)
            for letter in segment.text:  # one by one, so that columns stay where they are
                pencil.text((left, top), letter, fill=ink, font=bold if style.bold else plain)
                left += cell
            left = right
    return np.asarray(image, np.uint8)


def _console() -> Console:
    return Console(
        file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False, markup=False,
        emoji=False, legacy_windows=False,
    )  # fmt: skip


@cache
def _font(name: str) -> Any:
    """DejaVu Sans Mono, which has every sign that boards use; Matplotlib brings it along."""
    import matplotlib
    from PIL import ImageFont

    return ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, FONT_SIZE)


def _colours(style: Style) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Ink and paper of a style; no paper where it is that of the picture."""
    ink = _triplet(style.color, THEME.foreground_color)
    paper = None if style.bgcolor is None else _triplet(style.bgcolor, THEME.background_color)
    if style.reverse:
        ink, paper = paper or tuple(THEME.background_color), ink
    if style.dim:
        ground = paper or tuple(THEME.background_color)
        ink = tuple((part + under) // 2 for part, under in zip(ink, ground, strict=True))
    return ink, paper


def _triplet(colour: Color | None, default: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(default) if colour is None or colour.is_default else tuple(colour.get_truecolor(THEME))

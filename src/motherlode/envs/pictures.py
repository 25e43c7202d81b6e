"""The board as text and as pixels: what the game draws in a terminal, put into the pictures that environments show."""

import io
from functools import cache
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
from motherlode.envs.libraries import missing

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 100  # columns
FONT_SIZE = 17  # pixels; a cell is then almost exactly ten wide
PLAIN, BOLD = "cascadia", "cascadiab"  # Cascadia Mono, by the names that pymupdf-fonts gives to fonts
SIGNS = ("math", "symbol2")  # where signs are that it lacks: Noto Sans Math and Noto Sans Symbols 2
NO_LETTER = "\uffff"  # no font has it
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
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise missing("Pillow", "envs") from None

    console = _console()
    lines = console.render_lines(drawing, pad=False)
    columns = max((sum(segment.cell_length for segment in line) for line in lines), default=1)
    plain = _font(PLAIN)
    cell = round(plain.getlength("M"))
    ascent, descent = plain.getmetrics()
    height = ascent + descent
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
                font = _font_for(letter, BOLD if style.bold else PLAIN)
                pencil.text((left + cell / 2, top + ascent), letter, fill=ink, font=font, anchor="ms")
                left += cell
            left = right
    return np.asarray(image, np.uint8)


def _console() -> Console:
    return Console(
        file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False, markup=False,
        emoji=False, legacy_windows=False,
    )  # fmt: skip


@cache
def _font(name: str, size: int = FONT_SIZE) -> Any:
    """A font of the package pymupdf-fonts, which is nothing but fonts."""
    from PIL import ImageFont

    try:
        import pymupdf_fonts
    except ImportError:
        raise missing("pymupdf-fonts", "envs") from None
    return ImageFont.truetype(io.BytesIO(pymupdf_fonts.fontbuffers[name]()), size)


@cache
def _font_for(letter: str, wanted: str) -> Any:
    """The font that was asked for, or the first one that has the letter; a letter that none has shows as a box."""
    usual = _font(wanted)
    for name in () if has_letter(usual, letter) else SIGNS:
        if has_letter(_font(name), letter):
            # As wide as a cell at most, so that it stays out of the next one.
            share = min(1.0, usual.getlength("M") / _font(name).getlength(letter))
            return _font(name, int(FONT_SIZE * share))
    return usual


def has_letter(font: Any, letter: str) -> bool:
    """Whether a font can draw a letter, or draws what it draws for letters that it lacks."""
    drawn, lacking = font.getmask(letter), font.getmask(NO_LETTER)
    return bool((drawn.size, bytes(drawn)) != (lacking.size, bytes(lacking)))


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

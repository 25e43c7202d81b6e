"""Make the pictures of README and docs anew: `python docs/make_pictures.py`.

Each is a real match, drawn by the terminal client itself and exported by Rich. The pictures stand alone: no fonts or
anything else from elsewhere.
"""

import io
import re
from pathlib import Path

from rich.console import Console

import motherlode
from motherlode.cli.screen import Screen
from motherlode.cli.seating import Chair
from motherlode.cli.session import Session

FOLDER = Path(__file__).parent
WIDTH, HEIGHT = 80, 40
LARGEST = 60_000  # bytes
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

SEED = 4222
ACTIONS = ("red 1 in", "black 4 in", "blue 6 in", "black 1 up", "red 2 down", "black 5 down")


def main() -> None:
    """Write every picture."""
    write(FOLDER / "madcap-terminal.svg", madcap(), "motherlode play madcap")


def madcap() -> Console:
    """Madcap in the middle of a game, as a player sees it."""
    match = motherlode.game("madcap").start(SEED, names=("Ada", "Bob"))
    for action in ACTIONS:
        match.play(action)
    screen = Screen()
    screen.has_controls = screen.is_live = False
    screen.console = Console(
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=WIDTH,
        height=HEIGHT,
        highlight=False,
        markup=False,
        emoji=False,
    )
    session = Session(match, [Chair("Ada"), Chair("Bob")], screen, bot_seed=0)
    session.show_board(0)
    session.say_turn(0)
    screen.say("Ada> hint")
    session.do_hint(0, "")
    screen.say("Ada>")
    return screen.console


def write(path: Path, console: Console, title: str) -> None:
    """Export, and take out what Rich loads from elsewhere or says too often."""
    picture = console.export_svg(title=title, unique_id="m", font_aspect_ratio=0.6)
    picture = re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = re.sub(r"\s*<!-- Generated.*?-->", "", picture)
    picture = picture.replace("Fira Code, monospace", FONTS).replace("font-family: arial", f"font-family: {FONTS}")
    picture = picture.replace(' shape-rendering="crispEdges"', "")
    picture = picture.replace("<style>", "<style>\n    rect { shape-rendering: crispEdges; }")
    picture = re.sub(r"(\d+\.\d\d)\d+", r"\1", picture)
    if re.search(r"https?://(?!www\.w3\.org/)", picture):
        raise SystemExit(f"{path.name} refers to something elsewhere")
    if len(picture.encode()) > LARGEST:
        raise SystemExit(f"{path.name} has {len(picture.encode())} bytes, more than {LARGEST}")
    path.write_text(picture, encoding="utf-8")
    print(f"{path}: {len(picture.encode())} bytes")


if __name__ == "__main__":
    main()

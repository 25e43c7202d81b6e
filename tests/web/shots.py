"""Pictures of matches in a real browser, to look at: `python tests/web/shots.py http://127.0.0.1:8000 FOLDER`.

Plays against bots through the page by touching lit things at random, and takes pictures at the start, in the middle
and at the end: on a desktop, a phone in its browser and a phone held sideways, by day and by night.
"""

import argparse
import json
import random
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1]))
from web.playing import SHORT, make_table, wait_for_turn, wait_frames

SIZES = {"desktop": (1440, 900), "phone": (390, 664), "sideways": (844, 390)}
THEMES = ("light", "dark")
MIDDLE = {0, 4, 9, 24}  # touches before a picture: some matches are short
TOUCH = """(pick) => {
    const things = document.querySelectorAll("[data-thing].lit");
    things[pick % things.length]?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
}"""


def take(page: Page, folder: Path, name: str) -> None:
    """A picture of each size and theme."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            wait_frames(page, 4)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")


def play(browser: Browser, address: str, folder: Path, game: str, seats: int, options: dict[str, object]) -> None:
    """A match from start to end."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.goto(address + make_table(page, game, ["me:Ada", *["bot:random"] * (seats - 1)], options))
    picks, touches = random.Random(1), 0
    while wait_for_turn(page):
        if touches in MIDDLE:
            take(page, folder, f"{game}-{seats}-{touches:02}")
        page.evaluate(TOUCH, picks.randrange(1 << 20))
        wait_frames(page, 2)
        touches += 1
    take(page, folder, f"{game}-{seats}-end")
    context.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=list(SHORT), nargs="*", default=list(SHORT))
    parser.add_argument("--seats", type=int, default=0, help="others are bots")
    parser.add_argument("--options", default="", help="options of the table, as JSON")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for game in args.game:
            seats, options = SHORT[game]
            options = json.loads(args.options) if args.options else options
            play(browser, args.address, args.folder, game, args.seats or seats, options)
        browser.close()


if __name__ == "__main__":
    main()

"""Take the pictures of the README, of the reviews and of the analysis board in a real browser; writes docs/images.

    python docs/make_screenshots.py [matches] [reviews] [analyses] [sheets]

Matches are against bots, in their middle, played by hints, as anybody may see them after `make play`. Reviews are of
short matches that somebody played who touches anything that is lit. Analyses are of matches of bots, a third of the way
through, once the engine in the page has thought about the position. Sheets show every game on three screens, by day
and by night, at the start, in the middle and at the end.
"""

import argparse
import io
import random
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]
from benchmarks.server.processes import ServerProcess  # noqa: E402

import motherlode  # noqa: E402
from motherlode.bots import Player, make_bot  # noqa: E402
from web import shots  # noqa: E402
from web.playing import ASK, SHORT, make_table, play_to_end, wait_for_turn, wait_until_loaded  # noqa: E402

WHICH = ["matches", "reviews", "analyses", "sheets"]
IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 664}  # a phone's browser with its bars
ON_PHONE = "minecart_mayhem"
SHARED = "trap_the_cap"  # of whose review the picture to share is taken
QUALITY = 72  # of pictures of whole pages
QUALITIES, MOST_BYTES = (72, 64, 56, 48, 40, 32, 26), 100_000  # of pictures of the analysis board
LEAST_TRIES = 20_000  # of the engine, before a picture of what it says is taken
PATIENCE = 240_000  # milliseconds: a review takes seconds, on a busy machine more
# game, bots, options, hints to follow, theme
MATCHES = (
    ("madcap", ["bot:foreman"], {}, 3, "light"),
    ("minecart_mayhem", ["bot:prospector"] * 3, {}, 2, "dark"),
    ("madstone", ["bot:prospector"], {}, 12, "light"),
    ("trap_the_cap", ["bot:prospector"] * 3, {}, 12, "light"),
    ("rockport_caverns", [], {"map": 2}, 6, "dark"),
)
# Of sheets: seats, options, touches until the middle, and whether these go up (luck leads nobody far into a cavern).
SHEETS: dict[str, tuple[int, dict[str, object], int, bool]] = {
    "madcap": (2, {}, 9, False),
    "minecart_mayhem": (3, {}, 10, False),
    "madstone": (2, {"rounds": 8}, 30, False),
    "trap_the_cap": (4, {"caps": 3, "turns": 90}, 20, False),
    "rockport_caverns": (1, {}, 8, True),
}
HIGHEST = """() => {
    const top = (thing) => thing.getBoundingClientRect().top;
    const things = [...document.querySelectorAll("[data-thing^=hex].lit")].sort((one, other) => top(one) - top(other));
    const thing = things[0] ?? document.querySelector("[data-thing].lit");
    thing?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
}"""
MOMENTS = ("start", "middle", "end")
HEIGHTS = {"desktop": 400, "sideways": 300, "phone": 400}
GAP = 8
SHEET_BYTES = 150_000  # of a sheet


def follow_hints(page: Page, hints: int) -> None:
    """Play on as the hints say."""
    for _ in range(hints):
        if not wait_for_turn(page):
            return
        page.get_by_role("button", name="Hint").first.click()
        page.get_by_role("button", name="Play it").click()
        page.wait_for_timeout(300)
    wait_for_turn(page)


def take_matches(browser: Browser, address: str) -> None:
    """The home page, and a match of each game."""
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce", locale="en-GB")
    page.goto(address)
    page.wait_for_timeout(1500)
    page.screenshot(path=IMAGES / "home.png")
    for game, bots, options, hints, theme in MATCHES:
        for size in (SIZE, PHONE) if game == ON_PHONE else (SIZE,):
            is_phone = size is PHONE
            context = browser.new_context(
                viewport=size,
                reduced_motion="reduce",
                locale="en-GB",
                color_scheme=theme,
                has_touch=is_phone,
                is_mobile=is_phone,
                device_scale_factor=2 if is_phone else 1,
            )
            page = context.new_page()
            page.goto(address)
            page.goto(address + make_table(page, game, ["me:Ada", *bots], options))
            follow_hints(page, hints)
            page.wait_for_timeout(1500)
            page.screenshot(path=IMAGES / f"{game}{'-phone' * is_phone}.png")
            context.close()


def take_reviews(browser: Browser, address: str, folder: Path) -> None:
    """The review of a match of each game, and what is shared of one."""
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce", locale="en-GB")
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    for game, (seats, options) in SHORT.items():
        page.goto(address + make_table(page, game, ["me:Ada", *["bot:prospector"] * (seats - 1)], options))
        play_to_end(page, "mouse")
        page.locator("[data-over]").get_by_role("link", name="Review").click()
        page.get_by_role("slider", name="Chances to win").wait_for()
        page.get_by_role("combobox", name="Show").select_option("all")
        wait_until_loaded(page)
        page.screenshot(path=IMAGES / f"review-{game}.jpg", full_page=True, type="jpeg", quality=QUALITY)
        if game == SHARED:
            page.get_by_role("button", name="Share as a picture").click()
            with page.expect_download() as download:
                page.get_by_role("dialog").get_by_role("link", name="Download").click()
            download.value.save_as(folder / "shared.png")
            other = browser.new_page(viewport=SIZE)
            other.goto((folder / "shared.png").as_uri())
            other.locator("img").screenshot(path=IMAGES / "review-shared.jpg", type="jpeg", quality=QUALITY)
            other.close()


def take_analyses(browser: Browser, address: str) -> None:
    """The analysis board of each game, on a desk and on a phone."""
    for game, _, options, _, theme in MATCHES:
        match = motherlode.game(game, **options).start(seed=3)
        bots = [Player(make_bot("greedy", match.ruleset), seat, 3) for seat in range(match.ruleset.seats)]
        while not match.is_over:
            bots[match.to_act].act(match)
        choices = [moves for moves in range(len(match.log)) if match.ruleset.legal(match.position_at(moves))[2:]]
        for size in (SIZE, PHONE):
            is_phone = size is PHONE
            context = browser.new_context(
                viewport=size,
                reduced_motion="reduce",
                locale="en-GB",
                color_scheme=theme,
                has_touch=is_phone,
                is_mobile=is_phone,
                device_scale_factor=2 if is_phone else 1,
            )
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(address)
            made = page.evaluate(ASK, ["/import", {"record": match.record()}])
            at = choices[len(choices) // 3]
            page.goto(f"{address}/analysis/{game}#t={made['table']['id']}&k={made['key']}&m={at}")
            page.locator("[data-chances=yes]").wait_for()
            page.locator("svg.strengths rect").first.wait_for(state="attached")
            if not is_phone:  # there the engine says its number of tries in a sheet only
                page.wait_for_function(
                    "(least) => document.querySelector('section.engine').dataset.iterations >= least", arg=LEAST_TRIES
                )
            wait_until_loaded(page)
            path = IMAGES / f"analysis-{game}{'-phone' * is_phone}.jpg"
            for quality in QUALITIES:
                page.screenshot(path=path, type="jpeg", quality=quality)
                if path.stat().st_size < MOST_BYTES:
                    break
            context.close()


def take_moments(browser: Browser, address: str, folder: Path, game: str) -> None:
    """Pictures of a match at its start, in its middle and at its end, on every screen and in both lights."""
    seats, options, middle, is_climb = SHEETS[game]
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.goto(address + make_table(page, game, ["me:Ada", *["bot:random"] * (seats - 1)], options))
    wait_for_turn(page)
    shots.take(page, folder, f"{game}-start")
    picks, touches = random.Random(1), 0
    while wait_for_turn(page):
        if touches == middle:
            shots.take(page, folder, f"{game}-middle")
        page.evaluate(HIGHEST if is_climb and touches < middle else shots.TOUCH, picks.randrange(1 << 20))
        shots.wait_frames(page, 2)
        touches += 1
    assert touches > middle, f"{game} was over before its middle"
    shots.take(page, folder, f"{game}-end")
    context.close()


def put_together(folder: Path, game: str, theme: str) -> Image.Image:
    """The sheet: a row for each moment, a column for each screen."""
    rows = []
    for moment in MOMENTS:
        files = [(folder / f"{game}-{moment}-{size}-{theme}.png", height) for size, height in HEIGHTS.items()]
        pictures = [(Image.open(file).convert("RGB"), height) for file, height in files]
        rows.append(
            [
                one.resize((one.width * height // one.height, height), Image.Resampling.LANCZOS)
                for one, height in pictures
            ]
        )
    width = max(sum(one.width + GAP for one in row) for row in rows) - GAP
    height = sum(max(one.height for one in row) + GAP for row in rows) - GAP
    sheet = Image.new("RGB", (width, height), "#888")
    y = 0
    for row in rows:
        x = 0
        for one in row:
            sheet.paste(one, (x, y))
            x += one.width + GAP
        y += max(one.height for one in row) + GAP
    return sheet


def take_sheets(browser: Browser, address: str, folder: Path) -> None:
    """A sheet of each game by day, and one by night."""
    for game in SHEETS:
        take_moments(browser, address, folder, game)
        for theme in shots.THEMES:
            sheet = put_together(folder, game, theme)
            for quality in range(QUALITY, 0, -4):
                written = io.BytesIO()
                sheet.save(written, "JPEG", quality=quality, optimize=True, progressive=True)
                if written.tell() <= SHEET_BYTES:
                    break
            (IMAGES / f"screens-{game}-{theme}.jpg").write_bytes(written.getvalue())


def main() -> None:
    """Start a server, play, take pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", nargs="*", choices=WHICH, default=WHICH)
    which = parser.parse_args().which
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with ServerProcess(Path(folder), is_patient=False) as server:
            address = f"http://127.0.0.1:{server.port}"
            if "matches" in which:
                take_matches(browser, address)
            if "reviews" in which:
                take_reviews(browser, address, Path(folder))
            if "analyses" in which:
                take_analyses(browser, address)
            if "sheets" in which:
                take_sheets(browser, address, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()

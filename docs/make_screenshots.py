"""Take the pictures of the README in a real browser: `python docs/make_screenshots.py`; writes docs/images/*.png.

Each is a match against bots in its middle, played by hints, as anybody may see it after `make play`.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]
from benchmarks.server.processes import ServerProcess  # noqa: E402

from web.playing import make_table, wait_for_turn  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 664}  # a phone's browser with its bars
ON_PHONE = "minecart_mayhem"
# game, bots, options, hints to follow, theme
MATCHES = (
    ("madcap", ["bot:foreman"], {}, 3, "light"),
    ("minecart_mayhem", ["bot:prospector"] * 3, {}, 2, "dark"),
    ("madstone", ["bot:prospector"], {}, 12, "light"),
    ("trap_the_cap", ["bot:prospector"] * 3, {}, 12, "light"),
    ("rockport_caverns", [], {"map": 2}, 6, "dark"),
)


def follow_hints(page: Page, hints: int) -> None:
    """Play on as the hints say."""
    for _ in range(hints):
        if not wait_for_turn(page):
            return
        page.get_by_role("button", name="Hint").first.click()
        page.get_by_role("button", name="Play it").click()
        page.wait_for_timeout(300)
    wait_for_turn(page)


def main() -> None:
    """Start a server, play, take pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with ServerProcess(Path(folder)) as server:
            address = f"http://127.0.0.1:{server.port}"
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
        browser.close()


if __name__ == "__main__":
    main()

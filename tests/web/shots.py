"""Pictures of a match in a real browser, to look at: `python tests/web/shots.py http://127.0.0.1:8000 FOLDER`.

Plays against bots through the page by touching lit things at random and takes pictures at the start, in the middle
and at the end, on a desktop and a phone, by day and by night.
"""

import argparse
import random
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LIT = "[data-thing].lit"


def open_browser(playwright: object) -> Browser:
    """Debian's Chromium, or what `playwright install` brought."""
    return playwright.chromium.launch(  # type: ignore[attr-defined, no-any-return]
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
    )


def touch(page: Page, picks: random.Random) -> bool:
    """Touch one lit thing, if there is any."""
    things = page.locator(LIT)
    number = things.count()
    if not number:
        return False
    things.nth(picks.randrange(number)).dispatch_event("click")
    return True


def play_on(page: Page, picks: random.Random, touches: int, seconds: float) -> int:
    """Touch up to so many things; returns how many were touched."""
    done, deadline = 0, time.monotonic() + seconds
    while done < touches and time.monotonic() < deadline and not page.locator("text=Rematch").count():
        if touch(page, picks):
            done += 1
        page.wait_for_timeout(40)
    return done


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="madcap")
    parser.add_argument("--seats", type=int, default=0, help="others are bots")
    parser.add_argument("--options", default="{}", help="options of the table, as JSON")
    parser.add_argument("--size", choices=[*SIZES, "both"], default="both")
    parser.add_argument("--theme", choices=["light", "dark", "both"], default="both")
    parser.add_argument("--touches", type=int, nargs="*", default=[0, 12, 1000], help="a picture after each so many")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calm", action="store_true", help="without motion")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        for size in SIZES if args.size == "both" else [args.size]:
            for theme in ["light", "dark"] if args.theme == "both" else [args.theme]:
                width, height = SIZES[size]
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    reduced_motion="reduce" if args.calm else "no-preference",
                    locale="en-GB",
                )
                page = context.new_page()
                page.on("console", lambda message: message.type == "error" and print("console:", message.text))
                page.on("pageerror", lambda error: print("page error:", error))
                page.goto(args.address)
                seats = args.seats or {"rockport_caverns": 1, "madcap": 2, "madstone": 2}.get(args.game, 3)
                link = page.evaluate(
                    """async ([game, seats, options]) => {
                        const send = (path, body) => fetch("/api" + path, {method: "POST", body: JSON.stringify(body),
                            headers: {"content-type": "application/json"}}).then((answer) => answer.json());
                        await send("/people", {});
                        const others = Array.from({length: seats - 1}, () => "bot:random");
                        const wanted = {game, seats: ["me", ...others], options: JSON.parse(options)};
                        return (await send("/tables", wanted)).link;
                    }""",
                    [args.game, seats, args.options],
                )
                page.goto(args.address + link)
                page.wait_for_selector(".stage > *", timeout=30_000)
                picks = random.Random(args.seed)
                for at, touches in enumerate(args.touches):
                    play_on(page, picks, touches, args.seconds)
                    page.wait_for_timeout(900)
                    page.screenshot(path=args.folder / f"{args.game}-{size}-{theme}-{at}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()

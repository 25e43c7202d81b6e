"""Look at the docs site in Chromium: `python tests/browsing.py SHOTS ADDRESS` prints what was found, as JSON.

A program of its own, because the browser's driver keeps an event loop running. ADDRESS is where the site is: a server,
or a folder as file://.
"""

import json
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from web.conftest import PATIENCE_MS, SIZES, launch

PAGES = ("index", "start/players", "games/madcap", "api/playing", "reference/http", "tutorials/write-a-bot", "ladder")
GROUND = "getComputedStyle(document.body).backgroundColor"


def main(shots: Path, address: str) -> None:
    """Every page on two screens by day and by night, and one search."""
    found = {"complaints": [], "strangers": [], "too_wide": [], "grounds": {}, "fonts": [], "results": 0}
    shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for scheme in ("light", "dark"):
            for size in ("desktop", "small"):
                width, height = SIZES[size]
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
                context.set_default_timeout(PATIENCE_MS)
                page = context.new_page()
                page.on("pageerror", lambda error: found["complaints"].append(str(error)))
                page.on(
                    "console",
                    lambda said: found["complaints"].append(said.text) if said.type in ("error", "warning") else None,
                )
                page.on(
                    "request",
                    lambda asked: (
                        None
                        if asked.url.startswith((address, "data:", "blob:"))
                        else found["strangers"].append(asked.url)
                    ),
                )
                for name in PAGES:
                    page.goto(f"{address}/{name}.html")
                    page.wait_for_function("document.documentElement.classList.contains('js')")
                    page.screenshot(path=shots / f"{name.replace('/', '-')}-{size}-{scheme}.png")
                    if page.evaluate("document.documentElement.scrollWidth") > width:
                        found["too_wide"].append(f"{name} on {size}")
                found["grounds"][scheme] = page.evaluate(GROUND)
                context.close()
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/index.html")
        page.locator("label[for=__search]").first.wait_for(state="attached")
        page.locator("[data-md-component=search-query]").click()
        page.keyboard.type("barrel bounce")
        page.locator(".md-search-result__item").first.wait_for()
        found["results"] = page.locator(".md-search-result__item").count()
        found["fonts"] = page.evaluate(
            "Array.from(document.fonts).filter(f => f.status === 'loaded').map(f => f.family)"
        )
        browser.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""Playing through a page as people do: with a mouse, with fingers, or with the keyboard alone."""

import random
import time
from typing import Any

from playwright.sync_api import Page

LIT = "[data-thing].lit"
OVER = "[data-over]"
SECONDS = 240.0

# Matches that are whole but short: what is tested is the page, not anybody's patience.
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "madcap": (2, {}),
    "minecart_mayhem": (3, {}),
    "madstone": (2, {"rounds": 3}),
    "trap_the_cap": (3, {"caps": 2, "turns": 24}),
    "rockport_caverns": (1, {}),
}


def make_table(page: Page, game: str, seats: list[str], options: dict[str, Any], **more: Any) -> str:
    """A table, made by the visitor's own request; the path of its page."""
    link: str = page.evaluate(
        """async (wanted) => {
            const send = async (path, body) => {
                const answer = await fetch("/api" + path, {
                    method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"},
                });
                return answer.json();
            };
            if (!(await fetch("/api/me")).ok) await send("/people", {});
            const seated = await send("/tables", wanted);
            if (!seated.link) throw new Error(JSON.stringify(seated));
            return seated.link;
        }""",
        {"game": game, "seats": seats, "options": options} | more,
    )
    return link


def wait_for_turn(page: Page) -> bool:
    """Wait until something is lit (true) or the match is over (false)."""
    page.wait_for_function(f"() => document.querySelector('{LIT}') || document.querySelector('{OVER}')")
    return page.locator(OVER).count() == 0


def wait_for_rest(page: Page) -> None:
    """Wait until it is somebody's turn here and nothing has changed for a while: bots have played, all is told."""
    page.wait_for_function(
        """(lit) => {
            const told = [...document.querySelectorAll(".side ol li, .plates .number")].map((part) => part.textContent);
            const open = [...document.querySelectorAll(lit)].map((thing) => thing.dataset.thing);
            const shown = JSON.stringify([told, open]);
            if (window.lastShown !== shown) [window.lastShown, window.shownSince] = [shown, performance.now()];
            return open.length > 0 && performance.now() - window.shownSince > 500;
        }""",
        arg=LIT,
    )


def click_at_once(page: Page, things: str = LIT, most: int = 1) -> int:
    """Click things, found and clicked in one go, so that none can vanish between; how many there were."""
    found: int = page.evaluate(
        """([things, most]) => {
            const found = [...document.querySelectorAll(things)].slice(0, most);
            for (const thing of found) thing.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
            return found.length;
        }""",
        [things, most],
    )
    return found


FIND_SPOT = """([things, pick]) => {
    const found = [...document.querySelectorAll(things)];
    if (!found.length) return null;
    const thing = found[pick % found.length];
    thing.scrollIntoView({block: "center", inline: "center"});
    const box = thing.getBoundingClientRect();
    const spots = [];
    for (let step = 0; step < 81; step++) {
        const x = box.x + box.width * ((step % 9) + 0.5) / 9, y = box.y + box.height * (Math.floor(step / 9) + 0.5) / 9;
        if (document.elementFromPoint(x, y)?.closest("[data-thing]") === thing) spots.push([x, y]);
    }
    return {name: thing.dataset.thing, spot: spots[Math.floor(spots.length / 2)] ?? null};
}"""


def touch_with_pointer(page: Page, picks: random.Random, is_finger: bool) -> None:
    """A click or a tap on a lit thing, where nothing lies over it."""
    found = page.evaluate(FIND_SPOT, [LIT, picks.randrange(1 << 20)])
    if found is not None and found["spot"] is None:  # it is moving, or hardly in view yet
        page.wait_for_timeout(200)
        name = found["name"]
        found = page.evaluate(FIND_SPOT, [f'{LIT}[data-thing="{name}"]', 0])
        assert found is None or found["spot"] is not None, f"{name} is lit, but nowhere to be touched"
    if found is not None:
        (page.touchscreen.tap if is_finger else page.mouse.click)(*found["spot"])


def touch_with_keys(page: Page, picks: random.Random) -> None:
    """Arrow keys to some lit thing, then Enter."""
    for _ in range(picks.randrange(1, 6)):
        page.keyboard.press(picks.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
    if not page.evaluate(f"() => document.activeElement?.matches('{LIT}') ?? false"):
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def play_to_end(page: Page, how: str, seed: int = 1) -> int:
    """Play on until the match is over; how many touches that took."""
    picks, touches, deadline = random.Random(seed), 0, time.monotonic() + SECONDS
    while wait_for_turn(page):
        assert time.monotonic() < deadline, f"not over after {touches} touches"
        if how == "keys":
            touch_with_keys(page, picks)
        else:
            touch_with_pointer(page, picks, how == "finger")
        touches += 1
    return touches

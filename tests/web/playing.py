"""Playing through a page as people do: with a mouse, with fingers, or with the keyboard alone."""

import random
import re
from typing import Any

from playwright.sync_api import Page

LIT = "[data-thing].lit"
OVER = "[data-over]"
MOST_TOUCHES = 5000  # of a match; the longest here takes a few hundred
STILL_FRAMES = 30  # pictures in a row that show the same
MOST_FRAMES = 600  # pictures until something that moves has come to rest

# Matches that are whole but short: what is tested is the page, not anybody's patience.
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "madcap": (2, {}),
    "minecart_mayhem": (3, {}),
    "madstone": (2, {"rounds": 3}),
    "trap_the_cap": (3, {"caps": 2, "turns": 24}),
    "rockport_caverns": (1, {}),
}
# What the server answers to a question with a body, asked as a guest.
ASK = """async ([path, body]) => {
  const headers = { "content-type": "application/json" };
  const send = (path, body) => fetch("/api" + path, { method: "POST", body: JSON.stringify(body), headers });
  await send("/people", { stay: true });
  return await (await send(path, body)).json();
}"""


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
            await send("/people", {stay: true});
            const seated = await send("/tables", wanted);
            if (!seated.link) throw new Error(JSON.stringify(seated));
            return seated.link;
        }""",
        {"game": game, "seats": seats, "options": options} | more,
    )
    return link


def replay_of(address: str) -> str:
    """Where the replay of a table is: beside it, with the same key."""
    return re.sub(r"(/t/\w+)", r"\1/replay", address, count=1)


def wait_for_turn(page: Page) -> bool:
    """Wait until something is lit (true) or the match is over (false)."""
    page.wait_for_function(f"() => document.querySelector('{LIT}') || document.querySelector('{OVER}')")
    return page.locator(OVER).count() == 0


def wait_until_loaded(page: Page) -> None:
    """Wait until nothing is under way: no requests, and no motion that ends by itself."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        """() => document.fonts.status === "loaded" && document.getAnimations().every((one) =>
            one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
    )
    wait_frames(page)


def wait_frames(page: Page, count: int = STILL_FRAMES) -> None:
    """Let the page draw so many pictures."""
    page.evaluate(
        """(count) => new Promise((done) => {
            const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
            next();
        })""",
        count,
    )


def watch_notices(page: Page) -> None:
    """Remember every notice from now on: they vanish by themselves."""
    page.evaluate(
        """() => {
            window.notices = [];
            const look = () => {
                for (const one of document.querySelectorAll(".notice")) window.notices.push(one.textContent);
            };
            new MutationObserver(look).observe(document, {subtree: true, childList: true, characterData: true});
            look();
        }"""
    )


def wait_for_notice(page: Page, words: str) -> None:
    """Wait until a notice has been shown since `watch_notices`, whether it is still there or not."""
    page.wait_for_function("(words) => window.notices.some((one) => one.includes(words))", arg=words)


def wait_for_rest(page: Page) -> None:
    """Wait until it is somebody's turn here and many pictures in a row show the same: bots have played, all is told."""
    page.wait_for_function(
        """([lit, frames]) => {
            const told = [...document.querySelectorAll(".side ol li, .plates .number")].map((part) => part.textContent);
            const open = [...document.querySelectorAll(lit)].map((thing) => thing.dataset.thing);
            const shown = JSON.stringify([told, open]);
            if (window.lastShown !== shown) [window.lastShown, window.numShown] = [shown, 0];
            return open.length > 0 && ++window.numShown > frames;
        }""",
        arg=[LIT, STILL_FRAMES],
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


def keep_playing(page: Page) -> None:
    """From now on the page touches something lit whenever it draws, and so plays on by itself."""
    page.evaluate(
        """(lit) => {
            const next = () => {
                const found = [...document.querySelectorAll(lit)];
                const thing = found[Math.floor(Math.random() * found.length)];
                thing?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
                requestAnimationFrame(next);
            };
            next();
        }""",
        LIT,
    )


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
    lens = page.locator(".magnified")
    if (
        found is not None and found["spot"] is None and lens.count()
    ):  # a touch of what the lens shows, or nothing, ends it
        lens.tap(force=True) if is_finger else lens.click(force=True)
        return
    if found is not None and found["spot"] is None:  # it is moving, or hardly in view yet
        thing = f'{LIT}[data-thing="{found["name"]}"]'
        for _ in range(MOST_FRAMES):
            wait_frames(page, 1)
            found = page.evaluate(FIND_SPOT, [thing, 0])
            if found is None or found["spot"] is not None:
                break
        assert found is None or found["spot"] is not None, f"{found['name']} is lit, but nowhere to be touched"
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
    picks, touches = random.Random(seed), 0
    while wait_for_turn(page):
        assert touches < MOST_TOUCHES, f"not over after {touches} touches"
        if how == "keys":
            touch_with_keys(page, picks)
        else:
            touch_with_pointer(page, picks, how == "finger")
        touches += 1
    return touches

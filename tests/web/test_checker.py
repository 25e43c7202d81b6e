"""The check of what fits finds what does not: faults are planted in a page that has none."""

import json

import pytest
from benchmarks import web as starts
from playwright.sync_api import Page

from web.conftest import Visitors
from web.fitting import CHECK, RESULT, ROOT, read_matches, write_table
from web.playing import make_table, wait_for_turn, wait_frames

LIT = "[...document.querySelectorAll('[data-thing].lit')]"
# Each: what is done to the page, and words of what the check must say about it.
FAULTS = {
    "a lit thing under another": (
        f"""() => {{
            const box = {LIT}[0].getBoundingClientRect();
            const cover = document.querySelector(".board").appendChild(document.createElement("div"));
            cover.className = "cover";
            Object.assign(cover.style, {{position: "fixed", zIndex: 99, left: box.x + "px", top: box.y + "px",
                width: box.width + "px", height: box.height + "px"}});
        }}""",
        "lies under cover",
    ),
    "a lit thing that is half covered": (
        f"""() => {{
            const large = {LIT}.find((thing) => Math.min(thing.getBoundingClientRect().width, 99) > 60);
            const box = large.getBoundingClientRect();
            const cover = document.querySelector(".board").appendChild(document.createElement("div"));
            cover.className = "cover";
            Object.assign(cover.style, {{position: "fixed", zIndex: 99, left: box.x + "px", top: box.y + "px",
                width: box.width - 20 + "px", height: box.height + "px"}});
        }}""",
        "left under cover",
    ),
    "a lit thing out of view": (f"() => {LIT}[0].style.translate = '0 -2000px'", "is not in view"),
    "a button too small for a finger": (
        "() => document.querySelector('.dock .tools button').style.cssText = 'min-height: 0; height: 24px'",
        "is too small",
    ),
    "a word that is cut": (
        """() => Object.assign(document.querySelector(".status strong").style,
            {display: "block", width: "20px", overflow: "hidden", whiteSpace: "nowrap"})""",
        "is cut by",
    ),
    "a word that ends in dots": (
        """() => Object.assign(document.querySelector(".plate b").style,
            {display: "block", width: "14px", overflow: "hidden", whiteSpace: "nowrap", textOverflow: "ellipsis"})""",
        '"Ada" ',
    ),
    "a page to be scrolled": (
        "() => document.querySelector('.page').style.height = '150dvh'",
        "the page is",
    ),
}


@pytest.fixture
def page(visitors: Visitors) -> Page:
    visitor = visitors.new("phone")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "minecart_mayhem", ["me:Ada", "bot:random"], {}))
    wait_for_turn(page)
    wait_frames(page)
    assert page.evaluate(CHECK, True) == []
    return page


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_finds(page: Page, fault: str) -> None:
    plant, words = FAULTS[fault]
    page.evaluate(plant)
    wait_frames(page, 3)
    found = page.evaluate(CHECK, True)
    assert any(words in line for line in found), found


def test_the_docs_show_how_soon_games_can_be_played() -> None:
    report = json.loads(starts.STARTS.read_text(encoding="utf-8"))
    shown = starts.DOCS.read_text(encoding="utf-8").partition(starts.BEGIN)[2].partition(starts.END)[0]
    assert shown.strip() == starts.write_table(report)


def test_the_docs_show_what_was_found() -> None:
    assert write_table(read_matches(RESULT)) in (ROOT / "docs" / "web.md").read_text(encoding="utf-8")

"""Boards as everybody needs them: axe finds nothing wrong with any, and what is small or silent can be asked about."""

import random

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Visitors
from web.fitting import TABLES
from web.playing import LIT, SHORT, make_table, touch_with_pointer, wait_for_turn, wait_frames
from web.test_client import check_with_axe

MIDDLE = 8  # touches
HOLD_MS = 450  # as in Stage.svelte
SIZES = {"desktop": (1440, 900), "phone": (390, 664), "sideways": (844, 390)}


def check_everywhere(page: Page) -> None:
    """On each size, by day and by night."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            wait_frames(page, 3)
            check_with_axe(page)


@pytest.mark.parametrize("game", SHORT)
def test_axe_finds_nothing_at_the_start_in_the_middle_and_at_the_end(visitors: Visitors, game: str) -> None:
    visitor = visitors.new()
    page = visitor.open()
    seats, options = SHORT[game]
    page.goto(visitor.address + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
    picks, touches = random.Random(5), 0
    while wait_for_turn(page):
        if touches in {0, MIDDLE}:
            check_everywhere(page)
            page.set_viewport_size({"width": 1440, "height": 900})
            wait_frames(page, 3)
        touch_with_pointer(page, picks, False)
        touches += 1
    check_everywhere(page)


# Boards that the usual tables do not show, in the words that are longest.
FURTHER = {name: TABLES[name] for name in ("four carts", "four armies", "long armies", "six nests", "map 2")} | {
    "golden cap": ("trap_the_cap", 3, {"game": "golden", "caps": 2, "turns": 24}),
}


def sit_down_with_a_hint(visitors: Visitors, table: str) -> Page:
    """At a further board in German, with what to do told and lit."""
    visitor = visitors.new(locale="de-DE")
    page = visitor.open()
    game, seats, options = FURTHER[table]
    page.goto(visitor.address + make_table(page, game, ["me:Ada", *["bot:random"] * (seats - 1)], options))
    wait_for_turn(page)
    page.get_by_role("button", name="Tipp").click()
    page.locator(".hint").wait_for()
    return page


@pytest.mark.parametrize("table", FURTHER)
def test_axe_finds_nothing_on_further_boards_with_a_hint_in_german(visitors: Visitors, table: str) -> None:
    page = sit_down_with_a_hint(visitors, table)
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    wait_frames(page, 3)
    check_with_axe(page)


@pytest.mark.long
@pytest.mark.parametrize("table", FURTHER)
def test_axe_finds_nothing_on_further_boards_from_start_to_end(visitors: Visitors, table: str) -> None:
    page = sit_down_with_a_hint(visitors, table)
    check_everywhere(page)
    picks, touches = random.Random(5), 0
    while wait_for_turn(page):
        if touches == MIDDLE:
            check_everywhere(page)
            page.set_viewport_size({"width": 1440, "height": 900})
            wait_frames(page, 3)
        touch_with_pointer(page, picks, False)
        touches += 1
    check_everywhere(page)


def test_axe_finds_nothing_on_a_curtain(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madstone", ["me:Ada", "me:Bob"], {}))
    page.locator(".curtain").wait_for()
    check_everywhere(page)


def hold(page: Page, selector: str) -> None:
    """A finger that stays where the thing is, and is then lifted."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.evaluate("() => { window.heldFor = 0; }")
    page.wait_for_function("() => { window.heldFor += 1; return window.heldFor > 60; }")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_names_a_cap_and_a_space_and_touches_neither(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "trap_the_cap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    wait_frames(page)
    for asked in ('[data-place="space:20"]', f"{LIT}[data-thing^=cap]"):
        hold(page, asked)
        expect(page.locator(".tag, .fan")).to_have_count(1)
        expect(page.locator("[data-thing].taken")).to_have_count(0)


def test_a_long_press_on_a_card_reads_it(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madstone", ["me", "bot:random"], {}))
    wait_for_turn(page)
    wait_frames(page)
    hold(page, f"{LIT}[data-thing^=commander]")
    expect(page.locator(".madstone .face")).to_be_visible()
    expect(page.locator("[data-thing].taken")).to_have_count(0)


def test_rules_are_a_sheet_over_the_table(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madcap", ["me", "open"], {}, is_public=False))
    address = page.url
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator('[data-figure="R4.2"] svg')).to_be_attached()
    check_with_axe(page)
    sheet.locator(".summary a").first.click()
    expect(sheet.locator(".rule.marked")).to_be_in_viewport()
    assert page.url == address  # the key of a private table is in it
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("game", SHORT)
def test_every_figure_of_the_rules_is_drawn(visitors: Visitors, game: str) -> None:
    page = visitors.new().open(f"/rules/{game}")
    page.locator("figure").first.wait_for()
    figures = page.locator("figure")
    for figure in figures.all():
        drawn = figure.locator("svg, .cards, .row, .events").first
        box = drawn.bounding_box()
        assert box is not None
        assert box["width"] > 30, figure.get_attribute("data-figure")
        assert box["height"] > 20, figure.get_attribute("data-figure")
    check_with_axe(page)

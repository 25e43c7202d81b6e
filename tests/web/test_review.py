"""A finished match looked at again, in a real browser: each game, on both sizes, in both languages."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from web.conftest import SHOTS, Visitor, Visitors
from web.playing import SHORT, click_at_once, make_table, play_to_end, wait_until_loaded
from web.test_client import check_with_axe


def review_of(page: Page, visitor: Visitor, game: str) -> None:
    """Play a match to its end, and go on to its review from there."""
    seats, options = SHORT[game]
    page.goto(visitor.address + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
    play_to_end(page, "mouse")
    page.locator("[data-over]").get_by_role("link", name="Review").click()
    page.get_by_role("slider", name="Chances to win").wait_for()


def check_list_stays_in_its_panel(page: Page) -> None:
    """However much is said about a step, on a low screen too."""
    was = page.viewport_size
    assert was is not None
    page.set_viewport_size({"width": 1280, "height": 640})
    wait_until_loaded(page)
    assert page.evaluate(
        """() => {
            const list = document.querySelector(".side ol"), panel = list.closest("section");
            return list.getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom;
        }"""
    )
    page.set_viewport_size(was)


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_every_match_can_be_reviewed(visitors: Visitors, game: str, size: str) -> None:
    visitor = visitors.new(size, color_scheme="light" if size == "desktop" else "dark")
    page = visitor.open()
    review_of(page, visitor, game)
    wait_until_loaded(page)
    check_with_axe(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"review-{game}-{size}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == "desktop":
        check_list_stays_in_its_panel(page)
    slider = page.get_by_role("slider", name="Chances to win")
    last = slider.get_attribute("aria-valuemax")
    assert last is not None
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuenow", last)
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_attribute("aria-valuenow", "0")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 20)
    expect(slider).to_have_attribute("aria-valuenow", last)
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows.filter(has_text="Result")).to_have_count(1)
    page.get_by_role("combobox", name="Show").select_option("all")
    expect(page.locator("[data-step]").first).to_be_visible()
    page.evaluate("localStorage.removeItem('motherlode-reviews')")  # as on a device that has not seen the review
    page.goto(visitor.address + "/matches")
    expect(page.locator("[data-summary]").first).to_contain_text("You ")


def test_the_page_draws_a_first_look_of_its_own_until_the_review_is_there(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/api/tables/[^/]+/review"), hold)
    seats, options = SHORT["minecart_mayhem"]
    page.goto(visitor.address + make_table(page, "minecart_mayhem", ["me", *["bot:random"] * (seats - 1)], options))
    play_to_end(page, "mouse")
    page.locator("[data-over]").get_by_role("link", name="Review").click()
    first = page.get_by_role("slider", name="A first look at the chances")
    first.wait_for()
    expect(page.get_by_text("By short searches in this page.", exact=False)).to_be_visible()
    assert first.locator("path.line").count() == seats
    first.locator("rect.luck").first.wait_for()
    check_with_axe(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "review-first-look.png")
    for route in held:
        route.continue_()
    page.get_by_role("slider", name="Chances to win").wait_for()
    expect(page.locator("[data-first-look]")).to_have_count(0)


def open_blunder(visitors: Visitors) -> Page:
    """The review of a match of Madcap, which is solved, in which the visitor has made a mistake."""
    visitor = visitors.new()
    page = visitor.open()
    for _ in range(10):
        review_of(page, visitor, "madcap")
        if page.get_by_role("button", name="Your mistakes as puzzles").count():
            return page
    raise AssertionError("ten matches at random without a mistake")


def test_a_mistake_is_tried_again_and_not_spoiled(visitors: Visitors) -> None:
    page = open_blunder(visitors)
    page.get_by_role("button", name="Your mistakes as puzzles").click()
    stage = page.locator("[data-stage]")
    expect(stage).to_have_attribute("data-stage", "open")
    check_with_axe(page)
    expect(page.get_by_text("Better", exact=False)).to_have_count(1)  # "Find something better" alone
    assert page.locator(".hint-path").count() == 0
    while stage.get_attribute("data-stage") not in {"wrong", "same", "right"}:
        click_at_once(page)
    page.get_by_role("button", name="Show me").or_(page.get_by_role("button", name="Play on from here")).first.click()
    if page.get_by_role("dialog").count():
        page.keyboard.press("Escape")
    expect(page.get_by_text("Best: ")).to_be_visible()
    page.locator(".hint-path[data-lamps]:not([data-lamps='0'])").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on as").first.click()
    page.wait_for_url(lambda url: "/review" not in url)
    page.locator(".stage svg").first.wait_for()


def test_a_better_action_is_drawn_and_a_match_is_shared_as_a_picture(visitors: Visitors) -> None:
    page = open_blunder(visitors)
    page.get_by_role("combobox", name="Show").select_option("blunder")
    page.locator("[data-step]").first.click()
    expect(page.locator(".better", has_text="Better: ")).to_be_visible()
    page.locator(".hint-path[data-lamps]:not([data-lamps='0'])").wait_for()
    page.get_by_role("button", name="What was played").click()
    expect(page.locator(".better", has_text="Better: ")).to_have_count(0)
    page.get_by_role("button", name="Share as a picture").click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("link", name="Download").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")

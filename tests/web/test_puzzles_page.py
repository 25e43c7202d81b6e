"""Puzzles and the games of the day in a real browser, on a phone: one solved, one missed, and the day to its end."""

import pytest
from playwright.sync_api import Page, expect

from motherlode.core.registry import own_names
from motherlode.puzzles.puzzle import Opened, open_puzzle, shipped
from web.conftest import SHOTS, Visitor, Visitors
from web.playing import wait_until_loaded
from web.test_client import check_with_axe


def touch(page: Page, path: tuple[str, ...]) -> None:
    """Touch the things of a path, one after the other, as a finger would."""
    for thing in path:
        page.locator(f'[data-thing="{thing}"].lit').first.dispatch_event("click")
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.count():
        confirm.click()


def answer(page: Page, opened: Opened, is_right: bool) -> None:
    """Answer a puzzle rightly, or as its file says that it is wrong."""
    game, position = opened.game, opened.match.position
    action = opened.answer if is_right else game.read_action(position, opened.puzzle.refutations[0].action)
    expect(stage_of(page)).to_have_attribute("data-stage", "open")
    touch(page, game.action_unchecked(position, action).path)
    expect(stage_of(page)).to_have_attribute("data-stage", "right" if is_right else "wrong")


def stage_of(page: Page):
    return page.locator("[data-stage]")


def puzzle_page(visitor: Visitor, game: str, puzzle: str) -> Page:
    page = visitor.open(f"/puzzles/{game}?id={puzzle}")
    page.locator(".stage svg").first.wait_for()
    return page


@pytest.mark.parametrize("game", sorted(own_names()))
def test_a_puzzle_is_missed_refuted_retried_and_solved_on_a_phone(visitors: Visitors, game: str) -> None:
    visitor = visitors.new("small", color_scheme="dark" if game == "madcap" else "light")
    opened = open_puzzle(game, next(iter(shipped(game))))
    page = puzzle_page(visitor, game, opened.puzzle.id)
    wait_until_loaded(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"puzzle-{game}-open.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".hint-path").count() == 0
    answer(page, opened, False)
    expect(page.get_by_text("There is something better.")).to_be_visible()
    for _ in range(len(opened.puzzle.refutations[0].line)):
        page.keyboard.press("ArrowRight")  # the line, by hand
    expect(page.get_by_text("See what comes of it")).to_be_visible()
    wait_until_loaded(page)
    page.screenshot(path=SHOTS / f"puzzle-{game}-wrong.png")
    check_with_axe(page)
    page.get_by_role("button", name="Try again").click()
    answer(page, opened, True)
    expect(page.get_by_text("Right", exact=False).first).to_be_visible()
    page.screenshot(path=SHOTS / f"puzzle-{game}-right.png")
    page.get_by_role("button", name="Next puzzle").click()
    expect(stage_of(page)).to_have_attribute("data-stage", "open")
    assert not visitor.complaints


def test_a_right_first_answer_raises_the_rating_and_the_row(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    opened = open_puzzle("madcap", list(shipped("madcap"))[5])
    page = puzzle_page(visitor, "madcap", opened.puzzle.id)
    expect(page.locator(".standing")).to_contain_text("1500")
    answer(page, opened, True)
    expect(page.locator(".standing")).not_to_contain_text("1500")
    expect(page.locator(".standing")).to_contain_text("In a row 1")


def test_the_day_is_played_told_and_shared_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new("small", permissions=["clipboard-read", "clipboard-write"])
    page = visitor.open("/daily")
    card = page.locator('li[data-game="madcap"]')
    expect(page.locator("li[data-game]")).to_have_count(len(own_names()))
    expect(page.locator(".clock")).to_contain_text("The next ones in")
    wait_until_loaded(page)
    check_with_axe(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "daily-small.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ids = page.evaluate("async () => (await (await fetch('/api/days/madcap')).json()).puzzles")
    card.get_by_role("link", name="Start").click()
    for number, is_right in enumerate((True, False, True)):
        page.get_by_text(f"Puzzle {number + 1} of 3 of the day").wait_for()
        answer(page, open_puzzle("madcap", ids[number]), is_right)
        page.get_by_role("button", name="To the day" if number == 2 else "Next puzzle").click()
    expect(card.get_by_role("img", name="right, wrong, right")).to_be_visible()
    expect(card).to_contain_text("1 day in a row")
    card.get_by_role("button", name="Share").click()
    shared = card.locator("pre")
    expect(shared).to_contain_text("🟩🟥🟩 2/3")
    assert all(puzzle not in shared.inner_text() for puzzle in ids)
    card.locator("summary").click()
    expect(card.locator("ol li")).to_have_count(1)
    page.screenshot(path=SHOTS / "daily-done.png")
    assert not visitor.complaints

"""Several people at one screen: each sees his own hand and nobody else's, and each request is for the seat it means."""

import random

from playwright.sync_api import Page, expect

from web.conftest import Visitors
from web.playing import click_at_once, make_table, touch_with_pointer, wait_for_turn, wait_frames

CURTAIN = ".curtain"
# Remembers whether anything of a board was there before somebody said who is in front.
WATCH = """
    window.isLifted = false;
    window.shownEarly = [];
    new MutationObserver(() => {
        if (!window.isLifted && document.querySelector("[data-thing]")) {
            window.shownEarly.push(document.body.innerText);
        }
    }).observe(document, {subtree: true, childList: true});
"""


def lift(page: Page, name: str) -> None:
    """Say who is in front."""
    button = page.get_by_role("button", name=f"I am {name}, show my cards")
    expect(button).to_be_visible()
    page.evaluate("() => { window.isLifted = true; }")
    button.click()
    page.locator("[data-thing].lit").first.wait_for()


def play_until_passed_on(page: Page) -> None:
    """Touch lit things until the next player is asked for."""
    page.wait_for_function(f"() => document.querySelector('[data-thing].lit') || document.querySelector('{CURTAIN}')")
    while not page.locator(CURTAIN).count():
        click_at_once(page)
        wait_frames(page, 1)


def log_lines(page: Page) -> list[str]:
    return page.locator(".side ol li").all_inner_texts()


def test_a_curtain_hides_every_hand_from_the_first_picture_on_and_after_a_reload(visitors: Visitors) -> None:
    visitor = visitors.new("phone")
    page = visitor.open()
    link = make_table(page, "minecart_mayhem", ["me:Ada", "me:Bob"], {})
    page.add_init_script(WATCH)
    page.goto(visitor.address + link)
    expect(page.locator(CURTAIN)).to_contain_text("Pass the device to Ada")
    assert not page.evaluate("() => window.shownEarly"), "nobody said yet that he is Ada"
    lift(page, "Ada")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_be_visible()
    play_until_passed_on(page)
    expect(page.locator(CURTAIN)).to_contain_text("Pass the device to Bob")
    assert page.locator("[data-thing], .hint, .notice").count() == 0, "nothing is drawn behind the curtain"
    page.reload()
    expect(page.locator(CURTAIN)).to_contain_text("Pass the device to Bob")
    assert not page.evaluate("() => window.shownEarly"), "a reload does not say who is in front"
    lift(page, "Bob")


def test_the_log_of_a_shared_device_is_what_everybody_may_know(visitors: Visitors) -> None:
    visitor, stranger = visitors.new(), visitors.new()
    page = visitor.open()
    link = make_table(page, "minecart_mayhem", ["me:Ada", "me:Bob"], {})
    page.goto(visitor.address + link)
    lift(page, "Ada")
    play_until_passed_on(page)
    lift(page, "Bob")
    play_until_passed_on(page)
    beside = stranger.open(link)
    expect(beside.get_by_text("You are watching")).to_be_visible()
    assert log_lines(page) == log_lines(beside), "the log tells whose card is which"
    heard = page.locator("[role=log]").inner_text()
    assert all(line in "\n".join(log_lines(beside)) for line in heard.split(". ") if line.endswith(".")), heard


def test_without_secrets_there_is_no_curtain(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.add_init_script(f"""
        new MutationObserver(() => {{ window.hadCurtain ||= !!document.querySelector("{CURTAIN}"); }})
            .observe(document, {{subtree: true, childList: true}});
    """)
    page.goto(visitor.address + make_table(page, "madcap", ["me:Ada", "me:Bob"], {}))
    picks = random.Random(3)
    while not page.get_by_text("Bob's turn").count():
        wait_for_turn(page)
        touch_with_pointer(page, picks, is_finger=False)
    page.reload()
    wait_for_turn(page)
    assert not page.evaluate("() => window.hadCurtain")


def test_who_resigns_is_the_seat_to_act_or_the_one_that_is_named(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    for named, winner in ((None, "Ada"), ("Ada", "Bob")):
        page.goto(visitor.address + make_table(page, "madcap", ["me:Ada", "me:Bob"], {}))
        picks = random.Random(3)
        while not page.get_by_text("Bob's turn").count():
            wait_for_turn(page)
            touch_with_pointer(page, picks, is_finger=False)
        page.get_by_role("button", name="Resign").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator(".gold")).to_have_text("Play on")
        if named:
            dialog.get_by_text(named, exact=True).click()
        dialog.get_by_role("button", name="Resign").click()
        expect(page.locator("[data-over]")).to_be_visible()
        expect(page.get_by_text(f"{winner} wins").first).to_be_visible()

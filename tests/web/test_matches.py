"""Whole matches through the page, in a real browser."""

import pytest
from playwright.sync_api import expect

from web.conftest import SHOTS, Visitors
from web.playing import OVER, SHORT, click_at_once, make_table, play_to_end, wait_frames


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("how", ["pointer", "keys"])
@pytest.mark.parametrize("game", SHORT)
def test_a_match_is_played_to_its_end(visitors: Visitors, game: str, how: str, size: str) -> None:
    seats, options = SHORT[game]
    page = visitors.new(size).open()
    page.goto(page.url.rstrip("/") + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
    touches = play_to_end(page, how if how == "keys" else ("finger" if size == "phone" else "mouse"))
    assert touches > 3
    expect(page.locator("[data-over] >> text=Rematch")).to_be_visible()
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{game}-{size}-{how}-end.png")


def test_two_people_and_a_spectator(visitors: Visitors) -> None:
    ada, bob, cid = (visitors.new(size) for size in ("desktop", "phone", "desktop"))
    at_ada = ada.open("/play/madcap?mode=friends")
    at_ada.get_by_role("button", name="Open the table").click()
    at_ada.wait_for_url("**/t/*")
    link = at_ada.get_by_role("textbox", name="Copy link").input_value()
    at_bob = bob.open(link.removeprefix(bob.address))
    at_bob.get_by_role("button", name="Sit down").click()
    at_bob.locator(".stage svg").first.wait_for()
    at_cid = cid.open(link.removeprefix(cid.address))
    expect(at_cid.get_by_text("You are watching")).to_be_visible()
    expect(at_ada.get_by_text("1 watching")).to_be_visible()
    at_ada.get_by_role("tab", name="Chat").click()
    at_ada.get_by_role("textbox", name="Message to the table").fill("good luck <b>Bob</b>")
    at_ada.keyboard.press("Enter")
    at_bob.get_by_role("button", name="Chat").click()  # a sheet on a phone
    expect(at_bob.get_by_text("good luck <b>Bob</b>")).to_be_visible()
    at_bob.get_by_role("dialog").get_by_role("button", name="Close").click()
    while not all(page.locator(OVER).count() for page in (at_ada, at_bob)):
        for page in (at_ada, at_bob):
            click_at_once(page)
            wait_frames(page, 1)
    for page in (at_ada, at_bob, at_cid):
        expect(page.locator("[data-over]")).to_be_visible()
    assert at_cid.locator("[data-thing].lit").count() == 0
    last = [page.locator(".plates .number").all_inner_texts() for page in (at_ada, at_bob, at_cid)]
    assert last[0] == last[1] == last[2]
    at_ada.get_by_role("button", name="Rematch").click()
    expect(at_ada.get_by_role("heading", name="Waiting for")).to_be_visible()
    expect(at_ada.get_by_text("Waiting for")).to_have_count(1)  # said once
    expect(at_bob.get_by_text("would like to play again.").last).to_be_visible()
    at_bob.get_by_role("button", name="Play again").click()
    at_bob.locator(".stage svg").first.wait_for()
    at_ada.locator(".stage svg").first.wait_for()
    assert at_ada.url.split("#")[0] == at_bob.url.split("#")[0]

"""The keyboard of a phone covers the lower part of the page: sheets stand above it, by the visual viewport."""

import pytest
from playwright.sync_api import expect

from web.conftest import SHOTS, Visitors
from web.playing import make_table, wait_for_turn, wait_frames

# What is seen of the page, to be told by the test: no browser without a screen has a keyboard.
SEEN = """Object.defineProperty(window, "visualViewport",
    {value: Object.assign(new EventTarget(), {scale: 1, offsetTop: 0, height: innerHeight})});"""
COVER = """(changes) => {
    Object.assign(visualViewport, changes);
    visualViewport.dispatchEvent(new Event("resize"));
}"""


@pytest.mark.parametrize(("width", "height", "keyboard"), [(360, 640, 260), (390, 664, 290), (844, 390, 170)])
def test_the_chat_stands_above_the_keyboard(visitors: Visitors, width: int, height: int, keyboard: int) -> None:
    visitor = visitors.new("phone")
    visitor.context.add_init_script(SEEN)
    page = visitor.open()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    page.get_by_role("button", name="Chat").click()
    sheet, field = page.get_by_role("dialog"), page.get_by_role("dialog").locator("input")
    field.focus()
    wait_frames(page)

    def reach_down() -> float:
        """How far down there is something of the sheet or its field."""
        wait_frames(page, 3)
        boxes = [sheet.bounding_box(), field.bounding_box()]
        assert all(box and box["y"] >= 0 for box in boxes), boxes
        return max(box["y"] + box["height"] for box in boxes if box)

    assert height - 1 <= reach_down() <= height + 1
    page.evaluate(COVER, {"height": height - keyboard})
    assert reach_down() <= height - keyboard + 1
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"keyboard-{width}x{height}.png")
    field.fill("hello")
    page.keyboard.press("Enter")
    expect(sheet.get_by_text("hello")).to_be_visible()
    while not (said := sheet.get_by_text("hello").bounding_box()):  # it may just be drawn anew
        wait_frames(page, 1)
    assert 0 <= said["y"] <= height - keyboard - said["height"]
    # Two fingers that make the page larger are no keyboard, and one that goes away leaves nothing behind.
    for changes in ({"height": height / 2, "scale": 2}, {"height": height, "scale": 1}):
        page.evaluate(COVER, changes)
        assert reach_down() >= height - 1

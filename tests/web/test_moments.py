"""Moments between two positions, each seen in its middle: a catch, a home-coming, nightfall and daybreak."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.conftest import SHOTS, Visitors
from web.playing import ASK
from web.test_analysis import play_at_random

GAMES = Path(__file__).parent.parent / "games"
# The step whose words say so.
FIND_STEP = """(words) => Number([...document.querySelectorAll(".steps [data-step]")]
    .find((step) => step.textContent.includes(words)).dataset.step)"""
# All that moves in it, held at a moment, so that a slow machine sees it too; whether its words are seen there.
HOLD = """([moment, words, after]) => {
    const found = document.querySelector(moment);
    const moving = found.getAnimations({subtree: true});
    for (const one of moving) {
        one.pause();
        one.currentTime = (one.effect.getTiming().delay || 0) + after;
    }
    const told = found.querySelector(words);
    const {x, y, right, bottom, width} = told.getBoundingClientRect();
    const board = document.querySelector(".stage").getBoundingClientRect();
    const isIn = x >= board.x && y >= board.y && right <= board.right && bottom <= board.bottom;
    return {moving: moving.length, isIn, width, opacity: Number(getComputedStyle(told).opacity)};
}"""
# Each: words of the step, what is shown and where its words are, what they say, and when to look, in milliseconds.
MOMENTS = {
    "a catch": ("trap_the_cap", "and traps", ".moment:not(.home)", ".words", "Trapped!", 400),
    "a home-coming": ("trap_the_cap", "enters its base with", ".moment.home", ".words", "Brought home!", 400),
    "nightfall": ("madstone", "night falls", ".nightfall:not(.day)", "p", "Night falls", 850),
    "daybreak": ("madstone", "lifts the darkness", ".nightfall.day", "p", "Day breaks", 850),
}


def record_of(game: str) -> str:
    """A match with all its moments."""
    if game == "trap_the_cap":
        return (GAMES / game / "replays" / "v2-basic_most.txt").read_text(encoding="utf-8")
    return play_at_random(game, seed=0).record()


@pytest.mark.parametrize("size", ["desktop", "small"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_it_is_seen_with_its_words_and_not_by_who_wants_no_motion(visitors: Visitors, moment: str, size: str) -> None:
    game, step_words, shown, words, said, after = MOMENTS[moment]
    visitor = visitors.new(size, is_calm=False)
    page = visitor.open()
    made = page.evaluate(ASK, ["/import", {"record": record_of(game)}])
    assert "table" in made, made
    replay = f"{visitor.address}/t/{made['table']['id']}/replay"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{replay}#{made['key']}")
    page.locator(".steps [data-step]").nth(1).wait_for()
    step = page.evaluate(FIND_STEP, step_words)
    width, height = {"desktop": (1440, 900), "small": (360, 640)}[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{replay}?step={step - 1}#{made['key']}")
    page.locator(".controls").wait_for()
    expect(page.locator("span.count")).to_contain_text(f"{step - 1} /")
    expect(page.locator(shown)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(shown)).to_contain_text(said)
    seen = page.evaluate(HOLD, [shown, words, after])
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"moment-{moment.replace(' ', '-')}-{size}.png")
    assert seen["moving"] > 2
    assert seen["isIn"], seen
    assert seen["opacity"] == 1
    # Where no motion is wanted there is none of it.
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{replay}?step={step - 1}#{made['key']}")
    page.reload()
    page.locator(".controls").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.locator("span.count")).to_contain_text(f"{step} /")
    expect(page.locator(".moment, .nightfall")).to_have_count(0)

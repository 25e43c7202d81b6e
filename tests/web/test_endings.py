"""How matches end: with a picture of the game's own, then at once with what to do next."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import motherlode
from motherlode.table.match import RESIGN, GivenUp
from web.conftest import SHOTS, Visitors
from web.playing import ASK, MOST_TOUCHES, OVER, SHORT, click_at_once, make_table, replay_of

ENDING = ".ending"
TOUCH = """(pick) => {
    const things = document.querySelectorAll("[data-thing].lit");
    things[pick % things.length]?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
}"""


def play_out(page: Page) -> None:
    """To the natural end, skipping what moves, but not the ending."""
    picks = random.Random(3)
    for _ in range(MOST_TOUCHES):
        page.wait_for_function(
            """(wanted) => {
                if (document.querySelector(wanted)) return true;
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
                return false;
            }""",
            arg=f"[data-thing].lit, {OVER}, {ENDING}",
        )
        if page.locator(f"{OVER}, {ENDING}").count():
            return
        page.evaluate(TOUCH, picks.randrange(1 << 20))


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_a_match_ends_with_the_picture_of_its_game(visitors: Visitors, game: str, size: str) -> None:
    visitor = visitors.new(size, is_calm=False)
    page = visitor.open()
    seats, options = SHORT[game]
    page.goto(visitor.address + make_table(page, game, ["me:Ada", *["bot:random"] * (seats - 1)], options))
    play_out(page)
    page.locator(ENDING).wait_for()
    take_picture(page, f"ending-{game}-{size}")
    expect(page.locator(ENDING)).to_have_count(0)  # by itself
    for name in ("Rematch", "Replay", "Next: "):
        expect(page.locator(OVER).get_by_text(name)).to_be_in_viewport()
    if size == "desktop":  # and so does its replay, for who goes there step by step
        page.goto(replay_of(page.url))
        page.locator(".controls").wait_for()
        page.keyboard.press("End")
        expect(page.locator(ENDING)).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        page.locator(ENDING).wait_for()
        page.keyboard.press("Escape")
        expect(page.locator(ENDING)).to_have_count(0)


TRAPPED = Path(__file__).parent.parent / "games" / "rockport_caverns" / "replays" / "v2-map1-trapped.txt"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_r11_9_a_cavern_without_a_way_out_says_that_it_is_lost_and_why(visitors: Visitors, size: str) -> None:
    visitor = visitors.new(size)
    page = visitor.open()
    made = page.evaluate(ASK, ["/import", {"record": TRAPPED.read_text(encoding="utf-8")}])
    page.goto(f"{visitor.address}/t/{made['table']['id']}/replay#{made['key']}")
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    expect(page.get_by_text("Trapped", exact=True).first).to_be_visible()
    expect(page.get_by_text("Rocks leave no way to get you both out.").first).to_be_visible()
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"trapped-{size}.png")


def take_picture(page: Page, name: str) -> None:
    """Of the ending in its middle, held there for the picture."""
    page.evaluate(
        """() => {
            const stage = document.querySelector(".ending");
            for (const one of stage.getAnimations({subtree: true})) {
                one.pause();
                one.currentTime = 1500;
            }
        }"""
    )
    folder: Path = SHOTS
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")
    page.evaluate("() => document.querySelector('.ending').getAnimations({subtree: true}).forEach((one) => one.play())")


def test_who_gives_up_sees_an_ending_too(visitors: Visitors) -> None:
    visitor = visitors.new(is_calm=False)
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "minecart_mayhem", ["me", "bot:random", "bot:random"], {}))
    page.locator("[data-thing].lit").first.wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator(ENDING)).to_contain_text("You gave up.")
    expect(page.locator(OVER)).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_gave_up_is_not_crowned_where_the_bot_in_the_seat_comes_out_best(visitors: Visitors, size: str) -> None:
    """Ruling 1 of all games: the match of three went on, the bot was the last to stand, and the others have won."""
    match = motherlode.game("minecart_mayhem", 3).start(seed=1, names=["Ada", "Bo", "Cy"])
    picks = random.Random(1)
    while not match.is_over:
        match.play(picks.choice(match.legal()))
    [stood] = match.winners
    match.given_up = (GivenUp(stood, RESIGN, 4),)
    names = [name for name in match.names if name != match.names[stood]]
    visitor = visitors.new(size)
    page = visitor.open()
    made = page.evaluate(ASK, ["/import", {"record": match.record()}])
    assert made["table"]["seats"][stood]["has_resigned"]
    for there in ("", "/replay"):
        page.goto(f"{visitor.address}/t/{made['table']['id']}{there}#{made['key']}")
        page.locator(".plates").wait_for()
        page.keyboard.press("End")
        expect(page.locator(".plate.winner")).to_have_count(2)
        expect(page.locator(".plate", has_text="resigned")).to_have_count(1)
        expect(page.locator(".plate.winner", has_text="resigned")).to_have_count(0)
    expect(page.get_by_text(f"{match.names[stood]} had resigned; {' and '.join(names)} won.").first).to_be_visible()
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"given-up-{size}.png")


def test_the_board_crowns_who_has_won_by_the_rules(visitors: Visitors) -> None:
    """R7.2, R7.5 of Trap the Cap: cut off when nobody has trapped a cap, a match is shared by all."""
    visitor = visitors.new()
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "trap_the_cap", ["me", "bot:random"], {"turns": 2}))
    page.locator("[data-thing].lit").first.wait_for()
    expect(page.locator(".crown")).to_have_count(0)
    play_out(page)
    expect(page.locator(".crown")).to_have_count(2)


def test_a_lesson_ends_with_the_picture_too(visitors: Visitors) -> None:
    page = visitors.new("phone", is_calm=False).open("/learn/madcap")
    page.locator(".say p").first.wait_for()
    page.evaluate(  # the picture lasts two seconds: it is noted when it comes
        """() => {
            const look = () => { window.ended ??= document.querySelector(".ending")?.textContent; };
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    for _ in range(400):
        page.wait_for_function(
            """() => window.ended || document.querySelector("[data-thing].lit") ||
                [...document.querySelectorAll("button")].some((one) => one.textContent.trim() === "Next")"""
        )
        if page.evaluate("() => !!window.ended"):
            break
        button = page.get_by_role("button", name="Next", exact=True)
        if not click_at_once(page) and button.count():
            button.click()
    assert "That is all you need." in page.evaluate("() => window.ended")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()

"""The analysis board in a real browser: walked, branched, set by hand, linked to, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

import motherlode
from motherlode.core.registry import game_names
from motherlode.puzzles.puzzle import open_puzzle, shipped
from motherlode.table.match import Match
from web.conftest import SHOTS, Visitor, Visitors
from web.playing import ASK

# Only in the long run: these two have not been timed, and each game is opened in three sizes.
UNTIMED = {"trap_the_cap", "rockport_caverns"}
GAMES = [pytest.param(name, marks=pytest.mark.long) if name in UNTIMED else name for name in sorted(game_names())]


def play_at_random(name: str, seed: int = 3) -> Match:
    match = motherlode.game(name).start(seed=seed)
    while not match.is_over:
        legal = match.legal()
        match.play(legal[(7 * match.step) % len(legal)])
    return match


def open_match(visitor: Visitor, name: str, step: int | None = None) -> tuple[Page, int]:
    """The analysis of a match that was played, somewhere in the middle where there is a choice."""
    match = play_at_random(name)
    choices = [moves for moves in range(len(match.log)) if match.ruleset.legal(match.position_at(moves))[1:]]
    at = choices[len(choices) // 3] if step is None else step
    page = visitor.open()
    made = page.evaluate(ASK, ["/import", {"record": match.record()}])
    page.goto(f"{visitor.address}/analysis/{name}#t={made['table']['id']}&k={made['key']}&m={at}")
    return page, at


def count_of(page: Page) -> int:
    return int(page.locator(".walk .count").inner_text())


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(game_names()))
def test_a_finished_match_is_walked_branched_and_evaluated(visitors: Visitors, name: str) -> None:
    page, at = open_match(visitors.new(), name)
    engine = page.locator("section.engine")
    candidates = engine.get_by_role("list", name="What might be played").get_by_role("button")
    expect(candidates.first).to_be_visible()
    expect(page.locator("[data-chances=yes]")).to_be_visible()
    expect(page.locator("svg.strengths rect").first).to_be_attached()
    if name == "madcap":
        expect(engine).to_have_attribute("data-exact", "yes")
        expect(engine.get_by_text(re.compile("With perfect play"))).to_be_visible()
    else:
        expect(engine).to_have_attribute("data-ours", "true")
    assert count_of(page) == at
    # What was played is walked back and on; something else becomes a variation beside it.
    page.get_by_role("button", name="One back").click()
    expect(page.locator(".walk .count")).to_have_text(str(at - 1))
    page.get_by_role("button", name="One on").click()
    expect(page.locator(".walk .count")).to_have_text(str(at))
    main_line = page.locator(".moves > button").count()
    played = page.locator(".moves > button").nth(at + 1).inner_text()
    other = next(each for each in candidates.all() if each.locator("span").inner_text() != played)
    other.click()
    expect(page.locator(".moves .beside button[aria-current]")).to_be_visible()
    assert page.locator(".moves > button").count() == main_line
    assert f"m={at}&l=" in page.url
    # The link leads to the variation.
    page.reload()
    expect(page.locator(".moves .beside button[aria-current]")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".moves > button[aria-current]")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("name", ["trap_the_cap", "madcap"])
def test_dice_are_set_by_hand_and_taken_back(visitors: Visitors, name: str) -> None:
    page = visitors.new().open(f"/analysis/{name}")
    chance = page.get_by_role("region", name="Chance")
    while not chance.is_visible():  # until a die is to be thrown
        page.locator("[data-thing].lit").first.click()
    count = count_of(page)
    last = chance.get_by_role("listitem").last
    words = last.inner_text()
    last.get_by_role("button").click()
    expect(page.locator(".moves [aria-current]")).to_have_text(words)
    page.get_by_role("button", name="One back").click()
    expect(page.locator(".walk .count")).to_have_text(str(count))
    chance.get_by_role("button", name="Let chance decide").click()
    expect(chance).to_have_count(0)
    expect(page.locator("[data-chances=yes]")).to_be_visible()
    expect(page.locator(".moves .beside")).to_have_count(1)
    # What stands on the board goes to paper and comes back.
    text = page.evaluate(
        """async () => {
          const line = new URLSearchParams(location.hash.slice(1)).get("l").split(".").map(Number);
          const game = location.pathname.split("/").pop();
          const body = JSON.stringify({ game, line, eyes: "all", has_record: true });
          const headers = { "content-type": "application/json" };
          return (await (await fetch("/api/analysis", { method: "POST", body, headers })).json()).record;
        }"""
    )
    moves = count_of(page)
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".walk .count")).to_have_text(str(moves))
    expect(page.locator(".moves .beside")).to_have_count(0)


@pytest.mark.long
def test_hidden_hands_are_shown_as_their_seat_knows_them(visitors: Visitors) -> None:
    page, _ = open_match(visitors.new(), "madstone")
    eyes = page.get_by_label("Seen by")
    other = "0" if page.locator(".plates li").nth(1).get_attribute("aria-current") else "1"
    expect(page.locator("svg.strengths rect").first).to_be_attached()
    eyes.select_option(other)
    through = page.get_by_role("button", name=re.compile("^Look through"))
    expect(through).to_be_visible()
    expect(page.locator("[data-thing].lit")).to_have_count(0)
    through.click()
    expect(through).to_have_count(0)
    expect(page.locator("section.engine ol button").first).to_be_visible()


@pytest.mark.long
def test_who_plays_a_rated_match_is_told_why_there_is_no_help(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    wish = {"game": "madcap", "seats": ["me", "open"], "is_rated": True, "is_public": True}
    table = page.evaluate(ASK, ["/tables", wish])["table"]["id"]
    rival = visitors.new().open()
    rival.evaluate(ASK, [f"/tables/{table}/join", {}])
    rival.goto(f"{visitor.address}/t/{table}")
    page.goto(f"{visitor.address}/t/{table}")  # both pages add their numbers, and the match begins
    expect(rival.locator("[data-thing]").first).to_be_attached()
    page.goto(f"{visitor.address}/analysis/madcap")
    expect(page.get_by_text("which forbids engines")).to_be_visible()


@pytest.mark.long
def test_without_webassembly_the_server_is_asked_instead(visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.context.add_init_script("delete globalThis.WebAssembly")
    page, _ = open_match(visitor, "minecart_mayhem")
    expect(page.locator("section.engine")).to_have_attribute("data-ours", "false")
    expect(page.get_by_role("list", name="What might be played").get_by_role("button").first).to_be_visible()
    expect(page.locator("section.engine [data-about]")).to_contain_text("tries on the server")
    assert any(url.endswith("/api/analysis/hint") for url in visitor.requests)


@pytest.mark.long
def test_an_answered_puzzle_is_analysed_and_its_best_line_played(visitors: Visitors) -> None:
    page = visitors.new().open("/rules/madcap")
    puzzle = open_puzzle("madcap", next(iter(shipped("madcap"))))
    tries = f"/games/madcap/puzzles/{puzzle.puzzle.id}/tries"
    page.evaluate(ASK, [tries, {"action": puzzle.answer}])
    page.goto(page.url.replace("rules", "analysis") + f"#puzzle={puzzle.puzzle.id}&m=0")
    line = page.get_by_role("group", name="Best line").get_by_role("button")
    expect(line.nth(1)).to_be_visible()
    words = [each.strip() for each in line.all_inner_texts()]
    line.nth(1).click()
    expect(page.locator(".walk .count")).to_have_text("2")
    assert [each.strip() for each in page.locator(".moves > button").all_inner_texts()] == ["Start", *words[:2]]


@pytest.mark.parametrize("name", GAMES)
def test_it_fits_desks_and_phones_in_every_game(visitors: Visitors, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    for size in ("desktop", "phone", "small"):
        page, _ = open_match(visitors.new(size), name)
        expect(page.locator("[data-chances=yes]")).to_be_visible()
        expect(page.locator("svg.strengths rect").first).to_be_attached()
        page.screenshot(path=SHOTS / f"analysis-{name}-{size}.png")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert (wide, high) == (0, 0), size
        if size != "desktop":
            page.get_by_role("button", name="Lines").click()
            expect(page.get_by_role("dialog").locator(".moves [aria-current]")).to_be_visible()
            page.screenshot(path=SHOTS / f"analysis-{name}-{size}-lines.png")

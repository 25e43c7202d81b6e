"""The installed page: it opens without a network, says what works, and is never an old one where there is a network."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from motherlode.core.registry import game_names, own_names
from motherlode.puzzles.puzzle import open_puzzle
from motherlode.server.study.packing import choose_packed
from motherlode.server.wire.pages import FOLDER
from web.conftest import Visitors
from web.playing import LIT, click_at_once, wait_frames
from web.test_puzzles_page import answer, stage_of

SHORT = "trap_the_cap"  # one game in the short run
GAMES = [name if name == SHORT else pytest.param(name, marks=pytest.mark.long) for name in sorted(own_names())]
KEPT = ["/index.html", "/api/games"] + [
    f"/api/games/{name}/{what}"
    for name in sorted(own_names())
    for what in ("rules", "lesson?language=en", "puzzles/pack?language=en")
]
READY = f"""async () => {{
  await navigator.serviceWorker.ready;
  const isKept = async (address) => Boolean(await caches.match(address));
  return (await Promise.all({json.dumps(KEPT)}.map(isKept))).every(Boolean);
}}"""


def open_kept(visitors: Visitors) -> tuple[Page, str]:
    """A page that the browser has kept, and its address."""
    visitor = visitors.new(service_workers="allow")
    page = visitor.open()
    page.wait_for_function(READY)
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page, visitor.address


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_solved_without_a_network_and_count_when_there_is_one(visitors: Visitors, game: str) -> None:
    page, address = open_kept(visitors)
    page.context.set_offline(True)
    page.goto(f"{address}/puzzles/{game}")
    first, second = (open_puzzle(game, name) for name in choose_packed(game)[:2])
    answer(page, first, False)
    expect(page.locator("[data-kept]")).to_contain_text("counts when there is one")
    for _ in range(len(first.puzzle.refutations[0].line)):
        page.keyboard.press("ArrowRight")  # what beats it
    expect(page.get_by_text("See what comes of it")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    answer(page, first, True)
    page.get_by_role("button", name="Next puzzle").click()
    answer(page, second, True)
    page.context.set_offline(False)
    page.wait_for_function("() => localStorage.getItem('motherlode-answers') === '[]'")
    page.goto(f"{address}/puzzles/{game}")
    expect(stage_of(page)).to_have_attribute("data-stage", "open")
    told = page.evaluate(f"fetch('/api/games/{game}/puzzles').then((answer) => answer.json())")
    assert (told["tries"], told["solved"], told["streak"]) == (2, 1, 1)  # the first answer to each


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_walked_to_its_end_without_a_network(visitors: Visitors, game: str) -> None:
    page, address = open_kept(visitors)
    page.context.set_offline(True)
    page.goto(f"{address}/learn/{game}")
    for _ in range(400):
        page.wait_for_function(
            """(lit) => document.querySelector(lit) || [...document.querySelectorAll("button")].some(
                (one) => /^(Next|Play now)$/.test(one.textContent.trim()))""",
            arg=LIT,
        )
        if page.get_by_role("button", name="Play now", exact=True).count():
            break
        button = page.get_by_role("button", name="Next", exact=True)
        if not click_at_once(page) and button.count():
            button.click()
        wait_frames(page, 2)
    expect(page.locator(".then a")).to_be_visible()
    page.context.set_offline(False)


@pytest.mark.long
def test_every_game_is_analysed_from_its_start_without_a_network_as_far_as_it_was_kept(visitors: Visitors) -> None:
    page, address = open_kept(visitors)
    page.wait_for_function("() => localStorage.getItem('motherlode-kept') !== null")
    page.goto(f"{address}/analysis/trap_the_cap")
    page.get_by_role("button", name="Let chance decide").click()
    expect(page.locator("section.engine ol button").first).to_be_visible()
    page.get_by_role("button", name="Keep offline").click()
    expect(page.get_by_role("button", name=re.compile("^Kept: "))).to_be_visible()
    kept = page.url
    page.context.set_offline(True)
    # Moves that were kept can be played, though nobody played them before.
    page.goto("about:blank")
    page.goto(kept)
    count = int(page.locator(".walk .count").inner_text())
    page.locator("section.engine ol button").first.click()
    expect(page.locator(".walk .count")).to_have_text(str(count + 1))
    for game in sorted(game_names()):
        page.goto(f"{address}/analysis/{game}")
        expect(page.locator(".walk .count")).to_have_text("0")
        expect(page.locator("section.engine")).to_have_attribute("data-ours", "true")
    page.get_by_role("button", name="Let chance decide").click()
    expect(page.get_by_role("alert")).to_contain_text("new moves need the server")
    page.context.set_offline(False)


@pytest.mark.long
def test_without_a_network_it_opens_and_says_what_works(visitors: Visitors) -> None:
    page, address = open_kept(visitors)
    page.goto(f"{address}/analysis/madcap")
    decide = page.get_by_role("button", name="Let chance decide")
    decide.click()
    expect(page.locator("section.engine ol button").first).to_be_visible()
    opened = page.url
    page.context.set_offline(True)
    page.goto(f"{address}/")
    expect(page.locator("[data-offline]")).to_contain_text("No network")
    expect(page.get_by_role("heading", name="Madcap")).to_be_visible()
    page.goto(f"{address}/rules/madcap")
    expect(page.get_by_text("R4.3").first).to_be_visible()
    page.goto(f"{address}/learn/madcap")
    expect(page.locator(".say")).to_be_visible()
    # What was analysed is there, and so is the engine.
    page.goto("about:blank")
    page.goto(opened)
    expect(page.locator("[data-chances=yes]")).to_be_visible()
    page.context.set_offline(False)


# What the browser knows of the worker: one that waits, with or without one that is at work.
REGISTERED = """navigator.serviceWorker.register = async () =>
    Object.assign(new EventTarget(), {active: %s, waiting: {}, installing: null});"""


def test_a_newer_version_is_told_of_and_the_first_one_is_none(visitors: Visitors) -> None:
    for active, told in (("null", 0), ("{}", 1)):
        visitor = visitors.new(service_workers="allow")
        visitor.context.add_init_script(REGISTERED % active)
        page = visitor.open()
        page.locator("[data-game]").first.wait_for()
        wait_frames(page)
        expect(page.get_by_text("There is a new version")).to_have_count(told)


@pytest.mark.long
def test_pages_come_from_the_network_where_there_is_one(visitors: Visitors) -> None:
    page, address = open_kept(visitors)
    with page.expect_response(f"{address}/") as answered:
        page.goto(f"{address}/")
    assert answered.value.from_service_worker
    assert answered.value.header_value("cache-control") == "no-cache"
    kept = page.evaluate("caches.keys()")
    assert len([name for name in kept if name.startswith("client-")]) == 1


def test_the_worker_keeps_all_that_the_page_is_made_of_and_nothing_that_may_change() -> None:
    source = (FOLDER / "service-worker.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\[.*?\]);", source)
    assert found
    files = json.loads(found[1])
    assert all((FOLDER / file[1:]).is_file() and re.search(r"-[\w-]{8}\.\w+$", file) for file in files)
    built = {f"/assets/{path.name}" for path in (FOLDER / "assets").iterdir() if path.suffix not in {".br", ".gz"}}
    assert built == set(files)
    manifest = json.loads((FOLDER / "motherlode.webmanifest").read_text(encoding="utf-8"))
    assert all((FOLDER / icon["src"][1:]).is_file() for icon in manifest["icons"])

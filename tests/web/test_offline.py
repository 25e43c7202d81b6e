"""The installed page: it opens without a network, says what works, and is never an old one where there is a network."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from motherlode.server.wire.pages import FOLDER
from web.conftest import Visitors

READY = """async () => {
  await navigator.serviceWorker.ready;
  const isKept = async (address) => Boolean(await caches.match(address));
  const wanted = ["/index.html", "/api/games", "/api/games/madcap/rules", "/api/games/madcap/lesson?language=en"];
  return (await Promise.all(wanted.map(isKept))).every(Boolean);
}"""


def open_kept(visitors: Visitors) -> tuple[Page, str]:
    """A page that the browser has kept, and its address."""
    visitor = visitors.new(service_workers="allow")
    page = visitor.open()
    page.wait_for_function(READY)
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return page, visitor.address


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

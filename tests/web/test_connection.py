"""Reloading, losing the connection, a server that stops: nothing is lost, and the page says what is going on."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.server.processes import ServerProcess
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from web.conftest import Visitors
from web.playing import (
    click_at_once,
    make_table,
    play_to_end,
    replay_of,
    touch_with_pointer,
    wait_for_notice,
    wait_for_rest,
    wait_for_turn,
    wait_frames,
    watch_notices,
)


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "server") as running:
        yield running


@pytest.fixture
def own_visitors(browser: Browser, own_host: ServerProcess) -> Iterator[Visitors]:
    made = Visitors(browser, own_host)
    yield made
    made.close()


def begin(page: Page, moves: int = 3) -> None:
    """A match of Madcap against a bot, a few touches old."""
    page.goto(page.url.rstrip("/") + make_table(page, "madcap", ["me", "bot:random"], {}))
    picks = random.Random(5)
    for _ in range(moves):
        if wait_for_turn(page):
            touch_with_pointer(page, picks, is_finger=False)
    wait_for_rest(page)


def picture(page: Page) -> list[str]:
    """What the page shows: the log and the scores."""
    return page.locator(".side ol li").all_inner_texts() + page.locator(".plates .number").all_inner_texts()


def test_a_reload_shows_the_same(visitors: Visitors) -> None:
    page = visitors.new().open()
    begin(page)
    before = picture(page)
    page.reload()
    wait_for_rest(page)
    assert picture(page) == before
    play_to_end(page, "mouse")


def test_another_language_tells_all_that_happened_anew(visitors: Visitors) -> None:
    page = visitors.new().open()
    begin(page)
    log = page.locator(".side ol li")
    expect(log.filter(has_text="barrel").first).to_be_visible()
    number = log.count()
    page.get_by_role("button", name="Settings").click()
    page.locator("#language").select_option("de")
    expect(log.filter(has_text="Fass").first).to_be_attached()
    expect(log.filter(has_text="barrel")).to_have_count(0)
    assert log.count() == number
    page.keyboard.press("Escape")
    play_to_end(page, "mouse")
    expect(log.filter(has_text="Nuggets").last).to_be_visible()
    page.goto(replay_of(page.url))
    steps = page.locator(".steps li")
    expect(steps.filter(has_text="Fass").first).to_be_attached()
    page.get_by_role("button", name="Einstellungen").click()
    page.locator("#language").select_option("en")
    expect(steps.filter(has_text="barrel").first).to_be_attached()
    expect(steps.filter(has_text="Fass")).to_have_count(0)


def test_a_server_that_stops_and_starts_again(own_host: ServerProcess, own_visitors: Visitors) -> None:
    page = own_visitors.new().open()
    begin(page)
    before = picture(page)
    watch_notices(page)
    own_host.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    own_host.start()
    wait_for_notice(page, "Connected again")
    expect(page.get_by_text("Connection lost")).not_to_be_visible()
    assert picture(page) == before
    play_to_end(page, "mouse")


def test_offline_and_back(own_host: ServerProcess, own_visitors: Visitors) -> None:
    visitor = own_visitors.new()
    page = visitor.open()
    begin(page)
    watch_notices(page)
    visitor.context.set_offline(True)
    own_host.kill()  # what is open would stay open
    own_host.start()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    while click_at_once(page):
        wait_frames(page, 1)  # an action made while away is sent when the server is back
    wait_frames(page)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    visitor.context.set_offline(False)
    wait_for_notice(page, "Connected again")
    wait_for_turn(page)
    play_to_end(page, "mouse")


def test_a_stale_click_is_refused_and_explained(visitors: Visitors) -> None:
    """Two tabs of one person: the second does not hear that the first has played."""
    visitor = visitors.new()
    page = visitor.open()
    link = make_table(page, "madcap", ["me:Ada", "me:Bob"], {})
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    is_holding = False

    def between(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()
        route.on_message(upstream.send)

        def down(message: str | bytes) -> None:
            if is_holding and str(message).startswith('{"type":"update"'):  # a page that hears no pong connects again
                held.append((route, message))
            else:
                route.send(message)

        upstream.on_message(down)

    late = visitor.context.new_page()
    late.route_web_socket("**/play", between)
    late.goto(visitor.address + link)
    wait_for_turn(late)
    is_holding = True
    page.goto(visitor.address + link)
    wait_for_turn(page)
    while not page.get_by_text("Bob's turn").count():
        click_at_once(page)
        wait_frames(page, 3)
    expect(page.get_by_text("Bob's turn")).to_be_visible()
    watch_notices(late)
    while not late.evaluate("() => window.notices.length"):
        click_at_once(late)
        late.wait_for_timeout(10)  # the page's socket goes through here
    wait_for_notice(late, "Too late")
    expect(late.get_by_text("Bob's turn")).to_be_visible()


def test_an_answer_that_comes_while_the_table_connects_anew_does_no_harm(visitors: Visitors) -> None:
    """The line about one's match is asked for at its end; another language opens the table anew."""
    page = visitors.new().open()
    sockets: list[WebSocketRoute] = []
    questions: list[Route] = []

    def let_in_the_first(route: WebSocketRoute) -> None:
        if not sockets:
            route.connect_to_server()
        sockets.append(route)

    def hold(question: Route) -> None:
        questions.append(question)

    page.route_web_socket("**/play", let_in_the_first)
    page.route("**/accounts*", hold)
    page.goto(page.url.rstrip("/") + make_table(page, "madcap", ["me", "bot:random"], {}))
    play_to_end(page, "mouse")
    while not questions:
        page.wait_for_timeout(10)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    while len(sockets) < 2:
        page.wait_for_timeout(10)
    with page.expect_response("**/accounts*"):
        questions[0].continue_()
    wait_frames(page, 3)
    assert not page.locator("[data-over]").count()  # it still connects, and has complained of nothing


def test_what_is_not_lit_does_nothing(visitors: Visitors) -> None:
    page = visitors.new().open()
    begin(page)
    page.keyboard.press("Escape")  # what is not lit may still stand for another way to go on
    expect(page.locator("[data-thing].taken")).to_have_count(0)
    before = picture(page)
    assert click_at_once(page, "[data-thing].dark", most=100)
    wait_frames(page)
    assert picture(page) == before
    expect(page.locator("[data-thing].taken")).to_have_count(0)

"""Every page, as everybody needs it: complete, accessible, small, in two languages."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from web.conftest import SHOTS, Visitor, Visitors
from web.playing import (
    LIT,
    OVER,
    SHORT,
    click_at_once,
    keep_playing,
    make_table,
    play_to_end,
    replay_of,
    wait_for_notice,
    wait_for_turn,
    wait_frames,
    wait_until_loaded,
    watch_notices,
)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = list(SHORT)


def check_with_axe(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    assert not found, [(one["id"], [node["html"][:200] for node in one["nodes"][:4]]) for one in found]


def make_finished(page: Page, visitor: Visitor, game: str = "madcap") -> str:
    """A finished match; the address of its table."""
    seats, options = SHORT[game]
    page.goto(visitor.address + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
    play_to_end(page, "mouse")
    return page.url


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visitors: Visitors, theme: str, size: str) -> None:
    visitor = visitors.new(size, color_scheme=theme)
    page = visitor.open()
    SHOTS.mkdir(parents=True, exist_ok=True)
    paths = ["/", "/people", "/matches", "/nowhere"]
    paths += ["/play/trap_the_cap?mode=friends", "/rules/madstone", "/learn/madcap"]
    for path in paths:
        page.goto(visitor.address + path)
        wait_until_loaded(page)
        check_with_axe(page)
        page.screenshot(path=SHOTS / f"page{path.split('?')[0].replace('/', '-')}-{size}-{theme}.png")
    for game in GAMES:
        seats, options = SHORT[game]
        page.goto(visitor.address + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
        wait_for_turn(page)
        check_with_axe(page)
        page.screenshot(path=SHOTS / f"{game}-{size}-{theme}.png")
    if size == "phone":
        page.get_by_role("button", name="Chat").click()  # a sheet
        check_with_axe(page)
        page.keyboard.press("Escape")
    else:
        page.get_by_role("tab", name="Chat").click()
        check_with_axe(page)
    page.get_by_role("button", name="Settings").click()
    check_with_axe(page)
    page.goto(visitor.address + make_table(page, "madcap", ["me", "open"], {}))
    page.get_by_role("textbox", name="Copy link").wait_for()
    check_with_axe(page)
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").locator("visible=true").click()
    check_with_axe(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay").click()
    page.locator(".controls").wait_for()
    check_with_axe(page)
    if size == "phone":
        page.get_by_role("button", name="Steps and more").click()  # a sheet
    page.get_by_text("Who is ahead, exactly").wait_for()
    check_with_axe(page)
    page.screenshot(path=SHOTS / f"page-replay-{size}-{theme}.png")


@pytest.mark.parametrize("size", ["small", "wide"])
def test_nothing_is_wider_than_the_page(visitors: Visitors, size: str) -> None:
    visitor = visitors.new(size)
    page = visitor.open()
    for path in ["/", "/people", "/play/madstone?mode=friends", "/rules/rockport_caverns", "/learn/madstone"]:
        page.goto(visitor.address + path)
        wait_until_loaded(page)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, path
    for game in GAMES:
        seats, options = SHORT[game]
        page.goto(visitor.address + make_table(page, game, ["me", *["bot:random"] * (seats - 1)], options))
        wait_for_turn(page)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, game


def test_the_first_load_is_small_and_still(visitors: Visitors) -> None:
    visitor = visitors.new(is_calm=False)
    page = visitor.context.new_page()
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => {"
        " for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;"
        "}).observe({type: 'layout-shift', buffered: true});"
    )
    page.goto(visitor.address)
    wait_until_loaded(page)
    code = sum(size for url, size in sizes.items() if url.endswith((".js", ".css")))
    fonts = sum(size for url, size in sizes.items() if url.endswith(".woff2"))
    assert 0 < code < 120_000, sizes
    assert 0 < fonts < 60_000, sizes
    assert page.evaluate("() => window.shift") < 0.01
    assert page.evaluate(
        "() => document.fonts.check('16px \"Source Sans 3\"') && document.fonts.check('16px \"Alfa Slab One\"')"
    )


def test_boards_are_loaded_when_they_are_needed(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    wait_until_loaded(page)
    before = set(visitor.requests)
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    code = {url for url in visitor.requests if url.endswith(".js")} - before
    assert any("madcap" in url for url in code), code
    assert not any(game in url for url in code for game in GAMES if game != "madcap"), code


@pytest.mark.parametrize("game", GAMES)
def test_play_now_is_one_click(visitors: Visitors, game: str) -> None:
    page = visitors.new().open()
    page.locator(f'[data-game="{game}"] button').click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)


def test_ones_matches_are_found_again(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    make_finished(page, visitor)
    going_on = make_table(page, "madcap", ["me", "bot:random"], {}).split("?")[0]
    page.goto(visitor.address + going_on)
    wait_for_turn(page)
    page.close()
    page = visitor.open()
    row = page.locator(".running li")
    expect(row).to_contain_text("Random")
    expect(row).to_contain_text("Your turn")
    page.get_by_role("link", name="All my matches").click()
    rows = page.locator("main li")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text(re.compile("win|draw"))
    rows.last.get_by_role("link", name="Replay").click()
    page.locator(".steps li").first.wait_for()
    page.go_back()
    rows.first.get_by_role("link", name="Go on").click()
    wait_for_turn(page)
    assert going_on in page.url


def test_who_plays_is_chosen_beside_play_now_and_remembered(visitors: Visitors) -> None:
    page = visitors.new().open()
    card = page.locator('[data-game="trap_the_cap"]')
    card.get_by_label("Variant").select_option("team")
    players = card.get_by_label("How many players?")
    expect(players).to_have_value("4")  # teams are of two
    players.select_option("6")
    card.get_by_label("Strength").select_option("random")
    page.reload()
    expect(players).to_have_value("6")
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".plate")).to_have_count(6)
    expect(page.locator(".plate").filter(has_text="Random")).to_have_count(5)


def test_each_game_says_how_strong_it_is_and_none_is_greyed(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open("/nowhere")
    games = page.request.get(f"{visitor.address}/api/games").json()
    told = [{**game, "strength": "full" if game["name"] == "madcap" else "warming"} for game in games]
    page.route("**/api/games", lambda route: route.fulfill(json=told))
    page.goto(visitor.address)
    expect(page.locator('[data-game="madcap"] .ready')).to_have_text("ready")
    expect(page.locator('[data-game="madstone"] .ready')).to_have_text("ready, strong bots are warming up")
    expect(page.locator(".games button:disabled")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guided_first_game(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.new("phone", locale=f"{language}-{language.upper()}").open(f"/learn/{game}")
    done = {"en": "Play now", "de": "Jetzt spielen"}[language]
    go_on = {"en": "Next", "de": "Weiter"}[language]
    page.locator(".say p").first.wait_for()
    for _ in range(400):
        page.wait_for_function(
            """([lit, words]) => document.querySelector(lit) ||
                [...document.querySelectorAll("button")].some((one) => words.includes(one.textContent.trim()))""",
            arg=[LIT, [done, go_on]],
        )
        if page.get_by_role("button", name=done, exact=True).count():
            break
        button = page.get_by_role("button", name=go_on, exact=True)
        if not click_at_once(page) and button.count():
            button.click()
        wait_frames(page, 2)
    expect(page.locator(".then a")).to_have_attribute("href", re.compile(rf"^/learn/(?!{game}$)\w+$"))
    page.get_by_role("button", name=done, exact=True).click()
    page.wait_for_url("**/t/*")


def test_rules_are_searched_and_linked(visitors: Visitors) -> None:
    page = visitors.new().open("/rules/madcap#R3.1")
    expect(page.locator('[id="R3.1"]')).to_be_in_viewport()
    number = page.locator(".rule").count()
    page.get_by_role("searchbox").fill("barrel explode")
    expect(page.locator(".rule")).not_to_have_count(number)
    assert 0 < page.locator(".rule").count() < number
    page.get_by_role("searchbox").fill("no such words in any rule")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".mark-of.ruling").first).to_be_attached()


@pytest.mark.parametrize(
    ("size", "locale", "theme", "names"),
    [
        ("desktop", "en-GB", "dark", ["text", "ruling", "made"]),
        ("phone", "de-DE", "light", ["Regelheft", "Klarstellung", "Ergänzung"]),
    ],
)
def test_marks_say_where_a_rule_comes_from(
    visitors: Visitors, size: str, locale: str, theme: str, names: list[str]
) -> None:
    page = visitors.new(size, locale=locale, color_scheme=theme).open("/rules/rockport_caverns")
    key = page.locator(".key")
    expect(key).to_be_visible()
    marks = key.locator(".mark-of")
    expect(marks).to_have_text(names)
    looks = [
        mark.evaluate("(one) => ['color', 'borderStyle', 'borderRadius'].map((name) => getComputedStyle(one)[name])")
        for mark in marks.all()
    ]
    assert len(set(map(tuple, looks))) == 3
    for number, its in {"R7.2": [0], "R11.7": [2], "R6.2": [0, 1]}.items():
        expect(page.locator(f'[id="{number}"] .mark-of')).to_have_text([names[nth] for nth in its])
    said = "The mark at the end of a rule" if locale == "en-GB" else "Das Zeichen am Ende einer Regel"
    expect(page.get_by_text(said)).to_have_count(0)  # the key says it
    expect(page.locator(".layout")).to_have_attribute("lang", locale[:2])
    expect(page.locator('[id="R2.2"]')).to_contain_text("block" if locale == "en-GB" else "versperren")
    check_with_axe(page)
    key.evaluate("(one) => one.scrollIntoView({block: 'center'})")
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"marks-{size}.png")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", SHORT)
def test_the_summary_is_printed_alone_on_one_page(visitors: Visitors, game: str, locale: str) -> None:
    visitor = visitors.new("phone", locale=locale, color_scheme="dark")
    visitor.context.add_init_script("window.print = () => (window.printed = document.documentElement.dataset.print)")
    page = visitor.open(f"/rules/{game}")
    page.get_by_role("button", name="Auf einer Seite drucken" if locale == "de-DE" else "Print on one page").click()
    assert page.evaluate("() => window.printed") == "summary"
    page.emulate_media(media="print")
    expect(page.locator(".summary li")).not_to_have_count(0)
    for part in ("header", ".search", ".key", ".layout", ".summary button"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.locator(".summary h2")).to_be_visible()
    ink = page.locator(".summary h2").evaluate("(one) => getComputedStyle(one).color")
    assert ink == "rgb(36, 31, 28)"  # of the day, also by night
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.wait_for_function("() => document.documentElement.dataset.print === undefined")


def test_a_refusal_is_told_in_german(visitors: Visitors) -> None:
    first, second = visitors.new(locale="de-DE"), visitors.new(locale="de-DE")
    page = first.open()
    link = make_table(page, "madcap", ["me", "open"], {}, is_public=False)
    other = second.open(link.split("#")[0])  # without the key
    expect(other.get_by_text("Dieser Tisch ist privat: Man braucht seinen Link.")).to_be_visible()


def test_a_barred_thing_says_why_in_german(visitors: Visitors) -> None:
    visitor = visitors.new(locale="de-DE")
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madcap", ["me", "me"], {}))
    wait_for_turn(page)
    watch_notices(page)
    colour = page.locator(LIT).first.get_attribute("data-thing").split(":")[1]  # type: ignore[union-attr]
    click_at_once(page, f'[data-thing^="die:{colour}:"].lit')
    levels = page.locator('[data-thing^="level:"].lit')
    level = int(levels.first.get_attribute("data-thing").split(":")[1])  # type: ignore[union-attr]
    click_at_once(page, '[data-thing^="level:"].lit')
    expect(levels).to_have_count(0)
    expect(page.locator(f'[data-thing^="die:{colour}:"].lit')).to_have_count(0)
    wait_for_turn(page)
    dice = page.locator(f'[data-thing^="die:{colour}:"]').evaluate_all("(dice) => dice.map((die) => die.dataset.thing)")
    # R4.3 comes first for one that would bounce back to where its barrel stands: another is asked about, if there is
    # one.
    dice.sort(key=lambda die: bounces_back(level, int(die.split(":")[2])))
    click_at_once(page, f'[data-thing="{dice[0]}"]')
    word, rule = {"red": "rote", "black": "schwarze", "blue": "blaue"}[colour], "R3.1"
    words = f"Das {word} Fass hat die Gegenseite im Zug davor gewählt, und ein anderes kann fahren."
    if bounces_back(level, int(dice[0].split(":")[2])):
        words, rule = f"Das Fass würde auf Ebene {level} halten, wo es schon steht.", "R4.3"
    wait_for_notice(page, words)
    wait_for_notice(page, f"Regel {rule}")


def bounces_back(level: int, face: int) -> bool:
    """Whether a barrel of Madcap that goes up by a die ends on the level where it was."""
    return level - face == 2 - level


def test_a_rule_shows_where_it_is_carried_out(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open("/rules/madcap#R4.3")
    mark = page.get_by_role("button", name="What the program does about R4.3")
    expect(mark).to_have_attribute("aria-expanded", "false")
    mark.click()
    rule = page.locator('[id="R4.3"]')
    expect(rule.get_by_text("motherlode/games/madcap/components.py")).to_be_visible()
    expect(rule.get_by_text("test_r4_3_a_barrel_may_not_stop_where_it_started")).to_be_visible()
    mark.click()
    expect(rule.get_by_text("motherlode/games/madcap/components.py")).to_be_hidden()


def test_a_replay_is_stepped_shared_checked_and_continued(visitors: Visitors, tmp_path: Path) -> None:
    visitor = visitors.new()
    page = visitor.open()
    make_finished(page, visitor)
    page.get_by_role("link", name="Replay").click()
    page.locator(".controls").wait_for()
    expect(page.get_by_text("Who is ahead, exactly")).to_be_visible()
    page.keyboard.press("End")
    last = page.locator(".count").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).not_to_have_text(last)
    shown = page.locator(".count").inner_text()
    page.reload()
    expect(page.locator(".count")).to_have_text(shown)  # the step is in the address
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-verdict=good]")).to_be_visible()
    expect(page.get_by_text("nobody chose these dice")).to_be_visible()
    page.screenshot(path=SHOTS / "dice-checked.png")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / "match.txt"
    download.value.save_as(record)
    page.goto(visitor.address)
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url("**/replay*")
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="Play on as").first.click()
    page.wait_for_url(lambda url: "/replay" not in url)
    play_to_end(page, "mouse")


def test_a_file_that_is_no_record(visitors: Visitors, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("not a match", encoding="utf-8")
    page = visitors.new().open()
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_text("This file is not a record of a match")).to_be_visible()


def test_a_hint_and_an_undo(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madcap", ["me:Ada", "me:Bob"], {}))
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-path .light")).to_have_count(2)  # the die and where its barrel stops
    expect(page.locator(".hint p")).to_contain_text("die")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".hint-path")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".side").get_by_text("takes back the last action")).to_be_visible()


def test_resigning_and_a_bot_that_takes_over(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("[data-over]")).to_be_visible()
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Let a bot play for me").click()
    expect(page.locator(".plates").get_by_text("a bot plays")).to_be_visible()
    expect(page.locator("[data-over]")).to_be_visible()


def test_german_settings_and_account(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Jetzt spielen Madcap")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Jetzt spielen Madcap")).to_be_visible()
    page.goto(visitor.address + "/people")
    page.get_by_label("Dein Name").fill("Käthe")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("käthe")
    page.get_by_label("Passwort").fill("ein langes Wort")
    page.get_by_role("button", name="Konto anlegen").click()
    expect(page.get_by_role("button", name="Abmelden", exact=True)).to_be_visible()
    expect(page.get_by_text("Wo du angemeldet bist")).to_be_visible()
    page.get_by_role("button", name="Überall abmelden").click()
    expect(page.get_by_role("button", name="Konto anlegen")).to_be_visible()


def test_dice_that_were_changed_are_found_out_by_the_browser(visitors: Visitors) -> None:
    """A server that tells another story than the one that this browser remembers."""
    visitor = visitors.new()
    page = visitor.open()
    make_finished(page, visitor)

    def change(route: Route) -> None:
        proof = route.fetch().json()
        proof["draws"][3]["picked"] = 1 - min(1, proof["draws"][3]["picked"])
        route.fulfill(json=proof)

    page.route("**/proof*", change)
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-verdict=bad]")).to_be_visible()
    expect(page.get_by_text("Entry 3 of the log is not what seed and numbers give.")).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/proof*")
    # Another match than the one that was played: its own proof is sound, but not what this browser kept.
    page.evaluate(
        """() => {
            for (const key of Object.keys(localStorage).filter((one) => one.includes("dice/"))) {
                const kept = JSON.parse(localStorage.getItem(key));
                localStorage.setItem(key, JSON.stringify({ ...kept, commitment: "0".repeat(64) }));
            }
        }"""
    )
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("It is not the match that you played.")).to_be_visible()


# What a lying server might prove instead: honest seed, numbers and hash, but not the dice of the match.
FORGED: dict[str, tuple[Callable[[list[dict]], list[dict]], str]] = {
    "no draws": (lambda _: [], "entry 0 of the log is another"),
    "certain dice": (
        lambda draws: [draw | {"weights": [1], "picked": 0} for draw in draws],
        "did not have the chances that the rules give",
    ),
    "other dice": (
        lambda draws: [draw | {"weights": [1], "picked": 0, "text": "red 6"} for draw in draws],
        "of the log is another",
    ),
}


def test_a_proof_that_is_not_of_the_match_is_found_out_by_the_browser(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    make_finished(page, visitor)
    page.get_by_role("link", name="Replay").click()
    for forge, words in FORGED.values():

        def change(route: Route, *, forge: Callable[[list[dict]], list[dict]] = forge) -> None:
            proof = route.fetch().json()
            route.fulfill(json=proof | {"draws": forge(proof["draws"])})

        page.route("**/proof*", change)
        page.get_by_role("button", name="Check the dice").click()
        expect(page.locator("[data-verdict=bad]")).to_be_visible()
        expect(page.locator("[data-verdict]").get_by_text(words)).to_be_visible()
        expect(page.get_by_text("nobody chose these dice")).to_have_count(0)
        page.keyboard.press("Escape")
        page.unroute("**/proof*")
    # Without the game's program the page says what it did not check, and no more than that.
    page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("This browser could not run the game's program")).to_be_visible()
    expect(page.get_by_text("nobody chose these dice")).to_have_count(0)


def test_two_players_make_the_dice_and_each_checks_them(visitors: Visitors) -> None:
    """Both browsers add a number, and both find nobody's hand in the dice; a third one cannot say as much."""
    ada, bob = visitors.new(), visitors.new()
    at_ada = ada.open()
    link = make_table(at_ada, "madcap", ["me:Ada", "open"], {})
    at_ada.goto(ada.address + link)
    at_bob = bob.open(link)
    at_bob.locator("main").get_by_role("button").click()
    pages = (at_ada, at_bob)
    for page in pages:
        keep_playing(page)
    for page in pages:
        page.locator(OVER).wait_for()
    numbers = [
        page.evaluate(
            """() => Object.keys(localStorage).filter((key) => key.includes("dice/"))
                .flatMap((key) => Object.entries(JSON.parse(localStorage.getItem(key)).numbers))"""
        )
        for page in pages
    ]
    assert [seat for [[seat, _]] in numbers] == ["0", "1"]
    for page in pages:
        page.goto(replay_of(page.url))
        page.get_by_role("button", name="Check the dice").click()
        expect(page.locator("[data-verdict=good]")).to_be_visible()
        expect(page.get_by_text("nobody chose these dice")).to_be_visible()
        expect(page.get_by_text("Numbers of their own added: Ada,")).to_be_visible()
        expect(
            page.get_by_text("The 12 dice and cards that this browser saw in play are the same here.")
        ).to_be_visible()
    stranger = visitors.new().open(replay_of(link))
    stranger.get_by_role("button", name="Check the dice").click()
    expect(stranger.get_by_text("This browser did not play here")).to_be_visible()
    expect(stranger.get_by_text("nobody chose these dice")).to_have_count(0)


def test_todays_cavern(visitors: Visitors) -> None:
    page = visitors.new("phone").open()
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)  # nobody is helped with it
    play_to_end(page, "finger")
    page.goto(page.url.split("/t/", maxsplit=1)[0])
    expect(page.locator(".results .you")).to_be_visible()
    expect(page.locator(".daily").get_by_role("button")).to_have_count(0)  # one try
    page.get_by_role("link", name="Look at your try").click()
    page.get_by_role("button", name="Steps and more").click()
    page.locator(".steps li").first.wait_for()


def test_a_roll_is_one_line_with_its_dice(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    link = make_table(page, "madcap", ["me", "bot:random"], {})
    for path, lines in ((link, ".side ol li"), (replay_of(link), ".steps li")):
        page.goto(visitor.address + path)
        rolled = page.locator(lines).filter(has_text="The dice are rolled. Guest")
        expect(rolled).to_have_count(1)
        expect(rolled.locator("svg g > rect.edge")).to_have_count(12)
        expect(page.locator(lines).filter(has_text="die shows")).to_have_count(0)
    page.get_by_role("button", name="One on").click()
    expect(page.locator(".said")).to_contain_text("The dice are rolled.")


def test_from_a_chosen_die_every_arrow_leads_to_where_it_can_go(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.goto(visitor.address + make_table(page, "madcap", ["me", "bot:random"], {}))
    wait_for_turn(page)
    for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.locator(LIT).first.focus()
        page.keyboard.press("Enter")
        page.locator("[data-thing].taken").first.wait_for()
        page.keyboard.press(arrow)
        assert page.evaluate("(lit) => document.activeElement.matches(lit)", LIT), arrow
        page.keyboard.press("Escape")


def test_the_log_shows_its_end_when_the_tray_grows(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    page.set_viewport_size({"width": 1100, "height": 560})
    page.goto(visitor.address + make_table(page, "minecart_mayhem", ["me", "bot:random", "bot:random"], {}))
    wait_for_turn(page)
    hidden = "() => { const log = document.querySelector('.side ol'); return log.scrollHeight - log.clientHeight; }"
    while page.evaluate(hidden) < 100:
        wait_for_turn(page)
        click_at_once(page)
        wait_frames(page, 2)
    wait_for_turn(page)
    height = page.evaluate("() => document.querySelector('.dock').clientHeight")
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint").wait_for()
    page.wait_for_function("(height) => document.querySelector('.dock').clientHeight > height", arg=height)
    wait_frames(page, 3)
    end = "({scrollHeight, scrollTop, clientHeight}) => scrollHeight - scrollTop - clientHeight"
    log = page.locator(".side ol")
    assert log.evaluate(end) < 8
    # A scroll of before, told of between the tray's growth and its measuring, is nobody's wish to read further up.
    log.evaluate(
        """(log) => {
            document.querySelector(".dock").style.paddingTop = "60px";
            log.dispatchEvent(new Event("scroll"));
        }"""
    )
    wait_frames(page, 3)
    assert log.evaluate(end) < 8


def test_no_page_is_laid_out_by_inline_script(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open()
    answer = page.goto(visitor.address)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "'unsafe-eval'" not in policy
    assert json.dumps(policy).count("unsafe-inline") <= 1, "at most style attributes"

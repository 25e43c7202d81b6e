"""The designer's pages in a real browser: editors, faults, undo, links, measuring, storing, the shelf."""

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Visitors

GAMES = ("madcap", "minecart_mayhem", "madstone", "trap_the_cap", "rockport_caverns")
FIGURE = "e => ({name: e.dataset.figure, width: +e.dataset.width, verdict: e.querySelector('.verdict').className})"


def playable(page: Page) -> None:
    """Wait until the rules have looked at the draft, and found nothing."""
    page.wait_for_selector("[data-status=playable]")


def typed(page: Page, selector: str, text: str) -> None:
    """Type into a field, and leave it."""
    page.fill(selector, text)
    page.press(selector, "Tab")


def change(page: Page, game: str) -> None:
    """Change something by the editor of a game."""
    if game == "madcap":
        page.get_by_role("button", name="One level less").click()
    elif game == "minecart_mayhem":
        typed(page, "[data-field=rocket_cards] input", "12")
    elif game == "madstone":
        page.click('[data-card="Bat Swarm"]')
        page.get_by_label("Name").fill("Bat Flock")
        page.get_by_label("Name").press("Tab")
    elif game == "trap_the_cap":
        page.get_by_role("button", name="Build a board of my own").click()
        playable(page)
        page.click('[data-space="5"]')
    else:
        page.get_by_role("button", name="Begin with map 2").click()
        playable(page)
        page.click("[data-tool=path]")
        page.click('[data-slot="4/6"]')
        page.click('[data-slot="4/8"]')


def spoil(page: Page, game: str) -> None:
    """Change something so that it cannot be played."""
    if game == "madcap":
        typed(page, "[data-editor] li:first-child input", "99")
    elif game == "minecart_mayhem":
        typed(page, "[data-field=rocket_cards] input", "500")
    elif game == "madstone":
        page.get_by_label("Name").fill("bat 7")
        page.get_by_label("Name").press("Tab")
    elif game == "trap_the_cap":
        page.get_by_role("button", name="Paths").click()
        page.click('[data-space="1"]')
        page.click('[data-space="2"]')
        page.click('[data-space="3"]')
        page.click('[data-space="2"]')
    else:
        page.click("[data-tool=erase]")
        page.click('[data-slot="7/1"]')


OPTIONS = {
    "madcap": {"levels": 6, "gold": [1, 2, 3, 4, 5, 6], "faces": 5},
    "minecart_mayhem": {"rocket_cards": 12},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_changed_spoiled_mended_sent_and_played(visitors: Visitors, game: str) -> None:
    page = visitors.new().open(f"/design/{game}")
    page.wait_for_selector("[data-editor]")
    playable(page)
    change(page, game)
    playable(page)
    expect(page.locator("[data-changes]")).not_to_have_attribute("data-changes", "0")
    spoil(page, game)
    page.wait_for_selector("[data-status=faulty]")
    expect(page.locator(".faults li").first).to_be_visible()
    expect(page.locator("#panel [role=alert]").first if game != "madcap" else page.locator("li.faulty")).to_be_visible()
    expect(page.get_by_role("button", name="Play it now")).to_be_disabled()
    while page.locator("[data-status=playable]").count() == 0:  # a spoiled board took two steps
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector("[data-status=playable], [data-status=faulty]")
    page.wait_for_selector("[data-carried]")
    address = page.evaluate("location.pathname + location.hash")

    friend = visitors.new("phone").open(address)  # whoever has the link has the variant
    friend.wait_for_selector("[data-editor]")
    playable(friend)
    expect(friend.locator("[data-changes]")).not_to_have_attribute("data-changes", "0")
    friend.get_by_role("button", name="Play it now").click()
    friend.wait_for_url("**/t/*")
    table = friend.evaluate("() => fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(r => r.json())")
    told = table["table"]["options"] if "table" in table else table["options"]
    assert told
    for name, value in OPTIONS.get(game, {}).items():
        assert told[name] == value


def test_a_change_is_found_and_no_change_is_none(visitors: Visitors) -> None:
    page = visitors.new().open("/design/madcap")
    page.wait_for_selector("[data-editor]")
    for level in range(1, 8):
        typed(page, f"[data-editor] li:nth-child({level}) input", str(3 * level))
    playable(page)
    page.get_by_role("tab", name="Measure").click()
    page.locator(".games select").select_option("4000")
    page.locator(".measure button.gold:not(.small)").click()
    page.wait_for_selector("[data-figure='place:0']")
    first = page.eval_on_selector("[data-figure='place:0']", FIGURE)
    page.wait_for_selector(".measure[data-done]")
    last = {each["name"]: each for each in page.eval_on_selector_all("[data-figure]", f"all => all.map({FIGURE})")}
    assert page.locator(".measure").get_attribute("data-games") == "4000"
    assert last["place:0"]["width"] <= first["width"] < 1  # it narrows while one looks
    assert "more" in last["best"]["verdict"].split()
    assert "same" in last["length"]["verdict"].split()
    while page.get_by_role("button", name="Undo").is_enabled():
        page.get_by_role("button", name="Undo").click()
    playable(page)
    page.locator(".measure button.gold:not(.small)").click()
    page.wait_for_selector(".measure[data-done]")
    same = page.eval_on_selector_all("[data-figure]", f"all => all.map({FIGURE})")
    assert all("same" in each["verdict"].split() for each in same), same


def test_a_variant_is_stored_measured_shelved_forked_and_played(visitors: Visitors) -> None:
    ada = visitors.new().open("/design/madcap")
    ada.wait_for_selector("[data-editor]")
    ada.get_by_role("button", name="One level more").click()
    playable(ada)
    ada.get_by_role("tab", name="Save").click()
    ada.locator(".who input").fill("Eight down")
    ada.locator(".signs").first.get_by_label("moon").check(force=True)
    ada.get_by_label("On the public shelf").check()
    ada.get_by_role("button", name="Save as a variant").click()
    expect(ada.locator(".storing ol li")).to_have_count(1)
    ada.get_by_role("tab", name="Measure").click()
    ada.locator(".games select").select_option("1000")
    ada.locator(".measure button.gold:not(.small)").click()
    ada.get_by_role("button", name="Keep with this version").click()
    expect(ada.get_by_text("Kept with version 1.")).to_be_visible()
    ada.get_by_role("tab", name="The mine").click()
    ada.get_by_role("button", name="One level more").click()
    playable(ada)
    ada.get_by_role("tab", name="Save").click()
    ada.get_by_role("button", name="Save version 2").click()
    expect(ada.locator(".storing ol li")).to_have_count(2)

    bob = visitors.new("phone").open("/variants/madcap")
    shelved = bob.locator("li[data-variant]", has_text="Eight down").first
    shelved.get_by_role("link", name="Fork it").click()
    bob.wait_for_selector("[data-editor]")
    playable(bob)
    bob.get_by_role("tab", name="Save").click()
    expect(bob.locator(".fork")).to_be_visible()
    bob.locator(".who input").fill("Nine down")
    bob.get_by_role("button", name="Fork it").click()
    expect(bob.locator(".fork")).to_have_count(0)
    bob.goto(bob.url.split("/design")[0] + "/variants/madcap")
    bob.get_by_role("button", name="Mine").click()
    expect(bob.locator("li[data-variant]", has_text="Nine down")).to_contain_text("a fork")
    bob.locator("li[data-variant]").get_by_role("button", name="Play it now").click()
    bob.wait_for_url("**/t/*")


ACCOUNT = """async name => {
  const headers = {"content-type": "application/json"};
  const ask = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
  await ask("/api/people", {stay: true});
  return (await ask("/api/me/account", {name, password: "correct horse"})).status;
}"""


@pytest.mark.long
def test_the_server_measures_a_stored_version_and_keeps_the_whole_report(visitors: Visitors) -> None:
    page = visitors.new("phone", locale="de-DE").open("/design/madcap")
    page.wait_for_selector("[data-editor]")
    for level in range(1, 8):
        typed(page, f"[data-editor] li:nth-child({level}) input", str(3 * level))
    playable(page)
    page.click("#tab-measure")
    page.get_by_text("Auf dem Server").click()
    expect(page.get_by_text("Speichere sie erst als Variante")).to_be_visible()
    page.click("#tab-save")
    page.locator(".who input").fill("Dreimal Gold")
    page.get_by_role("button", name="Als Variante speichern").click()
    expect(page.locator(".storing ol li")).to_have_count(1)
    page.keyboard.press("Tab")
    page.click("#tab-measure")
    page.get_by_text("Auf dem Server").click()
    expect(page.get_by_text("für alle, die ein Konto haben")).to_be_visible()  # a guest
    start = page.locator(".measure button.gold:not(.small)")
    expect(start).to_be_disabled()
    assert page.evaluate(ACCOUNT, "Ada misst") == 201
    page.reload()
    playable(page)
    page.click("#tab-measure")
    page.get_by_text("Auf dem Server").click()
    page.locator(".games select").select_option("20000")
    start.click()
    page.get_by_role("button", name="Abbrechen").click()  # that would take minutes
    expect(page.locator("[data-figure]")).to_have_count(0)
    page.locator(".games select").select_option("1000")
    start.click()
    page.wait_for_selector("[data-figure=margin]")
    first = page.eval_on_selector("[data-figure=margin]", FIGURE)
    page.click("#tab-numbers")  # it goes on
    page.click("#tab-measure")
    page.wait_for_selector(".measure[data-where=server][data-done]")
    last = {each["name"]: each for each in page.eval_on_selector_all("[data-figure]", f"all => all.map({FIGURE})")}
    assert page.locator(".measure").get_attribute("data-games") == "1000"
    assert last["margin"]["width"] <= first["width"]
    assert "more" in last["margin"]["verdict"].split()
    assert "same" in last["turns"]["verdict"].split()
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Der ganze Bericht").click()
    report = opened.value
    expect(report.locator("h1")).to_have_text("Madcap")
    expect(report.locator("body")).to_contain_text("Dreimal Gold: greedy")
    expect(report.locator("body")).to_contain_text("im Spiel, wie es ist,")
    assert report.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    page.click("#tab-save")
    expect(page.locator(".storing .report")).to_contain_text("vom Server")


def test_tabs_go_by_arrows(visitors: Visitors) -> None:
    page = visitors.new().open("/design/madcap")
    page.wait_for_selector("[data-editor]")
    page.focus("#tab-editor")
    for key, wanted in (("ArrowRight", "numbers"), ("End", "save"), ("ArrowRight", "editor"), ("ArrowLeft", "save")):
        page.keyboard.press(key)  # the board stands beside here, so it has no tab
        expect(page.locator(f"#tab-{wanted}")).to_be_focused()
        expect(page.locator(f"#tab-{wanted}")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    expect(page.locator("[role=tab]:focus")).to_have_count(0)  # one stop for all of them


def test_cards_go_out_as_csv_and_come_back(visitors: Visitors, tmp_path) -> None:
    page = visitors.new().open("/design/madstone")
    page.wait_for_selector("[data-editor]")
    page.get_by_role("button", name="As a table").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV out").click()
    file = tmp_path / "cards.csv"
    saved.value.save_as(file)
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    names = [line.split(",")[0] for line in lines[1:]]
    assert len(names) == len(set(names)) > 60
    kept = [line for line in lines if not line.startswith("Shade,")]
    kept[1] = kept[1].replace("Nosferatu", "Old Nosferatu")
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")
    page.set_input_files("input[type=file]", file)
    playable(page)
    checked = page.evaluate(
        "() => [...document.querySelectorAll('tbody tr')].map(row => row.querySelector('input').value)"
    )
    assert "Old Nosferatu" in checked
    assert not {"Nosferatu", "Shade"} & set(checked)
    expect(page.locator(".bar").nth(1)).to_contain_text("2 left out")


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_all_of_it_without_scrolling_sideways(visitors: Visitors, game: str) -> None:
    page = visitors.new("small", locale="de-DE").open(f"/design/{game}")
    page.wait_for_selector("[data-editor]")
    playable(page)
    for tab in ("editor", "numbers", "look", "measure", "save"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(0)
        wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert wide <= 0, (tab, wide)

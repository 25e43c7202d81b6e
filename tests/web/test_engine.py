"""The engine in the page: the same trees as by machine code, in Chromium and in Firefox, and what people see of it."""

import json
from pathlib import Path

import pytest
from benchmarks.engine import GAMES, ask, bundle, in_firefox
from benchmarks.server.processes import ServerProcess
from playwright.sync_api import Route, expect

import motherlode
from motherlode.bots.hints import ITERATIONS as ITERATIONS_OF_HINTS
from motherlode.bots.odds import find_curve, odds_of
from motherlode.bots.search import Budget, analyse
from motherlode.conformance import Subject
from motherlode.core.registry import find_game
from motherlode.core.streams import make_streams
from motherlode.core.wasm.building import build_missing
from web.conftest import Visitors
from web.playing import ASK, wait_frames
from web.walking import WALK, walk

ITERATIONS = 300
SAME = 15  # points that two searches of one position may differ by: eight said 73 to 82, and thought 0.36 to 0.46
FEW = (60, 2, (6,))  # positions of a variant, variants of a game, actions before a tree
MANY = (700, 6, (0, 2, 4, 6, 8))
GROW = """(async () => {
  const compile = (path) => WebAssembly.compileStreaming(fetch("/engine/" + path.split(/[\\\\/]/).pop()));
  const same = await WALK(WALKS, compile);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const text = (array) => btoa(Array.from(array, (byte) => String.fromCharCode(byte)).join(""));
  for (const [name, told] of Object.entries(ASKED)) {
    const module = await compile(told.module);
    const grown = new engine.Engine(module, { sizes: told.sizes, settings: told.settings, box: bytes(told.box) });
    grown.plant(bytes(told.position), told.seat, 5n);
    grown.grow(told.iterations);
    const tree = grown.tree();
    same[name] = text(tree.nodes) === told.nodes && text(tree.values) === told.values;
  }
  return same;
})()"""


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"])
def script(request: pytest.FixtureRequest) -> tuple[str, set[str]]:
    """A script for any browser, and what it is asked about.

    It plays the games that machine code played and grows the trees that it grew, and says which are the same.
    """
    build_missing()
    num_positions, num_variants, before = request.param
    walks = {
        f"{name} {number}": walk(game, num_positions)
        for name in GAMES
        for number, game in enumerate(Subject(find_game(name)).games[:num_variants])
    }
    asked = {f"{name} after {count}": ask(name, ITERATIONS, count) for name in GAMES for count in before}
    given = f"const ASKED = {json.dumps(asked)}, WALKS = {json.dumps(walks)}, WALK = {WALK};"
    return f"{bundle()}\n{given}\n{GROW}", {*walks, *asked}


def test_rules_and_trees_in_chromium_are_the_bytes_of_machine_code(
    script: tuple[str, set[str]], visitors: Visitors
) -> None:
    page = visitors.new().open()
    assert page.evaluate(script[0]) == dict.fromkeys(script[1], True)


def test_rules_and_trees_in_firefox_are_the_bytes_of_machine_code(
    script: tuple[str, set[str]], host: ServerProcess, tmp_path: Path
) -> None:
    (tmp_path / "script.js").write_text(script[0], encoding="utf-8")
    found = in_firefox(tmp_path / "script.js", f"http://127.0.0.1:{host.port}")
    assert found == dict.fromkeys(script[1], True)


def test_the_engine_says_what_might_have_been_played_and_follows_the_replay(visitors: Visitors) -> None:
    match = motherlode.game("minecart_mayhem").start(seed=3)
    while not match.is_over:
        match.play(match.legal()[0])
    step = next(moves for moves in range(len(match.log)) if match.ruleset.legal(match.position_at(moves))[1:])
    visitor = visitors.new()
    page = visitor.open()
    link = page.evaluate(ASK, ["/import", {"record": match.record()}])["link"]
    path, _, key = link.partition("#")
    page.goto(f"{visitor.address}{path.partition('?')[0]}/replay?step={step}#{key}")
    page.get_by_role("button", name="Ask the engine").click()
    panel = page.locator("section.engine")
    expect(panel.locator(".choices li").first).to_be_visible()
    assert panel.get_attribute("data-ours") == "true"
    assert int(panel.get_attribute("data-iterations") or 0) > 0
    expect(page.locator("svg.hint-path .light").first).to_be_attached()
    # As many tries as the curve of Minecart Mayhem for two is made for: the numbers say that they are measured.
    expect(panel.locator("[data-about=measured]")).to_contain_text("measured in matches of bots")
    page.get_by_role("button", name="Engine off").click()
    expect(panel).to_have_count(0)
    assert not visitor.complaints


def test_an_engine_that_is_sooner_than_the_words_of_actions_waits_for_them(visitors: Visitors) -> None:
    """Until it is told what actions are called, choices that were tried as often as others are still not the same."""
    match = motherlode.game("minecart_mayhem").start(seed=3)
    while not match.is_over:
        match.play(match.legal()[0])
    step = next(moves for moves in range(len(match.log)) if match.ruleset.legal(match.position_at(moves))[4:])
    visitor = visitors.new()
    page = visitor.open()
    held: list[Route] = []

    def hold(question: Route) -> None:
        held.append(question)

    page.route("**/replay?*actions=true*", hold)
    link = page.evaluate(ASK, ["/import", {"record": match.record()}])["link"]
    path, _, key = link.partition("#")
    page.goto(f"{visitor.address}{path.partition('?')[0]}/replay?step={step}#{key}")
    page.get_by_role("button", name="Ask the engine").click()
    panel = page.locator("section.engine")
    expect(panel).not_to_have_attribute("data-iterations", "0")
    wait_frames(page, 3)
    expect(panel.locator(".choices li")).to_have_count(0)
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(panel.locator(".choices li").first).to_be_visible()
    assert not visitor.complaints


def test_numbers_of_the_analysis_board_say_what_they_are_and_agree_with_the_server(visitors: Visitors) -> None:
    visitor = visitors.new()
    match = motherlode.game("rockport_caverns").start(seed=7)
    line = ".".join(str(entry.action) for entry in match.log)
    page = visitor.open(f"/analysis/rockport_caverns#l={line}")
    about = page.locator("section.engine [data-about]")
    expect(about).to_have_attribute("data-about", "measured")
    here = page.locator("section.engine ol button b").first.inner_text()
    assert page.locator(".plates .share").inner_text() == here
    # The server's hints search as far, from other numbers; asked here, where no clock stops them.
    found = analyse(match.ruleset, match.position, 0, make_streams(0), Budget(ITERATIONS_OF_HINTS))
    there = odds_of(match.ruleset, found.choices[0].values, find_curve(match.ruleset, "hint", ITERATIONS_OF_HINTS))[0]
    assert abs(int(here.rstrip("%")) - 100 * there) <= SAME
    # No curve of this kind has been made for Trap the Cap.
    page = visitors.new(locale="de-DE").open("/analysis/trap_the_cap")
    about = page.locator("section.engine [data-about]")
    expect(about).to_have_attribute("data-about", "guess")
    expect(about).to_contain_text("eine Schätzung der Suche, nicht gemessen")

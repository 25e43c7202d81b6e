"""The docs site: built strictly, whole without a network, and searched from a folder."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from docs.site import finishing, gathering, reference
from docs.site.__main__ import gather, write_config

from test_tutorials import free_port

ROOT = Path(__file__).parent.parent
SHOTS = Path(os.environ.get("MOTHERLODE_SHOTS", "build/screenshots")) / "docs"  # kept to be looked at
GAMES = ("madcap", "madstone", "minecart_mayhem", "trap_the_cap", "rockport_caverns")
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Page(HTMLParser):
    """What a page links to, what it loads, its anchors, and scripts that stand in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors, self.scripts = [], [], set(), []
        self._is_script = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(LOADING.get(tag, "")):
            self.loaded.append(given[LOADING[tag]])
        self._is_script = tag == "script" and "src" not in given and given.get("type") != "application/json"

    def handle_data(self, data):
        if self._is_script and data.strip():
            self.scripts.append(data)

    def handle_endtag(self, tag):
        self._is_script = False


def faults_of(folder):
    """Links, anchors and parts of pages that are not there; whatever comes from elsewhere; scripts in pages."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html") if "reports" not in path.parts}
    for path, page in pages.items():
        shown = path.relative_to(folder.resolve())
        for script in page.scripts:
            yield f"{shown}: a script in the page: {script[:40]!r}"
        for address in page.loaded:
            if urlsplit(address).scheme not in ("", "data") or address.startswith("//"):
                yield f"{shown} loads {address}"
            elif not address.startswith("data:") and not (path.parent / unquote(address)).exists():
                yield f"{shown} lacks {address}"
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{shown} links to {address}"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{shown} links to {address}: there is no such anchor"


@pytest.fixture(scope="module")
def site(made_once):
    """The site as `make docs` builds it."""

    def build(folder):
        words = [sys.executable, "-m", "docs.site", folder / "site"]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once("docs-site", build) / "site"


def test_every_link_leads_somewhere_and_nothing_comes_from_elsewhere(site):
    assert list(faults_of(site)) == []


def test_pages_that_are_broken_are_noticed(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there">x</a><a href="b.html#gone">x</a><a href="c.html">x</a><a href="https://x.example">x</a>'
        '<script src="https://x.example/a.js"></script><script>alert(1)</script><img src="none.png">'
    )
    (tmp_path / "b.html").write_text('<h2 id="there">x</h2>')
    assert len(list(faults_of(tmp_path))) == 5


def test_a_link_to_nowhere_ends_the_build(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.md").write_text("# A\n\n[gone](gone.md) [nope](b.md#nope)\n")
    (pages / "b.md").write_text("# B\n")
    config = write_config(pages, tmp_path / "built")
    nav = re.compile(r"^nav:.*?(?=^docs_dir:)", re.MULTILINE | re.DOTALL)
    text = nav.sub("nav: [index.md, b.md]\n", config.read_text())
    config.write_text(text.replace("- site/style.css", "- b.css"))
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", config]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'gone.md'" in done.stderr
    assert "'#nope'" in done.stderr


def test_a_page_that_would_load_something_is_refused(tmp_path):
    page = tmp_path / "a.html"
    page.write_text('<head></head><script src="https://x.example/a.js"></script>')
    with pytest.raises(SystemExit, match="must not need a network"):
        finishing.finish_page(page, tmp_path)


def test_it_has_what_is_promised(site):
    for name in GAMES:
        page = (site / "games" / f"{name}.html").read_text(encoding="utf-8")
        for heading in ("At a glance", "How strong the bots are", "What the lab measured"):
            assert heading in page, f"{name}: {heading}"
        assert (site / "reports" / name / "report.html").exists()
        assert 'id="r1-' in (site / "games" / f"{name}-rules.html").read_text(encoding="utf-8")
    for page in ("tutorials/write-a-bot", "reference/http", "reference/messages", "benchmarks", "decisions/index"):
        assert (site / f"{page}.html").exists()
    assert (site / "start" / "players.html").exists()
    match = (site / "api" / "playing.html").read_text(encoding="utf-8")
    assert 'id="motherlode.table.match.Match.play"' in match
    decisions = list((ROOT / "docs" / "decisions").glob("*.md"))
    assert all((site / "decisions" / f"{path.stem}.html").exists() for path in decisions)


def test_the_search_knows_every_page(site):
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    places = {entry["location"].partition("#")[0] for entry in found}
    assert {"games/madcap.html", "reference/http.html", "errors.html", "api/playing.html"} <= places
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert text.startswith("var __index = {")


def test_every_page_of_the_docs_is_gathered_and_in_the_navigation(tmp_path):
    gather(tmp_path / "pages")
    config = write_config(tmp_path / "pages", tmp_path / "built").read_text(encoding="utf-8")
    pages = [gathering.address_of(path.relative_to(ROOT).as_posix()) for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not (tmp_path / "pages" / page).exists()] == []
    assert [page for page in pages if page not in config] == []


def test_links_are_made_to_fit():
    met = []
    text = "[a](../examples/check_dice.py) [b](errors.md#x-y) [c](https://x.example)\n```\n[d](errors.md)\n```\n"
    fitted = gathering.fit_links(text, "docs/server.md", "server.md", met.append)
    assert fitted == text.replace("../examples/check_dice.py", "source/examples/check_dice.py.md")
    assert met == ["examples/check_dice.py", "docs/errors.md"]
    assert gathering.fit_lists("a\n- b\n- c\n") == "a\n\n- b\n- c\n"


def test_every_route_is_on_the_page_of_http():
    from motherlode.server.app import Server
    from motherlode.server.settings import Settings

    page = reference.write_http()
    paths = Server(Settings(database="sqlite://", bus="memory"))._litestar.openapi_schema.to_schema()["paths"]
    wanted = [
        f"## {verb.upper()} {path} {{"
        for path, verbs in paths.items()
        for verb in verbs
        if verb in reference.HTTP_VERBS
    ]
    assert len(wanted) > 50
    assert [heading for heading in wanted if heading not in page] == []


START = (
    "import sys; from pathlib import Path; from motherlode.server.wire.docs import Docs; "
    "Docs.__init__.__defaults__ = (Path(sys.argv.pop(1)),); from motherlode.cli import main; main()"
)


@pytest.fixture
def served(site, tmp_path):
    """The address of a server that has the site."""
    port = free_port()
    words = [sys.executable, "-c", START, site, "serve", "--port", port, "--rate", "0", "--log", "error"]
    environment = os.environ | {"MOTHERLODE_DATA": str(tmp_path / "data")}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) as server:
        server.stdout.readline()  # it says where it is when it can be asked
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def browse(address, shots):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), str(ROOT)])}
    words = [sys.executable, ROOT / "tests" / "browsing.py", shots, address]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check_seen(found):
    assert found["complaints"] == []
    assert found["strangers"] == []
    assert found["too_wide"] == []
    assert found["results"] > 3
    assert found["grounds"] == {"light": "rgb(243, 234, 215)", "dark": "rgb(23, 21, 26)"}  # paper, by day and by night
    assert {"Source Sans 3", "Alfa Slab One"} <= {font.strip('"') for font in found["fonts"]}


def test_it_works_in_a_browser_from_the_server(served):
    check_seen(browse(f"{served}/docs", SHOTS))


def test_it_works_in_a_browser_from_a_folder(site):
    check_seen(browse(f"file://{site}", SHOTS))

"""The web client: files of the build, and an address for each of its pages."""

import gzip
import re
import struct
from html import unescape
from pathlib import Path

import pytest

from motherlode.core.registry import game_names
from motherlode.core.wasm import modules
from motherlode.server.wire import previews
from motherlode.server.wire.pages import Pages
from server.playing import Guest

WEB = Path(__file__).parents[2] / "web"

FILES = {
    "index.html": b"<!doctype html><title>page</title>",
    "assets/index-a1b2.js": b"export const word = 1;" * 40,
    "assets/index-c3d4.css": b"body { margin: 0 }",
    "assets/chivo-e5f6.woff2": b"wOF2 font",
    "nugget.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
}


@pytest.fixture
def built(here, tmp_path, monkeypatch):
    """The server with a client of a few files."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        if path.suffix in {".js", ".html"}:
            Path(f"{path}.gz").write_bytes(gzip.compress(content))
            Path(f"{path}.br").write_bytes(b"br " + content)
    monkeypatch.setattr(here.server, "pages", Pages(tmp_path))
    with here.client(headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/t/k3mw9", "/t/k3mw9/replay", "/rules/madcap", "/learn/madcap?language=de", "/apiary"]
)
def test_every_address_without_a_dot_is_a_page_of_the_client(built, path):
    answer = built.get(path)
    assert (answer.status_code, answer.content) == (200, FILES["index.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # nothing else that is evaluated
    assert "style-src 'self';" in policy
    assert "style-src-attr 'unsafe-inline';" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_modules_of_games_are_served_for_a_year_and_packed(here, tmp_path, monkeypatch):
    module = b"\0asm" + bytes(400)
    (tmp_path / "madcap.0123456789abcdef.wasm").write_bytes(module)
    monkeypatch.setattr(modules, "FOLDER", tmp_path)
    monkeypatch.setattr(here.server, "pages", Pages(tmp_path / "web"))
    with here.client(headers={"Accept-Encoding": "gzip"}) as client:
        answer = client.get("/engine/madcap.0123456789abcdef.wasm")
    assert (answer.status_code, answer.content) == (200, module)
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]


def test_a_module_that_is_made_while_the_server_runs_is_found(here, tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "FOLDER", tmp_path / "built")
    monkeypatch.setattr(here.server, "pages", Pages(tmp_path / "web"))
    (tmp_path / "other.0123456789abcdef.wasm").write_bytes(b"\0asm")
    with here.client() as client:
        assert client.get("/engine/madcap.0123456789abcdef.wasm").status_code == 404
        (tmp_path / "built").mkdir()
        (tmp_path / "built" / "madcap.0123456789abcdef.wasm").write_bytes(b"\0asm")
        assert client.get("/engine/madcap.0123456789abcdef.wasm").content == b"\0asm"
        assert client.get("/engine/../other.0123456789abcdef.wasm").status_code == 404
        assert client.get("/engine/%2e%2e/other.0123456789abcdef.wasm").status_code == 404


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/assets/index-a1b2.js", "text/javascript; charset=utf-8"),
        ("/assets/index-c3d4.css", "text/css; charset=utf-8"),
        ("/assets/chivo-e5f6.woff2", "font/woff2"),
    ],
)
def test_assets_are_kept_for_a_year(built, path, kind):
    answer = built.get(path)
    assert (answer.status_code, answer.content) == (200, FILES[path[1:]])
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_other_files_are_asked_for_again_and_sent_once(built):
    answer = built.get("/nugget.svg")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/svg+xml", "no-cache")
    again = built.get("/nugget.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip", "gzip"),
        ("br; q=0.5", "br"),
        ("identity", None),
        ("", None),
    ],
)
def test_browsers_get_the_best_variant_they_can_unpack(built, accepted, encoding):
    with built.stream("GET", "/assets/index-a1b2.js", headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    unpacked = {"br": raw.removeprefix(b"br "), "gzip": gzip.decompress(raw) if encoding == "gzip" else b"", None: raw}
    assert unpacked[encoding] == FILES["assets/index-a1b2.js"]
    other = built.get("/assets/index-a1b2.js", headers={"Accept-Encoding": "identity"})
    assert (other.headers["etag"] == answer.headers["etag"]) == (encoding is None)


def test_head_has_no_body_and_nothing_else_is_done_with_pages(built):
    answer = built.head("/assets/index-a1b2.js")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(FILES["assets/index-a1b2.js"])
    answer = built.post("/t/k3mw9")
    assert (answer.status_code, answer.headers["allow"], answer.json()["code"]) == (
        405,
        "GET, HEAD",
        "message/unreadable",
    )


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/assets/../pages.py", "/%2e%2e/pages.py", "/index.html.br", "/favicon.ico"]
)
def test_what_is_not_there_is_not_found(built, path):
    answer = built.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "message/unreadable"


def test_the_server_keeps_its_own_addresses(built):
    assert built.get("/healthz").json()["is_well"]
    assert built.get("/api/nothing").status_code == 404
    assert "openapi" in built.get("/api").text
    assert "motherlode_tables" in built.get("/metrics").text


def test_without_a_build_the_page_says_how_to_make_one(here, tmp_path, monkeypatch):
    monkeypatch.setattr(here.server, "pages", Pages(tmp_path / "none"))
    with here.client() as client:
        page = client.get("/").text
        assert "npm run" in page
        assert "/api/openapi.json" in page
        assert client.get("/assets/index.js").status_code == 404


PAGE = """<!doctype html><head><meta name="description" content="Five games." /><title>Motherlode</title></head>"""
META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"')
TITLE = re.compile("<title>(.*)</title>")


@pytest.fixture
def previewed(here, tmp_path, monkeypatch):
    """The server with a client that has a page and a picture of one game."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "pictures" / "madcap.png").write_bytes(b"a picture")
    monkeypatch.setattr(here.server, "pages", Pages(tmp_path))
    with here.client() as client:
        yield client


def properties(client, path, **headers):
    """What a messenger finds in a page."""
    text = client.get(path, headers=headers).text
    found = {name: unescape(value) for name, value in META.findall(text)}
    title = TITLE.search(text)
    assert title
    return found | {"title": unescape(title[1])}


def test_a_messenger_is_told_who_invites_to_what(previewed, here):
    ada, bob = Guest(here.url, '"Ada" <script>&'), Guest(here.url, "Bob")
    seated = ada.post("/api/tables", game="madcap", seats=["me", "open"], is_public=True)
    link, table = seated["link"], seated["table"]["id"]
    told = properties(previewed, link)
    assert told == {
        "title": '"Ada" <script>& invites you to Madcap',
        "description": "Free seats: 1 of 2. One touch, and you sit at the table.",
        "og:type": "website",
        "og:site_name": "Motherlode",
        "og:title": '"Ada" <script>& invites you to Madcap',
        "og:description": "Free seats: 1 of 2. One touch, and you sit at the table.",
        "og:image": f"{here.url}/pictures/madcap.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:url": f"{here.url}/t/{table}",
        "twitter:card": "summary_large_image",
    }
    assert "<script>" not in previewed.get(link).text
    assert properties(previewed, link, **{"Accept-Language": "de-AT,en"})["title"].endswith(" lädt dich ein: Madcap")
    assert "og:image" not in properties(previewed, link, Host='x"><script>')
    bob.post(f"/api/tables/{table}/join")
    assert properties(previewed, link)["og:title"] == "A match of Madcap"


def test_a_private_table_shows_itself_to_who_has_its_preview_alone(previewed, here):
    ada = Guest(here.url, "Ada")
    seated, other = (ada.create("madcap", "me", "open") for _ in range(2))
    address, _, key = seated["link"].partition("#")
    path = address.partition("?")[0]
    told = properties(previewed, address)
    assert told["og:title"] == "Ada invites you to Madcap"
    assert key not in previewed.get(address).text
    assert "og:url" not in told  # without its key the address opens nothing
    theirs = other["link"].partition("?")[2].partition("#")[0]
    for stranger in (
        path,
        f"{path}?preview={key}",
        f"{path}?{theirs}",
        f"{path}?preview=",
        "/t/nowhere",
        f"{path}/replay",
    ):
        assert previewed.get(stranger).text == PAGE
    # What shows who invites opens nothing.
    preview = address.partition("preview=")[2]
    assert Guest(here.url).refused(f"/api{path.replace('/t/', '/tables/')}/join", key=preview) == (403, "table/denied")


def test_the_page_of_the_client_has_what_previews_fill_in():
    page = (WEB / "index.html").read_bytes()
    assert len(previews.TITLE.findall(page)) == len(previews.DESCRIPTION.findall(page)) == 1
    for game in game_names():
        width, height = struct.unpack(
            ">II", (WEB / "public" / previews.PICTURE.format(game=game)[1:]).read_bytes()[16:24]
        )
        assert (width, height) == previews.PICTURE_SIZE

"""The docs site under /docs: its files, and what is said where it was not built."""

import gzip

import pytest

from motherlode.server.wire.docs import Docs

FILES = {
    "index.html": b"<!doctype html><title>docs</title>",
    "games/madcap.html": b"<!doctype html><title>madcap</title>" + b" " * 400,
    "site/style.css": b"body { margin: 0 }",
    "images/madcap.png": b"png",
}


@pytest.fixture
def built(here, tmp_path, monkeypatch):
    """The server with a site of a few files; beside it a file that is not of it."""
    (tmp_path / "secret.html").write_bytes(b"secret")
    for name, content in FILES.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    monkeypatch.setattr(here.server, "docs", Docs(tmp_path / "site"))
    with here.client(headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("/docs/", "index.html", "text/html; charset=utf-8"),
        ("/docs/index.html", "index.html", "text/html; charset=utf-8"),
        ("/docs/games/madcap.html", "games/madcap.html", "text/html; charset=utf-8"),
        ("/docs/site/style.css", "site/style.css", "text/css; charset=utf-8"),
        ("/docs/images/madcap.png", "images/madcap.png", "image/png"),
    ],
)
def test_files_of_the_site(built, path, name, kind):
    answer = built.get(path)
    assert (answer.status_code, answer.content) == (200, FILES[name])
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == (kind, "no-cache")
    assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["content-security-policy"]
    again = built.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_text_is_packed_and_pictures_are_not(built):
    for path, packed in (("/docs/games/madcap.html", "gzip"), ("/docs/images/madcap.png", None)):
        with built.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == packed
        assert (gzip.decompress(raw) if packed else raw) == FILES[path.removeprefix("/docs/")]


def test_relative_links_need_the_stroke_at_the_end(built):
    answer = built.get("/docs", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path", ["/docs/none.html", "/docs/games", "/docs/games/", "/docs/../secret.html", "/docs/%2e%2e/secret.html"]
)
def test_what_is_not_there_is_not_found(built, path):
    answer = built.get(path)
    assert answer.content != b"secret"
    assert answer.status_code == 404


def test_nothing_is_done_with_docs_but_reading(built):
    assert built.post("/docs/").status_code == 405
    assert built.head("/docs/").headers["content-length"] == str(len(FILES["index.html"]))


def test_pages_that_only_begin_like_it_are_the_clients(built):
    assert b"<title>docs</title>" not in built.get("/docsearch").content


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/games/madcap.html"])
def test_without_a_site_a_page_says_how_to_build_it(here, tmp_path, monkeypatch, path):
    monkeypatch.setattr(here.server, "docs", Docs(tmp_path / "none"))
    with here.client() as client:
        answer = client.get(path)
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "make docs" in answer.text
